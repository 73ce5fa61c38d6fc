//! Bots that search the tree of the match, and their thoughts, which can be thought a piece at a time.

use crate::level::{Allowance, Level, drawn};
use crate::search::{Drawn, MAX_MEMORY, Opinion, Search, Team};
use crate::settings::{Budget, Settings};
use crate::trained::Trained;
use crate::{Bot, Decision, Hidden, Hindsight, Recipe, Solver, Unsolved, Worlds};
use base::Random;
use std::time::{Duration, Instant};

/// Searches for so long, and then makes the best move, or one that a level allows.
#[derive(Debug)]
pub(crate) struct Mcts {
    budget: Option<Budget>,
    level: Option<Level>,
    own: Option<Random>,
    settings: Settings,
}

impl Mcts {
    pub(crate) fn new(budget: Budget, settings: Settings) -> Mcts {
        Mcts { budget: Some(budget), level: None, own: settings.seed.map(Random::new), settings }
    }

    pub(crate) fn of_level(level: Level, settings: Settings) -> Mcts {
        Mcts { budget: None, level: Some(level), own: settings.seed.map(Random::new), settings }
    }
}

impl Bot for Mcts {
    fn choose(&mut self, decision: &Decision<'_>, random: &mut Random) -> usize {
        let mut thought = self.think(decision, random);
        thought.go_on(&mut || true);
        thought.choice()
    }

    fn think(&mut self, decision: &Decision<'_>, random: &mut Random) -> Thought {
        let seed = self.own.as_mut().unwrap_or(random).word();
        let moves = decision.moves().len();
        let allowance = match (self.budget, self.level) {
            (Some(budget), _) => budget.into(),
            (None, level) => level.unwrap_or(Level::Hard).allowance(moves, decision.is_uncertain()),
        };
        Thought::search(decision, (self.level, allowance), self.settings, seed)
    }
}

/// So long a hint is worked on at most, and a move for other programs of which only the simulations are said: rules may
/// make a single simulation take a second.
pub const MAX_HINT_TIME: Duration = Duration::from_secs(20);

/// A choice in the making.
#[derive(Debug)]
pub struct Thought {
    kind: Kind,
    random: Random,
    /// Why a search has nothing to go by.
    blind: Option<Hidden>,
}

#[derive(Debug)]
enum Kind {
    Chosen(usize),
    Searching(Box<Searching>),
}

#[derive(Debug)]
struct Searching {
    team: Team<Drawn>,
    level: Option<Level>,
    allowance: Allowance,
    worked: Duration,
    is_sealed: bool,
    seat: u32,
    /// What is tried before anything is searched, with the names of the moves.
    solver: Option<(Box<Solver>, Vec<u64>)>,
    /// The number of a move that is best for certain, and what it is worth.
    proven: Option<(usize, f32)>,
}

impl Thought {
    /// The number of a move that was chosen already.
    pub fn chosen(number: usize) -> Thought {
        Thought { kind: Kind::Chosen(number), random: Random::new(0), blind: None }
    }

    /// A move that was drawn, since the seat cannot imagine how the match goes on.
    fn drawn(number: usize, hidden: Hidden) -> Thought {
        Thought { blind: Some(hidden), ..Thought::chosen(number) }
    }

    /// Why a bot that searches chose by chance; None where it did not.
    pub fn blind_since(&self) -> Option<&Hidden> {
        self.blind.as_ref()
    }

    /// A search for so long, with nothing in mind but the best move.
    ///
    /// # Errors
    /// Why the seat cannot imagine how the match goes on.
    pub fn about(decision: &Decision<'_>, budget: Budget, seed: u64) -> Result<Thought, Hidden> {
        Thought::of_worlds(decision, (None, budget.into()), Settings::default(), seed)
    }

    /// What somebody thinks who knows all that was hidden then.
    pub fn in_hindsight(then: Hindsight<'_>, budget: Budget, seed: u64) -> Thought {
        let Hindsight { decision, worlds } = then;
        Thought::within_worlds(&decision, worlds, (None, budget.into()), Settings::default(), seed)
    }

    /// Where nothing can be imagined any move is as good; one alone is chosen, at once unless that would tell something.
    fn search(
        decision: &Decision<'_>,
        wanted: (Option<Level>, Allowance),
        settings: Settings,
        seed: u64,
    ) -> Thought {
        let count = decision.moves().len();
        if count == 1 && !(settings.is_unhurried && decision.may_hide()) {
            return Thought::chosen(0);
        }
        if let Some(number) = by_strategy(decision, settings, seed) {
            return Thought::chosen(number);
        }
        Thought::of_worlds(decision, wanted, settings, seed)
            .unwrap_or_else(|hidden| Thought::drawn(Random::new(seed).below(count as u64) as usize, hidden))
    }

    fn of_worlds(
        decision: &Decision<'_>,
        wanted: (Option<Level>, Allowance),
        settings: Settings,
        seed: u64,
    ) -> Result<Thought, Hidden> {
        Ok(Thought::within_worlds(decision, decision.worlds()?, wanted, settings, seed))
    }

    fn within_worlds(
        decision: &Decision<'_>,
        mut worlds: Worlds,
        (level, allowance): (Option<Level>, Allowance),
        settings: Settings,
        seed: u64,
    ) -> Thought {
        let first = worlds.first();
        let (trained, _) = Trained::of(&first);
        let recipe = settings.recipe.or(trained.recipe).unwrap_or(Recipe::USUAL);
        let keys: Vec<u64> = decision.keys().into_iter().map(|key| key.0).collect();
        let mut random = Random::new(seed);
        let mut search = || {
            let source = Drawn::new(worlds.clone(), trained.evaluation.clone());
            Search::new(source, decision.seat(), keys.clone(), recipe, random.word())
        };
        let first = search();
        let others = (1..settings.threads.unwrap_or(1)).map(|_| search()).collect::<Vec<_>>();
        let mut team = Team::of(first, others);
        team.limit_memory(MAX_MEMORY);
        let is_sealed = team.is_sealed();
        // Nothing is certain for all of those that were found.
        let exact = settings.exact.filter(|_| !worlds.were_found());
        let solver = exact.map(|most| (Box::new(Solver::new(worlds.first(), most)), keys.clone()));
        let worked = Duration::ZERO;
        let seat = decision.seat();
        let searching = Searching { team, level, allowance, worked, is_sealed, seat, solver, proven: None };
        Thought { kind: Kind::Searching(Box::new(searching)), random, blind: None }
    }

    /// Takes no more than so many bytes for the tree.
    pub fn limit_memory(&mut self, bytes: usize) {
        if let Kind::Searching(searching) = &mut self.kind {
            searching.team.limit_memory(bytes);
        }
    }

    /// It ends after so much work at the latest, and after one simulation at the earliest.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Thought {
        if let Kind::Searching(searching) = &mut self.kind {
            let most = &mut searching.allowance.time;
            *most = Some(most.map_or(time, |most| most.min(time)));
        }
        self
    }

    /// As [`Thought::within`], where it was not said how long it may take.
    #[must_use]
    pub fn bounded(self, time: Duration) -> Thought {
        match &self.kind {
            Kind::Searching(searching) if searching.allowance.time.is_none() => self.within(time),
            _ => self,
        }
    }

    /// Goes on until the choice is made, or as long as `may_go_on` says so, which is asked again and again. Gives whether
    /// the choice is made.
    pub fn go_on(&mut self, may_go_on: &mut dyn FnMut() -> bool) -> bool {
        match &mut self.kind {
            Kind::Chosen(_) => true,
            Kind::Searching(searching) => searching.go_on(may_go_on),
        }
    }

    /// The number of the move that is the choice so far.
    pub fn choice(&mut self) -> usize {
        match &mut self.kind {
            Kind::Chosen(number) => *number,
            Kind::Searching(searching) => searching.choice(&mut self.random),
        }
    }

    /// What it thinks so far; None where it does not search.
    pub fn opinion(&self) -> Option<Opinion> {
        match &self.kind {
            Kind::Chosen(_) => None,
            Kind::Searching(searching) => Some(searching.opinion()),
        }
    }
}

/// A move drawn from the strategy beside the game, where it knows the information set and no recipe is asked for.
fn by_strategy(decision: &Decision<'_>, settings: Settings, seed: u64) -> Option<usize> {
    let trained = settings.recipe.is_none().then(|| Trained::for_decision(decision))?;
    trained.strategy?.draw(decision, &mut Random::new(seed))
}

/// How likely each move is where all were tried so often; one that was tried less than `least` is not made, unless all
/// were.
fn sealed_weights(visits: &[u32], least: u64) -> Vec<u64> {
    let least = if visits.iter().any(|visits| u64::from(*visits) >= least) { least } else { 0 };
    let weights = visits.iter().copied().map(u64::from);
    weights.map(|visits| if visits < least { 0 } else { visits.max(1) }).collect()
}

impl Searching {
    fn opinion(&self) -> Opinion {
        self.proven(self.team.opinion())
    }

    fn proven(&self, opinion: Opinion) -> Opinion {
        match self.proven {
            Some((number, value)) => opinion.with_proven(number, value, self.seat),
            None => opinion,
        }
    }

    /// Looks for what is certain; false where that was interrupted.
    fn solve(&mut self, may_go_on: &mut dyn FnMut() -> bool) -> bool {
        let Some((solver, keys)) = &mut self.solver else { return true };
        match solver.solve(may_go_on) {
            Err(Unsolved::Paused) => return false,
            Err(Unsolved::TooMany | Unsolved::Unfit) => {}
            Ok(exact) => {
                let number = solver.key(exact.best).and_then(|key| keys.iter().position(|k| *k == key.0));
                // Where all is lost any move is as good, and a search finds one that makes it hard.
                self.proven = number.filter(|_| exact.value > 0.0).map(|number| (number, exact.value));
            }
        }
        self.solver = None;
        true
    }

    fn go_on(&mut self, may_go_on: &mut dyn FnMut() -> bool) -> bool {
        let start = self.allowance.time.map(|time| (Instant::now(), time.saturating_sub(self.worked)));
        let out_of_time = || start.is_some_and(|(start, time)| start.elapsed() >= time);
        if !self.solve(&mut || may_go_on() && !out_of_time()) {
            if self.team.simulations() == 0 {
                // Whoever interrupts it may want to know what it thinks so far.
                self.team.simulate(1);
            }
            if !out_of_time() {
                self.worked += start.map_or(Duration::ZERO, |(start, _)| start.elapsed());
                return false;
            }
            self.solver = None;
        }
        if self.proven.is_some() {
            return true;
        }
        loop {
            let (simulations, work) = (self.team.simulations(), self.team.work());
            let left = self.allowance.simulations.saturating_sub(simulations);
            let is_late = out_of_time() && simulations > 0;
            // Where moves that are not the best may be chosen, further simulations say more of them.
            let makes_best = !self.is_sealed && self.level.is_none_or(Level::makes_best);
            let is_round = self.team.is_shared() || simulations.is_multiple_of(64);
            let is_clear = makes_best && is_round && self.team.is_decided_within(left);
            if self.allowance.is_spent(simulations, work) || is_late || is_clear || self.team.is_settled() {
                return true;
            }
            if !may_go_on() {
                self.worked += start.map_or(Duration::ZERO, |(start, _)| start.elapsed());
                return false;
            }
            self.team.simulate(left);
        }
    }

    /// Of moves that read alike any.
    fn choice(&mut self, random: &mut Random) -> usize {
        let number = self.kind_of_choice(random);
        let alike = self.team.alike(number);
        if alike.len() < 2 { number } else { alike[random.below(alike.len() as u64) as usize] }
    }

    /// The first of the moves that read like the one to make.
    fn kind_of_choice(&mut self, random: &mut Random) -> usize {
        let opinion = self.proven(self.team.opinion_of_different());
        if self.is_sealed {
            // The same choice every time would be foreseen: as often as it was tried, but what was tried least.
            let least = opinion.simulations / 20;
            let visits: Vec<u32> = opinion.moves.iter().map(|m| m.visits).collect();
            return opinion.moves.get(drawn(&sealed_weights(&visits, least), random)).map_or(0, |m| m.number);
        }
        let team = &mut self.team;
        match self.level {
            Some(level) => level.choose(&opinion, random, |number| team.loses_at_once(number)),
            None => opinion.moves.first().map_or(0, |m| m.number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sealed_weights;
    use crate::level::drawn;
    use base::Random;
    use std::collections::BTreeSet;

    #[test]
    fn a_sealed_choice_is_not_foreseeable_where_all_moves_are_tried_alike() {
        let weights = sealed_weights(&[10; 40], 400 / 20);
        let mut random = Random::new(1);
        let made: BTreeSet<usize> = (0..400).map(|_| drawn(&weights, &mut random)).collect();
        assert!(made.len() > 30, "{made:?}");
        assert_eq!(sealed_weights(&[50, 3, 347], 20), [50, 0, 347]);
        assert_eq!(sealed_weights(&[0, 0], 0), [1, 1]);
    }
}
