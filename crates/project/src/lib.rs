//! From files to a game: finds the main file, reads what it imports, checks and compiles it.
//! It knows neither what a player sees nor how a match runs.

mod compile;
mod files;
mod find;
pub mod library;
mod modules;
mod place;

#[cfg(test)]
mod tests;

pub use files::{Disk, Files, MOST_BYTES, Memory, ReadError};
pub use find::{NoGame, games_below, main_file, title};
pub use modules::Modules;

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

/// Opens a game file, or a folder that holds one game, on disk.
pub fn open(path: &Path) -> Loaded {
    let main = match main_file(path) {
        // Whoever names a link means the file behind it, and what lies beside that.
        Ok(main) if main.is_symlink() => main.canonicalize().unwrap_or(main),
        Ok(main) => main,
        Err(error) => return nothing(path, "missing-file", &why_no_game(path, &error)),
    };
    let folder = main.parent().unwrap_or(Path::new(""));
    let Some(name) = main.file_name().and_then(|n| n.to_str()) else {
        return nothing(path, "missing-file", "the name of the file is not UTF-8");
    };
    match Disk::new(folder) {
        Ok(disk) => load(&disk, name),
        Err(error) => nothing(path, "missing-file", &format!("`{}`: {error}", folder.display())),
    }
}

/// Loads the game whose main file is `main`.
pub fn load(files: &dyn Files, main: &str) -> Loaded {
    let reading = modules::read(files, main);
    let mut loaded = Loaded {
        sources: reading.sources,
        origins: reading.origins,
        problems: reading.problems,
        game: None,
        typed: None,
    };
    compile::compile(&reading.modules, &mut loaded);
    loaded.problems.sort_by(|a, b| (a.span, a.severity, a.code).cmp(&(b.span, b.severity, b.code)));
    loaded.problems.dedup();
    loaded
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
