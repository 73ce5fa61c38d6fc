//! What modifiers make of the attributes of objects, for views. It knows nothing of who looks.

use crate::core::Core;
use crate::game::Game;
use bytecode::layout::{list, object};
use bytecode::program::Program;
use bytecode::word::NULL;
use vm::{Machine, Pause};

/// The words of a match in which the attributes that modifiers touch stand as they are read; None where there are
/// none. An attribute that cannot be read, because the rules go wrong there, stays as it is without modifiers.
pub(crate) fn read_through_modifiers(game: &Game, core: &Core, machine: &mut Machine) -> Option<Vec<u64>> {
    let program = &game.program;
    let read: Vec<bool> =
        program.classes.iter().map(|c| c.fields.iter().any(|f| f.reader.is_some())).collect();
    if !read.contains(&true) {
        return None;
    }
    let mut state = core.state.clone();
    let mut found = Vec::new();
    for (o, given) in objects(program, &core.state.words) {
        let class = object::class(core.state.words[o]) as usize;
        if !read[class] {
            continue;
        }
        let class = &program.classes[class];
        for (i, field) in class.fields.iter().enumerate() {
            let Some(reader) = field.reader else { continue };
            machine.begin_run();
            let frames = state.frames.len();
            match machine.call(program, &mut state, reader, &[given]) {
                Pause::Returned(value) => found.push((o + class.first_field as usize + i, value)),
                _ => state.frames.truncate(frames),
            }
        }
    }
    let mut words = state.words;
    for (at, value) in found {
        words[at] = value;
    }
    Some(words)
}

/// The objects that views show, each with the word that stands for it.
fn objects(program: &Program, words: &[u64]) -> Vec<(usize, u64)> {
    let layout = &program.layout;
    let mut found: Vec<u64> = program.classes.iter().filter_map(|c| c.global.map(u64::from)).collect();
    for (tile, single) in program.tiles.single.iter().enumerate() {
        let w = words[layout.tiles + tile];
        match single {
            true if w == NULL => {}
            true => found.push(w),
            false => found.extend(elements(words, w as usize)),
        }
    }
    let live = program.classes.iter().flat_map(|c| &c.joins).max().map_or(0, |i| usize::from(*i) + 1);
    for i in 0..program.slots.len() {
        found.extend(elements(words, layout.zones + i * list::HEAD));
    }
    for i in 0..live {
        found.extend(elements(words, layout.live + i * list::HEAD));
    }
    found.sort_unstable();
    found.dedup();
    let mut all: Vec<(usize, u64)> = found.into_iter().map(|o| (o as usize, o)).collect();
    let tiles = program.tiles.objects.iter().enumerate().filter(|(_, o)| **o != u32::MAX);
    all.extend(tiles.map(|(tile, o)| (*o as usize, tile as u64)));
    all
}

fn elements(words: &[u64], l: usize) -> &[u64] {
    let data = list::data(words[l + 1]);
    words.get(data..data + list::length(words[l])).unwrap_or(&[])
}
