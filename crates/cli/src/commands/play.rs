//! `tavola play`: a match at the terminal.

use crate::failure::{CommandResult, Failure};
use crate::play::autosave;
use crate::play::console::Console;
use crate::play::menu;
use crate::play::saved;
use crate::play::seats::{self, Player};
use crate::play::session::{Finish, Session};
use crate::{library, open, write};
use bots::BotKind;
use engine::{Game, Match};
use project::GamePath;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Play a game at the terminal, alone, against bots or with others at the same keyboard
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tavola play\n  tavola play chess --seats human,random\n  \
    tavola play games/crazy-eights --players 3 --seed 7\n  tavola play games/hex --option size=7\n  tavola play --resume chess.match\n\n\
    Without FILE, choose from the games here and in the library: ./games, or else the folder games beside this program, or else those inside it. During a game, `help` lists what may be typed.")]
pub(crate) struct Arguments {
    /// A game file, a folder that holds one game, or the name of a game of the library
    #[arg(value_parser = library::game())]
    file: Option<GamePath>,
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
    #[arg(long, value_name = "FILE", requires = "resume", value_parser = library::game())]
    game: Option<GamePath>,
}

impl Arguments {
    /// Whether somebody who names a game wants a new match of it, since they say how it is to be played.
    fn says_how(&self) -> bool {
        !self.seats.is_empty() || self.seed.is_some() || self.players.is_some() || self.chosen.is_any()
    }
}

fn seats_help() -> String {
    let bots = bots::names();
    format!(
        "Who sits where: human, or a bot ({bots}); those left out are random. Unless said, the first seat is yours and the rest random, \
        or bots sit where the game says so"
    )
}

pub(crate) fn run(arguments: Arguments) -> CommandResult {
    let mut console = Console::new();
    autosave::save_on_signal()?;
    if let Some(file) = &arguments.resume {
        return resume(file, arguments.game.as_ref(), &mut console);
    }
    let mut choices = arguments.chosen.choices();
    let (file, from_menu) = match arguments.file.clone() {
        Some(file) => (file, false),
        None => {
            if let Some(kept) = kept(None)
                && let Some(kept) = kept.offer(&mut console)?
            {
                return resume(&kept, None, &mut console);
            }
            match menu::choose(&mut console)? {
                Some(file) => (file, console.is_terminal()),
                None => return Ok(()),
            }
        }
    };
    let mut game = open::game(&file, &choices)?;
    if let Some(kept) = kept(Some(&file)) {
        if arguments.says_how() {
            kept.announce();
        } else if let Some(kept) = kept.offer(&mut console)? {
            return resume(&kept, None, &mut console);
        }
    }
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
    let named = u32::try_from(arguments.seats.len()).ok().filter(|n| *n > 0);
    // The fewest players that there can be with those.
    let fewest =
        |named: u32| game.player_counts().iter().copied().filter(|n| *n >= named).min().unwrap_or(named);
    let wanted = arguments.players.or(named.map(fewest));
    let players = open::players(&game, wanted)?;
    let others = match from_menu && players > 1 && arguments.seats.len() < players as usize {
        true => match menu::choose_bots(&mut console)? {
            Some(kind) => kind,
            None => return Ok(()),
        },
        false => BotKind::RANDOM,
    };
    let seats = seats::fill(arguments.seats, others, &game, players)?;
    let seed = arguments.seed.unwrap_or_else(seats::fresh_seed);
    let table = Table { game: &game, file: &file, seats: &seats, players };
    table.play(table.session(seed), &mut console)
}

/// What the matches of one sitting share.
struct Table<'t> {
    game: &'t Arc<Game>,
    file: &'t GamePath,
    seats: &'t [Player],
    players: u32,
}

impl Table<'_> {
    fn session(&self, seed: u64) -> Session {
        let start = Match::start(self.game, self.players, seed);
        let letters = draw::Letters::new(&self.game.board_classes(), self.seats.len());
        Session::new(self.game.name(), start, self.seats.to_vec(), seed, self.file.clone(), letters)
    }

    /// Plays that match, and others as long as somebody wants another.
    fn play(&self, mut session: Session, console: &mut Console) -> CommandResult {
        loop {
            let finish = session.run(console)?;
            ended(finish)?;
            if finish == Finish::Left || !another(&mut session, console)? {
                return Ok(());
            }
            session = self.session(seats::fresh_seed());
        }
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

/// A match that was stopped before its end.
struct Kept {
    file: PathBuf,
    name: String,
    /// How many more there are, in brackets.
    others: String,
    /// What to type to go on with it.
    how: String,
}

impl Kept {
    fn announce(&self) {
        let Kept { name, others, how, .. } = self;
        tell!("a match of {name} was stopped before its end{others}; go on with: {how}");
    }

    /// Offers it to a person; its file, where the person goes on with it.
    fn offer(self, console: &mut Console) -> Result<Option<PathBuf>, Failure> {
        if !console.is_terminal() {
            self.announce();
            return Ok(None);
        }
        console.say(&format!("A match of {} was stopped before its end{}.\n", self.name, self.others))?;
        loop {
            let answer = console.ask("Continue it? [y/N, d deletes it] ")?.unwrap_or_default();
            match answer.to_lowercase().as_str() {
                "y" | "yes" => return Ok(Some(self.file)),
                "d" | "delete" => {
                    write::remove(&self.file)?;
                    return Ok(None);
                }
                "" | "n" | "no" => {
                    console.say(&format!("It stays; go on with: {}\n", self.how))?;
                    return Ok(None);
                }
                _ => console.say("Please answer y, n or d.\n")?,
            }
        }
    }
}

/// The last match that was stopped, of that game where one was named.
fn kept(game: Option<&GamePath>) -> Option<Kept> {
    let mut found = autosave::found();
    found.retain(|(_, saved)| {
        game.is_none_or(|game| saved.file.as_deref().is_some_and(|file| is_of(game, Path::new(file))))
    });
    let (file, saved) = found.first()?;
    let others = match found.len() - 1 {
        0 => String::new(),
        1 => " (one more is kept)".to_owned(),
        n => format!(" ({n} more are kept)"),
    };
    let how = format!("tavola play --resume {}", saved::shown(file.display()));
    let name = saved.game.chars().filter(|c| !c.is_control()).collect();
    Some(Kept { file: file.clone(), name, others, how })
}

/// Whether the file that a kept match names is that game.
fn is_of(game: &GamePath, file: &Path) -> bool {
    let Some(game) = game.on_disk() else { return file == game.shown() };
    let (Ok(game), Ok(file)) = (game.canonicalize(), file.canonicalize()) else { return false };
    // A folder with one game names it, too.
    file == game || file.parent() == Some(&game) || game.parent() == Some(&file)
}

fn resume(path: &Path, game: Option<&GamePath>, console: &mut Console) -> CommandResult {
    let saved = &saved::read(path)?;
    let file = &match game {
        Some(game) => game.clone(),
        None => saved::game_file(saved, path)?,
    };
    let game = open::game_of(saved, file)?;
    let players = saved.players;
    let seats = saved.seats.iter().map(|name| name.parse().map_err(Failure::usage));
    let seats = seats::fill(seats.collect::<Result<_, _>>()?, BotKind::RANDOM, &game, players)?;
    console.say(&menu::summary(game.options()))?;
    let table = Table { game: &game, file, seats: &seats, players };
    let mut session = table.session(saved.seed);
    session
        .resume(&game, saved, path)
        .map_err(|e| Failure::usage(format!("the saved match cannot go on: {}", e.message)))?;
    table.play(session, console)
}

/// Only a person at a terminal is asked for another game, and may save the one that has ended.
fn another(session: &mut Session, console: &mut Console) -> Result<bool, Failure> {
    if !console.is_terminal() {
        return Ok(false);
    }
    loop {
        let answer = console.ask("Another game? [y/N, `save` keeps this one] ")?.unwrap_or_default();
        match answer.to_lowercase().as_str() {
            "y" | "yes" => return Ok(true),
            "" | "n" | "no" | "q" | "quit" => return Ok(false),
            "s" | "save" => session.save(None, console)?,
            _ => match answer.split_once(' ') {
                Some(("save", place)) => session.save(Some(Path::new(place.trim())), console)?,
                _ => console.say("Please answer y or n, or `save`.\n")?,
            },
        }
    }
}
