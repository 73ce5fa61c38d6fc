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

impl Follower<'_> {
    /// What the seat knows that lies elsewhere in this world, each with what lies there instead.
    pub(super) fn misplaced(
        &self,
        world: &Imagined,
        after: &Sight,
        may_exchange: impl Fn(u32, u32) -> bool,
    ) -> Vec<[u32; 2]> {
        let mut all = Contents::of(self.game, &world.position, self.viewer);
        let mut elsewhere: Vec<&Known> = Vec::new();
        for known in &after.known {
            // Each stands in for one alone.
            match all.at(known).or_else(|| all.anywhere_in(known)) {
                Some(there) => all.leave_out(there),
                None => elsewhere.push(known),
            }
        }
        let mut wishes = Vec::new();
        for known in elsewhere {
            let Some(instead) = all.instead_of(known) else { continue };
            let fits = |wanted: u32| wanted != instead && may_exchange(wanted, instead);
            let Some(wanted) = all.like(known, fits) else { continue };
            wishes.push([wanted, instead]);
            all.mark(wanted, |lies| lies.is_taken = true);
            all.mark(instead, |lies| lies.is_placed = true);
        }
        wishes
    }

    /// What the seat would see in zones that hold more in this world than they should, each with something else that it may
    /// have been.
    pub(super) fn surplus(
        &self,
        start: &Imagined,
        made: &Imagined,
        after: &Sight,
        random: &mut Random,
    ) -> Vec<[u32; 2]> {
        let mut all = Contents::of(self.game, &made.position, self.viewer);
        for known in &after.known {
            all.at(known)
                .or_else(|| all.anywhere_in(known))
                .into_iter()
                .for_each(|there| all.leave_out(there));
        }
        let lying = lying(self.game, &start.position);
        let eyes = Words::of_seat(&self.game.program, &start.position.state.words, self.viewer);
        let mut wishes = Vec::new();
        for (slot, inside) in &all.slots {
            let more = inside.len().saturating_sub(after.counts[*slot]);
            for lies in inside.iter().filter(|lies| !lies.is_placed).take(more) {
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
    slots: BTreeMap<usize, Vec<Content>>,
}

#[derive(Clone, Copy)]
struct Content {
    serial: u32,
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
        let mut slots: BTreeMap<usize, Vec<Content>> = BTreeMap::new();
        for l in pieces::in_zones(&game.program, words, position.players()) {
            let serial = pieces::serial(words, l.piece);
            let content = eyes.content(l.piece);
            let lies = Content { serial, content, is_taken: false, is_placed: false };
            slots.entry(l.slot).or_default().push(lies);
        }
        Contents { slots }
    }

    fn there(&self, known: &Known) -> &[Content] {
        self.slots.get(&known.slot).map_or(&[], Vec::as_slice)
    }

    /// The piece that lies where a known one does, where it is like that one.
    fn at(&self, known: &Known) -> Option<u32> {
        let lies = self.there(known).get(known.index)?;
        (lies.content == known.content).then_some(lies.serial)
    }

    /// One that is like a known one, where that lies in no order.
    fn anywhere_in(&self, known: &Known) -> Option<u32> {
        let like = |lies: &&Content| !lies.is_placed && lies.content == known.content;
        let all = || self.there(known).iter().filter(like);
        let own = all().find(|lies| lies.serial == known.serial);
        own.or_else(|| all().next()).filter(|_| known.index == ANYWHERE).map(|lies| lies.serial)
    }

    /// What lies in the place of a known one, or in its zone where that has no order.
    fn instead_of(&self, known: &Known) -> Option<u32> {
        let lies = match known.index {
            ANYWHERE => self.there(known).iter().find(|lies| !lies.is_placed),
            index => self.there(known).get(index).filter(|lies| !lies.is_placed),
        };
        lies.map(|lies| lies.serial)
    }

    /// One like a known one, best of all that one itself, which may have become something else on the way.
    fn like(&self, known: &Known, fits: impl Fn(u32) -> bool) -> Option<u32> {
        let may_be = |lies: &&Content| !lies.is_taken && fits(lies.serial);
        let all: Vec<&Content> = self.slots.values().flatten().filter(may_be).collect();
        let own = all.iter().find(|lies| lies.serial == known.serial);
        let alike = || all.iter().find(|lies| lies.content == known.content);
        let found = own.filter(|own| own.content == known.content).or_else(alike).or(own);
        found.map(|lies| lies.serial)
    }

    /// It stays where it is.
    fn leave_out(&mut self, serial: u32) {
        self.mark(serial, |lies| (lies.is_taken, lies.is_placed) = (true, true));
    }

    fn mark(&mut self, serial: u32, how: impl Fn(&mut Content)) {
        self.slots.values_mut().flatten().filter(|lies| lies.serial == serial).for_each(how);
    }
}
