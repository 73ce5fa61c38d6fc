//! A match that is made again step by step from its record, for what a seat gathers from the decisions in it.

use super::history::Past;
use crate::matches::Match;
use crate::perfect_information::Hidden;
use crate::record::{Step, StepKind};
use crate::written::Written;
use std::sync::Arc;

/// A match so far. What is hidden in it goes no further than a seat has seen it.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub so_far: Match,
}

impl Played {
    pub(super) fn begin(of: &Match) -> Played {
        Played { so_far: Match::start(&of.game, of.players(), of.seed) }
    }

    /// Whether a match is the one that was followed, or has gone on from there.
    pub(super) fn leads_to(&self, of: &Match) -> bool {
        let known = &self.so_far;
        Arc::ptr_eq(&known.game, &of.game)
            && (known.seed, known.players()) == (of.seed, of.players())
            && known.steps.len() <= of.steps.len()
            && known.steps.iter().zip(&of.steps).all(|(made, step)| is_same(made, step))
    }

    /// The steps that have not been made again.
    pub(super) fn left<'m>(&self, of: &'m Match) -> &'m [Step] {
        of.steps.get(self.so_far.steps.len()..).unwrap_or(&[])
    }

    /// Makes the next step; gives the decision that it was.
    pub(super) fn take_in(&mut self, step: &Step) -> Result<Past, Hidden> {
        let StepKind::Move { candidate, written, .. } = &step.kind else { return Err(Hidden::Record) };
        let position = Arc::new(self.so_far.position.clone());
        let seat = step.seat.or(position.decider()).unwrap_or(0);
        let written = Written::of(written.iter().cloned()).map_err(|_| Hidden::Record)?;
        step.replay(&mut self.so_far).map_err(|_| Hidden::Record)?;
        Ok(Past { position, seat, candidate: *candidate, written })
    }
}

/// Whether two records say the same of a step; what its text was makes no difference.
fn is_same(one: &Step, other: &Step) -> bool {
    let choice = |step: &Step| match &step.kind {
        StepKind::Move { candidate, written, .. } => {
            Some((step.seat, *candidate, written.clone(), step.reseed))
        }
        StepKind::Script { .. } => None,
    };
    choice(one).is_some() && choice(one) == choice(other)
}
