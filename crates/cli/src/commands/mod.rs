//! One file for each command: its arguments, what it does, what it prints.

pub(crate) mod arena;
pub(crate) mod bots;
pub(crate) mod check;
mod coverage;
pub(crate) mod dev;
pub(crate) mod engine;
pub(crate) mod expand;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod play;
mod profile;
pub(crate) mod replay;
mod scenarios;
pub(crate) mod serve;
pub(crate) mod simulate;
pub(crate) mod test;
pub(crate) mod train;
pub(crate) mod vocabulary;
pub(crate) mod words;

use crate::problems::straight;
use std::io::{self, Write};

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// Prints a result, so that it reads in the order in which it stands. The reader may go away in the middle.
pub(crate) fn print(text: &str) -> io::Result<()> {
    print_source(&straight(text))
}

/// Prints the text of a file as it is.
pub(crate) fn print_source(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Prints a result for programs.
pub(crate) fn print_json(value: &serde_json::Value) -> io::Result<()> {
    print_source(&format!("{value:#}\n"))
}

/// `1 match`, `3 matches`
fn counted(n: u64, one: &str, more: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { more })
}
