//! A match of a game: decisions, legal moves, views, records and replays, rule tests. Only views leave it toward a player.

mod decision;
pub mod dump;
mod game;
pub mod json;
mod looks;
mod matches;
mod modified;
mod open;
mod order;
mod parts;
mod playout;
mod position;
pub mod question;
pub mod record;
mod seat;
mod secrecy;
mod show;
mod testing;
mod text;
pub mod view;
pub mod view_change;
mod views;

pub use bytecode::program::{Probe, ProbeKind};
pub use game::Game;
pub use language::look::Layout;
pub use language::option::{Choices, GameOption, OptionError, OptionKind};
pub use matches::Match;
pub use open::Hidden;
pub use playout::Playout;
pub use position::{MAX_PERFT_DEPTH, RunMode};
pub use record::Record;
pub use seat::{SeatView, check_seat};
pub use secrecy::{Secrecy, Told};
pub use show::plain;
pub use testing::{TestFailure, TestReport};
pub use vm::Limits;
