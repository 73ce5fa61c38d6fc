//! `tavola replay`: a recorded match, step by step.

use crate::failure::{CommandResult, Failure};
use crate::library;
use crate::open;
use crate::play::console::Console;
use crate::play::saved;
use crate::replay::Replay;
use engine::Game;
use engine::view::Viewer;
use project::GamePath;
use std::path::PathBuf;

/// Look at a recorded match step by step, forward and back
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  tavola replay chess.match\n  tavola replay chess.match --game games/chess --seat 1\n\n\
    Enter or `n` goes on, `b` back, `g 12` to step 12, `q` leaves. Piped, the whole match is printed.\n\
    What is hidden from a spectator stays hidden unless `--seat` or `--all` is given."
)]
pub(crate) struct Arguments {
    /// A match saved by `tavola play` or by the engine protocol
    file: PathBuf,
    /// The game; where the match says, unless given
    #[arg(long, value_name = "FILE", value_parser = library::game())]
    game: Option<GamePath>,
    /// See what this player saw, by name or by number as the table has it: the first is 1
    #[arg(long, value_name = "PLAYER", conflicts_with = "all")]
    seat: Option<String>,
    /// See everything
    #[arg(long)]
    all: bool,
}

/// The seat of a player by name or number.
fn seat(wanted: &str, game: &Game, players: u32) -> Result<u32, Failure> {
    let is_called = |seat: &u32| game.seat_name(*seat).eq_ignore_ascii_case(wanted.trim());
    let by_number = || wanted.trim().parse::<u32>().ok()?.checked_sub(1).filter(|seat| *seat < players);
    (0..players).find(is_called).or_else(by_number).ok_or_else(|| {
        let names: Vec<_> = (0..players).map(|seat| game.seat_name(seat)).collect();
        Failure::usage(format!(
            "there is no player `{wanted}`: they are {}, or 1 to {players}",
            names.join(", ")
        ))
    })
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let saved = saved::read(&arguments.file)?;
    let file = match &arguments.game {
        Some(game) => game.clone(),
        None => saved::game_file(&saved, &arguments.file)?,
    };
    let game = open::game_of(&saved, &file)?;
    let viewer = match (arguments.all, &arguments.seat) {
        (true, _) => None,
        (_, Some(wanted)) => Some(Viewer::Seat(seat(wanted, &game, saved.players)?)),
        _ => Some(Viewer::Spectator),
    };
    let letters = draw::Letters::new(&game.board_classes(), saved.players as usize);
    let replay = Replay::new(&game, &saved, viewer, letters)
        .map_err(|e| Failure::usage(format!("the match cannot be replayed: {}", e.message)))?;
    Ok(replay.run(&mut Console::new())?)
}
