//! Trick-taking card games in sentences: `.cge` text to a tree of TGDL, whose rules are lambdas in a part of Scala 3.
//! What the game is made of stands in the library that the tree imports; the tree only says what the game is like.

mod complete;
mod cursor;
mod definition;
mod extras;
mod facts;
mod form;
mod lambda;
mod lexer;
mod rules;
mod segment;
mod sentence;
mod setup;
mod text;
mod token;

use crate::{Dialect, tgdl};
use base::{Checked, FileId, Origins, Problem, Span};
use cursor::Cursor;
use definition::Definition;
use language::tree::Module;
use segment::{Begins, Segment};
use sentence::Reader;
use token::{Tok, Token};

/// Trick-taking card games in sentences.
pub const DIALECT: Dialect = Dialect {
    name: "sentences",
    ending: "cge",
    parse: |file, text, _, origins| parse(file, text, origins),
    imports: None,
    recovers: false,
    title,
    has_libraries: false,
    format: None,
    expand: tgdl::print,
    vocabulary: None,
    declared: None,
    explanations: include!(concat!(env!("OUT_DIR"), "/cge-explanations.rs")),
};

/// At most this many problems are reported in one file.
const MAX_PROBLEMS: usize = 100;

/// Reads one file. There is always a module, whatever the text is; where the text has errors it says no more than the
/// name. Problems come sorted by place, at most a hundred.
pub fn parse(file: FileId, text: &str, origins: &mut Origins) -> Checked<Module> {
    // Offsets are 32 bits wide; what lies behind them is not read.
    let longest = text.floor_char_boundary(u32::MAX as usize - 1);
    let (tokens, mut problems) = lexer::lex(file, text, 0, longest);
    let mut definition = Definition::default();
    for segment in segment::segments(text, &tokens) {
        read(file, text, &segment, &mut definition, &mut problems);
        if problems.len() >= MAX_PROBLEMS {
            break;
        }
    }
    let end = definition.started.unwrap_or_else(|| last_line(file, text));
    let is_empty = tokens.len() <= 1;
    if !is_empty {
        problems.extend(complete::problems(&definition, end));
    }
    let value = setup::module(file, &definition, origins, &mut problems);
    let mut checked = Checked { value, problems }.sorted();
    checked.problems.truncate(MAX_PROBLEMS);
    checked
}

/// Reads one statement; its problems are reported, and its valid parts count all the same.
fn read(
    file: FileId,
    text: &str,
    segment: &Segment,
    definition: &mut Definition,
    problems: &mut Vec<Problem>,
) {
    let mut tokens: Vec<Token> = segment.tokens.to_vec();
    let end = tokens.last().map_or(0, |t| t.end);
    tokens.push(Token { kind: Tok::End, start: end, end, starts_line: true, column: 0 });
    let mut cursor = Cursor::new(file, text, &tokens);
    let is_over = definition.started.is_some();
    let was_reported = problems.iter().any(|p| p.code == "after-start");
    let mut reader = Reader { cursor: &mut cursor, definition, form: None };
    match segment.begins {
        _ if is_over => {
            if !was_reported {
                reader.after_start();
            }
        }
        Begins::Statement => reader.statement(),
        Begins::Start => reader.start_line(),
        Begins::Val => reader.val(),
        Begins::Nothing => reader.nothing(),
    }
    problems.append(&mut cursor.problems);
}

/// The last line with something on it.
fn last_line(file: FileId, text: &str) -> Span {
    let trimmed = text.trim_end();
    let start = trimmed.rfind('\n').map_or(0, |i| i + 1);
    Span { file, start: start as u32, end: trimmed.len() as u32 }
}

/// The name in the line `game is "Name"`.
fn title(text: &str) -> Option<String> {
    let mut names = text.lines().filter_map(|line| {
        let rest = line.trim().strip_prefix("game")?.trim_start().strip_prefix("is")?;
        rest.trim_start().strip_prefix('"')?.split('"').next()
    });
    names.next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn a_game_may_say_its_name_anywhere() {
        assert_eq!(title("// x\ngame suitsAre (\"A\")\ngame is \"Whist\"\n"), Some("Whist".to_owned()));
        assert_eq!(title("game is won by the fewest points"), None);
    }
}
