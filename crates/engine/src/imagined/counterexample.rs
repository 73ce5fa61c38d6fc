//! Looks for a counterexample to exchanging what a seat does not know: two positions that a seat takes for the same, from
//! which the dealing anew does not begin alike, so that something of the true one would stay in what is imagined.

use super::Imagined;
use super::again::{Again, OtherDraw, is_between};
use super::exchange::Exchange;
use super::facts::{Facts, begun};
use super::notes::Notes;
use super::state_key::state_key;
use super::worlds::forget_choices;
use crate::game::Game;
use base::Random;
use bytecode::layout::header;
use std::iter;
use std::sync::Arc;
use vm::mix;

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
    /// So often one of its draws alone comes out otherwise: all that is shown may be the same then, however seldom that is.
    draws: u32,
    /// So often it is made where what a seat does not know is dealt anew.
    deals: u64,
}

const BEFOREHAND: Tried = Tried { alike: 2, chances: 1, draws: 2, deals: 0 };
/// Once alone must do, since there are no other matches.
const IN_A_MATCH: Tried = Tried { alike: 12, chances: 12, draws: 16, deals: 4 };

/// All of that takes so much fuel at most; then no more is looked for.
const MAX_WORK: u64 = 40_000_000;

/// Behind one move so much.
const MAX_WORK_BEHIND: u64 = 40_000_000;

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

/// The same among what the moves of one decision lead to; what cannot be found out is left to other matches.
fn at(game: &Arc<Game>, facts: &Facts, now: &Imagined, random: &mut Random, work: &mut u64) -> bool {
    let again = Again::new(now, OTHER_CHANCE);
    let n = again.moves;
    let tried = Tries { game, facts, again: &again, most: BEFOREHAND };
    (0..if n <= FEW { n } else { MAX_TRIED }).any(|k| {
        let i = if n <= FEW { k } else { random.below(n as u64) as usize };
        (0..now.seats() as u32).any(|seat| tried.behind(i, seat, work) == Some(true))
    })
}

/// Whether there is one for a seat behind the move of that number among the candidates of a decision of a match, which is
/// compared with others that the seat takes for it; None where that cannot be found out.
pub(super) fn is_behind(
    game: &Arc<Game>,
    facts: &Facts,
    (now, candidate): (&Imagined, usize),
    seat: u32,
    work: &mut u64,
) -> Option<bool> {
    let again = Again::new(now, OTHER_CHANCE);
    *work += again.listed.work();
    let made = (0..again.moves).find(|i| again.listed.number(*i) as usize == candidate)?;
    Tries { game, facts, again: &again, most: IN_A_MATCH }.behind(made, seat, work)
}

/// Whether there is one for a seat behind `setup`; nothing is looked for where that asks somebody.
pub(super) fn is_behind_setup(
    game: &Arc<Game>,
    facts: &Facts,
    (players, seed): (u32, u64),
    seat: u32,
    work: &mut u64,
) -> bool {
    let begin = |draw: OtherDraw| begun(game, players, seed, draw.at_chance());
    let one = begin(OtherDraw::NONE);
    let mut spent = one.work();
    if is_between(&one) {
        *work += spent;
        return false;
    }
    let (seen, from) = (one.seen(seat), began(game, facts, &one, seat));
    let found = OtherDraw::spread(OtherDraw::draws(&one), IN_A_MATCH.draws).map(begin).find_map(|other| {
        spent += other.work();
        let is_same = !is_between(&other) && other.seen(seat) == seen;
        let is_found = is_same && began(game, facts, &other, seat) != from;
        (is_found || spent > MAX_WORK_BEHIND).then_some(is_found)
    });
    *work += spent;
    found.unwrap_or(false)
}

/// The moves of one decision, to be made otherwise.
struct Tries<'a> {
    game: &'a Arc<Game>,
    facts: &'a Facts,
    again: &'a Again<'a>,
    most: Tried,
}

impl Tries<'_> {
    /// Whether a seat takes what a move has led to for something that it would tell apart, with other chance or behind
    /// another move that reads alike. None where that is too much work, or what was asked goes on.
    fn behind(&self, i: usize, seat: u32, work: &mut u64) -> Option<bool> {
        let one = self.again.made(i);
        let mut spent = one.work();
        if one.over() {
            *work += spent;
            return Some(false);
        }
        let before = (!is_between(&one)).then(|| (one.seen(seat), began(self.game, self.facts, &one, seat)));
        let draws = OtherDraw::draws(&one);
        let chances = if draws == 0 { 0 } else { self.most.chances };
        let by_chance = (0..chances).map(|n| self.again.made_by_chance(i, n));
        let by_draw = OtherDraw::spread(draws, self.most.draws);
        let by_chance = by_chance.chain(by_draw.map(|draw| self.again.made_by_draw(i, draw)));
        // What all see of chance may be the same only where chance is.
        let alike = self.alike(i, seat).into_iter();
        let alike = alike.flat_map(|k| [self.again.made(k), self.again.made_otherwise(k)]);
        // Listing is dear, so only where nothing else has been found.
        let dealt = iter::once_with(|| self.dealt(i, seat)).flatten();
        let mut found = before.is_some().then_some(false);
        for other in alike.chain(by_chance).chain(dealt) {
            let Some((seen, began_from)) = &before else { break };
            spent += other.work();
            let is_same = !is_between(&other) && other.seen(seat) == *seen;
            if is_same && began(self.game, self.facts, &other, seat) != *began_from {
                found = Some(true);
                break;
            }
            if spent > MAX_WORK_BEHIND {
                found = None;
                break;
            }
        }
        *work += spent;
        found
    }

    /// The same move, as far as the seat can read it, where all that it does not know is dealt anew: what follows from that
    /// must follow from what was dealt.
    fn dealt(&self, i: usize, seat: u32) -> Vec<Imagined> {
        let now = self.again.now();
        if self.most.deals == 0 || !now.position.is_settled() || now.position.asking().is_some() {
            return Vec::new();
        }
        let (read, chance) =
            (self.again.listed.key_as_seen(i, seat), now.position.state.words[header::RANDOM]);
        let mut position = now.position.clone();
        position.since_choice.clear();
        let notes = Notes::default();
        let Ok(mut exchange) = Exchange::new(self.game, (self.facts, &notes), &mut position, seat) else {
            return Vec::new();
        };
        let deal = |number: u64| {
            let mut world = Imagined::of(self.game, seat, position.clone());
            exchange.draw(&mut Random::new(mix(OTHER_CHANCE, number)), &mut world.position.state.words);
            world.reseed(chance);
            let again = Again::new(&world, OTHER_CHANCE);
            let made = (0..again.moves).find(|k| again.listed.key_as_seen(*k, seat) == read);
            made.map(|k| again.made(k))
        };
        (0..self.most.deals).filter_map(deal).collect()
    }

    /// Moves that read alike to a seat that has not chosen itself, at equal distances among all that do: what is found out
    /// should not follow from which one was made.
    fn alike(&self, i: usize, seat: u32) -> Vec<usize> {
        let listed = &self.again.listed;
        if Some(seat) == listed.decider() {
            return Vec::new();
        }
        let read = listed.key_as_seen(i, seat);
        let all: Vec<usize> =
            (0..self.again.moves).filter(|k| listed.key_as_seen(*k, seat) == read).collect();
        let step = all.len().div_ceil(self.most.alike + 1).max(1);
        all.into_iter().step_by(step).filter(|k| *k != i).collect()
    }
}

/// What a seat's worlds are dealt from; None where there are none.
fn began(game: &Arc<Game>, facts: &Facts, now: &Imagined, seat: u32) -> Option<u128> {
    let mut position = now.position.clone();
    forget_choices(&mut position, seat);
    Exchange::new(game, (facts, &Notes::default()), &mut position, seat).ok()?;
    Some(state_key(&game.program, &position, &position.state.words))
}
