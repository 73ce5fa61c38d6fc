//! Moves of playouts that somebody prefers to others: only those are filtered and tried that are about to be made.

use super::families::families;
use super::{Imagined, MoveKey, key};
use crate::position::{Listed, Position, Runner};
use base::Random;
use bytecode::layout::header;
use std::collections::BTreeMap;
use vm::Candidates;

/// A candidate that has not been tried.
struct Untried {
    worth: f32,
    number: usize,
    key: MoveKey,
}

/// So many candidates are looked at, drawn at random where there are more, and others only where none of these is legal.
/// It saves time, and what is best on average is made less often.
const LOOKED_AT: usize = 32;

impl Imagined {
    /// Makes the legal move that is worth most, from 0 to 1, the first one found that is worth 1; gives the name by which
    /// it was judged, its own or that of its family (see [`Imagined::families`]), and who made it. None when the match is
    /// over. As after [`Imagined::play_random`], what holds of the new position has to be settled.
    pub fn play_preferred(
        &mut self,
        random: &mut Random,
        worth: &mut dyn FnMut(MoveKey) -> f32,
    ) -> Option<(MoveKey, u32)> {
        self.forget();
        let Imagined { game, position, machine, spare, .. } = self;
        let chance = position.state.words[header::RANDOM];
        let mut runner = game.runner(machine);
        std::mem::swap(&mut runner.spare, spare);
        runner.grant();
        let mut made = None;
        while made.is_none() && !position.is_over() && !runner.end_if_spent(position) {
            let Ok((mut candidates, listed)) = runner.list_to_name(position) else { break };
            let mover = position.decider().unwrap_or(0);
            let key = |position: &Position, candidates: &Candidates, i: usize| {
                key::of(game, position, candidates.get(i), mover)
            };
            let families = match game.has_amounts() && !candidates.has_groups() {
                true => families(game, position, &candidates, 0..candidates.len()),
                false => Vec::new(),
            };
            made = match families.is_empty() {
                true => runner.make_best(position, &mut candidates, listed, (random, worth, &key)),
                false => runner.make_of_best(position, &candidates, listed, (random, worth, &families)),
            };
            runner.reuse(candidates);
            if made.is_none() && !position.is_over() && !runner.end_if_too_long(position) {
                runner.no_choice(position);
            }
            if let Some(key) = made {
                std::mem::swap(&mut runner.spare, spare);
                self.had_chance = position.state.words[header::RANDOM] != chance;
                return Some((key, mover));
            }
        }
        std::mem::swap(&mut runner.spare, spare);
        self.had_chance = position.state.words[header::RANDOM] != chance;
        None
    }
}

/// Takes out the one that is worth most; equals come in random order.
fn take_best(untried: &mut Vec<Untried>) -> Option<Untried> {
    let best =
        (1..untried.len()).fold(0, |best, i| if untried[i].worth > untried[best].worth { i } else { best });
    (!untried.is_empty()).then(|| untried.swap_remove(best))
}

/// Puts so many first, drawn from all (Fisher and Yates).
fn draw_first(all: &mut [usize], count: usize, random: &mut Random) {
    for i in 0..count.min(all.len()) {
        let other = i + random.below((all.len() - i) as u64) as usize;
        all.swap(i, other);
    }
}

/// How a candidate is named.
type Name<'a> = &'a dyn Fn(&Position, &Candidates, usize) -> MoveKey;

impl Runner<'_> {
    /// The name of the candidate that was made; None where none is legal, or where the match ends on the way.
    fn make_best(
        &mut self,
        position: &mut Position,
        candidates: &mut Candidates,
        listed: Listed,
        (random, worth, name): (&mut Random, &mut dyn FnMut(MoveKey) -> f32, Name<'_>),
    ) -> Option<MoveKey> {
        let count = candidates.len();
        if count == 0 {
            return None;
        }
        if candidates.has_groups() {
            return self.make_any(position, candidates, listed, (random, name));
        }
        let offset = random.below(count as u64) as usize;
        // Few ones come in their order, from any of them on.
        let mut drawn: Vec<usize> = if count > LOOKED_AT { (0..count).collect() } else { Vec::new() };
        let mut untried: Vec<Untried> = Vec::with_capacity(count.min(LOOKED_AT));
        for from in (0..count).step_by(LOOKED_AT) {
            let end = count.min(from + LOOKED_AT);
            if let Some(left) = drawn.get_mut(from..) {
                draw_first(left, end - from, random);
            }
            for k in from..end {
                let number = drawn.get(k).copied().unwrap_or((offset + k) % count);
                let key = name(position, candidates, number);
                let worth = worth(key);
                if worth < 1.0 {
                    untried.push(Untried { worth, number, key });
                } else if self.make_if_legal(position, candidates, listed, number)? {
                    return Some(key);
                }
            }
            // Mostly one of the first is legal, so that sorting all of them would be for nothing.
            while let Some(Untried { number, key, .. }) = take_best(&mut untried) {
                if self.make_if_legal(position, candidates, listed, number)? {
                    return Some(key);
                }
            }
        }
        None
    }

    /// As [`Runner::make_best`], where candidates count by the families that are given for them: one of the best family,
    /// whichever.
    fn make_of_best(
        &mut self,
        position: &mut Position,
        candidates: &Candidates,
        listed: Listed,
        (random, worth, families): (&mut Random, &mut dyn FnMut(MoveKey) -> f32, &[MoveKey]),
    ) -> Option<MoveKey> {
        let mut members: BTreeMap<MoveKey, Vec<usize>> = BTreeMap::new();
        for (number, family) in families.iter().enumerate() {
            members.entry(*family).or_default().push(number);
        }
        let mut untried: Vec<(f32, MoveKey, Vec<usize>)> =
            members.into_iter().map(|(key, members)| (worth(key), key, members)).collect();
        // The first of equals, and those are in random order.
        let offset = random.below(untried.len() as u64) as usize;
        untried.rotate_left(offset);
        untried.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
        for (_, key, mut members) in untried {
            while !members.is_empty() {
                let number = members.swap_remove(random.below(members.len() as u64) as usize);
                if self.make_if_legal(position, candidates, listed, number)? {
                    return Some(key);
                }
            }
        }
        None
    }

    /// As [`Runner::make_best`], where nothing is preferred.
    fn make_any(
        &mut self,
        position: &mut Position,
        candidates: &mut Candidates,
        listed: Listed,
        (random, name): (&mut Random, Name<'_>),
    ) -> Option<MoveKey> {
        while !candidates.is_empty() {
            let number = random.below(candidates.len() as u64) as usize;
            let heap_end = position.state.words.len();
            candidates.make(number, &mut position.state.words);
            let key = name(position, candidates, number);
            if self.make_if_legal(position, candidates, listed, number)? {
                return Some(key);
            }
            if candidates.has_groups() {
                candidates.forget();
                position.state.words.truncate(heap_end);
            }
            candidates.swap_remove(number);
        }
        None
    }

    /// None where the match has ended by trying.
    fn make_if_legal(
        &mut self,
        position: &mut Position,
        candidates: &Candidates,
        listed: Listed,
        number: usize,
    ) -> Option<bool> {
        if self.end_if_spent(position) {
            return None;
        }
        let candidate = candidates.get(number);
        let passes = listed == Listed::Candidates || self.passes_filter(position, candidate).ok()?;
        Some(passes && self.play_if_legal(position, candidate))
    }
}
