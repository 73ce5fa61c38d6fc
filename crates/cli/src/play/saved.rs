//! Matches in files. What stands in them is `protocol::Saved`.

use super::autosave;
use crate::failure::Failure;
use crate::library;
use crate::slug::slug;
use crate::write::{self, Access};
use project::GamePath;
use protocol::Saved;
use serde_json::Value;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Of so many saved matches in one folder each has a name of its own.
const MAX_NAMES: usize = 1000;

/// Reads a saved match. What is wrong with a file is told without a word of what stands in it: it may be any file.
pub(crate) fn read(path: &Path) -> Result<Saved, Failure> {
    let shown = path.display();
    let text =
        project::read_text(path, MAX_BYTES).map_err(|e| Failure::usage(e.message(&shown.to_string())))?;
    let bad = |why: String| Failure::usage(format!("`{shown}` is not a saved match: {why}"));
    let value: Value = serde_json::from_str(&text)
        .map_err(|e| bad(format!("it is no JSON from line {}, column {} on", e.line(), e.column())))?;
    Saved::from_json(&value).map_err(|e| bad(e.message))
}

/// The game of a saved match: where it says, or seen from where the file lies. A file from anywhere may name only games
/// of the library, which is `games` here, beside the program or inside it, and games that lie beside it.
pub(crate) fn game_file(saved: &Saved, path: &Path) -> Result<GamePath, Failure> {
    let shown = path.display();
    let Some(file) = &saved.file else {
        let why = format!("`{shown}` does not say where its game is; name it with `--game FILE`");
        return Err(Failure::usage(why));
    };
    let game = PathBuf::from(file);
    let places = [folder(path).join(&game), game.clone()];
    let found = places.into_iter().find(|place| may_name_on_disk(path, place));
    found.map(GamePath::Disk).or_else(|| library::carried(&game)).ok_or_else(|| {
        let why = "is neither in `games` nor beside it; name the game with `--game FILE`";
        Failure::usage(format!("`{shown}` is a match of the game `{file}`, which {why}"))
    })
}

/// Whether the match in a file may name that game.
fn may_name(path: &Path, game: &GamePath) -> bool {
    game.on_disk().is_none_or(|game| may_name_on_disk(path, game))
}

fn may_name_on_disk(path: &Path, game: &Path) -> bool {
    let Ok(game) = game.canonicalize() else { return false };
    let folders = library::folders().chain([folder(path).to_path_buf()]);
    let mut real = folders.filter_map(|folder| folder.canonicalize().ok());
    real.any(|folder| game.starts_with(folder)) || autosave::is_kept(path)
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a match into a folder, never over another file. Gives the file's path.
pub(crate) fn write_in(folder: &Path, name: &str, saved: &Saved) -> io::Result<PathBuf> {
    let slug = slug(name);
    let name = |i: usize| if i == 1 { format!("{slug}.match") } else { format!("{slug}-{i}.match") };
    write::create((1..=MAX_NAMES).map(|i| folder.join(name(i))), &saved.to_text(), Access::Usual)
}

/// Writes a match where a person says: into that folder, or as that file, which must not be there yet. A name without an
/// ending of letters gets that of matches.
pub(crate) fn write_at(place: &Path, name: &str, saved: &Saved) -> io::Result<PathBuf> {
    if place.is_dir() {
        return write_in(place, name, saved);
    }
    let has_ending = place.extension().is_some_and(|e| e.to_string_lossy().chars().any(char::is_alphabetic));
    let file =
        if has_ending { place.to_path_buf() } else { PathBuf::from(format!("{}.match", place.display())) };
    write::create(std::iter::once(file), &saved.to_text(), Access::Usual)
}

/// How to go on with a match that was saved.
pub(crate) fn how_to_resume(path: &Path, game: &GamePath) -> String {
    with_game(format!("tavola play --resume {}", shown(path.display())), path, game)
}

/// How to look at a match that was saved.
pub(crate) fn how_to_replay(path: &Path, game: &GamePath) -> String {
    with_game(format!("tavola replay {}", shown(path.display())), path, game)
}

fn with_game(mut line: String, path: &Path, game: &GamePath) -> String {
    if !may_name(path, game) {
        line.push_str(&format!(" --game {}", shown(game)));
    }
    line
}

/// A path as it is typed; one that begins like an option is not taken for one.
pub(crate) fn shown(path: impl Display) -> String {
    let mut path = path.to_string();
    if path.starts_with('-') {
        path.insert_str(0, "./");
    }
    if path.contains(' ') { format!("\"{path}\"") } else { path }
}
