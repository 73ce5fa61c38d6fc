//! Random playouts: matches played as fast as possible. Moves are drawn before it is known which are legal, and what
//! follows the last move is computed only on demand.

use crate::game::Game;
use crate::matches::Match;
use crate::position::{Listed, Position, Runner};
use crate::profile::Profile;
use crate::question::Chosen;
use crate::view::modified::read_through_modifiers;
use base::Random;
use std::sync::Arc;
use vm::{Candidates, Steps};

/// A match that is played at random. Between its moves it may stand at a decision that has no answer, so it can be
/// looked at only through [`Playout::settled`] or [`Playout::finish`]. Its moves are not recorded.
#[derive(Debug)]
pub struct Playout {
    now: Match,
    /// Copies that were tried, whose memory the next ones take.
    spare: Vec<Position>,
}

impl From<Match> for Playout {
    /// Goes on from a match.
    fn from(now: Match) -> Playout {
        Playout { now, spare: Vec::new() }
    }
}

impl Playout {
    pub fn start(game: &Arc<Game>, players: u32, seed: u64) -> Playout {
        let mut now = Match::start(game, players, seed);
        now.position.mode.is_roomy = true;
        Playout::from(now)
    }

    /// Begins another match of the same game and players, in the memory of the last one.
    pub fn restart(&mut self, seed: u64) {
        let Match { game, position, machine, .. } = &mut self.now;
        let players = position.players();
        game.begin(&mut game.runner(machine), position, players, seed);
        position.mode.is_roomy = true;
        (self.now.seed, self.now.order_seed) = (seed, seed);
        self.now.steps.clear();
    }

    /// Draws one legal move uniformly and makes it; None when the match is over.
    pub fn step(&mut self, random: &mut Random) -> Option<Chosen> {
        let Match { game, position, machine, .. } = &mut self.now;
        let mut runner = game.runner(machine);
        std::mem::swap(&mut runner.spare, &mut self.spare);
        runner.grant();
        let chosen = runner.play_random(position, random);
        std::mem::swap(&mut runner.spare, &mut self.spare);
        chosen
    }

    /// The match as it stands: over, or at a decision that somebody can make.
    pub fn settled(&mut self) -> &mut Match {
        self.now.with_runner(|runner, position| runner.verify(position));
        &mut self.now
    }

    /// As [`Playout::settled`], when no more moves are drawn.
    pub fn finish(mut self) -> Match {
        self.settled();
        self.now.position.mode.is_roomy = false;
        self.now
    }

    /// Which coverage probes of the program were hit in all matches of this playout, also by moves that were only
    /// tried.
    pub fn hits(&self) -> &[bool] {
        &self.now.machine.hits
    }

    /// Counts from here on where the rules spend their steps, which makes playouts several times slower.
    pub fn count_steps(&mut self) {
        self.now.machine.steps = Some(Steps::new());
    }

    /// Where the rules spent their steps since [`Playout::count_steps`].
    pub fn steps(&self) -> Profile {
        Profile::new(self.now.machine.steps.clone().unwrap_or_default())
    }

    /// Reads all that modifiers make of attributes, as a view does, so that the probes in what is only shown are hit.
    pub fn probe_shown(&mut self) {
        let mut machine = self.now.game.machine();
        read_through_modifiers(&self.now.game, &self.now.position, &mut machine);
        for (hit, shown) in self.now.machine.hits.iter_mut().zip(machine.hits) {
            *hit |= shown;
        }
    }
}

impl Runner<'_> {
    /// Draws one legal move uniformly and makes it; None if the match is over.
    pub(crate) fn play_random(&mut self, position: &mut Position, random: &mut Random) -> Option<Chosen> {
        while !position.is_over() && !self.end_if_spent(position) {
            let (mut candidates, listed) = self.list_pseudo_legal(position).ok()?;
            let chosen = self.play_one_of(position, &mut candidates, listed, random);
            self.reuse(candidates);
            if chosen.is_some() || position.is_over() {
                return chosen;
            }
            if !self.end_if_spent(position) {
                self.no_choice(position);
            }
        }
        None
    }

    /// Draws candidates until one is legal, which is made. Only those that are drawn are filtered and tried. None if
    /// none is legal, or if the match ends on the way.
    fn play_one_of(
        &mut self,
        position: &mut Position,
        candidates: &mut Candidates,
        listed: Listed,
        random: &mut Random,
    ) -> Option<Chosen> {
        while !candidates.is_empty() {
            if self.end_if_spent(position) {
                return None;
            }
            let k = random.below(candidates.len() as u64) as usize;
            let heap_end = position.state.words.len();
            candidates.make(k, &mut position.state.words);
            let candidate = candidates.get(k);
            let passes = listed == Listed::Candidates || self.passes_filter(position, candidate).ok()?;
            let made = passes && self.play_if_legal(position, candidate);
            if made {
                return Some(Chosen::from(candidate.action));
            }
            if candidates.has_groups() {
                candidates.forget();
                position.state.words.truncate(heap_end);
            }
            candidates.swap_remove(k);
        }
        None
    }
}
