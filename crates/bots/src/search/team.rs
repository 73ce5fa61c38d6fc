//! Several searches of the same decision, each on a thread of its own with chance of its own, whose visits are added up in
//! the end (root parallelization, Chaslot, Winands, van den Herik 2008). With a budget in simulations each does its share,
//! so that what comes out is the same whenever which thread runs.

use super::choice::opinion;
use super::{Opinion, Search, Source};
use std::thread;

/// At least one search.
#[derive(Debug)]
pub(crate) struct Team<S: Source> {
    searches: Vec<Search<S>>,
}

/// Of several searches each works for so much fuel before anything else is looked at, some 5 ms: the fewer rounds, the
/// less they wait for each other, and fuel makes rounds alike on every machine.
const ROUND: u64 = 250_000;

impl<S: Source + Send> Team<S>
where
    S::World: Send,
{
    /// `first` and others that differ from it in their seeds alone.
    pub(crate) fn of(first: Search<S>, others: impl IntoIterator<Item = Search<S>>) -> Team<S> {
        Team { searches: std::iter::once(first).chain(others).collect() }
    }

    /// All of them together take no more than so many bytes for their trees.
    pub(crate) fn limit_memory(&mut self, bytes: usize) {
        let each = bytes / self.searches.len();
        self.searches.iter_mut().for_each(|search| search.limit_memory(each));
    }

    pub(crate) fn simulations(&self) -> u64 {
        self.searches.iter().map(|search| search.simulations).sum()
    }

    /// The work of the rules in all of them.
    pub(crate) fn work(&self) -> u64 {
        self.searches.iter().map(Search::work).sum()
    }

    /// Whether several searches share the work.
    pub(crate) fn is_shared(&self) -> bool {
        self.searches.len() > 1
    }

    /// One more simulation, or where there are several searches a round of them, but no more than `left` together.
    pub(crate) fn simulate(&mut self, left: u64) {
        if let [alone] = &mut self.searches[..] {
            return alone.simulate();
        }
        let many = self.searches.len() as u64;
        // The first ones do what cannot be shared evenly.
        let share = |i: u64| left / many + u64::from(i < left % many);
        let work = |search: &mut Search<S>, most: u64| {
            let end = search.work() + ROUND;
            for _ in 0..most {
                search.simulate();
                if search.work() >= end || search.is_settled() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            let mut all = (0..).zip(&mut self.searches);
            let own = all.next();
            for (i, search) in all {
                scope.spawn(move || work(search, share(i)));
            }
            own.into_iter().for_each(|(i, search)| work(search, share(i)));
        });
    }

    /// Whether nothing more is to be found out.
    pub(crate) fn is_settled(&self) -> bool {
        self.searches.iter().any(Search::is_settled)
    }

    /// Whether the move with the most visits keeps them whatever comes in so many simulations more.
    pub(crate) fn is_decided_within(&self, left: u64) -> bool {
        if self.searches.iter().any(Search::has_families) {
            // Families come before moves, and neither is sure.
            return false;
        }
        if let [alone] = &self.searches[..] {
            return alone.is_decided_within(left);
        }
        let mut visits: Vec<u32> = self.opinion_of_different().moves.iter().map(|m| m.visits).collect();
        visits.sort_unstable_by(|a, b| b.cmp(a));
        let second = visits.get(1).copied().unwrap_or(0);
        visits.first().is_some_and(|first| u64::from(first - second) > left)
    }

    /// What they think together.
    pub(crate) fn opinion(&self) -> Opinion {
        opinion(&self.searches.iter().collect::<Vec<_>>())
    }

    /// The same of moves that read differently: of those that read alike the first one.
    pub(crate) fn opinion_of_different(&self) -> Opinion {
        let mut opinion = self.opinion();
        opinion.moves.retain(|m| self.searches[0].is_first_of_its_name(m.number));
        opinion
    }

    /// The moves that read like one.
    pub(crate) fn alike(&self, number: usize) -> Vec<usize> {
        self.searches[0].alike(number)
    }

    pub(crate) fn is_sealed(&mut self) -> bool {
        self.searches[0].is_sealed()
    }

    pub(crate) fn loses_at_once(&mut self, number: usize) -> bool {
        self.searches[0].loses_at_once(number)
    }
}
