//! Branches and loops: `if`, `while`, `for`, `for ... in`. It knows nothing of types.

use super::parser::Parser;
use super::token::Tok;
use base::{Problem, Span};
use language::tree::{Block, Expr, For, ForIn, Name, Statement, StatementKind, TypeRef};

/// How authors write `else if` who come from elsewhere.
const ELSE_IF: [&str; 4] = ["elif", "elsif", "elseif", "elsIf"];

impl Parser<'_> {
    /// `if (a) { } else if (b) { } else { }`
    pub(crate) fn if_statement(&mut self) -> StatementKind {
        let mut branches: Vec<(Span, Expr, Block)> = Vec::new();
        let mut last: Option<Statement> = None;
        loop {
            let start = self.span();
            self.bump();
            let condition = self.bracketed_condition("if");
            let body = self.body("the condition");
            branches.push((start, condition, body));
            if self.lost || !self.eat_else() || !self.longer() {
                break;
            }
            if !self.is_word("if") && !self.misspelt_else_if() {
                let start = self.span();
                let block = self.body("`else`");
                last = Some(Statement { id: self.node_since(start), kind: StatementKind::Block(block) });
                break;
            }
        }
        while branches.len() > 1 {
            let Some((start, condition, body)) = branches.pop() else { break };
            let id = self.node_since(start);
            last = Some(Statement { id, kind: StatementKind::If(condition, body, last.map(Box::new)) });
        }
        match branches.pop() {
            Some((_, condition, body)) => StatementKind::If(condition, body, last.map(Box::new)),
            None => StatementKind::Missing,
        }
    }

    /// Takes `else`; a misspelt `else if` is left to be read as `if`.
    fn eat_else(&mut self) -> bool {
        if self.misspelt_else_if() {
            let problem = self.here("unknown-keyword", format!("there is no `{}`", self.word()));
            self.report(problem.hint("write `else if`").fix(self.span(), "else if"));
            return true;
        }
        self.eat_word("else")
    }

    pub(crate) fn misspelt_else_if(&self) -> bool {
        ELSE_IF.contains(&self.word()) && self.peek_at(1) == Tok::OpenParen
    }

    /// `(condition)`; without brackets it is read all the same, and reported.
    fn bracketed_condition(&mut self, of: &str) -> Expr {
        let bracket = self.is(Tok::OpenParen);
        if !bracket {
            let problem = self.expected("expected-token", format_args!("`(` after `{of}`"));
            self.report(problem.hint(format!("the condition stands in brackets: `{of} (...) {{ ... }}`")));
            return self.condition();
        }
        self.bump();
        let condition = self.condition();
        self.close_head("after the condition");
        condition
    }

    /// Goes from the middle of a broken head to the block that follows, if one does on the same line.
    fn skip_to_body(&mut self) {
        while !matches!(self.peek(), Tok::OpenBrace | Tok::CloseBrace | Tok::Semicolon | Tok::End) {
            if self.starts_line() {
                self.lost = true;
                return;
            }
            self.skip_one();
        }
        self.lost = !self.is(Tok::OpenBrace);
    }

    /// An `else` that follows no `if`: its body is read and left out of the tree.
    pub(crate) fn stray_else(&mut self) -> StatementKind {
        let problem = self.here("else-without-if", format!("{} follows no `if`", self.found()));
        self.report(problem.hint("`else` stands right after the closing brace of `if (...) { ... }`"));
        let else_if = self.word() != "else";
        self.bump();
        if self.is_word("if") {
            return self.if_statement();
        }
        if else_if {
            self.bracketed_condition("if");
        }
        StatementKind::Block(self.body("`else`"))
    }

    /// `while (condition) { }`
    pub(crate) fn while_statement(&mut self) -> StatementKind {
        self.bump();
        let condition = self.bracketed_condition("while");
        let body = self.body("the condition");
        self.eat(Tok::Semicolon);
        StatementKind::While(condition, body)
    }

    /// `for (init; check; step) { }` or `for (T x in list) { }`
    pub(crate) fn for_statement(&mut self) -> StatementKind {
        self.bump();
        if !self.expect(Tok::OpenParen, "after `for`") {
            return StatementKind::Missing;
        }
        let end = self.declaration_ahead().then(|| self.scan_type(0, &mut 200)).flatten();
        if end.is_some_and(|end| self.word_at(end + 1) == "in") {
            return self.for_in();
        }
        if self.is(Tok::Word) && self.word_at(1) == "in" {
            let place = self.span();
            let message = "expected a type before the name that runs through the list";
            let problem = self.here("expected-type", message);
            let hint = format!("write `for (var {} in ...)`", self.word());
            self.report(problem.hint(hint).fix(Span { end: place.start, ..place }, "var "));
            return self.for_in();
        }
        let is_of = |i: &usize| self.word_at(*i) == "of" || self.peek_at(*i) == Tok::Colon;
        if let Some(before) = (0..3).find(is_of).filter(|n| *n > 0) {
            return self.for_of(before);
        }
        self.for_counting()
    }

    /// `for (x of list)`, `for (const x of list)` and `for (T x : list)`, as other languages write it
    fn for_of(&mut self, before: usize) -> StatementKind {
        let name = self.word_at(before - 1).to_owned();
        let span = self.span().to(self.span_of(self.token(before)));
        let meant = format!("var {name} in");
        let sign = if self.word_at(before) == "of" { "of" } else { ":" };
        let message = format!("there is no `{sign}` in a loop");
        self.report(
            Problem::error("unknown-keyword", span, message)
                .hint(format!("write `for ({meant} ...)`"))
                .fix(span, &meant),
        );
        while self.word() != name {
            self.bump();
        }
        let ty = self.implied_type();
        let name = self.declared_name("a name for the element");
        self.bump();
        self.for_in_rest(ty, name)
    }

    /// `T x in list) { }`
    fn for_in(&mut self) -> StatementKind {
        let ty = if self.word_at(1) == "in" { self.implied_type() } else { self.ty() };
        let name = self.declared_name("a name for the element");
        self.eat_word("in");
        self.for_in_rest(ty, name)
    }

    /// `list) { }`
    fn for_in_rest(&mut self, ty: TypeRef, name: Name) -> StatementKind {
        let list = self.value();
        self.close_head("after the list");
        let body = self.body("the head of the loop");
        self.eat(Tok::Semicolon);
        StatementKind::ForIn(ForIn { ty, name, list, body })
    }

    /// `init; check; step) { }`, each part of which may be left out
    fn for_counting(&mut self) -> StatementKind {
        let init = self.for_init();
        let mut check = None;
        let mut step = None;
        if self.expect(Tok::Semicolon, "after the start of the loop") {
            check = (!self.is(Tok::Semicolon)).then(|| self.condition());
            if self.expect(Tok::Semicolon, "after the check of the loop") && !self.is(Tok::CloseParen) {
                step = Some(self.expr());
            }
        }
        self.close_head("after the head of the loop");
        let body = self.body("the head of the loop");
        self.eat(Tok::Semicolon);
        StatementKind::For(For { init, check, step, body })
    }

    fn for_init(&mut self) -> Option<Box<Statement>> {
        let start = self.span();
        if self.is(Tok::Semicolon) {
            return None;
        }
        let kind = if self.declaration_ahead() {
            StatementKind::Declare(self.declared())
        } else {
            StatementKind::Expr(self.expr())
        };
        Some(Box::new(Statement { id: self.node_since(start), kind }))
    }

    /// The `)` of a loop's head; after a broken head goes on at the body.
    fn close_head(&mut self, place: &str) {
        if self.lost || !self.expect(Tok::CloseParen, place) {
            self.skip_to_body();
        }
    }
}
