//! Matches in files. What stands in them is `protocol::Saved`.

use crate::slug::slug;
use crate::stop::Stop;
use protocol::Saved;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

pub(crate) fn read(path: &Path) -> Result<Saved, Stop> {
    let shown = path.display();
    let bad = |why: String| Stop::usage(format!("`{shown}` {why}"));
    let size = fs::metadata(path).map_err(|e| bad(format!("cannot be read: {e}")))?.len();
    if size > MAX_BYTES {
        return Err(bad("is too large for a saved match".to_owned()));
    }
    let text = fs::read_to_string(path).map_err(|e| bad(format!("cannot be read: {e}")))?;
    let value: Value = serde_json::from_str(&text).map_err(|e| bad(format!("is not a saved match: {e}")))?;
    Saved::from_json(&value).map_err(|e| bad(format!("is not a saved match: {}", e.message)))
}

/// The game of a saved match: where it says, or seen from where the file lies.
pub(crate) fn game_file(saved: &Saved, path: &Path) -> Result<PathBuf, Stop> {
    let Some(file) = &saved.file else {
        let why = format!("`{}` does not say where its game is", path.display());
        return Err(Stop::usage(why));
    };
    let file = PathBuf::from(file);
    match path.parent().map(|folder| folder.join(&file)) {
        Some(beside) if !file.exists() => Ok(beside),
        _ => Ok(file),
    }
}

/// Writes a match beside where the command runs, never over another file. Gives the file's name.
pub(crate) fn write(name: &str, saved: &Saved) -> std::io::Result<PathBuf> {
    let slug = slug(name);
    let names = (1..).map(|i| if i == 1 { format!("{slug}.match") } else { format!("{slug}-{i}.match") });
    let text = saved.to_text();
    for name in names.take(1000) {
        match fs::OpenOptions::new().write(true).create_new(true).open(&name) {
            Ok(mut file) => {
                std::io::Write::write_all(&mut file, text.as_bytes())?;
                return Ok(PathBuf::from(name));
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(std::io::Error::other("there are too many saved matches here"))
}
