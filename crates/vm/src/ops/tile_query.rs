//! Connected regions and straight lines of the tiles that a query matches. It knows of pieces only who owns them.

use super::{board, number, path::allowed, tile};
use crate::memory::{Memory, OpResult};
use bytecode::layout::object;
use bytecode::program::Board;
use bytecode::word::{self, NULL, TRUE};
use language::shape::Geometry;

/// The region of matching tiles around the first, nearest first; empty if the first does not match.
pub(super) fn region(m: &mut Memory<'_>, board: u64, from: u64, query: &TileQuery) -> OpResult<u64> {
    let board = board::get(m, board)?;
    let t = tile::number(m, from)?.wrapping_sub(board.first as usize);
    let (g, n) = (&board.geometry, board.geometry.tiles.len());
    let found = match query {
        _ if t >= n => Vec::new(),
        TileQuery::Owner(owner) => {
            let owners = Owners::new(m, board);
            flood(g, t as u32, |t| owners.of(t) == *owner)
        }
        TileQuery::Nothing => {
            let is_empty = |t| tile::is_empty(m, u64::from(t + board.first)) == Ok(TRUE);
            flood(g, t as u32, is_empty)
        }
        TileQuery::Mask(mask) => {
            let open = allowed(m, *mask, 0, n)?;
            m.spend(n / 8);
            flood(g, t as u32, |t| open[t as usize])
        }
    };
    m.spend(4 * found.len());
    tile::list_of(m, found.into_iter().map(|t| t + board.first))
}

/// The open tiles connected to one, over sides where the shape has sides.
fn flood(g: &Geometry, from: u32, open: impl Fn(u32) -> bool) -> Vec<u32> {
    let (mut seen, mut found) = (vec![false; g.tiles.len()], Vec::new());
    let mut visit = |t: u32, found: &mut Vec<u32>| {
        if !std::mem::replace(&mut seen[t as usize], true) && open(t) {
            found.push(t);
        }
    };
    visit(from, &mut found);
    let mut done = 0;
    while let Some(t) = found.get(done).map(|t| *t as usize) {
        done += 1;
        match g.sides {
            0 => g.neighbors[t].iter().for_each(|(next, _)| visit(*next, &mut found)),
            n => g.steps[..n]
                .iter()
                .filter_map(|direction| direction[t])
                .for_each(|next| visit(next, &mut found)),
        }
    }
    found
}

/// Who owns what lies on the tiles of a board.
struct Owners<'m, 'a> {
    m: &'m Memory<'a>,
    words: &'m [u64],
    board: &'m Board,
    first: usize,
}

impl<'m, 'a> Owners<'m, 'a> {
    fn new(m: &'m Memory<'a>, board: &'m Board) -> Owners<'m, 'a> {
        let first = m.program.layout.tiles + board.first as usize;
        Owners { m, words: &m.words[..], board, first }
    }

    /// Null where there is no piece, or one of nobody.
    fn of(&self, t: u32) -> u64 {
        if self.board.capacity != Some(1) {
            return tile::owner(self.m, u64::from(t + self.board.first)).unwrap_or(NULL);
        }
        let piece = self.words[self.first + t as usize] as usize;
        self.words.get(piece.wrapping_add(object::OWNER)).copied().unwrap_or(NULL)
    }
}

/// What every tile of a region must have.
pub(super) enum TileQuery {
    /// A piece of that owner; null: no piece, or one of nobody.
    Owner(u64),
    Mask(u64),
    /// No piece.
    Nothing,
}

impl TileQuery {
    /// By the last argument of `BoardRegion` and its `info`.
    pub(super) fn new(w: u64, info: u8) -> TileQuery {
        match info {
            0 => TileQuery::Owner(w),
            1 => TileQuery::Mask(w),
            _ => TileQuery::Nothing,
        }
    }
}

/// Whether a straight line of that length through the tile holds only tiles of one owner; null: tiles without a
/// piece, or with one of nobody.
pub(super) fn line(m: &mut Memory<'_>, board: u64, through: u64, length: u64, owner: u64) -> OpResult<u64> {
    let board = board::get(m, board)?;
    let from = (tile::number(m, through)? as u32).wrapping_sub(board.first);
    let length = number::number(length)?.ceil().max(0.0) as usize;
    let (geometry, size) = (&board.geometry, board.geometry.tiles.len());
    let owners = Owners::new(m, board);
    if from as usize >= size || owners.of(from) != owner {
        return Ok(word::FALSE);
    }
    let run = |direction: usize| {
        let steps = &geometry.steps[direction];
        let continues = |next: &u32| *next != from && owners.of(*next) == owner;
        let (mut n, mut at) = (0, from);
        while let Some(next) = steps[at as usize].filter(|next| n < length && continues(next)) {
            n += 1;
            at = next;
        }
        n
    };
    let is_long = |(forth, back): &(usize, usize)| (1 + run(*forth) + run(*back)).min(size) >= length;
    let found = geometry.axes.iter().any(is_long);
    m.spend(geometry.axes.len());
    Ok(word::bool(found))
}
