//! Which numbers a viewer has for things: counted in the order in which this viewer first saw them, and kept while it
//! can follow them. What goes where it cannot comes back under another number.

use crate::view::Viewer;
use std::collections::BTreeMap;

/// The numbers of one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ids {
    /// By the number that the machine gave the object when it was made.
    of: BTreeMap<u32, u32>,
    /// How many there have been.
    seen: u32,
}

impl Ids {
    pub(crate) fn len(&self) -> usize {
        self.of.len()
    }

    pub(crate) fn get(&self, birth: u32) -> Option<u32> {
        self.of.get(&birth).copied()
    }

    /// The number of something that can be followed from now on.
    pub(crate) fn meet(&mut self, birth: u32) -> u32 {
        let next = self.seen;
        let id = *self.of.entry(birth).or_insert(next);
        self.seen += u32::from(id == next);
        id
    }

    /// It cannot be followed any more.
    pub(crate) fn lose(&mut self, birth: u32) -> Option<u32> {
        self.of.remove(&birth)
    }

    /// Only these can still be followed.
    pub(crate) fn keep(&mut self, still: impl Fn(u32) -> bool) {
        self.of.retain(|_, id| still(*id));
    }

    /// Two objects change places without anybody's seeing it.
    pub(crate) fn exchange(&mut self, births: [u32; 2]) {
        let found = births.map(|birth| self.of.remove(&birth));
        for (birth, id) in births.into_iter().rev().zip(found) {
            if let Some(id) = id {
                self.of.insert(birth, id);
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
    pub(crate) fn new(players: u32) -> Identities {
        Identities { each: vec![Ids::default(); players as usize + 1] }
    }

    pub(crate) fn from_each(each: Vec<Ids>) -> Identities {
        Identities { each }
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
