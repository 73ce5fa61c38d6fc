//! What is acknowledged stays, whatever happens to the process or the disk. A child process keeps matches; this one
//! plays at them, kills it or makes its disk fail, and compares what is there with what the clients wrote down.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod child;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(target_os = "linux")]
mod full;
mod keeper;
mod kill;
mod record;

/// Reads a number from the environment, for the long forms.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}
