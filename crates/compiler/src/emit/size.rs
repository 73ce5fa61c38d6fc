//! What makes a program too large for its tables and instructions, in the author's words. It knows no code.

use base::{Problem, Span};
use language::limits::MAX_INSTRUCTIONS;

/// Why a part of a program cannot be encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TooLarge {
    /// A function needs more registers than there are.
    Registers,
    /// A condition or loop jumps further than an instruction can encode.
    Jump,
    /// A function value uses more variables from around it than it has room for.
    Captures,
    /// A function value comes after too many constants or functions for its instruction to name its own.
    FunctionValue,
    /// Attributes make objects whose attributes make objects, and so on.
    Objects,
    /// The code of the whole program.
    Code,
    /// There is more of something than a table can number or hold.
    Table(&'static str),
}

impl TooLarge {
    pub(super) fn problem(self, at: Span) -> Problem {
        let (why, hint) = match self {
            TooLarge::Registers => {
                ("it works with too many values at once".to_owned(), "split it into smaller functions")
            }
            TooLarge::Jump => {
                let why = "a condition in it goes over more than 32,767 instructions";
                (why.to_owned(), "split it into smaller functions")
            }
            TooLarge::Captures => (
                "a function value in it uses more than 15 variables from around it".to_owned(),
                "keep some of them in an object, and use that",
            ),
            TooLarge::FunctionValue => (
                "a function value in it comes after more than 65,535 functions or 4,095 constants".to_owned(),
                "declare fewer functions, or read long tables of numbers and texts from fewer literals",
            ),
            TooLarge::Objects => (
                "its objects make objects, more than 64 inside one another".to_owned(),
                "does an attribute make an object of its own class? leave it null and set it later",
            ),
            TooLarge::Code => (
                format!("the whole program comes to more than {MAX_INSTRUCTIONS} instructions"),
                "short functions, default values and effects of events are copied to where they are used; \
                 make what is copied often a longer function",
            ),
            TooLarge::Table(what) => (format!("there are too many {what}"), "make the program smaller"),
        };
        Problem::error("too-large", at, format!("this is too large to be compiled: {why}")).hint(hint)
    }
}
