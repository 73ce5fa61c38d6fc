//! What is built in for boards and tiles.

use super::builtin::Args;
use super::path::Steps;
use super::{Run, object, text, tile};
use crate::describe;
use crate::text::units;
use crate::value::{Step, Value, fault};
use crate::world::{Named, Place};
use base::NodeId;
use compiler::typed::{BoardId, ClassId};
use language::catalogue::group::{self, Board, Tile};
use language::shape::growing::{self, MAX_OCCUPIED};
use language::shape::{Geometry, Shape, Spot};
use std::rc::Rc;

impl<'g> Run<'g> {
    pub(super) fn board(&mut self, board: BoardId, id: Board, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let shapes = Rc::clone(&self.world.shapes);
        let shape = &shapes[board.index()];
        let one = |t: Option<u32>| t.map_or(Value::Null, |t| Value::Tile(board, t));
        let all = self.world.tiles(board);
        let of = |t: &u32| shape.place(*t).unwrap_or_default();
        let sorted = |mut tiles: Vec<u32>| {
            tiles.sort_unstable();
            tiles.into_iter()
        };
        let extent =
            |fixed: u32, coordinates: Vec<i32>| match (coordinates.iter().min(), coordinates.iter().max()) {
                (Some(least), Some(most)) if shape.grows() => f64::from(most - least + 1),
                _ => f64::from(fixed),
            };
        Ok(match id {
            Board::BoardAt => one(shape.at(a.number(0)?.trunc() as i32, a.number(1)?.trunc() as i32)),
            Board::BoardTile => one(shape.named(&units(&text(a.at, &a.get(0))?))),
            Board::BoardTiles => self.tiles(board, all.into_iter()),
            Board::BoardRow => {
                let y = a.number(0)?.trunc() as i32;
                self.tiles(board, sorted(all.into_iter().filter(|t| of(t).1 == y).collect()))
            }
            Board::BoardColumn => {
                let x = a.number(0)?.trunc() as i32;
                self.tiles(board, sorted(all.into_iter().filter(|t| of(t).0 == x).collect()))
            }
            Board::BoardRows => Value::Number(extent(shape.rows, all.iter().map(|t| of(t).1).collect())),
            Board::BoardColumns => {
                Value::Number(extent(shape.columns, all.iter().map(|t| of(t).0).collect()))
            }
            Board::BoardPieces => {
                let pieces = all.iter().flat_map(|t| self.world.pieces(board, *t));
                let pieces = pieces.map(|o| Value::Object(*o)).collect();
                self.world.list(pieces)
            }
            Board::BoardPlace => {
                self.place(a)?;
                Value::Null
            }
            Board::BoardLine => {
                let (b, t) = tile(a.at, &a.get(0))?;
                let length = a.number(1)?;
                Value::Bool(b == board && self.line(a.at, &shapes[b.index()], (b, t), length, &a.get(2))?)
            }
            Board::BoardRegion => {
                let (b, t) = tile(a.at, &a.get(0))?;
                self.ask_all(a.at, b, &a.get(1))?;
                let ways = self.ways(a, b, 2)?;
                let region = self.region(a.at, (&shapes[b.index()], ways.as_ref()), (b, t), &a.get(1))?;
                self.tiles(b, region.into_iter().filter(|_| b == board))
            }
            Board::BoardPosition => Value::Position(describe::board_position(&self.world, board).into()),
            Board::BoardEdges if !matches!(self.game.boards[board.index()].shape, Shape::Graph { .. }) => {
                let edges = self.game.boards[board.index()].edges;
                self.spots(edges, 0..)
            }
            Board::BoardCorners => {
                let corners = self.game.boards[board.index()].corners;
                self.spots(corners, 0..)
            }
            Board::BoardEdges => {
                let here = |(from, ..): Ends<'g>| matches!(from, Value::Tile(b, _) if b == board);
                let edges = self.edges(self.game.boards[board.index()].edge, here);
                self.world.list(edges)
            }
            Board::BoardIsFull => {
                Value::Bool(!shape.grows() && all.iter().all(|t| !self.world.pieces(board, *t).is_empty()))
            }
        })
    }

    fn tiles(&mut self, board: BoardId, tiles: impl Iterator<Item = u32>) -> Value<'g> {
        self.world.list(tiles.map(|t| Value::Tile(board, t)).collect())
    }

    /// Puts the piece that is the first of the arguments on the tile that is the second.
    pub(super) fn place(&mut self, a: &Args<'g>) -> Step<'g, ()> {
        let piece = object(a.at, &a.get(0))?;
        let (b, t) = tile(a.at, &a.get(1))?;
        let others = self.world.pieces(b, t).iter().filter(|p| **p != piece).count();
        if self.game.boards[b.index()].capacity.is_some_and(|most| others >= most as usize) {
            return fault(a.at, "the tile is full");
        }
        if self.world.grown[b.index()].len() >= MAX_OCCUPIED && self.world.pieces(b, t).is_empty() {
            return fault(a.at, "too many tiles are occupied");
        }
        self.move_piece(a.at, (piece, Named::of(&a.get(2))), Place::Tile(b, t), None)?;
        Ok(())
    }

    pub(super) fn tile(&mut self, id: Tile, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let (b, t) = tile(a.at, &a.get(0))?;
        let shapes = Rc::clone(&self.world.shapes);
        let shape = &shapes[b.index()];
        let (x, y) = shape.place(t).unwrap_or_default();
        let pieces = self.world.pieces(b, t);
        let adjacent = || shape.around(t).into_owned().into_iter().map(|n| n.0);
        let steps = |from: usize, to: usize| (from..to).filter_map(|direction| shape.step(t, direction));
        Ok(match id {
            Tile::TileX => Value::Number(f64::from(x)),
            Tile::TileY => Value::Number(f64::from(y)),
            Tile::TileName => Value::text(&shape.name(t)),
            Tile::TileMark => shape
                .tiles
                .get(t as usize)
                .and_then(|t| t.mark)
                .map_or(Value::Null, |c| Value::text(&c.to_string())),
            Tile::TilePiece => pieces.first().map_or(Value::Null, |o| Value::Object(*o)),
            Tile::TilePieces => {
                let pieces = pieces.iter().map(|o| Value::Object(*o)).collect();
                self.world.list(pieces)
            }
            Tile::TileOwner => self.world.owner(&a.get(0)).map_or(Value::Null, Value::Player),
            Tile::TileIsEmpty => Value::Bool(pieces.is_empty()),
            Tile::TileSide => {
                let way = direction(a.at, shape, &a.get(1))?;
                let around = self.world.sides[b.index()].edges_of.get(t as usize);
                match (around.and_then(|around| around.get(way)), self.game.boards[b.index()].edges) {
                    (Some(e), Some(edges)) if way < shape.sides => self.world.spot_at(edges, *e),
                    _ => Value::Null,
                }
            }
            Tile::TileCorners => {
                let corners =
                    self.world.sides[b.index()].corners_of.get(t as usize).cloned().unwrap_or_default();
                self.spots(self.game.boards[b.index()].corners, corners.into_iter())
            }
            Tile::TileEdge if !matches!(self.game.boards[b.index()].shape, Shape::Graph { .. }) => {
                let (c, to) = tile(a.at, &a.get(1))?;
                let mut adjacent =
                    self.world.sides[b.index()].adjacency.get(t as usize).into_iter().flatten();
                match (adjacent.find(|next| next.0 == to && b == c), self.game.boards[b.index()].edges) {
                    (Some((_, _, edge)), Some(edges)) => self.world.spot_at(edges, *edge),
                    _ => Value::Null,
                }
            }
            Tile::TileEdges if !matches!(self.game.boards[b.index()].shape, Shape::Graph { .. }) => {
                let edges = self.world.sides[b.index()].edges_of.get(t as usize).cloned().unwrap_or_default();
                self.spots(self.game.boards[b.index()].edges, edges.into_iter())
            }
            Tile::TileEdge => {
                let (c, to) = tile(a.at, &a.get(1))?;
                let to = Value::Tile(c, to);
                let fits = |ends| leads(ends, &a.get(0)).is_some_and(|end| end.same(&to));
                self.edges(self.game.edge_class(), fits).into_iter().next().unwrap_or(Value::Null)
            }
            Tile::TileEdges => {
                let fits = |ends| leads(ends, &a.get(0)).is_some_and(|end| !end.is_null());
                let edges = self.edges(self.game.edge_class(), fits);
                self.world.list(edges)
            }
            Tile::TileStep => {
                let direction = direction(a.at, shape, &a.get(1))?;
                shape.step(t, direction).map_or(Value::Null, |t| Value::Tile(b, t))
            }
            Tile::TileSteps => {
                let mut found = Vec::new();
                for name in self.items(a.at, &a.get(1))? {
                    found.extend(shape.step(t, direction(a.at, shape, &name)?));
                }
                self.tiles(b, found.into_iter())
            }
            Tile::TileRay => {
                let found = self.ray(a, shape, (b, t))?;
                self.tiles(b, found.into_iter())
            }
            Tile::TileJumps => {
                // No board is as wide as that.
                let far = |n: f64| n.clamp(-1e6, 1e6) as i32;
                let (dx, dy) = (far(a.number(1)?), far(a.number(2)?));
                self.tiles(b, shape.jumps(t, dx, dy).into_iter())
            }
            Tile::TileNeighbors => self.tiles(b, adjacent()),
            Tile::TileOrthogonal if shape.directions.is_empty() => self.tiles(b, adjacent()),
            Tile::TileOrthogonal => self.tiles(b, steps(0, shape.sides)),
            Tile::TileDiagonal => self.tiles(b, steps(shape.sides, shape.directions.len())),
            Tile::TileDistance if shape.grows() => {
                let (c, to) = tile(a.at, &a.get(1))?;
                if b == c { Value::Number(growing::distance(shape, t, to).into()) } else { Value::Null }
            }
            Tile::TileDistance => {
                let path = self.path_between(a, (b, t), (None, 2))?;
                path.map_or(Value::Null, |p| Value::Number(p.0))
            }
            Tile::TilePath => {
                let test = a.has(2).then(|| a.get(2));
                let path = self.path_between(a, (b, t), (test, 3))?;
                self.tiles(b, path.map_or(Vec::new(), |p| p.1).into_iter())
            }
        })
    }

    /// The live edges of a class whose ends fit.
    fn edges(&self, class: ClassId, fits: impl Fn(Ends<'g>) -> bool) -> Vec<Value<'g>> {
        let ends = |edge: &Value<'g>| match edge {
            Value::Object(o) => match &self.world.objects[*o].attributes[..] {
                [from, to, _, one_way, ..] => {
                    fits((from.clone(), to.clone(), matches!(one_way, Value::Bool(true))))
                }
                _ => false,
            },
            _ => false,
        };
        self.world.all(class).into_iter().filter(ends).collect()
    }

    /// A shortest path to the tile that is the first argument, through tiles that pass the test if there is one, over
    /// edges that pass the one that is that argument.
    fn path_between(
        &mut self,
        a: &Args<'g>,
        (b, t): (BoardId, u32),
        (test, over): (Option<Value<'g>>, usize),
    ) -> Step<'g, Option<(f64, Vec<u32>)>> {
        let (c, to) = tile(a.at, &a.get(1))?;
        if let Some(test) = &test {
            self.ask_all(a.at, b, test)?;
        }
        let (shapes, over) = (Rc::clone(&self.world.shapes), self.ways(a, b, over)?);
        let shape = &shapes[b.index()];
        match b == c {
            true => self.path(a.at, (shape, over.as_ref()), (b, t), to, test.as_ref()),
            false => Ok(None),
        }
    }

    /// Where one comes from each tile of a board over the edges that pass the test which is that argument; None where
    /// there is none.
    fn ways(&mut self, a: &Args<'g>, b: BoardId, over: usize) -> Step<'g, Option<Steps>> {
        if !a.has(over) {
            return Ok(None);
        }
        let sides = Rc::clone(&self.world.sides);
        let Some(edges) = self.game.boards[b.index()].edges else {
            return Ok(Some(vec![Vec::new(); self.world.boards[b.index()].len()]));
        };
        let mut open = Vec::new();
        for object in self.world.spots[edges.index()].clone() {
            let holds = self.test(a.at, &a.get(over), &Value::Object(object))?;
            open.push(holds && self.world.objects[object].live);
        }
        let from = |adjacent: &Vec<(u32, f64, u32)>| {
            adjacent.iter().filter(|next| open[next.2 as usize]).map(|next| (next.0, next.1)).collect()
        };
        Ok(Some(sides[b.index()].adjacency.iter().map(from).collect()))
    }

    /// The live objects of a board of edges or corners, those of these numbers.
    fn spots(&mut self, board: Option<BoardId>, numbers: impl Iterator<Item = u32>) -> Value<'g> {
        let found = board.map_or(Vec::new(), |b| {
            let all = numbers.take_while(|n| (*n as usize) < self.world.spots[b.index()].len());
            all.map(|n| self.world.spot_at(b, n)).filter(|o| !o.is_null()).collect()
        });
        self.world.list(found)
    }

    /// What is built in for edges and corners, which are given as their places.
    pub(super) fn spot(&mut self, id: group::Spot, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let (b, t) = tile(a.at, &a.get(0))?;
        let Some(of) = self.game.boards[b.index()].of else { return fault(a.at, "no edge or corner") };
        let (sides, board) = (Rc::clone(&self.world.sides), &self.game.boards[of.index()]);
        let sides = &sides[of.index()];
        let spot = match self.game.boards[b.index()].shape {
            Shape::Edges(_) => Spot::Edge(t as usize),
            _ => Spot::Corner(t as usize),
        };
        Ok(match id {
            group::Spot::SpotTiles => self.tiles(of, sides.tiles_at(spot).into_iter()),
            group::Spot::SpotEdges => self.spots(board.edges, sides.edges_at(spot).into_iter()),
            group::Spot::SpotCorners => self.spots(board.corners, sides.corners_at(spot).into_iter()),
            group::Spot::SpotName
            | group::Spot::SpotPiece
            | group::Spot::SpotPieces
            | group::Spot::SpotIsEmpty => {
                return fault(a.at, "this is asked of the place");
            }
        })
    }

    /// Asks a function about every tile of a board, for the faults.
    fn ask_all(&mut self, at: NodeId, b: BoardId, test: &Value<'g>) -> Step<'g, ()> {
        for t in self.world.tiles(b) {
            self.test(at, test, &Value::Tile(b, t))?;
        }
        Ok(())
    }

    fn ray(&mut self, a: &Args<'g>, shape: &Geometry, (b, t): (BoardId, u32)) -> Step<'g, Vec<u32>> {
        let direction = direction(a.at, shape, &a.get(1))?;
        let occupied = self.world.occupied(b);
        let most = match shape.grows() {
            true => growing::ray(shape, t, direction, occupied.into_iter()),
            false => u32::MAX,
        };
        let ending = matches!(a.get(3), Value::Bool(true));
        let mut found = Vec::new();
        let mut next = shape.step(t, direction);
        while let Some(n) = next.filter(|n| *n != t && (found.len() as u32) < most) {
            if a.has(2) && !self.test(a.at, &a.get(2), &Value::Tile(b, n))? {
                found.extend(ending.then_some(n));
                break;
            }
            found.push(n);
            next = shape.step(n, direction);
        }
        Ok(found)
    }
}

/// The ends of an edge, and whether it leads only one way.
type Ends<'g> = (Value<'g>, Value<'g>, bool);

/// Where an edge leads from a tile, if it may be left by there.
fn leads<'g>((from, to, one_way): Ends<'g>, tile: &Value<'g>) -> Option<Value<'g>> {
    if from.same(tile) {
        return Some(to);
    }
    (to.same(tile) && !one_way).then_some(from)
}

/// The number of a direction by its name.
fn direction<'g>(at: NodeId, shape: &Geometry, name: &Value<'g>) -> Step<'g, usize> {
    let name = units(&text(at, name)?);
    match shape.direction(&name) {
        Some(direction) => Ok(direction),
        None => fault(at, format!("no way is called `{name}`")),
    }
}
