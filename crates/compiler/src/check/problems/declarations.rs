//! Problems with declarations: enumerations, zones, dice, boards, and the game as a whole.

use super::{counted, listed, suggest_or_list};
use base::{Problem, Span};

pub fn enum_attribute(span: Span, found: &str) -> Problem {
    Problem::error("enum-attribute", span, format!("an attribute of an enumeration cannot be a `{found}`"))
        .hint("it is a number, a string, a bool or a case")
}

pub fn case_values(span: Span, name: &str, attributes: &[&str], found: usize) -> Problem {
    let wants = if attributes.is_empty() {
        "no values".to_owned()
    } else {
        format!("values for {}", listed(attributes))
    };
    Problem::error("case-values", span, format!("`{name}` needs {wants}, found {}", counted(found, "value")))
}

/// `parameter`: it is a type parameter of a generic class.
pub fn zone_of(span: Span, found: &str, parameter: bool) -> Problem {
    Problem::error("zone-of", span, format!("a zone holds interactables, and `{found}` is none")).hint(
        match parameter {
            true => format!("let it stand for interactables only: `<{found} extends interactable>`"),
            false => format!("declare it as `interactable {found} {{ ... }}`"),
        },
    )
}

pub fn no_owner(span: Span, name: &str) -> Problem {
    Problem::error("no-owner", span, format!("`{name}` has no owner who could see it"))
        .hint("write `per player` for a zone of each player, or `visible all`")
}

pub fn no_faces(span: Span, name: &str) -> Problem {
    Problem::error("no-faces", span, format!("the dice `{name}` have no faces"))
        .hint("write `faces 1, 2, 3, 4, 5, 6;`")
}

pub fn no_shape(span: Span, name: &str) -> Problem {
    Problem::error("no-shape", span, format!("the board `{name}` has no shape"))
        .hint("write `shape square(8, 8);`")
}

pub fn unknown_shape<'c>(span: Span, name: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    suggest_or_list(
        Problem::error("unknown-shape", span, format!("no shape is called `{name}`")),
        span,
        name,
        known,
    )
}

pub fn shape_numbers(span: Span, form: &str, count: usize, found: usize) -> Problem {
    let message = format!("this shape takes {}, found {found}", counted(count, "number"));
    Problem::error("shape-numbers", span, message).hint(format!("write `{form}`"))
}

pub fn board_size(span: Span, tiles: u64, most: u32) -> Problem {
    Problem::error("board-size", span, format!("a board has 1 to {most} tiles, this one {tiles}"))
}

pub fn hex_beside(span: Span) -> Problem {
    Problem::error("hex-row", span, "a hex of this row stands above or below one of another, not in a gap")
        .hint("put a space between hexes, and begin every other row with one space more")
}

pub fn not_a_tile(span: Span, name: &str, is_abstract: bool) -> Problem {
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

pub fn not_an_edge(span: Span, name: &str, why: &str) -> Problem {
    let problem = Problem::error("not-an-edge", span, format!("`{name}` {why}"));
    match why {
        NO_EDGE_CLASS => problem.hint(format!("declare it as `class {name} extends Edge {{ ... }}`")),
        _ => problem,
    }
}

pub const NO_EDGE_CLASS: &str = "is not a class of edges";

pub fn edge_of_no_graph(span: Span) -> Problem {
    Problem::error("not-an-edge", span, "only a graph has edges")
        .hint("write `shape graph { A; B; A - B; }`, or leave `edge` out")
}

pub fn fixed_of_edge(span: Span, name: &str) -> Problem {
    Problem::error("not-an-edge", span, format!("the `{name}` of an edge is known from how it is written"))
        .hint("write `Rome - Milan 3;`, or `Rome > Milan 3;` for one way")
}

pub fn negative_weight(span: Span) -> Problem {
    Problem::error("out-of-bounds", span, "the weight of an edge cannot be below zero")
}

pub fn value_without_name(span: Span) -> Problem {
    Problem::error("unnamed-argument", span, "the attributes of tiles and edges are given by name")
        .hint("write `Rome(income: 3);`")
}

pub fn no_game(span: Span) -> Problem {
    Problem::error("no-game", span, "this file does not say which game it is")
        .hint("begin it with `game \"Name\";`")
}

pub fn no_setup(span: Span) -> Problem {
    Problem::error("no-setup", span, "this game has no `setup`")
        .hint("add `setup { players 2; turns.use(\"Main\"); }`")
}

pub fn then_of_nothing(span: Span) -> Problem {
    Problem::error("then-without-simultaneous", span, "`then` runs when all players of the phase have chosen")
        .hint("write `simultaneous player.all();` before it")
}

pub fn second_setup(span: Span, first: Option<Span>) -> Problem {
    let problem = Problem::error("second-setup", span, "a game has one `setup`, in its main file");
    match first {
        Some(first) => problem.other(first, "the first is here"),
        None => problem,
    }
}

pub fn players_range(span: Span, least: u32, most: u32, names: usize) -> Problem {
    if least > most {
        return Problem::error(
            "players-range",
            span,
            format!("{least} to {most} players can never sit down"),
        );
    }
    Problem::error("players-range", span, format!("{names} names for at most {most} players"))
}

pub fn test_players(span: Span, n: u32, least: u32, most: u32) -> Problem {
    let message = format!("this test has {n} players, but the game is for {least} to {most}");
    Problem::error("players-range", span, message)
}

pub fn endless_input(span: Span, ty: &str) -> Problem {
    let example = if ty == "number" { "from 0..10" } else { "from { \"yes\", \"no\" }" };
    Problem::error("endless-input", span, format!("a `{ty}` has endless values to choose from"))
        .hint(format!("say which: `{example}`"))
}

pub fn not_choosable(span: Span, ty: &str) -> Problem {
    Problem::error("not-choosable", span, format!("a `{ty}` cannot be chosen without a source"))
        .hint("`from` offers the elements of a list")
}

pub fn count_here(span: Span, hint: &str) -> Problem {
    Problem::error("misplaced-count", span, "`count` means nothing here").hint(hint)
}

pub fn given_in_action(span: Span, name: &str) -> Problem {
    Problem::error(
        "function-input",
        span,
        format!("`{name}` is given by a caller, but an action is chosen by a player"),
    )
    .hint("leave `function` out, or make this a function")
}

pub fn unused_function(span: Span, name: &str) -> Problem {
    Problem::warning("unused-function", span, format!("nothing calls `{name}`"))
}

pub fn unused_action(span: Span, name: &str) -> Problem {
    Problem::warning("unused-action", span, format!("nothing triggers `{name}`, and nothing calls it"))
        .hint("`trigger PlayerChoiceEvent { return true; }` offers it to the active player")
}

pub fn unused_local(span: Span, name: &str) -> Problem {
    Problem::warning("unused-variable", span, format!("nothing reads `{name}`"))
}
