//! Paths over a board: distances and shortest paths. It knows no piece.
//!
//! Masks are lists of booleans for tiles in a row; null stands for all true.

use super::{number::ordered, spot::object_at, tile};
use crate::growing::Spot;
use crate::memory::{Memory, OpResult};
use bytecode::program::Board;
use bytecode::word::{self, NULL, TRUE};
use language::shape::{Geometry, Shape, Sides, growing};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// A tile on its board: the board, its number there.
fn local<'a>(m: &Memory<'a>, t: u64) -> OpResult<(&'a Board, usize)> {
    let board = tile::board(m, t)?;
    Ok((board, t as usize - board.first as usize))
}

/// The number of steps, of a graph the sum of weights; null where there is no path.
pub(super) fn distance(m: &mut Memory<'_>, from: u64, to: u64, over: u64) -> OpResult<u64> {
    if let Some(far) = grown_distance(m, from, to)? {
        return Ok(far);
    }
    let ((board, a), (other, b)) = (local(m, from)?, local(m, to)?);
    if board.first != other.first {
        return Ok(NULL);
    }
    if let Some(steps) = plain_distance(board, a, b).filter(|_| over == NULL) {
        return Ok(word::number(f64::from(steps)));
    }
    let weighted = matches!(board.shape, Shape::Graph { .. });
    let edges = edges(m, board, over)?;
    let search = Search::run(m, (&board.geometry, weighted), (a, Some(b)), None, edges)?;
    let far = search.far[b];
    Ok(if far.is_finite() { word::number(far) } else { NULL })
}

/// Where one of the tiles lies on a board that grows; all its tiles are there, occupied or not.
fn grown_distance(m: &Memory<'_>, from: u64, to: u64) -> OpResult<Option<u64>> {
    let (Some(a), b) = (Spot::new(m.program, from), Spot::new(m.program, to)) else {
        return Ok(Spot::new(m.program, to).map(|_| NULL));
    };
    tile::check(m, to)?;
    let same = b.filter(|b| b.growing.board == a.growing.board);
    let far = same.map(|b| growing::distance(&a.board.geometry, a.tile, b.tile));
    Ok(Some(far.map_or(NULL, |n| word::number(n.into()))))
}

/// On boards without holes.
pub(super) fn plain_distance(board: &Board, a: usize, b: usize) -> Option<u32> {
    let tiles = &board.geometry.tiles;
    let (a, b) = (tiles.get(a)?, tiles.get(b)?);
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let (x, y) = (dx.unsigned_abs(), dy.unsigned_abs());
    match board.shape {
        Shape::Square { .. } => Some(x.max(y)),
        Shape::Hex { .. } | Shape::Hexagon { .. } | Shape::Triangle { .. } => {
            Some(x.max(y).max((dx + dy).unsigned_abs()))
        }
        Shape::Track { .. } => Some(x),
        Shape::Ring { length } => Some(x.min(length.saturating_sub(x))),
        Shape::Layout { .. } | Shape::Hexes { .. } | Shape::Graph { .. } | Shape::Unbounded { .. } => None,
        Shape::Edges(_) | Shape::Corners(_) => None,
    }
}

/// A search for shortest paths from one tile.
pub(super) struct Search {
    pub(super) far: Vec<f64>,
    before: Vec<usize>,
}

impl Search {
    /// Goes through tiles that a mask allows from its number on, up to `to`; the first tile need not be allowed.
    pub(super) fn run(
        m: &mut Memory<'_>,
        (geometry, weighted): (&Geometry, bool),
        (from, to): (usize, Option<usize>),
        mask: Option<(u64, usize)>,
        edges: Option<Open<'_>>,
    ) -> OpResult<Search> {
        let n = geometry.neighbors.len();
        m.spend(2 * n);
        let (mask, first) = mask.unwrap_or((NULL, 0));
        let ways = Ways { geometry, tiles: allowed(m, mask, first, n)?, edges };
        let mut search = Search { far: vec![f64::INFINITY; n], before: vec![usize::MAX; n] };
        search.far[from] = 0.0;
        match weighted {
            true => search.weighted(&ways, from, to),
            false => search.plain(&ways, from, to),
        }
        Ok(search)
    }

    /// The tiles of the way to one, which is empty where none leads there.
    fn way_to(&self, to: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = if self.far[to].is_finite() { to } else { usize::MAX };
        while at != usize::MAX {
            found.push(at);
            at = self.before[at];
        }
        found.reverse();
        found
    }

    /// In rings, neighbours in the order of the board.
    fn plain(&mut self, ways: &Ways<'_>, from: usize, to: Option<usize>) {
        let mut queue = VecDeque::from([from]);
        while let Some(t) = queue.pop_front().filter(|t| to != Some(*t)) {
            ways.each(t, |next, _| {
                if self.far[next].is_infinite() {
                    self.far[next] = self.far[t] + 1.0;
                    self.before[next] = t;
                    queue.push_back(next);
                }
            });
        }
    }

    /// Dijkstra 1959; of equally far tiles the one reached first goes on.
    fn weighted(&mut self, ways: &Ways<'_>, from: usize, to: Option<usize>) {
        let mut done = vec![false; ways.tiles.len()];
        let mut reached = vec![usize::MAX; ways.tiles.len()];
        let mut count = 0;
        let mut heap = BinaryHeap::from([Reverse((ordered(0.0), 0, from))]);
        while let Some(Reverse((_, _, t))) = heap.pop() {
            if std::mem::replace(&mut done[t], true) {
                continue;
            }
            if to == Some(t) {
                return;
            }
            ways.each(t, |next, weight| {
                let far = self.far[t] + weight;
                if !done[next] && far < self.far[next] {
                    if reached[next] == usize::MAX {
                        count += 1;
                        reached[next] = count;
                    }
                    self.far[next] = far;
                    self.before[next] = t;
                    heap.push(Reverse((ordered(far), reached[next], next)));
                }
            });
        }
    }
}

/// Where a search may go on a board.
struct Ways<'b> {
    geometry: &'b Geometry,
    /// For each tile whether it may come there.
    tiles: Vec<bool>,
    /// The edges of the board, and for each whether it may go over it; None where it goes from neighbour to neighbour.
    edges: Option<Open<'b>>,
}

/// The edges of a board, and for each whether a search may go over it.
pub(super) type Open<'b> = (&'b Sides, Vec<bool>);

impl Ways<'_> {
    /// The open tiles one step from one, with the weight of the step.
    fn each(&self, t: usize, mut visit: impl FnMut(usize, f64)) {
        let mut step = |next: u32, weight| {
            if self.tiles[next as usize] {
                visit(next as usize, weight);
            }
        };
        match &self.edges {
            None => self.geometry.neighbors[t].iter().for_each(|(next, weight)| step(*next, *weight)),
            Some((sides, open)) => {
                let adjacent = sides.adjacency.get(t).into_iter().flatten();
                let reached = adjacent.filter(|(_, _, edge)| open[*edge as usize]);
                reached.for_each(|(next, weight, _)| step(*next, *weight));
            }
        }
    }
}

/// The edges of a board, and for each whether a mask allows it and it lives; None where there is no mask.
pub(super) fn edges<'b>(m: &Memory<'_>, board: &'b Board, mask: u64) -> OpResult<Option<Open<'b>>> {
    const NONE: &Sides = &Sides::NONE;
    if mask == NULL {
        return Ok(None);
    }
    let Some((spots, first)) = board.spots.as_ref().and_then(|s| Some((s, s.edges?))) else {
        return Ok(Some((NONE, Vec::new())));
    };
    let mut open = allowed(m, mask, 0, spots.sides.edges.len())?;
    for (place, open) in (u64::from(first)..).zip(&mut open) {
        *open &= object_at(m, place)? != NULL;
    }
    m.spend(open.len() / 4);
    Ok(Some((&spots.sides, open)))
}

/// What a mask says of `n` tiles, the first of them being number `first` in the mask.
pub(super) fn allowed(m: &Memory<'_>, mask: u64, first: usize, n: usize) -> OpResult<Vec<bool>> {
    if mask == NULL {
        return Ok(vec![true; n]);
    }
    let mut allowed: Vec<bool> = m.elements(mask)?.iter().skip(first).take(n).map(|w| *w == TRUE).collect();
    allowed.resize(n, false);
    Ok(allowed)
}

/// A shortest path with both ends, through tiles that the mask allows, the first excepted; empty if there is none.
pub(super) fn path(m: &mut Memory<'_>, (from, to): (u64, u64), (mask, over): (u64, u64)) -> OpResult<u64> {
    tile::check(m, from)?;
    tile::check(m, to)?;
    let ends = [Spot::new(m.program, from), Spot::new(m.program, to)];
    let (board, other) = (tile::board(m, from)?, tile::board(m, to)?);
    if !std::ptr::eq(board, other) {
        return tile::list_of(m, std::iter::empty());
    }
    let [Some(a), Some(b)] = ends else {
        let weighted = matches!(board.shape, Shape::Graph { .. });
        let ((_, a), (_, b)) = (local(m, from)?, local(m, to)?);
        // Where a board grows, masks are over one board.
        let first =
            if m.program.boards.iter().any(|b| b.growing.is_some()) { 0 } else { board.first as usize };
        let edges = edges(m, board, over)?;
        let ends = (a, Some(b));
        let search = Search::run(m, (&board.geometry, weighted), ends, Some((mask, first)), edges)?;
        return tile::list_of(m, search.way_to(b).into_iter().map(|t| t as u32 + board.first));
    };
    let known = crate::growing::find_known(m, board, a.growing);
    let number = |spot: Spot<'_>| known.iter().position(|t| *t == spot.tile);
    let (Some(from), Some(to)) = (number(a), number(b)) else {
        return tile::list_of(m, std::iter::empty());
    };
    let tables = growing::tables(&board.geometry, &known);
    m.spend(8 * known.len());
    let search = Search::run(m, (&tables, false), (from, Some(to)), Some((mask, 0)), None)?;
    tile::list_on(m, board, search.way_to(to).into_iter().map(|t| known[t]))
}
