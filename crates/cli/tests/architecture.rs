//! Architecture tests: rules that are read off the manifests and sources, such as which crate may depend on which, and
//! what no crate may do. They know nothing of what the code computes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

/// The layer of each crate; a dependency points to a lower one.
const LAYERS: [(&str, u32); 21] = [
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
    ("draw", 6),
    ("lab", 6),
    ("protocol", 6),
    ("scenarios", 6),
    ("store", 6),
    ("wire", 6),
    ("table", 7),
    ("server", 8),
    ("workshop", 8),
    ("cli", 9),
    ("fuzz", 9),
];

/// The crates that may read files, clocks and the environment, and start threads.
const READ_FILES: [&str; 6] = ["project", "store", "server", "workshop", "cli", "fuzz"];

/// The crates that may write files, and the one file of each that does; whatever a database writes is its own matter.
const WRITERS: [(&str, &str); 2] = [("store", "src/sqlite/files.rs"), ("cli", "src/write.rs")];

/// A word that a rule forbids in a crate, and why it may stand there all the same.
struct Exception {
    of: &'static str,
    word: &'static str,
    #[expect(dead_code, reason = "for people")]
    why: &'static str,
}

/// What the other crates use of time and threads.
const OUTSIDE: [Exception; 7] = [
    Exception { of: "bots", word: "std::time", why: "a bot may be given a time to think" },
    Exception { of: "bots", word: "Instant", why: "a bot may be given a time to think" },
    Exception { of: "bots", word: "std::thread", why: "a bot may be told to search on several threads" },
    Exception { of: "lab", word: "std::time", why: "a report says how many matches a second it took" },
    Exception { of: "lab", word: "Instant", why: "a report says how many matches a second it took" },
    Exception { of: "lab", word: "std::thread", why: "matches of a series are played on several threads" },
    Exception {
        of: "oracle",
        word: "std::thread",
        why: "it recurses, and needs a larger stack than tests have",
    },
];

/// What the machine and the engine use that could be shared, although no match holds any of it but what follows from it.
const SHARED: [Exception; 6] = [
    Exception {
        of: "vm",
        word: "Cell",
        why: "builtins pay from the fuel of the run while they borrow the memory; it lives as long as a call",
    },
    Exception {
        of: "engine",
        word: "Cell",
        why: "values are shown by one reader that several closures share; it lives as long as a view is made",
    },
    Exception {
        of: "engine",
        word: "RefCell",
        why: "what was read of one state is kept for others who look at it; it lives as long as they look",
    },
    Exception {
        of: "engine",
        word: "Mutex",
        why: "copies of a match share what a seat has imagined of it, which follows from the record whoever asks first",
    },
    Exception {
        of: "engine",
        word: "RwLock",
        why: "a game remembers how objects read, which follows from the words that it remembers them by",
    },
    Exception {
        of: "engine",
        word: "OnceLock",
        why: "a game keeps in it what is the same for all its matches, and it is written once",
    },
];

/// The lowest layer that may use other people's code.
const FOREIGN: u32 = 6;

/// Other people's code that a lower crate may use.
const FOREIGN_BELOW: [(&str, &str); 5] = [
    ("base", "codespan-reporting"),
    ("engine", "serde"),
    ("engine", "unicode-normalization"),
    ("bots", "serde"),
    ("bots", "serde_json"),
];

/// The crates that may name a dialect.
const KNOW_DIALECTS: [&str; 4] = ["dialects", "project", "cli", "fuzz"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// All crates; each must have a layer, and each layer a crate.
fn crates() -> Vec<String> {
    let crates = file_names(&root().join("crates"));
    let mut known: Vec<&str> = LAYERS.iter().map(|(name, _)| *name).collect();
    known.sort_unstable();
    assert_eq!(crates, known, "give each crate a layer in this test and in ARCHITECTURE.md");
    crates
}

fn layer(name: &str) -> u32 {
    LAYERS.iter().find(|(other, _)| *other == name).unwrap().1
}

/// What a crate depends on when it is built; what only its tests use is left out.
fn dependencies(name: &str) -> Vec<String> {
    const TABLES: [&str; 2] = ["dependencies", "build-dependencies"];
    const OTHERS: [&str; 5] = ["package", "lints", "lib", "bin", "dev-dependencies"];
    let manifest = fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).unwrap();
    let (mut found, mut table) = (Vec::new(), String::new());
    for line in manifest.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        if line.starts_with('[') {
            let whole = line.trim_matches(['[', ']']);
            // `target.'cfg(unix)'.dependencies` are dependencies, too.
            table = whole.rsplit_once("'.").map_or(whole, |(_, table)| table).to_owned();
            let is_known = TABLES.contains(&&*table) || OTHERS.contains(&&*table);
            assert!(is_known, "`{name}`: this test does not read the table `{table}`");
        } else if TABLES.contains(&&*table) {
            found.push(line.split(['.', '=', ' ']).next().unwrap().to_owned());
        }
    }
    found
}

/// A source file of a crate.
struct Source {
    path: PathBuf,
    /// Without comments, tests and help texts; as many lines as the file has.
    code: String,
}

/// The files of a crate that are compiled for more than tests.
fn sources(name: &str) -> Vec<Source> {
    let mut found = Vec::new();
    read_module_folder(&root().join("crates").join(name).join("src"), &[], &mut found);
    assert!(!found.is_empty(), "`{name}` has no sources");
    found
}

/// What builds a crate, and its examples.
fn beside_sources(name: &str) -> Vec<Source> {
    let folder = root().join("crates").join(name);
    let mut open = vec![folder.join("build"), folder.join("examples")];
    let mut found = Vec::new();
    let mut add = |path: PathBuf| {
        let code = without_comments(&fs::read_to_string(&path).unwrap());
        found.push(Source { path, code });
    };
    Some(folder.join("build.rs")).filter(|path| path.exists()).into_iter().for_each(&mut add);
    open.retain(|folder| folder.exists());
    while let Some(folder) = open.pop() {
        for path in file_names(&folder).iter().map(|name| folder.join(name)) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                add(path);
            }
        }
    }
    found
}

/// Reads a folder, except for the modules that only tests have: those that its files declare, and `of_tests`, those
/// that `folder.rs` beside it declares.
fn read_module_folder(folder: &Path, of_tests: &[String], found: &mut Vec<Source>) {
    let names = file_names(folder);
    let code_of = |name: &String| without_comments(&fs::read_to_string(folder.join(name)).unwrap());
    let files: Vec<(&String, String)> =
        names.iter().filter(|n| n.ends_with(".rs")).map(|n| (n, code_of(n))).collect();
    let is_root = |name: &str| ["lib.rs", "main.rs", "mod.rs"].contains(&name);
    let roots = files.iter().filter(|(name, _)| is_root(name));
    let of_tests: Vec<String> =
        roots.flat_map(|(_, code)| test_modules(code)).chain(of_tests.iter().cloned()).collect();
    let is_test = |name: &str| of_tests.iter().any(|module| name.trim_end_matches(".rs") == module);
    for (name, code) in files.iter().filter(|(name, _)| !is_test(name)) {
        found.push(Source { path: folder.join(name), code: without_help(&without_test_blocks(code)) });
    }
    for inner in names.iter().filter(|name| !is_test(name) && folder.join(name).is_dir()) {
        let own = files.iter().find(|(name, _)| name.trim_end_matches(".rs") == inner);
        read_module_folder(
            &folder.join(inner),
            &own.map_or(Vec::new(), |(_, code)| test_modules(code)),
            found,
        );
    }
}

/// The names in `#[cfg(test)] mod name;`, as they lie in files of their own.
fn test_modules(code: &str) -> Vec<String> {
    let after = code.split("#[cfg(test)]").skip(1).filter_map(|rest| rest.trim_start().strip_prefix("mod "));
    let names = after.map(|rest| rest.lines().next().unwrap());
    names.filter_map(|name| name.strip_suffix(';')).map(str::to_owned).collect()
}

/// Blanks `#[cfg(test)] mod name { ... }` up to the brace in the first column that closes it.
fn without_test_blocks(code: &str) -> String {
    let (mut out, mut lines) = (String::new(), code.lines().peekable());
    while let Some(line) = lines.next() {
        let opens = |next: &&&str| next.starts_with("mod ") && next.ends_with('{');
        if line == "#[cfg(test)]" && lines.peek().as_ref().is_some_and(opens) {
            let skipped = lines.by_ref().take_while(|l| *l != "}").count();
            out += &"\n".repeat(skipped + 2);
        } else {
            out += line;
            out.push('\n');
        }
    }
    out
}

/// Blanks comments, which may say whatever they like; texts in quotes stay.
fn without_comments(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '/' if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '/' => {
                assert!(!rest.starts_with("/*"), "this test does not read comments between `/*` and `*/`");
                1
            }
            '"' => quoted(rest),
            'r' if !out.ends_with(is_part) => raw(rest).unwrap_or(1),
            '\'' => character(rest),
            _ => c.len_utf8(),
        };
        out += &rest[..length];
        rest = &rest[length..];
    }
    out
}

/// The length of `"..."`.
fn quoted(text: &str) -> usize {
    let mut escaped = true;
    let end = text.bytes().position(|b| {
        let ends = b == b'"' && !escaped;
        escaped = b == b'\\' && !escaped;
        ends
    });
    end.unwrap() + 1
}

/// The length of `r"..."` or `r#"..."#`.
fn raw(text: &str) -> Option<usize> {
    let marks = text[1..].bytes().take_while(|b| *b == b'#').count();
    let inside = text[1 + marks..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(marks));
    Some(2 + marks + inside.find(&close).unwrap() + close.len())
}

/// The length of `'c'` or `'\n'`; 1 for the quote of a lifetime.
fn character(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), Some(_)) => 3 + text[3..].find('\'').unwrap() + 1,
        (Some(_), Some((end, '\''))) => end + 1,
        _ => 1,
    }
}

/// Blanks the examples below the help of a command, which say how it is called with a game.
fn without_help(code: &str) -> String {
    let mut parts = code.split("after_help = ");
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let end = quoted(part);
        out += &"\n".repeat(part[..end].matches('\n').count());
        out += &part[end..];
    }
    out
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a word, or a path such as `std::fs`, stands there and is not part of a longer one or of a lifetime.
fn has_word(text: &str, word: &str) -> bool {
    let bounded = |(i, _): (usize, &str)| {
        let (before, after) = (&text[..i], &text[i + word.len()..]);
        let is_lifetime = before.ends_with('\'') && !after.starts_with('\'');
        !before.ends_with(is_part) && !after.starts_with(is_part) && !is_lifetime
    };
    text.match_indices(word).any(bounded)
}

/// The lines of code in which one of the words stands.
fn lines_with(name: &str, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for Source { path, code } in sources(name) {
        for (i, line) in code.lines().enumerate() {
            if let Some(word) = words.iter().find(|w| has_word(line, w)) {
                found.push(format!("{}:{}: `{word}` in `{}`", path.display(), i + 1, line.trim()));
            }
        }
    }
    found
}

/// Fails where a crate uses one of the words without being excepted, or is excepted without need.
fn assert_unused(name: &str, words: &[&str], exceptions: &[Exception]) {
    let excepted: Vec<&str> = exceptions.iter().filter(|e| e.of == name).map(|e| e.word).collect();
    let forbidden: Vec<&str> = words.iter().copied().filter(|word| !excepted.contains(word)).collect();
    let found = lines_with(name, &forbidden);
    assert!(found.is_empty(), "{}", found.join("\n"));
    for word in excepted {
        assert!(!lines_with(name, &[word]).is_empty(), "`{name}` needs no exception for `{word}`");
    }
}

#[test]
fn dependencies_point_down() {
    let crates = crates();
    for name in &crates {
        for other in dependencies(name) {
            if crates.contains(&other) {
                assert!(layer(&other) < layer(name), "`{name}` must not know `{other}`");
            } else {
                let is_named = FOREIGN_BELOW.contains(&(name, &other));
                assert!(layer(name) >= FOREIGN || is_named, "`{name}` is too low for `{other}`");
            }
            let is_for_tests = other == "oracle" && name != "fuzz";
            assert!(!is_for_tests, "`{name}`: the oracle is for tests and fuzzing alone");
        }
    }
}

#[test]
fn the_table_of_crates_in_the_document_is_this_one() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for (name, layer) in LAYERS {
        assert!(text.contains(&format!("\n| {layer} | `{name}` | ")), "ARCHITECTURE.md: {layer}, `{name}`");
    }
}

#[test]
fn few_crates_read_files_clocks_and_the_environment() {
    let modules = ["fs", "env", "time", "net", "process", "io", "thread"];
    let paths: Vec<String> = modules.iter().map(|module| format!("std::{module}")).collect();
    let names = ["Instant", "SystemTime", "File", "HashMap", "HashSet", "RandomState"];
    let words: Vec<&str> =
        paths.iter().map(String::as_str).chain(names).chain(["std::{", "core::{"]).collect();
    for name in crates().iter().filter(|name| !READ_FILES.contains(&&***name)) {
        assert_unused(name, &words, &OUTSIDE);
    }
}

#[test]
fn only_one_file_of_a_crate_writes() {
    let words = [
        "File::create",
        "File::create_new",
        "fs::OpenOptions",
        "fs::write",
        "fs::copy",
        "fs::rename",
        "remove_file",
        "remove_dir",
        "remove_dir_all",
        "create_dir",
        "create_dir_all",
        "tempfile",
    ];
    for name in crates().iter().filter(|name| *name != "fuzz") {
        let writer = WRITERS.iter().find(|(of, _)| of == name).map(|(_, file)| *file);
        let path = writer.map(|file| format!("{}:", root().join("crates").join(name).join(file).display()));
        let is_own = |line: &String| path.as_ref().is_some_and(|path| line.starts_with(path));
        let (own, others): (Vec<String>, Vec<String>) =
            lines_with(name, &words).into_iter().partition(is_own);
        assert!(others.is_empty(), "{}", others.join("\n"));
        assert_eq!(own.is_empty(), writer.is_none(), "`{name}` writes files elsewhere");
    }
}

#[test]
fn a_match_is_one_value() {
    let words = [
        "Rc",
        "Cell",
        "UnsafeCell",
        "OnceLock",
        "RefCell",
        "OnceCell",
        "LazyLock",
        "LazyCell",
        "Mutex",
        "RwLock",
        "AtomicBool",
        "AtomicU32",
        "AtomicU64",
        "AtomicUsize",
        "thread_local",
        "static",
    ];
    for name in ["vm", "engine"] {
        assert_unused(name, &words, &SHARED);
    }
}

#[test]
fn bots_see_no_more_than_their_seat() {
    // These files stand between the match and the bots.
    let doors =
        ["decision.rs", "imagined.rs", "play.rs"].map(|name| root().join("crates/bots/src").join(name));
    assert!(doors.iter().all(|path| path.exists()), "{doors:?}");
    let words = ["Match", "Record", "Playout", "Game", "Viewer", "of_truth", "view_all", "heard_all"];
    for word in words {
        assert!(!lines_with("engine", &[word]).is_empty(), "`{word}` is called otherwise by now");
    }
    let mut found = lines_with("bots", &words);
    found.retain(|line| !doors.iter().any(|door| line.starts_with(&format!("{}:", door.display()))));
    assert!(found.is_empty(), "{}", found.join("\n"));
    for name in crates().iter().filter(|name| !["engine", "bots"].contains(&&***name)) {
        let found = lines_with(name, &["of_truth"]);
        assert!(found.is_empty(), "only tests imagine what is true:\n{}", found.join("\n"));
    }
    let found = lines_with("protocol", &["view_all", "heard_all"]);
    assert!(found.is_empty(), "only authors see everything:\n{}", found.join("\n"));
}

#[test]
fn a_table_is_a_value_without_time_sockets_and_chance() {
    let words =
        ["tokio", "std::time", "Instant", "async", "await", "Random", "Mutex", "Rc", "Cell", "static"];
    let found = lines_with("table", &words);
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(!dependencies("wire").contains(&"engine".to_owned()), "messages know no engine");
}

#[test]
fn builtins_never_call_back_into_the_machine() {
    let sources = sources("vm");
    let builtins: Vec<&Source> =
        sources.iter().filter(|s| s.path.components().any(|c| c.as_os_str() == "ops")).collect();
    assert!(builtins.len() > 15, "the built-in functions lie elsewhere");
    for Source { path, code } in builtins {
        for word in ["Machine", "machine"] {
            assert!(!has_word(code, word), "{} speaks of `{word}`", path.display());
        }
    }
}

#[test]
fn only_those_who_read_text_can_name_a_dialect() {
    let folder = root().join("crates/dialects/src");
    let mut words = file_names(&folder);
    words.retain(|name| name != "tgdl" && folder.join(name).join("mod.rs").exists());
    assert!(words.len() >= 2, "{words:?}");
    words.extend(["dialects".to_owned(), "cards::".to_owned()]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    for name in crates().iter().filter(|name| !KNOW_DIALECTS.contains(&&***name)) {
        assert!(!dependencies(name).contains(&"dialects".to_owned()), "{name}");
        let found = lines_with(name, &words);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

/// So many public methods may `engine::Match` have, so that what a match is can be read on one page. What one viewer is
/// shown, what is hidden, what may be imagined and what is done with records are the business of types of their own.
const MAX_METHODS: usize = 24;

/// The public methods in the blocks of a file that begin with some head; as rustfmt writes them, a block ends in the first
/// column, and its functions stand four deep.
fn public_methods<'c>(code: &'c str, head: &str) -> Vec<&'c str> {
    let blocks = code.split(head).skip(1).filter_map(|rest| rest.split("\n}").next());
    let heads = blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix("    pub "));
    let names = heads.filter_map(|head| head.trim_start_matches("const ").strip_prefix("fn "));
    names.filter_map(|name| name.split(['(', '<']).next()).collect()
}

#[test]
fn a_match_can_be_read_on_one_page() {
    let sources = sources("engine");
    let all = sources.iter().flat_map(|source| public_methods(&source.code, "\nimpl Match {"));
    let all: Vec<&str> = all.collect();
    for name in ["start", "play", "view", "record"] {
        assert!(all.contains(&name), "`Match::{name}` is written otherwise by now: {all:?}");
    }
    assert!(all.len() <= MAX_METHODS, "`Match` has {} public methods: {all:?}", all.len());
}

/// The longest function that needs no reason.
const MAX_LINES: usize = 120;

/// Functions that may be longer, each with the reason beside it.
const LONG: &[(&str, &str)] = &[
    // The run loop has one arm for each instruction, and calls between them would cost speed.
    ("vm/src/run.rs", "go_on"),
];

/// The functions of a file with their lengths; as rustfmt writes them, their last line is as deep as their first.
fn functions(code: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = code.lines().collect();
    let mut found = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(at) = words.iter().position(|word| *word == "fn") else { continue };
        let is_head = words[..at]
            .iter()
            .all(|w| w.starts_with("pub") || ["async", "const", "unsafe", "extern", "\"C\""].contains(w));
        let has_body = !line.ends_with(['}', ';']);
        if let (true, true, Some(name)) = (is_head, has_body, words.get(at + 1)) {
            let close = " ".repeat(indent) + "}";
            let length = lines[i..].iter().position(|l| *l == close).map_or(0, |n| n + 1);
            found.push((name.split(['(', '<']).next().unwrap_or("").to_owned(), length));
        }
    }
    found
}

#[test]
fn functions_are_short_but_the_dispatch() {
    for name in crates() {
        for Source { path, code } in sources(&name).into_iter().chain(beside_sources(&name)) {
            for (function, length) in functions(&code) {
                let is_named = LONG.iter().any(|(file, long)| path.ends_with(file) && *long == function);
                assert_eq!(
                    length > MAX_LINES,
                    is_named,
                    "{}: `{function}` has {length} lines",
                    path.display()
                );
            }
        }
    }
}

/// The names of the constants of a file; as rustfmt writes them, a colon follows at once.
fn constants(code: &str) -> Vec<&str> {
    let heads = code.split("const ").skip(1).filter_map(|rest| rest.split_once(':'));
    heads.map(|(name, _)| name).filter(|name| name.chars().all(is_part)).collect()
}

#[test]
fn bounds_are_called_max() {
    for name in crates() {
        for Source { path, code } in sources(&name) {
            for constant in constants(&code) {
                let is_most = constant.split('_').any(|word| word == "MOST");
                assert!(!is_most, "{}: call `{constant}` `MAX_...`", path.display());
            }
        }
    }
}

/// Names of games that are also words of the language, or shapes of boards.
const WORDS: [&str; 3] = ["go", "hex", "Hex"];

/// So many letters may stand in one line of a comment.
const MAX_COMMENT: usize = 120;

#[test]
fn comments_are_no_wider_than_people_read() {
    let mut open = vec![root().join("crates")];
    while let Some(folder) = open.pop() {
        for path in file_names(&folder).iter().map(|name| folder.join(name)) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let comments = text.lines().filter_map(|line| line.trim_start().strip_prefix("//"));
                let comments = comments.map(|line| line.trim_start_matches(['/', '!']).trim_start());
                let wide = comments.filter(|line| line.chars().count() > MAX_COMMENT);
                assert_eq!(wide.collect::<Vec<_>>(), [""; 0], "{}", path.display());
            }
        }
    }
}

#[test]
fn no_rust_code_can_name_a_game() {
    let mut names = file_names(&root().join("games"));
    names.retain(|n| !n.contains('.'));
    assert!(names.len() >= 6, "{names:?}");
    let camel = |n: &str| n.split('-').map(|w| w[..1].to_uppercase() + &w[1..]).collect::<String>();
    let spellings =
        names.iter().flat_map(|n| [n.clone(), n.replace('-', "_"), n.replace('-', " "), camel(n)]);
    let spellings: Vec<String> = spellings.filter(|n| !WORDS.contains(&&**n)).collect();
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
    for name in crates() {
        let found = lines_with(&name, &words);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn what_is_read_of_a_source_is_its_code() {
    let text = "let a = \"// \\\" no\"; // chess\nlet b = r#\"\"//\"#; let c = '\"'; // chess\nlet d: &'a u8 = '\\''; // chess\n";
    let code = "let a = \"// \\\" no\"; \nlet b = r#\"\"//\"#; let c = '\"'; \nlet d: &'a u8 = '\\''; \n";
    assert_eq!(without_comments(text), code);
    let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\nfn c() {}\n";
    assert_eq!(without_test_blocks(text), "fn a() {}\n\n\n\n\nfn c() {}\n");
    assert_eq!(test_modules("#[cfg(test)]\nmod tests;\n"), ["tests"]);
    let text = "\nimpl A {\n    pub fn b<T>(t: T) {\n    }\n    pub(crate) fn c() {}\n}\npub fn d() {}\nimpl A {\n    pub const fn e() {}\n}\n";
    assert_eq!(public_methods(text, "\nimpl A {"), ["b", "e"]);
    assert_eq!(
        constants("const A: u8 = 1;\npub const fn b() -> u8 {}\n    pub(crate) const C_D: &str = \"\";"),
        ["A", "C_D"]
    );
    assert_eq!(
        without_help("#[command(after_help = \"tavola \\\"chess\\\"\\n\\\n  x\")] struct A;"),
        "#[command(\n)] struct A;"
    );
}
