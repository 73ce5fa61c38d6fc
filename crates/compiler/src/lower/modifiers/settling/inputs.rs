//! What settling reads: everything that decides which modifiers there are, whom they reach, and what they make of
//! attributes. A change of anything else leaves what was settled as it is. It knows nothing of how it is settled.

use crate::typed::dispatch::{Dispatch, function_values, may_be_called};
use crate::typed::visit::{Node, Parts, Visit};
use crate::typed::{
    Authored, ClassId, ClassKind, Conversion, Expr, ExprKind, FunctionId, Game, Grant, Lambda, Member,
    Modifier, Replacement, Target, Type, ZoneId,
};
use language::catalogue::{Builtin, Effect, On, entry};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Who reads something while everything is settled: the modifiers whose live applications do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Readers {
    /// It is read whatever lives.
    pub always: bool,
    pub modifiers: BTreeSet<ClassId>,
}

impl Readers {
    pub(super) fn always() -> Readers {
        Readers { always: true, modifiers: BTreeSet::new() }
    }

    pub(super) fn is_none(&self) -> bool {
        !self.always && self.modifiers.is_empty()
    }

    fn and(mut self, other: &Readers) -> Readers {
        self.always |= other.always;
        self.modifiers.extend(&other.modifiers);
        self
    }

    fn and_all<'r>(self, others: impl IntoIterator<Item = &'r Readers>) -> Readers {
        others.into_iter().fold(self, Readers::and)
    }
}

/// What is read, and by whom.
#[derive(Debug)]
pub(super) struct Inputs {
    /// Something of which it is not known what may change it.
    all: Readers,
    /// Boards, players, turns and phases.
    table: Readers,
    /// Whose objects are.
    owners: Readers,
    /// By zone: what lies there.
    zones: Vec<Readers>,
    /// The types of the lists, stacks and tables that attributes hold.
    lists: BTreeMap<Type, Readers>,
    /// By the class that declares them and index.
    attributes: BTreeMap<(ClassId, u32), Readers>,
    /// By class and index: the class that declares it.
    declared: Vec<Vec<ClassId>>,
    /// By class: whether it matters that there is one object more or less.
    live: Vec<Readers>,
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
            next: Vec::new(),
            inside: false,
            known: BTreeMap::new(),
            called: BTreeMap::new(),
        };
        let mut inputs = Inputs {
            all: Readers::default(),
            table: Readers::default(),
            owners: Readers::default(),
            zones: vec![Readers::default(); game.zones.len()],
            lists: BTreeMap::new(),
            attributes: BTreeMap::new(),
            declared: game.classes.iter().map(|c| c.attributes.iter().map(|a| a.class).collect()).collect(),
            live: vec![Readers::default(); game.classes.len()],
            abilities: BTreeSet::new(),
            lineage: Lineage::of(game),
        };
        for m in &game.modifiers {
            reads.modifier(m);
            let found = reads.all_found();
            inputs.note(game, &found, &Readers { always: false, modifiers: BTreeSet::from([m.class]) });
        }
        reads.objects();
        let found = reads.all_found();
        inputs.note(game, &found, &Readers::always());
        inputs
    }

    fn note(&mut self, game: &Game, found: &Found, by: &Readers) {
        let add = |to: &mut Readers| *to = std::mem::take(to).and(by);
        let some =
            [(found.all, &mut self.all), (found.table, &mut self.table), (found.owners, &mut self.owners)];
        some.into_iter().filter(|(is_read, _)| *is_read).for_each(|(_, to)| add(to));
        found.zones.iter().for_each(|z| add(&mut self.zones[z.index()]));
        found.lists.iter().for_each(|ty| add(self.lists.entry(ty.clone()).or_default()));
        found.attributes.iter().for_each(|a| add(self.attributes.entry(*a).or_default()));
        for (i, live) in self.live.iter_mut().enumerate() {
            if found.live.iter().any(|l| game.is_sub(ClassId(i as u32), *l)) {
                add(live);
            }
        }
        self.abilities.extend(&found.abilities);
    }

    /// Whether it matters who has a modifier.
    pub(super) fn looks_at(&self, game: &Game, class: ClassId) -> bool {
        let related = |a: &ClassId| game.is_sub(*a, class) || game.is_sub(class, *a);
        !self.all.is_none() || !self.live[class.index()].is_none() || self.abilities.iter().any(related)
    }

    /// To whom it matters that there is one object of exactly this class more.
    pub(super) fn made(&self, class: ClassId) -> Readers {
        self.all.clone().and(&self.live[class.index()])
    }

    /// To whom it matters that an object is removed.
    pub(super) fn removed(&self, object: &Expr) -> Readers {
        let Type::Class(class) = object.ty else { return Readers::always() };
        let all = (0..self.live.len() as u32).map(ClassId).filter(|c| self.lineage.is_sub(*c, class));
        self.moved(class).and(&self.all).and_all(all.map(|c| &self.live[c.index()]))
    }

    /// To whom it matters that a piece of a class, or one below it, comes to lie elsewhere.
    fn moved(&self, class: ClassId) -> Readers {
        if !self.lineage.pieces[class.index()] {
            return Readers::default();
        }
        self.table.clone().and_all(self.lineage.zones_of(class).map(|z| &self.zones[z.index()]))
    }

    /// To whom it matters that something is assigned.
    pub(super) fn assigned(&self, target: &Target) -> Readers {
        match target {
            Target::Local(_) => Readers::default(),
            Target::Attribute(object, index) => match object.ty {
                Type::Class(class) => {
                    let declared =
                        self.declared[class.index()].get(*index as usize).copied().unwrap_or(class);
                    self.all.clone().and_all(self.attributes.get(&(declared, *index)))
                }
                _ => Readers::always(),
            },
            Target::Index(list, _) | Target::Entry(list, _) => self.list(&list.ty),
        }
    }

    /// To whom it matters what a list, stack or table of a type holds.
    fn list(&self, ty: &Type) -> Readers {
        let read = self.lists.iter().filter(|(read, _)| self.lineage.may_be(read, ty));
        self.all.clone().and_all(read.map(|(_, readers)| readers))
    }

    /// To whom it matters that boards, players, turns or phases change.
    pub(super) fn table(&self) -> Readers {
        self.all.clone().and(&self.table)
    }

    /// To whom a call may matter where it fills lists that it is given.
    pub(super) fn filled<'e>(&self, given: impl Iterator<Item = &'e Expr>) -> Readers {
        let given = given.filter(|e| e.ty.is_collection());
        given.flat_map(|e| lists_in(&e.ty)).fold(Readers::default(), |all, ty| all.and(&self.list(ty)))
    }

    /// To whom it matters what something built in changes.
    pub(super) fn built_in(&self, id: Builtin, args: &[Option<Expr>]) -> Readers {
        let entry = entry(id);
        let receiver = args.first().and_then(Option::as_ref);
        let is_zone = receiver.is_some_and(|e| is_zone(&e.ty));
        match entry.on {
            _ if entry.effect == Effect::Pure => Readers::default(),
            On::List | On::Table | On::Stack | On::Random if !is_zone => {
                self.all.clone().and(&receiver.map(|e| self.list(&e.ty)).unwrap_or_default())
            }
            On::Object => self.table().and(&self.owners),
            On::Piece | On::Board | On::Zone | On::List
                if !matches!(id, Builtin::PieceReveal | Builtin::ZoneReveal) =>
            {
                args.iter().flatten().fold(self.table(), |all, e| all.and(&self.goes(e)))
            }
            _ => self.table(),
        }
    }

    /// To whom it matters that something moves from or to a zone, or that a piece does.
    fn goes(&self, e: &Expr) -> Readers {
        match &e.ty {
            Type::Zone(_) | Type::Zones(_) => {
                Readers::default().and_all(self.lineage.zones(e).map(|z| &self.zones[z.index()]))
            }
            Type::Class(class) => self.moved(*class),
            Type::List(of) => match **of {
                Type::Class(class) => self.moved(class),
                _ => Readers::default(),
            },
            _ => Readers::default(),
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
#[derive(Clone, Default)]
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

impl Found {
    fn extend(&mut self, other: &Found) {
        self.all |= other.all;
        self.table |= other.table;
        self.owners |= other.owners;
        self.zones.extend(&other.zones);
        self.lists.extend(other.lists.iter().cloned());
        self.attributes.extend(&other.attributes);
        self.live.extend(&other.live);
        self.abilities.extend(&other.abilities);
    }
}

/// What runs where it is called.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Called<'g> {
    Function(FunctionId),
    /// One that may be called as a value, by its number.
    Value(usize),
    /// Any value of a type.
    Any(&'g Type),
}

/// What a part of the code reads by itself, and what it calls.
type Known<'g> = Rc<(Found, Vec<Called<'g>>)>;

/// Goes through code, and through what it calls.
struct Reads<'g> {
    game: &'g Game,
    dispatch: Dispatch,
    /// Those that may be called as values.
    values: Vec<(&'g Type, &'g Lambda)>,
    lineage: Lineage,
    found: Found,
    next: Vec<Called<'g>>,
    /// What is gone through is a function value, which may hold lists of where it was made.
    inside: bool,
    known: BTreeMap<Called<'g>, Known<'g>>,
    /// By type: all that is read where a value of it is called.
    called: BTreeMap<&'g Type, Rc<Found>>,
}

impl<'g> Reads<'g> {
    fn part(&mut self, part: &'g impl Parts) {
        part.parts(&mut |node: Node<'g>| self.node(node));
    }

    fn grants(&mut self, grants: &'g [Grant]) {
        grants.iter().flat_map(|g| &g.args).for_each(|arg| self.part(arg));
    }

    /// All that was found since the last time, with what is called from there. Values that are called are gone through
    /// once for all that call them.
    fn all_found(&mut self) -> Found {
        let found = std::mem::take(&mut self.found);
        let next = std::mem::take(&mut self.next);
        self.closed(found, next, true)
    }

    fn closed(&mut self, mut found: Found, mut next: Vec<Called<'g>>, at_once: bool) -> Found {
        let mut seen = BTreeSet::new();
        while let Some(called) = next.pop() {
            if !seen.insert(called.clone()) {
                continue;
            }
            if let (Called::Any(ty), true) = (&called, at_once) {
                let all = self.called.get(ty).cloned().unwrap_or_else(|| {
                    let all = Rc::new(self.closed(Found::default(), vec![called.clone()], false));
                    self.called.insert(ty, Rc::clone(&all));
                    all
                });
                found.extend(&all);
                continue;
            }
            let known = self.known(&called);
            found.extend(&known.0);
            next.extend(known.1.iter().cloned());
        }
        found
    }

    fn known(&mut self, called: &Called<'g>) -> Known<'g> {
        if let Some(known) = self.known.get(called) {
            return Rc::clone(known);
        }
        let game = self.game;
        match called {
            Called::Function(f) => self.function(&game.functions[f.index()]),
            Called::Value(i) => {
                self.inside = true;
                self.block(&self.values[*i].1.body);
                self.inside = false;
            }
            Called::Any(ty) => {
                let fitting = self.values.iter().enumerate().filter(|(_, v)| may_be_called(game, v.0, ty));
                self.next.extend(fitting.map(|(i, _)| Called::Value(i)));
            }
        }
        let known = Rc::new((std::mem::take(&mut self.found), std::mem::take(&mut self.next)));
        self.known.insert(called.clone(), Rc::clone(&known));
        known
    }

    fn modifier(&mut self, m: &'g Modifier) {
        let game = self.game;
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
        self.next.extend(running.map(Called::Function));
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
            On::List | On::Table | On::Stack | On::Set | On::String | On::TurnValue | On::Enum | On::Case => {
            }
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
        self.next.push(Called::Any(ty));
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
