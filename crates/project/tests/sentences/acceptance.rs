//! The program that the document prints, letter for letter. It lies outside of the repository: the folder that
//! `TAVOLA_ACCEPTANCE` names holds `cge/marafone-as-printed.cge`. Without it these tests say that they
//! are skipped, and fail in continuous integration.

use crate::kit::{course, problems};
use engine::Game;
use project::{Loaded, Memory, Request};
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// None where the folder is not there, which fails in continuous integration (`CI=true`).
fn printed() -> Option<String> {
    let Some(folder) = env::var_os("TAVOLA_ACCEPTANCE") else {
        let in_ci = env::var_os("CI").is_some_and(|ci| ci == "true");
        assert!(!in_ci, "TAVOLA_ACCEPTANCE names no folder, and nothing may be skipped where CI=true");
        // Written past the test harness, which shows nothing that a passing test prints.
        let _ = writeln!(io::stderr(), "SKIPPED an acceptance test: TAVOLA_ACCEPTANCE names no folder");
        return None;
    };
    let folder = Path::new(&folder);
    let found = ["cge/marafone-as-printed.cge", "marafone-as-printed.cge"]
        .map(|name| fs::read_to_string(folder.join(name)));
    Some(found.into_iter().find_map(Result::ok).expect("the program is in the folder"))
}

fn loaded(files: &Memory, main: &str) -> Loaded {
    let loaded = project::open(Request::new((files, main))).unwrap();
    assert_eq!(problems(&loaded), "");
    loaded
}

fn game(text: &str) -> Arc<Game> {
    loaded(&Memory::default().with("game.cge", text), "game.cge").game.unwrap()
}

#[test]
fn random_matches_end_and_give_ten_tricks() {
    let Some(text) = printed() else { return };
    let game = game(&text);
    let matches = if cfg!(debug_assertions) { 100 } else { 10_000 };
    for seed in 0..matches {
        let (moves, end) = course(&game, seed);
        assert_eq!(moves.len(), 40, "{end}");
        let ends = ["Finished { ranking: [[0, 2]", "Finished { ranking: [[1, 3]", "Finished { ranking: [] }"];
        assert!(ends.iter().any(|e| end.contains(e)), "{end}");
    }
}

const TESTS: &str = r#"
function player takes(string one, string two, string three, string four) {
    return { one, two, three, four }.indexOf(Tricks.bestOf("{one}, {two}, {three}, {four}"));
}

test "tricks" {
    expect takes("King of Coins", "Ace of Coins", "Three of Coins", "Seven of Coins") == 2;
    expect takes("Three of Coins", "Seven of Batons", "Ace of Coins", "Three of Cups") == 1;
    expect takes("Four of Coins", "Three of Cups", "Three of Swords", "Seven of Coins") == 0;
    expect takes("Ace of Batons", "Two of Batons", "Three of Coins", "Three of Cups") == 1;
}

test "whoever takes a trick leads the next one" {
    Tricks.arrange({ "King of Coins, Four of Cups", "Ace of Coins, Five of Cups", "Three of Coins, Six of Cups",
        "Seven of Coins, Seven of Cups" }, leads: 0);
    play play(card: cardNamed("King of Coins")) by 0;
    play play() by 1;
    play play() by 2;
    play play() by 3;
    expect taken(2).length == 4 && Tricks.points(2) == 1 && decider == 2;
}

test "whoever has the suit that was led plays it" {
    Tricks.arrange({ "King of Coins", "Five of Coins, Three of Batons", "Ace of Cups", "Two of Cups" }, leads: 0);
    play play() by 0;
    expect moves() == 1;
    expect legal play(card: cardNamed("Five of Coins")) by 1;
    expect illegal play(card: cardNamed("Three of Batons")) by 1;
}

test "whoever has not plays any card" {
    Tricks.arrange({ "King of Coins", "Five of Cups, Three of Batons", "Ace of Cups", "Two of Cups" }, leads: 0);
    play play() by 0;
    expect moves() == 2;
}

test "six tricks win, five do not" {
    Tricks.made = { 4, 1, 2, 3 };
    expect Tricks.winners().length == 2 && Tricks.winners().contains(0) && Tricks.winners().contains(2);
    expect Tricks.result() == "The winners are Player 1, Player 3";
    Tricks.made = { 3, 2, 2, 3 };
    expect Tricks.winners().isEmpty() && Tricks.result() == "The winner is no one";
}
"#;

#[test]
fn tricks_and_legal_cards_are_as_the_document_says() {
    let Some(text) = printed() else { return };
    let files = Memory::default().with("game.cge", &text).with("tests.tgdl", TESTS);
    let game = loaded(&files, "game.cge").game.unwrap();
    assert_eq!(game.tests().len(), 5);
    for test in 0..game.tests().len() {
        let report = game.run_test(test);
        assert!(report.failure.is_none(), "{}: {:?}", report.name, report.failure.map(|f| f.message));
    }
}

/// The program as Scala is usually laid out.
fn indented(text: &str) -> String {
    let (mut out, mut depth, mut before) = (String::new(), 0, "");
    for line in text.lines() {
        if line.starts_with("game ") || line.starts_with("GameController") {
            depth = 0;
        } else if before.ends_with("are:") {
            depth = 1;
        } else if before.ends_with("=>") {
            depth = 2;
        }
        let deeper = usize::from(before.ends_with("then") || before == "else");
        out += &"  ".repeat(depth + deeper);
        out += line;
        out += "\n";
        before = line;
    }
    out
}

#[test]
fn the_same_program_indented_gives_the_same_matches() {
    let Some(text) = printed() else { return };
    let again = indented(&text);
    assert!(again.contains("\n    val handSuit") && again.contains("\n      trumpsInHand.maxBy"), "{again}");
    let (flat, indented) = (game(&text), game(&again));
    for seed in 0..20 {
        assert_eq!(course(&flat, seed), course(&indented, seed));
    }
}

#[test]
fn what_it_expands_to_gives_the_same_matches() {
    let Some(text) = printed() else { return };
    let files = Memory::default().with("game.cge", &text);
    let expanded = project::expand((&files, "game.cge")).0.unwrap();
    let files = Memory::default().with("game.tgdl", &expanded);
    let again = loaded(&files, "game.tgdl").game.unwrap();
    let game = game(&text);
    for seed in 0..20 {
        assert_eq!(course(&game, seed), course(&again, seed));
    }
}
