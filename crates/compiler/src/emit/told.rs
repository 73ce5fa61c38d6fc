//! Texts that a player is told: prompts, and why something cannot be done, and faults, which are for everybody. Each
//! part is watched while it is worked out, and what its reader may not know is left out. What a text holds in a
//! variable is taken as it is.

use super::function::FunctionBuilder;
use crate::typed::visit::{Each, Visit};
use crate::typed::{BinaryOp, ClassKind, Conversion, Expr, ExprKind, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::{Reg, veil};
use bytecode::program::{Sentence, SentencePart, Show};
use language::catalogue::{Effect, entry};
use language::tree::Seen;

impl FunctionBuilder<'_, '_> {
    /// A text as the player in a register may read it.
    pub(super) fn told(&mut self, text: &Expr, by: Reg) -> Reg {
        let base = self.registers(2);
        self.quoted(text, by, base);
        base + 1
    }

    /// A text, and behind it the text as the player in a register may read it; where that is null, everybody.
    pub(super) fn quoted(&mut self, text: &Expr, by: Reg, base: Reg) {
        if !self.may_hide() {
            self.value_to(text, base);
            return self.copy(text.at, base + 1, base);
        }
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
        let mark = self.mark();
        let s = self.register();
        self.emit(part.at, Op::Watch { by });
        self.value_to(value, s);
        let show = self.e.show_index(ty);
        self.emit(part.at, Op::Told { base, s, show });
        self.release(mark);
    }

    /// A sentence for the log, whose parts stay things until each viewer reads them.
    pub(super) fn tell(&mut self, at: NodeId, text: &Expr, to: Option<&Expr>) {
        let parts = match &text.kind {
            ExprKind::Concat(parts) => parts.as_slice(),
            _ => std::slice::from_ref(text),
        };
        let things: Vec<&Expr> = parts.iter().map(thing).collect();
        let objects: Vec<Vec<(&Expr, u16)>> = things.iter().map(|e| self.objects_of(e)).collect();
        let shown = things.iter().zip(&objects).map(|(e, objects)| SentencePart {
            show: match e.ty {
                Type::Zone(_) => Show::List(Box::new(Show::Object)),
                _ => self.e.show(&e.ty),
            },
            veils: objects.iter().map(|(_, how)| *how).collect(),
        });
        let sentence = Sentence { is_for_one: to.is_some(), parts: shown.collect() };
        let base = self.registers(1 + objects.iter().map(|o| 1 + o.len()).sum::<usize>());
        self.optional_to(at, to, base);
        let mut next = base + 1;
        for (e, objects) in things.iter().zip(&objects) {
            match e.ty {
                Type::Zone(_) => self.materialise(e, next),
                _ => self.value_to(e, next),
            }
            objects.iter().zip(next + 1..).for_each(|((object, _), d)| self.value_to(object, d));
            next += 1 + objects.len() as Reg;
        }
        self.e.program.sentences.push(sentence);
        let sentence = self.e.small_index(at, self.e.program.sentences.len() - 1, "sentences that are told");
        self.emit(at, Op::Tell { base, sentence });
    }

    /// Whether there is anything that not everybody may know.
    fn may_hide(&self) -> bool {
        let game = self.e.game;
        let secret = |c: &crate::typed::Class| c.attributes.iter().any(|a| a.secret);
        game.zones.iter().any(|zone| zone.seen != Seen::All) || game.classes.iter().any(secret)
    }

    /// The objects of which a part of a text may tell something that not everybody knows, as far as they can be looked
    /// up once more without doing anything.
    fn objects_of<'t>(&self, part: &'t Expr) -> Vec<(&'t Expr, u16)> {
        let game = self.e.game;
        let mut finder = Objects(Vec::new());
        let is_piece = |e: &Expr| match e.ty {
            Type::Class(c) => matches!(game.classes[c.index()].kind, ClassKind::Piece),
            _ => false,
        };
        match &part.kind {
            ExprKind::Convert(Conversion::ToString, object) if is_piece(object) => {
                return if is_path(object) { vec![(object, veil::CARD)] } else { Vec::new() };
            }
            _ => finder.expr(part),
        }
        // A piece that is told reads as whoever reads it knows it.
        finder.0.retain(|(object, attribute)| attribute.is_some() || !std::ptr::eq(*object, part));
        let secret = |object: &Expr, attribute: u32| match object.ty {
            Type::Class(c) => game.classes[c.index()].attributes[attribute as usize].secret,
            _ => false,
        };
        let how = |(object, attribute): (&'t Expr, Option<u32>)| match attribute {
            _ if !is_path(object) => None,
            Some(a) if secret(object, a) => Some((object, veil::SECRET)),
            _ if is_piece(object) => Some((object, veil::UNKNOWN)),
            _ => None,
        };
        finder.0.into_iter().filter_map(how).collect()
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

/// The objects that an expression looks at, with the attribute that it reads of them.
struct Objects<'e>(Vec<(&'e Expr, Option<u32>)>);

impl<'e> Visit<'e> for Objects<'e> {
    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Lambda(_) | ExprKind::Suppose(..) => return,
            ExprKind::Attribute(object, attribute) => self.0.push((object, Some(*attribute))),
            _ if matches!(e.ty, Type::Class(_)) => self.0.push((e, None)),
            _ => {}
        }
        crate::typed::visit::Parts::parts(&e.kind, &mut |n| self.node(n));
    }
}

/// What a part of a sentence is before it becomes text.
fn thing(part: &Expr) -> &Expr {
    match &part.kind {
        ExprKind::Convert(Conversion::ToString, e) => e,
        _ => part,
    }
}

/// Whether evaluating an expression does nothing but look.
fn is_path(e: &Expr) -> bool {
    let mut is_path = true;
    Each(|e: &Expr| {
        is_path &= match &e.kind {
            ExprKind::Builtin(b, _) | ExprKind::BoardBuiltin(_, b, _) => entry(*b).effect == Effect::Pure,
            ExprKind::Local(_)
            | ExprKind::This
            | ExprKind::Event
            | ExprKind::Actor
            | ExprKind::Global(_)
            | ExprKind::AllOf(_)
            | ExprKind::Zone(_)
            | ExprKind::ZoneOf(..)
            | ExprKind::Attribute(..)
            | ExprKind::Index(..)
            | ExprKind::Number(_)
            | ExprKind::Case(..)
            | ExprKind::Tile(..)
            | ExprKind::Convert(..) => true,
            _ => false,
        }
    })
    .expr(e);
    is_path
}
