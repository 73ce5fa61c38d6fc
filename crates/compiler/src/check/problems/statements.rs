//! Problems with statements: returns, loops, what stands where it means nothing.

use base::{Problem, Span};

pub fn missing_return(span: Span, what: &str) -> Problem {
    Problem::error("missing-return", span, format!("{what} does not return a value on every path"))
        .hint("end each path with `return ...;`")
}

pub fn return_value(span: Span, what: &str) -> Problem {
    Problem::error("return-value", span, format!("{what} returns no value")).hint("write `return;`")
}

pub fn return_needs(span: Span) -> Problem {
    Problem::error("return-value", span, "a value must be returned here").hint("write `return ...;`")
}

pub fn outside_loop(span: Span, word: &str) -> Problem {
    Problem::error("outside-loop", span, format!("`{word}` stands outside of a loop"))
}

pub fn unreachable(span: Span) -> Problem {
    Problem::warning("unreachable", span, "nobody gets here")
}

pub fn idle(span: Span, equal: bool) -> Problem {
    let problem = Problem::warning("no-effect", span, "this computes a value and does nothing with it");
    if equal { problem.hint("to assign, write `=`") } else { problem }
}

pub fn idle_call(span: Span, name: &str) -> Problem {
    let hint = format!("`{name}` leaves the list as it is and gives a new one: assign it");
    idle(span, false).hint(hint)
}

pub fn only_in(span: Span, word: &str, place: &str) -> Problem {
    Problem::error("misplaced-statement", span, format!("`{word}` stands only in {place}"))
}

pub fn twice(span: Span, word: &str) -> Problem {
    Problem::error("repeated-part", span, format!("`{word}` is said twice"))
}

pub fn no_this(span: Span) -> Problem {
    Problem::error("no-this", span, "`this` is the object whose class this belongs to, and here is none")
}

pub fn no_event(span: Span) -> Problem {
    Problem::error(
        "no-event",
        span,
        "`event` is what was raised, and it is there only in triggers and in events",
    )
}
