//! One who looks on: the table as the steps so far have made it, and what follows from a move once it is done. It knows
//! nothing of what the machine runs.

use super::changed::Changed;
use super::look::{Onlooker, birth};
use super::{Change, Held, Ids, Place, Step, Tabletop, Thing, Typed};
use crate::game::Game;
use crate::view::{Outcome, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// So many steps are told between two decisions to one viewer; where there are more, what they come to stands in the
/// view alone.
const MAX_STEPS: usize = 10_000;

/// One who looks on.
pub(super) struct Witness {
    pub viewer: Viewer,
    pub ids: Ids,
    /// The table as the steps so far have made it.
    pub table: Arc<Tabletop>,
    pub steps: Vec<Step>,
    /// The last of what happened that was seen, as it is counted for all, and as this viewer counts it.
    group: (u32, u32),
    /// Where the steps of that begin, and what lay before it in the places where it changed something.
    first: usize,
    before: BTreeMap<Place, Vec<Option<u32>>>,
}

impl Witness {
    pub(super) fn new(viewer: Viewer, ids: Ids, table: Arc<Tabletop>) -> Witness {
        let before = BTreeMap::new();
        Witness { viewer, ids, table, steps: Vec::new(), group: (0, 0), first: 0, before }
    }

    /// Sees a change.
    pub(super) fn step(&mut self, change: Change, g: u32) {
        // What was not seen is not counted either.
        if self.group.0 != g {
            self.close();
            self.group = (g, self.group.1 + 1);
        }
        for place in places(&change) {
            if !self.before.contains_key(place) {
                self.before.insert(place.clone(), self.table.at.get(place).cloned().unwrap_or_default());
            }
        }
        Arc::make_mut(&mut self.table).apply(&change);
        if self.steps.len() < MAX_STEPS {
            self.add(change);
        }
    }

    fn add(&mut self, change: Change) {
        let g = self.group.1;
        let own = match (self.steps.last_mut(), &change) {
            // Several dice may be thrown one after the other.
            (
                Some(Step { change: Change::Roll { dice, values }, .. }),
                Change::Roll { dice: next, values: more },
            ) if dice == next => {
                values.extend(more);
                None
            }
            (Some(last), _) if last.g == g => joined(last, change),
            _ => Some(change),
        };
        self.steps.extend(own.map(|change| Step { change, g }));
    }

    /// What happened together is told without the order in which it happened to what is not known: that would tell which
    /// of several things it was.
    pub(super) fn close(&mut self) {
        let before = std::mem::take(&mut self.before);
        let first = self.first;
        if !self.steps[first..].iter().any(|step| hides_order(&step.change)) {
            self.first = self.steps.len();
            return;
        }
        let (mut turned, mut counted) = (BTreeMap::new(), BTreeMap::new());
        let steps = self.steps.split_off(first);
        for step in steps {
            match step.change {
                Change::Count { from, to, n } => *counted.entry((from, to)).or_insert(0) += n,
                Change::Turn { ids, at, lost: true } => turned.entry(at).or_insert_with(Vec::new).extend(ids),
                change => self.add(change),
            }
        }
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

    /// Tells the order of what lies where it does not follow from the steps of a group.
    fn put_in_order(&mut self, before: BTreeMap<Place, Vec<Option<u32>>>, first: usize) {
        let known = before.values().flatten().flatten().map(|id| (*id, Thing::default())).collect();
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

    pub(super) fn roll(&mut self, dice: Option<String>, value: f64, g: u32) {
        self.step(Change::Roll { dice, values: vec![value] }, g);
    }

    /// What follows: things that are new and lie nowhere, attributes that are worked out, lists, how the match stands.
    pub(super) fn follow_up(
        &mut self,
        looking: &Onlooker<'_>,
        changed: &Changed,
        outcome: Option<Outcome>,
        g: u32,
    ) {
        let new = self.meet(looking, &changed.new);
        let fresh = self.read(looking, &changed.objects);
        if !self.steps.is_empty() {
            let table = Arc::make_mut(&mut self.table);
            self.steps.iter_mut().for_each(|step| fill_in(looking.reader.game, step, table, &fresh));
        }
        self.follow_up_gone(looking, changed, &fresh, g);
        for (id, o) in new {
            let thing = looking.thing(&self.ids, o);
            self.step(Change::Make { id, at: None, j: None, thing }, g);
        }
        for (id, thing) in &fresh {
            if let Some(was) = self.table.things.get(id).filter(|was| *was != thing) {
                self.catch_up(*id, &was.clone(), thing, g);
            }
        }
        self.follow_up_places(looking, changed, g);
        self.follow_up_course(looking, outcome, g);
        let Witness { ids, table, .. } = self;
        if ids.len() != table.things.len() {
            ids.keep(|id| table.things.contains_key(&id));
        }
    }

    /// Objects as the viewer sees them who can follow them.
    fn read(&self, looking: &Onlooker<'_>, objects: &[u64]) -> BTreeMap<u32, Thing> {
        let id = |o: u64| birth(&looking.reader, o).and_then(|birth| self.ids.get(birth));
        let followed = objects.iter().filter(|o| looking.can_follow(**o));
        followed.filter_map(|o| Some((id(*o)?, looking.thing(&self.ids, *o)))).collect()
    }

    fn follow_up_gone(
        &mut self,
        looking: &Onlooker<'_>,
        changed: &Changed,
        fresh: &BTreeMap<u32, Thing>,
        g: u32,
    ) {
        let births = changed.objects.iter().filter_map(|o| birth(&looking.reader, *o));
        let ids = births.chain(changed.gone.iter().copied()).filter_map(|birth| self.ids.get(birth));
        let table = &self.table;
        let is_gone = |id: &u32| {
            table.things.contains_key(id) && !fresh.contains_key(id) && table.place_of(*id).is_none()
        };
        let gone: BTreeSet<u32> = ids.filter(is_gone).collect();
        for id in gone {
            self.step(Change::Gone { id, from: None }, g);
        }
    }

    /// Gives their numbers to things that are new and lie nowhere, before any of them is shown, since they may refer to
    /// one another.
    fn meet(&mut self, looking: &Onlooker<'_>, new: &[u64]) -> BTreeMap<u32, u64> {
        let mut met = BTreeMap::new();
        for o in new.iter().copied().filter(|o| looking.can_follow(*o)) {
            let Some(birth) = birth(&looking.reader, o) else { continue };
            let id = self.ids.meet(birth);
            if !self.table.things.contains_key(&id) && self.table.place_of(id).is_none() {
                met.insert(id, o);
            }
        }
        met
    }

    fn catch_up(&mut self, id: u32, was: &Thing, is: &Thing, g: u32) {
        let of = Typed::Thing(id);
        if was.class != is.class {
            return self.step(Change::Own { of, to: is.owners.clone(), thing: Some(is.clone()) }, g);
        }
        if was.owners != is.owners {
            self.step(Change::Own { of: of.clone(), to: is.owners.clone(), thing: None }, g);
        }
        self.set_all(&of, &was.attributes, &is.attributes, g);
        if (&was.text, &was.look) != (&is.text, &is.look) {
            self.step(Change::Look { id, text: is.text.clone(), look: is.look.clone() }, g);
        }
    }

    fn set_all(&mut self, of: &Typed, was: &BTreeMap<String, Typed>, is: &BTreeMap<String, Typed>, g: u32) {
        for (name, to) in is {
            if was.get(name) != Some(to) {
                self.step(Change::Set { of: of.clone(), attr: name.clone(), to: Some(to.clone()) }, g);
            }
        }
        for name in was.keys().filter(|name| !is.contains_key(*name)) {
            self.step(Change::Set { of: of.clone(), attr: name.clone(), to: None }, g);
        }
    }

    fn follow_up_places(&mut self, looking: &Onlooker<'_>, changed: &Changed, g: u32) {
        let place = |tile: u64| looking.reader.place(tile);
        let held =
            changed.spots.iter().map(|(tile, o)| (place(*tile), looking.held_by(&self.ids, *tile, *o)));
        let mut of_place: BTreeMap<Place, Option<Held>> = BTreeMap::new();
        for (place, held) in held.filter_map(|(place, held)| Some((place?, held))) {
            let known = of_place.entry(place).or_default();
            *known = held.map(|(_, held)| held).or(known.take());
        }
        let held = of_place;
        for (place, _) in held.iter().filter(|(_, held)| held.is_none()) {
            if self.table.held.contains_key(place) {
                self.step(Change::Closed { of: Typed::Place(place.clone()) }, g);
            }
        }
        for (place, held) in held.into_iter().filter_map(|(place, held)| Some((place, held?))) {
            let was = self.table.held.get(&place).cloned().unwrap_or_default();
            let of = Typed::Place(place);
            if was.owners != held.owners {
                self.step(Change::Own { of: of.clone(), to: held.owners.clone(), thing: None }, g);
            }
            self.set_all(&of, &was.attributes, &held.attributes, g);
        }
        let classes = &looking.reader.game.program.classes;
        let facts = changed.globals.iter();
        let facts: BTreeMap<&String, _> =
            facts.map(|(class, o)| (&classes[*class].name, looking.attributes(&self.ids, *o))).collect();
        for (class, attributes) in facts.into_iter().filter(|(_, all)| !all.is_empty()) {
            let was = self.table.facts.get(class).cloned().unwrap_or_default();
            self.set_all(&Typed::Fact(class.clone()), &was, &attributes, g);
        }
    }

    fn follow_up_course(&mut self, looking: &Onlooker<'_>, outcome: Option<Outcome>, g: u32) {
        for seat in 0..looking.reader.players {
            let is = looking.seat(seat);
            let Some(was) = self.table.seats.get(seat as usize).cloned() else { continue };
            if was.score.to_bits() != is.score.to_bits() {
                self.step(Change::Score { seat, to: is.score }, g);
            }
            if is.out && !was.out {
                self.step(Change::Out { seat }, g);
            }
            if was.team != is.team {
                self.step(Change::Team { seat, to: is.team.clone() }, g);
            }
        }
        let course = looking.course();
        if self.table.course != course {
            self.step(Change::Pass(course), g);
        }
        if let (None, Some(outcome)) = (&self.table.outcome, outcome) {
            self.step(Change::End { outcome }, g);
        }
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
fn fill_in(game: &Game, step: &mut Step, table: &mut Tabletop, now: &BTreeMap<u32, Thing>) {
    let (Change::Move { id, thing: Some(thing), .. }
    | Change::Make { id, thing, .. }
    | Change::Reveal { id, thing, .. }) = &mut step.change
    else {
        return;
    };
    let Some(last) = now.get(id).filter(|last| last.class == thing.class) else { return };
    let class = game.program.classes.iter().find(|class| Some(&class.name) == thing.class.as_ref());
    let worked_out =
        class.into_iter().flat_map(|class| &class.fields).filter(|f| f.reader.is_some() || f.derived);
    for name in worked_out.map(|field| field.shown_name()) {
        if let Some(to) = last.attributes.get(name) {
            for thing in table.things.get_mut(id).into_iter().chain([&mut *thing]) {
                thing.attributes.insert(name.to_owned(), to.clone());
            }
        }
    }
}

impl Tabletop {
    /// The value of an attribute.
    pub(super) fn attribute(&self, of: &Typed, name: &str) -> Option<&Typed> {
        let attributes = match of {
            Typed::Thing(id) => &self.things.get(id)?.attributes,
            Typed::Place(place) => &self.held.get(place)?.attributes,
            Typed::Fact(class) => self.facts.get(class)?,
            _ => return None,
        };
        attributes.get(name)
    }
}
