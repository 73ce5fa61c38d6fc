//! The store in memory under faults that a seed draws: what it says of a write is true, whatever goes wrong.

use crate::fixture::{DAY, ME, Table, World, opening, program};
use std::collections::BTreeSet;
use store::{
    BUCKETS, Change, Disk, Faults, MatchId, MemoryStore, Outcome, ProcessId, State, Store, Ticket, Write,
};

const A: MatchId = MatchId(1);

struct Process(MemoryStore);

impl World for Process {
    fn store(&self) -> &dyn Store {
        &self.0
    }

    fn reopen(&mut self) {}

    fn pass(&mut self, _: i64) {}
}

/// Opens the disk as a new process that owns all buckets; its epoch.
fn start(disk: &Disk, faults: Faults, n: i64) -> (MemoryStore, u64) {
    disk.advance(disk.now() + 2 * DAY);
    let store = disk.open(faults);
    let lease = store.lease(0..BUCKETS, ProcessId(n), DAY).unwrap();
    (store, lease[0].epoch)
}

#[derive(Default)]
struct Seen {
    outcomes: BTreeSet<Outcome>,
    unknown_there: u32,
    unknown_gone: u32,
    crashed: u32,
}

/// Plays a match on a disk that fails, process after process, and checks each answer against what the next one finds.
fn play(seed: u64, seen: &mut Seen) {
    let disk = Disk::new(seed);
    let (store, _) = start(&disk, Faults::default(), ME.0);
    let mut table = Process(store).with_match(A);
    let mut random = base::Random::new(seed);
    for process in 10..30 {
        let faults = Faults { delay: (1, 9), full: 100, unknown: 150 };
        let (store, epoch) = start(&disk, faults, process);
        let stored = store.load(A).unwrap().unwrap();
        assert!(stored.steps.len() as u32 >= table.n, "seed {seed}: an acknowledged step is gone");
        table = Table { of: A, chain: stored.row.chain, n: stored.row.steps };
        while store.state() == State::Ready || store.state() == State::Full {
            let mut next = table.clone();
            let change: Change = next.next("a1");
            let ticket: Ticket = store.commit(vec![Write { epoch, change }]);
            if random.below(10) == 0 {
                store.crash();
                assert_eq!(ticket.wait(), [Outcome::Unknown], "nobody is left who could say");
                seen.crashed += 1;
                break;
            }
            assert_eq!(ticket.poll(), None, "no commit takes no time");
            disk.advance(disk.now() + 9);
            let outcome = ticket.poll().unwrap()[0];
            seen.outcomes.insert(outcome);
            match outcome {
                Outcome::Done => table = next,
                Outcome::Refused => assert_eq!(store.state(), State::Full),
                Outcome::Unknown => {
                    let there = disk.open(Faults::default()).load(A).unwrap().unwrap().row.steps == next.n;
                    *(if there { &mut seen.unknown_there } else { &mut seen.unknown_gone }) += 1;
                }
                Outcome::Conflict | Outcome::Fenced => panic!("seed {seed}: {outcome:?}"),
            }
        }
    }
}

#[test]
fn a_failing_disk_loses_nothing_that_it_acknowledged() {
    let mut seen = Seen::default();
    (0..200).for_each(|seed| play(seed, &mut seen));
    assert_eq!(seen.outcomes, BTreeSet::from([Outcome::Done, Outcome::Refused, Outcome::Unknown]));
    assert!(seen.unknown_there > 50 && seen.unknown_gone > 50 && seen.crashed > 50);
}

#[test]
fn the_same_seed_is_the_same_run() {
    let run = |seed| {
        let mut seen = Seen::default();
        play(seed, &mut seen);
        (seen.outcomes, seen.unknown_there, seen.unknown_gone, seen.crashed)
    };
    assert_eq!(run(5), run(5));
}

#[test]
fn commits_of_several_processes_end_in_the_order_of_their_times() {
    let disk = Disk::new(3);
    let slow = disk.open(Faults { delay: (50, 50), ..Faults::default() });
    let quick = disk.open(Faults { delay: (10, 10), ..Faults::default() });
    slow.lease(0..BUCKETS, ME, DAY).unwrap();
    let write = |n| vec![Write { epoch: 1, change: Change::Program(program(n)) }];
    let first = slow.commit(write(1));
    let opened = slow.commit(vec![Write { epoch: 1, change: Change::Open(Box::new(opening(A))) }]);
    let second = quick.commit(write(1));
    assert_eq!(disk.next(), Some(10));
    disk.advance(10);
    assert_eq!((second.poll(), first.poll()), (Some(vec![Outcome::Done]), None));
    disk.advance(100);
    assert_eq!((first.poll(), opened.poll()), (Some(vec![Outcome::Done]), Some(vec![Outcome::Done])));
}
