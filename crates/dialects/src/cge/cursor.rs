//! Looking at tokens, taking them, reporting problems: what all parser functions are built on.
//! It knows nothing of the grammar.

use super::MAX_PROBLEMS;
use super::token::{Tok, Token};
use crate::tokens::Tokens;
use base::{FileId, Problem, Span};
use std::fmt::Display;

/// A name where its author wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ident {
    pub text: String,
    pub span: Span,
}

/// The tokens of one statement, and its problems.
pub(crate) struct Cursor<'t> {
    pub text: &'t str,
    pub file: FileId,
    tokens: Tokens<'t, Token>,
    pub problems: Vec<Problem>,
    /// A problem has been reported; the rest of the statement is not read.
    pub lost: bool,
}

impl<'t> Cursor<'t> {
    /// `tokens` ends with one of kind [`Tok::End`].
    pub(crate) fn new(file: FileId, text: &'t str, tokens: &'t [Token]) -> Cursor<'t> {
        Cursor { text, file, tokens: Tokens::new(tokens), problems: Vec::new(), lost: false }
    }

    // ---- looking ----

    /// The token that is `ahead` tokens after the current one; the end goes on for ever.
    pub(crate) fn token(&self, ahead: usize) -> Token {
        self.tokens.token(ahead)
    }

    pub(crate) fn peek(&self) -> Tok {
        self.token(0).kind
    }

    pub(crate) fn is(&self, kind: Tok) -> bool {
        self.peek() == kind
    }

    pub(crate) fn at_end(&self) -> bool {
        self.is(Tok::End)
    }

    pub(crate) fn text_of(&self, token: Token) -> &'t str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// The word `ahead` tokens on; empty where there is none.
    pub(crate) fn word_at(&self, ahead: usize) -> &'t str {
        let token = self.token(ahead);
        if token.kind == Tok::Word { self.text_of(token) } else { "" }
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.word_at(0) == word
    }

    /// Whether the operator `sign` stands here.
    pub(crate) fn is_sign(&self, sign: &str) -> bool {
        self.is(Tok::Operator) && self.text_of(self.token(0)) == sign
    }

    pub(crate) fn position(&self) -> usize {
        self.tokens.position()
    }

    /// How many tokens ahead the bracket closes that stands `ahead` tokens on.
    pub(crate) fn partner(&self, ahead: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for i in ahead.. {
            match self.token(i).kind {
                Tok::OpenParen | Tok::OpenBracket | Tok::OpenBrace => depth += 1,
                Tok::CloseParen | Tok::CloseBracket | Tok::CloseBrace => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(i);
                    }
                }
                Tok::End => return None,
                _ => {}
            }
        }
        None
    }

    // ---- taking ----

    pub(crate) fn bump(&mut self) -> Token {
        let token = self.tokens.bump();
        if token.kind == Tok::Unterminated {
            // The lexer has reported it.
            self.lost = true;
        }
        token
    }

    pub(crate) fn eat(&mut self, kind: Tok) -> bool {
        self.tokens.eat(kind)
    }

    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let here = self.is_word(word);
        if here {
            self.bump();
        }
        here
    }

    /// Takes `()` where it stands here.
    pub(crate) fn eat_empty_brackets(&mut self) {
        if self.is(Tok::OpenParen) && self.token(1).kind == Tok::CloseParen {
            self.tokens.go_to(self.position() + 2);
        }
    }

    /// Takes a sign that must stand here; `place` says where that is: `after the condition`.
    pub(crate) fn expect(&mut self, kind: Tok, sign: &str, place: &str) -> bool {
        let here = self.eat(kind);
        if !here {
            self.fail(self.expected("expected-sign", format_args!("`{sign}` {place}")));
        }
        here
    }

    // ---- places ----

    pub(crate) fn span_of(&self, token: Token) -> Span {
        Span { file: self.file, start: token.start, end: token.end }
    }

    pub(crate) fn span(&self) -> Span {
        self.span_of(self.token(0))
    }

    /// From `start` to what was read last.
    pub(crate) fn since(&self, start: Span) -> Span {
        let end = self.tokens.previous().map_or(start.end, |t| t.end);
        Span { end: end.max(start.start), ..start }
    }

    pub(crate) fn ident(&mut self) -> Ident {
        let token = self.bump();
        let text = self.text_of(token);
        let plain = text.strip_prefix('`').and_then(|t| t.strip_suffix('`')).unwrap_or(text);
        Ident { text: plain.to_owned(), span: self.span_of(token) }
    }

    // ---- problems ----

    /// What stands here, as a message says it.
    pub(crate) fn found(&self) -> String {
        match self.peek() {
            Tok::End => "the end of the statement".to_owned(),
            _ => {
                let text = self.text_of(self.token(0));
                let short: String = text.chars().take(30).collect();
                let dots = if short.len() < text.len() { "..." } else { "" };
                format!("`{}{dots}`", short.replace(['\n', '\r', '`'], " "))
            }
        }
    }

    /// An error at the current token.
    pub(crate) fn here(&self, code: &'static str, message: impl Into<String>) -> Problem {
        Problem::error(code, self.span(), message)
    }

    /// An error for a current token that is not `what` the grammar wants there.
    pub(crate) fn expected(&self, code: &'static str, what: impl Display) -> Problem {
        self.here(code, format!("expected {what}, found {}", self.found()))
    }

    /// Reports a problem, unless one has been reported here, and does not read the rest of the statement.
    pub(crate) fn fail(&mut self, problem: Problem) {
        if !self.lost {
            self.lost = true;
            self.report(problem);
        }
    }

    pub(crate) fn report(&mut self, problem: Problem) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
    }
}
