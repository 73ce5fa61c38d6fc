//! What is acknowledged stays, whatever happens to the process. A child process keeps matches; this one plays at them,
//! kills it, and compares what is there with what the clients wrote down.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod child;

mod keeper;
mod kill;
mod record;

/// Reads a number from the environment, for the long forms.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}
