//! Exchanging what a seat does not know in a world that is imagined, so that the seat sees in it what it has seen. It looks
//! at that world and at what the seat sees, at nothing hidden of the match, and plays nothing.

use super::Imagined;
use super::facts::{is_unknown_to, objects};
use super::follow::Follower;
use super::history::Sight;
use super::misplaced::MAX_WISHES;
use super::pieces::{self, Lying};
use super::words::Words;
use crate::game::Game;
use crate::position::Position;
use base::Random;
use bytecode::layout::object;
use std::collections::{BTreeMap, BTreeSet};

/// Two pieces that were exchanged, by their serial numbers.
pub(super) struct Exchanged {
    pub two: [u32; 2],
    /// They lay in one zone, so that the same lies there as before.
    pub in_one_zone: bool,
}

impl Follower<'_> {
    /// Exchanges pieces in the world before a move, so that what the seat saw after it may come about; `made` is what came
    /// of it so far, if it could be made. Tried in turn, until something could be exchanged: what lies elsewhere than it
    /// should; where another number of things lies somewhere, what has come to light, and what lies too much; what has
    /// become something else; what stood in no order and came out in one. Gives nothing where nothing could be.
    pub(super) fn repair(
        &self,
        start: &mut Imagined,
        made: Option<&Imagined>,
        before: Option<&Sight>,
        mover: u32,
        after: &Sight,
        random: &mut Random,
    ) -> Vec<Exchanged> {
        let is_first = before.is_none();
        if let Some(made) = made {
            let lying = lying(self.game, &start.position);
            let may_exchange = |one: u32, other: u32| {
                let both = lying.get(&one).zip(lying.get(&other));
                both.is_some_and(|(one, other)| self.may_exchange(start, one, other, is_first))
            };
            let misplaced = self.misplaced(made, after, may_exchange);
            let done = self.exchange(start, &misplaced, is_first);
            if !done.is_empty() {
                return done;
            }
        }
        // Nothing lies there instead of what is lacking, or too much does.
        if made.is_none_or(|made| self.counts(made) != after.counts) {
            let lacking = self.newly_known(start, before, mover, after, random);
            let done = self.exchange(start, &lacking, is_first);
            if !done.is_empty() {
                return done;
            }
            let surplus = made.map_or(Vec::new(), |made| self.surplus(start, made, after, random));
            let done = self.exchange(start, &surplus, is_first);
            if !done.is_empty() {
                return done;
            }
        }
        let Some(before) = before else { return Vec::new() };
        let wishes = self.by_content(start, made, before, mover, after, random);
        let done = self.exchange(start, &wishes, false);
        match made.filter(|_| done.is_empty()) {
            Some(made) => {
                let wishes = self.misplaced_before(start, made, after);
                self.exchange(start, &wishes, false)
            }
            None => done,
        }
    }

    /// What came to be known by a move that cannot be made in this world, or comes out otherwise, each with something that
    /// it may have come from the place of.
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
            before.iter().flat_map(|b| &b.known).map(|known| known.serial).collect();
        let lying = lying(self.game, &start.position);
        let origin = Origin::of(self.game, before, mover, after);
        let unknown: Vec<(u32, &Lying)> =
            lying.values().filter_map(|l| Some((self.unknown(words, l)?, l))).collect();
        let mut wishes = Vec::new();
        let new = after.known.iter().filter(|known| !was_known.contains(&known.serial));
        for known in new.take(MAX_WISHES) {
            let Some(own) = lying.get(&known.serial) else { continue };
            let fit = |(_, l): &&(u32, &Lying)| {
                origin.may_be(l.slot, own.slot) && self.may_exchange(start, own, l, before.is_none())
            };
            let fitting: Vec<u32> = unknown.iter().filter(fit).map(|(serial, _)| *serial).collect();
            wishes.extend(drawn(&fitting, random).map(|other| [known.serial, *other]));
        }
        wishes
    }

    /// Where things have become other objects by a move: pieces that have in common with those what this world does not
    /// show, each with one that may have lain where that did.
    fn by_content(
        &self,
        start: &Imagined,
        made: Option<&Imagined>,
        before: &Sight,
        mover: u32,
        after: &Sight,
        random: &mut Random,
    ) -> Vec<[u32; 2]> {
        let (program, words) = (&self.game.program, &start.position.state.words);
        let named = |made: &Imagined| {
            let words = &made.position.state.words;
            Words::of_seat(program, words, self.viewer).constants(&objects(self.game, words))
        };
        let now = made.map(named);
        let shown = now.as_ref().unwrap_or(&before.constants);
        let mut lacking = more_in(&after.constants, shown);
        lacking.truncate(MAX_WISHES);
        let wanted_words: BTreeSet<u64> = lacking.iter().copied().collect();
        let too_many: BTreeSet<u64> = more_in(shown, &after.constants).into_iter().collect();
        let origin = Origin::of(self.game, Some(before), mover, after);
        let mut from = lying(self.game, &start.position);
        from.retain(|_, l| self.unknown(words, l).is_some());
        let there = made.map(|made| (made, lying(self.game, &made.position)));
        // What a move has used does not lie there any more, or is known.
        let is_spent = |serial: &u32| {
            there.as_ref().is_none_or(|(made, there)| {
                let l = there.get(serial);
                l.is_none_or(|l| self.unknown(&made.position.state.words, l).is_none())
            })
        };
        let spent: BTreeSet<u32> = from.keys().copied().filter(is_spent).collect();
        let carries = |l: &Lying, any: &dyn Fn(u64) -> bool| {
            pieces::attributes(program, words, l.piece).iter().any(|w| any(*w))
        };
        let mut wishes = Vec::new();
        for word in &lacking {
            let is_carrying = |(serial, l): &(&u32, &Lying)| {
                carries(l, &|w| w == *word) && (made.is_none() || !spent.contains(serial))
            };
            let mut carrying: Vec<u32> = from.iter().filter(is_carrying).map(|(s, _)| *s).collect();
            shuffle(&mut carrying, random);
            let found = carrying.into_iter().find_map(|wanted| {
                let lies = &from[&wanted];
                let fits = |(serial, l): &(&u32, &Lying)| {
                    spent.contains(serial)
                        && !carries(l, &|w| wanted_words.contains(&w))
                        && self.may_exchange(start, lies, l, false)
                        && (made.is_some() || origin.may_be(l.slot, lies.slot))
                };
                let fitting: Vec<_> = from.iter().filter(fits).collect();
                // Rather those of which more is shown than there should be.
                let is_surplus = |l: &Lying| made.is_some() && carries(l, &|w| too_many.contains(&w));
                let surplus: Vec<_> = fitting.iter().copied().filter(|(_, l)| is_surplus(l)).collect();
                let (instead, _) = drawn(&surplus, random).or_else(|| drawn(&fitting, random))?;
                Some([wanted, **instead])
            });
            let Some(wish) = found else { continue };
            from.retain(|serial, _| !wish.contains(serial));
            wishes.push(wish);
            // What such a move needs is not known together.
            if made.is_none() {
                break;
            }
        }
        wishes
    }

    /// Exchanges each two as far as they may be; gives those that were. Where one was moved away already, it is exchanged
    /// from where it lies now.
    fn exchange(&self, start: &mut Imagined, wishes: &[[u32; 2]], is_first: bool) -> Vec<Exchanged> {
        let mut done = Vec::new();
        let mut lies: BTreeMap<u32, u32> = BTreeMap::new();
        let mut all = lying(self.game, &start.position);
        for [wanted, instead] in wishes {
            let there = lies.get(instead).copied().unwrap_or(*instead);
            let (Some(one), Some(other)) = (all.get(wanted).copied(), all.get(&there).copied()) else {
                continue;
            };
            if !self.may_exchange(start, &one, &other, is_first) {
                continue;
            }
            if self.are_in_no_order(&one, &other) {
                start.position.state.words.swap(one.at, other.at);
            } else {
                swap(&mut start.position, one, other, self.facts.owner_of_piece);
            }
            all.extend([
                (*wanted, Lying { piece: one.piece, ..other }),
                (there, Lying { piece: other.piece, ..one }),
            ]);
            start.position.exchange_options(one.piece, other.piece);
            let of = lies.iter().find(|(_, now)| *now == wanted).map_or(*wanted, |(place, _)| *place);
            lies.extend([(*instead, *wanted), (of, there)]);
            done.push(Exchanged { two: [*wanted, there], in_one_zone: one.slot == other.slot });
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
            && !self.exchange(world, &[[*one, *other]], false).is_empty()
            && !self.sees(world, now)
        {
            world.copy_from(&before);
        }
    }

    /// The serial number of a piece that the seat does not know.
    fn unknown(&self, words: &[u64], l: &Lying) -> Option<u32> {
        is_unknown_to(self.game, words, l.piece, self.viewer).then(|| pieces::serial(words, l.piece))
    }

    /// Whether two pieces lie in one zone that has no order. In which they stand there in truth is not kept for worlds, also
    /// where the seat could read it off: a move that shows it says how they must have stood.
    fn are_in_no_order(&self, one: &Lying, other: &Lying) -> bool {
        one.slot == other.slot && !pieces::is_ordered(self.game, one.slot)
    }

    /// Whether two pieces may lie where the other does, and the seat can tell neither from others, unless nothing has been
    /// seen of them yet.
    pub(super) fn may_exchange(&self, start: &Imagined, one: &Lying, other: &Lying, is_first: bool) -> bool {
        let words = &start.position.state.words;
        let hidden = |l: &Lying| is_first || is_unknown_to(self.game, words, l.piece, self.viewer);
        let class = |l: &Lying| object::class(words[l.piece as usize]);
        let fits = |l: &Lying, place: &Lying| self.facts.may_lie(place, pieces::serial(words, l.piece));
        if self.are_in_no_order(one, other) {
            return one.piece != other.piece;
        }
        one.piece != other.piece
            && hidden(one)
            && hidden(other)
            && class(one) == class(other)
            && fits(one, other)
            && fits(other, one)
    }
}

/// The slots from which what was used by a move may have come.
struct Origin {
    /// Those that hold less behind the move.
    gave: Vec<bool>,
    is_movers: Vec<bool>,
    /// Whether one of who moved holds less.
    has_given: bool,
}

impl Origin {
    fn of(game: &Game, before: Option<&Sight>, mover: u32, after: &Sight) -> Origin {
        let less = |slot: usize| before.is_some_and(|before| before.counts[slot] > after.counts[slot]);
        let gave: Vec<bool> = (0..after.counts.len()).map(less).collect();
        let is_movers: Vec<bool> =
            game.program.slots.iter().map(|(_, owner)| *owner == Some(mover)).collect();
        let has_given = gave.iter().zip(&is_movers).any(|(gave, is_movers)| *gave && *is_movers);
        Origin { gave, is_movers, has_given }
    }

    /// Whether it may have lain in a slot, and not where it lies in this world: in one that holds less afterwards, or,
    /// where none does, in any other one of who moved.
    fn may_be(&self, slot: usize, lies: usize) -> bool {
        match self.has_given {
            true => self.gave[slot] && !self.gave[lies],
            false => (self.gave[slot] || self.is_movers[slot]) && slot != lies && !self.gave[lies],
        }
    }
}

/// What one has more of than the other, each as often as that.
fn more_in(one: &BTreeMap<u64, u32>, than: &BTreeMap<u64, u32>) -> Vec<u64> {
    let missing = |(w, n): (&u64, &u32)| {
        let more = n.saturating_sub(than.get(w).copied().unwrap_or(0));
        std::iter::repeat_n(*w, more as usize)
    };
    one.iter().flat_map(missing).collect()
}

fn shuffle<T>(all: &mut [T], random: &mut Random) {
    (1..all.len()).rev().for_each(|i| all.swap(i, random.below(i as u64 + 1) as usize));
}

pub(super) fn drawn<'a, T>(all: &'a [T], random: &mut Random) -> Option<&'a T> {
    all.get(random.below(all.len().max(1) as u64) as usize)
}

pub(super) fn lying(game: &Game, position: &Position) -> BTreeMap<u32, Lying> {
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
