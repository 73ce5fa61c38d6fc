//! Problems with options and parameters, and with what tests choose of them.

use super::suggest_or_list;
use base::{Problem, Span};
use language::option::Refused;

pub fn option_type(span: Span, found: &str) -> Problem {
    Problem::error("option-type", span, format!("an option cannot be a `{found}`"))
        .hint("it is a number, a string, a bool or a case of an enumeration")
}

pub fn option_without_range(span: Span, name: &str, number: bool) -> Problem {
    let (what, example) = match number {
        true => ("numbers", "in 1..9` or `in { 9, 13, 19 }"),
        false => ("texts", "in { \"a\", \"b\" }"),
    };
    Problem::error("option-range", span, format!("`{name}` does not say which {what} can be chosen"))
        .hint(format!("write `{example}` behind its value"))
}

pub fn option_range(span: Span, text: &str) -> Problem {
    Problem::error("option-range", span, text)
}

pub fn option_form(span: Span) -> Problem {
    option_range(span, "this does not say which values can be chosen")
        .hint("write for example `in 3..19`, or `in { 9, 13, 19 }`")
}

pub fn option_constant(span: Span) -> Problem {
    Problem::error("not-constant", span, "the values of options are known before anything else")
        .hint("write a number, a string, a case, or arithmetic of numbers, without other options")
}

pub fn option_value(span: Span, refused: &Refused) -> Problem {
    Problem::error("option-value", span, refused.to_string())
}

pub fn unknown_option<'c>(span: Span, name: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    let problem = Problem::error("unknown-option", span, format!("no option is called `{name}`"));
    suggest_or_list(problem, span, name, known)
}

pub fn too_many_options(span: Span, most: usize) -> Problem {
    Problem::error("too-many-options", span, format!("a game has at most {most} options"))
}

pub fn too_many_tested(span: Span, most: usize) -> Problem {
    let message = format!("the tests choose more than {most} different sets of options");
    Problem::error("too-many-options", span, message).hint("let several tests choose the same values")
}

pub fn assigned_option(span: Span) -> Problem {
    Problem::error("not-assignable", span, "an option keeps the value that was chosen before the match")
        .hint("an attribute can start with it and change: `number left = option;` in a global class")
}

pub fn unused_option(span: Span, name: &str) -> Problem {
    Problem::warning("unused-option", span, format!("nothing reads the option `{name}`"))
}
