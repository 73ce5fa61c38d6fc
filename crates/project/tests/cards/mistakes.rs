//! What the author of a card is told.

use crate::kit::{load_with, problems, wrong};
use project::{Memory, Request};

#[track_caller]
fn check(cards: &str, expected: &str) {
    assert_eq!(wrong(cards), expected, "\n{cards}");
}

#[test]
fn what_is_no_word_tells_what_to_write_instead() {
    let creature = "new Creature called \"A\"";
    check(
        &format!("{creature} with_type Bird"),
        "1:35 card-name: expected a text in quotes behind `with_type`; write `\"Bird\"`",
    );
    check(
        &format!("{creature} with_colour Green and White"),
        "1:43 card-word: `and` says nothing about a card; only one thing stands behind the word before it",
    );
    check(
        &format!("{creature} has_ability Flying Reach"),
        "1:44 card-word: `Reach` says nothing about a card; abilities stand behind `has_ability`, with `and` between them",
    );
    let sorcery = "new Sorcery called \"A\" defined_as";
    for (said, write) in [("a card", "Draw(1)"), ("two cards", "Draw(2)"), ("cards", "Draw(1)")] {
        let word = said.split(' ').next().unwrap();
        check(
            &format!("{sorcery} Draw {said}"),
            &format!(
                "1:40 card-word: `{word}` says nothing about a card; \
                 how much it does stands in brackets, and nothing more: `{write}`"
            ),
        );
    }
    check(
        &format!("{sorcery} Draw 3 cards"),
        "1:42 card-word: `cards` says nothing about a card; \
         how much it does stands in brackets, and nothing more: `Draw(3)`",
    );
    let told = wrong(&format!("{sorcery} Deal 3 damage to target Creature"));
    assert!(told.contains("no action is called `Deal`; did you mean `Damage(3)`?"), "{told}");
    let told = wrong(&format!("{creature} with damage 3 health 2"));
    assert!(told.contains("did you mean `with_health`?"), "{told}");
    let told = wrong(&format!("{sorcery} Castable"));
    assert!(told.contains("the rules have `castable`, and keep it for themselves"), "{told}");
    check(
        "# birds",
        "1:1 card-character: `#` means nothing here; a comment begins with `//`\n\
         1:3 card-statement: `birds` begins no statement; \
         begin with `new` for a card, or `val` for something with a name",
    );
    check(
        &format!("\u{200b}{creature}"),
        "1:1 card-character: the character U+200B means nothing here; take it out: nobody sees it",
    );
    check("new Creature called \u{2018}A\u{2019}", "");
}

/// Where the cards cannot be read, nothing else is wrong of which they are the cause.
#[test]
fn a_game_is_not_blamed_for_its_cards() {
    let game = "game \"G\"; import \"rules\"; import \"own.ccg\"; setup { players 2; begin(own); }\n\
                test \"it is there\" { expect own.contains(owl); }\n";
    let rules = "export import \"std/counted\";\n";
    let found = |cards: &str| {
        let memory = Memory::default().with("game.tgdl", game).with("rules.tgdl", rules);
        let memory = memory.with("own.ccg", cards);
        problems(&project::open(Request::new((&memory, "game.tgdl"))).unwrap())
    };
    assert_eq!(found("new Creature called \"Owl\" requires 2 * Forests\n"), "");
    assert_eq!(
        found("new Creature called \"Owl\" requires 2 * Forrests\n"),
        "own.ccg:1:40 card-requirement: nothing that a card may require is called `Forrests`; did you mean `Forest`?"
    );
}

#[test]
fn several_problems_are_told_at_once() {
    let found = wrong(
        "new Creature called \"A\" has_ability Flyign\nnew Creature called \"B\"\nnew Sorcery called \"C\" defined_as Destory target Creature\n",
    );
    assert_eq!(
        found,
        "1:37 card-ability: no ability is called `Flyign`; did you mean `Flying`?\n\
         3:35 card-action: no action is called `Destory`; did you mean `Destroy`?"
    );
}

#[test]
fn a_name_without_quotes() {
    check(
        "new Creature called Reed Bear with_damage 2",
        "1:21 card-name: the name `Reed Bear` needs quotes; write `\"Reed Bear\"`",
    );
}

#[test]
fn rules_without_cards() {
    let loaded = load_with("new Creature called \"A\"", &[("rules.tgdl", "enum Kind { Creature }\n")]);
    assert_eq!(
        problems(&loaded),
        "1:1 card-rules: the rules that these cards are for do not say how a card is made; \
         they need what `std/ccg/sentences` has: import it there\n\
         1:5 card-type: no type of cards is called `Creature`; the rules of this game have no types of cards"
    );
    let found = problems(&load_with(
        "import \"rulse\"\nnew Creature called \"A\"",
        &[("rules.tgdl", "enum Kind { A }\n")],
    ));
    assert!(found.starts_with("1:8 missing-file: "), "{found}");
}

#[test]
fn what_cannot_be_aimed_at() {
    check(
        "new Sorcery called \"A\" defined_as Destroy target Player",
        "1:35 card-aim: `Destroy` is done to permanents, and not to all that is `Player`",
    );
    check(
        "new Sorcery called \"A\" defined_as Destroy",
        "1:35 card-aim: `Destroy` is done to somebody or something, and the card does not say to whom; \
         write `Destroy target Creature`, or whatever it is",
    );
    let said = "is done to somebody or something, and the card does not say to whom; write";
    check(
        "new Sorcery called \"A\" defined_as Damage 3 to Player",
        &format!("1:35 card-aim: `Damage` {said} `Damage 3 target Player`, or whatever it is"),
    );
    check(
        "new Sorcery called \"A\" defined_as Destroy all Land",
        &format!(
            "1:35 card-aim: `Destroy` {said} `Destroy target Land`, or whatever it is; \
             that is done to one; what is done to all is an action of the rules"
        ),
    );
    check(
        "new Sorcery called \"A\" defined_as Damage(1) target Creature and Player",
        "1:52 card-target: nothing is `Creature and Player`: it would be things of different kinds at once; \
         write `or` between them",
    );
}

#[test]
fn whatever_is_written_is_read_to_its_end() {
    for text in [
        "(",
        "new",
        "new Creature called",
        "val",
        "val x",
        "val x:",
        "val x =",
        "import",
        "game",
        "\"",
        "=",
        "c = ",
        "/*",
        "new Creature called \"a\" requires",
        "new Creature called \"a\" requires 3 *",
        "new Sorcery called \"a\" defined_as Damage(",
        "new Sorcery called \"a\" defined_as Destroy target (Green",
        "new Card called \"a\" with_damage",
    ] {
        assert_ne!(wrong(text), "", "{text}");
    }
    let deep = format!("val x: Target = {}Creature", "(".repeat(5_000));
    assert!(wrong(&deep).contains("card-too-long"));
    let long = format!("val x: Target = Creature{}", " and Creature".repeat(5_000));
    assert!(wrong(&long).contains("card-too-long"));
    let ways = format!("val x = 1 * Land{}", " and (1 * Swamp or 1 * Forest)".repeat(12));
    assert!(wrong(&ways).contains("card-too-long"));
}

#[test]
fn requirements_that_grow_by_names_are_as_long_as_what_they_stand_for() {
    let parts = ["1 * Forest"; 5].join(" and ");
    check(
        &format!("val a = {parts}\nnew Creature called \"A\" requires a and a\n"),
        "2:36 card-too-long: a card requires at most 8 things together",
    );
}

#[test]
fn names_of_names_are_as_long_as_what_they_stand_for() {
    for (first, again) in [
        ("Target = Creature", "Target = {} or {}"),
        ("Ability = Flying", "Ability = {} and {}"),
        ("Action = Draw(1)", "Action = {} and {}"),
    ] {
        let doubled = (1..40).map(|i| again.replace("{}", &format!("a{}", i - 1)));
        let vals: Vec<String> = std::iter::once(first.to_owned())
            .chain(doubled)
            .enumerate()
            .map(|(i, of)| format!("val a{i}: {of}\n"))
            .collect();
        let found = problems(&load_with(&vals.concat(), &[]));
        assert!(found.contains("card-too-long: with `a7` this is longer than 200 words"), "{found}");
    }
}

#[test]
fn a_name_that_is_given_twice() {
    let cards = "val t = Creature\nval T = Land\nnew Sorcery called \"A\" defined_as Destroy target t\n";
    let found = problems(&load_with(cards, &[]));
    assert!(
        found.contains("2:5 card-said-twice: `T` is named twice: from here on it stands for this"),
        "{found}"
    );
}

#[test]
fn what_is_no_change_of_a_card() {
    check(
        "wet = new FlyingCreature(wet)",
        "1:1 card-changes: `wet` is no card of this file that could be changed; name it first: `val wet = new ...`",
    );
}

#[test]
fn what_nobody_sees_in_a_name() {
    check(
        "new Creature called \"A\0B\" with_health 1",
        "1:23 card-character: a text in quotes holds no control character, and this is U+0000; take it out: nobody sees it",
    );
}

/// Every mistake of a file is there; whoever shows them counts those that are not shown.
#[test]
fn hundreds_of_mistakes_are_all_counted() {
    let cards: String =
        (0..350).map(|i| format!("new Creature called \"A{i}\" with_demage 1 has_ability Flyng\n")).collect();
    let loaded = load_with(&cards, &[]);
    assert_eq!(loaded.problems.len(), 700);
    assert!(loaded.problems.iter().all(|p| p.code == "card-word" || p.code == "card-ability"));
}

#[test]
fn more_cards_than_a_game_has() {
    let cards: String =
        (0..10_000).map(|i| format!("new Creature called \"A{i}\" with_damage 1\n")).collect();
    // The rules have five lands.
    check(
        &cards,
        "9996:1 card-too-many: with this card there are more than 10,000, and a game has at most so many; \
         leave cards out, or make several games of them",
    );
}

#[test]
fn cards_that_say_more_than_a_game_holds() {
    let cards: String = (0..7_000)
        .map(|i| format!("new Creature called \"A{i}\" has_ability Flying, Reach, Trample, Haste, Fear, Menace, Shroud and Wither\n"))
        .collect();
    let found = wrong(&cards);
    assert!(
        found.starts_with("6250:1 card-too-many: with this card the cards say more than a game holds: ")
            || found
                .starts_with("6251:1 card-too-many: with this card the cards say more than a game holds: "),
        "{found}"
    );
    assert_eq!(found.lines().count(), 1);
}
