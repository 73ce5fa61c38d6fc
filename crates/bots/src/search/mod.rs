//! Monte Carlo tree search over information sets: one search for every game. Each simulation draws a world, goes down the
//! tree by UCB, adds a node, plays out, and gives every node on the way what its own seat got (max^n). It knows no game
//! and no clock: whoever calls it says for how long.
//!
//! Kocsis and Szepesvári 2006 (UCT); Cowling, Powley, Whitehouse 2012 (one tree a seat over information sets);
//! Winands, Björnsson, Saito 2008 and Cazenave, Saffidine 2010 (solver, score bounds); Finnsson and Björnsson 2008 (MAST);
//! Tak, Winands, Björnsson 2012 (replies).

mod arithmetic;
mod backup;
mod choice;
mod hashed;
mod others;
mod playout;
mod select;
mod team;
#[cfg(test)]
mod tests;
mod tree;
mod world;

pub use choice::{Opinion, Valued};

pub(crate) use arithmetic::{exp_negative, logistic};
pub(crate) use team::Team;
pub(crate) use world::{Drawn, Source, World};

use crate::recipe::{Playouts, Recipe};
use base::Random;
use hashed::Hashed;
use others::Others;
use std::collections::BTreeSet;
use tree::{Edge, NodeId, Tree};
use world::{Paths, mix};

/// The most bytes that a tree may take; when it is full no nodes are added.
pub(crate) const MAX_MEMORY: usize = 256 << 20;

/// The fewest moves after which a playout is broken off.
const LEAST_CAP: u32 = 200;

/// Forced moves and moves in the tree of one simulation are no more than this.
const MAX_DEPTH: u32 = 2_000;

/// A search from one decision of one seat.
#[derive(Debug)]
pub(crate) struct Search<S: Source> {
    source: S,
    recipe: &'static Recipe,
    /// Whether the recipe looks at what positions are worth, and somebody knows it.
    judges: bool,
    random: Random,
    tree: Tree,
    /// What moves were worth on average, and where the recipe says so what replies were.
    mast: Hashed<Mean>,
    world: S::World,
    /// A match that is looked at beside the simulations.
    aside: S::World,
    /// The names of the moves of the decision, in their order.
    root_keys: Vec<u64>,
    root_seat: u32,
    root_scores: Vec<f64>,
    paths: Paths,
    others: Others,
    pub(super) simulations: u64,
    /// What the world had worked already when the search began.
    work_before: u64,
    /// What each seat got in all simulations together.
    totals: Vec<f64>,
    /// Of all playouts that came to an end.
    lengths: (u64, u64),
    broken_off: u64,
    /// The fuel that looking at replies took.
    reply_work: u64,
    scratch: Scratch,
}

/// A sum of values and how many they are.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Mean {
    pub(super) count: u32,
    pub(super) sum: f32,
}

/// The name of a move as a reply to the one before it.
fn reply_to(before: u64, key: u64) -> u64 {
    mix(before.rotate_left(32), key)
}

/// One step of a simulation through a node of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    node: NodeId,
    edge: u32,
    /// Chance came into it before the next node, or the end.
    chance: bool,
    /// So many moves with a name came before it.
    played: u32,
}

/// Memory of one simulation, kept for the next.
#[derive(Default, Debug)]
struct Scratch {
    trail: Vec<Step>,
    /// The names of all moves that were chosen by name, with who made them.
    played: Vec<(u64, u32)>,
    payoff: Vec<f32>,
    /// What the position is worth for which a node was added, by an evaluation.
    judged: Vec<f32>,
    /// So many steps led there; 0 where nothing was judged.
    judged_at: usize,
    /// The last node on the way that has been visited often enough for GRAVE.
    reference: Option<NodeId>,
    /// Of the moves that are legal: the edge and the number in the list.
    legal: Vec<(u32, u32)>,
    /// Names and numbers of moves.
    keys: Vec<(u64, u32)>,
}

impl<S: Source> Search<S> {
    /// `keys` names the moves of the decision, which is one of `seat`.
    pub(crate) fn new(
        mut source: S,
        seat: u32,
        keys: Vec<u64>,
        recipe: &'static Recipe,
        seed: u64,
    ) -> Search<S> {
        let world = source.first();
        let aside = source.first();
        let seats = world.seats();
        Search {
            paths: Paths::new(seats, source.hides()),
            tree: Tree::new(MAX_MEMORY),
            mast: Hashed::new(1 << 18),
            others: Others::new(),
            random: Random::new(seed),
            scratch: Scratch { payoff: vec![0.0; seats], judged: vec![0.5; seats], ..Scratch::default() },
            root_keys: keys,
            root_seat: seat,
            root_scores: world.scores(),
            simulations: 0,
            work_before: world.work(),
            totals: vec![0.0; seats],
            lengths: (0, 0),
            broken_off: 0,
            reply_work: 0,
            judges: recipe.needs_evaluation() && source.can_judge(),
            source,
            recipe,
            world,
            aside,
        }
    }

    /// No more nodes are added where the tree takes so many bytes.
    pub(crate) fn limit_memory(&mut self, bytes: usize) {
        self.tree.limit(bytes.min(MAX_MEMORY));
    }

    /// One more simulation.
    pub(crate) fn simulate(&mut self) {
        self.simulations += 1;
        let seed = self.random.word();
        self.source.draw(seed, &mut self.world);
        self.paths.restart();
        self.scratch.trail.clear();
        self.scratch.played.clear();
        self.scratch.reference = None;
        self.scratch.judged_at = 0;
        let mut depth = 0;
        let known = self.descend(&mut depth);
        if !known {
            let is_leaf_over = self.world.decider().is_none();
            let is_done = is_leaf_over || self.world.is_new_deal(&self.root_scores);
            let made = if is_done { 0 } else { self.play_out() };
            depth += made;
            let exact = is_leaf_over && !self.source.hides();
            self.back_up(exact, depth);
        } else {
            self.back_up(true, depth);
        }
    }

    /// The work of the rules in all simulations together.
    pub(crate) fn work(&self) -> u64 {
        self.world.work().saturating_sub(self.work_before)
    }

    /// Whether what positions are worth counts beside what simulations give.
    fn backs_up(&self) -> bool {
        self.judges && self.recipe.backup > 0.0 && self.is_zero_sum()
    }

    /// Looks at a position for which a node is added.
    fn judge_new(&mut self) {
        if self.backs_up() {
            let Search { source, world, scratch, .. } = self;
            source.judge(world, &mut scratch.judged);
            scratch.judged_at = scratch.trail.len();
        }
    }

    /// Goes down to a node that is added, to the end, or to a node whose value is known, which is told by true and stands
    /// in the payoffs then.
    fn descend(&mut self, depth: &mut u32) -> bool {
        while let Some(seat) = self.world.decider() {
            if *depth >= MAX_DEPTH || *depth > 0 && self.world.is_new_deal(&self.root_scores) {
                return false;
            }
            *depth += 1;
            // Where nothing is hidden, a node stands for one position, whose moves need no second trial.
            let known = if self.source.hides() { None } else { self.tree.find(self.paths.here()) };
            let count = if known.is_some() { usize::MAX } else { self.world.list() };
            if count == 0 {
                return false;
            }
            if count == 1 && !self.scratch.trail.is_empty() {
                let key = self.world.key(0);
                self.advance(0, key);
                continue;
            }
            if self.recipe.is_flat && !self.scratch.trail.is_empty() {
                return false;
            }
            let name = match known {
                Some(node) => self.tree.node(node).name,
                None => self.name(seat, count),
            };
            let Some(node) = known.or_else(|| self.tree.find(name)) else {
                self.judge_new();
                if let Some(node) = self.add(name, seat, count) {
                    self.meet(node);
                    self.paths.reach(name);
                    let (edge, i) = self.select(node, count);
                    let _ = self.take(node, edge, i);
                }
                return false;
            };
            if known.is_none() {
                self.meet(node);
            }
            self.paths.reach(name);
            if let Some(value) =
                self.tree.solved(node).filter(|_| self.is_zero_sum() && !self.scratch.trail.is_empty())
            {
                self.scratch.payoff.fill(1.0 - value);
                self.scratch.payoff[seat as usize] = value;
                return true;
            }
            let (edge, i) = self.select(node, count);
            if !self.take(node, edge, i) {
                return false;
            }
        }
        false
    }

    /// The name of the decision at hand. What others hold differs from world to world, so that hardly any decision of theirs
    /// is met twice as they see it, and the tree would end there: they share a node by what everybody sees, until one was
    /// met so often that it has one of its own.
    fn name(&mut self, seat: u32, count: usize) -> u64 {
        if !self.source.hides() || seat == self.root_seat {
            return self.paths.name(&mut self.world, seat, count);
        }
        let shared = self.paths.shared_name(&mut self.world, seat);
        if !self.others.are_worth_counting() {
            return shared;
        }
        let own = self.paths.name(&mut self.world, seat, count);
        if self.tree.find(own).is_some() {
            self.others.meet_known();
            return own;
        }
        let visits = self.tree.find(shared).map_or(0, |node| self.tree.node(node).visits);
        if self.others.meet(own, visits) { own } else { shared }
    }

    /// Where nothing is hidden, the way at hand is known from now on to lead to a node.
    fn meet(&mut self, node: NodeId) {
        if !self.source.hides() {
            self.tree.name_also(node, self.paths.here());
        }
    }

    /// Makes the move of an edge: where something is hidden the listed one of that number, otherwise that which was legal
    /// when the node was made. False where it is not legal now, since the position is another one than that.
    fn take(&mut self, node: NodeId, edge: u32, i: usize) -> bool {
        let played = self.scratch.played.len() as u32;
        self.scratch.trail.push(Step { node, edge, chance: false, played });
        let name = self.tree.node(node).family(edge);
        if self.source.hides() {
            self.advance(i, name);
            return true;
        }
        let Edge { key, number, .. } = self.tree.edges(node)[edge as usize];
        let mover = self.world.decider();
        if !self.paths.advance_known(&mut self.world, key, number) {
            self.scratch.trail.pop();
            return false;
        }
        self.scratch.played.extend(mover.map(|mover| (name, mover)));
        self.note_chance();
        true
    }

    /// Makes a listed move in the tree, which counts by that name.
    fn advance(&mut self, i: usize, name: u64) {
        if let Some(mover) = self.world.decider() {
            self.scratch.played.push((name, mover));
        }
        self.paths.advance(&mut self.world, i);
        self.note_chance();
    }

    fn note_chance(&mut self) {
        if self.world.had_chance()
            && let Some(step) = self.scratch.trail.last_mut()
        {
            step.chance = true;
        }
    }

    fn add(&mut self, name: u64, seat: u32, count: usize) -> Option<NodeId> {
        let mut keys = std::mem::take(&mut self.scratch.keys);
        keys.clear();
        keys.extend((0..count).map(|i| (self.world.key(i), self.world.number(i))));
        let mut families = self.world.families();
        if self.source.hides() {
            // Moves that read alike are one.
            let mut seen = BTreeSet::new();
            let is_first: Vec<bool> = keys.iter().map(|(key, _)| seen.insert(*key)).collect();
            let mut of = is_first.iter();
            keys.retain(|_| of.next().is_some_and(|first| *first));
            let mut of = is_first.iter();
            families.retain(|_| of.next().is_some_and(|first| *first));
        }
        let mast = &self.mast;
        let prior =
            |key: u64| mast.get(key).filter(|mean| mean.count > 0).map(|mean| mean.sum / mean.count as f32);
        let added = self.tree.add(name, seat, (&keys, &families), prior, &mut self.random);
        self.scratch.keys = keys;
        added
    }

    /// Two seats of which one gets what the other does not.
    fn is_zero_sum(&self) -> bool {
        !self.source.hides() && self.world.seats() == 2 && !self.world.are_together()
    }

    /// Whether nothing more is to be found out.
    pub(crate) fn is_settled(&self) -> bool {
        self.root().is_some_and(|root| self.tree.solved(root).is_some())
    }

    /// Whether moves of the decision count by names that they share.
    pub(crate) fn has_families(&self) -> bool {
        self.root().is_some_and(|root| !self.tree.node(root).families.is_empty())
    }

    /// Whether the move with the most visits keeps them whatever comes in so many simulations more.
    pub(crate) fn is_decided_within(&self, left: u64) -> bool {
        let Some(root) = self.root() else { return false };
        let mut visits: Vec<u32> = self.tree.edges(root).iter().map(|edge| edge.visits).collect();
        visits.sort_unstable_by(|a, b| b.cmp(a));
        let second = visits.get(1).copied().unwrap_or(0);
        visits.first().is_some_and(|first| u64::from(first - second) > left)
    }

    fn root(&self) -> Option<NodeId> {
        self.tree.first()
    }

    /// The bytes that the tree takes.
    #[cfg(test)]
    pub(crate) fn memory(&self) -> usize {
        self.tree.memory()
    }
}
