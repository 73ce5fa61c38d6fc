//! Rules of the house that are read off the sources: which krate may know which, and what no krate may do.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

/// The layer of each krate; an arrow of dependency points to a lower one.
const LAYERS: [(&str, u32); 14] = [
    ("base", 0),
    ("language", 1),
    ("dialects", 2),
    ("bytecode", 2),
    ("compiler", 3),
    ("vm", 3),
    ("engine", 4),
    ("oracle", 4),
    ("project", 5),
    ("bots", 5),
    ("lab", 6),
    ("protocol", 6),
    ("cli", 7),
    ("fuzz", 7),
];

/// Other people's code that a krate below layer 6 may use.
const SMALL: [&str; 1] = ["codespan-reporting"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn crates() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    let mut crates: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    crates.sort();
    crates
}

fn layer(krate: &str) -> u32 {
    let known = LAYERS.iter().find(|(name, _)| *name == krate);
    known.unwrap_or_else(|| panic!("give `{krate}` a layer in this test and in docs")).1
}

/// The names in a table of `Cargo.toml`, `[dependencies]` or the like.
fn names(manifest: &str, table: &str) -> Vec<String> {
    let header = format!("[{table}]");
    let lines = manifest.lines().skip_while(|l| l.trim() != header).skip(1);
    let lines =
        lines.take_while(|l| !l.starts_with('[')).filter(|l| !l.trim().is_empty() && !l.starts_with('#'));
    lines.map(|l| l.split(['.', '=', ' ']).next().unwrap().to_owned()).collect()
}

fn manifest(krate: &str) -> String {
    fs::read_to_string(root().join("crates").join(krate).join("Cargo.toml")).unwrap()
}

/// The sources of a krate without its tests: path and text.
fn sources(krate: &str) -> Vec<(String, String)> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join("crates").join(krate).join("src")]);
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
fn lines_with(krate: &str, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in sources(krate) {
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
    for krate in crates() {
        let manifest = manifest(&krate);
        for other in names(&manifest, "dependencies").iter().chain(&names(&manifest, "build-dependencies")) {
            if crates().contains(other) {
                let inside = layer(&krate) == 5 && layer(other) == 4 || layer(other) < layer(&krate);
                assert!(inside, "`{krate}` must not know `{other}`");
            } else {
                assert!(
                    layer(&krate) >= 6 || SMALL.contains(&other.as_str()),
                    "`{krate}` is too low for `{other}`"
                );
            }
        }
        assert!(
            ["oracle", "fuzz"].contains(&krate.as_str())
                || !names(&manifest, "dependencies").contains(&"oracle".to_owned()),
            "`{krate}`: the oracle is for tests and fuzzing alone"
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
    for krate in crates().iter().filter(|r| layer(r) < 5) {
        let found = lines_with(krate, &words);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn a_match_is_one_value() {
    let words = ["Rc", "RefCell", "Mutex", "RwLock", "AtomicU64", "AtomicUsize", "thread_local", "static"];
    for krate in ["vm", "engine"] {
        let found = lines_with(krate, &words);
        let found: Vec<&String> = found.iter().filter(|l| !l.contains("'static")).collect();
        assert!(found.is_empty(), "{found:?}");
    }
}

#[test]
fn bots_see_no_more_than_their_seat() {
    // These files stand between the match and the bots.
    let doors = ["/decision.rs", "/imagined.rs"];
    let words = ["Match", "Record", "Playout", "Game", "open_copy", "view_all"];
    let found: Vec<String> = lines_with("bots", &words)
        .into_iter()
        .filter(|line| !doors.iter().any(|d| line.contains(d)))
        .collect();
    assert!(found.is_empty(), "{found:#?}");
    for krate in ["lab", "protocol", "cli", "fuzz", "project"] {
        let found = lines_with(krate, &["open_copy"]);
        assert!(found.is_empty(), "only `bots::Imagined` is made from a match: {found:#?}");
    }
}

#[test]
fn builtins_never_call_back_into_the_machine() {
    for (path, text) in sources("vm")
        .into_iter()
        .filter(|(path, _)| path.contains("/ops/") || path.ends_with("slow_paths.rs"))
    {
        for word in ["Machine", "machine.run", "machine.call"] {
            assert!(!text.contains(word), "{path} speaks of `{word}`");
        }
    }
}

#[test]
fn no_room_below_dialects_can_name_a_dialect() {
    for krate in ["base", "language", "bytecode", "compiler", "vm", "engine", "oracle", "bots", "lab"] {
        let manifest = manifest(krate);
        assert!(!names(&manifest, "dependencies").contains(&"dialects".to_owned()), "{krate}");
        let found = lines_with(krate, &["dialects", "cge", "ccg", "cards::"]);
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
    for krate in crates() {
        let found = lines_with(&krate, &words);
        // Help texts show how commands are called, and explanations show programs, with a game as example.
        let example = |l: &&String| ["games/", ".match", "/explain/"].iter().any(|e| l.contains(e));
        let found: Vec<&String> = found.iter().filter(|l| !example(l)).collect();
        assert!(found.is_empty(), "{found:#?}");
    }
}
