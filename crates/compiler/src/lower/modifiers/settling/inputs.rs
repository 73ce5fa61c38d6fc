//! What settling reads: everything that decides which modifiers there are, whom they reach, and what they make of
//! attributes. A change of anything else leaves what was settled as it is. It knows nothing of how it is settled.

use crate::typed::dispatch::{Dispatch, function_values, may_be_called};
use crate::typed::visit::{Node, Parts, Visit};
use crate::typed::{
    Authored, Class, ClassId, ClassKind, Conversion, Expr, ExprKind, FunctionId, Game, Grant, Lambda, Member,
    Modifier, Replacement, Target, Type, ZoneId,
};
use language::catalogue::{Builtin, Effect, On, entry};
use std::collections::BTreeSet;

/// What is read.
#[derive(Debug)]
pub(super) struct Inputs {
    /// Something of which it is not known what may change it.
    pub all: bool,
    /// Boards, players, turns and phases.
    pub table: bool,
    /// Whose objects are.
    owners: bool,
    /// By zone: what lies there.
    zones: Vec<bool>,
    /// The types of the lists, stacks and tables that attributes hold.
    lists: BTreeSet<Type>,
    /// By class and index.
    attributes: Vec<Vec<bool>>,
    /// By class: whether it matters that there is one object more or less.
    live: Vec<bool>,
    /// Modifiers: whether they, or some that extend them, are there.
    abilities: BTreeSet<ClassId>,
    lineage: Lineage,
}

impl Inputs {
    pub(super) fn of(game: &Game) -> Inputs {
        let mut reads = Reads {
            game,
            dispatch: Dispatch::of(game),
            values: function_values(game),
            lineage: Lineage::of(game),
            found: Found::default(),
            seen: BTreeSet::new(),
            next: Vec::new(),
            inside: false,
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
        let lives = |c: ClassId| found.live.iter().any(|l| game.is_sub(c, *l));
        Inputs {
            all: found.all,
            table: found.table,
            owners: found.owners,
            zones: (0..game.zones.len()).map(|z| found.zones.contains(&ZoneId(z as u32))).collect(),
            lists: found.lists,
            attributes: game.classes.iter().map(read).collect(),
            live: (0..game.classes.len()).map(|i| lives(ClassId(i as u32))).collect(),
            abilities: found.abilities,
            lineage: reads.lineage,
        }
    }

    /// Whether it matters who has a modifier.
    pub(super) fn looks_at(&self, game: &Game, class: ClassId) -> bool {
        let related = |a: &ClassId| game.is_sub(*a, class) || game.is_sub(class, *a);
        self.all || self.live[class.index()] || self.abilities.iter().any(related)
    }

    /// Whether it matters that there is one object of exactly this class more.
    pub(super) fn made(&self, class: ClassId) -> bool {
        self.all || self.live[class.index()]
    }

    /// Whether it matters that an object is removed.
    pub(super) fn removed(&self, object: &Expr) -> bool {
        let Type::Class(class) = object.ty else { return true };
        let mut all = (0..self.live.len() as u32).map(ClassId);
        let lives = all.any(|c| self.live[c.index()] && self.lineage.is_sub(c, class));
        self.all || lives || self.moved(class)
    }

    /// Whether it matters that a piece of a class, or one below it, comes to lie elsewhere.
    fn moved(&self, class: ClassId) -> bool {
        self.lineage.pieces[class.index()]
            && (self.table || self.lineage.zones_of(class).any(|z| self.zones[z.index()]))
    }

    /// Whether it matters that something is assigned.
    pub(super) fn assigned(&self, target: &Target) -> bool {
        match target {
            Target::Local(_) => false,
            Target::Attribute(object, index) => match object.ty {
                Type::Class(class) => self.all || self.attributes[class.index()][*index as usize],
                _ => true,
            },
            Target::Index(list, _) | Target::Entry(list, _) => self.list(&list.ty),
        }
    }

    /// Whether it matters what a list, stack or table of a type holds.
    fn list(&self, ty: &Type) -> bool {
        self.all || self.lists.iter().any(|read| self.lineage.may_be(read, ty))
    }

    /// Whether a call may change something that matters, where it fills lists that it is given.
    pub(super) fn filled<'e>(&self, mut given: impl Iterator<Item = &'e Expr>) -> bool {
        given.any(|e| e.ty.is_collection() && lists_in(&e.ty).any(|ty| self.list(ty)))
    }

    /// Whether it matters what something built in changes.
    pub(super) fn built_in(&self, id: Builtin, args: &[Option<Expr>]) -> bool {
        let entry = entry(id);
        let receiver = args.first().and_then(Option::as_ref);
        let is_zone = receiver.is_some_and(|e| is_zone(&e.ty));
        match entry.on {
            _ if entry.effect == Effect::Pure => false,
            _ if self.all => true,
            On::List | On::Table | On::Stack | On::Random if !is_zone => {
                receiver.is_some_and(|e| self.list(&e.ty))
            }
            On::Object => self.table || self.owners,
            On::Piece | On::Board | On::Zone | On::List
                if !matches!(id, Builtin::PieceReveal | Builtin::ZoneReveal) =>
            {
                self.table || args.iter().flatten().any(|e| self.goes(e))
            }
            _ => self.table,
        }
    }

    /// Whether it matters that something moves from or to a zone, or that a piece does.
    fn goes(&self, e: &Expr) -> bool {
        match &e.ty {
            Type::Zone(_) | Type::Zones(_) => self.lineage.zones(e).any(|z| self.zones[z.index()]),
            Type::Class(class) => self.moved(*class),
            Type::List(of) => matches!(**of, Type::Class(class) if self.moved(class)),
            _ => false,
        }
    }
}

/// Which classes extend which, and what may lie where.
#[derive(Debug)]
struct Lineage {
    parents: Vec<Option<ClassId>>,
    /// By class: whether its objects lie on the table.
    pieces: Vec<bool>,
    /// By zone the class of what lies there, and the first and last of the row in which it stands.
    zones: Vec<(ClassId, u32, u32)>,
}

impl Lineage {
    fn of(game: &Game) -> Lineage {
        let zones = game.zones.iter().enumerate().map(|(i, zone)| {
            let (first, length) = zone.row.map_or((i as u32, 1), |row| (row.first.0, row.length));
            (zone.of, first, first + length.max(1) - 1)
        });
        Lineage {
            parents: game.classes.iter().map(|c| c.parent).collect(),
            pieces: game.classes.iter().map(|c| c.kind == ClassKind::Piece).collect(),
            zones: zones.collect(),
        }
    }

    fn is_sub(&self, class: ClassId, ancestor: ClassId) -> bool {
        std::iter::successors(Some(class), |c| self.parents[c.index()]).any(|c| c == ancestor)
    }

    fn related(&self, a: ClassId, b: ClassId) -> bool {
        self.is_sub(a, b) || self.is_sub(b, a)
    }

    /// The zones in which something of a class may lie.
    fn zones_of(&self, class: ClassId) -> impl Iterator<Item = ZoneId> {
        let all = self.zones.iter().enumerate();
        all.filter(move |(_, z)| self.related(z.0, class)).map(|(i, _)| ZoneId(i as u32))
    }

    /// The zones that an expression may be or hold.
    fn zones(&self, e: &Expr) -> impl Iterator<Item = ZoneId> {
        let named = match &e.kind {
            ExprKind::Zone(z) | ExprKind::ZoneOf(z, _) | ExprKind::Zones(z) => Some((z.0, z.0)),
            ExprKind::ZoneRow(z, _) => Some((self.zones[z.index()].1, self.zones[z.index()].2)),
            _ => None,
        };
        let of = match &e.ty {
            Type::Zone(of) | Type::Zones(of) => Some((**of).clone()),
            _ => None,
        };
        (0..self.zones.len() as u32).map(ZoneId).filter(move |z| match (named, &of) {
            (Some((first, last)), _) => (first..=last).contains(&z.0),
            (None, Some(Type::Class(of))) => self.related(self.zones[z.index()].0, *of),
            _ => true,
        })
    }

    /// Whether a value of one type may be the same as one of another: where in doubt, it may.
    fn may_be(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Class(a), Type::Class(b)) => self.related(*a, *b),
            (Type::List(a), Type::List(b)) | (Type::Stack(a), Type::Stack(b)) => self.may_be(a, b),
            (Type::Table(_, a), Type::Table(_, b)) => self.may_be(a, b),
            (a, b) if a.is_collection() && b.is_collection() => false,
            (a, b) if a.is_simple() && b.is_simple() => a == b,
            // A value of a simple type is of no other one.
            (a, b) if a.is_simple() != b.is_simple() => [a, b].contains(&&Type::Error),
            _ => true,
        }
    }
}

fn is_zone(ty: &Type) -> bool {
    matches!(ty, Type::Zone(_) | Type::Zones(_))
}

/// A type, and those of the lists, stacks and tables in it.
fn lists_in(ty: &Type) -> impl Iterator<Item = &Type> {
    fn inner(ty: &Type) -> Option<&Type> {
        match ty {
            Type::List(of) | Type::Stack(of) | Type::Table(_, of) => Some(of),
            _ => None,
        }
    }
    std::iter::successors(Some(ty), |ty| inner(ty)).filter(|ty| ty.is_collection())
}

/// What is read, as it is found.
#[derive(Default)]
struct Found {
    all: bool,
    table: bool,
    owners: bool,
    zones: BTreeSet<ZoneId>,
    lists: BTreeSet<Type>,
    /// By the class that declares them.
    attributes: BTreeSet<(ClassId, u32)>,
    live: BTreeSet<ClassId>,
    abilities: BTreeSet<ClassId>,
}

/// Goes through code, and through what it calls.
struct Reads<'g> {
    game: &'g Game,
    dispatch: Dispatch,
    /// Those that may be called as values, until they are found to be.
    values: Vec<(&'g Type, &'g Lambda)>,
    lineage: Lineage,
    found: Found,
    seen: BTreeSet<FunctionId>,
    next: Vec<FunctionId>,
    /// What is gone through is a function value, which may hold lists of where it was made.
    inside: bool,
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
        self.found.lists.extend(lists_in(&attribute.ty).cloned());
        self.call(self.game.formula(class, index));
    }

    fn call(&mut self, f: Option<FunctionId>) {
        let Some(f) = f else { return };
        let running = self.dispatch.targets(f).iter().copied().chain([f]);
        let new: Vec<FunctionId> = running.filter(|f| self.seen.insert(*f)).collect();
        self.next.extend(new);
    }

    /// What runs depends on who overrides it.
    fn method(&mut self, f: FunctionId) {
        self.call(Some(f));
        let overrides = |m: &&Modifier| m.overrides.iter().any(|o| o.member == Member::Function(f));
        self.found.abilities.extend(self.game.modifiers.iter().filter(overrides).map(|m| m.class));
    }

    fn builtin(&mut self, id: Builtin, args: &'g [Option<Expr>]) {
        match entry(id).on {
            On::Free => self.found.all |= id == Builtin::PositionOf,
            // What lists hold is noted where they are read from, as zones are.
            On::List | On::Table | On::Stack | On::String | On::TurnValue | On::Enum | On::Case => {}
            On::Zone | On::Zones => {}
            On::Object => self.found.owners = true,
            On::Piece if id == Builtin::PiecePlace => {
                self.found.table |= !self.game.boards.is_empty();
                match args.first().and_then(Option::as_ref).map(|e| &e.ty) {
                    Some(Type::Class(class)) => self.found.zones.extend(self.lineage.zones_of(*class)),
                    _ => self.found.all = true,
                }
            }
            On::Random | On::Dice => self.found.all = true,
            _ => self.found.table = true,
        }
        for arg in args.iter().flatten() {
            if arg.ty.is_callable() && !matches!(arg.kind, ExprKind::Lambda(_)) {
                self.called(&arg.ty);
            }
        }
    }

    /// A function value is called: any that may be of this type.
    fn called(&mut self, ty: &'g Type) {
        if !matches!(ty, Type::Function(..)) {
            self.found.all = true;
            return;
        }
        let game = self.game;
        let all = std::mem::take(&mut self.values).into_iter();
        let (fitting, others): (Vec<_>, Vec<_>) = all.partition(|(of, _)| may_be_called(game, of, ty));
        self.values = others;
        let around = std::mem::replace(&mut self.inside, true);
        fitting.into_iter().for_each(|(_, lambda)| self.block(&lambda.body));
        self.inside = around;
    }
}

/// Whether text for a value says no more than the value.
fn is_plain(ty: &Type) -> bool {
    matches!(ty, Type::Number | Type::String | Type::Bool | Type::Enum(_) | Type::Null)
}

impl<'g> Visit<'g> for Reads<'g> {
    fn expr(&mut self, e: &'g Expr) {
        use ExprKind as K;
        match (&e.ty, &e.kind) {
            (Type::Zone(_) | Type::Zones(_), _) | (_, K::ZoneRow(..)) => {
                self.found.zones.extend(self.lineage.zones(e));
            }
            // That of a piece is read from what it is read of.
            (
                Type::Place,
                K::Builtin(Builtin::PiecePlace, _) | K::Convert(Conversion::ZoneToPlace, _) | K::Null,
            ) => {}
            (Type::Place, _) => {
                self.found.table = true;
                self.found.zones.extend((0..self.game.zones.len() as u32).map(ZoneId));
            }
            (Type::Turn, _) => self.found.table = true,
            _ => {}
        }
        match &e.kind {
            K::Attribute(object, index) => match object.ty {
                Type::Class(class) => self.attribute(class, *index),
                _ => self.found.all = true,
            },
            K::Local(_) if self.inside => self.found.lists.extend(lists_in(&e.ty).cloned()),
            K::CaseAttribute(..) => self.found.lists.extend(lists_in(&e.ty).cloned()),
            K::Call(f, _) | K::CallBase(f, _) => self.call(Some(*f)),
            K::CallMethod(_, f, _) => self.method(*f),
            K::Builtin(id, args) => self.builtin(*id, args),
            K::BoardBuiltin(..) => self.found.table = true,
            K::AllOf(class) => drop(self.found.live.insert(*class)),
            K::Convert(Conversion::ToString, of) => self.found.all |= !is_plain(&of.ty),
            K::Convert(Conversion::TurnToPlayer, _) => self.found.table = true,
            K::CallValue(value, _) => self.called(&value.ty),
            K::Authored(authored) => match &**authored {
                Authored::Base(Member::Function(f), _) => self.method(*f),
                Authored::HasModifier(_, class) => drop(self.found.abilities.insert(*class)),
                Authored::Base(..) => {}
                _ => self.found.all = true,
            },
            // What such code depends on is not known.
            K::Actor | K::Event | K::CallAction(..) | K::DiceBuiltin(..) => self.found.all = true,
            K::New(..) | K::Raise(..) | K::Suppose(..) | K::Choose { .. } | K::Auto(_) | K::Test(_) => {
                self.found.all = true;
            }
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
