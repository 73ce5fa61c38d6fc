//! The rules of a `.cge` file: lambdas in a part of Scala 3, read, checked and turned into function values of TGDL.
//! It knows no statements of a game.

mod binding;
mod block;
pub(crate) mod calls;
mod flow;
pub(crate) mod lowering;
pub(crate) mod members;
mod operand;
mod operators;
pub(crate) mod parse;
pub(crate) mod scope;
mod template;
pub(crate) mod tree;
mod typed;
pub(crate) mod types;
pub(crate) mod words;
