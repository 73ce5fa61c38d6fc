//! Lets bots decide in a match: a bot is shown the decision of its seat, and what it chose is made. It knows no bot.

use crate::{Bot, Decision, Hidden, Thought};
use base::Random;
use engine::Match;
use engine::question::{Move, Refused};
use std::time::Duration;

/// A move that a bot made.
#[derive(Clone, Debug)]
pub struct Played {
    pub made: Move,
    /// Why a bot that searches chose by chance; None where it did not. It follows from what the seat knows, which others
    /// may not.
    pub by_chance: Option<Hidden>,
}

/// Lets a bot make the decision of a seat; where there are more than [`engine::question::MAX_LISTED`] moves, one is drawn
/// instead of asking the bot. Gives the move that was made.
///
/// # Errors
/// The seat has nothing to decide, or the bot chose a move that there is not.
pub fn play(now: &mut Match, seat: u32, bot: &mut dyn Bot, random: &mut Random) -> Result<Move, Refused> {
    decide(now, seat, bot, random).map(|played| played.made)
}

/// As [`play`], and says whether the bot had anything to go by.
///
/// # Errors
/// As [`play`].
pub fn decide(now: &mut Match, seat: u32, bot: &mut dyn Bot, random: &mut Random) -> Result<Played, Refused> {
    decide_by(now, seat, random, |decision, random| bot.think(decision, random))
}

/// As [`play`], where a bot that says nothing of its time thinks for so long at most.
///
/// # Errors
/// As [`play`].
pub fn play_bounded(
    now: &mut Match,
    seat: u32,
    bot: &mut dyn Bot,
    random: &mut Random,
    most: Duration,
) -> Result<Move, Refused> {
    let think = |decision: &Decision<'_>, random: &mut Random| bot.think(decision, random).bounded(most);
    decide_by(now, seat, random, think).map(|played| played.made)
}

/// As [`play`], where what it chose is made only if it may go on until then; None where it may not.
///
/// # Errors
/// As [`play`].
pub fn play_while(
    now: &mut Match,
    seat: u32,
    bot: &mut dyn Bot,
    random: &mut Random,
    may_go_on: &dyn Fn() -> bool,
) -> Result<Option<Move>, Refused> {
    let mut thought = Decision::of(now, seat).map(|decision| bot.think(&decision, random));
    if !may_go_on() || thought.as_mut().is_some_and(|thought| !thought.go_on(&mut || may_go_on())) {
        return Ok(None);
    }
    make(now, seat, thought.as_mut(), random).map(Some)
}

fn decide_by(
    now: &mut Match,
    seat: u32,
    random: &mut Random,
    think: impl FnOnce(&Decision<'_>, &mut Random) -> Thought,
) -> Result<Played, Refused> {
    let mut thought = Decision::of(now, seat).map(|decision| think(&decision, random));
    if let Some(thought) = &mut thought {
        thought.go_on(&mut || true);
    }
    let made = make(now, seat, thought.as_mut(), random)?;
    Ok(Played { made, by_chance: thought.and_then(|thought| thought.blind_since().cloned()) })
}

/// Makes what was chosen; where nobody was asked, since there are too many moves, any.
fn make(
    now: &mut Match,
    seat: u32,
    thought: Option<&mut Thought>,
    random: &mut Random,
) -> Result<Move, Refused> {
    match thought.map(Thought::choice) {
        Some(id) => now.play_as(seat, id),
        None => now.play_as(seat, random),
    }
}
