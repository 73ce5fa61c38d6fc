//! Blocks and statements, and how reading goes on after a broken one. It knows nothing of names or types.

use super::parser::Parser;
use super::token::Tok;
use base::nearest;
use base::{Problem, Span};
use language::statements::BEFORE_VALUES;
use language::tree::{Block, Declare, Expr, ExprKind, Statement, StatementKind};

impl Parser<'_> {
    /// `{ statements }`
    pub(crate) fn block(&mut self) -> Block {
        let open = self.span();
        if !self.expect(Tok::OpenBrace, "before the statements") {
            return Block { id: self.node(open), statements: Vec::new() };
        }
        let statements = self.nested(|p| p.statements(open)).unwrap_or_default();
        Block { id: self.node_since(open), statements }
    }

    /// The statements of a block up to its closing brace, which is taken.
    fn statements(&mut self, open: Span) -> Vec<Statement> {
        let mut statements = Vec::new();
        while !self.close(open) {
            if self.at_end() || (self.starts_foreign_part() && self.stands_no_deeper_than(open.start)) {
                self.unclosed(open);
                break;
            }
            let before = self.position();
            if let Some(statement) = self.statement() {
                statements.push(statement);
            }
            if self.lost {
                self.skip_broken();
            }
            if self.position() == before {
                self.skip_one();
            }
        }
        statements.shrink_to_fit();
        statements
    }

    /// Reports that the brace at `open` has no partner.
    pub(crate) fn unclosed(&mut self, open: Span) {
        let mut problem = self
            .here("unclosed-block", format!("expected `}}` before {}", self.found()))
            .label("`}` is missing before this")
            .other(open, "this `{` is still open");
        if let Some((brace, close)) = self.crooked.take().filter(|(brace, _)| brace.start > open.start) {
            problem = problem
                .other(brace, "perhaps it belongs to this `{`")
                .other(close, "whose `}` stands too far left");
        }
        self.report(problem);
    }

    /// One statement; None for a lone `;`.
    pub(crate) fn statement(&mut self) -> Option<Statement> {
        let start = self.span();
        if self.is(Tok::Semicolon) {
            self.lone_semicolon();
            return None;
        }
        let kind = self.statement_kind();
        Some(Statement { id: self.node_since(start), kind })
    }

    /// `;` by itself does nothing; after a block it is a habit, and passes.
    fn lone_semicolon(&mut self) {
        let habit = self.previous().kind == Tok::CloseBrace;
        let span = self.span();
        if !habit {
            let problem = Problem::warning("lone-semicolon", span, "this `;` ends nothing");
            self.report(problem.hint("leave it out").fix(span, ""));
        }
        self.bump();
    }

    fn statement_kind(&mut self) -> StatementKind {
        match self.peek() {
            Tok::OpenBrace => {
                let block = self.block();
                self.eat(Tok::Semicolon);
                StatementKind::Block(block)
            }
            Tok::Keyword => self.keyword_statement(),
            Tok::Word => self.word_statement(),
            Tok::OpenParen if self.declaration_ahead() => self.declaration(),
            Tok::DotDot if self.peek_at(1) == Tok::Dot => self.left_out(),
            Tok::CloseParen | Tok::CloseBracket => {
                self.closes_nothing();
                StatementKind::Missing
            }
            _ => self.expression_statement(),
        }
    }

    /// What starts with a strict keyword: `return x;`, `if`, `while`, `for`, `winner p;`...
    fn keyword_statement(&mut self) -> StatementKind {
        match self.word() {
            "return" => self.return_statement(),
            "continue" => self.bare_statement(StatementKind::Continue),
            "break" => self.bare_statement(StatementKind::Break),
            "if" => self.if_statement(),
            "else" => self.stray_else(),
            "while" => self.while_statement(),
            "for" => self.for_statement(),
            "winner" => self.winner(),
            _ if self.starts_foreign_part() => self.foreign_part(),
            _ if self.declaration_ahead() => self.declaration(),
            _ => self.expression_statement(),
        }
    }

    /// What starts with a word that may be a name: `remove x;`, `raise E();`, a declaration, an expression.
    fn word_statement(&mut self) -> StatementKind {
        if self.starts_foreign_part() {
            return self.foreign_part();
        }
        if let Some(kind) = self.command() {
            return kind;
        }
        let known = usize::from(matches!(self.word(), "secret" | "open") && self.word_at(1) == "choose");
        let what = self.peek_at(known + 1) == Tok::Word || self.word_at(known + 1) == "player";
        let choice = self.word_at(known) == "choose" && what && self.peek_at(known + 2) != Tok::Equal;
        if !choice && self.misspelt_else_if() {
            return self.stray_else();
        }
        if let Some(meant) = self.misspelt_statement() {
            return self.statement_misspelt(meant);
        }
        if !choice && self.declaration_ahead() && !self.member_then_statement() {
            return self.declaration();
        }
        self.expression_statement()
    }

    /// The word that was meant by the one here, where what follows on its line can follow no name and no type:
    /// `scor p 12;`, `fial "why";`
    fn misspelt_statement(&self) -> Option<&'static str> {
        let next = self.peek_at(1);
        let word = match next {
            _ if self.starts_line_at(1) => false,
            Tok::Word | Tok::Keyword => {
                let declares = matches!(
                    self.peek_at(2),
                    Tok::Equal | Tok::Semicolon | Tok::Comma | Tok::CloseBrace | Tok::End
                );
                !declares
                    && !self.starts_line_at(2)
                    && !matches!(self.word_at(1), "is" | "as" | "in" | "until" | "choose")
            }
            Tok::Number => true,
            _ => next.is_string(),
        };
        let known = BEFORE_VALUES.contains(&self.word());
        if word && !known { nearest(self.word(), BEFORE_VALUES) } else { None }
    }

    fn statement_misspelt(&mut self, meant: &str) -> StatementKind {
        let word = self.word();
        let problem = self.here("unknown-keyword", format!("no statement starts with `{word}`"));
        self.fail(problem.label(format!("did you mean `{meant}`?")).guess(self.span(), meant));
        StatementKind::Missing
    }

    /// `actor.hand` before a line that begins with `turn.`: no variable is declared by its name and a dot.
    fn member_then_statement(&self) -> bool {
        let member = self.peek_at(1) == Tok::Dot && self.peek_at(2).is_word();
        member && self.starts_line_at(3) && matches!(self.peek_at(4), Tok::Dot | Tok::OpenParen)
    }

    /// `return;` `return x;`
    fn return_statement(&mut self) -> StatementKind {
        self.bump();
        let ends = matches!(self.peek(), Tok::Semicolon | Tok::CloseBrace);
        let value = (!ends).then(|| self.expr());
        self.end_statement();
        StatementKind::Return(value)
    }

    /// `continue;` `break;`
    pub(crate) fn bare_statement(&mut self, kind: StatementKind) -> StatementKind {
        self.bump();
        self.end_statement();
        kind
    }

    /// `T name = value;` `T name;` `var name = value;`
    pub(crate) fn declaration(&mut self) -> StatementKind {
        let declare = self.declared();
        self.end_statement();
        StatementKind::Declare(declare)
    }

    /// `T name = value`
    pub(crate) fn declared(&mut self) -> Declare {
        let ty = self.ty();
        let name = self.declared_name("a name for the variable");
        let value = self.eat(Tok::Equal).then(|| self.value());
        Declare { ty, name, value }
    }

    fn expression_statement(&mut self) -> StatementKind {
        let expr = self.expr();
        if self.is(Tok::OpenBrace)
            && let Some(meant) = misspelt_control(&expr)
        {
            return self.control_misspelt(&expr, meant);
        }
        if !self.lost && self.eat_word("until") {
            let end = self.value();
            let condition = (!self.lost && self.eat_word("where")).then(|| self.value());
            self.end_statement();
            return StatementKind::Until(expr, end, condition);
        }
        self.end_statement();
        match expr.kind {
            ExprKind::Missing => StatementKind::Missing,
            _ => StatementKind::Expr(expr),
        }
    }

    /// `whlie (a) { }`: the block is read and left out of the tree.
    fn control_misspelt(&mut self, call: &Expr, meant: &str) -> StatementKind {
        let span = self.origins.span(call.id);
        let problem = Problem::error("unknown-keyword", span, "no statement with a block starts like this");
        self.report(problem.hint(format!("did you mean `{meant}`?")));
        StatementKind::Block(self.block())
    }

    /// The `;` after a statement. Where the next line starts or the block ends, only the `;` was forgotten.
    pub(crate) fn end_statement(&mut self) {
        if self.lost || self.eat(Tok::Semicolon) {
            return;
        }
        if matches!(self.peek(), Tok::CloseParen | Tok::CloseBracket) {
            return self.closes_nothing();
        }
        let forgotten = self.starts_line() || matches!(self.peek(), Tok::CloseBrace | Tok::End);
        let place = self.after_previous();
        let found = self.found();
        if forgotten {
            let problem = Problem::error("expected-token", place, "expected `;` after this statement");
            self.report(problem.label("`;` is missing").fix(place, ";"));
            return;
        }
        let span = self.span();
        let message = format!("expected `;` after this statement, found {found}");
        let problem = Problem::error("expected-token", span, message).other(place, "the statement ends here");
        self.fail(match self.peek() {
            Tok::Comma => {
                problem.hint("braces begin a block here; a list stands in parentheses: `({ a, b })`")
            }
            _ => problem,
        });
    }

    /// `...`, which examples in books write for text that is left out
    fn left_out(&mut self) -> StatementKind {
        let span = self.span().to(self.span_of(self.token(1)));
        let problem = Problem::error("unexpected-token", span, "`...` stands for text that was left out");
        self.report(problem.hint("write that text, or leave the dots out"));
        self.bump();
        self.bump();
        self.eat(Tok::Semicolon);
        StatementKind::Missing
    }

    /// A `)` or `]` that was never opened.
    fn closes_nothing(&mut self) {
        let message = format!("this {} closes nothing", self.found());
        self.fail(self.here("unexpected-token", message).hint("leave it out, or open it before"));
    }

    /// A keyword of items or members among statements.
    fn foreign_part(&mut self) -> StatementKind {
        let message = format!("{} cannot stand among statements", self.found());
        let span = self.span();
        let problem = Problem::error("unexpected-token", span, message);
        self.fail(problem.hint("close the block before it, or move it out of the block"));
        StatementKind::Missing
    }

    /// The body of `if`, `while` and `for`; a statement without braces is read, and reported.
    pub(crate) fn body(&mut self, of: &str) -> Block {
        let start = self.span();
        if self.is(Tok::OpenBrace) || self.lost {
            return if self.lost {
                Block { id: self.node(start), statements: Vec::new() }
            } else {
                self.block()
            };
        }
        let lone = self.is(Tok::Semicolon);
        let mut problem = self.expected("expected-block", format_args!("`{{` after {of}"));
        problem = if lone {
            problem.hint("write `{ }` for a body that does nothing")
        } else {
            problem.hint("put the statement in braces: `{ ... }`")
        };
        self.report(problem);
        if lone {
            self.bump();
        }
        let ends = lone || self.at_end() || self.is(Tok::CloseBrace);
        let statement = if ends { None } else { self.nested(Self::statement).flatten() };
        Block { id: self.node_since(start), statements: statement.into_iter().collect() }
    }

    /// `{ a, b }`, as a list of expressions
    pub(crate) fn braced_exprs(&mut self, place: &str) -> Vec<Expr> {
        if !self.expect(Tok::OpenBrace, place) {
            return Vec::new();
        }
        self.exprs_until(Tok::CloseBrace, "after the list")
    }
}

/// The keyword that was meant by the call before a block.
fn misspelt_control(expr: &Expr) -> Option<&'static str> {
    let ExprKind::Call(callee, _) = &expr.kind else { return None };
    let ExprKind::Name(name) = &callee.kind else { return None };
    nearest(name, ["if", "while", "for"])
}
