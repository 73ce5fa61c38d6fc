//! Which move a simulation tries at a node.

use super::arithmetic::{ln, width};
use super::tree::{NodeId, WIDE};
use super::{Search, Source, World};

impl<S: Source> Search<S> {
    /// The edge and, where something is hidden, the number in the list of a move that is legal in the world at hand.
    pub(super) fn select(&mut self, node: NodeId, count: usize) -> (u32, usize) {
        self.find_legal(node, count);
        let Search { tree, scratch, recipe, source, .. } = self;
        let node = tree.node_mut(node);
        let hides = source.hides();
        let mut legal = &scratch.legal[..];
        if legal.len() > WIDE {
            // The edges are sorted by prior, and so are these.
            legal = &legal[..width(node.visits).min(legal.len())];
        }
        for (edge, _) in legal {
            node.edges[*edge as usize].available += 1;
        }
        let mut best: Option<(f64, (u32, u32))> = None;
        for way in legal {
            let edge = &node.edges[way.0 as usize];
            if !hides && edge.is_solved() || edge.high < node.low {
                continue;
            }
            if edge.visits == 0 {
                return (way.0, way.1 as usize);
            }
            let visits = if hides { edge.available } else { node.visits };
            let bonus = recipe.c * (ln(visits) / f64::from(edge.visits)).sqrt();
            let value = edge.mean() + bonus;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, *way));
            }
        }
        // Where all of them are known, any of the best is as good.
        let known = || {
            legal
                .iter()
                .copied()
                .max_by(|a, b| node.edges[a.0 as usize].low.total_cmp(&node.edges[b.0 as usize].low))
        };
        let (edge, i) = best.map(|(_, way)| way).or_else(known).unwrap_or((0, 0));
        (edge, i as usize)
    }

    /// Finds the edges of the moves that are legal in the world at hand, in the order of the edges.
    fn find_legal(&mut self, node: NodeId, count: usize) {
        let Search { tree, scratch, source, world, .. } = self;
        let legal = &mut scratch.legal;
        legal.clear();
        let known = tree.node(node).edges.len();
        if !source.hides() {
            // All that were legal when the node was made, since the position is the same.
            legal.extend((0..known as u32).map(|at| (at, 0)));
            return;
        }
        let mut near = 0;
        for i in 0..count {
            let key = world.key(i);
            let edges = tree.edges(node);
            let all = (near..known).chain(0..near).chain(known..edges.len());
            let found = all.into_iter().find(|at| edges[*at].key == key);
            let at = match found {
                Some(at) => at as u32,
                None => tree.add_edge(node, key, i as u32),
            };
            near = (at as usize + 1).min(known);
            legal.push((at, i as u32));
        }
        legal.sort_unstable();
        legal.dedup_by_key(|way| way.0);
    }
}
