//! Which expressions give a list that nobody else holds, as far as they tell by themselves. It follows no variables
//! and no calls.

use crate::typed::{Expr, ExprKind};
use language::catalogue::{Builtin, Effect, entry};

/// Whether the value is a list that nobody else holds.
pub(crate) fn is_fresh(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::NewList(_)
        | ExprKind::NewStack(_)
        | ExprKind::NewTable(_)
        | ExprKind::Range(..)
        | ExprKind::AllOf(_)
        | ExprKind::EnumBuiltin(..)
        | ExprKind::BoardBuiltin(..)
        | ExprKind::Null => true,
        ExprKind::Builtin(b, _) => makes_new(*b),
        ExprKind::Ternary(_, a, b) | ExprKind::Coalesce(a, b) => is_fresh(a) && is_fresh(b),
        _ => false,
    }
}

/// Whether a builtin gives a list that it has made itself.
fn makes_new(b: Builtin) -> bool {
    let gives_element = matches!(
        b,
        Builtin::ListFirst
            | Builtin::ListLast
            | Builtin::ListMinBy
            | Builtin::ListMaxBy
            | Builtin::ListRandom
            | Builtin::ListFold
            | Builtin::StackTop
            | Builtin::RandomPick
            | Builtin::DiceFaces
    );
    !gives_element && entry(b).effect != Effect::Mutates
}
