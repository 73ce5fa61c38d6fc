//! What a search thinks of a decision, for whoever asks: which moves are best, and who may expect what. It makes no move.

use crate::error::{Code, Error};
use crate::viewpoint::hidden;
use base::Random;
use bots::{Budget, Decision, Opinion, Thought};
use engine::Match;
use engine::question::Move;
use serde::Serialize;

/// So many simulations unless said.
const USUAL: u64 = 1_000;

/// At most so many, and as many as the time allows.
const MAX_SIMULATIONS: u64 = 100_000;

/// The best of the moves are told, so many.
const MAX_MOVES: usize = 10;

/// A decision that was thought about.
pub(crate) struct Considered {
    seat: u32,
    moves: Vec<Move>,
    opinion: Opinion,
}

/// The best moves, the best first.
#[derive(Serialize)]
pub(crate) struct Hint {
    seat: u32,
    simulations: u64,
    hints: Vec<Hinted>,
}

#[derive(Serialize)]
struct Hinted {
    id: usize,
    text: String,
    visits: u32,
    /// What the seat may expect, from 0 to 1, to three digits.
    value: f64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    proven: bool,
}

/// What each seat may expect, from 0 to 1, to three digits.
#[derive(Serialize)]
pub(crate) struct Evaluation {
    seat: u32,
    simulations: u64,
    values: Vec<f64>,
    /// All of them are certain.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    proven: bool,
}

/// Thinks about the decision of a seat as that seat sees the match.
pub(crate) fn consider(
    now: &Match,
    seat: u32,
    simulations: Option<u64>,
    seed: u64,
) -> Result<Considered, Error> {
    let simulations = simulations.unwrap_or(USUAL);
    if !(1..=MAX_SIMULATIONS).contains(&simulations) {
        return Err(Error::new(
            Code::BadValue,
            format!("`simulations` is a number from 1 to {MAX_SIMULATIONS}"),
        ));
    }
    let decision =
        Decision::of(now, seat).ok_or_else(|| hidden("there are too many moves to think about them"))?;
    let seed = Random::new(seed).word();
    let mut thought = Thought::about(&decision, Budget::Simulations(simulations), seed)
        .map_err(|why| hidden(&format!("seat {seat} cannot imagine how the match goes on: {why}")))?
        .within(bots::MAX_HINT_TIME);
    thought.go_on(&mut || true);
    let opinion = thought.opinion().ok_or_else(|| hidden("nothing was found out"))?;
    Ok(Considered { seat, moves: decision.moves().to_vec(), opinion })
}

fn three_digits(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

impl From<Considered> for Hint {
    fn from(considered: Considered) -> Hint {
        let Considered { seat, moves, opinion } = considered;
        let tried = opinion.moves.iter().filter(|m| m.visits > 0 || m.is_proven).take(MAX_MOVES);
        let hinted = |valued: &bots::Valued| {
            let named = moves.get(valued.number)?;
            Some(Hinted {
                id: named.id,
                text: named.text.clone(),
                visits: valued.visits,
                value: three_digits(valued.value),
                proven: valued.is_proven,
            })
        };
        Hint { seat, simulations: opinion.simulations, hints: tried.filter_map(hinted).collect() }
    }
}

impl From<Considered> for Evaluation {
    fn from(Considered { seat, opinion, .. }: Considered) -> Evaluation {
        Evaluation {
            seat,
            simulations: opinion.simulations,
            proven: opinion.is_certain,
            values: opinion.seats.into_iter().map(three_digits).collect(),
        }
    }
}
