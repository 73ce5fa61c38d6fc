//! The sources of a game as they were when they were first read, so that a session which opens its game again, with
//! other options or with scripts, plays the rules that it began with. It knows nothing of what the files say.

use crate::carried::{CarriedGame, GamePath};
use crate::files::{Disk, Files, ReadError};
use crate::request::{Source, locate};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A game whose every file is read once.
#[derive(Debug)]
pub struct Snapshot {
    path: PathBuf,
    /// The files of the game and its main file; None where the path names no game.
    found: Option<(Folder, String)>,
    read: Mutex<Seen>,
}

#[derive(Debug)]
enum Folder {
    Disk(Disk),
    Carried(CarriedGame),
}

impl Folder {
    fn files(&self) -> &dyn Files {
        match self {
            Folder::Disk(disk) => disk,
            Folder::Carried(game) => game,
        }
    }
}

/// What was read, and what was found missing.
#[derive(Debug, Default)]
struct Seen {
    texts: BTreeMap<String, Result<String, ReadError>>,
    folders: BTreeMap<String, Vec<String>>,
}

impl Snapshot {
    /// Reads nothing yet: the first game that is opened from it does.
    pub fn new(path: &Path) -> Snapshot {
        Snapshot { path: path.to_path_buf(), found: locate(path).ok().map(on_disk), read: Mutex::default() }
    }

    /// Of a game that may be inside the program.
    pub fn of(path: &GamePath) -> Snapshot {
        match path {
            GamePath::Disk(path) => Snapshot::new(path),
            GamePath::Carried(game) => Snapshot {
                path: path.shown().to_path_buf(),
                found: Some((Folder::Carried(*game), game.main().to_owned())),
                read: Mutex::default(),
            },
        }
    }

    /// What a [`Request`](crate::Request) opens.
    pub fn source(&self) -> Source<'_> {
        match &self.found {
            Some((_, main)) => Source::Files(self, main),
            None => Source::Path(&self.path),
        }
    }

    fn once<T: Clone>(
        &self,
        path: &str,
        kept: impl Fn(&mut Seen) -> &mut BTreeMap<String, T>,
        read: impl FnOnce(&dyn Files) -> T,
        otherwise: T,
    ) -> T {
        let (Some((folder, _)), Ok(mut seen)) = (&self.found, self.read.lock()) else { return otherwise };
        kept(&mut seen).entry(path.to_owned()).or_insert_with(|| read(folder.files())).clone()
    }
}

impl Files for Snapshot {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        self.once(path, |seen| &mut seen.texts, |files| files.read(path), Err(ReadError::Missing))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.once(folder, |seen| &mut seen.folders, |files| files.list(folder), Vec::new())
    }

    fn shown(&self, path: &str) -> String {
        self.found.as_ref().map_or_else(|| path.to_owned(), |(folder, _)| folder.files().shown(path))
    }
}

fn on_disk((disk, main): (Disk, String)) -> (Folder, String) {
    (Folder::Disk(disk), main)
}
