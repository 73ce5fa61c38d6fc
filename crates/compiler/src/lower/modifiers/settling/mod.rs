//! Settling: what modifiers make of derived attributes, and who has which, worked out from the state as a whole. It
//! comes to functions of the core tree; the machine has an instruction that reads what was settled, and none that
//! settles. An object keeps the values in an object of its own, an application what is known of it, and one global
//! object whether anything changed since.
//!
//! Where something is read and something changed, all is settled first (`settle`); while that goes on, whatever is
//! read is what there is so far.

mod code;
mod granting;
mod inputs;
mod kinds;
mod natural;
mod reads;
mod rounds;
mod touch;
mod whole;

pub(super) use kinds::functions;
pub(super) use touch::touch;

use super::{application, applications};
use crate::lower::{Core, Hooks};
use crate::typed::{
    Attribute, Block, Body, Class, ClassId, ClassKind, Expr, ExprKind, FunctionId, Game, Member, Statement,
    StatementKind, Type, Visibility,
};
use base::NodeId;
use std::collections::BTreeSet;

/// The functions and classes for settling.
pub(in crate::lower) struct Settling {
    at: NodeId,
    /// Of the one object that knows whether something changed.
    global: ClassId,
    /// Of what is known of an application.
    state: ClassId,
    /// Of the values of an object.
    values: ClassId,
    /// The attributes that modifiers touch: where they are declared, and their types.
    attributes: Vec<(ClassId, u32, Type)>,
    /// By class, where its objects keep their values and their applications.
    places: Vec<(u32, u32)>,
    /// What each modifier can do.
    kinds: Vec<kinds::Kind>,
    pairs: Vec<Pair>,
    /// The layers in which some modifier does something or arrives.
    busy: BTreeSet<usize>,
    /// Those in which some takes something away.
    taking: BTreeSet<usize>,
    /// The modifiers of which nothing comes while everything is settled but that they are there.
    quiet: BTreeSet<ClassId>,
    /// Those that are granted or had by nature, or looked for.
    sought: BTreeSet<ClassId>,
    natural: Vec<natural::Reserved>,
    inputs: inputs::Inputs,
    /// What may change, by the modifiers to which it matters: of each the global object knows whether one lives.
    watched: Vec<BTreeSet<ClassId>>,
    /// What is noted where boards, players, turns or phases change.
    of_the_table: Option<touch::Note>,
    does: kinds::Does,
    rounds: rounds::Rounds,
    /// `settle()`
    pub settle: FunctionId,
    /// `settle anew()`, after another player was made active.
    settle_anew: FunctionId,
    /// `acting(application)`: it is there and awake.
    pub acting: FunctionId,
    /// `all()` applications that are there.
    pub all: FunctionId,
    /// `renew(application)`
    pub renew: FunctionId,
}

/// One modifier that may depend on what another one does in a layer.
struct Pair {
    class: ClassId,
    layer: usize,
    first: ClassId,
    /// Only where one object has both.
    together: bool,
    /// It can only be taken away by the other one.
    taken: bool,
}

/// The attributes of the global object.
mod global {
    /// Nothing changed since everything was settled, or that goes on.
    pub(super) const CLEAN: u32 = 0;
    pub(super) const RUNNING: u32 = 1;
    /// How many time stamps were given.
    pub(super) const STAMPS: u32 = 2;
    pub(super) const LAYER: u32 = 3;
    /// The applications that bar something.
    pub(super) const BARRING: u32 = 4;
    /// Those that took something away in this layer.
    pub(super) const TAKING: u32 = 5;
    /// How many were granted in this settling.
    pub(super) const GRANTED: u32 = 6;
    /// Somebody came to be there, or is there no longer, since the effects of this layer were last looked for.
    pub(super) const MOVED: u32 = 7;
    /// The applications of which something may come in some layer.
    pub(super) const ACTIVE: u32 = 8;
    /// Those that stand in the list of the object that has them.
    pub(super) const LISTED: u32 = 9;
    /// The values of objects that some effect has touched.
    pub(super) const TOUCHED: u32 = 10;
    /// From here on whether an application lives to which some change matters.
    pub(super) const WATCHED: u32 = 11;
}

/// The attributes of what is known of an application.
mod state {
    pub(super) const STAMP: u32 = 0;
    /// The application that grants it; null for others.
    pub(super) const GRANTER: u32 = 1;
    /// The application by nature or by adding that brought it about; itself if it is one.
    pub(super) const ROOT: u32 = 2;
    /// Which `grants` it comes from.
    pub(super) const KEY: u32 = 3;
    /// How it came, see [`super::nature`].
    pub(super) const NATURE: u32 = 4;
    pub(super) const THERE: u32 = 5;
    /// It was added, and its time has come.
    pub(super) const ARRIVED: u32 = 6;
    pub(super) const BEGUN: u32 = 7;
    /// `while` was asked.
    pub(super) const ASKED: u32 = 8;
    pub(super) const AWAKE: u32 = 9;
    /// The last layer in which its turn has come.
    pub(super) const DONE: u32 = 10;
    /// It was granted in this settling.
    pub(super) const GIVEN: u32 = 11;
    /// The how manieth that was.
    pub(super) const ORDER: u32 = 12;
    /// Whom it reaches.
    pub(super) const REACH: u32 = 13;
    /// The same where it reaches tiles.
    pub(super) const TILES: u32 = 14;
    /// It was added, and nothing comes of it but that it is there.
    pub(super) const QUIET: u32 = 15;
    /// Somebody may look for it while everything is settled.
    pub(super) const SOUGHT: u32 = 16;
}

/// How an application came.
mod nature {
    pub(super) const ADDED: f64 = 0.0;
    pub(super) const NATURAL: f64 = 1.0;
    pub(super) const GRANTED: f64 = 2.0;
}

/// What is kept of each touched attribute of an object.
#[derive(Clone, Copy)]
enum Slot {
    /// An effect has touched it.
    Touched,
    /// The value so far.
    SoFar,
    /// The value on which an effect builds.
    Base,
    /// What the effect makes of it.
    Next,
    /// Both of another effect, to which they are compared.
    KeptBase,
    KeptNext,
}

const SLOTS: u32 = 6;

/// What there is for settling; None in a game that needs none. Modifiers are still in the game.
pub(super) fn reserve(core: &mut Core) -> Option<Settling> {
    if !core.game.settles {
        return None;
    }
    let at = core.game.modifiers.first()?.at;
    let inputs = inputs::Inputs::of(&core.game);
    let mut attributes: Vec<(ClassId, u32, Type)> = Vec::new();
    for o in core.game.modifiers.iter().flat_map(|m| &m.overrides) {
        let Member::Attribute(index) = o.member else { continue };
        if !attributes.iter().any(|(class, i, _)| (*class, *i) == (o.class, index)) {
            let ty = core.game.classes[o.class.index()].attributes[index as usize].ty.clone();
            attributes.push((o.class, index, ty));
        }
    }
    let state = state_class(core, at);
    let values = values_class(core, at, &attributes);
    let global = global_class(core, at, values);
    let settle = core.reserve("settle", at, None, Type::Void);
    let settle_anew = core.reserve("settle anew", at, None, Type::Void);
    let acting = core.reserve("is there", at, Some(ClassId::MODIFIER), Type::Bool);
    let all = core.reserve("all", at, None, applications());
    let renew = core.reserve("renew", at, None, Type::Void);
    let does = kinds::Does::reserve(core, at);
    let kinds = kinds::reserve(core, &does, state);
    let rounds = rounds::Rounds::reserve(core, at);
    let natural = natural::reserve(core);
    let sought = sought(&core.game, &inputs);
    let place = |class: &Class, name| {
        class.attributes.iter().position(|a| a.name == name).map_or(u32::MAX, |i| i as u32)
    };
    let both = |class: &Class| (place(class, Class::SETTLED), place(class, Class::APPLICATIONS));
    let places = core.game.classes.iter().map(both).collect();
    (core.settle, core.settle_anew) = (Some(settle), Some(settle_anew));
    core.clean = Some((global, global::CLEAN));
    core.running = Some((global, global::RUNNING));
    Some(Settling {
        at,
        global,
        state,
        values,
        attributes,
        places,
        kinds,
        pairs: Vec::new(),
        busy: BTreeSet::new(),
        taking: BTreeSet::new(),
        quiet: BTreeSet::new(),
        sought,
        natural,
        inputs,
        watched: Vec::new(),
        of_the_table: None,
        does,
        rounds,
        settle,
        settle_anew,
        acting,
        all,
        renew,
    })
}

/// The modifiers for which somebody may look while everything is settled.
fn sought(game: &Game, inputs: &inputs::Inputs) -> BTreeSet<ClassId> {
    let natural = game.classes.iter().flat_map(|c| &c.grants).flat_map(|n| &n.grants);
    let granted = game.modifiers.iter().flat_map(|m| &m.grants).chain(natural);
    let granted: BTreeSet<ClassId> = granted.map(|g| g.class).collect();
    let all = game.modifiers.iter().map(|m| m.class);
    all.filter(|c| granted.contains(c) || inputs.looks_at(game, *c)).collect()
}

impl Settling {
    /// Whether there are applications that nobody adds. They are made while everything is settled, so their numbers
    /// depend on when that is.
    pub(super) fn makes_some(&self) -> bool {
        !self.natural.is_empty() || self.kinds.iter().any(|k| !k.grants.is_empty())
    }

    fn slot(&self, attribute: usize, slot: Slot) -> u32 {
        attribute as u32 * SLOTS + slot as u32
    }

    /// The number of a touched attribute of an object of a class.
    fn attribute(&self, game: &Game, class: ClassId, index: u32) -> Option<usize> {
        self.attributes.iter().position(|(c, i, _)| *i == index && game.is_sub(class, *c))
    }
}

/// Adds a class that no author knows.
fn add_class(
    core: &mut Core,
    name: &str,
    at: NodeId,
    kind: ClassKind,
    attributes: &[(&str, Type)],
) -> ClassId {
    let id = ClassId(core.game.classes.len() as u32);
    let attributes = attributes
        .iter()
        .map(|(name, ty)| Attribute { default: initial(at, ty), ..Attribute::new(name, at, ty.clone(), id) });
    let class = Class {
        name: name.to_owned(),
        at,
        kind,
        visibility: Visibility::Local,
        is_abstract: false,
        by_itself: false,
        parent: None,
        attributes: attributes.collect(),
        methods: Vec::new(),
        actions: Vec::new(),
        effect: None,
        order: None,
        modifier: None,
        grants: Vec::new(),
    };
    core.game.classes.push(class);
    core.hooks.push(Hooks::default());
    id
}

/// What numbers and truth values begin with.
fn initial(at: NodeId, ty: &Type) -> Option<Body> {
    let kind = match ty {
        Type::Bool => ExprKind::Bool(false),
        Type::Number => ExprKind::Number(0.0),
        _ => return None,
    };
    let value = Expr { at, ty: ty.clone(), kind };
    let give = Statement { at, kind: StatementKind::Return(Some(value)) };
    Some(Body { locals: Vec::new(), block: Block { statements: vec![give] } })
}

fn global_class(core: &mut Core, at: NodeId, values: ClassId) -> ClassId {
    let attributes = [
        ("(clean)", Type::Bool),
        ("(running)", Type::Bool),
        ("(stamps)", Type::Number),
        ("(layer)", Type::Number),
        ("(barring)", applications()),
        ("(taking)", applications()),
        ("(granted)", Type::Number),
        ("(moved)", Type::Bool),
        ("(active)", applications()),
        ("(listed)", applications()),
        ("(touched)", Type::list(Type::Class(values))),
    ];
    // Events are neither numbered nor shown.
    let id = add_class(core, "(settling)", at, ClassKind::Event, &attributes);
    core.game.classes[id.index()].visibility = Visibility::Global;
    id
}

fn state_class(core: &mut Core, at: NodeId) -> ClassId {
    let attributes = [
        ("(stamp)", Type::Number),
        ("(granter)", application()),
        ("(root)", application()),
        ("(key)", Type::Number),
        ("(nature)", Type::Number),
        ("(there)", Type::Bool),
        ("(arrived)", Type::Bool),
        ("(begun)", Type::Bool),
        ("(asked)", Type::Bool),
        ("(awake)", Type::Bool),
        ("(done)", Type::Number),
        ("(given)", Type::Bool),
        ("(order)", Type::Number),
        ("(reach)", applications()),
        ("(tiles)", Type::list(Type::Class(ClassId::TILE))),
        ("(quiet)", Type::Bool),
        ("(sought)", Type::Bool),
    ];
    // Events are neither numbered nor listed.
    add_class(core, "(application)", at, ClassKind::Event, &attributes)
}

fn values_class(core: &mut Core, at: NodeId, attributes: &[(ClassId, u32, Type)]) -> ClassId {
    let names = ["(touched)", "(so far)", "(base)", "(next)", "(kept base)", "(kept next)"];
    let mut all = Vec::new();
    for (.., ty) in attributes {
        all.push((names[0], Type::Bool));
        all.extend(names[1..].iter().map(|name| (*name, ty.clone())));
    }
    let id = add_class(core, "(values)", at, ClassKind::Event, &all);
    // What is read before it was written is never looked at.
    for (i, attribute) in core.game.classes[id.index()].attributes.iter_mut().enumerate() {
        if !(i as u32).is_multiple_of(SLOTS) {
            attribute.default = None;
        }
    }
    id
}
