//! The program that a machine runs: instructions, tables, the layout of the state, and how values are words.
//! It knows neither the tree it came from nor how it is run.

pub mod disasm;
pub mod layout;
pub mod op;
mod operand;
pub mod program;
#[cfg(test)]
mod tests;
pub mod verify;
pub mod word;

pub use disasm::disassemble;
pub use op::Op;
pub use operand::{Operand, Span};
pub use program::Program;
pub use verify::verify;
