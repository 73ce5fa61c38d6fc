//! How much a strategy gives away to whoever knows it: the best response of each seat, over all deals that were met.

use super::deals::{Deals, Node};
use bots::Strategy;

/// How good a strategy is against whoever knows it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// What the first seat gets where both play it.
    pub value: f64,
    /// What each seat gets by its best response to it.
    pub best: [f64; 2],
    /// What a best response gets on average, in both seats.
    pub exploitability: f64,
}

/// How often each deal comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Often {
    /// As often as it was met.
    AsMet,
    /// All equally often.
    Evenly,
}

struct Against<'d> {
    deals: &'d Deals,
    /// How likely each move is, of all information sets.
    likely: Vec<f64>,
    /// Who plays the best response; nobody where both play the strategy.
    seat: Option<u32>,
    /// The decisions of each information set of that seat, with how likely chance and the other one lead there.
    reached: Vec<Vec<(u32, f64)>>,
    /// The number of the best move of each information set, once it is known.
    best: Vec<Option<usize>>,
}

pub(super) fn measure(deals: &Deals, strategy: &Strategy, often: Often) -> Measured {
    let weight = |met: u64| if often == Often::Evenly { 1.0 } else { met as f64 };
    let all: f64 = deals.all.iter().map(|deal| weight(deal.met)).sum();
    let worth = |seat: Option<u32>| {
        let mut against = Against::new(deals, strategy, seat);
        for deal in &deals.all {
            against.reach(deal.root, weight(deal.met) / all);
        }
        deals.all.iter().map(|deal| weight(deal.met) / all * against.value(deal.root)).sum::<f64>()
    };
    let best = [worth(Some(0)), -worth(Some(1))];
    Measured { value: worth(None), best, exploitability: (best[0] + best[1]) / 2.0 }
}

impl Against<'_> {
    fn new<'d>(deals: &'d Deals, strategy: &Strategy, seat: Option<u32>) -> Against<'d> {
        let even = |n: usize| vec![1.0 / n as f64; n];
        let of = |set: &super::deals::Set| {
            strategy.likely(set.name, &set.moves).unwrap_or_else(|| even(set.moves.len()))
        };
        Against {
            deals,
            likely: deals.sets.iter().flat_map(of).collect(),
            seat,
            reached: vec![Vec::new(); deals.sets.len()],
            best: vec![None; deals.sets.len()],
        }
    }

    /// Notes how likely decisions come about where the seat does all to get there.
    fn reach(&mut self, node: u32, likely: f64) {
        let Node::Choice { set, edges } = self.deals.nodes[node as usize] else { return };
        let of = &self.deals.sets[set as usize];
        let (first, n, is_own) = (of.first, of.moves.len(), Some(of.seat) == self.seat);
        if is_own {
            self.reached[set as usize].push((node, likely));
        }
        for at in 0..n {
            let more = if is_own { 1.0 } else { self.likely[first + at] };
            self.reach(self.deals.edges[edges as usize + at], likely * more);
        }
    }

    /// What the first seat gets from there on.
    fn value(&mut self, node: u32) -> f64 {
        let deals = self.deals;
        let (set, edges) = match deals.nodes[node as usize] {
            Node::End(end) => return deals.worth(end),
            Node::Choice { set, edges } => (set, edges as usize),
        };
        let of = &deals.sets[set as usize];
        if Some(of.seat) == self.seat {
            let best = self.best_of(set);
            return self.value(deals.edges[edges + best]);
        }
        let n = of.moves.len();
        (0..n).map(|at| self.likely[of.first + at] * self.value(deals.edges[edges + at])).sum()
    }

    /// The best move of an information set, against all that may be the case there.
    fn best_of(&mut self, set: u32) -> usize {
        if let Some(best) = self.best[set as usize] {
            return best;
        }
        let deals = self.deals;
        let reached = std::mem::take(&mut self.reached[set as usize]);
        let sign = if self.seat == Some(0) { 1.0 } else { -1.0 };
        let mut best = (0, f64::NEG_INFINITY);
        for at in 0..deals.sets[set as usize].moves.len() {
            let mut sum = 0.0;
            for (node, likely) in &reached {
                let Node::Choice { edges, .. } = deals.nodes[*node as usize] else { continue };
                sum += likely * sign * self.value(deals.edges[edges as usize + at]);
            }
            if sum > best.1 {
                best = (at, sum);
            }
        }
        self.best[set as usize] = Some(best.0);
        best.0
    }
}
