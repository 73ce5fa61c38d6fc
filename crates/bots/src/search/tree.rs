//! The nodes of a search, found by name, in bounded memory. It knows neither moves nor worlds.

use super::Mean;
use super::hashed::Hashed;
use base::Random;
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

/// A decision of one seat as that seat can tell it from others.
#[derive(Debug)]
pub(super) struct Node {
    /// The one that it was added by.
    pub(super) name: u64,
    pub(super) seat: u32,
    pub(super) visits: u32,
    /// Bounds of what the seat gets.
    pub(super) low: f32,
    pub(super) high: f32,
    pub(super) edges: Vec<Edge>,
    /// For each edge the name that it counts by among the others, which many may share; empty where all stand for
    /// themselves.
    pub(super) families: Vec<u64>,
    /// What moves were worth that were made here or later, by name.
    pub(super) later: Option<Box<Hashed<Mean>>>,
}

/// A move of the seat of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) key: u64,
    /// What the seat got, in all visits together.
    pub(super) sum: f64,
    pub(super) visits: u32,
    /// In how many visits of the node the move was legal.
    pub(super) available: u32,
    /// Bounds of what the seat gets.
    pub(super) low: f32,
    pub(super) high: f32,
    /// Its number among the candidates when the node was made.
    pub(super) number: u32,
    /// What an evaluation gives for the seat, looked at as minimax does; not a number while nothing is known.
    pub(super) judged: f32,
}

impl Edge {
    pub(super) fn new(key: u64, number: u32) -> Edge {
        Edge { key, sum: 0.0, visits: 0, available: 0, low: 0.0, high: 1.0, number, judged: f32::NAN }
    }

    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.sum / f64::from(self.visits) }
    }

    pub(super) fn is_solved(&self) -> bool {
        self.low >= self.high
    }
}

impl Node {
    /// Whether more may be found out by trying an edge.
    pub(super) fn may_try(&self, edge: &Edge, hides: bool) -> bool {
        (hides || !edge.is_solved()) && edge.high >= self.low
    }

    /// The name that an edge counts by.
    pub(super) fn family(&self, edge: u32) -> u64 {
        let edge = edge as usize;
        self.families.get(edge).copied().unwrap_or(self.edges[edge].key)
    }
}

#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    names: Hashed<u32>,
    edges: usize,
    /// The bytes that the counts of later moves take.
    later: usize,
    most: usize,
}

impl Tree {
    pub(super) fn new(most: usize) -> Tree {
        Tree { nodes: Vec::new(), names: Hashed::new(usize::MAX), edges: 0, later: 0, most }
    }

    pub(super) fn limit(&mut self, most: usize) {
        self.most = most;
    }

    pub(super) fn find(&self, name: u64) -> Option<NodeId> {
        self.names.get(name).map(NodeId)
    }

    pub(super) fn first(&self) -> Option<NodeId> {
        (!self.nodes.is_empty()).then_some(NodeId(0))
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    pub(super) fn edges(&self, id: NodeId) -> &[Edge] {
        &self.node(id).edges
    }

    /// What the seat of a node gets, where that is known.
    pub(super) fn solved(&self, id: NodeId) -> Option<f32> {
        let node = self.node(id);
        (node.low >= node.high).then_some(node.low)
    }

    /// A new node with an edge for each name of a move, which counts by the name that `families` gives at the same place,
    /// or by its own; the first to be tried are those with the best prior, in random order where there is none. None where
    /// there is no room.
    pub(super) fn add(
        &mut self,
        name: u64,
        seat: u32,
        (keys, families): (&[(u64, u32)], &[u64]),
        prior: impl Fn(u64) -> Option<f32>,
        random: &mut Random,
    ) -> Option<NodeId> {
        if !self.nodes.is_empty() && self.memory_with(keys.len()) > self.most {
            return None;
        }
        let mut edges: Vec<Edge> = keys.iter().map(|(key, number)| Edge::new(*key, *number)).collect();
        for i in (1..edges.len()).rev() {
            edges.swap(i, random.below(i as u64 + 1) as usize);
        }
        if edges.len() > WIDE {
            edges.sort_by(|a, b| prior(b.key).unwrap_or(0.5).total_cmp(&prior(a.key).unwrap_or(0.5)));
        }
        let of: BTreeMap<u64, u64> = keys.iter().map(|(key, _)| *key).zip(families.iter().copied()).collect();
        let families = edges.iter().filter_map(|edge| of.get(&edge.key).copied()).collect();
        let id = self.nodes.len() as u32;
        *self.names.entry(name)? = id;
        self.edges += edges.len();
        self.nodes.push(Node { name, seat, visits: 0, low: 0.0, high: 1.0, edges, families, later: None });
        Some(NodeId(id))
    }

    /// Another name for a node, which no node has yet, as long as there is room for names.
    pub(super) fn name_also(&mut self, id: NodeId, name: u64) {
        if self.memory_with(0) < self.most
            && let Some(named) = self.names.entry(name)
        {
            *named = id.0;
        }
    }

    /// The edge of a move that was not there when the node was made.
    pub(super) fn add_edge(&mut self, id: NodeId, (key, family): (u64, u64), number: u32) -> u32 {
        self.edges += 1;
        let Node { edges, families, .. } = &mut self.nodes[id.0 as usize];
        edges.push(Edge::new(key, number));
        if !families.is_empty() {
            families.push(family);
        }
        edges.len() as u32 - 1
    }

    /// Counts moves that were made in a simulation from a node on, each with who made it.
    pub(super) fn count_later(&mut self, id: NodeId, played: &[(u64, u32)], payoff: &[f32]) {
        let has_room = self.memory_with(0) < self.most;
        let Node { later, .. } = &mut self.nodes[id.0 as usize];
        if later.is_none() && !has_room {
            return;
        }
        let before = later.as_ref().map_or(0, |table| table.memory());
        let table = later.get_or_insert_with(|| Box::new(Hashed::new(MAX_LATER)));
        if !has_room {
            table.close();
        }
        for (key, mover) in played {
            if let Some(mean) = table.entry(*key) {
                mean.count += 1;
                mean.sum += payoff[*mover as usize];
            }
        }
        self.later += table.memory() - before;
    }

    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    #[cfg(test)]
    pub(super) fn memory(&self) -> usize {
        self.memory_with(0)
    }

    fn memory_with(&self, edges: usize) -> usize {
        // Vectors have room for more than they hold, and the table doubles.
        2 * self.nodes.len() * size_of::<Node>()
            + (self.edges + edges) * size_of::<Edge>()
            + 2 * self.names.memory()
            + self.later
    }
}

/// Above so many moves a node looks at few first.
pub(super) const WIDE: usize = 64;

/// Of so many moves it is counted at a node what they were worth later.
const MAX_LATER: usize = 2048;
