//! Matches that nobody has done anything in: somebody looks at a game, and a table lies there, to be played at. They are
//! kept in memory alone, so many at once, and go a while after the last socket. It knows no database.

use crate::config::Quotas;
use crate::library;
use crate::lock;
use crate::rate::place;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Mutex;
use store::{
    Change, Hash, Match, MatchId, Millis, NextStep, Opening, Outcome, Program, Seat, SeatKind, StepKind,
    Stored,
};

#[derive(Debug)]
pub(crate) struct Drafts {
    all: Mutex<BTreeMap<MatchId, Draft>>,
    bounds: Bounds,
}

#[derive(Clone, Copy, Debug)]
struct Bounds {
    most: usize,
    most_of_address: usize,
    /// For so long a draft is kept at which nobody is.
    unattended: Millis,
}

/// A match as it would be written.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) opening: Opening,
    pub(crate) program: library::Playable,
    /// What bots have done already.
    pub(crate) steps: Vec<NextStep>,
    pub(crate) from: IpAddr,
    /// How many sockets there are.
    here: usize,
    /// When it was opened, or the last socket was closed.
    since: Millis,
    /// How many times it is being written now.
    writes: usize,
}

/// There are too many, and somebody is at each of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooMany;

impl Draft {
    pub(crate) fn new(opening: Opening, program: library::Playable, from: IpAddr) -> Draft {
        let since = opening.row.opened;
        Draft { opening, program, steps: Vec::new(), from: place(from), here: 0, since, writes: 0 }
    }

    /// The match as it stands.
    fn row(&self) -> Match {
        let row = self.opening.row.clone();
        let Some(NextStep { step, standing, .. }) = self.steps.last() else { return row };
        Match {
            state: standing.state,
            steps: step.n + 1,
            chain: step.chain,
            due: standing.due,
            touched: standing.touched,
            ..row
        }
    }

    fn stored(&self) -> Stored {
        let steps = self.steps.iter().map(|next| next.step.clone()).collect();
        Stored { row: self.row(), seats: self.opening.seats.clone(), steps, chat: Vec::new() }
    }

    /// Whether a change is what a bot does by itself; whatever else is done has somebody done.
    fn is_of_bot(&self, change: &Change) -> bool {
        let Change::Step(next) = change else { return false };
        let is_bot = |seat: &&Seat| Some(seat.n) == next.step.seat && seat.kind == SeatKind::Bot;
        next.step.kind == StepKind::Move && self.opening.seats.iter().any(|seat| is_bot(&seat))
    }

    fn add(&mut self, next: &NextStep) -> Outcome {
        let row = self.row();
        if (row.chain, row.steps) != (next.before, next.step.n) {
            return Outcome::Conflict;
        }
        self.steps.push(next.clone());
        Outcome::Done
    }

    /// All that is written of it, in order.
    fn changes(&self, at: Millis) -> Vec<Change> {
        let opened =
            [Change::Program(self.program.program(at)), Change::Open(Box::new(self.opening.clone()))];
        let steps = self.steps.iter().map(|next| Change::Step(Box::new(next.clone())));
        opened.into_iter().chain(steps).collect()
    }
}

/// What becomes of something that is to be written.
pub(crate) enum Written {
    /// It is about a draft, and stays in memory.
    InMemory(Outcome),
    /// It makes a draft a match: these come before it, the second opens the match.
    After(Vec<Change>),
    /// It is about no draft.
    Elsewhere,
}

impl Drafts {
    pub(crate) fn new(quotas: &Quotas) -> Drafts {
        let (most, most_of_address) = (quotas.drafts, quotas.drafts_of_address);
        let unattended = Millis::try_from(quotas.draft_unattended.as_millis()).unwrap_or(Millis::MAX);
        Drafts { all: Mutex::default(), bounds: Bounds { most, most_of_address, unattended } }
    }

    /// Keeps a draft; where there are too many, those go at which nobody is, of the same address first.
    pub(crate) fn put(&self, draft: Draft, now: Millis) -> Result<(), TooMany> {
        self.sweep(now);
        let mut all = lock(&self.all);
        let from = draft.from;
        let of_address = all.values().filter(|other| other.from == from).count();
        if of_address >= self.bounds.most_of_address {
            drop_oldest(&mut all, |other| other.from == from)?;
        } else if all.len() >= self.bounds.most {
            drop_oldest(&mut all, |_| true)?;
        }
        all.insert(draft.opening.row.id, draft);
        Ok(())
    }

    fn is_gone(&self, draft: &Draft, now: Millis) -> bool {
        draft.here == 0 && draft.writes == 0 && draft.since.saturating_add(self.bounds.unattended) <= now
    }

    /// Lets go of those at which nobody has been for too long.
    pub(crate) fn sweep(&self, now: Millis) {
        lock(&self.all).retain(|_, draft| !self.is_gone(draft, now));
    }

    fn look<T>(&self, of: MatchId, now: Millis, at: impl FnOnce(&Draft) -> T) -> Option<T> {
        lock(&self.all).get(&of).filter(|draft| !self.is_gone(draft, now)).map(at)
    }

    pub(crate) fn row(&self, of: MatchId, now: Millis) -> Option<Match> {
        self.look(of, now, Draft::row)
    }

    pub(crate) fn load(&self, of: MatchId, now: Millis) -> Option<Stored> {
        self.look(of, now, Draft::stored)
    }

    /// The seat of a draft that a token holds.
    pub(crate) fn seat(&self, of: MatchId, token: &Hash, now: Millis) -> Option<Seat> {
        let held = |seat: &&Seat| seat.token.as_ref() == Some(token);
        self.look(of, now, |draft| draft.opening.seats.iter().find(held).cloned()).flatten()
    }

    /// A program of which nothing may be kept yet.
    pub(crate) fn program(&self, hash: &Hash) -> Option<Program> {
        let all = lock(&self.all);
        let draft = all.values().find(|draft| draft.program.hash == *hash)?;
        Some(draft.program.program(draft.opening.row.opened))
    }

    /// Looks at what is to be written together about one match.
    pub(crate) fn write(&self, of: MatchId, changes: &[Change], now: Millis) -> Written {
        let mut all = lock(&self.all);
        let Some(draft) = all.get_mut(&of) else { return Written::Elsewhere };
        match changes {
            // What a bot does while the draft is being written goes the same way, or it would be lost with the draft.
            [change @ Change::Step(next)] if draft.is_of_bot(change) && draft.writes == 0 => {
                Written::InMemory(draft.add(next))
            }
            _ => {
                draft.writes += 1;
                Written::After(draft.changes(now))
            }
        }
    }

    /// It could not be written, and is a draft still.
    pub(crate) fn stays(&self, of: MatchId) {
        if let Some(draft) = lock(&self.all).get_mut(&of) {
            draft.writes = draft.writes.saturating_sub(1);
        }
    }

    /// A draft is a match by now, or nobody knows; whether it was there.
    pub(crate) fn remove(&self, of: MatchId) -> bool {
        lock(&self.all).remove(&of).is_some()
    }

    /// A socket has come to a match.
    pub(crate) fn came(&self, of: MatchId) {
        lock(&self.all).get_mut(&of).into_iter().for_each(|draft| draft.here += 1);
    }

    pub(crate) fn left(&self, of: MatchId, now: Millis) {
        if let Some(draft) = lock(&self.all).get_mut(&of) {
            (draft.here, draft.since) = (draft.here.saturating_sub(1), now);
        }
    }

    pub(crate) fn count(&self) -> usize {
        lock(&self.all).len()
    }
}

fn drop_oldest(all: &mut BTreeMap<MatchId, Draft>, may_go: impl Fn(&Draft) -> bool) -> Result<(), TooMany> {
    let unattended = all.iter().filter(|(_, draft)| draft.here == 0 && draft.writes == 0 && may_go(draft));
    let oldest = unattended.min_by_key(|(_, draft)| draft.since).map(|(of, _)| *of).ok_or(TooMany)?;
    all.remove(&oldest);
    Ok(())
}
