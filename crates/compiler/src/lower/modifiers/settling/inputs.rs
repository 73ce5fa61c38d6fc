//! What settling reads: everything that decides which modifiers there are, whom they reach, and what they make of
//! attributes. A change of anything else leaves what was settled as it is. It knows nothing of how it is settled.

use crate::typed::dispatch::Dispatch;
use crate::typed::visit::{Node, Parts, Visit};
use crate::typed::{
    Authored, Class, ClassId, ClassKind, Conversion, Expr, ExprKind, FunctionId, Game, Grant, Member,
    Replacement, Target, Type,
};
use language::catalogue::{Builtin, Effect, On, entry};
use std::collections::BTreeSet;

/// What is read.
#[derive(Debug)]
pub(super) struct Inputs {
    /// Something of which it is not known what may change it.
    pub all: bool,
    /// Where pieces are and whose they are, zones, boards, players, turns and phases.
    pub table: bool,
    /// What stands in lists, stacks and tables that attributes hold.
    lists: bool,
    /// By class and index.
    attributes: Vec<Vec<bool>>,
    /// By class: whether it matters that there is one object more or less.
    live: Vec<bool>,
    /// By class: whether its objects lie on the table.
    pieces: Vec<bool>,
}

impl Inputs {
    pub(super) fn of(game: &Game) -> Inputs {
        let mut reads = Reads {
            game,
            dispatch: Dispatch::of(game),
            found: Found::default(),
            seen: BTreeSet::new(),
            next: Vec::new(),
        };
        reads.modifiers();
        reads.objects();
        while let Some(f) = reads.next.pop() {
            reads.function(&game.functions[f.index()]);
        }
        let found = reads.found;
        let read = |class: &Class| {
            let attributes = class.attributes.iter().enumerate();
            attributes.map(|(i, a)| found.attributes.contains(&(a.class, i as u32))).collect()
        };
        let related = |c: ClassId| found.live.iter().any(|l| game.is_sub(c, *l) || game.is_sub(*l, c));
        Inputs {
            all: found.all,
            table: found.table,
            lists: found.lists,
            attributes: game.classes.iter().map(read).collect(),
            live: (0..game.classes.len()).map(|i| related(ClassId(i as u32))).collect(),
            pieces: game.classes.iter().map(|c| c.kind == ClassKind::Piece).collect(),
        }
    }

    /// Whether it matters that there is one object of a class more.
    pub(super) fn made(&self, class: ClassId) -> bool {
        self.all || self.live[class.index()]
    }

    /// Whether it matters that an object is removed.
    pub(super) fn removed(&self, object: &Expr) -> bool {
        let Type::Class(class) = object.ty else { return true };
        self.table && self.pieces[class.index()] || self.made(class)
    }

    /// Whether it matters that something is assigned.
    pub(super) fn assigned(&self, target: &Target) -> bool {
        match target {
            Target::Local(_) => false,
            Target::Attribute(object, index) => match object.ty {
                Type::Class(class) => self.all || self.attributes[class.index()][*index as usize],
                _ => true,
            },
            Target::Index(..) | Target::Entry(..) => self.all || self.lists,
        }
    }

    /// Whether it matters what something built in changes.
    pub(super) fn built_in(&self, id: Builtin, receiver: Option<&Expr>) -> bool {
        let entry = entry(id);
        let is_zone = receiver.is_some_and(|e| matches!(e.ty, Type::Zone(_) | Type::Zones(_)));
        match entry.on {
            _ if entry.effect == Effect::Pure => false,
            _ if self.all => true,
            On::List | On::Table | On::Stack | On::Random if !is_zone => self.lists,
            _ => self.table,
        }
    }
}

/// What is read, as it is found.
#[derive(Default)]
struct Found {
    all: bool,
    table: bool,
    lists: bool,
    /// By the class that declares them.
    attributes: BTreeSet<(ClassId, u32)>,
    live: BTreeSet<ClassId>,
}

/// Goes through code, and through what it calls.
struct Reads<'g> {
    game: &'g Game,
    dispatch: Dispatch,
    found: Found,
    seen: BTreeSet<FunctionId>,
    next: Vec<FunctionId>,
}

impl<'g> Reads<'g> {
    fn part(&mut self, part: &'g impl Parts) {
        part.parts(&mut |node: Node<'g>| self.node(node));
    }

    fn grants(&mut self, grants: &'g [Grant]) {
        grants.iter().flat_map(|g| &g.args).for_each(|arg| self.part(arg));
    }

    fn modifiers(&mut self) {
        let game = self.game;
        for m in &game.modifiers {
            self.part(&m.awake);
            if let Some(affects) = &m.affects {
                self.found.live.insert(affects.class);
                self.part(&affects.condition);
            }
            for o in &m.overrides {
                if let Replacement::Attribute { body, .. } = &o.by {
                    self.part(body);
                }
                if let Member::Attribute(index) = o.member {
                    self.found.live.insert(o.class);
                    self.attribute(o.class, index);
                }
            }
            self.grants(&m.grants);
            self.part(&m.adding.params);
            let attributes = &game.classes[m.class.index()].attributes;
            attributes.iter().for_each(|a| self.part(&a.default));
        }
    }

    fn objects(&mut self) {
        let game = self.game;
        for (i, class) in game.classes.iter().enumerate() {
            for natural in &class.grants {
                self.found.live.insert(ClassId(i as u32));
                self.part(&natural.awake);
                self.grants(&natural.grants);
            }
        }
    }

    fn attribute(&mut self, class: ClassId, index: u32) {
        let attribute = &self.game.classes[class.index()].attributes[index as usize];
        self.found.attributes.insert((attribute.class, index));
        self.found.lists |= matches!(attribute.ty, Type::List(_) | Type::Stack(_) | Type::Table(..));
        self.call(self.game.formula(class, index));
    }

    fn call(&mut self, f: Option<FunctionId>) {
        let Some(f) = f else { return };
        let running = self.dispatch.targets(f).iter().copied().chain([f]);
        let new: Vec<FunctionId> = running.filter(|f| self.seen.insert(*f)).collect();
        self.next.extend(new);
    }

    fn builtin(&mut self, id: Builtin) {
        match entry(id).on {
            On::Free => self.found.all |= id == Builtin::PositionOf,
            // What lists hold is noted where they are read from.
            On::List | On::Table | On::Stack | On::String | On::TurnValue | On::Enum | On::Case => {}
            On::Random | On::Dice => self.found.all = true,
            _ => self.found.table = true,
        }
    }
}

/// Whether text for a value says no more than the value.
fn is_plain(ty: &Type) -> bool {
    matches!(ty, Type::Number | Type::String | Type::Bool | Type::Enum(_) | Type::Null)
}

impl<'g> Visit<'g> for Reads<'g> {
    fn expr(&mut self, e: &'g Expr) {
        use ExprKind as K;
        self.found.table |= matches!(e.ty, Type::Zone(_) | Type::Zones(_) | Type::Turn | Type::Place);
        match &e.kind {
            K::Attribute(object, index) => match object.ty {
                Type::Class(class) => self.attribute(class, *index),
                _ => self.found.all = true,
            },
            K::Call(f, _) | K::CallBase(f, _) | K::CallMethod(_, f, _) => self.call(Some(*f)),
            K::Builtin(id, _) => self.builtin(*id),
            K::BoardBuiltin(..) => self.found.table = true,
            K::AllOf(class) => drop(self.found.live.insert(*class)),
            K::Convert(Conversion::ToString, of) => self.found.all |= !is_plain(&of.ty),
            K::Convert(Conversion::TurnToPlayer, _) => self.found.table = true,
            K::Authored(authored) => match &**authored {
                Authored::Base(Member::Function(f), _) => self.call(Some(*f)),
                Authored::Base(..) | Authored::HasModifier(..) => {}
                _ => self.found.all = true,
            },
            // What such code depends on is not known.
            K::Actor | K::Event | K::CallValue(..) | K::CallAction(..) | K::DiceBuiltin(..) => {
                self.found.all = true;
            }
            K::New(..) | K::Raise(..) | K::Suppose(..) | K::Choose { .. } | K::Auto(_) | K::Test(_) => {
                self.found.all = true;
            }
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
