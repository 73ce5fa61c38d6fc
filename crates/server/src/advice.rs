//! What a bot thinks of a decision, for the player whose decision it is: what it would do, and who may expect what. It
//! sees what the seat sees, and makes no move.

use ::bots::{Budget, Decision, Opinion, Thought, Valued};
use base::Random;
use engine::Match;
use engine::tabletop::Part;
use serde::Serialize;
use std::time::Duration;

/// More simulations tell a player little more.
const SIMULATIONS: u64 = 1_000;

/// The most work for one question.
pub(crate) const MAX_WORK: Duration = Duration::from_millis(1_500);

/// Whoever asks waits so long at most.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// The best of the moves are told, so many.
const MAX_MOVES: usize = 3;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Advice {
    pub(crate) seat: u32,
    /// Which question it is about.
    pub(crate) q: u64,
    /// The best first.
    pub(crate) moves: Vec<Advised>,
    /// What each seat may expect, from 0 to 1, to three digits.
    pub(crate) chances: Vec<f64>,
    /// All of them are certain.
    pub(crate) certain: bool,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Advised {
    /// A move as messages name it.
    pub(crate) path: Vec<Part>,
    pub(crate) text: String,
    /// What the seat may expect of it.
    pub(crate) value: f64,
}

/// Begins to think about a decision of a seat; None where it cannot be thought about.
pub(crate) fn begin(now: &Match, seat: u32, random: &mut Random) -> Option<Thought> {
    let decision = Decision::of(now, seat)?;
    Thought::about(&decision, Budget::Simulations(SIMULATIONS), random.word()).ok()
}

/// What came of it; None where nothing was found out.
pub(crate) fn told(now: &Match, (seat, q): (u32, u64), thought: &Thought) -> Option<Advice> {
    let Opinion { moves, seats, is_certain, .. } = thought.opinion()?;
    let decision = Decision::of(now, seat)?;
    let tried = moves.iter().filter(|tried| tried.visits > 0 || tried.is_proven).take(MAX_MOVES);
    let advised = |tried: &Valued| {
        let named = decision.moves().get(tried.number)?;
        let path = now.seat(seat).parts_of(tried.number).ok()?;
        Some(Advised { path, text: named.text.clone(), value: three_digits(tried.value) })
    };
    Some(Advice {
        seat,
        q,
        moves: tried.filter_map(advised).collect(),
        chances: seats.into_iter().map(three_digits).collect(),
        certain: is_certain,
    })
}

pub(crate) fn three_digits(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
