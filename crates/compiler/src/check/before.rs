//! `before` blocks of classes: which there are, and their bodies. It knows nothing of how they are run.

use super::bodies::Bodies;
use super::problems as problem;
use super::scope::{Checker, Returns, Stage, statement};
use super::world::World;
use crate::typed::{
    Before, Block, Class, ClassId, ClassKind, EventBody, LocalId, Statement, StatementKind, Type,
};
use base::NodeId;
use language::tree;

/// A `before` block of a class.
pub(super) struct BeforeInfo<'t> {
    pub module: usize,
    pub class: ClassId,
    pub tree: &'t tree::Before,
    pub event: ClassId,
    pub prio: f64,
}

impl<'t> World<'t> {
    /// Finds the `before` blocks of all classes.
    pub(super) fn declare_befores(&mut self) {
        for i in ClassId::BUILT_IN..self.classes.len() {
            let class = ClassId(i as u32);
            let (module, Some(tree)) = (self.classes[i].module, self.classes[i].tree) else { continue };
            for before in &tree.befores {
                self.declare_before(module, class, before);
            }
        }
    }

    fn declare_before(&mut self, module: usize, class: ClassId, tree: &'t tree::Before) {
        if self.kind(class) == ClassKind::Event {
            return self.report(problem::before_in_event(self.span(tree.id), self.class_name(class)));
        }
        let Some(event) = self.class_named(module, &tree.event) else { return };
        if self.kind(event) != ClassKind::Event {
            return self.report(problem::not_an_event(self.span(tree.event.id), self.class_name(event)));
        }
        if self.attribute(event, Class::CANCELLED).is_none_or(|a| a.0 != 0) {
            return self.report(problem::before_built_in(self.span(tree.event.id), self.class_name(event)));
        }
        let number = |e| self.constant_number(module, e, "a priority");
        let prio = tree.prio.as_ref().and_then(number).unwrap_or(0.0);
        self.befores.push(BeforeInfo { module, class, tree, event, prio });
    }

    /// The expression that says whom an event asks for the order of its `before` blocks, and whose event that is.
    fn order_of(&self, event: ClassId) -> Option<(usize, &'t tree::Expr)> {
        self.line(event).find_map(|c| {
            let info = &self.classes[c.index()];
            Some((info.module, info.tree?.order.as_ref()?))
        })
    }
}

impl<'t> Bodies<'_, 't> {
    /// A `before` block with its bodies.
    pub(super) fn before(&mut self, before: &BeforeInfo<'t>) -> Before {
        let condition = before.tree.condition.as_ref().map(|condition| {
            let (mut checker, event) = self.before_checker(before);
            let condition = checker.value(condition, &Type::Bool, "the condition of `before`");
            let give = statement(before.tree.id, StatementKind::Return(Some(condition)));
            EventBody { event, body: checker.finish(Block { statements: vec![give] }) }
        });
        let (checker, event) = self.before_checker(before);
        let run = EventBody { event, body: checker.whole(Returns::Before, &before.tree.body) };
        let BeforeInfo { class, event, prio, .. } = *before;
        Before { at: before.tree.id, class, event, prio, condition, run }
    }

    fn before_checker(&mut self, before: &BeforeInfo<'t>) -> (Checker<'_, 't>, LocalId) {
        let mut checker = self.checker(before.module, Some(before.class));
        let event = checker.event_parameter(before.event);
        (checker, event)
    }

    /// The player whom an event asks for the order of the blocks that look at it.
    pub(super) fn order(&mut self, event: ClassId) -> Option<EventBody> {
        let world = self.world;
        if !world.befores.iter().any(|b| world.is_sub(event, b.event)) {
            return None;
        }
        let (module, who) = world.order_of(event)?;
        let mut checker = self.checker(module, Some(event));
        let param = checker.event_parameter(event);
        checker.stage = Stage::EventEffect;
        let who = checker.value(who, &Type::Player, "who orders the blocks");
        Some(EventBody { event: param, body: checker.finish_value(who) })
    }
}

impl Checker<'_, '_> {
    /// Makes `event` a variable of the body.
    fn event_parameter(&mut self, event: ClassId) -> LocalId {
        let at = self.world.game.classes[event.index()].at;
        let local = self.unnamed("event", Type::Class(event), at);
        self.event = Some(event);
        self.event_local = Some(local);
        local
    }

    /// `cancel;`
    pub(super) fn cancel(&mut self, at: NodeId) -> Option<Statement> {
        let (Some(event), Returns::Before) = (self.event_local, &self.returns) else {
            return self.refuse(problem::cancel_outside(self.span(at)));
        };
        Some(statement(at, StatementKind::Cancel(event)))
    }
}
