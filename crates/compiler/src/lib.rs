//! From trees to programs: names are resolved, types checked, code emitted.

#![allow(unreachable_pub, reason = "still to be narrowed to `pub(crate)`")]

pub mod check;
pub mod coverage;
pub mod emit;
pub mod typed;
