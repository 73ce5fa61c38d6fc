//! Problems with types: found one, needed another.

use base::{Problem, Span};

pub fn wrong_type(span: Span, want: &str, found: &str, why: &str) -> Problem {
    Problem::error("wrong-type", span, format!("expected `{want}`, found `{found}`"))
        .label(format!("{why} is a `{want}`"))
}

/// Like [`wrong_type`] where what is needed is said in words.
pub fn wrong_type_of(span: Span, needs: &str, found: &str, why: &str) -> Problem {
    Problem::error("wrong-type", span, format!("expected {needs}, found `{found}`"))
        .label(format!("{why} is {needs}"))
}

pub fn gives_nothing(span: Span) -> Problem {
    Problem::error("no-value", span, "this gives no value").label("a value is needed here")
}

pub fn wrong_operand(span: Span, sign: &str, needs: &str, found: &str) -> Problem {
    Problem::error("wrong-operand", span, format!("`{sign}` needs {needs}, found `{found}`"))
}

pub fn unlike_types(span: Span, sign: &str, a: &str, b: &str) -> Problem {
    Problem::error("unlike-types", span, format!("`{sign}` compares like types, found `{a}` and `{b}`"))
}

pub fn text_plus(span: Span, a: &str, b: &str) -> Problem {
    Problem::error(
        "wrong-operand",
        span,
        format!("`+` joins two strings or adds two numbers, found `{a}` and `{b}`"),
    )
    .hint("write the value into the text: `\"{value}\"`")
}

pub fn alternatives(span: Span, a: &str, b: &str) -> Problem {
    Problem::error("wrong-type", span, format!("the two alternatives have no common type: `{a}` and `{b}`"))
}

pub fn mixed_elements(span: Span, a: &str, b: &str) -> Problem {
    Problem::error(
        "wrong-type",
        span,
        format!("the elements of a list have one type, found `{b}` after `{a}`"),
    )
}

pub fn empty_braces(span: Span) -> Problem {
    Problem::error("cannot-infer", span, "nothing says what is in this empty list")
        .hint("write `new List<number>()`, or give the variable a type")
}

pub fn not_a_pair(span: Span) -> Problem {
    Problem::error("not-a-pair", span, "expected a pair of key and value").hint("write `{ key, value }`")
}

pub fn cannot_infer(span: Span, why: &str) -> Problem {
    Problem::error("cannot-infer", span, "nothing says which type this is").label(why)
}

pub fn parameter_type(span: Span, name: &str) -> Problem {
    Problem::error("cannot-infer", span, format!("nothing says which type `{name}` has"))
        .hint(format!("write it: `(number {name}) => ...`"))
}

pub fn var_null(span: Span, name: &str) -> Problem {
    Problem::error("cannot-infer", span, format!("`null` does not say which type `{name}` has"))
        .hint(format!("write the type: `number {name} = null;`"))
}

pub fn var_without_value(span: Span, name: &str) -> Problem {
    Problem::error("cannot-infer", span, format!("without a value nothing says which type `{name}` has"))
        .hint(format!("write the type: `number {name};`"))
}

pub fn never_is(span: Span, found: &str, want: &str) -> Problem {
    Problem::error("never-fits", span, format!("a `{found}` is never a `{want}`"))
}

pub fn never_converts(span: Span, found: &str, want: &str) -> Problem {
    Problem::error("never-fits", span, format!("a `{found}` cannot become a `{want}`"))
}

pub fn which_board(span: Span) -> Problem {
    Problem::error("unclear-tile", span, "a text becomes a tile only where the game has one board")
        .hint("write `Board.tile(text)`")
}

pub fn not_printable(span: Span, found: &str) -> Problem {
    Problem::error("not-printable", span, format!("a `{found}` cannot be shown in a text"))
}

pub fn no_index(span: Span, found: &str, zones: bool) -> Problem {
    let problem = Problem::error("no-index", span, format!("`{found}` has no elements to take by index"));
    if zones { problem.hint("name the player: `hand(p)[0]`") } else { problem }
}

pub fn return_in_suppose(span: Span) -> Problem {
    Problem::error(
        "ends-in-suppose",
        span,
        "`suppose` goes on to what it `gives`; nothing may leave it before",
    )
    .hint("put what is left into an `if`")
}

pub fn suppose_gives(span: Span, found: &str) -> Problem {
    Problem::error("suppose-gives", span, format!("`suppose` cannot give a `{found}`"))
        .hint("it gives a number, a string, a bool, a player, a case, a tile, an object or a position")
}

pub fn not_assignable(span: Span, what: &str, hint: &str) -> Problem {
    Problem::error("not-assignable", span, format!("{what} cannot be assigned to")).hint(hint)
}

/// `elements` are those of a list that is made right there.
pub fn never_equal(span: Span, equal: bool, elements: usize) -> Problem {
    let always = if equal { "never" } else { "always" };
    let message = format!("this is {always} true: what is new here is equal to nothing else");
    let hint = match elements {
        0 => "to ask whether it is empty, write `list.isEmpty()`".to_owned(),
        n => {
            format!("compare what is in it: `list.length == {n} && list[0] == ...`, or `list.contains(...)`")
        }
    };
    Problem::warning("never-equal", span, message).hint(hint)
}

pub fn update_player(span: Span) -> Problem {
    Problem::error("not-assignable", span, "this player cannot be changed in place").hint("write `x = x + 1`")
}

pub fn not_constant(span: Span, why: &str) -> Problem {
    Problem::error("not-constant", span, format!("{why} must be known before the game runs"))
        .hint("write a number, a string, a case, or arithmetic of numbers")
}

pub fn out_of_bounds(span: Span, n: f64, (least, most): (u32, u32), why: &str) -> Problem {
    Problem::error(
        "out-of-bounds",
        span,
        format!("{why} is a whole number from {least} to {most}, found {n}"),
    )
}

pub fn not_a_list(span: Span, found: &str, zones: bool) -> Problem {
    let problem = Problem::error("wrong-type", span, format!("expected a list, found `{found}`"))
        .label("`for` visits a list, a zone, a stack or a table");
    if zones { problem.hint("name the player: `hand(p)`") } else { problem }
}
