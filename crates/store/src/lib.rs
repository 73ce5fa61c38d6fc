//! Keeps matches: what the rows are, how they are written durably, two stores that do it, in memory and in SQLite.
//! It knows no rules, no engine and no network; what a row means is its caller's business.

mod chain;
mod memory;
mod rows;
pub mod sqlite;
mod store;
mod tables;
mod ticket;
mod write;

pub use chain::Chain;
pub use memory::{Disk, Faults, MemoryStore};
pub use rows::{
    Chat, Hash, Invite, Listed, Match, MatchId, MatchState, Millis, Program, ProgramState, Seat, SeatKind,
    Step, StepKind, Stored,
};
pub use store::{
    BUCKETS, Damage, Failure, Lease, ProcessId, Retained, Retention, State, Stop, Store, someone,
};
pub use ticket::Ticket;
pub use write::{Change, NextStep, Opening, Outcome, Standing, Write};
