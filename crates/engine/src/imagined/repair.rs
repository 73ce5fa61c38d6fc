//! Exchanging what a seat does not know in a world that is imagined, so that the seat sees in it what it has seen. It looks
//! at what the seat sees alone, and plays nothing.

use super::Imagined;
use super::facts::{is_unknown_to, objects};
use super::follow::Follower;
use super::history::{ANYWHERE, Sight};
use super::pieces::{self, Lying};
use super::words::Words;
use crate::game::Game;
use crate::position::Position;
use base::Random;
use bytecode::layout::object;
use std::collections::{BTreeMap, BTreeSet};

impl Follower<'_> {
    /// Exchanges pieces in the world before a move, so that what the seat saw after it may come about; `made` is what came
    /// of it so far, if it could be made. Whether any were.
    pub(super) fn repair(
        &self,
        start: &mut Imagined,
        made: Option<&Imagined>,
        before: Option<&Sight>,
        mover: u32,
        after: &Sight,
        random: &mut Random,
    ) -> bool {
        let wishes = match made {
            Some(made) => self.misplaced(made, after),
            None => self.newly_known(start, before, mover, after, random),
        };
        self.exchange(start, &wishes, before.is_none())
            || before.is_some_and(|before| {
                let wish = self.by_content(start, made, before, mover, after, random);
                wish.is_some_and(|wish| self.exchange(start, &[wish], false))
            })
    }

    /// What the seat knows that lies elsewhere in this world, each with what lies there instead.
    pub(super) fn misplaced(&self, world: &Imagined, after: &Sight) -> Vec<[u32; 2]> {
        let words = &world.position.state.words;
        let all = pieces::in_zones(&self.game.program, words, world.position.players());
        let mut slots: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        all.iter().for_each(|l| slots.entry(l.slot).or_default().push(pieces::serial(words, l.piece)));
        let known: BTreeSet<(u32, usize)> =
            after.known.iter().map(|(serial, slot, _)| (*serial, *slot)).collect();
        let mut wishes = Vec::new();
        for (serial, slot, index) in &after.known {
            let Some(lying) = slots.get_mut(slot) else { continue };
            let instead = if *index != ANYWHERE {
                lying.get(*index).copied()
            } else if lying.contains(serial) {
                None
            } else {
                // Each stands in for one alone.
                let stranger = lying.iter().position(|other| !known.contains(&(*other, *slot)));
                stranger.map(|at| lying.remove(at))
            };
            wishes.extend(instead.filter(|other| other != serial).map(|other| [*serial, other]));
        }
        wishes
    }

    /// What came to be known by a move that cannot be made in this world, each with something that it may have come from
    /// the place of.
    fn newly_known(
        &self,
        start: &Imagined,
        before: Option<&Sight>,
        mover: u32,
        after: &Sight,
        random: &mut Random,
    ) -> Vec<[u32; 2]> {
        let words = &start.position.state.words;
        let was_known: BTreeSet<u32> =
            before.iter().flat_map(|b| &b.known).map(|(serial, ..)| *serial).collect();
        let lying = lying(self.game, &start.position);
        let mut wishes = Vec::new();
        for (serial, ..) in after.known.iter().filter(|(serial, ..)| !was_known.contains(serial)) {
            let Some(own) = lying.get(serial) else { continue };
            let from = |slot: usize| self.may_come_from(slot, own.slot, before, mover, after);
            let unknown = lying.values().filter(|l| from(l.slot)).filter_map(|l| self.unknown(words, l));
            let unknown: Vec<u32> = unknown.collect();
            wishes.extend(drawn(&unknown, random).map(|other| [*serial, *other]));
        }
        wishes
    }

    /// Whether what was used by a move may have lain in a slot, and not where it lies in this world: one that holds less
    /// afterwards, or, where none does, any other one of who moved.
    fn may_come_from(
        &self,
        slot: usize,
        lies: usize,
        before: Option<&Sight>,
        mover: u32,
        after: &Sight,
    ) -> bool {
        let gave = |slot: usize| before.is_some_and(|before| before.counts[slot] > after.counts[slot]);
        let is_movers = |slot: usize| self.game.program.slots[slot].1 == Some(mover);
        let any_gave = (0..after.counts.len()).any(|slot| gave(slot) && is_movers(slot));
        match any_gave {
            true => gave(slot) && !gave(lies),
            false => (gave(slot) || is_movers(slot)) && slot != lies,
        }
    }

    /// Where something has become another object by a move: a piece that has in common with it what this world does not
    /// show, and one that may have lain where that did.
    fn by_content(
        &self,
        start: &Imagined,
        made: Option<&Imagined>,
        before: &Sight,
        mover: u32,
        after: &Sight,
        random: &mut Random,
    ) -> Option<[u32; 2]> {
        let (program, words) = (&self.game.program, &start.position.state.words);
        let named = |made: &Imagined| {
            let words = &made.position.state.words;
            Words::of_seat(program, words, self.viewer).constants(&objects(self.game, words))
        };
        let now = made.map(named);
        let shown = now.as_ref().unwrap_or(&before.constants);
        let more = after.constants.iter().filter(|(w, n)| shown.get(w).is_none_or(|shown| shown < n));
        let wanted: BTreeSet<u64> = more.map(|(w, _)| *w).collect();
        if wanted.is_empty() {
            return None;
        }
        let all = lying(self.game, &start.position);
        let carries =
            |l: &Lying| pieces::attributes(program, words, l.piece).iter().any(|w| wanted.contains(w));
        let unknown = || all.iter().filter(|(_, l)| self.unknown(words, l).is_some());
        let there = made.map(|made| (made, lying(self.game, &made.position)));
        // What a move has used does not lie there any more, or is known.
        let is_spent = |serial: u32| {
            there.as_ref().is_none_or(|(made, there)| {
                let l = there.get(&serial);
                l.is_none_or(|l| self.unknown(&made.position.state.words, l).is_none())
            })
        };
        let carrying: Vec<_> =
            unknown().filter(|(serial, l)| carries(l) && (made.is_none() || !is_spent(**serial))).collect();
        let (wanted, lies) = drawn(&carrying, random)?;
        let from =
            |l: &Lying| made.is_some() || self.may_come_from(l.slot, lies.slot, Some(before), mover, after);
        let spent: Vec<u32> = unknown()
            .filter(|(serial, l)| is_spent(**serial) && from(l) && !carries(l))
            .map(|(serial, _)| *serial)
            .collect();
        Some([**wanted, *drawn(&spent, random)?])
    }

    /// Exchanges each two as far as they may be; whether any were. Where one was moved away already, it is exchanged from
    /// where it lies now.
    fn exchange(&self, start: &mut Imagined, wishes: &[[u32; 2]], is_first: bool) -> bool {
        let mut done = false;
        let mut lies: BTreeMap<u32, u32> = BTreeMap::new();
        for [wanted, instead] in wishes {
            let there = lies.get(instead).copied().unwrap_or(*instead);
            let all = lying(self.game, &start.position);
            let (Some(one), Some(other)) = (all.get(wanted), all.get(&there)) else { continue };
            if !self.may_exchange(start, one, other, is_first) {
                continue;
            }
            swap(&mut start.position, *one, *other, self.facts.owner_of_piece);
            let of = lies.iter().find(|(_, now)| *now == wanted).map_or(*wanted, |(place, _)| *place);
            lies.extend([(*instead, *wanted), (of, there)]);
            done = true;
        }
        done
    }

    /// Exchanges two things that the seat does not know, any two that may be, where it sees the same afterwards.
    pub(super) fn stir(&self, world: &mut Imagined, now: &Sight, random: &mut Random) {
        if !world.position.is_settled() {
            return;
        }
        let words = &world.position.state.words;
        let all = lying(self.game, &world.position);
        let unknown: Vec<u32> = all.values().filter_map(|l| self.unknown(words, l)).collect();
        let two = (drawn(&unknown, random), drawn(&unknown, random));
        let (Some(one), Some(other)) = two else { return };
        let before = world.clone();
        if all[one].slot != all[other].slot
            && self.exchange(world, &[[*one, *other]], false)
            && !self.sees(world, now)
        {
            world.copy_from(&before);
        }
    }

    /// The serial number of a piece that the seat does not know.
    fn unknown(&self, words: &[u64], l: &Lying) -> Option<u32> {
        is_unknown_to(self.game, words, l.piece, self.viewer).then(|| pieces::serial(words, l.piece))
    }

    /// Whether two pieces may lie where the other does, and the seat can tell neither from others, unless nothing has been
    /// seen of them yet.
    fn may_exchange(&self, start: &Imagined, one: &Lying, other: &Lying, is_first: bool) -> bool {
        let words = &start.position.state.words;
        let hidden = |l: &Lying| is_first || is_unknown_to(self.game, words, l.piece, self.viewer);
        let class = |l: &Lying| object::class(words[l.piece as usize]);
        let fits = |l: &Lying, place: &Lying| self.facts.may_lie(place, pieces::serial(words, l.piece));
        one.piece != other.piece
            && hidden(one)
            && hidden(other)
            && class(one) == class(other)
            && fits(one, other)
            && fits(other, one)
    }
}

fn drawn<'a, T>(all: &'a [T], random: &mut Random) -> Option<&'a T> {
    all.get(random.below(all.len().max(1) as u64) as usize)
}

fn lying(game: &Game, position: &Position) -> BTreeMap<u32, Lying> {
    let words = &position.state.words;
    let all = pieces::in_zones(&game.program, words, position.players());
    all.into_iter().map(|l| (pieces::serial(words, l.piece), l)).collect()
}

/// Exchanges the places of two pieces; who knows what lies there stays with the place.
fn swap(position: &mut Position, one: Lying, other: Lying, owner_of_piece: bool) {
    let words = &mut position.state.words;
    words.swap(one.at, other.at);
    for field in [object::PLACE, object::KNOWN] {
        words.swap(one.piece as usize + field, other.piece as usize + field);
    }
    if !owner_of_piece {
        words.swap(one.piece as usize + object::OWNER, other.piece as usize + object::OWNER);
    }
}
