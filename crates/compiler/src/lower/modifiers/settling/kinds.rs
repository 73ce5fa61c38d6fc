//! What an application of each modifier does while everything is settled: methods of the class above all modifiers,
//! which each modifier has in its own form. It knows nothing of when they are called.

use super::super::{Plan, application};
use super::whole::Whole;
use super::{Pair, Settling};
use crate::lower::build::{TreeBuilder, param};
use crate::lower::{Core, Made};
use crate::typed::{Attribute, ClassId, Expr, FunctionId, Game, Grant, LooksAt, Param, Type};
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
    /// Whether that comes to no more than being taken away by it.
    is_taken(other: Application, layer: Number) -> Bool;
    /// Whether others may depend on what it does in a layer.
    awaited(layer: Number) -> Bool;
    /// Puts it into the list of the object that has it.
    enlist() -> Void;
    /// The object that has it has no list.
    unlist() -> Void;
    /// Lets the notes of changes that matter to it be taken.
    watch() -> Void;
    /// Takes it off that object.
    take_off() -> Void;
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
    pub(super) own: Does,
    /// `fill(object, application, parameters)`: sets the parameters.
    pub fill: FunctionId,
    /// `all()` that are there.
    pub all: FunctionId,
    /// For each `grants` of it `grant(object)` of the application.
    pub(super) grants: Vec<FunctionId>,
    /// The same for what it gives along.
    pub(super) given: Vec<Vec<Given>>,
}

/// A value that a `grants` gives along, which may depend on what another effect does.
pub(super) struct Given {
    /// `given(object)` of the application.
    pub function: FunctionId,
    /// Where the values for all whom it reaches are kept, to be compared.
    pub place: u32,
    pub ty: Type,
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

pub(super) fn given_along(grant: &Grant) -> impl Iterator<Item = &Expr> {
    grant.args.iter().flatten().filter(|e| !e.ty.is_callable())
}

/// The functions of all modifiers. `pairs` is filled first, since one modifier asks what another one changes.
pub(in super::super) fn functions(settling: &mut Settling, game: &Game, plan: &Plan) -> Vec<Made> {
    let classes: Vec<ClassId> = settling.kinds.iter().map(|k| k.class).collect();
    let (pairs, busy, quiet, taking) = {
        let wholes: Vec<Whole<'_>> =
            classes.iter().filter_map(|c| Whole::of(settling, game, plan, *c)).collect();
        let takes: BTreeSet<(usize, ClassId)> = wholes.iter().flat_map(Whole::all_taken).collect();
        let (quiet, turns): (Vec<_>, Vec<_>) = wholes.iter().partition(|w| w.is_quiet(&takes));
        let quiet: BTreeSet<ClassId> = quiet.into_iter().map(|w| w.class).collect();
        // Of many declared kinds few do something that others look at.
        let mut looked = LooksAt::default();
        turns.iter().for_each(|w| looked.extend(&w.looks));
        let (mut pairs, mut busy) = (Vec::new(), BTreeSet::new());
        for other in &turns {
            let layers = other.layers().into_iter().chain([other.arrives]).collect::<BTreeSet<_>>();
            busy.extend(&layers);
            for a in turns.iter().filter(|_| other.is_noticed(&looked)) {
                pairs.extend(layers.iter().filter_map(|l| a.may_depend(other, *l)));
            }
        }
        (pairs, busy, quiet, wholes.iter().flat_map(Whole::taking).collect())
    };
    (settling.pairs, settling.busy, settling.quiet, settling.taking) = (pairs, busy, quiet, taking);
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
    pub(super) fn may_depend(&self, class: ClassId) -> impl Iterator<Item = &Pair> {
        self.pairs.iter().filter(move |p| p.class == class)
    }

    pub(in super::super) fn kind(&self, class: ClassId) -> Option<&Kind> {
        self.kinds.iter().find(|k| k.class == class)
    }
}
