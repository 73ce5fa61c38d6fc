//! Games of cards in statements: text in, a game or problems in the words of a card's author out.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod explained;
mod judged;
mod kit;
mod mistakes;
mod names;
mod own;
mod printed;
mod read;
mod unseen;
