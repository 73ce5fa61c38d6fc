//! Values with what follows them: members, arguments, types in square brackets; constants, brackets, texts; types.
//! It knows neither types nor what names mean.

use super::parse::Parser;
use super::tree::{Block, Case, Expr, Kind, Param, Piece, Type, TypeKind};
use crate::cge::cursor::{Cursor, Ident};
use crate::cge::lexer::lex;
use crate::cge::text;
use crate::cge::token::{RESERVED, Tok};
use base::{Problem, Span};

impl Parser<'_, '_> {
    /// `value.member(arguments)...`
    pub(crate) fn postfix(&mut self) -> Expr {
        let start = self.cursor.span();
        let value = self.operand();
        self.postfix_of(start, value)
    }

    /// What follows a value that starts there.
    pub(crate) fn postfix_of(&mut self, start: Span, mut value: Expr) -> Expr {
        loop {
            if self.cursor.lost || matches!(value.kind, Kind::Missing) {
                return value;
            }
            // A line that starts with `.member` goes on with the value above.
            if self.cursor.is(Tok::Dot) {
                self.cursor.bump();
                value = self.member(start, value);
            } else if !self.goes_on() {
                return value;
            } else if self.cursor.is(Tok::OpenParen) {
                let arguments = self.arguments();
                value = self.call(start, value, arguments);
            } else if self.cursor.is(Tok::OpenBrace) && self.takes_brace(&value) {
                let argument = self.brace_argument();
                value = self.call(start, value, vec![argument]);
            } else if self.cursor.is(Tok::OpenBracket) {
                let types = self.types();
                value = self.node(start, Kind::Typed(Box::new(value), types));
            } else {
                return value;
            }
        }
    }

    /// Braces behind a member are its argument.
    fn takes_brace(&self, value: &Expr) -> bool {
        matches!(value.kind, Kind::Member(..) | Kind::Name(_) | Kind::Call(..))
    }

    fn member(&mut self, start: Span, value: Expr) -> Expr {
        let is_member = self.cursor.is(Tok::Word) && !RESERVED.contains(&self.cursor.word_at(0))
            || self.cursor.is(Tok::Operator);
        if !is_member {
            self.cursor.fail(self.cursor.expected("expected-sign", "the name of a member after `.`"));
            return value;
        }
        let name = self.cursor.ident();
        self.node(start, Kind::Member(Box::new(value), name))
    }

    /// Several lists of arguments, as in `foldLeft(0)(...)`, become one: members take them so.
    fn call(&mut self, start: Span, callee: Expr, mut arguments: Vec<Expr>) -> Expr {
        let is_second = matches!(&callee.kind, Kind::Call(inner, _)
            if matches!(&inner.kind, Kind::Member(_, name) if takes_two_lists(&name.text)));
        match callee.kind {
            Kind::Call(inner, mut first) if is_second => {
                first.append(&mut arguments);
                self.node(start, Kind::Call(inner, first))
            }
            _ => self.node(start, Kind::Call(Box::new(callee), arguments)),
        }
    }

    fn arguments(&mut self) -> Vec<Expr> {
        self.cursor.bump();
        self.with_lines(false, |p| p.until((Tok::CloseParen, ")"), "after the arguments", Self::argument))
    }

    fn argument(&mut self) -> Expr {
        // The name of an argument says nothing that its place does not.
        if self.is_name(0) && self.cursor.token(1).kind == Tok::Equal {
            self.cursor.bump();
            self.cursor.bump();
        }
        self.expr()
    }

    /// `{ c => ... }`, `{ case "Ace" => 1 case _ => 0 }`
    fn brace_argument(&mut self) -> Expr {
        let start = self.cursor.span();
        if self.cursor.word_at(1) != "case" {
            return self.deeper(Self::braces, |p| p.missing());
        }
        self.cursor.bump();
        let cases = self.deeper(|p| p.with_lines(true, Self::cases), |_| Vec::new());
        self.cursor.expect(Tok::CloseBrace, "}", "after the last case");
        self.function_of_cases(start, cases)
    }

    /// A function that looks at its argument with cases.
    fn function_of_cases(&mut self, start: Span, cases: Vec<Case>) -> Expr {
        let name = Ident { text: format!("#{}", start.start), span: start };
        let value = Expr { span: start, depth: 1, kind: Kind::Name(name.text.clone()) };
        let value = self.node(start, Kind::Match(Box::new(value), cases));
        let block = Block::of(value);
        self.node(start, Kind::Lambda(vec![Param { name, ty: None }], Box::new(block)))
    }

    // ---- operands ----

    fn operand(&mut self) -> Expr {
        let start = self.cursor.span();
        match self.cursor.peek() {
            Tok::Number => self.number(),
            Tok::String => {
                let token = self.cursor.bump();
                let (text, unknown) = text::plain(self.cursor.text_of(token));
                self.report_escape(unknown, start);
                self.node(start, Kind::Text(vec![Piece::Text(text)]))
            }
            Tok::Interpolated => self.interpolated(),
            Tok::Unterminated => {
                self.cursor.bump();
                self.missing()
            }
            Tok::Underscore => self.placeholder(),
            Tok::OpenParen => self.bracketed(),
            Tok::OpenBrace => self.deeper(Self::braces, |p| p.missing()),
            Tok::Word => self.word(start),
            _ => self.no_value(),
        }
    }

    fn no_value(&mut self) -> Expr {
        let missing = self.missing();
        self.cursor.fail(self.cursor.expected("expected-value", "a value"));
        missing
    }

    fn word(&mut self, start: Span) -> Expr {
        let word = self.cursor.word_at(0);
        match word {
            "true" | "false" => {
                self.cursor.bump();
                self.node(start, Kind::Bool(word == "true"))
            }
            "if" => self.deeper(Self::if_expr, |p| p.missing()),
            "null" => {
                let problem = self.cursor.here("not-in-rules", "`null` is not part of the language of rules");
                self.cursor.fail(problem.hint("write `None`"));
                self.missing()
            }
            _ if RESERVED.contains(&word) => self.no_value(),
            _ => {
                let name = self.cursor.ident().text;
                self.names.insert(name.clone());
                self.node(start, Kind::Name(name))
            }
        }
    }

    fn number(&mut self) -> Expr {
        self.number_up_to(2_147_483_647.0)
    }

    /// `-3`; the smallest Int is one further from 0 than the largest.
    pub(crate) fn negative_number(&mut self) -> Expr {
        let start = self.cursor.span();
        self.cursor.bump();
        let number = self.number_up_to(2_147_483_648.0);
        self.node(start, Kind::Negate(Box::new(number)))
    }

    fn number_up_to(&mut self, largest: f64) -> Expr {
        let token = self.cursor.bump();
        let span = self.cursor.span_of(token);
        let written = self.cursor.text_of(token).replace('_', "");
        let is_double = written.contains('.')
            || written.ends_with(['d', 'D', 'f', 'F'])
            || !written.starts_with("0x") && written.contains(['e', 'E']);
        let plain = written.trim_end_matches(['d', 'D', 'f', 'F', 'l', 'L']);
        match plain.parse::<f64>().ok().filter(|n| n.is_finite()) {
            Some(n) if is_double => self.node(span, Kind::Double(n)),
            Some(n) if n <= largest => self.node(span, Kind::Int(n)),
            number => {
                let (what, hint) = match number {
                    Some(_) => ("too large for an Int", "they reach from -2147483648 to 2147483647"),
                    None => ("not a number", "write it like `3` or `0.5`"),
                };
                let problem = Problem::error("rule-number", span, format!("`{written}` is {what}"));
                self.cursor.report(problem.hint(hint));
                self.node(span, Kind::Int(0.0))
            }
        }
    }

    /// `(value)`, also over several lines
    fn bracketed(&mut self) -> Expr {
        let start = self.cursor.span();
        self.cursor.bump();
        let value = self.with_lines(false, Self::expr);
        if self.cursor.is(Tok::Comma) {
            let problem = self.cursor.here("not-in-rules", "pairs are not part of the language of rules");
            self.cursor.fail(problem.hint("write `List(a, b)`"));
        }
        self.cursor.expect(Tok::CloseParen, ")", "after the value");
        Expr { span: self.cursor.since(start), ..value }
    }

    fn report_escape(&mut self, unknown: Option<String>, at: Span) {
        if let Some(escape) = unknown {
            let problem = Problem::error("rule-escape", at, format!("`{escape}` stands for no character"));
            self.cursor.report(problem.hint("write `\\\\` for a backslash"));
        }
    }

    /// `s"..."`
    fn interpolated(&mut self) -> Expr {
        let token = self.cursor.bump();
        let span = self.cursor.span_of(token);
        let mut pieces = Vec::new();
        for piece in text::pieces(self.cursor.text_of(token)) {
            match piece {
                text::Raw::Text(text) => {
                    let (text, unknown) = text::readable(&text);
                    self.report_escape(unknown, span);
                    pieces.push(Piece::Text(text));
                }
                text::Raw::Code(from, to) => {
                    let (start, end) = (token.start as usize + from, token.start as usize + to);
                    pieces.push(Piece::Expr(self.inserted(start, end)));
                }
            }
        }
        self.node(span, Kind::Text(pieces))
    }

    /// What stands in the braces of a text.
    fn inserted(&mut self, start: usize, end: usize) -> Expr {
        let (tokens, problems) = lex(self.cursor.file, self.cursor.text, start, end);
        let mut inner = Cursor::new(self.cursor.file, self.cursor.text, &tokens);
        inner.problems = problems;
        inner.lost = !inner.problems.is_empty();
        let value = self.inside(&mut inner, |p| p.with_lines(false, Parser::expr));
        if !inner.at_end() && !inner.lost {
            inner.fail(inner.expected("expected-sign", "`}`"));
        }
        let is_lost = inner.lost;
        for problem in inner.problems {
            self.cursor.report(problem);
        }
        self.cursor.lost |= is_lost;
        value
    }

    /// A constant of a pattern.
    pub(crate) fn pattern_value(&mut self) -> Expr {
        match self.cursor.peek() {
            Tok::Number | Tok::String => self.operand(),
            Tok::Operator if self.cursor.is_sign("-") && self.cursor.token(1).kind == Tok::Number => {
                self.negative_number()
            }
            Tok::Word if ["true", "false"].contains(&self.cursor.word_at(0)) || self.is_name(0) => {
                self.postfix()
            }
            _ => self.missing(),
        }
    }

    // ---- types ----

    /// `[A, B]`
    fn types(&mut self) -> Vec<Type> {
        self.cursor.bump();
        self.until((Tok::CloseBracket, "]"), "after the type", Self::ty)
    }

    pub(crate) fn ty(&mut self) -> Type {
        let start = self.cursor.span();
        let broken = |p: &mut Self| Type { span: p.cursor.span(), kind: TypeKind::Missing };
        let first = self.deeper(Self::simple_types, |_| Vec::new());
        if self.cursor.lost {
            return broken(self);
        }
        if self.cursor.eat(Tok::Arrow) {
            let result = self.deeper(Self::ty, broken);
            let kind = TypeKind::Function(first, Box::new(result));
            return Type { span: self.cursor.since(start), kind };
        }
        match <[Type; 1]>::try_from(first) {
            Ok([only]) => only,
            Err(_) => {
                let message = "pairs are not part of the language of rules";
                let problem = Problem::error("not-in-rules", self.cursor.since(start), message);
                self.cursor.fail(problem.hint("a function is written `(Card, Int) => Boolean`"));
                broken(self)
            }
        }
    }

    /// One type, or several in brackets.
    fn simple_types(&mut self) -> Vec<Type> {
        let start = self.cursor.span();
        if self.cursor.eat(Tok::OpenParen) {
            return self.until((Tok::CloseParen, ")"), "after the types", Self::ty);
        }
        if !self.is_name(0) {
            let problem = self.cursor.expected("expected-sign", "a type");
            let hint = "types are `Int`, `String`, `Boolean`, `Card`, `List[Card]` and the like";
            self.cursor.fail(problem.hint(hint));
            return Vec::new();
        }
        let name = self.cursor.ident();
        let arguments = if self.cursor.is(Tok::OpenBracket) { self.types() } else { Vec::new() };
        vec![Type { span: self.cursor.since(start), kind: TypeKind::Named(name.text, arguments) }]
    }
}

/// Members of Scala whose arguments stand in two brackets.
fn takes_two_lists(name: &str) -> bool {
    matches!(name, "foldLeft" | "foldRight" | "fold")
}
