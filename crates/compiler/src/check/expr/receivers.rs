//! What stands before a dot: a value, or a word or declaration that has members of its own.
//! It knows nothing of the members.

use super::super::problems as problem;
use super::super::scope::Checker;
use super::super::world::{Definition, World};
use super::members::word;
use super::names::Meaning;
use crate::typed::{BoardId, DiceId, EnumId, Expr, Type};
use base::NodeId;
use language::catalogue::On;
use language::tree::{self, ExprKind, Name};

pub(in super::super) enum Receiver {
    Value(Expr),
    /// `player`, `turn`, `turn.phase`, `turns`, `random`
    Word(On),
    Board(BoardId),
    Dice(DiceId),
    Enum(EnumId),
    /// The name of an import.
    Module(usize),
}

impl<'w, 't> Checker<'w, 't> {
    /// What stands before a dot.
    pub(in super::super) fn receiver(&mut self, e: &'t tree::Expr) -> Receiver {
        match &e.kind {
            ExprKind::Name(name) => match self.meaning(name, false) {
                Meaning::Word(on) => Receiver::Word(on),
                Meaning::Definition(definition) => self.definition_receiver(e.id, name, definition),
                _ => Receiver::Value(self.any_value(e)),
            },
            ExprKind::Member(inner, name) => match self.receiver(inner) {
                Receiver::Word(On::Turn) if name.text == "phase" => Receiver::Word(On::Phase),
                Receiver::Module(m) => match self.definition_in(m, name) {
                    Some(definition) => self.definition_receiver(e.id, &name.text, definition),
                    None => Receiver::Value(super::error(e.id)),
                },
                receiver => {
                    let value = self.member_of(e.id, receiver, name);
                    Receiver::Value(self.something(value))
                }
            },
            _ => Receiver::Value(self.any_value(e)),
        }
    }

    fn definition_receiver(&mut self, at: NodeId, name: &str, definition: Definition) -> Receiver {
        match definition {
            Definition::Board(b) => Receiver::Board(b),
            Definition::Dice(d) => Receiver::Dice(d),
            Definition::Enum(e) => Receiver::Enum(e),
            Definition::Module(Some(m)) => Receiver::Module(m),
            _ => Receiver::Value(self.definition_value(at, name, definition)),
        }
    }

    /// Where the catalogue keeps the members of what is no value, and what that is called.
    pub(in super::super) fn members_of(&self, receiver: &Receiver) -> (On, &'w str) {
        let world: &'w World<'t> = self.world;
        match receiver {
            Receiver::Board(b) => (On::Board, &world.game.boards[b.index()].name),
            Receiver::Dice(d) => (On::Dice, &world.game.dice[d.index()].name),
            Receiver::Enum(e) => (On::Enum, &world.game.enums[e.index()].name),
            Receiver::Word(on) => (*on, word(*on)),
            Receiver::Value(_) | Receiver::Module(_) => (On::Free, "it"),
        }
    }

    /// What a module declares under a name; reports if nothing.
    pub(in super::super) fn definition_in(&mut self, module: usize, name: &Name) -> Option<Definition> {
        let scope = self.world.scope(module);
        let found = scope.own.get(&name.text).map(|e| e.definition);
        if found.is_none() && !scope.incomplete && !name.text.is_empty() {
            let known = scope.own.keys().map(String::as_str);
            self.report(problem::unknown_in_module(self.span(name.id), &name.text, known));
        }
        found
    }

    /// Where the catalogue keeps what values of a type have.
    pub(in super::super) fn ons(&self, ty: &Type) -> &'static [On] {
        use crate::typed::ClassKind;
        match ty {
            Type::List(_) => &[On::List],
            Type::Table(..) => &[On::Table],
            Type::Stack(_) => &[On::Stack, On::List],
            Type::Zone(_) => &[On::Zone, On::List],
            Type::Zones(_) => &[On::Zones],
            Type::String => &[On::String],
            Type::Player => &[On::Player],
            Type::Turn => &[On::TurnValue],
            Type::Enum(_) => &[On::Case],
            Type::Class(c) if self.world.is_opaque(*c) => &[],
            Type::Class(c) => match self.world.kind(*c) {
                ClassKind::Tile => &[On::Tile],
                ClassKind::Piece => &[On::Piece, On::Object],
                ClassKind::Class => &[On::Object],
                ClassKind::Event | ClassKind::Modifier => &[],
            },
            _ => &[],
        }
    }
}
