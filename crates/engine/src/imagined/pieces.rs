//! The pieces of a position and where they lie, for whoever puts others in their places.

use crate::game::Game;
use bytecode::Program;
use bytecode::layout::{list, object};

/// A piece in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lying {
    pub piece: u64,
    /// The slot of the zone, and the place there from the bottom.
    pub slot: usize,
    pub index: usize,
    /// The word that names the piece.
    pub at: usize,
}

/// All pieces in the zones of those who play.
pub(super) fn in_zones(program: &Program, words: &[u64], players: u32) -> Vec<Lying> {
    let mut all = Vec::new();
    for (slot, (_, owner)) in program.slots.iter().enumerate() {
        if owner.is_some_and(|p| p >= players) {
            continue;
        }
        let zone = program.layout.zones + slot * list::HEAD;
        let (n, data) = (list::length(words[zone]), list::data(words[zone + 1]));
        all.extend((0..n).map(|index| Lying { piece: words[data + index], slot, index, at: data + index }));
    }
    all
}

pub(super) fn serial(words: &[u64], piece: u64) -> u32 {
    object::serial(words[piece as usize])
}

pub(super) fn owner(words: &[u64], piece: u64) -> u64 {
    words[piece as usize + object::OWNER]
}

pub(super) fn known(words: &[u64], piece: u64) -> u64 {
    words[piece as usize + object::KNOWN]
}

/// The attributes of a piece.
pub(super) fn attributes<'w>(program: &Program, words: &'w [u64], piece: u64) -> &'w [u64] {
    let class = &program.classes[usize::from(object::class(words[piece as usize]))];
    let first = piece as usize + usize::from(class.first_field);
    &words[first..first + class.fields.len()]
}

/// Whether pieces lie in a zone in an order that counts.
pub(super) fn is_ordered(game: &Game, slot: usize) -> bool {
    let zone = &game.program.zones[usize::from(game.program.slots[slot].0)];
    zone.ordered || zone.deck
}
