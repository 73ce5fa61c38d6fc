//! Operators of two operands.

use super::{Frame, Run, bool, finite, number};
use crate::value::{Step, Value, fault};
use base::NodeId;
use compiler::typed::{BinaryOp, Expr};
use std::cmp::Ordering;

impl<'g> Run<'g> {
    pub(crate) fn binary(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        op: BinaryOp,
        a: &'g Expr,
        b: &'g Expr,
    ) -> Step<'g, Value<'g>> {
        let left = self.expr(f, a)?;
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let decided = bool(a.at, &left)?;
            if decided == (op == BinaryOp::Or) {
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
        op: BinaryOp,
        a: &Value<'g>,
        b: &Value<'g>,
    ) -> Step<'g, Value<'g>> {
        let numbers = || Ok((number(at, a)?, number(at, b)?));
        let bools = || Ok((bool(at, a)?, bool(at, b)?));
        match op {
            BinaryOp::Add => numbers().and_then(|(x, y)| finite(at, x + y)),
            BinaryOp::Subtract => numbers().and_then(|(x, y)| finite(at, x - y)),
            BinaryOp::Multiply => numbers().and_then(|(x, y)| finite(at, x * y)),
            BinaryOp::Divide => numbers().and_then(|(x, y)| finite(at, x / divisor(at, y)?)),
            BinaryOp::Modulo => numbers().and_then(|(x, y)| finite(at, x % divisor(at, y)?)),
            BinaryOp::Power => numbers().and_then(|(x, y)| finite(at, x.powf(y))),
            BinaryOp::Concat => match (a, b) {
                (Value::Text(x), Value::Text(y)) => Ok(Value::Text([&x[..], &y[..]].concat().into())),
                _ => fault(at, "the string is null"),
            },
            BinaryOp::Less => Ok(Value::Bool(compare(at, a, b)?.is_lt())),
            BinaryOp::LessEqual => Ok(Value::Bool(compare(at, a, b)?.is_le())),
            BinaryOp::Greater => Ok(Value::Bool(compare(at, a, b)?.is_gt())),
            BinaryOp::GreaterEqual => Ok(Value::Bool(compare(at, a, b)?.is_ge())),
            BinaryOp::Equal => Ok(Value::Bool(self.world.equal(a, b))),
            BinaryOp::NotEqual => Ok(Value::Bool(!self.world.equal(a, b))),
            BinaryOp::And | BinaryOp::BitAnd => bools().map(|(x, y)| Value::Bool(x & y)),
            BinaryOp::Or | BinaryOp::BitOr => bools().map(|(x, y)| Value::Bool(x | y)),
            BinaryOp::Xor => bools().map(|(x, y)| Value::Bool(x ^ y)),
        }
    }
}

fn divisor<'g>(at: NodeId, n: f64) -> Step<'g, f64> {
    if n == 0.0 { fault(at, "a division by zero") } else { Ok(n) }
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
