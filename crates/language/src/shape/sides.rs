//! The sides and corners of the tiles of a board: what lies at them, and what players call them. It knows no pieces.

use super::{Geometry, Shape, Tile};

/// The sides and corners of a board, each numbered in the order in which one meets them going through the tiles.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sides {
    pub edges: Vec<Side>,
    pub corners: Vec<Corner>,
    /// For each tile its edges, by direction; on a graph, those that lead away from it.
    pub edges_of: Vec<Vec<u32>>,
    /// For each tile its corners, clockwise.
    pub corners_of: Vec<Vec<u32>>,
    /// For each tile where its edges lead: the next tile, the weight of the step, the edge.
    pub adjacency: Vec<Vec<(u32, f64, u32)>>,
}

/// A side of one or two tiles, or a connection of a graph.
#[derive(Clone, PartialEq, Debug)]
pub struct Side {
    pub from: u32,
    /// None at the rim.
    pub to: Option<u32>,
    /// The direction in which it lies from `from`; empty on a graph.
    pub direction: &'static str,
    pub weight: f64,
    pub one_way: bool,
    /// Its ends.
    pub corners: Vec<u32>,
}

/// Where several sides meet.
#[derive(Clone, PartialEq, Debug)]
pub struct Corner {
    /// The direction in which it lies from the first of its tiles.
    pub direction: &'static str,
    pub tiles: Vec<u32>,
    pub edges: Vec<u32>,
}

/// One of the edges or corners, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    Edge(usize),
    Corner(usize),
}

/// The corners of a tile: each lies before the side of the same number. Those of hexes lie between the directions of
/// sides, so that no corner is called as a side at the rim is.
const SQUARE_CORNERS: [&str; 4] = ["nw", "ne", "se", "sw"];
const HEX_CORNERS: [&str; 6] = ["n", "ene", "ese", "s", "wsw", "wnw"];

impl Shape {
    /// Whether its tiles have corners: those of squares and hexes.
    pub fn has_corners(&self) -> bool {
        match self {
            Shape::Square { .. } | Shape::Layout { .. } => true,
            Shape::Hex { .. } | Shape::Hexagon { .. } | Shape::Triangle { .. } | Shape::Hexes { .. } => true,
            Shape::Track { .. } | Shape::Ring { .. } | Shape::Graph { .. } => false,
            Shape::Edges(_) | Shape::Corners(_) | Shape::Unbounded { .. } => false,
        }
    }

    /// Whether its tiles have sides, or connections.
    pub fn has_edges(&self) -> bool {
        self.has_corners() || matches!(self, Shape::Graph { .. })
    }
}

impl Sides {
    /// Of a board that has no tiles.
    pub const NONE: Sides = Sides {
        edges: Vec::new(),
        corners: Vec::new(),
        edges_of: Vec::new(),
        corners_of: Vec::new(),
        adjacency: Vec::new(),
    };

    /// Those of a shape; none of a track or ring.
    pub fn new(shape: &Shape, geometry: &Geometry) -> Sides {
        let n = geometry.tiles.len();
        let none = vec![Vec::new(); n];
        let mut sides = Sides {
            edges_of: none.clone(),
            corners_of: none,
            adjacency: vec![Vec::new(); n],
            ..Sides::default()
        };
        match shape {
            Shape::Graph { edges, .. } => sides.connect(edges),
            _ if shape.has_corners() => sides.surround(geometry),
            _ => {}
        }
        sides
    }

    /// The tiles at an edge or corner.
    pub fn tiles_at(&self, spot: Spot) -> Vec<u32> {
        match spot {
            Spot::Edge(e) => {
                let edge = self.edges.get(e);
                edge.map_or(Vec::new(), |e| [Some(e.from), e.to].into_iter().flatten().collect())
            }
            Spot::Corner(c) => self.corners.get(c).map_or(Vec::new(), |c| c.tiles.clone()),
        }
    }

    /// The edges that meet at a corner, or at an end of an edge; on a graph, those that share a tile with it.
    pub fn edges_at(&self, spot: Spot) -> Vec<u32> {
        let Spot::Edge(e) = spot else { return self.corner_edges(spot) };
        let ends =
            self.corners_at(spot).into_iter().flat_map(|c| self.corner_edges(Spot::Corner(c as usize)));
        let mut found: Vec<u32> = match self.edges.get(e).map(|e| e.corners.is_empty()) {
            Some(true) => {
                let at = self.tiles_at(spot);
                let shares =
                    |other: &Side| at.contains(&other.from) || other.to.is_some_and(|t| at.contains(&t));
                (0..).zip(&self.edges).filter(|(_, other)| shares(other)).map(|(i, _)| i).collect()
            }
            _ => ends.collect(),
        };
        found.retain(|other| *other as usize != e);
        found
    }

    fn corner_edges(&self, spot: Spot) -> Vec<u32> {
        match spot {
            Spot::Corner(c) => self.corners.get(c).map_or(Vec::new(), |c| c.edges.clone()),
            Spot::Edge(_) => Vec::new(),
        }
    }

    /// The ends of an edge, or those at the other ends of the edges of a corner.
    pub fn corners_at(&self, spot: Spot) -> Vec<u32> {
        let ends = |e: usize| self.edges.get(e).map_or(&[][..], |e| &e.corners).iter().copied();
        match spot {
            Spot::Edge(e) => ends(e).collect(),
            Spot::Corner(c) => {
                let edges = self.corner_edges(spot).into_iter();
                edges.flat_map(|e| ends(e as usize)).filter(|other| *other as usize != c).collect()
            }
        }
    }

    fn connect(&mut self, edges: &[super::Edge]) {
        for (number, e) in (0..).zip(edges) {
            let mut lead = |from: u32, to: u32| {
                self.edges_of[from as usize].push(number);
                self.adjacency[from as usize].push((to, e.weight, number));
            };
            lead(e.from, e.to);
            if !e.one_way {
                lead(e.to, e.from);
            }
            let (from, to) = (e.from, Some(e.to));
            let (direction, corners) = ("", Vec::new());
            self.edges.push(Side { from, to, direction, weight: e.weight, one_way: e.one_way, corners });
        }
    }

    fn surround(&mut self, g: &Geometry) {
        let directions = g.directions.iter().take(g.sides);
        let vectors: Vec<_> = directions.map(|direction| super::vector(direction, g.sides)).collect();
        let words: &[&str] = if g.sides == 4 { &SQUARE_CORNERS } else { &HEX_CORNERS };
        let before = |side: usize| (side + vectors.len() - 1) % vectors.len();
        // What lies between the same tiles has the same sum of their places.
        let (mut edges, mut corners) = (Numbers::default(), Numbers::default());
        for (t, tile) in (0..).zip(&g.tiles) {
            let scaled = |by: i32, x: i32, y: i32| (by * tile.x + x, by * tile.y + y);
            for (i, direction) in words.iter().enumerate() {
                let (a, b) = (vectors[before(i)], vectors[i]);
                let by = if vectors.len() == 4 { 2 } else { 3 };
                let (number, new) = corners.of(scaled(by, a.0 + b.0, a.1 + b.1));
                if new {
                    self.corners.push(Corner { direction, tiles: Vec::new(), edges: Vec::new() });
                }
                self.corners[number as usize].tiles.push(t);
                self.corners_of[t as usize].push(number);
            }
            for (i, (x, y)) in vectors.iter().enumerate() {
                let to = g.steps[i][t as usize];
                let (number, new) = edges.of(scaled(2, *x, *y));
                if new {
                    let ends = [i, (i + 1) % vectors.len()].map(|c| self.corners_of[t as usize][c]);
                    ends.iter().for_each(|c| self.corners[*c as usize].edges.push(number));
                    let (direction, corners) = (g.directions[i], ends.to_vec());
                    self.edges.push(Side { from: t, to, direction, weight: 1.0, one_way: false, corners });
                }
                self.edges_of[t as usize].push(number);
                self.adjacency[t as usize].extend(to.map(|to| (to, 1.0, number)));
            }
        }
    }

    /// `e4-e5`, `e4-n` at the rim.
    fn edge_name(&self, tiles: &[Tile], edge: &Side) -> String {
        let to = edge.to.map_or(edge.direction, |to| &tiles[to as usize].name);
        format!("{}-{to}", tiles[edge.from as usize].name)
    }

    /// As the tiles of a board: what the edges are called.
    pub(super) fn named_edges(&self, tiles: &[Tile]) -> Vec<Tile> {
        let place = |e: &Side| Tile { name: self.edge_name(tiles, e), x: 0, y: 0, mark: None };
        self.edges.iter().map(place).collect()
    }

    /// `e4-ne`, after the first tile at it.
    pub(super) fn named_corners(&self, tiles: &[Tile]) -> Vec<Tile> {
        let first = |c: &Corner| c.tiles.first().map_or("", |t| &tiles[*t as usize].name);
        let place =
            |c: &Corner| Tile { name: format!("{}-{}", first(c), c.direction), x: 0, y: 0, mark: None };
        self.corners.iter().map(place).collect()
    }
}

/// Numbers for places in the order in which they are asked for.
#[derive(Default)]
struct Numbers(std::collections::BTreeMap<(i32, i32), u32>);

impl Numbers {
    /// The number of a place, and whether it is new.
    fn of(&mut self, place: (i32, i32)) -> (u32, bool) {
        let next = self.0.len() as u32;
        let number = *self.0.entry(place).or_insert(next);
        (number, number == next)
    }
}
