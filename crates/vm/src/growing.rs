//! Boards that grow: which of their tiles are occupied and what is on them, in the words of a state. What lies beside
//! a tile is worked out from its coordinates, in `language::shape::growing`.

use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::Program;
use bytecode::layout::{growing, list};
use bytecode::program::{Board, Growing};
use bytecode::word::{self, Kind, NULL};
use language::shape::growing::{MAX_OCCUPIED, further, place, tiles};

#[cfg(test)]
mod tests;

/// A tile of a board that grows.
#[derive(Clone, Copy)]
pub struct Spot<'p> {
    pub board: &'p Board,
    pub growing: &'p Growing,
    /// Its number on the board.
    pub tile: u32,
}

impl<'p> Spot<'p> {
    /// The tile in a word; none if it is no tile of a board that grows.
    #[inline]
    pub fn new(program: &'p Program, w: u64) -> Option<Spot<'p>> {
        let (board, tile) = word::to_grown(w)?;
        let board = program.boards.get(usize::from(board))?;
        Some(Spot { board, growing: board.growing.as_ref()?, tile })
    }

    /// The word of the tile that many columns and rows further, null beyond the limits.
    pub(crate) fn further(&self, by: (i32, i32)) -> u64 {
        further(self.tile, by).map_or(NULL, |tile| word::grown(self.growing.board, tile))
    }

    /// The next tile in a direction of the program.
    pub(crate) fn step(&self, direction: usize) -> u64 {
        self.growing.directions.get(direction).copied().flatten().map_or(NULL, |by| self.further(by))
    }

    /// Its column.
    pub(crate) fn x(&self) -> f64 {
        place(self.tile).0.into()
    }

    /// Its row.
    pub(crate) fn y(&self) -> f64 {
        place(self.tile).1.into()
    }

    /// The pieces on it.
    pub fn pieces<'w>(&self, words: &'w [u64]) -> &'w [u64] {
        let Ok(i) = find(words, self.growing, self.tile) else { return &[] };
        let at = list::data(word_at(words, self.growing.at + growing::PIECES + 1)) + i;
        match self.board.capacity {
            Some(1) => words.get(at..=at).unwrap_or(&[]),
            _ => elements(words, word_at(words, at)),
        }
    }

    /// The first piece on it, or null.
    #[inline]
    pub(crate) fn piece(&self, words: &[u64]) -> u64 {
        self.pieces(words).first().copied().unwrap_or(NULL)
    }

    /// Puts a piece on it. There is room for it.
    pub(crate) fn put(&self, m: &mut Memory<'_>, piece: u64) -> OpResult {
        let (tiles, pieces) = lists(self.growing);
        let single = self.board.capacity == Some(1);
        let i = match find(m.words, self.growing, self.tile) {
            // A tile for one piece is free here.
            Ok(i) => return m.push_fixed(m.elements(pieces)?.get(i).copied().unwrap_or(NULL), piece),
            Err(i) => i,
        };
        if m.list_length(tiles)? >= MAX_OCCUPIED {
            return Err(FaultKind::Other(format!(
                "more than {MAX_OCCUPIED} tiles of `{}` would be occupied",
                self.board.name
            ))
            .into());
        }
        let counter = self.growing.at + growing::SINCE;
        let since = m.at(counter)?;
        m.words[counter] = since + 1;
        let content = if single { piece } else { m.new_list(Kind::Ref, &[piece])? };
        insert(m, tiles, i, growing::entry(self.tile, since as u32))?;
        insert(m, pieces, i, content)
    }

    /// Takes a piece off it.
    pub(crate) fn take(&self, m: &mut Memory<'_>, piece: u64) -> OpResult {
        let (tiles, pieces) = lists(self.growing);
        let Ok(i) = find(m.words, self.growing, self.tile) else { return Ok(()) };
        if self.board.capacity != Some(1) {
            let here = m.elements(pieces)?.get(i).copied().unwrap_or(NULL);
            crate::ops::pull(m, here, piece)?;
            if m.list_length(here)? > 0 {
                return Ok(());
            }
        }
        crate::ops::take_fixed(m, tiles, i)?;
        crate::ops::take_fixed(m, pieces, i)
    }
}

/// The addresses of its two lists.
fn lists(growing: &Growing) -> (u64, u64) {
    ((growing.at + growing::TILES) as u64, (growing.at + growing::PIECES) as u64)
}

fn insert(m: &mut Memory<'_>, l: u64, i: usize, w: u64) -> OpResult {
    m.push_fixed(l, w)?;
    let (data, n) = (list::data(m.at(l as usize + 1)?), m.list_length(l)?);
    m.spend((n - i) / 16);
    m.words[data + i..data + n].rotate_right(1);
    Ok(())
}

fn word_at(words: &[u64], at: usize) -> u64 {
    words.get(at).copied().unwrap_or(NULL)
}

fn elements(words: &[u64], l: u64) -> &[u64] {
    let at = l as usize;
    let data = list::data(word_at(words, at.wrapping_add(1)));
    words.get(at).and_then(|head| words.get(data..data + list::length(*head))).unwrap_or(&[])
}

/// Where an occupied tile stands among the occupied ones, otherwise where it would.
#[inline]
fn find(words: &[u64], growing: &Growing, tile: u32) -> Result<usize, usize> {
    elements(words, lists(growing).0).binary_search_by_key(&tile, |entry| growing::tile(*entry))
}

/// The occupied tiles, in the order of their numbers.
pub(crate) struct Occupied<'w>(&'w [u64]);

impl<'w> Occupied<'w> {
    pub(crate) fn new(words: &'w [u64], growing: &Growing) -> Self {
        Occupied(elements(words, lists(growing).0))
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Where a tile stands among them.
    pub(crate) fn find(&self, tile: u32) -> Option<u32> {
        self.0.binary_search_by_key(&tile, |entry| growing::tile(*entry)).ok().map(|i| i as u32)
    }

    /// The tile that stands there.
    pub(crate) fn tile(&self, i: u32) -> u32 {
        growing::tile(self.0[i as usize])
    }
}

/// The occupied tiles by their numbers, those that have been so for longest first.
pub fn occupied(growing: &Growing, words: &[u64]) -> Vec<u32> {
    let mut found = elements(words, lists(growing).0).to_vec();
    found.sort_unstable_by_key(|entry| growing::since(*entry));
    found.into_iter().map(growing::tile).collect()
}

/// The occupied tiles and those beside them by their numbers, in the order of `tiles()`.
pub fn known(board: &Board, growing: &Growing, words: &[u64]) -> Vec<u32> {
    tiles(&board.geometry, &occupied(growing, words))
}

/// What it costs to find one tile, in loop turns: some 25 ns.
const COST_OF_A_TILE: usize = 5;

/// As [`known`], paid for.
pub(crate) fn find_known(m: &Memory<'_>, board: &Board, growing: &Growing) -> Vec<u32> {
    let found = known(board, growing, m.words);
    m.spend(COST_OF_A_TILE * found.len());
    found
}

/// How often a ray steps on: up to one beyond the last tile that is occupied.
pub(crate) fn ray(m: &Memory<'_>, spot: &Spot<'_>, direction: usize) -> u32 {
    let geometry = &spot.board.geometry;
    let by = spot.growing.directions.get(direction).copied().flatten();
    let Some(own) = geometry.offsets.iter().position(|offset| Some(*offset) == by) else { return 0 };
    let occupied = elements(m.words, lists(spot.growing).0);
    m.spend(occupied.len() / 4);
    language::shape::growing::ray(geometry, spot.tile, own, occupied.iter().map(|e| growing::tile(*e)))
}
