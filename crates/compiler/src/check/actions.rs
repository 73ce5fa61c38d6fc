//! The bodies of actions. It knows nothing of single statements.

use super::bodies::Bodies;
use super::problems as problem;
use super::returns::report_unreachable;
use super::scope::Returns;
use super::world::World;
use crate::typed::{Action, ActionId, Block, ClassId, Trigger};

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
        for trigger in &tree.triggers {
            let event = checker.event_named(&trigger.event);
            checker.event = event;
            let body = checker.deciding(&trigger.body, "a trigger");
            checker.event = None;
            if let Some(event) = event {
                if tree.is_after && event == ClassId::PLAYER_CHOICE {
                    checker.report(problem::after_choice(world.span(trigger.event.id)));
                }
                action.triggers.push(Trigger { at: trigger.id, event, body });
            }
        }
        checker.event = triggering(world, &action);
        for require in &tree.requires {
            let body = checker.deciding(require, "a requirement");
            action.requires.push(body);
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
            let body = checker.deciding(ensure, "`ensure`");
            action.ensures.push(body);
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
        let deciding = self.triggers.iter().map(|t| &t.body).chain(&self.requires);
        deciding.chain(std::iter::once(&self.effect)).chain(&self.ensures)
    }
}
