//! Games that are told in sentences: what their statements and rules mean when they are played.

#![allow(clippy::unwrap_used)] // A test may give up where a small game does not load.

mod acceptance;
mod kit;
mod rules;
mod whole;
