//! Which move a simulation tries at a node.

use super::arithmetic::{exploration, ln, width, width_of_family};
use super::tree::{Edge, Node, NodeId, WIDE};
use super::{Mean, Search, Source, World};
use crate::recipe::Grave;

impl<S: Source> Search<S> {
    /// The edge and, where something is hidden, the number in the list of a move that is legal in the world at hand.
    pub(super) fn select(&mut self, node: NodeId, count: usize) -> (u32, usize) {
        self.find_legal(node, count);
        if let Some(grave) = self.recipe.grave {
            return self.select_with_later(node, grave);
        }
        if !self.tree.node(node).families.is_empty() {
            return self.select_of_family(node);
        }
        let backup = if self.backs_up() { self.recipe.backup } else { 0.0 };
        // What evaluations give differs less from move to move than how matches end.
        let c = (1.0 - backup) * self.recipe.c;
        let Search { tree, scratch, source, .. } = self;
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
        let ln_visits = ln(node.visits);
        let mut best: Option<(f64, (u32, u32))> = None;
        for way in legal {
            let edge = &node.edges[way.0 as usize];
            if !node.may_try(edge, hides) {
                continue;
            }
            if edge.visits == 0 {
                return (way.0, way.1 as usize);
            }
            let ln_all = if hides { ln(edge.available) } else { ln_visits };
            let bonus = c * exploration(ln_all, edge.visits);
            let judged = if edge.judged.is_nan() { edge.mean() } else { f64::from(edge.judged) };
            let value = (1.0 - backup) * edge.mean() + backup * judged + bonus;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, *way));
            }
        }
        settled(node, legal, best)
    }

    /// By UCB between families, and then between the moves of the best one, few of which are looked at first. What an
    /// evaluation gives does not count here.
    fn select_of_family(&mut self, at: NodeId) -> (u32, usize) {
        let Search { tree, scratch, recipe, source, .. } = self;
        let hides = source.hides();
        let legal = &scratch.legal[..];
        for (edge, _) in legal {
            tree.node_mut(at).edges[*edge as usize].available += 1;
        }
        let node = tree.node(at);
        let edge = |way: &(u32, u32)| &node.edges[way.0 as usize];
        let open: Vec<(u32, u32)> =
            legal.iter().copied().filter(|way| node.may_try(edge(way), hides)).collect();
        let mut families: Vec<Family> = Vec::new();
        for way in &open {
            let name = node.family(way.0);
            let at = families.iter().position(|family| family.name == name).unwrap_or_else(|| {
                families.push(Family { name, visits: 0, available: 0, sum: 0.0 });
                families.len() - 1
            });
            let Family { visits, available, sum, .. } = &mut families[at];
            (*visits, *sum) = (*visits + edge(way).visits, *sum + edge(way).sum);
            *available = (*available).max(edge(way).available);
        }
        let visits = |available: u32| if hides { available } else { node.visits };
        let ucb = |sum: f64, own: u32, all: u32| match own {
            0 => f64::INFINITY,
            own => sum / f64::from(own) + recipe.c * exploration(ln(all), own),
        };
        let best = first_best(families, |f| ucb(f.sum, f.visits, visits(f.available)));
        let Some(best) = best else { return settled(node, legal, None) };
        let members = open.into_iter().filter(|way| node.family(way.0) == best.name);
        let few = members.take(width_of_family(best.visits)).collect::<Vec<_>>();
        let chosen = first_best(few, |way| {
            let all = best.visits.min(visits(edge(way).available));
            ucb(edge(way).sum, edge(way).visits, all)
        });
        settled(node, legal, chosen.map(|way| (0.0, way)))
    }

    /// By UCB, where a move that was tried seldom counts as what it was worth when it was made later: as the last node on
    /// the way knows it that has been visited often enough.
    fn select_with_later(&mut self, at: NodeId, grave: Grave) -> (u32, usize) {
        let Search { tree, scratch, recipe, source, .. } = self;
        if tree.node(at).visits >= grave.reference {
            scratch.reference = Some(at);
        }
        let hides = source.hides();
        let legal = &scratch.legal[..];
        for (edge, _) in legal {
            tree.node_mut(at).edges[*edge as usize].available += 1;
        }
        let node = tree.node(at);
        let later = scratch.reference.and_then(|reference| tree.node(reference).later.as_deref());
        let visited: f64 = node.edges.iter().map(|edge| edge.sum).sum();
        let usual = if node.visits == 0 { 0.5 } else { visited / f64::from(node.visits) } - UNTRIED;
        let mut best: Option<(f64, (u32, u32))> = None;
        for way in legal {
            let edge = &node.edges[way.0 as usize];
            if !node.may_try(edge, hides) {
                continue;
            }
            let later = later.and_then(|later| later.get(node.family(way.0))).unwrap_or_default();
            let visits = if hides { edge.available } else { node.visits };
            // Where nothing is hidden, what is known of a move says more than how often it was tried.
            let c = if hides || edge.visits + later.count == 0 { recipe.c } else { 0.0 };
            let bonus = if c == 0.0 { 0.0 } else { c * exploration(ln(visits), edge.visits + 1) };
            let value = with_later(edge, later, usual, grave.bias) + bonus;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, *way));
            }
        }
        settled(node, legal, best)
    }

    /// Finds the edges of the moves that are legal in the world at hand, in the order of the edges. Of moves that read alike
    /// any may be the one that is made.
    fn find_legal(&mut self, node: NodeId, count: usize) {
        let Search { tree, scratch, source, world, random, .. } = self;
        let legal = &mut scratch.legal;
        legal.clear();
        let known = tree.node(node).edges.len();
        if !source.hides() {
            // All that were legal when the node was made, since the position is the same.
            legal.extend((0..known as u32).map(|at| (at, 0)));
            return;
        }
        let families = if tree.node(node).families.is_empty() { Vec::new() } else { world.families() };
        let mut near: usize = 0;
        for i in 0..count {
            let key = world.key(i);
            let edges = tree.edges(node);
            // Those that read alike stand one after the other.
            let all = (near..known).chain(0..near).chain(known..edges.len());
            let found = all.into_iter().find(|at| edges[*at].key == key);
            let at = match found {
                Some(at) => at as u32,
                None => tree.add_edge(node, (key, families.get(i).copied().unwrap_or(key)), i as u32),
            };
            near = (at as usize).min(known);
            legal.push((at, i as u32));
        }
        legal.sort_unstable();
        let mut alike = 1;
        legal.dedup_by(|next, kept| {
            let is_alike = next.0 == kept.0;
            alike = if is_alike { alike + 1 } else { 1 };
            if is_alike && random.below(alike) == 0 {
                kept.1 = next.1;
            }
            is_alike
        });
    }
}

/// What is known of the moves of a node that count by one name.
struct Family {
    name: u64,
    visits: u32,
    available: u32,
    sum: f64,
}

/// The first of those for which that is most.
fn first_best<T>(all: Vec<T>, worth: impl Fn(&T) -> f64) -> Option<T> {
    let worths = all.iter().map(&worth).collect::<Vec<f64>>();
    let most = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    all.into_iter().zip(worths).find(|(_, worth)| *worth == most).map(|(one, _)| one)
}

/// By so much a move that was never tried counts less than the mean of its node.
const UNTRIED: f64 = 0.1;

/// The mean of a move, and what it was worth later, which counts less the more often it has been tried.
fn with_later(edge: &Edge, later: Mean, untried: f64, bias: f64) -> f64 {
    let (own, all) = (f64::from(edge.visits), f64::from(later.count));
    if own + all == 0.0 {
        return untried;
    }
    let weight = all / (all + own + bias * all * own);
    let mean = if all == 0.0 { 0.0 } else { f64::from(later.sum) / all };
    (1.0 - weight) * edge.mean() + weight * mean
}

/// The move that was found; where all of them are known, any of the best is as good.
fn settled(node: &Node, legal: &[(u32, u32)], best: Option<(f64, (u32, u32))>) -> (u32, usize) {
    let low = |way: &(u32, u32)| node.edges[way.0 as usize].low;
    let known = || legal.iter().copied().max_by(|a, b| low(a).total_cmp(&low(b)));
    let (edge, i) = best.map(|(_, way)| way).or_else(known).unwrap_or((0, 0));
    (edge, i as usize)
}
