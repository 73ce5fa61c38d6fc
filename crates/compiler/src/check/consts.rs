//! Values that must be known before the game runs: numbers of players, sizes, values of cases.
//! It knows no variables.

use super::problems as problem;
use super::world::{Definition, World};
use crate::typed::{self, Const, EnumId, Type};
use base::{NodeId, Problem};
use language::tree::{BinaryOp, Expr, ExprKind, Name, Part, UnaryOp};

impl World<'_> {
    /// The value of a constant expression, or the part of it that is none.
    pub(super) fn constant(&self, module: usize, e: &Expr) -> Result<Const, NodeId> {
        if let Some(option) = self.option_named(module, e) {
            return self.option_constant(option, e.id).ok_or(e.id);
        }
        if let Some(Definition::Const(constant)) = self.lookup_expr(module, e) {
            return self.constant_read(constant, e.id).ok_or(e.id);
        }
        match &e.kind {
            ExprKind::Number(n) => Ok(Const::Number(*n)),
            ExprKind::Bool(b) => Ok(Const::Bool(*b)),
            ExprKind::Null => Ok(Const::Null),
            ExprKind::String(parts) => plain_text(parts).map(Const::String).ok_or(e.id),
            ExprKind::Unary(op, inner) => match (op, self.constant(module, inner)?) {
                (UnaryOp::Negate, Const::Number(n)) => Ok(Const::Number(-n)),
                (UnaryOp::Not, Const::Bool(b)) => Ok(Const::Bool(!b)),
                _ => Err(e.id),
            },
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.constant(module, a)?, self.constant(module, b)?);
                fold(*op, &a, &b).ok_or(e.id)
            }
            ExprKind::Ternary(check, a, b) => match self.constant(module, check)? {
                Const::Bool(check) => self.constant(module, if check { a } else { b }),
                _ => Err(check.id),
            },
            ExprKind::Chain(first, rest) => self.constant_chain(module, e.id, first, rest),
            ExprKind::Member(inner, name) => match self.lookup_expr(module, inner) {
                Some(Definition::Enum(id)) if matches!(inner.kind, ExprKind::Name(_)) => {
                    Ok(Const::Case(id, self.case_named(id, &name.text).ok_or(e.id)?))
                }
                _ => Err(e.id),
            },
            _ => Err(e.id),
        }
    }

    fn constant_chain(
        &self,
        module: usize,
        at: NodeId,
        first: &Expr,
        rest: &[(BinaryOp, Expr)],
    ) -> Result<Const, NodeId> {
        let mut values = vec![self.constant(module, first)?];
        let mut ops: Vec<BinaryOp> = Vec::new();
        for (op, e) in rest {
            reduce(&mut values, &mut ops, op.level()).ok_or(at)?;
            ops.push(*op);
            values.push(self.constant(module, e)?);
        }
        reduce(&mut values, &mut ops, 0).ok_or(at)?;
        values.pop().ok_or(at)
    }

    /// A constant of a type, null where it was reported already what is wrong with it; `why` says what needs it.
    pub(super) fn constant_of(&self, module: usize, e: &Expr, ty: &Type, why: &str) -> Option<Const> {
        if e.kind == ExprKind::Missing {
            return Some(Const::Null);
        }
        let value = match self.constant(module, e) {
            Ok(value) => value,
            Err(at) if self.wrong_options.borrow().contains(&at) => return Some(Const::Null),
            Err(at) => {
                let unknown = self.no_such_case(module, e);
                return self.refuse(unknown.unwrap_or_else(|| problem::not_constant(self.span(at), why)));
            }
        };
        let found = const_type(&value);
        if self.fits(&found, ty) {
            return Some(value);
        }
        self.refuse(problem::wrong_type(self.span(e.id), &self.name_of(ty), &self.name_of(&found), why))
    }

    /// What is wrong with `Colour.Redd`, if that is what stands there.
    fn no_such_case(&self, module: usize, e: &Expr) -> Option<Problem> {
        let ExprKind::Member(inner, name) = &e.kind else { return None };
        let Some(Definition::Enum(id)) = self.lookup_expr(module, inner) else { return None };
        self.case_named(id, &name.text).is_none().then(|| self.unknown_case(id, name))
    }

    pub(super) fn unknown_case(&self, id: EnumId, name: &Name) -> Problem {
        let known = self.all_cases.get(id.index()).into_iter().flatten();
        let known = known.map(|c| c.1.name.text.as_str());
        let owner = &self.enums[id.index()].1.name.text;
        problem::unknown_case(self.span(name.id), owner, &name.text, known)
    }

    /// A constant number; reports where there is none.
    pub(super) fn constant_number(&self, module: usize, e: &Expr, why: &str) -> Option<f64> {
        match self.constant_of(module, e, &Type::Number, why)? {
            Const::Number(n) => Some(n),
            _ => None,
        }
    }

    /// A constant whole number between two bounds; reports where there is none.
    pub(super) fn constant_whole(
        &self,
        module: usize,
        e: &Expr,
        bounds: (u32, u32),
        why: &str,
    ) -> Option<u32> {
        match self.constant_of(module, e, &Type::Number, why)? {
            Const::Number(n) if n.fract() == 0.0 && n >= f64::from(bounds.0) && n <= f64::from(bounds.1) => {
                Some(n as u32)
            }
            Const::Number(n) => self.refuse(problem::out_of_bounds(self.span(e.id), n, bounds, why)),
            _ => Some(bounds.0),
        }
    }
}

fn reduce(values: &mut Vec<Const>, ops: &mut Vec<BinaryOp>, level: u8) -> Option<()> {
    while let Some(op) = ops.last().copied().filter(|op| op.level() >= level) {
        ops.pop();
        let (b, a) = (values.pop()?, values.pop()?);
        values.push(fold(op, &a, &b)?);
    }
    Some(())
}

fn fold(op: BinaryOp, a: &Const, b: &Const) -> Option<Const> {
    match (op, a, b) {
        (BinaryOp::Equal, a, b) => return like(a, b).then(|| Const::Bool(a == b)),
        (BinaryOp::NotEqual, a, b) => return like(a, b).then(|| Const::Bool(a != b)),
        (BinaryOp::And | BinaryOp::BitAnd, Const::Bool(a), Const::Bool(b)) => {
            return Some(Const::Bool(*a && *b));
        }
        (BinaryOp::Or | BinaryOp::BitOr, Const::Bool(a), Const::Bool(b)) => {
            return Some(Const::Bool(*a || *b));
        }
        _ => {}
    }
    let (Const::Number(a), Const::Number(b)) = (a, b) else { return None };
    let n = match op {
        BinaryOp::Less => return Some(Const::Bool(a < b)),
        BinaryOp::LessEqual => return Some(Const::Bool(a <= b)),
        BinaryOp::Greater => return Some(Const::Bool(a > b)),
        BinaryOp::GreaterEqual => return Some(Const::Bool(a >= b)),
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        BinaryOp::Modulo => a % b,
        BinaryOp::Power => a.powf(*b),
        _ => return None,
    };
    n.is_finite().then_some(Const::Number(n))
}

/// Whether two constants are of one type.
fn like(a: &Const, b: &Const) -> bool {
    const_type(a) == const_type(b)
}

pub(super) fn const_type(value: &Const) -> Type {
    match value {
        Const::Null => Type::Null,
        Const::Number(_) => Type::Number,
        Const::String(_) => Type::String,
        Const::Bool(_) => Type::Bool,
        Const::Case(id, _) => Type::Enum(*id),
    }
}

/// What stands where an option or a constant is read.
pub(super) fn fixed(at: NodeId, value: Const) -> typed::Expr {
    use typed::ExprKind as K;
    let ty = const_type(&value);
    let kind = match value {
        Const::Null => return super::scope::error(at),
        Const::Number(n) => K::Number(n),
        Const::String(text) => K::String(text),
        Const::Bool(b) => K::Bool(b),
        Const::Case(id, i) => K::Case(id, i),
    };
    typed::Expr { at, ty, kind }
}

/// The text of a string without computed pieces.
pub(super) fn plain_text(parts: &[Part]) -> Option<String> {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Text(t) => text.push_str(t),
            Part::Expr(_) => return None,
        }
    }
    Some(text)
}
