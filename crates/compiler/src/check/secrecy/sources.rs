//! Public choices that are made among what not everybody sees. Variables are followed within a body, functions through
//! what they look into.

use super::tiles::{board_of_choice, hiding_board, tile_read};
use super::{hidden, is_public, may_lie_hidden};
use crate::check::derived;
use crate::check::problems as problem;
use crate::check::world::World;
use crate::typed::dispatch::Dispatch;
use crate::typed::visit::{Each, Node, Parts, Visit};
use crate::typed::{
    Block, Body, ChoiceSpec, Count, Expr, ExprKind, FunctionId, Game, InputSource, LocalId, Source,
    Statement, StatementKind, Target,
};
use base::NodeId;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(world: &World<'_>, dispatch: &Dispatch) {
    let game = &world.game;
    let looking = looking(game, dispatch);
    let held = BTreeSet::new();
    derived::check_hidden(world, &looking, &|node| {
        Looks { game, functions: &looking, held: &held }.into_hidden(node)
    });
    let mut sources = Sources { game, looking: &looking, held, found: BTreeSet::new() };
    sources.game(game);
    for at in sources.found {
        world.report(problem::comes_from_hidden(world.span(at)));
    }
}

/// The functions that look into something hidden, by themselves or through others.
fn looking(game: &Game, dispatch: &Dispatch) -> BTreeSet<FunctionId> {
    let (mut found, held) = (BTreeSet::new(), BTreeSet::new());
    dispatch.settle(game, |f| {
        let block = Node::Block(&game.functions[f.index()].body.block);
        let by_others = dispatch.targets(f).iter().any(|by| found.contains(by));
        !found.contains(&f)
            && (by_others || Looks { game, functions: &found, held: &held }.into_hidden(block))
            && found.insert(f)
    });
    found
}

/// Whether code looks into something hidden; how much there is in a zone, everybody sees.
#[derive(Clone, Copy)]
struct Looks<'l> {
    game: &'l Game,
    functions: &'l BTreeSet<FunctionId>,
    /// Variables that hold what comes from something hidden.
    held: &'l BTreeSet<LocalId>,
}

impl Looks<'_> {
    fn into_hidden(self, node: Node<'_>) -> bool {
        self.past_open(&BTreeSet::new(), node)
    }

    /// Where these variables hold tiles of which everybody sees what lies there.
    fn past_open(self, open: &BTreeSet<LocalId>, node: Node<'_>) -> bool {
        let mut look = Look { looks: self, open, found: false };
        look.node(node);
        look.found
    }
}

struct Look<'l> {
    looks: Looks<'l>,
    open: &'l BTreeSet<LocalId>,
    found: bool,
}

impl<'e> Visit<'e> for Look<'_> {
    fn expr(&mut self, e: &'e Expr) {
        if let Some(zone) = e.counted_zone() {
            return zone.zone_parts(&mut |e| self.expr(e));
        }
        let Looks { game, functions, held } = self.looks;
        let is_open = |tile: &Expr| matches!(&tile.kind, ExprKind::Local(local) if self.open.contains(local));
        self.found |= hidden(game, e).is_some()
            || tile_read(e).is_some_and(|tile| !is_open(tile) && hiding_board(game, tile).is_some())
            || match &e.kind {
                ExprKind::Local(local) => held.contains(local),
                ExprKind::AllOf(class) => may_lie_hidden(game, *class),
                ExprKind::Call(f, _) | ExprKind::CallMethod(_, f, _) | ExprKind::CallBase(f, _) => {
                    functions.contains(f)
                }
                _ => false,
            };
        e.kind.parts(&mut |n| self.node(n));
    }
}

/// What a body gives its variables.
#[derive(Default)]
struct Given<'e>(Vec<(LocalId, &'e Expr)>);

impl<'e> Visit<'e> for Given<'e> {
    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::Declare(local, value) | StatementKind::ForIn { local, list: value, .. } =
            &s.kind
        {
            self.0.push((*local, value));
        }
        s.kind.parts(&mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        if let ExprKind::Assign(Target::Local(local), value)
        | ExprKind::Update(Target::Local(local), _, value) = &e.kind
        {
            self.0.push((*local, value));
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}

/// Public choices of values among what not everybody sees.
struct Sources<'s> {
    game: &'s Game,
    looking: &'s BTreeSet<FunctionId>,
    /// Variables of the body that is read that hold what comes from something hidden.
    held: BTreeSet<LocalId>,
    found: BTreeSet<NodeId>,
}

impl Sources<'_> {
    fn looks(&self) -> Looks<'_> {
        Looks { game: self.game, functions: self.looking, held: &self.held }
    }

    /// Reads a body whose variables hold whatever they are given anywhere in it, since loops come back.
    fn scope(&mut self, block: &Block) {
        self.held.clear();
        let mut given = Given::default();
        given.block(block);
        let mut followers: BTreeMap<LocalId, Vec<LocalId>> = BTreeMap::new();
        let mut work = Vec::new();
        for (local, value) in given.0 {
            if self.looks().into_hidden(Node::Expr(value)) {
                work.push(local);
            }
            Each(|e: &Expr| {
                if let ExprKind::Local(from) = &e.kind {
                    followers.entry(*from).or_default().push(local);
                }
            })
            .expr(value);
        }
        while let Some(local) = work.pop() {
            if self.held.insert(local) {
                work.extend(followers.remove(&local).unwrap_or_default());
            }
        }
        self.block(block);
    }

    fn choice(&mut self, at: NodeId, spec: &ChoiceSpec) {
        if !is_public(self.game, spec) {
            return;
        }
        let from = match &spec.source {
            Source::List(list) => vec![Node::Expr(list)],
            Source::Range(least, most) => vec![Node::Expr(least), Node::Expr(most)],
            _ => Vec::new(),
        };
        let counts = match &spec.count {
            Some(Count::Exactly(n)) => vec![Node::Expr(n)],
            Some(Count::Between(least, most)) => vec![Node::Expr(least), Node::Expr(most)],
            Some(Count::Any) | None => Vec::new(),
        };
        let filters = spec.filters.iter().map(|f| Node::Block(&f.body));
        let among_open = board_of_choice(spec).is_some_and(|(b, _)| !self.game.boards[b.index()].hides());
        let open = spec.filters.iter().filter(|_| among_open).map(|f| f.local);
        let open: BTreeSet<LocalId> = open.collect();
        if from.into_iter().chain(counts).chain(filters).any(|node| self.looks().past_open(&open, node)) {
            self.found.insert(at);
        }
    }
}

impl<'e> Visit<'e> for Sources<'_> {
    fn body(&mut self, body: &'e Body) {
        self.scope(&body.block);
    }

    fn action(&mut self, action: &'e crate::typed::Action) {
        self.held.clear();
        let asked = action.inputs.iter().filter(|i| !matches!(i.source, InputSource::Auto));
        asked.for_each(|input| self.choice(input.at, &input.spec));
        self.scope(&action.effect);
    }

    fn expr(&mut self, e: &'e Expr) {
        if let ExprKind::Choose { spec, .. } = &e.kind {
            self.choice(e.at, spec);
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
