//! From files to a game: finds the main file, reads what it imports, checks and compiles it.
//! It knows neither what a player sees nor how a match runs.

mod compile;
mod files;
mod find;
pub mod library;
mod modules;
mod pictures;
mod place;
mod scripts;

#[cfg(test)]
mod tests;

pub use engine::{Choices, Refused};
pub use files::{Disk, Files, MOST_BYTES, Memory, ReadError};
pub use find::{NoGame, games_below, main_file, sources_below, title};
pub use modules::Modules;
pub use scripts::{SCRIPT, script_name, script_place};

use crate::modules::Reading;
use base::{Origins, Problem, SourceMap, Span};
use compiler::typed;
use std::path::Path;
use std::sync::Arc;

/// A game with everything that was found on the way to it.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    pub sources: SourceMap,
    pub origins: Origins,
    /// Sorted by place.
    pub problems: Vec<Problem>,
    /// None where some problem is an error.
    pub game: Option<Arc<engine::Game>>,
    /// None where nothing could be checked.
    pub typed: Option<typed::Game>,
}

impl Loaded {
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(Problem::is_error)
    }
}

/// Opens a game file, or a folder that holds one game, on disk. Its options have their defaults.
pub fn open(path: &Path) -> Loaded {
    found(path).map_or_else(|nothing| *nothing, |(disk, main)| load(&disk, &main))
}

/// Like [`open`], with values chosen for the options. Of the rule tests only those are there that choose the same.
///
/// # Errors
/// The first choice that no option allows.
pub fn open_with(path: &Path, choices: &Choices) -> Result<Loaded, Refused> {
    open_with_scripts(path, choices, &[])
}

/// Like [`open_with`]; each script, statements that set up a position, becomes a rule test, see [`script_name`].
///
/// # Errors
/// The first choice that no option allows.
pub fn open_with_scripts(path: &Path, choices: &Choices, scripts: &[String]) -> Result<Loaded, Refused> {
    match found(path) {
        Ok((disk, main)) => load_with_scripts(&disk, &main, choices, scripts),
        Err(nothing) => Ok(*nothing),
    }
}

/// Like [`open_with`]; the game has coverage probes, the library `std/` aside.
///
/// # Errors
/// The first choice that no option allows.
pub fn open_with_probes(path: &Path, choices: &Choices) -> Result<Loaded, Refused> {
    match found(path) {
        Ok((disk, main)) => load_with_probes(&disk, &main, choices),
        Err(nothing) => Ok(*nothing),
    }
}

/// Like [`open_with_probes`], from any files.
///
/// # Errors
/// The first choice that no option allows.
pub fn load_with_probes(files: &dyn Files, main: &str, choices: &Choices) -> Result<Loaded, Refused> {
    let mut reading = modules::read(files, main);
    reading.probed = true;
    compile::load_with(reading, choices, &[])
}

/// Like [`open`], and tells the errors too that show only for other values of the options, which are tried at their
/// ends.
pub fn examine(path: &Path) -> Loaded {
    found(path).map_or_else(|nothing| *nothing, |(disk, main)| examine_files(&disk, &main))
}

/// The TGDL that the main file of a game means, laid out; it is None where something is wrong. With it what was read.
pub fn expand(path: &Path) -> (Option<String>, Loaded) {
    match found(path) {
        Ok((disk, main)) => expand_files(&disk, &main),
        Err(nothing) => (None, *nothing),
    }
}

/// Like [`expand`], from any files.
pub fn expand_files(files: &dyn Files, main: &str) -> (Option<String>, Loaded) {
    let reading = modules::read_alone(files, main);
    let is_sound = !reading.problems.iter().any(Problem::is_error);
    let printed = reading.modules.all.first().filter(|_| is_sound).map(language::print);
    let text = printed.map(|text| dialects::tgdl::format(&text).unwrap_or(text));
    let Reading { sources, origins, problems, .. } = reading;
    (text, Loaded { sources, origins, problems, ..Loaded::default() })
}

/// Loads the game whose main file is `main`.
pub fn load(files: &dyn Files, main: &str) -> Loaded {
    compile::load(modules::read(files, main))
}

/// Like [`open_with`], from any files.
///
/// # Errors
/// The first choice that no option allows.
pub fn load_with(files: &dyn Files, main: &str, choices: &Choices) -> Result<Loaded, Refused> {
    load_with_scripts(files, main, choices, &[])
}

/// Like [`open_with_scripts`], from any files.
///
/// # Errors
/// The first choice that no option allows.
pub fn load_with_scripts(
    files: &dyn Files,
    main: &str,
    choices: &Choices,
    scripts: &[String],
) -> Result<Loaded, Refused> {
    compile::load_with(modules::read(files, main), choices, scripts)
}

/// Like [`examine`], from any files.
pub fn examine_files(files: &dyn Files, main: &str) -> Loaded {
    compile::examine(modules::read(files, main))
}

/// The folder of a game and its main file there; otherwise what is said instead of a game.
fn found(path: &Path) -> Result<(Disk, String), Box<Loaded>> {
    let missing = |why: &str| Box::new(nothing(path, "missing-file", why));
    let main = match main_file(path) {
        // Whoever names a link means the file behind it, and what lies beside that.
        Ok(main) if main.is_symlink() => main.canonicalize().unwrap_or(main),
        Ok(main) => main,
        Err(error) => return Err(missing(&why_no_game(path, &error))),
    };
    let folder = main.parent().unwrap_or(Path::new(""));
    let Some(name) = main.file_name().and_then(|n| n.to_str()) else {
        return Err(missing("the name of the file is not UTF-8"));
    };
    match Disk::new(folder) {
        Ok(disk) => Ok((disk, name.to_owned())),
        Err(error) => Err(missing(&format!("`{}`: {error}", folder.display()))),
    }
}

fn why_no_game(path: &Path, error: &NoGame) -> String {
    let shown = path.display();
    match error {
        NoGame::Missing => format!("there is no file or folder `{shown}`"),
        NoGame::None => format!("no game in `{shown}`: no file there begins with `game \"Name\";`"),
        NoGame::Several(all) => {
            let names: Vec<String> = all.iter().map(|p| format!("`{}`", p.display())).collect();
            format!("`{shown}` holds several games, name one: {}", names.join(", "))
        }
    }
}

/// A problem that has no text to point at.
fn nothing(path: &Path, code: &'static str, message: &str) -> Loaded {
    let mut loaded = Loaded::default();
    let file = loaded.sources.add(path.display().to_string(), "");
    loaded.problems.push(Problem::error(code, Span { file, start: 0, end: 0 }, message));
    loaded
}
