//! Operators, conversions and computed texts. It knows nothing of where their operands come from.

use super::Emitter;
use super::conditions::is_text;
use super::function::FunctionBuilder;
use crate::typed::{BinaryOp, Conversion, Expr, ExprKind, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::{Reg, convert};
use language::catalogue::Builtin;

impl FunctionBuilder<'_, '_> {
    pub(super) fn binary(&mut self, e: &Expr, op: BinaryOp, a: &Expr, b: &Expr, d: Reg) {
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            return self.truth(e, d);
        }
        if let (BinaryOp::Add | BinaryOp::Subtract, Some(k)) = (op, small(b)) {
            let (a, k) = (self.value(a), if op == BinaryOp::Add { k } else { -k });
            return self.emit(e.at, Op::AddSmall { d, a, k });
        }
        let (ta, tb) = (a.ty.clone(), b.ty.clone());
        let text = is_text(a, b);
        let (a, b) = (self.value(a), self.value(b));
        self.operate(e.at, op, (&ta, &tb, text), a, b, d);
    }

    /// One operation on registers; the types are those of the operands.
    pub(super) fn operate(
        &mut self,
        at: NodeId,
        op: BinaryOp,
        (ta, tb, text): (&Type, &Type, bool),
        a: Reg,
        b: Reg,
        d: Reg,
    ) {
        let ordinal = Emitter::is_ordinal(ta) || Emitter::is_ordinal(tb);
        let words = ta == &Type::String;
        let less = |a, b| match (ordinal, words) {
            (true, _) => Op::LessCase { d, a, b },
            (_, true) => Op::LessText { d, a, b },
            _ => Op::Less { d, a, b },
        };
        let less_equal = |a, b| match (ordinal, words) {
            (true, _) => Op::LessEqualCase { d, a, b },
            (_, true) => Op::LessEqualText { d, a, b },
            _ => Op::LessEqual { d, a, b },
        };
        self.emit(
            at,
            match op {
                BinaryOp::Add => Op::Add { d, a, b },
                BinaryOp::Subtract => Op::Subtract { d, a, b },
                BinaryOp::Multiply => Op::Multiply { d, a, b },
                BinaryOp::Divide => Op::Divide { d, a, b },
                BinaryOp::Modulo => Op::Modulo { d, a, b },
                BinaryOp::Power => Op::Power { d, a, b },
                BinaryOp::Concat => Op::Join { d, a, b },
                BinaryOp::Less => less(a, b),
                BinaryOp::LessEqual => less_equal(a, b),
                BinaryOp::Greater => less(b, a),
                BinaryOp::GreaterEqual => less_equal(b, a),
                BinaryOp::Equal | BinaryOp::NotEqual if text => Op::EqualText { d, a, b },
                BinaryOp::Equal => Op::Equal { d, a, b },
                BinaryOp::NotEqual => Op::NotEqual { d, a, b },
                BinaryOp::And | BinaryOp::BitAnd => Op::And { d, a, b },
                BinaryOp::Or | BinaryOp::BitOr => Op::Or { d, a, b },
                BinaryOp::Xor => Op::Xor { d, a, b },
            },
        );
        if text && op == BinaryOp::NotEqual {
            self.emit(at, Op::Not { d, s: d });
        }
    }

    pub(super) fn convert(&mut self, e: &Expr, how: Conversion, a: &Expr, d: Reg) {
        let at = e.at;
        if let Some(w) = self.constant_word(e) {
            return self.constant(at, d, w);
        }
        if how == Conversion::NumberToPlayer && self.player_after(at, a, d) {
            return;
        }
        if let Conversion::Downcast(class) = how {
            return self.class_test(a, class, d, false);
        }
        let is_active = |e: &Expr| matches!(e.kind, ExprKind::Builtin(Builtin::TurnActive, _));
        if how == Conversion::TurnToPlayer && is_active(a) {
            return self.emit(at, Op::Active { d });
        }
        let s = self.value(a);
        let convert = |how| Op::Convert { d, s, how };
        let op = match how {
            Conversion::NumberToPlayer => Op::ToPlayer { d, s },
            Conversion::PlayerToNumber | Conversion::ZoneToPlace | Conversion::Downcast(_) => {
                return self.copy(at, d, s);
            }
            Conversion::TurnToPlayer => convert(convert::TURN_TO_PLAYER),
            Conversion::ToString => Op::ToText { d, s, show: self.e.show_index(&a.ty) },
            Conversion::StringToNumber => convert(convert::TEXT_TO_NUMBER),
            Conversion::NumberToBool => convert(convert::NUMBER_TO_BOOL),
            Conversion::BoolToNumber => convert(convert::BOOL_TO_NUMBER),
            Conversion::PlaceToTile => convert(convert::PLACE_TO_TILE),
            Conversion::StringToTile(board) => convert(convert::TEXT_TO_TILE + board.0 as u16),
        };
        self.emit(at, op);
    }

    /// `p + 1` as a player, in one instruction.
    fn player_after(&mut self, at: NodeId, a: &Expr, d: Reg) -> bool {
        let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), p, k) = &a.kind else { return false };
        let ExprKind::Convert(from @ (Conversion::PlayerToNumber | Conversion::TurnToPlayer), p) = &p.kind
        else {
            return false;
        };
        let Some(k) = small(k) else { return false };
        let s = if *from == Conversion::TurnToPlayer {
            let s = self.register();
            self.emit(at, Op::Active { d: s });
            s
        } else {
            self.value(p)
        };
        self.emit(at, Op::PlayerAfter { d, s, k: if *op == BinaryOp::Add { k } else { -k } });
        true
    }

    pub(super) fn concat(&mut self, at: NodeId, parts: &[Expr], d: Reg) {
        let Some((first, rest)) = parts.split_first() else {
            let w = self.e.text("");
            return self.constant(at, d, w);
        };
        let joined = self.register();
        self.value_to(first, joined);
        for part in rest {
            let mark = self.mark();
            let b = self.value(part);
            self.emit(at, Op::Join { d: joined, a: joined, b });
            self.release(mark);
        }
        self.copy(at, d, joined);
    }
}

/// A small whole number.
fn small(e: &Expr) -> Option<i16> {
    match e.kind {
        ExprKind::Number(x) if x.fract() == 0.0 && x.abs() < 30_000.0 => Some(x as i16),
        _ => None,
    }
}
