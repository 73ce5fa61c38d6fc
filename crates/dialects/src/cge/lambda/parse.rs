//! Expressions of rules: from the loosest, a function, to operators, by their precedence in Scala.
//! It knows neither types nor what names mean.

use super::tree::{Block, Case, Expr, Kind, Param, Pattern, PatternKind, Piece};
use crate::cge::cursor::{Cursor, Ident};
use crate::cge::token::{RESERVED, Tok, ends_value};
use base::{Problem, Span};
use std::collections::BTreeSet;

/// Brackets and blocks may nest this deep, and no more nodes of a tree lie above each other. The cases of a `match`
/// and the alternatives of a pattern count as such nodes, because in TGDL each contains the next.
const MAX_DEPTH: u16 = 120;
/// No rule and no file has more names that a `val` or `def` gives.
pub(crate) const MAX_VALS: usize = 1000;

/// Reads expressions from the tokens of a statement.
pub(crate) struct Parser<'c, 't> {
    pub cursor: &'c mut Cursor<'t>,
    depth: u16,
    /// Whether a new line ends an expression: not so between round brackets.
    pub lines_end: bool,
    /// The `_` of the expression that is read, by their places.
    holes: Vec<Span>,
    /// How many names `val` and `def` have given so far.
    vals: usize,
    /// The names that were read as values, whatever they mean.
    pub names: BTreeSet<String>,
}

impl<'c, 't> Parser<'c, 't> {
    pub(crate) fn new(cursor: &'c mut Cursor<'t>) -> Parser<'c, 't> {
        Parser { cursor, depth: 0, lines_end: true, holes: Vec::new(), vals: 0, names: BTreeSet::new() }
    }

    /// Reads the tokens of another cursor, which stand inside of the current one.
    pub(crate) fn inside<T>(&mut self, cursor: &mut Cursor, read: impl FnOnce(&mut Parser) -> T) -> T {
        let mut inner = Parser { depth: self.depth + 1, vals: self.vals, ..Parser::new(cursor) };
        let value = read(&mut inner);
        self.vals = inner.vals;
        self.names.append(&mut inner.names);
        value
    }

    /// Counts a name that a `val` or `def` gives.
    pub(crate) fn one_more_val(&mut self) {
        self.vals += 1;
        if self.vals > MAX_VALS {
            self.cursor.fail(too_many_vals(self.cursor.span(), "a rule"));
        }
    }

    // ---- nodes ----

    pub(crate) fn node(&mut self, start: Span, kind: Kind) -> Expr {
        let depth = height(&kind).saturating_add(1);
        let span = self.cursor.since(start);
        if depth > MAX_DEPTH {
            self.too_deep(span);
            return Expr { span, depth: 1, kind: Kind::Missing };
        }
        Expr { span, depth, kind }
    }

    pub(crate) fn missing(&self) -> Expr {
        Expr { span: self.cursor.span(), depth: 1, kind: Kind::Missing }
    }

    pub(crate) fn too_deep(&mut self, span: Span) {
        let message = "this is too deeply nested to be read";
        let problem = Problem::error("rule-too-deep", span, message);
        self.cursor.fail(problem.hint("give parts of it a name with `val`"));
    }

    /// Reads something one level deeper, unless that is too deep.
    pub(crate) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> T,
        otherwise: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if self.depth >= MAX_DEPTH {
            let span = self.cursor.span();
            self.too_deep(span);
        }
        if self.cursor.lost {
            return otherwise(self);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Whether the expression goes on with the current token.
    pub(crate) fn goes_on(&self) -> bool {
        let ends_here = self.lines_end && self.cursor.token(0).starts_line;
        !ends_here && !self.cursor.lost && !self.cursor.at_end()
    }

    /// Reads with or without regard to new lines.
    pub(crate) fn with_lines<T>(&mut self, lines_end: bool, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.lines_end, lines_end);
        let result = read(self);
        self.lines_end = before;
        result
    }

    // ---- whole rules ----

    /// A rule of a list: its body goes on up to the next comma or the end.
    pub(crate) fn rule(&mut self) -> Expr {
        let start = self.cursor.span();
        let Some(params) = self.lambda_params() else { return self.expr() };
        let body = self.statements(|p| p.cursor.peek().ends_rule() || p.begins_function());
        self.node(start, Kind::Lambda(params, Box::new(body)))
    }

    fn begins_function(&self) -> bool {
        let close = if self.cursor.is(Tok::OpenParen) { self.cursor.partner(0) } else { None };
        close.is_some_and(|close| self.cursor.token(close + 1).kind == Tok::Arrow)
    }

    // ---- whole expressions ----

    /// An expression of its own: the `_` in it make it a function, unless it is one `_` alone.
    pub(crate) fn expr(&mut self) -> Expr {
        let outer = std::mem::take(&mut self.holes);
        let expr = self.deeper(Self::open_expr, |p| p.missing());
        let holes = std::mem::replace(&mut self.holes, outer);
        if holes.is_empty() {
            return expr;
        }
        if matches!(&expr.kind, Kind::Name(name) if name.starts_with('#')) {
            self.holes.extend(holes);
            return expr;
        }
        self.function_of_holes(expr, &holes)
    }

    /// `_.suit == x` means `c => c.suit == x`.
    fn function_of_holes(&mut self, body: Expr, holes: &[Span]) -> Expr {
        let params = holes.iter().map(|span| Param { name: hole(*span), ty: None }).collect();
        let (span, depth) = (body.span, body.depth.saturating_add(1));
        let block = Block::of(body);
        Expr { span, depth, kind: Kind::Lambda(params, Box::new(block)) }
    }

    fn open_expr(&mut self) -> Expr {
        let start = self.cursor.span();
        if let Some(params) = self.lambda_params() {
            let body = self.body();
            return self.node(start, Kind::Lambda(params, Box::new(body)));
        }
        if self.cursor.is_word("if") {
            return self.if_expr();
        }
        let mut value = self.operators(0);
        while self.goes_on_with("match") {
            value = self.match_expr(value);
        }
        value
    }

    /// A word that continues an expression may also stand on the next line.
    fn goes_on_with(&self, word: &str) -> bool {
        !self.cursor.lost && self.cursor.is_word(word)
    }

    /// The parameters of a function, with the arrow behind them; None where no function starts here.
    fn lambda_params(&mut self) -> Option<Vec<Param>> {
        let is_name = self.is_name(0) || self.cursor.is(Tok::Underscore);
        if is_name && self.cursor.token(1).kind == Tok::Arrow {
            let name = self.cursor.ident();
            self.cursor.bump();
            return Some(vec![Param { name, ty: None }]);
        }
        if !self.cursor.is(Tok::OpenParen) {
            return None;
        }
        let close = self.cursor.partner(0)?;
        if self.cursor.token(close + 1).kind != Tok::Arrow {
            return None;
        }
        let params = self.params();
        self.cursor.expect(Tok::Arrow, "=>", "after the parameters");
        Some(params)
    }

    /// `(a, b: Card, _)`
    pub(crate) fn params(&mut self) -> Vec<Param> {
        self.cursor.bump();
        let mut params = Vec::new();
        while !self.cursor.is(Tok::CloseParen) && !self.cursor.lost {
            if !self.is_name(0) && !self.cursor.is(Tok::Underscore) {
                let problem = self.cursor.expected("expected-sign", "the name of a parameter");
                self.cursor.fail(problem.hint("write for example `(table, player, card) => ...`"));
                break;
            }
            let name = self.cursor.ident();
            let ty = if self.cursor.eat(Tok::Colon) { Some(self.ty()) } else { None };
            params.push(Param { name, ty });
            if !self.cursor.eat(Tok::Comma) {
                break;
            }
        }
        self.cursor.expect(Tok::CloseParen, ")", "after the parameters");
        params
    }

    /// `a, b, c` up to `close`, which is taken.
    pub(crate) fn until<T>(
        &mut self,
        (close, sign): (Tok, &str),
        place: &str,
        mut read: impl FnMut(&mut Self) -> T,
    ) -> Vec<T> {
        let mut all = Vec::new();
        while !self.cursor.is(close) && !self.cursor.lost {
            all.push(read(self));
            if !self.cursor.eat(Tok::Comma) {
                break;
            }
        }
        self.cursor.expect(close, sign, place);
        all
    }

    /// Whether a word stands there that may be a name.
    pub(crate) fn is_name(&self, ahead: usize) -> bool {
        let word = self.cursor.word_at(ahead);
        !word.is_empty() && !RESERVED.contains(&word)
    }

    // ---- operators ----

    /// Operators that bind at least as tightly as `least`.
    fn operators(&mut self, least: u8) -> Expr {
        let start = self.cursor.span();
        let mut left = self.deeper(Self::prefixed, |p| p.missing());
        while let Some((level, is_right)) = self.operator_here() {
            if level < least {
                break;
            }
            let sign = self.cursor.ident();
            let right = if is_right {
                self.deeper(|p| p.operators(level), |p| p.missing())
            } else {
                self.operators(level + 1)
            };
            left = if sign.text.chars().all(|c| c.is_alphanumeric() || c == '_') {
                // `hand contains card`, `cards take 3`
                let callee = self.node(start, Kind::Member(Box::new(left), sign));
                self.node(start, Kind::Call(Box::new(callee), vec![right]))
            } else {
                self.node(start, Kind::Binary(Box::new(left), sign, Box::new(right)))
            };
        }
        left
    }

    /// How tightly the operator here binds, and whether from the right; None where none stands here.
    fn operator_here(&self) -> Option<(u8, bool)> {
        if self.cursor.lost {
            return None;
        }
        let token = self.cursor.token(0);
        match token.kind {
            Tok::Operator => {
                let sign = self.cursor.text_of(token);
                // At the start of a line `-x` and `!x` begin a new value, `- x` and `&& x` go on with the old one.
                let next = self.cursor.token(1);
                let is_close = token.end == next.start;
                if self.lines_end
                    && token.starts_line
                    && (sign == "!" || is_close && matches!(sign, "-" | "+"))
                {
                    return None;
                }
                Some((level(sign)?, sign.ends_with(':')))
            }
            Tok::Word if self.goes_on() => {
                let word = self.cursor.text_of(token);
                let next = self.cursor.token(1);
                let starts_value = match next.kind {
                    Tok::Operator => matches!(self.cursor.text_of(next), "!" | "-"),
                    Tok::Word | Tok::Number | Tok::String | Tok::Interpolated | Tok::Underscore => true,
                    other => matches!(other, Tok::OpenParen | Tok::OpenBrace),
                };
                let is_infix = !RESERVED.contains(&word) && !ends_value(word) && starts_value;
                is_infix.then_some((0, false))
            }
            _ => None,
        }
    }

    fn prefixed(&mut self) -> Expr {
        let start = self.cursor.span();
        if self.cursor.is_sign("!") {
            self.cursor.bump();
            let operand = self.deeper(Self::prefixed, |p| p.missing());
            return self.node(start, Kind::Not(Box::new(operand)));
        }
        if self.cursor.is_sign("-") && self.cursor.token(1).kind == Tok::Number {
            // A number with its sign is one constant: `-3.abs` is 3.
            let number = self.negative_number();
            return self.postfix_of(start, number);
        }
        if self.cursor.is_sign("-") || self.cursor.is_sign("+") {
            let is_minus = self.cursor.is_sign("-");
            self.cursor.bump();
            let operand = self.deeper(Self::prefixed, |p| p.missing());
            return if is_minus { self.node(start, Kind::Negate(Box::new(operand))) } else { operand };
        }
        self.postfix()
    }

    /// A `_` that stands for a parameter.
    pub(crate) fn placeholder(&mut self) -> Expr {
        let span = self.cursor.span();
        self.cursor.bump();
        self.holes.push(span);
        self.node(span, Kind::Name(hole(span).text))
    }
}

/// The name of the parameter that a `_` stands for; no author can write it.
fn hole(span: Span) -> Ident {
    Ident { text: format!("#{}", span.start), span }
}

/// How tightly an operator binds: as its first character says in Scala. Words bind loosest, at 0.
fn level(sign: &str) -> Option<u8> {
    Some(match sign.chars().next()? {
        '|' => 1,
        '^' => 2,
        '&' => 3,
        '=' | '!' if sign.len() > 1 => 4,
        '<' | '>' => 5,
        ':' => 6,
        '+' | '-' => 7,
        '*' | '/' | '%' => 8,
        _ => return None,
    })
}

/// Reports a `val` too many; `place` is `a rule`.
pub(crate) fn too_many_vals(span: Span, place: &str) -> Problem {
    let message = format!("{place} has at most {MAX_VALS} `val`, and this is one more");
    Problem::error("too-many-vals", span, message).hint("put the values into a `List(...)` or a `Map(...)`")
}

fn height(kind: &Kind) -> u16 {
    let block = |b: &Block| {
        let vals =
            b.vals.iter().map(|v| v.value.value.depth.saturating_add(v.value.vals.len().min(1) as u16));
        vals.chain([b.value.depth]).max().unwrap_or(0).saturating_add(1)
    };
    match kind {
        Kind::Text(pieces) => {
            let inserted = pieces.iter().map(|p| if let Piece::Expr(e) = p { e.depth } else { 0 });
            inserted.max().unwrap_or(0)
        }
        Kind::Member(e, _) | Kind::Typed(e, _) | Kind::Not(e) | Kind::Negate(e) => e.depth,
        Kind::Call(e, args) => args.iter().map(|a| a.depth).max().unwrap_or(0).max(e.depth),
        Kind::Binary(l, _, r) => l.depth.max(r.depth),
        Kind::Lambda(_, body) | Kind::Block(body) => block(body),
        Kind::If(c, a, b) => c.depth.max(block(a)).max(block(b)),
        Kind::Match(e, cases) => {
            let case = |c: &Case| {
                let guard = c.guard.as_ref().map_or(0, |guard| guard.depth);
                block(&c.value).max(guard.saturating_add(width(&c.pattern)))
            };
            let deepest = cases.iter().map(case).max().unwrap_or(0).max(e.depth);
            deepest.saturating_add(u16::try_from(cases.len()).unwrap_or(u16::MAX))
        }
        _ => 0,
    }
}

/// How many alternatives a pattern has, also inside of `Some`.
fn width(pattern: &Pattern) -> u16 {
    match &pattern.kind {
        PatternKind::Some(inner) => width(inner).saturating_add(1),
        PatternKind::Or(all) => all.iter().map(width).fold(0, u16::saturating_add),
        _ => 1,
    }
}
