//! A match of a game: decisions, legal moves, views, records and replays, rule tests. Only views leave it toward a player.

mod decision;
pub mod dump;
mod game;
pub mod json;
mod matches;
mod order;
mod parts;
mod perfect_information;
mod playout;
mod position;
mod profile;
pub mod question;
pub mod record;
mod seat;
mod secrecy;
mod several;
mod testing;
mod text;
mod twins;
pub mod view;

pub use bytecode::program::{Probe, ProbeKind};
pub use game::Game;
pub use language::look::Layout;
pub use language::option::{Choices, GameOption, OptionError, OptionKind};
pub use matches::Match;
pub use perfect_information::Hidden;
pub use playout::Playout;
pub use position::{MAX_PERFT_DEPTH, RunMode};
pub use profile::{Profile, Stack};
pub use record::Record;
pub use seat::{SeatView, check_seat};
pub use secrecy::{Secrecy, Told};
pub use testing::{TestFailure, TestReport};
pub use twins::Twin;
pub use view::reader::plain;
pub use vm::Limits;
