//! Which file a path means: a game file, or a folder that holds one game. It reads only beginnings of files.

use dialects::Dialect;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The deepest folder that is searched for games.
const MAX_DEPTH: usize = 8;

/// What the main file of a folder is usually called, in the order in which they are looked for.
pub(crate) fn usual_mains() -> impl Iterator<Item = String> {
    dialects::ALL.iter().map(Dialect::main_file)
}

/// Why a path names no game file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoGame {
    Missing,
    /// The folder holds no game file.
    None,
    /// The folder holds several.
    Several(Vec<PathBuf>),
    /// What should be the main file is a link that leads out of the folder.
    Outside(PathBuf),
}

/// The main file of a path: the file itself, or in a folder one that is called `game` with the ending of a dialect, or
/// the only file there that is a game.
pub(crate) fn main_file(path: &Path) -> Result<PathBuf, NoGame> {
    if !path.is_dir() {
        return if path.exists() { Ok(path.to_path_buf()) } else { Err(NoGame::Missing) };
    }
    for usual in usual_mains() {
        let usual = path.join(usual);
        if usual.is_file() {
            return if stays_in(path, &usual) { Ok(usual) } else { Err(NoGame::Outside(usual)) };
        }
    }
    let mut games: Vec<PathBuf> =
        entries(path).into_iter().filter(|p| stays_in(path, p) && is_game(p)).collect();
    match games.len() {
        0 => Err(NoGame::None),
        1 => Ok(games.swap_remove(0)),
        _ => Err(NoGame::Several(games)),
    }
}

/// Whether an entry of a folder lies in it. A link may lead out of it; whoever wants that file names it.
fn stays_in(folder: &Path, entry: &Path) -> bool {
    !entry.is_symlink()
        || matches!((folder.canonicalize(), entry.canonicalize()), (Ok(f), Ok(e)) if e.starts_with(&f))
}

/// All game files at or below a path, sorted. Links are not followed.
pub fn games_below(path: &Path) -> Vec<PathBuf> {
    files_below(path, is_game)
}

/// The game files in the current folder and in those right below it, but for one that is called like `but`, sorted. Links
/// are not followed.
pub fn games_here(but: &str) -> Vec<PathBuf> {
    let here = || entries(Path::new(".")).into_iter().filter(|entry| !entry.is_symlink());
    let folders = here().filter(|entry| entry.is_dir() && entry.file_name().is_some_and(|name| name != but));
    let below = folders.flat_map(|folder| entries(&folder)).filter(|entry| !entry.is_symlink());
    let mut found: Vec<PathBuf> = here().chain(below).filter(|entry| is_game(entry)).collect();
    found.sort();
    found.into_iter().map(|path| path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path)).collect()
}

/// The files of that ending in the folder of a game and in those right below it, sorted. Links are not followed.
pub fn files_beside(game: &Path, ending: &str) -> Vec<PathBuf> {
    let folder = game.parent().unwrap_or(Path::new(""));
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let those = entries(here).into_iter().filter(|entry| !entry.is_symlink());
    let (folders, mut found): (Vec<PathBuf>, Vec<PathBuf>) = those.partition(|entry| entry.is_dir());
    found
        .extend(folders.iter().flat_map(|folder| entries(folder)).filter(|e| e.is_file() && !e.is_symlink()));
    found.retain(|path| path.extension().is_some_and(|e| e == ending));
    found.sort();
    found.into_iter().map(|path| path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path)).collect()
}

/// All files at or below a path whose dialect has a layout, sorted, and no links; a file itself, whatever it is called.
pub fn formatted_below(path: &Path) -> Vec<PathBuf> {
    files_below(path, |p| dialect(p).is_some_and(|d| d.format.is_some()) && p.is_file())
}

/// The dialect of a file, as its ending says.
pub fn dialect(path: &Path) -> Option<&'static Dialect> {
    dialects::of(path.file_name()?.to_str()?)
}

fn files_below(path: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let (mut found, mut folders) = (Vec::new(), vec![(path.to_path_buf(), 0)]);
    while let Some((folder, depth)) = folders.pop() {
        for entry in entries(&folder) {
            // What a link inside of the folder leads to is found where it lies.
            if entry.is_symlink() {
                continue;
            }
            if entry.is_dir() && depth < MAX_DEPTH {
                folders.push((entry, depth + 1));
            } else if wanted(&entry) {
                found.push(entry);
            }
        }
    }
    found.sort();
    found
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|e| e.path()).collect();
    paths.retain(|p| p.file_name().is_some_and(|n| !n.to_string_lossy().starts_with('.')));
    paths.sort();
    paths
}

fn is_game(path: &Path) -> bool {
    dialect(path).is_some() && path.is_file() && title(path).is_some()
}

/// The name of the game that a file says it is; None where it is a library.
pub fn title(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.take(16 * 1024).read_to_end(&mut bytes).ok()?;
    named_title(path, &String::from_utf8_lossy(&bytes))
}

/// The same of a file with that path and a text that begins so.
pub(crate) fn named_title(path: &Path, text: &str) -> Option<String> {
    let dialect = dialect(path).unwrap_or(dialects::DEFAULT);
    let nameless = || if dialect.has_libraries { None } else { stem(path) };
    (dialect.title)(text).or_else(nameless)
}

fn stem(path: &Path) -> Option<String> {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
}
