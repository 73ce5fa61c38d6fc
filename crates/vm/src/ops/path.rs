//! Ways over a board: distances, shortest ways, connected groups, straight lines. It knows no piece but by owner.
//!
//! Masks are lists of booleans for tiles in a row; null stands for all true.

use super::{board, number, tile};
use crate::memory::{Done, Memory};
use bytecode::layout::object;
use bytecode::program::Board;
use bytecode::word::{self, NULL, TRUE};
use language::shape::{Geometry, Shape};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// A tile on its board: the board, its number there.
fn local<'a>(m: &Memory<'a>, t: u64) -> Done<(&'a Board, usize)> {
    let board = tile::board(m, t)?;
    Ok((board, t as usize - board.first as usize))
}

/// The number of steps, of a graph the sum of weights; null where there is no way.
pub fn distance(m: &mut Memory<'_>, from: u64, to: u64) -> Done<u64> {
    let ((board, a), (other, b)) = (local(m, from)?, local(m, to)?);
    if board.first != other.first {
        return Ok(NULL);
    }
    if let Some(steps) = plain_distance(board, a, b) {
        return Ok(word::number(f64::from(steps)));
    }
    let search = Search::run(m, board, a, Some(b), NULL)?;
    let far = search.far[b];
    Ok(if far.is_finite() { word::number(far) } else { NULL })
}

/// On boards without holes.
fn plain_distance(board: &Board, a: usize, b: usize) -> Option<u32> {
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
        Shape::Layout { .. } | Shape::Graph { .. } => None,
    }
}

/// A search for shortest ways from one tile.
struct Search {
    far: Vec<f64>,
    before: Vec<usize>,
}

impl Search {
    /// Goes through tiles that the mask over all boards allows, up to `to`; the first tile need not be allowed.
    fn run(m: &mut Memory<'_>, board: &Board, from: usize, to: Option<usize>, mask: u64) -> Done<Search> {
        let n = board.geometry.tiles.len();
        m.spend(2 * n);
        let allowed = allowed(m, mask, board.first as usize, n)?;
        let mut search = Search { far: vec![f64::INFINITY; n], before: vec![usize::MAX; n] };
        search.far[from] = 0.0;
        match board.shape {
            Shape::Graph { .. } => search.weighted(board, from, to, &allowed),
            _ => search.plain(board, from, to, &allowed),
        }
        Ok(search)
    }

    /// In rings, neighbours in the order of the board.
    fn plain(&mut self, board: &Board, from: usize, to: Option<usize>, allowed: &[bool]) {
        let mut queue = VecDeque::from([from]);
        while let Some(t) = queue.pop_front().filter(|t| to != Some(*t)) {
            for (next, _) in &board.geometry.near[t] {
                let next = *next as usize;
                if allowed[next] && self.far[next].is_infinite() {
                    self.far[next] = self.far[t] + 1.0;
                    self.before[next] = t;
                    queue.push_back(next);
                }
            }
        }
    }

    /// Dijkstra 1959; of equally far tiles the one reached first goes on.
    fn weighted(&mut self, board: &Board, from: usize, to: Option<usize>, allowed: &[bool]) {
        let mut done = vec![false; allowed.len()];
        let mut reached = vec![usize::MAX; allowed.len()];
        let mut count = 0;
        let mut heap = BinaryHeap::from([Reverse((ordered(0.0), 0, from))]);
        while let Some(Reverse((_, _, t))) = heap.pop() {
            if std::mem::replace(&mut done[t], true) {
                continue;
            }
            if to == Some(t) {
                return;
            }
            for (next, weight) in &board.geometry.near[t] {
                let (next, far) = (*next as usize, self.far[t] + weight);
                if allowed[next] && !done[next] && far < self.far[next] {
                    if reached[next] == usize::MAX {
                        count += 1;
                        reached[next] = count;
                    }
                    self.far[next] = far;
                    self.before[next] = t;
                    heap.push(Reverse((ordered(far), reached[next], next)));
                }
            }
        }
    }
}

/// A word that compares as the number does.
fn ordered(x: f64) -> u64 {
    let bits = x.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

/// What a mask says of `n` tiles, the first of them being number `first` in the mask.
fn allowed(m: &Memory<'_>, mask: u64, first: usize, n: usize) -> Done<Vec<bool>> {
    if mask == NULL {
        return Ok(vec![true; n]);
    }
    let mut allowed: Vec<bool> = m.elements(mask)?.iter().skip(first).take(n).map(|w| *w == TRUE).collect();
    allowed.resize(n, false);
    Ok(allowed)
}

/// A shortest way with both ends, through tiles that the mask allows, the first excepted; empty if there is none.
pub fn path(m: &mut Memory<'_>, from: u64, to: u64, mask: u64) -> Done<u64> {
    let ((board, a), (other, b)) = (local(m, from)?, local(m, to)?);
    let mut way = Vec::new();
    if board.first == other.first {
        let search = Search::run(m, board, a, Some(b), mask)?;
        let mut at = if search.far[b].is_finite() { b } else { usize::MAX };
        while at != usize::MAX {
            way.push(at as u32 + board.first);
            at = search.before[at];
        }
        way.reverse();
    }
    tile::list_of(m, way.into_iter())
}

/// The tiles that hang together with the first through wanted tiles, nearest first.
pub fn region(m: &mut Memory<'_>, board: u64, from: u64, wanted: &Wanted) -> Done<u64> {
    let board = board::get(m, board)?;
    let t = tile::number(m, from)?.wrapping_sub(board.first as usize);
    let (g, n) = (&board.geometry, board.geometry.tiles.len());
    let found = match wanted {
        _ if t >= n => Vec::new(),
        Wanted::Owner(owner) if board.capacity == Some(1) => {
            let owners = Owners::new(m, board);
            flood(g, t as u32, |t| owners.of(t) == *owner)
        }
        Wanted::Nothing if board.capacity == Some(1) => {
            let first = m.program.layout.tiles + board.first as usize;
            flood(g, t as u32, |t| m.words[first + t as usize] == NULL)
        }
        Wanted::Owner(_) | Wanted::Nothing => {
            let open: Vec<bool> =
                (0..n).map(|t| wanted.holds(m, board, t as u32 + board.first)).collect::<Done<_>>()?;
            flood(g, t as u32, |t| open[t as usize])
        }
        Wanted::Mask(mask) => {
            let open = allowed(m, *mask, 0, n)?;
            m.spend(n / 8);
            flood(g, t as u32, |t| open[t as usize])
        }
    };
    m.spend(4 * found.len());
    tile::list_of(m, found.into_iter().map(|t| t + board.first))
}

/// The open tiles that hang together with one, over sides where the shape has sides.
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
            0 => g.near[t].iter().for_each(|(next, _)| visit(*next, &mut found)),
            n => g.steps[..n].iter().filter_map(|way| way[t]).for_each(|next| visit(next, &mut found)),
        }
    }
    found
}

/// Who owns what lies on the tiles of a board on which a tile holds at most one piece.
struct Owners<'m> {
    words: &'m [u64],
    first: usize,
}

impl<'m> Owners<'m> {
    fn new(m: &'m Memory<'_>, board: &Board) -> Owners<'m> {
        Owners { words: &m.words[..], first: m.program.layout.tiles + board.first as usize }
    }

    /// Null where there is no piece, or one of nobody.
    fn of(&self, t: u32) -> u64 {
        let piece = self.words[self.first + t as usize] as usize;
        self.words.get(piece.wrapping_add(object::OWNER)).copied().unwrap_or(NULL)
    }
}

/// What the tiles of a line or a region must have.
pub enum Wanted {
    /// A piece of that owner; null: no piece, or one of nobody.
    Owner(u64),
    Mask(u64),
    /// No piece.
    Nothing,
}

impl Wanted {
    /// By the last argument of `BoardLine` or `BoardRegion` and its `info`.
    pub fn new(w: u64, info: u8) -> Wanted {
        match info {
            0 => Wanted::Owner(w),
            1 => Wanted::Mask(w),
            _ => Wanted::Nothing,
        }
    }

    fn holds(&self, m: &Memory<'_>, board: &Board, t: u32) -> Done<bool> {
        match self {
            Wanted::Owner(p) => Ok(tile::owner(m, u64::from(t))? == *p),
            Wanted::Nothing => Ok(tile::is_empty(m, u64::from(t))? == TRUE),
            Wanted::Mask(NULL) => Ok(true),
            Wanted::Mask(l) => Ok(m.elements(*l)?.get((t - board.first) as usize) == Some(&TRUE)),
        }
    }
}

/// Whether a straight line of that length through the tile holds only wanted tiles.
pub fn line(m: &mut Memory<'_>, board: u64, through: u64, length: u64, wanted: &Wanted) -> Done<u64> {
    let board = board::get(m, board)?;
    let t = tile::number(m, through)? as u32;
    let length = number::number(length)?.ceil().max(0.0) as usize;
    let (local, size) = (t.wrapping_sub(board.first), board.geometry.tiles.len());
    if local as usize >= size || !wanted.holds(m, board, t)? {
        return Ok(word::FALSE);
    }
    if let (Some(1), Wanted::Owner(owner)) = (board.capacity, wanted) {
        m.spend(board.geometry.axes.len());
        return Ok(word::bool(owned_line(m, board, local, length, *owner)));
    }
    for (forth, back) in &board.geometry.axes {
        let run =
            run(m, board, local, *forth, length, wanted)? + run(m, board, local, *back, length, wanted)?;
        m.spend(1 + run / 2);
        if (1 + run).min(size) >= length {
            return Ok(word::TRUE);
        }
    }
    Ok(word::FALSE)
}

/// Whether a line of pieces of one owner passes through a tile that has one; a tile holds at most one piece.
fn owned_line(m: &Memory<'_>, board: &Board, from: u32, length: usize, owner: u64) -> bool {
    let owners = Owners::new(m, board);
    let owned = |t: u32| owners.of(t) == owner;
    let run = |way: usize| {
        let steps = &board.geometry.steps[way];
        let (mut n, mut at) = (0, from);
        while let Some(next) = steps[at as usize].filter(|next| n < length && *next != from && owned(*next)) {
            n += 1;
            at = next;
        }
        n
    };
    board.geometry.axes.iter().any(|(forth, back)| {
        let long = 1 + run(*forth) + run(*back);
        long.min(board.geometry.tiles.len()) >= length
    })
}

/// How many wanted tiles follow one that way, as far as `most`.
fn run(m: &Memory<'_>, board: &Board, from: u32, way: usize, most: usize, wanted: &Wanted) -> Done<usize> {
    let steps = &board.geometry.steps[way];
    let (mut n, mut at) = (0, from);
    while n < most {
        match steps[at as usize] {
            Some(next) if next != from && wanted.holds(m, board, next + board.first)? => at = next,
            _ => break,
        }
        n += 1;
    }
    Ok(n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FaultKind;
    use crate::testing::{World, n};
    use bytecode::program::Show;
    use bytecode::word::Kind;
    use language::catalogue::Builtin;
    use language::shape::Edge;

    fn mask(w: &mut World, tiles: &[usize]) -> u64 {
        let bools: Vec<u64> = (0..13).map(|t| u64::from(tiles.contains(&t))).collect();
        w.list(Kind::Plain, &bools)
    }

    /// Puts another shape in the place of the grid, as far as ways go.
    fn reshape(w: &mut World, shape: Shape) {
        w.program.boards[0].geometry = Geometry::new(&shape);
        w.program.boards[0].shape = shape;
    }

    #[test]
    fn distances_without_holes_are_those_of_a_search() {
        for shape in [
            Shape::Square { rows: 5, columns: 7 },
            Shape::Hex { rows: 4, columns: 5 },
            Shape::Hexagon { radius: 2 },
            Shape::Triangle { side: 4 },
            Shape::Track { length: 6 },
            Shape::Ring { length: 7 },
            Shape::Ring { length: 1 },
        ] {
            let mut w = World::new();
            reshape(&mut w, shape.clone());
            let board = w.program.boards[0].clone();
            for a in 0..board.geometry.tiles.len() {
                let search = Search::run(&mut w.m(), &board, a, None, NULL).unwrap();
                for (b, far) in search.far.iter().enumerate() {
                    let plain = plain_distance(&board, a, b).map(f64::from);
                    assert_eq!(plain, Some(*far), "{shape:?} from {a} to {b}");
                }
            }
        }
    }

    #[test]
    fn a_path_goes_through_allowed_tiles_and_starts_anywhere() {
        let mut w = World::new();
        let show = |w: &mut World, mask| {
            let path = w.run(Builtin::TilePath, &[0, 8, mask]);
            w.show_list(path, Show::Tile)
        };
        assert_eq!(show(&mut w, NULL), "{ a1, b2, c3 }");
        let round = mask(&mut w, &[1, 2, 5, 8]);
        assert_eq!(show(&mut w, round), "{ a1, b1, c2, c3 }");
        let cut = mask(&mut w, &[1, 2, 5]);
        assert_eq!(show(&mut w, cut), "{ }");
        let other = w.run(Builtin::TilePath, &[0, 9, NULL]);
        assert_eq!(w.show_list(other, Show::Tile), "{ }");
        assert_eq!(w.run(Builtin::TileDistance, &[0, 9]), NULL);
        assert_eq!(w.run(Builtin::TileDistance, &[9, 12]), n(3.0));
        assert_eq!(w.call(Builtin::TileDistance, &[0, NULL], 0), Err(FaultKind::Null));
        let road = mask(&mut w, &[10, 11]);
        let path = w.run(Builtin::TilePath, &[9, 11, road]);
        assert_eq!(w.show_list(path, Show::Tile), "{ 1, 2, 3 }");
    }

    #[test]
    fn weights_of_a_graph_count() {
        let mut w = World::new();
        let edge = |from, to, weight| Edge { from, to, weight, one_way: false };
        let tiles = (0..9).map(|i| format!("t{i}")).collect();
        let edges = vec![edge(0, 1, 5.0), edge(0, 2, 1.0), edge(2, 3, 1.5), edge(3, 1, 2.0)];
        reshape(&mut w, Shape::Graph { tiles, edges });
        assert_eq!(w.run(Builtin::TileDistance, &[0, 1]), n(4.5));
        assert_eq!(w.run(Builtin::TileDistance, &[0, 7]), NULL);
        let path = w.run(Builtin::TilePath, &[0, 1, NULL]);
        assert_eq!(w.elements(path), [0, 2, 3, 1]);
        let region = w.call(Builtin::BoardRegion, &[0, 3, NULL], 1).unwrap();
        assert_eq!(w.elements(region), [3, 2, 1, 0]);
    }

    #[test]
    fn a_region_hangs_together_over_sides() {
        let mut w = World::new();
        let allowed = mask(&mut w, &[0, 1, 4, 8]);
        let region = w.call(Builtin::BoardRegion, &[0, 1, allowed], 1).unwrap();
        assert_eq!(w.show_list(region, Show::Tile), "{ b1, b2, a1 }");
        let none = w.call(Builtin::BoardRegion, &[0, 2, allowed], 1).unwrap();
        assert_eq!(w.elements(none), []);
        let road = w.list(Kind::Plain, &[1, 1, 0, 1]);
        let region = w.call(Builtin::BoardRegion, &[1, 10, road], 1).unwrap();
        assert_eq!(w.elements(region), [10, 9]);
    }

    #[test]
    fn a_region_of_one_owner_or_of_nothing_needs_no_mask() {
        let mut w = World::new();
        let p = word::player(1);
        for t in [1, 0, 4, 8] {
            let mark = w.mark();
            w.run(Builtin::ObjectAssign, &[mark, p]);
            w.run(Builtin::BoardPlace, &[0, mark, t]);
        }
        let empty = w.call(Builtin::BoardRegion, &[0, 2, NULL], 2).unwrap();
        assert_eq!(w.show_list(empty, Show::Tile), "{ c1, c2 }");
        let taken = w.call(Builtin::BoardRegion, &[0, 8, NULL], 2).unwrap();
        assert_eq!(w.elements(taken), []);
        for (from, owner, expected) in [
            (1, p, "{ b1, b2, a1 }"),
            (8, p, "{ c3 }"),
            (8, word::player(0), "{ }"),
            (2, NULL, "{ c1, c2 }"),
            (9, p, "{ }"),
        ] {
            let region = w.run(Builtin::BoardRegion, &[0, from, owner]);
            assert_eq!(w.show_list(region, Show::Tile), expected, "from {from}");
        }
    }

    #[test]
    fn a_line_goes_through_the_tile_both_ways() {
        let mut w = World::new();
        let p = word::player(1);
        for t in [0, 4, 8, 1] {
            let mark = w.mark();
            w.run(Builtin::ObjectAssign, &[mark, p]);
            w.run(Builtin::BoardPlace, &[0, mark, t]);
        }
        for (through, length, owner, expected) in [
            (4, 3.0, p, TRUE),
            (8, 2.5, p, TRUE),
            (1, 3.0, p, 0),
            (1, 2.0, p, TRUE),
            (4, 3.0, word::player(0), 0),
            (2, 2.0, NULL, TRUE),
            (5, 3.0, NULL, 0),
        ] {
            let found = w.run(Builtin::BoardLine, &[0, through, n(length), owner]);
            assert_eq!(found, expected, "{through} {length}");
        }
        let by_mask = mask(&mut w, &[2, 4, 6]);
        assert_eq!(w.call(Builtin::BoardLine, &[0, 4, n(3.0), by_mask], 1), Ok(TRUE));
    }

    #[test]
    fn a_line_on_a_ring_ends_where_it_began() {
        let mut w = World::new();
        reshape(&mut w, Shape::Ring { length: 9 });
        assert_eq!(w.call(Builtin::BoardLine, &[0, 4, n(9.0), NULL], 1), Ok(TRUE));
        assert_eq!(w.call(Builtin::BoardLine, &[0, 4, n(10.0), NULL], 1), Ok(0));
    }
}
