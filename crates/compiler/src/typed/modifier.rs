//! Modifiers and `before` blocks as their authors wrote them. How they are carried out is not said here: that is
//! worked out by [`crate::lower`], and once more by the oracle.

use super::{Body, ClassId, Expr, FunctionId, Game, Local, LocalId, Param, Type};
use base::NodeId;
use std::collections::BTreeSet;

/// A modifier. Its applications are the objects of a class of its own.
#[derive(Clone, Debug)]
pub struct Modifier {
    pub class: ClassId,
    pub at: NodeId,
    /// The class of the objects that can have it.
    pub on: ClassId,
    /// The number of its layer. Those of lower layers apply first.
    pub layer: usize,
    pub adding: Adding,
    /// `while condition;`: where it does not hold, the modifier sleeps. `this` is the application.
    pub awake: Option<Condition>,
    /// `affects (Creature c) => condition;`
    pub affects: Option<Affects>,
    /// Functions, then attributes, each in order of declaration.
    pub overrides: Vec<Override>,
    /// `loses` and `bars`, in order.
    pub takes: Vec<Taking>,
    /// `grants`, in order.
    pub grants: Vec<Grant>,
    /// What decides whether it is awake, whom it reaches, and what it makes of them.
    pub looks: LooksAt,
}

impl Modifier {
    /// It and those that it extends, of which it inherits all.
    pub(crate) fn line<'g>(&self, game: &'g Game) -> impl Iterator<Item = &'g Modifier> {
        let above = game.above(self.class);
        above.filter_map(|class| game.modifiers.iter().find(|m| m.class == class))
    }

    /// Whether it is awake, and whom it reaches.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Body> {
        let affects = self.affects.as_ref().map(|affects| &affects.condition);
        self.awake.iter().chain(affects).map(|condition| &condition.body)
    }
}

/// What code looks at that modifiers may change, directly or through what it calls.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LooksAt {
    /// By the class that declares them and their index.
    pub attributes: BTreeSet<(ClassId, u32)>,
    /// Who has these modifiers, or those that extend them.
    pub abilities: BTreeSet<ClassId>,
}

/// A modifier, with all that extend it, that another takes away: `loses Ability;`, `bars Flying;`
#[derive(Clone, Debug)]
pub struct Taking {
    pub layer: usize,
    pub class: ClassId,
    /// It may not come again either.
    pub bars: bool,
}

/// A modifier that a class or another modifier gives: `grants Absorb(2);` `this` is the object of the class, or
/// the application.
#[derive(Clone, Debug)]
pub struct Grant {
    pub at: NodeId,
    /// In which a modifier gives it.
    pub layer: usize,
    pub class: ClassId,
    pub locals: Vec<Local>,
    /// The variable that is the object which gets it.
    pub object: LocalId,
    /// The parameters in order; None where the default is to be taken.
    pub args: Vec<Option<Expr>>,
}

/// `grants Flying, Absorb(2) while condition;` in a class
#[derive(Clone, Debug)]
pub struct Natural {
    pub at: NodeId,
    /// `this` is the object.
    pub awake: Option<Condition>,
    pub grants: Vec<Grant>,
    /// The layer that must be settled before it is known; None where it follows from what is never settled.
    pub after: Option<usize>,
}

/// What adding a modifier evaluates. An attribute of the application that is no parameter begins with its default,
/// as that of any object does.
#[derive(Clone, Debug, Default)]
pub struct Adding {
    pub locals: Vec<Local>,
    /// The variable that is the object to which it is added.
    pub object: LocalId,
    pub params: Vec<Param>,
    /// Of a composition: adds the parts, each of which has the application as its origin.
    pub parts: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub struct Condition {
    pub at: NodeId,
    /// Returns a bool.
    pub body: Body,
}

/// To which objects a modifier turns what it overrides.
#[derive(Clone, Debug)]
pub struct Affects {
    pub class: ClassId,
    /// The variable of the condition that is the object in question.
    pub object: LocalId,
    pub condition: Condition,
}

/// A member of a class that modifiers change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Member {
    /// A function by its first declaration up the line.
    Function(FunctionId),
    /// An attribute by its index.
    Attribute(u32),
}

/// What a modifier says a member is. `this` is the application, and [`super::Authored::Base`] what the member would
/// be without it.
#[derive(Clone, Debug)]
pub struct Override {
    pub member: Member,
    /// The class that declares the member.
    pub class: ClassId,
    pub name: String,
    /// The number of the layer in which it applies.
    pub layer: usize,
    /// The variable that is the object whose member it is.
    pub object: LocalId,
    pub by: Replacement,
}

#[derive(Clone, Debug)]
pub enum Replacement {
    /// A function of the modifier's class, with the parameters of the one that it overrides.
    Function(FunctionId),
    Attribute {
        at: NodeId,
        ty: Type,
        body: Body,
    },
}

/// A `before` block.
#[derive(Clone, Debug)]
pub struct Before {
    pub at: NodeId,
    /// The class that carries it.
    pub class: ClassId,
    /// It looks at events of this class and those below it.
    pub event: ClassId,
    /// Higher first; those of equal priority in order of declaration.
    pub prio: f64,
    pub condition: Option<EventBody>,
    pub run: EventBody,
}

/// A body that sees an event in a variable.
#[derive(Clone, Debug)]
pub struct EventBody {
    pub event: LocalId,
    pub body: Body,
}
