//! The thread that writes. It takes what has come in, writes it in one transaction, and only then answers.

use super::files::{self, Ballast};
use super::options::{Options, Point};
use super::outages::{self, Outage};
use super::pace::Pace;
use super::retention::{self, Removal};
use super::state::{Meaning, Shared, meaning};
use super::{apply, checkpoint, copies};
use crate::rows::Millis;
use crate::store::{BUCKETS, Failure, Lease, ProcessId, Retained, State, Stop};
use crate::tables::next_lease;
use crate::ticket::Answers;
use crate::write::{Outcome, Write};
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

/// More rows, or more bytes of them, are not written in one transaction.
const MAX_ROWS: usize = 512;
const MAX_BYTES: usize = 1 << 20;

/// How often a full disk is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// How long is waited before a transaction that another process did not let begin is tried again.
const AGAIN: Duration = Duration::from_millis(20);

/// Pages that a backup copies between two commits.
const BACKUP_PAGES: i32 = 256;

#[derive(Debug)]
pub(super) enum Message {
    Commit { writes: Vec<Write>, answers: Answers },
    Ask(Ask),
    Close,
}

/// What is done in its place between commits.
#[derive(Debug)]
pub(super) enum Ask {
    Lease {
        buckets: Range<u16>,
        process: ProcessId,
        span: Millis,
        reply: Sender<Result<Vec<Lease>, Failure>>,
    },
    Remove {
        removal: Removal,
        reply: Sender<Result<Retained, Failure>>,
    },
    Backup {
        to: PathBuf,
        reply: Sender<Result<(), Failure>>,
    },
    Begin {
        reply: Sender<Result<Vec<Outage>, Failure>>,
    },
    Note {
        reply: Sender<Result<(), Failure>>,
    },
    /// By which its copies are known.
    Identity {
        reply: Sender<Result<i64, Failure>>,
    },
}

enum Item {
    Write(Pending),
    Ask(Ask),
    Close,
}

/// A write and where its outcome goes.
struct Pending {
    write: Write,
    i: usize,
    answers: Rc<RefCell<Answers>>,
}

impl Pending {
    fn answer(&self, outcome: Outcome) {
        self.answers.borrow_mut().give(self.i, outcome);
    }
}

enum Turn {
    Went,
    Idle,
    Backup { to: PathBuf, reply: Sender<Result<(), Failure>> },
    Close,
}

pub(super) struct Writer {
    options: Options,
    ballast: Ballast,
    shared: Arc<Shared>,
    inbox: Receiver<Message>,
    owners: Vec<Lease>,
    /// Whether the database says that it is not closed.
    is_marked: bool,
}

/// Whether whoever had the database open before has closed it. One that nobody has written to is clean.
pub(super) fn was_clean(connection: &Connection) -> rusqlite::Result<bool> {
    let unclean = "select 1 from meta where key = 'clean' and value = 0";
    Ok(!connection.prepare(unclean)?.exists([])?)
}

fn owners(connection: &Connection) -> rusqlite::Result<Vec<Lease>> {
    let nobody = |bucket| Lease { bucket, owner: ProcessId(0), epoch: 0, until: Millis::MIN };
    let mut owners: Vec<Lease> = (0..BUCKETS).map(nobody).collect();
    let mut statement = connection.prepare("select bucket, process, epoch from owner")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let bucket: u16 = row.get(0)?;
        // Whoever had it is gone, as the lock shows.
        if let Some(lease) = owners.get_mut(usize::from(bucket)) {
            (lease.owner, lease.epoch) = (ProcessId(row.get(1)?), row.get::<_, i64>(2)?.cast_unsigned());
        }
    }
    Ok(owners)
}

impl Writer {
    pub(super) fn new(
        connection: &Connection,
        options: Options,
        ballast: Ballast,
        shared: Arc<Shared>,
        inbox: Receiver<Message>,
    ) -> rusqlite::Result<Writer> {
        let owners = owners(connection)?;
        let is_marked = !was_clean(connection)?;
        Ok(Writer { options, ballast, shared, inbox, owners, is_marked })
    }

    pub(super) fn run(mut self, connection: Connection) {
        // However this ends, nobody waits for a writer that is gone.
        let _stop = StopAtEnd(Arc::clone(&self.shared));
        let mut work = Work::new(&self.options);
        loop {
            match self.turn(&connection, &mut work, true) {
                Turn::Went | Turn::Idle => (),
                Turn::Backup { to, reply } => {
                    reply.send(self.back_up(&connection, &mut work, &to)).ok();
                }
                Turn::Close => break,
            }
        }
        self.end(&connection);
    }

    /// Does what is next; where nothing is there, waits for it if it may.
    fn turn(&mut self, connection: &Connection, work: &mut Work, may_wait: bool) -> Turn {
        self.look_at_disk(work);
        if work.queue.is_empty() && !work.receive(&self.inbox, may_wait) {
            return Turn::Idle;
        }
        if let Some(Item::Write(_)) = work.queue.front() {
            thread::sleep(work.pace.wait(Instant::now()));
            work.drain(&self.inbox);
            let batch = work.batch();
            self.commit(connection, &mut work.pace, batch);
            return Turn::Went;
        }
        match work.queue.pop_front() {
            Some(Item::Ask(Ask::Backup { to, reply })) => return Turn::Backup { to, reply },
            Some(Item::Ask(Ask::Lease { buckets, process, span, reply })) => {
                reply.send(self.lease(connection, buckets, process, span)).ok();
            }
            Some(Item::Ask(Ask::Remove { removal, reply })) => {
                let removed =
                    self.settle(connection, |connection, _| retention::remove(connection, &removal));
                reply.send(removed).ok();
            }
            Some(Item::Ask(Ask::Begin { reply })) => {
                let now = self.options.clock.now();
                reply.send(self.settle(connection, |connection, _| outages::begin(connection, now))).ok();
            }
            Some(Item::Ask(Ask::Note { reply })) => {
                reply.send(self.note(connection)).ok();
            }
            Some(Item::Ask(Ask::Identity { reply })) => {
                reply.send(self.settle(connection, |connection, _| copies::ensure_identity(connection))).ok();
            }
            Some(Item::Close) => return Turn::Close,
            Some(Item::Write(_)) | None => (),
        }
        Turn::Went
    }

    /// Takes the disk as full where the checkpointer says so, and as ready again once there is room for the ballast.
    fn look_at_disk(&self, work: &mut Work) {
        if self.shared.is_full.swap(false, Ordering::Relaxed) {
            self.is_full();
        }
        if self.shared.state() == State::Full && work.looked.elapsed() >= LOOK {
            work.looked = Instant::now();
            // An error is a disk that is still not as it should be.
            if self.ballast.is_held().unwrap_or(false) {
                self.shared.go_on(State::Ready);
            }
        }
    }

    fn is_full(&self) {
        self.shared.go_on(State::Full);
        // Where it cannot be given up, the next write says that the disk is full.
        self.ballast.give_up().ok();
    }

    fn commit(&mut self, connection: &Connection, pace: &mut Pace, mut batch: Vec<Pending>) {
        for is_last in [false, true] {
            let refuse = |pending: &Pending| match self.shared.state() {
                State::Ready => false,
                State::Full => pending.write.change.can_wait(),
                State::Stopped(_) => true,
            };
            let (refused, rest): (Vec<Pending>, Vec<Pending>) = batch.into_iter().partition(refuse);
            refused.iter().for_each(|pending| pending.answer(Outcome::Refused));
            batch = rest;
            if batch.is_empty() {
                return;
            }
            let began = Instant::now();
            let outcomes = self.transact(connection, |connection, writer| {
                let write = |pending: &Pending| writer.write(connection, &pending.write);
                batch.iter().map(write).collect::<rusqlite::Result<Vec<Outcome>>>()
            });
            match outcomes {
                Ok(outcomes) => {
                    self.options.probe.at(Point::AfterCommit);
                    self.count(pace.committed(batch.len(), began, Instant::now()), batch.len());
                    batch.iter().zip(outcomes).for_each(|(pending, outcome)| pending.answer(outcome));
                    return;
                }
                Err(Meaning::Full) if !is_last => (),
                Err(Meaning::Stop(_)) => {
                    return batch.iter().for_each(|pending| pending.answer(Outcome::Unknown));
                }
                Err(_) => return batch.iter().for_each(|pending| pending.answer(Outcome::Refused)),
            }
        }
    }

    fn count(&self, mean: Duration, rows: usize) {
        self.shared.commits.fetch_add(1, Ordering::Relaxed);
        self.shared.rows.fetch_add(rows as u64, Ordering::Relaxed);
        self.shared.commit_nanos.store(mean.as_nanos() as u64, Ordering::Relaxed);
    }

    fn write(&self, connection: &Connection, write: &Write) -> rusqlite::Result<Outcome> {
        let owns = |bucket: u16| self.owners[usize::from(bucket)].epoch == write.epoch && write.epoch > 0;
        if !write.change.buckets().all(owns) {
            return Ok(Outcome::Fenced);
        }
        let outcome = apply::apply(connection, &write.change)?;
        self.options.probe.at(Point::AfterRow);
        Ok(outcome)
    }

    /// One transaction. Where it fails nothing of it is visible, and the state of the store says what that means.
    fn transact<T>(
        &mut self,
        connection: &Connection,
        work: impl Fn(&Connection, &Writer) -> rusqlite::Result<T>,
    ) -> Result<T, Meaning> {
        let mut tries = 0;
        let done = loop {
            match self.try_once(connection, &work) {
                Err(error) if meaning(&error) == Meaning::Busy && tries < 3 => {
                    tries += 1;
                    thread::sleep(AGAIN);
                }
                done => break done,
            }
        };
        let why = match done {
            Ok(done) => {
                self.is_marked = true;
                return Ok(done);
            }
            Err(error) => meaning(&error),
        };
        match &why {
            Meaning::Busy => (),
            Meaning::Full => self.is_full(),
            Meaning::Stop(stop) => self.shared.stop(stop.clone()),
        }
        Err(why)
    }

    fn try_once<T>(
        &self,
        connection: &Connection,
        work: impl Fn(&Connection, &Writer) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let run = |sql: &str| connection.prepare_cached(sql)?.execute([]);
        let done = run("begin immediate").and_then(|_| {
            if !self.is_marked {
                run("insert or replace into meta values ('clean', 0)")?;
            }
            let done = work(connection, self)?;
            self.options.probe.at(Point::BeforeCommit);
            run("commit")?;
            Ok(done)
        });
        match done {
            Err(error) if !connection.is_autocommit() => match run("rollback") {
                Ok(_) => Err(error),
                Err(worse) => Err(worse),
            },
            done => done,
        }
    }

    /// A transaction for somebody who waits for its end.
    fn settle<T>(
        &mut self,
        connection: &Connection,
        work: impl Fn(&Connection, &Writer) -> rusqlite::Result<T>,
    ) -> Result<T, Failure> {
        if let State::Stopped(why) = self.shared.state() {
            return Err(Failure::Storage(why.to_string()));
        }
        self.transact(connection, work).map_err(|why| {
            Failure::Storage(match why {
                Meaning::Busy => "another process writes to the database".to_owned(),
                Meaning::Full => "the disk is full".to_owned(),
                Meaning::Stop(stop) => stop.to_string(),
            })
        })
    }

    fn lease(
        &mut self,
        connection: &Connection,
        buckets: Range<u16>,
        process: ProcessId,
        span: Millis,
    ) -> Result<Vec<Lease>, Failure> {
        let now = self.options.clock.now();
        let asked = usize::from(buckets.start)..usize::from(buckets.end);
        let Some(before) = self.owners.get(asked.clone()) else {
            return Err(Failure::Storage(format!("there are {BUCKETS} buckets")));
        };
        let after: Vec<Lease> = before.iter().map(|lease| next_lease(*lease, process, span, now)).collect();
        let changed: Vec<Lease> = after.iter().zip(before).filter(|(a, b)| a != b).map(|(a, _)| *a).collect();
        if !changed.is_empty() {
            self.settle(connection, |connection, _| {
                let sql = "insert or replace into owner values (?1, ?2, ?3, ?4)";
                changed.iter().try_for_each(|lease| {
                    let epoch = lease.epoch.cast_signed();
                    apply::rows(connection, sql, (lease.bucket, lease.owner.0, epoch, lease.until)).map(drop)
                })
            })?;
        }
        self.owners[asked].copy_from_slice(&after);
        Ok(after)
    }

    /// Notes that somebody is there, where that matters to a clock.
    fn note(&mut self, connection: &Connection) -> Result<(), Failure> {
        if !outages::are_clocks_running(connection)? {
            return Ok(());
        }
        let now = self.options.clock.now();
        self.settle(connection, |connection, _| outages::note(connection, now))
    }

    /// Copies the database between commits, on the connection that makes them: SQLite then brings what they change into
    /// the copy, where it would begin anew if another connection made them.
    fn back_up(&mut self, connection: &Connection, work: &mut Work, to: &Path) -> Result<(), Failure> {
        let io = |error: std::io::Error| Failure::Storage(error.to_string());
        if to.exists() {
            return Err(Failure::Storage(format!("{} is there already", to.display())));
        }
        let unfinished = files::unfinished(to).map_err(io)?;
        let mut copy = Connection::open(&unfinished)?;
        let backup = Backup::new(connection, &mut copy)?;
        while !matches!(backup.step(BACKUP_PAGES)?, StepResult::Done) {
            match self.turn(connection, work, false) {
                Turn::Went | Turn::Idle => (),
                Turn::Backup { reply, .. } => {
                    reply.send(Err(Failure::Storage("another backup is under way".to_owned()))).ok();
                }
                Turn::Close => {
                    work.queue.push_front(Item::Close);
                    return Err(Failure::Storage(Stop::Closed.to_string()));
                }
            }
        }
        drop(backup);
        drop(copy);
        files::finish(unfinished, to).map_err(io)
    }

    /// A clean stop: all is in the database, and it says so.
    fn end(&self, connection: &Connection) {
        if self.shared.is_stopped() {
            return;
        }
        let clean = "insert or replace into meta values ('clean', 1), ('alive', ?1)";
        if self.is_marked && connection.execute(clean, [self.options.clock.now()]).is_err() {
            return;
        }
        // What is not copied is in the log, and read from there the next time.
        checkpoint::wal(connection, "pragma wal_checkpoint(truncate)").ok();
    }
}

struct StopAtEnd(Arc<Shared>);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.stop(Stop::Closed);
    }
}

/// What waits, and for how long.
struct Work {
    queue: VecDeque<Item>,
    pace: Pace,
    /// When a full disk was looked at.
    looked: Instant,
}

impl Work {
    fn new(options: &Options) -> Work {
        let now = Instant::now();
        Work { queue: VecDeque::new(), pace: Pace::new(options.distance, now), looked: now }
    }

    /// Takes the next message; false where none has come.
    fn receive(&mut self, inbox: &Receiver<Message>, may_wait: bool) -> bool {
        let message = match inbox.recv_timeout(if may_wait { LOOK } else { Duration::ZERO }) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => Message::Close,
        };
        self.add(message);
        true
    }

    /// Takes what has come, without waiting.
    fn drain(&mut self, inbox: &Receiver<Message>) {
        while self.queue.len() < MAX_ROWS {
            match inbox.try_recv() {
                Ok(message) => self.add(message),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return,
            }
        }
    }

    fn add(&mut self, message: Message) {
        match message {
            Message::Commit { writes, answers } => {
                let answers = Rc::new(RefCell::new(answers));
                let pending = |(i, write)| Item::Write(Pending { write, i, answers: Rc::clone(&answers) });
                self.queue.extend(writes.into_iter().enumerate().map(pending));
            }
            Message::Ask(ask) => self.queue.push_back(Item::Ask(ask)),
            Message::Close => self.queue.push_back(Item::Close),
        }
    }

    /// The writes at the front, as many as are written together.
    fn batch(&mut self) -> Vec<Pending> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while batch.len() < MAX_ROWS && bytes < MAX_BYTES {
            match self.queue.pop_front() {
                Some(Item::Write(pending)) => {
                    bytes += pending.write.change.size();
                    batch.push(pending);
                }
                Some(other) => {
                    self.queue.push_front(other);
                    break;
                }
                None => break,
            }
        }
        batch
    }
}
