//! One file for each command: its arguments, what it does, what it prints.

pub mod check;
mod coverage;
pub mod engine;
pub mod expand;
pub mod explain;
pub mod fmt;
pub mod new;
pub mod perft;
pub mod play;
pub mod replay;
pub mod simulate;
pub mod test;

use std::io::{self, Write};

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// Prints a result. The reader may go away in the middle.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Prints a result for programs.
pub fn print_json(value: &serde_json::Value) -> io::Result<()> {
    print(&format!("{value:#}\n"))
}
