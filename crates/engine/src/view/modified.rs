//! What modifiers make of the attributes of objects, for views. It knows nothing of who looks.

use super::reader::Reader;
use super::{Eyes, Viewer};
use crate::game::Game;
use crate::position::Position;
use bytecode::layout::{list, object};
use bytecode::program::Field;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use vm::{Machine, Pause, sight};

/// A match in which the attributes that modifiers touch stand as they are read.
#[derive(Debug)]
pub(crate) struct Modified {
    pub words: Vec<u64>,
    /// Where those stand that could not be read, because the rules go wrong there, or because everything together took
    /// too long.
    pub unread: BTreeSet<usize>,
}

/// All that modifiers make of attributes that the same viewers see may take this part of the fuel of a run. What is left
/// for them must not tell of what they do not see.
const PART_OF_A_RUN: i64 = 10;

/// What some seats see and others do not may take this part of that, where it is not one alone.
const PART_OF_SOME: i64 = 64;

/// What modifiers make of a match; None where there are no attributes that they touch.
pub(crate) fn read_through_modifiers(
    game: &Game,
    position: &Position,
    machine: &mut Machine,
) -> Option<Modified> {
    read(game, position, machine, |_, _| true)
}

/// Reads what modifiers make of the attributes that one viewer sees, and of no others.
pub(crate) fn read_for(game: &Game, position: &Position, machine: &mut Machine, viewer: Viewer) {
    let reader = Reader::new(game, &position.state.words, position.players(), viewer);
    let sees = |o: usize, field: &Field| reader.knows(o as u64) && (!field.secret || reader.owns(o as u64));
    read(game, position, machine, sees);
}

fn read(
    game: &Game,
    position: &Position,
    machine: &mut Machine,
    is_read: impl Fn(usize, &Field) -> bool,
) -> Option<Modified> {
    let program = &game.program;
    let read: Vec<bool> =
        program.classes.iter().map(|c| c.fields.iter().any(|f| f.reader.is_some())).collect();
    if !read.contains(&true) {
        return None;
    }
    let words = &position.state.words;
    let reader = Reader::new(game, words, position.players(), Eyes::All);
    let everybody = ((1 << position.players()) - 1) | object::SPECTATORS;
    // By who sees it; what all see comes first.
    let mut groups: BTreeMap<Reverse<u64>, Vec<(usize, u64, u32)>> = BTreeMap::new();
    for (o, given) in objects(&reader) {
        let class = object::class(words[o]) as usize;
        if !read[class] {
            continue;
        }
        let knowers = sight::knowers(program, words, o as u64) & everybody;
        let class = &program.classes[class];
        for (i, field) in class.fields.iter().enumerate() {
            let Some(reader) = field.reader.filter(|_| is_read(o, field)) else { continue };
            let owners = if field.secret { sight::owners(program, words, o as u64) } else { everybody };
            let at = o + class.first_field as usize + i;
            groups.entry(Reverse(knowers & owners)).or_default().push((at, given, reader));
        }
    }
    let mut state = position.state.clone();
    let (mut found, mut unread) = (Vec::new(), BTreeSet::new());
    for (Reverse(seen_by), group) in groups {
        let part = match seen_by.count_ones() {
            _ if seen_by == everybody => 1,
            0 => 1,
            1 => i64::from(position.players().max(1)),
            _ => PART_OF_SOME,
        };
        machine.fuel.reset(machine.limits.fuel / PART_OF_A_RUN / part);
        for (at, given, reader) in group {
            machine.begin_run();
            let frames = state.frames.len();
            match machine.call(program, &mut state, reader, &[given]) {
                Pause::Returned(value) => found.push((at, value)),
                _ => {
                    state.frames.truncate(frames);
                    unread.insert(at);
                }
            }
        }
    }
    let mut words = state.words;
    for (at, value) in found {
        words[at] = value;
    }
    Some(Modified { words, unread })
}

/// The objects that views show, each with the word that stands for it.
fn objects(reader: &Reader<'_>) -> Vec<(usize, u64)> {
    let program = &reader.game.program;
    let lists = (0..program.slots.len()).map(|i| program.layout.zones + i * list::HEAD);
    let lists = lists.chain((0..reader.live_lists()).map(|i| program.layout.live + i * list::HEAD));
    let mut found: Vec<u64> = program.classes.iter().filter_map(|c| c.global.map(u64::from)).collect();
    found.extend(reader.all_tiles().into_iter().flat_map(|tile| reader.on_tile(tile)));
    found.extend(lists.flat_map(|l| reader.elements(l as u64)));
    found.sort_unstable();
    found.dedup();
    let mut all: Vec<(usize, u64)> = found.into_iter().map(|o| (o as usize, o)).collect();
    let tiles = program.tiles.objects.iter().enumerate().filter(|(_, o)| **o != u32::MAX);
    // An edge or corner stands for itself.
    let given =
        |tile: usize, o: u32| if tile < program.tiles.proper as usize { tile as u64 } else { o.into() };
    all.extend(tiles.map(|(tile, o)| (*o as usize, given(tile, *o))));
    all
}
