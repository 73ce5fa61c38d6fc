//! Warnings of functions, actions, options and turns that nothing uses. It knows nothing of types.

use super::bodies::Seen;
use super::problems as problem;
use super::world::World;
use crate::typed::visit::{Parts, Visit};
use crate::typed::{ActionId, Expr, ExprKind, FunctionId};
use base::{FileId, NodeId};
use language::catalogue::Builtin;
use std::collections::BTreeSet;

pub(super) fn check(world: &World<'_>, seen: &Seen) {
    if world.library || world.has_errors() {
        return;
    }
    let mut used = Used::default();
    used.game(&world.game);
    seen.elsewhere.iter().for_each(|body| used.body(body));
    for (i, (module, option)) in world.options.iter().enumerate() {
        let name = &option.name.text;
        if world.is_own(*module) && !world.read_options.borrow().contains(&i) && !name.starts_with('_') {
            world.report(problem::unused_option(world.span(option.name.id), name));
        }
    }
    for (i, (module, constant)) in world.constants.declared.iter().enumerate() {
        let name = &constant.name.text;
        if world.is_own(*module) && !world.constants.is_read(i) && !name.starts_with('_') {
            world.report(problem::unused_const(world.span(constant.name.id), name));
        }
    }
    for (i, info) in world.functions.iter().enumerate() {
        let id = FunctionId(i as u32);
        let overrides = info.tree.is_override;
        if world.is_own(info.module)
            && !overrides
            && !used.functions.contains(&id)
            && !info.tree.name.text.starts_with('_')
        {
            world.report(problem::unused_function(world.span(info.tree.name.id), &info.tree.name.text));
        }
    }
    if let Some((_, turn)) = world.turns.first().filter(|(module, _)| *module == 0 && !used.turns) {
        world.report(problem::unused_turn(world.span(turn.name.id), &turn.name.text));
    }
    let called = used.actions.iter().map(|a| world.game.actions[a.index()].name.as_str());
    let called: BTreeSet<&str> = called.collect();
    for (i, info) in world.actions.iter().enumerate() {
        let id = ActionId(i as u32);
        let action = &world.game.actions[i];
        let called = called.contains(action.name.as_str());
        let alive = !action.triggers.is_empty() || called || seen.played.contains(&id);
        if world.is_own(info.module) && !alive {
            world.report(problem::unused_action(world.span(info.tree.name.id), &action.name));
        }
    }
}

/// Warns of reasons that nobody is told, by where they stand. In a file that others import another game may tell them.
pub(super) fn check_reasons(world: &World<'_>, untold: &[NodeId]) {
    if world.library || world.has_errors() {
        return;
    }
    let own = |module: &usize| world.is_own(*module);
    let own: BTreeSet<FileId> = (0..world.modules.len()).filter(own).map(|m| world.modules[m].file).collect();
    for span in untold.iter().map(|reason| world.span(*reason)).filter(|span| own.contains(&span.file)) {
        world.report(problem::hidden_reason(span));
    }
}

#[derive(Default)]
struct Used {
    functions: BTreeSet<FunctionId>,
    actions: BTreeSet<ActionId>,
    /// Something makes a turn the active one.
    turns: bool,
}

impl<'e> Visit<'e> for Used {
    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Call(f, _) | ExprKind::CallBase(f, _) | ExprKind::CallMethod(_, f, _) => {
                self.functions.insert(*f);
            }
            ExprKind::CallAction(_, a, _) => {
                self.actions.insert(*a);
            }
            ExprKind::Builtin(Builtin::TurnsUse, _) => self.turns = true,
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
