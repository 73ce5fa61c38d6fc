//! Reading a table off a state, for one viewer with the numbers that it has for things. It does not know what changed.

use super::{Course, Held, Ids, Place, SeatState, Tabletop, Thing, Typed};
use crate::position::seat_words;
use crate::view::reader::Reader;
use crate::view::{Eyes, Outcome, Viewer};
use bytecode::layout::{header, list, object, seat};
use bytecode::word::{self, NULL};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vm::sight;

/// A viewer who looks at a state.
pub(crate) struct Onlooker<'a> {
    pub reader: Reader<'a>,
    pub viewer: Viewer,
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
        let owners = self.reader.owners(o);
        let shown = self.reader.attributes(o);
        let look = self.reader.look(o, &shown, owners.first().copied());
        Thing {
            class: Some(self.reader.class(o).name.clone()),
            text: self.reader.title(o),
            attributes: self.attributes(ids, o),
            owners,
            look: Box::new(look),
        }
    }

    pub(super) fn attributes(&self, ids: &Ids, o: u64) -> BTreeMap<String, Typed> {
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
        let globals = program.classes.iter().filter(|c| !c.is_event);
        let facts = globals.filter_map(|c| Some((c.name.clone(), self.attributes(ids, c.global?.into()))));
        Tabletop {
            things,
            at: at.filter(|(_, all)| !all.is_empty()).collect(),
            held: self.held(ids),
            facts: facts.filter(|(_, all)| !all.is_empty()).collect(),
            seats: (0..reader.players).map(|p| self.seat(p)).collect(),
            course: self.course(),
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
        let mut all: Vec<u64> =
            reader.all_tiles().into_iter().flat_map(|tile| reader.on_tile(tile)).collect();
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

    /// What tiles, edges and corners hold that live.
    fn held(&self, ids: &Ids) -> BTreeMap<Place, Held> {
        let program = &self.reader.game.program;
        let objects = program.tiles.objects.iter().enumerate().filter(|(_, o)| **o != u32::MAX);
        let held = objects.filter_map(|(tile, o)| self.held_by(ids, tile as u64, u64::from(*o)));
        held.collect()
    }

    pub(super) fn held_by(&self, ids: &Ids, tile: u64, o: u64) -> Option<(Place, Held)> {
        let program = &self.reader.game.program;
        let board = program.boards.get(usize::from(*program.tiles.board.get(tile as usize)?))?;
        let is_there = board.player.is_none_or(|p| p < self.reader.players);
        if !is_there || self.reader.word(o as usize) & object::REMOVED != 0 {
            return None;
        }
        let mut attributes = self.attributes(ids, o);
        // These the board tells.
        if self.reader.class(o).spot().is_some() {
            attributes.retain(|name, _| !["from", "to", "weight", "oneWay"].contains(&name.as_str()));
        }
        let owners = self.reader.owners(o);
        let is_empty = attributes.is_empty() && owners.is_empty();
        (!is_empty).then_some((self.reader.place(tile)?, Held { owners, attributes }))
    }

    pub(super) fn seat(&self, p: u32) -> SeatState {
        let program = &self.reader.game.program;
        let w = seat_words(program, self.reader.words, p);
        SeatState {
            score: word::to_number(w[seat::SCORE]),
            out: w[seat::OUT] == 1,
            team: program.teams.get(w[seat::TEAM] as usize).cloned(),
        }
    }

    pub(super) fn course(&self) -> Course {
        let (program, words) = (&self.reader.game.program, self.reader.words);
        let turn = program.turns.get(words[header::TURN] as usize);
        Course {
            active: word::to_player(words[header::ACTIVE]),
            phase: turn.and_then(|t| t.phases.get(words[header::PHASE] as usize)).map(|p| p.0.clone()),
            // The name of the only turn carries no information.
            turn: turn.filter(|_| program.turns.len() > 1).map(|t| t.name.clone()),
        }
    }
}
