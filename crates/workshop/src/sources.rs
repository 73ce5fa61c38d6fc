//! The files of a game as they are now: each is read once, under its path below the game's folder, and texts that nobody
//! has saved yet may stand for some of them. Where a file may be written, and whether it is still as somebody saw it,
//! is told here; nothing is written.

use project::{Files, MAX_BYTES, ReadError, Snapshot, Source, read_text};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// More files than these are not listed.
const MAX_LISTED: usize = 200;

/// Where the rule tests of a game may lie, besides its own folder.
const TESTS: &str = "tests";

/// All that was read of a game at one moment.
#[derive(Debug)]
pub struct Sources {
    path: PathBuf,
    /// The folder that holds all files of the game.
    folder: PathBuf,
    snapshot: Snapshot,
    drafts: BTreeMap<String, String>,
}

/// A file as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Below the folder of the game, with `/`.
    pub path: String,
    pub text: Result<String, ReadError>,
}

impl Kept {
    /// Tells texts apart; None where there is none.
    pub fn hash(&self) -> Option<String> {
        self.text.as_ref().ok().map(|text| hash(text))
    }
}

pub(crate) fn hash(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Why a file may not be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Forbidden {
    /// It lies elsewhere, or is no file of a game.
    Outside,
    /// The folder that it would lie in is not there.
    NoFolder,
    /// It is not as somebody saw it; as it is now.
    Changed(Option<String>),
}

impl Sources {
    /// Reads nothing yet.
    pub fn new(path: &Path) -> Sources {
        // Also of a file or a folder that is gone.
        let is_file = path.is_file() || !path.is_dir() && project::dialect(path).is_some();
        let folder = if is_file { path.parent() } else { Some(path) };
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Sources {
            path: path.to_path_buf(),
            folder: folder.to_path_buf(),
            snapshot: Snapshot::new(path),
            drafts: BTreeMap::new(),
        }
    }

    /// The same with another text for a file.
    #[must_use]
    pub fn with_draft(mut self, path: &str, text: String) -> Sources {
        self.drafts.insert(path.to_owned(), text);
        self
    }

    /// What is opened: the path itself where it names no game, so that this is reported.
    pub fn source(&self) -> Source<'_> {
        match self.main() {
            Some(main) => Source::Files(self, main),
            None => Source::Path(&self.path),
        }
    }

    /// The main file; None where the path names no game.
    pub fn main(&self) -> Option<&str> {
        if let Source::Files(_, main) = self.snapshot.source() { Some(main) } else { None }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The files of the game: those that `read` names, and whatever else in the folder is of a game.
    pub fn kept<'a>(&self, read: impl Iterator<Item = &'a str>) -> Vec<Kept> {
        let below = |name: String| format!("{TESTS}/{name}");
        let beside = self.list("").into_iter().chain(self.list(TESTS).into_iter().map(below));
        let main = self.main().unwrap_or_default().to_owned();
        let read: BTreeSet<String> = read.map(str::to_owned).collect();
        let mut paths: Vec<String> = read.iter().cloned().chain(beside).collect();
        paths.retain(|path| is_of_a_game(path) && !path.starts_with("std/"));
        // Whatever is left out is not what the game is made of.
        paths.sort_by_cached_key(|path| (*path != main, !read.contains(path), path.clone()));
        paths.dedup();
        paths.truncate(MAX_LISTED);
        paths.sort_by_cached_key(|path| (*path != main, path.clone()));
        paths.into_iter().map(|path| Kept { text: self.read(&path), path }).collect()
    }

    /// Where a file of the game may be written that was, when somebody looked at it, as that hash says; None for one that
    /// was not there.
    pub(crate) fn writable(&self, path: &str, seen: Option<&str>) -> Result<PathBuf, Forbidden> {
        let is_plain = !path.starts_with('/')
            && !path.contains(|c: char| matches!(c, '\\' | ':') || c.is_control() || base::turns(c))
            && path.split('/').all(|piece| !piece.is_empty() && !piece.starts_with('.'));
        if !is_plain || !is_of_a_game(path) {
            return Err(Forbidden::Outside);
        }
        let place = self.folder.join(path);
        let outside = |_| Forbidden::Outside;
        let folder = self.folder.canonicalize().map_err(outside)?;
        // Of a file that is not there, its folder must be.
        let (there, is_new) = match place.symlink_metadata() {
            Ok(_) => (place.canonicalize().map_err(outside)?, false),
            Err(_) => {
                let parent = place.parent().unwrap_or(&folder);
                if parent.symlink_metadata().is_err() {
                    return Err(Forbidden::NoFolder);
                }
                (parent.canonicalize().map_err(outside)?, true)
            }
        };
        if !there.starts_with(&folder) {
            return Err(Forbidden::Outside);
        }
        let now = if is_new { None } else { read_text(&there, MAX_BYTES).ok() };
        let is_same = now.as_deref().map(hash).as_deref() == seen && (is_new || now.is_some());
        if is_same { Ok(if is_new { place } else { there }) } else { Err(Forbidden::Changed(now)) }
    }
}

fn is_of_a_game(path: &str) -> bool {
    project::dialect(Path::new(path)).is_some()
}

impl Files for Sources {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        match self.drafts.get(path) {
            Some(draft) => Ok(draft.clone()),
            None => self.snapshot.read(path),
        }
    }

    /// With files that nobody has saved yet.
    fn list(&self, folder: &str) -> Vec<String> {
        let mut all = self.snapshot.list(folder);
        let drafts = self.drafts.keys().filter_map(|path| {
            let (of, name) = path.rsplit_once('/').unwrap_or(("", path));
            (of == folder).then_some(name)
        });
        all.extend(drafts.map(str::to_owned));
        all.sort();
        all.dedup();
        all
    }
}
