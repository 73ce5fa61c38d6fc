//! Modifiers: an application is an object of the modifier's class, and the object that has it keeps a list of its
//! applications in an attribute that no author can name. Each member that some modifier changes is read and called
//! through a dispatcher, which goes down that list from the outermost application. It knows nothing of `before` blocks.

mod adding;
mod bodies;
mod members;
mod reserve;
mod rewrite;
mod settling;

pub(super) use adding::Ends;
pub(super) use bodies::bodies;
pub(super) use reserve::reserve;
pub(super) use rewrite::rewrite;

use super::Core;
use super::build::{TreeBuilder, param};
use crate::typed::{ClassId, Expr, FunctionId, Game, LocalId, Member, Modifier, Param, Type};
use base::NodeId;
use language::catalogue::Builtin;
use std::collections::BTreeMap;

/// What is there for the modifiers of a game.
#[derive(Default)]
pub(super) struct Plan {
    /// Only in games that settle.
    pub settling: Option<settling::Settling>,
    all: Vec<Reserved>,
    holders: Vec<Holders>,
    members: Vec<OverriddenMember>,
    /// By the first of a line of modifiers: `awake()` of its applications.
    awake: BTreeMap<ClassId, FunctionId>,
    /// By modifier that says `while`: what runs for it.
    own_awake: BTreeMap<ClassId, FunctionId>,
    /// By what a modifier overrides something with.
    bases: BTreeMap<FunctionId, Base>,
    /// The place of the first modifier.
    at: NodeId,
    /// `end(application)`, whichever it is.
    end_application: FunctionId,
    /// `name(application)`
    name: FunctionId,
}

/// A modifier and the functions for it.
struct Reserved {
    modifier: Modifier,
    /// `add(object, parameters)` gives the application.
    add: FunctionId,
    /// `has(object)`
    has: FunctionId,
    /// `remove(object)`: whether there was one.
    remove_latest: FunctionId,
    /// `awake()` of the application, by its first declaration: where some modifier of its line says `while`.
    awake: Option<FunctionId>,
    /// What runs for it here, where this modifier says it or is the first of the line.
    own_awake: Option<FunctionId>,
    /// `reaches(object)` of the application, and the class of the object, which it may have from the one it extends.
    reaches: Option<(FunctionId, ClassId)>,
    /// Where it says from which list, in games that settle.
    among: Option<Among>,
    /// Its own attributes that begin with a value, with the method of the application that gives it.
    starts: Vec<(u32, FunctionId)>,
    /// For each override the member, and the method of the application:
    /// `f(parameters, object, chain, below)`, where `below` applications of the chain are below this one.
    overrides: Vec<(usize, FunctionId)>,
}

/// `affects (Card c) from list => condition`, its two parts as methods of the application.
#[derive(Clone, Copy)]
struct Among {
    /// `from()`
    from: FunctionId,
    /// `affects(object)` of those that the list holds; None where nothing else is said.
    rest: Option<FunctionId>,
}

/// The variables of what overrides a member for what `base` means there.
#[derive(Clone, Copy)]
struct Base {
    member: usize,
    object: LocalId,
    chain: LocalId,
    below: LocalId,
}

/// What there is for a member that some modifier overrides.
struct OverriddenMember {
    /// The class that declares it.
    class: ClassId,
    member: Member,
    name: String,
    /// What it gives.
    returns: Type,
    /// What runs instead of the member: of an attribute `read(object)`, of a function a method.
    dispatcher: FunctionId,
    /// Of an attribute: `read` where there are modifiers. Of a function: the first declaration of what it is without.
    original: FunctionId,
    /// `base(parameters, chain, n)` of the object: what the member is by the first `n` applications of the chain.
    base_of: FunctionId,
    /// `chain()` of the object: the applications that may change it, innermost first. Only where some modifier
    /// reaches others, or where they override it in several layers; otherwise they are those of the object.
    chain: Option<FunctionId>,
    overridden_by: Vec<Overrider>,
}

/// A modifier that overrides a member.
#[derive(Clone, Copy)]
struct Overrider {
    /// By index.
    modifier: usize,
    /// Of the application.
    function: FunctionId,
    /// In which it applies to this member.
    layer: usize,
}

/// Classes whose objects keep their applications in one attribute: a class and all below it.
struct Holders {
    root: ClassId,
    /// The attribute.
    list: u32,
    /// `remove(object, application)`
    remove_application: FunctionId,
    /// `end all of(object)`: ends all its applications, the object being about to end.
    end_all_of: FunctionId,
    /// `modifiers(object)`: a new list.
    listed: FunctionId,
}

impl Plan {
    /// What says whether an application of a class is awake.
    pub(super) fn awake(&self, class: ClassId) -> Option<FunctionId> {
        self.of(class)?.awake
    }

    fn of(&self, class: ClassId) -> Option<&Reserved> {
        self.all.iter().find(|m| m.modifier.class == class)
    }

    fn holders(&self, game: &Game, class: ClassId) -> Option<&Holders> {
        self.holders.iter().find(|f| game.is_sub(class, f.root))
    }

    /// The attribute in which objects of a class keep their applications.
    fn list(&self, game: &Game, class: ClassId) -> u32 {
        self.holders(game, class).map_or(0, |f| f.list)
    }
}

impl Reserved {
    /// Whether it changes others rather than its holder.
    fn reaches_others(&self) -> bool {
        self.reaches.is_some()
    }

    /// The class of the objects whose members it changes.
    fn target(&self) -> ClassId {
        self.reaches.map_or(self.modifier.on, |r| r.1)
    }
}

/// Builds what nobody wrote, and lets the dispatchers run in place of what they are for. All bodies are rewritten
/// already.
pub(super) fn install(core: &mut Core, plan: &Plan, ends: &Ends) {
    if plan.all.is_empty() {
        return;
    }
    let mut made = Vec::new();
    for t in &plan.members {
        made.extend(members::functions(&core.game, plan, ends, t));
    }
    made.extend(adding::functions(&core.game, plan));
    if let Some(settling) = &plan.settling {
        made.extend(settling.having(&core.game, plan));
        made.extend(settling.rounds(&core.game));
    }
    for t in &plan.members {
        if let Member::Function(root) = t.member {
            // Those who call it give the same arguments; it has no body of its own.
            let root = &core.game.functions[root.index()];
            let (params, locals) = (root.params.clone(), root.body.locals.clone());
            let original = &mut core.game.functions[t.original.index()];
            (original.params, original.body.locals) = (params, locals);
        }
    }
    made.into_iter().for_each(|m| core.fill(m));
    if plan.settling.is_some() {
        let attributes = plan.members.iter().filter(|t| matches!(t.member, Member::Attribute(_)));
        core.settle_and_read = attributes.map(|t| t.original).collect();
    }
    redirect(core, plan);
    readers(core, plan);
    adding::build_ends(core, plan, ends);
}

/// Lets the dispatchers of overridden functions run, and what they were by another slot.
fn redirect(core: &mut Core, plan: &Plan) {
    for class in &mut core.game.classes {
        for t in &plan.members {
            let Member::Function(root) = t.member else { continue };
            let Some(method) = class.methods.iter_mut().find(|m| m.0 == root) else { continue };
            let runs = std::mem::replace(&mut method.1, t.dispatcher);
            class.methods.push((t.original, runs));
        }
    }
}

/// Says which attributes are shown through modifiers.
fn readers(core: &mut Core, plan: &Plan) {
    for i in 0..core.game.classes.len() {
        for t in &plan.members {
            if let Member::Attribute(index) = t.member
                && core.game.is_sub(ClassId(i as u32), t.class)
            {
                core.hooks[i].readers.push((index, t.dispatcher));
            }
        }
    }
}

fn application() -> Type {
    Type::Class(ClassId::MODIFIER)
}

fn applications() -> Type {
    Type::list(application())
}

/// The applications in the list of an object, in a new list.
fn copied(b: &TreeBuilder, list: Expr) -> Expr {
    let copy = b.builtin(Builtin::ListCopy, vec![list.clone()], applications());
    b.ternary(b.is_null(list), b.empty_list(application()), copy)
}

/// A function of an object, as which its first parameter is known.
fn of_object(at: NodeId, class: ClassId) -> (TreeBuilder, LocalId, Vec<Param>) {
    let mut b = TreeBuilder::new(at);
    let object = b.local("object", Type::Class(class));
    (b, object, vec![param("object", object)])
}
