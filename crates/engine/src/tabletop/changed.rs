//! What has to be looked at again after a step, the same for all who look on. It knows nothing of who sees what.

use super::look::{Onlooker, birth};
use super::marks::{Mark, Marks, mark};
use crate::view::modified::Readings;
use crate::view::reader::Reader;
use bytecode::layout::object;
use bytecode::word::NULL;
use std::collections::BTreeSet;
use std::sync::Arc;
use vm::sight;

/// An object by its number, which lasts while memory is compacted, or by its address, which does where it has none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Key {
    Born(u32),
    Fixed(u64),
}

pub(super) fn key(reader: &Reader<'_>, o: u64) -> Key {
    birth(reader, o).map_or(Key::Fixed(o), Key::Born)
}

/// The objects that instructions have changed.
#[derive(Default)]
pub(super) struct Touched {
    /// With whether more was changed than where they lie, which comes behind an entry that says it was not.
    all: Vec<(Key, bool)>,
    /// How many were left after the last compaction.
    compacted: usize,
}

/// Fewer are not compacted.
const MIN_NOTED: usize = 1 << 16;

impl Touched {
    /// Those of which a viewer lost sight when nothing was left of the step before.
    pub(super) fn lost(births: &[u32]) -> Touched {
        Touched { all: births.iter().map(|birth| (Key::Born(*birth), true)).collect(), compacted: 0 }
    }

    /// Whether anything was changed of an object, and whether more than where it lies.
    fn how(&self, key: Key) -> Option<bool> {
        let behind = self.all.partition_point(|entry| *entry <= (key, true));
        let last = self.all[..behind].last()?;
        (last.0 == key).then_some(last.1)
    }

    pub(super) fn has(&self, key: Key) -> bool {
        self.how(key).is_some()
    }

    /// All that was changed is noted.
    pub(super) fn close(&mut self) {
        self.all.sort_unstable();
        self.all.dedup();
    }

    pub(super) fn note(&mut self, reader: &Reader<'_>, change: &vm::Change) {
        let touched = match change {
            vm::Change::Moved(moved) => moved.piece,
            vm::Change::Removed(o) | vm::Change::Revealed(o) | vm::Change::Owned(o) => *o,
            vm::Change::Set { object, .. } => *object,
            vm::Change::SetFixed(index) => match reader.game.kinds.global_at(usize::from(*index)) {
                Some(global) => global as u64,
                None => return,
            },
            // Nobody may be able to follow any of them.
            vm::Change::Shuffled(zone) => {
                self.all.extend(reader.elements(*zone).iter().map(|o| (key(reader, *o), true)));
                return self.compact_if_long();
            }
            vm::Change::Scored(_)
            | vm::Change::Eliminated(_)
            | vm::Change::Passed
            | vm::Change::Rolled { .. } => return,
        };
        if touched != NULL && !bytecode::layout::is_constant(touched) {
            let entry = (key(reader, touched), !matches!(change, vm::Change::Moved(_)));
            if self.all.last() != Some(&entry) {
                self.all.push(entry);
                self.compact_if_long();
            }
        }
    }

    /// Keeps each once, where many have come since the last time.
    fn compact_if_long(&mut self) {
        if self.all.len() > (2 * self.compacted).max(MIN_NOTED) {
            self.close();
            self.compacted = self.all.len();
        }
    }
}

/// An object that has to be looked at again.
#[derive(Clone, Copy)]
pub(super) struct Stale {
    pub o: u64,
    /// It lies elsewhere, and is as it was to whoever knows it as before.
    pub is_only_moved: bool,
}

/// What has to be looked at again. Objects are addresses.
pub(super) struct Changed {
    /// What lies somewhere, and what lies nowhere.
    pub objects: Vec<Stale>,
    /// All whose attributes may name other things.
    pub open: Vec<u64>,
    /// Objects that lie nowhere and were not there before.
    pub new: Vec<u64>,
    /// The numbers of those that are not there any more.
    pub gone: Vec<u32>,
    pub fixed: Fixed,
    /// What stays for the next step.
    pub kept: Kept,
}

/// Objects that are there from the start to the end.
pub(super) struct Fixed {
    /// Tiles, edges and corners, with what belongs to each.
    pub spots: Vec<(u64, u64)>,
    /// Global objects, behind the numbers of their classes.
    pub globals: Vec<(usize, u64)>,
}

impl Fixed {
    /// Those to which that applies.
    fn those(reader: &Reader<'_>, mut applies: impl FnMut(u64) -> bool) -> Fixed {
        let kinds = &reader.game.kinds;
        let spots = kinds.tiles().filter(|(_, o)| applies(*o)).collect();
        let globals = kinds.globals.iter().map(|(at, _, class)| (*class, *at as u64));
        Fixed { spots, globals: globals.filter(|(_, o)| applies(*o)).collect() }
    }

    /// Those whose attributes may name other things.
    pub(super) fn open(reader: &Reader<'_>) -> Fixed {
        Fixed::those(reader, |o| is_open(reader, o))
    }
}

/// What is known of a position when the next step begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    /// The numbers of all that lies nowhere, ascending.
    pub loose: Vec<u32>,
    /// Of all that may read differently though no instruction changes it.
    pub marks: Marks,
    /// What attributes came to that modifiers touch or that are worked out.
    pub readings: Readings,
    /// Things that have no number any more for somebody who had one for them, though nothing happened to them.
    pub lost: Vec<u32>,
}

/// Tells what is stale, and makes the marks of what cannot be told by what instructions have changed.
struct Staleness<'a> {
    reader: &'a Reader<'a>,
    touched: &'a Touched,
    before: &'a Marks,
    marks: Vec<(Key, Arc<Mark>)>,
}

impl Staleness<'_> {
    fn of(&mut self, o: u64) -> Option<Stale> {
        let key = key(self.reader, o);
        if !is_open(self.reader, o) {
            return self.touched.how(key).map(|is_altered| Stale { o, is_only_moved: !is_altered });
        }
        let stale = Stale { o, is_only_moved: false };
        let before = self.before.get(key);
        if let Some(mark) = before.filter(|mark| mark.holds(self.reader, o)) {
            self.marks.push((key, Arc::clone(mark)));
            return mark.is_touched(self.touched).then_some(stale);
        }
        // Whoever comes to know it does so by an instruction.
        if !self.is_known(o) {
            return self.touched.has(key).then_some(stale);
        }
        let (mark, is_touched) = mark(self.reader, self.touched, o);
        let is_same = before.zip(mark.as_ref()).is_some_and(|(before, mark)| before.is_like(mark));
        self.marks.extend(mark.map(|mark| (key, Arc::new(mark))));
        (is_touched || !is_same).then_some(stale)
    }

    /// Whether anybody who looks on knows an object.
    fn is_known(&self, o: u64) -> bool {
        let viewers = ((1 << self.reader.players) - 1) | object::SPECTATORS;
        sight::knowers(&self.reader.game.program, self.reader.words, o) & viewers != 0
    }
}

impl Changed {
    /// Since things stood as they were kept.
    pub(super) fn since(looking: &Onlooker<'_>, touched: &Touched, before: &Kept) -> Changed {
        let reader = &looking.reader;
        let mut staleness = Staleness { reader, touched, before: &before.marks, marks: Vec::new() };
        let (lying, nowhere) = (looking.lying(), looking.loose());
        let loose = births(reader, &nowhere);
        let was_loose = |o: &u64| birth(reader, *o).is_some_and(|b| before.loose.binary_search(&b).is_ok());
        let new = nowhere.iter().copied().filter(|o| !was_loose(o)).collect();
        let all: Vec<u64> = lying.into_iter().chain(nowhere).collect();
        let objects: Vec<Stale> = all.iter().filter_map(|o| staleness.of(*o)).collect();
        let open = all.into_iter().filter(|o| is_open(reader, *o)).collect();
        let mut found: Vec<u32> = objects.iter().filter_map(|stale| birth(reader, stale.o)).collect();
        found.sort_unstable();
        let left = before.loose.iter().filter(|birth| loose.binary_search(birth).is_err());
        let touched_births = touched.all.iter().filter_map(|(key, _)| match key {
            Key::Born(birth) => Some(birth),
            Key::Fixed(_) => None,
        });
        let gone = left.chain(touched_births).filter(|birth| found.binary_search(birth).is_err());
        let gone: BTreeSet<u32> = gone.copied().collect();
        let fixed = Fixed::those(reader, |o| staleness.of(o).is_some());
        let marks = Marks::new(staleness.marks);
        let kept = Kept { loose, marks, ..Kept::default() };
        Changed { objects, open, new, gone: gone.into_iter().collect(), fixed, kept }
    }
}

/// The numbers of objects, ascending.
pub(super) fn births(reader: &Reader<'_>, all: &[u64]) -> Vec<u32> {
    let mut births: Vec<u32> = all.iter().filter_map(|o| birth(reader, *o)).collect();
    births.sort_unstable();
    births
}

/// Whether what is shown of an object may have changed though nothing has changed the object.
pub(super) fn is_open(reader: &Reader<'_>, o: u64) -> bool {
    let kind = reader.game.kinds.get(object::class(reader.word(o as usize)));
    !kind.is_plain || kind.lists.iter().any(|at| reader.word(o as usize + at) != NULL)
}

#[cfg(test)]
mod tests {
    use super::{Key, MIN_NOTED, Touched};

    #[test]
    fn what_is_changed_again_and_again_is_kept_once() {
        let mut touched = Touched::default();
        for i in 0..10 * MIN_NOTED {
            touched.all.push((Key::Fixed(i as u64 % 1000), true));
            touched.compact_if_long();
            assert!(touched.all.len() <= MIN_NOTED + 1);
        }
        touched.close();
        assert_eq!(touched.all.len(), 1000);
    }
}
