//! Conditions as jumps.

use super::calls::{Called, only_return};
use super::function::{FunctionBuilder, Label};
use crate::typed::{BinaryOp, Block, Expr, ExprKind, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::Reg;
use language::catalogue::Builtin;

impl FunctionBuilder<'_, '_> {
    /// Jumps to the label if the condition is `when`, otherwise goes on.
    pub(super) fn branch(&mut self, e: &Expr, label: Label, when: bool) {
        if self.is_given_up() {
            return;
        }
        let mark = self.mark();
        match &e.kind {
            ExprKind::Bool(b) => {
                if *b == when {
                    self.jump(e.at, label);
                }
            }
            ExprKind::Not(a) => self.branch(a, label, !when),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                // Whether one side decides that there is no jump.
                match (*op == BinaryOp::And) == when {
                    true => {
                        let on = self.label();
                        self.branch(a, on, !when);
                        self.branch(b, label, when);
                        self.place(on);
                    }
                    false => {
                        self.branch(a, label, when);
                        self.branch(b, label, when);
                    }
                }
            }
            ExprKind::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), a, b) => {
                self.branch_equal(e.at, a, b, label, (*op == BinaryOp::Equal) == when);
            }
            ExprKind::Binary(op, a, b) if is_number(a) && is_order(*op) => {
                self.branch_order(e.at, *op, a, b, label, when);
            }
            ExprKind::IsSome(a) => {
                let c = self.value(a);
                self.branch_null(e.at, c, label, !when);
            }
            ExprKind::Builtin(Builtin::ListAny | Builtin::ListAll | Builtin::ListIsEmpty, args)
                if self.branch_stream(e, args, label, when) => {}
            ExprKind::Builtin(Builtin::ListIsEmpty | Builtin::StackIsEmpty, args) if args.len() == 1 => {
                let Some(Some(all)) = args.first() else { return };
                let (list, to) = (self.value(all), FunctionBuilder::to(label));
                let op = if when { Op::JumpNoElements { list, to } } else { Op::JumpElements { list, to } };
                self.emit(all.at, op);
            }
            ExprKind::Builtin(Builtin::TileIsEmpty, args) if args.len() == 1 => {
                let Some(Some(tile)) = args.first() else { return };
                let (t, to) = (self.value(tile), FunctionBuilder::to(label));
                let op = if when { Op::JumpEmpty { tile: t, to } } else { Op::JumpTaken { tile: t, to } };
                self.emit(tile.at, op);
            }
            _ if Called::of(e)
                .is_some_and(|called| self.with_inlined(called, |c, body| c.branch(body, label, when))) => {}
            _ => {
                let c = self.value(e);
                self.branch_register(e.at, c, label, when);
            }
        }
        self.release(mark);
    }

    pub(super) fn branch_register(&mut self, at: NodeId, c: Reg, label: Label, when: bool) {
        let to = FunctionBuilder::to(label);
        self.emit(at, if when { Op::JumpIf { c, to } } else { Op::JumpIfNot { c, to } });
    }

    /// Jumps if the register is null, or if it is not.
    pub(super) fn branch_null(&mut self, at: NodeId, c: Reg, label: Label, when: bool) {
        let to = FunctionBuilder::to(label);
        self.emit(at, if when { Op::JumpNull { c, to } } else { Op::JumpSome { c, to } });
    }

    fn branch_equal(&mut self, at: NodeId, a: &Expr, b: &Expr, label: Label, when: bool) {
        let (text, is_null) = (is_text(a, b), |e: &Expr| matches!(e.kind, ExprKind::Null));
        if !text && (is_null(a) || is_null(b)) {
            let c = self.value(if is_null(b) { a } else { b });
            return self.branch_null(at, c, label, when);
        }
        if is_content(&a.ty, &b.ty) {
            let (a, b, d) = (self.value(a), self.value(b), self.register());
            self.emit(at, Op::EqualContent { d, a, b });
            return self.branch_register(at, d, label, when);
        }
        let (a, b) = (self.value(a), self.value(b));
        let op = match (text, when) {
            (true, true) => Op::JumpEqualText { a, b, by: 0 },
            (true, false) => Op::JumpNotEqualText { a, b, by: 0 },
            (false, true) => Op::JumpEqual { a, b, by: 0 },
            (false, false) => Op::JumpNotEqual { a, b, by: 0 },
        };
        self.jump_by(at, op, label);
    }

    fn branch_order(&mut self, at: NodeId, op: BinaryOp, a: &Expr, b: &Expr, label: Label, when: bool) {
        let (a, b) = (self.value(a), self.value(b));
        // a <= b is "not b < a": both sides are numbers, and null is a fault either way.
        let (a, b, less) = match op {
            BinaryOp::Less => (a, b, when),
            BinaryOp::GreaterEqual => (a, b, !when),
            BinaryOp::Greater => (b, a, when),
            _ => (b, a, !when),
        };
        let op = if less { Op::JumpLess { a, b, by: 0 } } else { Op::JumpNotLess { a, b, by: 0 } };
        self.jump_by(at, op, label);
    }

    /// Jumps to the label if a block that returns a bool gives `when`.
    pub(super) fn branch_block(&mut self, at: NodeId, block: &Block, label: Label, when: bool) {
        if let Some(e) = only_return(block) {
            return self.branch(e, label, when);
        }
        let mark = self.mark();
        let c = self.register();
        self.inline_block(at, block, c);
        self.branch_register(at, c, label, when);
        self.release(mark);
    }
}

fn is_order(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual)
}

pub(super) fn is_number(e: &Expr) -> bool {
    matches!(e.ty, Type::Number | Type::Player)
}

/// Whether equality of the two compares texts.
pub(super) fn is_text(a: &Expr, b: &Expr) -> bool {
    (a.ty == Type::String || b.ty == Type::String) && a.ty != Type::Null && b.ty != Type::Null
}

/// Whether equality of two values of these types compares what they hold.
pub(super) fn is_content(a: &Type, b: &Type) -> bool {
    (a.is_collection() || b.is_collection()) && *a != Type::Null && *b != Type::Null
}
