//! Public choices that end up in something hidden, through variables, parameters and results.

use super::tiles::{board_of_choice, hiding_board};
use super::{hidden, is_public, secret};
use crate::check::problems as problem;
use crate::check::world::World;
use crate::typed::dispatch::Dispatch;
use crate::typed::visit::{Each, Parts, Visit};
use crate::typed::{
    Acts, Block, Body, ChoiceSpec, Expr, ExprKind, Function, FunctionId, Game, InputSource, LocalId,
    Statement, StatementKind, Target, Type,
};
use base::NodeId;
use language::catalogue::{Builtin, Effect, entry};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(world: &World<'_>, dispatch: &Dispatch) {
    let game = &world.game;
    let (summaries, found) = (vec![Summary::default(); game.functions.len()], BTreeMap::new());
    let (acts, open_tiles) = (BTreeMap::new(), open_tiles(game));
    let mut sinks = Sinks { game, dispatch, summaries, acts, open_tiles, found };
    sinks.settle();
    for (at, place) in sinks.found {
        world.report(problem::goes_hidden(world.span(at), place));
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    Param(usize),
    Choice(NodeId),
    Local(LocalId),
    /// A parameter of an act that takes so many.
    OfAct(usize, usize),
}

type Origins = BTreeSet<Origin>;

/// What ends up in something hidden, each with the name of one such place.
type Hidden<'g> = BTreeMap<Origin, &'g str>;

/// What becomes of the parameters of a function.
#[derive(Clone, Default)]
struct Summary<'g> {
    /// Those that end up in something hidden.
    hidden: BTreeMap<usize, &'g str>,
    /// What the result may be.
    result: Origins,
}

impl Summary<'_> {
    /// Whether it says the same of the same; which place is named first may go round and round.
    fn is_as(&self, other: &Summary<'_>) -> bool {
        self.result == other.result && self.hidden.keys().eq(other.hidden.keys())
    }
}

struct Sinks<'g> {
    game: &'g Game,
    dispatch: &'g Dispatch,
    /// By function.
    summaries: Vec<Summary<'g>>,
    /// What becomes of the parameters of acts, by how many there are.
    acts: BTreeMap<usize, Summary<'g>>,
    /// Choices among tiles of which everybody sees what lies there.
    open_tiles: BTreeSet<NodeId>,
    /// Public choices that end up in something hidden.
    found: BTreeMap<NodeId, &'g str>,
}

impl<'g> Sinks<'g> {
    /// Acts are called by others, so what becomes of their parameters may be known only in the next round.
    fn settle(&mut self) {
        loop {
            let before = self.acts.clone();
            self.round();
            let same = |(n, now): (&usize, &Summary<'_>)| before.get(n).is_some_and(|then| then.is_as(now));
            if self.acts.iter().all(same) {
                return;
            }
        }
    }

    fn round(&mut self) {
        let (game, dispatch) = (self.game, self.dispatch);
        dispatch.settle(game, |id| {
            let f = &game.functions[id.index()];
            let params = f.params.iter().enumerate().map(|(k, p)| (p.local, Origin::Param(k)));
            let summary = self.body_flow(params, &f.body.block);
            let changed = !self.summaries[id.index()].is_as(&summary);
            self.summaries[id.index()] = summary;
            changed
        });
        for action in &game.actions {
            let asked = action.inputs.iter().filter(|i| !matches!(i.source, InputSource::Auto));
            let public = asked.filter(|i| is_public(game, &i.spec));
            let inputs = public.map(|i| (i.local, Origin::Choice(i.at)));
            self.body_flow(inputs, &action.effect);
        }
        let mut bodies = Bodies(Vec::new());
        bodies.game(game);
        for body in bodies.0 {
            self.body_flow(std::iter::empty(), &body.block);
        }
    }

    /// One body, whose variables hold these at first.
    fn body_flow(&mut self, held: impl Iterator<Item = (LocalId, Origin)>, block: &'g Block) -> Summary<'g> {
        let held = held.map(|(local, origin)| (local, Origins::from([origin]))).collect();
        let mut flow = BodyFlow {
            sinks: self,
            held,
            result: Origins::new(),
            hidden: Hidden::new(),
            tiles: Hidden::new(),
            lying: BTreeMap::new(),
            given: Vec::new(),
            acts: Vec::new(),
        };
        flow.block(block);
        let acts = std::mem::take(&mut flow.acts);
        let lying = flow.given.iter().filter_map(|(local, origins)| Some((flow.lying.get(local)?, origins)));
        flow.hidden.extend(lying.flat_map(|(place, origins)| origins.iter().map(|o| (*o, *place))));
        let hides = |origin: &Origin| match origin {
            Origin::Param(_) | Origin::OfAct(..) => true,
            Origin::Choice(at) => !self.open_tiles.contains(at),
            Origin::Local(_) => false,
        };
        flow.hidden.extend(followed(&flow.held, flow.tiles).into_iter().filter(|(origin, _)| hides(origin)));
        let all_of = |result: Origins| -> Origins {
            followed(&flow.held, result.into_iter().map(|o| (o, "")).collect()).into_keys().collect()
        };
        let given: Vec<(usize, Origins)> = acts.into_iter().map(|(n, result)| (n, all_of(result))).collect();
        let mut summary = Summary { hidden: BTreeMap::new(), result: all_of(flow.result) };
        let hidden = followed(&flow.held, flow.hidden);
        for (n, result) in given {
            self.acts.entry(n).or_default().result.extend(result);
        }
        for (origin, place) in hidden {
            match origin {
                Origin::Param(k) => drop(summary.hidden.insert(k, place)),
                Origin::Choice(at) => drop(self.found.insert(at, place)),
                Origin::OfAct(n, k) => drop(self.acts.entry(n).or_default().hidden.insert(k, place)),
                Origin::Local(_) => {}
            }
        }
        summary
    }

    /// What may run where a function is called.
    fn runs(&self, f: FunctionId, is_method: bool) -> Vec<FunctionId> {
        if is_method { self.dispatch.targets(f).to_vec() } else { vec![f] }
    }
}

/// The same with what variables hold in the place of the variables.
fn followed<'g>(held: &BTreeMap<LocalId, Origins>, from: Hidden<'g>) -> Hidden<'g> {
    let mut open: Vec<(Origin, &'g str)> = from.iter().map(|(origin, place)| (*origin, *place)).collect();
    let mut all = from;
    while let Some((origin, place)) = open.pop() {
        if let Origin::Local(local) = origin {
            let more = held.get(&local).into_iter().flatten().map(|o| (*o, place));
            open.extend(more.filter(|(o, place)| all.insert(*o, place).is_none()));
        }
    }
    all.retain(|origin, _| !matches!(origin, Origin::Local(_)));
    all
}

/// The bodies that are neither functions nor actions.
struct Bodies<'e>(Vec<&'e Body>);

impl<'e> Visit<'e> for Bodies<'e> {
    fn function(&mut self, _: &'e Function) {}

    fn action(&mut self, _: &'e crate::typed::Action) {}

    fn body(&mut self, body: &'e Body) {
        self.0.push(body);
    }
}

/// One body, read once, with what its variables may hold.
struct BodyFlow<'s, 'g> {
    sinks: &'s Sinks<'g>,
    held: BTreeMap<LocalId, Origins>,
    result: Origins,
    hidden: Hidden<'g>,
    /// Tiles, of boards that may hide what lies there, on which pieces are put.
    tiles: Hidden<'g>,
    /// Variables that hold lists and zones that are hidden, or pieces that are put where they are.
    lying: BTreeMap<LocalId, &'g str>,
    /// What is put into what a variable holds.
    given: Vec<(LocalId, Origins)>,
    /// What acts that are written here give, by how many parameters they take.
    acts: Vec<(usize, Origins)>,
}

impl<'g> BodyFlow<'_, 'g> {
    /// What a value may be made of.
    fn origins(&self, e: &Expr) -> Origins {
        let mut all = Origins::new();
        let mut add = |e: &Expr| all.extend(self.origins(e));
        match &e.kind {
            ExprKind::Local(local) => drop(all.insert(Origin::Local(*local))),
            ExprKind::Choose { spec, .. } if is_public(self.sinks.game, spec) => {
                all.insert(Origin::Choice(e.at));
            }
            ExprKind::Negate(a) | ExprKind::Not(a) | ExprKind::Convert(_, a) => add(a),
            ExprKind::Index(a, b)
            | ExprKind::Lookup(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Coalesce(a, b)
            | ExprKind::Ternary(_, a, b) => {
                add(a);
                add(b);
            }
            ExprKind::Lambda(lambda) => returned(&lambda.body).into_iter().for_each(add),
            ExprKind::NewList(all) | ExprKind::NewStack(all) | ExprKind::Concat(all) => {
                all.iter().for_each(add)
            }
            ExprKind::NewTable(pairs) => pairs.iter().for_each(|(_, value)| add(value)),
            ExprKind::New(_, given) => given.iter().for_each(|(_, value)| add(value)),
            ExprKind::Builtin(b, args) if entry(*b).effect == Effect::Pure => {
                args.iter().flatten().for_each(add)
            }
            ExprKind::CallValue(act, args) if matches!(act.ty, Type::Act(..)) => {
                for origin in self.sinks.acts.get(&args.len()).into_iter().flat_map(|summary| &summary.result)
                {
                    match origin {
                        Origin::OfAct(n, k) if *n == args.len() => all.extend(self.origins(&args[*k])),
                        other => drop(all.insert(*other)),
                    }
                }
            }
            ExprKind::Call(f, args) => all.extend(self.result(*f, false, args)),
            ExprKind::CallBase(f, args) => all.extend(self.result(*f, false, args)),
            ExprKind::CallMethod(_, f, args) => all.extend(self.result(*f, true, args)),
            _ => {}
        }
        all
    }

    /// What a call may give.
    fn result(&self, f: FunctionId, is_method: bool, args: &[Option<Expr>]) -> Origins {
        let mut all = Origins::new();
        for run in self.sinks.runs(f, is_method) {
            for origin in &self.sinks.summaries[run.index()].result {
                match origin {
                    Origin::Param(k) => {
                        all.extend(args.get(*k).into_iter().flatten().flat_map(|e| self.origins(e)))
                    }
                    choice => drop(all.insert(*choice)),
                }
            }
        }
        all
    }

    fn holds(&mut self, local: LocalId, value: &Expr) {
        let origins = self.origins(value);
        self.held.entry(local).or_default().extend(origins);
        let is_one = matches!(value.ty, Type::List(_) | Type::Stack(_) | Type::Table(..) | Type::Zone(_));
        if is_one && let Some(place) = hidden(self.sinks.game, value) {
            self.lying.insert(local, place);
        }
    }

    /// A value ends up in a hidden place of this name.
    fn hides(&mut self, value: &Expr, place: &'g str) {
        let origins = self.origins(value);
        self.hidden.extend(origins.into_iter().map(|origin| (origin, place)));
    }

    /// A piece is put on a tile.
    fn puts_on(&mut self, tile: &Expr) {
        let Some(board) = hiding_board(self.sinks.game, tile) else { return };
        let origins = self.origins(tile);
        self.tiles.extend(origins.into_iter().map(|origin| (origin, board)));
    }

    fn stores(&mut self, to: &Target, value: &Expr) {
        let game = self.sinks.game;
        match to {
            Target::Local(local) => self.holds(*local, value),
            Target::Index(list, _) | Target::Entry(list, _) => self.puts(list, value),
            Target::Attribute(object, attribute) => {
                let zone = match &object.kind {
                    ExprKind::Local(local) => {
                        self.gives(*local, value);
                        None
                    }
                    ExprKind::Index(zone, _) => Some(&**zone),
                    ExprKind::Builtin(Builtin::ZoneTop | Builtin::ZoneBottom, args) => {
                        args.first().and_then(Option::as_ref)
                    }
                    _ => None,
                };
                let place = secret(game, object, *attribute).or_else(|| hidden(game, zone?));
                place.into_iter().for_each(|place| self.hides(value, place));
            }
        }
    }

    fn gives(&mut self, local: LocalId, value: &Expr) {
        let origins = self.origins(value);
        self.given.push((local, origins));
    }

    /// A value becomes part of what an expression gives.
    fn puts(&mut self, into: &Expr, value: &Expr) {
        match &into.kind {
            ExprKind::Local(local) => {
                self.holds(*local, value);
                self.gives(*local, value);
            }
            _ => {
                let Some(place) = hidden(self.sinks.game, into) else { return };
                self.hides(value, place);
                if let (ExprKind::Local(piece), Type::Class(_)) = (&value.kind, &value.ty) {
                    self.lying.insert(*piece, place);
                }
            }
        }
    }

    fn calls(&mut self, f: FunctionId, is_method: bool, args: &[Option<Expr>]) {
        for run in self.sinks.runs(f, is_method) {
            for (k, place) in &self.sinks.summaries[run.index()].hidden {
                args.get(*k).into_iter().flatten().for_each(|e| self.hides(e, place));
            }
        }
    }
}

impl<'e> Visit<'e> for BodyFlow<'_, '_> {
    fn statement(&mut self, s: &'e Statement) {
        match &s.kind {
            StatementKind::Declare(local, value) | StatementKind::ForIn { local, list: value, .. } => {
                self.holds(*local, value);
            }
            StatementKind::Return(Some(value)) => {
                let origins = self.origins(value);
                self.result.extend(origins);
            }
            _ => {}
        }
        s.kind.parts(&mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Assign(to, value) | ExprKind::Update(to, _, value) => self.stores(to, value),
            ExprKind::New(class, given) | ExprKind::Raise(class, given) => {
                let attributes = &self.sinks.game.classes[class.index()].attributes;
                for (k, value) in given.iter().filter(|(k, _)| attributes[*k as usize].secret) {
                    self.hides(value, &attributes[*k as usize].name);
                }
            }
            ExprKind::Builtin(Builtin::ZoneMove, args) => {
                if let [_, Some(piece), Some(to), ..] = args.as_slice() {
                    self.puts(to, piece);
                }
            }
            ExprKind::Builtin(Builtin::PiecePutOn, args) => {
                args.get(1).into_iter().flatten().for_each(|tile| self.puts_on(tile));
            }
            ExprKind::BoardBuiltin(board, _, Builtin::BoardPlace, args)
                if self.sinks.game.boards[board.index()].hides() =>
            {
                args.get(1).into_iter().flatten().for_each(|tile| self.puts_on(tile));
            }
            ExprKind::Builtin(b, args)
                if entry(*b).effect == Effect::Mutates
                    || matches!(b, Builtin::ZoneAdd | Builtin::ZoneAddAll) =>
            {
                if let Some((Some(receiver), given)) = args.split_first() {
                    given.iter().flatten().for_each(|value| self.puts(receiver, value));
                }
            }
            ExprKind::Call(f, args) | ExprKind::CallBase(f, args) => self.calls(*f, false, args),
            ExprKind::CallMethod(_, f, args) => self.calls(*f, true, args),
            ExprKind::CallValue(act, args) if matches!(act.ty, Type::Act(..)) => {
                for (k, place) in self.sinks.acts.get(&args.len()).into_iter().flat_map(|s| &s.hidden) {
                    self.hides(&args[*k], place);
                }
            }
            ExprKind::Lambda(lambda) if lambda.acts == Acts::WhenCalled => {
                let n = lambda.params.len();
                for (k, param) in lambda.params.iter().enumerate() {
                    self.held.insert(*param, Origins::from([Origin::OfAct(n, k)]));
                }
                let result = std::mem::take(&mut self.result);
                e.kind.parts(&mut |n| self.node(n));
                let given = std::mem::replace(&mut self.result, result);
                self.acts.push((n, given));
                return;
            }
            // What a function value returns is not what the body around it returns.
            ExprKind::Lambda(_) => {
                let result = self.result.clone();
                e.kind.parts(&mut |n| self.node(n));
                self.result = result;
                return;
            }
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}

/// The results of a body, those of function values in it aside.
fn returned(body: &Block) -> Vec<&Expr> {
    struct Returned<'e>(Vec<&'e Expr>);
    impl<'e> Visit<'e> for Returned<'e> {
        fn statement(&mut self, s: &'e Statement) {
            if let StatementKind::Return(Some(e)) = &s.kind {
                self.0.push(e);
            }
            s.kind.parts(&mut |n| self.node(n));
        }

        fn expr(&mut self, _: &'e Expr) {}
    }
    let mut returned = Returned(Vec::new());
    returned.block(body);
    returned.0
}

/// The choices among the tiles of one board that hides nothing.
fn open_tiles(game: &Game) -> BTreeSet<NodeId> {
    let is_open = |spec: &ChoiceSpec| {
        board_of_choice(spec).is_some_and(|(board, _)| !game.boards[board.index()].hides())
    };
    let inputs = game.actions.iter().flat_map(|action| &action.inputs);
    let mut found: BTreeSet<NodeId> = inputs.filter(|i| is_open(&i.spec)).map(|i| i.at).collect();
    Each(|e: &Expr| {
        if let ExprKind::Choose { spec, .. } = &e.kind
            && is_open(spec)
        {
            found.insert(e.at);
        }
    })
    .game(game);
    found
}
