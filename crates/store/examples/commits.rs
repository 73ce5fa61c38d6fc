//! Measures the store in SQLite: rows come at their times, whether or not those before them are durable, and each is
//! timed from when it should have come.
//!
//! `cargo run --release -p store --example commits FOLDER [MATCHES] [SECONDS]`

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on ends")]

use base::Random;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};
use store::sqlite::{Distance, Durability, Options, SqliteStore};
use store::{
    BUCKETS, Chain, Change, Match, MatchId, MatchState, NextStep, Opening, Outcome, ProcessId, Program,
    ProgramState, Standing, Step, StepKind, Store, Write,
};

struct Table {
    of: MatchId,
    chain: Chain,
    n: u32,
}

impl Table {
    fn next(&mut self) -> Change {
        let id = self.of.0.unsigned_abs() + u64::from(self.n);
        let step = Step {
            n: self.n,
            kind: StepKind::Move,
            seat: Some(self.n % 2),
            candidate: Some(i64::from(self.n % 30)),
            text: None,
            at: 1_800_000_000_000,
            spent: 3_000,
            id: Some((u128::from(id) << 64 | u128::from(id)).to_le_bytes()),
            fingerprint: None,
            chain: self.chain,
        };
        let standing = Standing { state: MatchState::On, due: None, touched: step.at };
        let next = NextStep::new(self.of, self.chain, step, standing);
        (self.chain, self.n) = (next.step.chain, self.n + 1);
        Change::Step(Box::new(next))
    }
}

fn opening(id: i64) -> Opening {
    let row = Match {
        options: "{}".to_owned(),
        players: 2,
        seed: id.to_le_bytes(),
        state: MatchState::On,
        settings: "{}".to_owned(),
        ..Match::new(MatchId(id), format!("{id:015x}"), [1; 32])
    };
    Opening { row: row.rooted(), seats: Vec::new(), invites: Vec::new() }
}

fn tables(store: &SqliteStore, matches: usize) -> Vec<Table> {
    let program = Program {
        hash: [1; 32],
        name: "game".to_owned(),
        files: vec![0; 1_000],
        semantics: 1,
        added: 0,
        by_owner: None,
        state: ProgramState::Listed,
    };
    store.lease(0..BUCKETS, ProcessId(1), 1 << 40).unwrap();
    store.commit(vec![Write { epoch: 1, change: Change::Program(program) }]).wait();
    let mut random = Random::new(5);
    let openings: Vec<Opening> = (0..matches).map(|_| opening((random.word() >> 4).cast_signed())).collect();
    for part in openings.chunks(512) {
        let write = |opening: &Opening| Write { epoch: 1, change: Change::Open(Box::new(opening.clone())) };
        store.commit(part.iter().map(write).collect()).wait();
    }
    openings.iter().map(|opening| Table { of: opening.row.id, chain: opening.row.chain, n: 0 }).collect()
}

/// CPU time of the threads of that name, or of all.
fn cpu(name: Option<&str>) -> Duration {
    let tasks = fs::read_dir("/proc/self/task").unwrap().map(|task| task.unwrap().path());
    let is_meant = |task: &Path| {
        let its = fs::read_to_string(task.join("comm")).unwrap_or_default();
        name.is_none_or(|name| its.trim() == name)
    };
    let nanos = tasks.filter(|task| is_meant(task)).map(|task| {
        let text = fs::read_to_string(task.join("schedstat")).unwrap_or_default();
        text.split(' ').next().and_then(|first| first.parse::<u64>().ok()).unwrap_or(0)
    });
    Duration::from_nanos(nanos.sum())
}

fn quantile(sorted: &[Duration], part: f64) -> f64 {
    let at = ((sorted.len() - 1) as f64 * part) as usize;
    sorted[at].as_secs_f64() * 1e3
}

/// How long a write of a page and its flush take on this disk now.
fn probe(folder: &Path) -> (f64, f64) {
    let mut file = File::create(folder.join("probe")).unwrap();
    let mut took: Vec<Duration> = (0..300)
        .map(|_| {
            let began = Instant::now();
            file.write_all(&[7; 4096]).unwrap();
            file.sync_data().unwrap();
            began.elapsed()
        })
        .collect();
    took.sort_unstable();
    (quantile(&took, 0.5), quantile(&took, 0.99))
}

struct Load {
    rate: u32,
    distance: Distance,
    durability: Durability,
}

fn measure(folder: &Path, matches: usize, seconds: u32, load: &Load) {
    let folder = folder.join("measured");
    fs::create_dir_all(&folder).unwrap();
    let probed = probe(&folder);
    let options = Options { distance: load.distance, durability: load.durability, ..Options::default() };
    let store = SqliteStore::open(&folder.join("matches.db"), options).unwrap();
    let mut tables = tables(&store, matches);
    let before = store.health();
    let (tell, told) = channel();
    let (began, threads) = (Instant::now(), ["writer", "checkpointer"]);
    let used = threads.map(|name| cpu(Some(name)));
    let all = cpu(None);
    let mut random = Random::new(9);
    let rows = load.rate * seconds;
    let mut sent = 0;
    while sent < rows {
        while sent < rows
            && began.elapsed() >= Duration::from_secs_f64(f64::from(sent) / f64::from(load.rate))
        {
            let due = began + Duration::from_secs_f64(f64::from(sent) / f64::from(load.rate));
            let at = random.below(tables.len() as u64) as usize;
            let tell = tell.clone();
            let write = Write { epoch: 1, change: tables[at].next() };
            store.commit(vec![write]).then(move |outcomes| {
                assert_eq!(outcomes, [Outcome::Done]);
                tell.send(due.elapsed()).ok();
            });
            sent += 1;
        }
        thread::sleep(Duration::from_micros(200));
    }
    let mut took: Vec<Duration> = told.iter().take(rows as usize).collect();
    let used: Vec<f64> = threads
        .iter()
        .zip(used)
        .map(|(name, before)| (cpu(Some(name)) - before).as_secs_f64() * 1e6 / f64::from(rows))
        .collect();
    let all = (cpu(None) - all).as_secs_f64() * 1e6 / f64::from(rows);
    took.sort_unstable();
    let health = store.health();
    let gathered = (health.rows - before.rows) as f64 / (health.commits - before.commits) as f64;
    println!(
        "| {} | {:?} | {:?} | {:.1} / {:.1} | {:.0} | {:.0} | {:.0} | {:.1} | {:.2} / {:.2} |",
        load.rate,
        load.durability,
        load.distance,
        quantile(&took, 0.5),
        quantile(&took, 0.99),
        used[0],
        used[1],
        all,
        gathered,
        probed.0,
        probed.1
    );
    drop(store);
    fs::remove_dir_all(&folder).unwrap();
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize, usual: u32| arguments.get(at).map_or(usual, |text| text.parse().unwrap());
    let (matches, seconds) = (number(2, 100_000) as usize, number(3, 10));
    let folder = arguments.get(1).expect("a folder on the disk that is measured");
    println!(
        "| rows/s | durability | distance | p50 / p99 ms | writer µs | checkpointer µs | all µs | rows a commit | probe |"
    );
    let fixed = |ms| Distance::Fixed(Duration::from_millis(ms));
    for rate in [1_000, 10_000] {
        for distance in [fixed(0), fixed(2), fixed(4), Distance::ByLoad] {
            let load = Load { rate, distance, durability: Durability::Power };
            measure(Path::new(folder), matches, seconds, &load);
        }
        let load = Load { rate, distance: Distance::ByLoad, durability: Durability::Process };
        measure(Path::new(folder), matches, seconds, &load);
    }
}
