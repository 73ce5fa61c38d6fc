//! Which file a path means: a game file, or a folder that holds one game. It reads only beginnings of files.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The deepest folder that is searched for games.
const DEEPEST: usize = 8;

/// What the main file of a folder is usually called.
const USUAL: [&str; 2] = ["game.tgdl", "game.cge"];

/// Why a path names no game file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoGame {
    Missing,
    /// The folder holds no game file.
    None,
    /// The folder holds several.
    Several(Vec<PathBuf>),
}

/// The main file of a path: the file itself, or in a folder `game.tgdl` or `game.cge`, or the only file with a `game`
/// line.
pub(crate) fn main_file(path: &Path) -> Result<PathBuf, NoGame> {
    if !path.is_dir() {
        return if path.exists() { Ok(path.to_path_buf()) } else { Err(NoGame::Missing) };
    }
    for usual in USUAL {
        let usual = path.join(usual);
        if usual.is_file() {
            return Ok(usual);
        }
    }
    let mut games: Vec<PathBuf> = entries(path).into_iter().filter(|p| is_game(p)).collect();
    match games.len() {
        0 => Err(NoGame::None),
        1 => Ok(games.swap_remove(0)),
        _ => Err(NoGame::Several(games)),
    }
}

/// All game files at or below a path, sorted.
pub fn games_below(path: &Path) -> Vec<PathBuf> {
    files_below(path, is_game)
}

/// All files of TGDL at or below a path, sorted; a file itself, whatever it is called.
pub fn sources_below(path: &Path) -> Vec<PathBuf> {
    files_below(path, |p| is_tgdl(p) && p.is_file())
}

fn files_below(path: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let (mut found, mut folders) = (Vec::new(), vec![(path.to_path_buf(), 0)]);
    while let Some((folder, depth)) = folders.pop() {
        for entry in entries(&folder) {
            if entry.is_dir() && !entry.is_symlink() && depth < DEEPEST {
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
    is_source(path) && path.is_file() && title(path).is_some()
}

fn is_source(path: &Path) -> bool {
    is_tgdl(path) || is_sentences(path)
}

fn is_tgdl(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "tgdl")
}

/// Whether it is a file of sentences, which is a game whatever it says first.
fn is_sentences(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "cge")
}

/// The name in the `game` line of a file; None where it has no such line at its beginning.
pub fn title(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.take(16 * 1024).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    if is_sentences(path) { title_in_sentences(&text).or_else(|| stem(path)) } else { title_in(&text) }
}

fn stem(path: &Path) -> Option<String> {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
}

/// The name in the line `game is "Name"`.
fn title_in_sentences(text: &str) -> Option<String> {
    let mut names = text.lines().filter_map(|line| {
        let rest = line.trim().strip_prefix("game")?.trim_start().strip_prefix("is")?;
        rest.trim_start().strip_prefix('"')?.split('"').next()
    });
    names.next().map(str::to_owned)
}

fn title_in(text: &str) -> Option<String> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(comment) = rest.strip_prefix("//") {
        rest = comment.split_once('\n').map_or("", |(_, next)| next).trim_start();
    }
    let text = rest.strip_prefix("game")?.trim_start().strip_prefix('"')?;
    let (mut name, mut characters) = (String::new(), text.chars());
    loop {
        match characters.next()? {
            '"' => return Some(name),
            '\\' => name.push(characters.next()?),
            c => name.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{title_in, title_in_sentences};

    #[test]
    fn a_game_file_begins_with_its_name() {
        assert_eq!(title_in("// a comment\n\ngame \"Chess\";"), Some("Chess".to_owned()));
        assert_eq!(title_in("game \"\\\"Go\\\" \\{9\\}\";"), Some("\"Go\" {9}".to_owned()));
        assert_eq!(title_in("class A { }"), None);
        assert_eq!(title_in("gamete \"x\""), None);
        assert_eq!(title_in(""), None);
    }

    #[test]
    fn a_game_in_sentences_says_its_name_anywhere() {
        assert_eq!(
            title_in_sentences("// x\ngame suitsAre (\"A\")\ngame is \"Whist\"\n"),
            Some("Whist".to_owned())
        );
        assert_eq!(title_in_sentences("game is won by the fewest points"), None);
    }
}
