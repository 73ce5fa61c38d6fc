//! Settling, and reading what modifiers may have touched: one instruction as long as nothing has changed. It knows nothing
//! of how things are settled.

use super::function::{FunctionBuilder, Label};
use crate::typed::{BinaryOp, ClassId, Expr, ExprKind, FunctionId, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::Reg;
use bytecode::program::SettledRead;
use bytecode::word::FALSE;

/// Settles everything and then reads an attribute.
pub(super) struct Unsettled {
    at: NodeId,
    begin: Label,
    /// The function that does it, the object, the first free register, and where the value goes.
    anew: FunctionId,
    object: Reg,
    base: Reg,
    d: Reg,
    end: Label,
    /// Where it goes on when something goes wrong.
    caught_at: Option<Label>,
}

/// The parts of `clean ? (values != null && values.touched ? values.soFar : formula) : anew(object)`.
struct Parts<'t> {
    object: &'t Expr,
    /// Attributes: the object's values, whether one was touched, and that one.
    values: u32,
    touched: u32,
    value: u32,
    holds: &'t Type,
    formula: &'t Expr,
    anew: FunctionId,
}

impl FunctionBuilder<'_, '_> {
    /// Settles what modifiers make of the game, where something changed.
    pub(super) fn settle(&mut self, at: NodeId) {
        let Some(settle) = self.e.core.settle else { return };
        let (mark, base, done) = (self.mark(), self.register(), self.label());
        if let Some(index) = self.clean() {
            self.emit(at, Op::Header { d: base, index });
            self.branch_register(at, base, done, true);
        }
        self.call_at(at, base, settle);
        self.place(done);
        self.release(mark);
    }

    /// If something went wrong while everything was being settled, that begins anew when it is needed.
    pub(super) fn settle_anew(&mut self, at: NodeId) {
        let Some(index) = self.e.core.running.and_then(|running| self.word_of(running)) else { return };
        let mark = self.mark();
        let s = self.register();
        self.constant(at, s, FALSE);
        self.emit(at, Op::SetHeader { index, s });
        self.release(mark);
    }

    /// Where it stands that nothing has changed since everything was settled.
    fn clean(&self) -> Option<u16> {
        self.word_of(self.e.core.clean?)
    }

    /// The word of the fixed part in which an attribute of a global object stands.
    fn word_of(&self, (class, index): (ClassId, u32)) -> Option<u16> {
        let address = self.e.program.classes[usize::from(self.e.class(class))].global?;
        u16::try_from(address + u32::from(self.e.field(class, index))).ok()
    }

    /// Reads an attribute that modifiers touch, if that is what the expression does.
    pub(super) fn settled_to(&mut self, at: NodeId, (c, a, b): (&Expr, &Expr, &Expr), d: Reg) -> bool {
        let (Some(parts), Some(clean)) = (self.parts(c, a, b), self.clean()) else { return false };
        let (Type::Class(class), Type::Class(holds)) = (&parts.object.ty, parts.holds) else { return false };
        let read = SettledRead {
            clean,
            values: self.e.field(*class, parts.values),
            touched: self.e.field(*holds, parts.touched),
            value: self.e.field(*holds, parts.value),
        };
        let read = self.e.settled_read(at, read);
        let object = self.object_of(parts.object);
        let (begin, end) = (self.label(), self.label());
        self.emit(at, Op::Settled { d, object, read });
        self.jump(at, begin);
        self.jump(at, end);
        let base = self.register();
        self.value_to(parts.formula, d);
        self.place(end);
        let (anew, caught_at) = (parts.anew, self.caught_at);
        self.unsettled.push(Unsettled { at, begin, anew, object, base, d, end, caught_at });
        true
    }

    fn parts<'t>(&self, c: &'t Expr, a: &'t Expr, b: &'t Expr) -> Option<Parts<'t>> {
        let ExprKind::Attribute(global, index) = &c.kind else { return None };
        let ExprKind::Global(class) = global.kind else { return None };
        if self.e.core.clean != Some((class, *index)) {
            return None;
        }
        let (ExprKind::Ternary(there, value, formula), ExprKind::Call(anew, _)) = (&a.kind, &b.kind) else {
            return None;
        };
        let ExprKind::Binary(BinaryOp::And, _, touched) = &there.kind else { return None };
        let (ExprKind::Attribute(_, touched), ExprKind::Attribute(values, value)) =
            (&touched.kind, &value.kind)
        else {
            return None;
        };
        let ExprKind::Attribute(object, of) = &values.kind else { return None };
        // Evaluated once for all.
        matches!(object.kind, ExprKind::Local(_)).then_some(Parts {
            object,
            values: *of,
            touched: *touched,
            value: *value,
            holds: &values.ty,
            formula,
            anew: *anew,
        })
    }

    /// What is done where something has changed, behind the rest of the function.
    pub(super) fn unsettled(&mut self) {
        for Unsettled { at, begin, anew, object, base, d, end, caught_at } in
            std::mem::take(&mut self.unsettled)
        {
            self.place(begin);
            self.copy(at, base, object);
            self.call_at(at, base, anew);
            self.copy(at, d, base);
            self.jump(at, end);
            if let Some(goes_on) = caught_at {
                let behind = self.label();
                self.place(behind);
                self.catches.push([begin, behind, goes_on]);
            }
        }
    }
}
