//! What TGDL is: the tree of a program, the types of its values, the catalogue of what is built in.
//! It knows neither how text is read nor how programs run.

pub mod about;
pub mod catalogue;
pub mod limits;
pub mod look;
pub mod operator;
pub mod option;
pub mod print;
pub mod shape;
pub mod statements;
pub mod tree;
pub mod words;

pub use option::{Choices, GameOption, OptionError, OptionKind};
pub use print::print;
