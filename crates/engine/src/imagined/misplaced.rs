//! What lies elsewhere in a world that is imagined than where the seat has seen it. What reads alike counts as the same.

use super::Imagined;
use super::follow::Follower;
use super::history::{ANYWHERE, Known, Sight};
use super::pieces::{self, Lying};
use super::repair::{drawn, lying};
use super::words::Words;
use crate::game::Game;
use crate::position::Position;
use base::Random;
use bytecode::layout::is_constant;
use std::collections::BTreeMap;

/// So many things are wished elsewhere at a time; of what lies too much in zones, in each of these.
pub(super) const MAX_WISHES: usize = 300;

impl Follower<'_> {
    /// What the seat knows that lies elsewhere in this world, each with what lies there instead: both by their numbers in it.
    pub(super) fn misplaced(
        &self,
        world: &Imagined,
        after: &Sight,
        may_exchange: impl Fn(u32, u32) -> bool,
    ) -> Vec<[u32; 2]> {
        let mut all = Contents::of(self.game, &world.position, self.viewer);
        let mut elsewhere: Vec<&Known> = Vec::new();
        for known in &after.known {
            match all.there(known) {
                Some(there) => all.leave_out(there),
                None => elsewhere.push(known),
            }
        }
        let mut wishes = Vec::new();
        for known in elsewhere.into_iter().take(MAX_WISHES) {
            let Some(instead) = all.instead_of(known) else { continue };
            let fits = |wanted: u32| wanted != instead && may_exchange(wanted, instead);
            let Some(wanted) = all.like(known, fits) else { continue };
            wishes.push([wanted, instead]);
            all.mark(wanted, |lies| lies.is_taken = true);
            all.mark(instead, |lies| lies.is_placed = true);
        }
        wishes
    }

    /// What lies too much in zones that hold more in this world than they should, each with something else that may have
    /// been there: both by their numbers before the move.
    pub(super) fn surplus(
        &self,
        start: &Imagined,
        made: &Imagined,
        after: &Sight,
        random: &mut Random,
    ) -> Vec<[u32; 2]> {
        let mut all = Contents::of(self.game, &made.position, self.viewer);
        for known in &after.known {
            all.there(known).into_iter().for_each(|there| all.leave_out(there));
        }
        let lying = lying(self.game, &start.position);
        let eyes = Words::of_seat(&self.game.program, &start.position.state.words, self.viewer);
        let mut wishes = Vec::new();
        for (slot, inside) in &all.slots {
            let more = inside.len().saturating_sub(after.counts[*slot]).min(MAX_WISHES);
            for lies in all.in_slot(*slot).filter(|lies| !lies.is_placed).take(more) {
                let Some(own) = lying.get(&lies.serial).filter(|own| own.slot != *slot) else { continue };
                let fits = |l: &&Lying| {
                    self.may_exchange(start, own, l, false) && eyes.content(l.piece) != lies.content
                };
                let other: Vec<u32> =
                    lying.iter().filter(|(_, l)| fits(l)).map(|(serial, _)| *serial).collect();
                wishes.extend(drawn(&other, random).map(|other| [*other, lies.serial]));
            }
        }
        wishes
    }

    /// As [`Follower::misplaced`] of what has become other objects by the move, put on what those were before it: in which
    /// order things came to a zone may follow from where they stood in one that has none.
    pub(super) fn misplaced_before(&self, start: &Imagined, made: &Imagined, after: &Sight) -> Vec<[u32; 2]> {
        let there = lying(self.game, &made.position);
        let mut gone = lying(self.game, &start.position);
        gone.retain(|serial, l| !there.contains_key(serial) && !pieces::is_ordered(self.game, l.slot));
        let constants = |world: &Imagined, l: &Lying| {
            let named = pieces::attributes(&self.game.program, &world.position.state.words, l.piece);
            named.iter().copied().filter(|w| is_constant(*w)).collect::<Vec<u64>>()
        };
        let mut was: BTreeMap<u32, u32> = BTreeMap::new();
        let mut wishes = Vec::new();
        for two in self.misplaced(made, after, |_, _| true) {
            for new in two {
                if was.contains_key(&new) {
                    continue;
                }
                let Some(named) = there.get(&new).map(|l| constants(made, l)) else { continue };
                let like = gone.iter().find(|(_, l)| !named.is_empty() && constants(start, l) == named);
                if let Some(serial) = like.map(|(serial, _)| *serial) {
                    gone.remove(&serial);
                    was.insert(new, serial);
                }
            }
            wishes.extend(was.get(&two[0]).zip(was.get(&two[1])).map(|(one, other)| [*one, *other]));
        }
        wishes
    }

    /// How many pieces lie in each slot.
    pub(super) fn counts(&self, world: &Imagined) -> Vec<usize> {
        let words = &world.position.state.words;
        let mut counts = vec![0; self.game.program.slots.len()];
        let all = pieces::in_zones(&self.game.program, words, world.position.players());
        all.into_iter().for_each(|lying| counts[lying.slot] += 1);
        counts
    }
}

/// What lies in the zones of a world, by what it is.
struct Contents {
    all: Vec<Content>,
    /// The numbers of those in a slot, from the bottom.
    slots: BTreeMap<usize, Vec<usize>>,
    by_serial: BTreeMap<u32, usize>,
    by_content: BTreeMap<u64, Vec<usize>>,
}

#[derive(Clone, Copy)]
struct Content {
    serial: u32,
    slot: usize,
    content: u64,
    /// It is where it is wanted, or was chosen for another place.
    is_taken: bool,
    /// What is wanted in its place is there, or was found.
    is_placed: bool,
}

impl Contents {
    fn of(game: &Game, position: &Position, viewer: u32) -> Contents {
        let words = &position.state.words;
        let eyes = Words::of_seat(&game.program, words, viewer);
        let lying = pieces::in_zones(&game.program, words, position.players());
        let of = |l: &Lying| {
            let (serial, content) = (pieces::serial(words, l.piece), eyes.content(l.piece));
            Content { serial, slot: l.slot, content, is_taken: false, is_placed: false }
        };
        let all: Vec<Content> = lying.iter().map(of).collect();
        let (mut slots, mut by_content) = (BTreeMap::new(), BTreeMap::new());
        for (number, lies) in all.iter().enumerate() {
            slots.entry(lies.slot).or_insert_with(Vec::new).push(number);
            by_content.entry(lies.content).or_insert_with(Vec::new).push(number);
        }
        let by_serial = all.iter().enumerate().map(|(number, lies)| (lies.serial, number)).collect();
        Contents { all, slots, by_serial, by_content }
    }

    fn in_slot(&self, slot: usize) -> impl Iterator<Item = &Content> {
        self.slots.get(&slot).into_iter().flatten().map(|number| &self.all[*number])
    }

    fn itself(&self, known: &Known) -> Option<&Content> {
        self.by_serial.get(&known.serial).map(|number| &self.all[*number])
    }

    fn alike(&self, known: &Known) -> impl Iterator<Item = &Content> {
        self.by_content.get(&known.content).into_iter().flatten().map(|number| &self.all[*number])
    }

    /// What is like a known piece where that lies, so that nothing need be moved; each stands in for one alone.
    fn there(&self, known: &Known) -> Option<u32> {
        if known.index != ANYWHERE {
            let number = *self.slots.get(&known.slot)?.get(known.index)?;
            let lies = &self.all[number];
            return (lies.content == known.content).then_some(lies.serial);
        }
        let is_there =
            |lies: &&Content| !lies.is_placed && lies.slot == known.slot && lies.content == known.content;
        self.itself(known)
            .filter(is_there)
            .or_else(|| self.alike(known).find(is_there))
            .map(|lies| lies.serial)
    }

    /// What lies in the place of a known one, or in its zone where that has no order.
    fn instead_of(&self, known: &Known) -> Option<u32> {
        let is_free = |lies: &&Content| !lies.is_placed;
        let lies = match known.index {
            ANYWHERE => self.in_slot(known.slot).find(is_free),
            index => self.in_slot(known.slot).nth(index).filter(is_free),
        };
        lies.map(|lies| lies.serial)
    }

    /// One like a known one, best of all that one itself, which may have become something else on the way.
    fn like(&self, known: &Known, fits: impl Fn(u32) -> bool) -> Option<u32> {
        let is_free = |lies: &&Content| !lies.is_taken && fits(lies.serial);
        let own = self.itself(known).filter(is_free);
        let found = own.filter(|own| own.content == known.content);
        found.or_else(|| self.alike(known).find(is_free)).or(own).map(|lies| lies.serial)
    }

    /// It stays where it is.
    fn leave_out(&mut self, serial: u32) {
        self.mark(serial, |lies| (lies.is_taken, lies.is_placed) = (true, true));
    }

    fn mark(&mut self, serial: u32, how: impl Fn(&mut Content)) {
        if let Some(number) = self.by_serial.get(&serial) {
            how(&mut self.all[*number]);
        }
    }
}
