//! What a table is given and what it gives, as data.

use crate::rules::Rules;
use std::sync::Arc;
use store::{Change, Failure, Millis, Outcome, Stored};
use wire::{ByeWhy, FromClient, Take};

/// A socket, as whoever runs the table numbers them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ConnId(pub u64);

/// What a token was found to be for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grant {
    pub seat: u32,
    /// Where the seat has a higher one by now, the token is an old one.
    pub generation: u32,
}

#[derive(Debug)]
pub enum Input {
    /// What [`Output::Load`] asked for.
    Loaded(Box<Loading>),
    /// Somebody comes, with a token that was looked up, or without one to look on.
    Hello { conn: ConnId, grant: Option<Grant>, have: Option<u64>, legend: Option<String> },
    /// A message on a socket that has said hello. `lag` is how long messages take on their way, as the server has
    /// measured it.
    Message { conn: ConnId, message: FromClient, lag: Millis },
    /// A socket is closed.
    Left { conn: ConnId },
    /// What was to be sent to a socket was too much and is thrown away; it takes messages again.
    Drained { conn: ConnId },
    /// What became of [`Output::Write`].
    Written { write: u64, outcome: Outcome },
    /// The answer to [`Output::Think`].
    Bot { seat: u32, q: u64, number: usize },
    /// Older holders of a seat are signed out.
    SignedOut { seat: u32, generation: u32 },
    /// Somebody has taken a seat, or somebody else has it now.
    Seated { seat: u32, name: String, generation: u32 },
    /// The answer to [`Output::Rematch`]: the name of the next match, and what each seat of this one gets there.
    Rematch { public: String, takes: Vec<Option<Take>> },
    /// The next match could not be opened; whoever still wants it asks again.
    NoRematch,
    /// Somebody wants to see how the match stands, see [`crate::Table::page`].
    Wake,
    /// The server stops, or gives the match away.
    Stop { why: ByeWhy, retry: Option<u32> },
    /// The time has come that [`crate::Table::due`] told.
    Tick,
}

/// The rows of the match, and its rules.
#[derive(Debug)]
pub struct Loading {
    pub stored: Result<Stored, Failure>,
    /// None where the program cannot be had any more.
    pub rules: Option<Rules>,
    /// How long the server was down since the last step.
    pub down: Millis,
}

#[derive(Clone, Debug)]
pub enum Output {
    /// The rows are wanted.
    Load,
    Send(ConnId, Arc<str>),
    Close(ConnId),
    /// To be written durably, in this order; the number comes back with the outcome.
    Write {
        write: u64,
        change: Change,
    },
    /// A bot is to choose for a seat; see [`crate::Table::seated`].
    Think(Seated),
    /// Another match with the same seats is to be opened.
    Rematch,
    /// Nobody is there and nothing is under way: the table may be dropped.
    Gone,
}

/// A seat that has a question to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seated {
    pub seat: u32,
    pub q: u64,
}

/// In the order in which they are to be done.
pub type Outputs = Vec<Output>;
