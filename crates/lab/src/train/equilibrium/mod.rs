//! Finds an equilibrium of games for two with something hidden and few information sets, in which a search never learns to
//! bluff: external-sampling Monte Carlo counterfactual regret minimization (Lanctot and others 2009) with regret
//! matching+ and linear averaging (Tammelin 2014). It knows neither clocks nor files.

mod deals;
mod response;

pub use response::Measured;

use base::Random;
use bots::Strategy;
use deals::{Deals, MAX_MOVES, Node};
use engine::Game;
use response::Often;
use std::fmt;
use std::sync::Arc;

/// Why there is no table of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// It is not for two who play against each other, or nothing is hidden.
    Kind,
    /// Somebody is in the middle of something when it begins.
    Begun,
    /// A match takes too long.
    Long,
    /// There are too many deals, decisions, information sets or moves.
    Large,
    /// What a seat may do tells it more than it sees.
    Told,
    /// There was no time to go through a deal.
    Stopped,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfit::Kind => "it is no game of two against each other in which something is hidden",
            Unfit::Begun => "it begins in the middle of an effect",
            Unfit::Long => "its matches are too long",
            Unfit::Large => "it has too many deals and information sets",
            Unfit::Told => "what a seat may do tells it more than it sees",
            Unfit::Stopped => "there was no time to go through a deal",
        })
    }
}

/// To begin a match takes longer than to learn from its deal: for each that is begun, so many are learned from again, drawn
/// evenly from the last ones.
const AGAIN: usize = 7;
const MAX_RECENT: usize = 1 << 16;

/// A strategy in the making.
#[derive(Debug)]
pub struct Learner {
    deals: Deals,
    random: Random,
    /// The deals of the last matches that were begun, and how many those were in all.
    recent: Vec<u32>,
    begun: usize,
    /// For each move of each information set, how much more it would have brought, never below 0.
    regrets: Vec<f64>,
    /// How often it was to be made, all iterations together, later ones counting more.
    sums: Vec<f64>,
    iterations: u64,
}

impl Learner {
    /// # Errors
    /// The game is none of those.
    pub fn new(game: &Arc<Game>, seed: u64) -> Result<Learner, Unfit> {
        let facts = game.facts(2);
        let fits = game.check_players(2).is_ok() && facts.hidden.is_some() && !facts.is_together;
        if !fits {
            return Err(Unfit::Kind);
        }
        let (regrets, sums, recent) = (Vec::new(), Vec::new(), Vec::new());
        let (deals, random) = (Deals::new(game), Random::new(seed));
        Ok(Learner { deals, random, recent, begun: 0, regrets, sums, iterations: 0 })
    }

    /// One more match is begun, and each seat learns from its deal, and from some of those before. A deal that was not met
    /// before takes a while, in which `may_go_on` is asked again and again.
    ///
    /// # Errors
    /// The game turns out to be none of those.
    pub fn learn(&mut self, may_go_on: &dyn Fn() -> bool) -> Result<(), Unfit> {
        let seed = self.random.word();
        let were_points_at_stake = self.deals.are_points_at_stake;
        let deal = self.deals.draw(seed, may_go_on)?;
        if were_points_at_stake != self.deals.are_points_at_stake {
            // All so far was learned for something else.
            (self.regrets, self.sums, self.iterations) = (Vec::new(), Vec::new(), 0);
        }
        self.regrets.resize(self.deals.moves(), 0.0);
        self.sums.resize(self.deals.moves(), 0.0);
        match self.recent.len() < MAX_RECENT {
            true => self.recent.push(deal as u32),
            false => self.recent[self.begun % MAX_RECENT] = deal as u32,
        }
        self.begun += 1;
        self.learn_from(deal);
        for _ in 0..AGAIN {
            let any = self.random.below(self.recent.len() as u64) as usize;
            self.learn_from(self.recent[any] as usize);
        }
        Ok(())
    }

    fn learn_from(&mut self, deal: usize) {
        self.iterations += 1;
        let root = self.deals.all[deal].root;
        for seat in 0..2 {
            self.walk(root, seat);
        }
    }

    /// What a seat gets from there on, by trying all its moves where it decides and drawing those of the other.
    fn walk(&mut self, node: u32, seat: u32) -> f64 {
        let (set, edges) = match self.deals.nodes[node as usize] {
            Node::End(end) if seat == 0 => return self.deals.worth(end),
            Node::End(end) => return -self.deals.worth(end),
            Node::Choice { set, edges } => (&self.deals.sets[set as usize], edges as usize),
        };
        let (first, n, is_own) = (set.first, set.moves.len(), set.seat == seat);
        let mut likely = [0.0; MAX_MOVES];
        let likely = &mut likely[..n];
        matching(&self.regrets[first..first + n], likely);
        if !is_own {
            let weight = self.iterations as f64;
            self.sums[first..first + n].iter_mut().zip(&*likely).for_each(|(sum, p)| *sum += weight * p);
            let drawn = drawn(likely, &mut self.random);
            return self.walk(self.deals.edges[edges + drawn], seat);
        }
        let mut values = [0.0; MAX_MOVES];
        let values = &mut values[..n];
        for (at, value) in values.iter_mut().enumerate() {
            *value = self.walk(self.deals.edges[edges + at], seat);
        }
        let mean: f64 = values.iter().zip(&*likely).map(|(value, p)| value * p).sum();
        for (regret, value) in self.regrets[first..first + n].iter_mut().zip(&*values) {
            *regret = (*regret + value - mean).max(0.0);
        }
        mean
    }

    /// The average of all that was played so far.
    pub fn strategy(&self) -> Strategy {
        let mut strategy = Strategy::default();
        for set in &self.deals.sets {
            // Where nothing was learned a bot searches.
            let sums = self.sums.get(set.first..set.first + set.moves.len());
            let sums = sums.filter(|sums| sums.iter().any(|sum| *sum > 0.0));
            sums.into_iter().for_each(|sums| strategy.put(set.name, &set.moves, sums));
        }
        strategy
    }

    /// How good a strategy is, where deals come as often as they were met.
    pub fn measure(&self, strategy: &Strategy) -> Measured {
        response::measure(&self.deals, strategy, Often::AsMet)
    }

    /// How good a strategy is, where all deals that were met are equally likely.
    pub fn measure_evenly(&self, strategy: &Strategy) -> Measured {
        response::measure(&self.deals, strategy, Often::Evenly)
    }

    /// How many deals were met that players could tell apart if they saw everything.
    pub fn deals(&self) -> usize {
        self.deals.all.len()
    }

    /// How many decisions there are that whoever decides can tell apart.
    pub fn information_sets(&self) -> usize {
        self.deals.sets.len()
    }

    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Whether it plays for points, and not for winning alone.
    pub fn is_for_points(&self) -> bool {
        self.deals.are_points_at_stake
    }
}

/// As likely as a move is regretted; all equally where none is.
fn matching(regrets: &[f64], likely: &mut [f64]) {
    let sum: f64 = regrets.iter().sum();
    let even = 1.0 / regrets.len() as f64;
    for (p, regret) in likely.iter_mut().zip(regrets) {
        *p = if sum > 0.0 { regret / sum } else { even };
    }
}

fn drawn(likely: &[f64], random: &mut Random) -> usize {
    const STEPS: u64 = 1 << 53;
    let mut left = random.below(STEPS) as f64 / STEPS as f64;
    let found = likely.iter().position(|p| {
        left -= p;
        left < 0.0
    });
    // What rounding leaves is for the last one that may be drawn.
    found.or_else(|| likely.iter().rposition(|p| *p > 0.0)).unwrap_or(0)
}
