//! Which reasons a player may be told: those of conditions that read nothing which this player may not know. What is not
//! followed here, such as a function value or what a modifier makes of an attribute, counts as unknown.
//! It does not know how reasons are told.

use crate::typed::visit::{Parts, Visit};
use crate::typed::{
    Action, ClassId, Expr, ExprKind, FunctionId, Game, LocalId, Member, Source, Type, Why, ZoneId,
};
use language::catalogue::Builtin;
use language::tree::Seen;
use std::collections::BTreeSet;

/// Notes of all reasons whether they may be told.
pub(super) fn mark(game: &mut Game) {
    let open: Vec<Vec<bool>> = game.actions.iter().map(|action| open_of(game, action)).collect();
    for (action, open) in game.actions.iter_mut().zip(open) {
        let demands = action.requires.iter_mut().chain(&mut action.ensures).map(|d| &mut d.why);
        let filters = action.inputs.iter_mut().flat_map(|i| &mut i.spec.filters).map(|f| &mut f.why);
        let whys = demands.chain(filters).flatten();
        whys.zip(open).for_each(|(why, open): (&mut Box<Why>, bool)| why.is_open = open);
    }
}

/// For each reason of an action, those of its inputs last, whether it may be told.
fn open_of(game: &Game, action: &Action) -> Vec<bool> {
    let mut unknown = BTreeSet::new();
    for input in &action.inputs {
        let known = match &input.spec.source {
            Source::Objects(class) => !may_be_hidden(game, *class),
            Source::List(list) => is_open(game, &unknown, &**list),
            _ => true,
        };
        if !known {
            unknown.insert(input.local);
            unknown.extend(input.spec.filters.iter().map(|f| f.local));
        }
    }
    let demands = action.requires.iter().chain(&action.ensures).map(|d| (&d.body, &d.why));
    let filters = action.inputs.iter().flat_map(|i| &i.spec.filters).map(|f| (&f.body, &f.why));
    let explained = demands.chain(filters).filter(|(_, why)| why.is_some());
    explained.map(|(body, _)| is_open(game, &unknown, body)).collect()
}

/// Whether whoever acts may know all that something reads, where these variables hold what they do not know.
fn is_open(game: &Game, unknown: &BTreeSet<LocalId>, what: &impl Parts) -> bool {
    let mut reads = Reads { game, unknown, open: true, seen: BTreeSet::new(), calls: Vec::new() };
    what.parts(&mut |node| reads.node(node));
    let none = BTreeSet::new();
    reads.unknown = &none;
    while let Some(f) = reads.calls.pop() {
        if reads.open && reads.seen.insert(f) {
            reads.function(&game.functions[f.index()]);
        }
    }
    reads.open
}

/// Whether pieces of a class may lie where not everybody sees them.
fn may_be_hidden(game: &Game, class: ClassId) -> bool {
    let holds = |of: ClassId| game.is_sub(of, class) || game.is_sub(class, of);
    game.zones.iter().any(|zone| zone.seen != Seen::All && holds(zone.of))
}

struct Reads<'r> {
    game: &'r Game,
    unknown: &'r BTreeSet<LocalId>,
    open: bool,
    seen: BTreeSet<FunctionId>,
    /// What is called and was not looked at yet.
    calls: Vec<FunctionId>,
}

impl Reads<'_> {
    /// Whether an expression by itself reads what may not be known.
    fn is_hidden(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Local(local) => self.unknown.contains(local),
            ExprKind::Zone(zone) | ExprKind::Zones(zone) => self.seen(*zone) != Seen::All,
            ExprKind::ZoneOf(zone, who) => match self.seen(*zone) {
                Seen::All => false,
                Seen::Owner => !is_actor(who),
                Seen::None => true,
            },
            ExprKind::AllOf(class) => may_be_hidden(self.game, *class),
            ExprKind::Attribute(object, index) => self.is_hidden_attribute(object, *index),
            ExprKind::Call(f, _) | ExprKind::CallBase(f, _) => {
                self.calls.push(*f);
                false
            }
            ExprKind::CallMethod(_, root, _) => {
                self.calls.extend(self.game.methods_of(*root));
                self.is_modified(Member::Function(*root))
            }
            ExprKind::CallValue(..)
            | ExprKind::Suppose(..)
            | ExprKind::Authored(_)
            | ExprKind::Choose { .. }
            | ExprKind::Auto(_) => true,
            _ => e.ty == Type::Position,
        }
    }

    fn seen(&self, zone: ZoneId) -> Seen {
        self.game.zones[zone.index()].seen
    }

    fn is_modified(&self, member: Member) -> bool {
        self.game.modifiers.iter().flat_map(|m| &m.overrides).any(|o| o.member == member)
    }

    fn is_hidden_attribute(&mut self, object: &Expr, index: u32) -> bool {
        let Type::Class(class) = object.ty else { return true };
        self.calls.extend(self.game.formula(class, index));
        let attribute = &self.game.classes[class.index()].attributes[index as usize];
        attribute.secret || self.names_hidden(&attribute.ty) || self.is_modified(Member::Attribute(index))
    }

    /// Whether values of a type may lead to pieces that not everybody knows.
    fn names_hidden(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(class) => may_be_hidden(self.game, *class),
            Type::Table(key, value) => {
                key.as_ref().is_some_and(|key| self.names_hidden(key)) || self.names_hidden(value)
            }
            _ => ty.element().is_some_and(|of| self.names_hidden(of)),
        }
    }
}

impl<'e> Visit<'e> for Reads<'_> {
    fn expr(&mut self, e: &'e Expr) {
        if let Some(zone) = e.counted_zone() {
            return zone.kind.parts(&mut |node| self.node(node));
        }
        if self.is_hidden(e) {
            self.open = false;
        } else {
            e.kind.parts(&mut |node| self.node(node));
        }
    }
}

/// Whether an expression is whoever acts.
fn is_actor(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Actor | ExprKind::Builtin(Builtin::PlayersActive, _))
}
