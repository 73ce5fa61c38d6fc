//! Modifiers: which there are, for whom they are, and which members of which classes they change. An application
//! of a modifier is an object of a class of its own; the object that has it keeps a list of its applications. It knows
//! nothing of how applications are found and gone through.

mod abilities;
mod bodies;
mod find;
mod settling;
mod uses;

pub(super) use uses::Base;

use super::world::{ParamInfo, World};
use crate::typed::{Class, ClassId, FunctionId, Member, Type};
use language::tree;

pub(super) struct ModifierInfo<'t> {
    pub module: usize,
    pub class: ClassId,
    pub tree: &'t tree::Class,
    pub own: &'t tree::Modifier,
    /// The one that it extends.
    pub parent: Option<usize>,
    /// The class whose objects can have it.
    pub on: ClassId,
    pub layer: usize,
    /// The class of those that it reaches.
    pub affected: Option<ClassId>,
    /// Those of the one that it extends first.
    pub params: Vec<ParamInfo>,
    /// Functions, then attributes, each in order of declaration.
    pub overrides: Vec<OverrideInfo<'t>>,
}

/// A member that a modifier overrides.
pub(super) struct OverrideInfo<'t> {
    pub member: Member,
    /// The class that declares it.
    pub class: ClassId,
    pub name: String,
    pub layer: usize,
    /// What it gives.
    pub ty: Type,
    pub by: Replacement<'t>,
}

/// What a modifier puts in its place.
#[derive(Clone, Copy)]
pub(super) enum Replacement<'t> {
    Function(FunctionId),
    Attribute(&'t tree::Change),
}

/// Everything about modifiers.
#[derive(Default)]
pub(super) struct Modifiers<'t> {
    pub all: Vec<ModifierInfo<'t>>,
    /// The names of the layers, the innermost first.
    pub layers: Vec<String>,
    /// They have no order, which was reported.
    pub disordered: bool,
    /// The classes whose objects keep lists.
    pub roots: Vec<ClassId>,
}

impl<'t> World<'t> {
    pub(super) fn modifier(&self, class: ClassId) -> Option<usize> {
        self.modifiers.all.iter().position(|m| m.class == class)
    }

    /// The class of the objects that a modifier class is for.
    pub(super) fn holder_class(&self, class: ClassId) -> Option<ClassId> {
        self.game.classes[class.index()].modifier.as_ref().map(|m| m.on)
    }

    /// Whether objects of a class can have modifiers.
    pub(super) fn keeps_applications(&self, class: ClassId) -> bool {
        self.attribute(class, Class::APPLICATIONS).is_some()
    }

    /// The modifier that a function of it overrides something for, and what.
    pub(super) fn overriding(&self, function: FunctionId) -> Option<(&ModifierInfo<'t>, &OverrideInfo<'t>)> {
        self.modifiers.all.iter().find_map(|m| {
            let own = |o: &&OverrideInfo<'_>| matches!(o.by, Replacement::Function(f) if f == function);
            m.overrides.iter().find(own).map(|o| (m, o))
        })
    }
}
