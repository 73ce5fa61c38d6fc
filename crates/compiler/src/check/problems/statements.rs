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
        "`event` is what was raised, and it is there only in triggers and in what an event brings about",
    )
}

pub fn cancel_outside(span: Span) -> Problem {
    Problem::error("cancel-outside", span, "`cancel` takes an event back, and stands only in `before` blocks")
        .hint("in an action, `fail \"why\";` takes everything back")
}

pub fn before_in_event(span: Span, name: &str) -> Problem {
    Problem::error("before-here", span, format!("`{name}` is an event, and events carry no `before` blocks"))
        .hint("put it into a class whose objects it concerns, or into a global class")
}

pub fn before_built_in(span: Span, name: &str) -> Problem {
    let message = format!("`{name}` is raised by the game when it has happened, so nothing comes before it");
    Problem::error("before-built-in", span, message).hint(format!("`after {name} {{ ... }}` follows it"))
}

pub fn after_choice(span: Span) -> Problem {
    let message = "`PlayerChoiceEvent` offers actions, and an `after` block has no name to offer";
    Problem::error("after-choice", span, message)
        .hint("write `action name { trigger PlayerChoiceEvent { return true; } ... }`")
}
