//! Expressions from the loosest binding down to `??`: assignment, function values, `?:`.
//! It knows nothing of types.

use super::parser::Parser;
use super::token::Tok;
use base::Span;
use language::tree::{Argument, BinaryOp, Expr, ExprKind, Lambda, LambdaBody, Parameter};

impl Parser<'_> {
    /// Any expression: `a = b`, `a += b`, `x => e`, `a ? b : c`
    pub(crate) fn expr(&mut self) -> Expr {
        let start = self.span();
        self.nested(|p| p.assignment(start)).unwrap_or_else(|| self.missing_expr())
    }

    /// An expression that assigns nothing: `x => e`, `a ? b : c`
    pub(crate) fn value(&mut self) -> Expr {
        self.nested(Self::lambda_or_ternary).unwrap_or_else(|| self.missing_expr())
    }

    /// An expression before `=>`, which is no function value by itself.
    pub(crate) fn value_before_arrow(&mut self) -> Expr {
        self.nested(Self::ternary).unwrap_or_else(|| self.missing_expr())
    }

    /// The condition in the brackets of `if` and its like, where a single `=` is a slip.
    pub(crate) fn condition(&mut self) -> Expr {
        let start = self.span();
        let left = self.value();
        if !self.is(Tok::Equal) {
            return self.assigned(start, left);
        }
        let problem = self.here("assignment-in-condition", "`=` assigns; a condition compares with `==`");
        self.report(problem.hint("write `==`").fix(self.span(), "=="));
        self.bump();
        let right = self.value();
        self.expr_since(start, ExprKind::Binary(BinaryOp::Equal, Box::new(left), Box::new(right)))
    }

    pub(crate) fn missing_expr(&mut self) -> Expr {
        let span = self.span();
        Expr { id: self.node(span), kind: ExprKind::Missing }
    }

    pub(crate) fn expr_since(&mut self, start: Span, kind: ExprKind) -> Expr {
        Expr { id: self.node_since(start), kind }
    }

    /// `value [= expr]`
    fn assignment(&mut self, start: Span) -> Expr {
        let left = self.lambda_or_ternary();
        self.assigned(start, left)
    }

    fn assigned(&mut self, start: Span, left: Expr) -> Expr {
        let op = match self.peek() {
            Tok::Equal => None,
            Tok::PlusEqual => Some(BinaryOp::Add),
            Tok::MinusEqual => Some(BinaryOp::Subtract),
            Tok::StarEqual => Some(BinaryOp::Multiply),
            Tok::SlashEqual => Some(BinaryOp::Divide),
            _ => return left,
        };
        self.bump();
        let right = self.expr();
        self.expr_since(start, ExprKind::Assign(Box::new(left), op, Box::new(right)))
    }

    fn lambda_or_ternary(&mut self) -> Expr {
        if self.lambda_ahead() { self.lambda() } else { self.ternary() }
    }

    /// `a ? b : c`
    fn ternary(&mut self) -> Expr {
        let start = self.span();
        let condition = self.coalesce();
        if !self.eat(Tok::Question) {
            return condition;
        }
        let yes = self.value();
        if !self.expect(Tok::Colon, "between the two values of `? :`") {
            return condition;
        }
        let no = self.value();
        self.expr_since(start, ExprKind::Ternary(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    /// `a ?? b ?? c`
    fn coalesce(&mut self) -> Expr {
        let start = self.span();
        let mut left = self.chain();
        while self.eat(Tok::QuestionQuestion) && self.longer() {
            let right = self.chain();
            left = self.expr_since(start, ExprKind::Coalesce(Box::new(left), Box::new(right)));
        }
        left
    }

    // ---- function values ----

    fn lambda_ahead(&self) -> bool {
        match self.peek() {
            Tok::Word => self.peek_at(1) == Tok::Arrow,
            Tok::OpenParen => self.partner(0).is_some_and(|close| self.peek_at(close + 1) == Tok::Arrow),
            _ => false,
        }
    }

    /// `x => e`, `(A a, B b) => e`, `() => e`, `x => { ... }`
    fn lambda(&mut self) -> Expr {
        let start = self.span();
        let parameters =
            if self.is(Tok::Word) { vec![self.untyped_parameter()] } else { self.lambda_parameters() };
        self.expect(Tok::Arrow, "after the parameters");
        let body = if self.is(Tok::OpenBrace) {
            LambdaBody::Block(self.block())
        } else {
            LambdaBody::Expr(Box::new(self.expr()))
        };
        self.expr_since(start, ExprKind::Lambda(Lambda { parameters, body }))
    }

    /// `(A a, b, C c)`
    fn lambda_parameters(&mut self) -> Vec<Parameter> {
        self.bump();
        self.until(Tok::CloseParen, "after the parameters", |p| {
            if p.declaration_ahead() { p.parameter() } else { p.untyped_parameter() }
        })
    }

    fn untyped_parameter(&mut self) -> Parameter {
        Parameter { ty: self.implied_type(), name: self.declared_name("a name for the parameter") }
    }

    /// `Type name`
    pub(crate) fn parameter(&mut self) -> Parameter {
        let ty = self.ty();
        Parameter { ty, name: self.declared_name("a name for the parameter") }
    }

    // ---- lists of expressions ----

    /// `a, b, c` up to `close`, which is taken; a comma may stand after the last.
    pub(crate) fn exprs_until(&mut self, close: Tok, place: &str) -> Vec<Expr> {
        self.until(close, place, Self::value)
    }

    /// `(a, name: b)`
    pub(crate) fn arguments(&mut self) -> Vec<Argument> {
        if !self.expect(Tok::OpenParen, "before the arguments") {
            return Vec::new();
        }
        self.until(Tok::CloseParen, "after the arguments", Self::argument)
    }

    /// `e` or `name: e`
    pub(crate) fn argument(&mut self) -> Argument {
        let named = self.peek().is_word() && self.peek_at(1) == Tok::Colon;
        let name = named.then(|| self.any_word());
        if named {
            self.bump();
        }
        Argument { name, value: self.argument_value() }
    }

    /// The value of an argument; a single `=` in it is a slip for `:` or `==`.
    fn argument_value(&mut self) -> Expr {
        let value = self.value();
        if self.is(Tok::Equal) {
            let problem = self.here("assignment-in-call", "`=` assigns, which an argument cannot do");
            self.report(problem.hint("name an argument with `:`, compare with `==`"));
            self.bump();
            return self.value();
        }
        value
    }
}
