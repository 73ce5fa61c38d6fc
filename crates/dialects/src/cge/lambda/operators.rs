//! Operators of rules: arithmetic as Scala does it, comparison, equality of like types, and what joins lists and texts.

use super::lowering::{Extra, Lowered, RuleLowering, type_error};
use super::tree::{Expr, Kind};
use super::types::Ty;
use super::words::article;
use crate::cge::cursor::Ident;
use base::{Problem, Span};
use language::tree::{BinaryOp, Expr as Tgdl, ExprKind, Part, StatementKind};

impl RuleLowering<'_> {
    pub(crate) fn negate(&mut self, of: &Expr, span: Span) -> Lowered {
        let of = self.expr(of, None);
        if !of.ty.is_number() {
            return self.wrong_type(span, format!("`-` needs a number, found {}", article(&of.ty)));
        }
        self.value_at(span, of.ty, |b| b.negate(of.expr))
    }

    pub(crate) fn binary(
        &mut self,
        span: Span,
        left: &Expr,
        sign: &Ident,
        right: &Expr,
        want: Option<&Ty>,
    ) -> Lowered {
        match (sign.text.as_str(), BinaryOp::of_symbol(&sign.text)) {
            (_, Some(op @ (BinaryOp::And | BinaryOp::Or))) => self.logic(span, left, op, right),
            ("==" | "!=", _) => {
                let left = self.expr(left, None);
                let right = self.expr(right, Some(&left.ty));
                let mut same = self.same(left, right, span);
                if sign.text == "!=" {
                    same.expr = self.negated(same.expr);
                }
                same
            }
            ("<" | "<=" | ">" | ">=", Some(op)) => self.compare(span, left, op, right),
            ("+" | "-" | "*" | "/" | "%", Some(op)) => self.arithmetic(span, left, op, right),
            (":+" | "+:" | "::" | ":::" | "++", _) => {
                let left = self.expr(left, want);
                let right = self.expr(right, want);
                self.joined_lists(span, left, &sign.text, right)
            }
            ("&" | "|" | "^", Some(op)) => {
                let left = self.typed(left, &Ty::Boolean);
                let right = self.typed(right, &Ty::Boolean);
                self.build.at = span;
                let op = if op == BinaryOp::Power { BinaryOp::NotEqual } else { op };
                Lowered::new(self.build.binary(op, left.expr, right.expr), Ty::Boolean)
            }
            ("->", _) => {
                let message = "a pair stands only between the brackets of `Map(...)`";
                let problem = Problem::error("not-in-rules", span, message);
                self.fail(problem.hint("write `Map(\"Ace\" -> 11, \"Three\" -> 10)`"))
            }
            (other, _) => {
                let message = format!("`{other}` is not an operator of the language of rules");
                self.fail(Problem::error("not-in-rules", sign.span, message))
            }
        }
    }

    /// `!(a == b)` is `a != b`.
    fn negated(&mut self, expr: Tgdl) -> Tgdl {
        match expr.kind {
            ExprKind::Binary(BinaryOp::Equal, a, b) => {
                Tgdl { kind: ExprKind::Binary(BinaryOp::NotEqual, a, b), ..expr }
            }
            kind => {
                let same = Tgdl { kind, ..expr };
                self.build.not(same)
            }
        }
    }

    /// What the right side needs before it is done only where the left side does not settle the matter.
    fn logic(&mut self, span: Span, left: &Expr, op: BinaryOp, right: &Expr) -> Lowered {
        let left = self.typed(left, &Ty::Boolean);
        let (right, mut inner) = self.hoisting(|c| c.typed(right, &Ty::Boolean));
        self.build.at = span;
        if inner.is_empty() {
            return Lowered::new(self.build.binary(op, left.expr, right.expr), Ty::Boolean);
        }
        let name = self.scope.fresh("holds");
        let declared = self.build.declare(&Ty::Boolean, &name, Some(left.expr));
        self.hoisted.push(declared);
        inner.push(self.build.assign(&name, right.expr));
        let looked = self.build.var(&name);
        let condition = if op == BinaryOp::And { looked } else { self.build.not(looked) };
        let body = self.build.block(inner);
        let statement = self.build.statement(StatementKind::If(condition, body, None));
        self.hoisted.push(statement);
        Lowered::new(self.build.var(&name), Ty::Boolean)
    }

    // ---- equality and order ----

    /// Whether two values are the same.
    pub(crate) fn same(&mut self, left: Lowered, right: Lowered, span: Span) -> Lowered {
        let Some(ty) = left.ty.join(&right.ty) else {
            let (a, b) = (article(&left.ty), article(&right.ty));
            let mut problem = type_error(span, format!("{a} is never equal to {b}"));
            let hint = match (&left.ty, &right.ty) {
                (Ty::Option(of), other) | (other, Ty::Option(of)) if other.is_like(of) => {
                    Some("an option may be empty: write `.contains(...)`, or compare with `Some(...)`")
                }
                (Ty::Card, Ty::String) | (Ty::String, Ty::Card) => {
                    Some("write `.suit` or `.rank` behind the card")
                }
                (Ty::Player, Ty::String) | (Ty::String, Ty::Player) => {
                    Some("write `.name` behind the player")
                }
                _ => None,
            };
            problem.hints.extend(hint.map(str::to_owned));
            return self.fail(problem);
        };
        self.build.at = span;
        let expr = match &ty {
            Ty::List(of) | Ty::Set(of) if !of.is_open() && !is_empty(&left) && !is_empty(&right) => {
                let of = of.as_ref().clone();
                if matches!(ty, Ty::Set(_)) {
                    return self.same_sets(left, right);
                }
                let name = self.extra(Extra::Same(of));
                self.build.call(&name, vec![left.expr, right.expr])
            }
            Ty::List(_) | Ty::Set(_) => {
                let some = if is_empty(&left) { right } else { left };
                self.build.method(some.expr, "isEmpty", Vec::new())
            }
            _ if ty.is_single() => self.build.expr(ExprKind::Bool(true)),
            _ => self.build.binary(BinaryOp::Equal, left.expr, right.expr),
        };
        Lowered::new(expr, Ty::Boolean)
    }

    /// Each holds all of the other.
    fn same_sets(&mut self, left: Lowered, right: Lowered) -> Lowered {
        let [left, right] = [left, right].map(|set| self.once(set, "set"));
        let gaps = [("a", &left.expr), ("b", &right.expr)];
        Lowered::new(self.quote("a.length == b.length && a.without(b).isEmpty()", gaps), Ty::Boolean)
    }

    fn compare(&mut self, span: Span, left: &Expr, op: BinaryOp, right: &Expr) -> Lowered {
        let left = self.expr(left, None);
        let right = self.expr(right, None);
        let is_fine = left.ty.is_ordered() && right.ty.is_ordered() && left.ty.is_like(&right.ty);
        if !is_fine {
            let message =
                format!("`{}` cannot compare {} with {}", op.symbol(), article(&left.ty), article(&right.ty));
            let problem = type_error(span, message);
            return self.fail(problem.hint("numbers have an order, and so have texts"));
        }
        self.value_at(span, Ty::Boolean, |b| b.binary(op, left.expr, right.expr))
    }

    // ---- arithmetic ----

    fn arithmetic(&mut self, span: Span, left: &Expr, op: BinaryOp, right: &Expr) -> Lowered {
        let (left_span, right_span) = (left.span, right.span);
        let left = self.expr(left, None);
        let right = self.expr(right, None);
        if op == BinaryOp::Add && (left.ty == Ty::String || right.ty == Ty::String) {
            return self.joined_texts(span, (left, left_span), (right, right_span));
        }
        if op == BinaryOp::Add && matches!(left.ty, Ty::Set(_)) {
            return self.joined_lists(span, left, ":+", right);
        }
        if !left.ty.is_number() || !right.ty.is_number() {
            let message = format!(
                "`{}` needs two numbers, found {} and {}",
                op.symbol(),
                article(&left.ty),
                article(&right.ty)
            );
            let problem = type_error(span, message);
            let is_list = matches!(left.ty, Ty::List(_));
            return self.fail(if is_list {
                problem.hint("lists are joined with `:::`, and get one more with `:+`")
            } else {
                problem
            });
        }
        self.build.at = span;
        let ty = left.ty.join(&right.ty).unwrap_or(Ty::Unknown);
        let expr = self.build.binary(op, left.expr, right.expr);
        if op == BinaryOp::Divide && ty == Ty::Int {
            Lowered::new(self.whole(expr), ty)
        } else {
            Lowered::new(expr, ty)
        }
    }

    /// Without the fraction, as an Int is.
    fn whole(&mut self, expr: Tgdl) -> Tgdl {
        let name = self.extra(Extra::Whole);
        self.build.call(&name, vec![expr])
    }

    /// The name of a function that stands beside the rules from now on.
    fn extra(&mut self, extra: Extra) -> String {
        let name = extra.name();
        self.extras.insert(extra);
        name
    }

    // ---- joining ----

    fn joined_texts(&mut self, span: Span, left: (Lowered, Span), right: (Lowered, Span)) -> Lowered {
        let both_texts = left.0.ty == Ty::String && right.0.ty == Ty::String;
        if both_texts {
            return self.value_at(span, Ty::String, |b| b.binary(BinaryOp::Add, left.0.expr, right.0.expr));
        }
        let parts = [left, right].map(|(low, span)| Part::Expr(self.shown(low, span)));
        self.value_at(span, Ty::String, |b| b.expr(ExprKind::String(parts.into())))
    }

    /// `xs :+ x`, `x +: xs`, `x :: xs`, `xs ::: ys`, `xs ++ ys`
    pub(crate) fn joined_lists(&mut self, span: Span, left: Lowered, sign: &str, right: Lowered) -> Lowered {
        let is_list = |low: &Lowered| matches!(low.ty, Ty::List(_) | Ty::Set(_) | Ty::Unknown);
        let (first, second) = match sign {
            ":+" => (left, self.alone(right, span)),
            "+:" | "::" => (self.alone(left, span), right),
            _ => (left, right),
        };
        let ty = if is_list(&first) && is_list(&second) { first.ty.join(&second.ty) } else { None };
        let Some(ty) = ty else {
            let message = format!("`{sign}` cannot join {} and {}", article(&first.ty), article(&second.ty));
            let hint = "`xs :+ x` and `x :: xs` add one, `xs ::: ys` joins two lists";
            return self.fail(type_error(span, message).hint(hint));
        };
        self.build.at = span;
        if is_empty(&first) {
            return Lowered { ty, ..second };
        }
        let all = self.build.method(first.expr, "concat", vec![second.expr]);
        let expr =
            if matches!(ty, Ty::Set(_)) { self.build.method(all, "distinct", Vec::new()) } else { all };
        Lowered::new(expr, ty)
    }

    /// A list of one.
    fn alone(&mut self, low: Lowered, span: Span) -> Lowered {
        self.value_at(span, Ty::list(low.ty), |b| b.braces(vec![low.expr]))
    }

    /// `List(a, b)`
    pub(crate) fn list_of(&mut self, values: &[Expr], of: Option<&Ty>, span: Span) -> Lowered {
        let mut all = of.cloned().unwrap_or(Ty::Nothing);
        let mut expressions = Vec::new();
        for value in values {
            let low = self.expr(value, of);
            let low = match of {
                Some(of) if !of.is_open() => self.fit(low, of, value.span),
                _ => low,
            };
            match all.join(&low.ty) {
                Some(joined) => all = joined,
                None => {
                    let message = format!("a list of {} cannot hold {}", article(&all), article(&low.ty));
                    self.report(type_error(value.span, message));
                    all = Ty::Unknown;
                }
            }
            expressions.push(self.copied(low));
        }
        self.build.at = span;
        let ty = Ty::list(all.clone());
        let needs_type = expressions.is_empty()
            || matches!(all, Ty::Player | Ty::Option(_) | Ty::Function(..) | Ty::List(_));
        let expr = if needs_type && !all.is_open() {
            self.build.collection(&ty, expressions)
        } else {
            self.build.braces(expressions)
        };
        Lowered::new(expr, ty)
    }

    /// What stands for a map whose keys are of a type that no map has.
    pub(crate) fn bad_key(&mut self, key: &Ty, span: Span) -> Option<Lowered> {
        let is_bad = matches!(key, Ty::List(_) | Ty::Set(_) | Ty::Map(..) | Ty::Function(..) | Ty::Option(_))
            || key.is_single();
        is_bad
            .then(|| self.wrong_type(span, format!("{} cannot be what a map is looked up by", article(key))))
    }

    /// `Map(key -> value, ...)`
    pub(crate) fn map_of(&mut self, pairs: &[Expr], types: Option<(Ty, Ty)>, span: Span) -> Lowered {
        let (mut key, mut value) = types.unwrap_or((Ty::Nothing, Ty::Nothing));
        let mut all = Vec::new();
        for pair in pairs {
            let Kind::Binary(left, sign, right) = &pair.kind else {
                let problem = type_error(pair.span, "a map is made of pairs");
                return self.fail(problem.hint("write `Map(\"Ace\" -> 11, \"Three\" -> 10)`"));
            };
            if sign.text != "->" {
                let problem = type_error(sign.span, "a map is made of pairs");
                return self.fail(problem.hint("write `->` between key and value"));
            }
            let (left, right) = (self.expr(left, None), self.expr(right, None));
            key = key.join(&left.ty).unwrap_or(Ty::Unknown);
            value = value.join(&right.ty).unwrap_or(Ty::Unknown);
            self.build.at = pair.span;
            all.push(self.build.braces(vec![left.expr, right.expr]));
        }
        if key == Ty::Unknown || value == Ty::Unknown {
            let problem = type_error(span, "the keys of a map are of one type, and so are its values");
            return self.fail(problem);
        }
        if let Some(problem) = self.bad_key(&key, span) {
            return problem;
        }
        self.build.at = span;
        let ty = Ty::Map(Box::new(key), Box::new(value));
        Lowered::new(self.build.collection(&ty, all), ty)
    }
}

/// Whether a list is written as empty.
fn is_empty(low: &Lowered) -> bool {
    matches!(&low.expr.kind, ExprKind::Braces(all) if all.is_empty())
}

impl Extra {
    /// What the function is called.
    pub(crate) fn name(&self) -> String {
        match self {
            Extra::Whole => "whole".to_owned(),
            Extra::Same(of) => format!("same{}s", word(of)),
        }
    }
}

/// A type as a part of a name.
fn word(ty: &Ty) -> String {
    match ty {
        Ty::List(of) | Ty::Set(of) => format!("ListOf{}", word(of)),
        Ty::Option(of) => format!("OptionOf{}", word(of)),
        Ty::Map(_, of) => format!("MapOf{}", word(of)),
        Ty::Function(..) => "Function".to_owned(),
        Ty::Boolean => "Boolean".to_owned(),
        Ty::Int | Ty::Double => "Number".to_owned(),
        other => other.to_string(),
    }
}
