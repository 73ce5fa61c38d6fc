//! How a match ended.

use super::Outcome;
use crate::fault::fault;
use crate::game::Game;
use crate::position::{Awaited, Position, seat_words};
use bytecode::layout::seat;

/// How the match ended, if it has.
pub(crate) fn outcome(game: &Game, position: &Position) -> Option<Outcome> {
    match position.awaited {
        Awaited::Over => Some(Outcome::Finished { ranking: ranking(game, position) }),
        Awaited::Stuck => Some(Outcome::Stuck),
        Awaited::Faulty => Some(Outcome::Fault(fault(game, position))),
        _ => None,
    }
}

/// Places from the first on; empty where everybody lost.
fn ranking(game: &Game, position: &Position) -> Vec<Vec<u32>> {
    let place = |p| seat_words(&game.program, &position.state.words, p)[seat::PLACE];
    let mut places: Vec<u64> = (0..position.players()).map(place).filter(|w| *w < seat::NO_PLACE).collect();
    places.sort_unstable();
    places.dedup();
    places.iter().map(|w| (0..position.players()).filter(|p| place(*p) == *w).collect()).collect()
}
