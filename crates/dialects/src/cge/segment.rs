//! Where one statement ends and the next begins. Rules run over many lines, whose indentation may be lost, so a
//! statement ends where a line begins another one. It knows the first words of statements only.

use super::form::{FORMS, says};
use super::token::{Tok, Token};

/// What begins with the first token of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Begins {
    /// `game ...`
    Statement,
    /// `GameController...`
    Start,
    /// `val ...` or `def ...` outside of rules
    Val,
    /// Whatever stands before the first statement.
    Nothing,
}

/// Tokens that belong together, without an end token.
pub(crate) struct Segment<'t> {
    pub begins: Begins,
    pub tokens: &'t [Token],
}

/// Cuts a file into statements.
pub(crate) fn segments<'t>(text: &str, tokens: &'t [Token]) -> Vec<Segment<'t>> {
    let mut found = Vec::new();
    let mut begins = Begins::Nothing;
    let (mut start, mut has_rules) = (0, false);
    for (i, token) in tokens.iter().enumerate() {
        let mut next = if token.kind == Tok::End { None } else { beginning(text, tokens, i, has_rules) };
        // Only rules go on over several lines that begin with a word.
        let is_done = !has_rules && matches!(begins, Begins::Statement | Begins::Start) && i > start;
        if next.is_none() && is_done && token.starts_line && token.kind == Tok::Word {
            next = Some(Begins::Nothing);
        }
        if next.is_none() && token.kind != Tok::End {
            continue;
        }
        if i > start {
            found.push(Segment { begins, tokens: &tokens[start..i] });
        }
        begins = next.unwrap_or(Begins::Nothing);
        has_rules = begins == Begins::Statement && takes_rules(text, &tokens[i..]);
        start = i;
    }
    found
}

/// What begins at a token, if it begins a statement.
fn beginning(text: &str, tokens: &[Token], i: usize, has_rules: bool) -> Option<Begins> {
    let token = tokens[i];
    if !token.starts_line || token.kind != Tok::Word {
        return None;
    }
    match word(text, token) {
        "GameController" => Some(Begins::Start),
        "game" => begins_statement(text, tokens, i).then_some(Begins::Statement),
        "val" | "def" if !has_rules && token.column == 0 => Some(Begins::Val),
        _ => None,
    }
}

/// `game` and a word behind it, where nothing says that it is a value of that name.
fn begins_statement(text: &str, tokens: &[Token], i: usize) -> bool {
    let Some(next) = tokens.get(i + 1) else { return false };
    if next.kind != Tok::Word || next.starts_line {
        // `game` alone, or before a sign, is no statement, unless nothing was begun that it could belong to.
        return i == 0;
    }
    let first = word(text, *next);
    if FORMS.iter().any(|form| form.first_word() == first) {
        return true;
    }
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    before.is_none_or(|t| {
        !matches!(t.kind, Tok::Operator | Tok::Arrow | Tok::Equal | Tok::OpenParen | Tok::Comma)
    })
}

fn takes_rules(text: &str, tokens: &[Token]) -> bool {
    let word_at = |i: usize| tokens.get(i + 1).map_or("", |token| word(text, *token));
    FORMS.iter().any(|form| form.takes_rules() && says(form.words, word_at))
}

fn word(text: &str, token: Token) -> &str {
    text.get(token.start as usize..token.end as usize).unwrap_or("")
}
