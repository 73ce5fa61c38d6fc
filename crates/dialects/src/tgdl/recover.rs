//! Where reading goes on after a mistake, and blocks of parts of which some may be broken.
//! It knows nothing of what the parts are.

use super::parser::Parser;
use super::token::Tok;
use base::nearest;
use base::{Problem, Span};
use language::tree::{Block, Expr};

/// Keywords that start a statement and nothing else.
const STATEMENTS: &str = "if else while for return continue break";
/// Strict keywords that start an item or a member, never a statement.
const ITEMS: &str =
    "action attribute board class effect enum function import input interactable require setup test";
/// Keywords that start an item and can stand in no block.
pub(crate) const ONLY_ITEMS: &str = "board class enum import interactable setup test";
/// Those that cannot stand in an action or a long function either.
pub(crate) const NOT_IN_ACTIONS: &str = "action attribute board class enum import interactable setup test";

impl Parser<'_> {
    pub(crate) fn starts_strict_statement(&self) -> bool {
        self.is_keyword_of(STATEMENTS)
    }

    /// A keyword that cannot stand among statements, so that a closing brace may be missing before it.
    pub(crate) fn starts_foreign_part(&self) -> bool {
        self.is_keyword_of(ITEMS)
    }

    /// Whether one of these words stands here as the beginning of what it begins.
    pub(crate) fn is_keyword_of(&self, words: &str) -> bool {
        (self.is(Tok::Keyword) || self.part_ahead()) && words.split(' ').any(|word| word == self.word())
    }

    /// Whether a word that is a name elsewhere begins an item or a member, which no statement could.
    fn part_ahead(&self) -> bool {
        let (next, behind) = (self.peek_at(1), self.peek_at(2));
        match self.word() {
            "action" | "attribute" | "board" => next.is_word() && behind == Tok::OpenBrace,
            "effect" | "setup" | "require" => next == Tok::OpenBrace,
            "test" => next.is_string() && behind == Tok::OpenBrace,
            "input" => self.scan_type(1, &mut 50).is_some_and(|end| self.peek_at(end).is_word()),
            _ => false,
        }
    }

    /// Whether the word that begins a member is a type here: `action next;` of a class `action`.
    pub(crate) fn is_type_of_attribute(&self) -> bool {
        self.peek_at(1).is_word() && matches!(self.peek_at(2), Tok::Semicolon | Tok::Equal)
    }

    /// Goes behind the `;` or the block that ends a broken statement or member, or before what starts the next.
    pub(crate) fn skip_broken(&mut self) {
        self.lost = false;
        if self.previous().kind == Tok::UnterminatedString && self.starts_line() {
            return;
        }
        let start = self.position();
        while !self.at_end() && !self.is(Tok::CloseBrace) {
            let fresh = self.position() > start && self.starts_line();
            if fresh && (self.starts_strict_statement() || self.starts_foreign_part()) {
                return;
            }
            if self.eat(Tok::Semicolon) {
                return;
            }
            let block = self.is(Tok::OpenBrace);
            self.skip_one();
            if block {
                self.eat(Tok::Semicolon);
                return;
            }
        }
    }

    /// Goes over a token, or over a whole pair of brackets.
    pub(crate) fn skip_one(&mut self) {
        let inside = self.partner(0).unwrap_or(0);
        for _ in 0..=inside {
            self.bump();
        }
        self.lost = false;
    }

    /// Whether the line of the current token is indented no further than the line at `offset`.
    pub(crate) fn stands_no_deeper_than(&self, offset: u32) -> bool {
        self.indent(self.token(0).start) <= self.indent(offset)
    }

    /// How far the line at `offset` is indented, in bytes.
    fn indent(&self, offset: u32) -> usize {
        let before = self.text.get(..offset as usize).unwrap_or("");
        let line = before.rfind('\n').map_or(0, |i| i + 1);
        let rest = self.text.get(line..).unwrap_or("");
        rest.len() - rest.trim_start_matches([' ', '\t']).len()
    }

    /// `{ parts }`: calls `read` at each part; goes on behind a broken one. A word of `foreign` that stands no
    /// deeper than the line of the brace shows that the closing one is missing.
    pub(crate) fn parts_in_braces(&mut self, place: &str, foreign: &str, mut read: impl FnMut(&mut Self)) {
        let mut open = self.span();
        if self.lost {
            return;
        }
        if self.parts_without_brace() {
            open = self.after_previous();
            let problem =
                self.expected("expected-token", format_args!("`{{` {place}")).label("`{` is missing");
            self.report(problem.guess(open, " {"));
        } else if !self.expect(Tok::OpenBrace, place) {
            return;
        }
        self.nested(|p| {
            while !p.close(open) {
                if p.at_end() || (p.is_keyword_of(foreign) && p.stands_no_deeper_than(open.start)) {
                    p.unclosed(open);
                    break;
                }
                let before = p.position();
                if !p.eat(Tok::Semicolon) {
                    read(p);
                }
                if p.lost {
                    p.skip_broken();
                }
                if p.position() == before {
                    p.skip_one();
                }
            }
        });
    }

    /// Whether parts stand here, deeper than the line before, though no brace was opened, not even later in this line.
    fn parts_without_brace(&self) -> bool {
        let rest = self.text.get(self.token(0).start as usize..).and_then(|rest| rest.lines().next());
        self.peek().is_word()
            && self.starts_line()
            && !self.stands_no_deeper_than(self.previous().start)
            && !rest.is_some_and(|rest| rest.contains('{'))
    }

    /// `{ parts }`, or `;` where there are none.
    pub(crate) fn parts_or_semicolon(&mut self, place: &str, read: impl FnMut(&mut Self)) {
        if self.is(Tok::OpenBrace) && !self.lost {
            self.parts_in_braces(place, ONLY_ITEMS, read);
        } else {
            self.end_statement();
        }
    }

    /// `a, b, c` up to `close`, which is taken; a comma may stand after the last.
    pub(crate) fn until<T>(
        &mut self,
        close: Tok,
        place: &str,
        mut read: impl FnMut(&mut Self) -> T,
    ) -> Vec<T> {
        let mut all = Vec::new();
        while !self.is(close) && !self.at_end() && !self.lost {
            all.push(read(self));
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(close, place);
        // Most lists are short and stay as long as the tree; a vector that has grown has room for four.
        all.shrink_to_fit();
        all
    }

    /// `a, b, c`: one at least, and more behind commas.
    pub(crate) fn one_or_more<T>(&mut self, mut read: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut all = vec![read(self)];
        while !self.lost && self.eat(Tok::Comma) {
            all.push(read(self));
        }
        all
    }

    /// A part that may stand once; of several the first counts.
    pub(crate) fn once<T>(&mut self, what: &str, place: &mut Option<T>, read: impl FnOnce(&mut Self) -> T) {
        let span = self.span();
        let value = read(self);
        if place.is_some() {
            self.repeated(what, span);
        } else {
            *place = Some(value);
        }
    }

    /// `word value;`
    pub(crate) fn tagged_value(&mut self) -> Expr {
        self.bump();
        let value = self.value();
        self.end_statement();
        value
    }

    /// `word { statements }`
    pub(crate) fn tagged_block(&mut self) -> Block {
        self.bump();
        self.block()
    }

    /// Takes the `}` of the brace at `open`. One that stands further left than the line of its brace is kept in
    /// mind: if a brace turns out to be missing, it is likely to be missing there.
    pub(crate) fn close(&mut self, open: Span) -> bool {
        if !self.is(Tok::CloseBrace) {
            return false;
        }
        if self.crooked.is_none()
            && self.starts_line()
            && self.indent(self.token(0).start) < self.indent(open.start)
        {
            self.crooked = Some((open, self.span()));
        }
        self.eat(Tok::CloseBrace)
    }

    /// Reports that no part of a block starts here: none of these words, and `what` is `a class holds attributes,
    /// functions and actions`.
    pub(crate) fn no_part(&mut self, words: &str, what: &str) {
        let mut problem = self.here("unexpected-token", format!("{what}, found {}", self.found()));
        if let Some(word) = nearest(self.word(), words.split(' ')) {
            problem = problem.hint(format!("did you mean `{word}`?"));
        }
        self.fail(problem);
    }

    /// Reports that a part which may stand once stands here again.
    pub(crate) fn repeated(&mut self, what: &str, span: Span) {
        let problem = Problem::error("repeated-part", span, format!("{what} stands here a second time"));
        self.report(problem.hint("keep one of them"));
    }
}
