//! Faults of the oracle and of the engine, so that they can be compared: of which kind each is, and where.

use base::Span;

/// The kind of a fault by its message. An index that is outside and what an author says are kinds of their own.
pub(crate) fn kind(message: &str) -> String {
    let is = |parts: &[&str]| parts.iter().any(|part| message.contains(part));
    let kind = if is(&["the key `", "the key in `", "the key is null"]) {
        "a key is null"
    } else if message.ends_with(" is null") || is(&[" works on null", "` is null: give it a value"]) {
        "null"
    } else if is(&["divides by zero", "a division by zero"]) {
        "division by zero"
    } else if is(&["is no number"]) {
        "no number"
    } else if is(&["is called `", " called `"]) {
        "unknown name"
    } else if is(&["there is no room", "is full"]) {
        "no room"
    } else if is(&["that was removed"]) {
        "removed"
    } else if is(&["` counts beyond", "this counts beyond"]) {
        "uncountable"
    } else if is(&["too many", "too long", "too deep", "more memory", "too much"]) {
        "a limit"
    } else {
        message
    };
    kind.to_owned()
}

/// Whether two places are the same, as far as both tell: one may name a part of what the other names.
pub(crate) fn near(a: Span, b: Span) -> bool {
    let within = |a: Span, b: Span| b.start <= a.start && a.end <= b.end;
    a.file == b.file && (within(a, b) || within(b, a))
}
