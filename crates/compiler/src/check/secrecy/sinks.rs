//! Public choices that end up in something hidden, through variables, parameters and results.

use super::flow::{BodyFlow, Flowed};
use super::tiles::{board_of_choice, hiding_board, tile_read};
use super::uses::{Changes, Known, Shared};
use super::{bodies, holds_others, is_public, is_zone, leads_to_hidden, lists_zones, may_lie_hidden};
use crate::check::problems as problem;
use crate::check::world::World;
use crate::typed::dispatch::Dispatch;
use crate::typed::visit::{Each, Visit};
use crate::typed::{
    Action, Body, ChoiceSpec, ClassId, Expr, ExprKind, Game, Input, InputSource, LocalId, Source, Type,
    Visibility, ZoneId,
};
use base::NodeId;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(world: &World<'_>, dispatch: &Dispatch) {
    let game = &world.game;
    let mut sinks = Sinks {
        game,
        dispatch,
        summaries: vec![Summary::default(); game.functions.len()],
        actions: vec![Summary::default(); game.actions.len()],
        acts: BTreeMap::new(),
        open_tiles: open_tiles(game),
        hides: may_lie_hidden(game),
        found: BTreeMap::new(),
        any: None,
        changes: Changes::default(),
    };
    sinks.settle();
    sinks.add_any();
    for (at, place) in sinks.found {
        world.report(problem::goes_hidden(world.span(at), place));
    }
}

/// What may hold a value in one body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Variable {
    Local(LocalId),
    This,
    /// A zone that everybody sees.
    Zone(ZoneId),
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin<'g> {
    /// A parameter, an input of an action, or [`THIS`].
    Param(usize),
    Choice(NodeId),
    Held(Variable),
    /// A parameter of an act that takes so many.
    OfAct(usize, usize),
    /// What is part of a hidden place of this name: whoever puts something into it hides that.
    Place(&'g str),
    /// More than is followed: any choice and any parameter.
    Any,
}

/// The object on which something is called, among the numbers of its parameters.
pub(super) const THIS: usize = usize::MAX;

impl Origin<'_> {
    /// The number of a parameter.
    pub(super) fn number(self) -> usize {
        match self {
            Origin::Param(k) | Origin::OfAct(_, k) => k,
            _ => THIS,
        }
    }
}

pub(super) type Origins<'g> = BTreeSet<Origin<'g>>;

/// What ends up in something hidden, each with the name of one such place.
pub(super) type Hidden<'g> = BTreeMap<Origin<'g>, &'g str>;

/// What becomes of the parameters of a function, an action or acts.
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

impl<'g> Summary<'g> {
    /// Whether it says the same of the same; which place is named first may go round and round.
    fn is_as(&self, other: &Summary<'_>) -> bool {
        self.result == other.result
            && self.put_into == other.put_into
            && self.hidden.keys().eq(other.hidden.keys())
            && self.lying.keys().eq(other.lying.keys())
    }

    /// What holds of others as well.
    pub(super) fn add(&mut self, other: &Summary<'g>) {
        self.hidden.extend(&other.hidden);
        self.lying.extend(&other.lying);
        self.result.extend(&other.result);
        for (k, values) in &other.put_into {
            self.put_into.entry(*k).or_default().extend(values);
        }
    }

    /// Says of the acts that take so many parameters what was said of the body in which they are written. What they
    /// catch of the parameters of that body is told by whoever has them as values.
    pub(super) fn say_of_act(&mut self, n: usize) {
        for origins in self.put_into.values_mut().chain([&mut self.result]) {
            let own = |o: Origin<'g>| match o {
                Origin::Param(_) => None,
                Origin::OfAct(m, k) if m == n => Some(Origin::Param(k)),
                other => Some(other),
            };
            *origins = std::mem::take(origins).into_iter().filter_map(own).collect();
        }
    }
}

/// So many origins are followed of what a function puts into one parameter; where there are more, any may be among them.
pub(super) const MAX_PUT_INTO: usize = 64;

pub(super) struct Sinks<'g> {
    pub(super) game: &'g Game,
    pub(super) dispatch: &'g Dispatch,
    /// By function.
    pub(super) summaries: Vec<Summary<'g>>,
    /// By action, of its inputs.
    pub(super) actions: Vec<Summary<'g>>,
    /// What becomes of the parameters of acts, by how many there are.
    pub(super) acts: BTreeMap<usize, Summary<'g>>,
    /// Choices among tiles of which everybody sees what lies there.
    open_tiles: BTreeSet<NodeId>,
    /// By class, whether its objects may be where not everybody sees them.
    hides: Vec<bool>,
    /// Public choices that end up in something hidden.
    found: BTreeMap<NodeId, &'g str>,
    /// Something hidden in which more ends up than is followed.
    any: Option<&'g str>,
    changes: Changes,
}

impl<'g> Sinks<'g> {
    /// Acts and actions are called by others, so what becomes of what they are given may be known only in the next
    /// round.
    fn settle(&mut self) {
        let bodies = bodies(self.game);
        let mut known = Known::none(bodies.len());
        loop {
            let (acts, actions) = (self.acts.clone(), self.actions.clone());
            self.round();
            self.read_bodies(&bodies, &mut known);
            let same = |(n, now): (&usize, &Summary<'_>)| acts.get(n).is_some_and(|then| then.is_as(now));
            let same_acts = self.acts.iter().all(same);
            let same_actions = self.actions.iter().zip(&actions).all(|(now, then)| now.is_as(then));
            if same_acts && same_actions {
                return;
            }
            // Behind all that was read in this round, whenever they changed.
            if !same_acts {
                self.changes.of(Shared::Acts);
            }
            if !same_actions {
                self.changes.of(Shared::Actions);
            }
        }
    }

    fn round(&mut self) {
        let (game, dispatch) = (self.game, self.dispatch);
        dispatch.until_stable(game, |id| {
            let f = &game.functions[id.index()];
            let params =
                f.params.iter().enumerate().map(|(k, p)| (Variable::Local(p.local), Origin::Param(k)));
            let this = f.class.and_then(|class| this(game, class));
            let mut flow = BodyFlow::new(self, held(params.chain(this)));
            for (_, local, default) in f.defaults() {
                flow.holds(local, default);
                flow.expr(default);
            }
            flow.block(&f.body.block);
            let (flowed, _) = flow.finish();
            let summary = self.flowed(flowed);
            let changed = !self.summaries[id.index()].is_as(&summary);
            self.summaries[id.index()] = summary;
            if changed {
                self.changes.of_function(id);
            }
            changed
        });
        for (i, action) in game.actions.iter().enumerate() {
            let flow = self.action_flow(action);
            let (flowed, _) = flow.finish();
            let summary = self.flowed(flowed);
            self.actions[i] = summary;
        }
    }

    /// Reads those that are neither functions nor actions, as far as what they look at has changed.
    fn read_bodies(&mut self, bodies: &[&Body], known: &mut Known) {
        for (i, body) in bodies.iter().enumerate() {
            if known.holds(i, &self.changes) {
                continue;
            }
            let now = self.changes.now();
            let mut flow = BodyFlow::new(self, BTreeMap::new());
            flow.block(&body.block);
            let (flowed, uses) = flow.finish();
            known.read(i, uses, now);
            self.flowed(flowed);
        }
    }

    /// Inputs hold what is chosen, or what a call of the action gives.
    fn action_flow(&self, action: &'g Action) -> BodyFlow<'_, 'g> {
        let input = |(k, i): (usize, &Input)| (Variable::Local(i.local), Origin::Param(k));
        let given = action.inputs.iter().enumerate().map(input);
        let asked = action.inputs.iter().filter(|i| !matches!(i.source, InputSource::Auto));
        let public = asked.clone().filter(|i| is_public(self.game, &i.spec));
        let chosen = public.map(|i| (Variable::Local(i.local), Origin::Choice(i.at)));
        let this = this(self.game, action.class);
        let mut flow = BodyFlow::new(self, held(given.chain(chosen).chain(this)));
        for input in &action.inputs {
            if let Source::List(list) = &input.spec.source
                && (holds_others(self.game, &input.spec.ty) || matches!(input.source, InputSource::Auto))
            {
                flow.holds(input.local, list);
            }
        }
        for input in asked {
            if flow.is_pick(&input.spec) {
                flow.picked.entry(input.local).or_default().insert(input.at);
            }
        }
        flow.block(&action.effect);
        flow
    }

    /// Notes what flows where in one body, and gives what becomes of its parameters.
    fn flowed(&mut self, flowed: Flowed<'g>) -> Summary<'g> {
        let Flowed { mut summary, acts, mut hidden, tiles } = flowed;
        let hides = |origin: &Origin<'_>| match origin {
            Origin::Param(_) | Origin::OfAct(..) | Origin::Any => true,
            Origin::Choice(at) => !self.open_tiles.contains(at),
            Origin::Held(_) | Origin::Place(_) => false,
        };
        hidden.extend(tiles.into_iter().filter(|(origin, _)| hides(origin)));
        for (n, act) in acts {
            self.acts.entry(n).or_default().add(&act);
        }
        for (origin, place) in hidden {
            match origin {
                Origin::Param(k) => drop(summary.hidden.insert(k, place)),
                Origin::Choice(at) => drop(self.found.insert(at, place)),
                Origin::OfAct(n, k) => drop(self.acts.entry(n).or_default().hidden.insert(k, place)),
                Origin::Any => self.any = Some(place),
                Origin::Held(_) | Origin::Place(_) => {}
            }
        }
        summary
    }

    /// The name of what may lie hidden: all objects of a class, or zones that an attribute holds.
    pub(super) fn may_be_hidden(&self, e: &Expr) -> Option<&'g str> {
        let game = self.game;
        match &e.kind {
            ExprKind::AllOf(class) => {
                self.hides[class.index()].then(|| game.classes[class.index()].name.as_str())
            }
            ExprKind::Attribute(object, index) if is_zone(&e.ty) || lists_zones(&e.ty) => {
                let Type::Class(class) = object.ty else { return None };
                let name = &game.classes[class.index()].attributes[*index as usize].name;
                leads_to_hidden(game, &self.hides, &e.ty).then_some(name)
            }
            // What lies on a tile.
            _ => tile_read(e).and_then(|tile| hiding_board(game, tile)),
        }
    }

    /// All public choices, where more ends up in something hidden than is followed.
    fn add_any(&mut self) {
        let (Some(place), game) = (self.any, self.game) else { return };
        let inputs = game.actions.iter().flat_map(|action| &action.inputs);
        let asked = inputs.filter(|i| !matches!(i.source, InputSource::Auto) && is_public(game, &i.spec));
        for i in asked {
            self.found.entry(i.at).or_insert(place);
        }
        Each(|e: &Expr| {
            if let ExprKind::Choose { spec, .. } = &e.kind
                && is_public(game, spec)
            {
                self.found.entry(e.at).or_insert(place);
            }
        })
        .game(game);
    }
}

/// The object of a class in its functions and actions, which calls of them give.
fn this<'g>(game: &Game, class: ClassId) -> Option<(Variable, Origin<'g>)> {
    let is_global = game.classes[class.index()].visibility == Visibility::Global;
    (!is_global).then_some((Variable::This, Origin::Param(THIS)))
}

/// Variables and what they hold.
fn held<'g>(all: impl Iterator<Item = (Variable, Origin<'g>)>) -> BTreeMap<Variable, Origins<'g>> {
    let mut held: BTreeMap<Variable, Origins<'g>> = BTreeMap::new();
    for (variable, origin) in all {
        held.entry(variable).or_default().insert(origin);
    }
    held
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
