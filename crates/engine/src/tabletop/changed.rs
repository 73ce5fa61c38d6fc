//! What has to be looked at again after a step, the same for all who look on. It knows nothing of who sees what.

use super::look::{Onlooker, birth};
use super::marks::{Marks, mark};
use crate::view::reader::Reader;
use bytecode::Program;
use bytecode::layout::object;
use bytecode::program::{Class, Field, Show};
use bytecode::word::NULL;
use std::collections::BTreeSet;

/// By class, whether all that is shown of an object follows from its own words, so that it stays as it is while nothing
/// changes these.
pub(crate) fn plain_classes(program: &Program) -> Vec<bool> {
    program.classes.iter().map(is_plain).collect()
}

fn is_plain(class: &Class) -> bool {
    class.modifier.is_none() && class.fields.iter().filter(|f| !f.hidden).all(holds_its_value)
}

fn holds_its_value(field: &Field) -> bool {
    let is_value = match field.show {
        Show::Number | Show::Text | Show::Bool | Show::Player | Show::Case(_) | Show::Set(_) => true,
        Show::Tile | Show::Place | Show::Zone | Show::Zones | Show::Turn => true,
        // These show nothing.
        Show::Position | Show::Function => true,
        // What an object is called, or holds in a list, may be another without anything being set.
        Show::Object | Show::List(_) | Show::Table(..) => false,
    };
    is_value && !field.derived && field.reader.is_none()
}

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
    all: BTreeSet<Key>,
    /// Those of which more was changed than where they lie.
    altered: BTreeSet<Key>,
}

impl Touched {
    /// Those of which a viewer lost sight when nothing was left of the step before.
    pub(super) fn lost(births: &[u32]) -> Touched {
        let all: BTreeSet<Key> = births.iter().map(|birth| Key::Born(*birth)).collect();
        Touched { altered: all.clone(), all }
    }

    pub(super) fn has(&self, key: Key) -> bool {
        self.all.contains(&key)
    }

    pub(super) fn note(&mut self, reader: &Reader<'_>, change: &vm::Change) {
        let touched = match change {
            vm::Change::Moved(moved) => moved.piece,
            vm::Change::Removed(o) | vm::Change::Revealed(o) | vm::Change::Owned(o) => *o,
            vm::Change::Set { object, .. } => *object,
            vm::Change::SetFixed(index) => match global_at(&reader.game.program, usize::from(*index)) {
                Some(global) => global as u64,
                None => return,
            },
            // Nobody may be able to follow any of them.
            vm::Change::Shuffled(zone) => {
                let keys = || reader.elements(*zone).iter().map(|o| key(reader, *o));
                self.all.extend(keys());
                self.altered.extend(keys());
                return;
            }
            vm::Change::Scored(_)
            | vm::Change::Eliminated(_)
            | vm::Change::Passed
            | vm::Change::Rolled { .. } => return,
        };
        if touched != NULL && !bytecode::layout::is_constant(touched) {
            let key = key(reader, touched);
            self.all.insert(key);
            if !matches!(change, vm::Change::Moved(_)) {
                self.altered.insert(key);
            }
        }
    }
}

/// The global object that a word of the fixed part belongs to.
pub(super) fn global_at(program: &Program, index: usize) -> Option<usize> {
    let globals = program.classes.iter().filter(|c| !c.is_event);
    let mut all = globals.filter_map(|c| Some((c.global? as usize, usize::from(c.size))));
    all.find(|(at, size)| (*at..at + size).contains(&index)).map(|(at, _)| at)
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
        let spots = (0..).zip(&reader.game.program.tiles.objects).filter(|(_, o)| **o != u32::MAX);
        let spots = spots.map(|(tile, o)| (tile, u64::from(*o))).filter(|(_, o)| applies(*o)).collect();
        let globals = reader.game.program.classes.iter().enumerate().filter(|(_, c)| !c.is_event);
        let globals = globals.filter_map(|(i, c)| Some((i, u64::from(c.global?))));
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
    /// Things that have no number any more for somebody who had one for them, though nothing happened to them.
    pub lost: Vec<u32>,
}

/// Tells what is stale, and makes the marks of what cannot be told by what instructions have changed.
struct Staleness<'a> {
    reader: &'a Reader<'a>,
    touched: &'a Touched,
    before: &'a Marks,
    marks: Vec<(Key, u64)>,
}

impl Staleness<'_> {
    fn of(&mut self, o: u64) -> Option<Stale> {
        let key = key(self.reader, o);
        if !is_open(self.reader, o) {
            let is_only_moved = !self.touched.altered.contains(&key);
            return self.touched.has(key).then_some(Stale { o, is_only_moved });
        }
        let (mark, is_touched) = mark(self.reader, self.touched, o);
        self.marks.extend(mark.map(|mark| (key, mark)));
        let is_stale = is_touched || mark.is_none() || self.before.get(key) != mark;
        is_stale.then_some(Stale { o, is_only_moved: false })
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
        let touched_births = touched.all.iter().filter_map(|key| match key {
            Key::Born(birth) => Some(birth),
            Key::Fixed(_) => None,
        });
        let gone = left.chain(touched_births).filter(|birth| found.binary_search(birth).is_err());
        let gone: BTreeSet<u32> = gone.copied().collect();
        let fixed = Fixed::those(reader, |o| staleness.of(o).is_some());
        let marks = Marks::new(staleness.marks);
        let kept = Kept { loose, marks, lost: Vec::new() };
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
    let number = object::class(reader.word(o as usize));
    if !reader.game.plain_classes.get(usize::from(number)).is_some_and(|plain| *plain) {
        return true;
    }
    let class = reader.class(o);
    let first = o as usize + usize::from(class.first_field);
    // Of the machine's own fields the list of modifiers is shown.
    let fields = class.fields.iter().enumerate().filter(|(_, f)| f.hidden && matches!(f.show, Show::List(_)));
    fields.into_iter().any(|(i, _)| reader.word(first + i) != NULL)
}
