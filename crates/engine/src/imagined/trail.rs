//! Worlds in which a seat has made all moves of a match again, carried along as it goes on. They follow from what the seat
//! has seen alone, whenever they are asked for: what is remembered only saves making the same moves again.

use super::facts::Way;
use super::follow::Follower;
use super::history::{History, Past, Seen, Sight};
use super::{Imagined, Imagining};
use crate::game::Game;
use crate::matches::Match;
use crate::perfect_information::Hidden;
use crate::position::Position;
use crate::record::{Step, StepKind};
use crate::written::Written;
use base::Random;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use vm::mix;

/// So many worlds are carried along.
pub(super) const MANY: usize = 24;

/// So many matches may be begun for them.
const BEGUN: usize = 400;

/// So many moves may be tried for one that was made, in all worlds together.
const TRIED: usize = 400;

/// So many moves may be tried in a whole match; then no more worlds are looked for in it. So it follows from the match
/// alone whether there are any, and whoever asks for them in a long match that was loaded does not wait for minutes.
const TRIED_IN_ALL: usize = 500_000;

/// So often two unknown things are exchanged in a world that stands for one that is lost, to tell it from others.
const STIRRED: usize = 4;

/// Worlds are kept every so many moves, for when all are lost.
const KEPT_EVERY: usize = 6;

/// So many of those are kept, besides the first.
const MAX_KEPT: usize = 2;

/// What decides how worlds are made, apart from what the seat has seen.
const SEED: u64 = 0x7472_6169_6C2E_2E2E;

/// What seats have imagined of one match. Copies of the match share it, since it is looked up by the record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trails(Arc<Mutex<BTreeMap<u32, Trail>>>);

/// The worlds of one seat.
#[derive(Clone, Debug)]
struct Trail {
    seat: u32,
    /// The match so far. What is hidden in it goes into the history as far as the seat has seen it, and nowhere else.
    so_far: Match,
    taken: Vec<Step>,
    began: Sight,
    history: History,
    now: Stage,
    kept: Vec<Stage>,
    /// When all is to be made again, where no world is left.
    again_at: usize,
    /// How many moves have been tried.
    tried: usize,
    /// Why a step could not be taken in, which leaves the match so far in the midst of it.
    broken: Option<Hidden>,
}

/// Worlds after so many moves.
#[derive(Clone, Debug)]
struct Stage {
    moves: usize,
    worlds: Vec<Position>,
}

impl Imagining<'_> {
    /// Worlds in which a seat has made all moves again, as it read them; none where none is known.
    pub(super) fn trailed(&self, seat: u32) -> Result<Vec<Imagined>, Hidden> {
        let worlds =
            self.with_trail(seat, |trail| trail.follow(self.now, usize::MAX).map(|_| trail.worlds()))?;
        Ok(worlds?.into_iter().map(|world| Imagined::of(&self.now.game, seat, world)).collect())
    }

    /// Takes in so many steps of the record for what a seat imagines, where that follows from all that was done: it may
    /// take long at the end of a long match. Whoever has other things to do asks for it, a few steps each time, before
    /// [`Imagining::worlds`]. Whether there are no more.
    pub fn catch_up(&self, seat: u32, steps: usize) -> bool {
        if !matches!(self.now.game.facts(self.now.players()).way, Way::Replay(_)) {
            return true;
        }
        // Where nothing can be imagined there is nothing to wait for.
        self.with_trail(seat, |trail| trail.follow(self.now, steps)).flatten().unwrap_or(true)
    }

    /// Lets go of what seats have imagined, which takes megabytes; whoever asks again makes all moves again.
    pub fn forget(&self) {
        self.now.trails.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn with_trail<T>(&self, seat: u32, f: impl FnOnce(&mut Trail) -> T) -> Result<T, Hidden> {
        if self.now.is_unrecorded()
            || self.now.steps.iter().any(|step| matches!(step.kind, StepKind::Script { .. }))
        {
            return Err(Hidden::Record);
        }
        let mut trails = self.now.trails.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = trails.remove(&seat).filter(|trail| trail.leads_to(self.now));
        let mut trail = known.unwrap_or_else(|| Trail::begin(self.now, seat));
        let done = f(&mut trail);
        trails.insert(seat, trail);
        Ok(done)
    }
}

impl Trail {
    fn begin(of: &Match, seat: u32) -> Trail {
        let so_far = Match::start(&of.game, of.players(), of.seed);
        let began = Sight::of(&of.game, &so_far.position, seat);
        let now = Stage { moves: 0, worlds: Vec::new() };
        let history = History::default();
        let mut trail = Trail {
            seat,
            so_far,
            taken: Vec::new(),
            began,
            history,
            now,
            kept: Vec::new(),
            again_at: 0,
            tried: 0,
            broken: None,
        };
        trail.start(0);
        trail
    }

    /// Whether the match is the one that was followed, or has gone on from there.
    fn leads_to(&self, of: &Match) -> bool {
        let known = &self.so_far;
        Arc::ptr_eq(&known.game, &of.game)
            && (known.seed, known.players()) == (of.seed, of.players())
            && self.taken.len() <= of.steps.len()
            && self.taken.iter().zip(&of.steps).all(|(taken, step)| is_same(taken, step))
    }

    /// Takes in what has happened since, up to so many steps; whether that was all.
    fn follow(&mut self, of: &Match, most: usize) -> Result<bool, Hidden> {
        if let Some(why) = &self.broken {
            return Err(why.clone());
        }
        let new = &of.steps[self.taken.len()..];
        for step in new.iter().take(most) {
            self.take_in(of, step).inspect_err(|why| self.broken = Some(why.clone()))?;
            while self.now.moves < self.history.steps.len() {
                let had_any = !self.now.worlds.is_empty();
                self.advance(0);
                if self.now.worlds.is_empty() {
                    self.recover(had_any);
                }
            }
        }
        Ok(new.len() <= most)
    }

    /// What the seat has seen of a step.
    fn take_in(&mut self, of: &Match, step: &Step) -> Result<(), Hidden> {
        let StepKind::Move { candidate, written, .. } = &step.kind else { return Err(Hidden::Record) };
        if self.tried > TRIED_IN_ALL {
            return Err(Hidden::Worlds);
        }
        let position = Arc::new(self.so_far.position.clone());
        let seat = step.seat.or(position.decider()).unwrap_or(0);
        let written = Written::of(written.iter().cloned()).map_err(|_| Hidden::Record)?;
        step.replay(&mut self.so_far).map_err(|_| Hidden::Record)?;
        let past = Past { position, seat, candidate: *candidate, written };
        self.history.add(&of.game, &past, &self.so_far.position, self.seat)?;
        self.taken.push(step.clone());
        Ok(())
    }

    /// The worlds now, in which the seat has chosen what it has in a round that goes on.
    fn worlds(&self) -> Vec<Position> {
        let mut worlds = self.now.worlds.clone();
        let mut random = Random::new(mix(SEED, self.now.moves as u64));
        let before = self.before(self.now.moves);
        for open in self.history.own_open(self.seat) {
            let game = &self.so_far.game;
            (worlds, _) = self.with(TRIED, |follower| follower.all(game, worlds, before, open, &mut random));
        }
        worlds
    }

    /// Gives what somebody does who may try so many moves, and how many were tried.
    fn with<T>(&self, budget: usize, run: impl FnOnce(&mut Follower<'_>) -> T) -> (T, usize) {
        let game = &self.so_far.game;
        let facts = game.facts(self.so_far.players());
        let mut follower = Follower { game, facts, viewer: self.seat, budget };
        let done = run(&mut follower);
        (done, budget.saturating_sub(follower.budget))
    }

    /// What the seat saw before a move.
    fn before(&self, moves: usize) -> &Sight {
        self.history.steps[..moves].iter().rev().find_map(|step| step.after.as_ref()).unwrap_or(&self.began)
    }

    /// Begins anew.
    fn start(&mut self, attempt: u64) {
        let mut random = Random::new(mix(SEED, attempt));
        let (game, players) = (&self.so_far.game, self.so_far.players());
        let (worlds, tried) =
            self.with(BEGUN, |follower| follower.begin(game, players, &self.began, MANY, &mut random));
        self.tried += tried;
        let worlds = worlds.into_iter().map(|world| world.position).collect();
        self.now = Stage { moves: 0, worlds };
        self.kept = vec![self.now.clone()];
    }

    /// Makes the next move in all worlds; those that are left stand for those that are lost.
    fn advance(&mut self, attempt: u64) {
        let moves = self.now.moves;
        let mut random = Random::new(mix(mix(SEED, moves as u64 + 1), attempt));
        let worlds = std::mem::take(&mut self.now.worlds);
        let (before, step, game) = (self.before(moves), &self.history.steps[moves], &self.so_far.game);
        let (mut worlds, tried) =
            self.with(TRIED, |follower| follower.all(game, worlds, before, step, &mut random));
        let left = worlds.len();
        while left > 0 && worlds.len() < MANY {
            let any = &worlds[random.below(left as u64) as usize];
            let copy = match &step.after {
                Some(now) => self.with(0, |follower| follower.stirred(game, any, now, &mut random)).0,
                None => any.clone(),
            };
            worlds.push(copy);
        }
        self.tried += tried;
        self.now = Stage { moves: moves + 1, worlds };
        if self.now.moves.is_multiple_of(KEPT_EVERY) && !self.now.worlds.is_empty() {
            self.kept.retain(|kept| kept.moves < self.now.moves);
            self.kept.push(self.now.clone());
            if self.kept.len() > MAX_KEPT + 1 {
                self.kept.remove(1);
            }
        }
    }

    /// No world is left: the last moves are made again with other chance and other choices, then more of them, where there
    /// was one before the last. Where that does not help either, all moves are, but only now and then.
    fn recover(&mut self, had_any: bool) {
        let wanted = self.now.moves;
        let lately = self.kept.iter().rev().filter(|kept| kept.moves + KEPT_EVERY * (MAX_KEPT + 1) >= wanted);
        let lately: Vec<Stage> = lately.filter(|_| had_any).cloned().collect();
        for (attempt, kept) in (1..).zip(lately) {
            if self.make_again(kept, wanted, attempt) {
                return;
            }
        }
        if wanted >= self.again_at {
            self.again_at = wanted + wanted / 2 + KEPT_EVERY;
            self.start(wanted as u64);
            let first = self.now.clone();
            self.make_again(first, wanted, wanted as u64);
        }
        self.now.moves = wanted;
    }

    fn make_again(&mut self, from: Stage, wanted: usize, attempt: u64) -> bool {
        self.now = from;
        while self.now.moves < wanted && !self.now.worlds.is_empty() {
            self.advance(attempt);
        }
        !self.now.worlds.is_empty()
    }
}

/// Whether two records say the same of a step; what its text was makes no difference.
fn is_same(one: &Step, other: &Step) -> bool {
    let choice = |step: &Step| match &step.kind {
        StepKind::Move { candidate, written, .. } => {
            Some((step.seat, *candidate, written.clone(), step.reseed))
        }
        StepKind::Script { .. } => None,
    };
    choice(one).is_some() && choice(one) == choice(other)
}

impl Follower<'_> {
    /// Makes a move in those worlds in which it can be made.
    fn all(
        &mut self,
        game: &Arc<Game>,
        worlds: Vec<Position>,
        before: &Sight,
        step: &Seen,
        random: &mut Random,
    ) -> Vec<Position> {
        let mut made = Vec::new();
        for world in worlds {
            let mut world = Imagined::of(game, self.viewer, world);
            if self.follow(&mut world, before, step, random) {
                made.push(world.position);
            }
        }
        made
    }

    /// Another world that looks the same to the seat now, as far as there is one.
    fn stirred(&self, game: &Arc<Game>, world: &Position, now: &Sight, random: &mut Random) -> Position {
        let mut world = Imagined::of(game, self.viewer, world.clone());
        (0..STIRRED).for_each(|_| self.stir(&mut world, now, random));
        world.position
    }
}
