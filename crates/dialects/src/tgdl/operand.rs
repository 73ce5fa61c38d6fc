//! Operands: what stands between binary operators, from `!` and `-` down to names and literals.
//! It knows nothing of types or of which names there are.

use super::parser::Parser;
use super::token::Tok;
use base::{Problem, Span};
use language::tree::{
    AnswerSays, Asked, BinaryOp, ChoiceSpec, Choose, Expr, ExprKind, Initialiser, Name, UnaryOp,
};

impl Parser<'_> {
    /// `!a`, `-a`, `!!a`
    pub(crate) fn unary(&mut self) -> Expr {
        let mut signs: Vec<(UnaryOp, Span)> = Vec::new();
        let mut words: Vec<Span> = Vec::new();
        while let Some(op) = self.unary_op() {
            signs.push((op, self.span()));
            if self.peek() == Tok::Word {
                words.push(Span { end: self.token(1).start, ..self.span() });
            }
            self.bump();
            if !self.longer() {
                break;
            }
        }
        let mut operand = self.postfix();
        words.into_iter().for_each(|word| self.report_not(word));
        while let Some((op, span)) = signs.pop() {
            operand = self.expr_since(span, ExprKind::Unary(op, Box::new(operand)));
        }
        operand
    }

    fn unary_op(&mut self) -> Option<UnaryOp> {
        match self.peek() {
            Tok::Minus => Some(UnaryOp::Negate),
            Tok::Not => Some(UnaryOp::Not),
            Tok::Word if self.is_word("not") && self.peek_at(1).is_word() && !self.is_type_word(1) => {
                Some(UnaryOp::Not)
            }
            _ => None,
        }
    }

    /// The word `not` stood before what has been read, with a blank behind it. Elsewhere it denies a whole comparison, and
    /// `!` what stands next.
    fn report_not(&mut self, with_blank: Span) {
        let span = Span { end: with_blank.start + "not".len() as u32, ..with_blank };
        let problem = Problem::error("unknown-operator", span, "there is no operator `not`".to_owned());
        let next = BinaryOp::of_symbol(self.peek().symbol());
        let compares = next.is_some_and(|op| !matches!(op, BinaryOp::And | BinaryOp::Or));
        self.report(match compares {
            true => problem
                .hint("write `!(` before the comparison and `)` behind it, or compare otherwise, with `!=`"),
            false => problem.hint("write `!`").fix(with_blank, "!"),
        });
    }

    fn is_type_word(&self, ahead: usize) -> bool {
        self.peek_at(ahead) == Tok::Keyword && matches!(self.word_at(ahead), "is" | "as" | "in")
    }

    /// `a.b`, `a[i]`, `a(x)`, `a is T`, `a as T`
    fn postfix(&mut self) -> Expr {
        let start = self.span();
        let mut operand = self.primary();
        while !self.lost {
            let kind = match self.peek() {
                Tok::Dot => self.member(operand),
                Tok::OpenBracket => self.index(operand),
                Tok::OpenParen if self.before_values && self.values_ahead() => return operand,
                Tok::OpenParen => ExprKind::Call(Box::new(operand), self.arguments()),
                Tok::Keyword if self.is_word("is") || self.is_word("as") => break,
                _ => return operand,
            };
            if !self.longer() {
                return self.missing_expr();
            }
            operand = self.expr_since(start, kind);
        }
        while !self.lost && (self.is_word("is") || self.is_word("as")) && self.longer() {
            let kind = if self.is_word("is") { ExprKind::Is } else { ExprKind::As };
            self.bump();
            let ty = self.operand_type();
            operand = self.expr_since(start, kind(Box::new(operand), ty));
        }
        operand
    }

    /// `.name`, after what it belongs to
    fn member(&mut self, object: Expr) -> ExprKind {
        self.bump();
        ExprKind::Member(Box::new(object), self.word_after_dot())
    }

    fn word_after_dot(&mut self) -> Name {
        self.word_named("a name after `.`")
    }

    /// `[i]`, after the list
    fn index(&mut self, list: Expr) -> ExprKind {
        self.bump();
        let index = self.value();
        self.expect(Tok::CloseBracket, "after the index");
        ExprKind::Index(Box::new(list), Box::new(index))
    }

    // ---- what stands by itself ----

    fn primary(&mut self) -> Expr {
        let start = self.span();
        match self.peek() {
            Tok::Number => self.number(),
            Tok::String | Tok::UnterminatedString => self.string(),
            Tok::OpenParen => self.parenthesis(),
            Tok::OpenBrace => {
                self.bump();
                let elements = self.elements();
                self.expr_since(start, ExprKind::Braces(elements))
            }
            Tok::Keyword => self.keyword_operand(start),
            Tok::Word => self.word_operand(start),
            _ => self.no_expression(),
        }
    }

    /// `value, ... }`, behind the brace
    fn elements(&mut self) -> Vec<Expr> {
        self.until(Tok::CloseBrace, "after the elements", Self::braced)
    }

    /// `value`; `key: value` is a slip for the pair `{ key, value }`.
    fn braced(&mut self) -> Expr {
        let start = self.span();
        let value = self.value();
        if !self.is(Tok::Colon) {
            return value;
        }
        let problem = self.here("unexpected-token", "key and value stand in braces of their own, found `:`");
        self.report(problem.hint("write `{ key, value }`"));
        self.bump();
        let pair = vec![value, self.value()];
        self.expr_since(start, ExprKind::Braces(pair))
    }

    /// `(expr)`: the brackets leave no trace in the tree but the place.
    fn parenthesis(&mut self) -> Expr {
        let start = self.span();
        self.bump();
        let mut inner = self.expr();
        self.expect(Tok::CloseParen, "after the expression");
        inner.id = self.node_since(start);
        inner
    }

    /// `1`, `0.2`, `1e3`
    pub(super) fn number(&mut self) -> Expr {
        let token = self.bump();
        let span = self.span_of(token);
        let value: f64 = self.text_of(token).parse().unwrap_or(0.0);
        if value.is_infinite() {
            let problem = Problem::error("number-too-large", span, "this number is too large");
            self.report(problem.hint("numbers reach up to about 1.7e308"));
        }
        Expr { id: self.node(span), kind: ExprKind::Number(if value.is_finite() { value } else { 0.0 }) }
    }

    /// `null`, `true`, `this`, `event`, `player`, `winner`, `new T()`, `base.f()`
    fn keyword_operand(&mut self, start: Span) -> Expr {
        let kind = match self.word() {
            "null" => ExprKind::Null,
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "this" => ExprKind::This,
            "event" => ExprKind::Event,
            word @ ("player" | "winner") => ExprKind::Name(word.to_owned()),
            "new" => return self.new_object(start),
            "base" => return self.base_call(start),
            _ => return self.no_expression(),
        };
        self.bump();
        self.expr_since(start, kind)
    }

    /// A name, or `choose ...`, `suppose { ... } gives ...`, `raise E(...)`
    fn word_operand(&mut self, start: Span) -> Expr {
        let next = self.peek_at(1);
        match self.word() {
            "choose" if next == Tok::Word || self.word_at(1) == "player" => self.choose(start),
            "secret" | "open" if self.word_at(1) == "choose" && self.peek_at(2).is_word() => {
                self.choose(start)
            }
            "suppose" if next == Tok::OpenBrace => self.suppose(start),
            _ if matches!(next, Tok::Less | Tok::Dot) && self.type_argument_ahead() => {
                let ty = self.ty();
                self.expr_since(start, ExprKind::Type(ty))
            }
            "raise" if next == Tok::Word => self.raise(start),
            word => {
                self.bump();
                self.expr_since(start, ExprKind::Name(word.to_owned()))
            }
        }
    }

    fn no_expression(&mut self) -> Expr {
        let mut problem = self.expected("expected-expression", "an expression");
        if self.is(Tok::Keyword) {
            problem =
                problem.hint(format!("`{}` is a word of the language and cannot be a name", self.word()));
        } else if self.is(Tok::OpenBracket) {
            problem = problem.hint("a list is written in braces: `{ 1, 2, 3 }`");
        }
        self.fail(problem);
        self.missing_expr()
    }

    /// `base.f(a, b)` or `base.power`
    fn base_call(&mut self, start: Span) -> Expr {
        self.bump();
        if !self.is(Tok::Dot) {
            self.fail(
                self.expected("expected-token", "`.` after `base`")
                    .hint("`base.name(...)` calls the function of the parent class that this one overrides"),
            );
            return self.expr_since(start, ExprKind::Missing);
        }
        self.bump();
        let name = self.word_after_dot();
        if !self.is(Tok::OpenParen) {
            return self.expr_since(start, ExprKind::BaseAttribute(name));
        }
        let arguments = self.arguments();
        self.expr_since(start, ExprKind::BaseCall(name, arguments))
    }

    /// `new T()`, `new T() { name = value }`, `new List<T>() { 1, 2 }`
    fn new_object(&mut self, start: Span) -> Expr {
        self.bump();
        let ty = self.ty();
        if self.is(Tok::OpenParen) {
            self.empty_brackets();
        } else if !self.lost {
            let place = self.after_previous();
            self.report(
                Problem::error("expected-token", place, "expected `()` after the type of the new object")
                    .label("`()` is missing")
                    .hint("write `new T()`; values may follow: `new T() { name = value }`")
                    .fix(place, "()"),
            );
        }
        let braces = self.is(Tok::OpenBrace) && !self.lost;
        let initialiser = braces.then(|| self.initialiser());
        self.expr_since(start, ExprKind::New(ty, initialiser))
    }

    fn empty_brackets(&mut self) {
        if self.peek_at(1) == Tok::CloseParen {
            self.bump();
            self.bump();
            return;
        }
        let problem = self.here("new-with-arguments", "`new` takes no arguments");
        self.report(problem.hint("give attributes their values behind it: `new T() { name = value }`"));
        self.arguments();
    }

    /// `{ name = value, ... }` or `{ value, ... }`
    fn initialiser(&mut self) -> Initialiser {
        self.bump();
        let colon = self.peek_at(1) == Tok::Colon;
        if !self.peek().is_word() || !(colon || self.peek_at(1) == Tok::Equal) {
            return Initialiser::Elements(self.elements());
        }
        let attributes = self.until(Tok::CloseBrace, "after the attributes", Self::initial_attribute);
        Initialiser::Attributes(attributes)
    }

    /// `name = value`
    fn initial_attribute(&mut self) -> (Name, Expr) {
        let name = self.word_named("the name of an attribute");
        if self.is(Tok::Colon) {
            let place = self.after_previous().to(self.span());
            let problem = self.here("unexpected-token", "an attribute gets its value with `=`, found `:`");
            self.report(problem.hint("write `=`").fix(place, " ="));
            self.bump();
        } else {
            self.expect(Tok::Equal, "after the name of the attribute");
        }
        (name, self.value())
    }

    // ---- what a player or an imagined course of the game gives ----

    /// `[secret | open] choose [optional] T ["prompt"] [says "text" [else "text"]] [by [each | first [q in]] p]`
    /// `[count n] [free [n]] [from list] [{ filter }]`
    fn choose(&mut self, start: Span) -> Expr {
        let disclosure = self.disclosure();
        self.bump();
        let optional =
            self.is_word("optional") && self.scan_type(1, &mut 50).is_some() && self.peek_at(1) != Tok::Dot;
        if optional {
            self.bump();
        }
        let ty = self.ty();
        let (mut asked, mut who, mut by, mut says) = (Asked::One, None, None, None);
        let mut spec = ChoiceSpec { disclosure, ..ChoiceSpec::default() };
        while !self.lost {
            if by.is_none() && self.eat_word("by") {
                asked = self.asked();
                if asked != Asked::One && self.is(Tok::Word) && self.word_at(1) == "in" {
                    who = Some(self.declared_name("the player who is asked"));
                    self.bump();
                }
                by = Some(Box::new(self.sum()));
            } else if says.is_none() && self.is_word("says") && self.peek_at(1).is_string() {
                says = Some(Box::new(self.answer_says()));
            } else if !self.spec_part(&mut spec, Self::range) {
                break;
            }
        }
        if self.filters_ahead() {
            self.filters(&mut spec);
        }
        self.expr_since(
            start,
            ExprKind::Choose(Choose { optional, ty, asked, who, by, spec: Box::new(spec), says }),
        )
    }

    /// `says "text" [else "text"]`
    fn answer_says(&mut self) -> AnswerSays {
        self.bump();
        let text = self.string();
        let has_other = self.is_word("else") && self.peek_at(1).is_string();
        let otherwise = has_other.then(|| {
            self.bump();
            self.string()
        });
        AnswerSays { text, otherwise }
    }

    /// `each` or `first` behind `by`, where the players follow. In `by first from list`, `first` is a variable.
    fn asked(&mut self) -> Asked {
        let asked = match self.word() {
            "each" => Asked::Each,
            "first" => Asked::First,
            _ => return Asked::One,
        };
        let follows = match self.peek_at(1) {
            Tok::Word => !matches!(self.word_at(1), "from" | "count" | "free" | "where" | "says"),
            Tok::Keyword => matches!(self.word_at(1), "player" | "this" | "event" | "base"),
            _ => false,
        };
        if !follows {
            return Asked::One;
        }
        self.bump();
        asked
    }

    /// `suppose { ... } gives expr`
    fn suppose(&mut self, start: Span) -> Expr {
        self.bump();
        let body = self.block();
        if !self.eat_word("gives") {
            let hint = "`suppose { ... } gives expression` says what is asked about the imagined position";
            self.fail(self.expected("expected-token", "`gives` after the block of `suppose`").hint(hint));
        }
        let result = if self.lost { self.missing_expr() } else { self.value() };
        self.expr_since(start, ExprKind::Suppose(body, Box::new(result)))
    }
}
