//! How long a program is, counted in tokens and lines. It knows no more of the grammar than where tests stand.

use super::lexer::{Lexed, lex};
use super::token::{Tok, Token};
use base::FileId;

/// The tokens of a text outside of its items `test "..." { ... }`.
pub fn count_tokens_without_tests(text: &str) -> usize {
    outside_tests(text, &tokens(text)).count()
}

/// The lines that hold at least one token outside of tests: neither blank ones nor those of comments only.
pub fn count_lines_without_tests(text: &str) -> usize {
    let (mut lines, mut before) = (0, None);
    for token in outside_tests(text, &tokens(text)) {
        let from = before.unwrap_or(0)..token.start as usize;
        let is_next = before.is_none() || text.get(from).is_some_and(|between| between.contains('\n'));
        lines += usize::from(is_next);
        before = Some(token.start as usize);
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
