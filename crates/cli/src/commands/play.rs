//! `tavola play`: a match at the terminal.

use crate::failure::{CommandResult, Failure};
use crate::play::autosave;
use crate::play::console::Console;
use crate::play::menu;
use crate::play::saved;
use crate::play::seats::{self, Player};
use crate::play::session::{Finish, Session};
use crate::{draw, open, write};
use engine::{Game, Match};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Play a game at the terminal, alone, against bots or with others at the same keyboard
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tavola play\n  tavola play games/chess --seats human,random\n  \
    tavola play games/crazy-eights --players 3 --seed 7\n  tavola play games/hex --option size=7\n  tavola play --resume chess.match\n\n\
    Without FILE, choose from the games in ./games. During a game, `help` lists what may be typed.")]
pub(crate) struct Arguments {
    /// A game file, or a folder that holds one game
    file: Option<PathBuf>,
    #[arg(long, value_delimiter = ',', value_name = "WHO", help = seats_help())]
    seats: Vec<Player>,
    /// Seed of chance; a new one each time unless said
    #[arg(long)]
    seed: Option<u64>,
    /// The number of players; the fewest unless said
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    #[command(flatten)]
    chosen: open::Chosen,
    /// Go on with a match that was saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "seats", "seed", "players", "options"])]
    resume: Option<PathBuf>,
    /// The game of the saved match; where the match says, unless given
    #[arg(long, value_name = "FILE", requires = "resume")]
    game: Option<PathBuf>,
}

fn seats_help() -> String {
    let bots = bots::names();
    format!(
        "Who sits where: human, or a bot ({bots}); unless said, the first seat is yours and the rest random, \
        or bots sit where the game says so"
    )
}

pub(crate) fn run(arguments: Arguments) -> CommandResult {
    let mut console = Console::new();
    autosave::save_on_signal()?;
    if let Some(file) = &arguments.resume {
        return resume(file, arguments.game.as_deref(), &mut console);
    }
    if let Some(file) = offered(&mut console)? {
        return resume(&file, None, &mut console);
    }
    let mut choices = arguments.chosen.choices();
    let (file, from_menu) = match arguments.file.clone() {
        Some(file) => (file, false),
        None => match menu::choose(&mut console)? {
            Some(file) => (file, console.is_terminal()),
            None => return Ok(()),
        },
    };
    let mut game = open::game(&file, &choices)?;
    if from_menu && game.options().iter().any(|o| !o.is_param) {
        match menu::choose_options(game.options(), &choices, &mut console)? {
            Some(chosen) if chosen != choices => {
                choices = chosen;
                game = open::game(&file, &choices)?;
            }
            Some(_) => {}
            None => return Ok(()),
        }
    }
    console.say(&menu::summary(game.options()))?;
    let wanted = arguments.players.or_else(|| u32::try_from(arguments.seats.len()).ok().filter(|n| *n > 0));
    let players = open::players(&game, wanted)?;
    let seats = seats::fill(arguments.seats, &game, players)?;
    let mut seed = arguments.seed.unwrap_or_else(seats::fresh_seed);
    loop {
        let start = Match::start(&game, players, seed);
        let table = Table { game: &game, file: &file, seats: &seats };
        let finish = table.session(start, seed).run(&mut console)?;
        ended(finish)?;
        if finish == Finish::Left || !another(&mut console)? {
            return Ok(());
        }
        seed = seats::fresh_seed();
    }
}

/// What the matches of one sitting share.
struct Table<'t> {
    game: &'t Arc<Game>,
    file: &'t Path,
    seats: &'t [Player],
}

impl Table<'_> {
    fn session(&self, start: Match, seed: u64) -> Session {
        let letters = draw::Letters::new(&self.game.board_classes(), self.seats.len());
        Session::new(self.game.name(), start, self.seats.to_vec(), seed, self.file.to_path_buf(), letters)
    }
}

/// What a finish means for the command.
fn ended(finish: Finish) -> CommandResult {
    match finish {
        Finish::Over | Finish::Left => Ok(()),
        Finish::Faulty => Err(Failure::Problems),
        Finish::Unsaved => Err(Failure::File("the match is not saved where it should be".to_owned())),
    }
}

/// Tells of matches that were stopped. A person at a terminal may go on with the last one: then its file comes back.
fn offered(console: &mut Console) -> Result<Option<PathBuf>, Failure> {
    let found = autosave::found();
    let Some((file, saved)) = found.first() else { return Ok(None) };
    let name: String = saved.game.chars().filter(|c| !c.is_control()).collect();
    let others = if found.len() > 1 { format!(" ({} in all)", found.len()) } else { String::new() };
    let news = format!("a match of {name} that was stopped is kept{others}");
    let how = format!("tavola play --resume {}", saved::shown(file));
    if !console.is_terminal() {
        anstream::eprintln!("{news}; go on with: {how}");
        return Ok(None);
    }
    let answer = console.ask(&format!("There is {news}. Resume it? [y/N, d deletes it] "))?;
    match answer.unwrap_or_default().to_lowercase().chars().next() {
        Some('y') => return Ok(Some(file.clone())),
        Some('d') => write::remove(file)?,
        _ => console.say(&format!("it stays; go on with: {how}\n"))?,
    }
    Ok(None)
}

fn resume(path: &Path, game: Option<&Path>, console: &mut Console) -> CommandResult {
    let saved = &saved::read(path)?;
    let file = &match game {
        Some(game) => game.to_path_buf(),
        None => saved::game_file(saved, path)?,
    };
    let game = open::game_of(saved, file)?;
    let players = saved.players;
    let seats = saved.seats.iter().map(|name| name.parse().map_err(Failure::usage));
    let seats = seats::fill(seats.collect::<Result<_, _>>()?, &game, players)?;
    console.say(&menu::summary(game.options()))?;
    let table = Table { game: &game, file, seats: &seats };
    let mut session = table.session(Match::start(&game, players, saved.seed), saved.seed);
    session
        .resume(&game, saved, path)
        .map_err(|e| Failure::usage(format!("the saved match cannot go on: {}", e.message)))?;
    ended(session.run(console)?)
}

/// Only a person at a terminal is asked for another game.
fn another(console: &mut Console) -> Result<bool, Failure> {
    if !console.is_terminal() {
        return Ok(false);
    }
    let answer = console.ask("Another game? [y/N] ")?;
    Ok(answer.is_some_and(|a| a.trim().to_lowercase().starts_with('y')))
}
