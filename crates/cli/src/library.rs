//! Which games there are: those in a folder of games, or else those that the program carries; and which of them somebody
//! means who says a name. It does not open them.

use crate::failure::Failure;
use clap::builder::{PathBufValueParser, TypedValueParser};
use project::{Carried, GamePath};
use std::path::{Component, Path, PathBuf};

/// Every game of the workspace.
static CARRIED: Carried = Carried::new(include!(concat!(env!("OUT_DIR"), "/games.rs")));

/// What a folder of games is called, and where those lie that the program carries.
pub(crate) const FOLDER: &str = "games";

/// Folders that are searched, and what the program carries besides.
pub(crate) struct Library {
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) carried: Carried,
}

/// The folders that may hold games: here, and beside the program.
pub(crate) fn folders() -> impl Iterator<Item = PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|p| Some(p.parent()?.join(FOLDER)));
    [Some(PathBuf::from(FOLDER)), beside].into_iter().flatten()
}

/// The first of these folders that holds a game, or what the program carries where none does.
pub(crate) fn usual() -> Library {
    match folders().find(|folder| !project::games_below(folder).is_empty()) {
        Some(folder) => Library { folders: vec![folder], carried: Carried::default() },
        None => Library { folders: Vec::new(), carried: CARRIED },
    }
}

impl Library {
    /// Its games, sorted by path.
    pub(crate) fn games(&self) -> Vec<GamePath> {
        let found = self.folders.iter().flat_map(|folder| project::games_below(folder));
        found.map(GamePath::Disk).chain(self.carried.games_below("")).collect()
    }
}

/// The game that a command is given: a path, or a name by which [`find`] finds one.
pub(crate) fn game() -> impl TypedValueParser<Value = GamePath> {
    PathBufValueParser::new().map(find)
}

/// What is there at a path, or else the game of the library that is called so, such as `chess` or `games/chess`: on disk
/// before what the program carries.
fn find(path: PathBuf) -> GamePath {
    if path.exists() {
        return GamePath::Disk(path);
    }
    let Some(name) = name(&path) else { return GamePath::Disk(path) };
    let on_disk = folders().map(|folder| folder.join(name)).find(|place| place.exists());
    on_disk.map(GamePath::Disk).or_else(|| carried(&path)).unwrap_or(GamePath::Disk(path))
}

/// All games at or below a path, or else those of the library that are called so.
pub(crate) fn below(path: &Path) -> Vec<GamePath> {
    let Some(name) = name(path).filter(|_| !path.exists()) else { return below_on_disk(path) };
    let mut found = folders().map(|folder| below_on_disk(&folder.join(name)));
    found.find(|games| !games.is_empty()).unwrap_or_else(|| carried_below(name))
}

/// All games at or below a path.
pub(crate) fn below_on_disk(path: &Path) -> Vec<GamePath> {
    project::games_below(path).into_iter().map(GamePath::Disk).collect()
}

/// The game of the program that a path means, its main file or its folder.
pub(crate) fn carried(path: &Path) -> Option<GamePath> {
    let mut games = carried_below(name(path)?).into_iter();
    games.next().filter(|_| games.next().is_none())
}

/// The path on disk of a game that is to be written to.
pub(crate) fn writable(game: &GamePath) -> Result<&Path, Failure> {
    let is_inside = || {
        Failure::usage(format!(
            "`{game}` is a part of the program, and is not written to; name a game on disk"
        ))
    };
    game.on_disk().ok_or_else(is_inside)
}

/// The path within a folder of games that is meant, with the name of the folder before it or without.
fn name(path: &Path) -> Option<&Path> {
    let name = path.strip_prefix(".").unwrap_or(path);
    let name = name.strip_prefix(FOLDER).unwrap_or(name);
    name.components().all(|part| matches!(part, Component::Normal(_))).then_some(name)
}

fn carried_below(name: &Path) -> Vec<GamePath> {
    let parts = name.components().map(|part| part.as_os_str().to_str());
    let path = std::iter::once(Some(FOLDER)).chain(parts).collect::<Option<Vec<&str>>>();
    path.map_or(Vec::new(), |path| CARRIED.games_below(&path.join("/")))
}
