//! The rules of a `.cge` file: lambdas in a part of Scala 3, read, checked and turned into function values of TGDL.
//! It knows no statements of a game.

mod binding;
mod block;
pub mod calls;
pub mod check;
mod flow;
pub mod make;
pub mod members;
pub mod names;
mod operand;
mod operators;
pub mod parse;
pub mod scope;
mod template;
pub mod tree;
pub mod types;
pub mod words;
