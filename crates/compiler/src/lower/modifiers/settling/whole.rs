//! A modifier with everything that it inherits, and what its applications do while everything is settled: the bodies of
//! the methods that are declared in `kinds`. It knows nothing of when they are called.

use super::super::{Among, Plan, application};
use super::kinds::{Does, Given};
use super::{Pair, Settling, Slot, global, state};
use crate::lower::Made;
use crate::lower::build::{TreeBuilder, param};
use crate::typed::{
    BinaryOp, ClassId, ClassKind, Expr, ExprKind, FunctionId, Game, LocalId, LooksAt, Member, Statement,
    Type, Visibility,
};
use base::NodeId;
use language::catalogue::Builtin;
use std::collections::BTreeSet;

/// What a modifier does in a layer to an attribute.
#[derive(Clone, Copy)]
struct Change {
    layer: usize,
    /// By its number among those that are touched.
    attribute: usize,
    function: FunctionId,
}

/// A modifier with everything that it inherits.
pub(super) struct Whole<'p> {
    settling: &'p Settling,
    pub game: &'p Game,
    pub class: ClassId,
    pub at: NodeId,
    /// The class of the objects that have it.
    on: ClassId,
    /// The class of those that it reaches.
    target: ClassId,
    /// `reaches(object)` where it reaches others than its holder.
    reaches: Option<FunctionId>,
    among: Option<Among>,
    changes: Vec<Change>,
    /// Layer, modifier, whether it bars it.
    takes: Vec<(usize, ClassId, bool)>,
    /// Layer, modifier and function.
    grants: Vec<(usize, ClassId, FunctionId)>,
    given: Vec<(usize, &'p Given)>,
    pub arrives: usize,
    pub looks: LooksAt,
    /// What takes it off, and the class that has it at the top.
    off: Option<(FunctionId, ClassId)>,
}

impl<'p> Whole<'p> {
    pub(super) fn of(
        settling: &'p Settling,
        game: &'p Game,
        plan: &'p Plan,
        class: ClassId,
    ) -> Option<Whole<'p>> {
        let info = plan.of(class)?;
        let line: Vec<_> = game.above(class).filter_map(|c| plan.of(c)).collect();
        let mut changes: Vec<Change> = Vec::new();
        for info in &line {
            for (o, (_, function)) in info.modifier.overrides.iter().zip(&info.overrides) {
                let Member::Attribute(index) = o.member else { continue };
                let Some(attribute) = settling.attribute(game, o.class, index) else { continue };
                if changes.iter().all(|c| c.attribute != attribute) {
                    changes.push(Change { layer: o.layer, attribute, function: *function });
                }
            }
        }
        changes.sort_by_key(|c| c.attribute);
        let takes = line.iter().flat_map(|i| i.modifier.takes.iter().map(|t| (t.layer, t.class, t.bars)));
        let takes: Vec<_> = takes.collect();
        let (mut grants, mut given) = (Vec::new(), Vec::new());
        for info in line.iter().rev() {
            let kind = settling.kinds.iter().find(|k| k.class == info.modifier.class)?;
            let own = info.modifier.grants.iter().zip(&kind.grants);
            grants.extend(own.map(|(g, f)| (g.layer, g.class, *f)));
            for (g, all) in info.modifier.grants.iter().zip(&kind.given) {
                given.extend(all.iter().map(|one| (g.layer, one)));
            }
        }
        let layers = changes.iter().map(|c| c.layer).chain(takes.iter().map(|t| t.0));
        let layers = layers.chain(grants.iter().map(|g| g.0)).chain([info.modifier.layer]);
        let arrives = layers.min().unwrap_or_default();
        let (at, on) = (info.modifier.at, info.modifier.on);
        let (target, reaches) = (info.target(), info.reaches.map(|r| r.0));
        let looks = info.modifier.looks.clone();
        let off = plan.holders(game, on).map(|h| (h.remove_application, h.root));
        Some(Whole {
            settling,
            game,
            class,
            at,
            on,
            target,
            reaches,
            among: info.among,
            changes,
            takes,
            grants,
            given,
            arrives,
            looks,
            off,
        })
    }

    pub(super) fn layers(&self) -> BTreeSet<usize> {
        let layers = self.changes.iter().map(|c| c.layer).chain(self.takes.iter().map(|t| t.0));
        layers.chain(self.grants.iter().map(|g| g.0)).collect()
    }

    /// The layers in which it takes something away.
    pub(super) fn taking(&self) -> impl Iterator<Item = usize> {
        self.takes.iter().map(|t| t.0)
    }

    /// Whether being there is all that comes of it while everything is settled, and nobody looks: then it may be there
    /// from the beginning, and adding it changes nothing else.
    pub(super) fn is_quiet(&self, takes: &BTreeSet<(usize, ClassId)>) -> bool {
        let settling = self.settling;
        let related = |a: ClassId| self.game.is_sub(a, self.class) || self.game.is_sub(self.class, a);
        let too_early = |t: &(usize, ClassId)| t.0 < self.arrives && related(t.1);
        self.layers().is_empty()
            && settling.places[self.class.index()] == (u32::MAX, u32::MAX)
            && !settling.inputs.looks_at(self.game, self.class)
            && !settling.attributes.iter().any(|(class, ..)| related(*class))
            && !takes.iter().any(too_early)
    }

    /// What it takes away, in which layers.
    pub(super) fn all_taken(&self) -> impl Iterator<Item = (usize, ClassId)> {
        self.takes.iter().map(|t| (t.0, t.1))
    }

    /// Whether it changes something of all that is looked at, or takes something away.
    pub(super) fn is_noticed(&self, looked: &LooksAt) -> bool {
        let mut brings = self.grants.iter().map(|g| g.1).chain([self.class]);
        let is_sub = |a, b| self.game.is_sub(a, b);
        let related = |a: ClassId| looked.abilities.iter().any(|s| is_sub(a, *s) || is_sub(*s, a));
        let read = |c: &Change| {
            let (class, index, _) = &self.settling.attributes[c.attribute];
            looked.attributes.contains(&(*class, *index))
        };
        !self.takes.is_empty() || self.changes.iter().any(read) || brings.any(related)
    }

    pub(super) fn this(&self, b: &TreeBuilder) -> Expr {
        b.this(self.class)
    }

    /// The place of whom it reaches, and the type of that list. Tiles are no addresses.
    fn reach(&self) -> (u32, Type) {
        let place = if self.is_tile(self.target) { state::TILES } else { state::REACH };
        (place, Type::list(Type::Class(self.target)))
    }

    /// Whether what is of a class is a tile and no object.
    fn is_tile(&self, class: ClassId) -> bool {
        self.game.classes[class.index()].kind == ClassKind::Tile && self.game.spot(class).is_none()
    }

    fn reached(&self, b: &TreeBuilder) -> Expr {
        let (place, ty) = self.reach();
        Expr { ty, ..self.settling.state(b, self.this(b), place) }
    }

    /// Whom it reaches as things are.
    fn whom(&self, b: &mut TreeBuilder, statements: &mut Vec<Statement>) -> Expr {
        let Some(reaches) = self.reaches else {
            let holder = self.settling.holder(b, self.this(b), self.on);
            let kind = ExprKind::NewList(vec![b.seen_as(holder, self.target)]);
            return b.expr(self.reach().1, kind);
        };
        let (found, declare) = b.var("found", b.empty_list(Type::Class(self.target)));
        let each = self.each_reached(b, reaches, found);
        statements.extend([declare, each]);
        b.get(found)
    }

    /// Puts those whom it reaches as things are into a list.
    fn each_reached(&self, b: &mut TreeBuilder, reaches: FunctionId, found: LocalId) -> Statement {
        if let Some(among) = self.among {
            return self.each_among(b, among, found);
        }
        self.settling.each_object(b, self.game, self.target, |b, object| {
            let holds = b.method(self.this(b), reaches, vec![b.get(object)], Type::Bool);
            vec![b.when(holds, vec![b.add(b.get(found), b.get(object))])]
        })
    }

    /// The same where it says from which list, which is looked at once, unless there is nobody.
    fn each_among(&self, b: &mut TreeBuilder, among: Among, found: LocalId) -> Statement {
        let ty = self.game.functions[among.from.index()].returns.clone();
        let (list, declare) = b.var("from", b.method(self.this(b), among.from, Vec::new(), ty.clone()));
        let class = match ty.element() {
            Some(Type::Class(class)) => *class,
            _ => self.target,
        };
        let (one, declare_one) = b.var("one", b.element(b.get(list), b.number(0.0)));
        let holds = |b: &TreeBuilder, object: Expr| match among.rest {
            Some(rest) => b.method(self.this(b), rest, vec![object], Type::Bool),
            None => b.bool(true),
        };
        let put = |b: &TreeBuilder, object: Expr| vec![b.add(b.get(found), object)];
        let seen = b.seen_as(b.get(one), self.target);
        let live = b.and(b.is(b.get(one), self.target), b.contains(b.all(self.target), seen.clone()));
        let alone = vec![declare_one, b.when(b.and(live, holds(b, seen.clone())), put(b, seen))];
        let each = self.settling.each_object(b, self.game, self.target, |b, object| {
            let there = b.contains(b.get(list), b.seen_as(b.get(object), class));
            vec![b.when(b.and(there, holds(b, b.get(object))), put(b, b.get(object)))]
        });
        let global = self.game.classes[self.target.index()].visibility == Visibility::Global;
        if global || self.is_tile(self.target) {
            return b.block(vec![declare, each]);
        }
        let is_one = b.equal(b.length(b.get(list)), b.number(1.0));
        let nobody = b.builtin(Builtin::ListIsEmpty, vec![b.all(self.target)], Type::Bool);
        b.when(b.not(nobody), vec![declare, b.if_else(is_one, alone, vec![each])])
    }

    /// For each object that is reached: for each change in that layer what `then` makes.
    fn each_change(
        &self,
        b: &mut TreeBuilder,
        layer: LocalId,
        then: impl Fn(&TreeBuilder, &Change, Expr, Expr) -> Vec<Statement>,
    ) -> Statement {
        let object = b.local("object", Type::Class(self.target));
        let values = self.settling.values(b, b.get(object));
        let (kept, declare) = b.var("values", values);
        let mut body = vec![declare];
        for change in &self.changes {
            let now = b.equal(b.get(layer), b.number(change.layer as f64));
            body.push(b.when(now, then(b, change, b.get(object), b.get(kept))));
        }
        b.each(object, self.reached(b), body)
    }

    fn made_of(&self, b: &TreeBuilder, change: &Change, object: Expr) -> Expr {
        let ty = self.settling.attributes[change.attribute].2.clone();
        b.method(self.this(b), change.function, vec![object], ty)
    }

    /// Whether an application is of a modifier or extends it, and this one reaches the object that has it.
    fn meets(&self, b: &TreeBuilder, other: LocalId, class: ClassId) -> Expr {
        let own = b.cast(b.get(other), class);
        let on = self.game.classes[class.index()].modifier.as_ref().map_or(self.target, |m| m.on);
        let holder = b.seen_as(self.settling.holder(b, own, on), self.target);
        b.and(b.is(b.get(other), class), b.contains(self.reached(b), holder))
    }

    pub(super) fn methods(&self, own: &Does) -> Vec<Made> {
        let mut made = self.simple(own);
        made.extend([self.begin(own), self.moved(own)]);
        made.extend([self.prepare(own), self.keep(own), self.differs(own), self.apply(own)]);
        made.extend([self.takes(own), self.bars(own), self.may_wait(own), self.is_taken(own)]);
        made.push(self.awaited(own));
        made.extend([self.enlist(own), self.unlist(own), self.watch(own), self.take_off(own), self.age(own)]);
        made
    }

    /// What says something that is known.
    fn simple(&self, own: &Does) -> Vec<Made> {
        let b = TreeBuilder::new(self.at);
        let kind = b.give(Some(b.number(f64::from(self.class.0))));
        let kind = (own.kind, Vec::new(), b.done(vec![kind]));
        let b = TreeBuilder::new(self.at);
        let arrives = b.give(Some(b.number(self.arrives as f64)));
        let arrives = (own.arrives, Vec::new(), b.done(vec![arrives]));
        let mut b = TreeBuilder::new(self.at);
        let layer = b.local("layer", Type::Number);
        let mut statements = Vec::new();
        for l in self.layers() {
            let now = b.equal(b.get(layer), b.number(l as f64));
            statements.push(b.when(now, vec![b.give(Some(b.bool(true)))]));
        }
        statements.push(b.give(Some(b.bool(false))));
        vec![kind, arrives, (own.acts, vec![param("layer", layer)], b.done(statements))]
    }

    /// The list is a new one: rules that look at moves may settle as well, and change no list of the match.
    fn begin(&self, own: &Does) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let mut statements = Vec::new();
        let whom = self.whom(&mut b, &mut statements);
        statements.push(self.settling.set_state(&b, self.this(&b), self.reach().0, whom));
        (own.begin, Vec::new(), b.done(statements))
    }

    fn moved(&self, own: &Does) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let mut statements = Vec::new();
        let whom = self.whom(&mut b, &mut statements);
        statements.push(b.give(Some(b.differ(whom, self.reached(&b)))));
        (own.moved, Vec::new(), b.done(statements))
    }

    fn prepare(&self, own: &Does) -> Made {
        let settling = self.settling;
        let mut b = TreeBuilder::new(self.at);
        let layer = b.local("layer", Type::Number);
        let each = self.each_change(&mut b, layer, |b, change, object, values| {
            let (class, index, ty) = settling.attributes[change.attribute].clone();
            let seen = b.seen_as(object.clone(), class);
            let so_far = b.attribute(seen, index, ty);
            let next = self.made_of(b, change, object.clone());
            let new = b.expr(values.ty.clone(), ExprKind::New(settling.values, Vec::new()));
            let own = settling.values(b, object.clone());
            let known = match &values.kind {
                ExprKind::Local(local) => vec![settling.set_values(b, object, new), b.set(*local, own)],
                _ => Vec::new(),
            };
            vec![
                b.when(b.is_null(values.clone()), known),
                settling.set_value(b, values.clone(), (change.attribute, Slot::Base), so_far),
                settling.set_value(b, values, (change.attribute, Slot::Next), next),
            ]
        });
        (own.prepare, vec![param("layer", layer)], b.done(vec![each]))
    }

    fn keep(&self, own: &Does) -> Made {
        let settling = self.settling;
        let mut b = TreeBuilder::new(self.at);
        let layer = b.local("layer", Type::Number);
        let each = self.each_change(&mut b, layer, |b, change, _, values| {
            let copy = |from, to| {
                let value = settling.value(b, values.clone(), change.attribute, from);
                settling.set_value(b, values.clone(), (change.attribute, to), value)
            };
            vec![copy(Slot::Base, Slot::KeptBase), copy(Slot::Next, Slot::KeptNext)]
        });
        let mut statements = vec![each];
        statements.extend(
            self.each_given(&mut b, layer, |b, list, place| settling.set_state(b, self.this(b), place, list)),
        );
        (own.keep, vec![param("layer", layer)], b.done(statements))
    }

    fn differs(&self, own: &Does) -> Made {
        let settling = self.settling;
        let mut b = TreeBuilder::new(self.at);
        let layer = b.local("layer", Type::Number);
        // All bases first, since one part may read what another one builds on.
        let bases = self.each_change(&mut b, layer, |b, change, _, values| {
            let kept = settling.value(b, values.clone(), change.attribute, Slot::KeptBase);
            vec![settling.set_value(b, values, (change.attribute, Slot::Base), kept)]
        });
        let each = self.each_change(&mut b, layer, |b, change, object, values| {
            let kept = settling.value(b, values, change.attribute, Slot::KeptNext);
            let other = b.differ(self.made_of(b, change, object), kept);
            vec![b.when(other, vec![b.give(Some(b.bool(true)))])]
        });
        let mut statements = vec![bases, each];
        statements.extend(self.each_given(&mut b, layer, |b, list, place| {
            let kept = Expr { ty: list.ty.clone(), ..settling.state(b, self.this(b), place) };
            b.when(b.differ(list, kept), vec![b.give(Some(b.bool(true)))])
        }));
        statements.push(b.give(Some(b.bool(false))));
        (own.differs, vec![param("layer", layer)], b.done(statements))
    }

    /// For each value that is given along in that layer what `then` makes of those for all whom it reaches.
    fn each_given(
        &self,
        b: &mut TreeBuilder,
        layer: LocalId,
        then: impl Fn(&TreeBuilder, Expr, u32) -> Statement,
    ) -> Vec<Statement> {
        let mut statements = Vec::new();
        for (l, given) in &self.given {
            let (list, declare) = b.var("given", b.empty_list(given.ty.clone()));
            let object = b.local("object", Type::Class(self.target));
            let value = b.method(self.this(b), given.function, vec![b.get(object)], given.ty.clone());
            let each = b.each(object, self.reached(b), vec![b.add(b.get(list), value)]);
            let now = b.equal(b.get(layer), b.number(*l as f64));
            statements.push(b.when(now, vec![declare, each, then(b, b.get(list), given.place)]));
        }
        statements
    }

    /// `loses`, `bars`, `grants`, then what is overridden.
    fn apply(&self, own: &Does) -> Made {
        let settling = self.settling;
        let mut b = TreeBuilder::new(self.at);
        let layer = b.local("layer", Type::Number);
        let this = |b: &TreeBuilder| b.seen_as(b.this(self.class), ClassId::MODIFIER);
        let mut statements = Vec::new();
        for (bars, function) in [(false, settling.rounds.take), (true, settling.rounds.bar)] {
            let layers: BTreeSet<usize> = self.takes.iter().filter(|t| t.2 == bars).map(|t| t.0).collect();
            for l in layers {
                let now = b.equal(b.get(layer), b.number(l as f64));
                let call = b.run(b.call(function, vec![this(&b)], Type::Void));
                statements.push(b.when(now, vec![call]));
            }
        }
        if !self.grants.is_empty() {
            let object = b.local("object", Type::Class(self.target));
            let mut body = Vec::new();
            for (l, _, function) in &self.grants {
                let now = b.equal(b.get(layer), b.number(*l as f64));
                let grant = b.method(self.this(&b), *function, vec![b.get(object)], Type::Void);
                body.push(b.when(now, vec![b.run(grant)]));
            }
            statements.push(b.each(object, self.reached(&b), body));
        }
        statements.push(self.each_change(&mut b, layer, |b, change, _, values| {
            let next = settling.value(b, values.clone(), change.attribute, Slot::Next);
            let touched = settling.value(b, values.clone(), change.attribute, Slot::Touched);
            let touch = vec![
                settling.set_value(b, values.clone(), (change.attribute, Slot::Touched), b.bool(true)),
                b.add(settling.global(b, global::TOUCHED), values.clone()),
            ];
            vec![
                settling.set_value(b, values, (change.attribute, Slot::SoFar), next),
                b.when(b.not(touched), touch),
            ]
        }));
        (own.apply, vec![param("layer", layer)], b.done(statements))
    }

    fn takes(&self, own: &Does) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let (other, layer) = (b.local("other", application()), b.local("layer", Type::Number));
        let mut statements = Vec::new();
        for (l, class, _) in self.takes.iter().filter(|t| !t.2) {
            let now = b.equal(b.get(layer), b.number(*l as f64));
            let meets = b.and(now, self.meets(&b, other, *class));
            statements.push(b.when(meets, vec![b.give(Some(b.bool(true)))]));
        }
        statements.push(b.give(Some(b.bool(false))));
        (own.takes, vec![param("other", other), param("layer", layer)], b.done(statements))
    }

    fn bars(&self, own: &Does) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let other = b.local("other", application());
        let mut statements = Vec::new();
        for (l, class, _) in self.takes.iter().filter(|t| t.2) {
            let layer = self.settling.global(&b, global::LAYER);
            let begun = b.binary(BinaryOp::GreaterEqual, layer, b.number(*l as f64));
            let meets = b.and(begun, self.meets(&b, other, *class));
            statements.push(b.when(meets, vec![b.give(Some(b.bool(true)))]));
        }
        statements.push(b.give(Some(b.bool(false))));
        (own.bars, vec![param("other", other)], b.done(statements))
    }

    /// Whether another modifier changes something in a layer at which this one looks, or may end its being there.
    pub(super) fn may_depend(&self, other: &Whole<'_>, layer: usize) -> Option<Pair> {
        let related = |a: ClassId, c: ClassId| self.game.is_sub(a, c) || self.game.is_sub(c, a);
        let mut changed: Vec<ClassId> = Vec::new();
        changed.extend((other.arrives == layer).then_some(other.class));
        changed.extend(other.takes.iter().filter(|t| t.0 == layer).map(|t| t.1));
        let ends = changed.iter().skip(usize::from(other.arrives == layer)).any(|c| related(self.class, *c));
        changed.extend(other.grants.iter().filter(|g| g.0 == layer).map(|g| g.1));
        let attributes = other.changes.iter().filter(|c| c.layer == layer).any(|c| {
            let (class, index, _) = &self.settling.attributes[c.attribute];
            self.looks.attributes.contains(&(*class, *index))
        });
        let abilities = changed.iter().any(|c| self.looks.abilities.iter().any(|a| related(*a, *c)));
        // What is taken from its holder alone is of no matter to what others have.
        let together = !attributes && !abilities && other.reaches.is_none();
        let taken = ends && !attributes && !abilities;
        let pair = Pair { class: self.class, layer, first: other.class, together, taken };
        (ends || attributes || abilities).then_some(pair)
    }

    fn enlist(&self, own: &Does) -> Made {
        let b = TreeBuilder::new(self.at);
        let holder = self.settling.holder(&b, self.this(&b), self.on);
        let list = self.settling.list(&b, holder.clone());
        let ExprKind::Attribute(of, place) = list.kind.clone() else {
            return (own.enlist, Vec::new(), b.done(Vec::new()));
        };
        let this = b.seen_as(self.this(&b), ClassId::MODIFIER);
        let first = b.expr(list.ty.clone(), ExprKind::NewList(vec![this.clone()]));
        let first = b.assign(*of, place, first);
        let more = b.add(list.clone(), this.clone());
        let put = b.if_else(b.is_null(list), vec![first], vec![more]);
        let note = b.add(self.settling.global(&b, global::LISTED), this);
        (own.enlist, Vec::new(), b.done(vec![put, note]))
    }

    fn unlist(&self, own: &Does) -> Made {
        let b = TreeBuilder::new(self.at);
        let list = self.settling.list(&b, self.settling.holder(&b, self.this(&b), self.on));
        let statements = match list.kind {
            ExprKind::Attribute(of, place) => vec![b.assign(*of, place, b.null(list.ty))],
            _ => Vec::new(),
        };
        (own.unlist, Vec::new(), b.done(statements))
    }

    fn watch(&self, own: &Does) -> Made {
        let b = TreeBuilder::new(self.at);
        let line: BTreeSet<ClassId> = self.game.above(self.class).collect();
        let watched = self.settling.watched.iter().enumerate().filter(|(_, w)| !w.is_disjoint(&line));
        let set =
            watched.map(|(i, _)| self.settling.set_global(&b, global::WATCHED + i as u32, b.bool(true)));
        let statements = set.collect();
        (own.watch, Vec::new(), b.done(statements))
    }

    fn take_off(&self, own: &Does) -> Made {
        let b = TreeBuilder::new(self.at);
        let call = self.off.map(|(remove, root)| {
            let holder = self.settling.holder(&b, self.this(&b), root);
            let this = b.seen_as(self.this(&b), ClassId::MODIFIER);
            b.run(b.call(remove, vec![holder, this], Type::Void))
        });
        (own.take_off, Vec::new(), b.done(call.into_iter().collect()))
    }

    /// Tiles are there from the beginning.
    fn age(&self, own: &Does) -> Made {
        let b = TreeBuilder::new(self.at);
        let age = match self.is_tile(self.on) {
            true => b.number(0.0),
            false => {
                let holder = self.settling.holder(&b, self.this(&b), self.on);
                b.expr(Type::Number, ExprKind::Age(Box::new(holder)))
            }
        };
        let give = b.give(Some(age));
        (own.age, Vec::new(), b.done(vec![give]))
    }

    fn may_wait(&self, own: &Does) -> Made {
        self.pairs(own.may_wait, |_| true)
    }

    fn is_taken(&self, own: &Does) -> Made {
        self.pairs(own.is_taken, |pair| pair.taken)
    }

    fn awaited(&self, own: &Does) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let layer = b.local("layer", Type::Number);
        let pairs = self.settling.pairs.iter().filter(|p| p.first == self.class);
        let layers: BTreeSet<usize> = pairs.map(|p| p.layer).collect();
        let mut statements = Vec::new();
        for l in layers {
            let now = b.equal(b.get(layer), b.number(l as f64));
            statements.push(b.when(now, vec![b.give(Some(b.bool(true)))]));
        }
        statements.push(b.give(Some(b.bool(false))));
        (own.awaited, vec![param("layer", layer)], b.done(statements))
    }

    /// `function(other, layer)`: whether it stands to another application as some pairs say.
    fn pairs(&self, function: FunctionId, of: impl Fn(&Pair) -> bool) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let (other, layer) = (b.local("other", application()), b.local("layer", Type::Number));
        let mut statements = Vec::new();
        for pair in self.settling.may_depend(self.class).filter(|pair| of(pair)) {
            let now = b.equal(b.get(layer), b.number(pair.layer as f64));
            let kind = b.method(b.get(other), self.settling.does.kind, Vec::new(), Type::Number);
            let mut all = vec![now, b.equal(kind, b.number(f64::from(pair.first.0)))];
            if pair.together {
                let first = b.seen_as(b.get(other), pair.first);
                let own = self.settling.holder(&b, self.this(&b), self.on);
                all.push(b.equal(own, self.settling.holder(&b, first, self.on)));
            }
            statements.push(b.when(b.all_hold(all), vec![b.give(Some(b.bool(true)))]));
        }
        statements.push(b.give(Some(b.bool(false))));
        (function, vec![param("other", other), param("layer", layer)], b.done(statements))
    }
}
