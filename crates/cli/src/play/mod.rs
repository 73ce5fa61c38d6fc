//! A match at the terminal: seats, turns, choosing moves, undo, saving. It knows no game.

pub mod choose;
pub mod console;
pub mod menu;
pub mod saved;
pub mod seats;
pub mod session;
mod steps;
mod turn;
