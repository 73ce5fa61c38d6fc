//! Assignments.

use super::function::FunctionBuilder;
use crate::typed::{BinaryOp, Expr, ExprKind, Target, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::Reg;

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
