//! What a host chooses about its database, and the places where a test may look in.

use crate::rows::Millis;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// What an acknowledged row survives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Durability {
    /// That the process is killed, and loss of power where the disk keeps its promise to flush.
    #[default]
    Power,
    /// That the process is killed. A loss of power may take the rows since the last checkpoint.
    Process,
}

/// How long the writer waits between two commits, so that rows come together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Distance {
    /// Nothing under little load, about as long as a commit takes under much.
    #[default]
    ByLoad,
    Fixed(Duration),
}

/// The time in milliseconds since 1970, by which leases run out.
#[derive(Clone)]
pub struct Clock(pub Arc<dyn Fn() -> Millis + Send + Sync>);

/// A place in the work of the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// A row was written, but not committed.
    AfterRow,
    /// All rows of a commit were written.
    BeforeCommit,
    /// SQLite has begun to commit.
    InCommit,
    /// The rows are durable, and nobody was told.
    AfterCommit,
    /// The log is being copied into the database.
    InCheckpoint,
    /// A migration was made, but not committed.
    InMigration,
}

/// Called at each point, on the thread that comes to it. Tests stop the process there.
#[derive(Clone)]
pub struct Probe(pub Arc<dyn Fn(Point) + Send + Sync>);

#[derive(Clone, Debug)]
pub struct Options {
    pub durability: Durability,
    pub distance: Distance,
    /// How often the log is copied into the database.
    pub checkpoints: Duration,
    /// Bytes that are held back on the disk and given up when it is full.
    pub ballast: u64,
    pub clock: Clock,
    pub probe: Probe,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            durability: Durability::Power,
            distance: Distance::ByLoad,
            checkpoints: Duration::from_millis(500),
            ballast: 64 << 20,
            clock: Clock::default(),
            probe: Probe::default(),
        }
    }
}

impl Default for Clock {
    fn default() -> Clock {
        let since = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Clock(Arc::new(move || since().as_millis() as Millis))
    }
}

impl Default for Probe {
    fn default() -> Probe {
        Probe(Arc::new(|_| ()))
    }
}

impl Clock {
    pub(super) fn now(&self) -> Millis {
        (self.0)()
    }
}

impl Probe {
    pub(super) fn at(&self, point: Point) {
        (self.0)(point);
    }
}

impl Durability {
    /// The name that SQLite has for it.
    pub(super) fn synchronous(self) -> &'static str {
        match self {
            Durability::Power => "full",
            Durability::Process => "normal",
        }
    }
}

impl Point {
    pub const ALL: [Point; 6] = [
        Point::AfterRow,
        Point::BeforeCommit,
        Point::InCommit,
        Point::AfterCommit,
        Point::InCheckpoint,
        Point::InMigration,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Point::AfterRow => "after-row",
            Point::BeforeCommit => "before-commit",
            Point::InCommit => "in-commit",
            Point::AfterCommit => "after-commit",
            Point::InCheckpoint => "in-checkpoint",
            Point::InMigration => "in-migration",
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Probe")
    }
}
