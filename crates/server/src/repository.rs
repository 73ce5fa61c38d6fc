//! What is kept of matches: of most in the database, of drafts in memory, of those that were just opened in both.
//! Whoever asks for a match does not know which; the first thing that a person does in a draft writes all of it.

use crate::config::{Quotas, now};
use crate::drafts::{Draft, Drafts, TooMany, Written};
use crate::lock;
use crate::metrics::Metrics;
use crate::recent::Recent;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use store::sqlite::SqliteStore;
use store::{
    Change, Failure, Hash, Invite, Listed, Match, MatchId, Outcome, Program, Seat, State, Store as _, Stored,
    Ticket, Write,
};

/// Of so many programs it is known that they are there.
const MAX_PROGRAMS: usize = 1_024;

#[derive(Debug)]
pub(crate) struct Repository {
    disk: SqliteStore,
    drafts: Arc<Drafts>,
    recent: Arc<Recent>,
    metrics: Arc<Metrics>,
    /// Of programs that matches were opened with, which may have been removed since.
    programs: Mutex<BTreeSet<Hash>>,
}

/// As long as there is one, a socket is at a match.
#[derive(Debug)]
pub(crate) struct Here<'a> {
    of: MatchId,
    drafts: &'a Drafts,
}

impl Drop for Here<'_> {
    fn drop(&mut self) {
        self.drafts.left(self.of, now());
    }
}

impl Repository {
    pub(crate) fn new(disk: SqliteStore, quotas: &Quotas, metrics: Arc<Metrics>) -> Repository {
        let (drafts, recent, programs) = (Arc::new(Drafts::new(quotas)), Arc::default(), Mutex::default());
        Repository { disk, drafts, recent, metrics, programs }
    }

    /// For what is about no match.
    pub(crate) fn disk(&self) -> &SqliteStore {
        &self.disk
    }

    /// Keeps a match in memory until a person does something in it.
    pub(crate) fn draft(&self, draft: Draft) -> Result<(), TooMany> {
        self.drafts.put(draft, now())
    }

    pub(crate) fn drafts(&self) -> usize {
        self.drafts.count()
    }

    /// Lets go of drafts at which nobody has been for long.
    pub(crate) fn sweep(&self) {
        self.drafts.sweep(now());
    }

    /// A socket has come to a match, and stays as long as the answer is kept.
    pub(crate) fn here(&self, of: MatchId) -> Here<'_> {
        self.drafts.came(of);
        Here { of, drafts: &self.drafts }
    }

    /// Writes what belongs to one match, in this order; each change stands or falls alone.
    pub(crate) fn commit(&self, of: MatchId, epoch: u64, changes: Vec<Change>) -> Ticket {
        let written = self.drafts.write(of, &changes, now());
        let wanted = changes.len();
        let write = |changes: Vec<Change>| self.write(epoch, changes);
        match written {
            Written::Elsewhere => write(changes),
            Written::InMemory(outcome) => Ticket::known(vec![outcome]),
            Written::After(first) => {
                let (drafts, metrics, before) =
                    (Arc::clone(&self.drafts), Arc::clone(&self.metrics), first.len());
                let ticket = write(first.into_iter().chain(changes).collect());
                ticket.map(wanted, move |outcomes| {
                    let opened = outcomes.get(1).copied().unwrap_or(Outcome::Unknown);
                    if opened == Outcome::Refused {
                        // It is a draft still, and what was wanted is tried again.
                        drafts.stays(of);
                        return vec![Outcome::Refused; wanted];
                    }
                    let is_first = drafts.remove(of) && opened == Outcome::Done;
                    metrics.matches.fetch_add(u64::from(is_first), Relaxed);
                    outcomes[before.min(outcomes.len())..].to_vec()
                })
            }
        }
    }

    fn write(&self, epoch: u64, changes: Vec<Change>) -> Ticket {
        let opened = self.recent.write(&changes, now());
        let writes = changes.len();
        let ticket = self.disk.commit(changes.into_iter().map(|change| Write { epoch, change }).collect());
        let Some((i, of)) = opened else { return ticket };
        let recent = Arc::clone(&self.recent);
        ticket.map(writes, move |outcomes| {
            recent.written(of, outcomes.get(i).copied().unwrap_or(Outcome::Unknown));
            outcomes.to_vec()
        })
    }

    /// Whether a program was there when a match was opened last with it; it may have been removed since.
    pub(crate) fn knows_program(&self, program: &Hash) -> bool {
        lock(&self.programs).contains(program)
    }

    /// A match was opened with a program, which is there.
    pub(crate) fn note_program(&self, program: Hash) {
        let mut programs = lock(&self.programs);
        if programs.len() >= MAX_PROGRAMS {
            programs.clear();
        }
        programs.insert(program);
    }

    pub(crate) fn forget_program(&self, program: &Hash) {
        lock(&self.programs).remove(program);
    }

    pub(crate) fn load(&self, of: MatchId) -> Result<Option<Stored>, Failure> {
        let known = self.drafts.load(of, now()).or_else(|| self.recent.load(of, now()));
        known.map_or_else(|| self.disk.load(of), |stored| Ok(Some(stored)))
    }

    pub(crate) fn row(&self, of: MatchId) -> Result<Option<Match>, Failure> {
        self.drafts.row(of, now()).map_or_else(|| self.disk.row(of), |row| Ok(Some(row)))
    }

    /// The seat of a match that a token holds, by the token's hash.
    pub(crate) fn seat(&self, of: MatchId, token: &Hash) -> Result<Option<Seat>, Failure> {
        if let Some(seat) = self.seat_in_memory(of, token) {
            return Ok(Some(seat));
        }
        Ok(self.disk.by_token(token)?.filter(|seat| seat.of == of))
    }

    /// As [`Repository::seat`], where nothing has to be read; None says nothing.
    pub(crate) fn seat_in_memory(&self, of: MatchId, token: &Hash) -> Option<Seat> {
        self.drafts.seat(of, token, now()).or_else(|| self.recent.seat(of, token, now()))
    }

    pub(crate) fn by_invite(&self, code: &Hash) -> Result<Option<Invite>, Failure> {
        self.disk.by_invite(code)
    }

    /// The matches of whoever has these tokens; a draft is nobody's.
    pub(crate) fn list(&self, tokens: &[Hash]) -> Result<Vec<Listed>, Failure> {
        self.disk.list(tokens)
    }

    pub(crate) fn program(&self, hash: &Hash) -> Result<Option<Program>, Failure> {
        Ok(self.disk.program(hash)?.or_else(|| self.drafts.program(hash)))
    }

    pub(crate) fn state(&self) -> State {
        self.disk.state()
    }
}
