//! Lines, regions and shortest paths over a board.

use super::Run;
use crate::value::{Step, Value};
use base::NodeId;
use compiler::typed::BoardId;
use language::shape::Geometry;

/// For each tile those one comes to over edges, with the weight of the step.
pub(super) type Steps = Vec<Vec<(u32, f64)>>;

impl<'g> Run<'g> {
    /// Whether some axis has a run of that length through the tile.
    pub(super) fn line(
        &mut self,
        at: NodeId,
        shape: &Geometry,
        (b, t): (BoardId, u32),
        length: f64,
        test: &Value<'g>,
    ) -> Step<'g, bool> {
        if !self.test(at, test, &Value::Tile(b, t))? {
            return Ok(false);
        }
        for (forth, back) in &shape.axes {
            let mut run = vec![t];
            for direction in [*forth, *back] {
                let mut next = shape.step(t, direction);
                while let Some(n) = next.filter(|n| (run.len() as f64) < length && !run.contains(n)) {
                    if !self.test(at, test, &Value::Tile(b, n))? {
                        break;
                    }
                    run.push(n);
                    next = shape.step(n, direction);
                }
            }
            if run.len() as f64 >= length {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Breadth first.
    pub(super) fn region(
        &mut self,
        at: NodeId,
        (shape, over): (&Geometry, Option<&Steps>),
        (b, t): (BoardId, u32),
        test: &Value<'g>,
    ) -> Step<'g, Vec<u32>> {
        let known = self.world.tiles(b);
        if !known.contains(&t) {
            return Ok(Vec::new());
        }
        let mut seen = vec![t];
        let mut region = Vec::new();
        let mut next = 0;
        while let Some(tile) = seen.get(next).copied() {
            next += 1;
            if !self.test(at, test, &Value::Tile(b, tile))? {
                continue;
            }
            region.push(tile);
            let around: Vec<u32> = if let Some(ways) = over {
                ways[tile as usize].iter().map(|n| n.0).collect()
            } else if shape.directions.is_empty() {
                shape.around(tile).iter().map(|n| n.0).collect()
            } else {
                (0..shape.sides).filter_map(|direction| shape.step(tile, direction)).collect()
            };
            for n in around {
                if !seen.contains(&n) && known.contains(&n) {
                    seen.push(n);
                }
            }
        }
        Ok(region)
    }

    /// The length and the tiles of a shortest path, both ends included. The test is not made of the first tile.
    /// Of tiles equally near the one found first goes on, and keeps its path.
    pub(super) fn path(
        &mut self,
        at: NodeId,
        (shape, over): (&Geometry, Option<&Steps>),
        (b, from): (BoardId, u32),
        to: u32,
        test: Option<&Value<'g>>,
    ) -> Step<'g, Option<(f64, Vec<u32>)>> {
        /// A tile that was reached: how far it is, from which it was reached, whether it is done.
        struct Reached {
            tile: u32,
            far: f64,
            before: Option<usize>,
            done: bool,
        }
        let known = self.world.tiles(b);
        if !known.contains(&from) {
            return Ok(None);
        }
        let mut reached = vec![Reached { tile: from, far: 0.0, before: None, done: false }];
        loop {
            let mut nearest: Option<usize> = None;
            for (i, r) in reached.iter().enumerate().filter(|(_, r)| !r.done) {
                if nearest.is_none_or(|n| r.far < reached[n].far) {
                    nearest = Some(i);
                }
            }
            let Some(i) = nearest else { return Ok(None) };
            reached[i].done = true;
            if reached[i].tile == to {
                let mut path = Vec::new();
                let mut next = Some(i);
                while let Some(j) = next {
                    path.insert(0, reached[j].tile);
                    next = reached[j].before;
                }
                return Ok(Some((reached[i].far, path)));
            }
            let around = match over {
                Some(ways) => ways[reached[i].tile as usize].clone(),
                None => shape.around(reached[i].tile).to_vec(),
            };
            for (n, weight) in around.iter().filter(|n| known.contains(&n.0)) {
                let far = reached[i].far + weight;
                match reached.iter().position(|r| r.tile == *n) {
                    Some(j) if !reached[j].done && far < reached[j].far => {
                        reached[j].far = far;
                        reached[j].before = Some(i);
                    }
                    Some(_) => {}
                    None => {
                        let open = match test {
                            Some(test) => self.test(at, test, &Value::Tile(b, *n))?,
                            None => true,
                        };
                        if open {
                            reached.push(Reached { tile: *n, far, before: Some(i), done: false });
                        }
                    }
                }
            }
        }
    }
}
