//! Reading a table off a state, for one viewer with the numbers that it has for things. It does not know what changed.

use super::changed::is_open;
use super::{Course, Held, Ids, Place, SeatState, Tabletop, Thing, Typed};
use crate::position::seat_words;
use crate::view::reader::Reader;
use crate::view::{Eyes, Look, Outcome, Viewer};
use bytecode::layout::{header, list, object, seat};
use bytecode::word::{self, NULL};
use std::cell::Cell;
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
    things: Cell<BTreeMap<(u64, bool), Thing>>,
    attributes: Cell<BTreeMap<(u64, bool), BTreeMap<String, Typed>>>,
    seats: OnceLock<Vec<SeatState>>,
    course: OnceLock<Course>,
}

/// What was read before, or else what is read now.
fn read_once<T: Clone>(
    all: &Cell<BTreeMap<(u64, bool), T>>,
    key: (u64, bool),
    read: impl FnOnce() -> T,
) -> T {
    let known = all.take();
    let found = known.get(&key).cloned();
    all.set(known);
    found.unwrap_or_else(|| {
        let value = read();
        let mut known = all.take();
        known.insert(key, value.clone());
        all.set(known);
        value
    })
}

/// The number that the machine gave an object; None of those that have none of their own.
pub(super) fn birth(reader: &Reader<'_>, o: u64) -> Option<u32> {
    let birth = object::serial(reader.word(o as usize));
    (birth != u32::MAX).then_some(birth)
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
    pub(super) fn thing(&self, ids: &Ids, o: u64) -> Thing {
        if !self.reader.knows(o) {
            return Thing::default();
        }
        if is_open(&self.reader, o) {
            return self.own_thing(ids, o);
        }
        let key = (o, self.reader.sees_all_of(o));
        read_once(&self.shared.things, key, || self.own_thing(ids, o))
    }

    fn own_thing(&self, ids: &Ids, o: u64) -> Thing {
        Thing {
            class: Some(self.reader.class(o).name.clone()),
            text: self.reader.title(o),
            attributes: self.own_attributes(ids, o),
            owners: self.reader.owners(o),
            look: self.look_of(o),
        }
    }

    pub(super) fn attributes(&self, ids: &Ids, o: u64) -> BTreeMap<String, Typed> {
        if is_open(&self.reader, o) {
            return self.own_attributes(ids, o);
        }
        let key = (o, self.reader.sees_all_of(o));
        read_once(&self.shared.attributes, key, || self.own_attributes(ids, o))
    }

    fn own_attributes(&self, ids: &Ids, o: u64) -> BTreeMap<String, Typed> {
        let typed = self.reader.shown_fields(o).into_iter().filter_map(|(field, w)| {
            let value = match w {
                Some(w) => self.reader.typed(ids, w, &field.show)?,
                None => Typed::Null,
            };
            Some((field.shown_name().to_owned(), value))
        });
        typed.collect()
    }

    /// Everything on the table. What can be followed and has no number yet gets one.
    pub(crate) fn tabletop(&self, ids: &mut Ids, outcome: Option<Outcome>) -> Tabletop {
        let reader = &self.reader;
        let program = &reader.game.program;
        let (placed, unordered) = self.placed();
        let loose = self.loose();
        let all = || placed.iter().flat_map(|(_, all)| all).chain(&loose).copied();
        for o in all().filter(|o| self.can_follow(*o)) {
            if let Some(birth) = birth(reader, o) {
                ids.meet(birth);
            }
        }
        let ids = &*ids;
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
        let globals = || {
            let globals = program.classes.iter().zip(&reader.game.fact_names).filter(|(c, _)| !c.is_event);
            globals.filter_map(|(c, name)| Some((name.clone(), u64::from(c.global?))))
        };
        let facts = globals().map(|(class, o)| (class, self.attributes(ids, o)));
        let looks = globals().map(|(class, o)| (class, self.look_of(o)));
        let (held, closed) = self.held(ids);
        Tabletop {
            things,
            at: at.filter(|(_, all)| !all.is_empty()).collect(),
            held,
            closed,
            facts: facts.filter(|(_, all)| !all.is_empty()).collect(),
            looks: looks.filter(|(_, look)| !look.is_empty()).collect(),
            seats: self.seats().to_vec(),
            course: self.course().clone(),
            outcome,
            unordered: Arc::new(unordered),
        }
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
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for i in 0..reader.live_lists() {
            let live = (reader.game.program.layout.live + i * list::HEAD) as u64;
            found.extend(
                reader.elements(live).iter().copied().filter(|o| self.is_loose(*o) && seen.insert(*o)),
            );
        }
        found
    }

    fn is_loose(&self, o: u64) -> bool {
        let class = self.reader.class(o);
        let nowhere = || self.reader.word(o as usize + object::PLACE) == NULL;
        let is_named = class.modifier.is_none() && class.global.is_none() && class.spot().is_none();
        is_named && !class.is_tile && birth(&self.reader, o).is_some() && (!class.is_piece || nowhere())
    }

    /// What tiles, edges and corners hold that live, and the edges and corners that are there no more.
    fn held(&self, ids: &Ids) -> (BTreeMap<Place, Held>, BTreeSet<Place>) {
        let objects = self.reader.game.program.tiles.objects.iter().enumerate();
        let objects = objects.filter(|(_, o)| **o != u32::MAX);
        let all = objects.filter_map(|(tile, o)| self.held_by(ids, tile as u64, u64::from(*o)));
        let all: BTreeMap<Place, Option<Held>> = all.collect();
        let closed = all.iter().filter(|(_, held)| held.is_none()).map(|(place, _)| place.clone()).collect();
        let held = all.into_iter().filter_map(|(place, held)| Some((place, held?)));
        (held.filter(|(_, held)| !held.is_empty()).collect(), closed)
    }

    /// A tile, edge or corner with what it holds, None where it is there no more; nothing where its board is nobody's.
    pub(super) fn held_by(&self, ids: &Ids, tile: u64, o: u64) -> Option<(Place, Option<Held>)> {
        let program = &self.reader.game.program;
        let number = *program.tiles.board.get(tile as usize)?;
        let board = program.boards.get(usize::from(number))?;
        if board.player.is_some_and(|p| p >= self.reader.players) {
            return None;
        }
        let place = self.reader.place(tile)?;
        if self.reader.word(o as usize) & object::REMOVED != 0 {
            return Some((place, None));
        }
        let mut attributes = self.attributes(ids, o);
        let is_spot = self.reader.class(o).spot().is_some();
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
            attributes.retain(|name, _| !["from", "to", "weight", "oneWay"].contains(&name.as_str()));
        }
        Some((place, Some(Held { owners: self.reader.owners(o), attributes, look })))
    }

    /// How an object looks that everybody knows.
    pub(super) fn look_of(&self, o: u64) -> Box<Look> {
        if !self.reader.has_look(o) {
            return Box::default();
        }
        let owner = self.reader.owners(o).first().copied();
        Box::new(self.reader.look(o, &self.reader.attributes(o), owner))
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
