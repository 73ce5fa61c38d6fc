//! The program alone, in an empty folder of somebody who has nothing else: it has the library, its games among it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// An empty folder to work in, and one that is all that the user has; both are gone after the test.
struct Alone(tempfile::TempDir);

impl Alone {
    fn new() -> Alone {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("work")).unwrap();
        fs::create_dir(folder.path().join("home")).unwrap();
        Alone(folder)
    }

    fn work(&self) -> PathBuf {
        self.0.path().join("work")
    }

    fn home(&self) -> PathBuf {
        self.0.path().join("home")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
        command.args(arguments).current_dir(self.work()).env("LC_ALL", "C").env("HOME", self.home());
        for (name, folder) in [("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state")] {
            command.env(name, self.home().join(folder));
        }
        command
    }

    fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = self.command(arguments);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    /// What a command prints that goes well.
    fn prints(&self, arguments: &[&str], input: &str) -> String {
        let output = self.run(arguments, input);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// The message of a command that goes wrong, and with which code.
    fn fails(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.run(arguments, "");
        (output.status.code(), text(&output.stderr))
    }

    /// All files that there are now.
    fn files(&self) -> BTreeSet<String> {
        let (mut found, mut open) = (BTreeSet::new(), vec![self.0.path().to_path_buf()]);
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if entry.is_dir() {
                    open.push(entry);
                } else {
                    found.insert(entry.strip_prefix(self.0.path()).unwrap().display().to_string());
                }
            }
        }
        found
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The games of the workspace, by the paths that they have there.
fn games() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let found = project::games_below(&root.join("games"));
    let names = found.iter().map(|path| path.strip_prefix(&root).unwrap().display().to_string());
    names.collect()
}

#[test]
fn every_game_of_the_workspace_is_in_the_menu_and_none_else() {
    let alone = Alone::new();
    let menu = alone.prints(&["play"], "q\n");
    let listed: BTreeSet<String> = menu
        .lines()
        .filter_map(|line| line.split_once("games/").map(|(_, path)| format!("games/{path}")))
        .collect();
    assert_eq!(listed, games(), "{menu}");
    assert!(alone.files().is_empty(), "looking leaves nothing behind: {:?}", alone.files());
    let played = alone.prints(&["play"], "tic-tac-toe\n\n");
    assert!(played.contains("Player 1, Where?"), "{played}");
}

#[test]
fn commands_take_the_name_of_a_game() {
    let alone = Alone::new();
    for name in
        ["tic-tac-toe", "games/tic-tac-toe", "./games/tic-tac-toe/game.tgdl", "briscola", "heron-and-ember"]
    {
        assert_eq!(alone.prints(&["check", name], ""), "no problems\n", "{name}");
    }
    let tests = alone.prints(&["test", "tic-tac-toe", "chess"], "");
    assert!(tests.contains("passed, 0 failed"), "{tests}");
    assert_eq!(alone.prints(&["perft", "chess", "--depth", "2"], ""), "400\n");
    let simulated = alone.prints(&["simulate", "briscola", "--games", "2", "--format", "json"], "");
    assert_eq!(serde_json::from_str::<Value>(&simulated).unwrap()["games"], 2);
    let moves =
        alone.prints(&["engine", "tic-tac-toe"], "{\"cmd\":\"new\",\"seed\":7}\n{\"cmd\":\"moves\"}\n");
    assert!(moves.lines().nth(1).unwrap().contains("place a1"), "{moves}");
    assert!(alone.prints(&["expand", "marafone"], "").starts_with("game \"Marafone\";\n"));
    assert!(alone.files().is_empty(), "{:?}", alone.files());
}

#[test]
fn a_match_of_a_game_that_is_inside_goes_on_anywhere() {
    let alone = Alone::new();
    let played = alone.prints(&["play", "tic-tac-toe", "--seats", "human,human"], "b2\nsave\nquit\nn\n");
    assert!(played.contains("go on with: tavola play --resume tic-tac-toe.match\n"), "{played}");
    fs::create_dir(alone.work().join("other")).unwrap();
    fs::rename(alone.work().join("tic-tac-toe.match"), alone.work().join("other/kept.match")).unwrap();
    let resumed = alone.prints(&["play", "--resume", "other/kept.match"], "a1\nquit\nn\n");
    assert!(resumed.contains("Player 1, Where?"), "{resumed}");
    let shown = alone.prints(&["replay", "other/kept.match"], "");
    assert!(shown.starts_with("Tic-tac-toe, 1 steps\n1. Player 1 marks b2\n"), "{shown}");
    // A match of a checkout names the same path, or the folder.
    let kept = fs::read_to_string(alone.work().join("other/kept.match")).unwrap();
    let named = |file: &str| {
        fs::write(alone.work().join("m.match"), kept.replace("games/tic-tac-toe/game.tgdl", file)).unwrap();
        alone.run(&["replay", "m.match"], "").status.code()
    };
    assert_eq!(named("games/tic-tac-toe"), Some(0));
    assert_eq!(named("games/../games/tic-tac-toe"), Some(2), "no way around");
    assert_eq!(named("/games/tic-tac-toe"), Some(2));
}

#[test]
fn games_on_disk_come_before_those_inside() {
    let alone = Alone::new();
    let own = alone.work().join("games/chess");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("game.tgdl"), "game \"My Chess\";\nsetup { players 2; }\n").unwrap();
    let menu = alone.prints(&["play"], "q\n");
    assert!(menu.contains("  1 My Chess  games/chess/game.tgdl\n") && !menu.contains("  2 "), "{menu}");
    assert!(alone.prints(&["expand", "chess"], "").starts_with("game \"My Chess\";\n"));
    assert!(alone.prints(&["expand", "games/chess"], "").starts_with("game \"My Chess\";\n"));
    // What is not there is found inside all the same.
    assert!(alone.prints(&["expand", "tic-tac-toe"], "").starts_with("game \"Tic-tac-toe\";\n"));
    // A folder that holds no game is no library.
    fs::remove_dir_all(own).unwrap();
    assert!(alone.prints(&["play"], "q\n").contains("games/tic-tac-toe/game.tgdl\n"));
}

#[test]
fn what_names_no_game_is_told_and_nothing_inside_is_written_to() {
    let alone = Alone::new();
    for name in
        ["nonsense", "../chess", "games/../../chess", "chess/look.tgdl", "games/chess/README.md", "/chess"]
    {
        let (code, told) = alone.fails(&["check", name]);
        assert_eq!(code, Some(1), "{name}: {told}");
        assert!(told.starts_with("error[missing-file]: there is no file or folder"), "{name}: {told}");
    }
    let inside = |name: &str| {
        (
            Some(2),
            format!(
                "error: `games/{name}/game.tgdl` is a part of the program, and is not written to; name a game on disk\n"
            ),
        )
    };
    assert_eq!(alone.fails(&["dev", "chess", "--port", "0"]), inside("chess"));
    assert_eq!(alone.fails(&["train", "hex", "--seconds", "1"]), inside("hex"));
    assert_eq!(alone.fails(&["serve", "chess"]).0, Some(2), "folders are named there");
    assert!(alone.files().is_empty(), "{:?}", alone.files());
}

#[test]
fn a_new_game_has_the_library_that_is_inside() {
    let alone = Alone::new();
    alone.prints(&["new", "duel", "--kind", "cards"], "");
    let main = alone.work().join("duel/game.tgdl");
    let text = fs::read_to_string(&main).unwrap();
    let imported = text.replacen(";\n", ";\nimport \"std/trick\" as tricks;\n", 1);
    fs::write(&main, imported).unwrap();
    assert_eq!(alone.prints(&["check", "duel"], ""), "no problems\n");
}

struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// The head and the body of an answer.
fn get(address: &str, path: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    (text(&answer[..end]), answer[end + 4..].to_vec())
}

#[test]
fn a_server_has_the_games_with_their_manuals_and_pictures() {
    let alone = Alone::new();
    let mut command = alone.command(&["serve", "--port", "0", "--durability", "process"]);
    let mut served = Served(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(served.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Tavola plays at http://").unwrap_or_else(|| panic!("{line:?}"));
    let games: Value = serde_json::from_slice(&get(address, "/api/games").1).unwrap();
    let listed = games.as_array().or_else(|| games["games"].as_array()).unwrap_or_else(|| panic!("{games}"));
    assert_eq!(listed.len(), self::games().len());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/six-winters");
    let (head, picture) = get(address, "/api/games/six-winters/pictures/goods/hay.svg");
    assert!(head.contains("image/svg+xml"), "{head}");
    assert_eq!(picture, fs::read(folder.join("goods/hay.svg")).unwrap());
    let first =
        |name: &str| fs::read_to_string(folder.join(name)).unwrap().lines().next().unwrap().to_owned();
    for (query, name) in [("", "README.md"), ("?language=it", "README.it.md")] {
        let manual = text(&get(address, &format!("/api/games/six-winters/manual{query}")).1);
        assert!(manual.starts_with(&first(name)), "{manual}");
    }
    for path in ["pictures/goods/../game.tgdl", "pictures/game.tgdl", "pictures/goods/none.svg"] {
        let (head, _) = get(address, &format!("/api/games/six-winters/{path}"));
        assert!(head.starts_with("HTTP/1.1 404"), "{path}: {head}");
    }
    let (head, still) = get(address, "/api/games/six-winters/still");
    assert!(head.starts_with("HTTP/1.1 200") && still.len() > 1000, "{head}");
    let files = alone.files();
    assert!(files.iter().all(|file| file.starts_with("home/data/tavola/matches.db")), "{files:?}");
}
