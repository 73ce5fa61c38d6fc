//! What an application of each modifier does while everything is settled: methods of the class above all modifiers,
//! which each modifier has in its own form. It knows nothing of when they are called.

use super::super::{Plan, Reserved, application};
use super::{Settling, Slot, global, nature, state};
use crate::lower::build::{TreeBuilder, param};
use crate::lower::{Core, Made};
use crate::typed::{
    Attribute, BinaryOp, ClassId, ClassKind, Expr, ExprKind, FunctionId, Game, Grant, LocalId, LooksAt,
    Member, ModifierOf, Param, Statement, Type,
};
use base::NodeId;
use std::collections::BTreeSet;

macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident($($param:ident: $ty:ident),*) -> $gives:ident;)*) => {
        /// The methods by their first declarations.
        #[derive(Clone, Copy)]
        pub(super) struct Does {
            $($(#[$doc])* pub $name: FunctionId,)*
        }

        impl Does {
            pub(super) fn reserve(core: &mut Core, at: NodeId) -> Does {
                Does { $($name: root(core, at, stringify!($name), methods!(@ty $gives)),)* }
            }

            /// The same methods of one modifier.
            fn own(&self, core: &mut Core, at: NodeId, class: ClassId) -> Does {
                $(
                    let function = core.reserve(stringify!($name), at, Some(class), methods!(@ty $gives));
                    core.game.classes[class.index()].methods.push((self.$name, function));
                    let $name = function;
                )*
                Does { $($name,)* }
            }
        }

        impl Settling {
            /// The first declarations, which only applications run that have none of their own.
            fn roots(&self) -> Vec<Made> {
                vec![$({
                    #[allow(unused_mut)]
                    let mut b = TreeBuilder::new(self.at);
                    let params: Vec<Param> = vec![$({
                        let local = b.local(stringify!($param), methods!(@ty $ty));
                        param(stringify!($param), local)
                    }),*];
                    let body = methods!(@default b $gives);
                    (self.does.$name, params, b.done(body))
                }),*]
            }
        }
    };
    (@ty Bool) => { Type::Bool };
    (@ty Number) => { Type::Number };
    (@ty Void) => { Type::Void };
    (@ty Application) => { application() };
    (@default $b:ident Bool) => { vec![$b.give(Some($b.bool(false)))] };
    (@default $b:ident Number) => { vec![$b.give(Some($b.number(-1.0)))] };
    (@default $b:ident Void) => { vec![$b.give(None)] };
}

methods! {
    /// The number of its class.
    kind() -> Number;
    /// Whether it does something in a layer.
    acts(layer: Number) -> Bool;
    /// From which layer on it is there where it was added.
    arrives() -> Number;
    /// What its `while` says.
    wakes() -> Bool;
    /// Notes whom it reaches.
    begin() -> Void;
    /// Whether it would reach others now.
    moved() -> Bool;
    /// Works out what it makes of whom it reaches in a layer.
    prepare(layer: Number) -> Void;
    /// Keeps that, to be compared.
    keep(layer: Number) -> Void;
    /// Whether it would make something else of the same.
    differs(layer: Number) -> Bool;
    /// Does what it does in a layer, once that is prepared.
    apply(layer: Number) -> Void;
    /// Whether it takes an application away in a layer.
    takes(other: Application, layer: Number) -> Bool;
    /// Whether it bars an application.
    bars(other: Application) -> Bool;
    /// Whether it may ever depend on what another one does in a layer.
    may_wait(other: Application, layer: Number) -> Bool;
    /// Puts it into the list of the object that has it.
    enlist() -> Void;
    /// How old that object is: the younger, the greater.
    age() -> Number;
}

fn root(core: &mut Core, at: NodeId, name: &str, gives: Type) -> FunctionId {
    let function = core.reserve(name, at, Some(ClassId::MODIFIER), gives);
    core.game.classes[ClassId::MODIFIER.index()].methods.push((function, function));
    function
}

/// A modifier with the methods that its applications run.
pub(in super::super) struct Kind {
    pub class: ClassId,
    own: Does,
    /// `fill(object, application, parameters)`: sets the parameters.
    pub fill: FunctionId,
    /// `all()` that are there.
    pub all: FunctionId,
    /// For each `grants` of it `grant(object)` of the application.
    grants: Vec<FunctionId>,
    /// The same for what it gives along.
    given: Vec<Vec<Given>>,
}

/// A value that a `grants` gives along, which may depend on what another effect does.
struct Given {
    /// `given(object)` of the application.
    function: FunctionId,
    /// Where the values for all whom it reaches are kept, to be compared.
    place: u32,
    ty: Type,
}

pub(super) fn reserve(core: &mut Core, does: &Does, state: ClassId) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for i in 0..core.game.modifiers.len() {
        let m = &core.game.modifiers[i];
        let (class, at, count) = (m.class, m.at, m.grants.len());
        let own = does.own(core, at, class);
        let fill = core.reserve("fill", at, None, Type::Void);
        let grants = (0..count).map(|_| core.reserve("grant", at, Some(class), Type::Void)).collect();
        let all = core.reserve("all", at, None, Type::list(Type::Class(class)));
        let given = (0..count).map(|grant| given(core, (i, grant), state)).collect();
        kinds.push(Kind { class, own, fill, all, grants, given });
    }
    kinds
}

/// What a `grants` of a modifier gives along. Function values are not compared.
fn given(core: &mut Core, (modifier, grant): (usize, usize), state: ClassId) -> Vec<Given> {
    let class = core.game.modifiers[modifier].class;
    let grant = &core.game.modifiers[modifier].grants[grant];
    let at = grant.at;
    let types: Vec<Type> = given_along(grant).map(|e| e.ty.clone()).collect();
    let mut all = Vec::new();
    for ty in types {
        let function = core.reserve("given", at, Some(class), ty.clone());
        let attributes = &mut core.game.classes[state.index()].attributes;
        let place = attributes.len() as u32;
        attributes.push(Attribute::new("(given)", at, Type::list(ty.clone()), state));
        all.push(Given { function, place, ty });
    }
    all
}

fn given_along(grant: &Grant) -> impl Iterator<Item = &Expr> {
    grant.args.iter().flatten().filter(|e| !e.ty.is_callable())
}

/// What a modifier does in a layer to an attribute.
#[derive(Clone, Copy)]
struct Change {
    layer: usize,
    /// By its number among those that are touched.
    attribute: usize,
    function: FunctionId,
}

/// A modifier with everything that it inherits.
struct Whole<'p> {
    settling: &'p Settling,
    game: &'p Game,
    class: ClassId,
    at: NodeId,
    /// The class of the objects that have it.
    on: ClassId,
    /// The class of those that it reaches.
    target: ClassId,
    /// `reaches(object)` where it reaches others than its holder.
    reaches: Option<FunctionId>,
    changes: Vec<Change>,
    /// Layer, modifier, whether it bars it.
    takes: Vec<(usize, ClassId, bool)>,
    /// Layer, modifier and function.
    grants: Vec<(usize, ClassId, FunctionId)>,
    given: Vec<(usize, &'p Given)>,
    arrives: usize,
    looks: LooksAt,
}

impl<'p> Whole<'p> {
    fn of(settling: &'p Settling, game: &'p Game, plan: &'p Plan, class: ClassId) -> Option<Whole<'p>> {
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
        Some(Whole {
            settling,
            game,
            class,
            at,
            on,
            target,
            reaches,
            changes,
            takes,
            grants,
            given,
            arrives,
            looks,
        })
    }

    fn layers(&self) -> BTreeSet<usize> {
        let layers = self.changes.iter().map(|c| c.layer).chain(self.takes.iter().map(|t| t.0));
        layers.chain(self.grants.iter().map(|g| g.0)).collect()
    }

    fn this(&self, b: &TreeBuilder) -> Expr {
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
        let each = self.settling.each_object(b, self.game, self.target, |b, object| {
            let holds = b.method(self.this(b), reaches, vec![b.get(object)], Type::Bool);
            vec![b.when(holds, vec![b.add(b.get(found), b.get(object))])]
        });
        statements.extend([declare, each]);
        b.get(found)
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

    fn methods(&self, own: &Does) -> Vec<Made> {
        let mut made = self.simple(own);
        made.extend([self.begin(own), self.moved(own)]);
        made.extend([self.prepare(own), self.keep(own), self.differs(own), self.apply(own)]);
        made.extend([self.takes(own), self.bars(own), self.may_wait(own), self.enlist(own), self.age(own)]);
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
            let next = self.made_of(b, change, object);
            vec![
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
            vec![
                settling.set_value(b, values.clone(), (change.attribute, Slot::SoFar), next),
                settling.set_value(b, values, (change.attribute, Slot::Touched), b.bool(true)),
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
    fn may_depend(&self, other: &Whole<'_>, layer: usize) -> bool {
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
        ends || attributes || abilities
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
        let more = b.add(list.clone(), this);
        let put = b.if_else(b.is_null(list), vec![first], vec![more]);
        (own.enlist, Vec::new(), b.done(vec![put]))
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
        let mut b = TreeBuilder::new(self.at);
        let (other, layer) = (b.local("other", application()), b.local("layer", Type::Number));
        let mut statements = Vec::new();
        for (l, class) in self.settling.may_depend(self.class) {
            let now = b.equal(b.get(layer), b.number(l as f64));
            let kind = b.method(b.get(other), self.settling.does.kind, Vec::new(), Type::Number);
            let is = b.equal(kind, b.number(f64::from(class.0)));
            statements.push(b.when(b.and(now, is), vec![b.give(Some(b.bool(true)))]));
        }
        statements.push(b.give(Some(b.bool(false))));
        (own.may_wait, vec![param("other", other), param("layer", layer)], b.done(statements))
    }
}

/// The functions of all modifiers. `pairs` is filled first, since one modifier asks what another one changes.
pub(in super::super) fn functions(settling: &mut Settling, game: &Game, plan: &Plan) -> Vec<Made> {
    let classes: Vec<ClassId> = settling.kinds.iter().map(|k| k.class).collect();
    let pairs = {
        let wholes: Vec<Whole<'_>> =
            classes.iter().filter_map(|c| Whole::of(settling, game, plan, *c)).collect();
        let mut pairs = Vec::new();
        for a in &wholes {
            for other in &wholes {
                let layers = other.layers().into_iter().chain([other.arrives]).collect::<BTreeSet<_>>();
                let depends = layers.into_iter().filter(|l| a.may_depend(other, *l));
                pairs.extend(depends.map(|l| (a.class, l, other.class)));
            }
        }
        pairs
    };
    settling.pairs = pairs;
    let settling = &*settling;
    let mut made = settling.roots();
    for kind in &settling.kinds {
        let Some(whole) = Whole::of(settling, game, plan, kind.class) else { continue };
        made.extend(whole.methods(&kind.own));
        made.push(wakes(plan, &whole, kind.own.wakes));
    }
    made
}

fn wakes(plan: &Plan, whole: &Whole<'_>, function: FunctionId) -> Made {
    let b = TreeBuilder::new(whole.at);
    let own = whole.game.above(whole.class).find_map(|c| plan.own_awake.get(&c).copied());
    let value = match own {
        Some(own) => b.method(whole.this(&b), own, Vec::new(), Type::Bool),
        None => b.bool(true),
    };
    let give = b.give(Some(value));
    (function, Vec::new(), b.done(vec![give]))
}

impl Settling {
    fn may_depend(&self, class: ClassId) -> impl Iterator<Item = (usize, ClassId)> {
        self.pairs.iter().filter(move |p| p.0 == class).map(|p| (p.1, p.2))
    }

    pub(in super::super) fn kind(&self, class: ClassId) -> Option<&Kind> {
        self.kinds.iter().find(|k| k.class == class)
    }

    /// The parameters of a modifier and what its own attributes begin with, and what it grants: bodies that authors
    /// wrote.
    pub(in super::super) fn written(&self, game: &Game, plan: &mut Plan) -> Vec<Made> {
        let mut made = Vec::new();
        for i in 0..plan.all.len() {
            made.extend(self.fill(game, &plan.all[i]));
            let class = plan.all[i].modifier.class;
            let grants = std::mem::take(&mut plan.all[i].modifier.grants);
            let Some(kind) = self.kind(class) else { continue };
            for (grant, function) in grants.iter().zip(&kind.grants) {
                made.extend(self.grant(game, plan, grant, class, *function));
            }
            for (grant, given) in grants.iter().zip(&kind.given) {
                for (value, given) in given_along(grant).zip(given) {
                    let b = TreeBuilder { at: grant.at, locals: grant.locals.clone() };
                    let give = b.give(Some(value.clone()));
                    made.push((given.function, vec![param("object", grant.object)], b.done(vec![give])));
                }
            }
            plan.all[i].modifier.grants = grants;
        }
        made
    }

    /// `fill(object, application, parameters)`
    fn fill(&self, game: &Game, info: &Reserved) -> Option<Made> {
        let class = info.modifier.class;
        let kind = self.kind(class)?;
        let adding = &info.modifier.adding;
        let mut b = TreeBuilder { at: info.modifier.at, locals: adding.locals.clone() };
        let app = b.local("application", Type::Class(class));
        let mut params = vec![param("object", adding.object), param("application", app)];
        params.extend(adding.params.iter().cloned());
        let of = game.classes[class.index()].modifier.as_ref()?;
        let set = of.params.iter().zip(&adding.params);
        let statements = set.map(|(index, p)| b.assign(b.get(app), *index, b.get(p.local))).collect();
        Some((kind.fill, params, b.done(statements)))
    }

    /// `grant(object)` of the application: what it grants an object in this place, made or found again.
    fn grant(
        &self,
        game: &Game,
        plan: &Plan,
        grant: &Grant,
        class: ClassId,
        function: FunctionId,
    ) -> Option<Made> {
        let info = plan.of(grant.class)?;
        let kind = self.kind(grant.class)?;
        let mut b = TreeBuilder { at: grant.at, locals: grant.locals.clone() };
        let object = grant.object;
        let this = b.seen_as(b.this(class), ClassId::MODIFIER);
        let own = Type::Class(grant.class);
        let key = f64::from(function.0);
        let (root, declare_root) = b.var("root", self.state(&b, this.clone(), state::ROOT));
        let (found, declare_found) = b.var("found", b.null(own.clone()));
        let app = b.local("application", own.clone());
        // Its own from before, or one that somebody else has granted already.
        let any = b.seen_as(b.get(app), ClassId::MODIFIER);
        let state = |index| self.state(&b, any.clone(), index);
        let holder = self.holder(&b, b.get(app), info.modifier.on);
        let same_kind = b.equal(
            b.method(any.clone(), self.does.kind, Vec::new(), Type::Number),
            b.number(f64::from(grant.class.0)),
        );
        let here = b.and(same_kind, b.equal(holder, b.seen_as(b.get(object), info.modifier.on)));
        let by_this = b.equal(state(state::GRANTER), this.clone());
        let again = b.and(by_this.clone(), b.equal(state(state::KEY), b.number(key)));
        let by_root = b.and(state(state::GIVEN), b.equal(state(state::ROOT), b.get(root)));
        let by_other = b.and(by_root, b.not(by_this));
        let taken = b.or(b.equal(any, b.get(root)), by_other);
        let look = vec![b.when(taken, vec![b.give(None)]), b.when(again, vec![b.set(found, b.get(app))])];
        let search = b.each(app, b.all(grant.class), vec![b.when(here, look)]);
        let (fresh, declare_fresh) = b.var("fresh", b.is_null(b.get(found)));
        let mut make = self.make(game, &b, (info, found, object), (nature::GRANTED, key));
        let made = b.seen_as(b.get(found), ClassId::MODIFIER);
        make.push(self.set_state(&b, made.clone(), state::GRANTER, this.clone()));
        make.push(self.set_state(&b, made, state::ROOT, b.get(root)));
        let new = b.when(b.get(fresh), make);
        let starts = b.when(b.get(fresh), self.starts(game, &b, info, found));
        let mut args = vec![Some(b.seen_as(b.get(object), info.modifier.on)), Some(b.get(found))];
        args.extend(grant.args.iter().cloned());
        let fill = b.run(b.expr(Type::Void, ExprKind::Call(kind.fill, args)));
        let given = b.seen_as(b.get(found), ClassId::MODIFIER);
        let stamp = self.state(&b, this, state::STAMP);
        let refused = b.call(self.rounds.refused, vec![given.clone()], Type::Bool);
        let statements = vec![
            declare_root,
            declare_found,
            search,
            declare_fresh,
            new,
            fill,
            starts,
            self.set_state(&b, given.clone(), state::STAMP, stamp),
            self.count(&b, global::GRANTED),
            self.set_state(&b, given.clone(), state::ORDER, self.global(&b, global::GRANTED)),
            // One that is barred lives on all the same, whichever came first.
            self.set_state(&b, given.clone(), state::GIVEN, b.bool(true)),
            self.set_state(&b, given, state::THERE, b.not(refused)),
        ];
        Some((function, vec![param("object", object)], b.done(statements)))
    }

    /// Makes an application that nobody adds, into a variable.
    pub(super) fn make(
        &self,
        game: &Game,
        b: &TreeBuilder,
        (info, into, object): (&Reserved, LocalId, LocalId),
        (nature, key): (f64, f64),
    ) -> Vec<Statement> {
        let class = info.modifier.class;
        let attributes = &game.classes[class.index()].attributes;
        let values = attributes.iter().enumerate().map(|(i, a)| match i as u32 {
            ModifierOf::HOLDER => (i as u32, b.seen_as(b.get(object), info.modifier.on)),
            ModifierOf::SETTLED => (i as u32, self.new_state(b)),
            _ => (i as u32, b.null(a.ty.clone())),
        });
        let new = b.expr(Type::Class(class), ExprKind::New(class, values.collect()));
        let made = b.seen_as(b.get(into), ClassId::MODIFIER);
        vec![
            b.set(into, new),
            self.set_state(b, made.clone(), state::KEY, b.number(key)),
            self.set_state(b, made.clone(), state::NATURE, b.number(nature)),
            self.set_state(b, made, state::DONE, b.number(-1.0)),
        ]
    }

    pub(super) fn new_state(&self, b: &TreeBuilder) -> Expr {
        b.expr(Type::Class(self.state), ExprKind::New(self.state, Vec::new()))
    }

    /// Gives an application what its own attributes begin with.
    pub(super) fn starts(
        &self,
        game: &Game,
        b: &TreeBuilder,
        info: &Reserved,
        app: LocalId,
    ) -> Vec<Statement> {
        let attributes = &game.classes[info.modifier.class.index()].attributes;
        let starts = info.starts.iter().map(|(index, start)| {
            let value = b.method(b.get(app), *start, Vec::new(), attributes[*index as usize].ty.clone());
            b.assign(b.get(app), *index, value)
        });
        starts.collect()
    }
}
