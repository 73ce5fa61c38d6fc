//! Coverage probes in a checked game, which tell what of it ran: put in where somebody wants to know, before it is
//! emitted. It knows neither matches nor reports.

use crate::typed::{
    Action, Block, ChoiceSpec, ClassId, ClassKind, Count, Expr, ExprKind, FunctionId, Game, InputSource,
    Source, Statement, StatementKind, Target, TestValue, Visibility, visit,
};
use base::NodeId;
use bytecode::program::{Probe, ProbeKind};
use std::collections::{BTreeMap, BTreeSet};

/// Puts probes into everything but the tests, and what only they call. What `counted` says no to, a library, has
/// none of its own.
pub fn insert(game: &mut Game, counted: &dyn Fn(NodeId) -> bool) {
    let declared = game.classes.iter().map(|c| c.at).chain(game.functions.iter().map(|f| f.at)).collect();
    let classes = game.classes.len();
    let mut prober = Prober {
        counted,
        declared,
        known: BTreeMap::new(),
        probes: Vec::new(),
        classes: vec![None; classes],
    };
    prober.probe_classes(game);
    let skipped = skipped(game);
    prober.probe_functions(game, &skipped);
    prober.probe_rest(game);
    game.probes = prober.probes;
}

/// The functions that only tests call, and those of generic classes by themselves.
fn skipped(game: &Game) -> BTreeSet<FunctionId> {
    let reached = |from: BTreeSet<FunctionId>| {
        let (mut all, mut open) = (from.clone(), Vec::from_iter(from));
        while let Some(f) = open.pop() {
            let function = &game.functions[f.index()];
            let mut found = BTreeSet::new();
            visit::block(&function.body.block, &mut |e| called(game, e, &mut found));
            let defaults = function.params.iter().filter_map(|p| p.default.as_ref());
            defaults.for_each(|e| visit::expr(e, &mut |e| called(game, e, &mut found)));
            open.extend(found.into_iter().filter(|f| all.insert(*f)));
        }
        all
    };
    let mut rules = BTreeSet::from_iter(game.settle);
    for c in &game.classes {
        rules.extend(c.before.iter().chain(&c.after).copied());
        rules.extend(c.readers.iter().map(|r| r.1));
        let bodies = c.attributes.iter().filter_map(|a| a.default.as_ref()).chain(&c.effect);
        bodies.for_each(|b| visit::block(&b.block, &mut |e| called(game, e, &mut rules)));
    }
    for a in &game.actions {
        each_block(a, &mut |b| visit::block(b, &mut |e| called(game, e, &mut rules)));
        for input in &a.inputs {
            visit::choice_spec(&input.spec, &mut |e| called(game, e, &mut rules));
            if let InputSource::Player(e) = &input.source {
                visit::expr(e, &mut |e| called(game, e, &mut rules));
            }
        }
    }
    let bodies = game.turns.iter().flat_map(|t| t.bodies()).chain(&game.setup);
    bodies.for_each(|b| visit::block(&b.block, &mut |e| called(game, e, &mut rules)));
    let mut tests = BTreeSet::new();
    for test in &game.tests {
        visit::block(&test.body.block, &mut |e| called(game, e, &mut tests));
    }
    let (rules, tests) = (reached(rules), reached(tests));
    let mut skipped: BTreeSet<FunctionId> = tests.difference(&rules).copied().collect();
    for (i, f) in game.functions.iter().enumerate() {
        if f.class.is_some_and(|c| game.classes[c.index()].by_itself) {
            skipped.insert(FunctionId(i as u32));
        }
    }
    skipped
}

/// What a call may run.
fn called(game: &Game, e: &Expr, found: &mut BTreeSet<FunctionId>) {
    match &e.kind {
        ExprKind::Call(f, _) | ExprKind::CallBase(f, _) => {
            found.insert(*f);
        }
        ExprKind::CallMethod(_, root, _) => {
            found.insert(*root);
            let methods = game.classes.iter().flat_map(|c| &c.methods);
            found.extend(methods.filter(|m| m.0 == *root).map(|m| m.1));
        }
        _ => {}
    }
}

fn each_block<'a>(a: &'a Action, f: &mut dyn FnMut(&'a Block)) {
    a.triggers.iter().for_each(|t| f(&t.body));
    a.requires.iter().chain(&a.ensures).for_each(&mut *f);
    f(&a.effect);
}

struct Prober<'c> {
    counted: &'c dyn Fn(NodeId) -> bool,
    /// The places of declarations: statements there were written by nobody.
    declared: BTreeSet<NodeId>,
    known: BTreeMap<(ProbeKind, NodeId), u32>,
    probes: Vec<Probe>,
    /// The probe of each class, hit where one is made.
    classes: Vec<Option<u32>>,
}

/// The probe that must have been hit for another one to be of interest.
type Within = Option<u32>;

impl Prober<'_> {
    /// The number of a probe; the same for all that a generic class makes of one text.
    fn add(&mut self, kind: ProbeKind, name: &str, (at, last): (NodeId, NodeId), within: Within) -> u32 {
        let next = self.probes.len() as u32;
        let probe = *self.known.entry((kind, at)).or_insert(next);
        if probe == next {
            let name = name.to_owned();
            self.probes.push(Probe { kind, name, at, last, within, above: None, actions: Vec::new() });
        }
        probe
    }

    fn probe_classes(&mut self, game: &Game) {
        for (i, c) in game.classes.iter().enumerate().skip(ClassId::BUILT_IN) {
            let kind = match c.kind {
                ClassKind::Tile => continue,
                ClassKind::Piece => ProbeKind::Interactable,
                ClassKind::Class => ProbeKind::Class,
                ClassKind::Event => ProbeKind::Event,
                ClassKind::Modifier => ProbeKind::Modifier,
            };
            let edge = std::iter::successors(c.parent, |p| game.classes[p.index()].parent)
                .any(|p| p == ClassId::EDGE);
            let parameter = c.by_itself && !c.name.contains('<');
            if c.visibility == Visibility::Global || edge || parameter || !(self.counted)(c.at) {
                continue;
            }
            let probe = self.add(kind, &c.name, (c.at, c.at), None);
            self.classes[i] = Some(probe);
            let above = c.parent.and_then(|p| self.classes[p.index()]).filter(|m| *m != probe);
            let known = &mut self.probes[probe as usize].above;
            *known = known.or(above);
        }
    }

    fn probe_functions(&mut self, game: &mut Game, skipped: &BTreeSet<FunctionId>) {
        for i in 0..game.functions.len() {
            let f = &mut game.functions[i];
            let mut body = std::mem::take(&mut f.body.block);
            let mut params = std::mem::take(&mut f.params);
            let (name, at, class) = (f.name.clone(), f.at, f.class);
            let made = name.starts_with("where of ") || name.starts_with("order of ");
            let block = name.starts_with("before ");
            let helper =
                game.classes.iter().any(|c| c.at == at) || f.is_abstract || (block && class.is_none());
            let mut within = class.and_then(|c| self.classes[c.index()]);
            if !skipped.contains(&FunctionId(i as u32)) {
                if !made && !helper && (self.counted)(at) {
                    let kind = if block { ProbeKind::Block } else { ProbeKind::Function };
                    let owner = class.map(|c| written_name(game, c));
                    let name = match &owner {
                        Some(owner) if block => format!("{name} in {owner}"),
                        Some(owner) => format!("{owner}.{name}"),
                        None => name,
                    };
                    let probe = self.add(kind, &name, (at, at), within);
                    within = Some(probe);
                    self.block(&mut body, within);
                    body.statements.insert(0, hit(at, probe));
                } else {
                    self.block(&mut body, within);
                }
                params.iter_mut().filter_map(|p| p.default.as_mut()).for_each(|e| self.expr(e, within));
            }
            let f = &mut game.functions[i];
            (f.body.block, f.params) = (body, params);
        }
    }

    fn probe_rest(&mut self, game: &mut Game) {
        for i in 0..game.actions.len() {
            let class = game.actions[i].class;
            let c = &game.classes[class.index()];
            if c.by_itself {
                continue;
            }
            let (owner, within) = (written_name(game, class), self.classes[class.index()]);
            self.action(i as u32, &mut game.actions[i], &owner, within);
        }
        for (i, c) in game.classes.iter_mut().enumerate() {
            let within = self.classes[i];
            if c.by_itself {
                continue;
            }
            let bodies = c.attributes.iter_mut().filter_map(|a| a.default.as_mut()).chain(&mut c.effect);
            bodies.for_each(|b| self.block(&mut b.block, within));
        }
        for t in &mut game.turns {
            t.default.iter_mut().for_each(|b| self.block(&mut b.block, None));
            for phase in &mut t.phases {
                phase.default.iter_mut().for_each(|b| self.block(&mut b.block, None));
                if let Some(together) = &mut phase.simultaneous {
                    self.block(&mut together.players.block, None);
                    together.then.iter_mut().for_each(|b| self.block(&mut b.block, None));
                }
            }
        }
        game.setup.iter_mut().for_each(|b| self.block(&mut b.block, None));
    }

    fn action(&mut self, number: u32, a: &mut Action, owner: &str, class: Within) {
        let counted = (self.counted)(a.at);
        let name = if a.name.starts_with("after ") {
            format!("{} in {owner}", a.name)
        } else {
            format!("{owner}.{}", a.name)
        };
        let mut within = class;
        if counted && a.triggers.iter().any(|t| t.event == ClassId::PLAYER_CHOICE) {
            let probe = self.add(ProbeKind::Offer, &name, (a.at, a.at), within);
            self.probes[probe as usize].actions.push(number);
            a.offered = Some(probe);
            within = Some(probe);
        }
        for t in &mut a.triggers {
            self.block(&mut t.body, within);
        }
        a.requires.iter_mut().chain(&mut a.ensures).for_each(|b| self.block(b, within));
        for input in &mut a.inputs {
            self.choice_spec(&mut input.spec, within);
            if let InputSource::Player(e) = &mut input.source {
                self.expr(e, within);
            }
        }
        if !counted {
            return self.block(&mut a.effect, within);
        }
        let kind = if a.name.starts_with("after ") { ProbeKind::Block } else { ProbeKind::Action };
        let probe = self.add(kind, &name, (a.at, a.at), within);
        self.block(&mut a.effect, Some(probe));
        a.effect.statements.insert(0, hit(a.at, probe));
    }

    /// Puts a probe before each statement: one that is not reached is of interest where the one before it is.
    fn block(&mut self, block: &mut Block, mut within: Within) {
        let last = block.statements.last().map(|s| s.at);
        let mut probed = Vec::with_capacity(block.statements.len() * 2);
        for mut s in std::mem::take(&mut block.statements) {
            if (self.counted)(s.at) && !self.declared.contains(&s.at) {
                let probe = self.add(ProbeKind::Branch, "", (s.at, last.unwrap_or(s.at)), within);
                probed.push(hit(s.at, probe));
                within = Some(probe);
            }
            self.statement(&mut s, within);
            probed.push(s);
        }
        block.statements = probed;
    }

    fn statement(&mut self, s: &mut Statement, within: Within) {
        use StatementKind as K;
        match &mut s.kind {
            K::Return(e) => e.iter_mut().for_each(|e| self.expr(e, within)),
            K::Expr(e)
            | K::Declare(_, e)
            | K::WinnerRanking(e)
            | K::WinnerPlayer(e)
            | K::WinnerPlayers(e)
            | K::Remove(e)
            | K::Fail(e)
            | K::Eliminate(e)
            | K::Expect(e) => self.expr(e, within),
            K::If(c, a, b) => {
                self.expr(c, within);
                self.block(a, within);
                b.iter_mut().for_each(|b| self.block(b, within));
            }
            K::Loop { check, step, body } => {
                check.iter_mut().chain(step).for_each(|e| self.expr(e, within));
                self.block(body, within);
            }
            K::ForIn { list, body, .. } => {
                self.expr(list, within);
                self.block(body, within);
            }
            K::Block(b) => self.block(b, within),
            K::Score(a, b) => [a, b].into_iter().for_each(|e| self.expr(e, within)),
            K::Team(_, players) => players.iter_mut().for_each(|e| self.expr(e, within)),
            K::Continue | K::Break | K::WinnerNone | K::Probe(_) => {}
            K::Play(_) | K::ExpectLegal(..) | K::Answer(..) => {}
        }
    }

    fn choice_spec(&mut self, w: &mut ChoiceSpec, within: Within) {
        match &mut w.source {
            Source::List(e) => self.expr(e, within),
            Source::Range(a, b) => [a, b].into_iter().for_each(|e| self.expr(e, within)),
            Source::Objects(_) | Source::Cases(_) | Source::Players | Source::Bools => {}
        }
        w.filters.iter_mut().for_each(|x| self.block(&mut x.body, within));
        match &mut w.count {
            Some(Count::Exactly(e)) => self.expr(e, within),
            Some(Count::Between(a, b)) => [a, b].into_iter().for_each(|e| self.expr(e, within)),
            Some(Count::Any) | None => {}
        }
        w.prompt.iter_mut().for_each(|e| self.expr(e, within));
    }

    fn target(&mut self, t: &mut Target, within: Within) {
        match t {
            Target::Local(_) => {}
            Target::Attribute(e, _) => self.expr(e, within),
            Target::Index(a, b) | Target::Entry(a, b) => {
                [a, b].into_iter().for_each(|e| self.expr(e, within));
            }
        }
    }

    fn all<'e>(&mut self, es: impl IntoIterator<Item = &'e mut Expr>, within: Within) {
        es.into_iter().for_each(|e| self.expr(e, within));
    }

    /// Puts probes into the two sides of `c ? a : b`, what is made and raised, and the function values of an expression.
    fn expr(&mut self, e: &mut Expr, within: Within) {
        use ExprKind as K;
        match &mut e.kind {
            K::Attribute(a, _)
            | K::CaseAttribute(a, _)
            | K::ZoneOf(_, a)
            | K::Negate(a)
            | K::Not(a)
            | K::IsClass(a, _)
            | K::IsSome(a)
            | K::Probe(_, a)
            | K::Convert(_, a) => self.expr(a, within),
            K::Index(a, b) | K::Lookup(a, b) | K::Range(a, b) | K::Binary(_, a, b) | K::Coalesce(a, b) => {
                self.all([&mut **a, b], within)
            }
            K::Ternary(c, a, b) => {
                self.expr(c, within);
                self.side(a, within);
                self.side(b, within);
            }
            K::Call(_, args)
            | K::CallBase(_, args)
            | K::Builtin(_, args)
            | K::BoardBuiltin(_, _, args)
            | K::EnumBuiltin(_, _, args) => self.all(args.iter_mut().flatten(), within),
            K::CallMethod(o, _, args) | K::CallAction(o, _, args) => {
                self.expr(o, within);
                self.all(args.iter_mut().flatten(), within);
            }
            K::CallValue(o, args) => {
                self.expr(o, within);
                self.all(args, within);
            }
            K::New(class, values) | K::Raise(class, values) => {
                let probe = self.classes[class.index()];
                self.all(values.iter_mut().map(|v| &mut v.1), within);
                if let Some(probe) = probe {
                    wrap(e, probe);
                }
            }
            K::NewList(es) | K::NewStack(es) | K::Concat(es) => self.all(es, within),
            K::NewTable(pairs) => pairs.iter_mut().for_each(|(k, v)| self.all([k, v], within)),
            K::Assign(t, v) | K::Update(t, _, v) => {
                self.target(t, within);
                self.expr(v, within);
            }
            K::Lambda(l) => self.block(&mut l.body, within),
            K::Choose { by, spec, .. } => {
                self.expr(by, within);
                self.choice_spec(spec, within);
            }
            K::Auto(w) => self.choice_spec(w, within),
            K::Suppose(b, e) => {
                self.block(b, within);
                self.expr(e, within);
            }
            K::Test(TestValue::Perft(e)) => self.expr(e, within),
            K::Error | K::Null | K::Number(_) | K::String(_) | K::Bool(_) | K::Case(..) | K::Tile(..) => {}
            K::Local(_) | K::This | K::Event | K::Actor | K::Global(_) | K::Zone(_) | K::Zones(_) => {}
            K::DiceBuiltin(..) | K::AllOf(_) | K::Test(_) => {}
        }
    }

    fn side(&mut self, e: &mut Expr, within: Within) {
        if !(self.counted)(e.at) || self.declared.contains(&e.at) {
            return self.expr(e, within);
        }
        let probe = self.add(ProbeKind::Branch, "", (e.at, e.at), within);
        self.expr(e, Some(probe));
        wrap(e, probe);
    }
}

/// The name of a class; what a generic class makes is called like that class by itself.
fn written_name(game: &Game, class: ClassId) -> String {
    let at = game.classes[class.index()].at;
    let first = game.classes.iter().find(|c| c.at == at);
    first.map_or_else(String::new, |c| c.name.clone())
}

fn hit(at: NodeId, probe: u32) -> Statement {
    Statement { at, kind: StatementKind::Probe(probe) }
}

fn wrap(e: &mut Expr, probe: u32) {
    let (at, ty) = (e.at, e.ty.clone());
    let inner = std::mem::replace(e, Expr { at, ty: ty.clone(), kind: ExprKind::Null });
    *e = Expr { at, ty, kind: ExprKind::Probe(probe, Box::new(inner)) };
}
