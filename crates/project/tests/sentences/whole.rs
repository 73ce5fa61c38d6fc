//! Whole games: those of this repository, bots, tests beside a file, and what a file expands to.

use crate::kit::{course, little, load, problems, sound};
use project::{Memory, Request};
use std::path::{Path, PathBuf};

fn games() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let all = project::games_below(&folder).into_iter();
    let all: Vec<PathBuf> = all.filter(|path| path.extension().is_some_and(|e| e == "cge")).collect();
    assert!(all.len() >= 5, "{all:?}");
    all
}

#[test]
fn games_in_sentences_play_as_what_they_expand_to() {
    for path in games() {
        let loaded = project::open(Request::new(&path)).unwrap();
        assert_eq!(problems(&loaded), "", "{}", path.display());
        let (text, _) = project::expand(path.as_path());
        let files = Memory::default().with("game.tgdl", &text.unwrap());
        let again = project::open(Request::new((&files, "game.tgdl"))).unwrap();
        assert_eq!(problems(&again), "", "{}", path.display());
        let (game, again) = (loaded.game.unwrap(), again.game.unwrap());
        for seed in 0..3 {
            assert_eq!(course(&game, seed), course(&again, seed), "{}", path.display());
        }
    }
}

#[test]
fn tests_beside_a_game_see_it() {
    let text = little("true");
    let tests = "import \"std/trick\";\ntest \"three\" { expect player.all().length == 3 && Tricks.trump == \"Cups\"; }\n";
    let files = Memory::default().with("game.cge", &text).with("tests.tgdl", tests);
    let loaded = project::open(Request::new((&files, "game.cge"))).unwrap();
    assert_eq!(problems(&loaded), "");
    let game = loaded.game.unwrap();
    assert_eq!(game.tests(), ["three"]);
    assert!(game.run_test(0).failure.is_none());
    let files =
        Memory::default().with("a.cge", &text).with("a.tests.tgdl", "test \"x\" { expect Trick.x == 1; }");
    assert_eq!(
        problems(&project::open(Request::new((&files, "a.cge"))).unwrap()),
        "a.tests.tgdl:1:19 unknown-name: nothing is called `Trick` here"
    );
    let files = Memory::default().with("game.cge", &text).with("tests.tgdl", "game \"Other\";\nsetup { }");
    assert_eq!(
        problems(&project::open(Request::new((&files, "game.cge"))).unwrap()),
        "tests.tgdl:1:1 second-game: the tests of a game are no game of their own; take the line `game \"...\";` out"
    );
}

#[test]
fn bots_sit_where_the_game_says() {
    let game = sound(&little("true").replace("player called \"Bob\"", "bot called \"Bob\""));
    assert!(game.has_bots() && !game.is_bot(0) && game.is_bot(1) && !game.is_bot(2));
    assert_eq!(game.seat_name(1), "Bob");
    let files = Memory::default()
        .with("game.cge", &little("true").replace("player called \"Bob\"", "bot called \"Bob\""));
    let text = project::expand((&files, "game.cge")).0.unwrap();
    assert!(text.contains("players 3 \"Ann\", bot \"Bob\", \"Cid\";"), "{text}");
}

#[test]
fn authors_may_call_things_as_the_library_does() {
    let library = project::library::text("trick.tgdl").unwrap();
    let mut origins = base::Origins::default();
    let module = dialects::tgdl::parse(base::FileId(0), library, &mut origins).value;
    let mut names: Vec<String> = Vec::new();
    for item in &module.items {
        use language::tree::Item;
        names.extend(match item {
            Item::Function(f) => Some(f.name.text.clone()),
            Item::Zone(z) => Some(z.name.text.clone()),
            Item::Class(c) => Some(c.name.text.clone()),
            Item::Turn(t) => Some(t.name.text.clone()),
            _ => None,
        });
    }
    names.extend(
        ["number", "string", "bool", "actor", "turns", "random", "setup", "base", "is", "fault", "whole"]
            .map(str::to_owned),
    );
    assert!(names.len() > 15);
    let lines: String = names.iter().map(|n| format!("val {n} = 7 / 2\n")).collect();
    let sum = names.join(" + ");
    let problems = problems(&load(&little(&format!("{lines}{sum} > 0"))));
    assert_eq!(problems, "");
}

#[test]
fn one_player_and_eight() {
    let alone = "game is \"Solo\"\ngame has player called \"Ann\"\ngame gives 2 cards to each player\ngame suitsAre (\"Cups\", \"Coins\")\ngame ranksAre (\"Two\", \"Ace\")\nGameController(game.build).startGame\n";
    let (moves, end) = course(&sound(alone), 1);
    assert!(moves.len() == 2 && end.contains("Finished { ranking: [[0]] }"), "{end}");
    let seats: String = (1..=8).map(|i| format!("game has player called \"P{i}\"\n")).collect();
    let eight = alone
        .replace("game has player called \"Ann\"\n", &seats)
        .replace("gives 2", "gives 1")
        .replace("\"Two\",", "\"Two\", \"Three\", \"Four\",");
    assert_eq!(course(&sound(&eight), 1).0.len(), 8);
}

#[test]
fn random_hands_and_hands_of_different_sizes() {
    let text = little("true").replace("game gives 1 card to each player", "game gives 1 card to player \"Ann\"\ngame gives 2 cards to player \"Bob\"\ngame gives 0 cards to player \"Cid\"").replace("gives 0", "gives 3").replace("\"King\", \"Ace\")", "\"Three\", \"Four\", \"King\", \"Ace\")");
    let (moves, end) = course(&sound(&text), 1);
    assert!(moves.len() == 6 && end.contains("Finished"), "{end}");
    let ranks: String = (1..=20).map(|i| format!("\"R{i}\", ")).collect();
    let text = little("true")
        .replace("gives 1 card", "gives random cards")
        .replace("(\"Two\",", &format!("({ranks}\"Two\","));
    let game = sound(&text);
    let lengths: Vec<usize> = (0..5).map(|seed| course(&game, seed).0.len()).collect();
    assert!(lengths.iter().any(|n| *n != lengths[0]), "{lengths:?}");
}

#[test]
fn no_card_that_satisfies_the_hand_rules_is_a_fault_that_shows_the_trick() {
    let text = little("true")
        .replace("game win", "game hand rules are: (trick, card, trump, ranks) => false\ngame win");
    let end = course(&sound(&text), 1).1;
    assert!(end.contains("no card of this trick satisfies") && end.contains("King of Coins"), "{end}");
}

#[test]
fn a_rule_that_asks_itself_without_end_is_a_fault() {
    let text = little("true").replace("game win", "game hand rules are: (trick, card, trump, ranks) => false\ngame playing rules are: (table, player, card) => game(card)\ngame win").replace("game(card)", "table.doesCardWinHand(card) || true");
    assert!(course(&sound(&text), 1).1.contains("Fault"));
    let text = little("game.winners.contains(player)");
    let end = course(&sound(&text), 1).1;
    assert!(end.contains("too many functions run inside one another"), "{end}");
}
