//! The small part of what a match is: who is asked what, the clocks, votes, who sits where. It is copied for each row.

use engine::Match;
use engine::view::Viewer;
use std::collections::BTreeSet;
use store::{Millis, SeatKind, StepKind};
use wire::VoteKind;

/// How a match ended that the rules had not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Resigned(u32),
    Drawn,
    Flagged(u32),
}

/// What all seats are asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Vote {
    pub(crate) of: u32,
    pub(crate) by: u32,
    pub(crate) what: Proposal,
    pub(crate) yes: BTreeSet<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proposal {
    Undo { to: usize },
    Draw,
}

impl Proposal {
    pub(crate) fn kind(self) -> VoteKind {
        match self {
            Proposal::Undo { .. } => VoteKind::Undo,
            Proposal::Draw => VoteKind::Draw,
        }
    }
}

/// The small part of the state, which is copied for each row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Light {
    /// How many questions each seat was asked.
    pub(crate) q: Vec<u64>,
    /// Whether the last of them is open.
    pub(crate) asked: Vec<bool>,
    /// How long each seat took that has chosen in the secret round that is open.
    pub(crate) sealed: Vec<Option<Millis>>,
    /// How many steps each viewer's stream has; spectators last.
    pub(crate) v: Vec<u64>,
    pub(crate) kinds: Vec<SeatKind>,
    /// Who gave up cannot come back.
    pub(crate) resigned: BTreeSet<u32>,
    /// What is left on each clock that counts all decisions together.
    pub(crate) left: Vec<Millis>,
    /// How much of the way of its messages each seat was spared.
    pub(crate) lag: Vec<Millis>,
    /// How often each seat has asked for a step back.
    pub(crate) asked_back: Vec<u32>,
    pub(crate) vote: Option<Vote>,
    /// What was refused last, until other questions are open or something else is asked.
    pub(crate) refused: Option<Vote>,
    /// How many votes there were.
    pub(crate) votes: u32,
    pub(crate) ending: Option<Ending>,
    /// How often other questions were opened.
    pub(crate) turns: u64,
    /// When the decisions that are open now were opened.
    pub(crate) turn_at: Millis,
    /// What the decision that is open had taken already when it was taken back.
    pub(crate) used: Millis,
    /// When something happened last that everybody was told; when the match was opened where nothing has. Everything
    /// that others are told of the time of a match follows from this, so that a sealed choice moves nothing.
    pub(crate) told_at: Millis,
    /// Whether anything has happened that everybody was told.
    pub(crate) has_begun: bool,
}

impl Light {
    /// Other questions are open now.
    pub(crate) fn settle(&mut self, core: &Match, at: Millis) {
        self.turns += 1;
        (self.turn_at, self.used) = (at, 0);
        (self.vote, self.refused) = (None, None);
        self.sealed.fill(None);
        for seat in 0..self.q.len() {
            let (deciders, answered) = core.observer(Viewer::Seat(seat as u32)).deciders();
            let has = |seats: &[u32]| seats.contains(&(seat as u32));
            self.asked[seat] = has(&deciders) && !has(&answered);
            self.q[seat] += u64::from(self.asked[seat]);
        }
    }

    pub(super) fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
        (self.vote, self.refused) = (None, None);
        self.asked.fill(false);
    }

    pub(super) fn resign(&mut self, seat: u32, others_go_on: bool) {
        self.resigned.insert(seat);
        if others_go_on {
            self.kinds[seat as usize] = SeatKind::Left;
        } else {
            self.end(Ending::Resigned(seat));
        }
    }

    pub(super) fn change_seats(&mut self, seat: u32, kind: StepKind, at: Millis) -> Result<(), String> {
        let (from, to) = match kind {
            StepKind::Takeover => (SeatKind::Human, SeatKind::Left),
            _ => (SeatKind::Left, SeatKind::Human),
        };
        if self.kinds[seat as usize] != from || self.resigned.contains(&seat) {
            return Err("the seat changes as it cannot".to_owned());
        }
        self.kinds[seat as usize] = to;
        if to == SeatKind::Human {
            self.turns += 1;
            self.turn_at = at;
        }
        Ok(())
    }

    /// Who has to agree to what somebody asks.
    pub(crate) fn voters(&self, by: u32) -> impl Iterator<Item = u32> {
        let humans = (0..).zip(&self.kinds).filter(|(_, kind)| **kind == SeatKind::Human);
        humans.map(|(seat, _)| seat).filter(move |seat| *seat != by)
    }

    /// Whether somebody who may come back has left a seat.
    pub(crate) fn is_somebody_away(&self) -> bool {
        let kinds = (0..).zip(&self.kinds);
        kinds.into_iter().any(|(seat, kind)| *kind == SeatKind::Left && !self.resigned.contains(&seat))
    }

    /// Whether a program chooses for a seat.
    pub(crate) fn is_played_by_bot(&self, seat: u32) -> bool {
        self.kinds.get(seat as usize).is_some_and(|kind| [SeatKind::Bot, SeatKind::Left].contains(kind))
    }
}
