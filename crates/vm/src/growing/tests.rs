//! What boards that grow keep, and for how many tiles.

use super::*;
use crate::compact::compact;
use crate::ops::{Named, move_piece, remove_object};
use crate::tests::World;
use ::base::Random;
use bytecode::layout::object;
use std::collections::BTreeMap;

/// The tile in a column and row of the board that grows.
fn at(w: &World, x: i32, y: i32) -> u64 {
    let board = &w.program.boards[2];
    board.tile(board.geometry.at(x, y).unwrap())
}

fn put(w: &mut World, o: u64, (x, y): (i32, i32)) -> OpResult {
    let tile = at(w, x, y);
    move_piece(&mut w.m(), (o, Named::ByPlace), tile, None)
}

/// The occupied tiles with the numbers of the pieces there, those occupied for longest first.
fn there(w: &World) -> Vec<((i32, i32), Vec<u32>)> {
    let board = &w.program.boards[2];
    let growing = board.growing.as_ref().unwrap();
    let of = |tile: u32| {
        let spot = Spot { board, growing, tile };
        let pieces = spot.pieces(&w.words).iter().map(|o| object::serial(w.words[*o as usize]));
        (place(tile), pieces.collect())
    };
    occupied(growing, &w.words).into_iter().map(of).collect()
}

#[test]
fn what_lies_on_a_board_that_grows_stays_when_memory_is_compacted() {
    for (seed, capacity) in (0..40).zip([Some(1), Some(2), None].into_iter().cycle()) {
        let (mut w, mut random) = (World::country(capacity), Random::new(seed));
        let mut to_space = Vec::new();
        // Where each piece is, by its number.
        let mut known: BTreeMap<u32, (i32, i32)> = BTreeMap::new();
        let mut pieces: Vec<u64> = Vec::new();
        for step in 0..60 {
            if random.below(2) == 0 || pieces.is_empty() {
                pieces.push(w.mark());
            }
            let k = random.below(pieces.len() as u64) as usize;
            let (o, to) = (pieces[k], (random.below(5) as i32 - 2, random.below(4) as i32 - 2));
            let number = object::serial(w.words[o as usize]);
            if random.below(5) == 0 {
                remove_object(&mut w.m(), o, true).unwrap();
                known.remove(&number);
                pieces.remove(k);
            } else if put(&mut w, o, to).is_ok() {
                known.insert(number, to);
            }
            if step % 7 == 0 {
                let (before, size) = (there(&w), w.words.len());
                compact(&w.program, &mut w.words, &mut to_space);
                assert_eq!(there(&w), before, "seed {seed}, step {step}");
                assert!(w.words.len() <= size);
                pieces = w.elements(crate::tests::LIVE_MARKS);
            }
            let mut found: Vec<(u32, (i32, i32))> =
                there(&w).into_iter().flat_map(|(tile, on)| on.into_iter().map(move |o| (o, tile))).collect();
            found.sort_unstable();
            assert_eq!(found, known.clone().into_iter().collect::<Vec<_>>(), "seed {seed}, step {step}");
        }
    }
}

#[test]
fn no_more_tiles_are_occupied_than_may_be() {
    let mut w = World::country(Some(1));
    for i in 0..MAX_OCCUPIED as i32 {
        let o = w.mark();
        put(&mut w, o, (i % 64, i / 64)).unwrap();
    }
    let (one_more, first) = (w.mark(), w.elements(crate::tests::LIVE_MARKS)[0]);
    let refused = put(&mut w, one_more, (0, -1));
    let too_many = "more than 4096 tiles of `Country` would be occupied";
    assert_eq!(refused, Err(FaultKind::Other(too_many.to_owned()).into()));
    // One that lies there already may go elsewhere, and then there is room again.
    put(&mut w, first, (0, -1)).unwrap();
    assert_eq!(there(&w).len(), MAX_OCCUPIED);
    remove_object(&mut w.m(), first, true).unwrap();
    let last = w.mark();
    put(&mut w, last, (-1, 0)).unwrap();
    assert_eq!(there(&w).last().unwrap().0, (-1, 0));
}

#[test]
fn a_tile_is_occupied_since_its_first_piece() {
    let mut w = World::country(None);
    let marks: Vec<u64> = (0..4).map(|_| w.mark()).collect();
    for (mark, to) in marks.iter().zip([(2, 2), (0, 0), (2, 2), (1, 0)]) {
        put(&mut w, *mark, to).unwrap();
    }
    let tiles = |w: &World| there(w).into_iter().map(|(tile, _)| tile).collect::<Vec<_>>();
    assert_eq!(tiles(&w), [(2, 2), (0, 0), (1, 0)]);
    put(&mut w, marks[0], (5, 5)).unwrap();
    assert_eq!(tiles(&w), [(2, 2), (0, 0), (1, 0), (5, 5)]);
    put(&mut w, marks[2], (0, 0)).unwrap();
    assert_eq!(tiles(&w), [(0, 0), (1, 0), (5, 5)]);
}
