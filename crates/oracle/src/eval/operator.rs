//! Operators of two operands.

use super::{Frame, Run, bool, finite, number};
use crate::value::{Step, Value, fault};
use base::NodeId;
use compiler::typed::{Expr, Op};
use std::cmp::Ordering;

impl<'g> Run<'g> {
    pub(crate) fn binary(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        op: Op,
        a: &'g Expr,
        b: &'g Expr,
    ) -> Step<'g, Value<'g>> {
        let left = self.expr(f, a)?;
        if matches!(op, Op::And | Op::Or) {
            let decided = bool(a.at, &left)?;
            if decided == (op == Op::Or) {
                return Ok(Value::Bool(decided));
            }
            let right = self.expr(f, b)?;
            return Ok(Value::Bool(bool(b.at, &right)?));
        }
        let right = self.expr(f, b)?;
        self.operate(at, op, &left, &right)
    }

    /// The operators that evaluate both sides.
    pub(crate) fn operate(
        &mut self,
        at: NodeId,
        op: Op,
        a: &Value<'g>,
        b: &Value<'g>,
    ) -> Step<'g, Value<'g>> {
        let numbers = || Ok((number(at, a)?, number(at, b)?));
        let bools = || Ok((bool(at, a)?, bool(at, b)?));
        match op {
            Op::Add => numbers().and_then(|(x, y)| finite(at, x + y)),
            Op::Subtract => numbers().and_then(|(x, y)| finite(at, x - y)),
            Op::Multiply => numbers().and_then(|(x, y)| finite(at, x * y)),
            Op::Divide => numbers().and_then(|(x, y)| finite(at, x / y)),
            Op::Modulo => numbers().and_then(|(x, y)| finite(at, x % y)),
            Op::Power => numbers().and_then(|(x, y)| finite(at, x.powf(y))),
            Op::Concat => match (a, b) {
                (Value::Text(x), Value::Text(y)) => Ok(Value::Text([&x[..], &y[..]].concat().into())),
                _ => fault(at, "the string is null"),
            },
            Op::Less => Ok(Value::Bool(compare(at, a, b)?.is_lt())),
            Op::LessEqual => Ok(Value::Bool(compare(at, a, b)?.is_le())),
            Op::Greater => Ok(Value::Bool(compare(at, a, b)?.is_gt())),
            Op::GreaterEqual => Ok(Value::Bool(compare(at, a, b)?.is_ge())),
            Op::Equal => Ok(Value::Bool(a.same(b))),
            Op::NotEqual => Ok(Value::Bool(!a.same(b))),
            Op::And | Op::BitAnd => bools().map(|(x, y)| Value::Bool(x & y)),
            Op::Or | Op::BitOr => bools().map(|(x, y)| Value::Bool(x | y)),
            Op::Xor => bools().map(|(x, y)| Value::Bool(x ^ y)),
        }
    }
}

/// The order of numbers, players, cases and strings; null has none.
pub(crate) fn compare<'g>(at: NodeId, a: &Value<'g>, b: &Value<'g>) -> Step<'g, Ordering> {
    match (a, b) {
        (Value::Text(x), Value::Text(y)) => Ok(x.cmp(y)),
        (Value::Case(_, x), Value::Case(_, y)) => Ok(x.cmp(y)),
        _ => {
            let (x, y) = (number(at, a)?, number(at, b)?);
            Ok(x.partial_cmp(&y).unwrap_or(Ordering::Equal))
        }
    }
}
