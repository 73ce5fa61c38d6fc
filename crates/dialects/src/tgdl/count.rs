//! How long a program is, counted in tokens and lines. It knows no more of the grammar than where tests stand.

use super::lexer::{Lexed, lex};
use super::token::{Tok, Token};
use base::FileId;

/// The tokens of a text. Comments do not count; a string counts as one, whatever stands in its braces.
pub fn count_tokens(text: &str) -> usize {
    tokens(text).tokens.len().saturating_sub(1)
}

/// The tokens of a text outside of its items `test "..." { ... }`.
pub fn count_tokens_without_tests(text: &str) -> usize {
    outside_tests(text, &tokens(text)).count()
}

/// The lines that hold at least one token outside of tests: neither blank ones nor those of comments only.
pub fn count_lines_without_tests(text: &str) -> usize {
    let lexed = tokens(text);
    let mut last = None;
    let mut lines = 0;
    let mut line = 0;
    let mut at = 0;
    for token in outside_tests(text, &lexed) {
        let start = token.start as usize;
        line += text.get(at..start).unwrap_or("").bytes().filter(|b| *b == b'\n').count();
        at = start;
        if last != Some(line) {
            lines += 1;
            last = Some(line);
        }
    }
    lines
}

fn tokens(text: &str) -> Lexed {
    lex(FileId(0), text, 0, text.floor_char_boundary(u32::MAX as usize - 1))
}

/// The tokens but the last, without those of tests.
fn outside_tests<'l>(text: &'l str, lexed: &'l Lexed) -> impl Iterator<Item = &'l Token> {
    let mut until = 0;
    lexed.tokens.iter().enumerate().filter_map(move |(i, token)| {
        if i < until || token.kind == Tok::End {
            return None;
        }
        let name = lexed.tokens.get(i + 1).is_some_and(|t| t.kind.is_string());
        let brace = lexed.tokens.get(i + 2).is_some_and(|t| t.kind == Tok::OpenBrace);
        let word = text.get(token.start as usize..token.end as usize);
        if word == Some("test") && name && brace {
            until = (lexed.partners[i + 2] as usize).max(i + 2) + 1;
            return None;
        }
        Some(token)
    })
}
