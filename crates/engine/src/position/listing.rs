//! What listing the candidates of a decision came to, kept for whoever lists them again on the same position: once to see
//! that somebody can decide, once for what is offered, once for the move that is made. It knows neither seats nor texts.

use super::{Awaited, Position};
use bytecode::layout::header;
use std::sync::{Arc, OnceLock};
use vm::{Candidates, Machine};

/// A list that takes more words is made again, and not kept.
const MAX_KEPT: usize = 1 << 12;

/// The words of a position that listing changes.
const CHANGED: [usize; 2] = [header::ACTOR, header::MADE];

/// A list, and all that making it does to a position.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    awaited: Awaited,
    candidates: Candidates,
    /// What becomes of [`CHANGED`], and what is put behind the other words.
    changed: [u64; CHANGED.len()],
    behind: Vec<u64>,
    /// The fuel that it took.
    cost: i64,
}

/// What is kept of the lists of one position: nothing before somebody has made one, and None where it cannot be kept.
pub(crate) type Kept = OnceLock<Option<Arc<Listing>>>;

impl Listing {
    /// What has been listed on a position that had these words before; None where it did more than is kept of it, or is
    /// too long.
    fn new(before: &[u64], position: &Position, candidates: &Candidates, cost: i64) -> Option<Listing> {
        let words = &position.state.words;
        let behind = words.get(before.len()..)?.to_vec();
        if candidates.size() + behind.len() > MAX_KEPT {
            return None;
        }
        let is_kept = |(at, (a, b)): (usize, (&u64, &u64))| a == b || CHANGED.contains(&at);
        before.iter().zip(words).enumerate().all(is_kept).then(|| Listing {
            awaited: position.awaited,
            candidates: candidates.clone(),
            changed: CHANGED.map(|at| words[at]),
            behind,
            cost,
        })
    }

    /// The list of a position that waits so, where it is known.
    pub(crate) fn known(kept: &Kept, position: &Position) -> Option<Arc<Listing>> {
        kept.get()?.clone().filter(|listing| listing.awaited == position.awaited)
    }

    /// Keeps what has been listed on a position that had these words before, as the first that is.
    pub(crate) fn keep(kept: &Kept, before: &[u64], position: &Position, list: &Candidates, cost: i64) {
        kept.get_or_init(|| Listing::new(before, position, list, cost).map(Arc::new));
    }

    /// The same, for whoever lists them on the position as this list has left it. Lists that were made for candidates
    /// would be made once more then, so none is kept that has any.
    pub(crate) fn once_more(
        before: &[u64],
        position: &Position,
        candidates: &Candidates,
        cost: i64,
    ) -> Option<Listing> {
        let mut listing = Listing::new(before, position, candidates, cost)?;
        // As many things are made again.
        let made = position.state.words[header::MADE].wrapping_sub(before[header::MADE]);
        listing.changed[1] = listing.changed[1].wrapping_add(made);
        listing.behind.is_empty().then_some(listing)
    }

    /// Does to a position and to the machine what listing does.
    pub(crate) fn list(&self, position: &mut Position, machine: &mut Machine) -> Candidates {
        let left = machine.fuel.left();
        machine.begin_run();
        machine.fuel.run -= self.cost - (left - machine.fuel.left());
        for (at, word) in CHANGED.into_iter().zip(self.changed) {
            position.state.words[at] = word;
        }
        position.state.words.extend_from_slice(&self.behind);
        self.candidates.clone()
    }
}
