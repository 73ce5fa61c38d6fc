//! Which numbers a viewer has for things: counted in the order in which this viewer first saw them, and kept while it
//! can follow them. What goes where it cannot comes back under another number. What can first be followed at one moment
//! is brought into an order elsewhere, see [`super::look`].

use super::pairs::Pairs;
use crate::view::Viewer;
use base::Random;
use std::collections::BTreeMap;
use std::mem::size_of;

/// The numbers of one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ids {
    /// Each by the number that the machine gave the object when it was made.
    all: Pairs,
    /// How many there have been.
    seen: u32,
    /// What decides the order of those that can first be followed together and cannot be told apart: the match's own
    /// chance, the same for all who look on.
    key: u64,
}

impl Ids {
    /// None so far, in a match of that seed.
    pub(crate) fn new(seed: u64) -> Ids {
        const APART: u64 = 0x6964_656E_7469_7479;
        Ids { key: Random::new(seed ^ APART).word(), ..Ids::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn get(&self, birth: u32) -> Option<u32> {
        self.all.get(birth)
    }

    /// Where something stands among what is met together with it and reads like it: never twice the same.
    pub(crate) fn chance(&self, birth: u32) -> u64 {
        let this = u64::from(self.seen) << u32::BITS | u64::from(birth);
        Random::new(self.key ^ this.wrapping_mul(0x9E37_79B9_7F4A_7C15)).word()
    }

    /// The same of each thing that has a number, by that.
    pub(super) fn chances(&self) -> BTreeMap<u32, u64> {
        self.all.iter().map(|(birth, id)| (*id, self.chance(*birth))).collect()
    }

    /// How many numbers there have been.
    pub(super) fn seen(&self) -> u32 {
        self.seen
    }

    /// Gives each thing another number; whoever does so sees to it that no two get the same one.
    pub(super) fn renumber(&mut self, number: impl Fn(u32) -> u32) {
        self.all.values_mut().for_each(|id| *id = number(*id));
    }

    /// The number of something that can be followed from now on.
    pub(crate) fn meet(&mut self, birth: u32) -> u32 {
        if let Some(id) = self.get(birth) {
            return id;
        }
        let id = self.seen;
        self.all.insert(birth, id);
        self.seen += 1;
        id
    }

    /// It cannot be followed any more.
    pub(crate) fn lose(&mut self, birth: u32) -> Option<u32> {
        self.all.remove(birth)
    }

    /// Only these can still be followed; gives back the objects that cannot.
    pub(crate) fn keep(&mut self, still: impl Fn(u32) -> bool) -> Vec<u32> {
        self.all.keep(still)
    }

    /// Two objects change places without anybody's seeing it.
    pub(crate) fn exchange(&mut self, births: [u32; 2]) {
        let found = births.map(|birth| self.lose(birth));
        for (birth, id) in births.into_iter().rev().zip(found) {
            if let Some(id) = id {
                self.all.insert(birth, id);
            }
        }
    }
}

/// The numbers of all who look on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Identities {
    /// By seat; then for spectators.
    each: Vec<Ids>,
}

impl Identities {
    pub(crate) fn new(players: u32, seed: u64) -> Identities {
        Identities { each: vec![Ids::new(seed); players as usize + 1] }
    }

    pub(crate) fn from_each(each: Vec<Ids>) -> Identities {
        Identities { each }
    }

    /// How many bytes all of them take.
    pub(crate) fn bytes(&self) -> usize {
        let each = |ids: &Ids| size_of::<Ids>() + ids.all.bytes();
        self.each.iter().map(each).sum()
    }

    /// Seats first, then spectators.
    pub(crate) fn viewers(&self) -> impl Iterator<Item = (Viewer, &Ids)> {
        let seats = self.each.len().saturating_sub(1);
        let viewer = move |i| if i < seats { Viewer::Seat(i as u32) } else { Viewer::Spectator };
        self.each.iter().enumerate().map(move |(i, ids)| (viewer(i), ids))
    }

    pub(crate) fn of(&self, viewer: Viewer) -> Option<&Ids> {
        self.each.get(self.number(viewer))
    }

    pub(crate) fn of_mut(&mut self, viewer: Viewer) -> Option<&mut Ids> {
        let number = self.number(viewer);
        self.each.get_mut(number)
    }

    /// Where the part for a viewer stands in what is kept for each.
    pub(crate) fn number(&self, viewer: Viewer) -> usize {
        match viewer {
            Viewer::Seat(seat) => seat as usize,
            Viewer::Spectator => self.each.len().saturating_sub(1),
        }
    }
}
