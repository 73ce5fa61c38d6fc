//! One who looks on: the table as the steps so far have made it, and what follows from a move once it is done. It knows
//! nothing of what the machine runs.

use super::changed::{Changed, Fixed, Stale};
use super::groups::{self, Ways, moves};
use super::look::{Onlooker, birth};
use super::renumber::renumber;
use super::trace::share;
use super::{Attributes, Change, Held, Ids, Name, Place, Step, Tabletop, Thing, Typed};
use crate::game::Game;
use crate::view::reader::VALUE;
use crate::view::{Outcome, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// So many steps are told between two decisions to one viewer; where there are more, what they come to stands in the
/// table alone.
const MAX_STEPS: usize = 10_000;

/// So many changes one viewer follows from one decision to the next; where that sees more of them, or more is to be read
/// of them than its room, it looks at the table again once they are over. What a viewer does not see is not counted.
const MAX_SEEN: usize = 50_000;

/// So many bytes, a second or two, are looked through by all together for what is not told: long values that are
/// set to what they are, and what lies where something comes or goes.
const MAX_LOOKED_THROUGH: usize = 1 << 31;

/// About what it takes to find out what has become of something that lies where things come and go, in bytes.
pub(super) const SORTED_OUT: usize = 128;

/// One who looks on.
#[derive(Clone)]
pub(super) struct Witness {
    pub viewer: Viewer,
    /// Whether the rules may hide anything, or an order may tell of it.
    veils: bool,
    /// How many things it had met before the steps, where the order in which it meets others may tell of a choice.
    met: Option<u32>,
    pub ids: Ids,
    /// The table as the steps so far have made it.
    pub table: Arc<Tabletop>,
    pub steps: Vec<Step>,
    /// Whether there was more than is told.
    is_cut: bool,
    /// How many changes it has seen.
    seen: usize,
    /// How many more bytes it may be shown of them.
    pub room: usize,
    /// How many more bytes it may look through of what is not told.
    pub patience: usize,
    /// Where the steps begin that are told together, and what lay before them in the places where they change something.
    first: usize,
    before: BTreeMap<Place, Vec<Option<u32>>>,
    /// Whether things come and go by these, and the zones between which.
    is_moving: bool,
    ways: Ways,
    /// Whether it was seen there that things lie in another order than these steps say.
    is_reordered: bool,
}

impl Witness {
    /// One of so many.
    pub(super) fn new(
        game: &Game,
        (viewer, viewers): (Viewer, usize),
        ids: Ids,
        table: Arc<Tabletop>,
    ) -> Witness {
        Witness {
            viewer,
            veils: game.may_hide() || game.program.order_may_tell,
            met: game.program.order_may_tell.then_some(ids.seen()),
            ids,
            table,
            steps: Vec::new(),
            is_cut: false,
            seen: 0,
            room: share(viewers),
            patience: MAX_LOOKED_THROUGH / viewers.max(4),
            first: 0,
            before: BTreeMap::new(),
            is_moving: false,
            ways: Ways::default(),
            is_reordered: false,
        }
    }

    /// Another one who has seen the same.
    pub(super) fn as_seen_by(&self, viewer: Viewer) -> Witness {
        Witness { viewer, ..self.clone() }
    }

    /// Whether it has seen more than it can follow.
    pub(super) fn has_lost_track(&self) -> bool {
        self.seen > MAX_SEEN || self.room < VALUE || self.patience == 0
    }

    /// It has looked through so many bytes.
    pub(super) fn has_looked_through(&mut self, bytes: usize) {
        self.patience = self.patience.saturating_sub(bytes);
    }

    /// Whether something lies anywhere.
    pub(super) fn lies_somewhere(&mut self, id: u32) -> bool {
        let lying: usize = self.table.at.values().map(Vec::len).sum();
        self.has_looked_through(lying * size_of::<Option<u32>>());
        self.table.place_of(id).is_some()
    }

    /// How many changes it has seen.
    pub(super) fn seen(&self) -> usize {
        self.seen
    }

    /// From here on things move between these zones, which everybody sees. What moves is told together as long as the
    /// steps depend on no order. Nothing is asked of the statements that move it: which of them ran may be hidden.
    pub(super) fn watch(&mut self, ways: &Ways) {
        if self.veils && !self.ways.add(ways) {
            self.close();
            self.ways = ways.clone();
        }
    }

    /// What comes now is not told together with what was before.
    pub(super) fn begin_choice(&mut self) {
        self.close();
        self.ways = Ways::default();
    }

    /// Sees a change.
    pub(super) fn step(&mut self, change: Change) {
        self.tell(change, |table, change| table.apply(change));
    }

    /// Sees a change that is made to the table so.
    fn tell(&mut self, change: Change, make: impl FnOnce(&mut Tabletop, &Change)) {
        self.seen += 1;
        if self.is_moving != moves(&change) {
            self.close();
            self.is_moving = !self.is_moving;
            if !self.is_moving {
                self.ways = Ways::default();
            }
        }
        for place in places(&change).filter(|_| self.veils) {
            if !self.before.contains_key(place) {
                let there = self.table.at.get(place).cloned().unwrap_or_default();
                self.patience = self.patience.saturating_sub(there.len() * SORTED_OUT);
                self.before.insert(place.clone(), there);
            }
        }
        make(Arc::make_mut(&mut self.table), &change);
        if self.steps.len() < MAX_STEPS {
            self.add(change);
        } else {
            self.is_cut = true;
        }
    }

    /// Sees in which order things lie that the last changes have moved; that is told behind them.
    pub(super) fn see_order(&mut self, at: Place, now: Vec<Option<u32>>) {
        let was = Arc::make_mut(&mut self.table).at.insert(at.clone(), now);
        self.before.entry(at).or_insert_with(|| was.unwrap_or_default());
        self.is_reordered = true;
    }

    /// All that it was told, which says so where there was more.
    pub(super) fn told(&mut self) -> Vec<Step> {
        if self.is_cut {
            self.steps.push(Step { change: Change::Anew, g: 0 });
        }
        if let Some(met) = self.met {
            renumber(&mut self.steps, &mut self.table, &mut self.ids, met);
            sort_lost(&mut self.steps, |step| &step.change);
        }
        if self.veils {
            groups::put_in_order(&mut self.steps, &self.table.unordered);
        }
        groups::number(&mut self.steps);
        std::mem::take(&mut self.steps)
    }

    /// Nothing more is followed.
    pub(super) fn cut(&mut self) {
        self.is_cut = true;
    }

    fn add(&mut self, change: Change) {
        let is_first = self.steps.len() == self.first;
        let own = match (self.steps.last_mut(), &change) {
            // Several dice may be thrown one after the other.
            (
                Some(Step { change: Change::Roll { dice, values }, .. }),
                Change::Roll { dice: next, values: more },
            ) if dice == next => {
                values.extend(more);
                None
            }
            (Some(last), _) if !is_first => joined(last, change),
            _ => Some(change),
        };
        self.steps.extend(own.map(|change| Step { change, g: 0 }));
    }

    /// What happened together is told without the order in which it happened to what is not known: that would tell which
    /// of several things it was.
    pub(super) fn close(&mut self) {
        let first = self.first;
        // A step alone has no order, and leaves the table as it says.
        let is_alone = self.steps.len() - first < 2 && !std::mem::take(&mut self.is_reordered);
        if !self.veils || is_alone || !self.steps[first..].iter().any(|step| hides_order(&step.change)) {
            self.before.clear();
            self.first = self.steps.len();
            return;
        }
        let before = std::mem::take(&mut self.before);
        let (mut turned, mut counted) = (BTreeMap::new(), BTreeMap::new());
        let steps = self.steps.split_off(first);
        let mut others = Vec::new();
        for step in steps {
            match step.change {
                Change::Count { from, to, n } => *counted.entry((from, to)).or_insert(0) += n,
                Change::Turn { ids, at, lost: true } => turned.entry(at).or_insert_with(Vec::new).extend(ids),
                change => others.push(change),
            }
        }
        sort_lost(&mut others, |change| change);
        others.into_iter().for_each(|change| self.add(change));
        for (at, mut ids) in turned {
            ids.sort_unstable();
            self.add(Change::Turn { ids, at, lost: true });
        }
        for ((from, to), n) in counted {
            self.add(Change::Count { from, to, n });
        }
        self.put_in_order(before, first);
        self.first = self.steps.len();
    }

    /// Tells the order of what lies where it does not follow from these steps.
    fn put_in_order(&mut self, before: BTreeMap<Place, Vec<Option<u32>>>, first: usize) {
        let nothing = Arc::default();
        let known = before.values().flatten().flatten().map(|id| (*id, Arc::clone(&nothing))).collect();
        let unordered = Arc::clone(&self.table.unordered);
        let mut told = Tabletop { things: known, at: before, unordered, ..Tabletop::default() };
        let places: Vec<Place> = told.at.keys().cloned().collect();
        self.steps[first..].iter().for_each(|step| told.apply(&step.change));
        for at in places {
            let now = self.table.at.get(&at).cloned().unwrap_or_default();
            if told.at.get(&at).map_or(&[][..], Vec::as_slice) != now {
                self.add(Change::Order { at, now });
            }
        }
    }

    pub(super) fn roll(&mut self, dice: Option<String>, value: f64) {
        self.step(Change::Roll { dice, values: vec![value] });
    }

    /// What follows: things that are new and lie nowhere, attributes that are worked out, lists, how the match stands.
    pub(super) fn follow_up(&mut self, looking: &Onlooker<'_>, changed: &Changed, outcome: Option<Outcome>) {
        let new = self.meet(looking, &changed.new);
        let (fresh, same) = self.read(looking, &changed.objects);
        if !self.steps.is_empty() {
            let table = Arc::make_mut(&mut self.table);
            self.steps.iter_mut().for_each(|step| fill_in(looking.reader.game, step, table, &fresh));
        }
        self.follow_up_gone(looking, changed, |id| fresh.contains_key(id) || same.contains(id));
        for (id, o) in new {
            let thing = looking.thing(&self.ids, o);
            self.step(Change::Make { id, at: None, j: None, thing });
        }
        for (id, thing) in &fresh {
            self.catch_up(*id, thing);
        }
        self.follow_up_fixed(looking, &changed.fixed);
        self.follow_up_course(looking, outcome);
    }

    /// Things that are on the table no more have no numbers either; gives back which these were.
    pub(super) fn forget(&mut self) -> Vec<u32> {
        let Witness { ids, table, .. } = self;
        if ids.len() == table.things.len() {
            Vec::new()
        } else {
            ids.keep(|id| table.things.contains_key(&id))
        }
    }

    /// Reads again what may name things that this viewer has just lost.
    pub(super) fn read_again(&mut self, looking: &Onlooker<'_>, open: &[u64], fixed: &Fixed) {
        for o in open.iter().copied().filter(|o| looking.can_follow(*o)) {
            let Some(id) = birth(&looking.reader, o).and_then(|birth| self.ids.get(birth)) else { continue };
            let is = looking.thing(&self.ids, o);
            self.catch_up(id, &is);
        }
        self.follow_up_fixed(looking, fixed);
    }

    /// Objects as the viewer sees them who can follow them, and the numbers of those that read as they did.
    fn read(&self, looking: &Onlooker<'_>, objects: &[Stale]) -> (BTreeMap<u32, Arc<Thing>>, BTreeSet<u32>) {
        let (mut fresh, mut same) = (BTreeMap::new(), BTreeSet::new());
        for Stale { o, is_only_moved } in objects.iter().copied() {
            let id = birth(&looking.reader, o).and_then(|birth| self.ids.get(birth));
            let Some(id) = id.filter(|_| looking.can_follow(o)) else { continue };
            let was_known = || self.table.things.get(&id).map(|thing| thing.class.is_some());
            if is_only_moved && was_known() == Some(looking.reader.knows(o)) {
                same.insert(id);
            } else {
                fresh.insert(id, looking.thing(&self.ids, o));
            }
        }
        (fresh, same)
    }

    fn follow_up_gone(&mut self, looking: &Onlooker<'_>, changed: &Changed, is_there: impl Fn(&u32) -> bool) {
        let births = changed.objects.iter().filter_map(|stale| birth(&looking.reader, stale.o));
        let ids = births.chain(changed.gone.iter().copied()).filter_map(|birth| self.ids.get(birth));
        let mut gone: BTreeSet<u32> =
            ids.filter(|id| self.table.things.contains_key(id) && !is_there(id)).collect();
        if !gone.is_empty() {
            let lying = self.table.at.values().flatten().flatten();
            lying.for_each(|id| _ = gone.remove(id));
        }
        for id in gone {
            self.step(Change::Gone { id, from: None });
        }
    }

    /// Gives their numbers to things that are new and lie nowhere, before any of them is shown, since they may refer to
    /// one another.
    fn meet(&mut self, looking: &Onlooker<'_>, new: &[u64]) -> BTreeMap<u32, u64> {
        let mut met = BTreeMap::new();
        let mut new: Vec<u64> = new.iter().copied().filter(|o| looking.can_follow(*o)).collect();
        looking.put_in_order(&self.ids, &mut new);
        for o in new {
            let Some(birth) = birth(&looking.reader, o) else { continue };
            let id = self.ids.meet(birth);
            if !self.table.things.contains_key(&id) && self.table.place_of(id).is_none() {
                met.insert(id, o);
            }
        }
        met
    }

    /// Sees what has become of a thing that is on the table. Things are shared by those who see them alike, so it is put
    /// there as it is, and not changed step by step.
    fn catch_up(&mut self, id: u32, is: &Arc<Thing>) {
        let Some(was) = self.table.things.get(&id).filter(|was| !Arc::ptr_eq(was, is) && *was != is) else {
            return;
        };
        let of = Typed::Thing(id);
        if was.class != is.class {
            return self.step(Change::Own { of, to: is.owners.clone(), thing: Some(is.clone()) });
        }
        let was = was.clone();
        if was.owners != is.owners {
            self.tell(Change::Own { of: of.clone(), to: is.owners.clone(), thing: None }, |_, _| {});
        }
        for (attr, to) in differences(Some(&was.attributes), &is.attributes) {
            self.tell(Change::Set { of: of.clone(), attr, to }, |_, _| {});
        }
        if (&was.text, &was.look) != (&is.text, &is.look) {
            self.tell(Change::Look { id, text: is.text.clone(), look: is.look.clone() }, |_, _| {});
        }
        Arc::make_mut(&mut self.table).things.insert(id, is.clone());
    }

    fn set_all(&mut self, of: &Typed, changes: Vec<(Name, Option<Typed>)>) {
        for (attr, to) in changes {
            self.step(Change::Set { of: of.clone(), attr, to });
        }
    }

    fn follow_up_fixed(&mut self, looking: &Onlooker<'_>, fixed: &Fixed) {
        let spots = fixed.spots.iter();
        let held = spots.filter_map(|(tile, o)| looking.held_by(&self.ids, *tile, *o));
        let mut held: Vec<(Place, Option<Arc<Held>>)> = held.collect();
        held.sort_by(|(a, _), (b, _)| a.cmp(b));
        for place in held.iter().filter(|(_, held)| held.is_none()).map(|(place, _)| place) {
            if !self.table.closed.contains(place) {
                self.step(Change::Closed { of: Typed::Place(place.clone()) });
            }
        }
        for (place, held) in held.into_iter().filter_map(|(place, held)| Some((place, held?))) {
            let was = self.table.held.get(&place);
            if was.map_or(held.is_empty(), |was| *was == *held) {
                continue;
            }
            let was = was.cloned().unwrap_or_default();
            let of = Typed::Place(place);
            if was.owners != held.owners {
                self.step(Change::Own { of: of.clone(), to: held.owners.clone(), thing: None });
            }
            self.set_all(&of, differences(Some(&was.attributes), &held.attributes));
            if was.look != held.look {
                self.step(Change::Dress { of, look: held.look.clone() });
            }
        }
        let names = &looking.reader.game.names.facts;
        let globals: BTreeMap<&Name, u64> =
            fixed.globals.iter().map(|(class, o)| (&names[*class], *o)).collect();
        for (class, o) in globals {
            let of = Typed::Fact(class.clone());
            let fact = looking.fact(&self.ids, o);
            if !fact.attributes.is_empty() {
                self.set_all(&of, differences(self.table.facts.get(class), &fact.attributes));
            }
            let is_dressed = match self.table.looks.get(class) {
                Some(look) => *look == fact.look,
                None => fact.look.is_empty(),
            };
            if !is_dressed {
                self.step(Change::Dress { of, look: fact.look.clone() });
            }
        }
    }

    fn follow_up_course(&mut self, looking: &Onlooker<'_>, outcome: Option<Outcome>) {
        for (seat, is) in (0..).zip(looking.seats()) {
            let Some(was) = self.table.seats.get(seat as usize) else { continue };
            if (was.score.to_bits(), was.out, &was.team) == (is.score.to_bits(), is.out, &is.team) {
                continue;
            }
            let was = was.clone();
            if was.score.to_bits() != is.score.to_bits() {
                self.step(Change::Score { seat, to: is.score });
            }
            if is.out && !was.out {
                self.step(Change::Out { seat });
            }
            if was.team != is.team {
                self.step(Change::Team { seat, to: is.team.clone() });
            }
        }
        let course = looking.course();
        if self.table.course != *course {
            self.step(Change::Pass(course.clone()));
        }
        if let (None, Some(outcome)) = (&self.table.outcome, outcome) {
            self.step(Change::End { outcome });
        }
    }
}

/// What makes some attributes of others; None of those that are not there any more.
fn differences(was: Option<&Attributes>, is: &Attributes) -> Vec<(Name, Option<Typed>)> {
    let before = |name: &Name| was.and_then(|was| was.get(name));
    let set = is.iter().filter(|(name, to)| before(name) != Some(to));
    let lost = was.into_iter().flat_map(Attributes::iter).map(|(name, _)| name);
    let lost = lost.filter(|name| is.get(name).is_none());
    set.map(|(name, to)| (name.clone(), Some(to.clone())))
        .chain(lost.map(|name| (name.clone(), None)))
        .collect()
}

/// What is lost from sight may have gone in an order that tells where it lies now.
fn sort_lost<T>(all: &mut [T], change: impl Fn(&T) -> &Change) {
    let lost = |one: &T| match change(one) {
        Change::Move { id, lost: true, .. } => Some(*id),
        _ => None,
    };
    for run in all.chunk_by_mut(|a, b| lost(a).is_some() && lost(b).is_some()) {
        run.sort_by_key(&lost);
    }
}

/// Whether the order of such changes may tell more than they do.
fn hides_order(change: &Change) -> bool {
    match change {
        Change::Move { thing, lost, .. } => thing.is_some() || *lost,
        Change::Turn { lost, .. } => *lost,
        Change::Count { .. } => true,
        _ => false,
    }
}

/// The places where a change changes what lies there.
fn places(change: &Change) -> impl Iterator<Item = &Place> {
    let (one, other) = match change {
        Change::Move { from, to, .. } | Change::Count { from, to, .. } => (from.as_ref(), to.as_ref()),
        Change::Make { at, .. } => (at.as_ref(), None),
        Change::Gone { from, .. } => (from.as_ref(), None),
        Change::Turn { at, .. }
        | Change::Reveal { at, .. }
        | Change::Shuffle { at, .. }
        | Change::Order { at, .. } => (Some(at), None),
        _ => (None, None),
    };
    one.into_iter().chain(other)
}

/// Makes one step of two where they are of one kind: things that stay unknown, dice that are thrown again, a piece that
/// goes on to another tile. Gives back what is a step of its own.
fn joined(last: &mut Step, change: Change) -> Option<Change> {
    match (&mut last.change, change) {
        (Change::Count { from, to, n }, Change::Count { from: next_from, to: next_to, n: more })
            if *from == next_from && *to == next_to =>
        {
            *n += more
        }
        (
            Change::Move { id, from: Some(_), via, to, lost: false, .. },
            Change::Move {
                id: next,
                from: Some(_),
                to: next_to @ Some(Place::Tile { .. }),
                lost: false,
                thing: None,
                ..
            },
        ) if *id == next && matches!(to, Some(Place::Tile { .. })) => {
            via.extend(std::mem::replace(to, next_to));
        }
        (_, change) => return Some(change),
    }
    None
}

/// Attributes that are worked out are not known while the rules run: a thing that was shown then gets those that it has
/// in the end, where it can still be seen.
fn fill_in(game: &Game, step: &mut Step, table: &mut Tabletop, now: &BTreeMap<u32, Arc<Thing>>) {
    let (Change::Move { id, thing: Some(thing), .. }
    | Change::Make { id, thing, .. }
    | Change::Reveal { id, thing, .. }
    | Change::Own { of: Typed::Thing(id), thing: Some(thing), .. }) = &mut step.change
    else {
        return;
    };
    let Some(last) = now.get(id).filter(|last| last.class == thing.class) else { return };
    let class = game.names.classes.iter().position(|name| Some(name) == thing.class.as_ref());
    let fields = class
        .into_iter()
        .flat_map(|class| game.program.classes[class].fields.iter().zip(&game.names.fields[class]));
    for (_, name) in fields.filter(|(field, _)| field.reader.is_some() || field.derived) {
        if let Some(to) = last.attributes.get(name) {
            for thing in table.things.get_mut(id).into_iter().chain([&mut *thing]) {
                Arc::make_mut(thing).attributes.insert(name.clone(), to.clone());
            }
        }
    }
}

impl Tabletop {
    /// The value of an attribute.
    pub(super) fn attribute(&self, of: &Typed, name: &Name) -> Option<&Typed> {
        let attributes = match of {
            Typed::Thing(id) => &self.things.get(id)?.attributes,
            Typed::Place(place) => &self.held.get(place)?.attributes,
            Typed::Fact(class) => self.facts.get(class)?,
            _ => return None,
        };
        attributes.get(name)
    }
}
