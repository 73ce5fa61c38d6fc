//! What a seat has noted of hidden things: what lies in some places cannot be some of the things that it does not know.

use std::collections::BTreeSet;

/// Of what a seat does not know in a zone, so many are none of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Note {
    /// The slot of the zone.
    pub slot: usize,
    pub count: usize,
    /// By serial number.
    pub never: BTreeSet<u32>,
}

/// All that a seat has noted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Notes(Vec<Note>);

/// What has become of a zone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Left {
    /// What the seat did not know in it and that is not there any more, or is known by now.
    pub gone: BTreeSet<u32>,
    /// What it knows by now of that.
    pub shown: BTreeSet<u32>,
}

impl Notes {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The slots of which something is noted.
    pub(super) fn slots(&self) -> BTreeSet<usize> {
        self.0.iter().map(|note| note.slot).collect()
    }

    /// Whether a piece may be the one of that number among those that the seat does not know in a slot. Which of them has
    /// been there for how long makes no difference, so that those which most is noted of come first.
    pub(super) fn allow(&self, (slot, number): (usize, usize), serial: u32) -> bool {
        let bars = |note: &Note| note.slot == slot && number < note.count && note.never.contains(&serial);
        !self.0.iter().any(bars)
    }

    pub(super) fn add(&mut self, note: Note) {
        match self.0.iter_mut().find(|known| (known.slot, known.count) == (note.slot, note.count)) {
            Some(known) => known.never.extend(note.never),
            None => self.0.push(note),
        }
    }

    /// Something has left a slot. What is known of that by now was none of those that a note is about where the note rules
    /// it out; anything else may have been.
    pub(super) fn leave(&mut self, slot: usize, left: &Left) {
        for note in self.0.iter_mut().filter(|note| note.slot == slot) {
            let others = left.shown.intersection(&note.never).count();
            note.count = note.count.saturating_sub(left.gone.len() - others);
        }
        let all = std::mem::take(&mut self.0);
        all.into_iter().filter(|note| note.count > 0).for_each(|note| self.add(note));
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{Left, Note, Notes};
    use std::collections::BTreeSet;

    fn left(gone: &[u32], shown: &[u32]) -> Left {
        let set = |all: &[u32]| all.iter().copied().collect::<BTreeSet<u32>>();
        Left { gone: set(gone), shown: set(shown) }
    }

    fn notes() -> Notes {
        let mut notes = Notes::default();
        notes.add(Note { slot: 1, count: 3, never: [7, 8].into() });
        notes
    }

    #[test]
    fn what_came_later_may_be_anything() {
        let notes = notes();
        assert!(!notes.allow((1, 2), 7) && notes.allow((1, 2), 9));
        assert!(notes.allow((1, 3), 7) && notes.allow((2, 0), 7));
    }

    #[test]
    fn what_leaves_may_be_any_of_them_unless_it_is_ruled_out() {
        let mut notes = notes();
        notes.leave(2, &left(&[1, 2, 3], &[]));
        notes.leave(1, &left(&[9], &[9]));
        assert!(notes.allow((1, 2), 7) && !notes.allow((1, 1), 7));
        // It had come later.
        notes.leave(1, &left(&[7], &[7]));
        assert!(!notes.allow((1, 1), 8));
        // It was not shown.
        notes.leave(1, &left(&[7], &[]));
        assert!(notes.allow((1, 1), 8) && !notes.allow((1, 0), 8));
        notes.leave(1, &left(&[8, 9], &[9]));
        assert!(notes.is_empty());
    }

    #[test]
    fn notes_about_the_same_things_are_one() {
        let mut notes = notes();
        notes.add(Note { slot: 1, count: 2, never: [9].into() });
        assert!(!notes.allow((1, 1), 9) && notes.allow((1, 2), 9));
        notes.add(Note { slot: 1, count: 2, never: [5].into() });
        assert_eq!(notes.0.len(), 2);
        assert_eq!(notes.slots(), BTreeSet::from([1]));
    }
}
