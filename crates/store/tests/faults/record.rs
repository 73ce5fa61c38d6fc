//! What clients have written down, and the comparison of a database with it.

use crate::child::{number, step};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use store::sqlite::{Check, Options, SqliteStore};
use store::{MatchId, Store};

/// A client, which plays at one match: it notes what it sends before it does, and each acknowledgement before it goes on.
pub(crate) struct Client {
    pub(crate) of: MatchId,
    path: PathBuf,
    file: File,
    /// What was sent last, and is not acknowledged: its id and its size.
    pub(crate) open: Option<(u64, usize)>,
    next: u64,
}

impl Client {
    pub(crate) fn new(folder: &Path, of: MatchId) -> Client {
        let path = folder.join(format!("client-{}", of.0));
        let file = OpenOptions::new().create(true).append(true).open(&path).unwrap();
        Client { of, path, file, open: None, next: of.0 as u64 * 1_000_000 }
    }

    fn note(&mut self, line: &str) {
        self.file.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// The command for a new step of that size.
    pub(crate) fn send(&mut self, size: usize) -> String {
        self.next += 1;
        self.open = Some((self.next, size));
        self.note(&format!("sent {} {size}", self.next));
        self.resend().unwrap()
    }

    /// The command for what is not acknowledged yet.
    pub(crate) fn resend(&self) -> Option<String> {
        self.open.map(|(id, size)| format!("play {} {id} {size}", self.of.0))
    }

    pub(crate) fn acknowledged(&mut self, id: u64, n: usize) {
        assert_eq!(self.open.take().map(|(id, _)| id), Some(id), "nobody asked for that");
        self.note(&format!("ack {id} {n}"));
    }

    /// What the file says: all ids that were sent, with the sizes, and where those that were acknowledged stand.
    pub(crate) fn notes(&self) -> (BTreeMap<u64, usize>, BTreeMap<u64, usize>) {
        let (mut sent, mut acknowledged) = (BTreeMap::new(), BTreeMap::new());
        for line in fs::read_to_string(&self.path).unwrap().lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [what, id, number] = words[..] else { panic!("{line}") };
            let notes = if what == "sent" { &mut sent } else { &mut acknowledged };
            assert_eq!(notes.insert(id.parse().unwrap(), number.parse().unwrap()), None, "{line}");
        }
        (sent, acknowledged)
    }
}

pub(crate) fn open(database: &Path) -> SqliteStore {
    let options = Options { ballast: 0, ..Options::default() };
    SqliteStore::open(database, options).unwrap()
}

/// Holds a database against what its clients have written down; how many steps it has.
pub(crate) fn check(database: &Path, clients: &[Client]) -> usize {
    let store = open(database);
    let steps = clients.iter().map(|client| check_match(&store, client)).sum();
    let since = Instant::now();
    while store.health().check == Check::Running && since.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!([Check::Good, Check::Unneeded].contains(&store.health().check), "{:?}", store.health());
    steps
}

fn check_match(store: &SqliteStore, client: &Client) -> usize {
    let (sent, acknowledged) = client.notes();
    // Loading follows the chain.
    let Some(stored) = store.load(client.of).unwrap() else {
        assert!(acknowledged.is_empty(), "match {} is gone", client.of.0);
        return 0;
    };
    let ids: Vec<u64> = stored.steps.iter().map(|step| number(step.id)).collect();
    for (id, n) in &acknowledged {
        assert_eq!(ids.get(*n), Some(id), "match {}: an acknowledged step is not at its place", client.of.0);
    }
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), ids.len(), "match {}: a step stands twice", client.of.0);
    let mut chain = stored.row.root();
    for (n, found) in stored.steps.iter().enumerate() {
        let size = sent.get(&ids[n]).expect("a step was never sent");
        let next = step(client.of, chain, n as u32, ids[n], *size);
        assert_eq!(*found, next.step, "match {}: a step is not what was sent", client.of.0);
        chain = next.step.chain;
    }
    ids.len()
}
