//! Looks for a counterexample to exchanging what a seat does not know: two positions that a seat takes for the same, from
//! which the dealing anew does not begin alike, so that something of the true one would stay in what is imagined.

use super::Imagined;
use super::again::{Again, is_between};
use super::exchange::Exchange;
use super::facts::Facts;
use super::notes::Notes;
use super::state_key::state_key;
use super::worlds::forget_choices;
use crate::game::Game;
use base::Random;
use std::sync::Arc;

/// So many matches are played for it, for so many moves each.
const MATCHES: u64 = 6;
const MAX_MOVES: usize = 40;

/// At a decision so many moves are made again with other chance, all where there are few, and in the place of each so many
/// that somebody takes for it.
const MAX_TRIED: usize = 2;
const FEW: usize = 8;
const MAX_ALIKE: usize = 2;

/// All of that takes so much fuel at most; then no more is looked for.
const MAX_WORK: u64 = 40_000_000;

/// Turns the chance of a match into another one.
const OTHER_CHANCE: u64 = 0x0061_6C69_6B65;

/// Whether there is one. `begin` begins a match from a seed.
pub(super) fn exists(game: &Arc<Game>, facts: &Facts, begin: impl Fn(u64) -> Imagined) -> bool {
    let mut work = 0;
    (1..=MATCHES).any(|seed| {
        let (mut now, mut random) = (begin(seed), Random::new(seed));
        let mut found = false;
        for _ in 0..MAX_MOVES {
            let n = now.list();
            if n == 0 || found || work + now.work() > MAX_WORK {
                break;
            }
            if now.position.asking().is_none() {
                found = at(game, facts, &now, &mut random, &mut work);
            }
            now.play_listed(random.below(n as u64) as usize);
            if now.over() {
                break;
            }
        }
        work += now.work();
        found
    })
}

/// The same among what the moves of one decision lead to.
fn at(game: &Arc<Game>, facts: &Facts, now: &Imagined, random: &mut Random, work: &mut u64) -> bool {
    let again = Again::new(now, OTHER_CHANCE);
    let (listed, n) = (&again.listed, again.moves);
    let mut worked = |made: Imagined| {
        *work += made.work();
        made
    };
    for k in 0..if n <= FEW { n } else { MAX_TRIED } {
        let i = if n <= FEW { k } else { random.below(n as u64) as usize };
        let (one, by_chance) = (worked(again.made(i)), worked(again.made_otherwise(i)));
        for seat in 0..now.seats() as u32 {
            let read = listed.key_as_seen(i, seat);
            let is_alike = |k: &usize| *k != i && listed.key_as_seen(*k, seat) == read;
            let has_chosen = Some(seat) == listed.decider();
            let alike = (0..n).filter(|k| !has_chosen && is_alike(k)).take(MAX_ALIKE);
            let others: Vec<Imagined> = alike.map(|k| worked(again.made_otherwise(k))).collect();
            if others.iter().chain([&by_chance]).any(|other| differ(game, facts, seat, [&one, other])) {
                return true;
            }
        }
    }
    false
}

/// Whether a seat takes two positions for the same that are told apart by what it would imagine.
fn differ(game: &Arc<Game>, facts: &Facts, seat: u32, [one, other]: [&Imagined; 2]) -> bool {
    !is_between(one)
        && !is_between(other)
        && one.seen(seat) == other.seen(seat)
        && began(game, facts, one, seat) != began(game, facts, other, seat)
}

/// What a seat's worlds are dealt from; None where there are none.
fn began(game: &Arc<Game>, facts: &Facts, now: &Imagined, seat: u32) -> Option<u128> {
    let mut position = now.position.clone();
    forget_choices(&mut position, seat);
    Exchange::new(game, (facts, &Notes::default()), &mut position, seat).ok()?;
    Some(state_key(&game.program, &position, &position.state.words))
}
