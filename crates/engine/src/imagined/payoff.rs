//! What an ending is worth to each seat. It knows nothing of how the match went.

use crate::position::{Awaited, Position, seat_words};
use bytecode::Program;
use bytecode::layout::seat;
use bytecode::word::NULL;

/// Neither won nor lost.
const EVEN: f32 = 0.5;

/// By place, from 1 for the first to 0 for the last; those who share places get their mean, and the members of a team
/// what it got. A half for everybody where nobody is before anybody else, and where the match was stuck or the rules went
/// wrong. Where players win or lose `together`, or there is one alone, 1 or 0.
pub(super) fn payoff(program: &Program, position: &Position, together: bool, into: &mut [f32]) {
    into.fill(EVEN);
    if position.awaited != Awaited::Over {
        return;
    }
    let words = |p: usize| seat_words(program, &position.state.words, p as u32);
    let team = |p: usize| Some(words(p)[seat::TEAM]).filter(|w| *w != NULL);
    // Whoever has no place stands behind all who have one.
    let place = |p: usize| Some(words(p)[seat::PLACE]).filter(|w| *w < seat::NO_PLACE).unwrap_or(u64::MAX);
    let seats = position.players() as usize;
    if together || seats < 2 {
        let has_won = (0..seats).any(|p| place(p) != u64::MAX);
        return into.fill(if has_won { 1.0 } else { 0.0 });
    }
    let leads = |p: &usize| team(*p).is_none() || (0..*p).all(|q| team(q) != team(*p));
    let best = |p: usize| {
        let members = (0..seats).filter(|q| *q == p || team(p).is_some() && team(*q) == team(p));
        members.map(place).min().unwrap_or(u64::MAX)
    };
    let ranks: Vec<u64> = (0..seats).filter(leads).map(best).collect();
    if ranks.len() < 2 {
        return;
    }
    for (p, out) in into.iter_mut().enumerate().take(seats) {
        let own = best(p);
        let better = ranks.iter().filter(|rank| **rank < own).count();
        let equal = ranks.iter().filter(|rank| **rank == own).count();
        let mean = better as f32 + (equal.max(1) - 1) as f32 / 2.0;
        *out = 1.0 - mean / (ranks.len() - 1) as f32;
    }
}
