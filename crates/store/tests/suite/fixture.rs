//! Rows to test with, and the stores under test.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use store::sqlite::{self, Durability, Options, SqliteStore};
use store::{
    BUCKETS, Chain, Change, Chat, Disk, Faults, Hash, Invite, Match, MatchId, MatchState, MemoryStore,
    Millis, NextStep, Opening, Outcome, ProcessId, Program, ProgramState, Seat, Standing, Step, StepKind,
    Store, Stored, Write,
};
use tempfile::TempDir;

pub(crate) const ME: ProcessId = ProcessId(7);
pub(crate) const DAY: Millis = 24 * 60 * 60 * 1000;
pub(crate) const START: Millis = 1_000_000;

/// A store under test.
pub(crate) trait World {
    fn store(&self) -> &dyn Store;

    /// Stops the store and opens it again, as the next process does.
    fn reopen(&mut self);

    /// Lets the clock of the store go on.
    fn pass(&mut self, span: Millis);

    fn all(&self, changes: Vec<Change>) -> Vec<Outcome> {
        let write = |change| Write { epoch: 1, change };
        self.store().commit(changes.into_iter().map(write).collect()).wait()
    }

    fn put(&self, change: Change) -> Outcome {
        self.all(vec![change])[0]
    }

    fn load(&self, of: MatchId) -> Option<Stored> {
        self.store().load(of).unwrap()
    }

    /// A program and a match with three seats and an invite.
    fn with_match(&self, of: MatchId) -> Table {
        assert_eq!(self.put(Change::Program(program(1))), Outcome::Done);
        let opening = opening(of);
        let chain = opening.row.chain;
        assert_eq!(self.put(Change::Open(Box::new(opening))), Outcome::Done);
        Table { of, chain, n: 0 }
    }
}

pub(crate) struct Memory {
    disk: Disk,
    store: MemoryStore,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        let disk = Disk::new(1);
        disk.advance(START);
        let store = disk.open(Faults::default());
        store.lease(0..BUCKETS, ME, DAY).unwrap();
        Memory { disk, store }
    }
}

impl World for Memory {
    fn store(&self) -> &dyn Store {
        &self.store
    }

    fn reopen(&mut self) {
        self.store.crash();
        self.store = self.disk.open(Faults::default());
    }

    fn pass(&mut self, span: Millis) {
        self.disk.advance(self.disk.now() + span);
    }
}

/// A clock that goes on only where a test says so.
#[derive(Clone)]
pub(crate) struct Clock(pub(crate) Arc<AtomicI64>);

impl Clock {
    pub(crate) fn new() -> Clock {
        Clock(Arc::new(AtomicI64::new(START)))
    }

    pub(crate) fn pass(&self, span: Millis) {
        self.0.fetch_add(span, Ordering::SeqCst);
    }
}

/// A database in a folder of its own.
pub(crate) struct Sqlite {
    pub(crate) folder: TempDir,
    pub(crate) clock: Clock,
    store: Option<SqliteStore>,
}

impl Sqlite {
    pub(crate) fn new() -> Sqlite {
        let mut sqlite = Sqlite { folder: tempfile::tempdir().unwrap(), clock: Clock::new(), store: None };
        sqlite.reopen();
        sqlite.store().lease(0..BUCKETS, ME, DAY).unwrap();
        sqlite
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("matches.db")
    }

    pub(crate) fn options(&self) -> Options {
        let time = Arc::clone(&self.clock.0);
        let clock = sqlite::Clock(Arc::new(move || time.load(Ordering::SeqCst)));
        // What the disk does with a flush is not the matter of this suite.
        Options { clock, ballast: 1 << 16, durability: Durability::Process, ..Options::default() }
    }

    pub(crate) fn sqlite(&self) -> &SqliteStore {
        self.store.as_ref().unwrap()
    }

    pub(crate) fn close(&mut self) {
        self.store = None;
    }
}

impl World for Sqlite {
    fn store(&self) -> &dyn Store {
        self.sqlite()
    }

    fn reopen(&mut self) {
        self.close();
        self.store = Some(SqliteStore::open(&self.path(), self.options()).unwrap());
    }

    fn pass(&mut self, span: Millis) {
        self.clock.pass(span);
    }
}

/// What a table knows of its match.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) of: MatchId,
    pub(crate) chain: Chain,
    pub(crate) n: u32,
}

impl Table {
    /// The next step; the table goes on as if it stood.
    pub(crate) fn next(&mut self, text: &str) -> Change {
        let step = step(self.n, text);
        let standing = Standing { state: MatchState::On, due: None, touched: START + i64::from(self.n) };
        let next = NextStep::new(self.of, self.chain, step, standing);
        self.chain = next.step.chain;
        self.n += 1;
        Change::Step(Box::new(next))
    }
}

pub(crate) fn hash(of: u64) -> Hash {
    let mut hash = [0x5a; 32];
    hash[..8].copy_from_slice(&of.to_le_bytes());
    hash
}

pub(crate) fn program(n: u64) -> Program {
    Program {
        hash: hash(n),
        name: format!("game {n}"),
        files: format!("files of {n}").into_bytes(),
        semantics: 1,
        added: START,
        by_owner: None,
        state: ProgramState::Listed,
    }
}

pub(crate) fn token(of: MatchId, n: u32) -> Hash {
    hash(1_000_000 + of.0 as u64 * 10 + u64::from(n))
}

pub(crate) fn code(of: MatchId) -> Hash {
    hash(9_000_000 + of.0 as u64)
}

pub(crate) fn seat(of: MatchId, n: u32) -> Seat {
    Seat::held(of, n, format!("player {n}"), Some(token(of, n)))
}

pub(crate) fn open_seat(of: MatchId, n: u32) -> Seat {
    Seat::open(of, n)
}

pub(crate) fn invite(of: MatchId) -> Invite {
    Invite { hash: code(of), of, seat: None, uses: 1, until: START + DAY }
}

/// A match of three: two are there, the third seat is open.
pub(crate) fn opening(of: MatchId) -> Opening {
    let row = Match {
        options: r#"{"size":7}"#.to_owned(),
        players: 3,
        seed: [1, 2, 3, 4, 5, 6, 7, 255],
        limits: "fuel 1000000".to_owned(),
        settings: "{}".to_owned(),
        opened: START,
        touched: START,
        ..Match::new(of, format!("match-{}", of.0), hash(1))
    };
    let seats = vec![seat(of, 0), seat(of, 1), open_seat(of, 2)];
    Opening { row: row.rooted(), seats, invites: vec![invite(of)] }
}

pub(crate) fn step(n: u32, text: &str) -> Step {
    let mut id = [0; 16];
    id[..4].copy_from_slice(&n.to_le_bytes());
    Step {
        n,
        kind: StepKind::Move,
        seat: Some(n % 2),
        candidate: Some(i64::from(n) * 3),
        text: Some(text.to_owned()),
        at: START + i64::from(n),
        spent: 250,
        id: Some(id),
        fingerprint: n.is_multiple_of(64).then_some(u64::MAX - u64::from(n)),
        chain: Chain([0; 8]),
    }
}

pub(crate) fn line(of: MatchId, n: u32, seat: Option<u32>) -> Chat {
    Chat { of, n, at: START, seat, text: format!("line {n}"), id: Some([n as u8; 16]) }
}
