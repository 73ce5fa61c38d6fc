//! A match at the terminal: seats, turns, choosing moves, undo, saving. It knows no game.

mod advice;
pub(crate) mod autosave;
pub(crate) mod choose;
pub(crate) mod console;
pub(crate) mod menu;
pub(crate) mod saved;
pub(crate) mod seats;
pub(crate) mod session;
mod steps;
mod turn;
