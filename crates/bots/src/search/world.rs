//! What a search needs of matches that are made up, and how information sets are named. The search plays toy games of
//! its tests through the same traits.

use super::arithmetic::logistic;
use crate::{Evaluation, Imagined, MoveKey, Worlds};
use base::Random;
use std::fmt::Debug;
use std::sync::Arc;

/// A match that may be tried.
pub(crate) trait World {
    fn seats(&self) -> usize;
    /// Who decides; None when the match is over. It holds after a listed move and after `settle`.
    fn decider(&self) -> Option<u32>;
    fn settle(&mut self);
    fn list(&mut self) -> usize;
    fn key(&self, i: usize) -> u64;
    /// For each listed move the name that it counts by among the others, which many may share that differ in numbers
    /// alone; empty where all stand for themselves.
    fn families(&self) -> Vec<u64>;
    /// As another seat can read the move.
    fn key_as_seen(&self, i: usize, seat: u32) -> u64;
    fn play_listed(&mut self, i: usize);
    /// Names a listed move for `play_named`.
    fn number(&self, i: usize) -> u32;
    /// Makes the move of that key, which was legal in this position before and had that number then. False where it is
    /// not there.
    fn play_named(&mut self, number: u32, key: u64) -> bool;
    fn play_random(&mut self, random: &mut Random) -> bool;
    /// The work that moves took so far; it only grows.
    fn work(&self) -> u64;
    /// Makes the move that is worth most, the first one found that is worth 1; gives the name that it counts by and who
    /// made it.
    fn play_preferred(
        &mut self,
        random: &mut Random,
        worth: &mut dyn FnMut(u64) -> f32,
    ) -> Option<(u64, u32)>;
    fn had_chance(&self) -> bool;
    /// Whether others cannot see now what is chosen.
    fn is_sealed(&self) -> bool;
    fn seen(&mut self, seat: u32) -> u64;
    fn seen_by_spectators(&mut self) -> u64;
    fn state_key(&self) -> u64;
    /// From 0 to 1 for each seat.
    fn payoff(&self, into: &mut [f32]);
    fn scores(&self) -> Vec<f64>;
    /// Whether the last move ended a deal, in a match that is a series of them, so that the scores are no longer `since`.
    fn is_new_deal(&self, since: &[f64]) -> bool;
    /// The moves that a match at random takes, where that is known.
    fn usual_length(&self) -> Option<u32>;
    /// What a match may be worth that is broken off, and began with the scores `since`.
    fn estimate(&self, since: &[f64], into: &mut [f32]);
    /// Whether all seats win or lose together.
    fn are_together(&self) -> bool;
}

/// Where worlds come from.
pub(crate) trait Source {
    type World: World + Debug;
    fn first(&mut self) -> Self::World;
    fn draw(&mut self, seed: u64, into: &mut Self::World);
    /// Whether worlds differ in more than the chance ahead.
    fn hides(&self) -> bool;
    /// Whether something is known of what positions are worth that are not over.
    fn can_judge(&self) -> bool;
    /// What such a position is worth to each seat.
    fn judge(&mut self, world: &mut Self::World, into: &mut [f32]);
}

/// The worlds of a decision of a game.
#[derive(Debug)]
pub(crate) struct Drawn {
    worlds: Worlds,
    hides: bool,
    evaluation: Option<Arc<Evaluation>>,
    /// Memory of the evaluation.
    counts: Vec<f32>,
}

impl Drawn {
    pub(crate) fn new(mut worlds: Worlds, evaluation: Option<Arc<Evaluation>>) -> Drawn {
        let hides = worlds.first().game().may_hide() || worlds.were_found();
        Drawn { worlds, hides, evaluation, counts: Vec::new() }
    }
}

impl Source for Drawn {
    type World = Imagined;

    fn first(&mut self) -> Imagined {
        let mut first = self.worlds.first();
        first.settle();
        first
    }

    fn draw(&mut self, seed: u64, into: &mut Imagined) {
        self.worlds.draw(seed, into);
        into.settle();
    }

    fn hides(&self) -> bool {
        self.hides
    }

    fn can_judge(&self) -> bool {
        self.evaluation.is_some()
    }

    fn judge(&mut self, world: &mut Imagined, into: &mut [f32]) {
        if let Some(evaluation) = &self.evaluation {
            evaluation.judge(world, &mut self.counts, into);
        }
    }
}

impl World for Imagined {
    fn seats(&self) -> usize {
        Imagined::seats(self)
    }

    fn decider(&self) -> Option<u32> {
        Imagined::decider(self)
    }

    fn settle(&mut self) {
        Imagined::settle(self);
    }

    fn list(&mut self) -> usize {
        Imagined::list(self)
    }

    fn key(&self, i: usize) -> u64 {
        Imagined::key(self, i).0
    }

    fn families(&self) -> Vec<u64> {
        Imagined::families(self).into_iter().map(|key| key.0).collect()
    }

    fn key_as_seen(&self, i: usize, seat: u32) -> u64 {
        Imagined::key_as_seen(self, i, seat).0
    }

    fn play_listed(&mut self, i: usize) {
        Imagined::play_listed(self, i);
    }

    fn number(&self, i: usize) -> u32 {
        Imagined::number(self, i)
    }
    fn play_named(&mut self, number: u32, key: u64) -> bool {
        Imagined::play_named(self, number, MoveKey(key))
    }
    fn play_random(&mut self, random: &mut Random) -> bool {
        if self.game().has_amounts() {
            // Evenly between families.
            return Imagined::play_preferred(self, random, &mut |_| 1.0).is_some();
        }
        Imagined::play_random(self, random)
    }
    fn work(&self) -> u64 {
        Imagined::work(self)
    }
    fn play_preferred(
        &mut self,
        random: &mut Random,
        worth: &mut dyn FnMut(u64) -> f32,
    ) -> Option<(u64, u32)> {
        let made = Imagined::play_preferred(self, random, &mut |key| worth(key.0));
        made.map(|(key, mover)| (key.0, mover))
    }

    fn had_chance(&self) -> bool {
        Imagined::had_chance(self)
    }

    fn is_sealed(&self) -> bool {
        !self.deciding_together().is_empty()
    }

    fn seen(&mut self, seat: u32) -> u64 {
        Imagined::seen(self, seat)
    }

    fn seen_by_spectators(&mut self) -> u64 {
        Imagined::seen_by_spectators(self)
    }

    fn state_key(&self) -> u64 {
        Imagined::state_key(self) as u64
    }

    fn payoff(&self, into: &mut [f32]) {
        Imagined::payoff(self, into);
    }

    fn scores(&self) -> Vec<f64> {
        Imagined::scores(self)
    }
    fn is_new_deal(&self, since: &[f64]) -> bool {
        self.had_chance() && self.facts().course.deal.is_some() && Imagined::scores(self) != since
    }
    fn usual_length(&self) -> Option<u32> {
        self.facts().course.length
    }
    fn estimate(&self, since: &[f64], into: &mut [f32]) {
        by_scores(self, since, into);
    }
    fn are_together(&self) -> bool {
        Imagined::are_together(self)
    }
}

/// By how likely each seat is to end before the others, judged by the points that it has and by those that it gained:
/// the first are what counts in the end, and in the second what has just been done shows.
fn by_scores(now: &Imagined, since: &[f64], into: &mut [f32]) {
    let facts = now.facts();
    let spread = facts.course.deal.unwrap_or(facts.course.spread);
    into.fill(0.5);
    if spread <= 0.0 || facts.is_together {
        return;
    }
    let sign = if facts.lowest_wins { -1.0 } else { 1.0 };
    let scores = now.scores();
    let mean = |p: usize, of: &dyn Fn(usize) -> f64| {
        let members = (0..scores.len()).filter(|q| now.are_allied(p, *q));
        let (sum, count) = members.fold((0.0, 0.0), |(sum, count), q| (sum + of(q), count + 1.0));
        sign * sum / count
    };
    let gain = |q: usize| scores[q] - since.get(q).copied().unwrap_or(0.0);
    let standing: Vec<(f64, f64)> =
        (0..scores.len()).map(|p| (mean(p, &|q| scores[q]), mean(p, &gain))).collect();
    for (p, value) in into.iter_mut().enumerate().take(scores.len()) {
        let (mut sum, mut count) = (0.0, 0.0);
        for q in (0..scores.len()).filter(|q| !now.are_allied(p, *q)) {
            let (total, gained) = (standing[p].0 - standing[q].0, standing[p].1 - standing[q].1);
            sum += (logistic(total / (2.0 * spread)) + logistic(gained / (0.6 * spread))) / 2.0;
            count += 1.0;
        }
        if count > 0.0 {
            *value = (sum / count) as f32;
        }
    }
}

/// For each seat hashes of what it has seen since the decision that is searched.
#[derive(Debug)]
pub(super) struct Paths {
    /// All of it; one for all where nothing is hidden.
    of: Vec<u64>,
    /// What was done, as the seat can read it, and what spectators see.
    open: Vec<u64>,
    hides: bool,
    /// So many moves were made.
    length: u64,
}

pub(super) fn mix(a: u64, b: u64) -> u64 {
    let mut random = Random::new(a.rotate_left(23) ^ b);
    random.word()
}

impl Paths {
    pub(super) fn new(seats: usize, hides: bool) -> Paths {
        let open = vec![0; if hides { seats } else { 0 }];
        Paths { of: vec![0; if hides { seats } else { 1 }], open, hides, length: 0 }
    }

    pub(super) fn restart(&mut self) {
        self.of.fill(1);
        self.open.fill(1);
        self.length = 0;
    }

    /// The name of the way to the decision at hand, where nothing is hidden.
    pub(super) fn here(&self) -> u64 {
        self.of[0]
    }

    /// Where nothing is hidden, the way goes on by the name of the decision that it led to, as all ways to it do.
    pub(super) fn reach(&mut self, name: u64) {
        if !self.hides {
            self.of[0] = name;
        }
    }

    /// Makes a listed move, of which each seat sees what it may.
    pub(super) fn advance(&mut self, world: &mut impl World, i: usize) {
        if !self.hides {
            let key = world.key(i);
            world.play_listed(i);
            return self.go_on(world, key);
        }
        let mover = world.decider();
        let is_sealed = world.is_sealed();
        for (seat, (path, open)) in (0_u32..).zip(self.of.iter_mut().zip(&mut self.open)) {
            let key = match mover {
                Some(mover) if mover == seat => world.key(i),
                Some(mover) if is_sealed => u64::from(mover),
                _ => world.key_as_seen(i, seat),
            };
            (*path, *open) = (mix(*path, key), mix(*open, key));
        }
        world.play_listed(i);
    }

    /// Makes a move that was made before from the same decision, where nothing is hidden. False where it is not there.
    pub(super) fn advance_known(&mut self, world: &mut impl World, key: u64, number: u32) -> bool {
        let made = world.play_named(number, key);
        if made {
            self.go_on(world, key);
        }
        made
    }

    fn go_on(&mut self, world: &impl World, key: u64) {
        self.length += 1;
        self.of[0] = mix(self.of[0], key);
        if world.had_chance() {
            self.of[0] = mix(self.of[0], world.state_key());
        }
    }

    /// The name of the decision at hand, whose so many moves are listed. Where nothing is hidden, ways of the same length
    /// that lead to the same position and the same list share it. What follows is the same but for the order of what lies
    /// in none, by which later moves may have other numbers.
    pub(super) fn name(&mut self, world: &mut impl World, seat: u32, count: usize) -> u64 {
        if !self.hides {
            let moves =
                (0..count).fold(self.length, |name, i| mix(name ^ u64::from(world.number(i)), world.key(i)));
            return mix(moves, world.state_key());
        }
        let seen = world.seen(seat);
        let path = &mut self.of[seat as usize];
        *path = mix(*path, seen);
        mix(*path, u64::from(seat) + 1)
    }

    /// The name of the decision at hand by what its seat could read of the moves and by what spectators see, without what
    /// the seat holds. It goes on with the way, so it is asked for once at each decision.
    pub(super) fn shared_name(&mut self, world: &mut impl World, seat: u32) -> u64 {
        let seen = world.seen_by_spectators();
        let open = &mut self.open[seat as usize];
        *open = mix(*open, seen);
        // Unlike the name that it would have by all that its seat sees.
        mix(*open, u64::from(seat) + 1).rotate_left(17)
    }
}
