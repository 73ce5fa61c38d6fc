//! Hostile files and hostile players, through the real program: it always ends, tells what is wrong, never panics.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A build without optimisation, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder that is gone after the test.
struct Folder(PathBuf);

struct Printed {
    code: Option<i32>,
    text: String,
}

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tavola-hostile-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("game")).unwrap();
        Folder(path.join("game"))
    }

    fn with(self, name: &str, text: impl AsRef<[u8]>) -> Folder {
        fs::write(self.0.join(name), text).unwrap();
        self
    }

    fn run(&self, arguments: &[&str], input: &str) -> Printed {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
        command.args(arguments).current_dir(&self.0).env("NO_COLOR", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_owned());
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(input.as_bytes());
        });
        let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = err.read_to_end(&mut text);
            text
        });
        let out_reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = out.read_to_end(&mut text);
            text
        });
        let code = ended(&mut child, arguments);
        let _ = writer.join();
        let (out, err) = (out_reader.join().unwrap(), reader.join().unwrap());
        let text = String::from_utf8_lossy(&out).into_owned() + &String::from_utf8_lossy(&err);
        for word in ["panicked", "RUST_BACKTRACE", "overflowed its stack", "unwrap", "defect"] {
            assert!(!text.contains(word), "{arguments:?}: {}", beginning(&text));
        }
        Printed { code, text }
    }

    /// Runs every command on the game; all must fail with 1 and say all of `expected`.
    fn fails(&self, expected: &[&str]) {
        for arguments in COMMANDS {
            self.command_fails(arguments, expected);
        }
    }

    fn command_fails(&self, arguments: &[&str], expected: &[&str]) {
        let printed = self.run(arguments, "");
        assert_eq!(printed.code, Some(1), "{arguments:?}: {}", beginning(&printed.text));
        for part in expected {
            assert!(
                printed.text.contains(part),
                "{arguments:?} does not say {part:?}: {}",
                beginning(&printed.text)
            );
        }
    }
}

const COMMANDS: [&[&str]; 5] = [
    &["check", "game.tgdl"],
    &["test", "game.tgdl"],
    &["perft", "game.tgdl", "--depth", "2"],
    &["simulate", "game.tgdl", "--games", "2", "--max-moves", "50"],
    &["play", "game.tgdl", "--seed", "1"],
];

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.parent().unwrap());
    }
}

/// Waits for the program; ends it and fails if it takes too long.
fn ended(child: &mut Child, arguments: &[&str]) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("{arguments:?} takes too long");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn beginning(text: &str) -> String {
    text.chars().take(3000).collect()
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new("unreadable");
    for arguments in &COMMANDS[..] {
        let printed = folder.run(arguments, "");
        assert!(matches!(printed.code, Some(1 | 2)), "{arguments:?}: {}", printed.text);
        assert!(printed.text.contains("game.tgdl"), "{arguments:?}: {}", printed.text);
    }
    // Without a `game` line, `test` finds no game there.
    let read = [0, 2, 3, 4].map(|i| COMMANDS[i]);
    for (text, expected) in [
        (&b""[..], "game.tgdl is empty"),
        (b" \n\t\n", "game.tgdl is empty"),
        (b"game \"G\";\n\xff\xfe", "the byte at offset 10 does not fit"),
        (b"\0\0\0\0", "game.tgdl:1:1"),
    ] {
        let folder = Folder::new("unread").with("game.tgdl", text);
        read.iter().for_each(|command| folder.command_fails(command, &[expected]));
    }
}

#[test]
fn a_folder_is_no_file() {
    let folder = Folder::new("folder");
    fs::create_dir_all(folder.0.join("game.tgdl")).unwrap();
    for arguments in &COMMANDS[..] {
        assert!(matches!(folder.run(arguments, "").code, Some(1 | 2)), "{arguments:?}");
    }
}

#[test]
fn a_million_brackets() {
    for sign in [
        "(",
        "{",
        "[",
        "!",
        "-",
        "a.",
        "if (",
        "\"{",
        "x => ",
        "List<",
        "1 + ",
        "//\n",
        "\u{1f0a1}",
        ";",
        "}",
    ] {
        let text =
            format!("game \"G\";\nsetup {{ players 2; number x = {}", sign.repeat(1_000_000 / sign.len()));
        Folder::new("brackets").with("game.tgdl", text).command_fails(COMMANDS[0], &["error"]);
        let text = format!("game \"G\";\n{}", sign.repeat(1_000_000 / sign.len()));
        Folder::new("outside").with("game.tgdl", text).command_fails(COMMANDS[0], &["error"]);
    }
}

#[test]
fn broken_text_is_reported_by_every_command() {
    let folder =
        Folder::new("broken").with("game.tgdl", "game \"G\";\nsetup { players 2; number x = 1 + ; }\n");
    folder.fails(&["game.tgdl:2:", "number x = 1 + ;", "^", "expected"]);
}

#[test]
fn imports_stay_inside() {
    let folder = Folder::new("imports").with("game.tgdl", "game \"G\";\nimport \"../secret\";\nimport \"/etc/passwd\";\nimport \"c:\\\\x\";\nsetup { players 2; }\n");
    fs::write(folder.0.join("../secret.tgdl"), "class Secret { }").unwrap();
    folder.fails(&[
        "`../secret` lies outside of the project",
        "`/etc/passwd` lies outside",
        "game.tgdl:2:1",
        "import \"../secret\";",
    ]);
    #[cfg(unix)]
    {
        let folder =
            Folder::new("link").with("game.tgdl", "game \"G\";\nimport \"link\";\nsetup { players 2; }\n");
        fs::write(folder.0.join("../secret.tgdl"), "class Secret { }").unwrap();
        std::os::unix::fs::symlink(folder.0.join("../secret.tgdl"), folder.0.join("link.tgdl")).unwrap();
        folder.fails(&["lies outside of the project"]);
    }
}

#[test]
fn files_that_import_each_other() {
    let folder = Folder::new("circle")
        .with("game.tgdl", "game \"G\";\nimport \"a\";\nsetup { players 2; }\n")
        .with("a.tgdl", "import \"b\";\n")
        .with("b.tgdl", "import \"a\";\n");
    folder.fails(&["`a.tgdl` -> `b.tgdl` -> `a.tgdl`", "b.tgdl:1:1", "import \"a\";"]);
    let own = Folder::new("own").with("game.tgdl", "game \"G\";\nimport \"game\";\nsetup { players 2; }\n");
    own.fails(&["`game.tgdl` -> `game.tgdl`"]);
}

/// A game whose rules go wrong.
fn game(items: &str, setup: &str) -> String {
    format!(
        "game \"G\";\n{items}\nglobal class R {{ action wait {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ }} }} }}\nsetup {{\n    players 2;\n    {setup}\n}}\ntest \"t\" {{ expect !over; }}\n"
    )
}

#[test]
fn faults_in_setup_are_reported_with_their_source() {
    let recursion = "function number f(number n) { return f(n + 1) + 1; }";
    for (items, setup, message, source) in [
        ("", "while (true) { }", "the rules take too many steps without asking anybody", "while (true) { }"),
        (recursion, "number x = f(0);", "too many functions run inside one another", "return f(n + 1) + 1;"),
        (
            "",
            "List<number> l = { 1 }; while (true) { l.append(l); }",
            "more memory than it may have",
            "l.append(l);",
        ),
        ("", "string s = \"ab\"; while (true) { s = s + s; }", "more memory than it may have", "s = s + s;"),
        (
            "class Box { Box next; }",
            "Box b = new Box(); Box c = b.next.next;",
            "`b.next` is null",
            "Box c = b.next.next;",
        ),
        (
            "",
            "List<number> l = { 1 }; number x = l[4];",
            "index 4 is outside of a list of length 1",
            "number x = l[4];",
        ),
        ("", "Table<number> t = {}; string k = null; t[k] = 1;", "the key `k` is null", "t[k] = 1;"),
    ] {
        let folder = Folder::new("setup").with("game.tgdl", game(items, setup));
        for arguments in &COMMANDS[1..] {
            folder.command_fails(arguments, &[message, "game.tgdl:", source, "^", "in setup ("]);
        }
        assert_eq!(folder.run(COMMANDS[0], "").code, Some(0), "{setup}");
    }
}

#[test]
fn faults_in_effects_and_filters_end_play_and_are_reported() {
    let filter = "class Box { Box next; number n; } global class F { action go { input Box b { return b.next.n > 1; } trigger PlayerChoiceEvent { return true; } effect { } } }";
    Folder::new("filter").with("game.tgdl", game(filter, "Box b = new Box(); b.n = 1;")).fails_but_check(&[
        "`b.next` is null",
        "game.tgdl:2:",
        "b.next.n > 1",
        "^",
    ]);
    let effect = "global class F { number n = 0; function void deep(number d) { while (d > 0) { n += 1; } } action go { trigger PlayerChoiceEvent { return true; } effect { deep(1); } } }";
    let folder = Folder::new("effect").with("game.tgdl", game(effect, ""));
    let printed = folder.run(
        &["play", "game.tgdl", "--seats", "human,human", "--seed", "1"],
        "\nnonsense\ngo go go\n\u{1f0a1}\ngo\ngo\n",
    );
    assert_eq!(printed.code, Some(1), "{}", printed.text);
    for part in ["too many steps", "game.tgdl:2:", "while (d > 0)", "in F.deep (", "in go ("] {
        assert!(printed.text.contains(part), "{part}: {}", printed.text);
    }
}

impl Folder {
    /// Every command but `check` fails and says all of that.
    fn fails_but_check(&self, expected: &[&str]) {
        for arguments in &COMMANDS[1..] {
            self.command_fails(arguments, expected);
        }
    }
}

const NIM: &str = "game \"Nim\";\nturn Main { }\nglobal class Heap { number left = 5; action take { input number n from 1..2 { return n <= left; } trigger PlayerChoiceEvent { return true; } effect { left -= n; if (left == 0) { winner actor; } turn.pass(); } } }\nsetup { players 2; turns.use(\"Main\"); }\n";

#[test]
fn garbage_from_players_is_refused() {
    let folder = Folder::new("nim").with("game.tgdl", NIM);
    let play = ["play", "game.tgdl", "--seats", "human,human", "--seed", "1"];
    let long = "x".repeat(1_000_000);
    for input in [
        "",
        "\n",
        "\0\0\0",
        "take 7\n",
        "take\n\n\n",
        &long,
        "-1\n99999999999999999999\n",
        "undo\nundo\n",
        "help\nquit\n",
        "save\n",
    ] {
        let printed = folder.run(&play, input);
        assert_eq!(printed.code, Some(0), "{:?}: {}", beginning(input), beginning(&printed.text));
        assert!(!printed.text.contains("wins"), "{}", beginning(&printed.text));
    }
    let printed = folder.run(&play, "take 7\ntake 2\nbanana\ntake 2\ntake 2\ntake 1\n");
    assert_eq!(printed.code, Some(0), "{}", printed.text);
    assert!(printed.text.contains("wins"), "{}", printed.text);
}

#[test]
fn a_broken_saved_match_is_refused() {
    let folder = Folder::new("saved").with("game.tgdl", NIM);
    let deep = "[".repeat(1_000_000);
    let saved = |fields: &str| format!("{{\"tavola\":1,\"file\":\"game.tgdl\",\"seed\":1,{fields}}}");
    for (text, why) in [
        (String::new(), "is not a saved match"),
        ("{".to_owned(), "is not a saved match"),
        ("null".to_owned(), "a saved match is an object"),
        ("[]".to_owned(), "a saved match is an object"),
        (deep, "is not a saved match"),
        (saved(r#""game":"Nim","players":99,"steps":[]"#), "Nim is for 2 players, not 99"),
        (saved(r#""game":"Nim","players":0,"steps":[]"#), "Nim is for 2 players, not 0"),
        (saved(r#""game":"Go","players":2,"steps":[]"#), "it is a match of `Go`, and this is Nim"),
        (saved(r#""game":"Nim","players":2,"steps":[{"n":99}]"#), "does not fit the rules from step 1 on"),
        (
            saved(r#""game":"Nim","players":2,"steps":[],"hash":"00000000000000ff""#),
            "it does not end as it did",
        ),
        (
            r#"{"tavola":1,"game":"Nim","file":"nothing.tgdl","players":2,"seed":1,"steps":[]}"#.to_owned(),
            "nothing.tgdl",
        ),
        (r#"{"tavola":2,"game":"Nim","players":2,"seed":1,"steps":[]}"#.to_owned(), "its form is 2"),
    ] {
        fs::write(folder.0.join("m.match"), &text).unwrap();
        for command in [&["play", "--resume", "m.match"][..], &["replay", "m.match", "--seat", "1"]] {
            let printed = folder.run(command, "");
            assert!(matches!(printed.code, Some(1 | 2)), "{}: {}", beginning(&text), printed.text);
            assert!(printed.text.starts_with("error"), "{}: {}", beginning(&text), printed.text);
            assert!(printed.text.contains(why), "{command:?} {}: {}", beginning(&text), printed.text);
        }
    }
}

#[test]
fn arguments_are_quoted_without_what_steers_a_terminal() {
    let folder = Folder::new("arguments").with("game.tgdl", game("", ""));
    for argument in ["r\u{9b}2J", "r\r\u{202e}", "\u{1b}[2J"] {
        for option in ["--bots", "--games", argument] {
            let printed = folder.run(&["simulate", "game.tgdl", option, argument], "");
            assert_eq!(printed.code, Some(2), "{}", printed.text);
            let steers = |c: char| base::steers(c) && c != '\n';
            assert!(!printed.text.contains(steers), "{:?}", printed.text);
        }
    }
}

#[test]
fn numbers_beyond_reason_are_refused() {
    let folder = Folder::new("numbers").with("game.tgdl", NIM);
    for (arguments, code) in [
        (&["perft", "game.tgdl", "--depth", "-1"][..], 2),
        (&["perft", "game.tgdl", "--depth", "99999999999"], 2),
        (&["perft", "game.tgdl", "--depth", "101"], 2),
        (&["perft", "game.tgdl", "--depth", "100"], 0),
        (&["simulate", "game.tgdl", "--games", "0"], 2),
        (&["simulate", "game.tgdl", "--players", "0"], 2),
        (&["simulate", "game.tgdl", "--players", "4000000000"], 2),
        (&["simulate", "game.tgdl", "--games", "2", "--threads", "1000"], 0),
        (&["simulate", "game.tgdl", "--games", "2", "--max-moves", "0"], 0),
        (&["play", "game.tgdl", "--seats", "human,human,human"], 2),
        (&["play", "game.tgdl", "--seats", "robot"], 2),
    ] {
        let printed = folder.run(arguments, "");
        assert_eq!(printed.code, Some(code), "{arguments:?}: {}", printed.text);
    }
}

#[test]
fn programs_of_unreasonable_size_are_refused_or_run() {
    let many = |n: usize, f: &dyn Fn(usize) -> String| (0..n).map(f).collect::<String>();
    for (name, text) in [
        ("functions", game(&many(3000, &|i| format!("function number f{i}() {{ return {i}; }}\n")), "")),
        ("classes", game(&many(3000, &|i| format!("class C{i} {{ number n; }}\n")), "")),
        ("chain", game(&many(2000, &|i| if i == 0 { "class C0 { }".to_owned() } else { format!("class C{i} extends C{} {{ }}\n", i - 1) }), "")),
        ("locals", game("", &many(6000, &|i| format!("number n{i} = {i};\n")))),
        ("statements", game("global class N { number n = 0; }", &many(40_000, &|_| "N.n += 1;\n".to_owned()))),
        ("sum", game("", &format!("number x = {}1;", "1 + ".repeat(50_000)))),
        ("list", game("", &format!("List<number> l = {{ {} 1 }};", "1, ".repeat(100_000)))),
        ("board", game("board B { shape square(100000, 100000); }", "")),
        ("track", game("board B { shape track(999999999); }", "")),
        ("cases", game(&format!("enum E {{ {} Last }}", many(5000, &|i| format!("A{i}, "))), "")),
        ("players", "game \"G\"; global class R { action wait { trigger PlayerChoiceEvent { return true; } effect { } } } setup { players 1..4000000000; }".to_owned()),
        ("inputs", game(&format!("global class I {{ action many {{ {} trigger PlayerChoiceEvent {{ return true; }} effect {{ }} }} }}", many(100, &|i| format!("input bool b{i} {{ return true; }} "))), "")),
        ("text", game("", &format!("string s = \"{}\";", "x".repeat(1_000_000)))),
        ("name", game(&format!("class {} {{ }}", "x".repeat(1_000_000)), "")),
    ] {
        let folder = Folder::new(&format!("size-{name}")).with("game.tgdl", text);
        let start = Instant::now();
        let printed = folder.run(COMMANDS[0], "");
        assert!(matches!(printed.code, Some(0 | 1)), "{name}: {:?} {}", printed.code, beginning(&printed.text));
        let printed = folder.run(&["simulate", "game.tgdl", "--games", "2", "--max-moves", "3"], "");
        assert!(matches!(printed.code, Some(0 | 1)), "{name}: {:?} {}", printed.code, beginning(&printed.text));
        println!("{name}: {:.1?} {}", start.elapsed(), printed.text.lines().next().unwrap_or(""));
    }
}
