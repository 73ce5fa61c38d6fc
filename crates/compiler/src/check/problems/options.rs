//! Problems with options and parameters, and with what tests choose of them.

use super::{Names, Suggest};
use base::{Problem, Span};
use language::option::OptionError;

problems! {
    option_type(span, found: &str) = error("option-type", "an option cannot be a `{found}`")
        .hint("it is a number, a string, a bool or a case of an enumeration");
    option_range(span, text: &str) = error("option-range", text);
    option_form(span) = error("option-range", "this does not say which values can be chosen")
        .hint("write for example `in 3..19`, or `in {{ 9, 13, 19 }}`");
    option_value(span, error: &OptionError) = error("option-value", "{error}");
    option_constant(span) = error("not-constant", "the values of options are known before anything else")
        .hint("write a number, a string, a case, or arithmetic of numbers, without other options");
    unknown_option(span, name: &str, known: impl Names) =
        error("unknown-option", "no option is called `{name}`").suggest_or_list(span, name, known);
    too_many_options(span, most: usize) = error("too-many-options", "a game has at most {most} options");
    too_many_tested(span, most: usize) =
        error("too-many-options", "the tests choose more than {most} different sets of options")
        .hint("let several tests choose the same values");
    assigned_option(span) =
        error("not-assignable", "an option keeps the value that was chosen before the match")
        .hint("an attribute can start with it and change: `number left = option;` in a global class");
    unused_option(span, name: &str) = warning("unused-option", "nothing reads the option `{name}`");
    number_without_range(span, name: &str) =
        error("option-range", "`{name}` does not say which numbers can be chosen")
        .hint("write `in 1..9` or `in {{ 9, 13, 19 }}` behind its value");
    text_without_range(span, name: &str) =
        error("option-range", "`{name}` does not say which texts can be chosen")
        .hint("write `in {{ \"a\", \"b\" }}` behind its value");
}
