//! `before` blocks of classes: which there are, and their bodies. It knows nothing of how they are run.

use super::bodies::{Seen, done};
use super::problems as problem;
use super::scope::{Checker, Returns, Stage, statement};
use super::world::World;
use crate::typed::{
    Before, Block, Class, ClassId, ClassKind, EventBody, LocalId, Statement, StatementKind, Type,
};
use base::{NodeId, Problem};
use language::tree;

/// What a `before` block is called in messages.
pub(super) const BEFORE: &str = "a `before` block";

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
        let mut problems = std::mem::take(&mut self.problems);
        let number = |e| self.constant_number(module, e, "a priority", &mut problems);
        let prio = tree.prio.as_ref().and_then(number).unwrap_or(0.0);
        self.problems = problems;
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

/// All `before` blocks with their bodies.
pub(super) fn bodies(world: &World<'_>, problems: &mut Vec<Problem>, seen: &mut Seen) -> Vec<Before> {
    let all = world.befores.iter().map(|before| Before {
        at: before.tree.id,
        class: before.class,
        event: before.event,
        prio: before.prio,
        condition: condition(world, before, problems, seen),
        run: run(world, before, problems, seen),
    });
    all.collect()
}

/// The player whom an event asks for the order of the blocks that look at it.
pub(super) fn order(
    world: &World<'_>,
    event: ClassId,
    problems: &mut Vec<Problem>,
    seen: &mut Seen,
) -> Option<EventBody> {
    if !world.befores.iter().any(|b| world.is_sub(event, b.event)) {
        return None;
    }
    let (module, who) = world.order_of(event)?;
    let mut checker = Checker::new(world, problems, seen, module, Some(event));
    let param = checker.event_parameter(event);
    checker.stage = Stage::EventEffect;
    let who = checker.value(who, &Type::Player, "who orders the blocks");
    let give = statement(who.at, StatementKind::Return(Some(who)));
    Some(EventBody { event: param, body: checker.finish(Block { statements: vec![give] }) })
}

fn checker<'w, 't>(
    world: &'w World<'t>,
    before: &BeforeInfo<'t>,
    problems: &'w mut Vec<Problem>,
    seen: &'w mut Seen,
) -> (Checker<'w, 't>, LocalId) {
    let mut checker = Checker::new(world, problems, seen, before.module, Some(before.class));
    let event = checker.event_parameter(before.event);
    (checker, event)
}

fn condition(
    world: &World<'_>,
    before: &BeforeInfo<'_>,
    problems: &mut Vec<Problem>,
    seen: &mut Seen,
) -> Option<EventBody> {
    let condition = before.tree.condition.as_ref()?;
    let (mut checker, event) = checker(world, before, problems, seen);
    let condition = checker.value(condition, &Type::Bool, "the condition of `before`");
    let give = statement(before.tree.id, StatementKind::Return(Some(condition)));
    Some(EventBody { event, body: checker.finish(Block { statements: vec![give] }) })
}

fn run(
    world: &World<'_>,
    before: &BeforeInfo<'_>,
    problems: &mut Vec<Problem>,
    seen: &mut Seen,
) -> EventBody {
    let (mut checker, event) = checker(world, before, problems, seen);
    checker.returns = Returns::Nothing(BEFORE);
    let block = checker.block(&before.tree.body);
    done(world, &block, checker.problems);
    EventBody { event, body: checker.finish(block) }
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
        let (Some(event), Returns::Nothing(BEFORE)) = (self.event_local, &self.returns) else {
            self.report(problem::cancel_outside(self.span(at)));
            return None;
        };
        Some(statement(at, StatementKind::Cancel(event)))
    }
}
