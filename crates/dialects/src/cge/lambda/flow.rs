//! `if` and `match`: one of several values. Only what is chosen is computed, also where it needs statements.

use super::check::{Before, Checker, Low};
use super::tree::{Arm, Block, Expr, Pattern, PatternKind};
use super::types::Ty;
use super::words::article;
use base::{Problem, Span};
use language::tree::{BinaryOp, Expr as Tgdl, ExprKind};

impl Checker<'_> {
    pub fn if_value(
        &mut self,
        (condition, yes, no): (&Expr, &Block, &Block),
        want: Option<&Ty>,
        span: Span,
        before: &mut Before,
    ) -> Low {
        let condition = self.typed(condition, &Ty::Boolean, before);
        let (mut yes_before, mut no_before) = (Vec::new(), Vec::new());
        let yes_low = self.block(yes, want, &mut yes_before);
        let no_low = self.block(no, want, &mut no_before);
        let ty = self.joined(&[(&yes_low.ty, yes.value.span), (&no_low.ty, no.value.span)], span);
        let yes = self.branch(yes_low, &ty, yes.value.span);
        let no = self.branch(no_low, &ty, no.value.span);
        self.make.at = span;
        let expr = self.either(condition.expr, (yes_before, yes), (no_before, no), &ty, before);
        Low::new(expr, ty)
    }

    /// The value of a branch as one of the type of all branches.
    fn branch(&mut self, low: Low, ty: &Ty, span: Span) -> Tgdl {
        let low = if low.ty == Ty::Unknown { low } else { self.fit(low, ty, span) };
        if low.is_zone {
            self.make.at = span;
            return self.make.method(low.expr, "copy", Vec::new());
        }
        low.expr
    }

    /// The type of all branches.
    fn joined(&mut self, types: &[(&Ty, Span)], span: Span) -> Ty {
        let mut all = Ty::Nothing;
        for (ty, place) in types {
            match all.join(ty) {
                Some(joined) => all = joined,
                None => {
                    let message = format!("one way gives {}, another {}", article(&all), article(ty));
                    let problem = Problem::error("rule-type", *place, message);
                    self.report(problem.other(span, "all ways must give the same type"));
                    return Ty::Unknown;
                }
            }
        }
        all
    }

    pub fn match_value(
        &mut self,
        value: &Expr,
        arms: &[Arm],
        want: Option<&Ty>,
        span: Span,
        before: &mut Before,
    ) -> Low {
        let value = self.expr(value, None, before);
        self.make.at = span;
        let value = self.named(value, "looked", before);
        let mut done = Vec::new();
        let mut types = Vec::new();
        for arm in arms {
            let depth = self.scope.locals.len();
            let mut test = self.pattern(&arm.pattern, &value);
            let mut inner = Vec::new();
            if let Some(guard) = &arm.guard {
                let guard = self.typed(guard, &Ty::Boolean, &mut inner);
                self.make.at = arm.pattern.span;
                test = Some(match test {
                    Some(test) => self.make.binary(BinaryOp::And, test, guard.expr),
                    None => guard.expr,
                });
            }
            // Statements that a guard needs are as good before the whole: they change nothing.
            before.append(&mut inner);
            let low = self.block(&arm.value, want, &mut inner);
            types.push((low.ty.clone(), arm.value.value.span));
            done.push((test, inner, low, arm.value.value.span));
            self.scope.locals.truncate(depth);
        }
        let borrowed: Vec<(&Ty, Span)> = types.iter().map(|(ty, span)| (ty, *span)).collect();
        let ty = self.joined(&borrowed, span);
        let open = !is_complete(arms, &value.ty);
        self.make.at = span;
        let mut rest = (Vec::new(), if open { self.unmatched(&value) } else { self.make.null() });
        for (test, statements, low, place) in done.into_iter().rev() {
            let found = self.branch(low, &ty, place);
            self.make.at = span;
            rest = match test {
                None => (statements, found),
                Some(_) if !open && is_null(&rest.1) && rest.0.is_empty() => (statements, found),
                Some(test) => {
                    let mut own = Vec::new();
                    let expr = self.either(test, (statements, found), rest, &ty, &mut own);
                    (own, expr)
                }
            };
        }
        before.extend(rest.0);
        Low::new(rest.1, ty)
    }

    /// What there is where no case fits.
    fn unmatched(&mut self, value: &Low) -> Tgdl {
        use language::tree::Part;
        let mut parts = vec![Part::Text("no case of this `match` fits".to_owned())];
        if matches!(value.ty, Ty::Int | Ty::Double | Ty::String) {
            let shown = Part::Expr(value.expr.clone());
            parts = vec![
                Part::Text("no case of this `match` fits `".to_owned()),
                shown,
                Part::Text("`".to_owned()),
            ];
        }
        let text = self.make.expr(ExprKind::String(parts));
        self.make.function("fault", vec![text])
    }

    /// The condition under which a pattern fits; None where it always does. New names are known afterwards.
    fn pattern(&mut self, pattern: &Pattern, value: &Low) -> Option<Tgdl> {
        self.make.at = pattern.span;
        match &pattern.kind {
            PatternKind::Any => None,
            PatternKind::Bind(name) => {
                self.bind_to(&name.text, value);
                None
            }
            PatternKind::Value(constant) => {
                let mut before = Vec::new();
                let constant_low = self.expr(constant, Some(&value.ty), &mut before);
                self.make.at = pattern.span;
                let same = self.same(value.clone(), constant_low, pattern.span);
                Some(same.expr)
            }
            PatternKind::None => {
                self.needs_option(value, pattern.span);
                let null = self.make.null();
                Some(self.make.binary(BinaryOp::Equal, value.expr.clone(), null))
            }
            PatternKind::Some(inner) => {
                let of = self.needs_option(value, pattern.span);
                let null = self.make.null();
                let there = self.make.binary(BinaryOp::NotEqual, value.expr.clone(), null);
                let inside = Low::new(value.expr.clone(), of);
                Some(match self.pattern(inner, &inside) {
                    Some(test) => self.make.binary(BinaryOp::And, there, test),
                    None => there,
                })
            }
            PatternKind::Or(all) => {
                let mut tests = Vec::new();
                for one in all {
                    tests.push(self.pattern(one, value)?);
                }
                let first = tests.remove(0);
                Some(tests.into_iter().fold(first, |a, b| self.make.binary(BinaryOp::Or, a, b)))
            }
        }
    }

    fn needs_option(&mut self, value: &Low, span: Span) -> Ty {
        match &value.ty {
            Ty::Option(of) => of.as_ref().clone(),
            Ty::Unknown => Ty::Unknown,
            other => {
                let message = format!("this looks for an option, but the value is {}", article(other));
                self.report(Problem::error("rule-type", span, message));
                Ty::Unknown
            }
        }
    }

    /// Another name for a value that has one already.
    pub fn bind_to(&mut self, name: &str, value: &Low) {
        if let ExprKind::Name(tgdl) = &value.expr.kind {
            self.scope.add(name, value.ty.clone(), tgdl.clone());
        } else {
            self.scope.add(name, Ty::Unknown, String::new());
        }
    }
}

fn is_null(expr: &Tgdl) -> bool {
    matches!(expr.kind, ExprKind::Null)
}

/// Whether some case fits whatever comes.
fn is_complete(arms: &[Arm], ty: &Ty) -> bool {
    let sure: Vec<&Pattern> = arms.iter().filter(|a| a.guard.is_none()).map(|a| &a.pattern).collect();
    let fits = |wanted: fn(&PatternKind) -> bool| {
        sure.iter().any(|p| match &p.kind {
            PatternKind::Or(all) => all.iter().any(|one| wanted(&one.kind)),
            kind => wanted(kind),
        })
    };
    let is_any = |kind: &PatternKind| matches!(kind, PatternKind::Any | PatternKind::Bind(_));
    if fits(is_any) {
        return true;
    }
    match ty {
        Ty::Boolean => fits(|kind| is_bool_value(kind, true)) && fits(|kind| is_bool_value(kind, false)),
        Ty::Option(_) => {
            fits(|kind| matches!(kind, PatternKind::None))
                && fits(|kind| {
                    matches!(kind, PatternKind::Some(inner)
                        if matches!(inner.kind, PatternKind::Any | PatternKind::Bind(_)))
                })
        }
        _ => false,
    }
}

fn is_bool_value(kind: &PatternKind, wanted: bool) -> bool {
    matches!(kind, PatternKind::Value(e) if matches!(e.kind, super::tree::Kind::Bool(b) if b == wanted))
}
