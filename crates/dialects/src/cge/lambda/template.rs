//! Pieces of TGDL with gaps, written as text: reading them, and filling their gaps with trees. It does not know which
//! members of rules are made of them.

use super::lowering::{Extra, Lowered, RuleLowering};
use super::scope::Scope;
use super::types::Ty;
use crate::builder::Builder;
use crate::tgdl;
use base::{FileId, NodeId, Origins};
use language::tree::{
    Argument, Declare, Expr, ExprKind, Initialiser, Item, Lambda, LambdaBody, Part, StatementKind, TypeKind,
    TypeRef,
};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// `list = it; list.take(list.length - 1)`: a value, and before it names for what it looks at several times. A name
/// with `number` before it is one of a number, any other stands for a gap.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub names: Vec<Declare>,
    pub value: Expr,
}

impl Template {
    /// Reads a template; the value of one that is no TGDL is missing.
    pub(crate) fn read(text: &str) -> Template {
        let (names, value) = text.rsplit_once("; ").unwrap_or(("", text));
        let mut body = String::new();
        for name in names.split("; ").filter(|name| !name.is_empty()) {
            body += if name.starts_with("number ") { "" } else { "var " };
            body += &format!("{name}; ");
        }
        let text = format!("function f() {{ {body}return {value}; }}");
        let checked = tgdl::parse(FileId(0), &text, &mut Origins::default());
        let mut template = Template { names: Vec::new(), value: missing() };
        let function = checked.value.items.into_iter().next().filter(|_| checked.problems.is_empty());
        let Some(Item::Function(function)) = function else { return template };
        for statement in function.body.unwrap_or_default().statements {
            match statement.kind {
                StatementKind::Declare(declare) => template.names.push(declare),
                StatementKind::Return(Some(value)) => template.value = value,
                _ => {}
            }
        }
        template
    }

    /// How many of the names at the beginning stand for nothing but this gap.
    pub(crate) fn names_of(&self, gap: &str) -> usize {
        let is_gap = |name: &&Declare| name.value.as_ref().is_some_and(|value| is_name(value, gap));
        self.names.iter().take_while(is_gap).count()
    }
}

fn missing() -> Expr {
    Expr { id: NodeId::default(), kind: ExprKind::Missing }
}

pub(crate) fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(own) if own == name)
}

/// What fills the gaps of a template: values, and types for the letters that stand for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gaps {
    pub values: Vec<(String, Lowered)>,
    pub types: Vec<(String, Ty)>,
}

impl Gaps {
    /// The innermost value of that name.
    fn value(&self, name: &str) -> Option<&Lowered> {
        self.values.iter().rev().find(|(known, _)| known == name).map(|(_, low)| low)
    }

    pub(crate) fn ty(&self, letter: &str) -> Option<&Ty> {
        self.types.iter().find(|(known, _)| known == letter).map(|(_, ty)| ty)
    }
}

impl RuleLowering<'_> {
    /// Makes the statements for some names of a template, and fills the gaps that these names are.
    pub(crate) fn name_values(&mut self, template: &Template, some: Range<usize>, gaps: &mut Gaps) {
        for declare in &template.names[some] {
            let Some(value) = &declare.value else { continue };
            let low = match (&value.kind, &declare.ty.kind) {
                (ExprKind::Name(gap), TypeKind::Inferred) => gaps.value(gap).cloned(),
                _ => None,
            };
            let low = low.unwrap_or_else(|| Lowered::new(self.fill(value, gaps), Ty::Int));
            let name = declare.name.text.clone();
            let low = match low.ty {
                Ty::Function(..) => self.declared(low, &name),
                _ => self.once(low, &name),
            };
            gaps.values.push((name, low));
        }
    }

    /// An expression of a template with its gaps filled.
    pub(crate) fn fill(&mut self, expr: &Expr, gaps: &mut Gaps) -> Expr {
        let mut filler = Filler { build: &mut self.build, scope: &mut self.scope, gaps, needs_whole: false };
        let filled = filler.expr(expr);
        if filler.needs_whole {
            self.extras.insert(Extra::Whole);
        }
        filled
    }

    /// A template without names: `c.quote("list.take(n)", &[("list", list), ("n", n)])`
    pub(crate) fn quote<const N: usize>(&mut self, text: &str, values: [(&str, &Expr); N]) -> Expr {
        self.fill(&read_value(text), &mut gaps(values))
    }
}

impl Builder<'_> {
    /// A template without names, outside of rules.
    pub(crate) fn quote<const N: usize>(&mut self, text: &str, values: [(&str, &Expr); N]) -> Expr {
        let (mut scope, mut gaps) = (Scope::default(), gaps(values));
        let mut filler = Filler { build: self, scope: &mut scope, gaps: &mut gaps, needs_whole: false };
        filler.expr(&read_value(text))
    }
}

/// The value of a template that stands in the code. Each is read once.
fn read_value(text: &str) -> Arc<Expr> {
    static READ: LazyLock<Mutex<BTreeMap<String, Arc<Expr>>>> = LazyLock::new(Mutex::default);
    let mut known = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(value) = known.get(text) {
        return value.clone();
    }
    let value = Arc::new(Template::read(text).value);
    debug_assert_ne!(value.kind, ExprKind::Missing, "{text}");
    known.insert(text.to_owned(), value.clone());
    value
}

fn gaps<const N: usize>(values: [(&str, &Expr); N]) -> Gaps {
    let values = values.map(|(name, value)| (name.to_owned(), Lowered::new(value.clone(), Ty::Unknown)));
    Gaps { values: values.into(), types: Vec::new() }
}

struct Filler<'a, 'o> {
    build: &'a mut Builder<'o>,
    scope: &'a mut Scope,
    gaps: &'a mut Gaps,
    /// It calls `whole`, which must stand beside the rules.
    needs_whole: bool,
}

impl Filler<'_, '_> {
    /// Parameters of functions get names that nothing else has.
    fn expr(&mut self, expr: &Expr) -> Expr {
        use ExprKind as E;
        let kind = match &expr.kind {
            E::Name(name) => match self.gaps.value(name) {
                Some(low) => return low.expr.clone(),
                None => {
                    self.needs_whole |= name == "whole";
                    E::Name(name.clone())
                }
            },
            E::String(parts) => E::String(parts.iter().map(|part| self.part(part)).collect()),
            E::Member(of, name) => E::Member(self.boxed(of), self.build.name(&name.text)),
            E::Index(of, at) => E::Index(self.boxed(of), self.boxed(at)),
            E::Call(callee, arguments) => E::Call(self.boxed(callee), self.arguments(arguments)),
            E::New(ty, values) => {
                let values = match values {
                    Some(Initialiser::Elements(all)) => Some(Initialiser::Elements(self.all(all))),
                    _ => None,
                };
                E::New(self.ty(ty), values)
            }
            E::Braces(values) => E::Braces(self.all(values)),
            E::Unary(op, of) => E::Unary(*op, self.boxed(of)),
            E::Binary(op, left, right) => E::Binary(*op, self.boxed(left), self.boxed(right)),
            E::Ternary(test, yes, no) => E::Ternary(self.boxed(test), self.boxed(yes), self.boxed(no)),
            E::Coalesce(left, right) => E::Coalesce(self.boxed(left), self.boxed(right)),
            E::Assign(to, op, value) => E::Assign(self.boxed(to), *op, self.boxed(value)),
            E::As(of, ty) => E::As(self.boxed(of), self.ty(ty)),
            E::Range(low, high) => E::Range(self.boxed(low), self.boxed(high)),
            E::Lambda(Lambda { parameters, body: LambdaBody::Expr(body) }) => {
                let names: Vec<String> = parameters.iter().map(|p| self.scope.fresh(&p.name.text)).collect();
                let depth = self.gaps.values.len();
                for (parameter, name) in parameters.iter().zip(&names) {
                    let low = Lowered::new(self.build.var(name), Ty::Unknown);
                    self.gaps.values.push((parameter.name.text.clone(), low));
                }
                let body = self.expr(body);
                self.gaps.values.truncate(depth);
                return self.build.lambda(&names, Vec::new(), body);
            }
            other => other.clone(),
        };
        self.build.expr(kind)
    }

    fn boxed(&mut self, expr: &Expr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    fn all(&mut self, all: &[Expr]) -> Vec<Expr> {
        all.iter().map(|expr| self.expr(expr)).collect()
    }

    fn arguments(&mut self, all: &[Argument]) -> Vec<Argument> {
        let value = |argument: &Argument| Argument {
            name: argument.name.as_ref().map(|name| self.build.name(&name.text)),
            value: self.expr(&argument.value),
        };
        all.iter().map(value).collect()
    }

    fn part(&mut self, part: &Part) -> Part {
        match part {
            Part::Text(text) => Part::Text(text.clone()),
            Part::Expr(expr) => Part::Expr(self.expr(expr)),
        }
    }

    fn ty(&mut self, ty: &TypeRef) -> TypeRef {
        match &ty.kind {
            TypeKind::Named { name, .. } => match self.gaps.ty(name).cloned() {
                Some(ty) => self.build.ty(&ty),
                None => self.build.named_type(name),
            },
            TypeKind::Generic(name, of) => {
                let of = of.iter().map(|ty| self.ty(ty)).collect();
                let kind = TypeKind::Generic(self.build.name(&name.text), of);
                TypeRef { id: self.build.id(), kind }
            }
            _ => TypeRef { id: self.build.id(), kind: ty.kind.clone() },
        }
    }
}
