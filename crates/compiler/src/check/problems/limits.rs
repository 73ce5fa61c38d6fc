//! Problems of programs that are larger than Tavola can take.

use base::{Problem, Span};

problems! {
    too_many_in_game(span, what: &str, found: usize, most: usize) =
        error("too-many", "there are {found} {what}, and there can be at most {most}");
    too_many_of(span, name: &str, what: &str, found: usize, most: usize) =
        error("too-many", "`{name}` has {found} {what}, and can have at most {most}");
    too_many_inherited(span, name: &str, most: usize) =
        error("too-many", "what classes have and inherit is too much from `{name}` on: it comes to more than {most} members")
        .hint("let fewer classes inherit the same attributes, functions and actions");
    too_many_tiles(span, name: &str, found: usize, most: usize) =
        error("too-many", "with `{name}` the boards have {found} tiles, and there can be at most {most} in all");
    too_many_tile_values(span, name: &str, found: usize, most: usize) =
        error("too-many", "with `{name}` the attributes of all tiles are {found} values, and there can be at most {most}")
        .hint("give the tiles fewer attributes, or make the board smaller");
}
