//! Option declarations and the values they take.

use super::*;

fn options() -> Vec<GameOption> {
    let option = |name: &str, kind, default: &str| GameOption {
        name: name.to_owned(),
        prompt: None,
        kind,
        default: default.to_owned(),
        value: default.to_owned(),
        is_param: false,
    };
    let decks = ["French", "Spanish", "FRENCH"].map(str::to_owned).to_vec();
    vec![
        option("size", OptionKind::Whole { from: 3, to: 19 }, "11"),
        option("swap", OptionKind::Bool, "true"),
        option("deck", OptionKind::Choice(decks), "French"),
        option("komi", OptionKind::Choice(["0.5", "7.5"].map(str::to_owned).to_vec()), "7.5"),
        option("weight", OptionKind::Number, "1"),
    ]
}

/// What becomes of choices written as `name=value`.
fn chosen(choices: &[&str]) -> String {
    let add = |all: Choices, c: &&str| c.split_once('=').map(|(n, v)| all.with(n, v)).unwrap();
    let choices = choices.iter().fold(Choices::default(), add);
    match choices.among(&options()) {
        Ok(options) => Choices::of(&options).to_string(),
        Err(refused) => refused.to_string(),
    }
}

#[test]
fn values_are_read_as_people_write_them() {
    assert_eq!(chosen(&[]), "");
    assert_eq!(chosen(&["swap=No", "size= 7 "]), "size = 7, swap = false");
    assert_eq!(chosen(&["size=11", "komi=0.50", "weight=-0"]), "komi = 0.5, weight = 0");
    assert_eq!(chosen(&["deck=spanish", "weight=1e3"]), "deck = Spanish, weight = 1000");
    assert_eq!(chosen(&["deck=FRENCH"]), "deck = FRENCH");
}

#[test]
fn what_is_not_allowed_is_refused_in_the_words_of_players() {
    assert_eq!(chosen(&["sise=7"]), "there is no option `sise`; did you mean `size`?");
    assert_eq!(
        chosen(&["players=7"]),
        "there is no option `players`; there are `size`, `swap`, `deck`, `komi` and `weight`"
    );
    assert_eq!(chosen(&["size=40"]), "`size` is a whole number from 3 to 19, not `40`");
    assert_eq!(chosen(&["size=3.5"]), "`size` is a whole number from 3 to 19, not `3.5`");
    assert_eq!(chosen(&["size=NaN"]), "`size` is a whole number from 3 to 19, not `NaN`");
    assert_eq!(chosen(&["swap=maybe"]), "`swap` is `true` or `false`, not `maybe`");
    assert_eq!(chosen(&["deck=french"]), "`deck` is `French`, `Spanish` or `FRENCH`, not `french`");
    assert_eq!(chosen(&["weight=inf"]), "`weight` is a number, not `inf`");
    assert_eq!(chosen(&["size=4", "size=5"]), "the option `size` is chosen twice");
    let none = Choices::default().with("size", "1").among(&[]);
    assert_eq!(none.unwrap_err().to_string(), "there is no option `size`; this game has none");
}
