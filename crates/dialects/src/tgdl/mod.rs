//! TGDL itself: text to tree, always a tree, with what is wrong in the author's words.
//! It knows nothing of types, of files on a disk or of what names mean.

mod action;
mod board;
mod chain;
mod class;
mod command;
mod control;
mod count;
mod expr;
mod format;
mod function;
mod item;
mod lexer;
mod look;
mod modifier;
mod operand;
mod option;
mod parser;
mod recover;
mod statement;
mod text;
mod token;
mod turn;
mod types;

use base::{Checked, FileId, Origins};
use language::tree::Module;

pub use count::{count_lines_without_tests, count_tokens, count_tokens_without_tests};
pub use format::format;

/// At most this many problems are told about one file; the reader gives up after them.
const MOST_PROBLEMS: usize = 100;

/// Reads one file. There is always a module, whatever the text is; a tree is never deeper than about 700 nodes,
/// so that whoever walks it may do so by calling itself. Problems come sorted by place, at most a hundred.
pub fn parse(file: FileId, text: &str, origins: &mut Origins) -> Checked<Module> {
    let mut parser = parser::Parser::new(file, text, origins);
    let value = parser.module();
    let mut checked = Checked { value, problems: parser.into_problems() }.sorted();
    checked.problems.truncate(MOST_PROBLEMS);
    checked
}
