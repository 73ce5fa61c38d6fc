//! Who learns a choice, where that must be said: what is chosen flows into something hidden, or it is chosen among
//! what not everybody sees. It follows values, through variables, parameters and results, and no pieces: who sees
//! them is known while the game runs.

use super::hidden_tiles::{board_of_choice, board_read, may_hide, tile_read};
use super::problems as problem;
use super::world::World;
use crate::typed::dispatch::Dispatch;
use crate::typed::visit::{Each, Node, Parts, Visit};
use crate::typed::{
    Block, Body, ChoiceSpec, ClassKind, Expr, ExprKind, Function, FunctionId, Game, InputSource, LocalId,
    Source, Statement, StatementKind, Target, Type, ZoneId,
};
use base::NodeId;
use language::catalogue::{Builtin, Effect, entry};
use language::tree::Seen;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(world: &World<'_>, dispatch: &Dispatch) {
    let game = &world.game;
    if !game.may_hide() {
        return;
    }
    let (results, found) = (vec![Flows::default(); game.functions.len()], BTreeSet::new());
    let mut known = Known { game, dispatch, results, open_tiles: open_tiles(game), found };
    known.settle();
    let looks = looking(game, dispatch);
    for at in known.found {
        world.report(problem::goes_hidden(world.span(at)));
    }
    super::derived::check_hidden(world, &looks, &|node| Looks::at(game, &looks, BTreeSet::new(), node));
    let mut sources = Sources { game, looks: &looks, held: BTreeSet::new(), found: BTreeSet::new() };
    sources.game(game);
    for at in sources.found {
        world.report(problem::comes_from_hidden(world.span(at)));
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    Param(usize),
    Choice(NodeId),
    Local(LocalId),
}

type Origins = BTreeSet<Origin>;

/// What becomes of the parameters of a function.
#[derive(Clone, Default, PartialEq)]
struct Flows {
    /// Those that end up in something hidden.
    hidden: BTreeSet<usize>,
    /// What the result may be.
    result: Origins,
}

struct Known<'g> {
    game: &'g Game,
    dispatch: &'g Dispatch,
    /// By function.
    results: Vec<Flows>,
    /// Choices among tiles of which everybody sees what lies there.
    open_tiles: BTreeSet<NodeId>,
    /// Public choices that end up in something hidden.
    found: BTreeSet<NodeId>,
}

impl Known<'_> {
    fn settle(&mut self) {
        let (game, dispatch) = (self.game, self.dispatch);
        dispatch.settle(game, |id| {
            let f = &game.functions[id.index()];
            let params = f.params.iter().enumerate().map(|(k, p)| (p.local, Origin::Param(k)));
            let flows = self.unit(params, &f.body.block);
            let changed = self.results[id.index()] != flows;
            self.results[id.index()] = flows;
            changed
        });
        for action in &game.actions {
            let asked = action.inputs.iter().filter(|i| !matches!(i.source, InputSource::Auto));
            let public = asked.filter(|i| i.spec.known.is_none() && is_plain(game, &i.spec.ty));
            let inputs = public.map(|i| (i.local, Origin::Choice(i.at)));
            self.unit(inputs, &action.effect);
        }
        let mut bodies = Bodies(Vec::new());
        bodies.game(game);
        for body in bodies.0 {
            self.unit(std::iter::empty(), &body.block);
        }
    }

    /// One body, whose variables hold these at first.
    fn unit(&mut self, held: impl Iterator<Item = (LocalId, Origin)>, block: &Block) -> Flows {
        let held = held.map(|(local, origin)| (local, Origins::from([origin]))).collect();
        let mut unit = Unit {
            known: self,
            held,
            result: Origins::new(),
            hidden: Origins::new(),
            tiles: Origins::new(),
            lying: BTreeSet::new(),
            given: Vec::new(),
        };
        unit.block(block);
        let lying = unit.given.iter().filter(|(local, _)| unit.lying.contains(local));
        unit.hidden.extend(lying.flat_map(|(_, origins)| origins));
        let hides = |origin: &Origin| match origin {
            Origin::Param(_) => true,
            Origin::Choice(at) => !self.open_tiles.contains(at),
            Origin::Local(_) => false,
        };
        unit.hidden.extend(followed(&unit.held, unit.tiles).into_iter().filter(hides));
        let result = followed(&unit.held, unit.result);
        let mut flows = Flows { hidden: BTreeSet::new(), result };
        for origin in followed(&unit.held, unit.hidden) {
            match origin {
                Origin::Param(k) => drop(flows.hidden.insert(k)),
                Origin::Choice(at) => drop(self.found.insert(at)),
                Origin::Local(_) => {}
            }
        }
        flows
    }

    /// What may run where a function is called.
    fn runs(&self, f: FunctionId, is_method: bool) -> Vec<FunctionId> {
        if is_method { self.dispatch.targets(f).to_vec() } else { vec![f] }
    }
}

/// The same with what variables hold in the place of the variables.
fn followed(held: &BTreeMap<LocalId, Origins>, from: Origins) -> Origins {
    let mut open: Vec<Origin> = from.iter().copied().collect();
    let mut all = from;
    while let Some(origin) = open.pop() {
        if let Origin::Local(local) = origin {
            let more = held.get(&local).into_iter().flatten();
            open.extend(more.filter(|o| all.insert(**o)));
        }
    }
    all.retain(|origin| !matches!(origin, Origin::Local(_)));
    all
}

/// A value that tells itself, wherever it lies; who sees a piece is known while the game runs.
fn is_plain(game: &Game, ty: &Type) -> bool {
    match ty {
        Type::Class(c) => game.classes[c.index()].kind == ClassKind::Tile,
        Type::Number | Type::String | Type::Bool | Type::Enum(_) | Type::Player => true,
        Type::List(of) => is_plain(game, of),
        _ => false,
    }
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
struct Unit<'k, 'g> {
    known: &'k Known<'g>,
    held: BTreeMap<LocalId, Origins>,
    result: Origins,
    hidden: Origins,
    /// Tiles, of boards that may hide what lies there, on which pieces are put.
    tiles: Origins,
    /// Variables that hold lists and zones that are hidden, or pieces that are put where they are.
    lying: BTreeSet<LocalId>,
    /// What is put into what a variable holds.
    given: Vec<(LocalId, Origins)>,
}

impl Unit<'_, '_> {
    /// What a value may be made of.
    fn origins(&self, e: &Expr) -> Origins {
        let mut all = Origins::new();
        let mut add = |e: &Expr| all.extend(self.origins(e));
        match &e.kind {
            ExprKind::Local(local) => drop(all.insert(Origin::Local(*local))),
            ExprKind::Choose { spec, .. } => all.extend(public(self.known.game, e.at, spec)),
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
        for run in self.known.runs(f, is_method) {
            for origin in &self.known.results[run.index()].result {
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
        if is_one && is_hidden(self.known.game, value) {
            self.lying.insert(local);
        }
    }

    fn hides(&mut self, value: &Expr) {
        let origins = self.origins(value);
        self.hidden.extend(origins);
    }

    /// A piece is put on a tile.
    fn puts_on(&mut self, tile: &Expr) {
        if !may_hide(self.known.game, tile) {
            return;
        }
        let origins = self.origins(tile);
        self.tiles.extend(origins);
    }

    fn stores(&mut self, to: &Target, value: &Expr) {
        match to {
            Target::Local(local) => self.holds(*local, value),
            Target::Attribute(object, attribute) if is_secret(self.known.game, object, *attribute) => {
                self.hides(value);
            }
            Target::Index(list, _) | Target::Entry(list, _) => self.puts(list, value),
            Target::Attribute(object, _) => match &object.kind {
                ExprKind::Local(local) => self.gives(*local, value),
                ExprKind::Index(zone, _) if is_hidden(self.known.game, zone) => self.hides(value),
                ExprKind::Builtin(Builtin::ZoneTop | Builtin::ZoneBottom, args) => {
                    let zone = args.first().into_iter().flatten();
                    if zone.clone().any(|zone| is_hidden(self.known.game, zone)) {
                        self.hides(value);
                    }
                }
                _ => {}
            },
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
            _ if is_hidden(self.known.game, into) => {
                self.hides(value);
                if let (ExprKind::Local(piece), Type::Class(_)) = (&value.kind, &value.ty) {
                    self.lying.insert(*piece);
                }
            }
            _ => {}
        }
    }

    fn calls(&mut self, f: FunctionId, is_method: bool, args: &[Option<Expr>]) {
        for run in self.known.runs(f, is_method) {
            for k in self.known.results[run.index()].hidden.clone() {
                args.get(k).into_iter().flatten().for_each(|e| self.hides(e));
            }
        }
    }
}

impl<'e> Visit<'e> for Unit<'_, '_> {
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
                let attributes = &self.known.game.classes[class.index()].attributes;
                let secret = given.iter().filter(|(k, _)| attributes[*k as usize].secret);
                secret.for_each(|(_, value)| self.hides(value));
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
                if self.known.game.boards[board.index()].hides() =>
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

/// A choice whose maker did not say who learns it.
fn public(game: &Game, at: NodeId, spec: &ChoiceSpec) -> Option<Origin> {
    (spec.known.is_none() && is_plain(game, &spec.ty)).then_some(Origin::Choice(at))
}

fn is_secret(game: &Game, object: &Expr, attribute: u32) -> bool {
    matches!(object.ty, Type::Class(c) if game.classes[c.index()].attributes[attribute as usize].secret)
}

/// Whether an expression is a zone that not everybody sees, or what a secret attribute holds.
fn is_hidden(game: &Game, e: &Expr) -> bool {
    let unseen = |zone: &ZoneId| game.zones[zone.index()].seen != Seen::All;
    match &e.kind {
        ExprKind::Zone(zone) | ExprKind::ZoneOf(zone, _) | ExprKind::Zones(zone) => unseen(zone),
        ExprKind::Attribute(object, attribute) => is_secret(game, object, *attribute),
        _ => board_read(e).is_some_and(|(board, _)| game.boards[board.index()].hides()),
    }
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

/// The functions that look into something hidden, by themselves or through others.
fn looking(game: &Game, dispatch: &Dispatch) -> BTreeSet<FunctionId> {
    let mut found = BTreeSet::new();
    dispatch.settle(game, |f| {
        let block = Node::Block(&game.functions[f.index()].body.block);
        !found.contains(&f) && Looks::at(game, &found, BTreeSet::new(), block) && found.insert(f)
    });
    found
}

/// Whether code looks into something hidden; how much there is in a zone, everybody sees.
struct Looks<'l> {
    game: &'l Game,
    functions: &'l BTreeSet<FunctionId>,
    /// Variables that hold tiles of which everybody sees what lies there.
    open: BTreeSet<LocalId>,
    /// Variables that hold what comes from something hidden.
    held: Option<&'l BTreeSet<LocalId>>,
    found: bool,
}

impl<'l> Looks<'l> {
    fn at(
        game: &'l Game,
        functions: &'l BTreeSet<FunctionId>,
        open: BTreeSet<LocalId>,
        node: Node<'_>,
    ) -> bool {
        let mut looks = Looks { game, functions, open, held: None, found: false };
        looks.node(node);
        looks.found
    }
}

impl<'e> Visit<'e> for Looks<'_> {
    fn expr(&mut self, e: &'e Expr) {
        if let Some(zone) = e.counted_zone() {
            return zone.kind.parts(&mut |n| self.node(n));
        }
        let is_open = |tile: &Expr| matches!(&tile.kind, ExprKind::Local(local) if self.open.contains(local));
        self.found |= tile_read(e).is_some_and(|tile| !is_open(tile) && may_hide(self.game, tile));
        self.found |= matches!(&e.kind, ExprKind::Local(l) if self.held.is_some_and(|held| held.contains(l)));
        self.found |= is_hidden(self.game, e)
            || matches!(&e.kind, ExprKind::Call(f, _) | ExprKind::CallMethod(_, f, _) | ExprKind::CallBase(f, _)
                if self.functions.contains(f));
        e.kind.parts(&mut |n| self.node(n));
    }
}

/// Public choices of values among what not everybody sees.
struct Sources<'s> {
    game: &'s Game,
    looks: &'s BTreeSet<FunctionId>,
    /// Variables of the code that is read, as far as it was read, that hold what comes from there.
    held: BTreeSet<LocalId>,
    found: BTreeSet<NodeId>,
}

impl Sources<'_> {
    fn looks_at(&self, open: BTreeSet<LocalId>, node: Node<'_>) -> bool {
        let held = Some(&self.held);
        let mut looks = Looks { game: self.game, functions: self.looks, open, held, found: false };
        looks.node(node);
        looks.found
    }

    fn holds(&mut self, local: LocalId, value: &Expr) {
        if self.looks_at(BTreeSet::new(), Node::Expr(value)) {
            self.held.insert(local);
        }
    }

    fn choice(&mut self, at: NodeId, spec: &ChoiceSpec) {
        if public(self.game, at, spec).is_none() {
            return;
        }
        let from = match &spec.source {
            Source::List(list) => vec![Node::Expr(list)],
            Source::Range(least, most) => vec![Node::Expr(least), Node::Expr(most)],
            _ => Vec::new(),
        };
        let filters = spec.filters.iter().map(|f| Node::Block(&f.body));
        let among_open = board_of_choice(spec).is_some_and(|(b, _)| !self.game.boards[b.index()].hides());
        let open = spec.filters.iter().filter(|_| among_open).map(|f| f.local);
        let open: BTreeSet<LocalId> = open.collect();
        let looks = |node| self.looks_at(open.clone(), node);
        if from.into_iter().chain(filters).any(looks) {
            self.found.insert(at);
        }
    }
}

impl<'e> Visit<'e> for Sources<'_> {
    fn body(&mut self, body: &'e Body) {
        self.held.clear();
        self.block(&body.block);
    }

    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::Declare(local, value) | StatementKind::ForIn { local, list: value, .. } =
            &s.kind
        {
            self.holds(*local, value);
        }
        s.kind.parts(&mut |n| self.node(n));
    }

    fn action(&mut self, action: &'e crate::typed::Action) {
        self.held.clear();
        let asked = action.inputs.iter().filter(|i| !matches!(i.source, InputSource::Auto));
        asked.for_each(|input| self.choice(input.at, &input.spec));
        self.action_parts(action);
    }

    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Choose { spec, .. } => self.choice(e.at, spec),
            ExprKind::Assign(Target::Local(local), value)
            | ExprKind::Update(Target::Local(local), _, value) => {
                self.holds(*local, value);
            }
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
