//! What a bot is shown when its seat must decide. The match stays behind it: a bot gets what the view, the question
//! and the moves of its seat say, and what it may imagine from them.

use crate::{Basis, Bot, Hidden, Imagined, MoveKey, Thought, Trained, Worlds};
use base::Random;
use engine::question::{MAX_LISTED, Move, Question, Refused};
use engine::view::View;
use engine::{Features, Game, Match, Path};
use std::time::Duration;

/// A decision of one seat.
#[derive(Debug)]
pub struct Decision<'m> {
    now: &'m Match,
    seat: u32,
    moves: Vec<Move>,
}

/// A decision of a match that is over by now, with all that was hidden then. A bot that plays gets none.
#[derive(Debug)]
pub struct Hindsight<'m> {
    pub(crate) decision: Decision<'m>,
    pub(crate) worlds: Worlds,
}

impl<'m> Hindsight<'m> {
    /// None where nobody has a choice or somebody is in the middle of anything.
    pub fn of(then: &'m Match) -> Option<Hindsight<'m>> {
        let decision = Decision::of(then, then.decider()?).filter(|decision| decision.moves().len() > 1)?;
        let worlds = then.imagining().in_hindsight(decision.seat())?;
        Some(Hindsight { decision, worlds })
    }
}

impl<'m> Decision<'m> {
    /// None where the seat has nothing to decide, or more than [`MAX_LISTED`] moves.
    pub fn of(now: &'m Match, seat: u32) -> Option<Decision<'m>> {
        let moves = now.seat(seat).moves_up_to(MAX_LISTED).ok()??;
        (!moves.is_empty()).then_some(Decision { now, seat, moves })
    }

    /// The seat that decides.
    pub fn seat(&self) -> u32 {
        self.seat
    }

    /// What the seat sees.
    pub fn view(&self) -> View {
        self.now.view(Some(self.seat))
    }

    /// What the seat is asked.
    pub fn question(&self) -> Option<Question> {
        self.now.seat(self.seat).question()
    }

    /// The legal moves of the seat, at least one, in a fixed order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// A match that may be this one, as far as the seat knows, to try moves on.
    ///
    /// # Errors
    /// Something may be hidden from the seat, see [`Imagined`].
    pub fn imagine(&self, seed: u64) -> Result<Imagined, Hidden> {
        self.now.imagining().draw(self.seat, seed)
    }

    /// All matches that may be this one, as far as the seat knows, to draw many of them.
    ///
    /// # Errors
    /// Why the seat can imagine none.
    pub fn worlds(&self) -> Result<Worlds, Hidden> {
        self.now.imagining().worlds(self.seat)
    }

    /// What lies beside the game for bots, if anything does.
    pub(crate) fn trained(&self) -> Trained {
        beside(self.now.game(), self.now.players()).0
    }

    /// Whether more decides how the match ends than what everybody sees.
    pub(crate) fn is_uncertain(&self) -> bool {
        let facts = self.now.game().facts(self.now.players());
        facts.has_chance || facts.has_rounds || facts.hidden.is_some()
    }

    /// Names the information set: what the seat has seen and done. None where the record of the match does not tell.
    pub fn path(&self) -> Option<Path> {
        self.now.seat(self.seat).path()
    }

    /// The names of [`Decision::moves`], by which they are found in any match that is imagined.
    pub fn keys(&self) -> Vec<MoveKey> {
        self.now.seat(self.seat).keys_up_to(MAX_LISTED).unwrap_or_default()
    }
}

/// What lies beside a game for so many players, read once for all its matches.
pub(crate) fn beside(game: &Game, players: u32) -> (Trained, Basis) {
    let read = || Trained::read(game.notes(), (game.rules(), players), || Features::of(game));
    game.from_notes(players, read).as_ref().clone()
}

/// A move that a bot made.
#[derive(Clone, Debug)]
pub struct Played {
    pub made: Move,
    /// Why a bot that searches chose by chance; None where it did not. It follows from what the seat knows, which others
    /// may not.
    pub by_chance: Option<Hidden>,
}

/// Lets a bot make the decision of a seat; where there are more than [`MAX_LISTED`] moves, one is drawn instead of asking
/// the bot. Gives the move that was made.
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

fn decide_by(
    now: &mut Match,
    seat: u32,
    random: &mut Random,
    think: impl FnOnce(&Decision<'_>, &mut Random) -> Thought,
) -> Result<Played, Refused> {
    let mut thought = Decision::of(now, seat).map(|decision| think(&decision, random));
    let chosen = thought.as_mut().map(|thought| {
        thought.go_on(&mut || true);
        thought.choice()
    });
    let made = match chosen {
        Some(id) => now.play_as(seat, id)?,
        None => now.play_as(seat, random)?,
    };
    Ok(Played { made, by_chance: thought.and_then(|thought| thought.blind_since().cloned()) })
}
