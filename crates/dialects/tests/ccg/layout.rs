//! The one layout of files of cards.

use crate::read;
use dialects::ccg::DIALECT;

fn format(text: &str) -> Option<String> {
    (DIALECT.format.expect("it has a layout"))(text)
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(format(text).as_deref(), Some(expected));
    assert_eq!(format(expected).as_deref(), Some(expected), "the layout is its own layout");
    assert_eq!(read(text).problems.len(), read(expected).problems.len());
}

#[test]
fn spaces_indentation_and_blank_lines() {
    check(
        "\n\n  new   Creature called \"Old  Oak\"\n      with_damage 1\nwith_health 2\n\n\n\nval t:Target=Green  or White &Creature // both\n",
        "new Creature called \"Old  Oak\"\n    with_damage 1\n    with_health 2\n\nval t: Target = Green or White & Creature // both\n",
    );
    check(
        "new Creature called \"A\" has_ability Absorb( 1 ) requires 3*Lands and ( 2 * Swamps or 1 * Forest )",
        "new Creature called \"A\" has_ability Absorb(1) requires 3 * Lands and (2 * Swamps or 1 * Forest)\n",
    );
}

#[test]
fn comments_stand_where_they_stood() {
    check(
        "// The first.\nnew Creature\n  // What it is called.\n  called \"A\"\n// The second.\nnew Card \"B\"\n/* The\n   end. */",
        "// The first.\nnew Creature\n    // What it is called.\n    called \"A\"\n// The second.\nnew Card \"B\"\n/* The\n   end. */\n",
    );
}

#[test]
fn a_value_on_the_next_line_is_indented() {
    check(
        "val oak: Creature =\nnew Creature called \"Oak\"\nval elm: Creature =\n\"Elm\" with_damage 1",
        "val oak: Creature =\n    new Creature called \"Oak\"\nval elm: Creature =\n    \"Elm\" with_damage 1\n",
    );
}

#[test]
fn what_is_no_word_of_cards_has_no_layout() {
    assert_eq!(format("new Card called \"A"), None);
    assert_eq!(format("new Card called \"A\" %"), None);
    assert_eq!(format("").as_deref(), Some(""));
}
