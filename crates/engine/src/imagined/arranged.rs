//! The order in which things stand in a position that a seat imagines: made of what the seat reads, so that it tells
//! nothing else. In a match it may follow from what is hidden, as where roles are made one after the other for players in
//! an order of chance. It deals nothing.

use super::facts::{is_unknown_to, objects};
use super::pieces;
use super::words::Words;
use crate::game::Game;
use bytecode::layout::{list, object};
use bytecode::program::Class;
use bytecode::word::{self, NULL};
use std::collections::BTreeMap;
use vm::{mix, sight};

/// Arranges all that a seat sees, but not in full, and zones that it does not see, unless the place shows an order.
pub(super) fn arrange(game: &Game, words: &mut [u64], players: u32, seat: u32) {
    renumber(game, words, seat);
    for (slot, (zone, owner)) in game.program.slots.iter().enumerate() {
        if owner.is_some_and(|p| p >= players) || pieces::is_ordered(game, slot) {
            continue;
        }
        let sees = sight::sees(game.program.zones[usize::from(*zone)].seen, *owner) >> (seat & 31) & 1 == 1;
        let serial = |o: u64| u64::from(pieces::serial(words, o));
        let order = |o: &u64| match is_unknown_to(game, words, *o, seat) {
            // What is seen in full stays as it was put there, which views show.
            false if sees && !is_veiled(game, words, *o, seat) => (0, 0),
            false => (1, serial(*o)),
            // Of what it does not know, whose it is stays with the place.
            true => (2, pieces::owner(words, *o)),
        };
        let zone = elements(words, game.program.layout.zones + slot * list::HEAD);
        let mut inside = words[zone.clone()].to_vec();
        inside.sort_by_key(order);
        words[zone].copy_from_slice(&inside);
    }
}

/// Gives serial numbers anew, among those of one class that the seat knows and does not all see in full, and puts the
/// lists of live objects in their order.
fn renumber(game: &Game, words: &mut [u64], seat: u32) {
    let mut of_class: BTreeMap<u16, Vec<u64>> = BTreeMap::new();
    for (o, class) in objects(game, words) {
        let of = &game.program.classes[usize::from(class)];
        if game.kinds.get(class).has_secrets && is_loose(of) && !is_unknown_to(game, words, o, seat) {
            of_class.entry(class).or_default().push(o);
        }
    }
    let eyes = Words::of_seat(&game.program, words, seat);
    let mut given = Vec::new();
    for (_, mut all) in of_class {
        let mut serials: Vec<u32> = all.iter().map(|o| pieces::serial(words, *o)).collect();
        serials.sort_unstable();
        all.sort_by_cached_key(|o| (eyes.read(*o), pieces::serial(words, *o)));
        given.extend(all.into_iter().zip(serials));
    }
    if given.is_empty() {
        return;
    }
    for (o, serial) in given {
        words[o as usize] = object::with_serial(words[o as usize], serial);
    }
    sort_live(game, words);
}

/// Puts the lists of live objects into the order of their numbers.
pub(super) fn sort_live(game: &Game, words: &mut [u64]) {
    for number in 0..game.kinds.live_lists {
        let live = elements(words, game.program.layout.live + number * list::HEAD);
        let mut all = words[live.clone()].to_vec();
        all.sort_unstable_by_key(|o| pieces::serial(words, *o));
        words[live].copy_from_slice(&all);
    }
}

/// Whether objects of a class are made by the rules as the match goes on, and are no modifiers, which act in the order
/// in which they were made.
fn is_loose(class: &Class) -> bool {
    class.global.is_none() && class.modifier.is_none() && class.spot().is_none() && !class.is_event
}

/// Whether the seat sees less of an object than there is.
pub(super) fn is_veiled(game: &Game, words: &[u64], o: u64, seat: u32) -> bool {
    let has_secrets = game.kinds.get(object::class(words[o as usize])).has_secrets;
    is_unknown_to(game, words, o, seat) || has_secrets && !sight::owns(&game.program, words, o, seat)
}

fn elements(words: &[u64], at: usize) -> std::ops::Range<usize> {
    let first = list::data(words[at + 1]);
    first..first + list::length(words[at])
}

impl Words<'_> {
    /// An object with all that the seat sees of it, and where it lies.
    fn read(&self, o: u64) -> u64 {
        let is_piece = self.class(o).is_some_and(|class| class.is_piece);
        let place = if is_piece { self.word(o as usize + object::PLACE) } else { NULL };
        let index = match word::is_tile(place, self.program.tiles.count) {
            true => self.on_tile(place as usize).iter().position(|e| *e == o).map_or(0, |i| i as u64),
            false => self.order_in(place, o),
        };
        mix(mix(place, index), self.piece(o))
    }

    /// Where an object stands in a zone that is ordered, counted from the bottom.
    fn order_in(&self, place: u64, o: u64) -> u64 {
        let (layout, tiles) = (&self.program.layout, self.program.tiles.count);
        if place == NULL || word::is_tile(place, tiles) || (place as usize) < layout.zones {
            return 0;
        }
        let slot = (place as usize - layout.zones) / list::HEAD;
        let zone = self.program.slots.get(slot).map(|(zone, _)| &self.program.zones[usize::from(*zone)]);
        let ordered = zone.is_some_and(|zone| zone.ordered || zone.deck);
        let at = || self.elements(place).iter().position(|e| *e == o);
        if ordered { at().map_or(0, |i| i as u64 + 1) } else { 0 }
    }
}
