//! What functions, actions and events do, directly and through what they call: change the game, use chance,
//! ask, fail. It knows nothing of where that is forbidden.

pub(crate) mod acts;
mod facts;

pub(crate) use facts::{Callee, EffectFact, FactKind, Flag, ListOrigin, Region, makes_fresh};

use crate::typed::dispatch::Dispatch;
use crate::typed::visit::{Node, Parts, PartsMut, Visit, VisitMut};
use crate::typed::{
    ActionId, Acts, Body, Class, Effects, EventBody, Expr, ExprKind, FunctionId, Game, LocalId, Statement,
    StatementKind, Type,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Everything that can be called, with its facts and what follows from them.
pub(crate) struct Analysis {
    pub facts: Vec<Vec<EffectFact>>,
    /// For each flag the fact that raises it.
    pub does: Vec<[Option<usize>; Flag::COUNT]>,
    /// Functions whose result, and that of whatever overrides them, is a list that nobody else holds.
    pub fresh: BTreeSet<FunctionId>,
    pub dispatch: Dispatch,
    /// By class of an event, what else runs when it is raised: `before` blocks.
    pub raised: Vec<Option<Callee>>,
    /// The types of acts that are called.
    pub acts: Vec<Type>,
    functions: usize,
    actions: usize,
    classes: usize,
}

/// How a fact raises a flag.
pub(crate) enum Cause {
    Itself,
    Through(Callee),
}

impl Analysis {
    pub(crate) fn node(&self, callee: Callee) -> usize {
        match callee {
            Callee::Function(f) => f.index(),
            Callee::Action(a) => self.functions + a.index(),
            Callee::Event(c) => self.functions + self.actions + c.index(),
            Callee::Order(c) => self.functions + self.actions + self.classes + c.index(),
            Callee::Modifier(c) => self.functions + self.actions + 2 * self.classes + c.index(),
            Callee::Blocks(c) => self.functions + self.actions + 3 * self.classes + c.index(),
            Callee::Defaults(c) => self.functions + self.actions + 4 * self.classes + c.index(),
            Callee::NextPlayer => self.functions + self.actions + 5 * self.classes,
            Callee::Act(i) => self.functions + self.actions + 5 * self.classes + 1 + i as usize,
        }
    }

    /// Everything that may run where a fact calls something.
    pub(crate) fn targets(&self, fact: &EffectFact) -> impl Iterator<Item = Callee> + Clone {
        let (one, methods) = match &fact.what {
            FactKind::Calls(callee, _) => (Some(*callee), &[][..]),
            FactKind::CallsMethod(root, _) => (None, self.dispatch.targets(*root)),
            FactKind::CallsAct(ty, _) => {
                let i = self.acts.iter().position(|act| act == ty);
                (i.map(|i| Callee::Act(i as u32)), &[][..])
            }
            FactKind::Does(..) => (None, &[][..]),
        };
        one.into_iter().chain(methods.iter().copied().map(Callee::Function))
    }

    /// What any of these does.
    fn of(&self, callees: impl Iterator<Item = Callee> + Clone) -> Effects {
        let any = |flag| callees.clone().any(|c| self.does(c, flag));
        Effects {
            changes: any(Flag::Changes) || any(Flag::Mutates),
            alters: any(Flag::Changes),
            fills: any(Flag::Mutates),
            chance: any(Flag::Chance),
            makes_choices: any(Flag::Chooses),
            fails: any(Flag::Fails),
        }
    }

    pub(crate) fn does(&self, callee: Callee, flag: Flag) -> bool {
        self.does[self.node(callee)][flag as usize].is_some()
    }

    /// Whether a fact raises a flag, and through what.
    pub(crate) fn raises(&self, fact: &EffectFact, flag: Flag) -> Option<Cause> {
        let through = |flag| self.targets(fact).find(|t| self.does(*t, flag));
        Some(match raised(fact, flag, through)? {
            Raised::ByItself => Cause::Itself,
            Raised::Through(target) => Cause::Through(target),
        })
    }
}

/// How a fact raises a flag.
enum Raised<T> {
    ByItself,
    /// Through something that is called.
    Through(T),
}

/// Whether a fact raises a flag. `through` says whether something that is called raises one.
fn raised<T>(fact: &EffectFact, flag: Flag, through: impl Fn(Flag) -> Option<T>) -> Option<Raised<T>> {
    match &fact.what {
        FactKind::Does(f, _) => (*f == flag).then_some(Raised::ByItself),
        // That it may change anything is a fact of its own.
        FactKind::CallsAct(..) if flag == Flag::Changes => None,
        FactKind::Calls(_, lists) | FactKind::CallsMethod(_, lists) | FactKind::CallsAct(_, lists) => {
            match (flag, lists) {
                (Flag::Changes, ListOrigin::Foreign) => {
                    through(Flag::Changes).or_else(|| through(Flag::Mutates)).map(Raised::Through)
                }
                (Flag::Mutates, lists) if *lists != ListOrigin::Parameter => None,
                _ => through(flag).map(Raised::Through),
            }
        }
    }
}

/// Finds what everything does, and stores it in the functions and actions. By class of an event, `raised` is what else
/// runs when it is raised.
pub(crate) fn analyze(game: &mut Game, raised: Vec<Option<Callee>>) -> Analysis {
    let analysis = analysis(game, raised);
    for i in 0..game.functions.len() {
        let id = FunctionId(i as u32);
        let overriding = analysis.dispatch.targets(id).iter().copied().map(Callee::Function);
        game.functions[i].effects = analysis.of(std::iter::once(Callee::Function(id)).chain(overriding));
    }
    for i in 0..game.actions.len() {
        game.actions[i].effects = analysis.of(std::iter::once(Callee::Action(ActionId(i as u32))));
    }
    let mut here = Here { game, analysis: &analysis, found: Vec::new() };
    here.game(game);
    let found = here.found;
    Mark(found.into_iter()).game(game);
    analysis
}

/// Of the function values that may do something, in the order in which they stand, which do.
struct Here<'a> {
    game: &'a Game,
    analysis: &'a Analysis,
    found: Vec<bool>,
}

impl<'e> Visit<'e> for Here<'_> {
    fn expr(&mut self, e: &'e Expr) {
        if let ExprKind::Lambda(lambda) = &e.kind
            && lambda.acts == Acts::Here
        {
            let nodes = [Node::Block(&lambda.body)];
            let own = lambda.params.iter().copied().collect();
            let region = Region::of(&nodes, own, &self.analysis.fresh);
            let facts = region.facts(self.game, &self.analysis.raised, &nodes);
            let does = |fact| Flag::ALL.into_iter().any(|flag| self.analysis.raises(fact, flag).is_some());
            self.found.push(facts.iter().any(does));
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}

/// Takes the mark off those that do nothing.
struct Mark(std::vec::IntoIter<bool>);

impl VisitMut for Mark {
    fn expr(&mut self, e: &mut Expr) {
        if let ExprKind::Lambda(lambda) = &mut e.kind
            && lambda.acts == Acts::Here
        {
            let acts = self.0.next().unwrap_or(true);
            lambda.acts = if acts { Acts::Here } else { Acts::Never };
        }
        e.kind.parts_mut(&mut |n| self.node(n));
    }
}

fn analysis(game: &Game, raised: Vec<Option<Callee>>) -> Analysis {
    let dispatch = Dispatch::of(game);
    let fresh = fresh_functions(game, &dispatch);
    let facts_of = |nodes: &[Node<'_>], params: BTreeSet<LocalId>| {
        let region = Region::of_body(nodes, params, &fresh);
        region.facts(game, &raised, nodes)
    };
    let mut facts = Vec::new();
    for f in &game.functions {
        let defaults = f.params.iter().filter_map(|p| p.default.as_ref());
        let params = f.params.iter().map(|p| p.local).collect();
        let region = Region::of_body(&[Node::Block(&f.body.block)], params, &fresh);
        let mut found = region.facts(game, &raised, &[Node::Block(&f.body.block)]);
        defaults.for_each(|e| found.extend(region.facts(game, &raised, &[Node::Expr(e)])));
        facts.push(found);
    }
    facts.extend(game.actions.iter().map(|a| facts_of(&[Node::Block(&a.effect)], BTreeSet::new())));
    let effect = |body: &Body| facts_of(&[Node::Block(&body.block)], BTreeSet::new());
    facts.extend(game.classes.iter().map(|c| c.effect.as_ref().map(effect).unwrap_or_default()));
    facts.extend(game.classes.iter().map(|c| {
        let choosing = |order: &EventBody| {
            let what = FactKind::Does(Flag::Chooses, "asks a player".to_owned());
            let mut found = vec![EffectFact { at: c.at, what }];
            found.extend(facts_of(&[Node::Block(&order.body.block)], BTreeSet::from([order.event])));
            found
        };
        c.order.as_ref().map(choosing).unwrap_or_default()
    }));
    let mut adding = vec![Vec::new(); game.classes.len()];
    for m in &game.modifiers {
        let defaults = m.adding.params.iter().filter_map(|p| p.default.as_ref());
        let nodes: Vec<Node<'_>> = defaults.chain(&m.adding.parts).map(Node::Expr).collect();
        let what = FactKind::Does(Flag::Changes, "makes a new object".to_owned());
        let found = &mut adding[m.class.index()];
        found.push(EffectFact { at: m.at, what });
        let defaults = FactKind::Calls(Callee::Defaults(m.class), ListOrigin::Own);
        found.push(EffectFact { at: m.at, what: defaults });
        found.extend(facts_of(&nodes, m.adding.params.iter().map(|p| p.local).collect()));
    }
    facts.extend(adding);
    facts.extend(blocks(game, facts_of));
    facts.extend(game.classes.iter().map(|c| defaults(c, facts_of)));
    let next = game.turns.iter().flat_map(|t| t.phases.iter().map(|p| &p.default).chain([&t.default]));
    facts.push(next.flatten().flat_map(effect).collect());
    let acts = acts::called(game);
    facts.extend(acts::facts(game, &acts, &raised, &fresh));
    let does = vec![[None; Flag::COUNT]; facts.len()];
    let (functions, actions, classes) = (game.functions.len(), game.actions.len(), game.classes.len());
    let mut analysis = Analysis { facts, does, fresh, dispatch, raised, acts, functions, actions, classes };
    propagate(&mut analysis);
    analysis
}

/// What working out the default values of a new object does; those of modifiers that it has by nature use no chance.
fn defaults(
    class: &Class,
    facts_of: impl Fn(&[Node<'_>], BTreeSet<LocalId>) -> Vec<EffectFact>,
) -> Vec<EffectFact> {
    let values: Vec<Node<'_>> =
        class.attributes.iter().filter_map(|a| a.default.as_ref()).map(Node::Body).collect();
    facts_of(&values, BTreeSet::new())
}

/// By class, what the `before` blocks for its events do, those for events above it included.
fn blocks(
    game: &Game,
    facts_of: impl Fn(&[Node<'_>], BTreeSet<LocalId>) -> Vec<EffectFact>,
) -> Vec<Vec<EffectFact>> {
    let above = |c: &Class| {
        let above = c.parent.map(|p| FactKind::Calls(Callee::Blocks(p), ListOrigin::Own));
        above.map(|what| EffectFact { at: c.at, what }).into_iter().collect()
    };
    let mut all: Vec<Vec<EffectFact>> = game.classes.iter().map(above).collect();
    for before in &game.befores {
        let parts = before.condition.iter().chain([&before.run]);
        let found = parts.flat_map(|b| facts_of(&[Node::Block(&b.body.block)], BTreeSet::from([b.event])));
        all[before.event.index()].extend(found);
    }
    all
}

/// A fact, by what has it and its number there.
type FactAt = (usize, usize);

/// Who calls what: directly, and methods of which one of several runs.
#[derive(Default)]
struct Callers {
    direct: Vec<Vec<FactAt>>,
    /// By first declaration.
    methods: BTreeMap<FunctionId, Vec<FactAt>>,
    /// By function, the methods for which it may run.
    runs_for: Vec<Vec<FunctionId>>,
}

impl Callers {
    fn of(analysis: &Analysis) -> Callers {
        let nodes = analysis.facts.len();
        let mut callers = Callers {
            direct: vec![Vec::new(); nodes],
            runs_for: vec![Vec::new(); nodes],
            ..Callers::default()
        };
        for (node, facts) in analysis.facts.iter().enumerate() {
            for (i, fact) in facts.iter().enumerate() {
                match &fact.what {
                    FactKind::CallsMethod(root, _) => {
                        callers.methods.entry(*root).or_default().push((node, i))
                    }
                    _ => {
                        let targets = analysis.targets(fact);
                        targets.for_each(|t| callers.direct[analysis.node(t)].push((node, i)));
                    }
                }
            }
        }
        for root in callers.methods.keys() {
            for target in analysis.dispatch.targets(*root) {
                callers.runs_for[target.index()].push(*root);
            }
        }
        callers
    }
}

/// Spreads the flags along the calls: what gets a flag is followed by its callers.
fn propagate(analysis: &mut Analysis) {
    let callers = Callers::of(analysis);
    // What any of those does that may run for a method.
    let mut by_method: BTreeMap<FunctionId, [bool; Flag::COUNT]> = BTreeMap::new();
    let mut work: VecDeque<FactAt> =
        (0..analysis.facts.len()).flat_map(|n| (0..analysis.facts[n].len()).map(move |i| (n, i))).collect();
    while let Some((node, i)) = work.pop_front() {
        let fact = &analysis.facts[node][i];
        let through = |flag: Flag| match &fact.what {
            FactKind::CallsMethod(root, _) => {
                by_method.get(root).is_some_and(|does| does[flag as usize]).then_some(())
            }
            _ => analysis.targets(fact).any(|t| analysis.does(t, flag)).then_some(()),
        };
        let known = &analysis.does[node];
        let new = |flag: &Flag| known[*flag as usize].is_none() && raised(fact, *flag, through).is_some();
        let found: Vec<Flag> = Flag::ALL.into_iter().filter(new).collect();
        if found.is_empty() {
            continue;
        }
        for flag in &found {
            analysis.does[node][*flag as usize] = Some(i);
        }
        work.extend(&callers.direct[node]);
        for root in &callers.runs_for[node] {
            let does = by_method.entry(*root).or_default();
            let before = *does;
            found.iter().for_each(|flag| does[*flag as usize] = true);
            if *does != before {
                work.extend(&callers.methods[root]);
            }
        }
    }
}

/// The functions of which every result is a list made there or by another such function.
fn fresh_functions(game: &Game, dispatch: &Dispatch) -> BTreeSet<FunctionId> {
    let functions = &game.functions;
    let ids = (0..functions.len()).map(|i| FunctionId(i as u32));
    let mut fresh: BTreeSet<FunctionId> =
        ids.filter(|f| functions[f.index()].returns.is_collection()).collect();
    dispatch.until_stable(game, |f| {
        let stays = dispatch.targets(f).iter().all(|own| fresh.contains(own)) && gives_fresh(game, f, &fresh);
        !stays && fresh.remove(&f)
    });
    fresh
}

fn gives_fresh(game: &Game, f: FunctionId, fresh: &BTreeSet<FunctionId>) -> bool {
    let function = &game.functions[f.index()];
    let params = function.params.iter().map(|p| p.local).collect();
    let around = Region::of_body(&[Node::Block(&function.body.block)], params, fresh);
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
        s.kind.parts(&mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        if !matches!(e.kind, ExprKind::Lambda(_) | ExprKind::Choose { .. } | ExprKind::Auto(_)) {
            e.kind.parts(&mut |n| self.node(n));
        }
    }
}

/// The name of something that can be called, as authors know it.
pub(crate) fn callee_name(game: &Game, callee: Callee) -> String {
    match callee {
        Callee::Function(f) => game.functions[f.index()].name.clone(),
        Callee::Action(a) => game.actions[a.index()].name.clone(),
        Callee::Event(c) => game.classes[c.index()].name.clone(),
        Callee::Order(c) | Callee::Blocks(c) => format!("before {}", game.classes[c.index()].name),
        Callee::Modifier(_) => "add".to_owned(),
        Callee::Defaults(c) => format!("new {}", game.classes[c.index()].name),
        Callee::NextPlayer => "pass".to_owned(),
        Callee::Act(_) => "act".to_owned(),
    }
}
