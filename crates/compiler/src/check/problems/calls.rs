//! Problems with calls and their arguments, and with what is built in.

use super::super::world::Definition;
use super::{counted, listed, suggest_or_list};
use base::{Problem, Span};

pub fn missing_arguments(span: Span, what: &str, names: &[&str]) -> Problem {
    let word = if names.len() == 1 { "argument" } else { "arguments" };
    Problem::error("missing-argument", span, format!("`{what}` needs the {word} {}", listed(names)))
}

pub fn unknown_argument<'c>(
    span: Span,
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'c str>,
) -> Problem {
    let problem = Problem::error("unknown-argument", span, format!("`{what}` has no parameter `{name}`"));
    suggest_or_list(problem, span, name, known)
}

pub fn repeated_argument(span: Span, name: &str) -> Problem {
    Problem::error("repeated-argument", span, format!("`{name}` is given twice"))
}

pub fn too_many(span: Span, what: &str, takes: usize, found: usize) -> Problem {
    Problem::error(
        "too-many-arguments",
        span,
        format!("`{what}` takes {}, found {found}", counted(takes, "argument")),
    )
}

pub fn positional_after_named(span: Span) -> Problem {
    Problem::error("unnamed-argument", span, "after a named argument all must be named")
        .hint("write `name: value`")
}

pub fn value_arguments(span: Span, takes: usize, found: usize) -> Problem {
    let message = format!("this function value takes {}, found {found}", counted(takes, "argument"));
    Problem::error("too-many-arguments", span, message)
}

pub fn value_named(span: Span) -> Problem {
    Problem::error("unknown-argument", span, "these arguments have no names").hint("leave the name out")
}

pub fn not_callable(span: Span, name: &str) -> Problem {
    Problem::error("not-a-function", span, format!("`{name}` cannot be called"))
}

pub fn not_a_function(span: Span, found: &str) -> Problem {
    Problem::error("not-a-function", span, format!("a `{found}` cannot be called"))
}

pub fn definition_called(span: Span, name: &str, definition: Definition) -> Problem {
    let problem = Problem::error(
        "not-a-function",
        span,
        format!("`{name}` is {} and cannot be called", definition.what()),
    );
    match definition {
        Definition::Class(_) => problem.hint(format!("`new {name}()` makes an object")),
        Definition::Zone(_) => problem
            .hint(format!("only a zone declared `per player` is one player's: `{name}` alone is the zone")),
        Definition::Dice(_) => problem.hint(format!("`{name}.roll()` rolls them")),
        _ => problem,
    }
}

pub fn called_attribute(span: Span, name: &str) -> Problem {
    Problem::error("not-a-function", span, format!("`{name}` is an attribute and cannot be called"))
        .hint(format!("write `{name}` without brackets"))
}

pub fn no_base(span: Span) -> Problem {
    Problem::error("no-base", span, "there is no parent class whose function could be called")
        .hint("`base.f(...)` stands in a class that `extends` another")
}

pub fn base_abstract(span: Span, name: &str) -> Problem {
    Problem::error("no-base", span, format!("`{name}` of the parent is abstract and does nothing"))
}

pub fn which_players_zone(span: Span) -> Problem {
    Problem::error("wrong-type", span, "this is the zone of every player").hint("name the player: `hand(p)`")
}

pub fn function_gives(span: Span, found: &str, why: &str) -> Problem {
    Problem::error("wrong-type", span, format!("this function value must not give `{found}`")).label(why)
}

pub fn lambda_parameters(span: Span, want: usize, found: usize) -> Problem {
    let message = format!("expected a function value with {}, found {found}", counted(want, "parameter"));
    Problem::error("lambda-parameters", span, message)
}

pub fn all_of_what(span: Span, hint: &str) -> Problem {
    Problem::error("not-a-class", span, "`all` lists the objects of a class").hint(hint)
}

pub fn needs_function(span: Span, name: &str, element: &str) -> Problem {
    Problem::error(
        "missing-argument",
        span,
        format!("`{name}` of a list of `{element}` needs a function value"),
    )
    .hint(format!("write `{name}(x => ...)` with what to count of each"))
}

/// `needs` says in words what the elements must be.
pub fn wrong_elements(span: Span, name: &str, needs: &str, element: &str) -> Problem {
    let message = format!("`{name}` takes a list of {needs}, found a list of `{element}`");
    Problem::error("wrong-type", span, message)
}

pub fn no_key_type(span: Span, value: &str) -> Problem {
    Problem::error("no-key-type", span, "only a table whose keys have a declared type lists them")
        .hint(format!("declare it as `Table<string, {value}>`, with the type of your keys"))
}

pub fn sort_key(span: Span, found: &str) -> Problem {
    Problem::error(
        "wrong-type",
        span,
        format!("expected a number, a string, a player or a case to sort by, found `{found}`"),
    )
}
