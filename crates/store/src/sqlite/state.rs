//! What the threads of a store share: whether it takes writes, and what it tells about itself.

use crate::store::{State, Stop};
use rusqlite::{ErrorCode, InterruptHandle};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How the look at the whole file after an unclean stop goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// The stop was clean.
    Unneeded,
    Running,
    Good,
    Bad,
    /// It was taking so long that the log grew too large.
    GivenUp,
}

/// What an operator may want to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Health {
    pub state: State,
    pub check: Check,
    /// Of the log, as of the last checkpoint.
    pub wal_bytes: u64,
    /// Whether the log is larger than it should ever be.
    pub is_wal_large: bool,
    pub commits: u64,
    pub rows: u64,
    /// The running mean.
    pub commit_time: Duration,
}

pub(super) struct Shared {
    inner: Mutex<Inner>,
    /// Told when the store is closed, so that nobody sleeps on.
    closing: Condvar,
    pub(super) wal_bytes: AtomicU64,
    pub(super) commits: AtomicU64,
    pub(super) rows: AtomicU64,
    pub(super) commit_nanos: AtomicU64,
    /// That the checkpointer has found the disk full; the writer takes it from there.
    pub(super) is_full: AtomicBool,
}

struct Inner {
    state: State,
    check: Check,
    is_closing: bool,
    /// Ends the check of the file.
    interrupt: Option<InterruptHandle>,
}

/// From here on the log is larger than it should ever be.
pub(super) const LARGE: u64 = 256 << 20;

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.health().fmt(f)
    }
}

impl Shared {
    pub(super) fn new(state: State, check: Check) -> Shared {
        let count = || AtomicU64::new(0);
        Shared {
            inner: Mutex::new(Inner { state, check, is_closing: false, interrupt: None }),
            closing: Condvar::new(),
            wal_bytes: count(),
            commits: count(),
            rows: count(),
            commit_nanos: count(),
            is_full: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn state(&self) -> State {
        self.lock().state.clone()
    }

    pub(super) fn is_stopped(&self) -> bool {
        matches!(self.lock().state, State::Stopped(_))
    }

    /// Ready or full; once it has stopped it stays so.
    pub(super) fn go_on(&self, state: State) {
        let mut inner = self.lock();
        if !matches!(inner.state, State::Stopped(_)) {
            inner.state = state;
        }
    }

    /// The first reason stands.
    pub(super) fn stop(&self, why: Stop) {
        self.go_on(State::Stopped(why));
    }

    pub(super) fn set_check(&self, check: Check) {
        self.lock().check = check;
    }

    pub(super) fn close(&self) {
        self.lock().is_closing = true;
        self.closing.notify_all();
        self.interrupt();
    }

    pub(super) fn set_interrupt(&self, handle: InterruptHandle) {
        self.lock().interrupt = Some(handle);
    }

    /// Gives up the check of the file.
    pub(super) fn interrupt(&self) {
        if let Some(handle) = &self.lock().interrupt {
            handle.interrupt();
        }
    }

    /// Sleeps, and says whether to go on.
    pub(super) fn sleeps(&self, span: Duration) -> bool {
        let open = |inner: &mut Inner| !inner.is_closing;
        let (inner, _) =
            self.closing.wait_timeout_while(self.lock(), span, open).unwrap_or_else(PoisonError::into_inner);
        !inner.is_closing
    }

    pub(super) fn health(&self) -> Health {
        let (state, check) = {
            let inner = self.lock();
            (inner.state.clone(), inner.check)
        };
        let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
        Health {
            state,
            check,
            wal_bytes: count(&self.wal_bytes),
            is_wal_large: count(&self.wal_bytes) > LARGE,
            commits: count(&self.commits),
            rows: count(&self.rows),
            commit_time: Duration::from_nanos(count(&self.commit_nanos)),
        }
    }
}

/// What an error of SQLite means for the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// Somebody else writes; it may be tried again.
    Busy,
    /// The disk is full, and nothing was written.
    Full,
    /// Nobody knows what is on the disk.
    Stop(Stop),
}

pub(super) fn meaning(error: &rusqlite::Error) -> Meaning {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy) => Meaning::Busy,
        Some(ErrorCode::DiskFull) => Meaning::Full,
        Some(ErrorCode::ReadOnly) => Meaning::Stop(Stop::ReadOnly),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            Meaning::Stop(Stop::Corrupt(error.to_string()))
        }
        _ => Meaning::Stop(Stop::Disk(error.to_string())),
    }
}
