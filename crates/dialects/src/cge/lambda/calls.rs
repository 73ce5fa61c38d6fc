//! Members and calls: which member of what is meant, with how many values, and what stands between brackets behind a
//! value. What each member gives stands in `members`.

use super::lowering::{Lowered, RuleLowering};
use super::members;
use super::tree::{Block, Expr, Kind, Param, Type};
use super::types::Ty;
use super::words::{article, values};
use crate::cge::cursor::Ident;
use base::{Problem, Span, nearest};
use language::tree::{BinaryOp, Expr as Tgdl, ExprKind};

/// The use of a member: on what, which, and with which values.
pub(crate) struct Use<'e> {
    pub of: Lowered,
    pub name: &'e Ident,
    pub values: &'e [Expr],
    pub span: Span,
    pub want: Option<&'e Ty>,
}

impl RuleLowering<'_> {
    /// `of.name` without values
    pub(crate) fn member(&mut self, e: &Expr, of: &Expr, name: &Ident, want: Option<&Ty>) -> Lowered {
        if let Some(low) = self.of_scala(of, name, None, &[], e.span) {
            return low;
        }
        let of_low = self.expr(of, None);
        let Some((least, _)) = self.known(&of_low.ty, name) else { return self.error_expr(e.span) };
        if least == 0 {
            return self.use_member(Use { of: of_low, name, values: &[], span: e.span, want });
        }
        if matches!(want, Some(Ty::Function(..))) {
            return self.eta(e, least, want);
        }
        let message = format!("`{}` needs {}", name.text, values(least));
        let problem = Problem::error("rule-parameters", name.span, message);
        self.fail(problem.hint(format!("write `{}(...)`", name.text)))
    }

    /// `f(values)`, `of.name(values)`, `list(index)`
    pub(crate) fn call(&mut self, e: &Expr, callee: &Expr, given: &[Expr], want: Option<&Ty>) -> Lowered {
        match &callee.kind {
            Kind::Name(name) if self.scope.find(name).is_none() => {
                self.made(name, given, want, callee.span, e.span)
            }
            Kind::Typed(of, types) => self.typed_value(of, types, given, e.span),
            Kind::Member(of, name) => {
                if let Some(low) = self.of_scala(of, name, Some(given), &[], e.span) {
                    return low;
                }
                let of = self.expr(of, None);
                let Some((_, most)) = self.known(&of.ty, name) else { return self.error_expr(e.span) };
                if most == 0 && !given.is_empty() {
                    let inner = Use { of, name, values: &[], span: callee.span, want: None };
                    let found = self.use_member(inner);
                    return self.apply(found, given, e.span);
                }
                self.use_member(Use { of, name, values: given, span: e.span, want })
            }
            _ => {
                let of = self.expr(callee, None);
                self.apply(of, given, e.span)
            }
        }
    }

    /// With how many values a member is used, at least and at most; None where the type has none of that name.
    fn known(&mut self, ty: &Ty, name: &Ident) -> Option<(usize, usize)> {
        if *ty == Ty::Unknown {
            return None;
        }
        let counts = members::counts(ty, &name.text);
        if counts.is_none() {
            self.unknown_member(ty, name);
        }
        counts
    }

    fn unknown_member(&mut self, ty: &Ty, name: &Ident) {
        let message = format!("{} has no `{}`", article(ty), name.text);
        let names = members::names(ty);
        let hint = match (members::instead(ty, &name.text), nearest(&name.text, names.iter().copied())) {
            (Some(instead), _) => Some(instead.to_owned()),
            (None, Some(near)) => Some(format!("did you mean `{near}`?")),
            (None, None) if names.len() <= 12 => {
                let list: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
                Some(format!("there is {}", list.join(", ")))
            }
            (None, None) => None,
        };
        let mut problem = Problem::error("unknown-property", name.span, message);
        problem.hints.extend(hint);
        self.report(problem);
    }

    fn use_member(&mut self, mut used: Use) -> Lowered {
        let is_written_empty = matches!(&used.of.expr.kind, ExprKind::Braces(all) if all.is_empty());
        let is_empty = matches!(&used.of.ty, Ty::List(of) | Ty::Set(of) if **of == Ty::Nothing);
        if is_empty || is_written_empty && used.of.ty.is_open() {
            // Of what nothing is a list does not matter.
            self.build.at = used.span;
            used.of.expr = self.build.collection(&Ty::list(Ty::Int), Vec::new());
        }
        let Some((least, most)) = self.known(&used.of.ty, used.name) else {
            return self.error_expr(used.span);
        };
        let count = used.values.len();
        if count < least || count > most {
            let message = format!("`{}` needs {}, found {count}", used.name.text, values(least));
            return self.fail(Problem::error("rule-parameters", used.name.span, message));
        }
        members::lower(self, used)
    }

    // ---- brackets behind a value ----

    /// `players(0)`, `f(x)`, `map(key)`
    pub(crate) fn apply(&mut self, of: Lowered, given: &[Expr], span: Span) -> Lowered {
        match of.ty.clone() {
            Ty::Unknown => of,
            Ty::List(_) | Ty::Set(_) | Ty::String | Ty::Map(..) if given.len() == 1 => {
                let name = Ident { text: "apply".to_owned(), span };
                members::lower(self, Use { of, name: &name, values: given, span, want: None })
            }
            Ty::Function(params, result) => {
                if params.len() != given.len() {
                    let message =
                        format!("this function needs {}, found {}", values(params.len()), given.len());
                    return self.fail(Problem::error("rule-parameters", span, message));
                }
                let mut all = Vec::new();
                for (param, value) in params.iter().zip(given) {
                    let low = self.typed(value, param);
                    if !param.is_single() {
                        all.push(low.expr);
                    }
                }
                self.value_at(span, *result, |b| b.call_of(of.expr, all))
            }
            other => self.wrong_type(span, format!("{} takes no values in brackets", article(&other))),
        }
    }

    /// `List(...)`, `Some(x)` and the like.
    fn made(&mut self, name: &str, given: &[Expr], want: Option<&Ty>, place: Span, span: Span) -> Lowered {
        match (name, given, want) {
            ("List" | "Seq" | "Vector" | "IndexedSeq", _, Some(Ty::List(of))) => {
                self.list_of(given, Some(of), span)
            }
            ("List" | "Seq" | "Vector" | "IndexedSeq", ..) => self.list_of(given, None, span),
            ("Set", ..) => {
                let list = self.list_of(given, None, span);
                self.distinct(list, span)
            }
            ("Map", ..) => self.map_of(given, None, span),
            ("Some" | "Option", [value], _) => {
                let of = if let Some(Ty::Option(of)) = want { Some(of.as_ref()) } else { None };
                let low = self.expr(value, of);
                let ty = if matches!(low.ty, Ty::Option(_)) { low.ty } else { Ty::option(low.ty) };
                Lowered { ty, ..low }
            }
            ("identity", [value], _) => self.expr(value, want),
            _ => self.unknown_name(name, place),
        }
    }

    pub(crate) fn distinct(&mut self, list: Lowered, span: Span) -> Lowered {
        self.build.at = span;
        let Ty::List(of) = list.ty else { return Lowered { ty: Ty::Unknown, ..list } };
        let is_empty = *of == Ty::Nothing;
        let expr = if is_empty { list.expr } else { self.build.method(list.expr, "distinct", Vec::new()) };
        Lowered::new(expr, Ty::Set(of))
    }

    /// `List[Card]()`, `List.empty[Card]`
    pub(crate) fn typed_value(&mut self, of: &Expr, types: &[Type], given: &[Expr], span: Span) -> Lowered {
        let types: Vec<Ty> = types.iter().map(|ty| self.ty(ty)).collect();
        if let Kind::Member(of, name) = &of.kind {
            return self.of_scala(of, name, Some(given), &types, span).unwrap_or_else(|| {
                // Types that a member is given say nothing that its values do not.
                let of = self.expr(of, None);
                self.use_member(Use { of, name, values: given, span, want: None })
            });
        }
        let name = if let Kind::Name(name) = &of.kind { name.as_str() } else { "" };
        match (name, types.as_slice(), given) {
            ("List" | "Seq" | "Vector", [ty], _) => self.list_of(given, Some(ty), span),
            ("Set", [ty], _) => {
                let list = self.list_of(given, Some(ty), span);
                self.distinct(list, span)
            }
            ("Map", [key, value], _) => self.map_of(given, Some((key.clone(), value.clone())), span),
            ("Option" | "Some", [ty], [value]) => {
                let low = self.typed(value, ty);
                Lowered { ty: Ty::option(ty.clone()), ..low }
            }
            _ => {
                let problem = Problem::error("not-in-rules", span, "no type belongs here");
                self.fail(problem.hint("leave out what stands between `[` and `]`"))
            }
        }
    }

    /// What belongs to Scala's own objects: `List.empty`, `math.max(a, b)`; None for anything else.
    fn of_scala(
        &mut self,
        of: &Expr,
        name: &Ident,
        given: Option<&[Expr]>,
        types: &[Ty],
        span: Span,
    ) -> Option<Lowered> {
        let Kind::Name(object) = &of.kind else { return None };
        if self.scope.find(object).is_some() {
            return None;
        }
        self.build.at = span;
        let first = types.first().cloned();
        Some(match (object.as_str(), name.text.as_str()) {
            ("List" | "Seq" | "Vector" | "Set" | "Nil", "empty") => {
                let of = Box::new(first.unwrap_or(Ty::Nothing));
                let ty = if object == "Set" { Ty::Set(of) } else { Ty::List(of) };
                let expr = if ty.is_open() {
                    self.build.braces(Vec::new())
                } else {
                    self.build.collection(&ty, Vec::new())
                };
                Lowered::new(expr, ty)
            }
            ("Option", "empty") => Lowered::new(self.build.null(), Ty::option(first.unwrap_or(Ty::Nothing))),
            (
                "math" | "Math" | "Integer" | "Int" | "Double",
                "max" | "min" | "abs" | "floor" | "ceil" | "round" | "sqrt" | "pow",
            ) => self.math(name, given.unwrap_or(&[]), span),
            ("Int", "MaxValue") => Lowered::new(self.build.number(2_147_483_647.0), Ty::Int),
            ("Int", "MinValue") => Lowered::new(self.build.number(-2_147_483_648.0), Ty::Int),
            _ => return None,
        })
    }

    fn math(&mut self, name: &Ident, given: &[Expr], span: Span) -> Lowered {
        let lows: Vec<Lowered> = given.iter().map(|e| self.typed(e, &Ty::Double)).collect();
        let ty = lows.iter().fold(Ty::Nothing, |ty, low| ty.join(&low.ty).unwrap_or(Ty::Unknown));
        let mut all = lows.into_iter().map(|low| low.expr);
        self.build.at = span;
        match (name.text.as_str(), all.next(), all.next(), all.next()) {
            ("max" | "min", Some(a), Some(b), None) => {
                Lowered::new(self.build.call(&name.text, vec![a, b]), ty)
            }
            ("pow", Some(a), Some(b), None) => {
                Lowered::new(self.build.binary(BinaryOp::Power, a, b), Ty::Double)
            }
            ("round", Some(a), None, None) => {
                Lowered::new(self.quote("floor(a + 0.5)", [("a", &a)]), Ty::Int)
            }
            (function @ ("abs" | "floor" | "ceil" | "sqrt"), Some(a), None, None) => {
                let ty = if function == "abs" { ty } else { Ty::Double };
                Lowered::new(self.build.call(function, vec![a]), ty)
            }
            _ => {
                let message = format!("`{}` is not given the numbers that it needs", name.text);
                self.fail(Problem::error("rule-parameters", name.span, message))
            }
        }
    }

    // ---- functions as values ----

    /// A member that needs values where a function is expected: `ranks.indexOf` is `x => ranks.indexOf(x)`.
    pub(crate) fn eta(&mut self, e: &Expr, count: usize, want: Option<&Ty>) -> Lowered {
        let names: Vec<Ident> =
            (0..count).map(|i| Ident { text: format!("#{}.{i}", e.span.start), span: e.span }).collect();
        let params: Vec<Param> = names.iter().map(|name| Param { name: name.clone(), ty: None }).collect();
        let node = |kind| Expr { span: e.span, depth: 1, kind };
        let given = names.iter().map(|name| node(Kind::Name(name.text.clone()))).collect();
        let value = node(Kind::Call(Box::new(e.clone()), given));
        let body = Block::of(value);
        self.lambda_value(&params, &body, want.filter(|want| matches!(want, Ty::Function(..))), e.span)
    }

    /// A function for a member: its parameters are of these types, its result of `result` where that is known.
    /// Gives the function and what it gives.
    pub(crate) fn function(&mut self, e: &Expr, params: &[Ty], result: &Ty) -> (Tgdl, Ty) {
        let want = Ty::Function(params.to_vec(), Box::new(result.clone()));
        let low = self.expr(e, Some(&want));
        match low.ty {
            Ty::Function(found, gives) if found.len() == params.len() && gives.fits(result) => {
                (low.expr, *gives)
            }
            Ty::Unknown => (low.expr, Ty::Unknown),
            other => {
                let message = format!("expected {}, found {}", article(&want), article(&other));
                (self.wrong_type(e.span, message).expr, Ty::Unknown)
            }
        }
    }

    /// What a function gives for values that have names; where it is written out, its body stands in its place.
    pub(crate) fn inlined(&mut self, e: &Expr, given: &[Lowered], result: Option<&Ty>) -> Lowered {
        if let Kind::Lambda(params, body) = &e.kind
            && params.len() == given.len()
        {
            let depth = self.scope.locals.len();
            for (param, value) in params.iter().zip(given) {
                self.bind_to(&param.name.text, value);
            }
            let low = self.fitted_block(body, result);
            self.scope.locals.truncate(depth);
            return low;
        }
        let params: Vec<Ty> = given.iter().map(|low| low.ty.clone()).collect();
        let (function, ty) = self.function(e, &params, result.unwrap_or(&Ty::Unknown));
        self.build.at = e.span;
        let all = given.iter().map(|low| low.expr.clone()).collect();
        Lowered::new(self.build.call_of(function, all), ty)
    }
}
