//! What every viewer was told last in the log, for whoever comes anew. It looks at no match itself.

use std::collections::VecDeque;
use wire::Raw;

/// So many entries are told to who comes.
pub(crate) const MAX_ENTRIES: usize = 60;

/// By viewer.
#[derive(Clone, Debug)]
pub(crate) struct History(Vec<VecDeque<LogLine>>);

#[derive(Clone, Debug)]
struct LogLine {
    /// How many moves stood.
    standing: usize,
    /// The step of the viewer's stream.
    v: u64,
    entry: Raw,
}

impl History {
    pub(crate) fn new(viewers: usize) -> History {
        History(vec![VecDeque::new(); viewers])
    }

    /// Forgets what was told of moves that have been taken back: so many stand.
    pub(crate) fn cut(&mut self, standing: usize) {
        self.0.iter_mut().for_each(|told| told.retain(|one| one.standing <= standing));
    }

    /// What was told with the last of so many moves, in a step of the viewer's stream.
    pub(crate) fn add(&mut self, viewer: usize, standing: usize, v: u64, entries: &[Raw]) {
        let Some(told) = self.0.get_mut(viewer) else { return };
        told.extend(entries.iter().map(|entry| LogLine { standing, v, entry: entry.clone() }));
        told.drain(..told.len().saturating_sub(MAX_ENTRIES));
    }

    /// The oldest first, and with which step each was told.
    pub(crate) fn of(&self, viewer: usize) -> (Vec<Raw>, Vec<u64>) {
        self.0.get(viewer).into_iter().flatten().map(|one| (one.entry.clone(), one.v)).unzip()
    }
}

#[cfg(test)]
mod tests {
    use super::{History, MAX_ENTRIES};
    use wire::raw;

    #[test]
    fn the_last_entries_are_kept_for_each_viewer() {
        let mut history = History::new(2);
        (0..=MAX_ENTRIES).for_each(|n| history.add(1, n, n as u64 + 7, &[raw(&n)]));
        let (told, steps) = history.of(1);
        assert_eq!((told.len(), told[0].get(), told[MAX_ENTRIES - 1].get()), (MAX_ENTRIES, "1", "60"));
        assert_eq!((steps.len(), steps[0], steps[MAX_ENTRIES - 1]), (MAX_ENTRIES, 8, 67));
        assert!(history.of(0).0.is_empty() && history.of(7).0.is_empty());
        history.cut(2);
        assert_eq!(history.of(1).0.iter().map(|entry| entry.get()).collect::<Vec<_>>(), ["1", "2"]);
    }
}
