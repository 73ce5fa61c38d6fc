//! The child: keeps matches in a database as a server would, one command a line, and acknowledges what is durable.
//! It is this test program, started again.

use base::Random;
use rustix::process::{Signal, getpid, kill_process};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, Write as _, stdin, stdout};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use store::sqlite::{Options, Point, Probe, SqliteStore};
use store::{
    Chain, Change, Chat, Match, MatchId, MatchState, NextStep, Opening, Outcome, ProcessId, Program,
    ProgramState, Standing, State, Step, StepKind, Store, Write,
};

/// Where the database lies; without it there is nothing to do.
pub(crate) const DATABASE: &str = "TAVOLA_DATABASE";

/// The point at which the process is killed and how often it comes there before, as in `after-row:7`.
pub(crate) const KILL_AT: &str = "TAVOLA_KILL_AT";

/// Milliseconds between checkpoints.
pub(crate) const CHECKPOINTS: &str = "TAVOLA_CHECKPOINTS";

const BUCKETS: u16 = 32;

/// What the child knows of its matches: where each ends, and the ids of its steps.
type Tables = Arc<Mutex<BTreeMap<MatchId, Table>>>;

#[derive(Clone)]
struct Table {
    chain: Chain,
    ids: Vec<u64>,
}

/// Not a test by itself: the others start it.
#[test]
#[ignore = "the other tests start it"]
fn child() {
    let Ok(path) = std::env::var(DATABASE) else { return };
    match SqliteStore::open(Path::new(&path), options()) {
        Err(error) => say(&format!("failed {error}")),
        Ok(store) => {
            keep(&store);
            drop(store);
            say("closed");
        }
    }
}

fn options() -> Options {
    let every = std::env::var(CHECKPOINTS).map_or(500, |text| text.parse().unwrap());
    let checkpoints = Duration::from_millis(every);
    Options { ballast: 1 << 16, checkpoints, probe: probe(), ..Options::default() }
}

fn probe() -> Probe {
    let Ok(text) = std::env::var(KILL_AT) else { return Probe::default() };
    let (name, count) = text.split_once(':').unwrap();
    let point = *Point::ALL.iter().find(|point| point.name() == name).unwrap();
    let left = AtomicU64::new(count.parse().unwrap());
    Probe(Arc::new(move |at| {
        if at == point && left.fetch_sub(1, Ordering::SeqCst) == 1 {
            kill_process(getpid(), Signal::KILL).unwrap();
            // The signal may come a little later.
            loop {
                thread::park();
            }
        }
    }))
}

/// One line for who started this; the test harness writes there, too.
fn say(line: &str) {
    let mut out = stdout().lock();
    // Nobody may be left to hear it.
    out.write_all(format!("\n@{line}\n").as_bytes()).and_then(|()| out.flush()).ok();
}

fn keep(store: &SqliteStore) {
    let epochs = store.lease(0..BUCKETS, ProcessId(i64::from(std::process::id())), 1 << 40);
    let epoch = match epochs {
        Ok(leases) => leases[0].epoch,
        Err(failure) => return say(&format!("no-lease {failure}")),
    };
    say("ready");
    let tables = Tables::default();
    for line in stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["open", of] => open(store, &tables, epoch, MatchId(parse(of))),
            ["play", of, id, size] => {
                play(store, &tables, epoch, MatchId(parse(of)), parse(id), parse(size));
            }
            ["chat", of, n] => {
                let chat = Chat {
                    of: MatchId(parse(of)),
                    n: parse(n),
                    at: 0,
                    seat: None,
                    text: "hello".to_owned(),
                    id: None,
                };
                let outcome = store.commit(vec![Write { epoch, change: Change::Chat(chat) }]).wait()[0];
                say(&format!("chat {of} {n} {}", name(outcome)));
            }
            ["checkpointed"] => {
                let is_over = || store.health().wal_bytes > 0 || store.state() != State::Ready;
                wait_until(is_over);
                say("checkpointed");
            }
            ["count", of] => {
                let steps = store.load(MatchId(parse(of))).unwrap().unwrap().steps;
                say(&format!("count {}", steps.len()));
            }
            ["fill"] => {
                let mut file = File::create(filler()).unwrap();
                while file.write_all(&[1; 512]).is_ok() {}
                say("filled");
            }
            ["room"] => {
                fs::remove_file(filler()).unwrap();
                say("roomy");
            }
            ["state"] => say(&format!("state {:?}", store.state())),
            _ => panic!("{line}"),
        }
    }
}

/// What takes up the rest of the disk.
fn filler() -> PathBuf {
    Path::new(&std::env::var(DATABASE).unwrap()).with_file_name("filler")
}

fn parse<T: FromStr>(text: &str) -> T {
    text.parse().ok().unwrap()
}

fn wait_until(holds: impl Fn() -> bool) {
    for _ in 0..1_000 {
        if holds() {
            return;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

fn name(outcome: Outcome) -> String {
    format!("{outcome:?}").to_lowercase()
}

/// Finds a match or opens it.
fn open(store: &SqliteStore, tables: &Tables, epoch: u64, of: MatchId) {
    let opening = opening(of);
    let program = Program {
        hash: opening.row.program,
        name: "game".to_owned(),
        files: vec![1; 100],
        semantics: 1,
        added: 0,
        by_owner: None,
        state: ProgramState::Listed,
    };
    let changes = [Change::Program(program), Change::Open(Box::new(opening))];
    let writes = changes.map(|change| Write { epoch, change });
    let outcome = store.commit(writes.to_vec()).wait()[1];
    match store.load(of) {
        Ok(Some(stored)) => {
            let ids = stored.steps.iter().map(|step| number(step.id)).collect();
            tables.lock().unwrap().insert(of, Table { chain: stored.row.chain, ids });
            say(&format!("open {} {}", of.0, name(outcome)));
        }
        Ok(None) => say(&format!("open {} {}", of.0, name(outcome))),
        Err(failure) => say(&format!("open {} failed {failure}", of.0)),
    }
}

/// A match of one seat for everybody.
pub(crate) fn opening(of: MatchId) -> Opening {
    let new = Match::new(of, format!("match-{}", of.0), [3; 32]);
    let row = Match { state: MatchState::On, ..new };
    Opening { row, seats: Vec::new(), invites: Vec::new() }
}

/// The number in a step's id.
pub(crate) fn number(id: Option<[u8; 16]>) -> u64 {
    u64::from_le_bytes(id.unwrap()[..8].try_into().unwrap())
}

/// A step that follows from its number and where it stands.
pub(crate) fn step(of: MatchId, before: Chain, n: u32, id: u64, size: usize) -> NextStep {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&id.to_le_bytes());
    let mut random = Random::new(id);
    let text = (0..size).map(|_| char::from(b'a' + random.below(26) as u8)).collect();
    let step = Step {
        n,
        kind: StepKind::Move,
        seat: Some(0),
        candidate: Some(id.cast_signed()),
        text: Some(text),
        at: 0,
        spent: 0,
        id: Some(bytes),
        fingerprint: None,
        chain: Chain([0; 8]),
    };
    NextStep::new(of, before, step, Standing { state: MatchState::On, due: None, touched: i64::from(n) })
}

/// Plays a step that is new, and acknowledges it, or one that is known, once it is durable.
fn play(store: &SqliteStore, tables: &Tables, epoch: u64, of: MatchId, id: u64, size: usize) {
    let table = tables.lock().unwrap().get(&of).cloned();
    let Some(table) = table else { return say(&format!("play {} {id} refused", of.0)) };
    if let Some(n) = table.ids.iter().position(|known| *known == id) {
        return say(&format!("play {} {id} done {n}", of.0));
    }
    let n = table.ids.len();
    let next = step(of, table.chain, n as u32, id, size);
    let chain = next.step.chain;
    let tables = Arc::clone(tables);
    let write = Write { epoch, change: Change::Step(Box::new(next)) };
    store.commit(vec![write]).then(move |outcomes| {
        if outcomes[0] == Outcome::Done {
            let mut tables = tables.lock().unwrap();
            let table = tables.get_mut(&of).unwrap();
            table.ids.push(id);
            table.chain = chain;
        }
        say(&format!("play {} {id} {} {n}", of.0, name(outcomes[0])));
    });
}
