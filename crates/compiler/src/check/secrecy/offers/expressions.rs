//! What expressions tell of what is hidden.

use super::brought::Place;
use super::facts::Facts;
use super::labels::{Fact, Label, Who, joined, seen};
use super::reading::Reading;
use super::{Offer, THIS, What};
use crate::check::secrecy::tiles::{hiding_board, hiding_board_of};
use crate::check::secrecy::{hidden, lists_zones};
use crate::typed::visit::{Node, Parts};
use crate::typed::{
    Authored, BinaryOp, Block, ClassId, ClassKind, Conversion, Expr, ExprKind, Game, Member, ModifierOf,
    Target, Type,
};
use language::catalogue::Builtin;
use language::tree::Seen;

impl<'g> Reading<'_, 'g> {
    pub(super) fn label(&mut self, e: &'g Expr) -> Label {
        let label = self.label_of(e);
        let is_zone = matches!(e.ty, Type::Zone(_) | Type::Zones(_) | Type::Place);
        if self.gathers && !is_zone {
            self.read.add(&label.all());
        }
        label
    }

    /// Every kind is named, so that a new one is not forgotten.
    fn label_of(&mut self, e: &'g Expr) -> Label {
        match &e.kind {
            ExprKind::This => self.this_label(),
            ExprKind::Local(local) => self.of_variable(*local),
            ExprKind::Zone(_) | ExprKind::Zones(_) | ExprKind::ZoneOf(..) | ExprKind::ZoneRow(..) => {
                self.zone(e)
            }
            ExprKind::AllOf(class) => self.all_of(*class),
            ExprKind::Attribute(object, index) => self.attribute(e, object, *index),
            ExprKind::Index(list, at) | ExprKind::Lookup(list, at) => self.looked_up(e, list, at),
            ExprKind::Call(f, args) => {
                let runs = self.of_function(*f);
                let label = self.call(e.at, &[runs], None, args);
                self.gives_value(e, label)
            }
            ExprKind::CallBase(f, args) => {
                let (runs, this) = (self.of_function(*f), (self.this_label(), self.this));
                let label = self.call(e.at, &[runs], Some(this), args);
                self.gives_value(e, label)
            }
            ExprKind::CallMethod(object, f, args) => {
                let label = self.method(e.at, object, *f, args);
                self.gives_value(e, label)
            }
            ExprKind::CallValue(f, args) => self.call_value(e, f, args),
            ExprKind::Builtin(b, args) => self.builtin(e, *b, args),
            ExprKind::BoardBuiltin(board, player, b, args) => {
                self.board(e, *board, player.as_deref(), *b, args)
            }
            ExprKind::New(class, given) => {
                self.brings(Place::Objects, &Facts::new());
                self.made(*class, given)
            }
            ExprKind::Raise(class, given) => self.made(*class, given),
            ExprKind::NewList(parts) | ExprKind::NewStack(parts) => self.list(parts),
            ExprKind::IsSome(a) => Label::plain(self.label(a).told),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Ternary(check, a, b) => self.ternary(check, a, b),
            ExprKind::Coalesce(a, b) => self.coalesce(a, b),
            ExprKind::Convert(how, a) => {
                let mut label = self.label(a);
                if matches!(how, Conversion::Downcast(_)) {
                    label.told = label.all();
                }
                label.read_as(&e.ty)
            }
            ExprKind::Lambda(lambda) => self.kept_value(e, lambda),
            ExprKind::Choose { by, asked, spec, .. } => self.choose(e.at, by, *asked, spec),
            ExprKind::Auto(spec) => self.candidates(spec),
            ExprKind::Suppose(block, value) => self.supposed(e, block, value),
            ExprKind::Assign(to, value) | ExprKind::Update(to, _, value) => {
                self.stores(to, value);
                Label::default()
            }
            ExprKind::Authored(authored) => self.authored(e, authored),
            ExprKind::Tile(..) => Label::holding(
                hiding_board(self.game(), e).map(|name| self.offers.unseen(name)).into_iter().collect(),
            ),
            ExprKind::IsClass(a, _) => Label::plain(self.label(a).all()),
            ExprKind::Error
            | ExprKind::Null
            | ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Bool(_)
            | ExprKind::Case(..)
            | ExprKind::Event
            | ExprKind::Actor
            | ExprKind::Global(_)
            | ExprKind::DiceBuiltin(..)
            | ExprKind::Constant(_)
            | ExprKind::AllConstants(_)
            | ExprKind::CaseAttribute(..)
            | ExprKind::CallAction(..)
            | ExprKind::EnumBuiltin(..)
            | ExprKind::NewTable(_)
            | ExprKind::Range(..)
            | ExprKind::Stepped(..)
            | ExprKind::Negate(_)
            | ExprKind::Not(_)
            | ExprKind::Concat(_)
            | ExprKind::Age(_)
            | ExprKind::Probe(..)
            | ExprKind::Test(_) => self.parts(e),
        }
    }

    fn looked_up(&mut self, e: &'g Expr, list: &'g Expr, at: &'g Expr) -> Label {
        let (mut label, at) = (self.element(list).read_as(&e.ty), self.label(at).all());
        label.told = label.said();
        label.told.add(&at);
        label
    }

    fn list(&mut self, parts: &'g [Expr]) -> Label {
        let mut label = Label::default();
        for part in parts {
            let listed = self.label(part).listed();
            label.join(&listed);
        }
        label
    }

    fn ternary(&mut self, check: &'g Expr, a: &'g Expr, b: &'g Expr) -> Label {
        let told = self.label(check).all();
        let mut guards = Vec::new();
        self.guards(check, &mut guards);
        let mut label = self.reaching(told.clone(), |r| {
            let mut label = r.guarded(guards, |r| r.label(a));
            label.join(&r.label(b));
            label
        });
        label.told.add(&told);
        label
    }

    fn coalesce(&mut self, a: &'g Expr, b: &'g Expr) -> Label {
        let mut label = self.label(a);
        let other = self.reaching(label.told.clone(), |r| r.label(b));
        label.join(&other);
        label
    }

    fn call_value(&mut self, e: &'g Expr, f: &'g Expr, args: &'g [Expr]) -> Label {
        let mut label = self.label(f);
        let given: Vec<Label> = args.iter().map(|e| self.label(e)).collect();
        let whose: Vec<Option<Who>> = args.iter().map(|e| self.who(e)).collect();
        label.join(&self.value(&f.ty, &given, &whose));
        label.read_as(&e.ty)
    }

    /// What is done in a `suppose` moves what is hidden anywhere, so its value tells all that is read there.
    fn supposed(&mut self, e: &'g Expr, block: &'g Block, value: &'g Expr) -> Label {
        let (gathers, outer) = (std::mem::replace(&mut self.gathers, true), std::mem::take(&mut self.read));
        let brought = self.brought.clone();
        self.block(block);
        let mut label = self.label(value);
        self.brought = brought;
        self.gathers = gathers;
        let read = std::mem::replace(&mut self.read, outer);
        if gathers {
            self.read.add(&read);
        }
        label.told.add(&read);
        label.read_as(&e.ty)
    }

    /// Of a new object, what it was given, and what it begins with.
    fn made(&mut self, class: ClassId, given: &'g [(u32, Expr)]) -> Label {
        let mut held = Facts::new();
        for (index, attribute) in (0..).zip(&self.game().classes[class.index()].attributes) {
            if given.iter().all(|(k, _)| *k != index) {
                let begun = self.begun((attribute.class, index));
                begun.into_iter().for_each(|told| held.add(told));
            }
        }
        for (index, value) in given {
            let label = self.label(value);
            self.keeps(class, *index, value, &label);
            let declared = self.game().classes[class.index()].attributes[*index as usize].class;
            self.brings(Place::Attribute(declared, *index), &label.all());
            held.add(&label.all());
        }
        Label::holding(held)
    }

    /// What is told by all that an expression is made of.
    pub(super) fn parts(&mut self, e: &'g Expr) -> Label {
        let mut label = Label::default();
        e.kind.parts(&mut |node| {
            if let Node::Expr(part) = node {
                let part = self.label(part);
                label.join(&part);
            } else {
                self.node(node);
            }
        });
        label.read_as(&e.ty)
    }

    pub(super) fn this_label(&self) -> Label {
        match self.this {
            Some(Who::Param(THIS)) => Label {
                told: Facts::from([Fact::Told(THIS)]),
                held: Facts::from([Fact::Held(THIS)]),
                which: Facts::new(),
            },
            _ => Label::holding(self.this_held.clone()),
        }
    }

    /// All objects of a class. How many there are is told where others may lie in their place.
    pub(super) fn all_of(&self, class: ClassId) -> Label {
        let game = self.game();
        let c = &game.classes[class.index()];
        if c.kind == ClassKind::Tile || game.spot(class).is_some() {
            return Label::holding(
                hiding_board_of(game, class).map(|name| self.offers.unseen(name)).into_iter().collect(),
            );
        }
        let facts: Facts =
            self.offers.hides[class.index()].then_some(self.offers.unseen(&c.name)).into_iter().collect();
        let told = self.brought_to(Place::Objects);
        match self.offers.mixed[class.index()] {
            true => Label { told: joined(told, &facts), held: facts, which: Facts::new() },
            false => Label { told, held: facts, which: Facts::new() },
        }
    }

    /// What one element of a list tells.
    pub(super) fn element(&mut self, list: &'g Expr) -> Label {
        let label = self.label(list);
        element_of(label, &list.ty)
    }

    /// Whose the elements of a list are.
    pub(super) fn who_of_parts(&self, list: &Expr) -> Option<Who> {
        let of_objects = list.ty.element().is_some_and(|of| !of.is_simple());
        of_objects.then(|| self.who(list)).flatten()
    }

    pub(super) fn zone(&mut self, e: &'g Expr) -> Label {
        let mut told = Facts::new();
        e.zone_parts(&mut |part| told.add(&self.label(part).all()));
        let player = match &e.kind {
            ExprKind::ZoneOf(_, player) | ExprKind::ZoneRow(_, Some(player)) => Some(&**player),
            _ => None,
        };
        let (ExprKind::Zone(zone)
        | ExprKind::Zones(zone)
        | ExprKind::ZoneOf(zone, _)
        | ExprKind::ZoneRow(zone, _)) = &e.kind
        else {
            return Label::default();
        };
        let who = player.and_then(|player| self.who(player));
        let held = hidden(self.game(), e)
            .and_then(|name| seen(self.game().zones[zone.index()].seen, who, self.offers.name(name)));
        let mut held: Facts = held.into_iter().collect();
        held.add(&self.brought_to_zone(*zone));
        told.add(&self.counted_in(*zone));
        Label { told, held, which: Facts::new() }
    }

    pub(super) fn attribute(&mut self, e: &'g Expr, object: &'g Expr, index: u32) -> Label {
        let game = self.game();
        let of = self.label(object);
        let Type::Class(class) = object.ty else { return of };
        let spot = game.spot(class);
        if spot == Some(index) || is_holder(game, object, index) {
            return of;
        }
        let attribute = &game.classes[class.index()].attributes[index as usize];
        // What lies on a tile is not what the tile is.
        let is_tile = game.classes[class.index()].kind == ClassKind::Tile || spot.is_some();
        let mut told = if is_tile { of.told.clone() } else { of.all() };
        if attribute.secret {
            told.extend(seen(Seen::Owner, self.who(object), self.offers.name(&attribute.name)));
        }
        told.add(&self.brought_to(Place::Attribute(attribute.class, index)));
        if e.ty.is_simple() {
            return Label::plain(told);
        }
        let mut held = if is_tile { Facts::new() } else { of.held };
        held.extend(self.in_zones((attribute.class, index)).into_iter().flatten());
        held.extend(self.hiding_tiles(&e.ty));
        // Which zones a list has is not followed: it may be any of them.
        if lists_zones(&e.ty) && game.zones.iter().any(|zone| zone.seen != Seen::All) {
            held.insert(self.offers.unseen(&attribute.name));
        }
        held.add(&told);
        Label { told, held, which: Facts::new() }
    }

    /// What lies on the tiles that an attribute of this type may keep: which those are is not followed.
    fn hiding_tiles(&self, ty: &Type) -> Option<Fact> {
        match ty {
            Type::Class(class) => {
                let (game, class) = (self.game(), *class);
                let is_spot =
                    game.classes[class.index()].kind == ClassKind::Tile || game.spot(class).is_some();
                hiding_board_of(game, class).filter(|_| is_spot).map(|name| self.offers.unseen(name))
            }
            ty if ty.is_callable() => None,
            ty => ty.parts().into_iter().find_map(|part| self.hiding_tiles(part)),
        }
    }

    /// An attribute gets a value, which is followed where that is a zone. What a modifier is given may be told by what it
    /// makes of others.
    pub(super) fn keeps(&mut self, class: ClassId, index: u32, value: &Expr, label: &Label) {
        let declared = self.game().classes[class.index()].attributes[index as usize].class;
        if self.offers.read_by_lords.contains(&(declared, index)) {
            // Of an object, which one it is.
            let told = if matches!(value.ty, Type::Class(_)) { label.said() } else { label.all() };
            self.found.push(Offer { at: value.at, what: What::Given, decider: None, told });
        }
        let held = self.held_by_zones((declared, index), &value.ty, label);
        self.zones.push(((declared, index), held));
    }

    /// What lies in the zones that an attribute is given with a value of this type: whose they are cannot be said any more
    /// where it is read.
    pub(super) fn held_by_zones(&self, (class, index): (ClassId, u32), ty: &Type, label: &Label) -> Facts {
        if !matches!(ty, Type::Zone(_) | Type::Zones(_)) {
            return Facts::new();
        }
        let name = &self.game().classes[class.index()].attributes[index as usize].name;
        let kept = self.offers.unseen(name);
        let held = label.held.iter().filter(|fact| !fact.is_moved());
        held.map(|fact| if let Fact::Unseen(_) = fact { *fact } else { kept }).collect()
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: &'g Expr, b: &'g Expr) -> Label {
        let is_null = |e: &Expr| matches!(e.kind, ExprKind::Null);
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            if let Some(told) = self.same_place(a, b).or_else(|| self.same_place(b, a)) {
                return Label::plain(told);
            }
            if is_null(a) || is_null(b) {
                let mut told = self.label(a).told;
                told.add(&self.label(b).told);
                return Label::plain(told);
            }
            if self.is_spot(a) && self.is_spot(b) {
                return Label::plain(joined(self.label(a).told, &self.label(b).told));
            }
            let is_thing = |e: &Expr| matches!(e.ty, Type::Class(_));
            if is_thing(a) && is_thing(b) {
                let (kept_a, kept_b) = (self.may_keep_hidden(a), self.may_keep_hidden(b));
                let (a, b) = (self.label(a), self.label(b));
                return Label::plain(same_thing((&a, kept_a), (&b, kept_b)));
            }
        }
        let mut told = self.label(a).all();
        let mut guards = Vec::new();
        if op == BinaryOp::And {
            self.guards(a, &mut guards);
        }
        let lazy = matches!(op, BinaryOp::And | BinaryOp::Or);
        let reached = if lazy { told.clone() } else { Facts::new() };
        let more = self.reaching(reached, |r| r.guarded(guards, |r| r.label(b).all()));
        told.add(&more);
        Label::plain(told)
    }

    /// What is told by whether a piece lies in a place: of a zone, only what those see who see the zone, since all see
    /// what lies in others; and of none at all, nothing.
    fn same_place(&mut self, of: &'g Expr, place: &'g Expr) -> Option<Facts> {
        let ExprKind::Builtin(Builtin::PiecePlace, args) = &of.kind else { return None };
        let piece = args.first()?.as_ref()?;
        let there = match &place.kind {
            ExprKind::Null => Label::default(),
            ExprKind::Convert(Conversion::ZoneToPlace, zone) => self.label(zone),
            _ => return None,
        };
        let is_placed = matches!(&piece.kind, ExprKind::Local(local) if self.placed.contains(local));
        let piece = self.label(piece);
        let mut told = joined(piece.told, &there.told);
        if !piece.held.is_empty() && !is_placed {
            told.extend(there.held.iter().filter(|fact| !fact.is_moved()));
        }
        Some(told)
    }

    /// Whether an expression is what an attribute keeps, or a list of that, of a class whose objects may lie hidden:
    /// what is kept need not lie open, though it is not followed what it is.
    pub(super) fn may_keep_hidden(&self, e: &Expr) -> bool {
        let of = e.ty.element().unwrap_or(&e.ty);
        let Type::Class(class) = of else { return false };
        matches!(&e.kind, ExprKind::Attribute(object, index) if !is_holder(self.game(), object, *index))
            && self.offers.hides[class.index()]
    }

    /// Whether an expression is a tile, an edge or a corner, of which it is no secret which one it is.
    fn is_spot(&self, e: &Expr) -> bool {
        let game = self.game();
        match e.ty {
            Type::Class(class) => {
                game.classes[class.index()].kind == ClassKind::Tile || game.spot(class).is_some()
            }
            _ => false,
        }
    }

    pub(super) fn authored(&mut self, e: &'g Expr, authored: &'g Authored) -> Label {
        match authored {
            Authored::StoredAttribute(object, index) => self.attribute(e, object, *index),
            Authored::AddModifier(object, class, args) => {
                let label = self.label(object);
                let modifier = self.game().classes[class.index()].modifier.as_ref();
                let params = modifier.map_or(&[][..], |m| &m.params);
                for (value, index) in args.iter().zip(params).filter_map(|(arg, k)| Some((arg.as_ref()?, *k)))
                {
                    let given = self.label(value);
                    self.keeps(*class, index, value, &given);
                }
                label
            }
            Authored::HasModifier(object, _)
            | Authored::RemoveModifier(object, _)
            | Authored::Modifiers(object)
            | Authored::ModifierName(object) => {
                let held = self.label(object).all();
                Label { told: held.clone(), held, which: Facts::new() }.read_as(&e.ty)
            }
            Authored::Base(Member::Function(f), args) => {
                let this = (self.this_label(), self.this);
                let runs = self.of_method(*f);
                self.call(e.at, &runs, Some(this), args)
            }
            Authored::Base(Member::Attribute(_), _)
            | Authored::EndModifier(_)
            | Authored::RenewModifier(_)
            | Authored::TakeOffModifier(..) => {
                let mut label = self.parts(e);
                label.join(&self.this_label());
                label.told = label.all();
                label.read_as(&e.ty)
            }
        }
    }

    pub(super) fn stores(&mut self, to: &'g Target, value: &'g Expr) {
        let (label, who) = (self.label(value), self.who(value));
        match to {
            Target::Local(local) => {
                self.shares(*local, &value.ty, value);
                let label = self.where_it_stands(label);
                self.gives(*local, &label, who);
            }
            Target::Attribute(object, index) => {
                self.label(object);
                if let Type::Class(class) = object.ty {
                    self.keeps(class, *index, value, &label);
                }
                self.brings_into(to, &label.all());
            }
            // An entry for which there was none, or null, changes how much there is.
            Target::Index(list, at) | Target::Entry(list, at) => {
                let at = self.label(at);
                let told = if matches!(to, Target::Entry(..)) { at.said() } else { Facts::new() };
                self.puts(list, &Label { told, ..at.listed() });
                self.puts(list, &label.listed());
                if let Some(place) = self.place(list) {
                    self.brings(place, &label.all());
                }
            }
        }
    }
}

/// What one element of a list tells, where this is told by the list.
pub(super) fn element_of(mut label: Label, list: &Type) -> Label {
    match list.element() {
        Some(of) => {
            label.told = label.said();
            if !of.is_collection() {
                label.which.clear();
            }
            label.read_as(of)
        }
        None => label,
    }
}

/// Whether an attribute is what has a modifier.
pub(super) fn is_holder(game: &Game, object: &Expr, index: u32) -> bool {
    let Type::Class(class) = object.ty else { return false };
    index == ModifierOf::HOLDER && game.classes[class.index()].modifier.is_some()
}

/// What is told by whether something is a thing, or one of several: where either lies open, nothing of what it holds. With
/// each stands whether it may be hidden though nothing says so.
pub(super) fn same_thing((a, a_hides): (&Label, bool), (b, b_hides): (&Label, bool)) -> Facts {
    let mut told = a.told.clone();
    told.add(&b.told);
    let is_open = |label: &Label, hides: bool| label.held.is_empty() && !hides;
    if !is_open(a, a_hides) && !is_open(b, b_hides) {
        told.add(&a.held);
        told.add(&b.held);
    }
    told
}
