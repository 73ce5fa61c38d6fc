//! What can be wrong with a request: a code for programs and a line for people.

use serde::{Serialize, Serializer};

/// The codes, each with its name in answers.
macro_rules! codes {
    ($($code:ident = $name:literal,)*) => {
        /// The kinds of errors; no others are ever answered.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Code {
            $($code,)*
        }

        impl Code {
            pub const ALL: &'static [Code] = &[$(Code::$code,)*];

            /// As it stands in answers.
            pub fn name(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)*
                }
            }
        }
    };
}

codes! {
    BadJson = "bad-json",
    TooLong = "too-long",
    UnknownCommand = "unknown-command",
    MissingField = "missing-field",
    WrongType = "wrong-type",
    BadValue = "bad-value",
    BadOption = "bad-option",
    NoMatch = "no-match",
    MatchOver = "match-over",
    NotYourTurn = "not-your-turn",
    IllegalMove = "illegal-move",
    Stale = "stale",
    AmbiguousMove = "ambiguous-move",
    NothingToUndo = "nothing-to-undo",
    BadMatch = "bad-match",
    BadSetup = "bad-setup",
    Hidden = "hidden",
    Fault = "fault",
    Internal = "internal",
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Why a request was not done. The match is as it was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Error {
    pub code: Code,
    /// One line in the caller's own words.
    pub message: String,
}

impl Error {
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error { code, message: message.into() }
    }
}
