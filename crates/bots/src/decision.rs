//! What a bot is shown when its seat must decide. The match stays behind it: a bot gets what the view, the question
//! and the moves of its seat say, and what it may imagine from them.

use crate::{Hidden, Imagined, MoveKey, Worlds};
use engine::question::{MAX_LISTED, Move, Question};
use engine::view::View;
use engine::{Features, Game, Match, Path};
use std::any::Any;
use std::sync::Arc;

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

    /// What lies beside the game for bots.
    pub(crate) fn beside(&self) -> Beside<'m> {
        Beside { game: self.now.game(), players: self.now.players() }
    }

    /// Whether the game may hide anything from anybody.
    pub(crate) fn may_hide(&self) -> bool {
        self.now.game().may_hide()
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

/// The text that lies beside a game for bots, and what it may be about. It says nothing of any match.
#[derive(Debug)]
pub(crate) struct Beside<'g> {
    game: &'g Game,
    pub(crate) players: u32,
}

impl<'g> Beside<'g> {
    pub(crate) fn of(imagined: &'g Imagined) -> Beside<'g> {
        Beside { game: imagined.game(), players: imagined.seats() as u32 }
    }

    /// The text, or why it cannot be read.
    pub(crate) fn text(&self) -> Option<Result<&'g Arc<str>, &'g str>> {
        self.game.notes()
    }

    /// Names the rules.
    pub(crate) fn rules(&self) -> &'g str {
        self.game.rules()
    }

    /// What may be counted in a position of the game.
    pub(crate) fn features(&self) -> Features {
        Features::of(self.game)
    }

    /// What somebody reads of it, once for all matches of so many players.
    pub(crate) fn once<T: Any + Send + Sync>(&self, read: impl Fn(&Self) -> T) -> Arc<T> {
        self.game.from_notes(self.players, || read(self))
    }
}
