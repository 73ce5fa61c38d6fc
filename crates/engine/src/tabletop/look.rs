//! Reading a table off a state, for one viewer with the numbers that it has for things. It does not know what changed.

use super::trace::share;
use super::{Attributes, Course, Held, Ids, Name, Place, SeatState, Tabletop, Thing, Typed};
use crate::order::{MAX_SORTED, by_number};
use crate::position::seat_words;
use crate::view::memo::Cost;
use crate::view::reader::Reader;
use crate::view::{Eyes, Look, Outcome, SortKeys, Viewer};
use bytecode::layout::{header, list, object, seat};
use bytecode::word::{self, NULL};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
use vm::sight;

/// A viewer who looks at a state.
pub(crate) struct Onlooker<'a> {
    pub reader: Reader<'a>,
    pub viewer: Viewer,
    pub shared: &'a Shared,
}

/// What was read of one state that others who look at it see alike.
#[derive(Default)]
pub(crate) struct Shared {
    /// Of objects that name no others, by whether their secret attributes are seen.
    things: RefCell<Read<Arc<Thing>>>,
    held: RefCell<Read<Option<Arc<Held>>>>,
    facts: RefCell<Read<Arc<Fact>>>,
    /// Things of which nothing more is shown, since too much was before, with what they are sorted by. Of many thousands
    /// all that are of one class and owner read the same.
    left_out: RefCell<Vec<(Arc<Thing>, Arc<str>)>>,
    /// Who knows all that lies in a zone.
    knowers: RefCell<Vec<(u64, u64)>>,
    seats: OnceLock<Vec<SeatState>>,
    course: OnceLock<Course>,
}

/// What was read of objects, by whether their secret attributes are seen, and what that takes.
type Read<T> = BTreeMap<(u64, bool), (T, Cost)>;

/// So many different ones are kept of what is left out.
const MAX_LEFT_OUT: usize = 64;

/// About how many bytes it takes to follow a thing, of as many as a viewer may be shown. For whom this is too much follows
/// only so many; of all others it is told where they lie.
const FOLLOWED: usize = 128;

/// Class, owners and how something reads.
type Seen = (u16, Vec<u32>, Arc<str>);

/// A global object as it is on tables.
pub(crate) struct Fact {
    pub attributes: Attributes,
    pub look: Box<Look>,
}

/// What was read before of an object, or else what is read now, which others who see as much of it read alike as long
/// as nothing follows from who reads. It takes the same of what each may be shown, whoever has read it first.
fn read_once<T: Clone>(all: &RefCell<Read<T>>, reader: &Reader<'_>, o: u64, read: impl FnOnce() -> T) -> T {
    let key = (o, reader.sees_all_of(o));
    let known = all.borrow().get(&key).cloned();
    if let Some((found, cost)) = known {
        return if cost.is_taken(reader) { found } else { read() };
    }
    let viewers = ((1 << reader.players) - 1) | object::SPECTATORS;
    reader.personal.begin(o, sight::knowers(&reader.game.program, reader.words, o) & viewers);
    let (value, cost) = Cost::of(reader, read);
    if let Some(cost) = cost.filter(|_| !reader.personal.is_so()) {
        all.borrow_mut().insert(key, (value.clone(), cost));
    }
    value
}

/// The number that the machine gave an object; None of those that have none of their own.
pub(crate) fn birth(reader: &Reader<'_>, o: u64) -> Option<u32> {
    let birth = object::serial(reader.word(o as usize));
    (birth != u32::MAX).then_some(birth)
}

/// How a thing reads, so that sorting by it puts 9 before 10.
fn sorting(thing: &Thing) -> String {
    by_number(&format!("{thing:?}"))
}

impl Onlooker<'_> {
    pub(super) fn bit(&self) -> u64 {
        Eyes::Of(self.viewer).bits()
    }

    /// Whether the viewer sees that something lies on a tile, whatever it is.
    pub(super) fn sees_tile(&self, tile: u64) -> bool {
        sight::sees_tile(&self.reader.game.program, tile) & self.bit() != 0
    }

    pub(super) fn is_tile(&self, place: u64) -> bool {
        word::is_tile(place, self.reader.game.program.tiles.count)
    }

    /// Whether the viewer can follow an object where it lies now.
    pub(super) fn can_follow(&self, o: u64) -> bool {
        if self.reader.knows(o) {
            return true;
        }
        let place =
            if self.reader.class(o).is_piece { self.reader.word(o as usize + object::PLACE) } else { NULL };
        place != NULL && self.is_tile(place) && self.sees_tile(place)
    }

    /// Whether things in a zone have positions.
    pub(super) fn is_ordered(&self, zone: u64) -> bool {
        let program = &self.reader.game.program;
        let slot = list::zone(self.reader.word(zone as usize)) as usize;
        let info = program.slots.get(slot).and_then(|(zone, _)| program.zones.get(usize::from(*zone)));
        info.is_some_and(|info| info.ordered || info.deck)
    }

    /// As the viewer sees an object that it can follow.
    pub(super) fn thing(&self, ids: &Ids, o: u64) -> Arc<Thing> {
        if !self.reader.knows(o) {
            return Arc::default();
        }
        let is_left_out = self.reader.budget.get() == 0;
        let read = || Arc::new(self.own_thing(ids, o));
        let memo = &self.reader.game.things;
        let of_all = memo.of(&self.reader, o, read);
        let thing = of_all.unwrap_or_else(|| read_once(&self.shared.things, &self.reader, o, read));
        if is_left_out { self.left_out(thing) } else { thing }
    }

    /// The same as all that read so.
    fn left_out(&self, thing: Arc<Thing>) -> Arc<Thing> {
        let mut all = self.shared.left_out.borrow_mut();
        if let Some((same, _)) = all.iter().find(|(other, _)| *other == thing) {
            return Arc::clone(same);
        }
        if all.len() < MAX_LEFT_OUT {
            all.push((Arc::clone(&thing), sorting(&thing).into()));
        }
        thing
    }

    /// How a thing reads, for sorting.
    fn sorting(&self, thing: &Arc<Thing>) -> Arc<str> {
        let all = self.shared.left_out.borrow();
        let known = all.iter().find(|(other, _)| Arc::ptr_eq(other, thing));
        known.map_or_else(|| sorting(thing).into(), |(_, sorting)| Arc::clone(sorting))
    }

    fn own_thing(&self, ids: &Ids, o: u64) -> Thing {
        Thing {
            class: Some(self.reader.class_name(o)),
            text: self.reader.title(o),
            attributes: self.attributes(ids, o),
            owners: self.reader.owners(o),
            look: self.look_of(o),
        }
    }

    /// A global object.
    pub(super) fn fact(&self, ids: &Ids, o: u64) -> Arc<Fact> {
        read_once(&self.shared.facts, &self.reader, o, || {
            let (attributes, look) = (self.attributes(ids, o), self.look_of(o));
            Arc::new(Fact { attributes, look })
        })
    }

    fn attributes(&self, ids: &Ids, o: u64) -> Attributes {
        let class = usize::from(object::class(self.reader.word(o as usize)));
        let names = &self.reader.game.names.fields[class];
        let typed = self.reader.shown_fields(o).into_iter().filter_map(|(i, field, w)| {
            let value = match w {
                Some(w) => self.reader.typed(ids, w, &field.show)?,
                None => Typed::Null,
            };
            Some((names[i].clone(), value))
        });
        typed.collect()
    }

    /// Gives numbers to all that can be followed and has none yet, as long as that is not too much.
    pub(super) fn meet_all(&self, ids: &mut Ids) {
        let (placed, unordered) = self.placed();
        for (place, there) in &placed {
            if self.room(ids) == 0 {
                return;
            }
            let mut there = self.without_number(ids, there);
            if unordered.contains(place) {
                self.put_veiled_last(ids, &mut there);
            }
            self.meet(ids, &there);
        }
        let mut nowhere = self.without_number(ids, &self.loose());
        self.put_in_order(ids, &mut nowhere);
        self.meet(ids, &nowhere);
    }

    /// Everything on the table.
    pub(super) fn tabletop(&self, ids: &Ids, outcome: Option<Outcome>) -> Tabletop {
        let reader = &self.reader;
        let (placed, unordered) = self.placed();
        let loose = self.loose();
        let all = || placed.iter().flat_map(|(_, all)| all).chain(&loose).copied();
        let id = |o: u64| birth(reader, o).and_then(|birth| ids.get(birth)).filter(|_| self.can_follow(o));
        let things = all().filter_map(|o| Some((id(o)?, self.thing(ids, o)))).collect();
        let at = placed.into_iter().map(|(place, all)| {
            let mut all: Vec<Option<u32>> = all.into_iter().map(id).collect();
            if unordered.contains(&place) {
                all.sort_by_key(|id| (id.is_none(), *id));
            } else if matches!(place, Place::Tile { .. }) {
                // What the viewer cannot follow there it does not see.
                all.retain(Option::is_some);
            }
            (place, all)
        });
        let globals = reader.game.kinds.globals.iter();
        let globals = globals
            .map(|(at, _, class)| (reader.game.names.facts[*class].clone(), self.fact(ids, *at as u64)));
        let globals: Vec<(Name, Arc<Fact>)> = globals.collect();
        let facts = globals.iter().filter(|(_, fact)| !fact.attributes.is_empty());
        let looks = globals.iter().filter(|(_, fact)| !fact.look.is_empty());
        let (held, closed) = self.held(ids);
        Tabletop {
            things,
            at: at.filter(|(_, all)| !all.is_empty()).collect(),
            held,
            closed,
            facts: facts.map(|(class, fact)| (class.clone(), fact.attributes.clone())).collect(),
            looks: looks.map(|(class, fact)| (class.clone(), fact.look.clone())).collect(),
            seats: self.seats().to_vec(),
            course: self.course().clone(),
            outcome,
            unordered: Arc::new(unordered),
        }
    }

    /// How many things the viewer can follow besides those that it does.
    fn room(&self, ids: &Ids) -> usize {
        (share(self.reader.players as usize + 1) / FOLLOWED).saturating_sub(ids.len())
    }

    /// Gives their numbers to as many as there is room for.
    fn meet(&self, ids: &mut Ids, all: &[u64]) {
        let births = all.iter().take(self.room(ids)).filter_map(|o| birth(&self.reader, *o));
        births.for_each(|birth| _ = ids.meet(birth));
    }

    /// Those that can be followed and have no number yet: only their order counts.
    fn without_number(&self, ids: &Ids, all: &[u64]) -> Vec<u64> {
        let has_none = |o: u64| birth(&self.reader, o).is_some_and(|birth| ids.get(birth).is_none());
        all.iter().copied().filter(|o| self.can_follow(*o) && has_none(*o)).collect()
    }

    /// The order in which numbers are given to what lies nowhere. That in which the rules made it tells what is hidden of
    /// it, as roles that were made one after the other for players in an order of chance; so it follows from what the
    /// viewer sees, and where that is the same, from chance.
    pub(super) fn put_in_order(&self, ids: &Ids, all: &mut [u64]) {
        if self.reader.game.may_hide() || self.reader.game.program.order_may_tell {
            let reads = all.len() <= MAX_SORTED;
            all.sort_by_cached_key(|o| self.seen_of(ids, *o, reads));
        }
    }

    /// The same for what lies where nothing has a position, for that of which the viewer does not see everything.
    fn put_veiled_last(&self, ids: &Ids, all: &mut [u64]) {
        let order_may_tell = self.reader.game.program.order_may_tell;
        if self.reader.game.may_hide() || order_may_tell {
            let is_veiled = |o: u64| order_may_tell || !self.reader.sees_all_of(o);
            let reads = all.len() <= MAX_SORTED;
            all.sort_by_cached_key(|o| is_veiled(*o).then(|| self.seen_of(ids, *o, reads)));
        }
    }

    /// All that tells something from other things that have no number yet either; where they are not read, chance alone.
    fn seen_of(&self, ids: &Ids, o: u64, reads: bool) -> (Option<Seen>, u64) {
        let chance = birth(&self.reader, o).map_or(0, |birth| ids.chance(birth));
        let class = object::class(self.reader.word(o as usize));
        let seen = || (class, self.reader.owners(o), self.sorting(&self.thing(ids, o)));
        ((reads && self.can_follow(o)).then(seen), chance)
    }

    /// What lies in which place, and the zones without an order, in the order in which everybody counts places.
    fn placed(&self) -> (Vec<(Place, Vec<u64>)>, BTreeSet<Place>) {
        let reader = &self.reader;
        let program = &reader.game.program;
        let mut placed = Vec::new();
        for tile in reader.all_tiles() {
            let all = reader.on_tile(tile);
            if !all.is_empty()
                && let Some(place) = reader.place(tile)
            {
                placed.push((place, all));
            }
        }
        let mut unordered = BTreeSet::new();
        for (slot, (_, owner)) in program.slots.iter().enumerate() {
            if owner.is_some_and(|p| p >= reader.players) {
                continue;
            }
            let zone = (program.layout.zones + slot * list::HEAD) as u64;
            let Some(place) = reader.place(zone) else { continue };
            if !self.is_ordered(zone) {
                unordered.insert(place.clone());
            }
            placed.push((place, reader.elements(zone).to_vec()));
        }
        (placed, unordered)
    }

    /// Everything that lies somewhere.
    pub(super) fn lying(&self) -> Vec<u64> {
        let (reader, layout) = (&self.reader, &self.reader.game.program.layout);
        let mut all = Vec::new();
        reader.all_tiles().into_iter().for_each(|tile| reader.add_on_tile(tile, &mut all));
        for (slot, (_, owner)) in reader.game.program.slots.iter().enumerate() {
            if owner.is_none_or(|p| p < reader.players) {
                all.extend(reader.elements((layout.zones + slot * list::HEAD) as u64));
            }
        }
        all
    }

    /// Objects that lie nowhere, but for global ones.
    pub(super) fn loose(&self) -> Vec<u64> {
        let reader = &self.reader;
        let kinds = &reader.game.kinds;
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for i in 0..kinds.live_lists {
            let live = (reader.game.program.layout.live + i * list::HEAD) as u64;
            for o in reader.elements(live).iter().copied().filter(|o| self.is_loose(*o)) {
                let class = usize::from(object::class(reader.word(o as usize)));
                if !kinds.joins_several[class] || seen.insert(o) {
                    found.push(o);
                }
            }
        }
        found
    }

    fn is_loose(&self, o: u64) -> bool {
        let class = object::class(self.reader.word(o as usize));
        let nowhere = || self.reader.word(o as usize + object::PLACE) == NULL;
        let is_piece = || self.reader.game.program.classes[usize::from(class)].is_piece;
        self.reader.game.kinds.get(class).may_be_loose
            && (!is_piece() || nowhere())
            && birth(&self.reader, o).is_some()
    }

    /// Who knows all that lies in a zone, a bit each.
    pub(super) fn knowers(&self, zone: u64) -> u64 {
        let known = self.shared.knowers.borrow().iter().find(|(of, _)| *of == zone).map(|(_, bits)| *bits);
        known.unwrap_or_else(|| {
            let (program, words) = (&self.reader.game.program, self.reader.words);
            let mut bits = u64::MAX;
            let mut all = self.reader.elements(zone).iter();
            while let Some(o) = all.next().filter(|_| bits != 0) {
                bits &= sight::knowers(program, words, *o);
            }
            self.shared.knowers.borrow_mut().push((zone, bits));
            bits
        })
    }

    /// What tiles, edges and corners hold that live, and the edges and corners that are there no more.
    fn held(&self, ids: &Ids) -> (BTreeMap<Place, Held>, BTreeSet<Place>) {
        let objects = self.reader.game.kinds.tiles();
        let all = objects.filter_map(|(tile, o)| self.held_by(ids, tile, o));
        let all: BTreeMap<Place, Option<Arc<Held>>> = all.collect();
        let closed = all.iter().filter(|(_, held)| held.is_none()).map(|(place, _)| place.clone()).collect();
        let held = all.into_iter().filter_map(|(place, held)| Some((place, held?)));
        let held = held.filter(|(_, held)| !held.is_empty());
        (held.map(|(place, held)| (place, Arc::unwrap_or_clone(held))).collect(), closed)
    }

    /// A tile, edge or corner with what it holds, None where it is there no more; nothing where its board is nobody's.
    pub(super) fn held_by(&self, ids: &Ids, tile: u64, o: u64) -> Option<(Place, Option<Arc<Held>>)> {
        let program = &self.reader.game.program;
        let number = *program.tiles.board.get(tile as usize)?;
        let board = program.boards.get(usize::from(number))?;
        if board.player.is_some_and(|p| p >= self.reader.players) {
            return None;
        }
        let place = self.reader.place(tile)?;
        let read = || self.own_held(ids, (tile, number), o).map(Arc::new);
        let held = read_once(&self.shared.held, &self.reader, o, read);
        Some((place, held))
    }

    fn own_held(&self, ids: &Ids, (tile, number): (u64, u16), o: u64) -> Option<Held> {
        if self.reader.word(o as usize) & object::REMOVED != 0 {
            return None;
        }
        let program = &self.reader.game.program;
        let board = program.boards.get(usize::from(number))?;
        let mut attributes = self.attributes(ids, o);
        let is_spot = self.reader.game.kinds.get(object::class(self.reader.word(o as usize))).spot.is_some();
        let look = match is_spot {
            true => self.look_of(o),
            false => {
                let of_board = program.looks.boards.get(&u32::from(number));
                let tile = board.geometry.tiles.get((tile as usize).wrapping_sub(board.first as usize));
                let look = |look| Some(self.reader.look_of_tile(tile?, look, &self.reader.attributes(o)));
                Box::new(of_board.and_then(look).unwrap_or_default())
            }
        };
        if is_spot {
            // These the board tells.
            attributes.retain(|name| !["from", "to", "weight", "oneWay"].contains(&name));
        }
        Some(Held { owners: self.reader.owners(o), attributes, look })
    }

    /// How an object looks that everybody knows.
    pub(super) fn look_of(&self, o: u64) -> Box<Look> {
        let is_sorted = self.reader.orders(o).next().is_some();
        if !self.reader.has_look(o) && !is_sorted {
            return Box::default();
        }
        let (attributes, owner) = (self.reader.attributes(o), self.reader.owners(o).first().copied());
        let look = self.reader.look(o, &attributes, owner);
        let keys = if is_sorted { self.reader.keys(o, &attributes, owner) } else { SortKeys::new() };
        Box::new(Look { keys, ..look })
    }

    pub(super) fn seats(&self) -> &[SeatState] {
        self.shared.seats.get_or_init(|| (0..self.reader.players).map(|p| self.seat(p)).collect())
    }

    fn seat(&self, p: u32) -> SeatState {
        let program = &self.reader.game.program;
        let w = seat_words(program, self.reader.words, p);
        SeatState {
            score: word::to_number(w[seat::SCORE]),
            out: w[seat::OUT] == 1,
            team: program.teams.get(w[seat::TEAM] as usize).cloned(),
        }
    }

    pub(super) fn course(&self) -> &Course {
        self.shared.course.get_or_init(|| {
            let (program, words) = (&self.reader.game.program, self.reader.words);
            let turn = program.turns.get(words[header::TURN] as usize);
            Course {
                active: word::to_player(words[header::ACTIVE]),
                phase: turn.and_then(|t| t.phases.get(words[header::PHASE] as usize)).map(|p| p.0.clone()),
                // The name of the only turn carries no information.
                turn: turn.filter(|_| program.turns.len() > 1).map(|t| t.name.clone()),
            }
        })
    }
}
