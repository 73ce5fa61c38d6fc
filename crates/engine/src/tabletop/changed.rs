//! What has to be looked at again after a step, the same for all who look on. It knows nothing of who sees what.

use super::look::{Onlooker, birth};
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
        Show::Number | Show::Text | Show::Bool | Show::Player | Show::Case(_) => true,
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
enum Key {
    Born(u32),
    Fixed(u64),
}

fn key(reader: &Reader<'_>, o: u64) -> Key {
    birth(reader, o).map_or(Key::Fixed(o), Key::Born)
}

/// The objects that instructions have changed.
#[derive(Default)]
pub(super) struct Touched(BTreeSet<Key>);

impl Touched {
    pub(super) fn note(&mut self, reader: &Reader<'_>, change: &vm::Change) {
        let touched = match change {
            vm::Change::Moved(moved) => moved.piece,
            vm::Change::Removed(o) | vm::Change::Revealed(o) | vm::Change::Owned(o) => *o,
            vm::Change::Set { object, .. } => *object,
            vm::Change::SetFixed(index) => match global_at(&reader.game.program, usize::from(*index)) {
                Some(global) => global as u64,
                None => return,
            },
            vm::Change::Shuffled(_)
            | vm::Change::Scored(_)
            | vm::Change::Eliminated(_)
            | vm::Change::Passed
            | vm::Change::Rolled { .. } => return,
        };
        if touched != NULL && !bytecode::layout::is_constant(touched) {
            self.0.insert(key(reader, touched));
        }
    }
}

/// The global object that a word of the fixed part belongs to.
pub(super) fn global_at(program: &Program, index: usize) -> Option<usize> {
    let globals = program.classes.iter().filter(|c| !c.is_event);
    let mut all = globals.filter_map(|c| Some((c.global? as usize, usize::from(c.size))));
    all.find(|(at, size)| (*at..at + size).contains(&index)).map(|(at, _)| at)
}

/// What has to be looked at again. Objects are addresses.
pub(super) struct Changed {
    /// What lies somewhere, and what lies nowhere.
    pub objects: Vec<u64>,
    /// Objects that lie nowhere and were not there before.
    pub new: Vec<u64>,
    /// The numbers of those that are not there any more.
    pub gone: Vec<u32>,
    /// With what belongs to each: tiles, edges and corners.
    pub spots: Vec<(u64, u64)>,
    pub globals: Vec<(usize, u64)>,
    /// The numbers of all that lie nowhere now, ascending.
    pub loose: Vec<u32>,
}

impl Changed {
    /// Since those lay nowhere.
    pub(super) fn since(looking: &Onlooker<'_>, touched: &Touched, loose_before: &[u32]) -> Changed {
        let (reader, program) = (&looking.reader, &looking.reader.game.program);
        let is_stale = |o: u64| is_open(reader, o) || touched.0.contains(&key(reader, o));
        let (lying, nowhere) = (looking.lying(), looking.loose());
        let loose = births(reader, &nowhere);
        let was_loose = |o: &u64| birth(reader, *o).is_some_and(|b| loose_before.binary_search(&b).is_ok());
        let new = nowhere.iter().copied().filter(|o| !was_loose(o)).collect();
        let objects: Vec<u64> = lying.into_iter().chain(nowhere).filter(|o| is_stale(*o)).collect();
        let is_found = |birth: &u32| objects.iter().any(|o| self::birth(reader, *o) == Some(*birth));
        let left = loose_before.iter().filter(|birth| loose.binary_search(birth).is_err());
        let touched_births = touched.0.iter().filter_map(|key| match key {
            Key::Born(birth) => Some(birth),
            Key::Fixed(_) => None,
        });
        let gone: BTreeSet<u32> = left.chain(touched_births).filter(|b| !is_found(b)).copied().collect();
        Changed {
            objects,
            new,
            gone: gone.into_iter().collect(),
            spots: stale_spots(reader, is_stale),
            globals: stale_globals(program, is_stale),
            loose,
        }
    }
}

/// Tiles, edges and corners with what belongs to them, those of which something is stale. Several edges may have one
/// name, and whoever reads one of them reads them all.
fn stale_spots(reader: &Reader<'_>, is_stale: impl Fn(u64) -> bool) -> Vec<(u64, u64)> {
    let tiles = &reader.game.program.tiles;
    let spots = (0..).zip(&tiles.objects).filter(|(_, o)| **o != u32::MAX);
    let all: Vec<(u64, u64)> = spots.map(|(tile, o)| (tile, u64::from(*o))).collect();
    let (proper, between): (Vec<_>, Vec<_>) = all.iter().partition(|(tile, _)| *tile < tiles.proper.into());
    let mut stale: Vec<(u64, u64)> = proper.into_iter().filter(|(_, o)| is_stale(*o)).collect();
    let names: Vec<_> =
        between.iter().filter(|(_, o)| is_stale(*o)).map(|(tile, _)| reader.place(*tile)).collect();
    if !names.is_empty() {
        stale.extend(between.iter().filter(|(tile, _)| names.contains(&reader.place(*tile))));
    }
    stale
}

/// Global objects, those of which something is stale. Several modules may have one of the same name, and whoever reads one
/// of them reads them all.
fn stale_globals(program: &Program, is_stale: impl Fn(u64) -> bool) -> Vec<(usize, u64)> {
    let globals = program.classes.iter().enumerate().filter(|(_, c)| !c.is_event);
    let all: Vec<(usize, u64)> = globals.filter_map(|(i, c)| Some((i, u64::from(c.global?)))).collect();
    let name = |class: usize| &program.classes[class].name;
    let names: BTreeSet<&String> = all.iter().filter(|(_, o)| is_stale(*o)).map(|(i, _)| name(*i)).collect();
    all.into_iter().filter(|(i, _)| names.contains(name(*i))).collect()
}

/// The numbers of objects, ascending.
pub(super) fn births(reader: &Reader<'_>, all: &[u64]) -> Vec<u32> {
    let mut births: Vec<u32> = all.iter().filter_map(|o| birth(reader, *o)).collect();
    births.sort_unstable();
    births
}

/// Whether what is shown of an object may have changed though nothing has changed the object.
fn is_open(reader: &Reader<'_>, o: u64) -> bool {
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
