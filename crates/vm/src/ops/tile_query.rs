//! Connected regions and straight lines of the tiles that a query matches. It knows of pieces only who owns them.

use super::{
    board, number,
    path::{Open, allowed, edges},
    tile,
};
use crate::growing::{self, Spot};
use crate::memory::{Memory, OpResult};
use bytecode::layout::object;
use bytecode::program::{Board, Growing};
use bytecode::word::{self, NULL, TRUE};
use language::shape::Geometry;
use language::shape::growing::{further, tables};

/// The region of matching tiles around the first, nearest first; empty if the first does not match.
pub(super) fn region(
    m: &mut Memory<'_>,
    (board, from): (u64, u64),
    query: &TileQuery,
    over: u64,
) -> OpResult<u64> {
    let board = board::get(m, board)?;
    if let Some(growing) = &board.growing {
        return grown_region(m, (board, growing), from, query);
    }
    tile::check(m, from)?;
    let t = (from as usize).wrapping_sub(board.first as usize);
    let n = board.geometry.tiles.len();
    let steps = Steps { geometry: &board.geometry, edges: edges(m, board, over)? };
    let found = match query {
        _ if t >= n => Vec::new(),
        TileQuery::Owner(owner) => {
            let owners = Owners::new(m, board);
            flood(&steps, t as u32, |t| owners.of(t) == *owner)
        }
        TileQuery::Nothing => {
            let is_empty = |t| tile::is_empty(m, u64::from(t + board.first)) == Ok(TRUE);
            flood(&steps, t as u32, is_empty)
        }
        TileQuery::Occupied { but } => {
            let owners = Owners::new(m, board);
            flood(&steps, t as u32, |t| board.tile(t) != *but && !owners.pieces(t).is_empty())
        }
        TileQuery::Mask(mask) => {
            let open = allowed(m, *mask, 0, n)?;
            m.spend(n / 8);
            flood(&steps, t as u32, |t| open[t as usize])
        }
    };
    m.spend(4 * found.len());
    tile::list_of(m, found.into_iter().map(|t| t + board.first))
}

/// As [`region`], over the tiles that count.
fn grown_region(
    m: &mut Memory<'_>,
    (board, growing): (&Board, &Growing),
    from: u64,
    query: &TileQuery,
) -> OpResult<u64> {
    tile::check(m, from)?;
    let here = Spot::new(m.program, from).filter(|spot| spot.growing.board == growing.board);
    if let TileQuery::Occupied { but } = query {
        let found = here.map_or(Vec::new(), |spot| occupied_region(m, &spot, *but));
        return tile::list_on(m, board, found.into_iter());
    }
    let known = growing::find_known(m, board, growing);
    let Some(from) = here.and_then(|spot| known.iter().position(|t| *t == spot.tile)) else {
        return tile::list_of(m, std::iter::empty());
    };
    m.spend(8 * known.len());
    let tables = tables(&board.geometry, &known);
    let open = match query {
        TileQuery::Mask(mask) => allowed(m, *mask, 0, known.len())?,
        TileQuery::Owner(owner) => {
            let owners = Owners::new(m, board);
            known.iter().map(|t| owners.of(*t) == *owner).collect()
        }
        TileQuery::Nothing => {
            let owners = Owners::new(m, board);
            known.iter().map(|t| owners.pieces(*t).is_empty()).collect()
        }
        TileQuery::Occupied { but } => {
            let owners = Owners::new(m, board);
            known.iter().map(|t| board.tile(*t) != *but && !owners.pieces(*t).is_empty()).collect()
        }
    };
    let steps = Steps { geometry: &tables, edges: None };
    let found = flood(&steps, from as u32, |t| open[t as usize]);
    tile::list_on(m, board, found.into_iter().map(|t| known[t as usize]))
}

/// What a region spreads over: tiles by number, and those that are one step from each.
trait Adjacent {
    fn count(&self) -> usize;

    fn each(&self, t: u32, visit: impl FnMut(u32));
}

/// The occupied tiles of a board that grows, by their place among them. They need no tables.
struct Taken<'m> {
    occupied: growing::Occupied<'m>,
    /// The steps that a region takes, in columns and rows.
    offsets: &'m [(i32, i32)],
}

impl Adjacent for Taken<'_> {
    fn count(&self) -> usize {
        self.occupied.count()
    }

    fn each(&self, t: u32, visit: impl FnMut(u32)) {
        let adjacent = self.offsets.iter().filter_map(|by| further(self.occupied.tile(t), *by));
        adjacent.filter_map(|tile| self.occupied.find(tile)).for_each(visit);
    }
}

/// The occupied tiles connected to one on a board that grows, without one of them.
fn occupied_region(m: &Memory<'_>, from: &Spot<'_>, but: u64) -> Vec<u32> {
    let geometry = &from.board.geometry;
    let sides = if geometry.sides == 0 { geometry.offsets.len() } else { geometry.sides };
    let occupied = growing::Occupied::new(m.words, from.growing);
    let taken = Taken { occupied, offsets: &geometry.offsets[..sides] };
    let tile = |i: u32| taken.occupied.tile(i);
    let Some(start) = taken.occupied.find(from.tile) else { return Vec::new() };
    let found = flood(&taken, start, |i| from.board.tile(tile(i)) != but);
    m.spend(4 + sides * found.len() / 2);
    found.into_iter().map(tile).collect()
}

/// How a region goes on from a tile: over edges, if it is said which, otherwise over sides where the shape has sides.
struct Steps<'b> {
    geometry: &'b Geometry,
    edges: Option<Open<'b>>,
}

impl Adjacent for Steps<'_> {
    fn count(&self) -> usize {
        self.geometry.neighbors.len()
    }

    fn each(&self, t: u32, mut visit: impl FnMut(u32)) {
        let (g, t) = (self.geometry, t as usize);
        match (&self.edges, g.sides) {
            (Some((sides, open)), _) => {
                let adjacent = sides.adjacency.get(t).into_iter().flatten();
                adjacent.filter(|next| open[next.2 as usize]).for_each(|next| visit(next.0));
            }
            (None, 0) => g.neighbors[t].iter().for_each(|(next, _)| visit(*next)),
            (None, n) => g.steps[..n].iter().filter_map(|direction| direction[t]).for_each(visit),
        }
    }
}

/// The open tiles connected to one.
fn flood(tiles: &impl Adjacent, from: u32, open: impl Fn(u32) -> bool) -> Vec<u32> {
    let (mut seen, mut found) = (vec![false; tiles.count()], Vec::new());
    let mut visit = |t: u32, found: &mut Vec<u32>| {
        if !std::mem::replace(&mut seen[t as usize], true) && open(t) {
            found.push(t);
        }
    };
    visit(from, &mut found);
    let mut done = 0;
    while let Some(t) = found.get(done).copied() {
        done += 1;
        tiles.each(t, |next| visit(next, &mut found));
    }
    found
}

/// Who owns what lies on the tiles of a board.
struct Owners<'m, 'a> {
    m: &'m Memory<'a>,
    board: &'m Board,
    /// The words of the tiles, where each is the piece there or null.
    single: Option<&'m [u64]>,
}

impl<'m, 'a> Owners<'m, 'a> {
    fn new(m: &'m Memory<'a>, board: &'m Board) -> Owners<'m, 'a> {
        let is_single = board.capacity == Some(1) && board.growing.is_none();
        let first = m.program.layout.tiles + board.first as usize;
        let single = is_single.then(|| m.words.get(first..first + board.geometry.tiles.len())).flatten();
        Owners { m, board, single }
    }

    fn pieces(&self, t: u32) -> &[u64] {
        tile::pieces(self.m, self.board.tile(t)).unwrap_or(&[])
    }

    /// Null where there is no piece, or one of nobody.
    #[inline(always)]
    fn of(&self, t: u32) -> u64 {
        let Some(single) = self.single else {
            return tile::owner(self.m, self.board.tile(t)).unwrap_or(NULL);
        };
        let piece = single.get(t as usize).map_or(NULL, |piece| *piece) as usize;
        self.m.words.get(piece.wrapping_add(object::OWNER)).copied().unwrap_or(NULL)
    }
}

/// What every tile of a region must have.
pub(super) enum TileQuery {
    /// A piece of that owner; null: no piece, or one of nobody.
    Owner(u64),
    Mask(u64),
    /// No piece.
    Nothing,
    /// A piece, and not that tile.
    Occupied {
        but: u64,
    },
}

impl TileQuery {
    /// By the last argument of `BoardRegion` and its `info`.
    pub(super) fn new(w: u64, info: u8) -> TileQuery {
        match info {
            0 => TileQuery::Owner(w),
            1 => TileQuery::Mask(w),
            2 => TileQuery::Nothing,
            _ => TileQuery::Occupied { but: w },
        }
    }
}

/// How many tiles behind the first go on in the same way, counted up to `most`.
#[inline(always)]
fn run_from(
    from: u32,
    most: usize,
    step: impl Fn(u32) -> Option<u32>,
    continues: impl Fn(u32) -> bool,
) -> usize {
    let (mut n, mut at) = (0, from);
    while n < most
        && let Some(next) = step(at)
        && next != from
        && continues(next)
    {
        n += 1;
        at = next;
    }
    n
}

/// Whether a straight line of that length through the tile holds only tiles of one owner; null: tiles without a
/// piece, or with one of nobody.
pub(super) fn line(m: &mut Memory<'_>, board: u64, through: u64, length: u64, owner: u64) -> OpResult<u64> {
    let board = board::get(m, board)?;
    tile::check(m, through)?;
    let here = Spot::new(m.program, through);
    let on_board = tile::board(m, through).is_ok_and(|b| std::ptr::eq(b, board));
    let from = here.map_or((through as u32).wrapping_sub(board.first), |spot| spot.tile);
    let length = number::number(length)?.ceil().max(0.0) as usize;
    let geometry = &board.geometry;
    let size = if here.is_some() { usize::MAX } else { geometry.tiles.len() };
    let owners = Owners::new(m, board);
    if !on_board || owners.of(from) != owner {
        return Ok(word::FALSE);
    }
    let (mut walked, mut found) = (0, false);
    for (forth, back) in &geometry.axes {
        let mut run = 1;
        for direction in [*forth, *back] {
            let is_owned = |t| owners.of(t) == owner;
            run += match geometry.steps.get(direction) {
                Some(next) => run_from(from, length, |t| *next.get(t as usize)?, is_owned),
                // A board that grows has no table.
                None => run_from(from, length, |t| geometry.step(t, direction), is_owned),
            };
        }
        walked += run - 1;
        if run.min(size) >= length {
            found = true;
            break;
        }
    }
    m.spend(geometry.axes.len() + walked);
    Ok(word::bool(found))
}
