//! One random match from start to end. It counts nothing but what the engine tells on the way.

use base::Random;
use engine::Match;
use engine::view::Outcome;

/// The seed of a match of a series: a function of the series' seed and the match's number alone.
pub fn match_seed(seed: u64, number: u64) -> u64 {
    /// The step of the generator, so that a match's seed is the generator's word of that number.
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
    Random::new(seed.wrapping_add(STEP.wrapping_mul(number))).word()
}

/// The generator of the choices in a match; the dice and cards come from the match's own.
pub(crate) fn chooser(match_seed: u64) -> Random {
    Random::new(match_seed ^ 0x5A5A_C0DE_0BAD_B075)
}

/// How a playout ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    Outcome(Outcome),
    /// After the most moves allowed, without an outcome.
    Unfinished,
}

/// Starts a match anew and plays it with random moves. `seen` is told of each move: the action's index, or None for
/// an answer. Gives how it ended and the number of moves.
pub fn playout(
    played: &mut Match,
    seed: u64,
    max_moves: u32,
    mut seen: impl FnMut(Option<usize>),
) -> (End, u32) {
    let mut random = chooser(seed);
    played.start_again(seed);
    let mut moves = 0;
    while moves < max_moves {
        let Some(action) = played.play_random(&mut random) else { break };
        seen(action);
        moves += 1;
    }
    played.settle();
    (played.outcome().map_or(End::Unfinished, End::Outcome), moves)
}
