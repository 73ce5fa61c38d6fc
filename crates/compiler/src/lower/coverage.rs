//! Coverage probes, which record what ran, in a lowered game. It knows neither matches nor reports.

use super::Core;
use crate::typed::dispatch::{Dispatch, Named};
use crate::typed::visit::{Parts, PartsMut, Visit, VisitMut};
use crate::typed::{
    Action, Block, ClassId, ClassKind, Expr, ExprKind, FunctionId, Game, Origin, Statement, StatementKind,
    Visibility,
};
use base::NodeId;
use bytecode::program::{Probe, ProbeKind};
use std::collections::{BTreeMap, BTreeSet};

/// Puts probes into everything but the tests, and what only they call.
pub(super) fn insert(core: &mut Core, counted: &dyn Fn(NodeId) -> bool) {
    let skipped = skipped(core);
    let game = &mut core.game;
    let declared = game.classes.iter().map(|c| c.at).chain(game.functions.iter().map(|f| f.at)).collect();
    let classes = game.classes.len();
    let mut written = BTreeMap::new();
    for c in &game.classes {
        written.entry(c.at).or_insert_with(|| c.name.clone());
    }
    let mut prober = Prober {
        counted,
        written,
        declared,
        known: BTreeMap::new(),
        probes: Vec::new(),
        classes: vec![None; classes],
        within: None,
    };
    prober.probe_classes(game);
    prober.probe_functions(game, &skipped);
    prober.probe_rest(game, &mut core.offered);
    core.probes = prober.probes;
}

/// The functions that only tests call, and those of generic classes by themselves.
fn skipped(core: &Core) -> BTreeSet<FunctionId> {
    let game = &core.game;
    let dispatch = Dispatch::of(game);
    let mut rules = Named::in_game(game);
    rules.functions.extend(core.expire_modifiers.iter().chain(&core.settle));
    for hooks in &core.hooks {
        rules.functions.extend(hooks.before.iter().chain(&hooks.after).copied());
        rules.functions.extend(hooks.readers.iter().map(|r| r.1));
    }
    for c in &game.classes {
        c.attributes.iter().filter_map(|a| a.default.as_ref()).chain(&c.effect).for_each(|b| rules.body(b));
    }
    game.actions.iter().for_each(|a| rules.action(a));
    game.turns.parts(&mut |n| rules.node(n));
    game.setup.parts(&mut |n| rules.node(n));
    let mut tests = Named::in_game(game);
    game.tests.iter().for_each(|t| tests.body(&t.body));
    let [rules, tests] = [rules, tests].map(|named| dispatch.reached(game, named.functions));
    let mut skipped: BTreeSet<FunctionId> = tests.difference(&rules).copied().collect();
    for (i, f) in game.functions.iter().enumerate() {
        if f.class.is_some_and(|c| game.classes[c.index()].by_itself) {
            skipped.insert(FunctionId(i as u32));
        }
    }
    skipped
}

struct Prober<'c> {
    counted: &'c dyn Fn(NodeId) -> bool,
    /// The places of declarations: statements there were written by nobody.
    declared: BTreeSet<NodeId>,
    /// By the place of its declaration, what a class is called; what a generic class makes is called like that class by
    /// itself, which is the first one there.
    written: BTreeMap<NodeId, String>,
    known: BTreeMap<(ProbeKind, NodeId), u32>,
    probes: Vec<Probe>,
    /// The probe of each class, hit where one is made.
    classes: Vec<Option<u32>>,
    within: Within,
}

/// The probe without which another one is of no interest: if it was not hit, the other is not reported.
type Within = Option<u32>;

impl Prober<'_> {
    /// The number of a probe; the same for all that a generic class makes of one text.
    fn add(&mut self, kind: ProbeKind, name: &str, (at, last): (NodeId, NodeId)) -> u32 {
        let (next, within) = (self.probes.len() as u32, self.within);
        let probe = *self.known.entry((kind, at)).or_insert(next);
        if probe == next {
            let name = name.to_owned();
            let (above, actions, by_constants) = (None, Vec::new(), false);
            self.probes.push(Probe { kind, name, at, last, within, above, actions, by_constants });
        }
        probe
    }

    fn written_name(&self, game: &Game, class: ClassId) -> String {
        self.written.get(&game.classes[class.index()].at).cloned().unwrap_or_default()
    }

    fn probe_classes(&mut self, game: &Game) {
        for (i, c) in game.classes.iter().enumerate().skip(ClassId::BUILT_IN) {
            let kind = match c.kind {
                ClassKind::Tile => continue,
                ClassKind::Piece => ProbeKind::Interactable,
                ClassKind::Class | ClassKind::Const => ProbeKind::Class,
                ClassKind::Event => ProbeKind::Event,
                ClassKind::Modifier => ProbeKind::Modifier,
            };
            let spot = c.parent.is_some_and(|p| game.spot(p).is_some());
            let parameter = c.by_itself && !c.name.contains('<');
            if c.visibility == Visibility::Global || spot || parameter || !(self.counted)(c.at) {
                continue;
            }
            let probe = self.add(kind, &c.name, (c.at, c.at));
            self.classes[i] = Some(probe);
            let above = c.parent.and_then(|p| self.classes[p.index()]).filter(|m| *m != probe);
            let known = &mut self.probes[probe as usize].above;
            *known = known.or(above);
        }
    }

    fn probe_functions(&mut self, game: &mut Game, skipped: &BTreeSet<FunctionId>) {
        let all = (0..game.functions.len()).filter(|i| !skipped.contains(&FunctionId(*i as u32)));
        for i in all {
            let f = &game.functions[i];
            let (at, class, origin) = (f.at, f.class, f.origin);
            let helper = f.is_abstract || origin == Origin::Made;
            let owner = class.map(|c| self.written_name(game, c));
            let name = match owner {
                Some(owner) if origin == Origin::Block => format!("{} in {owner}", f.name),
                Some(owner) => format!("{owner}.{}", f.name),
                None => f.name.clone(),
            };
            self.within = class.and_then(|c| self.classes[c.index()]);
            let f = &mut game.functions[i];
            if helper || !(self.counted)(at) {
                self.function(f);
                continue;
            }
            let kind = if origin == Origin::Block { ProbeKind::Block } else { ProbeKind::Function };
            let probe = self.add(kind, &name, (at, at));
            self.within = Some(probe);
            self.function(f);
            f.body.block.statements.insert(0, hit(at, probe));
        }
    }

    fn probe_rest(&mut self, game: &mut Game, offered: &mut [Option<u32>]) {
        for (i, offered) in offered.iter_mut().enumerate() {
            let class = game.actions[i].class;
            if !game.classes[class.index()].by_itself {
                self.within = self.classes[class.index()];
                let owner = self.written_name(game, class);
                *offered = self.probe_action(i as u32, &mut game.actions[i], &owner);
            }
        }
        for (i, c) in game.classes.iter_mut().enumerate().filter(|(_, c)| !c.by_itself) {
            self.within = self.classes[i];
            let bodies = c.attributes.iter_mut().filter_map(|a| a.default.as_mut()).chain(&mut c.effect);
            bodies.for_each(|b| self.body(b));
        }
        self.within = None;
        game.turns.parts_mut(&mut |n| self.node(n));
        game.setup.iter_mut().for_each(|b| self.body(b));
    }

    /// Gives the probe of the offer.
    fn probe_action(&mut self, number: u32, a: &mut Action, owner: &str) -> Option<u32> {
        let name = if a.is_after { format!("{} in {owner}", a.name) } else { format!("{owner}.{}", a.name) };
        let counted = (self.counted)(a.at);
        let mut offered = None;
        if counted && a.triggers.iter().any(|t| t.event == ClassId::PLAYER_CHOICE) {
            let probe = self.add(ProbeKind::Offer, &name, (a.at, a.at));
            self.probes[probe as usize].actions.push(number);
            offered = Some(probe);
            self.within = offered;
        }
        let mut effect = std::mem::take(&mut a.effect);
        self.action(a);
        let kind = if a.is_after { ProbeKind::Block } else { ProbeKind::Action };
        let probe = counted.then(|| self.add(kind, &name, (a.at, a.at)));
        self.within = probe.or(self.within);
        self.block(&mut effect);
        effect.statements.splice(0..0, probe.map(|probe| hit(a.at, probe)));
        a.effect = effect;
        offered
    }

    /// A side of `c ? a : b`.
    fn side(&mut self, e: &mut Expr) {
        if !(self.counted)(e.at) || self.declared.contains(&e.at) {
            return self.expr(e);
        }
        let probe = self.add(ProbeKind::Branch, "", (e.at, e.at));
        let outer = self.within.replace(probe);
        self.expr(e);
        self.within = outer;
        wrap(e, probe);
    }
}

impl VisitMut for Prober<'_> {
    /// Puts a probe before each statement: one that is not reached is of interest where the one before it is.
    fn block(&mut self, block: &mut Block) {
        let outer = self.within;
        let last = block.statements.last().map(|s| s.at);
        let mut probed = Vec::with_capacity(block.statements.len() * 2);
        for mut s in std::mem::take(&mut block.statements) {
            if (self.counted)(s.at) && !self.declared.contains(&s.at) {
                let probe = self.add(ProbeKind::Branch, "", (s.at, last.unwrap_or(s.at)));
                probed.push(hit(s.at, probe));
                self.within = Some(probe);
            }
            self.statement(&mut s);
            probed.push(s);
        }
        block.statements = probed;
        self.within = outer;
    }

    /// Puts probes into the two sides of `c ? a : b` and around what is made and raised.
    fn expr(&mut self, e: &mut Expr) {
        if let ExprKind::Ternary(c, a, b) = &mut e.kind {
            self.expr(c);
            self.side(a);
            return self.side(b);
        }
        e.kind.parts_mut(&mut |n| self.node(n));
        if let ExprKind::New(class, _) | ExprKind::Raise(class, _) = &e.kind
            && let Some(probe) = self.classes[class.index()]
        {
            wrap(e, probe);
        }
    }
}

fn hit(at: NodeId, probe: u32) -> Statement {
    Statement { at, kind: StatementKind::Probe(probe) }
}

fn wrap(e: &mut Expr, probe: u32) {
    let (at, ty) = (e.at, e.ty.clone());
    let inner = std::mem::replace(e, Expr { at, ty: ty.clone(), kind: ExprKind::Null });
    *e = Expr { at, ty, kind: ExprKind::Probe(probe, Box::new(inner)) };
}
