//! Modifiers: which there are, which members of which classes they touch, and what they come to. An application
//! of a modifier is an object of a class of its own; the object that has it keeps a list of its applications.
//! It knows nothing of instructions.

mod bodies;
mod declare;
mod find;
mod uses;
mod weave;

pub(super) use bodies::bodies;
pub(super) use uses::Base;
pub(super) use weave::weave;

use super::world::{ParamInfo, World};
use crate::typed::{ClassId, FunctionId};
use language::tree;

/// The attribute of an object that holds its applications, innermost first; null where there are none. No author
/// can write its name.
pub(super) const LIST: &str = "(modifiers)";

/// The attributes that every application has, before its parameters and its own.
pub(super) mod own {
    /// The object that has it.
    pub const HOLDER: u32 = crate::typed::ModifierOf::HOLDER;
    /// The composition that brought it, or null.
    pub const ORIGIN: u32 = 1;
    /// The number of the event class that ends it, [`WHILE`] where only a condition does, or null.
    pub const ENDS: u32 = 2;
    /// A function value of that event: whether it ends it.
    pub const ENDS_IF: u32 = 3;
    pub const COUNT: u32 = crate::typed::ModifierOf::HIDDEN;
    /// No event class has this number.
    pub const WHILE: f64 = -1.0;
}

/// A member of a class that modifiers touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Member {
    /// A function by its first declaration up the line.
    Function(FunctionId),
    /// An attribute by its index.
    Attribute(u32),
}

/// What there is for a member that some modifier touches.
pub(super) struct Touched {
    /// The class that declares it.
    pub class: ClassId,
    pub member: Member,
    pub name: String,
    /// What runs instead of the member: of an attribute `read(object)`, of a function a method.
    pub entry: FunctionId,
    /// Of an attribute: `read` where there are modifiers. Of a function: the first declaration of what it is without.
    pub plain: FunctionId,
    /// `next(parameters, chain, n)` of the object: what the member is by the first `n` applications of the chain.
    pub next: FunctionId,
    /// `chain()` of the object: the applications that may touch it, innermost first. Only where some modifier
    /// reaches others; otherwise they are those of the object.
    pub chain: Option<FunctionId>,
    /// The modifiers that touch it, by index, with the function of the application.
    pub by: Vec<(usize, FunctionId)>,
}

/// Classes whose objects keep their applications in one attribute: a class and all below it.
pub(super) struct Family {
    pub root: ClassId,
    /// The attribute.
    pub list: u32,
    /// `take off(object, application)`
    pub take_off: FunctionId,
    /// `strip(object)`: ends all its applications, the object being about to end.
    pub strip: FunctionId,
    /// `modifiers(object)`: a new list.
    pub all: FunctionId,
}

pub(super) struct ModifierInfo<'t> {
    pub module: usize,
    pub class: ClassId,
    pub tree: &'t tree::Class,
    pub own: &'t tree::Modifier,
    /// The class whose objects can have it.
    pub on: ClassId,
    pub layer: usize,
    /// The class of those that it reaches.
    pub affected: Option<ClassId>,
    pub params: Vec<ParamInfo>,
    /// `add(object, parameters)` gives the application.
    pub add: FunctionId,
    /// `has(object)`
    pub has: FunctionId,
    /// `remove(object)`: whether there was one.
    pub remove: FunctionId,
    /// `awake()` of the application.
    pub awake: Option<FunctionId>,
    /// `reaches(object)` of the application.
    pub reaches: Option<FunctionId>,
    /// Its own attributes that begin with a value, with the method of the application that gives it.
    pub starts: Vec<(u32, FunctionId)>,
}

/// `override number power { ... }` of a modifier, a method of the application.
pub(super) struct ChangeInfo<'t> {
    pub modifier: usize,
    pub tree: &'t tree::Change,
    pub touched: usize,
    pub function: FunctionId,
}

/// Everything about modifiers.
#[derive(Default)]
pub(super) struct Modifiers<'t> {
    pub all: Vec<ModifierInfo<'t>>,
    pub families: Vec<Family>,
    pub touched: Vec<Touched>,
    pub changes: Vec<ChangeInfo<'t>>,
    /// The functions that are overrides of modifiers, with the modifier and what they touch.
    pub overrides: Vec<(FunctionId, usize, usize)>,
    /// The names of the layers, the innermost first.
    pub layers: Vec<String>,
    /// The classes whose objects keep lists.
    pub roots: Vec<ClassId>,
    /// `end(application)`, whichever it is.
    pub end: FunctionId,
    /// `name(application)`
    pub name: FunctionId,
}

impl Default for FunctionId {
    fn default() -> FunctionId {
        FunctionId(u32::MAX)
    }
}

impl<'t> World<'t> {
    pub fn modifier(&self, class: ClassId) -> Option<usize> {
        self.modifiers.all.iter().position(|m| m.class == class)
    }

    /// The class of the objects that a modifier class is for.
    pub fn holder_class(&self, class: ClassId) -> Option<ClassId> {
        self.game.classes[class.index()].modifier.as_ref().map(|m| m.on)
    }

    /// The family to which a class belongs.
    pub fn family(&self, class: ClassId) -> Option<&Family> {
        self.modifiers.families.iter().find(|f| self.is_sub(class, f.root))
    }

    /// What there is for an attribute that modifiers touch.
    pub fn touched_attribute(&self, class: ClassId, index: u32) -> Option<&Touched> {
        let member = Member::Attribute(index);
        self.modifiers.touched.iter().find(|t| t.member == member && self.is_sub(class, t.class))
    }

    /// Whether the modifier reaches others rather than its holder.
    pub fn reaches(&self, modifier: usize) -> bool {
        self.modifiers.all[modifier].affected.is_some()
    }
}
