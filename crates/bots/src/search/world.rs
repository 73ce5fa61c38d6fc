//! What a search needs of matches that are made up, and how information sets are named. The search plays toy games of
//! its tests through the same traits.

use crate::{Imagined, Worlds};
use base::Random;

/// A match that may be tried.
pub(crate) trait World {
    fn seats(&self) -> usize;
    /// Who decides; None when the match is over. It holds after a listed move and after `settle`.
    fn decider(&self) -> Option<u32>;
    fn settle(&mut self);
    fn list(&mut self) -> usize;
    fn key(&self, i: usize) -> u64;
    /// As another seat can read the move.
    fn key_as_seen(&self, i: usize, seat: u32) -> u64;
    fn play_listed(&mut self, i: usize);
    fn play_random(&mut self, random: &mut Random) -> bool;
    fn had_chance(&self) -> bool;
    /// Whether others cannot see now what is chosen.
    fn is_sealed(&self) -> bool;
    fn seen(&mut self, seat: u32) -> u64;
    fn state_key(&self) -> u64;
    /// From 0 to 1 for each seat.
    fn payoff(&self, into: &mut [f32]);
    /// What a match that was broken off may be worth.
    fn estimate(&self, into: &mut [f32]);
    /// Whether all seats win or lose together.
    fn are_together(&self) -> bool;
}

/// Where worlds come from.
pub(crate) trait Source {
    type World: World;
    fn first(&mut self) -> Self::World;
    fn draw(&mut self, seed: u64, into: &mut Self::World);
    /// Whether worlds differ in more than the chance ahead.
    fn hides(&self) -> bool;
}

/// The worlds of a decision of a game.
#[derive(Debug)]
pub(crate) struct Drawn {
    worlds: Worlds,
    hides: bool,
}

impl From<Worlds> for Drawn {
    fn from(mut worlds: Worlds) -> Drawn {
        let hides = worlds.first().game().may_hide();
        Drawn { worlds, hides }
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

    fn key_as_seen(&self, i: usize, seat: u32) -> u64 {
        Imagined::key_as_seen(self, i, seat).0
    }

    fn play_listed(&mut self, i: usize) {
        Imagined::play_listed(self, i);
    }

    fn play_random(&mut self, random: &mut Random) -> bool {
        Imagined::play_random(self, random)
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

    fn state_key(&self) -> u64 {
        Imagined::state_key(self) as u64
    }

    fn payoff(&self, into: &mut [f32]) {
        Imagined::payoff(self, into);
    }

    /// By score, where the game has any.
    fn estimate(&self, into: &mut [f32]) {
        let sign = if self.lowest_wins() { -1.0 } else { 1.0 };
        let scores: Vec<f64> = self.scores().into_iter().map(|score| sign * score).collect();
        let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (value, score) in into.iter_mut().zip(scores) {
            // Less than a win: nobody knows whether it would have been one.
            *value = if most > least { (0.3 + 0.4 * (score - least) / (most - least)) as f32 } else { 0.5 };
        }
    }

    fn are_together(&self) -> bool {
        Imagined::are_together(self)
    }
}

/// For each seat the hash of all that it has seen since the decision that is searched.
#[derive(Debug)]
pub(super) struct Paths {
    /// One for all where nothing is hidden.
    of: Vec<u64>,
    hides: bool,
}

fn mix(a: u64, b: u64) -> u64 {
    let mut random = Random::new(a.rotate_left(23) ^ b);
    random.word()
}

impl Paths {
    pub(super) fn new(seats: usize, hides: bool) -> Paths {
        Paths { of: vec![0; if hides { seats } else { 1 }], hides }
    }

    pub(super) fn restart(&mut self) {
        self.of.fill(1);
    }

    /// Makes a listed move, of which each seat sees what it may.
    pub(super) fn advance(&mut self, world: &mut impl World, i: usize) {
        if !self.hides {
            self.of[0] = mix(self.of[0], world.key(i));
            world.play_listed(i);
            if world.had_chance() {
                self.of[0] = mix(self.of[0], world.state_key());
            }
            return;
        }
        let mover = world.decider();
        let is_sealed = world.is_sealed();
        for (seat, path) in (0_u32..).zip(&mut self.of) {
            let key = match mover {
                Some(mover) if mover == seat => world.key(i),
                Some(mover) if is_sealed => u64::from(mover),
                _ => world.key_as_seen(i, seat),
            };
            *path = mix(*path, key);
        }
        world.play_listed(i);
    }

    /// The name of the decision at hand, as who decides can tell it from others.
    pub(super) fn name(&mut self, world: &mut impl World, seat: u32) -> u64 {
        if !self.hides {
            return self.of[0];
        }
        let seen = world.seen(seat);
        let path = &mut self.of[seat as usize];
        *path = mix(*path, seen);
        mix(*path, u64::from(seat) + 1)
    }
}
