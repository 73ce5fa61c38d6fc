//! `if` and `match`: one of several values. Only what is chosen is computed, also where it needs statements.

use super::lowering::{Lowered, RuleLowering, type_error};
use super::tree::{Block, Case, Expr, Pattern, PatternKind};
use super::types::Ty;
use super::words::article;
use base::Span;
use language::tree::{BinaryOp, Expr as Tgdl, ExprKind};

impl RuleLowering<'_> {
    pub(crate) fn if_value(
        &mut self,
        (condition, yes, no): (&Expr, &Block, &Block),
        want: Option<&Ty>,
        span: Span,
    ) -> Lowered {
        let condition = self.typed(condition, &Ty::Boolean);
        let (yes_low, yes_hoisted) = self.hoisting(|c| c.block(yes, want));
        let (no_low, no_hoisted) = self.hoisting(|c| c.block(no, want));
        let ty = self.joined(&[(&yes_low.ty, yes.value.span), (&no_low.ty, no.value.span)], span);
        let yes = self.branch(yes_low, &ty, yes.value.span);
        let no = self.branch(no_low, &ty, no.value.span);
        self.build.at = span;
        let expr = self.either(condition.expr, (yes_hoisted, yes), (no_hoisted, no), &ty);
        Lowered::new(expr, ty)
    }

    /// The value of a branch as one of the type of all branches.
    fn branch(&mut self, low: Lowered, ty: &Ty, span: Span) -> Tgdl {
        let low = if low.ty == Ty::Unknown { low } else { self.fit(low, ty, span) };
        self.build.at = span;
        self.copied(low)
    }

    /// The type of all branches.
    fn joined(&mut self, types: &[(&Ty, Span)], span: Span) -> Ty {
        let mut all = Ty::Nothing;
        for (ty, place) in types {
            match all.join(ty) {
                Some(joined) => all = joined,
                None => {
                    let message = format!("one way gives {}, another {}", article(&all), article(ty));
                    let problem = type_error(*place, message);
                    self.report(problem.other(span, "all ways must give the same type"));
                    return Ty::Unknown;
                }
            }
        }
        all
    }

    pub(crate) fn match_value(
        &mut self,
        value: &Expr,
        cases: &[Case],
        want: Option<&Ty>,
        span: Span,
    ) -> Lowered {
        let value = self.expr(value, None);
        self.build.at = span;
        let value = self.named(value, "looked");
        let mut done = Vec::new();
        for case in cases {
            let depth = self.scope.locals.len();
            let mut test = self.pattern(&case.pattern, &value);
            // Statements that a guard needs are as good before the whole: they change nothing.
            if let Some(guard) = &case.guard {
                let guard = self.typed(guard, &Ty::Boolean);
                self.build.at = case.pattern.span;
                test = Some(match test {
                    Some(test) => self.build.binary(BinaryOp::And, test, guard.expr),
                    None => guard.expr,
                });
            }
            let (low, inner) = self.hoisting(|c| c.block(&case.value, want));
            done.push((test, inner, low, case.value.value.span));
            self.scope.locals.truncate(depth);
        }
        let types: Vec<(&Ty, Span)> = done.iter().map(|(_, _, low, place)| (&low.ty, *place)).collect();
        let ty = self.joined(&types, span);
        let open = !is_complete(cases, &value.ty);
        self.build.at = span;
        let mut rest = (Vec::new(), if open { self.unmatched(&value) } else { self.build.null() });
        for (test, statements, low, place) in done.into_iter().rev() {
            let found = self.branch(low, &ty, place);
            self.build.at = span;
            rest = match test {
                None => (statements, found),
                Some(_) if !open && is_null(&rest.1) && rest.0.is_empty() => (statements, found),
                Some(test) => {
                    let (expr, own) = self.hoisting(|c| c.either(test, (statements, found), rest, &ty));
                    (own, expr)
                }
            };
        }
        self.hoisted.extend(rest.0);
        Lowered::new(rest.1, ty)
    }

    /// What there is where no case fits.
    fn unmatched(&mut self, value: &Lowered) -> Tgdl {
        let text = match value.ty {
            Ty::Int | Ty::Double | Ty::String => "fault(\"no case of this `match` fits `{value}`\")",
            _ => "fault(\"no case of this `match` fits\")",
        };
        self.quote(text, [("value", &value.expr)])
    }

    /// The condition under which a pattern fits; None where it always does. New names are known afterwards.
    fn pattern(&mut self, pattern: &Pattern, value: &Lowered) -> Option<Tgdl> {
        self.build.at = pattern.span;
        match &pattern.kind {
            PatternKind::Any => None,
            PatternKind::Bind(name) => {
                self.bind_to(&name.text, value);
                None
            }
            PatternKind::Value(constant) => {
                let (constant_low, _) = self.hoisting(|c| c.expr(constant, Some(&value.ty)));
                self.build.at = pattern.span;
                let same = self.same(value.clone(), constant_low, pattern.span);
                Some(same.expr)
            }
            PatternKind::None => {
                self.needs_option(value, pattern.span);
                Some(self.quote("value == null", [("value", &value.expr)]))
            }
            PatternKind::Some(inner) => {
                let of = self.needs_option(value, pattern.span);
                let there = self.quote("value != null", [("value", &value.expr)]);
                let inside = Lowered::new(value.expr.clone(), of);
                Some(match self.pattern(inner, &inside) {
                    Some(test) => self.build.binary(BinaryOp::And, there, test),
                    None => there,
                })
            }
            PatternKind::Or(all) => {
                let mut tests = Vec::new();
                for one in all {
                    tests.push(self.pattern(one, value)?);
                }
                let first = tests.remove(0);
                Some(tests.into_iter().fold(first, |a, b| self.build.binary(BinaryOp::Or, a, b)))
            }
        }
    }

    fn needs_option(&mut self, value: &Lowered, span: Span) -> Ty {
        match &value.ty {
            Ty::Option(of) => of.as_ref().clone(),
            Ty::Unknown => Ty::Unknown,
            other => {
                let message = format!("this looks for an option, but the value is {}", article(other));
                self.report(type_error(span, message));
                Ty::Unknown
            }
        }
    }

    /// Another name for a value that has one already.
    pub(crate) fn bind_to(&mut self, name: &str, value: &Lowered) {
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
fn is_complete(cases: &[Case], ty: &Ty) -> bool {
    let sure: Vec<&Pattern> = cases.iter().filter(|a| a.guard.is_none()).map(|a| &a.pattern).collect();
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
