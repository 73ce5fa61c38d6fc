//! Whether a move is legal may not depend on chance to come: who tries moves would learn it, and a refusal that quotes
//! it would tell it. So an effect that may be taken back, by `fail` or by `ensure`, uses no chance before that.

use super::problems as problem;
use super::world::World;
use crate::effects::{Analysis, Callee, EffectFact, Flag, Region};
use crate::typed::visit::{Node, Parts};
use crate::typed::{Action, Block, Statement, StatementKind};
use base::NodeId;
use std::collections::BTreeSet;

/// Reports `fail` and `ensure` that may look at what chance gave.
pub(super) fn check(world: &World<'_>, analysis: &Analysis) {
    for action in &world.game.actions {
        let mut flow = Flow {
            world,
            analysis,
            chance: None,
            within: Vec::new(),
            seen: BTreeSet::new(),
            found: BTreeSet::new(),
        };
        flow.action(action);
        for at in flow.found {
            world.report(problem::chance_before_fail(world.span(at)));
        }
    }
}

/// The course of one effect.
struct Flow<'f, 'w> {
    world: &'f World<'w>,
    analysis: &'f Analysis,
    /// Where chance was used first, if it may have been.
    chance: Option<NodeId>,
    /// The functions that are being looked at, with where the effect calls the first of them.
    within: Vec<(Callee, NodeId)>,
    /// What was looked at from where no chance had been used yet.
    seen: BTreeSet<Callee>,
    /// Where the effect may fail after chance.
    found: BTreeSet<NodeId>,
}

impl Flow<'_, '_> {
    fn action(&mut self, action: &Action) {
        self.block(&action.effect);
        if let (Some(at), false) = (self.chance, action.ensures.is_empty()) {
            self.found.insert(at);
        }
    }

    /// Whether what follows the block may run after it.
    fn block(&mut self, block: &Block) -> bool {
        block.statements.iter().all(|s| self.statement(s))
    }

    /// Whether the next statement may run after it.
    fn statement(&mut self, s: &Statement) -> bool {
        use StatementKind as K;
        match &s.kind {
            K::If(condition, then, otherwise) => {
                self.parts(&[Node::Expr(condition)]);
                let before = self.chance;
                let goes_on = self.block(then);
                let after_then = if goes_on { self.chance } else { None };
                self.chance = before;
                let other_goes_on = otherwise.as_ref().is_none_or(|b| self.block(b));
                if !other_goes_on {
                    self.chance = None;
                }
                self.chance = self.chance.or(after_then);
                return goes_on || other_goes_on;
            }
            K::Loop { check, step, body } => {
                let ends: Vec<Node<'_>> = check.iter().chain(step).map(Node::Expr).collect();
                self.repeated(&ends, body);
            }
            K::ForIn { list, body, .. } => {
                self.parts(&[Node::Expr(list)]);
                self.repeated(&[], body);
            }
            K::Block(block) => return self.block(block),
            K::Fail(text) => {
                self.parts(&[Node::Expr(text)]);
                self.fails(s.at);
                return false;
            }
            kind => {
                let mut parts = Vec::new();
                kind.parts(&mut |part| parts.push(part));
                self.parts(&parts);
                return !matches!(kind, K::Return(_));
            }
        }
        true
    }

    /// Twice, since what comes first in a body comes after its end too.
    fn repeated(&mut self, ends: &[Node<'_>], body: &Block) {
        for _ in 0..2 {
            let before = self.chance;
            self.parts(ends);
            self.block(body);
            self.chance = self.chance.or(before);
            if self.chance == before {
                return;
            }
        }
    }

    /// What expressions do. Chance counts as used before anything fails in the same one.
    fn parts(&mut self, nodes: &[Node<'_>]) {
        let around = Region::of_body(nodes, BTreeSet::new(), &self.analysis.fresh);
        let facts = around.facts(&self.world.game, &self.analysis.raised, nodes);
        self.facts(&facts);
    }

    fn facts(&mut self, facts: &[EffectFact]) {
        let raises = |fact: &EffectFact, flag| self.analysis.raises(fact, flag).is_some();
        let (failing, others): (Vec<&EffectFact>, Vec<&EffectFact>) =
            facts.iter().partition(|fact| raises(fact, Flag::Fails));
        if let Some(fact) = others.iter().find(|fact| raises(fact, Flag::Chance)) {
            self.uses_chance(fact.at);
        }
        for fact in failing {
            if self.chance.is_some() || !raises(fact, Flag::Chance) {
                self.fails(fact.at);
                continue;
            }
            self.call(fact);
        }
    }

    /// A call that may use chance and may fail.
    fn call(&mut self, fact: &EffectFact) {
        for callee in self.analysis.targets(fact).to_vec() {
            let outermost = self.within.first().map_or(fact.at, |(_, at)| *at);
            self.within.push((callee, outermost));
            let world = self.world;
            match callee {
                _ if !self.seen.insert(callee) => {}
                Callee::Function(f) => {
                    self.block(&world.game.functions[f.index()].body.block);
                }
                Callee::Action(a) => self.action(&world.game.actions[a.index()]),
                Callee::Event(c) => {
                    world.game.classes[c.index()].effect.iter().for_each(|body| {
                        self.block(&body.block);
                    });
                }
                // What else there is has no order to speak of.
                Callee::Order(_) | Callee::Modifier(_) | Callee::Blocks(_) => self.fails(fact.at),
            }
            self.within.pop();
            // Its last way out may be one without chance.
            if self.analysis.does(callee, Flag::Chance) {
                self.uses_chance(outermost);
            }
        }
    }

    fn uses_chance(&mut self, at: NodeId) {
        let at = self.within.first().map_or(at, |(_, outermost)| *outermost);
        self.chance = self.chance.or(Some(at));
    }

    fn fails(&mut self, at: NodeId) {
        if self.chance.is_some() {
            self.found.insert(self.within.first().map_or(at, |(_, outermost)| *outermost));
        }
    }
}
