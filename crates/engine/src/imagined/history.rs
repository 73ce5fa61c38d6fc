//! What a seat has seen of the moves that led to a position, so that they can be made again in a world that is imagined.
//! Nothing else of the true positions gets out of here.

use super::MoveKey;
use super::facts::is_unknown_to;
use super::pieces;
use super::{key, seen};
use crate::decision::Decision;
use crate::game::Game;
use crate::matches::Match;
use crate::perfect_information::Hidden;
use crate::position::{Kept, Position};
use crate::record::{MAX_WORK, Step, StepKind};
use crate::written::Written;
use std::sync::Arc;

/// A decision that is past, with what was chosen: by its number among the candidates.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    pub position: Arc<Position>,
    pub seat: u32,
    pub candidate: usize,
    pub written: Written,
}

/// A move as a seat read it.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub seat: u32,
    pub key: MoveKey,
    pub written: Written,
    /// What could be seen after it; None while others were still choosing in secret.
    pub after: Option<Sight>,
}

/// What a seat saw at one moment.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    pub name: u64,
    /// Pieces that the seat knew, by serial number, in which slot and how far from the bottom.
    pub known: Vec<(u32, usize, usize)>,
    /// How many pieces lay in each slot.
    pub counts: Vec<usize>,
}

impl Sight {
    pub(super) fn of(game: &Game, position: &Position, seat: u32) -> Sight {
        let words = &position.state.words;
        let mut counts = vec![0; game.program.slots.len()];
        let mut known = Vec::new();
        for lying in pieces::in_zones(&game.program, words, position.players()) {
            counts[lying.slot] += 1;
            if !is_unknown_to(game, words, lying.piece, seat) {
                known.push((pieces::serial(words, lying.piece), lying.slot, lying.index));
            }
        }
        Sight { name: seen(game, position, &mut game.machine(), seat), known, counts }
    }
}

/// The moves from some moment on, as a seat read them.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    pub steps: Vec<Seen>,
    /// The choices of a round that has not ended yet, in the order in which they were made.
    open: Vec<(Seen, bool)>,
}

impl History {
    /// Takes in one more step: the decision, and the position that it led to.
    fn add(&mut self, game: &Game, past: &Past, after: &Position, viewer: u32) -> Result<(), Hidden> {
        let mut position = (*past.position).clone();
        position.focus(past.seat);
        let mut machine = game.machine();
        let decision =
            Decision::list_with(game, &mut machine, position, (0, &Kept::from(None)), past.written.clone());
        let mut decision = decision.map_err(|_| Hidden::Record)?;
        if past.candidate >= decision.len() {
            return Err(Hidden::Record);
        }
        let (named, is_first_yes) = decision.looking_at(past.candidate, |d| {
            let candidate = d.candidate(past.candidate);
            let is_first_yes = d.position().asking().is_some_and(|round| round.is_first_yes(candidate));
            (key::of(game, d.position(), candidate, viewer), is_first_yes)
        });
        let seen = Seen { seat: past.seat, key: named, written: past.written.clone(), after: None };
        if is_first_yes {
            // Nobody learns what others said.
            self.open.retain(|(seen, _)| seen.seat == viewer);
        }
        self.open.push((seen, is_first_yes));
        if after.asking().is_some_and(|round| !round.sealed.is_empty()) {
            return Ok(());
        }
        // Nobody learns in which order they chose.
        self.open.sort_by_key(|(seen, is_last)| (*is_last, seen.seat));
        self.steps.extend(self.open.drain(..).map(|(seen, _)| seen));
        if let Some(last) = self.steps.last_mut() {
            last.after = Some(Sight::of(game, after, viewer));
        }
        Ok(())
    }

    /// The steps, with those of a round that is still open which the viewer made.
    fn finish(mut self, viewer: u32) -> Vec<Seen> {
        let own = self.open.into_iter().map(|(seen, _)| seen).filter(|seen| seen.seat == viewer);
        self.steps.extend(own);
        self.steps
    }
}

impl Match {
    /// Keeps a decision as long as what it led to has not come to an end.
    pub(crate) fn keep_past(&mut self, before: Position, seat: u32, candidate: usize, written: &Written) {
        if before.is_settled() || self.position.is_settled() || self.position.is_over() {
            self.past.clear();
        }
        let goes_on = !self.position.is_settled() && !self.position.is_over();
        if goes_on && (before.is_settled() || !self.past.is_empty()) {
            let position = Arc::new(before);
            self.past.push(Past { position, seat, candidate, written: written.clone() });
        }
    }

    /// The moves since somebody last decided at the top level, as a seat read them, and the position there.
    pub(super) fn since_top(&self, viewer: u32) -> Result<(Arc<Position>, Vec<Seen>), Hidden> {
        let first = self.past.first().ok_or(Hidden::Effect)?;
        let mut history = History::default();
        for (i, past) in self.past.iter().enumerate() {
            let after = self.past.get(i + 1).map_or(&self.position, |next| &*next.position);
            history.add(&self.game, past, after, viewer)?;
        }
        Ok((Arc::clone(&first.position), history.finish(viewer)))
    }

    /// All moves of the match as a seat read them, behind what it saw at the beginning.
    pub(super) fn since_start(&self, viewer: u32) -> Result<(Sight, Vec<Seen>), Hidden> {
        let (all, last) = self.all_past()?;
        let mut history = History::default();
        let first = all.first().map_or(&last, |past| &*past.position);
        let began = Sight::of(&self.game, first, viewer);
        for (i, past) in all.iter().enumerate() {
            let after = all.get(i + 1).map_or(&last, |next| &*next.position);
            history.add(&self.game, past, after, viewer)?;
        }
        Ok((began, history.finish(viewer)))
    }

    /// All decisions from the start of the match on, and where it stands now.
    fn all_past(&self) -> Result<(Vec<Past>, Position), Hidden> {
        let record = self.record();
        let is_whole =
            !self.is_unrecorded() && record.steps.iter().all(|s| matches!(s.kind, StepKind::Move { .. }));
        if !is_whole {
            return Err(Hidden::Record);
        }
        let mut positions = Vec::with_capacity(record.steps.len());
        let replayed = record.replay_within(&self.game, MAX_WORK, |now| positions.push(now.position.clone()));
        let last = replayed.map_err(|_| Hidden::Record)?.position;
        let mut all = Vec::with_capacity(positions.len());
        for (step, position) in record.steps.into_iter().zip(positions) {
            let Step { seat, kind: StepKind::Move { candidate, written, .. } } = step else { continue };
            let written = Written::of(written).map_err(|_| Hidden::Record)?;
            let seat = seat.or(position.decider()).unwrap_or(0);
            all.push(Past { position: Arc::new(position), seat, candidate, written });
        }
        Ok((all, last))
    }
}
