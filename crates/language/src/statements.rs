//! The words that statements start with, for whoever looks for the one that was meant.
//! It knows nothing of what follows them.

/// Before a value: `score p 12;`, `remove card;`, `return x;`
pub const BEFORE_VALUES: [&str; 13] = [
    "answer",
    "eliminate",
    "expect",
    "fail",
    "play",
    "players",
    "raise",
    "remove",
    "return",
    "score",
    "seed",
    "tell",
    "winner",
];

/// By themselves: `cancel;`
pub const ALONE: [&str; 4] = ["break", "cancel", "continue", "return"];
