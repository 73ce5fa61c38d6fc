//! Matches that go from one process to another, and games that are made anew.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tavola-match-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
        let command = command.args(arguments).current_dir(&self.0);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    /// What the engine answers to these requests.
    fn engine(&self, game: &str, requests: &[Value]) -> Vec<Value> {
        let lines: String = requests.iter().map(|r| format!("{r}\n")).collect();
        let output = self.run(&["engine", game], &lines);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout).lines().map(|l| serde_json::from_str(l).unwrap()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// Somebody plays a card, and is asked for a suit in the middle of its effect.
const ASKS: &str = r#"game "Asks";
enum Suit { Cups, Coins }
interactable Card { Suit suit; }
zone hand of Card per player { visible owner; }
zone pile of Card { visible all; }
global class Rules {
    Suit trump;
    action play {
        input Card card from hand(player.active());
        trigger PlayerChoiceEvent { return true; }
        effect {
            number local = 40 + random.roll(2);
            pile.add(card);
            trump = choose Suit "Which suit?";
            score actor local;
            if (hand(actor).isEmpty()) { winner actor; }
            turn.pass();
        }
    }
}
setup {
    players 2;
    for (player p in player.all()) { for (Suit s in Suit.all()) { hand(p).add(new Card() { suit = s }); } }
}
"#;

#[test]
fn a_match_saved_in_the_middle_of_an_effect_goes_on_in_another_process() {
    let folder = Folder::new("middle");
    fs::write(folder.0.join("game.tgdl"), ASKS).unwrap();
    let (new, save) = (json!({ "cmd": "new", "seed": 5 }), json!({ "cmd": "save" }));
    let first = folder.engine(
        ".",
        &[
            new.clone(),
            json!({ "cmd": "play", "text": "play Coins" }),
            json!({ "cmd": "moves" }),
            save.clone(),
            json!({ "cmd": "play", "text": "Cups" }),
            json!({ "cmd": "table", "seat": 0 }),
            save.clone(),
        ],
    );
    assert_eq!(first[2]["prompt"], "Which suit?");
    let load = json!({ "cmd": "load", "match": first[3]["match"] });
    let second = folder.engine(
        ".",
        &[
            load,
            json!({ "cmd": "moves" }),
            json!({ "cmd": "play", "text": "Cups" }),
            json!({ "cmd": "table", "seat": 0 }),
            save,
            json!({ "cmd": "undo" }),
            json!({ "cmd": "undo" }),
            json!({ "cmd": "undo" }),
        ],
    );
    assert_eq!(second[1], first[2]);
    assert_eq!(second[2..5], first[4..7]);
    assert_eq!(second[6]["steps"], 0);
    assert_eq!(second[7]["error"]["code"], "nothing-to-undo");
}

#[test]
fn a_saved_match_of_other_rules_says_where_it_stops_to_fit() {
    let folder = Folder::new("changed");
    fs::write(folder.0.join("game.tgdl"), ASKS).unwrap();
    let saved = folder.engine(
        ".",
        &[
            json!({ "cmd": "new" }),
            json!({ "cmd": "play", "text": "play Coins" }),
            json!({ "cmd": "play", "text": "Cups" }),
            json!({ "cmd": "save" }),
        ],
    );
    fs::write(folder.0.join("game.tgdl"), ASKS.replace("{ Cups, Coins }", "{ Clubs, Coins }")).unwrap();
    let printed = folder.engine(".", &[json!({ "cmd": "load", "match": saved[3]["match"] })]);
    let why = "it does not fit the rules from step 2 on: `Cups` is `Clubs` now";
    assert_eq!(printed[0]["error"], json!({ "code": "bad-match", "message": why }));
}

#[test]
fn lines_that_are_too_long_are_skipped() {
    let folder = Folder::new("long");
    fs::write(folder.0.join("game.tgdl"), ASKS).unwrap();
    let input = format!("{}\n{{\"cmd\":\"game\"}}\r\n{{\"cmd\":\"result\"}}", "x".repeat(9_000_000));
    let output = folder.run(&["engine", "."], &input);
    let answers = text(&output.stdout);
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines.len(), 3, "{answers}");
    assert!(
        lines[0].contains("\"too-long\"")
            && lines[1].contains("\"Asks\"")
            && lines[2].contains("\"no-match\"")
    );
}

#[test]
fn a_match_that_was_played_is_saved_resumed_and_replayed() {
    let folder = Folder::new("replay");
    fs::write(folder.0.join("game.tgdl"), ASKS).unwrap();
    let play = ["play", "game.tgdl", "--seats", "human,human", "--seed", "3"];
    let played = folder.run(&play, "Coins\nCups\nCups\nsave\nquit\nn\n");
    assert!(text(&played.stdout).contains("tavola play --resume asks.match"), "{}", text(&played.stdout));
    let resumed = folder.run(&["play", "--resume", "asks.match"], "undo\nCoins\nCups\nCups\n");
    assert!(text(&resumed.stdout).contains("Which suit?"), "{}", text(&resumed.stdout));
    let why = "the last move of Player 2 cannot be taken back: something hidden may have come out since\n";
    assert!(text(&resumed.stdout).contains(why), "{}", text(&resumed.stdout));
    let printed = |arguments: &[&str]| {
        let output = folder.run(&[&["replay", "asks.match"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let spectator = printed(&[]);
    assert!(spectator.starts_with("Asks, 3 steps\n1. Player 1: play Coins\n"), "{spectator}");
    assert!(spectator.contains("\n3. Player 2: play Cups\n"), "{spectator}");
    let all = printed(&["--all"]);
    assert!(
        all.starts_with("Asks, seed 3, 3 steps\n") && all.contains("\n2. Player 1: Which suit? Cups\n"),
        "{all}"
    );
    assert!(!printed(&["--seat", "1"]).contains("seed"), "a seat could make the deal again");
    assert!(printed(&["--seat", "1"]).contains("\n2. Player 1: Which suit? Cups\n"));
    let output = folder.run(&["replay", "asks.match", "--seat", "3"], "");
    assert_eq!(
        text(&output.stderr),
        "error: there is no player `3`: they are Player 1, Player 2, or 1 to 2\n"
    );
    assert_eq!(printed(&["--seat", "player 1"]), printed(&["--seat", "1"]));
    let chess = games().join("chess").display().to_string();
    let output = folder.run(&["replay", "asks.match", "--game", &chess], "");
    assert_eq!(text(&output.stderr), "error: it is a match of `Asks`, and this is Chess\n");
}

#[test]
fn what_has_come_out_is_not_taken_back() {
    let folder = Folder::new("undo");
    let said = |game: &str, seats: &str, input: &str| {
        let game = games().join(game).display().to_string();
        text(&folder.run(&["play", &game, "--seats", seats, "--seed", "3"], input).stdout)
    };
    let open = said("tic-tac-toe", "human,human", "undo\na1\nundo\nb1\nquit\nn\n");
    assert!(open.contains("there is nothing to take back\n"), "{open}");
    assert!(open.contains("the last move of Player 1 was taken back\n"), "{open}");
    let chance = "chance has been used since";
    let choices = "the others' choices go with it";
    let others = "others have moved since, who may know what is hidden";
    for (game, input, with_bot, with_person) in [
        ("pig", "roll\n", Some(chance), Some(chance)),
        ("rock-paper-scissors", "rock\n", Some(choices), None),
        ("goofspiel", "1\n", Some(choices), None),
        ("leduc", "raise\n", Some(others), None),
    ] {
        let input = format!("{input}undo\nquit\nn\n");
        for (seats, why) in [("human,random", with_bot), ("human,human", with_person)] {
            let printed = said(game, seats, &input);
            let told = match why {
                Some(why) => format!("the last move of Player 1 cannot be taken back: {why}\n"),
                None => "the last move of Player 1 was taken back\n".to_owned(),
            };
            assert!(printed.contains(&told), "{game} {seats}: {printed}");
        }
    }
}

/// A game for one, who draws the cards of a shuffled deck.
const PATIENCE: &str = "game \"Patience\"; interactable Card { number worth; }
    deck stock of Card; zone hand of Card per player { visible owner; }
    global class Rules {
        action draw {
            trigger PlayerChoiceEvent;
            effect { stock.draw(1, to: hand(actor)); if (hand(actor).length == 5) { winner actor; } }
        }
    }
    setup { players 1; for (number i in 1..9) { stock.add(new Card() { worth = i }); } stock.shuffle(); }";

#[test]
fn who_plays_alone_takes_back_what_they_like() {
    let folder = Folder::new("alone");
    fs::write(folder.0.join("game.tgdl"), PATIENCE).unwrap();
    let printed = text(&folder.run(&["play", "game.tgdl"], "draw\nundo\nquit\n").stdout);
    assert!(printed.contains("the last move of Player 1 was taken back\n"), "{printed}");
}

/// Cards of which their look prints only a sign, and equal ones that lie in different places.
const ALIKE: &str = "game \"Alike\"; enum Kind { Storm, Calm }
    interactable Event { string name; } interactable Good { Kind kind; }
    zone row of Event { visible all; } zone goods of Good per player { visible all; }
    look Event { symbol \"!\"; hide name; }
    look Kind { Storm { title \"Gale\"; } }
    look goods { title \"Your goods\"; }
    turn Main { }
    global class Rules {
        action face { input Event e from row; trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }
        action buy { input Good g from player.all().flatMap(p => goods(p).filter(g => true)); trigger PlayerChoiceEvent { return true; } effect {
            bool no = choose bool \"Challenge?\" by actor + 1; turn.pass(no ? actor + 1 : actor); } }
        action search { input player p; trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }
        action call { says \"calls {k}\"; input Kind k; trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }
    }
    setup { players 2 \"Ann\", \"Ben\"; row.add(new Event() { name = \"Flood\" }); row.add(new Event() { name = \"Fire\" });
        for (player p in player.all()) { for (number i in 1..2) { goods(p).add(new Good() { kind = Kind.Calm }); } }
        turns.use(\"Main\"); }";

#[test]
fn moves_that_differ_read_so_in_the_list_and_in_the_log() {
    let folder = Folder::new("alike");
    fs::write(folder.0.join("game.tgdl"), ALIKE).unwrap();
    let play = ["play", "game.tgdl", "--seats", "human,human", "--seed", "3"];
    let input = "face Fire\n4\nno\nsearch ben\ncall gale\nquit\nn\n";
    let played = folder.run(&play, input);
    let printed = text(&played.stdout);
    for line in ["face Flood", "face Fire", "buy Calm (goods of Ann)", "buy Calm (goods of Ben)"] {
        assert!(printed.contains(line), "{line}: {printed} {}", text(&played.stderr));
    }
    for line in
        ["Ann: face Fire\n", "Ben: buy Calm\n", "Ann: Challenge? no\n", ": search Ben\n", " calls Gale\n"]
    {
        assert!(printed.contains(line), "{line}: {printed} {}", text(&played.stderr));
    }
    assert!(printed.contains("\ngoods of Ben: Calm x2\nYour goods: Calm x2\n"), "{printed}");
}

#[test]
fn the_terminal_looks_at_players_and_tells_what_becomes_of_a_save() {
    let folder = Folder::new("looks");
    fs::create_dir(folder.0.join("mine")).unwrap();
    fs::write(
        folder.0.join("mine/game.tgdl"),
        ALIKE.replace(
            "Rules {",
            "Rules { action end { trigger PlayerChoiceEvent { return true; } effect { winner actor; } }",
        ),
    )
    .unwrap();
    let played = folder.run(&["play", "--seats", "human,human"], "Alike\nlook ben\nsave sub/x\n\nend\n");
    let printed = text(&played.stdout);
    assert!(printed.contains("Ben: score 0\ngoods of Ben: Calm x2\n"), "{printed}");
    assert!(printed.contains("could not be saved: there is no folder `sub`\n"), "{printed}");
}

#[test]
fn who_is_asked_which_one_answers_with_a_number_that_is_shown() {
    let folder = Folder::new("which");
    let action = |name| format!("action {name} {{ input Jar jar; trigger PlayerChoiceEvent; effect {{ }} }}");
    let rules = format!("{} {}", action("put"), action("take"));
    let game = format!(
        "game \"Jars\"; enum Jar {{ Red, Green, Blue }} turn Main {{ }} global class Rules {{ {rules} }} \
         setup {{ players 2; turns.use(\"Main\"); }}"
    );
    fs::write(folder.0.join("game.tgdl"), game).unwrap();
    let played = folder.run(&["play", "game.tgdl", "--seats", "human,human"], "take\n1\n5\nquit\nn\n");
    let printed = text(&played.stdout);
    let asked = "which one?\n  4 take Red    5 take Green  6 take Blue\n";
    assert_eq!(printed.matches(asked).count(), 2, "{printed}");
    assert!(printed.contains(&format!("1 is none of these, {asked}")), "{printed}");
    assert!(printed.contains("Player 1: take Green") && !printed.contains("Player 1: put"), "{printed}");
}

#[test]
fn choices_at_the_same_time_are_shown_after_the_last() {
    let folder = Folder::new("sealed");
    let game = games().join("rock-paper-scissors").display().to_string();
    let play = ["play", &game, "--seats", "human,human", "--seed", "3"];
    let played =
        text(&folder.run(&play, "rock\nsave\npaper\nscissors\nundo\npaper\npaper\nundo\nquit\nn\n").stdout);
    let screens: Vec<&str> = played.split("(you)").collect();
    assert!(!screens[..2].concat().contains("Player 1 shows"), "{played}");
    assert!(screens[2].contains("\nPlayer 1 shows Rock\nPlayer 2 shows Paper\n"), "{played}");
    let replay = |arguments: &[&str]| {
        let file = "rock-paper-scissors.match";
        text(&folder.run(&[&["replay", file, "--game", &game], arguments].concat(), "").stdout)
    };
    assert!(replay(&[]).contains("\n1. somebody chooses in secret\n"), "{}", replay(&[]));
    assert!(replay(&["--seat", "2"]).contains("\n1. somebody chooses in secret\n"));
    assert!(replay(&["--seat", "1"]).contains("\n1. Player 1 shows Rock\n"));
    assert!(replay(&["--all"]).contains("\n1. Player 1 shows Rock\n"));
    let resume = ["play", "--resume", "rock-paper-scissors.match", "--game", &game];
    let resumed = folder.run(&resume, "paper\nrock\nquit\nn\n");
    assert!(text(&resumed.stdout).contains("\nPlayer 1 shows Rock\nPlayer 2 shows Paper\n"));
}

#[test]
fn a_new_game_of_each_kind_checks_tests_and_plays_at_once() {
    let folder = Folder::new("new");
    for kind in ["board", "cards", "dice", "tricks", "ccg"] {
        let made = folder.run(&["new", kind, "--kind", kind], "");
        let more = if kind == "ccg" { ", rules.tgdl, cards.ccg" } else { "" };
        let printed = format!("made {kind} with game.tgdl{more} and README.md\n");
        assert!(text(&made.stdout).starts_with(&printed), "{}", text(&made.stderr));
        let checked = folder.run(&["check", kind], "");
        assert_eq!(
            (text(&checked.stdout), text(&checked.stderr)),
            ("no problems\n".to_owned(), String::new())
        );
        let tested = folder.run(&["test", kind], "");
        assert_eq!(tested.status.code(), Some(0), "{}", text(&tested.stdout));
        assert!(text(&tested.stdout).contains("0 failed") && !text(&tested.stdout).contains("\n0 passed"));
        let formatted = folder.run(&["fmt", "--check", kind], "");
        assert_eq!(formatted.status.code(), Some(0), "{kind}: {}", text(&formatted.stdout));
        let played = folder.run(&["play", kind, "--seats", "random,random"], "");
        assert_eq!(played.status.code(), Some(0), "{}", text(&played.stdout));
        let report = folder.run(
            &["simulate", kind, "--games", if kind == "ccg" { "5" } else { "50" }, "--format", "json"],
            "",
        );
        let report: Value = serde_json::from_slice(&report.stdout).unwrap();
        assert_eq!((&report["faults"], &report["stuck"]), (&json!(0), &json!(0)), "{kind}");
        let readme = fs::read_to_string(folder.0.join(kind).join("README.md")).unwrap();
        assert!(readme.starts_with(&format!("# {kind}\n")));
    }
}

#[test]
fn a_new_game_may_have_any_name_and_takes_no_folder_that_is_there() {
    let folder = Folder::new("names");
    let name = "Città \"d'oro\" {9} \\";
    assert_eq!(folder.run(&["new", name], "").status.code(), Some(0));
    let loaded = folder.run(&["engine", "città-d-oro-9"], "{\"cmd\":\"game\"}\n");
    let answer: Value = serde_json::from_slice(&loaded.stdout).unwrap();
    assert_eq!(answer["game"], name);
    for (name, why) in [
        ("CITTÀ d oro 9", "`città-d-oro-9` is there already; take another name"),
        ("", "a game needs a name, such as `tavola new \"Four Stones\"`"),
        (
            ".",
            "`.` is a folder and no name of a game; its folder is made by its name, as `tavola new \"Four Stones\"` does",
        ),
        ("a\nb", "a name is one line of text without control characters"),
        ("a\u{202e}b", "a name has no characters that change the direction of text"),
        (&"x".repeat(81), "a name may have at most 80 characters"),
    ] {
        let output = folder.run(&["new", name], "");
        assert_eq!(text(&output.stderr), format!("error: {why}\n"));
        assert_eq!(output.status.code(), Some(2));
    }
    let made = folder.run(&["new", "my games/Duel", "--kind", "ccg"], "");
    assert!(
        text(&made.stdout).contains("play it: tavola play \"my games/duel\"\n"),
        "{}",
        text(&made.stdout)
    );
    assert_eq!(folder.run(&["new", "x", "--kind", "chess"], "").status.code(), Some(2));
}
