//! How often decisions of other seats are met as these see them. Where much is hidden hardly any is met twice, and it is
//! no use to tell them apart in that way. It knows neither moves nor worlds.

use super::hashed::Hashed;

/// A decision that was met so often counts by itself, as its seat sees it.
const OFTEN: u32 = 16;

/// After so many different ones it is known whether they are met again.
const ENOUGH: usize = 512;

/// It is worth counting where one in so many was met before.
const RARELY: usize = 8;

/// What is kept of them; it is bounded.
const MAX_MET: usize = 1 << 16;

#[derive(Debug)]
pub(super) struct Others {
    met: Hashed<u32>,
    /// How often one was met that had been met before.
    again: usize,
}

impl Others {
    pub(super) fn new() -> Others {
        Others { met: Hashed::new(MAX_MET), again: 0 }
    }

    /// Once it is not, nothing is counted any more, and nodes that stand for one alone are not found again.
    pub(super) fn are_worth_counting(&self) -> bool {
        self.met.len() < ENOUGH || self.again * RARELY >= self.met.len()
    }

    /// One was met that has a node of its own.
    pub(super) fn meet_known(&mut self) {
        self.again += 1;
    }

    /// One was met that has none. True where it is to have one from now on: it was met often, and so was the node that
    /// it shares with others, `shared` visits in all, by somebody who holds something else.
    pub(super) fn meet(&mut self, name: u64, shared: u32) -> bool {
        let Some(met) = self.met.entry(name) else { return false };
        self.again += usize::from(*met > 0);
        *met += 1;
        *met >= OFTEN && *met <= shared
    }
}

#[cfg(test)]
mod tests {
    use super::{ENOUGH, OFTEN, Others};

    #[test]
    fn what_is_met_often_counts_by_itself_where_others_were_there_too() {
        let mut others = Others::new();
        let alone =
            |others: &mut Others, shared: u32| (1..=OFTEN).map(|n| others.meet(7, n - 1 + shared)).collect();
        let never: Vec<bool> = alone(&mut others, 0);
        assert!(never.iter().all(|own| !own), "nobody else was there");
        let mut others = Others::new();
        let own: Vec<bool> = alone(&mut others, 1);
        assert_eq!(own.iter().position(|own| *own), Some(OFTEN as usize - 1));
    }

    #[test]
    fn where_hardly_any_is_met_again_nothing_is_counted() {
        let mut others = Others::new();
        for name in 1..=ENOUGH as u64 {
            assert!(others.are_worth_counting(), "{name}");
            others.meet(name, 0);
        }
        assert!(!others.are_worth_counting());
        let mut others = Others::new();
        (0..8 * ENOUGH as u64).for_each(|n| _ = others.meet(n / 8 + 1, 0));
        assert!(others.are_worth_counting());
    }
}
