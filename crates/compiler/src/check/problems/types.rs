//! Problems with types: found one, needed another.

use super::Suggest;
use base::{Problem, Span};

problems! {
    wrong_type(span, want: &str, found: &str, why: &str) =
        error("wrong-type", "expected `{want}`, found `{found}`").label("{why} is a `{want}`");
    /// Like [`wrong_type`] where what is needed is said in words.
    wrong_type_of(span, needs: &str, found: &str, why: &str) =
        error("wrong-type", "expected {needs}, found `{found}`").label("{why} is {needs}");
    gives_nothing(span) = error("no-value", "this gives no value").label("a value is needed here");
    wrong_operand(span, sign: &str, needs: &str, found: &str) =
        error("wrong-operand", "`{sign}` needs {needs}, found `{found}`");
    unlike_types(span, sign: &str, a: &str, b: &str) =
        error("unlike-types", "`{sign}` compares like types, found `{a}` and `{b}`");
    compares_code(span, word: &str) =
        error("compares-code", "`{word}` compares values, and function values are code")
        .hint("keep a name or a case beside each, and compare those");
    text_plus(span, a: &str, b: &str) =
        error("wrong-operand", "`+` joins two strings or adds two numbers, found `{a}` and `{b}`")
        .hint("write the value into the text: `\"{{value}}\"`");
    alternatives(span, a: &str, b: &str) =
        error("wrong-type", "the two alternatives have no common type: `{a}` and `{b}`")
        .hint("written into texts both are strings: `\"{{value}}\"`");
    mixed_elements(span, a: &str, b: &str) =
        error("wrong-type", "the elements of a list have one type, found `{b}` after `{a}`");
    empty_braces(span) = error("cannot-infer", "nothing says what is in this empty list")
        .hint("write `new List<number>()`, or give the variable a type");
    not_a_pair(span) = error("not-a-pair", "expected a pair of key and value")
        .hint("write `{{ key, value }}`");
    cannot_infer(span, why: &str) = error("cannot-infer", "nothing says which type this is").label(why);
    parameter_type(span, name: &str) = error("cannot-infer", "nothing says which type `{name}` has")
        .hint("write it: `(number {name}) => ...`");
    var_null(span, name: &str) = error("cannot-infer", "`null` does not say which type `{name}` has")
        .hint("write the type: `number {name} = null;`");
    var_without_value(span, name: &str) =
        error("cannot-infer", "without a value nothing says which type `{name}` has")
        .hint("write the type: `number {name};`");
    never_is(span, found: &str, want: &str) = error("never-fits", "a `{found}` is never a `{want}`");
    never_converts(span, found: &str, want: &str) =
        error("never-fits", "a `{found}` cannot become a `{want}`");
    which_board(span) = error("unclear-tile", "a text becomes a tile only where the game has one board")
        .hint("write `Board.tile(text)`");
    not_printable(span, found: &str) = error("not-printable", "a `{found}` cannot be shown in a text");
    list_not_printable(span, found: &str, listed: &str) =
        error("not-printable", "a `{found}` cannot be shown in a text").hint("join its elements: `{listed}`");
    return_in_suppose(span) =
        error("ends-in-suppose", "`suppose` goes on to what it `gives`; nothing may leave it before")
        .hint("put what is left into an `if`");
    suppose_gives(span, found: &str) = error("suppose-gives", "`suppose` cannot give a `{found}`")
        .hint("it gives a number, a string, a bool, a player, a case, a tile, an object or a position");
    not_assignable(span, what: &str, hint: &str) = error("not-assignable", "{what} cannot be assigned to")
        .hint(hint);
    row_changed(span) = error("not-assignable", "the zones of a row stay what they are")
        .hint("go through them: `for (var z in row)`");
    update_player(span) = error("not-assignable", "this player cannot be changed in place")
        .hint("write `x = x + 1`");
    range_of_faces(span) = error("not-constant", "faces are listed one by one")
        .hint("write them all: `faces 1, 2, 3, 4, 5, 6;`; `random.roll(6)` needs no dice");
    not_constant(span, why: &str) = error("not-constant", "{why} must be known before the game runs")
        .hint("write a number, a string, a case, or arithmetic of numbers");
    out_of_bounds(span, n: f64, (least, most): (u32, u32), why: &str) =
        error("out-of-bounds", "{why} is a whole number from {least} to {most}, found {n}");
    no_index(span, found: &str, zones: bool) = error("no-index", "`{found}` has no elements to take by index")
        .hint_if(zones, "name the player: `hand(p)[0]`");
    not_a_list(span, found: &str, zones: bool) = error("wrong-type", "expected a list, found `{found}`")
        .label("`for` visits a list, a zone, a stack or a table")
        .hint_if(zones, "name the player: `hand(p)`");
}
