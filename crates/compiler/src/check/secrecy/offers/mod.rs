//! What is offered to a player may depend only on what that player may see, or the author says `open`. Here is which
//! code offers something to whom, and what functions hand on to those who call them. What expressions tell is read
//! elsewhere.

mod brought;
mod calls;
mod choices;
mod expressions;
mod facts;
mod labels;
mod lists;
mod players;
mod reading;

use super::uses::{Changes, Known, Shared, Uses};
use super::{Shape, bodies, lords, may_lie_hidden, mixed};
use crate::check::problems as problem;
use crate::check::world::World;
use crate::effects::{Analysis, Flag, Region};
use crate::typed::dispatch::{Dispatch, Named};
use crate::typed::visit::{Each, Node, Parts, Visit};
use crate::typed::{
    Action, ActionId, Body, ClassId, ClassKind, Demand, Expr, ExprKind, Function, FunctionId, Game, Input,
    InputSource, LocalId, Modifier, Statement, Visibility,
};
use base::NodeId;
use brought::{Brought, Place, bring_all};
use facts::Facts;
use labels::{Fact, Label, Name, Names, Who};
use language::tree::Seen;
use reading::Reading;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The object on which something is called, among the numbers of its parameters.
const THIS: usize = usize::MAX;

/// So often a body is read until nothing more is found of its variables.
const MAX_READINGS: usize = 8;

/// So many offers of a function wait for what its callers give; those of more, in one function, are not looked at.
const MAX_OPEN: usize = 64;

/// What tells something to a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum What {
    Choice,
    /// What must hold for an action to be offered.
    Condition,
    /// Whether an action fails, and so whether it is offered.
    Fails,
    /// Who of several is asked at all.
    Asked,
    /// That an object has an action tells of which class it is, or that it has a modifier.
    HasAction,
    /// What a modifier is given that everybody may see by what it makes of others.
    Given,
}

/// Something is offered to a player, or to all without one, and tells this.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Offer {
    at: NodeId,
    what: What,
    decider: Option<Who>,
    told: Facts,
}

/// What callers must know of a function.
#[derive(Clone, Default, PartialEq)]
struct Summary {
    result: Label,
    /// Offers that may tell too much, which the parameters decide.
    open: BTreeSet<Offer>,
    /// What is told by whether it fails, where it may.
    fails: Option<Facts>,
    /// What is told by whether it ends the match, where it may.
    ends: Option<Facts>,
    /// What is told by all that it reads, where a `suppose` may call it.
    read: Facts,
    /// What it brings where.
    brought: Brought,
    /// Where it brings anything, whatever that tells: whether it is called may tell more.
    touched: BTreeSet<Place>,
    /// What stands in the place of arguments that are left out, by the number of the parameter, and whose that is.
    defaults: Defaults,
    /// What the lists, tables and stacks tell that it was given, by the number of the parameter.
    filled: BTreeMap<usize, Label>,
}

/// Where more functions than these may run for a method, what they tell is joined once, not at each of its calls.
const MAX_APART: usize = 8;

/// So many places are followed to which a function brings something.
const MAX_TOUCHED: usize = 128;

/// How much is followed of what functions tell.
#[derive(Clone, Copy)]
struct Most {
    open: usize,
    touched: usize,
}

impl Most {
    const OF_ONE: Most = Most { open: MAX_OPEN, touched: MAX_TOUCHED };
    /// Of many that each are bounded.
    const OF_ALL: Most = Most { open: usize::MAX, touched: usize::MAX };
}

type Defaults = BTreeMap<usize, (Label, Option<Who>)>;

impl Summary {
    /// Adds what was found besides, and says whether that is more. Nothing is taken back, so that functions which call one
    /// another come to an end.
    fn join(&mut self, other: Summary, most: Most) -> bool {
        let before = self.open.len();
        for offer in other.open {
            if self.open.len() < most.open {
                self.open.insert(offer);
            }
        }
        let found = |facts: &Option<Facts>| facts.as_ref().map(Facts::len);
        let size = |s: &Self| (s.open.len(), found(&s.fails), s.read.len(), found(&s.ends));
        let before = (before, found(&self.fails), self.read.len(), found(&self.ends));
        self.read.add(&other.read);
        if let Some(fails) = &other.fails {
            self.fails.get_or_insert_default().add(fails);
        }
        if let Some(ends) = &other.ends {
            self.ends.get_or_insert_default().add(ends);
        }
        let mut more = bring_all(&mut self.brought, &other.brought);
        for place in other.touched {
            more |= self.touched.len() < most.touched && self.touched.insert(place);
        }
        for (k, (label, who)) in other.defaults {
            let default = self.defaults.entry(k).or_default();
            more |= default.0.join(&label) || default.1 != who;
            default.1 = who;
        }
        for (k, label) in other.filled {
            more |= self.filled.entry(k).or_default().join(&label);
        }
        self.result.join(&other.result) || before != size(self) || more
    }
}

struct Offers<'g> {
    game: &'g Game,
    /// What is named in facts.
    names: RefCell<Names<'g>>,
    analysis: &'g Analysis,
    dispatch: &'g Dispatch,
    /// By class, whether its objects may be where not everybody sees them.
    hides: Vec<bool>,
    /// By class, whether others may lie hidden where its objects do, so that nobody knows how many there are.
    mixed: Vec<bool>,
    /// Whether what runs for a function depends on which object of a class it is, where that was asked.
    differing: RefCell<BTreeMap<(ClassId, FunctionId), bool>>,
    /// Whether a statement may make another player active, where that was asked.
    passing: RefCell<BTreeMap<NodeId, bool>>,
    /// The actions that code calls.
    called: BTreeSet<ActionId>,
    /// Functions that a `suppose` may call.
    supposed: BTreeSet<FunctionId>,
    functions: Vec<Summary>,
    /// What all together tell that may run for a method, of those for which many do.
    methods: BTreeMap<FunctionId, Summary>,
    /// What function values give, by what they take and give.
    values: BTreeMap<Shape, Label>,
    /// What lies in the zones that attributes hold, by the class that declares them and their index.
    zones: BTreeMap<(ClassId, u32), Facts>,
    /// What is told by what attributes begin with, by the class that declares them and their index.
    begun: BTreeMap<(ClassId, u32), Facts>,
    /// Where effects bring what players did not know before.
    brought: BTreeSet<Place>,
    /// What modifiers read of themselves that reach others from where not everybody sees them.
    read_by_lords: BTreeSet<(ClassId, u32)>,
    /// Where too much is told, with the name of something that is.
    found: BTreeMap<NodeId, (What, Name)>,
    changes: Changes,
}

/// Reports choices and conditions that tell too much, and gives where.
pub(super) fn check(world: &World<'_>, analysis: &Analysis) -> BTreeSet<NodeId> {
    let (game, dispatch) = (&world.game, &analysis.dispatch);
    let hides = may_lie_hidden(game);
    let mut offers = Offers {
        game,
        names: RefCell::new(Names::new()),
        analysis,
        dispatch,
        read_by_lords: lords::read_by_lords(game, &hides),
        mixed: mixed(game, &hides),
        hides,
        differing: RefCell::default(),
        passing: RefCell::default(),
        called: called(game),
        supposed: supposed(game, dispatch),
        functions: vec![Summary::default(); game.functions.len()],
        methods: BTreeMap::new(),
        values: BTreeMap::new(),
        zones: BTreeMap::new(),
        begun: BTreeMap::new(),
        brought: BTreeSet::new(),
        found: BTreeMap::new(),
        changes: Changes::default(),
    };
    offers.settle();
    let names = offers.names.into_inner();
    for (at, (what, name)) in &offers.found {
        let name = names.text(*name);
        let span = world.span(*at);
        world.report(match what {
            What::Choice => problem::offer_tells(span, name),
            What::Condition => problem::condition_tells(span, name),
            What::Fails => problem::failing_tells(span, name),
            What::Asked => problem::asked_tells(span, name),
            What::HasAction => problem::action_tells(span, name),
            What::Given => problem::given_tells(span, name),
        });
    }
    offers.found.into_keys().collect()
}

impl<'g> Offers<'g> {
    fn name(&self, text: &'g str) -> Name {
        self.names.borrow_mut().of(text)
    }

    /// Of something with this name that nobody sees.
    fn unseen(&self, text: &'g str) -> Fact {
        Fact::Unseen(self.name(text))
    }

    /// Whether a statement may make another player active than the one who acts.
    fn may_pass(&self, s: &Statement) -> bool {
        if let Some(known) = self.passing.borrow().get(&s.at) {
            return *known;
        }
        let mut nodes: Vec<Node<'_>> = Vec::new();
        s.kind.parts(&mut |node| nodes.push(node));
        let region = Region::of(&nodes, BTreeSet::new(), &self.analysis.fresh);
        let facts = region.facts(self.game, &self.analysis.raised, &nodes);
        let passes = facts.iter().any(|fact| self.analysis.raises(fact, Flag::Passes).is_some());
        self.passing.borrow_mut().insert(s.at, passes);
        passes
    }

    /// What function values give, and what lies in zones that attributes hold, may be known only when all code was read.
    fn settle(&mut self) {
        let bodies = bodies(self.game);
        let mut known = Known::none(bodies.len());
        loop {
            let (values, zones, begun) = (self.values.clone(), self.zones.clone(), self.begun.clone());
            let brought = self.brought.len();
            self.round();
            self.read_bodies(&bodies, &mut known);
            let is_same = self.values == values && self.zones == zones && self.begun == begun;
            if is_same && self.brought.len() == brought {
                return;
            }
        }
    }

    fn round(&mut self) {
        let (game, dispatch) = (self.game, self.dispatch);
        let joined = self.joined_methods();
        for root in joined.values().flatten() {
            self.methods.entry(*root).or_default();
        }
        dispatch.until_stable(game, |id| {
            let summary = self.function(id, &game.functions[id.index()]);
            let is_more = self.functions[id.index()].join(summary, Most::OF_ONE);
            if is_more {
                self.changes.of_function(id);
            }
            for root in joined.get(&id).into_iter().flatten().filter(|_| is_more) {
                let own = self.functions[id.index()].clone();
                self.methods.entry(*root).or_default().join(own, Most::OF_ALL);
            }
            is_more
        });
        for (id, action) in (0..).map(ActionId).zip(&game.actions) {
            self.action(id, action);
        }
        for (i, class) in game.classes.iter().enumerate() {
            let own = class.attributes.iter().enumerate().filter(|(_, a)| a.class.index() == i);
            for (index, default) in own.filter_map(|(k, a)| Some((k as u32, a.default.as_ref()?))) {
                let attribute = (ClassId(i as u32), index);
                let ty = &class.attributes[index as usize].ty;
                let (mut told, mut held) = (Facts::new(), Facts::new());
                self.read(
                    || Reading::new(self, false),
                    |r| {
                        let label = r.returned(&default.block);
                        (told, held) = (label.all(), r.held_by_zones(attribute, ty, &label));
                    },
                );
                if self.begun.get(&attribute) != Some(&told) {
                    self.changes.of(Shared::Begun);
                    self.begun.insert(attribute, told);
                }
                self.lies_in_zones(attribute, &held);
            }
        }
    }

    /// Reads those that are neither functions nor actions, as far as what they look at has changed.
    fn read_bodies(&mut self, bodies: &[&'g Body], known: &mut Known) {
        for (i, body) in bodies.iter().enumerate() {
            if known.holds(i, &self.changes) {
                continue;
            }
            let now = self.changes.now();
            let mut reading = self.read(
                || Reading::new(self, false),
                |r| {
                    r.block(&body.block);
                    // Who that is an event says, which is not followed.
                    r.offer_fails(Who::Unsaid);
                },
            );
            known.read(i, std::mem::take(&mut reading.uses), now);
            self.take(reading);
        }
    }

    fn lies_in_zones(&mut self, attribute: (ClassId, u32), held: &Facts) {
        let before = self.zones.entry(attribute).or_default();
        let length = before.len();
        before.add(held);
        if before.len() != length {
            self.changes.of(Shared::Zones);
        }
    }

    /// By function that may run for them, the methods of which what many functions tell is joined. Where arguments may be
    /// left out, what stands in their place is up to each function.
    fn joined_methods(&self) -> BTreeMap<FunctionId, Vec<FunctionId>> {
        let mut joined: BTreeMap<FunctionId, Vec<FunctionId>> = BTreeMap::new();
        for root in (0..self.game.functions.len() as u32).map(FunctionId) {
            let all = self.dispatch.targets(root);
            let may_leave_out = |f: &FunctionId| self.game.functions[f.index()].defaults().next().is_some();
            if all.len() > MAX_APART && !all.iter().any(may_leave_out) {
                all.iter().for_each(|f| joined.entry(*f).or_default().push(root));
            }
        }
        joined
    }

    /// Reads code until nothing more is found of its variables.
    fn read<'o>(
        &'o self,
        begin: impl Fn() -> Reading<'o, 'g>,
        mut run: impl FnMut(&mut Reading<'o, 'g>),
    ) -> ReadThrough {
        let mut reading = begin();
        for _ in 0..MAX_READINGS {
            reading.again();
            run(&mut reading);
            if !reading.changed {
                break;
            }
        }
        let Reading {
            result,
            found,
            kept,
            zones,
            failing,
            ends,
            read,
            brought_in_all,
            touched,
            defaults,
            filled,
            uses,
            ..
        } = reading;
        let fails = (!failing.is_empty()).then(|| {
            let mut all = Facts::new();
            failing.values().for_each(|told| all.add(told));
            all
        });
        ReadThrough {
            result,
            found,
            kept,
            zones,
            fails,
            ends,
            read,
            brought: brought_in_all,
            touched,
            defaults,
            filled,
            uses,
        }
    }

    fn function(&mut self, id: FunctionId, f: &'g Function) -> Summary {
        let game = self.game;
        let begin = || {
            let decides = !f.effects.changes && !f.effects.makes_choices;
            let mut reading = Reading::new(self, decides);
            reading.gathers = self.supposed.contains(&id);
            reading.is_called = true;
            reading.this = f.class.filter(|class| !is_global(game, *class)).map(|_| Who::Param(THIS));
            for (k, param) in f.params.iter().enumerate() {
                let ty = &f.body.locals[param.local.index()].ty;
                reading.gives(param.local, &Label::param(k, ty), Some(Who::Param(k)));
            }
            reading
        };
        let is_collection = |local: LocalId| f.body.locals[local.index()].ty.is_collection();
        let read = self.read(begin, |r| {
            for (k, _, default) in f.defaults() {
                let (label, who) = (r.label(default), r.who(default));
                r.defaults.insert(k, (label, who));
            }
            r.block(&f.body.block);
            let lists = f.params.iter().enumerate().filter(|(_, p)| is_collection(p.local));
            r.filled = lists.filter_map(|(k, p)| Some((k, r.labels.get(&p.local)?.clone()))).collect();
        });
        let (result, fails, ends) = (read.result.clone(), read.fails.clone(), read.ends.clone());
        let (gathered, brought, defaults) = (read.read.clone(), read.brought.clone(), read.defaults.clone());
        let (filled, touched) = (read.filled.clone(), read.touched.clone());
        let open = self.take(read);
        Summary { result, fails, ends, read: gathered, brought, touched, defaults, filled, open }
    }

    fn action(&mut self, id: ActionId, action: &'g Action) {
        let game = self.game;
        let is_chosen = action.triggers.iter().any(|t| t.event == ClassId::PLAYER_CHOICE);
        let begin = || {
            let mut reading = Reading::new(self, false);
            // One that is called is carried out for the caller, and one of a group for any of its members.
            let is_owners = !self.called.contains(&id) && !is_group(game, action.class);
            reading.this = (is_owners && !is_global(game, action.class)).then_some(Who::Actor);
            reading
        };
        let read = self.read(begin, |r| {
            r.active_acts = is_chosen && !self.called.contains(&id);
            if is_chosen {
                r.this_held = self.unseen_by_owner(action.class);
                r.offered(action);
            }
            action.inputs.iter().for_each(|input| r.input(input, is_chosen));
            r.block(&action.effect);
            let mut demands = action.requires.iter().chain(&action.ensures);
            if !demands.any(|demand| demand.open) {
                r.offer_fails(if is_chosen { Who::Actor } else { Who::Unsaid });
            }
            r.failing.clear();
            r.active_acts = false;
            if is_chosen {
                action.ensures.iter().for_each(|demand| r.demand(demand));
            }
        });
        self.take(read);
    }

    /// What the owner of a piece that is such an object, or has such a modifier, may not know of it.
    fn unseen_by_owner(&self, class: ClassId) -> Facts {
        let game = self.game;
        let piece = game.classes[class.index()].modifier.as_ref().map_or(class, |m| m.on);
        let fits = |of: ClassId| game.is_sub(of, piece) || game.is_sub(piece, of);
        if game.classes[piece.index()].kind != ClassKind::Piece {
            return Facts::new();
        }
        let zones = game.zones.iter().filter(|zone| zone.seen == Seen::None && fits(zone.of));
        let boards = game.boards.iter().filter(|board| board.seen == Seen::None);
        let names = zones.map(|zone| &zone.name).chain(boards.map(|board| &board.name));
        names.map(|name| self.unseen(name)).take(1).collect()
    }

    /// Notes what tells too much, and gives what callers decide.
    fn take(&mut self, read: ReadThrough) -> BTreeSet<Offer> {
        let mut open = BTreeSet::new();
        for offer in read.found {
            let too_much = offer.told.iter().find_map(|fact| is_too_much(offer.decider, *fact));
            if let Some(name) = too_much {
                self.found.entry(offer.at).or_insert((offer.what, name));
            } else {
                open.insert(offer);
            }
        }
        for (shape, label) in read.kept {
            if self.values.entry(shape).or_default().join(&label) {
                self.changes.of(Shared::Values);
            }
        }
        self.brought.extend(read.brought.into_keys());
        for (attribute, held) in read.zones {
            self.lies_in_zones(attribute, &held);
        }
        open
    }
}

/// The name of what is told that this player may not see, whatever the parameters are.
fn is_too_much(decider: Option<Who>, fact: Fact) -> Option<Name> {
    let is_param = |who: Who| matches!(who, Who::Param(_));
    match fact {
        Fact::Unseen(name) | Fact::Moved(None, name) => Some(name),
        Fact::SeenBy(who, name) | Fact::Moved(Some(who), name) => {
            let depends = is_param(who) && decider.is_some() || decider.is_some_and(is_param);
            (!depends).then_some(name)
        }
        Fact::Told(_) | Fact::Held(_) | Fact::Which(_) | Fact::MovedParam(_) | Fact::Brought(_) => None,
    }
}

impl<'g> Reading<'_, 'g> {
    /// Whether an action is offered tells what its triggers and requirements look at, and that its object has it. An
    /// open requirement says that being offered may tell something.
    fn offered(&mut self, action: &'g Action) {
        let mut has_action = Vec::new();
        let modifiers = self.game().modifiers.iter().filter(|m| m.class == action.class);
        for m in modifiers {
            for condition in m.line(self.game()).flat_map(Modifier::conditions) {
                has_action.push(self.returned(&condition.block).all());
                self.places_this(&condition.block);
            }
        }
        let chosen = action.triggers.iter().filter(|t| t.event == ClassId::PLAYER_CHOICE);
        let only = chosen.clone().count() == 1;
        for trigger in &action.triggers {
            let told = self.returned(&trigger.body).all();
            self.offer(Offer { at: trigger.at, what: What::Condition, decider: Some(Who::Actor), told });
        }
        for trigger in chosen.clone().filter(|_| only) {
            self.places_this(&trigger.body);
        }
        for demand in &action.requires {
            self.demand(demand);
            self.places_this(&demand.body);
        }
        let is_modifier = self.game().classes[action.class.index()].modifier.is_some();
        if is_modifier || self.offers.mixed[action.class.index()] {
            has_action.push(self.this_held.clone());
        }
        let is_open = action.requires.iter().any(|demand| demand.open);
        for told in has_action.into_iter().filter(|_| !is_open) {
            self.offer(Offer { at: action.at, what: What::HasAction, decider: Some(Who::Actor), told });
        }
    }

    fn input(&mut self, input: &'g Input, is_chosen: bool) {
        let (at, spec) = (input.at, &input.spec);
        let label = match &input.source {
            // What is chosen by itself stands in the move, which is offered only where there is something.
            InputSource::Auto if is_chosen => self.chosen(at, spec, Some(Who::Actor), &Facts::new(), false),
            InputSource::Auto => self.candidates(spec),
            InputSource::Actor => self.chosen(at, spec, Some(Who::Actor), &Facts::new(), false),
            InputSource::Player(player) => {
                let (decider, asked_by) = (self.who(player), self.label(player).all());
                self.chosen(at, spec, decider, &asked_by, false)
            }
        };
        self.gives(input.local, &label, None);
    }

    /// Whether an action is offered tells what a condition of it looks at.
    fn demand(&mut self, demand: &'g Demand) {
        let told = self.returned(&demand.body).all();
        if !demand.open {
            self.offer(Offer { at: demand.at, what: What::Condition, decider: Some(Who::Actor), told });
        }
    }

    /// A move that would fail is not offered, which tells what decides that.
    fn offer_fails(&mut self, decider: Who) {
        for (at, told) in std::mem::take(&mut self.failing) {
            self.offer(Offer { at, what: What::Fails, decider: Some(decider), told });
        }
    }
}

/// What is known of a body once it was read.
struct ReadThrough {
    result: Label,
    found: Vec<Offer>,
    kept: Vec<(Shape, Label)>,
    zones: Vec<((ClassId, u32), Facts)>,
    fails: Option<Facts>,
    ends: Option<Facts>,
    read: Facts,
    brought: Brought,
    touched: BTreeSet<Place>,
    defaults: Defaults,
    filled: BTreeMap<usize, Label>,
    uses: Uses,
}

/// The actions that code calls, so that they may run for somebody who has not chosen them.
fn called(game: &Game) -> BTreeSet<ActionId> {
    let mut called = BTreeSet::new();
    Each(|e: &Expr| {
        if let ExprKind::CallAction(_, action, _) = &e.kind {
            called.insert(*action);
            called.extend(game.overriding(*action).into_iter().map(|(_, own)| own));
        }
    })
    .game(game);
    called
}

/// The functions that a `suppose` may call.
fn supposed(game: &Game, dispatch: &Dispatch) -> BTreeSet<FunctionId> {
    let mut named = Named::in_game(game);
    Each(|e: &Expr| {
        if let ExprKind::Suppose(block, value) = &e.kind {
            named.block(block);
            named.expr(value);
        }
    })
    .game(game);
    dispatch.reached(game, named.functions)
}

fn is_group(game: &Game, class: ClassId) -> bool {
    game.classes[class.index()].visibility == Visibility::Group
}

fn is_global(game: &Game, class: ClassId) -> bool {
    game.classes[class.index()].visibility == Visibility::Global
}
