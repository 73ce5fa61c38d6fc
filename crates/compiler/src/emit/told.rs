//! Texts that players are told: prompts, why something cannot be done, faults, and sentences for the log. Each part is
//! watched while it is worked out, and what its reader may not know is left out, as is a part in which something goes
//! wrong. What a text holds in a variable is taken as it is.

use super::function::FunctionBuilder;
use crate::typed::{BinaryOp, Conversion, Expr, ExprKind, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::{Reg, veil};
use bytecode::program::{Part, Sentence, Show};

impl FunctionBuilder<'_, '_> {
    /// A text as the player in a register may read it.
    pub(super) fn text_for(&mut self, text: &Expr, by: Reg) -> Reg {
        let base = self.registers(2);
        self.quoted(text, by, base);
        base + 1
    }

    /// A text, and behind it the text as the player in a register may read it; where that is null, everybody.
    pub(super) fn quoted(&mut self, text: &Expr, by: Reg, base: Reg) {
        let mut parts = Vec::new();
        parts_of(text, &mut parts);
        for (i, part) in parts.into_iter().enumerate() {
            if i == 0 {
                self.part(part, by, base);
                continue;
            }
            let mark = self.mark();
            let next = self.registers(2);
            self.part(part, by, next);
            for k in [0, 1] {
                self.emit(text.at, Op::Join { d: base + k, a: base + k, b: next + k });
            }
            self.release(mark);
        }
    }

    fn part(&mut self, part: &Expr, by: Reg, base: Reg) {
        let (value, ty) = match &part.kind {
            ExprKind::String(_) => {
                self.value_to(part, base);
                return self.copy(part.at, base + 1, base);
            }
            ExprKind::Convert(Conversion::ToString, value) => (&**value, &value.ty),
            _ => (part, &Type::String),
        };
        // A tile may have a title, by which its reader knows it.
        let is_watched = self.e.game.may_hide() || matches!(self.e.show(ty), Show::Tile | Show::Place);
        let read = |c: &mut Self| {
            if !is_watched {
                c.value_to(part, base);
                return c.copy(part.at, base + 1, base);
            }
            let mark = c.mark();
            let s = c.register();
            c.emit(part.at, Op::Watch { by, is_logged: 0 });
            c.value_to(value, s);
            let show = c.e.show_index(ty);
            c.emit(part.at, Op::Told { base, s, show });
            c.release(mark);
        };
        if matches!(value.kind, ExprKind::Local(_) | ExprKind::Number(_)) {
            return read(self);
        }
        self.caught(part.at, read, |c| {
            let hidden = c.e.text(veil::HIDDEN);
            [base, base + 1].into_iter().for_each(|d| c.constant(part.at, d, hidden));
        });
    }

    /// Where something goes wrong in the first, the second is done instead.
    fn caught(&mut self, at: NodeId, first: impl FnOnce(&mut Self), instead: impl FnOnce(&mut Self)) {
        let [from, to, wrong, end] = [(); 4].map(|()| self.label());
        self.place(from);
        let around = self.caught_at.replace(wrong);
        first(self);
        self.caught_at = around;
        self.place(to);
        self.jump(at, end);
        self.place(wrong);
        self.settle_anew(at);
        instead(self);
        self.place(end);
        self.catches.push([from, to, wrong]);
    }

    /// A sentence for the log, whose parts stay things until each viewer reads them.
    pub(super) fn tell(&mut self, at: NodeId, text: &Expr, to: Option<&Expr>, is_why: bool) {
        let parts = match &text.kind {
            ExprKind::Concat(parts) => parts.as_slice(),
            _ => std::slice::from_ref(text),
        };
        let base = self.registers(1 + 2 * parts.len());
        self.optional_to(at, to, base);
        let mut shown = Vec::new();
        for (part, d) in parts.iter().map(thing).zip((base + 1..).step_by(2)) {
            let read = |c: &mut Self| {
                c.emit(at, Op::Watch { by: base, is_logged: 1 });
                match part.ty {
                    Type::Zone(_) => c.materialise(part, d),
                    _ => c.value_to(part, d),
                }
                c.emit(at, Op::Seen { d: d + 1 });
            };
            self.caught(at, read, |c| {
                c.emit(at, Op::Null { d });
                c.constant(at, d + 1, veil::WRONG);
            });
            let is_zone = matches!(part.ty, Type::Zone(_));
            let show = if is_zone { Show::List(Box::new(Show::Object)) } else { self.e.show(&part.ty) };
            shown.push(Part { show, is_zone });
        }
        self.e.program.sentences.push(Sentence { is_for_one: to.is_some(), is_why, parts: shown });
        let sentence = self.e.small_index(at, self.e.program.sentences.len() - 1, "sentences that are told");
        self.emit(at, Op::Tell { base, sentence });
    }
}

/// What a text is put together from; at least one part.
fn parts_of<'t>(text: &'t Expr, parts: &mut Vec<&'t Expr>) {
    match &text.kind {
        ExprKind::Concat(all) if !all.is_empty() => all.iter().for_each(|part| parts_of(part, parts)),
        ExprKind::Binary(BinaryOp::Concat, a, b) => [a, b].into_iter().for_each(|part| parts_of(part, parts)),
        _ => parts.push(text),
    }
}

/// What a part of a sentence is before it becomes text.
fn thing(part: &Expr) -> &Expr {
    match &part.kind {
        ExprKind::Convert(Conversion::ToString, e) => e,
        _ => part,
    }
}
