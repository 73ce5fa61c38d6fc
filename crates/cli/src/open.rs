//! Opens games for commands: problems go to the standard error output, and only a sound game comes back.

use crate::problems;
use crate::stop::Stop;
use engine::Game;
use project::Loaded;
use std::path::Path;
use std::sync::Arc;

/// Opens a game that must be sound. Warnings are told, too.
pub fn game(path: &Path) -> Result<(Arc<Game>, Loaded), Stop> {
    game_with_scripts(path, &[])
}

/// As [`game`], with scripts that set up positions.
pub fn game_with_scripts(path: &Path, scripts: &[String]) -> Result<(Arc<Game>, Loaded), Stop> {
    let loaded = project::open_with_scripts(path, scripts);
    problems::print(&loaded.problems, &loaded.sources)?;
    match loaded.game.clone() {
        Some(game) => Ok((game, loaded)),
        None if loaded.has_errors() => {
            anstream::eprintln!("{}", problems::summary(&loaded.problems));
            Err(Stop::Problems)
        }
        None => Err(Stop::usage(format!("`{}` is not a game that can be played", path.display()))),
    }
}

/// The number of players: what was asked for, or the fewest.
pub fn players(game: &Game, wanted: Option<u32>) -> Result<u32, Stop> {
    let (least, most) = game.players();
    match wanted {
        None => Ok(least),
        Some(n) if (least..=most).contains(&n) => Ok(n),
        Some(n) if least == most => {
            Err(Stop::usage(format!("{} is for {least} players, not {n}", game.name())))
        }
        Some(n) => Err(Stop::usage(format!("{} is for {least} to {most} players, not {n}", game.name()))),
    }
}
