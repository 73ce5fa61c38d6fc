//! Problems with declarations: enumerations, zones, dice, boards, and the game as a whole.

use super::{Names, Suggest, counted, listed};
use base::{Problem, Span};

problems! {
    enum_attribute(span, found: &str) =
        error("enum-attribute", "an attribute of an enumeration cannot be a `{found}`")
        .hint("it is a number, a string, a bool or a case");
    no_owner(span, name: &str) = error("no-owner", "`{name}` has no owner who could see it")
        .hint("write `per player` for a zone of each player, or `visible all`");
    no_faces(span, name: &str) = error("no-faces", "the dice `{name}` have no faces")
        .hint("write `faces 1, 2, 3, 4, 5, 6;`");
    no_shape(span, name: &str) = error("no-shape", "the board `{name}` has no shape")
        .hint("write `shape square(8, 8);`");
    unknown_shape(span, name: &str, known: impl Names) =
        error("unknown-shape", "no shape is called `{name}`").suggest_or_list(span, name, known);
    shape_numbers(span, form: &str, count: usize, found: usize) =
        error("shape-numbers", ("this shape takes {}, found {found}", counted(count, "number")))
        .hint("write `{form}`");
    board_size(span, tiles: u64, most: u32) =
        error("board-size", "a board has 1 to {most} tiles, this one {tiles}");
    hex_beside(span) =
        error("hex-row", "a hex of this row stands above or below one of another, not in a gap")
        .hint("put a space between hexes, and begin every other row with one space more");
    edge_of_no_graph(span) = error("not-an-edge", "only a graph has edges")
        .hint("write `shape graph {{ A; B; A - B; }}`, or leave `edge` out");
    fixed_of_edge(span, name: &str) =
        error("not-an-edge", "the `{name}` of an edge is known from how it is written")
        .hint("write `Rome - Milan 3;`, or `Rome > Milan 3;` for one way");
    negative_weight(span) = error("out-of-bounds", "the weight of an edge cannot be below zero");
    value_without_name(span) =
        error("unnamed-argument", "the attributes of tiles and edges are given by name")
        .hint("write `Rome(income: 3);`");
    no_game(span) = error("no-game", "this file does not say which game it is")
        .hint("begin it with `game \"Name\";`");
    no_setup(span) = error("no-setup", "this game has no `setup`")
        .hint("add `setup {{ players 2; turns.use(\"Main\"); }}`");
    then_of_nothing(span) =
        error("then-without-simultaneous", "`then` runs when all players of the phase have chosen")
        .hint("write `simultaneous player.all();` before it");
    test_players(span, n: u32, least: u32, most: u32) =
        error("players-range", "this test has {n} players, but the game is for {least} to {most}");
    not_choosable(span, ty: &str) = error("not-choosable", "a `{ty}` cannot be chosen without a source")
        .hint("`from` offers the elements of a list");
    count_here(span, hint: &str) = error("misplaced-count", "`count` means nothing here").hint(hint);
    given_in_action(span, name: &str) =
        error("function-input", "`{name}` is given by a caller, but an action is chosen by a player")
        .hint("leave `function` out, or make this a function");
    unused_function(span, name: &str) = warning("unused-function", "nothing calls `{name}`");
    unused_action(span, name: &str) =
        warning("unused-action", "nothing triggers `{name}`, and nothing calls it")
        .hint("`trigger PlayerChoiceEvent {{ return true; }}` offers it to the active player");
    unused_local(span, name: &str) = warning("unused-variable", "nothing reads `{name}`");
}

pub(in crate::check) fn case_values(span: Span, name: &str, attributes: &[&str], found: usize) -> Problem {
    let wants = if attributes.is_empty() {
        "no values".to_owned()
    } else {
        format!("values for {}", listed(attributes))
    };
    Problem::error("case-values", span, format!("`{name}` needs {wants}, found {}", counted(found, "value")))
}

/// `parameter`: it is a type parameter of a generic class.
pub(in crate::check) fn zone_of(span: Span, found: &str, parameter: bool) -> Problem {
    Problem::error("zone-of", span, format!("a zone holds interactables, and `{found}` is none")).hint(
        match parameter {
            true => format!("let it stand for interactables only: `<{found} extends interactable>`"),
            false => format!("declare it as `interactable {found} {{ ... }}`"),
        },
    )
}

pub(in crate::check) fn not_a_tile(span: Span, name: &str, is_abstract: bool) -> Problem {
    if is_abstract {
        return Problem::error(
            "not-a-tile",
            span,
            format!("`{name}` is abstract, so there are no tiles of it"),
        );
    }
    Problem::error("not-a-tile", span, format!("`{name}` is not a class of tiles"))
        .hint(format!("declare it as `class {name} extends Tile {{ ... }}`"))
}

pub(in crate::check) fn not_an_edge(span: Span, name: &str, why: &str) -> Problem {
    let problem = Problem::error("not-an-edge", span, format!("`{name}` {why}"));
    match why {
        NO_EDGE_CLASS => problem.hint(format!("declare it as `class {name} extends Edge {{ ... }}`")),
        _ => problem,
    }
}

pub(in crate::check) const NO_EDGE_CLASS: &str = "is not a class of edges";

pub(in crate::check) fn second_setup(span: Span, first: Option<Span>) -> Problem {
    let problem = Problem::error("second-setup", span, "a game has one `setup`, in its main file");
    match first {
        Some(first) => problem.other(first, "the first is here"),
        None => problem,
    }
}

pub(in crate::check) fn players_range(span: Span, least: u32, most: u32, names: usize) -> Problem {
    if least > most {
        return Problem::error(
            "players-range",
            span,
            format!("{least} to {most} players can never sit down"),
        );
    }
    Problem::error("players-range", span, format!("{names} names for at most {most} players"))
}

pub(in crate::check) fn endless_input(span: Span, ty: &str) -> Problem {
    let example = if ty == "number" { "from 0..10" } else { "from { \"yes\", \"no\" }" };
    Problem::error("endless-input", span, format!("a `{ty}` has endless values to choose from"))
        .hint(format!("say which: `{example}`"))
}
