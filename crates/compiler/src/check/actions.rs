//! The bodies of actions and `before` blocks, and which of these blocks there are. It knows nothing of single
//! statements, nor of how blocks are run.

use super::bodies::Bodies;
use super::problems as problem;
use super::returns::report_unreachable;
use super::scope::{Checker, Returns, Stage, statement};
use super::world::World;
use crate::typed::{
    Action, ActionId, Before, Block, Class, ClassId, ClassKind, EventBody, LocalId, Statement, StatementKind,
    Trigger, Type,
};
use base::NodeId;
use language::tree;

impl Bodies<'_, '_> {
    /// An action with its bodies. Triggers and requirements come before inputs and do not see them.
    pub(super) fn action(&mut self, id: ActionId) -> Action {
        let world = self.world;
        let info = &world.actions[id.index()];
        let tree = info.tree;
        let mut action = world.game.actions[id.index()].clone();
        if let Some(prio) = &tree.prio
            && let Some(n) = world.constant_number(info.module, prio, "a priority")
        {
            action.prio = n;
        }
        let mut checker = self.checker(info.module, Some(info.class));
        let inputs = tree.inputs.iter().map(|i| i.name.text.clone());
        checker.elsewhere =
            inputs.map(|n| (n, "inputs are filled after requirements and triggers; use a filter")).collect();
        let mut is_unknown = false;
        for trigger in &tree.triggers {
            let event = checker.event_named(&trigger.event);
            is_unknown |= event.is_none();
            (checker.event, checker.event_is_unknown) = (event, event.is_none());
            let body = checker.deciding(&trigger.body, "a trigger");
            checker.event = None;
            if let Some(event) = event {
                if tree.is_after && event == ClassId::PLAYER_CHOICE {
                    checker.report(problem::after_choice(world.span(trigger.event.id)));
                }
                action.triggers.push(Trigger { at: trigger.id, event, body });
            }
        }
        (checker.event, checker.event_is_unknown) = (triggering(world, &action), is_unknown);
        for shared in &tree.shared {
            let count = world.problem_count();
            action.requires.push(checker.demand(shared, "a requirement"));
            // What is wrong in it is told once, whatever number of actions have it.
            let first = world.shared.borrow_mut().insert(shared.id, id).is_none_or(|a| a == id);
            world.forget_problems(if first { usize::MAX } else { count });
        }
        for require in &tree.requires {
            action.requires.push(checker.demand(require, "a requirement"));
        }
        checker.elsewhere = Vec::new();
        for (input, (_, ty)) in tree.inputs.iter().zip(&info.inputs) {
            if matches!(input.source, language::tree::InputSource::Given(_)) {
                checker.report(problem::given_in_action(world.span(input.name.id), &input.name.text));
            }
            let found = checker.input(input, ty.clone());
            action.inputs.push(found);
        }
        checker.returns = Returns::Nothing("an effect");
        if let Some(effect) = &tree.effect {
            action.effect = checker.block(effect);
        }
        for ensure in &tree.ensures {
            action.ensures.push(checker.demand(ensure, "`ensure`"));
        }
        for block in action.blocks() {
            report_unreachable(block, world);
        }
        checker.report_unused();
        action.locals = checker.locals;
        action
    }
}

/// What `event` is where the action runs: the nearest event that all its triggers share.
fn triggering(world: &World<'_>, action: &Action) -> Option<ClassId> {
    let mut events = action.triggers.iter().map(|t| t.event);
    let first = events.next()?;
    let shared = events.try_fold(first, |a, b| world.common(a, b))?;
    (shared != ClassId::PLAYER_CHOICE).then_some(shared)
}

impl Action {
    /// Every block of it but those of its inputs.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Block> {
        let deciding = self.triggers.iter().map(|t| &t.body).chain(self.requires.iter().map(|r| &r.body));
        deciding.chain(std::iter::once(&self.effect)).chain(self.ensures.iter().map(|e| &e.body))
    }
}

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
        if self.attribute(event, Class::CANCELLED).is_none_or(|a| a.0 != Class::CANCELLED_INDEX) {
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
