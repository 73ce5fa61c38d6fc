//! What can be wrong with a request: a code for programs and a line for people.

use serde_json::{Value, json};

/// The kinds of errors; no others are ever answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    BadJson,
    TooLong,
    UnknownCommand,
    MissingField,
    WrongType,
    BadValue,
    BadOption,
    NoMatch,
    MatchOver,
    NotYourTurn,
    IllegalMove,
    AmbiguousMove,
    NothingToUndo,
    BadMatch,
    BadSetup,
    Fault,
}

impl Code {
    pub const ALL: [Code; 16] = [
        Code::BadJson,
        Code::TooLong,
        Code::UnknownCommand,
        Code::MissingField,
        Code::WrongType,
        Code::BadValue,
        Code::BadOption,
        Code::NoMatch,
        Code::MatchOver,
        Code::NotYourTurn,
        Code::IllegalMove,
        Code::AmbiguousMove,
        Code::NothingToUndo,
        Code::BadMatch,
        Code::BadSetup,
        Code::Fault,
    ];

    /// As it stands in answers.
    pub fn name(self) -> &'static str {
        match self {
            Code::BadJson => "bad-json",
            Code::TooLong => "too-long",
            Code::UnknownCommand => "unknown-command",
            Code::MissingField => "missing-field",
            Code::WrongType => "wrong-type",
            Code::BadValue => "bad-value",
            Code::BadOption => "bad-option",
            Code::NoMatch => "no-match",
            Code::MatchOver => "match-over",
            Code::NotYourTurn => "not-your-turn",
            Code::IllegalMove => "illegal-move",
            Code::AmbiguousMove => "ambiguous-move",
            Code::NothingToUndo => "nothing-to-undo",
            Code::BadMatch => "bad-match",
            Code::BadSetup => "bad-setup",
            Code::Fault => "fault",
        }
    }
}

/// Why a request was not done. The match is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    pub code: Code,
    /// One line in the caller's own words.
    pub message: String,
}

impl Error {
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error { code, message: message.into() }
    }

    /// The whole answer.
    pub fn to_json(&self) -> Value {
        json!({ "ok": false, "error": { "code": self.code.name(), "message": self.message } })
    }
}
