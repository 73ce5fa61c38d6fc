//! Rules of the house that are read off the sources: which room may know which, and what no room may do.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

/// The floor of each room; an arrow of dependency points to a lower one.
const FLOORS: [(&str, u32); 13] = [
    ("base", 0),
    ("language", 1),
    ("dialects", 2),
    ("bytecode", 2),
    ("compiler", 3),
    ("vm", 3),
    ("engine", 4),
    ("oracle", 4),
    ("project", 5),
    ("lab", 5),
    ("protocol", 6),
    ("cli", 7),
    ("fuzz", 7),
];

/// Other people's code that a room below floor 6 may use.
const SMALL: [&str; 1] = ["codespan-reporting"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rooms() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    let mut rooms: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    rooms.sort();
    rooms
}

fn floor(room: &str) -> u32 {
    let known = FLOORS.iter().find(|(name, _)| *name == room);
    known.unwrap_or_else(|| panic!("give `{room}` a floor in this test and in docs")).1
}

/// The names in a table of `Cargo.toml`, `[dependencies]` or the like.
fn names(manifest: &str, table: &str) -> Vec<String> {
    let header = format!("[{table}]");
    let lines = manifest.lines().skip_while(|l| l.trim() != header).skip(1);
    let lines =
        lines.take_while(|l| !l.starts_with('[')).filter(|l| !l.trim().is_empty() && !l.starts_with('#'));
    lines.map(|l| l.split(['.', '=', ' ']).next().unwrap().to_owned()).collect()
}

fn manifest(room: &str) -> String {
    fs::read_to_string(root().join("crates").join(room).join("Cargo.toml")).unwrap()
}

/// The sources of a room without its tests: path and text.
fn sources(room: &str) -> Vec<(String, String)> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join("crates").join(room).join("src")]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
            let name = entry.file_name().unwrap().to_string_lossy().into_owned();
            if entry.is_dir() && name != "tests" {
                folders.push(entry);
            } else if name.ends_with(".rs") && name != "tests.rs" {
                let text = fs::read_to_string(&entry).unwrap();
                let rules = text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
                found.push((entry.display().to_string(), rules));
            }
        }
    }
    found
}

/// The lines of code, without comments, in which one of the words stands.
fn lines_with(room: &str, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in sources(room) {
        for (i, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            if let Some(word) = words.iter().find(|w| has_word(code, w)) {
                found.push(format!("{path}:{}: `{word}` in `{}`", i + 1, line.trim()));
            }
        }
    }
    found
}

/// Whether a word, or a path such as `std::fs`, stands there and is not part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let bounded =
        |(i, _): (usize, &str)| !text[..i].ends_with(part) && !text[i + word.len()..].starts_with(part);
    text.match_indices(word).any(bounded)
}

#[test]
fn dependencies_point_down() {
    for room in rooms() {
        let manifest = manifest(&room);
        for other in names(&manifest, "dependencies").iter().chain(&names(&manifest, "build-dependencies")) {
            if rooms().contains(other) {
                let inside = floor(&room) == 5 && floor(other) == 4 || floor(other) < floor(&room);
                assert!(inside, "`{room}` must not know `{other}`");
            } else {
                assert!(
                    floor(&room) >= 6 || SMALL.contains(&other.as_str()),
                    "`{room}` is too low for `{other}`"
                );
            }
        }
        assert!(
            ["oracle", "fuzz"].contains(&room.as_str())
                || !names(&manifest, "dependencies").contains(&"oracle".to_owned()),
            "`{room}`: the oracle is for tests and fuzzing alone"
        );
    }
}

#[test]
fn below_project_nothing_reads_files_clocks_or_the_environment() {
    let words = [
        "std::fs",
        "std::env",
        "std::time",
        "std::net",
        "std::process",
        "Instant",
        "SystemTime",
        "File",
        "HashMap",
        "HashSet",
    ];
    for room in rooms().iter().filter(|r| floor(r) < 5) {
        let found = lines_with(room, &words);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn a_match_is_one_value() {
    let words = ["Rc", "RefCell", "Mutex", "RwLock", "AtomicU64", "AtomicUsize", "thread_local", "static"];
    for room in ["vm", "engine"] {
        let found = lines_with(room, &words);
        let found: Vec<&String> = found.iter().filter(|l| !l.contains("'static")).collect();
        assert!(found.is_empty(), "{found:?}");
    }
}

#[test]
fn builtins_never_call_back_into_the_machine() {
    for (path, text) in
        sources("vm").into_iter().filter(|(path, _)| path.contains("/ops/") || path.ends_with("arms.rs"))
    {
        for word in ["Machine", "machine.run", "machine.call"] {
            assert!(!text.contains(word), "{path} speaks of `{word}`");
        }
    }
}

#[test]
fn no_room_below_dialects_can_name_a_dialect() {
    for room in ["base", "language", "bytecode", "compiler", "vm", "engine", "oracle", "lab"] {
        let manifest = manifest(room);
        assert!(!names(&manifest, "dependencies").contains(&"dialects".to_owned()), "{room}");
        let found = lines_with(room, &["dialects", "cge", "ccg", "cards::"]);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

/// Names of games that are also words, or shapes of boards.
const WORDS: [&str; 2] = ["go", "hex"];

#[test]
fn no_rust_code_can_name_a_game() {
    let mut names: Vec<String> = fs::read_dir(root().join("games"))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.retain(|n| !n.contains('.') && !WORDS.contains(&n.as_str()));
    assert!(names.len() >= 6, "{names:?}");
    let camel = |n: &str| n.split('-').map(|w| w[..1].to_uppercase() + &w[1..]).collect::<String>();
    let spellings: Vec<String> =
        names.iter().flat_map(|n| [n.clone(), n.replace('-', "_"), n.replace('-', " "), camel(n)]).collect();
    let cards = [
        "Clubs",
        "Diamonds",
        "Hearts",
        "Spades",
        "Knave",
        "Pawn",
        "Rook",
        "Bishop",
        "en passant",
        "castling",
    ];
    let words: Vec<&str> = spellings.iter().map(String::as_str).chain(cards).collect();
    for room in rooms() {
        let found = lines_with(&room, &words);
        // Help texts show how commands are called, and explanations show programs, with a game as example.
        let example = |l: &&String| ["games/", ".match", "/explain/"].iter().any(|e| l.contains(e));
        let found: Vec<&String> = found.iter().filter(|l| !example(l)).collect();
        assert!(found.is_empty(), "{found:#?}");
    }
}
