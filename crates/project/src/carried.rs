//! Games that the program carries inside, file by file, and where a game is: on disk, or there. It knows nothing of what
//! the files say.

use crate::files::{Disk, Files, ReadError, leaves, read_picture, read_text};
use crate::find::{dialect, named_title, title};
use crate::request::Source;
use std::fmt;
use std::path::{Path, PathBuf};

/// Files that are a part of the program, by paths with `/`, such as `games/NAME/game.tgdl`, sorted.
#[derive(Clone, Copy, Default)]
pub struct Carried(&'static [(&'static str, &'static [u8])]);

impl Carried {
    pub const fn new(files: &'static [(&'static str, &'static [u8])]) -> Carried {
        // They are looked up by halves.
        let mut i = 1;
        while i < files.len() {
            assert!(is_before(files[i - 1].0.as_bytes(), files[i].0.as_bytes()), "the files are not sorted");
            i += 1;
        }
        Carried(files)
    }

    /// The games at or below a path, sorted.
    pub fn games_below(self, path: &str) -> Vec<GamePath> {
        let is_below = |name: &str| {
            let rest = name.strip_prefix(path);
            rest.is_some_and(|rest| rest.is_empty() || path.is_empty() || rest.starts_with('/'))
        };
        let is_of_rules = |name: &str| dialect(Path::new(name)).is_some();
        let games = self.0.iter().filter(|(name, _)| is_below(name) && is_of_rules(name));
        let games = games.map(|(path, _)| GamePath::Carried(CarriedGame { files: self, path }));
        games.filter(|game| game.title().is_some()).collect()
    }

    fn bytes(self, path: &str) -> Option<&'static [u8]> {
        let at = self.0.binary_search_by_key(&path, |(name, _)| name).ok()?;
        self.0.get(at).map(|(_, bytes)| *bytes)
    }
}

/// Whether a name stands before another one, found when the program is built.
const fn is_before(one: &[u8], other: &[u8]) -> bool {
    let mut i = 0;
    while i < one.len() && i < other.len() {
        if one[i] != other[i] {
            return one[i] < other[i];
        }
        i += 1;
    }
    one.len() < other.len()
}

impl fmt::Debug for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Carried({} files)", self.0.len())
    }
}

/// A game that the program carries; as [`Files`] it is the folder of its main file.
#[derive(Clone, Copy, Debug)]
pub struct CarriedGame {
    files: Carried,
    /// Of its main file.
    path: &'static str,
}

impl CarriedGame {
    fn split(&self) -> (&'static str, &'static str) {
        self.path.rsplit_once('/').unwrap_or(("", self.path))
    }

    pub(crate) fn main(&self) -> &'static str {
        self.split().1
    }

    fn bytes(&self, path: &str) -> Result<&'static [u8], ReadError> {
        if leaves(path) {
            return Err(ReadError::Outside);
        }
        self.files.bytes(&self.shown(path)).ok_or(ReadError::Missing)
    }

    fn text(&self, path: &str) -> Result<&'static str, ReadError> {
        std::str::from_utf8(self.bytes(path)?).map_err(|e| ReadError::NotUtf8(e.valid_up_to()))
    }
}

impl Files for CarriedGame {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        self.text(path).map(str::to_owned)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let prefix = if folder.is_empty() { self.shown("") } else { self.shown(folder) + "/" };
        let inside = self.files.0.iter().filter_map(|(path, _)| path.strip_prefix(&*prefix));
        inside.filter(|name| !name.contains('/')).map(str::to_owned).collect()
    }

    fn shown(&self, path: &str) -> String {
        let (folder, _) = self.split();
        if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
    }
}

/// Where a game is.
#[derive(Clone, Debug)]
pub enum GamePath {
    /// A game file, or a folder that holds one game.
    Disk(PathBuf),
    Carried(CarriedGame),
}

impl From<&Path> for GamePath {
    fn from(path: &Path) -> GamePath {
        GamePath::Disk(path.to_path_buf())
    }
}

impl<'a> From<&'a GamePath> for Source<'a> {
    fn from(path: &'a GamePath) -> Source<'a> {
        match path {
            GamePath::Disk(path) => Source::Path(path),
            GamePath::Carried(game) => Source::Files(game, game.main()),
        }
    }
}

/// As people read it.
impl fmt::Display for GamePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown().display().fmt(f)
    }
}

impl GamePath {
    /// As people read it. What the program carries is not to be looked for there.
    pub fn shown(&self) -> &Path {
        match self {
            GamePath::Disk(path) => path,
            GamePath::Carried(game) => Path::new(game.path),
        }
    }

    /// The path on disk; None of a game that the program carries.
    pub fn on_disk(&self) -> Option<&Path> {
        match self {
            GamePath::Disk(path) => Some(path),
            GamePath::Carried(_) => None,
        }
    }

    /// The name of the game that a file says it is; None where it is a library.
    pub fn title(&self) -> Option<String> {
        match self {
            GamePath::Disk(path) => title(path),
            GamePath::Carried(game) => named_title(Path::new(game.path), game.text(game.main()).ok()?),
        }
    }

    /// A picture in the folder of a game file, by the path that a look names it by.
    ///
    /// # Errors
    /// There is none, it is no picture by its name, lies elsewhere, or is too large.
    pub fn picture(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        match self {
            GamePath::Disk(game) => read_picture(game.parent().ok_or(ReadError::Missing)?, path),
            GamePath::Carried(game) if language::look::is_picture(path) => {
                game.bytes(path).map(<[u8]>::to_vec)
            }
            GamePath::Carried(_) => Err(ReadError::Missing),
        }
    }

    /// A text of at most so many bytes in the folder of a game file. As with pictures, no link leads out of it.
    pub fn beside(&self, name: &str, most: u64) -> Result<String, ReadError> {
        match self {
            GamePath::Disk(game) => {
                let folder = game.parent().ok_or(ReadError::Missing)?;
                read_text(&Disk::new(folder)?.locate(name)?, most)
            }
            GamePath::Carried(game) => {
                let text = game.text(name)?;
                if text.len() as u64 > most { Err(ReadError::TooLarge(most)) } else { Ok(text.to_owned()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Carried, GamePath};
    use crate::{Files, ReadError, Request, Snapshot, about, open};

    static FILES: Carried = Carried::new(&[
        ("games/four/README.md", b"# Four\n"),
        ("games/four/game.tgdl", b"game \"Four\";\nimport \"more/rules\";\nsetup { players 2; }\n"),
        ("games/four/look.tgdl", b"look game { title it \"Quattro\"; }\n"),
        ("games/four/more/rules.tgdl", b"global class Rules { }\n"),
        ("games/fourteen/game.tgdl", b"game \"Fourteen\";\nsetup { players 2; }\n"),
        ("games/secret.svg", b"\xff"),
    ]);

    fn four() -> GamePath {
        FILES.games_below("games/four").swap_remove(0)
    }

    #[test]
    fn games_are_found_by_their_path_or_a_folder_above() {
        let below = |path: &str| {
            let games = FILES.games_below(path).into_iter();
            games.map(|game| game.to_string()).collect::<Vec<_>>()
        };
        let (four, fourteen) = ("games/four/game.tgdl", "games/fourteen/game.tgdl");
        assert_eq!(below(""), [four, fourteen]);
        assert_eq!(below("games"), [four, fourteen]);
        assert_eq!(below("games/four"), [four]);
        assert_eq!(below(four), [four]);
        assert_eq!(below("games/four/look.tgdl"), [""; 0]);
        assert_eq!(below("games/fo"), [""; 0]);
    }

    #[test]
    fn a_game_inside_is_opened_as_one_on_disk() {
        let four = four();
        assert_eq!(four.title().as_deref(), Some("Four"));
        assert_eq!(about(&four).titles.in_language("it"), Some("Quattro"));
        for loaded in [open(Request::new(&four)), open(Request::new(&Snapshot::of(&four)))] {
            let loaded = loaded.unwrap();
            assert_eq!(loaded.problems, []);
            let shown: Vec<&str> = loaded.sources.files().map(|file| loaded.sources.path(file)).collect();
            assert_eq!(shown, ["games/four/game.tgdl", "games/four/more/rules.tgdl", "games/four/look.tgdl"]);
        }
    }

    #[test]
    fn the_folder_of_a_game_inside_is_not_left() {
        let GamePath::Carried(game) = four() else { panic!("it is inside") };
        assert_eq!(game.list(""), ["README.md", "game.tgdl", "look.tgdl"]);
        assert_eq!(game.list("more"), ["rules.tgdl"]);
        assert_eq!(game.read("more"), Err(ReadError::Missing));
        assert_eq!(game.read("../fourteen/game.tgdl"), Err(ReadError::Outside));
        let path = GamePath::Carried(game);
        assert_eq!(path.picture("../secret.svg"), Err(ReadError::Missing));
        assert_eq!(path.picture("README.md"), Err(ReadError::Missing));
        assert_eq!(path.beside("README.md", 7).as_deref(), Ok("# Four\n"));
        assert_eq!(path.beside("README.md", 6), Err(ReadError::TooLarge(6)));
    }

    #[test]
    fn nothing_beside_a_game_on_disk_leads_out_of_its_folder() {
        let folder = std::env::temp_dir().join(format!("tavola-beside-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("game")).unwrap();
        std::fs::write(folder.join("secret.md"), "secret").unwrap();
        std::fs::write(folder.join("game/README.md"), "# Game\n").unwrap();
        let game = GamePath::Disk(folder.join("game/game.tgdl"));
        assert_eq!(game.beside("README.md", 100).as_deref(), Ok("# Game\n"));
        assert_eq!(game.beside("../secret.md", 100), Err(ReadError::Outside));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.join("secret.md"), folder.join("game/link.md")).unwrap();
            assert_eq!(game.beside("link.md", 100), Err(ReadError::Outside));
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
