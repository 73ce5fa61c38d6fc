//! What a simulation leaves in the tree: values for whoever chose, and bounds where something is certain.

use super::tree::{Edge, Node, WIDE};
use super::{Playouts, Search, Source, Step, World, reply_to};

/// A match of so many moves is as long as one can be, for telling early endings from late ones.
const LONG: f64 = 1_000.0;

/// A payoff with what comes of winning early and losing late; two values that make up 1 still do.
fn with_haste(payoff: f32, depth: u32) -> f64 {
    let left = 1.0 - f64::from(depth).min(LONG) / LONG;
    let payoff = f64::from(payoff);
    0.01 + 0.98 * payoff + 0.01 * (2.0 * payoff - 1.0) * left
}

impl<S: Source> Search<S> {
    /// `exact`: what the last move in the tree led to is the end of the match, or a node whose value is known and stands in
    /// the payoffs; `depth` is how long it took.
    pub(super) fn back_up(&mut self, exact: bool, depth: u32) {
        let is_known = exact && self.world.decider().is_some();
        if !is_known {
            self.world.settle();
            match self.world.decider() {
                None => self.world.payoff(&mut self.scratch.payoff),
                Some(_) if self.judges && !self.world.is_new_deal(&self.root_scores) => {
                    self.source.judge(&mut self.world, &mut self.scratch.payoff);
                }
                Some(_) => self.world.estimate(&self.root_scores, &mut self.scratch.payoff),
            }
        }
        let zero_sum = self.is_zero_sum();
        let backs_up = self.backs_up();
        let Search { tree, scratch, mast, totals, recipe, .. } = self;
        let payoff = &scratch.payoff;
        totals.iter_mut().zip(payoff).for_each(|(sum, payoff)| *sum += f64::from(*payoff));
        let mut count = |name: u64, mover: u32| {
            if let Some(mean) = mast.entry(name) {
                mean.count += 1;
                mean.sum += payoff[mover as usize];
            }
        };
        scratch.played.iter().for_each(|(key, mover)| count(*key, *mover));
        if matches!(recipe.playouts, Playouts::Mast { replies: Some(_), .. }) {
            for two in scratch.played.windows(2) {
                let (key, mover) = two[1];
                count(reply_to(two[0].0, key), mover);
            }
        }
        if let Some(grave) = recipe.grave {
            for step in scratch.trail.iter() {
                // Counting begins a little before somebody looks.
                if tree.node(step.node).visits >= grave.reference / 4 {
                    tree.count_later(step.node, &scratch.played[step.played as usize..], payoff);
                }
            }
        }
        // What is known of the last move: the bounds for each seat that may be asked for them.
        let mut below = exact.then_some(Below::End);
        let end = (backs_up && exact).then(|| [payoff[0], 1.0 - payoff[0]]);
        let mut judged: Option<Judged> = end;
        for (i, step) in scratch.trail.iter().enumerate().rev() {
            if i + 1 == scratch.judged_at {
                judged = Some([scratch.judged[0], 1.0 - scratch.judged[0]]);
            }
            let node = tree.node_mut(step.node);
            let seat = node.seat;
            node.visits += 1;
            let edge = &mut node.edges[step.edge as usize];
            edge.visits += 1;
            edge.sum += with_haste(payoff[seat as usize], depth);
            if let Some(below) = below.filter(|_| !step.chance) {
                below.bound(edge, payoff[seat as usize], seat, zero_sum);
            }
            judged = judged.and_then(|judged| pass_judged(judged, node, step));
            below = tighten(node);
        }
    }
}

/// What an evaluation gives to two seats of which one gets what the other does not.
type Judged = [f32; 2];

/// What follows from what lies below a move.
#[derive(Clone, Copy)]
enum Below {
    /// What is in the payoffs.
    End,
    Node {
        seat: u32,
        low: f32,
        high: f32,
    },
}

impl Below {
    fn bound(self, edge: &mut Edge, payoff: f32, seat: u32, zero_sum: bool) {
        let (low, high) = match self {
            Below::End => (payoff, payoff),
            Below::Node { seat: own, low, high } if own == seat => (low, high),
            Below::Node { low, high, .. } if zero_sum => (1.0 - high, 1.0 - low),
            Below::Node { .. } => return,
        };
        edge.low = edge.low.max(low);
        edge.high = edge.high.min(high);
    }
}

/// Notes at the move of a step what an evaluation gives for what it led to, and gives what that makes of the node, once
/// enough of its moves have been looked at.
fn pass_judged(judged: Judged, node: &mut Node, step: &Step) -> Option<Judged> {
    let seat = node.seat as usize & 1;
    let edge = &mut node.edges[step.edge as usize];
    if step.chance && !edge.judged.is_nan() {
        edge.judged += (judged[seat] - edge.judged) / edge.visits as f32;
    } else {
        edge.judged = judged[seat];
    }
    if (node.visits as usize) < node.edges.len().min(WIDE) {
        return None;
    }
    let best = node.edges.iter().map(|edge| edge.judged).fold(f32::NAN, f32::max);
    Some(if seat == 0 { [best, 1.0 - best] } else { [1.0 - best, best] })
}

/// Who decides takes the best: its bounds are the highest ones. Tells them where they say something.
fn tighten(node: &mut Node) -> Option<Below> {
    let most = |of: fn(&Edge) -> f32| node.edges.iter().map(of).fold(0.0, f32::max);
    let (low, high) = (most(|edge| edge.low), most(|edge| edge.high));
    (node.low, node.high) = (low, high);
    (low > 0.0 || high < 1.0).then_some(Below::Node { seat: node.seat, low, high })
}
