//! Follows what the machine changes while it runs, for everybody who looks on: what each could see at that moment. It
//! knows neither moves nor decisions.

use super::look::{Onlooker, birth};
use super::{Change, Identities, Ids, Place, Step, Tabletop, Thing, Typed};
use crate::game::Game;
use crate::position::Position;
use crate::view::heard::Heard;
use crate::view::modified::Modified;
use crate::view::outcome::outcome;
use crate::view::reader::{MAX_SHOWN, Reader};
use crate::view::{Eyes, Outcome, Viewer};
use bytecode::layout::object;
use bytecode::word::{self, NULL};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;
use vm::Moved;

/// So many steps are told between two decisions to one viewer; where there are more, what they come to stands in the
/// view alone.
const MAX_STEPS: usize = 10_000;

/// What everybody sees happen since the last decision.
pub(crate) struct Tracer {
    each: Vec<Witness>,
    /// Numbers what happens.
    group: u32,
    /// The instruction that made the last changes.
    last: u32,
}

/// One who looks on.
struct Witness {
    viewer: Viewer,
    ids: Ids,
    /// The table as the steps so far have made it.
    table: Tabletop,
    steps: Vec<Step>,
    /// The last of what happened that was seen, as it is counted for all, and as this viewer counts it.
    group: (u32, u32),
    /// Where the steps of that begin, and what lay before it in the places where it changed something.
    first: usize,
    before: BTreeMap<Place, Vec<Option<u32>>>,
}

/// What was seen, and the numbers that everybody has for things then.
pub(crate) struct Traced {
    pub identities: Identities,
    /// By seat; then for spectators.
    pub steps: Vec<Vec<Step>>,
}

/// A reader of a state for one viewer.
fn onlooker<'a>(game: &'a Game, words: &'a [u64], players: u32, viewer: Viewer) -> Onlooker<'a> {
    let presenter = Some(game.presenter(players));
    let budget = Cell::new(MAX_SHOWN);
    Onlooker { reader: Reader { presenter, budget, ..Reader::new(game, words, players, viewer) }, viewer }
}

/// The table as one viewer sees it, who has these numbers for things; what has none yet gets one.
pub(crate) fn tabletop(
    game: &Game,
    position: &Position,
    modified: Option<&Modified>,
    viewer: Viewer,
    ids: &mut Ids,
) -> Tabletop {
    let words = modified.map_or(&position.state.words, |m| &m.words);
    let mut looking = onlooker(game, words, position.players(), viewer);
    looking.reader.unread = modified.map(|m| &m.unread);
    let outcome = match outcome(game, position) {
        Some(Outcome::Fault(fault)) => Some(Outcome::Fault(fault.for_everybody())),
        outcome => outcome,
    };
    looking.tabletop(ids, outcome)
}

impl Tracer {
    /// From here on. What modifiers make of the position is as of its beginning.
    pub(crate) fn new(
        game: &Game,
        position: &Position,
        modified: Option<&Modified>,
        identities: &Identities,
    ) -> Tracer {
        let each = identities.viewers().map(|(viewer, ids)| {
            let mut ids = ids.clone();
            let table = tabletop(game, position, modified, viewer, &mut ids);
            Witness {
                viewer,
                ids,
                table,
                steps: Vec::new(),
                group: (0, 0),
                first: 0,
                before: BTreeMap::new(),
            }
        });
        Tracer { each: each.collect(), group: 0, last: u32::MAX }
    }

    /// Notes what the machine has changed; `at` is the instruction that did.
    pub(crate) fn see(&mut self, game: &Game, position: &Position, changes: &[vm::Change], at: u32) {
        if at != self.last {
            (self.group, self.last) = (self.group + 1, at);
        }
        let (words, players, g) = (&position.state.words, position.players(), self.group);
        self.note_rolls(game, changes);
        for witness in &mut self.each {
            let looking = onlooker(game, words, players, witness.viewer);
            let mut seeing = Seeing { looking, witness, g };
            changes.iter().for_each(|change| seeing.see(change));
            seeing.lose_sight(changes);
        }
    }

    /// Where rules may hide something, what comes up is told by what is made of it alone: it may be nobody's business,
    /// and that something is equal to it does not say that it comes of it.
    fn note_rolls(&mut self, game: &Game, changes: &[vm::Change]) {
        if game.hidden().is_some() {
            return;
        }
        for change in changes {
            let vm::Change::Rolled { dice, value } = change else { continue };
            let dice = dice.and_then(|d| game.program.dice.get(d as usize)).map(|(name, _)| name.clone());
            for witness in &mut self.each {
                witness.roll(dice.clone(), word::to_number(*value), self.group);
            }
        }
    }

    /// Notes what the rules tell.
    pub(crate) fn hear(&mut self, heard: &Heard) {
        self.group += 1;
        self.last = u32::MAX;
        for witness in &mut self.each {
            if let Some(text) = heard.text(Eyes::Of(witness.viewer)) {
                witness.step(Change::Say { text: text.to_owned() }, self.group);
            }
        }
    }

    /// The end, where the next decision is: what follows from all that changed, and what nobody has followed.
    pub(crate) fn finish(self, game: &Game, position: &Position, modified: Option<&Modified>) -> Traced {
        let g = self.group + 1;
        let (mut ids, mut steps) = (Vec::new(), Vec::new());
        for mut witness in self.each {
            let mut now_ids = witness.ids.clone();
            let now = tabletop(game, position, modified, witness.viewer, &mut now_ids);
            witness.close();
            witness.follow_up(game, &now, g);
            witness.close();
            now_ids.keep(|id| now.things.contains_key(&id));
            ids.push(now_ids);
            steps.push(witness.steps);
        }
        Traced { identities: Identities::from_each(ids), steps }
    }
}

impl Witness {
    /// Sees a change.
    fn step(&mut self, change: Change, g: u32) {
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
        self.table.apply(&change);
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
    fn close(&mut self) {
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

    fn roll(&mut self, dice: Option<String>, value: f64, g: u32) {
        self.step(Change::Roll { dice, values: vec![value] }, g);
    }

    /// What follows: things that are new and lie nowhere, attributes that are worked out, lists, how the match stands.
    fn follow_up(&mut self, game: &Game, now: &Tabletop, g: u32) {
        let table = &mut self.table;
        self.steps.iter_mut().for_each(|step| fill_in(game, step, table, now));
        let is_gone = |id: &u32| !now.things.contains_key(id) && self.table.place_of(*id).is_none();
        let gone: Vec<u32> = self.table.things.keys().copied().filter(is_gone).collect();
        for id in gone {
            self.step(Change::Gone { id, from: None }, g);
        }
        for (id, thing) in &now.things {
            match self.table.things.get(id) {
                None if now.place_of(*id).is_none() => {
                    self.step(Change::Make { id: *id, at: None, j: None, thing: thing.clone() }, g);
                }
                Some(was) if was != thing => self.catch_up(*id, &was.clone(), thing, g),
                _ => {}
            }
        }
        self.follow_up_places(now, g);
        self.follow_up_course(now, g);
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

    fn follow_up_places(&mut self, now: &Tabletop, g: u32) {
        let closed: Vec<Place> =
            self.table.held.keys().filter(|place| !now.held.contains_key(*place)).cloned().collect();
        for place in closed {
            self.step(Change::Closed { of: Typed::Place(place) }, g);
        }
        for (place, held) in &now.held {
            let was = self.table.held.get(place).cloned().unwrap_or_default();
            let of = Typed::Place(place.clone());
            if was.owners != held.owners {
                self.step(Change::Own { of: of.clone(), to: held.owners.clone(), thing: None }, g);
            }
            self.set_all(&of, &was.attributes, &held.attributes, g);
        }
        for (class, attributes) in &now.facts {
            let was = self.table.facts.get(class).cloned().unwrap_or_default();
            self.set_all(&Typed::Fact(class.clone()), &was, attributes, g);
        }
    }

    fn follow_up_course(&mut self, now: &Tabletop, g: u32) {
        for (seat, is) in (0..).zip(&now.seats) {
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
        if self.table.course != now.course {
            self.step(Change::Pass(now.course.clone()), g);
        }
        if let (None, Some(outcome)) = (&self.table.outcome, &now.outcome) {
            self.step(Change::End { outcome: outcome.clone() }, g);
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
fn fill_in(game: &Game, step: &mut Step, table: &mut Tabletop, now: &Tabletop) {
    let (Change::Move { id, thing: Some(thing), .. }
    | Change::Make { id, thing, .. }
    | Change::Reveal { id, thing, .. }) = &mut step.change
    else {
        return;
    };
    let Some(last) = now.things.get(id).filter(|last| last.class == thing.class) else { return };
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

/// One viewer at one moment.
struct Seeing<'a, 'w> {
    looking: Onlooker<'a>,
    witness: &'w mut Witness,
    g: u32,
}

impl Seeing<'_, '_> {
    fn step(&mut self, change: Change) {
        self.witness.step(change, self.g);
    }

    fn birth(&self, o: u64) -> Option<u32> {
        birth(&self.looking.reader, o)
    }

    fn id(&self, o: u64) -> Option<u32> {
        self.witness.ids.get(self.birth(o)?)
    }

    fn see(&mut self, change: &vm::Change) {
        match change {
            vm::Change::Moved(moved) => self.moved(moved),
            vm::Change::Removed(o) => self.removed(*o),
            vm::Change::Revealed(o) => self.revealed(*o),
            vm::Change::Shuffled(zone) => self.shuffled(*zone),
            vm::Change::Set { object, word } => self.set(*object, usize::from(*word)),
            vm::Change::SetFixed(index) => self.set_fixed(usize::from(*index)),
            vm::Change::Owned(o) => self.owned(*o),
            vm::Change::Scored(seat) => self.scored(*seat),
            vm::Change::Eliminated(seat) => {
                if self.witness.table.seats.get(*seat as usize).is_some_and(|s| !s.out) {
                    self.step(Change::Out { seat: *seat });
                }
            }
            vm::Change::Passed => {
                let course = self.looking.course();
                if course != self.witness.table.course {
                    self.step(Change::Pass(course));
                }
            }
            vm::Change::Rolled { .. } => {}
        }
    }

    fn is_zone(&self, place: u64) -> bool {
        place != NULL && !self.looking.is_tile(place)
    }

    fn moved(&mut self, moved: &Moved) {
        let Some(birth) = self.birth(moved.piece) else { return };
        let (bit, from, to) = (self.looking.bit(), moved.from, moved.to);
        if from == to && self.is_zone(to) && !self.looking.is_ordered(to) {
            // Nothing has a position there.
            return;
        }
        let reader = &self.looking.reader;
        let (from_place, to_place) = (reader.place(from), reader.place(to));
        let is_removed = reader.word(moved.piece as usize) & object::REMOVED != 0;
        let sees_from = from == NULL || self.looking.is_tile(from) && self.looking.sees_tile(from);
        let before = self
            .witness
            .ids
            .get(birth)
            .filter(|_| moved.followed & bit != 0 || moved.known & bit != 0 || sees_from);
        if before.is_none() {
            self.lose_one(birth, moved.from);
            self.lose_sight_of(from, Some(moved.piece));
        }
        let is_known = moved.known & bit != 0;
        let is_followed = match to {
            NULL => before.is_some() && !is_removed,
            to if self.looking.is_tile(to) => is_known || self.looking.sees_tile(to),
            _ => is_known,
        };
        match (before, is_followed) {
            (Some(id), false) if is_removed => {
                self.witness.ids.lose(birth);
                self.step(Change::Gone { id, from: from_place });
            }
            (None, false) => self.moved_unseen(moved, (from_place, to_place)),
            (Some(id), false) => {
                let to = to_place.filter(|_| self.is_zone(to));
                self.witness.ids.lose(birth);
                self.step(Change::Move {
                    id,
                    from: from_place,
                    via: Vec::new(),
                    to,
                    j: None,
                    lost: true,
                    thing: None,
                });
            }
            (_, true) => self.moved_in_sight(moved, before.is_none(), (from_place, to_place)),
        }
    }

    /// It is followed to where it is now.
    fn moved_in_sight(&mut self, moved: &Moved, is_new: bool, (from, to): (Option<Place>, Option<Place>)) {
        let Some(birth) = self.birth(moved.piece) else { return };
        let j = self.position_taken(moved, to.as_ref());
        let id = self.witness.ids.meet(birth);
        let thing = self.looking.thing(&self.witness.ids, moved.piece);
        let was = self.witness.table.things.get(&id);
        let turns = was.is_some_and(|was| was.class.is_some() && thing.class.is_none());
        let is_news = was.is_none_or(|was| was.class.is_none() && thing.class.is_some());
        if is_new && moved.from == NULL {
            return self.step(Change::Make { id, at: to, j, thing });
        }
        // What lies on a board that the viewer does not see comes from nowhere.
        let from = from.filter(|_| !is_new || self.is_zone(moved.from));
        let (place, thing) = (to.clone(), is_news.then_some(thing));
        self.step(Change::Move { id, from, via: Vec::new(), to, j, lost: false, thing });
        if let (true, Some(at)) = (turns, place) {
            self.step(Change::Turn { ids: vec![id], at, lost: false });
        }
    }

    /// It was not known and is not.
    fn moved_unseen(&mut self, moved: &Moved, (from, to): (Option<Place>, Option<Place>)) {
        let from = from.filter(|_| self.is_zone(moved.from));
        let to = to.filter(|_| self.is_zone(moved.to));
        if from.is_some() || to.is_some() {
            self.step(Change::Count { from, to, n: 1 });
        }
    }

    /// Where in a place something known comes to lie, where that is not on top.
    fn position_taken(&self, moved: &Moved, to: Option<&Place>) -> Option<usize> {
        let to = to.filter(|_| self.is_zone(moved.to) && self.looking.is_ordered(moved.to))?;
        let there = self.witness.table.at.get(to).map_or(0, Vec::len);
        (moved.into + usize::from(moved.from == moved.to) != there).then_some(moved.into)
    }

    /// The viewer cannot tell any more which thing it is that was there.
    fn lose_one(&mut self, birth: u32, from: u64) {
        let Some(id) = self.witness.ids.lose(birth) else { return };
        if let Some(at) = self.looking.reader.place(from) {
            self.step(Change::Turn { ids: vec![id], at, lost: true });
        }
    }

    /// What lies in a zone and is not known any more cannot be followed.
    fn lose_sight_of(&mut self, zone: u64, but: Option<u64>) {
        if !self.is_zone(zone) || !self.looking.reader.game.may_veil {
            return;
        }
        let Some(at) = self.looking.reader.place(zone) else { return };
        let known = self.witness.table.at.get(&at).map_or(&[][..], Vec::as_slice);
        let reader = &self.looking.reader;
        let unknown = reader.elements(zone).iter().filter(|o| Some(**o) != but && !reader.knows(**o));
        let births: Vec<u32> = unknown.filter_map(|o| birth(reader, *o)).collect();
        let is_there = |birth: &u32| self.witness.ids.get(*birth).is_some_and(|id| known.contains(&Some(id)));
        let births: Vec<u32> = births.into_iter().filter(is_there).collect();
        let mut ids: Vec<u32> = births.into_iter().filter_map(|birth| self.witness.ids.lose(birth)).collect();
        ids.sort_unstable();
        if !ids.is_empty() {
            self.step(Change::Turn { ids, at, lost: true });
        }
    }

    /// After all changes of an instruction.
    fn lose_sight(&mut self, changes: &[vm::Change]) {
        for change in changes {
            if let vm::Change::Moved(moved) = change {
                self.lose_sight_of(moved.from, None);
                self.lose_sight_of(moved.to, None);
            }
        }
    }

    /// Of a piece that lay somewhere, its way out was noted.
    fn removed(&mut self, o: u64) {
        if o == NULL || self.looking.reader.word(o as usize) & object::REMOVED == 0 {
            return;
        }
        let Some(id) = self.id(o) else { return };
        if self.witness.table.place_of(id).is_none()
            && let Some(birth) = self.birth(o)
        {
            self.witness.ids.lose(birth);
            self.step(Change::Gone { id, from: None });
        }
    }

    fn revealed(&mut self, o: u64) {
        let reader = &self.looking.reader;
        if o == NULL || !reader.knows(o) {
            return;
        }
        let place = reader.word(o as usize + object::PLACE);
        let (Some(birth), Some(at)) = (self.birth(o), reader.place(place)) else { return };
        let known = self.witness.ids.get(birth).and_then(|id| self.witness.table.things.get(&id));
        if known.is_some_and(|thing| thing.class.is_some()) {
            return;
        }
        let is_hidden = known.is_none() && self.is_zone(place) && self.looking.is_ordered(place);
        let i = is_hidden.then(|| reader.elements(place).iter().position(|e| *e == o)).flatten();
        let id = self.witness.ids.meet(birth);
        let thing = self.looking.thing(&self.witness.ids, o);
        self.step(Change::Reveal { id, at, i, thing });
    }

    fn shuffled(&mut self, zone: u64) {
        let reader = &self.looking.reader;
        let Some(at) = reader.place(zone) else { return };
        let all = reader.elements(zone);
        let mut now: Option<Vec<u32>> =
            all.iter().map(|o| self.id(*o).filter(|_| reader.knows(*o))).collect();
        if now.is_none() {
            let births: Vec<u32> = all.iter().filter_map(|o| self.birth(*o)).collect();
            for birth in births {
                self.witness.ids.lose(birth);
            }
        }
        if let Some(now) = now.as_mut().filter(|_| self.witness.table.unordered.contains(&at)) {
            now.sort_unstable();
        }
        self.step(Change::Shuffle { at, now });
    }

    fn scored(&mut self, seat: u32) {
        let to = self.looking.seat(seat).score;
        if self.witness.table.seats.get(seat as usize).is_some_and(|s| s.score.to_bits() != to.to_bits()) {
            self.step(Change::Score { seat, to });
        }
    }

    /// What values stand for whose attributes these are.
    fn subject(&self, o: u64) -> Option<Typed> {
        let (reader, class) = (&self.looking.reader, self.looking.reader.class(o));
        if class.global.is_some() {
            return Some(Typed::Fact(class.name.clone()));
        }
        let tiles = &reader.game.program.tiles.objects;
        if (o as usize) < reader.game.program.layout.heap || class.is_tile || class.spot().is_some() {
            let tile = tiles.iter().position(|held| u64::from(*held) == o)?;
            return reader.place(tile as u64).map(Typed::Place);
        }
        let id = self.id(o).filter(|_| reader.knows(o))?;
        self.witness.table.things.get(&id).filter(|thing| thing.class.is_some())?;
        Some(Typed::Thing(id))
    }

    fn set_fixed(&mut self, index: usize) {
        let globals = self.looking.reader.game.program.classes.iter().filter(|c| !c.is_event);
        let holds = |at: usize, size: u16| (at..at + usize::from(size)).contains(&index);
        let of = globals.filter_map(|c| Some((c.global? as usize, c.size)));
        if let Some((at, _)) = of.into_iter().find(|(at, size)| holds(*at, *size)) {
            self.set(at as u64, index - at);
        }
    }

    fn set(&mut self, o: u64, word: usize) {
        let reader = &self.looking.reader;
        if o == NULL || bytecode::layout::is_constant(o) {
            return;
        }
        let class = reader.class(o);
        let field = word.checked_sub(usize::from(class.first_field)).and_then(|i| class.fields.get(i));
        // What modifiers make of it comes at the end.
        let Some(field) = field.filter(|f| !f.hidden && !f.derived && f.reader.is_none()) else { return };
        if field.secret && !reader.owns(o) {
            return;
        }
        let Some(of) = self.subject(o) else { return };
        let w = reader.word(o as usize + word);
        let Some(to) = reader.typed(&self.witness.ids, w, &field.show) else { return };
        let attr = field.shown_name().to_owned();
        if self.witness.table.attribute(&of, &attr) == Some(&to) {
            return;
        }
        self.step(Change::Set { of, attr, to: Some(to) });
    }

    fn owned(&mut self, o: u64) {
        if o == NULL {
            return;
        }
        let Some(of) = self.subject(o) else { return };
        let reader = &self.looking.reader;
        let to = reader.owners(o);
        let has_secrets = reader.class(o).fields.iter().any(|f| f.secret && !f.hidden);
        let has_look = reader
            .game
            .program
            .looks
            .classes
            .contains_key(&u32::from(object::class(reader.word(o as usize))));
        let before = match &of {
            Typed::Thing(id) => self.witness.table.things.get(id).map(|thing| thing.owners.clone()),
            Typed::Place(place) => self.witness.table.held.get(place).map(|held| held.owners.clone()),
            _ => return,
        };
        if before.unwrap_or_default() == to {
            return;
        }
        let is_thing = matches!(of, Typed::Thing(_));
        let thing = (is_thing && (has_secrets || has_look)).then(|| self.looking.thing(&self.witness.ids, o));
        self.step(Change::Own { of, to, thing });
    }
}

impl Tabletop {
    /// The value of an attribute.
    fn attribute(&self, of: &Typed, name: &str) -> Option<&Typed> {
        let attributes = match of {
            Typed::Thing(id) => &self.things.get(id)?.attributes,
            Typed::Place(place) => &self.held.get(place)?.attributes,
            Typed::Fact(class) => self.facts.get(class)?,
            _ => return None,
        };
        attributes.get(name)
    }
}
