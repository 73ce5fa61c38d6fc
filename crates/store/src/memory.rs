//! A store in memory, for tests and the simulator: time goes on only where it is told to, and delays and failures are
//! drawn from a seed. It writes nothing to any disk.

use crate::rows::{Hash, Invite, Listed, Match, MatchId, Millis, Program, Seat, Stored};
use crate::store::{Failure, Lease, ProcessId, Retained, Retention, State, Stop, Store};
use crate::tables::Tables;
use crate::ticket::{Answers, Ticket};
use crate::write::{Outcome, Write};
use base::Random;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What goes wrong, in thousandths of all commits, and how long a commit takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// The least and the most that a commit takes.
    pub delay: (Millis, Millis),
    /// Commits that find the disk full.
    pub full: u64,
    /// Commits after which nobody knows whether they stand. Half of them do.
    pub unknown: u64,
}

/// What outlives processes. Clones are the same disk.
#[derive(Clone, Debug)]
pub struct Disk(Arc<Mutex<Inner>>);

#[derive(Debug)]
struct Inner {
    tables: Tables,
    random: Random,
    now: Millis,
    /// The commits under way of each store that was opened, in its order.
    stores: Vec<Process>,
}

#[derive(Debug)]
struct Process {
    faults: Faults,
    state: State,
    pending: VecDeque<Pending>,
    /// Writes whose end is unknown and that will be there when a store is opened again.
    limbo: Vec<Write>,
}

#[derive(Debug)]
struct Pending {
    at: Millis,
    writes: Vec<Write>,
    answers: Answers,
}

/// How a commit ends, as it is drawn.
#[derive(Clone, Copy)]
enum Fate {
    Good,
    Full,
    /// Nothing was written, but its writer cannot tell.
    Lost,
    /// All was written, but its writer cannot tell; others see it at once, or only when they open the disk.
    Kept {
        at_once: bool,
    },
}

impl Disk {
    /// An empty disk at time 0.
    pub fn new(seed: u64) -> Disk {
        let random = Random::new(seed);
        Disk(Arc::new(Mutex::new(Inner { tables: Tables::default(), random, now: 0, stores: Vec::new() })))
    }

    /// A store as a process has it. What was unknown to processes that are gone is settled by now.
    pub fn open(&self, faults: Faults) -> MemoryStore {
        let mut inner = self.lock();
        let Inner { tables, stores, .. } = &mut *inner;
        let gone = stores.iter_mut().filter(|store| matches!(store.state, State::Stopped(_)));
        for write in gone.flat_map(|store| store.limbo.drain(..)) {
            tables.apply(&write);
        }
        let pending = VecDeque::new();
        inner.stores.push(Process { faults, state: State::Ready, pending, limbo: Vec::new() });
        MemoryStore { disk: self.clone(), process: inner.stores.len() - 1 }
    }

    pub fn now(&self) -> Millis {
        self.lock().now
    }

    /// Lets time go on, and with it commits; those of all stores in the order of their times.
    pub fn advance(&self, to: Millis) {
        loop {
            let mut inner = self.lock();
            let next = inner.stores.iter().enumerate();
            let next = next.filter_map(|(i, store)| Some((store.pending.front()?.at, i))).min();
            let Some((at, process)) = next.filter(|(at, _)| *at <= to) else {
                inner.now = inner.now.max(to);
                return;
            };
            inner.now = inner.now.max(at);
            let (answers, outcomes) = inner.finish(process);
            // Whoever is told may ask the store something.
            drop(inner);
            tell(answers, &outcomes);
        }
    }

    /// When the next commit ends, for a scheduler that leaps there.
    pub fn next(&self) -> Option<Millis> {
        let inner = self.lock();
        inner.stores.iter().filter_map(|store| Some(store.pending.front()?.at)).min()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn tell(mut answers: Answers, outcomes: &[Outcome]) {
    for (i, outcome) in outcomes.iter().enumerate() {
        answers.give(i, *outcome);
    }
}

impl Inner {
    fn draw(&mut self, faults: Faults) -> Fate {
        let number = self.random.below(1000);
        if number < faults.full {
            Fate::Full
        } else if number >= faults.full + faults.unknown {
            Fate::Good
        } else if self.random.below(2) == 0 {
            Fate::Lost
        } else {
            Fate::Kept { at_once: self.random.below(2) == 0 }
        }
    }

    /// Ends the first commit under way of a process that is there.
    fn finish(&mut self, process: usize) -> (Answers, Vec<Outcome>) {
        let store = &mut self.stores[process];
        let faults = store.faults;
        let is_stopped = matches!(store.state, State::Stopped(_));
        let Some(Pending { writes, answers, .. }) = store.pending.pop_front() else {
            return (Answers::new(0).0, Vec::new());
        };
        if is_stopped {
            return (answers, vec![Outcome::Refused; writes.len()]);
        }
        let fate = self.draw(faults);
        let store = &mut self.stores[process];
        let unknown = vec![Outcome::Unknown; writes.len()];
        let outcomes = match fate {
            Fate::Good => {
                store.state = State::Ready;
                writes.iter().map(|write| self.tables.apply(write)).collect()
            }
            Fate::Full => {
                store.state = State::Full;
                vec![Outcome::Refused; writes.len()]
            }
            Fate::Lost => unknown,
            Fate::Kept { at_once: true } => {
                writes.iter().for_each(|write| _ = self.tables.apply(write));
                unknown
            }
            Fate::Kept { at_once: false } => {
                store.limbo = writes;
                unknown
            }
        };
        if matches!(fate, Fate::Lost | Fate::Kept { .. }) {
            self.stores[process].state = State::Stopped(Stop::Disk("as the seed has it".to_owned()));
        }
        (answers, outcomes)
    }
}

/// A store in memory as one process has it.
#[derive(Debug)]
pub struct MemoryStore {
    disk: Disk,
    process: usize,
}

impl MemoryStore {
    /// The process is killed: of its commits under way the first few stand, as many as the seed says, and nobody is
    /// told how any of them ended.
    pub fn crash(&self) {
        let mut inner = self.disk.lock();
        let store = &mut inner.stores[self.process];
        let was_stopped = matches!(store.state, State::Stopped(_));
        store.state = State::Stopped(Stop::Closed);
        let pending = std::mem::take(&mut store.pending);
        let stand = inner.random.below(pending.len() as u64 + 1) as usize;
        let inner = &mut *inner;
        for commit in pending.iter().take(if was_stopped { 0 } else { stand }) {
            commit.writes.iter().for_each(|write| _ = inner.tables.apply(write));
        }
    }

    /// A store that failed can still be read; one whose process is gone cannot.
    fn read<T>(&self, read: impl FnOnce(&Tables) -> T) -> Result<T, Failure> {
        let inner = self.disk.lock();
        match inner.stores[self.process].state {
            State::Stopped(Stop::Closed) => Err(Failure::Storage(Stop::Closed.to_string())),
            _ => Ok(read(&inner.tables)),
        }
    }

    fn change<T>(&self, change: impl FnOnce(&mut Tables, Millis) -> T) -> Result<T, Failure> {
        let mut inner = self.disk.lock();
        let now = inner.now;
        match &inner.stores[self.process].state {
            State::Stopped(why) => Err(Failure::Storage(why.to_string())),
            _ => Ok(change(&mut inner.tables, now)),
        }
    }
}

impl Store for MemoryStore {
    fn commit(&self, writes: Vec<Write>) -> Ticket {
        let (answers, ticket) = Answers::new(writes.len());
        let mut inner = self.disk.lock();
        let (least, most) = inner.stores[self.process].faults.delay;
        let delay = least + inner.random.below((most - least) as u64 + 1) as Millis;
        let last = inner.stores[self.process].pending.back().map_or(inner.now, |last| last.at);
        let at = last.max(inner.now + delay);
        inner.stores[self.process].pending.push_back(Pending { at, writes, answers });
        let now = inner.now;
        drop(inner);
        if at == now {
            self.disk.advance(now);
        }
        ticket
    }

    fn load(&self, of: MatchId) -> Result<Option<Stored>, Failure> {
        let stored = self.read(|tables| tables.load(of))?;
        stored.map(Stored::checked).transpose().map_err(Failure::Damaged)
    }

    fn row(&self, of: MatchId) -> Result<Option<Match>, Failure> {
        self.read(|tables| tables.row(of).cloned())
    }

    fn by_public(&self, public: &str) -> Result<Option<MatchId>, Failure> {
        self.read(|tables| tables.by_public(public))
    }

    fn by_token(&self, token: &Hash) -> Result<Option<Seat>, Failure> {
        self.read(|tables| tables.by_token(token).cloned())
    }

    fn by_invite(&self, code: &Hash) -> Result<Option<Invite>, Failure> {
        self.read(|tables| tables.by_invite(code).cloned())
    }

    fn list(&self, tokens: &[Hash]) -> Result<Vec<Listed>, Failure> {
        self.read(|tables| tables.list(tokens))
    }

    fn due(&self, until: Millis) -> Result<Vec<(Millis, MatchId)>, Failure> {
        self.read(|tables| tables.due(until))
    }

    fn program(&self, hash: &Hash) -> Result<Option<Program>, Failure> {
        self.read(|tables| tables.program(hash).cloned())
    }

    fn lease(&self, buckets: Range<u16>, process: ProcessId, span: Millis) -> Result<Vec<Lease>, Failure> {
        self.change(|tables, now| tables.lease(buckets, process, span, now))
    }

    fn retain(&self, now: Millis, retention: &Retention) -> Result<Retained, Failure> {
        self.change(|tables, _| tables.retain(now, retention))
    }

    fn state(&self) -> State {
        self.disk.lock().stores[self.process].state.clone()
    }
}
