//! Boards as a client draws them: where their tiles, edges and corners are, and how those look that never change.

use super::visible;
use crate::game::Game;
use crate::json::{self, Number};
use crate::view::Look;
use crate::view::looks::{Presenter, Subject};
use bytecode::program::{Board, Program};
use language::look;
use language::shape::{self, Shape};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct BoardEntry<'g> {
    pub(super) name: &'g str,
    shape: &'static str,
    visible: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<u32>,
    /// Whether it has no end, and so no tiles here: the name of each is its place, `2,-1`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    grows: bool,
    /// Of such a board how far the middle of a tile lies from that of the one to the left of it, and of the one below it, as
    /// its name counts them, in cells to the right and downwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<[(Number, Number); 2]>,
    tile: &'g str,
    tiles: Vec<TileEntry<'g>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edges: Vec<(u32, u32, Number)>,
    /// The edges and corners that are places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sides: Vec<SpotEntry<'g>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    corners: Vec<SpotEntry<'g>>,
    #[serde(skip_serializing_if = "Look::is_empty")]
    look: Look,
    /// How each tile of a board without an end looks.
    #[serde(skip_serializing_if = "Look::is_empty")]
    each: Look,
}

#[derive(Serialize)]
struct TileEntry<'g> {
    name: &'g str,
    /// Its middle in cells, from the left and from above; none on a graph, where looks may say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<(Number, Number)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<char>,
    /// Where its author put it on the map, from the left and from above.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::point")]
    at: Option<(f64, f64)>,
    /// Of a ring that is laid out as pits: what is gathered lies there, at an end of the two rows.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    store: bool,
    /// Of a tile without attributes; of others what they are always called.
    #[serde(skip_serializing_if = "Look::is_empty")]
    look: Look,
}

/// An edge or corner.
#[derive(Serialize)]
struct SpotEntry<'g> {
    name: &'g str,
    of: &'g str,
    /// The tiles at it, by their numbers on the board.
    tiles: Vec<u32>,
    /// The direction in which it lies from the first of them; empty on a graph.
    #[serde(rename = "way", skip_serializing_if = "str::is_empty")]
    direction: &'static str,
}

impl<'g> BoardEntry<'g> {
    pub(super) fn new(game: &'g Game, presenter: &Presenter<'_>, number: usize) -> BoardEntry<'g> {
        let program = game.program();
        let board = &program.boards[number];
        let look = program.looks.boards.get(&(number as u32));
        let is_graph = matches!(board.shape, Shape::Graph { .. });
        let neighbors = (0..).zip(&board.geometry.neighbors).filter(|_| is_graph);
        let edges = neighbors
            .flat_map(|(from, all)| all.iter().map(move |(to, weight)| (from, *to, Number(*weight))));
        let (sides, corners) = spots(game, board);
        BoardEntry {
            name: &board.name,
            shape: shape(&board.shape),
            visible: visible(board.seen),
            owner: board.player,
            grows: board.growing.is_some(),
            steps: steps(&board.shape).filter(|_| board.growing.is_some()),
            tile: &program.classes[usize::from(board.class)].name,
            tiles: tiles(program, presenter, board, look),
            edges: edges.collect(),
            sides,
            corners,
            look: super::named(presenter, look),
            each: super::named(
                presenter,
                look.and_then(|l| l.tile.as_deref()).filter(|_| board.growing.is_some()),
            ),
        }
    }
}

impl<'g> BoardEntry<'g> {
    /// Its tiles that have names of their own rather than places.
    pub(super) fn names_shown(&self) -> Vec<&'g str> {
        let is_graph = self.shape == "graph";
        let untitled = self.tiles.iter().filter(|tile| is_graph && tile.look.title.is_none());
        let named =
            untitled.map(|tile| tile.name).filter(|name| !name.contains(|c: char| c.is_ascii_digit()));
        named.collect()
    }
}

fn tiles<'g>(
    program: &Program,
    presenter: &Presenter<'_>,
    board: &'g Board,
    look: Option<&look::Look>,
) -> Vec<TileEntry<'g>> {
    let tiles = &board.geometry.tiles;
    let middles = tiles.iter().filter_map(|tile| middle(&board.shape, tile.x, tile.y));
    let (left, top) = middles.fold((f64::MAX, f64::MIN), |(left, top), (x, y)| (left.min(x), top.max(y)));
    let at = |tile: &shape::Tile| {
        let (x, y) = middle(&board.shape, tile.x, tile.y)?;
        Some((rounded(x - left), rounded(top - y)))
    };
    let entry = |(number, tile): (u32, &'g shape::Tile)| {
        let own = look.and_then(|look| look.parts.get(&tile.name));
        let looks: Vec<&look::Look> =
            own.into_iter().chain(look.and_then(|look| look.tile.as_deref())).collect();
        let holds =
            program.tiles.objects.get((board.first + number) as usize).is_some_and(|o| *o != u32::MAX);
        let subject = Subject { tile: Some(tile), ..Subject::NOTHING };
        let is_plain = !holds && !looks.is_empty();
        let ends = [tiles.len() / 2, tiles.len()].map(|end| end as u32);
        let is_laid_out = look.and_then(|look| look.path) == Some("pits");
        TileEntry {
            name: &tile.name,
            c: at(tile),
            mark: tile.mark,
            at: own.and_then(|own| own.at),
            store: is_laid_out && ends.contains(&(number + 1)),
            look: match is_plain {
                true => presenter.present(&looks, &subject),
                false => Look {
                    title: own.and_then(look::Look::fixed_title).map(str::to_owned),
                    ..Look::default()
                },
            },
        }
    };
    (0..).zip(tiles).map(entry).collect()
}

/// The edges and corners that are places.
fn spots<'g>(game: &'g Game, board: &'g Board) -> (Vec<SpotEntry<'g>>, Vec<SpotEntry<'g>>) {
    let program = game.program();
    let Some(spots) = board.spots.as_deref() else { return Default::default() };
    let entry = |place: u32, tiles: Vec<u32>, direction: &'static str| {
        let of = &program.boards[usize::from(program.tiles.board[place as usize])];
        let name = game.names.tile(place);
        SpotEntry { name, of: &program.classes[usize::from(of.class)].name, tiles, direction }
    };
    let edges = (0..).zip(&spots.sides.edges).filter_map(|(i, edge)| {
        let tiles = [Some(edge.from), edge.to].into_iter().flatten().collect();
        Some(entry(spots.edges? + i, tiles, edge.direction))
    });
    let corners = (0..).zip(&spots.sides.corners);
    let corners = corners
        .filter_map(|(i, corner)| Some(entry(spots.corners? + i, corner.tiles.clone(), corner.direction)));
    (edges.collect(), corners.collect())
}

fn shape(shape: &Shape) -> &'static str {
    match shape {
        Shape::Square { .. } | Shape::Unbounded { hex: false } => "square",
        Shape::Hex { .. } | Shape::Unbounded { hex: true } => "hex",
        Shape::Hexagon { .. } => "hexagon",
        Shape::Triangle { .. } => "triangle",
        Shape::Hexes { .. } => "hexes",
        Shape::Track { .. } => "track",
        Shape::Ring { .. } => "ring",
        Shape::Layout { .. } => "layout",
        Shape::Graph { .. } | Shape::Edges(_) | Shape::Corners(_) => "graph",
    }
}

/// The middle of a tile in cells, to the right and upwards. Rows of hexes stand half a cell to the right of those below.
fn middle(shape: &Shape, x: i32, y: i32) -> Option<(f64, f64)> {
    let (x, y) = (f64::from(x), f64::from(y));
    match shape {
        Shape::Square { .. } | Shape::Layout { .. } | Shape::Unbounded { hex: false } => Some((x, y)),
        Shape::Hex { .. }
        | Shape::Hexagon { .. }
        | Shape::Triangle { .. }
        | Shape::Hexes { .. }
        | Shape::Unbounded { hex: true } => Some((x + y / 2.0, y * 0.75_f64.sqrt())),
        _ => None,
    }
}

/// To the right and downwards, to the next tile of a row and to the one above.
fn steps(shape: &Shape) -> Option<[(Number, Number); 2]> {
    let step = |x, y| middle(shape, x, y).map(|(x, y)| (rounded(x), rounded(0.0 - y)));
    Some([step(1, 0)?, step(0, 1)?])
}

/// To a hundredth of a cell.
fn rounded(x: f64) -> Number {
    Number((x * 100.0).round() / 100.0)
}
