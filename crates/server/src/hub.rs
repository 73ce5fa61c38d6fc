//! Which thread runs which match, and how much waits for each of them.

use crate::shard::Job;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, Sender, channel};
use store::MatchId;

#[derive(Debug)]
pub(crate) struct Hub {
    shards: Vec<Inbox>,
    most_waiting: usize,
}

#[derive(Debug)]
struct Inbox {
    queue: Sender<Job>,
    waiting: Arc<AtomicUsize>,
}

/// Where a shard takes its jobs, and where it puts its own.
pub(crate) type Queue = (Receiver<Job>, Sender<Job>);

/// Too much waits already, or the server stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Busy;

impl Hub {
    pub(crate) fn new(shards: usize, most_waiting: usize) -> (Hub, Vec<Queue>) {
        let made: Vec<_> = (0..shards.max(1)).map(|_| channel()).collect();
        let inbox = |(queue, _): &(Sender<Job>, _)| Inbox { queue: queue.clone(), waiting: Arc::default() };
        let hub = Hub { shards: made.iter().map(inbox).collect(), most_waiting };
        (hub, made.into_iter().map(|(queue, inbox)| (inbox, queue)).collect())
    }

    /// Which shard runs a match.
    pub(crate) fn shard_of(&self, of: MatchId) -> usize {
        of.0.rem_euclid(self.shards.len() as i64) as usize
    }

    /// What somebody from outside wants; refused where too much waits.
    pub(crate) fn send(&self, of: MatchId, job: Job) -> Result<(), Busy> {
        let inbox = &self.shards[self.shard_of(of)];
        if inbox.waiting.load(Relaxed) >= self.most_waiting {
            return Err(Busy);
        }
        self.send_always(of, job)
    }

    /// What must not be lost, such as that a socket is closed.
    pub(crate) fn send_always(&self, of: MatchId, job: Job) -> Result<(), Busy> {
        let inbox = &self.shards[self.shard_of(of)];
        inbox.waiting.fetch_add(1, Relaxed);
        inbox.queue.send(job).map_err(|_| Busy)
    }

    pub(crate) fn send_to_all(&self, job: impl Fn() -> Job) {
        // A thread that has ended needs not be told to.
        self.shards.iter().for_each(|inbox| drop(inbox.queue.send(job())));
    }

    /// How much waits for a shard, for who adds to it without the hub.
    pub(crate) fn counter(&self, shard: usize) -> Arc<AtomicUsize> {
        Arc::clone(&self.shards[shard].waiting)
    }

    pub(crate) fn taken(&self, shard: usize) {
        self.shards[shard].waiting.fetch_sub(1, Relaxed);
    }

    pub(crate) fn waiting(&self) -> usize {
        self.shards.iter().map(|inbox| inbox.waiting.load(Relaxed)).sum()
    }
}
