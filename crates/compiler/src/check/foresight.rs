//! Whether a move is legal may not depend on chance to come: who tries moves would learn it, and a refusal that quotes
//! it would tell it. So an effect that may be taken back, by `fail` or by `ensure`, uses no chance before that. Nor does
//! it ask several at once: what they have answered would show in what is offered to the others.

use super::problems as problem;
use super::world::World;
use crate::effects::{Analysis, Callee, EffectFact, Flag, Region, acts};
use crate::typed::visit::{Node, Parts};
use crate::typed::{Action, ActionId, Block, ClassId, FunctionId, Statement, StatementKind};
use base::NodeId;
use std::collections::{BTreeMap, BTreeSet};

/// Reports `fail` and `ensure` that may look at what chance gave.
pub(super) fn check(world: &World<'_>, analysis: &Analysis) {
    let late = late(world, analysis);
    for action in &world.game.actions {
        let mut flow = Flow::new(world, analysis, &late);
        flow.action(action);
        for (at, flag) in flow.found {
            world.report(match flag {
                Flag::Chance => problem::chance_before_fail(world.span(at)),
                _ => problem::asked_before_fail(world.span(at)),
            });
        }
    }
}

/// What nobody can know before it is done.
const UNFORESEEN: [Flag; 2] = [Flag::Chance, Flag::Rounds];

/// What may fail after something that nobody can foresee and that it did itself, and after what.
fn late(world: &World<'_>, analysis: &Analysis) -> BTreeMap<Callee, Flag> {
    let game = &world.game;
    let functions = (0..game.functions.len() as u32).map(|i| Callee::Function(FunctionId(i)));
    let actions = (0..game.actions.len() as u32).map(|i| Callee::Action(ActionId(i)));
    let events = (0..game.classes.len() as u32).map(|i| Callee::Event(ClassId(i)));
    let acts = (0..analysis.acts.len() as u32).map(Callee::Act);
    let does = |c: &Callee, flag| analysis.does(*c, flag);
    let may = |c: &Callee| UNFORESEEN.iter().any(|flag| does(c, *flag)) && does(c, Flag::Fails);
    let mut work: Vec<Callee> = functions.chain(actions).chain(events).chain(acts).filter(may).collect();
    let mut callers: BTreeMap<Callee, Vec<Callee>> = BTreeMap::new();
    for caller in &work {
        let called = analysis.facts[analysis.node(*caller)].iter().flat_map(|fact| analysis.targets(fact));
        called.for_each(|callee| callers.entry(callee).or_default().push(*caller));
    }
    let mut late = BTreeMap::new();
    while let Some(callee) = work.pop() {
        if late.contains_key(&callee) {
            continue;
        }
        let mut flow = Flow::new(world, analysis, &late);
        flow.callee(callee);
        if let Some((_, flag)) = flow.found.first() {
            late.insert(callee, *flag);
            work.extend(callers.get(&callee).into_iter().flatten());
        }
    }
    late
}

/// The course of one effect or function.
struct Flow<'f, 'w> {
    world: &'f World<'w>,
    analysis: &'f Analysis,
    /// See [`late`], as far as that is known.
    late: &'f BTreeMap<Callee, Flag>,
    /// Where the first was done that nobody can foresee, if it may have been: chance, or asking several.
    unforeseen: Option<(NodeId, Flag)>,
    /// Where it may fail after that, and after what.
    found: BTreeSet<(NodeId, Flag)>,
}

impl<'f, 'w> Flow<'f, 'w> {
    fn new(world: &'f World<'w>, analysis: &'f Analysis, late: &'f BTreeMap<Callee, Flag>) -> Flow<'f, 'w> {
        Flow { world, analysis, late, unforeseen: None, found: BTreeSet::new() }
    }

    fn callee(&mut self, callee: Callee) {
        let game = &self.world.game;
        match callee {
            Callee::Function(f) => {
                self.block(&game.functions[f.index()].body.block);
            }
            Callee::Action(a) => self.action(&game.actions[a.index()]),
            Callee::Event(c) => {
                game.classes[c.index()].effect.iter().for_each(|body| {
                    self.block(&body.block);
                });
            }
            Callee::Act(i) => {
                for lambda in acts::fitting(game, &self.analysis.acts[i as usize]) {
                    self.unforeseen = None;
                    self.block(&lambda.body);
                }
            }
            // What else there is has no order to speak of.
            Callee::Order(_)
            | Callee::Modifier(_)
            | Callee::Blocks(_)
            | Callee::Defaults(_)
            | Callee::NextPlayer => {}
        }
    }

    fn action(&mut self, action: &Action) {
        self.block(&action.effect);
        if let (Some(first), false) = (self.unforeseen, action.ensures.is_empty()) {
            self.found.insert(first);
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
                let before = self.unforeseen;
                let goes_on = self.block(then);
                let after_then = if goes_on { self.unforeseen } else { None };
                self.unforeseen = before;
                let other_goes_on = otherwise.as_ref().is_none_or(|b| self.block(b));
                if !other_goes_on {
                    self.unforeseen = None;
                }
                self.unforeseen = self.unforeseen.or(after_then);
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
            let before = self.unforeseen;
            self.parts(ends);
            self.block(body);
            self.unforeseen = self.unforeseen.or(before);
            if self.unforeseen == before {
                return;
            }
        }
    }

    /// What expressions do. Chance counts as used, and others as asked, before anything fails in the same one.
    fn parts(&mut self, nodes: &[Node<'_>]) {
        let around = Region::of_body(nodes, BTreeSet::new(), &self.analysis.fresh);
        let facts = around.facts(&self.world.game, &self.analysis.raised, nodes);
        self.facts(&facts);
    }

    fn facts(&mut self, facts: &[EffectFact]) {
        let raises = |fact: &EffectFact, flag| self.analysis.raises(fact, flag).is_some();
        let (failing, others): (Vec<&EffectFact>, Vec<&EffectFact>) =
            facts.iter().partition(|fact| raises(fact, Flag::Fails));
        let unforeseen = |fact: &EffectFact| UNFORESEEN.into_iter().find(|flag| raises(fact, *flag));
        if let Some((at, flag)) = others.iter().find_map(|fact| Some((fact.at, unforeseen(fact)?))) {
            self.cannot_foresee(at, flag);
        }
        for fact in failing {
            if self.unforeseen.is_some() || unforeseen(fact).is_none() {
                self.fails(fact.at);
                continue;
            }
            self.call(fact);
        }
    }

    /// A call that may use chance, or ask several, and may fail.
    fn call(&mut self, fact: &EffectFact) {
        for callee in self.analysis.targets(fact) {
            if let Some(flag) = self.late.get(&callee) {
                self.found.insert((fact.at, *flag));
            }
            if matches!(callee, Callee::Order(_) | Callee::Modifier(_) | Callee::Blocks(_)) {
                self.fails(fact.at);
            }
            // Its last way out may be one without that.
            if let Some(flag) = UNFORESEEN.into_iter().find(|flag| self.analysis.does(callee, *flag)) {
                self.cannot_foresee(fact.at, flag);
            }
        }
    }

    fn cannot_foresee(&mut self, at: NodeId, flag: Flag) {
        self.unforeseen = self.unforeseen.or(Some((at, flag)));
    }

    fn fails(&mut self, at: NodeId) {
        if let Some((_, flag)) = self.unforeseen {
            self.found.insert((at, flag));
        }
    }
}
