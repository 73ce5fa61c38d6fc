//! How a match ended, and what went wrong where its rules did.

use super::{Fault, Outcome};
use crate::game::Game;
use crate::position::{Position, Waiting, seat_words};
use bytecode::layout::seat;

/// How the match ended, if it has.
pub(crate) fn outcome(game: &Game, position: &Position) -> Option<Outcome> {
    match position.waiting {
        Waiting::Over => Some(Outcome::Finished { ranking: ranking(game, position) }),
        Waiting::Stuck => Some(Outcome::Stuck),
        Waiting::Faulty => Some(Outcome::Fault(fault(game, position))),
        _ => None,
    }
}

/// What went wrong in a match whose rules did.
pub(crate) fn fault(game: &Game, position: &Position) -> Fault {
    match position.fault.as_deref() {
        Some(fault) => game.fault(fault, &position.state),
        None => Fault { message: "the rules went wrong".to_owned(), at: game.span(0), trail: Vec::new() },
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
