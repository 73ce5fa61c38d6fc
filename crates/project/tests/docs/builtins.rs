//! The page of what is built in, made from the catalogue. It knows no game.

use expect_test::expect_file;
use language::catalogue::{Effect, Entry, On, entries};
use std::fmt::Write as _;

/// The groups in the order of the page: heading, what it says first.
const GROUPS: &[(On, &str, &str)] = &[
    (On::Free, "Functions", "They stand by themselves: `max(a, b)`."),
    (On::List, "Lists", "After a list, a zone or a stack: `cards.length`, `hand(p).any(c => c.worth > 3)`."),
    (On::Table, "Tables", "After a table."),
    (On::Stack, "Stacks", "After a stack."),
    (On::Set, "Sets", "After a set of cases or players, besides what lists have that changes nothing."),
    (On::String, "Strings", "After a string."),
    (On::Tile, "Tiles", "After a tile of any board."),
    (
        On::Spot,
        "Edges and corners",
        "After an edge or corner that is a place, besides what all objects have.",
    ),
    (On::Object, "Objects", "After an object of any class, tiles excepted."),
    (On::Piece, "Pieces", "After an object of an interactable class, besides what all objects have."),
    (
        On::Zone,
        "Zones",
        "After one zone, `stock` or `hand(p)`, besides what lists have that changes nothing.",
    ),
    (On::Zones, "Zones of all players", "After a zone declared `per player`, without a player: `hand`."),
    (On::Board, "Boards", "After the name of a board."),
    (On::Player, "A player", "After a value of type `player`."),
    (On::Players, "The players", "After the word `player`."),
    (On::Turn, "The turn", "After the word `turn`."),
    (On::TurnValue, "A turn as a value", "After what `turn.active()` gives."),
    (On::Phase, "The phase", "After `turn.phase`."),
    (On::Turns, "The turns", "After the word `turns`."),
    (On::Random, "Chance", "After the word `random`."),
    (On::Dice, "Dice", "After the name of dice."),
    (On::Enum, "Enumerations", "After the name of an enumeration."),
    (On::Case, "Cases", "After a case of an enumeration, besides its attributes."),
];

const HEAD: &str = "# What is built in

Every name that a game may use without declaring it.
This page is made from the catalogue that the checker reads; `UPDATE_EXPECT=1 cargo test -p project --test docs` writes it anew.

`x?` marks a parameter that may be left out.
`T` is the type of the elements of the list, table, stack or zone, `K` the type of the keys or of a result, `U` any type, `O` a type with an order: numbers, strings, players, cases.
Where a type stands before the name, as in `List<number>.sum`, the receiver must be of that type, unless a function is given.
A `mut List` is a list itself, which is changed, not a zone or stack read as one.
The third column says what a call does besides giving a value: *changes it* changes the collection that it is called on, *changes* the game, *chance* uses the generator of the game.
Whatever has nothing there may stand in filters, requirements and triggers.
";

fn page() -> String {
    let mut page = HEAD.to_owned();
    for (on, heading, first) in GROUPS {
        let _ = write!(
            page,
            "\n## {heading}\n\n{first}\n\n| name | what it gives | does |\n| --- | --- | --- |\n"
        );
        for entry in entries().iter().filter(|e| e.on == *on) {
            page += &row(entry);
        }
    }
    page
}

fn row(entry: &Entry) -> String {
    let does = match entry.effect {
        Effect::Pure => "",
        Effect::Mutates => "changes it",
        Effect::Changes => "changes",
        Effect::Chance => "chance",
    };
    format!("| `{}` | {} | {does} |\n", entry.signature, entry.doc)
}

#[test]
fn the_page_of_what_is_built_in_is_the_catalogue() {
    expect_file!["../../../../docs/builtins.md"].assert_eq(&page());
}

#[test]
fn every_entry_is_in_some_group() {
    for entry in entries() {
        assert!(GROUPS.iter().any(|g| g.0 == entry.on), "{}", entry.signature);
    }
}
