//! The store in SQLite: one process, one file. A thread writes, another keeps the write-ahead log short, and whoever
//! reads does so on a connection of its own.

mod apply;
mod checkpoint;
mod copies;
mod files;
mod open;
mod options;
mod outages;
mod pace;
mod read;
mod retention;
mod schema;
mod state;
mod writer;

pub use files::SocketPlace;
pub use open::OpenError;
pub use options::{Clock, Distance, Durability, Options, Point, Probe};
pub use outages::Outage;
pub use schema::SCHEMA;
pub use state::{Check, Health};

use crate::rows::{Hash, Invite, Listed, Match, MatchId, Millis, Program, Seat, Stored};
use crate::store::{Failure, Lease, ProcessId, Retained, Retention, State, Stop, Store};
use crate::ticket::{Answers, Ticket};
use crate::write::{Outcome, Write};
use open::Readers;
use retention::Removal;
use rusqlite::Connection;
use state::Shared;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use writer::{Ask, Message};

/// A database that this process alone has open for writing. Dropping it is a clean stop.
#[derive(Debug)]
pub struct SqliteStore {
    shared: Arc<Shared>,
    readers: Readers,
    threads: Option<Threads>,
}

/// What runs beside a database that can be written.
#[derive(Debug)]
struct Threads {
    queue: Sender<Message>,
    writer: JoinHandle<()>,
    checkpointer: JoinHandle<()>,
    /// Gone where there is nothing to check.
    checker: Option<JoinHandle<()>>,
    _lock: files::Lock,
}

impl SqliteStore {
    /// Opens a database, or makes one. It refuses what would lose rows: an old SQLite, a file system over the network,
    /// a database that another process has open, one of a newer program. A file that cannot be written is read.
    pub fn open(path: &Path, options: Options) -> Result<SqliteStore, OpenError> {
        open::open(path, options)
    }

    /// Opens a database for reading alone, also beside the process that writes it.
    pub fn open_for_reading(path: &Path) -> Result<SqliteStore, OpenError> {
        open::open_for_reading(path)
    }

    pub fn health(&self) -> Health {
        self.shared.health()
    }

    /// Copies the database, as it is at the end of the copying, to a new file while it is written.
    pub fn backup(&self, to: &Path) -> Result<(), Failure> {
        self.ask(|reply| Ask::Backup { to: PathBuf::from(to), reply })?
    }

    /// Copies it to a folder, unless there is a copy of that day, `2026-11-23`, and removes its copies but for so many of
    /// the last days.
    pub fn copy_daily(&self, folder: &Path, day: &str, keep: usize) -> Result<(), Failure> {
        let identity = self.ask(|reply| Ask::Identity { reply })??;
        let copy = copies::path(folder, day);
        if copies::is_there(&copy, identity)? {
            return Ok(());
        }
        self.backup(&copy)?;
        let removed = copies::old(folder, keep, identity).and_then(|old| files::remove_all(&old));
        removed.map_err(|error| Failure::Storage(error.to_string()))
    }

    /// Says that somebody is there from now on, and gives all times at which nobody was, as far as clocks ask for them.
    pub fn begin_service(&self) -> Result<Vec<Outage>, Failure> {
        self.ask(|reply| Ask::Begin { reply })?
    }

    /// Says that somebody is there still, where a clock runs that asks for it.
    pub fn note_service(&self) -> Result<(), Failure> {
        self.ask(|reply| Ask::Note { reply })?
    }

    /// Asks the writer for something and waits for it.
    fn ask<T>(&self, ask: impl FnOnce(Sender<T>) -> Ask) -> Result<T, Failure> {
        let (reply, answer): (Sender<T>, Receiver<T>) = channel();
        let gone = |_| Failure::Storage(self.stopped().to_string());
        let threads = self.threads.as_ref().ok_or(()).map_err(gone)?;
        threads.queue.send(Message::Ask(ask(reply))).map_err(|_| gone(()))?;
        answer.recv().map_err(|_| gone(()))
    }

    fn stopped(&self) -> Stop {
        match self.shared.state() {
            State::Stopped(why) => why,
            _ => Stop::Closed,
        }
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, Failure>) -> Result<T, Failure> {
        self.readers.with(read)
    }

    fn remove(&self, removal: Removal, removed: &mut Retained) -> Result<(), Failure> {
        let more = self.ask(|reply| Ask::Remove { removal, reply })??;
        removed.matches += more.matches;
        removed.chat += more.chat;
        removed.invites += more.invites;
        removed.programs += more.programs;
        Ok(())
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        let Some(Threads { queue, writer, checkpointer, checker, _lock }) = self.threads.take() else {
            return;
        };
        self.shared.close();
        // A thread that has panicked has nothing to end any more.
        checker.into_iter().for_each(|thread| _ = thread.join());
        checkpointer.join().ok();
        self.readers.close();
        queue.send(Message::Close).ok();
        writer.join().ok();
    }
}

impl Store for SqliteStore {
    fn commit(&self, writes: Vec<Write>) -> Ticket {
        let (answers, ticket) = Answers::new(writes.len());
        let refused = match &self.threads {
            Some(threads) => threads.queue.send(Message::Commit { writes, answers }).err().map(|e| e.0),
            None => Some(Message::Commit { writes, answers }),
        };
        if let Some(Message::Commit { writes, mut answers }) = refused {
            (0..writes.len()).for_each(|i| answers.give(i, Outcome::Refused));
        }
        ticket
    }

    fn load(&self, of: MatchId) -> Result<Option<Stored>, Failure> {
        self.read(|connection| read::load(connection, of))
    }

    fn row(&self, of: MatchId) -> Result<Option<Match>, Failure> {
        self.read(|connection| Ok(read::match_of(connection, of)?))
    }

    fn by_public(&self, public: &str) -> Result<Option<MatchId>, Failure> {
        self.read(|connection| Ok(read::by_public(connection, public)?))
    }

    fn by_token(&self, token: &Hash) -> Result<Option<Seat>, Failure> {
        self.read(|connection| Ok(read::by_token(connection, token)?))
    }

    fn by_invite(&self, code: &Hash) -> Result<Option<Invite>, Failure> {
        self.read(|connection| Ok(read::invite(connection, code)?))
    }

    fn list(&self, tokens: &[Hash]) -> Result<Vec<Listed>, Failure> {
        self.read(|connection| Ok(read::list(connection, tokens)?))
    }

    fn due(&self, until: Millis) -> Result<Vec<(Millis, MatchId)>, Failure> {
        self.read(|connection| Ok(read::due(connection, until)?))
    }

    fn program(&self, hash: &Hash) -> Result<Option<Program>, Failure> {
        self.read(|connection| Ok(read::program(connection, hash)?))
    }

    fn lease(&self, buckets: Range<u16>, process: ProcessId, span: Millis) -> Result<Vec<Lease>, Failure> {
        self.ask(|reply| Ask::Lease { buckets, process, span, reply })?
    }

    fn retain(&self, now: Millis, keep: &Retention) -> Result<Retained, Failure> {
        let mut removed = Retained::default();
        let mut after = MatchId(i64::MIN);
        loop {
            let page = self.read(|connection| Ok(retention::page(connection, after, now, keep)?))?;
            for ids in page.old {
                self.remove(Removal::Matches { ids, now, keep: *keep }, &mut removed)?;
            }
            for of in page.ended {
                self.remove(Removal::Chat { of }, &mut removed)?;
            }
            match page.last {
                Some(last) => after = last,
                None => break,
            }
        }
        self.remove(Removal::Rest { now, keep: *keep }, &mut removed)?;
        Ok(removed)
    }

    fn state(&self) -> State {
        self.shared.state()
    }
}
