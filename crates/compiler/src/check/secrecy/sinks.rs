//! Public choices that end up in something hidden, through variables, parameters and results.

use super::flow::{BodyFlow, Flowed};
use super::is_public;
use super::tiles::board_of_choice;
use crate::check::problems as problem;
use crate::check::world::World;
use crate::typed::dispatch::Dispatch;
use crate::typed::visit::{Each, Visit};
use crate::typed::{
    Block, Body, ChoiceSpec, Expr, ExprKind, Function, FunctionId, Game, InputSource, LocalId,
};
use base::NodeId;
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
pub(super) enum Origin<'g> {
    Param(usize),
    Choice(NodeId),
    Local(LocalId),
    /// A parameter of an act that takes so many.
    OfAct(usize, usize),
    /// What is part of a hidden place of this name: whoever puts something into it hides that.
    Place(&'g str),
}

pub(super) type Origins<'g> = BTreeSet<Origin<'g>>;

/// What ends up in something hidden, each with the name of one such place.
pub(super) type Hidden<'g> = BTreeMap<Origin<'g>, &'g str>;

/// What becomes of the parameters of a function.
#[derive(Clone, Default)]
pub(super) struct Summary<'g> {
    /// Those that end up in something hidden.
    pub(super) hidden: BTreeMap<usize, &'g str>,
    /// Those that are hidden from then on themselves, or part of something that is.
    pub(super) lying: BTreeMap<usize, &'g str>,
    /// What is put into them.
    pub(super) put_into: BTreeMap<usize, Origins<'g>>,
    /// What the result may be.
    pub(super) result: Origins<'g>,
}

impl Summary<'_> {
    /// Whether it says the same of the same; which place is named first may go round and round.
    fn is_as(&self, other: &Summary<'_>) -> bool {
        self.result == other.result
            && self.put_into == other.put_into
            && self.hidden.keys().eq(other.hidden.keys())
            && self.lying.keys().eq(other.lying.keys())
    }
}

/// So many origins are followed of what a function puts into one parameter.
pub(super) const MAX_PUT_INTO: usize = 64;

pub(super) struct Sinks<'g> {
    pub(super) game: &'g Game,
    pub(super) dispatch: &'g Dispatch,
    /// By function.
    pub(super) summaries: Vec<Summary<'g>>,
    /// What becomes of the parameters of acts, by how many there are.
    pub(super) acts: BTreeMap<usize, Summary<'g>>,
    /// Choices among tiles of which everybody sees what lies there.
    pub(super) open_tiles: BTreeSet<NodeId>,
    /// Public choices that end up in something hidden.
    pub(super) found: BTreeMap<NodeId, &'g str>,
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
    fn body_flow(
        &mut self,
        held: impl Iterator<Item = (LocalId, Origin<'g>)>,
        block: &'g Block,
    ) -> Summary<'g> {
        let held = held.map(|(local, origin)| (local, Origins::from([origin]))).collect();
        let mut flow = BodyFlow::new(self, held);
        flow.block(block);
        let Flowed { mut summary, acts, mut hidden, tiles } = flow.finish();
        let hides = |origin: &Origin<'_>| match origin {
            Origin::Param(_) | Origin::OfAct(..) => true,
            Origin::Choice(at) => !self.open_tiles.contains(at),
            Origin::Local(_) | Origin::Place(_) => false,
        };
        hidden.extend(tiles.into_iter().filter(|(origin, _)| hides(origin)));
        for (n, result) in acts {
            self.acts.entry(n).or_default().result.extend(result);
        }
        for (origin, place) in hidden {
            match origin {
                Origin::Param(k) => drop(summary.hidden.insert(k, place)),
                Origin::Choice(at) => drop(self.found.insert(at, place)),
                Origin::OfAct(n, k) => drop(self.acts.entry(n).or_default().hidden.insert(k, place)),
                Origin::Local(_) | Origin::Place(_) => {}
            }
        }
        summary
    }

    /// What may run where a function is called.
    pub(super) fn runs(&self, f: FunctionId, is_method: bool) -> Vec<FunctionId> {
        if is_method { self.dispatch.targets(f).to_vec() } else { vec![f] }
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
