//! A match of a game: decisions, legal moves, views, records and replays, rule tests. Only views leave it toward a player.

#![allow(unreachable_pub, reason = "still to be narrowed to `pub(crate)`")]

mod core;
pub mod dump;
mod game;
pub mod happenings;
mod looks;
mod matches;
mod modified;
mod open;
pub mod parts;
pub mod question;
pub mod record;
mod show;
mod testing;
mod typed;
pub mod view;
mod views;

pub use bytecode::program::{Probe, ProbeKind};
pub use game::Game;
pub use language::look::Layout;
pub use language::option::{Choices, GameOption, OptionKind, Refused};
pub use matches::Match;
pub use open::Hidden;
pub use record::Record;
pub use show::plain;
pub use testing::{TestFailure, TestReport};
pub use vm::Limits;
