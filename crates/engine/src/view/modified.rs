//! What modifiers make of the attributes of objects, for views. It knows nothing of who looks.

use super::reader::Reader;
use super::{Eyes, Viewer};
use crate::game::Game;
use crate::position::Position;
use bytecode::layout::{list, object};
use bytecode::program::{Field, Show};
use bytecode::word::{self, Text};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vm::{Looked, Machine, Pause, Spans, State, sight};

/// A match in which the attributes that modifiers touch stand as they are read.
#[derive(Debug)]
pub(crate) struct Modified {
    pub words: Vec<u64>,
    /// Where those stand that could not be read, because the rules go wrong there, or because everything together took
    /// too long.
    pub unread: BTreeSet<usize>,
}

/// What the functions came to that read attributes, by what they were given: where all that one looked at stands as it
/// did, it comes to the same, and does not run again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readings(Vec<(Asked, Arc<Reading>)>);

/// A function, and the word of the object.
type Asked = (u32, u64);

#[derive(Debug)]
struct Reading {
    /// All that it looked at, see [`Looked`]; None where that is not known.
    spans: Option<Spans>,
    value: u64,
    /// The text that it made, which the value leads to.
    text: Vec<u64>,
    /// What it took of the fuel, and of memory.
    fuel: i64,
    words: usize,
}

impl Readings {
    fn get(&self, asked: Asked) -> Option<&Arc<Reading>> {
        self.0.binary_search_by_key(&asked, |(asked, _)| *asked).ok().map(|at| &self.0[at].1)
    }
}

impl Reading {
    /// What a run came to that began with so much fuel on a state with so many words.
    fn new(looked: Looked, value: u64, (state, words): (&State, usize), fuel: i64) -> Reading {
        let made = match word::text(value) {
            Some(Text::Heap(at)) if at >= words => text_at(state, at),
            _ => Some(&[][..]),
        };
        let text = made.unwrap_or_default().to_vec();
        let spans = looked.spans().filter(|_| made.is_some());
        Reading { spans, value, text, fuel, words: state.words.len() - words }
    }

    /// Takes what it took, and gives its value again; None where it would not come to that, and nothing is done.
    fn again(&self, machine: &mut Machine, state: &mut State) -> Option<u64> {
        let spans = self.spans.as_ref()?;
        let fits = machine.fuel.run > self.fuel && state.words.len() + self.words <= machine.limits.words;
        if !fits || !spans.are_in(&state.words) {
            return None;
        }
        machine.fuel.run -= self.fuel;
        machine.limits.words -= self.words - self.text.len();
        if self.text.is_empty() {
            return Some(self.value);
        }
        let at = state.words.len();
        state.words.extend_from_slice(&self.text);
        Some(word::heap_text(at))
    }
}

fn text_at(state: &State, at: usize) -> Option<&[u64]> {
    let units = (state.words.get(at)? >> 32) as usize;
    state.words.get(at..at + 1 + units.div_ceil(4))
}

/// Whether the word of such a value leads nowhere, but perhaps to a text.
fn stands_alone(show: &Show) -> bool {
    matches!(show, Show::Number | Show::Text | Show::Bool | Show::Player | Show::Case(_) | Show::Set(_))
}

/// All that modifiers make of attributes that the same viewers see may take this part of the fuel of a run, and their part
/// of the memory. What is left for them must not tell of what they do not see.
const PART_OF_A_RUN: i64 = 10;

/// What some seats see and others do not may take this part of that, where it is not one alone.
const PART_OF_SOME: u32 = 64;

/// What modifiers make of a match; None where there are no attributes that they touch.
pub(crate) fn read_through_modifiers(
    game: &Game,
    position: &Position,
    machine: &mut Machine,
) -> Option<Modified> {
    read(game, position, machine, None, |_, _| true)
}

/// As [`read_through_modifiers`], without what nobody sees who sits at the table or looks on, and with what is known
/// of the position before.
pub(crate) fn read_what_is_seen(
    game: &Game,
    position: &Position,
    machine: &mut Machine,
    known: &mut Readings,
) -> Option<Modified> {
    let (words, all) = (&position.state.words, everybody(position));
    let sees = |o: usize, field: &Field| seen_by(game, words, o, field) & all != 0;
    read(game, position, machine, Some(known), sees)
}

/// Reads what modifiers make of the attributes that one viewer sees, and of no others.
pub(crate) fn read_for(game: &Game, position: &Position, machine: &mut Machine, viewer: Viewer) {
    let reader = Reader::new(game, &position.state.words, position.players(), viewer);
    let sees = |o: usize, field: &Field| reader.knows(o as u64) && (!field.secret || reader.owns(o as u64));
    read(game, position, machine, None, sees);
}

fn everybody(position: &Position) -> u64 {
    ((1 << position.players()) - 1) | object::SPECTATORS
}

/// Who sees an attribute of an object, a bit each.
fn seen_by(game: &Game, words: &[u64], o: usize, field: &Field) -> u64 {
    let knowers = sight::knowers(&game.program, words, o as u64);
    if field.secret { knowers & sight::owners(&game.program, words, o as u64) } else { knowers }
}

fn read(
    game: &Game,
    position: &Position,
    machine: &mut Machine,
    mut known: Option<&mut Readings>,
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
    let everybody = everybody(position);
    // By who sees it; what all see comes first.
    let mut groups: BTreeMap<Reverse<u64>, Vec<(usize, Asked, bool)>> = BTreeMap::new();
    for (o, given) in objects(&reader, |o| read[usize::from(object::class(words[o]))]) {
        let class = &program.classes[usize::from(object::class(words[o]))];
        for (i, field) in class.fields.iter().enumerate() {
            let Some(reader) = field.reader.filter(|_| is_read(o, field)) else { continue };
            let at = o + class.first_field as usize + i;
            let seen_by = seen_by(game, words, o, field) & everybody;
            groups.entry(Reverse(seen_by)).or_default().push((
                at,
                (reader, given),
                stands_alone(&field.show),
            ));
        }
    }
    let mut state = position.state.clone();
    let (mut found, mut unread, mut readings) = (Vec::new(), BTreeSet::new(), Vec::new());
    let most_words = machine.limits.words;
    let room = most_words.saturating_sub(state.words.len());
    for (Reverse(seen_by), group) in groups {
        let part = match seen_by.count_ones() {
            _ if seen_by == everybody => 1,
            0 => 1,
            1 => position.players().max(1),
            _ => PART_OF_SOME,
        };
        machine.fuel.reset(machine.limits.fuel / PART_OF_A_RUN / i64::from(part));
        machine.limits.words = state.words.len() + room / part as usize;
        for (at, asked @ (reader, given), stands_alone) in group {
            machine.begin_run();
            let before = known.as_deref().and_then(|known| known.get(asked));
            if let Some((reading, value)) =
                before.and_then(|reading| Some((reading, reading.again(machine, &mut state)?)))
            {
                readings.push((asked, Arc::clone(reading)));
                found.push((at, value));
                continue;
            }
            let notes = known.is_some() && stands_alone && before.is_none_or(|known| known.spans.is_some());
            machine.looked = notes.then(|| Box::new(Looked::since(&state)));
            let (frames, snapshots) = (state.frames.len(), state.snapshots.len());
            let (words, fuel) = (state.words.len(), machine.fuel.run);
            let pause = machine.call(program, &mut state, reader, &[given]);
            let looked = machine.looked.take();
            match (pause, looked, before) {
                (Pause::Returned(value), Some(looked), _) => {
                    let fuel = fuel - machine.fuel.run;
                    let reading = Reading::new(*looked, value, (&state, words), fuel);
                    readings.push((asked, Arc::new(reading)));
                    found.push((at, value));
                }
                (Pause::Returned(value), None, before) => {
                    readings.extend(before.map(|reading| (asked, Arc::clone(reading))));
                    found.push((at, value));
                }
                _ => {
                    state.frames.truncate(frames);
                    state.take_back(snapshots);
                    unread.insert(at);
                }
            }
        }
    }
    machine.limits.words = most_words;
    if let Some(known) = &mut known {
        readings.sort_unstable_by_key(|(asked, _)| *asked);
        known.0 = readings;
    }
    let mut words = state.words;
    for (at, value) in found {
        words[at] = value;
    }
    Some(Modified { words, unread })
}

/// The objects that views show and that are wanted, each with the word that stands for it.
fn objects(reader: &Reader<'_>, is_wanted: impl Fn(usize) -> bool) -> Vec<(usize, u64)> {
    let program = &reader.game.program;
    let lists = (0..program.slots.len()).map(|i| program.layout.zones + i * list::HEAD);
    let lists = lists.chain((0..reader.live_lists()).map(|i| program.layout.live + i * list::HEAD));
    let mut found: Vec<u64> = program.classes.iter().filter_map(|c| c.global.map(u64::from)).collect();
    found.extend(reader.all_tiles().into_iter().flat_map(|tile| reader.on_tile(tile)));
    found.extend(lists.flat_map(|l| reader.elements(l as u64)));
    found.retain(|o| is_wanted(*o as usize));
    found.sort_unstable();
    found.dedup();
    let mut all: Vec<(usize, u64)> = found.into_iter().map(|o| (o as usize, o)).collect();
    let tiles = program.tiles.objects.iter().enumerate().filter(|(_, o)| **o != u32::MAX);
    // An edge or corner stands for itself.
    let given =
        |tile: usize, o: u32| if tile < program.tiles.proper as usize { tile as u64 } else { o.into() };
    let tiles = tiles.filter(|(_, o)| is_wanted(**o as usize));
    all.extend(tiles.map(|(tile, o)| (*o as usize, given(tile, *o))));
    all
}
