//! Matches that a bot makes up to try moves on, as the engine makes them from what one seat knows.

pub use engine::{Imagined, MoveKey, Worlds};
