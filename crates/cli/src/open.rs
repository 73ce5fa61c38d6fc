//! Opens games for commands: problems go to the standard error output, and only a sound game comes back.

use crate::failure::Failure;
use crate::problems;
use base::Problem;
use engine::{Choices, Game, OptionError};
use project::{GamePath, Loaded, Request, Snapshot};
use protocol::Saved;
use std::sync::Arc;

/// `--option size=7`, as often as needed.
#[derive(clap::Args, Default)]
pub(crate) struct Chosen {
    /// Another value for an option or parameter of the game
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = choice)]
    options: Vec<(String, String)>,
}

impl Chosen {
    pub(crate) fn is_any(&self) -> bool {
        !self.options.is_empty()
    }

    /// As they may be typed again.
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        self.options.iter().map(|(name, value)| {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            match value.chars().all(plain) {
                true => format!("--option {name}={value}"),
                false => format!("--option '{name}={}'", value.replace('\'', "'\\''")),
            }
        })
    }

    pub(crate) fn choices(&self) -> Choices {
        self.options.iter().fold(Choices::default(), |all, (name, value)| all.with(name, value))
    }
}

fn choice(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err("write it as `name=value`".to_owned()),
    }
}

/// Opens a game whose rules must be sound, with values chosen for its options.
pub(crate) fn game(path: &GamePath, choices: &Choices) -> Result<Arc<Game>, Failure> {
    sound_rules(path, Request::new(path).choices(choices))
}

/// As [`game`], with a name for its rules.
pub(crate) fn with_named_rules(path: &GamePath, choices: &Choices) -> Result<Arc<Game>, Failure> {
    sound_rules(path, Request::new(path).choices(choices).with_named_rules())
}

/// As [`game`] with the defaults of its options, from sources that are read once.
pub(crate) fn snapshot(sources: &Snapshot, path: &GamePath) -> Result<Arc<Game>, Failure> {
    sound_rules(path, Request::new(sources))
}

/// The game of a saved match, which lies there, with what the match was played with.
pub(crate) fn game_of(saved: &Saved, path: &GamePath) -> Result<Arc<Game>, Failure> {
    let scripts = saved.scripts();
    let game = sound_rules(path, Request::new(path).choices(&saved.options).scripts(&scripts))?;
    saved.check_game(game.name()).map_err(|e| Failure::usage(e.message))?;
    players(&game, Some(saved.players))?;
    Ok(game)
}

/// As [`game`], with coverage probes. What only rule tests use is no part of the rules, so they are read, unless they have
/// mistakes.
pub(crate) fn with_probes(path: &GamePath, choices: &Choices) -> Result<Arc<Game>, Failure> {
    let request = Request::new(path).choices(choices).with_probes();
    let loaded = project::open(request.clone())?;
    if !loaded.has_errors() {
        return few_words(path, loaded);
    }
    let game = sound_rules(path, request)?;
    tell!(
        "the rule tests have mistakes, which `tavola check {path}` shows; what only they use counts as part of the rules"
    );
    Ok(game)
}

/// A game can be played while its tests are being written, and those of a large one take most of the time that compiling
/// it takes, so they are left out.
fn sound_rules(path: &GamePath, request: Request<'_>) -> Result<Arc<Game>, Failure> {
    few_words(path, project::open(request.without_tests())?)
}

/// Warnings are for whoever checks a game: here it is said that there are some.
fn few_words(path: &GamePath, mut loaded: Loaded) -> Result<Arc<Game>, Failure> {
    // What nothing else uses, tests may use.
    const USED_BY_TESTS: [&str; 4] = ["unused-function", "unused-const", "unused-action", "unused-turn"];
    let is_told = |p: &&Problem| !p.is_error() && !USED_BY_TESTS.contains(&p.code);
    let warnings = loaded.problems.iter().filter(is_told).count();
    loaded.problems.retain(Problem::is_error);
    let game = sound(path, Ok(loaded))?;
    match warnings {
        0 => {}
        1 => tell!("one warning, which `tavola check {path}` shows"),
        n => tell!("{n} warnings, which `tavola check {path}` shows"),
    }
    Ok(game)
}

fn sound(path: &GamePath, loaded: Result<Loaded, OptionError>) -> Result<Arc<Game>, Failure> {
    let loaded = loaded?;
    problems::print(&loaded.problems, &loaded.sources);
    match &loaded.game {
        Some(game) => Ok(Arc::clone(game)),
        None if loaded.has_errors() => {
            tell!("{}", problems::summary(&loaded.problems));
            Err(Failure::Problems)
        }
        None => Err(Failure::usage(format!("`{path}` is not a game that can be played"))),
    }
}

/// The number of players: what was asked for, or the fewest.
pub(crate) fn players(game: &Game, wanted: Option<u32>) -> Result<u32, Failure> {
    game.check_players(wanted.unwrap_or(game.players().0)).map_err(Failure::usage)
}
