//! What expressions tell of what is hidden.

use super::labels::{Fact, Facts, Label, Who, add, seen};
use super::reading::Reading;
use super::{Offer, THIS, What};
use crate::check::secrecy::hidden;
use crate::typed::visit::{Node, Parts};
use crate::typed::{
    Authored, BinaryOp, BoardId, ClassId, ClassKind, Conversion, Expr, ExprKind, Member, Target, Type,
};
use language::catalogue::Builtin;
use language::tree::Seen;

impl<'g> Reading<'_, 'g> {
    pub(super) fn label(&mut self, e: &'g Expr) -> Label<'g> {
        match &e.kind {
            ExprKind::This => self.this_label(),
            ExprKind::Local(local) => self.labels.get(local).cloned().unwrap_or_default(),
            ExprKind::Zone(_) | ExprKind::Zones(_) | ExprKind::ZoneOf(..) | ExprKind::ZoneRow(..) => {
                self.zone(e)
            }
            ExprKind::AllOf(class) => self.all_of(*class),
            ExprKind::Attribute(object, index) => self.attribute(e, object, *index),
            ExprKind::Index(list, at) | ExprKind::Lookup(list, at) => {
                let (mut label, at) = (self.element(list).read_as(&e.ty), self.label(at).all());
                add(&mut label.told, &at);
                label
            }
            ExprKind::Call(f, args) => self.call(&[*f], None, args),
            ExprKind::CallBase(f, args) => self.call(&[*f], Some((self.this_label(), self.this)), args),
            ExprKind::CallMethod(object, f, args) => {
                let this = (self.label(object), self.who(object));
                let runs = self.offers.dispatch.targets(*f);
                self.call(runs, Some(this), args)
            }
            ExprKind::CallValue(f, args) => {
                let mut label = self.label(f);
                let given: Vec<Label<'g>> = args.iter().map(|e| self.label(e)).collect();
                let whose: Vec<Option<Who>> = args.iter().map(|e| self.who(e)).collect();
                label.join(&self.value(&f.ty, &given, &whose));
                label.read_as(&e.ty)
            }
            ExprKind::Builtin(b, args) => self.builtin(e, *b, args),
            ExprKind::BoardBuiltin(board, player, b, _) => self.board(e, *board, player.as_deref(), *b),
            ExprKind::New(class, given) | ExprKind::Raise(class, given) => self.made(*class, given),
            ExprKind::IsSome(a) => Label::plain(self.label(a).told),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Ternary(check, a, b) => {
                let told = self.label(check).all();
                let mut label = self.label(a);
                label.join(&self.label(b));
                add(&mut label.told, &told);
                label
            }
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
            ExprKind::Suppose(block, value) => {
                self.block(block);
                self.label(value)
            }
            ExprKind::Assign(to, value) | ExprKind::Update(to, _, value) => {
                self.stores(to, value);
                Label::default()
            }
            ExprKind::Authored(authored) => self.authored(e, authored),
            ExprKind::IsClass(a, _) => Label::plain(self.label(a).all()),
            _ => self.parts(e),
        }
    }

    /// What is read of a board, or of its tiles.
    fn board(&mut self, e: &'g Expr, board: BoardId, player: Option<&Expr>, b: Builtin) -> Label<'g> {
        let who = player.and_then(|player| self.who(player));
        let board = &self.game().boards[board.index()];
        let mut label = self.parts(e);
        label.held.extend(seen(board.seen, who, &board.name));
        if b == Builtin::BoardPosition {
            label.told = label.all();
        }
        label.read_as(&e.ty)
    }

    /// What a new object was given is not followed, but where that is told at once.
    fn made(&mut self, class: ClassId, given: &'g [(u32, Expr)]) -> Label<'g> {
        for (index, value) in given {
            let label = self.label(value);
            self.keeps(class, *index, value, &label);
        }
        Label::default()
    }

    /// What is told by all that an expression is made of.
    pub(super) fn parts(&mut self, e: &'g Expr) -> Label<'g> {
        let mut label = Label::default();
        e.kind.parts(&mut |node| {
            if let Node::Expr(part) = node {
                let part_label = self.label(part);
                match part.ty.is_simple() && !e.ty.is_simple() {
                    true => add(&mut label.held, &part_label.told),
                    false => drop(label.join(&part_label)),
                }
            } else {
                self.node(node);
            }
        });
        label.read_as(&e.ty)
    }

    pub(super) fn this_label(&self) -> Label<'g> {
        match self.this {
            Some(Who::Param(THIS)) => {
                Label { told: Facts::from([Fact::Told(THIS)]), held: Facts::from([Fact::Held(THIS)]) }
            }
            _ => Label::default(),
        }
    }

    /// All objects of a class.
    pub(super) fn all_of(&self, class: ClassId) -> Label<'g> {
        let hides = self.offers.hides[class.index()];
        let fact = hides.then(|| Fact::Unseen(&self.game().classes[class.index()].name));
        Label::holding(fact.into_iter().collect())
    }

    /// What one element of a list tells.
    pub(super) fn element(&mut self, list: &'g Expr) -> Label<'g> {
        let label = self.label(list);
        element_of(label, &list.ty)
    }

    /// Whose the elements of a list are.
    pub(super) fn who_of_parts(&self, list: &Expr) -> Option<Who> {
        let of_objects = list.ty.element().is_some_and(|of| !of.is_simple());
        of_objects.then(|| self.who(list)).flatten()
    }

    pub(super) fn zone(&mut self, e: &'g Expr) -> Label<'g> {
        let mut told = Facts::new();
        e.zone_parts(&mut |part| add(&mut told, &self.label(part).all()));
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
        let held =
            hidden(self.game(), e).and_then(|name| seen(self.game().zones[zone.index()].seen, who, name));
        Label { told, held: held.into_iter().collect() }
    }

    pub(super) fn attribute(&mut self, e: &'g Expr, object: &'g Expr, index: u32) -> Label<'g> {
        let game = self.game();
        let of = self.label(object);
        let Type::Class(class) = object.ty else { return of };
        let attribute = &game.classes[class.index()].attributes[index as usize];
        // What lies on a tile is not what the tile is.
        let is_tile = game.classes[class.index()].kind == ClassKind::Tile;
        let mut told = if is_tile { of.told.clone() } else { of.all() };
        if attribute.secret {
            told.extend(seen(Seen::Owner, self.who(object), &attribute.name));
        }
        if e.ty.is_simple() {
            return Label::plain(told);
        }
        let mut held = if is_tile { Facts::new() } else { of.held };
        held.extend(self.offers.zones.get(&(attribute.class, index)).into_iter().flatten());
        add(&mut held, &told);
        Label { told, held }
    }

    /// An attribute gets a value, which is followed where that is a zone. What a modifier is given may be told by what it
    /// makes of others.
    pub(super) fn keeps(&mut self, class: ClassId, index: u32, value: &Expr, label: &Label<'g>) {
        let declared = self.game().classes[class.index()].attributes[index as usize].class;
        if self.offers.read_by_lords.contains(&(declared, index)) {
            self.found.push(Offer { at: value.at, what: What::Given, decider: None, told: label.all() });
        }
        if matches!(value.ty, Type::Zone(_) | Type::Zones(_)) {
            let attribute = &self.game().classes[class.index()].attributes[index as usize];
            // Whose zone it is cannot be said any more where it is read.
            let held = label.held.iter().map(|fact| match fact {
                Fact::Unseen(_) => *fact,
                _ => Fact::Unseen(&attribute.name),
            });
            self.zones.push(((attribute.class, index), held.collect()));
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: &'g Expr, b: &'g Expr) -> Label<'g> {
        let is_null = |e: &Expr| matches!(e.kind, ExprKind::Null);
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) && (is_null(a) || is_null(b)) {
            let mut told = self.label(a).told;
            add(&mut told, &self.label(b).told);
            return Label::plain(told);
        }
        let is_thing = |e: &Expr| matches!(e.ty, Type::Class(_));
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) && is_thing(a) && is_thing(b) {
            let (a, b) = (self.label(a), self.label(b));
            return Label::plain(same_thing(&a, &b));
        }
        let mut told = self.label(a).all();
        let mut guards = Vec::new();
        if op == BinaryOp::And {
            self.guards(a, &mut guards);
        }
        let more = self.guarded(guards, |r| r.label(b).all());
        add(&mut told, &more);
        Label::plain(told)
    }

    pub(super) fn authored(&mut self, e: &'g Expr, authored: &'g Authored) -> Label<'g> {
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
            Authored::HasModifier(object, _) => Label::plain(self.label(object).all()),
            Authored::Base(Member::Function(f), args) => {
                let this = (self.this_label(), self.this);
                self.call(self.offers.dispatch.targets(*f), Some(this), args)
            }
            _ => self.parts(e),
        }
    }

    pub(super) fn stores(&mut self, to: &'g Target, value: &'g Expr) {
        let (label, who) = (self.label(value), self.who(value));
        match to {
            Target::Local(local) => self.gives(*local, &label, who),
            Target::Attribute(object, index) => {
                self.label(object);
                if let Type::Class(class) = object.ty {
                    self.keeps(class, *index, value, &label);
                }
            }
            Target::Index(list, at) | Target::Entry(list, at) => {
                let at = self.label(at);
                self.puts(list, &at);
                self.puts(list, &label);
            }
        }
    }
}

/// What one element of a list tells, where this is told by the list.
pub(super) fn element_of<'g>(label: Label<'g>, list: &Type) -> Label<'g> {
    match list.element() {
        Some(of) => label.read_as(of),
        None => label,
    }
}

/// What is told by whether something is a thing, or one of several: where either lies open, nothing of what it holds.
pub(super) fn same_thing<'g>(a: &Label<'g>, b: &Label<'g>) -> Facts<'g> {
    let mut told = a.told.clone();
    add(&mut told, &b.told);
    if !a.held.is_empty() && !b.held.is_empty() {
        add(&mut told, &a.held);
        add(&mut told, &b.held);
    }
    told
}
