//! What one viewer sees of the changes of one instruction, on the state as it stands then. It knows nothing of what
//! else is changed by the same move.

use super::look::{Onlooker, birth};
use super::witness::{SORTED_OUT, Witness};
use super::{Change, Name, Place, Typed};
use crate::view::reader::MAX_SHOWN;
use bytecode::layout::object;
use bytecode::program::Board;
use bytecode::word::NULL;
use std::collections::BTreeSet;
use vm::PieceMove;

/// What takes no more bytes is read again as often as rules set it to what it is.
const MIN_REREAD: usize = 1024;

/// One viewer at one moment.
pub(super) struct Seeing<'a, 'w> {
    looking: Onlooker<'a>,
    witness: &'w mut Witness,
    /// Whether the viewer has read what was changed; it does so of all that is not set.
    has_looked: bool,
}

impl<'a, 'w> Seeing<'a, 'w> {
    /// A viewer, who is shown no more than it has room for.
    pub(super) fn of(looking: Onlooker<'a>, witness: &'w mut Witness) -> Seeing<'a, 'w> {
        looking.reader.budget.set(witness.room);
        Seeing { looking, witness, has_looked: false }
    }

    /// All changes of an instruction, by which something has left these zones or come to them. Gives whether the viewer
    /// has looked at any of them.
    pub(super) fn see_all(mut self, changes: &[vm::Change], zones: &[u64]) -> bool {
        let seen = self.witness.seen();
        changes.iter().for_each(|change| self.see(change));
        self.lose_sight(zones);
        let reader = &self.looking.reader;
        if self.witness.seen() > seen {
            // What lies there was looked through.
            zones.iter().for_each(|zone| _ = reader.takes(reader.elements(*zone).len()));
        }
        self.witness.room = reader.budget.get();
        self.has_looked
    }

    fn step(&mut self, change: Change) {
        self.witness.step(change);
    }

    fn birth(&self, o: u64) -> Option<u32> {
        birth(&self.looking.reader, o)
    }

    fn id(&self, o: u64) -> Option<u32> {
        self.witness.ids.get(self.birth(o)?)
    }

    fn see(&mut self, change: &vm::Change) {
        self.has_looked |= !matches!(change, vm::Change::Set { .. } | vm::Change::SetFixed(_));
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
                if *course != self.witness.table.course {
                    self.step(Change::Pass(course.clone()));
                }
            }
            vm::Change::Rolled { .. } => {}
        }
    }

    fn is_zone(&self, place: u64) -> bool {
        place != NULL && !self.looking.is_tile(place)
    }

    fn moved(&mut self, moved: &PieceMove) {
        let Some(birth) = self.birth(moved.piece) else { return };
        let (bit, from, to) = (self.looking.bit(), moved.from, moved.to);
        if from == to && self.is_zone(to) && !self.looking.is_ordered(to) {
            // Nothing has a position there.
            return;
        }
        if from == to && self.looking.is_tile(to) && self.looking.sees_tile(to) {
            // It was put where it lies, which changes what others know.
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
            self.lose_sight_of_board(from);
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
    fn moved_in_sight(
        &mut self,
        moved: &PieceMove,
        is_new: bool,
        (from, to): (Option<Place>, Option<Place>),
    ) {
        let Some(birth) = self.birth(moved.piece) else { return };
        let j = self.position_taken(moved, to.as_ref());
        let id = self.witness.ids.meet(birth);
        let is_known = self.looking.reader.knows(moved.piece);
        let was_known = self.witness.table.things.get(&id).map(|was| was.class.is_some());
        let turns = was_known == Some(true) && !is_known;
        let is_news = was_known.is_none_or(|was_known| !was_known && is_known);
        let thing = || self.looking.thing(&self.witness.ids, moved.piece);
        if is_new && moved.from == NULL {
            let thing = thing();
            return self.step(Change::Make { id, at: to, j, thing });
        }
        let thing = is_news.then(thing);
        // What lies on a board that the viewer does not see comes from nowhere.
        let from = from.filter(|_| !is_new || self.is_zone(moved.from));
        let place = to.clone().filter(|_| turns);
        self.step(Change::Move { id, from, via: Vec::new(), to, j, lost: false, thing });
        if let Some(at) = place {
            self.step(Change::Turn { ids: vec![id], at, lost: false });
        }
    }

    /// It was not known and is not.
    fn moved_unseen(&mut self, moved: &PieceMove, (from, to): (Option<Place>, Option<Place>)) {
        let from = from.filter(|_| self.is_zone(moved.from));
        let to = to.filter(|_| self.is_zone(moved.to));
        if from.is_some() || to.is_some() {
            self.step(Change::Count { from, to, n: 1 });
        }
    }

    /// Where in a place something known comes to lie, where that is not on top.
    fn position_taken(&self, moved: &PieceMove, to: Option<&Place>) -> Option<usize> {
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
        if self.looking.knowers(zone) & self.looking.bit() != 0 {
            return;
        }
        let reader = &self.looking.reader;
        let Some(at) = reader.place(zone) else { return };
        let known = self.witness.table.at.get(&at).map_or(&[][..], Vec::as_slice);
        if known.iter().all(Option::is_none) {
            return;
        }
        let known: BTreeSet<u32> = known.iter().copied().flatten().collect();
        let unknown = reader.elements(zone).iter().filter(|o| Some(**o) != but && !reader.knows(**o));
        let births = unknown.filter_map(|o| self.birth(*o));
        let is_there = |birth: &u32| self.witness.ids.get(*birth).is_some_and(|id| known.contains(&id));
        let births: Vec<u32> = births.filter(is_there).collect();
        self.witness.has_looked_through(reader.elements(zone).len() * SORTED_OUT);
        let mut ids: Vec<u32> = births.into_iter().filter_map(|birth| self.witness.ids.lose(birth)).collect();
        ids.sort_unstable();
        if !ids.is_empty() {
            self.step(Change::Turn { ids, at, lost: true });
        }
    }

    /// What lies on a board that the viewer does not see and is not known any more cannot be followed.
    fn lose_sight_of_board(&mut self, tile: u64) {
        if tile == NULL || !self.looking.is_tile(tile) || self.looking.sees_tile(tile) {
            return;
        }
        let reader = &self.looking.reader;
        let boards = reader.game.program.whole_board(tile).filter(|board| self.follows_any_on(board));
        let tiles = boards.flat_map(Board::tiles);
        let mut lost = Vec::new();
        for tile in tiles {
            let unknown = reader.on_tile(tile).into_iter().filter(|o| !reader.knows(*o));
            lost.extend(unknown.filter_map(|o| Some((reader.place(tile)?, self.birth(o)?))));
        }
        for (at, birth) in lost {
            if let Some(id) = self.witness.ids.lose(birth) {
                self.step(Change::Turn { ids: vec![id], at, lost: true });
            }
        }
    }

    /// Whether the viewer follows anything that lies on a board.
    fn follows_any_on(&self, board: &Board) -> bool {
        let Some(Place::Tile { board, owner, .. }) =
            board.tiles().next().and_then(|tile| self.looking.reader.place(tile))
        else {
            return false;
        };
        let is_on = |place: &Place| matches!(place, Place::Tile { board: on, owner: of, .. } if (on, of) == (&board, &owner));
        let first = Place::Tile { board: board.clone(), owner, name: Name::from("") };
        self.witness.table.at.range(first..).next().is_some_and(|(place, _)| is_on(place))
    }

    /// After all changes of an instruction, by which something has left these zones or come to them.
    fn lose_sight(&mut self, zones: &[u64]) {
        zones.iter().for_each(|zone| self.lose_sight_of(*zone, None));
        zones.iter().for_each(|zone| self.see_order_of(*zone));
    }

    /// Things that stay unknown are counted as if they were taken from the top and put there; where known things lie
    /// among them, these show that it was not so.
    fn see_order_of(&mut self, zone: u64) {
        if !self.is_zone(zone) || !self.looking.is_ordered(zone) {
            return;
        }
        let Some(at) = self.looking.reader.place(zone) else { return };
        let told = self.witness.table.at.get(&at).map_or(&[][..], Vec::as_slice);
        if told.iter().all(Option::is_some) || told.iter().all(Option::is_none) {
            return;
        }
        let known: BTreeSet<u32> = told.iter().copied().flatten().collect();
        let all = self.looking.reader.elements(zone).iter();
        let effort = all.len() * SORTED_OUT;
        let now: Vec<Option<u32>> = all.map(|o| self.id(*o).filter(|id| known.contains(id))).collect();
        // Where others lie there now, a change of their own tells that.
        let is_reordered =
            now.len() == told.len() && now.iter().flatten().count() == known.len() && now != told;
        self.witness.has_looked_through(effort);
        if is_reordered {
            self.witness.see_order(at, now);
        }
    }

    /// Of a piece that lay somewhere, its way out was noted.
    fn removed(&mut self, o: u64) {
        if o == NULL || self.looking.reader.word(o as usize) & object::REMOVED == 0 {
            return;
        }
        let Some(id) = self.id(o) else { return };
        if !self.witness.lies_somewhere(id)
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
        let is_as_it_was = || {
            let was = self.witness.table.at.get(&at).map_or(&[][..], Vec::as_slice);
            was.iter().copied().eq(all.iter().enumerate().map(|(i, _)| now.as_ref().map(|now| now[i])))
        };
        // Nothing to be seen happens to what has no order.
        if all.len() > 1 || !is_as_it_was() {
            reader.takes(all.len() * size_of::<u32>());
            self.witness.has_looked_through(all.len() * SORTED_OUT);
            self.step(Change::Shuffle { at, now });
        }
    }

    fn scored(&mut self, seat: u32) {
        let Some(to) = self.looking.seats().get(seat as usize).map(|seat| seat.score) else { return };
        if self.witness.table.seats.get(seat as usize).is_some_and(|s| s.score.to_bits() != to.to_bits()) {
            self.step(Change::Score { seat, to });
        }
    }

    /// What values stand for whose attributes these are.
    fn subject(&self, o: u64) -> Option<Typed> {
        let (reader, class) = (&self.looking.reader, self.looking.reader.class(o));
        if class.global.is_some() {
            return Some(Typed::Fact(reader.fact_name(o)));
        }
        let kinds = &reader.game.kinds;
        let is_spot = || kinds.get(object::class(reader.word(o as usize))).spot.is_some();
        if (o as usize) < reader.game.program.layout.heap || class.is_tile || is_spot() {
            return reader.place(kinds.tile_of(o)?).map(Typed::Place);
        }
        let id = self.id(o).filter(|_| reader.knows(o))?;
        self.witness.table.things.get(&id).filter(|thing| thing.class.is_some())?;
        Some(Typed::Thing(id))
    }

    fn set_fixed(&mut self, index: usize) {
        if let Some(at) = self.looking.reader.game.kinds.global_at(index) {
            self.set(at as u64, index - at);
        }
    }

    fn set(&mut self, o: u64, word: usize) {
        let reader = &self.looking.reader;
        if o == NULL || bytecode::layout::is_constant(o) {
            return;
        }
        let class = reader.class(o);
        let number = word.checked_sub(usize::from(class.first_field));
        let Some((number, field)) = number.and_then(|i| Some((i, class.fields.get(i)?))) else { return };
        // What modifiers make of it comes at the end.
        if field.hidden || field.derived || field.reader.is_some() {
            return;
        }
        if field.secret && !reader.owns(o) {
            return;
        }
        let Some(of) = self.subject(o) else { return };
        self.has_looked = true;
        let w = reader.word(o as usize + word);
        // Whether it has changed does not follow from how much else was told.
        let room = reader.budget.replace(MAX_SHOWN);
        let to = reader.typed(&self.witness.ids, w, &field.show);
        let cost = MAX_SHOWN - reader.budget.replace(room);
        let Some(to) = to else { return };
        let class = usize::from(object::class(reader.word(o as usize)));
        let attr = reader.game.names.fields[class][number].clone();
        if self.witness.table.attribute(&of, &attr) == Some(&to) {
            // Looking at what is no longer than a few values takes no time.
            self.witness.has_looked_through(cost.saturating_sub(MIN_REREAD));
            return;
        }
        reader.takes(cost);
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
