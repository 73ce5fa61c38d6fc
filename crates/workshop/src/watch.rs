//! Tells when something in the folders of a game changes, however an editor writes. Where the system cannot tell, it says
//! so, and somebody has to look from time to time.

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

pub(crate) struct Watch {
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("folders", &self.folders).finish_non_exhaustive()
    }
}

impl Watch {
    /// `changed` is called from a thread of the watcher, also several times for one change.
    pub(crate) fn new(changed: impl Fn() + Send + 'static) -> Watch {
        let heard = move |event: notify::Result<Event>| {
            // That somebody has read a file changes nothing.
            if !event.is_ok_and(|event| event.kind.is_access()) {
                changed();
            }
        };
        Watch { watcher: notify::recommended_watcher(heard).ok(), folders: BTreeSet::new() }
    }

    /// Watches these folders, and no others any more.
    pub(crate) fn look_at(&mut self, folders: BTreeSet<PathBuf>) {
        let Some(watcher) = &mut self.watcher else { return };
        for gone in self.folders.difference(&folders) {
            // One that was removed is watched no more anyway.
            drop(watcher.unwatch(gone));
        }
        let watch = |folder: &PathBuf| {
            self.folders.contains(folder)
                || watcher.watch(folder.as_path(), RecursiveMode::NonRecursive).is_ok()
        };
        self.folders = folders.into_iter().filter(watch).collect();
    }

    /// Whether changes in a folder are told.
    pub(crate) fn sees(&self, folder: &Path) -> bool {
        self.folders.contains(folder)
    }
}
