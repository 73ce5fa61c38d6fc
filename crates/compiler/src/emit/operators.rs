//! Operators, assignments, conversions and computed texts. It knows nothing of where their operands come from.

use super::conditions::{is_content, is_text};
use super::function::FunctionBuilder;
use crate::typed::{BinaryOp, Conversion, Expr, ExprKind, Target, Type};
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
        let ordinal = matches!(ta, Type::Enum(_)) || matches!(tb, Type::Enum(_));
        let words = ta == &Type::String;
        let content = is_content(ta, tb);
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
                BinaryOp::Equal | BinaryOp::NotEqual if content => Op::EqualContent { d, a, b },
                BinaryOp::Equal => Op::Equal { d, a, b },
                BinaryOp::NotEqual => Op::NotEqual { d, a, b },
                BinaryOp::And | BinaryOp::BitAnd => Op::And { d, a, b },
                BinaryOp::Or | BinaryOp::BitOr => Op::Or { d, a, b },
                BinaryOp::Xor => Op::Xor { d, a, b },
            },
        );
        if (text || content) && op == BinaryOp::NotEqual {
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
            Conversion::PlaceToSpot => convert(convert::PLACE_TO_SPOT),
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

impl FunctionBuilder<'_, '_> {
    pub(super) fn assign(&mut self, at: NodeId, target: &Target, v: &Expr) {
        match target {
            Target::Local(l) => {
                let d = self.local(*l);
                if reads_first(v) {
                    return self.value_to(v, d);
                }
                let s = self.value(v);
                self.copy(at, d, s);
            }
            Target::Attribute(o, i) => {
                if let Some(index) = self.global_word(o, *i) {
                    let s = self.value(v);
                    return self.emit(at, Op::SetHeader { index, s });
                }
                let object = self.object_of(o);
                let s = self.value(v);
                let field = self.e.field_of(o, *i);
                self.emit(o.at, Op::SetField { object, field, s });
            }
            Target::Index(l, i) => {
                let (list, index, s) = (self.value(l), self.value(i), self.value(v));
                self.emit(at, Op::ListSet { list, index, s });
            }
            Target::Entry(t, k) => {
                let base = self.registers(3);
                self.value_to(t, base);
                self.value_to(k, base + 1);
                self.value_to(v, base + 2);
                self.emit(at, Op::TableSet { base, key: self.e.key_kind(&k.ty) });
            }
        }
    }

    /// The object that holds an attribute: of a tile, the one behind it.
    pub(super) fn object_of(&mut self, o: &Expr) -> Reg {
        let object = self.value(o);
        match o.ty {
            Type::Class(class) if self.e.is_tile(class) => {
                let r = self.register();
                self.emit(o.at, Op::TileObject { d: r, tile: object });
                r
            }
            _ => object,
        }
    }

    pub(super) fn update(&mut self, e: &Expr, target: &Target, op: BinaryOp, v: &Expr) {
        let at = e.at;
        let types = (&v.ty, &v.ty, false);
        match target {
            Target::Local(l) => {
                let d = self.local(*l);
                let b = self.value(v);
                self.operate(at, op, types, d, b, d);
            }
            Target::Attribute(o, i) => {
                let (word, old) = (self.global_word(o, *i), self.register());
                if let Some(index) = word {
                    self.emit(at, Op::Header { d: old, index });
                    let b = self.value(v);
                    self.operate(at, op, types, old, b, old);
                    return self.emit(at, Op::SetHeader { index, s: old });
                }
                let object = self.object_of(o);
                let field = self.e.field_of(o, *i);
                self.emit(o.at, Op::GetField { d: old, object, field });
                let b = self.value(v);
                self.operate(at, op, types, old, b, old);
                self.emit(o.at, Op::SetField { object, field, s: old });
            }
            Target::Index(l, i) => {
                let (list, index, old) = (self.value(l), self.value(i), self.register());
                self.emit(at, Op::ListGet { d: old, list, index });
                let b = self.value(v);
                self.operate(at, op, types, old, b, old);
                self.emit(at, Op::ListSet { list, index, s: old });
            }
            Target::Entry(t, k) => {
                let base = self.registers(3);
                self.value_to(t, base);
                self.value_to(k, base + 1);
                let key = self.e.key_kind(&k.ty);
                self.emit(at, Op::TableGet { d: base + 2, base, key });
                let b = self.value(v);
                self.operate(at, op, types, base + 2, b, base + 2);
                self.emit(at, Op::TableSet { base, key });
            }
        }
    }
}

/// Whether an expression reads all its operands before it writes its result.
fn reads_first(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Binary(op, ..) => !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::NotEqual),
        ExprKind::Null
        | ExprKind::Number(_)
        | ExprKind::String(_)
        | ExprKind::Bool(_)
        | ExprKind::Case(..)
        | ExprKind::Local(_)
        | ExprKind::Attribute(..)
        | ExprKind::Index(..)
        | ExprKind::Negate(_)
        | ExprKind::Not(_) => true,
        _ => false,
    }
}
