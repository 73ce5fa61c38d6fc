//! The sources of a game as they were when they were first read, so that a session which opens its game again, with
//! other options or with scripts, plays the rules that it began with. It knows nothing of what the files say.

use crate::files::{Disk, Files, ReadError};
use crate::request::{Source, locate};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A game on disk whose every file is read once.
#[derive(Debug)]
pub struct Snapshot {
    path: PathBuf,
    /// The files of the game and its main file; None where the path names no game.
    found: Option<(Disk, String)>,
    read: Mutex<Seen>,
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
        Snapshot { path: path.to_path_buf(), found: locate(path).ok(), read: Mutex::default() }
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
        read: impl FnOnce(&Disk) -> T,
        otherwise: T,
    ) -> T {
        let (Some((disk, _)), Ok(mut seen)) = (&self.found, self.read.lock()) else { return otherwise };
        kept(&mut seen).entry(path.to_owned()).or_insert_with(|| read(disk)).clone()
    }
}

impl Files for Snapshot {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        self.once(path, |seen| &mut seen.texts, |disk| disk.read(path), Err(ReadError::Missing))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.once(folder, |seen| &mut seen.folders, |disk| disk.list(folder), Vec::new())
    }

    fn shown(&self, path: &str) -> String {
        self.found.as_ref().map_or_else(|| path.to_owned(), |(disk, _)| disk.shown(path))
    }
}
