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

/// At a decision so many moves are made again, all where there are few.
const MAX_TRIED: usize = 2;
const FEW: usize = 8;

/// How often a move is made otherwise.
#[derive(Clone, Copy)]
struct Tried {
    /// So many that somebody takes for it are made in its place.
    alike: usize,
    /// With so many other chances it is made itself, where it uses chance.
    chances: u64,
}

const BEFOREHAND: Tried = Tried { alike: 2, chances: 1 };
/// Once alone must do, since there are no other matches.
const IN_A_MATCH: Tried = Tried { alike: 12, chances: 12 };

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
            found = at(game, facts, &now, &mut random, &mut work);
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
    let n = again.moves;
    let seats: Vec<u32> = (0..now.seats() as u32).collect();
    (0..if n <= FEW { n } else { MAX_TRIED }).any(|k| {
        let i = if n <= FEW { k } else { random.below(n as u64) as usize };
        behind(game, facts, (&again, i), &seats, BEFOREHAND, work)
    })
}

/// Whether there is one for a seat behind the move of that number among the candidates of a decision of a match, which is
/// compared with so many that the seat takes for it.
pub(super) fn is_behind(
    game: &Arc<Game>,
    facts: &Facts,
    (now, candidate): (&Imagined, usize),
    seat: u32,
    work: &mut u64,
) -> bool {
    let again = Again::new(now, OTHER_CHANCE);
    let made = (0..again.moves).find(|i| again.listed.number(*i) as usize == candidate);
    *work += again.listed.work();
    made.is_some_and(|made| behind(game, facts, (&again, made), &[seat], IN_A_MATCH, work))
}

/// Whether one of these seats takes what a move has led to for something that it would tell apart, with other chance or
/// behind another move that reads alike.
fn behind(
    game: &Arc<Game>,
    facts: &Facts,
    (again, i): (&Again<'_>, usize),
    seats: &[u32],
    most: Tried,
    work: &mut u64,
) -> bool {
    let mut worked = |made: Imagined| {
        *work += made.work();
        made
    };
    let (listed, one) = (&again.listed, worked(again.made(i)));
    let by_chance: Vec<Imagined> =
        again.made_by_chances(i, &one, most.chances).into_iter().map(&mut worked).collect();
    seats.iter().any(|seat| {
        let read = listed.key_as_seen(i, *seat);
        let is_alike = |k: &usize| *k != i && listed.key_as_seen(*k, *seat) == read;
        let has_chosen = Some(*seat) == listed.decider();
        let alike = (0..again.moves).filter(|k| !has_chosen && is_alike(k)).take(most.alike);
        let others: Vec<Imagined> = alike.map(|k| worked(again.made_otherwise(k))).collect();
        others.iter().chain(&by_chance).any(|other| differ(game, facts, *seat, [&one, other]))
    })
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
