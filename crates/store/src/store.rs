//! What a store is: the trait, what can go wrong with one, and leases. It knows no store in particular.

use crate::rows::{Hash, Invite, Listed, Match, MatchId, Millis, Program, Seat, Stored};
use crate::ticket::Ticket;
use crate::write::Write;
use std::fmt;
use std::ops::Range;

/// Matches fall into so many buckets; a bucket has one owner at a time.
pub const BUCKETS: u16 = 1024;

/// A process that owns buckets: a number that it draws when it starts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ProcessId(pub i64);

/// Who owns a bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    pub bucket: u16,
    pub owner: ProcessId,
    /// One more with each new owner.
    pub epoch: u64,
    /// By the clock of the store.
    pub until: Millis,
}

/// Keeps matches. Commits are taken in order, and writes of one match keep theirs; the others are independent: each
/// write of a commit stands or falls alone.
pub trait Store: Send + Sync {
    fn commit(&self, writes: Vec<Write>) -> Ticket;

    /// A match with its seats, steps and chat, checked along its chain; None where there is none.
    fn load(&self, of: MatchId) -> Result<Option<Stored>, Failure>;

    /// A match without its seats, steps and chat; None where there is none.
    fn row(&self, of: MatchId) -> Result<Option<Match>, Failure>;

    /// The match with that name in links.
    fn by_public(&self, public: &str) -> Result<Option<MatchId>, Failure>;

    /// The seat that a token holds, by the token's hash.
    fn by_token(&self, token: &Hash) -> Result<Option<Seat>, Failure>;

    /// An invite by the hash of its code, used up or late ones included.
    fn by_invite(&self, code: &Hash) -> Result<Option<Invite>, Failure>;

    /// The matches of whoever has these tokens, the one touched last first.
    fn list(&self, tokens: &[Hash]) -> Result<Vec<Listed>, Failure>;

    /// All matches in which a clock runs out before `until` or at it, the earliest first.
    fn due(&self, until: Millis) -> Result<Vec<(Millis, MatchId)>, Failure>;

    fn program(&self, hash: &Hash) -> Result<Option<Program>, Failure>;

    /// Asks for buckets, or for more time with them, for so long from now by the clock of the store; 0 gives them back.
    /// The answer says who owns each afterwards. A bucket whose lease has run out is given to whoever asks, with an
    /// epoch of its own.
    fn lease(&self, buckets: Range<u16>, process: ProcessId, span: Millis) -> Result<Vec<Lease>, Failure>;

    /// Removes what is older than it may be; see [`Retention`].
    fn retain(&self, now: Millis, retention: &Retention) -> Result<Retained, Failure>;

    fn state(&self) -> State;
}

/// Whether a store takes writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    Ready,
    /// The disk is full. Reading goes on, new matches and chat are refused, and other writes are tried; it ends by
    /// itself once there is room.
    Full,
    /// No more writes in this process. Reading goes on.
    Stopped(Stop),
}

/// Why a store takes no more writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// It was opened for reading, or the file cannot be written.
    ReadOnly,
    /// Reading or writing failed in a way after which nobody knows what is on the disk.
    Disk(String),
    /// What is on the disk is not what was written.
    Corrupt(String),
    /// It was closed, or its writer is gone.
    Closed,
}

/// Why nothing could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// One match cannot be read as it was written; the others can.
    Damaged(Damage),
    /// The store cannot do it now.
    Storage(String),
}

/// What is wrong with a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    pub of: MatchId,
    /// The first step that is wrong.
    pub step: Option<u32>,
    pub why: String,
    /// What can still be read: the match with the steps before that one.
    pub intact: Option<Box<Stored>>,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::ReadOnly => f.write_str("the database cannot be written"),
            Stop::Disk(why) => write!(f, "the disk fails: {why}"),
            Stop::Corrupt(why) => write!(f, "the database is damaged: {why}"),
            Stop::Closed => f.write_str("the store is closed"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Damaged(Damage { of, step: Some(step), why, .. }) => {
                write!(f, "match {}, step {step}: {why}", of.0)
            }
            Failure::Damaged(damage) => write!(f, "match {}: {}", damage.of.0, damage.why),
            Failure::Storage(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Failure {}

/// How long what is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retention {
    /// Matches that never began, and programs that no match names, since they were touched or added.
    pub lobby: Millis,
    /// Matches under way, since they were touched.
    pub untouched: Millis,
    /// Matches that are over or frozen, since they were touched.
    pub finished: Millis,
    /// Chat, since the match was over.
    pub chat: Millis,
}

impl Default for Retention {
    fn default() -> Retention {
        const DAY: Millis = 24 * 60 * 60 * 1000;
        Retention { lobby: DAY, untouched: 90 * DAY, finished: 365 * DAY, chat: 30 * DAY }
    }
}

/// How many of each were removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Retained {
    pub matches: u64,
    pub chat: u64,
    pub invites: u64,
    pub programs: u64,
}

/// The name of whoever asked to be forgotten.
pub fn someone() -> String {
    "someone".to_owned()
}

pub(crate) fn bucket(of: MatchId) -> u16 {
    of.0.rem_euclid(i64::from(BUCKETS)) as u16
}

impl MatchId {
    /// The bucket that the match falls into.
    pub fn bucket(self) -> u16 {
        bucket(self)
    }
}
