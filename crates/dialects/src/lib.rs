//! Text in, tree out: one folder for each notation that Tavola reads.
//! It knows neither what a program means nor how it runs.

#![allow(unreachable_pub, reason = "still to be narrowed to `pub(crate)`")]

pub mod cge;
pub mod tgdl;
