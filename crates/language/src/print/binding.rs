//! How tightly expressions bind, and what stands at their two ends: where brackets are needed.

use crate::tree::{BinaryOp, Expr, ExprKind, Lambda, LambdaBody};

/// How tightly an expression binds where it stands; the operators have twice [`BinaryOp::level`], plus [`LOOSE`].
pub(super) const ASSIGN: u8 = 0;
/// Function values, `? :`, `choose` and `suppose`: anything that assigns nothing.
pub(super) const VALUE: u8 = 1;
pub(super) const COALESCE: u8 = 2;
/// A chain of operators.
pub(super) const LOOSE: u8 = 3;
pub(super) const RANGE: u8 = LOOSE + 9;
pub(super) const SUM: u8 = LOOSE + 10;
pub(super) const UNARY: u8 = LOOSE + 15;
pub(super) const TYPED: u8 = UNARY + 1;
pub(super) const POSTFIX: u8 = UNARY + 2;
/// Nothing binds this tightly: what stands there gets brackets.
pub(super) const ALWAYS: u8 = POSTFIX + 1;

pub(super) fn tightness(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Assign(..) => ASSIGN,
        ExprKind::Ternary(..) | ExprKind::Lambda(_) | ExprKind::Choose(_) | ExprKind::Suppose(..) => VALUE,
        // The step ends a chain of operators.
        ExprKind::Coalesce(..) | ExprKind::Stepped(..) => COALESCE,
        ExprKind::Chain(..) => LOOSE,
        ExprKind::Binary(op, ..) => LOOSE + op.level() * 2,
        ExprKind::Range(..) => RANGE,
        ExprKind::Unary(..) => UNARY,
        ExprKind::Number(n) if n.is_sign_negative() => UNARY,
        ExprKind::Is(..) | ExprKind::As(..) => TYPED,
        _ => POSTFIX,
    }
}

/// Whether `&&` follows `||` or the other way round: the same without brackets, but not to a reader.
pub(super) fn mixes(op: BinaryOp, left: &Expr) -> bool {
    match &left.kind {
        ExprKind::Binary(inner, ..) => op.level() == 1 && inner.level() == 1 && *inner != op,
        _ => false,
    }
}

/// Whether the last word is a type, to which a `<` after it would belong.
pub(super) fn ends_in_type(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Is(..) | ExprKind::As(..) => true,
        ExprKind::Unary(_, last)
        | ExprKind::Binary(_, _, last)
        | ExprKind::Range(_, last)
        | ExprKind::Stepped(_, last) => ends_in_type(last),
        _ => false,
    }
}

/// Whether a brace right after the expression would belong to it: `new T()`, `choose T`
pub(super) fn takes_brace(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::New(_, None) => true,
        ExprKind::Choose(choose) => choose.spec.filters.is_empty(),
        ExprKind::Unary(_, last)
        | ExprKind::Binary(_, _, last)
        | ExprKind::Range(_, last)
        | ExprKind::Stepped(_, last)
        | ExprKind::Ternary(_, _, last)
        | ExprKind::Coalesce(_, last)
        | ExprKind::Assign(_, _, last)
        | ExprKind::Suppose(_, last)
        | ExprKind::Lambda(Lambda { body: LambdaBody::Expr(last), .. }) => takes_brace(last),
        ExprKind::Chain(_, rest) => rest.last().is_some_and(|(_, last)| takes_brace(last)),
        _ => false,
    }
}

/// Whether the first sign is a brace, which starts a block where a statement may stand.
pub(super) fn starts_with_brace(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Braces(_) => true,
        ExprKind::Member(first, _)
        | ExprKind::Index(first, _)
        | ExprKind::Call(first, _)
        | ExprKind::Binary(_, first, _)
        | ExprKind::Chain(first, _)
        | ExprKind::Ternary(first, _, _)
        | ExprKind::Coalesce(first, _)
        | ExprKind::Is(first, _)
        | ExprKind::As(first, _)
        | ExprKind::Range(first, _)
        | ExprKind::Stepped(first, _)
        | ExprKind::Assign(first, _, _) => starts_with_brace(first),
        _ => false,
    }
}

/// Whether a `^` would stand in the same unbracketed run of operators.
pub(super) fn holds_caret(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Chain(..) => true,
        ExprKind::Binary(op, left, right) => {
            *op == BinaryOp::Power || holds_caret(left) || holds_caret(right)
        }
        _ => false,
    }
}
