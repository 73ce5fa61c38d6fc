//! What functions, actions and events do, directly and through what they call: change the game, use chance,
//! ask, fail. It knows nothing of where that is forbidden.

mod facts;

pub(super) use facts::{Callee, Fact, Flag, Hands, Surroundings, What};

use super::world::World;
use crate::typed::visit::{Node, Visit, expr_parts, statement_parts};
use crate::typed::{ActionId, ClassId, Doing, Expr, ExprKind, FunctionId, Statement, StatementKind, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Everything that can be called, with its facts and what follows from them.
pub(super) struct Doings {
    pub facts: Vec<Vec<Fact>>,
    /// For each flag the fact that raises it.
    pub does: Vec<[Option<usize>; Flag::COUNT]>,
    /// Functions whose result, and that of whatever overrides them, is a list that nobody else holds.
    pub fresh: BTreeSet<FunctionId>,
    /// What may run where a first declaration is called on an object.
    runs: BTreeMap<FunctionId, Vec<Callee>>,
    functions: usize,
    actions: usize,
}

impl Doings {
    pub fn node(&self, callee: Callee) -> usize {
        match callee {
            Callee::Function(f) => f.index(),
            Callee::Action(a) => self.functions + a.index(),
            Callee::Event(c) => self.functions + self.actions + c.index(),
        }
    }

    /// Everything that may run where a fact calls something.
    fn targets<'d>(&'d self, fact: &'d Fact) -> &'d [Callee] {
        match &fact.what {
            What::Calls(callee, _) => std::slice::from_ref(callee),
            What::CallsMethod(root, _) => self.runs.get(root).map_or(&[], Vec::as_slice),
            What::Does(..) => &[],
        }
    }

    /// What any of these does.
    fn doing(&self, callees: impl Iterator<Item = Callee> + Clone) -> Doing {
        let any = |flag| callees.clone().any(|c| self.does(c, flag));
        Doing {
            changes: any(Flag::Changes) || any(Flag::Mutates),
            chance: any(Flag::Chance),
            asks: any(Flag::Asks),
            fails: any(Flag::Fails),
        }
    }

    pub fn does(&self, callee: Callee, flag: Flag) -> bool {
        self.does[self.node(callee)][flag as usize].is_some()
    }

    /// Whether a fact raises a flag, and through what.
    pub fn raises(&self, fact: &Fact, flag: Flag) -> Option<Option<Callee>> {
        match &fact.what {
            What::Does(f, _) => (*f == flag).then_some(None),
            What::Calls(_, hands) | What::CallsMethod(_, hands) => {
                let targets = self.targets(fact);
                let through = |flag| targets.iter().copied().find(|t| self.does(*t, flag));
                let mutates = through(Flag::Mutates);
                match (flag, hands) {
                    (Flag::Changes, Hands::Foreign) => through(Flag::Changes).or(mutates).map(Some),
                    (Flag::Mutates, Hands::Parameter) => mutates.map(Some),
                    (Flag::Mutates, _) => None,
                    _ => through(flag).map(Some),
                }
            }
        }
    }
}

/// Finds what everything does and writes it into the game.
pub(super) fn find_out(world: &mut World<'_>) {
    let doings = doings(world);
    for i in 0..world.game.functions.len() {
        let id = FunctionId(i as u32);
        let overriding = doings.runs.get(&id).into_iter().flatten().copied();
        world.game.functions[i].doing = doings.doing(std::iter::once(Callee::Function(id)).chain(overriding));
    }
    for i in 0..world.game.actions.len() {
        world.game.actions[i].doing = doings.doing(std::iter::once(Callee::Action(ActionId(i as u32))));
    }
}

pub(super) fn doings(world: &World<'_>) -> Doings {
    let game = &world.game;
    let runs = runs(world);
    let fresh = fresh_functions(world, &runs);
    let mut facts = Vec::new();
    for function in &game.functions {
        let params: BTreeSet<_> = function.params.iter().map(|p| p.local).collect();
        let around = Surroundings::of_body(&function.body.block, params, &fresh);
        let mut found = around.facts(world, &[Node::Block(&function.body.block)]);
        for default in function.params.iter().filter_map(|p| p.default.as_ref()) {
            found.extend(around.facts(world, &[Node::Expr(default)]));
        }
        facts.push(found);
    }
    for action in &game.actions {
        let around = Surroundings::of_body(&action.effect, BTreeSet::new(), &fresh);
        facts.push(around.facts(world, &[Node::Block(&action.effect)]));
    }
    for class in &game.classes {
        let found = class.effect.as_ref().map(|body| {
            let around = Surroundings::of_body(&body.block, BTreeSet::new(), &fresh);
            around.facts(world, &[Node::Block(&body.block)])
        });
        facts.push(found.unwrap_or_default());
    }
    let does = vec![[None; Flag::COUNT]; facts.len()];
    let mut doings =
        Doings { facts, does, fresh, runs, functions: game.functions.len(), actions: game.actions.len() };
    settle(&mut doings);
    doings
}

/// By first declaration, the functions that any class runs for it.
fn runs(world: &World<'_>) -> BTreeMap<FunctionId, Vec<Callee>> {
    let mut runs: BTreeMap<FunctionId, BTreeSet<FunctionId>> = BTreeMap::new();
    for (root, function) in world.game.classes.iter().flat_map(|c| &c.methods) {
        runs.entry(*root).or_default().insert(*function);
    }
    runs.into_iter().map(|(root, all)| (root, all.into_iter().map(Callee::Function).collect())).collect()
}

/// Spreads the flags along the calls until nothing changes, there and back so that long lines settle soon.
fn settle(doings: &mut Doings) {
    let nodes = doings.facts.len();
    loop {
        let mut changed = false;
        for node in (0..nodes).chain((0..nodes).rev()) {
            for flag in Flag::ALL {
                if doings.does[node][flag as usize].is_some() {
                    continue;
                }
                let raised = doings.facts[node].iter().position(|f| doings.raises(f, flag).is_some());
                if raised.is_some() {
                    doings.does[node][flag as usize] = raised;
                    changed = true;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// The functions of which every result is a list made there or by another such function.
fn fresh_functions(world: &World<'_>, runs: &BTreeMap<FunctionId, Vec<Callee>>) -> BTreeSet<FunctionId> {
    let functions = &world.game.functions;
    let is_list = |ty: &Type| matches!(ty, Type::List(_) | Type::Stack(_) | Type::Table(..));
    let ids = (0..functions.len()).map(|i| FunctionId(i as u32));
    let mut fresh: BTreeSet<FunctionId> = ids.filter(|f| is_list(&functions[f.index()].returns)).collect();
    loop {
        let kept = |callee: &Callee| matches!(callee, Callee::Function(f) if fresh.contains(f));
        let overriding = |f: &FunctionId| runs.get(f).is_none_or(|all| all.iter().all(kept));
        let stays = |f: &FunctionId| overriding(f) && gives_fresh(world, *f, &fresh);
        let stale: BTreeSet<FunctionId> = fresh.iter().copied().filter(|f| !stays(f)).collect();
        if stale.is_empty() {
            return fresh;
        }
        fresh.retain(|f| !stale.contains(f));
    }
}

fn gives_fresh(world: &World<'_>, f: FunctionId, fresh: &BTreeSet<FunctionId>) -> bool {
    let function = &world.game.functions[f.index()];
    let params = function.params.iter().map(|p| p.local).collect();
    let around = Surroundings::of_body(&function.body.block, params, fresh);
    let mut results = Results(Vec::new());
    results.block(&function.body.block);
    results.0.iter().all(|e| around.is_fresh(e))
}

/// The results of a body, those of function values in it aside.
struct Results<'e>(Vec<&'e Expr>);

impl<'e> Visit<'e> for Results<'e> {
    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::Return(Some(e)) = &s.kind {
            self.0.push(e);
        }
        statement_parts(s, &mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        if !matches!(e.kind, ExprKind::Lambda(_) | ExprKind::Choose { .. } | ExprKind::Auto(_)) {
            expr_parts(e, &mut |n| self.node(n));
        }
    }
}

/// The name of something that can be called, as authors know it.
pub(super) fn callee_name(world: &World<'_>, callee: Callee) -> String {
    match callee {
        Callee::Function(f) => world.game.functions[f.index()].name.clone(),
        Callee::Action(a) => world.game.actions[a.index()].name.clone(),
        Callee::Event(c) => world.class_name(ClassId(c.0)).to_owned(),
    }
}
