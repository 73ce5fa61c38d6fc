//! A match of a game: decisions, legal moves, views, replays, rule tests. Only views leave it toward a player.

mod core;
pub mod dump;
mod game;
mod matches;
pub mod question;
mod show;
mod testing;
pub mod view;
mod views;

pub use game::Game;
pub use language::option::{Choices, GameOption, OptionKind, Refused};
pub use matches::Match;
pub use show::plain;
pub use testing::{TestFailure, TestReport};
