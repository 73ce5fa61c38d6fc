//! Texts that mean harm: whatever is read, there is a tree, in bounded time, without a panic.

use crate::{game, problems, read};
use base::Random;
use language::print;

/// Reads `before` and then `again` a hundred thousand times.
#[track_caller]
fn check_endless(before: &str, again: &str, code: &str) {
    let text = game(&[&(before.to_owned() + &again.repeat(100_000))]);
    let found = problems(&text);
    let codes: Vec<&str> = found.lines().filter_map(|line| line.split([' ', ':']).nth(2)).collect();
    assert!(codes.contains(&code) && codes.len() <= 100, "{before}{again}: {:?}", codes.first());
}

#[test]
fn endless_nesting_is_too_deep() {
    let before = "game win conditions are: (g, p) => ";
    for again in [
        "(",
        "!",
        "- ",
        "f(",
        "x => ",
        "List(",
        "{ ",
        "if ",
        "a && (",
        "a match { case 1 => ",
        "s => { val x = ",
    ] {
        check_endless(before, again, "rule-too-deep");
    }
    for again in [".a", "+ 1", "(1)", " && a", " a"] {
        check_endless(&format!("{before}a"), again, "rule-too-deep");
    }
    check_endless(before, "if true then true else ", "rule-too-deep");
}

#[test]
fn endless_junk_is_told_at_most_a_hundred_times() {
    check_endless("", "game has\n", "unknown-statement");
    check_endless("", "§ ", "stray-character");
    check_endless("game win conditions are: ", "(", "rule-too-deep");
    check_endless("game win conditions are: ", "[", "expected-value");
    check_endless("", "game is \"\n", "open-text");
    check_endless("/* ", "/* ", "open-comment");
    check_endless("game has player called ", "\"a\" ", "broken-statement");
}

#[test]
fn a_text_of_nothing_has_a_tree() {
    for text in [
        "",
        " ",
        "\0",
        "\0\0\0\n\0",
        "game",
        "GameController",
        "val",
        "\"",
        "`",
        "'",
        "/*",
        "s\"${",
        "_",
        "game\n\n",
        "\u{feff}",
        "game is \"\u{0}\"",
    ] {
        let (_, checked) = read(text);
        assert!(text.trim_matches(['\u{feff}', ' ']).is_empty() || checked.has_errors(), "{text:?}");
        print(&checked.value);
    }
}

const GAME: &str = "game has team composed of \"Ann\" and \"Bob\"\ngame trumpIs \"Cups\"\ngame playing rules are:\n(table, player, playerCard) =>\nplayer.hand.cards.contains(playerCard) &&\n(table.cardsOnTable.isEmpty ||\n(table.cardsOnTable.head.suit == playerCard.suit || player.hand.cards.filter(_.suit == table.cardsOnTable.head.suit).isEmpty))\ngame hand rules are:\n(hand, cardPlayed, trump, ranks) =>\nval t = trump.getOrElse(\"\")\nval winning = if (hand.exists(_.suit == t)) then\nhand.filter(_.suit == t).maxBy(c => ranks.indexOf(c.rank))\nelse\nhand.head\ncardPlayed == winning\ngame card points are: (rank, suit) => rank match { case \"Ace\" | \"King\" => 11 case _ => s\"$rank${1 + 2}\".length }\ngame win conditions are: (g, p) => g.players.map(_.points).foldLeft(0)((a, b) => a + b) / 3 > 0";

#[test]
fn a_game_with_bytes_changed_is_read_without_a_panic() {
    let mut random = Random::new(2024);
    let whole = game(&[GAME]);
    assert_eq!(problems(&whole), "");
    for _ in 0..3_000 {
        let mut bytes = whole.as_bytes().to_vec();
        for _ in 0..=random.below(6) {
            change(&mut bytes, &mut random);
        }
        let text = String::from_utf8_lossy(&bytes);
        let (_, checked) = read(&text);
        assert!(checked.problems.len() <= 100);
        print(&checked.value);
    }
}

/// Changes, drops, doubles or moves a piece of the text.
fn change(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len() as u64) as usize;
    let end = (at + 1 + random.below(12) as usize).min(bytes.len());
    match random.below(5) {
        0 => bytes[at] = random.below(256) as u8,
        1 => bytes[at] = b"(){}[];,.\"\\'=<>+-!&|^:? /_$\n"[random.below(28) as usize],
        2 => drop(bytes.drain(at..end)),
        3 => bytes.splice(at..at, bytes[at..end].to_vec()).for_each(drop),
        _ => bytes.truncate(at.max(1)),
    }
}
