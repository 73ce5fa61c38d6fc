//! What the program does to files: whatever goes wrong, what was there is still there, and the exit code tells.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A layout that `fmt` changes.
const ROUGH: &str = "game \"G\";\nsetup{players 2;}\n";

const NIM: &str = r#"game "Nim";
global class Heap {
    number left = 5;
    action take {
        input number n from 1..2 { return n <= left; }
        trigger PlayerChoiceEvent { return true; }
        effect { left -= n; if (left == 0) { winner actor; } turn.pass(); }
    }
}
setup { players 2; }
"#;

/// A folder for games, with one beside it in which stopped matches are kept.
struct Folder {
    path: TempDir,
    state: TempDir,
}

impl Folder {
    fn new() -> Folder {
        Folder { path: tempfile::tempdir().unwrap(), state: tempfile::tempdir().unwrap() }
    }

    fn with(self, name: &str, text: &str) -> Folder {
        let path = self.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    fn join(&self, name: &str) -> PathBuf {
        self.path.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.join(name)).unwrap()
    }

    fn command(&self, at: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
        command.args(arguments).current_dir(at).env("XDG_STATE_HOME", self.state.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run_at(&self, at: &Path, arguments: &[&str], input: &str) -> Printed {
        let mut child = self.command(at, arguments).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Printed::of(&child.wait_with_output().unwrap())
    }

    fn run(&self, arguments: &[&str], input: &str) -> Printed {
        self.run_at(self.path.path(), arguments, input)
    }

    /// The matches that are kept for the next start.
    fn kept(&self) -> Vec<PathBuf> {
        let found = fs::read_dir(self.state.path().join("tavola"));
        found.map_or_else(|_| Vec::new(), |entries| entries.map(|e| e.unwrap().path()).collect())
    }
}

struct Printed {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Printed {
    fn of(output: &Output) -> Printed {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Printed { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A disk of a few pages; None where none can be had, which only root can.
struct SmallDisk(TempDir);

impl SmallDisk {
    fn new(kilobytes: u32) -> Option<SmallDisk> {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={kilobytes}k");
        let made =
            Command::new("mount").args(["-t", "tmpfs", "-o", &size, "none"]).arg(folder.path()).output();
        made.is_ok_and(|made| made.status.success()).then(|| SmallDisk(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Takes all that is left.
    fn fill(&self) {
        let mut file = fs::File::create(self.path().join("full")).unwrap();
        while file.write_all(&[0; 1024]).is_ok() {}
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.path()).status();
    }
}

#[test]
fn fmt_touches_no_file_but_the_one_it_formats() {
    let folder =
        Folder::new().with("a.tgdl", ROUGH).with("a.tgdl.new", "mine").with("b.tgdl", ROUGH).with("c", "c");
    symlink(folder.join("c"), folder.join("b.tgdl.new")).unwrap();
    fs::set_permissions(folder.join("a.tgdl"), fs::Permissions::from_mode(0o604)).unwrap();
    assert_eq!(folder.run(&["fmt", "a.tgdl", "b.tgdl"], "").code, Some(0));
    assert_eq!((folder.text("a.tgdl.new"), folder.text("c")), ("mine".to_owned(), "c".to_owned()));
    assert_ne!(folder.text("a.tgdl"), ROUGH);
    assert_eq!(fs::metadata(folder.join("a.tgdl")).unwrap().permissions().mode() & 0o777, 0o604);
    assert_eq!(names(folder.path.path()), ["a.tgdl", "a.tgdl.new", "b.tgdl", "b.tgdl.new", "c"]);
}

#[test]
fn a_limit_of_file_sizes_is_an_error_and_leaves_nothing_behind() {
    let folder = Folder::new();
    let long = format!("{ROUGH}{}", "// a line that stays as it is\n".repeat(400));
    fs::write(folder.join("rough.tgdl"), &long).unwrap();
    let program = env!("CARGO_BIN_EXE_tavola");
    let script = format!("ulimit -f 2; exec '{program}' fmt rough.tgdl");
    let done = Command::new("sh").args(["-c", &script]).current_dir(folder.path.path()).output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{told}");
    assert!(told.contains("`rough.tgdl` could not be written"), "{told}");
    assert_eq!(folder.text("rough.tgdl"), long);
    assert_eq!(names(folder.path.path()), ["rough.tgdl"]);
}

#[test]
fn a_full_disk_costs_nothing_that_was_there() {
    let Some(disk) = SmallDisk::new(32) else {
        let in_ci = std::env::var_os("CI").is_some_and(|ci| ci == "true");
        assert!(!in_ci, "no small disk can be made here, which takes root");
        return;
    };
    let folder = Folder::new();
    let wrong = "game \"G\";\nsetup { players 2 }\n";
    fs::write(disk.path().join("rough.tgdl"), ROUGH).unwrap();
    fs::write(disk.path().join("wrong.tgdl"), wrong).unwrap();
    fs::write(disk.path().join("nim.tgdl"), NIM).unwrap();
    disk.fill();
    let before = names(disk.path());
    for (arguments, what) in [
        (&["fmt", "rough.tgdl"][..], "`rough.tgdl` could not be written"),
        (&["check", "--fix", "wrong.tgdl"], "`wrong.tgdl` could not be written"),
        (&["new", "other"], "`other` cannot be made"),
    ] {
        let printed = folder.run_at(disk.path(), arguments, "");
        assert_eq!(printed.code, Some(1), "{arguments:?}: {}", printed.err);
        assert!(printed.err.contains(what), "{arguments:?}: {}", printed.err);
    }
    let left =
        folder.run_at(disk.path(), &["play", "nim.tgdl", "--seats", "human,human"], "take 1\nquit\ny\n");
    assert_eq!(left.code, Some(1), "{}{}", left.out, left.err);
    assert!(
        left.out.contains("could not be saved") && left.out.contains("the match of Nim is kept"),
        "{}",
        left.out
    );
    assert_eq!(folder.kept().len(), 1);
    assert_eq!(names(disk.path()), before);
    assert_eq!(fs::read_to_string(disk.path().join("rough.tgdl")).unwrap(), ROUGH);
    assert_eq!(fs::read_to_string(disk.path().join("wrong.tgdl")).unwrap(), wrong);
}

#[test]
fn a_match_that_cannot_be_saved_here_is_saved_elsewhere() {
    let folder = Folder::new().with("nim.tgdl", NIM);
    let game = folder.join("nim.tgdl").display().to_string();
    let play = ["play", &game, "--seats", "human,human", "--seed", "1"];
    // No file can be made in this folder, not even by root.
    let nowhere = Path::new("/proc");
    let place = folder.path.path().display();
    let saved = folder.run_at(nowhere, &play, &format!("take 2\nquit\ny\n/proc/x.match\n{place}\n"));
    assert_eq!(saved.code, Some(0), "{}{}", saved.out, saved.err);
    assert_eq!(saved.out.matches("could not be saved").count(), 2, "{}", saved.out);
    assert!(saved.out.contains(&format!("tavola play --resume {place}/nim.match\n")), "{}", saved.out);
    let on = folder.run(&["play", "--resume", "nim.match"], "take 1\ntake 2\n");
    assert!(on.out.contains("wins"), "{}{}", on.out, on.err);
    // A save that fails in the middle does not keep anybody from playing on, and is forgotten once one works.
    let input = format!("save\n\ntake 2\nsave\n{place}\nquit\nn\n");
    assert_eq!(folder.run_at(nowhere, &play, &input).code, Some(0));
    let lost = folder.run_at(nowhere, &play, "take 2\nsave\n\nquit\nn\n");
    assert_eq!(lost.code, Some(1), "{}", lost.out);
    assert_eq!(folder.kept().len(), 1, "{}", lost.out);
}

#[test]
fn a_match_that_was_just_saved_is_left_without_a_question() {
    let folder = Folder::new().with("nim.tgdl", NIM);
    let play = ["play", "nim.tgdl", "--seats", "human,human", "--seed", "1"];
    let saved = folder.run(&play, "take 2\nsave x.match\nquit\n");
    assert_eq!((saved.code, saved.out.contains("Save this match?")), (Some(0), false), "{}", saved.out);
    let on = folder.run(&play, "take 2\nsave x.match\n\nsave y.match\ntake 1\nquit\nn\n");
    assert!(on.out.contains("could not be saved: `x.match` is there already\n"), "{}", on.out);
    assert!(on.out.contains("Save this match?"), "{}", on.out);
    assert_eq!(folder.kept().len(), 0, "{}", on.out);
    let begun = folder.run(&play, "quit\n");
    assert_eq!((begun.code, begun.out.contains("Save this match?")), (Some(0), false), "{}", begun.out);
}

#[test]
fn a_folder_is_not_left_over_links() {
    let outside = Folder::new().with("game.tgdl", ROUGH).with("deep/game.tgdl", ROUGH);
    let folder = Folder::new().with("inside/game.tgdl", NIM);
    symlink(outside.join("game.tgdl"), folder.join("link.tgdl")).unwrap();
    symlink(outside.join("deep"), folder.join("deep")).unwrap();
    let formatted = folder.run(&["fmt", "."], "");
    assert_eq!((formatted.code, outside.text("game.tgdl")), (Some(0), ROUGH.to_owned()), "{}", formatted.out);
    assert_eq!(outside.text("deep/game.tgdl"), ROUGH);
    let tested = folder.run(&["test", ".", "--format", "json"], "");
    assert!(!tested.out.contains("link.tgdl") && !tested.out.contains("deep"), "{}", tested.out);
    fs::create_dir(folder.join("game")).unwrap();
    symlink(outside.join("game.tgdl"), folder.join("game/game.tgdl")).unwrap();
    for command in ["check", "expand", "play"] {
        let printed = folder.run(&[command, "game"], "");
        assert!(printed.err.contains("is a link that leads out of the folder"), "{command}: {}", printed.err);
    }
    // Whoever names a link means the file behind it.
    assert_eq!(folder.run(&["check", "link.tgdl"], "").code, Some(0));
    assert_eq!(folder.run(&["fmt", "link.tgdl"], "").code, Some(0));
    assert_ne!(outside.text("game.tgdl"), ROUGH);
    assert!(fs::symlink_metadata(folder.join("link.tgdl")).unwrap().is_symlink());
}

#[test]
fn a_file_with_several_names_is_left_alone() {
    let folder = Folder::new().with("game.tgdl", ROUGH);
    fs::hard_link(folder.join("game.tgdl"), folder.join("other.txt")).unwrap();
    let printed = folder.run(&["fmt", "game.tgdl"], "");
    let why = "error: `game.tgdl` could not be written: it has 2 names (hard links), and only this one would get the new text; it is as it was\n";
    assert_eq!((printed.code, printed.err.as_str()), (Some(1), why));
    assert_eq!((folder.text("game.tgdl"), folder.text("other.txt")), (ROUGH.to_owned(), ROUGH.to_owned()));
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in [&["--help"][..], &["--version"], &["fmt", "--help"]] {
        let full = fs::File::create("/dev/full").unwrap();
        let output =
            Command::new(env!("CARGO_BIN_EXE_tavola")).args(arguments).stdout(full).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
        assert!(told.starts_with("error: ") && told.contains("No space left"), "{told}");
    }
}

/// What is told beside results is lost where it cannot be written; what the command does is done.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_told_stops_no_command() {
    let warned = format!("{NIM}\nfunction number unused() {{ number x = 1; return 2; }}\n");
    let folder = Folder::new().with("nim.tgdl", &warned).with("wrong.tgdl", "game;\n");
    let calls = [
        (&["check", "nim.tgdl"][..], 0),
        (&["check", "missing.tgdl"], 1),
        (&["check", "wrong.tgdl"], 1),
        (&["fmt", "wrong.tgdl"], 1),
        (&["test", "wrong.tgdl"], 1),
    ];
    for (arguments, code) in calls {
        let told = folder.run(arguments, "");
        assert!(!told.err.is_empty(), "{arguments:?} has nothing to tell");
        let full = fs::File::create("/dev/full").unwrap();
        let output = folder.command(folder.path.path(), arguments).stderr(full).output().unwrap();
        assert_eq!((output.status.code(), told.code), (Some(code), Some(code)), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), told.out, "{arguments:?}");
    }
}

#[test]
fn check_applies_what_keeps_the_meaning_and_reports_guesses() {
    let text = "game \"G\";\nenum Colour { red, bed }\nclass Play { }\nglobal class R { Colour c = Colour.led; Psay p; }\n\
        setup { players 2; number n = 'a'.lenght() }\n";
    let folder = Folder::new().with("game.tgdl", text);
    let printed = folder.run(&["check", "--fix", "game.tgdl"], "");
    assert_eq!(printed.code, Some(1));
    assert!(printed.err.contains("did you mean `Play`?"), "{}", printed.err);
    let now = folder.text("game.tgdl");
    assert!(now.contains("Colour.led") && now.contains("Psay p"), "{now}");
    assert!(now.contains("'a'.length();"), "{now}");
    let json = folder.run(&["check", "--format", "json", "game.tgdl"], "");
    let problems: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let psay = problems.as_array().unwrap().iter().find(|p| p["message"].as_str().unwrap().contains("Psay"));
    assert_eq!(psay.unwrap()["fix"]["guess"], true, "{problems:#}");
}

#[test]
fn a_match_that_is_stopped_is_kept_and_offered_at_the_next_start() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = Folder::new().with("nim.tgdl", NIM);
        let play = ["play", "nim.tgdl", "--seats", "human,human", "--seed", "1"];
        let mut child = folder.command(folder.path.path(), &play).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        input.write_all(b"take 2\n").unwrap();
        // The prompt of the second player: the first has moved.
        assert!(lines.any(|line| line.starts_with("Player 2,")), "{signal}");
        let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        drop(lines);
        let ended = Printed::of(&child.wait_with_output().unwrap());
        assert_eq!(ended.code, Some(130), "{signal}: {}", ended.err);
        assert!(
            ended.err.contains("the match of Nim is kept; go on with: tavola play --resume"),
            "{}",
            ended.err
        );
        let kept = folder.kept();
        assert_eq!(kept.len(), 1, "{signal}");
        assert_eq!(fs::metadata(&kept[0]).unwrap().permissions().mode() & 0o077, 0, "others may not read it");

        let next = folder.run(&play, "");
        assert!(
            next.err.starts_with("a match of Nim was stopped before its end; go on with:"),
            "{}",
            next.err
        );
        let elsewhere = tempfile::tempdir().unwrap();
        let path = kept[0].display().to_string();
        let on = folder.run_at(elsewhere.path(), &["play", "--resume", &path], "take 1\ntake 2\n");
        assert!(on.out.contains("wins"), "{}{}", on.out, on.err);
        assert_eq!(folder.kept(), [] as [PathBuf; 0], "a match that is over is kept no longer");
    }
}

#[test]
fn files_without_an_end_are_not_read() {
    let folder = Folder::new();
    for arguments in [
        &["replay", "/dev/zero"][..],
        &["play", "--resume", "/dev/zero"],
        &["check", "/dev/zero"],
        &["fmt", "/dev/zero"],
        &["play", "/dev/zero"],
    ] {
        let printed = folder.run(arguments, "");
        assert!(matches!(printed.code, Some(1 | 2)), "{arguments:?}: {:?} {}", printed.code, printed.err);
        assert!(printed.err.contains("/dev/zero"), "{arguments:?}: {}", printed.err);
    }
    let pipe = folder.join("pipe.tgdl");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for command in ["check", "fmt"] {
        assert!(folder.run(&[command, "pipe.tgdl"], "").err.contains("pipe.tgdl"), "{command}");
    }
    fs::write(folder.join("large.match"), vec![b' '; 17 << 20]).unwrap();
    let printed = folder.run(&["replay", "large.match"], "");
    assert_eq!(
        (printed.code, printed.err.as_str()),
        (Some(2), "error: `large.match` is larger than 16 MB\n")
    );
}

#[test]
fn a_match_file_names_no_game_outside_and_quotes_nothing() {
    let secret = Folder::new().with("passwd", "root:x:0:0\n").with("game.tgdl", NIM);
    let folder = Folder::new().with("game.tgdl", NIM);
    let saved = |file: &str| {
        format!(
            r#"{{"tavola":1,"game":"Nim","file":"{file}","players":2,"seed":1,"steps":[{{"seat":0,"n":0}}]}}"#
        )
    };
    let outside = |name: &str| secret.join(name).display().to_string();
    symlink(secret.join("passwd"), folder.join("link.tgdl")).unwrap();
    for file in
        [outside("passwd"), outside("game.tgdl"), "../x".to_owned(), "link.tgdl".to_owned(), "no".to_owned()]
    {
        fs::write(folder.join("m.match"), saved(&file)).unwrap();
        for command in [&["replay"][..], &["play", "--resume"]] {
            let printed = folder.run(&[command, &["m.match"]].concat(), "");
            assert_eq!(printed.code, Some(2), "{file}: {}", printed.err);
            assert!(printed.err.contains("is neither in `games` nor beside it"), "{file}: {}", printed.err);
            assert!(!printed.err.contains("root:"), "{}", printed.err);
        }
    }
    let printed = folder.run(&["replay", "m.match", "--game", &outside("game.tgdl")], "");
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    assert!(printed.out.starts_with("Nim, 1 steps\n"), "{}", printed.out);
    // Files that are something else are not quoted, whoever takes them for a game or a match.
    let passwd = outside("passwd");
    for arguments in [
        &["replay", passwd.as_str()][..],
        &["play", "--resume", &passwd],
        &["check", &passwd],
        &["replay", "m.match", "--game", &passwd],
        &["play", &passwd],
        &["expand", &passwd],
    ] {
        let printed = folder.run(arguments, "");
        assert!(matches!(printed.code, Some(1 | 2)), "{arguments:?}: {}", printed.err);
        assert!(!(printed.err + &printed.out).contains("root:"), "{arguments:?}");
    }
}

#[test]
fn a_session_plays_the_rules_that_it_began_with() {
    let folder = Folder::new().with("game.tgdl", NIM);
    let mut child = folder.command(folder.path.path(), &["engine", "."]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut ask = |line: &str| {
        writeln!(input, "{line}").unwrap();
        lines.next().unwrap()
    };
    assert!(ask(r#"{"cmd":"new"}"#).contains("\"ok\":true"));
    fs::write(folder.join("game.tgdl"), NIM.replace("left = 5", "left = 9")).unwrap();
    assert!(ask(r#"{"cmd":"test-setup","code":"expect Heap.left == 5;"}"#).contains("\"ok\":true"));
    fs::write(folder.join("game.tgdl"), "nonsense").unwrap();
    assert!(ask(r#"{"cmd":"test-setup","code":"expect Heap.left < 6;"}"#).contains("\"ok\":true"));
    drop(input);
    child.wait().unwrap();
}
