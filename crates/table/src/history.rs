//! What every viewer was told last in the log, for whoever comes anew. It looks at no match itself.

use std::collections::VecDeque;
use wire::Raw;

/// So many entries are told to who comes.
pub(crate) const MAX_ENTRIES: usize = 60;

/// By viewer.
#[derive(Clone, Debug)]
pub(crate) struct History(Vec<VecDeque<Raw>>);

impl History {
    pub(crate) fn new(viewers: usize) -> History {
        History(vec![VecDeque::new(); viewers])
    }

    pub(crate) fn add(&mut self, viewer: usize, entries: &[Raw]) {
        let Some(told) = self.0.get_mut(viewer) else { return };
        told.extend(entries.iter().cloned());
        told.drain(..told.len().saturating_sub(MAX_ENTRIES));
    }

    /// The oldest first.
    pub(crate) fn of(&self, viewer: usize) -> Vec<Raw> {
        self.0.get(viewer).into_iter().flatten().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{History, MAX_ENTRIES};
    use wire::raw;

    #[test]
    fn the_last_entries_are_kept_for_each_viewer() {
        let mut history = History::new(2);
        (0..=MAX_ENTRIES).for_each(|n| history.add(1, &[raw(&n)]));
        let told = history.of(1);
        assert_eq!((told.len(), told[0].get(), told[MAX_ENTRIES - 1].get()), (MAX_ENTRIES, "1", "60"));
        assert!(history.of(0).is_empty() && history.of(7).is_empty());
    }
}
