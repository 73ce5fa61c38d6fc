//! Where the game may not change, nobody may be asked and chance may not be used: filters, requirements,
//! triggers, `ensure`, `from`, prompts, function values, `suppose`. It knows nothing of types.

use super::problems as problem;
use super::world::World;
use crate::effects::{Analysis, Callee, Cause, EffectFact, FactKind, Flag, Region, callee_name};
use crate::typed::visit::{Node, Parts, Visit};
use crate::typed::{
    Action, Acts, Block, ChoiceSpec, Expr, ExprKind, Grant, InputSource, LocalId, Replacement, Statement,
    StatementKind,
};
use std::collections::BTreeSet;

/// Reports everything that is done where it is forbidden.
pub(super) fn check(world: &World<'_>, analysis: &Analysis) {
    let mut regions = Regions { world, analysis, blocks_may_choose: false };
    regions.game(&world.game);
    // The first value of a modifier's attribute is evaluated where the modifier is added.
    for (i, class) in world.game.classes.iter().enumerate().filter(|(_, c)| c.modifier.is_none()) {
        let own = class.attributes.iter().filter(|a| a.class.index() == i);
        for value in own.filter_map(|a| a.default.as_ref()) {
            regions.forbid("the value of an attribute", &value.block, &[Flag::Chooses, Flag::Fails]);
        }
    }
    for simultaneous in
        world.game.turns.iter().flat_map(|t| &t.phases).filter_map(|p| p.simultaneous.as_ref())
    {
        regions.pure("`simultaneous`", &simultaneous.players, []);
        if let Some(then) = &simultaneous.then {
            regions.forbid("`then`", &then.block, &[Flag::Fails]);
        }
    }
    for i in 0..world.formulas.len() {
        regions.pure("a formula", &world.game.functions[world.functions.len() + i].body, []);
    }
    for value in world.game.constants.iter().filter_map(|c| c.value.as_ref()) {
        regions.pure("the value of a constant", value, []);
    }
    regions.modifiers();
    // A `before` block may choose where its event is raised in `setup` or a test, which goes on with the answer.
    regions.blocks_may_choose = true;
    if let Some(setup) = &world.game.setup {
        regions.forbid("`setup`", &setup.block, &[Flag::AsksActor, Flag::Fails]);
    }
    for test in &world.game.tests {
        regions.forbid("a test", &test.body.block, &[Flag::Chooses, Flag::Fails]);
    }
}

const NOTHING: [Flag; 6] =
    [Flag::Changes, Flag::Chance, Flag::Chooses, Flag::Fails, Flag::Outer, Flag::Tests];

struct Regions<'r, 'w> {
    world: &'r World<'w>,
    analysis: &'r Analysis,
    blocks_may_choose: bool,
}

impl Regions<'_, '_> {
    /// The conditions of modifiers and `before` blocks, and the attributes that modifiers change.
    fn modifiers(&mut self) {
        let game = &self.world.game;
        for m in &game.modifiers {
            if let Some(awake) = &m.awake {
                self.pure("the `while` of a modifier", awake, []);
            }
            if let Some(affects) = &m.affects {
                self.pure("`affects`", &affects.condition, [affects.object]);
            }
            for grant in &m.grants {
                self.pure("what a modifier grants", grant, [grant.object]);
                self.granted(grant);
            }
            for o in &m.overrides {
                if let Replacement::Attribute { body, .. } = &o.by {
                    self.pure("an attribute that a modifier changes", body, [o.object]);
                }
            }
        }
        for natural in game.classes.iter().flat_map(|c| &c.grants) {
            self.pure("the `while` of what a class grants", &natural.awake, []);
            for grant in &natural.grants {
                self.pure("what a class grants", grant, [grant.object]);
                self.granted(grant);
            }
        }
        for condition in game.befores.iter().filter_map(|b| b.condition.as_ref()) {
            self.pure("the condition of a `before` block", condition, [condition.event]);
        }
        for order in game.classes.iter().filter_map(|c| c.order.as_ref()) {
            self.pure("`order by`", order, [order.event]);
        }
    }

    /// Nobody adds what is granted, so the values that it begins with only follow from the game.
    fn granted(&mut self, grant: &Grant) {
        let game = &self.world.game;
        let of = game.modifiers.iter().find(|m| m.class == grant.class);
        for (i, param) in of.iter().flat_map(|m| &m.adding.params).enumerate() {
            let before = of.iter().flat_map(|m| &m.adding.params).take(i).map(|p| p.local);
            self.pure("the value of a modifier that is granted", &param.default, before);
        }
        for attribute in &game.classes[grant.class.index()].attributes {
            self.pure("the value of a modifier that is granted", &attribute.default, []);
        }
    }

    fn forbid(&mut self, what: &str, block: &Block, forbidden: &[Flag]) {
        self.region(what, &[Node::Block(block)], BTreeSet::new(), forbidden);
    }

    /// A piece of program in which some things are forbidden.
    fn region(&mut self, what: &str, nodes: &[Node<'_>], own: BTreeSet<LocalId>, forbidden: &[Flag]) {
        let around = Region::of(nodes, own, &self.analysis.fresh);
        for fact in around.facts(&self.world.game, &self.analysis.raised, nodes) {
            for flag in forbidden {
                if let Some(cause) = self.analysis.raises(&fact, *flag) {
                    self.report(what, *flag, &fact, cause);
                    break;
                }
            }
        }
    }

    fn report(&mut self, what: &str, flag: Flag, fact: &EffectFact, cause: Cause) {
        let mut path: Vec<String> = Vec::new();
        let mut words = direct(fact);
        let mut next = Some(cause);
        let mut flag_there = flag;
        while let Some(Cause::Through(callee)) = next {
            if self.blocks_may_choose
                && matches!(flag, Flag::Chooses | Flag::AsksActor)
                && matches!(callee, Callee::Blocks(_))
            {
                return;
            }
            path.push(callee_name(&self.world.game, callee));
            let node = self.analysis.node(callee);
            let does = |f: Flag| self.analysis.does[node][f as usize];
            let found =
                does(flag_there).map(|i| (i, flag_there)).or(does(Flag::Mutates).map(|i| (i, Flag::Mutates)));
            let Some((i, f)) = found.filter(|_| path.len() <= self.analysis.facts.len()) else { break };
            flag_there = f;
            let fact = &self.analysis.facts[node][i];
            words = direct(fact).or(words);
            next = self.analysis.raises(fact, f);
        }
        let words = words.unwrap_or_else(|| "does that".to_owned());
        self.world.report(problem::forbidden(self.world.span(fact.at), what, flag, &path, &words));
    }

    /// A piece of program that only computes something, with the variables that it is given.
    fn pure(&mut self, what: &str, part: &impl Parts, own: impl IntoIterator<Item = LocalId>) {
        let mut nodes = Vec::new();
        part.parts(&mut |node| nodes.push(node));
        self.region(what, &nodes, own.into_iter().collect(), &NOTHING);
    }

    fn choice_spec(&mut self, spec: &ChoiceSpec) {
        for filter in &spec.filters {
            self.pure("a filter", &filter.body, [filter.local]);
            self.pure("a reason", &filter.why, [filter.local]);
        }
        self.pure("`from`", &spec.source, []);
        self.pure("`count`", &spec.count, []);
        self.pure("a prompt", &spec.prompt, []);
    }
}

/// The words for what a fact does itself.
fn direct(fact: &EffectFact) -> Option<String> {
    match &fact.what {
        FactKind::Does(_, words) => Some(words.clone()),
        _ => None,
    }
}

impl<'e> Visit<'e> for Regions<'_, '_> {
    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::Do(effect, _) = &s.kind {
            self.region("`do`", &[Node::Block(&effect.body)], BTreeSet::new(), &[Flag::Outer, Flag::Tests]);
        }
        s.kind.parts(&mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Lambda(lambda) => {
                let own = lambda.params.iter().copied();
                match lambda.acts {
                    // What it does counts as done where it stands, or where it is called.
                    Acts::Here | Acts::WhenCalled => {
                        let nodes = [Node::Block(&lambda.body)];
                        self.region("a function value", &nodes, own.collect(), &[Flag::Outer, Flag::Tests]);
                    }
                    Acts::Never => self.pure("a function value", &lambda.body, own),
                }
            }
            ExprKind::Choose { spec, .. } | ExprKind::Auto(spec) => self.choice_spec(spec),
            ExprKind::Suppose(block, gives) => {
                let nodes = [Node::Block(block), Node::Expr(gives)];
                let forbidden =
                    [Flag::Chance, Flag::Chooses, Flag::Fails, Flag::Outer, Flag::Ends, Flag::Tests];
                self.region("`suppose`", &nodes, BTreeSet::new(), &forbidden);
            }
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }

    fn action(&mut self, action: &'e Action) {
        for trigger in &action.triggers {
            self.pure("a trigger", &trigger.body, []);
        }
        for require in &action.requires {
            self.pure("a requirement", &require.body, []);
            self.pure("a reason", &require.why, []);
        }
        for ensure in &action.ensures {
            self.pure("`ensure`", &ensure.body, []);
            self.pure("a reason", &ensure.why, []);
        }
        for input in &action.inputs {
            self.choice_spec(&input.spec);
            if let InputSource::Player(e) = &input.source {
                self.pure("who is asked", e, []);
                self.expr(e);
            }
            input.spec.parts(&mut |n| self.node(n));
        }
        for block in action.blocks() {
            self.block(block);
        }
    }
}
