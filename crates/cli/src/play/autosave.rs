//! Matches that were stopped from outside, by Ctrl-C, TERM, HUP or a defect of ours: each is kept in the user's own
//! folder of states and offered at the next start. It does not know how matches are played.

use super::saved;
use crate::slug::slug;
use crate::write::{self, Access};
use engine::Match;
use project::GamePath;
use protocol::Saved;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};

/// The exit code of a program that was stopped by Ctrl-C.
const STOPPED: i32 = 130;

/// More matches than this are not kept at the same time.
const MAX_KEPT: usize = 100;

/// What is needed to save a match, as it stood when somebody last decided.
pub(crate) struct Autosave {
    pub(crate) now: Match,
    pub(crate) scripts: Vec<String>,
    pub(crate) seats: Vec<String>,
    pub(crate) file: GamePath,
    /// The kept match that this one goes on with; its file is the one to be written.
    pub(crate) kept: Option<PathBuf>,
}

impl Autosave {
    fn saved(&self) -> Saved {
        let absolute = |path| std::path::absolute(path).ok();
        let file = self.file.on_disk().and_then(absolute);
        let file = file.unwrap_or_else(|| self.file.shown().to_path_buf());
        Saved {
            file: Some(file.display().to_string()),
            seats: self.seats.clone(),
            ..Saved::with_fingerprint(&self.now, &self.scripts)
        }
    }
}

/// The match that is being played. A signal is the process's, and so is this.
static CURRENT: Mutex<Option<Autosave>> = Mutex::new(None);

/// Keeps the current match whenever the program is told to stop.
pub(crate) fn save_on_signal() -> io::Result<()> {
    let restore = restore_terminal();
    ctrlc::set_handler(move || {
        restore();
        stop()
    })
    .map_err(io::Error::other)
}

/// What gives the terminal the modes back that it has now; a line may be half edited when a signal comes.
#[cfg(unix)]
fn restore_terminal() -> impl Fn() + Send {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    let modes = tcgetattr(io::stdin()).ok();
    move || {
        if let Some(modes) = &modes {
            // Where there is no terminal any more, nothing is to be restored.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, modes);
        }
    }
}

#[cfg(not(unix))]
fn restore_terminal() -> impl Fn() + Send {
    || ()
}

/// Keeps the current match and ends the program.
pub(crate) fn stop() -> ! {
    let message = keep().unwrap_or_default();
    // Nobody may be there any more to read it.
    let _ = writeln!(io::stderr(), "\n{message}");
    process::exit(STOPPED);
}

/// Notes how the current match stands.
pub(crate) fn note(note: Autosave) {
    *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = Some(note);
}

/// The match is over, saved elsewhere, or given up: nothing is to be kept of it, and what was kept goes.
pub(crate) fn forget() {
    let note = CURRENT.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(kept) = note.and_then(|note| note.kept) {
        let _ = write::remove(&kept);
    }
}

/// Writes the current match, if there is one, where the next start looks for it. Gives a line that says where it is,
/// or why it is lost.
pub(crate) fn keep() -> Option<String> {
    // Held until the file is written: a terminal that goes ends the input and sends a signal, and the program must not
    // exit in the middle.
    let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    let note = current.take()?;
    let name = note.now.game().name().to_owned();
    Some(match written(&note, &name) {
        Ok(path) => {
            format!(
                "the match of {name} is kept; go on with: tavola play --resume {}",
                saved::shown(path.display())
            )
        }
        Err(error) => format!("the match of {name} could not be kept: {error}"),
    })
}

fn written(note: &Autosave, name: &str) -> io::Result<PathBuf> {
    let text = note.saved().to_text();
    if let Some(kept) = &note.kept {
        return write::replace(kept, &text).map(|()| kept.clone());
    }
    let folder = folder().ok_or_else(|| io::Error::other("neither XDG_STATE_HOME nor HOME says where"))?;
    write::create_folders(&folder)?;
    let names = (1..=MAX_KEPT).map(|i| folder.join(format!("{}-{i}.match", slug(name))));
    write::create(names, &text, Access::Owner)
}

/// Where stopped matches are kept.
fn folder() -> Option<PathBuf> {
    // A path that is not absolute is to be passed over, says the specification.
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let home = || Some(absolute("HOME").or_else(|| absolute("USERPROFILE"))?.join(".local/state"));
    Some(absolute("XDG_STATE_HOME").or_else(home)?.join("tavola"))
}

/// Whether a file is a kept match: one that the program wrote itself, whose game may lie anywhere.
pub(crate) fn is_kept(path: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    let own = folder().and_then(|folder| real(&folder));
    own.is_some() && real(path).and_then(|p| p.parent().map(Path::to_path_buf)) == own
}

/// The kept matches with their files, the last one first.
pub(crate) fn found() -> Vec<(PathBuf, Saved)> {
    let entries = folder().and_then(|folder| fs::read_dir(folder).ok());
    let files = entries.into_iter().flatten().filter_map(Result::ok).map(|e| e.path());
    let is_match = |path: &PathBuf| path.extension().is_some_and(|e| e == "match");
    let time = |path: &PathBuf| fs::metadata(path).and_then(|m| m.modified()).ok();
    let mut files: Vec<_> = files.filter(is_match).map(|path| (time(&path), path)).collect();
    files.sort_by(|a, b| b.cmp(a));
    files.into_iter().filter_map(|(_, path)| Some((path.clone(), saved::read(&path).ok()?))).collect()
}
