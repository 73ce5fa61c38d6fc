//! What to open and how: a path or files in memory, values for the options, and what is wanted besides the game.
//! It compiles nothing.

use crate::files::{Disk, Files};
use crate::find::{NoGame, main_file};
use crate::{Choices, Loaded, Snapshot};
use base::{Problem, Span};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Where a game is.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// A game file on disk, or a folder that holds one game.
    Path(&'a Path),
    /// Files from anywhere, and which of them is the main one.
    Files(&'a dyn Files, &'a str),
}

impl<'a> From<&'a Path> for Source<'a> {
    fn from(path: &'a Path) -> Source<'a> {
        Source::Path(path)
    }
}

impl<'a> From<&'a PathBuf> for Source<'a> {
    fn from(path: &'a PathBuf) -> Source<'a> {
        Source::Path(path)
    }
}

impl<'a> From<&'a Snapshot> for Source<'a> {
    fn from(snapshot: &'a Snapshot) -> Source<'a> {
        snapshot.source()
    }
}

impl<'a, F: Files> From<(&'a F, &'a str)> for Source<'a> {
    fn from((files, main): (&'a F, &'a str)) -> Source<'a> {
        Source::Files(files, main)
    }
}

impl Source<'_> {
    /// Calls `read` with the files of the game and its main file, unless the path names none.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&dyn Files, &str) -> T) -> Result<T, Box<Loaded>> {
        match *self {
            Source::Files(files, main) => Ok(read(files, main)),
            Source::Path(path) => {
                let (disk, main) = locate(path).map_err(|why| Box::new(no_game(path, &why)))?;
                Ok(read(&disk, &main))
            }
        }
    }
}

/// What is asked of [`open`](crate::open): the game with the defaults of its options, until more is said.
#[derive(Clone)]
pub struct Request<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) choices: Cow<'a, Choices>,
    pub(crate) scripts: &'a [String],
    pub(crate) has_probes: bool,
    pub(crate) explains_all: bool,
    pub(crate) tries_extremes: bool,
    pub(crate) has_no_tests: bool,
    pub(crate) names_rules: bool,
}

impl<'a> Request<'a> {
    pub fn new(source: impl Into<Source<'a>>) -> Request<'a> {
        Request {
            source: source.into(),
            choices: Cow::default(),
            scripts: &[],
            has_probes: false,
            explains_all: false,
            tries_extremes: false,
            has_no_tests: false,
            names_rules: false,
        }
    }

    /// Values for the options. Of the rule tests only those are there that choose the same.
    #[must_use]
    pub fn choices(self, choices: &'a Choices) -> Request<'a> {
        Request { choices: Cow::Borrowed(choices), ..self }
    }

    /// Statements that set up a position; each script becomes a rule test, see [`script_name`](crate::script_name).
    #[must_use]
    pub fn scripts(self, scripts: &'a [String]) -> Request<'a> {
        Request { scripts, ..self }
    }

    /// Compiles into the game which condition refuses each action, for its author: see `engine::Match::failing`.
    #[must_use]
    pub fn explaining(self) -> Request<'a> {
        Request { explains_all: true, ..self }
    }

    /// Compiles coverage probes into the game, the library `std/` aside.
    #[must_use]
    pub fn with_probes(self) -> Request<'a> {
        Request { has_probes: true, ..self }
    }

    /// Reports the errors, too, that there are only for other values of the options, which are tried at their ends.
    #[must_use]
    pub fn with_extremes(self) -> Request<'a> {
        Request { tries_extremes: true, ..self }
    }

    /// Names the rules also where nothing lies beside the game for bots, see [`engine::Game::rules`].
    #[must_use]
    pub fn with_named_rules(self) -> Request<'a> {
        Request { names_rules: true, ..self }
    }

    /// Leaves the rule tests out, and with them whatever is wrong with them.
    #[must_use]
    pub fn without_tests(self) -> Request<'a> {
        Request { has_no_tests: true, ..self }
    }
}

/// The folder of a game and its main file there, or why there is none.
pub(crate) fn locate(path: &Path) -> Result<(Disk, String), String> {
    let main = match main_file(path) {
        // Whoever names a link means the file behind it, and what lies beside that.
        Ok(main) if main.is_symlink() => main.canonicalize().unwrap_or(main),
        Ok(main) => main,
        Err(error) => return Err(why_no_game(path, &error)),
    };
    let folder = main.parent().unwrap_or(Path::new(""));
    let Some(name) = main.file_name().and_then(|n| n.to_str()) else {
        return Err("the name of the file is not UTF-8".to_owned());
    };
    let disk = Disk::new(folder).map_err(|error| format!("`{}`: {error}", folder.display()))?;
    Ok((disk, name.to_owned()))
}

fn why_no_game(path: &Path, error: &NoGame) -> String {
    let shown = path.display();
    match error {
        NoGame::Missing => format!("there is no file or folder `{shown}`"),
        NoGame::None => format!("no game in `{shown}`: no file there begins with `game \"Name\";`"),
        NoGame::Outside(link) => {
            format!("`{}` is a link that leads out of the folder; name the file itself", link.display())
        }
        NoGame::Several(all) => {
            let names: Vec<String> = all.iter().map(|p| format!("`{}`", p.display())).collect();
            format!("`{shown}` holds several games, name one: {}", names.join(", "))
        }
    }
}

/// A problem that has no text to point at.
fn no_game(path: &Path, message: &str) -> Loaded {
    let mut loaded = Loaded::default();
    let file = loaded.sources.add(path.display().to_string(), "");
    loaded.problems.push(Problem::error("missing-file", Span { file, start: 0, end: 0 }, message));
    loaded
}
