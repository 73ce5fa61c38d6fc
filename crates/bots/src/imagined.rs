//! Matches that a bot makes up to try moves on. This is the only way from a match to something that a bot may play
//! with, and it takes no more from the match than one seat knows.

use base::Random;
use engine::question::{Move, Refused};
use engine::view::{Outcome, View};
use engine::{Hidden, Match, Playout};

/// A match as it may be, as far as one seat knows. Clones are tried independently of each other.
///
/// So far a seat can imagine only what it sees: in games that hide nothing, an `Imagined` is the position with other
/// chance ahead. Where the rules may hide something from a seat, there is none, since cards that nobody has dealt anew
/// would be those of the match.
#[derive(Clone, Debug)]
pub struct Imagined {
    now: Match,
    seat: u32,
}

impl Imagined {
    pub(crate) fn new(now: &Match, seat: u32, seed: u64) -> Result<Imagined, Hidden> {
        Ok(Imagined { now: now.open_copy(seed)?, seat })
    }

    /// What the seat that imagines it would see.
    pub fn view(&self) -> View {
        self.now.view(Some(self.seat))
    }

    /// Who must decide; None when the match is over.
    pub fn decider(&self) -> Option<u32> {
        self.now.decider()
    }

    /// The legal moves of whoever must decide; none when the match is over.
    pub fn moves(&mut self) -> Vec<Move> {
        self.now.moves().unwrap_or_default()
    }

    /// Makes the move of that number in the list.
    pub fn play(&mut self, id: usize) -> Result<Move, Refused> {
        self.now.play(id)
    }

    /// Goes on at random to the end, or for so many moves.
    pub fn play_out(&mut self, random: &mut Random, max_moves: usize) {
        let mut playout = Playout::from(self.now.clone());
        let made = (0..max_moves).take_while(|_| playout.step(random).is_some());
        made.for_each(drop);
        self.now = playout.finish();
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.now.outcome()
    }

    /// The scores, by seat.
    pub fn scores(&self) -> Vec<f64> {
        self.now.scores()
    }
}
