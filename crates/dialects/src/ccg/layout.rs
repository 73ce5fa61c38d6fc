//! The one layout of a file of cards: words, line breaks and comments stay; spaces, indentation and blank lines do not.

use super::lexer::lex_all;
use super::token::{Tok, Token};
use base::FileId;

/// How far the further lines of a statement are indented.
const INDENT: &str = "    ";

/// A text in its one layout; None where something in it is no word of cards.
pub(crate) fn format(text: &str) -> Option<String> {
    let (tokens, problems) = lex_all(FileId(0), text);
    if !problems.is_empty() {
        return None;
    }
    let mut out = String::new();
    let mut last: Option<Token> = None;
    for token in tokens.iter().filter(|token| token.kind != Tok::End) {
        match last {
            None => {}
            Some(before) if token.starts_line => new_line(&mut out, text, before, *token, &tokens),
            Some(before) if has_space(before, *token) => out.push(' '),
            Some(_) => {}
        }
        out.push_str(token.text(text).trim_end());
        last = Some(*token);
    }
    if last.is_some() {
        out.push('\n');
    }
    Some(out)
}

fn new_line(out: &mut String, text: &str, before: Token, token: Token, tokens: &[Token]) {
    let between = text.get(before.end as usize..token.start as usize).unwrap_or("");
    let is_blank = between.matches('\n').count() > 1;
    out.push_str(if is_blank { "\n\n" } else { "\n" });
    if is_inner(text, token, tokens) {
        out.push_str(INDENT);
    }
}

/// Whether a line goes on with the statement above it. A comment stands like what follows it.
fn is_inner(text: &str, token: Token, tokens: &[Token]) -> bool {
    if token.kind == Tok::Comment {
        let next = next_of(token, tokens);
        return next.is_some_and(|next| next.kind != Tok::End && is_inner(text, *next, tokens));
    }
    let word = token.text(text).to_lowercase();
    let next = next_of(token, tokens);
    let is_change =
        || next.is_some_and(|next| next.kind == Tok::Equal) && word != "with" && !word.starts_with("with_");
    let begins = token.kind == Tok::Word
        && (matches!(word.as_str(), "new" | "val" | "var" | "import" | "game") || is_change());
    let is_card = matches!(token.kind, Tok::Text) && !token.is_indented;
    !begins && !is_card || follows_equal(token, tokens)
}

/// The next token that is no comment.
fn next_of(token: Token, tokens: &[Token]) -> Option<&Token> {
    let behind = tokens.partition_point(|t| t.start < token.end);
    tokens[behind..].iter().find(|t| t.kind != Tok::Comment)
}

/// Whether `val name =` stands at the end of the line above.
fn follows_equal(token: Token, tokens: &[Token]) -> bool {
    let behind = tokens.partition_point(|t| t.end <= token.start);
    let before = tokens[..behind].iter().rev().find(|t| t.kind != Tok::Comment);
    before.is_some_and(|before| before.kind == Tok::Equal)
}

fn has_space(before: Token, token: Token) -> bool {
    let is_tight_before =
        matches!(token.kind, Tok::Comma | Tok::Colon | Tok::Close | Tok::Dot | Tok::Semicolon);
    let is_tight_behind = matches!(before.kind, Tok::Open | Tok::Dot | Tok::Minus);
    // A bracket right behind a word is its own; behind an operator it groups.
    let is_call = token.kind == Tok::Open && before.kind == Tok::Word && before.end == token.start;
    let is_hyphen = token.kind == Tok::Minus && before.end == token.start;
    !is_tight_before && !is_tight_behind && !is_call && !is_hyphen
}
