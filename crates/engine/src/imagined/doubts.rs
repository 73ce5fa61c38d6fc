//! Whether dealing anew what a seat does not know would tell it something in the match at hand: behind each move of its
//! record the same is looked for as in the matches that were looked at beforehand, which may have come upon none, since
//! what brings a secret about comes late or seldom.

use super::history::Past;
use super::played::Played;
use super::{Imagined, counterexample};
use crate::matches::Match;
use crate::perfect_information::Hidden;
use crate::record::Step;

/// All that is tried for it in a match takes so much fuel at most; then it cannot be found out.
const MAX_WORK: u64 = 400_000_000;

/// What one seat has found so far.
#[derive(Clone, Debug)]
pub(super) struct Doubts {
    seat: u32,
    pub played: Played,
    /// Whether dealing anew would tell the seat something from here on, or that cannot be found out.
    exist: bool,
    /// In units of fuel.
    work: u64,
}

impl Doubts {
    pub(super) fn begin(of: &Match, seat: u32) -> Doubts {
        let (players, mut work) = (of.players(), 0);
        let facts = of.game.facts(players);
        let exist = counterexample::is_behind_setup(&of.game, facts, (players, of.seed), seat, &mut work);
        Doubts { seat, played: Played::begin(of), exist, work }
    }

    pub(super) fn exist(&self) -> bool {
        self.exist
    }

    /// Takes in what has happened since, up to so many steps; whether that was all.
    pub(super) fn follow(&mut self, of: &Match, most: usize) -> bool {
        let new = self.played.left(of);
        for step in new.iter().take(most) {
            if self.exist {
                return true;
            }
            self.exist = self.take_in(of, step).unwrap_or(true);
        }
        self.exist || new.len() <= most
    }

    /// Whether a step leads to where dealing anew would tell the seat something; also where that cannot be found out.
    fn take_in(&mut self, of: &Match, step: &Step) -> Result<bool, Hidden> {
        let Past { position, seat, candidate, written } = self.played.take_in(step)?;
        let mut now = Imagined::of(&of.game, self.seat, (*position).clone());
        // Moves are listed here without what somebody may write.
        if self.work > MAX_WORK || !written.is_empty() || !now.focus(seat) {
            return Ok(true);
        }
        let facts = of.game.facts(of.players());
        let found = counterexample::is_behind(&of.game, facts, (&now, candidate), self.seat, &mut self.work);
        Ok(found.unwrap_or(true))
    }
}
