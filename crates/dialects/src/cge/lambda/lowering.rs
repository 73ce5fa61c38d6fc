//! From rules to function values of TGDL: what stands behind every expression of a rule, with the types on the way.
//! It knows no statements of a game.

use super::scope::Scope;
use super::tree::{Block, Expr, Kind, Param, Piece, Type};
use super::types::Ty;
use super::words::{article, conversion, counted, nameless, shown_name};
use crate::builder::Builder;
use crate::cge::MAX_PROBLEMS;
use base::{Origins, Problem, Span, nearest};
use language::tree::{Expr as Tgdl, ExprKind, Part, Statement};
use std::collections::BTreeSet;

/// What a rule may know of the game that it is of.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub name: String,
    /// What points are counted in.
    pub points: Ty,
}

/// A function that stands beside the rules, because TGDL has none for what they say.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Extra {
    /// A number without its fraction.
    Whole,
    /// Whether two lists hold the same.
    Same(Ty),
}

/// A value in TGDL with its type in the rule.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    pub expr: Tgdl,
    pub ty: Ty,
    /// It is a zone, which reads as a list and is none.
    pub is_zone: bool,
}

impl Lowered {
    pub(crate) fn new(expr: Tgdl, ty: Ty) -> Lowered {
        Lowered { expr, ty, is_zone: false }
    }
}

/// Statements that must stand before an expression.
pub(crate) type Hoisted = Vec<Statement>;

pub(crate) struct RuleLowering<'o> {
    pub build: Builder<'o>,
    pub facts: Facts,
    pub scope: Scope,
    pub extras: BTreeSet<Extra>,
    pub problems: Vec<Problem>,
    /// What must stand before the expression that is lowered.
    pub hoisted: Hoisted,
    /// How many functions around are only tried, to see what they give.
    pub trials: u32,
}

impl<'o> RuleLowering<'o> {
    pub(crate) fn new(origins: &'o mut Origins, facts: Facts, at: Span) -> RuleLowering<'o> {
        let (scope, extras, problems, hoisted) = Default::default();
        RuleLowering { build: Builder::new(origins, at), facts, scope, extras, problems, hoisted, trials: 0 }
    }

    /// Lowers something, and gives the statements that must stand before it instead of leaving them where it stands.
    pub(crate) fn hoisting<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> (T, Hoisted) {
        let outer = std::mem::take(&mut self.hoisted);
        let result = lower(self);
        (result, std::mem::replace(&mut self.hoisted, outer))
    }

    // ---- problems ----

    pub(crate) fn report(&mut self, problem: Problem) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
    }

    /// What stands for an expression whose problem has been reported.
    pub(crate) fn error_expr(&mut self, span: Span) -> Lowered {
        self.value_at(span, Ty::Unknown, |b| b.null())
    }

    pub(crate) fn fail(&mut self, problem: Problem) -> Lowered {
        let span = problem.span;
        self.report(problem);
        self.error_expr(span)
    }

    /// A value that lasts: what is in a zone now.
    pub(crate) fn copied(&mut self, low: Lowered) -> Tgdl {
        if low.is_zone { self.build.method(low.expr, "copy", Vec::new()) } else { low.expr }
    }

    /// A value at a place.
    pub(crate) fn value_at(
        &mut self,
        span: Span,
        ty: Ty,
        make: impl FnOnce(&mut Builder<'o>) -> Tgdl,
    ) -> Lowered {
        self.build.at = span;
        Lowered::new(make(&mut self.build), ty)
    }

    /// Reports that a value is of the wrong type.
    pub(crate) fn wrong_type(&mut self, span: Span, message: impl Into<String>) -> Lowered {
        self.fail(type_error(span, message))
    }

    /// A value where one of another type is expected.
    pub(crate) fn fit(&mut self, mut low: Lowered, want: &Ty, span: Span) -> Lowered {
        if !low.ty.fits(want) {
            let message = format!("expected {}, found {}", article(want), article(&low.ty));
            let mut problem = type_error(span, message);
            problem.hints.extend(conversion(&low.ty, want).map(str::to_owned));
            return self.fail(problem);
        }
        self.close(&mut low, want, span);
        low
    }

    /// An empty list of nothing becomes one of what is wanted.
    fn close(&mut self, low: &mut Lowered, want: &Ty, span: Span) {
        let is_empty = matches!(&low.expr.kind, ExprKind::Braces(all) if all.is_empty());
        if is_empty && !want.is_open() {
            self.build.at = span;
            low.expr = self.build.collection(want, Vec::new());
        }
        if low.ty.is_open() && !want.is_open() {
            low.ty = want.clone();
        }
    }

    /// An expression of a type that is known.
    pub(crate) fn typed(&mut self, e: &Expr, want: &Ty) -> Lowered {
        let low = self.expr(e, Some(want));
        self.fit(low, want, e.span)
    }

    // ---- expressions ----

    pub(crate) fn expr(&mut self, e: &Expr, want: Option<&Ty>) -> Lowered {
        self.build.at = e.span;
        match &e.kind {
            Kind::Missing => self.error_expr(e.span),
            Kind::Int(n) => Lowered::new(self.build.number(*n), Ty::Int),
            Kind::Double(n) => Lowered::new(self.build.number(*n), Ty::Double),
            Kind::Bool(value) => Lowered::new(self.build.expr(ExprKind::Bool(*value)), Ty::Boolean),
            Kind::Text(pieces) => self.text(pieces, e.span),
            Kind::Name(name) => self.name(name, e, want),
            Kind::Member(of, name) => self.member(e, of, name, want),
            Kind::Call(callee, arguments) => self.call(e, callee, arguments, want),
            Kind::Typed(of, types) => self.typed_value(of, types, &[], e.span),
            Kind::Not(of) => {
                let of = self.typed(of, &Ty::Boolean);
                self.value_at(e.span, Ty::Boolean, |b| b.not(of.expr))
            }
            Kind::Negate(of) => self.negate(of, e.span),
            Kind::Binary(left, sign, right) => self.binary(e.span, left, sign, right, want),
            Kind::Lambda(params, body) => self.lambda_value(params, body, want, e.span),
            Kind::If(condition, yes, no) => self.if_value((condition, yes, no), want, e.span),
            Kind::Match(value, cases) => self.match_value(value, cases, want, e.span),
            Kind::Block(block) => self.block(block, want),
        }
    }

    fn text(&mut self, pieces: &[Piece], span: Span) -> Lowered {
        let mut parts = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) if text.is_empty() => {}
                Piece::Text(text) => parts.push(Part::Text(text.clone())),
                Piece::Expr(e) => {
                    let low = self.expr(e, None);
                    let shown = self.shown(low, e.span);
                    parts.push(Part::Expr(shown));
                }
            }
        }
        self.value_at(span, Ty::String, |b| b.expr(ExprKind::String(parts)))
    }

    /// A value as it stands in a text.
    pub(crate) fn shown(&mut self, low: Lowered, span: Span) -> Tgdl {
        self.build.at = span;
        match low.ty {
            Ty::Int | Ty::Double | Ty::String | Ty::Boolean | Ty::Unknown => low.expr,
            Ty::Player => self.build.member(low.expr, "name"),
            ty => {
                let problem = type_error(span, format!("{} cannot stand in a text", article(&ty)));
                self.fail(problem.hint("only numbers, texts, Booleans and players can")).expr
            }
        }
    }

    fn name(&mut self, name: &str, e: &Expr, want: Option<&Ty>) -> Lowered {
        if let Some(local) = self.scope.find(name) {
            let (tgdl, ty) = (local.tgdl.clone(), local.ty.clone());
            let expr = if ty.is_single() { self.build.null() } else { self.build.var(&tgdl) };
            return Lowered::new(expr, ty);
        }
        match name {
            "None" => Lowered::new(self.build.null(), Ty::option(Ty::Nothing)),
            "Nil" => Lowered::new(self.build.braces(Vec::new()), Ty::list(Ty::Nothing)),
            "Some" | "identity" | "List" if matches!(want, Some(Ty::Function(..))) => self.eta(e, 1, want),
            _ => self.unknown_name(name, e.span),
        }
    }

    pub(crate) fn unknown_name(&mut self, name: &str, span: Span) -> Lowered {
        if name.starts_with('#') {
            let problem = Problem::error("stray-placeholder", span, "nothing says what this `_` stands for");
            return self.fail(problem.hint("write a parameter: `c => ...`"));
        }
        let known: Vec<String> = self.scope.locals.iter().map(|l| l.name.clone()).collect();
        let near = nearest(
            name,
            known.iter().map(String::as_str).chain(["List", "Some", "None", "Nil", "Map", "Set"]),
        );
        let mut problem = Problem::error("unknown-word", span, format!("nothing here is called `{name}`"));
        let shown = known.iter().filter(|name| !name.starts_with('#') && *name != "_");
        let shown: Vec<String> = shown.map(|name| format!("`{name}`")).collect();
        if let Some(near) = near {
            problem = problem.hint(format!("did you mean `{near}`?"));
        } else if !shown.is_empty() {
            problem = problem.hint(format!("there is {}", shown.join(", ")));
        }
        self.fail(problem)
    }

    // ---- functions ----

    /// A function where it stands as a value.
    pub(crate) fn lambda_value(
        &mut self,
        params: &[Param],
        body: &Block,
        want: Option<&Ty>,
        span: Span,
    ) -> Lowered {
        let (wanted, result) = match want {
            Some(Ty::Function(wanted, result)) => (Some(wanted.as_slice()), Some(result.as_ref())),
            Some(other) if !other.is_open() => {
                return self.wrong_type(span, format!("expected {}, found a function", article(other)));
            }
            _ => (None, None),
        };
        self.lambda(params, body, wanted, result, span)
    }

    /// A function whose parameters are of known types, where `wanted` says so.
    pub(crate) fn lambda(
        &mut self,
        params: &[Param],
        body: &Block,
        wanted: Option<&[Ty]>,
        result: Option<&Ty>,
        span: Span,
    ) -> Lowered {
        if let Some(wanted) = wanted.filter(|w| w.len() != params.len()) {
            return self.fail(Problem::error("rule-parameters", span, counted(wanted, params)));
        }
        let (depth, taken) = (self.scope.locals.len(), self.scope.names());
        let (types, names) = self.bind(params, wanted);
        let (mut value, hoisted) = self.hoisting(|c| c.block(body, result));
        if let Some(result) = result {
            value = self.fit(value, result, body.value.span);
        }
        self.scope.locals.truncate(depth);
        self.scope.forget(taken);
        self.build.at = span;
        let ty = Ty::Function(types, Box::new(value.ty.clone()));
        let value = self.copied(value);
        Lowered::new(self.build.lambda(&names, hoisted, value), ty)
    }

    /// Makes the parameters known; gives their types, and the names of those that TGDL has too.
    fn bind(&mut self, params: &[Param], wanted: Option<&[Ty]>) -> (Vec<Ty>, Vec<String>) {
        let (mut types, mut names) = (Vec::new(), Vec::new());
        for (i, param) in params.iter().enumerate() {
            let wanted = wanted.and_then(|w| w.get(i));
            let ty = self.param_type(param, wanted);
            let mut tgdl = String::new();
            if !ty.is_single() {
                let own = param.name.text.as_str();
                let is_nameless = own == "_" || own.starts_with('#');
                tgdl = self.scope.fresh(if is_nameless { nameless(&ty) } else { own });
                names.push(tgdl.clone());
            }
            self.scope.add(&param.name.text, ty.clone(), tgdl);
            types.push(ty);
        }
        (types, names)
    }

    fn param_type(&mut self, param: &Param, wanted: Option<&Ty>) -> Ty {
        let written = param.ty.as_ref().map(|ty| self.ty(ty));
        match (written, wanted) {
            (Some(written), Some(wanted)) => {
                if !wanted.fits(&written) {
                    let (is, not) = (article(wanted), article(&written));
                    let message = format!("`{}` is {is} here, not {not}", param.name.text);
                    let span = param.ty.as_ref().map_or(param.name.span, |ty| ty.span);
                    self.report(type_error(span, message).hint(format!("write `{wanted}`")));
                }
                wanted.clone()
            }
            (Some(ty), None) => ty,
            (None, Some(ty)) => ty.clone(),
            (None, None) => {
                let message = format!("nothing says of what type `{}` is", shown_name(&param.name.text));
                let problem = Problem::error("rule-needs-type", param.name.span, message);
                self.report(problem.hint("write its type: `(card: Card) => ...`"));
                Ty::Unknown
            }
        }
    }

    /// A type as its author wrote it.
    pub(crate) fn ty(&mut self, written: &Type) -> Ty {
        Ty::read(written).unwrap_or_else(|(span, name, near)| {
            let mut problem = Problem::error("rule-unknown-type", span, format!("there is no type `{name}`"));
            if let Some(near) = near {
                problem = problem.hint(format!("did you mean `{near}`?"));
            }
            self.report(problem);
            Ty::Unknown
        })
    }
}

/// A value is of another type than is needed there.
pub(crate) fn type_error(span: Span, message: impl Into<String>) -> Problem {
    Problem::error("rule-type", span, message)
}
