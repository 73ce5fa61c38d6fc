//! From trees to programs: `check` resolves names and types, `lower` makes functions and calls of modifiers and
//! `before` blocks, `emit` generates code. `effects` says for `check` and `emit` what functions may do.

pub mod check;
mod circle;
mod effects;
pub mod emit;
pub mod lower;
pub mod typed;
mod walk;

/// What the problems mean that `check` and `emit` report.
pub const EXPLANATIONS: [&[base::Explanation]; 2] = [
    include!(concat!(env!("OUT_DIR"), "/check-explanations.rs")),
    include!(concat!(env!("OUT_DIR"), "/emit-explanations.rs")),
];
