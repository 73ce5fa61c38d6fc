//! Whose turn it is to replay a match that is over, which takes long: few are replayed at once, and nobody keeps many
//! others waiting. What was read of the last ones is kept.

use crate::app::App;
use crate::http::Past;
use crate::lock;
use crate::matches::{No, not_yet};
use crate::rate::place;
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use store::MatchId;

/// So many wait at most, each of whom keeps a thread.
const MAX_WAITING: usize = 64;

/// So many of one address.
const MAX_OF_ONE: usize = 4;

/// Nobody waits longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// It is worth trying again after so many seconds.
const SOON: u32 = 2;

/// Of so many matches is kept what was read.
const KEPT: usize = 8;

#[derive(Debug)]
pub(crate) struct Replays {
    at_once: usize,
    queue: Mutex<Queue>,
    /// Told whenever somebody is done.
    done: Condvar,
    kept: Mutex<VecDeque<(MatchId, Arc<Slot>)>>,
}

/// Filled by whoever is first; others who want the same wait for it.
type Slot = Mutex<Option<Arc<Past>>>;

#[derive(Debug, Default)]
struct Queue {
    /// Those who replay.
    running: usize,
    /// By where they are, those who wait too.
    all: BTreeMap<IpAddr, usize>,
}

/// A place among those who replay, as long as it is kept.
#[derive(Debug)]
pub(crate) struct Turn<'a> {
    replays: &'a Replays,
    address: IpAddr,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut queue = lock(&self.replays.queue);
        queue.running -= 1;
        queue.leaves(self.address);
        drop(queue);
        self.replays.done.notify_one();
    }
}

impl Queue {
    fn comes(&mut self, address: IpAddr) -> bool {
        let of_one = self.all.get(&address).copied().unwrap_or(0);
        let has_room = of_one < MAX_OF_ONE && self.all.values().sum::<usize>() < MAX_WAITING;
        if has_room {
            self.all.insert(address, of_one + 1);
        }
        has_room
    }

    fn leaves(&mut self, address: IpAddr) {
        if let Some(count) = self.all.get_mut(&address) {
            *count -= 1;
        }
        self.all.retain(|_, count| *count > 0);
    }
}

impl Replays {
    /// Half of the processors replay, so that the matches that are played have the others.
    pub(crate) fn new() -> Replays {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        Replays::at_once((processors / 2).max(1))
    }

    fn at_once(at_once: usize) -> Replays {
        Replays { at_once, queue: Mutex::default(), done: Condvar::new(), kept: Mutex::default() }
    }

    /// Waits for a turn.
    pub(crate) fn turn(&self, asking: IpAddr) -> Result<Turn<'_>, No> {
        self.turn_within(asking, PATIENCE).ok_or_else(|| {
            not_yet("busy", "too many look back at matches that are over; try again later", SOON)
        })
    }

    fn turn_within(&self, asking: IpAddr, patience: Duration) -> Option<Turn<'_>> {
        let address = place(asking);
        let mut queue = lock(&self.queue);
        if !queue.comes(address) {
            return None;
        }
        let is_full = |queue: &mut Queue| queue.running >= self.at_once;
        let waited = self.done.wait_timeout_while(queue, patience, is_full);
        let (mut queue, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            queue.leaves(address);
            return None;
        }
        queue.running += 1;
        Some(Turn { replays: self, address })
    }

    /// What was read of a match that is over, read now where that is not kept.
    pub(crate) fn past(&self, app: &App, of: MatchId) -> Result<Arc<Past>, No> {
        let slot = self.slot(of);
        let mut slot = lock(&slot);
        if let Some(past) = &*slot {
            return Ok(Arc::clone(past));
        }
        let past = Arc::new(Past::load(app, of)?);
        *slot = Some(Arc::clone(&past));
        Ok(past)
    }

    fn slot(&self, of: MatchId) -> Arc<Slot> {
        let mut kept = lock(&self.kept);
        let at = kept.iter().position(|(other, _)| *other == of);
        let slot = at.and_then(|at| kept.remove(at)).map_or_else(Arc::default, |(_, slot)| slot);
        kept.push_back((of, Arc::clone(&slot)));
        if kept.len() > KEPT {
            kept.pop_front();
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_OF_ONE, MAX_WAITING, Replays};
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
    use std::sync::mpsc;
    use std::time::Duration;

    const BRIEFLY: Duration = Duration::from_millis(20);
    const LATE: Duration = Duration::from_secs(60);

    fn address(n: u32) -> IpAddr {
        Ipv4Addr::from_bits(n).into()
    }

    #[test]
    fn few_replay_at_once_and_the_next_goes_on_where_one_is_done() {
        let replays = Replays::at_once(2);
        let (first, second) =
            (replays.turn_within(address(1), BRIEFLY), replays.turn_within(address(2), BRIEFLY));
        assert!(first.is_some() && second.is_some());
        assert!(replays.turn_within(address(3), BRIEFLY).is_none());
        std::thread::scope(|scope| {
            let (says, said) = mpsc::channel();
            let replays = &replays;
            scope.spawn(move || says.send(replays.turn_within(address(3), LATE).is_some()));
            assert!(said.recv_timeout(BRIEFLY).is_err());
            drop(first);
            assert_eq!(said.recv_timeout(LATE), Ok(true));
        });
        drop(second);
        assert!(super::lock(&replays.queue).all.is_empty());
    }

    #[test]
    fn nobody_keeps_all_others_waiting() {
        let replays = Replays::at_once(MAX_WAITING * 2);
        let half = |n: u64| IpAddr::from(Ipv6Addr::from_bits(7 << 64 | u128::from(n)));
        let mut turns: Vec<_> = (0..8).filter_map(|n| replays.turn_within(half(n), BRIEFLY)).collect();
        assert_eq!(turns.len(), MAX_OF_ONE, "they are one customer");
        turns.extend((0..200).filter_map(|n| replays.turn_within(address(n), BRIEFLY)));
        assert_eq!(turns.len(), MAX_WAITING);
    }
}
