//! What all parser functions are built on: looking at tokens, taking them, reporting problems, bounding depth.
//! It knows nothing of the grammar.

use super::MAX_PROBLEMS;
use super::lexer::{Lexed, lex};
use super::token::{Tok, Token};
use crate::tokens::{self, Tokens};
use base::{FileId, NodeId, Origins, Problem, Span};
use language::tree::Name;
use std::fmt::Display;

/// Brackets, blocks and types may nest this deep.
const MAX_DEPTH: u32 = 200;
/// A chain such as `1 + 1 + 1` or `a.b.c` makes a tree as deep as it is long.
const MAX_CHAIN: u32 = 500;

pub(crate) struct Parser<'t> {
    pub(crate) text: &'t str,
    pub(crate) file: FileId,
    pub(crate) origins: &'t mut Origins,
    tokens: Tokens<'t, Token>,
    partners: Vec<u32>,
    problems: Vec<Problem>,
    /// Where the lexer reported problems.
    lexical: Vec<Span>,
    /// Something is wrong here already: nothing more is reported until the next place to go on from.
    pub(crate) lost: bool,
    gave_up: bool,
    depth: u32,
    /// No less than the depth of what was read so far at this level of nesting.
    height: u32,
    pub(crate) in_test: bool,
    /// Within the weight of an edge, behind which its attributes may stand in brackets.
    pub(crate) before_values: bool,
    /// A brace whose partner stands further left than its line, and that partner.
    pub(crate) crooked: Option<(Span, Span)>,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(file: FileId, text: &'t str, origins: &'t mut Origins) -> Parser<'t> {
        // Offsets are 32 bits wide; what lies behind them is not read.
        let longest = text.floor_char_boundary(u32::MAX as usize - 1);
        let Lexed { tokens, partners, problems } = lex(file, text, 0, longest);
        let lexical = problems.iter().map(|problem| problem.span).collect();
        Parser {
            lexical,
            text,
            file,
            origins,
            tokens: Tokens::new(tokens),
            partners,
            problems,
            lost: false,
            before_values: false,
            gave_up: false,
            depth: 0,
            height: 0,
            in_test: false,
            crooked: None,
        }
    }

    pub(crate) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    // ---- looking ----

    /// The token that is `ahead` tokens after the current one; the end of the text goes on for ever.
    pub(crate) fn token(&self, ahead: usize) -> Token {
        self.tokens.token(ahead)
    }

    pub(crate) fn peek(&self) -> Tok {
        self.token(0).kind
    }

    pub(crate) fn peek_at(&self, ahead: usize) -> Tok {
        self.token(ahead).kind
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
        if token.kind.is_word() { self.text_of(token) } else { "" }
    }

    pub(crate) fn word(&self) -> &'t str {
        self.word_at(0)
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.word() == word
    }

    /// How many tokens ahead the bracket is that closes the one `ahead` tokens on.
    pub(crate) fn partner(&self, ahead: usize) -> Option<usize> {
        let partner = self.partners.get(self.position() + ahead).copied().unwrap_or(0) as usize;
        partner.checked_sub(self.position()).filter(|_| partner != 0)
    }

    pub(crate) fn position(&self) -> usize {
        self.tokens.position()
    }

    /// Whether the current token is the first on its line.
    pub(crate) fn starts_line(&self) -> bool {
        let before = self.text.get(self.previous().end as usize..self.token(0).start as usize);
        self.position() == 0 || before.is_some_and(|blank| blank.contains('\n'))
    }

    /// Whether the token so many ahead begins a line.
    pub(crate) fn starts_line_at(&self, ahead: usize) -> bool {
        let Some(last) = ahead.checked_sub(1) else { return self.starts_line() };
        let between = self.token(last).end as usize..self.token(ahead).start as usize;
        self.text.get(between).is_some_and(|blank| blank.contains('\n'))
    }

    pub(crate) fn previous(&self) -> Token {
        self.tokens.previous().unwrap_or(tokens::Token::END)
    }

    // ---- taking ----

    pub(crate) fn bump(&mut self) -> Token {
        let token = self.tokens.bump();
        if token.kind == Tok::UnterminatedString {
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

    /// Takes a sign that must stand here; `place` says where that is: `after the condition`.
    pub(crate) fn expect(&mut self, kind: Tok, place: &str) -> bool {
        let here = self.eat(kind);
        if !here {
            let problem = self.expected("expected-token", format_args!("`{}` {place}", kind.symbol()));
            self.fail(problem.label(format!("`{}` is missing", kind.symbol())));
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

    /// The empty place right after what was read last.
    pub(crate) fn after_previous(&self) -> Span {
        let end = self.previous().end;
        Span { file: self.file, start: end, end }
    }

    /// From `start` to what was read last.
    pub(crate) fn span_since(&self, start: Span) -> Span {
        Span { end: self.previous().end.max(start.start), ..start }
    }

    pub(crate) fn node(&mut self, span: Span) -> NodeId {
        self.origins.written(span)
    }

    pub(crate) fn node_since(&mut self, start: Span) -> NodeId {
        let span = self.span_since(start);
        self.node(span)
    }

    // ---- names ----

    /// The name of something declared here; `what` is `a name for the class`.
    pub(crate) fn declared_name(&mut self, what: &str) -> Name {
        match self.peek() {
            Tok::Word => self.any_word(),
            Tok::Keyword => {
                let word = self.word();
                let message = format!("`{word}` is a word of the language and cannot be {what}");
                let hint = format!("take another one, for example `{word}_` or `my{}`", capitalised(word));
                self.report(self.here("reserved-word", message).hint(hint));
                self.any_word()
            }
            _ => {
                self.fail(self.expected("missing-name", format_args!("{what}")));
                self.missing_name()
            }
        }
    }

    /// `Name`, or `library.Name` of a named import
    pub(crate) fn named_class(&mut self, what: &str) -> Name {
        let start = self.span();
        let name = self.declared_name(what);
        if self.lost || !self.is(Tok::Dot) || !self.peek_at(1).is_word() {
            return name;
        }
        self.bump();
        let inner = self.any_word();
        Name { text: format!("{}.{}", name.text, inner.text), id: self.node_since(start) }
    }

    /// A word where keywords are words like any other: after a dot, before `:` or `=` of an argument.
    pub(crate) fn any_word(&mut self) -> Name {
        let token = self.bump();
        Name { text: self.text_of(token).to_owned(), id: self.node(self.span_of(token)) }
    }

    /// A word, which may be a keyword, where `what` must stand.
    pub(crate) fn word_named(&mut self, what: &str) -> Name {
        if self.peek().is_word() { self.any_word() } else { self.declared_name(what) }
    }

    pub(crate) fn missing_name(&mut self) -> Name {
        Name { text: String::new(), id: self.node(self.span()) }
    }

    // ---- problems ----

    /// What stands here, as a message names it.
    pub(crate) fn found(&self) -> String {
        let token = self.token(0);
        let text: String = self.text_of(token).chars().take(40).collect();
        match token.kind {
            Tok::End => "the end of the text".to_owned(),
            Tok::String | Tok::UnterminatedString => "a string".to_owned(),
            Tok::Number => format!("the number `{text}`"),
            _ => format!("`{text}`"),
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

    /// Reports a problem and goes on as if nothing were wrong.
    pub(crate) fn report(&mut self, problem: Problem) {
        if self.lost || self.gave_up || self.lexer_reported(problem.span) {
            return;
        }
        let again =
            self.problems.iter().rev().take(4).any(|p| p.span == problem.span && p.code == problem.code);
        if !again {
            self.problems.push(problem);
        }
        if self.problems.len() >= MAX_PROBLEMS * 2 {
            self.stop();
        }
    }

    /// Whether the lexer reported a problem where the previous token ends and this one stands.
    fn lexer_reported(&self, span: Span) -> bool {
        let start = self.previous().end.min(span.start);
        self.lexical.iter().any(|reported| reported.start >= start && reported.start <= span.end)
    }

    /// Reports a problem after which the next tokens mean nothing.
    pub(crate) fn fail(&mut self, problem: Problem) {
        self.report(problem);
        self.lost = true;
    }

    /// Leaves the rest of the text unread.
    fn stop(&mut self) {
        self.gave_up = true;
        self.tokens.go_to_end();
    }

    fn too_deep(&mut self, message: &str) {
        let problem = self
            .here("too-deep", message)
            .hint("give parts of it names: `var part = ...;`, or move them into functions");
        self.report(problem);
        self.stop();
    }

    // ---- bounds ----

    /// Reads something that may hold more of its own kind; None where that goes too deep.
    pub(crate) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            self.too_deep("this is nested too deeply to be read");
            return None;
        }
        self.depth += 1;
        let outer = std::mem::replace(&mut self.height, 0);
        let value = read(self);
        self.depth -= 1;
        self.height = outer.max(self.height + 1);
        Some(value)
    }

    /// Counts one more link of a chain; false where the chain is too long.
    pub(crate) fn longer(&mut self) -> bool {
        self.height += 1;
        if self.height > MAX_CHAIN {
            self.too_deep("this chain of operators is too long to be read");
        }
        self.height <= MAX_CHAIN
    }

    /// Reads `text[start..end]`, a piece inside the current token, with the same parser.
    pub(crate) fn inside<T>(&mut self, start: usize, end: usize, read: impl FnOnce(&mut Self) -> T) -> T {
        let Lexed { tokens, mut partners, problems } = lex(self.file, self.text, start, end);
        if !self.gave_up {
            self.lexical.extend(problems.iter().map(|problem| problem.span));
            self.problems.extend(problems);
        }
        let mut tokens = Tokens::new(tokens);
        let mut swap = |parser: &mut Self| {
            std::mem::swap(&mut parser.tokens, &mut tokens);
            std::mem::swap(&mut parser.partners, &mut partners);
        };
        swap(self);
        let value = read(self);
        swap(self);
        if self.gave_up {
            self.stop();
        }
        value
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}
