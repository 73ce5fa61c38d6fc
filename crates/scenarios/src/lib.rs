//! Scenarios: a position, what is done, and what is expected, as lines of JSON or in a form that players write. It knows
//! JSON, texts and how questions are answered; what a word such as `cast` means is said by a table, functions in TGDL
//! beside the rules, which are found by their names.

mod answers;
mod form;
mod play;
mod read;
mod table;

pub use form::{ENDING, from_text};
pub use read::{from_lines, read};
pub use table::{OWN_TABLE, Table};

use read::Read;
use std::fmt;

/// So large may a file of scenarios be, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// A scenario as it stands in a file.
#[derive(Debug)]
pub struct Scenario {
    /// What it is called.
    pub id: String,
    /// In which line of the file it begins, from 1.
    pub line: usize,
    read: Result<Read, Verdict>,
}

/// What became of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Pass,
    /// What was expected and found, and where.
    Fail(String),
    /// What is not understood.
    Unsupported(String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Pass => write!(f, "pass"),
            Verdict::Fail(why) => write!(f, "fail: {why}"),
            Verdict::Unsupported(why) => write!(f, "unsupported: {why}"),
        }
    }
}

impl Scenario {
    /// Plays it in the game of a table.
    pub fn run(&self, table: &Table) -> Verdict {
        match &self.read {
            Ok(read) => play::run(table, read),
            Err(verdict) => verdict.clone(),
        }
    }
}
