//! From trees to programs: names are resolved, types checked, code emitted.

pub mod check;
pub mod coverage;
pub mod emit;
pub mod typed;
