//! `tavola replay`: a recorded match, step by step.

use crate::failure::{CommandResult, Failure};
use crate::play::console::Console;
use crate::play::saved;
use crate::replay::Replay;
use crate::{draw, open};
use engine::check_seat;
use engine::view::Viewer;
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
    #[arg(long, value_name = "FILE")]
    game: Option<PathBuf>,
    /// See what this seat saw; the first is 0
    #[arg(long, value_name = "N", conflicts_with = "all")]
    seat: Option<u32>,
    /// See everything
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let saved = saved::read(&arguments.file)?;
    let file = match &arguments.game {
        Some(game) => game.clone(),
        None => saved::game_file(&saved, &arguments.file)?,
    };
    let game = open::game_of(&saved, &file)?;
    let viewer = match (arguments.all, arguments.seat) {
        (true, _) => None,
        (_, Some(seat)) => Some(Viewer::Seat(check_seat(seat, saved.players).map_err(Failure::usage)?)),
        _ => Some(Viewer::Spectator),
    };
    let letters = draw::Letters::new(&game.board_classes(), saved.players as usize);
    let replay = Replay::new(&game, &saved, viewer, letters)
        .map_err(|e| Failure::usage(format!("the match cannot be replayed: {}", e.message)))?;
    Ok(replay.run(&mut Console::new())?)
}
