//! TGDL itself: text to tree, always a tree, with problems in the author's words.
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

use crate::Dialect;
use base::{Checked, FileId, Origins};
use language::tree::Module;

pub use count::{count_lines_without_tests, count_tokens_without_tests};
pub use format::format;

/// TGDL, in which everything else is expressed.
pub const DIALECT: Dialect = Dialect {
    name: "TGDL",
    ending: "tgdl",
    parse: |file, text, _, origins| parse(file, text, origins),
    imports: None,
    recovers: true,
    title,
    has_libraries: true,
    format: Some(format),
    expand: print,
    vocabulary: None,
    declared: None,
    explanations: include!(concat!(env!("OUT_DIR"), "/tgdl-explanations.rs")),
};

/// At most this many problems are reported in one file; the reader gives up after them.
const MAX_PROBLEMS: usize = 100;

/// Reads one file. There is always a module, whatever the text is; a tree is never deeper than about 700 nodes,
/// so that whoever walks it may do so by calling itself. Problems come sorted by place, at most a hundred.
pub fn parse(file: FileId, text: &str, origins: &mut Origins) -> Checked<Module> {
    let mut parser = parser::Parser::new(file, text, origins);
    let value = parser.module();
    let mut checked = Checked { value, problems: parser.into_problems() }.sorted();
    checked.problems.truncate(MAX_PROBLEMS);
    checked
}

/// A module as TGDL in its one layout.
pub fn print(module: &Module) -> String {
    let text = language::print(module);
    format(&text).unwrap_or(text)
}

/// The name in the `game` line of a text; None where it has no such line at its beginning.
fn title(text: &str) -> Option<String> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(comment) = rest.strip_prefix("//") {
        rest = comment.split_once('\n').map_or("", |(_, next)| next).trim_start();
    }
    let rest = rest.strip_prefix("game")?.trim_start();
    if rest.starts_with('\'') {
        let end = lexer::raw_end(rest.as_bytes(), 0)?;
        return Some(rest.get(1..end - 1)?.replace("''", "'"));
    }
    let text = rest.strip_prefix('"')?;
    let (mut name, mut characters) = (String::new(), text.chars());
    loop {
        match characters.next()? {
            '"' => return Some(name),
            '\\' => name.push(characters.next()?),
            c => name.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn a_game_file_begins_with_its_name() {
        assert_eq!(title("// a comment\n\ngame \"Chess\";"), Some("Chess".to_owned()));
        assert_eq!(title("game \"\\\"Go\\\" \\{9\\}\";"), Some("\"Go\" {9}".to_owned()));
        assert_eq!(title("game 'Liar''s {9}';"), Some("Liar's {9}".to_owned()));
        assert_eq!(title("class A { }"), None);
        assert_eq!(title("gamete \"x\""), None);
        assert_eq!(title(""), None);
    }
}
