//! What boards look like: which tiles there are, what players call them, and which tiles lie next to which.
//! It knows nothing of pieces.

pub mod growing;
mod sides;

pub use sides::{Corner, Side, Sides, Spot};

use std::borrow::Cow;

/// The shape of a board, its numbers already known and checked.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    Square {
        rows: u32,
        columns: u32,
    },
    /// A rhombus of hexagons.
    Hex {
        rows: u32,
        columns: u32,
    },
    /// A hexagon of hexagons; a radius of 1 has seven tiles.
    Hexagon {
        radius: u32,
    },
    /// A triangle of hexagons with that many in its lowest row.
    Triangle {
        side: u32,
    },
    /// A line of tiles, named 1 to n.
    Track {
        length: u32,
    },
    /// A track whose last tile is followed by its first.
    Ring {
        length: u32,
    },
    /// Rows of a square board, the top one first; space, `x` and `#` are holes.
    Layout {
        rows: Vec<String>,
    },
    /// Rows of hexes, the top one first, each beside the gaps of the row below; holes as in a layout.
    Hexes {
        rows: Vec<String>,
    },
    Graph {
        tiles: Vec<String>,
        edges: Vec<Edge>,
    },
    /// Squares or hexes without an end: what is there of them is what pieces occupy, see [`growing`].
    Unbounded {
        hex: bool,
    },
    /// The edges of the tiles of a board, or of a graph.
    Edges(Box<Shape>),
    /// The corners of the tiles of a board.
    Corners(Box<Shape>),
}

/// A connection of a graph.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    pub from: u32,
    pub to: u32,
    pub one_way: bool,
    pub weight: f64,
}

/// A tile of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Tile {
    pub name: String,
    pub x: i32,
    pub y: i32,
    /// The character that draws it in a layout.
    pub mark: Option<char>,
}

/// The tables of a board. Tiles are numbered from 0, row by row from the bottom left; on a board that grows the number
/// of a tile is its coordinates, and there are no tables.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Geometry {
    pub tiles: Vec<Tile>,
    /// The names of the directions, those by a side first.
    pub directions: Vec<&'static str>,
    /// How many of `directions` lead over a side.
    pub sides: usize,
    /// `steps[direction][tile]`: the next tile in that direction.
    pub steps: Vec<Vec<Option<u32>>>,
    /// For each tile those one step away with the weight of the step.
    pub neighbors: Vec<Vec<(u32, f64)>>,
    pub rows: u32,
    pub columns: u32,
    /// Pairs of opposite directions, the axes of lines.
    pub axes: Vec<(usize, usize)>,
    /// Of a board that grows: how many columns and rows each direction leads further.
    pub offsets: Vec<(i32, i32)>,
    /// The tile of each column of each row, row by row.
    index: Vec<Option<u32>>,
}

/// The most tiles a board may have.
pub const MAX_TILES: u32 = 4096;

const SQUARE: [(&str, i32, i32); 8] = [
    ("n", 0, 1),
    ("e", 1, 0),
    ("s", 0, -1),
    ("w", -1, 0),
    ("ne", 1, 1),
    ("se", 1, -1),
    ("sw", -1, -1),
    ("nw", -1, 1),
];
const HEX: [(&str, i32, i32); 6] =
    [("ne", 0, 1), ("e", 1, 0), ("se", 1, -1), ("sw", 0, -1), ("w", -1, 0), ("nw", -1, 1)];
const TRACK: [(&str, i32, i32); 2] = [("next", 1, 0), ("back", -1, 0)];

impl Geometry {
    /// The tables of a shape. Its size has been checked against [`MAX_TILES`].
    pub fn new(shape: &Shape) -> Geometry {
        match shape {
            Shape::Square { rows, columns } => {
                grid(cells(*rows, *columns, |_, _| true), *rows, *columns, &SQUARE, 4)
            }
            Shape::Hex { rows, columns } => {
                grid(cells(*rows, *columns, |_, _| true), *rows, *columns, &HEX, 6)
            }
            Shape::Hexagon { radius } => {
                let (r, side) = (*radius as i32, 2 * radius + 1);
                grid(cells(side, side, |x, y| inside(r, x, y)), side, side, &HEX, 6)
            }
            Shape::Triangle { side } => {
                let inside = |x: i32, y: i32| x + y < *side as i32;
                grid(cells(*side, *side, inside), *side, *side, &HEX, 6)
            }
            Shape::Track { length } => line(*length, false),
            Shape::Ring { length } => line(*length, true),
            Shape::Layout { rows } => layout(rows),
            Shape::Hexes { rows } => hexes(rows),
            Shape::Graph { tiles, edges } => graph(tiles, edges),
            Shape::Unbounded { hex: true } => endless(&HEX, 6),
            Shape::Unbounded { hex: false } => endless(&SQUARE, 4),
            Shape::Edges(of) => apart(of, Sides::named_edges),
            Shape::Corners(of) => apart(of, Sides::named_corners),
        }
    }

    /// Whether it has no end: whatever may be asked of a tile is worked out.
    pub fn grows(&self) -> bool {
        !self.offsets.is_empty()
    }

    /// The column and row of a tile.
    pub fn place(&self, tile: u32) -> Option<(i32, i32)> {
        if self.grows() {
            return Some(growing::place(tile));
        }
        self.tiles.get(tile as usize).map(|t| (t.x, t.y))
    }

    /// What players call a tile.
    pub fn name(&self, tile: u32) -> Cow<'_, str> {
        if self.grows() {
            return growing::name(tile).into();
        }
        self.tiles.get(tile as usize).map_or("", |t| &t.name).into()
    }

    /// The next tile in a direction, by its number.
    #[inline]
    pub fn step(&self, tile: u32, direction: usize) -> Option<u32> {
        match self.offsets.get(direction) {
            Some(by) => growing::further(tile, *by),
            None => *self.steps.get(direction)?.get(tile as usize)?,
        }
    }

    /// The tiles one step away with the weight of the step.
    pub fn around(&self, tile: u32) -> Cow<'_, [(u32, f64)]> {
        if self.grows() {
            let next = (0..self.offsets.len()).filter_map(|direction| self.step(tile, direction));
            return next.map(|t| (t, 1.0)).collect();
        }
        self.neighbors.get(tile as usize).map_or(&[][..], |near| near).into()
    }

    /// The tile of that name.
    pub fn named(&self, name: &str) -> Option<u32> {
        if self.grows() {
            return growing::named(name);
        }
        self.tiles.iter().position(|t| t.name == name).map(|i| i as u32)
    }

    #[inline]
    pub fn at(&self, x: i32, y: i32) -> Option<u32> {
        if self.grows() {
            return growing::tile(x, y);
        }
        let fits = x >= 0 && y >= 0 && (x as u32) < self.columns;
        if fits { self.index.get(y as usize * self.columns as usize + x as usize).copied()? } else { None }
    }

    /// The tiles of a row, in their order.
    pub fn row(&self, y: i32) -> Vec<u32> {
        self.line(|t| t.y == y, (0..self.columns as i32).map(|x| (x, y)))
    }

    /// The tiles of a column, in their order.
    pub fn column(&self, x: i32) -> Vec<u32> {
        self.line(|t| t.x == x, (0..self.rows as i32).map(|y| (x, y)))
    }

    fn line(&self, is_on: impl Fn(&Tile) -> bool, places: impl Iterator<Item = (i32, i32)>) -> Vec<u32> {
        if self.index.is_empty() {
            return (0..).zip(&self.tiles).filter(|(_, t)| is_on(t)).map(|(i, _)| i).collect();
        }
        places.filter_map(|(x, y)| self.at(x, y)).collect()
    }

    pub fn direction(&self, name: &str) -> Option<usize> {
        self.directions.iter().position(|w| *w == name)
    }

    /// The tiles `a` columns and `b` rows away or `b` and `a`, in a fixed order.
    pub fn jumps(&self, tile: u32, a: i32, b: i32) -> Vec<u32> {
        let Some((x, y)) = self.place(tile) else { return Vec::new() };
        let mut found = Vec::new();
        for (dx, dy) in [(a, b), (b, a)] {
            for (sx, sy) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
                let to = self.at(x + dx * sx, y + dy * sy);
                found.extend(to.filter(|t| *t != tile && !found.contains(t)));
            }
        }
        found
    }
}

/// Whether a cell of the square round a hexagon lies in it.
fn inside(radius: i32, x: i32, y: i32) -> bool {
    let (q, r) = (x - radius, y - radius);
    (q + r).abs() <= radius
}

/// The tiles of a grid row by row from the bottom, where `is_tile` says so.
fn cells(rows: u32, columns: u32, is_tile: impl Fn(i32, i32) -> bool) -> Vec<Tile> {
    let mut tiles = Vec::new();
    for y in 0..rows as i32 {
        for x in 0..columns as i32 {
            if is_tile(x, y) {
                tiles.push(tile(x, y, None));
            }
        }
    }
    tiles
}

fn tile(x: i32, y: i32, mark: Option<char>) -> Tile {
    Tile { name: format!("{}{}", file(x as u32), y + 1), x, y, mark }
}

/// `a` to `z`, then `aa`, `ab`...
fn file(x: u32) -> String {
    let letter = char::from(b'a' + (x % 26) as u8);
    if x < 26 { letter.to_string() } else { format!("{}{letter}", file(x / 26 - 1)) }
}

fn grid(
    tiles: Vec<Tile>,
    rows: u32,
    columns: u32,
    directions: &[(&'static str, i32, i32)],
    sides: usize,
) -> Geometry {
    let mut index = vec![None; (rows * columns) as usize];
    let slot = |x: i32, y: i32| {
        let fits = (0..columns as i32).contains(&x) && (0..rows as i32).contains(&y);
        fits.then(|| y as usize * columns as usize + x as usize)
    };
    for (i, t) in tiles.iter().enumerate() {
        if let Some(s) = slot(t.x, t.y) {
            index[s] = Some(i as u32);
        }
    }
    let next = |t: &Tile, dx, dy| slot(t.x + dx, t.y + dy).and_then(|s: usize| index[s]);
    let steps: Vec<Vec<Option<u32>>> =
        directions.iter().map(|(_, dx, dy)| tiles.iter().map(|t| next(t, *dx, *dy)).collect()).collect();
    let axes = axes(directions);
    let neighbors = neighbors(&steps, tiles.len());
    let directions = directions.iter().map(|w| w.0).collect();
    Geometry { tiles, directions, sides, steps, neighbors, rows, columns, axes, index, offsets: Vec::new() }
}

/// Pairs of opposite directions, by their numbers.
fn axes(directions: &[(&'static str, i32, i32)]) -> Vec<(usize, usize)> {
    let opposite =
        |i: usize| directions.iter().position(|w| w.1 == -directions[i].1 && w.2 == -directions[i].2);
    (0..directions.len()).filter_map(|i| opposite(i).filter(|o| *o > i).map(|o| (i, o))).collect()
}

fn endless(directions: &[(&'static str, i32, i32)], sides: usize) -> Geometry {
    Geometry {
        directions: directions.iter().map(|w| w.0).collect(),
        sides,
        axes: axes(directions),
        offsets: directions.iter().map(|w| (w.1, w.2)).collect(),
        ..Geometry::default()
    }
}

fn neighbors(steps: &[Vec<Option<u32>>], tiles: usize) -> Vec<Vec<(u32, f64)>> {
    (0..tiles)
        .map(|t| steps.iter().filter_map(|direction| direction[t]).map(|n| (n, 1.0)).collect())
        .collect()
}

fn line(length: u32, closed: bool) -> Geometry {
    let tiles =
        (0..length).map(|i| Tile { name: (i + 1).to_string(), x: i as i32, y: 0, mark: None }).collect();
    let mut g = grid(tiles, 1, length, &TRACK, 2);
    if closed && length > 1 {
        g.steps[0][length as usize - 1] = Some(0);
        g.steps[1][0] = Some(length - 1);
        g.neighbors = neighbors(&g.steps, length as usize);
        g.neighbors.iter_mut().for_each(|n| n.dedup());
    }
    g
}

fn layout(rows: &[String]) -> Geometry {
    let tiles = drawn(rows).into_iter().map(|(x, y, mark)| tile(x, y, Some(mark))).collect();
    grid(tiles, rows.len() as u32, columns(rows, 1), &SQUARE, 4)
}

/// Each row stands half a hex beside the next, which takes one character: files lean to the right, as on `hex`.
fn hexes(rows: &[String]) -> Geometry {
    let found = drawn(rows);
    let left = found.iter().map(|t| t.0 - t.1).min().unwrap_or(0);
    let tiles = found.into_iter().map(|(x, y, mark)| tile((x - y - left) / 2, y, Some(mark))).collect();
    grid(tiles, rows.len() as u32, columns(rows, 2), &HEX, 6)
}

/// How many columns drawn rows have: of characters, or of hexes, which lean and are two characters wide.
fn columns(rows: &[String], wide: i32) -> u32 {
    if wide == 1 {
        return rows.iter().map(|r| r.chars().count()).max().unwrap_or(0) as u32;
    }
    let leaning: Vec<i32> = drawn(rows).iter().map(|t| t.0 - t.1).collect();
    let (left, right) = (leaning.iter().min(), leaning.iter().max());
    left.zip(right).map_or(0, |(left, right)| ((right - left) / wide + 1) as u32)
}

/// How many tiles a board of drawn rows has room for, 0 where nothing is drawn.
pub fn drawn_size(rows: &[String], hexes: bool) -> u64 {
    let columns = if drawn(rows).is_empty() { 0 } else { columns(rows, if hexes { 2 } else { 1 }) };
    rows.len() as u64 * u64::from(columns)
}

/// The first row, counted from the top, with a hex that does not stand beside the gaps of the rows before.
pub fn hex_beside(rows: &[String]) -> Option<usize> {
    let tiles = drawn(rows);
    let mut downwards = tiles.iter().rev();
    let top = tiles.last()?.1;
    let (column, y, _) = tiles.iter().find(|t| t.1 == top)?;
    let found = downwards.find(|t| (t.0 - t.1 - column + y) % 2 != 0)?;
    Some(rows.len() - 1 - found.1 as usize)
}

/// The tiles of drawn rows: column, row from the bottom, mark. Space, `x` and `#` are holes.
pub fn drawn(rows: &[String]) -> Vec<(i32, i32, char)> {
    let lines = (0..).zip(rows.iter().rev());
    let cells = lines.flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, mark)| (x, y, mark)));
    cells.filter(|cell| !matches!(cell.2, ' ' | 'x' | '#')).collect()
}

fn graph(names: &[String], edges: &[Edge]) -> Geometry {
    let place = |(i, name): (usize, &String)| Tile { name: name.clone(), x: i as i32, y: 0, mark: None };
    let mut neighbors = vec![Vec::new(); names.len()];
    for e in edges {
        neighbors[e.from as usize].push((e.to, e.weight));
        if !e.one_way {
            neighbors[e.to as usize].push((e.from, e.weight));
        }
    }
    let tiles: Vec<Tile> = names.iter().enumerate().map(place).collect();
    let index = (0..tiles.len() as u32).map(Some).collect();
    Geometry { tiles, neighbors, rows: 1, columns: names.len() as u32, index, ..Geometry::default() }
}

/// The edges or corners of a shape as a board whose tiles do not touch.
fn apart(of: &Shape, named: fn(&Sides, &[Tile]) -> Vec<Tile>) -> Geometry {
    let geometry = Geometry::new(of);
    let tiles = named(&Sides::new(of, &geometry), &geometry.tiles);
    Geometry { neighbors: vec![Vec::new(); tiles.len()], tiles, ..Geometry::default() }
}

/// Where a direction leads on a board of tiles with so many sides.
fn vector(direction: &str, sides: usize) -> (i32, i32) {
    let known: &[_] = if sides == HEX.len() { &HEX } else { &SQUARE };
    known.iter().find(|d| d.0 == direction).map_or((0, 0), |d| (d.1, d.2))
}

#[cfg(test)]
mod tests;
