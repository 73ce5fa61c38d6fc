//! Boards without an end: their tiles are coordinates, and those that count are what is occupied and what lies beside
//! it. It does not know where a state keeps what is occupied.

use super::Geometry;

/// How far a tile may be from the middle, in columns and in rows.
pub const FAR: i32 = 10_000;

/// The most tiles of a board that may be occupied at one time.
pub const MAX_OCCUPIED: usize = 4096;

/// Bits of a coordinate in the number of a tile.
const BITS: u32 = 15;

/// What is added to a coordinate, so that it is not negative.
const MIDDLE: i32 = 1 << (BITS - 1);

/// The number of the tile in a column and row; none if it is too far away.
pub fn tile(x: i32, y: i32) -> Option<u32> {
    let fits = |n: i32| (-FAR..=FAR).contains(&n);
    (fits(x) && fits(y)).then(|| ((y + MIDDLE) as u32) << BITS | (x + MIDDLE) as u32)
}

/// The column and row of a tile.
pub fn place(tile: u32) -> (i32, i32) {
    let coordinate = |bits: u32| (bits & ((1 << BITS) - 1)) as i32 - MIDDLE;
    (coordinate(tile), coordinate(tile >> BITS))
}

/// The tile so many columns and rows further.
pub fn further(from: u32, (dx, dy): (i32, i32)) -> Option<u32> {
    let (x, y) = place(from);
    tile(x + dx, y + dy)
}

/// `3,-2`
pub fn name(tile: u32) -> String {
    let (x, y) = place(tile);
    format!("{x},{y}")
}

/// The tile whose name is exactly that.
pub fn named(text: &str) -> Option<u32> {
    let (x, y) = text.split_once(',')?;
    let found = tile(x.parse().ok()?, y.parse().ok()?)?;
    (name(found) == text).then_some(found)
}

/// The tiles that count where those are occupied: they, and behind them the free ones beside them, in the order of
/// the occupied ones and of the directions. Where nothing is occupied yet it is `0,0`.
pub fn tiles(geometry: &Geometry, occupied: &[u32]) -> Vec<u32> {
    if occupied.is_empty() {
        return tile(0, 0).into_iter().collect();
    }
    let mut known: Vec<u32> = occupied.to_vec();
    known.sort_unstable();
    let mut beside: Vec<(u32, usize)> = Vec::new();
    for t in occupied {
        let near = geometry.offsets.iter().filter_map(|by| further(*t, *by));
        let free = near.filter(|t| known.binary_search(t).is_err());
        free.for_each(|t| beside.push((t, beside.len())));
    }
    // Each once, where it was found first.
    beside.sort_unstable();
    beside.dedup_by_key(|found| found.0);
    beside.sort_unstable_by_key(|found| found.1);
    occupied.iter().copied().chain(beside.into_iter().map(|found| found.0)).collect()
}

/// The least and the greatest of a coordinate.
pub fn span(tiles: &[u32], of: impl Fn((i32, i32)) -> i32) -> (i32, i32) {
    let all = || tiles.iter().map(|t| of(place(*t)));
    (all().min().unwrap_or(0), all().max().unwrap_or(0))
}

/// The tables of some tiles, which are numbered in their order there.
pub fn tables(geometry: &Geometry, tiles: &[u32]) -> Geometry {
    let mut numbers: Vec<(u32, u32)> = tiles.iter().copied().zip(0..).collect();
    numbers.sort_unstable();
    let number = |t: u32| numbers.binary_search_by_key(&t, |n| n.0).ok().map(|i| numbers[i].1);
    let step = |by: &(i32, i32)| tiles.iter().map(|t| further(*t, *by).and_then(number)).collect();
    let steps: Vec<Vec<Option<u32>>> = geometry.offsets.iter().map(step).collect();
    let neighbors = super::neighbors(&steps, tiles.len());
    Geometry {
        directions: geometry.directions.clone(),
        sides: geometry.sides,
        steps,
        neighbors,
        ..Geometry::default()
    }
}

/// How many steps there are between two tiles.
pub fn distance(geometry: &Geometry, from: u32, to: u32) -> u32 {
    let ((x, y), (u, v)) = (place(from), place(to));
    let (dx, dy) = (u - x, v - y);
    let straight = dx.unsigned_abs().max(dy.unsigned_abs());
    // Hexes have no step over the corners at which both coordinates grow.
    let hex = geometry.directions.len() == 6;
    if hex { straight.max((dx + dy).unsigned_abs()) } else { straight }
}

/// How many steps a ray has: up to one beyond the last tile that is occupied.
pub fn ray(geometry: &Geometry, from: u32, direction: usize, occupied: impl Iterator<Item = u32>) -> u32 {
    let Some(by) = geometry.offsets.get(direction) else { return 0 };
    let (x, y) = place(from);
    let ahead = occupied.filter_map(|t| {
        let (u, v) = place(t);
        let (dx, dy) = (u - x, v - y);
        let n = if by.0 == 0 { dy * by.1 } else { dx * by.0 };
        (n > 0 && (dx, dy) == (n * by.0, n * by.1)).then_some(n as u32)
    });
    ahead.max().unwrap_or(0) + 1
}
