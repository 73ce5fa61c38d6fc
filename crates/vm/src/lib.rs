//! The machine: it runs a program over the flat state of a match until it ends, asks, fails, or is out of fuel.
//! It knows nothing of seats at a table, views or files.
#![allow(clippy::unnecessary_lazy_evaluations)] // `ok_or` makes the fault where there is none, too, and dropping it is a call.

mod candidates;
mod catch;
mod compact;
pub mod constants;
mod fault;
mod fuel;
pub mod growing;
mod looked;
mod machine;
mod memory;
mod numbers;
mod ops;
mod run;
pub mod sight;
mod slow_paths;
mod spans;
mod state;
#[cfg(test)]
mod tests;
mod trace;
mod watch;
mod ways;

pub use candidates::{Candidate, Candidates, Many};
pub use compact::{compact, hash};
pub use fault::{Fault, FaultKind};
pub use fuel::FuelBudget;
pub use looked::Looked;
pub use machine::{AtChance, HOST, Limits, Machine, Pause, Steps};
pub use memory::Memory;
pub use numbers::Numbers;
pub use ops::{mix, new_object, put_player};
pub use slow_paths::QUEUED;
pub use spans::Spans;
pub use state::{Frame, Snapshot, State};
pub use trace::{Change, PieceMove, Trace};
pub use watch::{Scrutiny, Trial, Watch};
pub use ways::Ways;
