//! What a recorded match tells whoever replays it as one of its seats: as it happened, in order, whole. No sentence here is
//! compared that a client would have to guess from two tables.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn tavola(arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
    let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// The first steps of a random match as the first player reads them.
fn replayed(name: &str, players: u32, steps: usize) -> String {
    let game: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
    let game = game.display().to_string();
    let new = json!({ "cmd": "new", "seed": 7, "players": players });
    let bot = |i| json!({ "cmd": "bot", "bot": "random", "seed": 7000 + i });
    let requests = [new].into_iter().chain((0..steps).map(bot)).chain([json!({ "cmd": "save" })]);
    let answers = tavola(&["engine", &game], &requests.map(|r| format!("{r}\n")).collect::<String>());
    let saved: Value = serde_json::from_str(answers.lines().last().unwrap()).unwrap();
    let file = std::env::temp_dir().join(format!("tavola-told-{name}-{}.match", std::process::id()));
    std::fs::write(&file, saved["match"].to_string()).unwrap();
    let told = tavola(&["replay", &file.display().to_string(), "--game", &game, "--seat", "1"], "");
    std::fs::remove_file(file).unwrap();
    told
}

fn tells(name: &str, (players, steps): (u32, usize), lines: &str) {
    let told = replayed(name, players, steps);
    assert!(told.contains(lines), "{name} does not tell {lines:?}:\n{told}");
}

/// Of each kind of answer one that has a sentence.
const ANSWERS: &str = r#"game "Answers";
enum Suit { Cups, Coins }
interactable Card { Suit suit; }
zone hand of Card per player { visible owner; }
zone pile of Card { visible all; }
turn Main { }
global class Rules {
    Suit trump;
    action play {
        input Card card from hand(player.active());
        trigger PlayerChoiceEvent { return true; }
        effect {
            pile.add(card);
            trump = choose Suit "Which is trump?" says "calls {answer} trumps";
            if (choose bool "Do you see {card.suit}?" says "sees it" else "looks away" by actor + 1) { score 0 1; }
            if (choose bool "And {card.suit} now?" by actor + 1) { score 0 1; }
            Card shown = choose optional Card "Show one?" says "shows {answer}" else "shows none" from hand(actor);
            List<Card> more = choose List<Card> "More?" says "adds {answer}" else "adds none" count any from hand(actor);
            Card kept = secret choose optional Card "Keep one?" says "keeps {answer}" else "keeps none" from hand(actor);
            Table<player, bool> all = choose bool "Ready?" says "is ready" else "waits" by each player.all();
            if (shown == kept && more.isEmpty() && all.keys().isEmpty()) { turn.pass(); }
            turn.pass();
        }
    }
}
setup {
    players 2;
    for (player p in player.all()) {
        for (number i in 1..3) {
            Card card = new Card() { suit = i == 1 ? Suit.Cups : Suit.Coins };
            hand(p).add(card);
        }
    }
    turns.use("Main");
}
"#;

/// How a match of that game reads to a seat, or to somebody who looks on.
fn answers(moves: &[&str], viewer: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.tgdl");
    std::fs::write(&game, ANSWERS).unwrap();
    let game = game.display().to_string();
    let new = json!({ "cmd": "new", "seed": 1 });
    let plays = moves.iter().map(|text| json!({ "cmd": "play", "text": text }));
    let requests = [new].into_iter().chain(plays).chain([json!({ "cmd": "save" })]);
    let told = tavola(&["engine", &game], &requests.map(|r| format!("{r}\n")).collect::<String>());
    assert!(!told.contains("\"ok\":false"), "{told}");
    let saved: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    let file = folder.path().join("a.match");
    std::fs::write(&file, saved["match"].to_string()).unwrap();
    let told = tavola(&[&["replay", &file.display().to_string(), "--game", &game], viewer].concat(), "");
    let lines =
        told.lines().filter_map(|line| line.strip_prefix(|c: char| c.is_ascii_digit())?.split_once(". "));
    lines.map(|(_, line)| line.to_owned()).collect()
}

#[test]
fn an_answer_reads_as_the_rules_say_and_as_its_reader_may_know_it() {
    let moves = ["play Cups", "Cups", "no", "yes", "Coins", "Coins", "Coins", "no", "yes"];
    let own = answers(&moves, &["--seat", "1"]);
    assert_eq!(
        own,
        [
            "Player 1: play Cups",
            "Player 1 calls Cups trumps",
            "Player 2 looks away",
            "Player 2: yes",
            "Player 1 shows Coins",
            "Player 1 adds Coins",
            "Player 1 keeps Coins",
            "Player 1 waits",
            "Player 2 is ready",
        ]
    );
    let others = answers(&moves, &[]);
    assert_eq!(others[4..7], ["Player 1 shows a card", "Player 1 adds a card", "Player 1 has answered"]);
    assert_eq!(others[..4], own[..4]);
    assert_eq!(others[7..], ["somebody chooses in secret", "Player 1 waits"]);
    assert_eq!(answers(&moves, &["--seat", "2"])[3], "Player 2: And Cups now? yes");
    // Nothing, and that it is nothing is a secret, too.
    let moves = ["play Cups", "Cups", "yes", "no", "none", "nothing", "none", "yes", "no"];
    let own = answers(&moves, &["--seat", "1"]);
    assert_eq!(own[2], "Player 2 sees it");
    assert_eq!(own[4..7], ["Player 1 shows none", "Player 1 adds none", "Player 1 keeps none"]);
    let others = answers(&moves, &["--seat", "2"]);
    assert_eq!(others[4..7], ["Player 1 shows none", "Player 1 adds none", "Player 1 has answered"]);
}

#[test]
fn what_is_sold_is_gone_and_what_it_brings_is_new() {
    let sold =
        "Player 1 sells Cheese\n     store of Player 1 loses Cheese\n     store of Player 1 gets Silver x3\n";
    tells("six-winters", (3, 2), sold);
}

#[test]
fn what_is_bought_goes_from_where_it_was_for_sale() {
    let bought = "Player 3 bids 14\n     For sale now → shelf of Player 2: Map east\n";
    tells("moth-and-gavel", (3, 3), bought);
}

#[test]
fn dice_are_told_before_what_they_cause_and_a_leap_tile_by_tile() {
    tells("goose", (3, 4), "Player 1 throws the dice\n     Die: 3, 2\n     pawn: 4 → 9 → 14 → 19\n");
}

#[test]
fn a_card_that_takes_lies_on_the_table_first() {
    tells("scopa", (3, 2), "Player 2 takes Six of Coins, Two of Cups with Knave of Cups\n");
}

#[test]
fn the_last_card_of_a_trick_lies_on_the_table_before_it_is_taken() {
    // What was taken has no order; one's own card is the one that one knew first.
    let trick = "Six of Clubs, Two of Clubs, Jack of Clubs, Four of Clubs";
    let told = format!(
        "Player 2 plays Four of Clubs\n     Player 4 takes the trick\n     trick → tricks taken of Player 4: {trick}\n"
    );
    tells("hearts", (4, 16), &told);
}
