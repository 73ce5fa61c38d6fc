//! What comes of a search: the move, and what it thinks of all of them.

use super::{Search, Source, World};
use crate::search::tree::Edge;
use std::collections::BTreeMap;

/// What a search thinks of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    pub simulations: u64,
    /// The best first.
    pub moves: Vec<Valued>,
    /// What each seat may expect, from 0, lost, to 1, won.
    pub seats: Vec<f64>,
    /// What each seat got in all simulations, whichever move they tried: steadier than `seats` where there were few.
    pub means: Vec<f64>,
    /// What the seats may expect is certain for each of them.
    pub is_certain: bool,
}

impl Opinion {
    /// The same where it is certain of one move that it is the best, and what it is worth to the seat, one of two.
    pub(crate) fn with_proven(mut self, number: usize, value: f32, seat: u32) -> Opinion {
        let value = f64::from(value);
        if let Some(at) = self.moves.iter().position(|m| m.number == number) {
            let best = Valued { value, is_proven: true, ..self.moves.remove(at) };
            self.moves.insert(0, best);
        }
        let of = |p: usize| if p == seat as usize { value } else { 1.0 - value };
        Opinion { seats: (0..self.seats.len()).map(of).collect(), is_certain: true, ..self }
    }
}

/// What a search thinks of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Valued {
    /// The number among the moves of the decision.
    pub number: usize,
    pub visits: u32,
    /// What the seat may expect, from 0, lost, to 1, won.
    pub value: f64,
    /// The value is certain.
    pub is_proven: bool,
}

/// All moves, the best first: those that surely win, then by visits, those of their family before their own, and last those
/// that surely lose. What several searches of one decision have found counts together; there is at least one.
pub(super) fn opinion<S: Source>(searches: &[&Search<S>]) -> Opinion {
    let first = searches[0];
    let edges: Vec<Edge> = first.root_keys.iter().map(|key| together(searches, *key)).collect();
    let valued = |(number, edge): (usize, Edge)| {
        let is_proven = edge.is_solved();
        let value = if is_proven { f64::from(edge.low) } else { edge.mean() };
        (edge, Valued { number, visits: edge.visits, value, is_proven })
    };
    let mut all: Vec<_> = edges.into_iter().enumerate().map(valued).collect();
    let unproven = all.iter().map(|(edge, _)| edge).filter(|edge| !edge.is_solved());
    let favourite = unproven.max_by_key(|edge| edge.visits).map_or(0.0, Edge::mean);
    // Where the whole is known, what is not known of a move cannot make it better.
    let is_settled = searches.iter().any(|search| search.is_settled());
    let bar = if is_settled { 0.0 } else { favourite };
    let visits = visits_of_families(searches);
    let of_family = |edge: &Edge| visits.get(&edge.key).copied().unwrap_or(edge.visits);
    // What is certain is not tried again, so that its visits say nothing.
    let rank = |edge: &Edge| match edge.is_solved() {
        true if f64::from(edge.low) >= bar => (2, 0, 0),
        true => (0, 0, 0),
        false => (1, of_family(edge), edge.visits),
    };
    let sure = |edge: &Edge| if edge.is_solved() { edge.low } else { 0.0 };
    all.sort_by(|(a, _), (b, _)| {
        let by_rank = rank(b).cmp(&rank(a)).then(sure(b).total_cmp(&sure(a)));
        by_rank.then(b.mean().total_cmp(&a.mean()))
    });
    let moves: Vec<Valued> = all.into_iter().map(|(_, valued)| valued).collect();
    let best = moves.first().filter(|best| best.visits > 0 || best.is_proven);
    let simulations = searches.iter().map(|search| search.simulations).sum();
    let means = means(searches, simulations);
    let seats = expectations(first, means.clone(), best);
    let is_certain = best.is_some_and(|best| best.is_proven) && first.tells_all_seats(seats.len());
    Opinion { simulations, moves, seats, means, is_certain }
}

/// How often the moves of the root were tried together that count by one name, for each of them; empty where all stand for
/// themselves.
fn visits_of_families<S: Source>(searches: &[&Search<S>]) -> BTreeMap<u64, u32> {
    let mut visits: BTreeMap<u64, u32> = BTreeMap::new();
    let mut families: BTreeMap<u64, u64> = BTreeMap::new();
    let roots = searches.iter().filter_map(|search| search.root().map(|root| search.tree.node(root)));
    for root in roots.filter(|root| !root.families.is_empty()) {
        for (edge, family) in root.edges.iter().zip(&root.families) {
            *visits.entry(*family).or_default() += edge.visits;
            families.insert(edge.key, *family);
        }
    }
    families.into_iter().map(|(key, family)| (key, visits[&family])).collect()
}

/// What all searches have found out about a move of the root.
fn together<S: Source>(searches: &[&Search<S>], key: u64) -> Edge {
    let mut all = Edge::new(key, 0);
    for search in searches {
        let edges = search.root().map_or(&[][..], |root| search.tree.edges(root));
        if let Some(edge) = edges.iter().find(|edge| edge.key == key) {
            (all.sum, all.visits) = (all.sum + edge.sum, all.visits + edge.visits);
            (all.low, all.high) = (all.low.max(edge.low), all.high.min(edge.high));
        }
    }
    all
}

fn means<S: Source>(searches: &[&Search<S>], simulations: u64) -> Vec<f64> {
    let total = |p: usize| searches.iter().map(|search| search.totals[p]).sum::<f64>();
    let mean = |p: usize| if simulations > 0 { total(p) / simulations as f64 } else { 0.5 };
    (0..searches[0].totals.len()).map(mean).collect()
}

/// Two seats get what the best move gives; of more only means over all simulations are known.
fn expectations<S: Source>(first: &Search<S>, mut seats: Vec<f64>, best: Option<&Valued>) -> Vec<f64> {
    let own = first.root_seat as usize;
    if let Some(best) = best.filter(|_| own < seats.len()) {
        if first.world.are_together() {
            seats.fill(best.value);
        } else if seats.len() == 2 {
            seats.fill(1.0 - best.value);
        }
        seats[own] = best.value;
    }
    seats
}

impl<S: Source> Search<S> {
    /// Whether no move of a smaller number reads like that one.
    pub(super) fn is_first_of_its_name(&self, number: usize) -> bool {
        self.root_keys.iter().position(|key| *key == self.root_keys[number]) == Some(number)
    }

    /// The numbers of the moves that read like that one, which is among them.
    pub(super) fn alike(&self, number: usize) -> Vec<usize> {
        (0..self.root_keys.len()).filter(|at| self.root_keys[*at] == self.root_keys[number]).collect()
    }

    /// What it thinks by itself.
    #[cfg(test)]
    pub(crate) fn opinion(&self) -> Opinion {
        opinion(&[self])
    }

    /// Whether what one seat gets says what each of so many gets.
    fn tells_all_seats(&self, seats: usize) -> bool {
        seats <= 2 || self.world.are_together()
    }

    /// Whether others decide at the same time, unseen: then the same move again and again would be found out.
    pub(crate) fn is_sealed(&mut self) -> bool {
        self.source.draw(0, &mut self.aside);
        self.aside.is_sealed()
    }

    /// Whether the next seat could end the match after a move so that this one has lost. It looks only where nothing is
    /// hidden, since elsewhere nobody could be sure, at no more than so many replies, and as long as looking after all
    /// moves together has not taken so much fuel.
    pub(crate) fn loses_at_once(&mut self, number: usize) -> bool {
        const MAX_REPLIES: usize = 300;
        const MAX_WORK: u64 = 40_000_000;
        if self.source.hides() {
            return false;
        }
        let (key, own) = (self.root_keys[number], self.root_seat);
        let mut payoff = vec![0.0; self.aside.seats()];
        let mut reply = 0;
        while self.reply_work < MAX_WORK {
            self.source.draw(1, &mut self.aside);
            let before = self.aside.work();
            let count = self.aside.list();
            let Some(i) = (0..count).find(|i| self.aside.key(*i) == key) else { return false };
            self.aside.play_listed(i);
            if self.aside.decider().is_none_or(|next| next == own) || self.aside.had_chance() {
                return false;
            }
            if reply >= self.aside.list().min(MAX_REPLIES) {
                return false;
            }
            self.aside.play_listed(reply);
            self.reply_work += self.aside.work().saturating_sub(before);
            if self.aside.decider().is_none() && !self.aside.had_chance() {
                self.aside.payoff(&mut payoff);
                if payoff[own as usize] <= 0.0 {
                    return true;
                }
            }
            reply += 1;
        }
        false
    }
}
