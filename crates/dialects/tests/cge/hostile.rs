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
        "a :: ",
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

/// Reads a game with `before` and then as many `again` as said, in which `#` is the number of each.
fn many(count: usize, before: &str, again: &str, after: &str) -> String {
    let all: String = (0..count).map(|i| again.replace('#', &i.to_string())).collect();
    problems(&game(&[&format!("game card points are: (rank, suit) => {before}{all}{after}")]))
}

#[test]
fn long_lists_of_cases_and_alternatives_are_too_deep() {
    for (before, again, after) in [
        ("rank.length match\n", "case # => #\n", "case _ => 0"),
        ("rank.length match\n", "case # => val a = #; a\n", "case _ => 0"),
        ("rank.length match\n", "case n if n > # => #\n", "case _ => 0"),
        ("rank.length match case 0", " | #", " => 1 case _ => 0"),
        ("rank.toIntOption match case Some(0", " | #", ") => 1 case _ => 0"),
    ] {
        assert_eq!(many(100, before, again, after), "", "{again}");
        let found = many(70_000, before, again, after);
        assert!(found.contains("rule-too-deep") || found.contains("too-many-vals"), "{again}: {found}");
    }
}

#[test]
fn long_lists_of_values_are_read() {
    assert_eq!(many(100_000, "List(0", ", #", ").sum"), "");
    assert_eq!(many(20_000, "Map(0 -> 1", ", # -> #", ").size"), "");
    assert_eq!(many(1_000, "", "val a# = #\n", "a1"), "");
    assert_eq!(many(1_000, "", "val a = #\n", "a"), "");
    assert_eq!(
        many(100_000, "", "val a# = #\n", "a1"),
        "1007:1 too-many-vals: a rule has at most 1000 `val`, and this is one more; \
         put the values into a `List(...)` or a `Map(...)`"
    );
}

#[test]
fn nothing_is_put_in_so_often_that_it_multiplies() {
    let nested = |inner: &str, outer: &str| (0..24).fold(inner.to_owned(), |all, _| outer.replace('#', &all));
    for value in [
        nested("0", "List(1).foldLeft(0)((a, b) => a + #)"),
        nested("List(1)", "#.intersect(List(1).reverse)") + ".size",
        nested("Nil", "#.intersect(Nil)") + ".size",
        format!("if {} == Set(true) then 1 else 0", nested("Set(true)", "Set(Set(true) == #)")),
    ] {
        assert_eq!(many(1, &value, "", ""), "");
    }
}

#[test]
fn a_val_between_statements_is_not_brought_into_rules_without_end() {
    let long = format!("val a = List({})", vec!["1"; 20_000].join(", "));
    let rules = vec!["(rank, suit) => a.size"; 100].join(", ");
    let found = problems(&game(&[&long, &format!("game card points are: {rules}")]));
    assert!(found.contains(" too-many-vals: "), "{found}");
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
