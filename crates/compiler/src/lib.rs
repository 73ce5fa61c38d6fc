//! From trees to programs: names are resolved and types checked, what is written at a height is lowered to functions
//! and calls, code is emitted.

pub mod check;
mod effects;
pub mod emit;
pub mod lower;
pub mod typed;

/// What the problems mean that `check` and `emit` report.
pub const EXPLANATIONS: [&[base::Explanation]; 2] = [
    include!(concat!(env!("OUT_DIR"), "/check-explanations.rs")),
    include!(concat!(env!("OUT_DIR"), "/emit-explanations.rs")),
];
