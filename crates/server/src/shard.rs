//! A thread that alone runs some of the matches: it takes inputs one after the other, hands rows to the store and
//! messages to sockets. What a match does with an input is decided by `table`.

use crate::advice::Advice;
use crate::app::App;
use crate::bots::{Task, Wanted};
use crate::config::now;
use crate::outbox::Outbox;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use store::{Change, Failure, MatchId, Millis, Stored};
use table::{Bench, Condition, ConnId, Grant, Input, Loading, NoPage, Output, Page, Seated, Table};
use tokio::sync::oneshot;
use wire::{ByeWhy, FromClient, Pong, ToClient};

/// A page, or why there is none.
pub(crate) type Shown = Result<Box<Page>, NoPage>;

/// What a shard is given.
#[derive(Debug)]
pub(crate) enum Job {
    /// A socket has said hello.
    Hello {
        of: MatchId,
        conn: ConnId,
        outbox: Arc<Outbox>,
        input: Box<Input>,
    },
    Input(MatchId, Box<Input>),
    /// How a match stands for somebody who may see it.
    Page {
        of: MatchId,
        grant: Option<Grant>,
        reply: oneshot::Sender<Shown>,
    },
    /// Whether a seat has to decide, for whoever holds it.
    Asked {
        of: MatchId,
        seat: u32,
        reply: oneshot::Sender<bool>,
    },
    /// What a bot would do in the place of a seat, for whoever holds it. Nothing comes where nobody may know.
    Advise {
        of: MatchId,
        grant: Grant,
        reply: oneshot::Sender<Option<Advice>>,
    },
    /// Everybody is sent away, and the thread ends.
    Stop {
        why: ByeWhy,
        retry: Option<u32>,
    },
}

/// Nothing to do for so long at most, so that clocks are looked at.
const NAP: Duration = Duration::from_millis(500);

/// A thread that had nothing to do for less than this gathers jobs for so long, instead of being woken for each.
const BREATH: Duration = Duration::from_millis(1);

/// A clock that has run out while its match could not be read is looked at again after so long.
const AGAIN: Millis = 1_000;

pub(crate) struct Shard {
    app: Arc<App>,
    inbox: Receiver<Job>,
    own: Sender<Job>,
    number: usize,
    tables: BTreeMap<MatchId, Kept>,
    /// When which match wants to be told the time.
    due: BTreeSet<(Millis, MatchId)>,
    conns: BTreeMap<ConnId, (MatchId, Arc<Outbox>)>,
    bench: Bench,
    /// Whether the last job that was waited for came soon.
    is_busy: bool,
}

struct Kept {
    table: Table,
    due: Option<Millis>,
    /// When a clock runs out, as the last row has it.
    clock: Option<Millis>,
    /// The names of the bots, by seat.
    bots: Vec<Option<String>>,
    /// Who waits for the match to be loaded.
    pages: Vec<Waiter>,
}

/// Somebody who waits for a match to be loaded.
enum Waiter {
    Page(Option<Grant>, oneshot::Sender<Shown>),
    Asked(u32, oneshot::Sender<bool>),
    Advice(Grant, oneshot::Sender<Option<Advice>>),
}

impl Shard {
    pub(crate) fn new(app: Arc<App>, number: usize, inbox: Receiver<Job>, own: Sender<Job>) -> Shard {
        let (tables, due, conns) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
        Shard { app, inbox, own, number, tables, due, conns, bench: Bench::new(), is_busy: false }
    }

    /// `clocks` says when clocks of matches run out.
    pub(crate) fn run(mut self, clocks: Vec<(Millis, MatchId)>) {
        self.due.extend(clocks);
        loop {
            let nap = self.due.first().map_or(NAP, |(at, _)| {
                Duration::from_millis(u64::try_from(at - now()).unwrap_or(0)).min(NAP)
            });
            match self.next(nap) {
                Ok(Job::Stop { why, retry }) => return self.stop(why, retry),
                Ok(job) => {
                    self.app.hub.taken(self.number);
                    self.take(job);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.pass();
        }
    }

    /// The next job, where one comes in time. To be woken costs as much as many a job.
    fn next(&mut self, nap: Duration) -> Result<Job, RecvTimeoutError> {
        let here = |inbox: &Receiver<Job>| inbox.try_recv().ok();
        if let Some(job) = here(&self.inbox) {
            return Ok(job);
        }
        if self.is_busy {
            thread::sleep(nap.min(BREATH));
            if let Some(job) = here(&self.inbox) {
                return Ok(job);
            }
        }
        let since = Instant::now();
        let next = self.inbox.recv_timeout(nap);
        self.is_busy = next.is_ok() && since.elapsed() < BREATH;
        next
    }

    fn take(&mut self, job: Job) {
        match job {
            // Whoever has gone meanwhile is told nothing, so nothing is worked out for them.
            Job::Hello { outbox, .. } if outbox.is_closed() => {}
            Job::Input(_, input) if self.is_for_nobody(&input) => {}
            Job::Hello { of, conn, outbox, input } => {
                self.conns.insert(conn, (of, outbox));
                self.give(of, *input);
            }
            Job::Input(of, input) => {
                // A sign of life is answered in its turn, and keeps no match in memory.
                if let Input::Message { conn, message: FromClient::Ping(ping), .. } = *input {
                    let pong = ToClient::Pong(Pong { t: ping.t }).to_text();
                    return self.carry_out(of, Output::Send(conn, Arc::from(pong)));
                }
                if let Input::Left { conn } = *input {
                    self.conns.remove(&conn);
                }
                // What became of a write is nobody's business any more where the table is gone.
                if self.tables.contains_key(&of)
                    || !matches!(*input, Input::Written { .. } | Input::Left { .. })
                {
                    self.give(of, *input);
                }
            }
            Job::Page { of, grant, reply } => self.wait_for(of, Waiter::Page(grant, reply)),
            Job::Asked { of, seat, reply } => self.wait_for(of, Waiter::Asked(seat, reply)),
            Job::Advise { of, grant, reply } => self.wait_for(of, Waiter::Advice(grant, reply)),
            Job::Stop { .. } => {}
        }
    }

    /// Whether somebody who has gone asks for something, which changes nothing of the match.
    fn is_for_nobody(&self, input: &Input) -> bool {
        use FromClient::{Part, Past, Ping, Why};
        let Input::Message { conn, message: Part(_) | Past(_) | Ping(_) | Why(_), .. } = input else {
            return false;
        };
        self.conns.get(conn).is_none_or(|(_, outbox)| outbox.is_closed())
    }

    /// Answers as soon as the match is in memory.
    fn wait_for(&mut self, of: MatchId, waiting: Waiter) {
        self.give(of, Input::Wake);
        if let Some(kept) = self.tables.get_mut(&of) {
            kept.pages.push(waiting);
            self.answer_pages(of);
        }
    }

    /// The time of some matches has come.
    fn pass(&mut self) {
        let now = now();
        while let Some((at, of)) = self.due.first().copied().filter(|(at, _)| *at <= now) {
            self.due.remove(&(at, of));
            self.tables.get_mut(&of).into_iter().for_each(|kept| kept.due = None);
            self.table(of, Some(at));
            self.give(of, Input::Tick);
        }
    }

    fn table(&mut self, of: MatchId, due: Option<Millis>) -> &mut Kept {
        self.tables.entry(of).or_insert_with(|| Kept {
            table: Table::new(of, due, now()),
            due: None,
            clock: due,
            bots: Vec::new(),
            pages: Vec::new(),
        })
    }

    fn give(&mut self, of: MatchId, input: Input) {
        let now = now();
        let began = Instant::now();
        self.table(of, None);
        let Some(kept) = self.tables.get_mut(&of) else { return };
        let outputs = kept.table.on(input, now, &mut self.bench);
        self.app.metrics.decision(began.elapsed());
        let mut filled = Vec::new();
        for output in outputs {
            match output {
                Output::Send(conn, text) => {
                    self.put(conn, text);
                    filled.extend(Some(conn).filter(|conn| !filled.contains(conn)));
                }
                output => self.carry_out(of, output),
            }
        }
        // Each socket gets what it is told together at once.
        filled.iter().filter_map(|conn| self.conns.get(conn)).for_each(|(_, outbox)| outbox.wake());
        self.remember_when(of);
        self.answer_pages(of);
    }

    /// Notes when the match wants to be told the time.
    fn remember_when(&mut self, of: MatchId) {
        let Some(kept) = self.tables.get_mut(&of) else { return };
        let due = kept.table.due();
        if kept.due != due {
            kept.due.into_iter().for_each(|at| _ = self.due.remove(&(at, of)));
            self.due.extend(due.map(|at| (at, of)));
            kept.due = due;
        }
    }

    fn carry_out(&mut self, of: MatchId, output: Output) {
        match output {
            Output::Load => self.load(of),
            Output::Send(conn, text) => {
                self.put(conn, text);
                self.conns.get(&conn).into_iter().for_each(|(_, outbox)| outbox.wake());
            }
            Output::Close(conn) => {
                if let Some((_, outbox)) = self.conns.remove(&conn) {
                    outbox.close();
                }
            }
            Output::Write { write, change } => self.write(of, write, change),
            Output::Think(seated) => self.think(of, seated),
            Output::Rematch => self.app.rematch(of),
            Output::Gone => self.drop_table(of),
        }
    }

    /// Puts something into what a socket is to be sent.
    fn put(&self, conn: ConnId, text: Arc<str>) {
        let Some((_, outbox)) = self.conns.get(&conn) else { return };
        self.app.metrics.sent(text.len());
        if outbox.put(text) {
            self.app.metrics.outbox_drops.fetch_add(1, Relaxed);
        }
    }

    /// Lets go of a table; a clock that still runs is kept.
    fn drop_table(&mut self, of: MatchId) {
        let Some(kept) = self.tables.remove(&of) else { return };
        kept.due.into_iter().for_each(|at| _ = self.due.remove(&(at, of)));
        // What could not be read is not tried again at once.
        self.due.extend(kept.clock.map(|at| (at.max(now() + AGAIN), of)));
        // Who has gone away needs no answer; whoever asks for less than a page sees that none comes.
        for waiting in kept.pages {
            if let Waiter::Page(_, reply) = waiting {
                reply.send(Err(NoPage::Cold)).ok();
            }
        }
    }

    fn write(&mut self, of: MatchId, write: u64, change: Change) {
        let standing = match &change {
            Change::Step(next) => Some(next.standing),
            Change::Standing { standing, .. } => Some(*standing),
            _ => None,
        };
        if let (Some(standing), Some(kept)) = (standing, self.tables.get_mut(&of)) {
            kept.clock = standing.due;
        }
        // The store's own thread must not hold the app: it would be the one to close the store.
        let (own, began) = (self.own.clone(), Instant::now());
        let (metrics, waiting) = (Arc::clone(&self.app.metrics), self.app.hub.counter(self.number));
        let ticket = self.app.store.commit(of, self.app.epoch(of), vec![change]);
        ticket.then(move |outcomes| {
            let Some(outcome) = outcomes.first().copied() else { return };
            metrics.written(outcome, began.elapsed());
            waiting.fetch_add(1, Relaxed);
            own.send(Job::Input(of, Box::new(Input::Written { write, outcome }))).ok();
        });
    }

    fn load(&mut self, of: MatchId) {
        let began = Instant::now();
        let (stored, rules) = match self.app.store.load(of) {
            Ok(Some(stored)) => {
                let rules = self.app.rules_of(&stored.row);
                (Ok(stored), rules)
            }
            Ok(None) => (Err(Failure::Storage("there is no such match".to_owned())), None),
            Err(failure) => (Err(failure), None),
        };
        if let (Ok(stored), Some(kept)) = (&stored, self.tables.get_mut(&of)) {
            kept.bots = bots_of(stored);
            kept.clock = stored.row.due;
        }
        let down = stored.as_ref().map_or(0, |stored| self.app.down_since(stored));
        self.give(of, Input::Loaded(Box::new(Loading { stored, rules, down })));
        self.app.metrics.loaded(began.elapsed());
    }

    fn think(&self, of: MatchId, seated: Seated) {
        let Some(kept) = self.tables.get(&of) else { return };
        let wanted = Wanted::Move(kept.bots.get(seated.seat as usize).cloned().flatten());
        let recorded = if wanted.imagines() { kept.table.recorded() } else { None };
        let without = || kept.table.seated().map(engine::record::stripped);
        let Some(now) = recorded.or_else(without) else { return };
        self.app.bots.ask(Task { of, seat: seated.seat, q: seated.q, wanted, now: Box::new(now) });
    }

    fn answer_pages(&mut self, of: MatchId) {
        let Some(kept) = self.tables.get_mut(&of) else { return };
        if kept.table.condition() == Condition::Loading {
            return;
        }
        for waiting in kept.pages.drain(..) {
            // Who has gone away needs no answer.
            match waiting {
                Waiter::Page(grant, reply) => _ = reply.send(kept.table.page(grant, now()).map(Box::new)),
                Waiter::Asked(seat, reply) => _ = reply.send(kept.table.is_asked(seat)),
                Waiter::Advice(grant, reply) => {
                    let Some((q, now)) = kept.table.to_advise(grant) else {
                        _ = reply.send(None);
                        continue;
                    };
                    let (seat, wanted) = (grant.seat, Wanted::Advice(reply));
                    self.app.bots.ask(Task { of, seat, q, wanted, now: Box::new(now) });
                }
            }
        }
    }

    fn stop(mut self, why: ByeWhy, retry: Option<u32>) {
        let all: Vec<MatchId> = self.tables.keys().copied().collect();
        all.into_iter().for_each(|of| self.give(of, Input::Stop { why, retry }));
        self.conns.values().for_each(|(_, outbox)| outbox.close());
    }
}

fn bots_of(stored: &Stored) -> Vec<Option<String>> {
    let mut bots = vec![None; stored.row.players as usize];
    for seat in &stored.seats {
        bots.get_mut(seat.n as usize).into_iter().for_each(|bot| bot.clone_from(&seat.bot));
    }
    bots
}
