//! One match from start to end. It counts nothing but what the engine reports on the way.

use base::Random;
use bots::{Bot, BotKind};
use engine::question::{Chosen, Refused};
use engine::view::Outcome;
use engine::{Game, Match, Playout, RecordedPlayout};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The step of the generator, so that a match's seed is the generator's word of that number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The seed of a match of a series: a function of the series' seed and the match's number alone.
pub(crate) fn match_seed(seed: u64, number: u64) -> u64 {
    Random::new(series_seed(seed, number)).word()
}

/// The seed of a series whose first match is that of the number in another series.
pub(crate) fn series_seed(seed: u64, number: u64) -> u64 {
    seed.wrapping_add(STEP.wrapping_mul(number))
}

/// The generator of the choices in a match; the dice and cards come from the match's own.
pub(crate) fn chooser(match_seed: u64) -> Random {
    Random::new(match_seed ^ 0x5A5A_C0DE_0BAD_B075)
}

/// Plays the first match of a series of random bots again, as far as `may_go_on` says, and gives it with the record of its
/// moves.
///
/// # Errors
/// Where a move that was drawn is not found among those that players have.
pub fn again(
    game: &Arc<Game>,
    (players, seed): (u32, u64),
    max_moves: u32,
    may_go_on: &dyn Fn() -> bool,
) -> Result<Match, Refused> {
    let seed = match_seed(seed, 0);
    let mut random = chooser(seed);
    let mut now = RecordedPlayout::start(game, players, seed);
    for _ in 0..max_moves {
        if !may_go_on() || now.step(&mut random)?.is_none() {
            break;
        }
    }
    Ok(now.finish())
}

/// So long a match of random moves may still take to its end when nobody may go on.
const PATIENCE: Duration = Duration::from_secs(2);

/// How a playout ended.
pub(crate) enum End {
    Outcome(Outcome),
    /// A bot chose a move that there is not.
    Refused,
    /// After the most moves allowed, without an outcome.
    Unfinished,
}

/// Who plays a match of a series.
pub(crate) enum Players {
    /// The random bot in every seat: the engine draws its moves without listing them.
    Random,
    /// A bot in each seat.
    Bots(Vec<Box<dyn Bot>>),
}

impl Players {
    pub(crate) fn new(kinds: &[BotKind]) -> Players {
        match kinds.iter().all(BotKind::is_random) {
            true => Players::Random,
            false => Players::Bots(kinds.iter().map(BotKind::make).collect()),
        }
    }

    /// Makes the next move, which who thinks does only if `may_go_on` says so until then.
    pub(crate) fn step(
        &mut self,
        now: &mut Playout,
        random: &mut Random,
        may_go_on: &dyn Fn() -> bool,
    ) -> Result<Step, Refused> {
        let Players::Bots(bots) = self else { return Ok(now.step(random).map_or(Step::Over, Step::Made)) };
        let now = now.settled();
        let Some(seat) = now.decider() else { return Ok(Step::Over) };
        let bot = bots.get_mut(seat as usize).ok_or(Refused::NotAsked)?;
        let made = bots::play_while(now, seat, bot.as_mut(), random, may_go_on)?;
        Ok(made.map_or(Step::BrokenOff, |made| Step::Made(made.chosen)))
    }
}

pub(crate) enum Step {
    Made(Chosen),
    /// The match is over.
    Over,
    BrokenOff,
}

/// Starts a match anew and plays it to its end. `before` is called before each move, `seen` gets each choice. Gives how the
/// match ended and the number of moves; None where it was broken off.
pub(crate) fn playout(
    now: &mut Playout,
    seed: u64,
    players: &mut Players,
    (max_moves, may_go_on): (u32, &dyn Fn() -> bool),
    mut before: impl FnMut(&mut Playout),
    mut seen: impl FnMut(Chosen),
) -> Option<(End, u32)> {
    let mut random = chooser(seed);
    now.restart(seed);
    let mut moves = 0;
    let mut asked_to_end: Option<Instant> = None;
    while moves < max_moves {
        if !may_go_on() && asked_to_end.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
            return None;
        }
        before(now);
        match players.step(now, &mut random, may_go_on) {
            Ok(Step::Made(chosen)) => seen(chosen),
            Ok(Step::Over) => break,
            Ok(Step::BrokenOff) => return None,
            Err(_) => return Some((End::Refused, moves)),
        }
        moves += 1;
    }
    Some((now.settled().outcome().map_or(End::Unfinished, End::Outcome), moves))
}
