//! What a seat has seen of the moves that led to a position, so that they can be made again in a world that is imagined.
//! Nothing else of the true positions gets out of here.

use super::MoveKey;
use super::arranged::is_veiled;
use super::facts::objects;
use super::pieces;
use super::words::Words;
use super::{key, seen};
use crate::decision::Decision;
use crate::game::Game;
use crate::matches::Match;
use crate::order::OrderKey;
use crate::perfect_information::Hidden;
use crate::position::{Kept, Position};
use crate::written::Written;
use std::collections::BTreeMap;
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
    /// Whether the seat was told everything of it.
    pub is_told: bool,
    /// What could be seen after it; None while others were still choosing in secret.
    pub after: Option<Sight>,
}

/// What a seat saw at one moment.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    pub name: u64,
    /// Pieces of which the seat saw everything. Of others the number might tell what the seat does not see.
    pub known: Vec<Known>,
    /// How many pieces lay in each slot.
    pub counts: Vec<usize>,
    /// The objects of the rules that attributes named which the seat saw, and how often.
    pub constants: BTreeMap<u64, u32>,
}

/// A piece of which a seat saw everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub serial: u32,
    pub slot: usize,
    /// How far from the bottom, or [`ANYWHERE`].
    pub index: usize,
    /// What it is, whoever owns it: that of all that read alike is the same.
    pub content: u64,
}

/// Where pieces lie in no order.
pub(super) const ANYWHERE: usize = usize::MAX;

impl Sight {
    pub(super) fn of(game: &Game, position: &Position, seat: u32) -> Sight {
        let words = &position.state.words;
        let mut counts = vec![0; game.program.slots.len()];
        let mut known = Vec::new();
        let eyes = Words::of_seat(&game.program, words, seat);
        for lying in pieces::in_zones(&game.program, words, position.players()) {
            counts[lying.slot] += 1;
            if !is_veiled(game, words, lying.piece, seat) {
                let index = if pieces::is_ordered(game, lying.slot) { lying.index } else { ANYWHERE };
                let serial = pieces::serial(words, lying.piece);
                known.push(Known { serial, slot: lying.slot, index, content: eyes.content(lying.piece) });
            }
        }
        // In which order they came there, the seat does not know.
        known.sort_unstable_by_key(|known| (known.slot, known.index, known.serial));
        let constants = eyes.constants(&objects(game, words));
        Sight { name: seen(game, position, &mut game.machine(), seat), known, counts, constants }
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
    pub(super) fn add(
        &mut self,
        game: &Game,
        past: &Past,
        after: &Position,
        viewer: u32,
    ) -> Result<(), Hidden> {
        let mut position = (*past.position).clone();
        position.focus(past.seat);
        let mut machine = game.machine();
        let decision = Decision::list_with(
            game,
            &mut machine,
            position,
            (OrderKey::default(), &Kept::from(None)),
            past.written.clone(),
        );
        let mut decision = decision.map_err(|_| Hidden::Record)?;
        if past.candidate >= decision.len() {
            return Err(Hidden::Record);
        }
        let (named, is_first_yes, is_told) = decision.looking_at(past.candidate, |d| {
            let candidate = d.candidate(past.candidate);
            let is_first_yes = d.position().asking().is_some_and(|round| round.is_first_yes(candidate));
            let is_told = key::is_told(game, d.position(), candidate, viewer);
            (key::of(game, d.position(), candidate, viewer), is_first_yes, is_told)
        });
        // What somebody wrote for themselves is any of the texts that the rules propose.
        let written = if is_told { past.written.clone() } else { Written::default() };
        let seen = Seen { seat: past.seat, key: named, written, is_told, after: None };
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

    /// What the viewer chose in a round that is still open.
    pub(super) fn own_open(&self, viewer: u32) -> impl Iterator<Item = &Seen> {
        self.open.iter().map(|(seen, _)| seen).filter(move |seen| seen.seat == viewer)
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
        let own: Vec<Seen> = history.own_open(viewer).cloned().collect();
        history.steps.extend(own);
        Ok((Arc::clone(&first.position), history.steps))
    }
}
