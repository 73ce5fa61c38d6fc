//! Chains of binary operators: read flat, then grouped by how tightly each binds.
//! It knows nothing of types, so a chain with `^` that could group in two ways stays flat.

use super::parser::Parser;
use super::token::Tok;
use base::{Problem, Span};
use language::tree::{BinaryOp, Expr, ExprKind};

/// What joins two operands; a range binds looser than `+` and tighter than `<`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    Op(BinaryOp),
    Range,
}

impl Link {
    fn level(self) -> u8 {
        match self {
            Link::Op(op) => op.level() * 2,
            Link::Range => RANGE_LEVEL,
        }
    }
}

const RANGE_LEVEL: u8 = 9;

impl Parser<'_> {
    /// `a + b * c == d && e`
    pub(crate) fn chain(&mut self) -> Expr {
        self.chain_from(0)
    }

    /// `a + b..c`: what binds no looser than a range
    pub(crate) fn range(&mut self) -> Expr {
        self.nested(|p| p.chain_from(RANGE_LEVEL)).unwrap_or_else(|| self.missing_expr())
    }

    /// `a + b * c`: what binds tighter than a range
    pub(crate) fn sum(&mut self) -> Expr {
        self.nested(|p| p.chain_from(RANGE_LEVEL + 1)).unwrap_or_else(|| self.missing_expr())
    }

    fn chain_from(&mut self, least: u8) -> Expr {
        let mut sign = self.sign();
        let first = self.unary();
        let mut rest = Vec::new();
        let mut signs = Vec::new();
        while let Some((link, length)) = self.link().filter(|(link, _)| link.level() >= least) {
            if let Some(minus) = sign.filter(|_| link == Link::Op(BinaryOp::Power)) {
                self.warn_of_negated(minus);
            }
            signs.push((link, self.span()));
            for _ in 0..length {
                self.bump();
            }
            if !self.longer() {
                break;
            }
            sign = self.sign();
            rest.push((link, self.unary()));
            if self.lost {
                break;
            }
        }
        self.warn_of_mixed(&signs);
        let whole = self.group_ranges(first, rest);
        if matches!(whole.kind, ExprKind::Range(..)) && self.eat_word("step") {
            let step = Box::new(self.sum());
            let span = self.origins.span(whole.id).to(self.origins.span(step.id));
            return Expr { id: self.node(span), kind: ExprKind::Stepped(Box::new(whole), step) };
        }
        whole
    }

    /// The operator that stands here, with the number of its tokens; slips such as `and` and `=<` are reported.
    fn link(&mut self) -> Option<(Link, usize)> {
        let op = match self.peek() {
            Tok::DotDot => return Some((Link::Range, 1)),
            Tok::Less if self.adjacent(Tok::Less, Tok::Greater).is_some() => return self.slip("<>", "!=", 2),
            Tok::Equal if self.adjacent(Tok::Equal, Tok::Less).is_some() => return self.slip("=<", "<=", 2),
            Tok::EqualEqual if self.adjacent(Tok::EqualEqual, Tok::Equal).is_some() => {
                return self.slip("===", "==", 2);
            }
            Tok::NotEqual if self.adjacent(Tok::NotEqual, Tok::Equal).is_some() => {
                return self.slip("!==", "!=", 2);
            }
            Tok::Word if self.is_word("and") => return self.slip("and", "&&", 1),
            Tok::Word if self.is_word("or") => return self.slip("or", "||", 1),
            Tok::Plus | Tok::Minus if self.step_sign() => return None,
            sign => BinaryOp::of_symbol(sign.symbol())?,
        };
        Some((Link::Op(op), 1))
    }

    /// The place of two signs without a blank between them.
    pub(crate) fn adjacent(&self, first: Tok, second: Tok) -> Option<Span> {
        let (a, b) = (self.token(0), self.token(1));
        let touching = a.kind == first && b.kind == second && a.end == b.start;
        touching.then(|| self.span_of(a).to(self.span_of(b)))
    }

    fn slip(&mut self, written: &str, meant: &str, length: usize) -> Option<(Link, usize)> {
        let span = self.span().to(self.span_of(self.token(length - 1)));
        let problem = Problem::error("unknown-operator", span, format!("there is no operator `{written}`"));
        self.report(problem.hint(format!("write `{meant}`")).fix(span, meant));
        BinaryOp::of_symbol(meant).map(|op| (Link::Op(op), length))
    }

    /// `i++` and `i--`, which TGDL does not have: reported and skipped.
    fn step_sign(&mut self) -> bool {
        let plus = self.adjacent(Tok::Plus, Tok::Plus);
        let minus = self.adjacent(Tok::Minus, Tok::Minus);
        let ends = matches!(self.peek_at(2), Tok::Semicolon | Tok::CloseParen | Tok::CloseBrace | Tok::Comma);
        let Some(span) = plus.or(minus).filter(|_| ends) else { return false };
        let (sign, meant) = if plus.is_some() { ("++", " += 1") } else { ("--", " -= 1") };
        let problem = Problem::error("unknown-operator", span, format!("there is no operator `{sign}`"));
        self.report(problem.hint(format!("write `{}`", meant.trim_start())).fix(span, meant));
        self.bump();
        self.bump();
        true
    }

    /// Where an operand begins with a `-`.
    fn sign(&self) -> Option<Span> {
        self.is(Tok::Minus).then(|| self.span())
    }

    /// `-a ^ 2`
    fn warn_of_negated(&mut self, minus: Span) {
        let operand = self.text[minus.end as usize..self.previous().end as usize].trim();
        let power = self.span();
        self.report(
            Problem::warning(
                "negated-power",
                minus,
                "the `-` binds tighter than `^`, so the power is of the negative",
            )
            .other(power, "done last")
            .hint(format!("say with brackets which is meant: `(-{operand}) ^ ...` or `-({operand} ^ ...)`")),
        );
    }

    fn warn_of_mixed(&mut self, signs: &[(Link, Span)]) {
        let first = |op| signs.iter().find(|(link, _)| *link == Link::Op(op)).map(|(_, span)| *span);
        let (Some(and), Some(or)) = (first(BinaryOp::And), first(BinaryOp::Or)) else { return };
        let (earlier, later) = if and < or { (and, or) } else { (or, and) };
        let message = "`&&` and `||` bind equally: this reads from left to right";
        let problem = Problem::warning("mixed-and-or", later, message).other(earlier, "done first");
        self.report(
            problem.hint("say with brackets what belongs together: `(a && b) || c` or `a && (b || c)`"),
        );
    }

    // ---- grouping ----

    /// Groups each range with the sums on its two sides, then the whole.
    fn group_ranges(&mut self, first: Expr, rest: Vec<(Link, Expr)>) -> Expr {
        if rest.iter().all(|(link, _)| *link != Link::Range) {
            let only_op = |(link, operand)| match link {
                Link::Op(op) => Some((op, operand)),
                Link::Range => None,
            };
            return self.group(first, rest.into_iter().filter_map(only_op).collect());
        }
        let (mut operands, mut ops) = (Vec::new(), Vec::new());
        // The sum that is being read, and the lower end of the range that it ends.
        let (mut head, mut tail, mut low) = (first, Vec::new(), None);
        for (link, operand) in rest {
            if let Link::Op(op) = link
                && link.level() > RANGE_LEVEL
            {
                tail.push((op, operand));
                continue;
            }
            let side = self.group(std::mem::replace(&mut head, operand), std::mem::take(&mut tail));
            let side = self.ranged(low.take(), side);
            match link {
                Link::Range => low = Some(side),
                Link::Op(op) => {
                    operands.push(side);
                    ops.push(op);
                }
            }
        }
        let side = self.group(head, tail);
        operands.push(self.ranged(low, side));
        let first = operands.remove(0);
        self.group(first, ops.into_iter().zip(operands).collect())
    }

    fn ranged(&mut self, low: Option<Expr>, high: Expr) -> Expr {
        match low {
            None => high,
            Some(low) => {
                let span = self.origins.span(low.id).to(self.origins.span(high.id));
                Expr { id: self.node(span), kind: ExprKind::Range(Box::new(low), Box::new(high)) }
            }
        }
    }

    /// Groups a chain without ranges; one that holds a `^` beside another operator stays flat.
    fn group(&mut self, first: Expr, rest: Vec<(BinaryOp, Expr)>) -> Expr {
        if rest.len() > 1 && rest.iter().any(|(op, _)| *op == BinaryOp::Power) {
            let last = rest.last().map_or(first.id, |(_, operand)| operand.id);
            let span = self.origins.span(first.id).to(self.origins.span(last));
            return Expr { id: self.node(span), kind: ExprKind::Chain(Box::new(first), rest) };
        }
        let mut operands = vec![first];
        let mut waiting: Vec<BinaryOp> = Vec::new();
        for (op, operand) in rest {
            while waiting.last().is_some_and(|last| last.level() >= op.level()) {
                self.join(&mut operands, &mut waiting);
            }
            waiting.push(op);
            operands.push(operand);
        }
        while !waiting.is_empty() {
            self.join(&mut operands, &mut waiting);
        }
        operands.pop().unwrap_or_else(|| self.missing_expr())
    }

    /// Joins the last two operands with the last waiting operator.
    fn join(&mut self, operands: &mut Vec<Expr>, waiting: &mut Vec<BinaryOp>) {
        let (Some(op), Some(right), Some(left)) = (waiting.pop(), operands.pop(), operands.pop()) else {
            return;
        };
        let span = self.origins.span(left.id).to(self.origins.span(right.id));
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        operands.push(Expr { id: self.node(span), kind });
    }
}
