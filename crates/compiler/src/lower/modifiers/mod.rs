//! Modifiers: an application is an object of the modifier's class, and the object that has it keeps a list of its
//! applications in an attribute that no author can name. Each member that some modifier changes is read and called
//! through an entry, which goes down that list from the outermost application. It knows nothing of `before` blocks.

mod adding;
mod bodies;
mod members;
mod reserve;
mod rewrite;

pub(super) use adding::Ends;
pub(super) use bodies::bodies;
pub(super) use reserve::reserve;
pub(super) use rewrite::rewrite;

use super::Core;
use super::build::TreeBuilder;
use crate::typed::{ClassId, Expr, FunctionId, Game, LocalId, Member, Modifier, Param, Type};
use base::NodeId;
use language::catalogue::Builtin;

/// What is there for the modifiers of a game.
#[derive(Default)]
pub(super) struct Plan {
    all: Vec<Reserved>,
    families: Vec<Family>,
    touched: Vec<Touched>,
    /// `end(application)`, whichever it is.
    end: FunctionId,
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
    remove: FunctionId,
    /// `awake()` of the application.
    awake: Option<FunctionId>,
    /// `reaches(object)` of the application.
    reaches: Option<FunctionId>,
    /// Its own attributes that begin with a value, with the method of the application that gives it.
    starts: Vec<(u32, FunctionId)>,
    /// For each override what it touches, and the method of the application:
    /// `f(parameters, object, chain, below)`, where `below` applications of the chain are below this one.
    overrides: Vec<(usize, FunctionId)>,
}

/// What there is for a member that some modifier touches.
struct Touched {
    /// The class that declares it.
    class: ClassId,
    member: Member,
    name: String,
    /// What runs instead of the member: of an attribute `read(object)`, of a function a method.
    entry: FunctionId,
    /// Of an attribute: `read` where there are modifiers. Of a function: the first declaration of what it is without.
    plain: FunctionId,
    /// `next(parameters, chain, n)` of the object: what the member is by the first `n` applications of the chain.
    next: FunctionId,
    /// `chain()` of the object: the applications that may touch it, innermost first. Only where some modifier
    /// reaches others; otherwise they are those of the object.
    chain: Option<FunctionId>,
    /// The modifiers that touch it, by index, with the function of the application.
    by: Vec<(usize, FunctionId)>,
}

/// Classes whose objects keep their applications in one attribute: a class and all below it.
struct Family {
    root: ClassId,
    /// The attribute.
    list: u32,
    /// `take off(object, application)`
    take_off: FunctionId,
    /// `strip(object)`: ends all its applications, the object being about to end.
    strip: FunctionId,
    /// `modifiers(object)`: a new list.
    all: FunctionId,
}

impl Plan {
    /// What says whether an application of a class is awake.
    pub(super) fn awake(&self, class: ClassId) -> Option<FunctionId> {
        self.of(class)?.awake
    }

    fn of(&self, class: ClassId) -> Option<&Reserved> {
        self.all.iter().find(|m| m.modifier.class == class)
    }

    fn family(&self, game: &Game, class: ClassId) -> Option<&Family> {
        self.families.iter().find(|f| game.is_sub(class, f.root))
    }

    /// The attribute in which objects of a class keep their applications.
    fn list(&self, game: &Game, class: ClassId) -> u32 {
        self.family(game, class).map_or(0, |f| f.list)
    }
}

impl Reserved {
    /// Whether it changes others rather than its holder.
    fn reaches_others(&self) -> bool {
        self.modifier.affects.is_some()
    }

    /// The class of the objects whose members it changes.
    fn target(&self) -> ClassId {
        self.modifier.affects.as_ref().map_or(self.modifier.on, |a| a.class)
    }
}

/// Builds what nobody wrote, and lets the entries run in place of what they are for. All bodies are rewritten
/// already.
pub(super) fn weave(core: &mut Core, plan: &Plan, ends: &Ends) {
    if plan.all.is_empty() {
        return;
    }
    let mut made = Vec::new();
    for t in &plan.touched {
        made.extend(members::functions(&core.game, plan, t));
    }
    made.extend(adding::functions(&core.game, plan));
    for t in &plan.touched {
        if let Member::Function(root) = t.member {
            // Those who call it give the same arguments; it has no body of its own.
            let root = &core.game.functions[root.index()];
            let (params, locals) = (root.params.clone(), root.body.locals.clone());
            let plain = &mut core.game.functions[t.plain.index()];
            (plain.params, plain.body.locals) = (params, locals);
        }
    }
    made.into_iter().for_each(|m| core.fill(m));
    redirect(core, plan);
    readers(core, plan);
    adding::build_ends(core, plan, ends);
}

/// Lets the entries of touched functions run, and what they were by another slot.
fn redirect(core: &mut Core, plan: &Plan) {
    for class in &mut core.game.classes {
        for t in &plan.touched {
            let Member::Function(root) = t.member else { continue };
            let Some(method) = class.methods.iter_mut().find(|m| m.0 == root) else { continue };
            let runs = std::mem::replace(&mut method.1, t.entry);
            class.methods.push((t.plain, runs));
        }
    }
}

/// Says which attributes are shown through modifiers.
fn readers(core: &mut Core, plan: &Plan) {
    for i in 0..core.game.classes.len() {
        for t in &plan.touched {
            if let Member::Attribute(index) = t.member
                && core.game.is_sub(ClassId(i as u32), t.class)
            {
                core.hooks[i].readers.push((index, t.entry));
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

fn param(name: &str, local: LocalId) -> Param {
    Param { name: name.to_owned(), local, default: None }
}
