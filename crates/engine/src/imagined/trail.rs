//! Worlds in which a seat has made all moves of a match again, carried along as it goes on. They follow from what the seat
//! has seen alone.

use super::Imagined;
use super::follow::{Follower, Made};
use super::history::{History, Seen, Sight};
use super::played::Played;
use crate::game::Game;
use crate::matches::Match;
use crate::perfect_information::Hidden;
use crate::position::Position;
use crate::record::Step;
use base::Random;
use std::sync::Arc;
use vm::mix;

/// So many worlds are carried along.
const MANY: usize = 24;

/// They may be so many words together, 16 MB. Of larger ones fewer are carried along, though always one.
const MAX_WORDS: usize = 1 << 21;

/// So many matches may be begun for them.
const BEGUN: usize = 400;

/// So many moves may be tried for one that was made, in all worlds together.
const TRIED: usize = 400;

/// So many moves may be tried in a whole match; then no more worlds are looked for in it. So it follows from the match
/// alone whether there are any, and whoever asks for them in a long match that was loaded does not wait for minutes.
const TRIED_IN_ALL: usize = 500_000;

/// Where fewer worlds than that are left, others are looked for in which somebody chose otherwise.
const FEW: usize = 4;

/// So many moves may be tried for those.
const OTHERWISE: usize = 2_000;

/// As long as no more moves than that were tried, matches are begun again soon after all worlds were lost.
const OFTEN: usize = 20_000;

/// So often two unknown things are exchanged in a world that stands for one that is lost, to tell it from others.
const STIRRED: usize = 4;

/// Worlds are kept every so many moves, for when all are lost.
const KEPT_EVERY: usize = 6;

/// So many of those are kept, besides the first.
const MAX_KEPT: usize = 2;

/// What decides how worlds are made, apart from what the seat has seen.
const SEED: u64 = 0x7472_6169_6C2E_2E2E;

/// The worlds of one seat.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    seat: u32,
    pub played: Played,
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
    worlds: Vec<World>,
}

/// A match that looks to the seat as the one that it follows.
#[derive(Clone, Debug)]
struct World {
    position: Position,
    course: Course,
}

/// How a world came about.
#[derive(Clone, Debug)]
struct Course {
    began: Arc<Position>,
    /// How each move was made in it, unless things have been exchanged since.
    made: Vec<Made>,
}

/// How many worlds are carried along where one of them is known.
pub(super) fn most(like: Option<&Position>) -> usize {
    let words = like.map_or(0, |position| position.state.words.len());
    (MAX_WORDS / words.max(1)).clamp(1, MANY)
}

impl Trail {
    pub(super) fn begin(of: &Match, seat: u32) -> Trail {
        let played = Played::begin(of);
        let began = Sight::of(&of.game, &played.so_far.position, seat);
        let now = Stage { moves: 0, worlds: Vec::new() };
        let history = History::default();
        let mut trail = Trail {
            seat,
            played,
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

    /// Takes in what has happened since, up to so many steps; whether that was all.
    pub(super) fn follow(&mut self, of: &Match, most: usize) -> Result<bool, Hidden> {
        if let Some(why) = &self.broken {
            return Err(why.clone());
        }
        let new = self.played.left(of);
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
        if self.tried > TRIED_IN_ALL {
            return Err(Hidden::Worlds);
        }
        let past = self.played.take_in(step)?;
        self.history.add(&of.game, &past, &self.played.so_far.position, self.seat)
    }

    /// The worlds now, in which the seat has chosen what it has in a round that goes on.
    pub(super) fn worlds(&self) -> Vec<Position> {
        let mut worlds = self.now.worlds.clone();
        let mut random = Random::new(mix(SEED, self.now.moves as u64));
        let before = self.before(self.now.moves);
        for open in self.history.own_open(self.seat) {
            let game = &self.played.so_far.game;
            ((worlds, _), _) =
                self.with(TRIED, |follower| follower.all(game, worlds, before, open, &mut random));
        }
        worlds.into_iter().map(|world| world.position).collect()
    }

    /// Gives what somebody does who may try so many moves, and how many were tried.
    fn with<T>(&self, budget: usize, run: impl FnOnce(&mut Follower<'_>) -> T) -> (T, usize) {
        let game = &self.played.so_far.game;
        let facts = game.facts(self.played.so_far.players());
        let mut follower = Follower::new(game, facts, self.seat, budget);
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
        let (game, players) = (&self.played.so_far.game, self.played.so_far.players());
        let (worlds, tried) =
            self.with(BEGUN, |follower| follower.begin(game, players, &self.began, &mut random));
        self.tried += tried;
        let fresh = |world: Imagined| {
            let began = Arc::new(world.position.clone());
            World { position: world.position, course: Course { began, made: Vec::new() } }
        };
        let worlds = worlds.into_iter().map(fresh).collect();
        self.now = Stage { moves: 0, worlds };
        self.kept = vec![self.now.clone()];
    }

    /// Makes the next move in all worlds; those that are left stand for those that are lost.
    fn advance(&mut self, attempt: u64) {
        let moves = self.now.moves;
        let mut random = Random::new(mix(mix(SEED, moves as u64 + 1), attempt));
        let worlds = std::mem::take(&mut self.now.worlds);
        let (before, step, game) = (self.before(moves), &self.history.steps[moves], &self.played.so_far.game);
        let ((mut worlds, lost), mut tried) =
            self.with(TRIED, |follower| follower.all(game, worlds, before, step, &mut random));
        let most_worlds = |worlds: &[World]| most(worlds.first().map(|world| &world.position));
        if worlds.len() < FEW.min(most_worlds(&worlds)) {
            let wanted = (MANY / 2).min(most_worlds(&worlds)) - worlds.len();
            let left = worlds.iter().map(|world| &world.course);
            let from: Vec<&Course> = if worlds.is_empty() { lost.iter().collect() } else { left.collect() };
            let (mended, more) = self.otherwise(&from, moves + 1, wanted, &mut random);
            tried += more;
            worlds.extend(mended);
        }
        let (step, game) = (&self.history.steps[moves], &self.played.so_far.game);
        let left = worlds.len();
        while left > 0 && worlds.len() < most_worlds(&worlds) {
            let any = &worlds[random.below(left as u64) as usize];
            let mut copy = any.clone();
            if let Some(now) = &step.after {
                self.with(0, |follower| follower.stir_up(game, &mut copy, now, &mut random));
            }
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

    /// Worlds in which somebody else chose otherwise, of what looks the same to the seat, and all that was seen since came
    /// about all the same: up to so many moves, so many worlds at most.
    fn otherwise(
        &self,
        of: &[&Course],
        moves: usize,
        most: usize,
        random: &mut Random,
    ) -> (Vec<World>, usize) {
        let game = &self.played.so_far.game;
        let is_choice =
            |(i, made): &(usize, &Made)| made.ways > 1 && self.history.steps[*i].seat != self.seat;
        let choices: Vec<Vec<usize>> = of
            .iter()
            .map(|course| course.made.iter().enumerate().filter(is_choice).map(|(i, _)| i).collect())
            .collect();
        let mut found = Vec::new();
        if choices.iter().all(Vec::is_empty) {
            return (found, 0);
        }
        let (_, tried) = self.with(OTHERWISE, |follower| {
            let enough = |found: &[World]| most.min(self::most(found.first().map(|world| &world.position)));
            while found.len() < enough(&found) && follower.budget > 0 {
                follower.budget -= 1;
                let any = random.below(of.len() as u64) as usize;
                let (course, choices) = (of[any], &choices[any]);
                let Some(at) = choices.get(random.below(choices.len().max(1) as u64) as usize) else {
                    continue;
                };
                let mut now = Imagined::of(game, self.seat, (*course.began).clone());
                let mut made = Vec::with_capacity(moves);
                let is_made = (0..moves).all(|i| {
                    let known = course.made.get(i).copied().filter(|_| i != *at);
                    let is_made =
                        follower.follow_as(&mut now, self.before(i), &self.history.steps[i], known, random);
                    made.extend(follower.made.filter(|_| is_made));
                    is_made
                });
                if is_made {
                    let course = Course { began: Arc::clone(&course.began), made };
                    found.push(World { position: now.position, course });
                }
            }
        });
        (found, tried)
    }

    /// No world is left: the last moves are made again with other chance and other choices, then more of them, where there
    /// was one before the last. Where that does not help either, all moves are, but only now and then once that took long.
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
            let pause = if self.tried < OFTEN { 2 } else { wanted / 2 + KEPT_EVERY };
            self.again_at = wanted + pause;
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

impl Follower<'_> {
    /// Makes a move in those worlds in which it can be made, as far as they may be many then; gives also how those came
    /// about in which it cannot.
    fn all(
        &mut self,
        game: &Arc<Game>,
        worlds: Vec<World>,
        before: &Sight,
        step: &Seen,
        random: &mut Random,
    ) -> (Vec<World>, Vec<Course>) {
        let (mut made, mut lost) = (Vec::new(), Vec::new());
        for World { position, mut course } in worlds {
            let mut world = Imagined::of(game, self.viewer, position);
            if self.follow(&mut world, before, step, random) {
                course.made.extend(self.made);
                made.push(World { position: world.into_position(), course });
                if made.len() >= most(made.first().map(|world| &world.position)) {
                    break;
                }
            } else {
                lost.push(course);
            }
        }
        (made, lost)
    }

    /// Makes of a world another one that looks the same to the seat now, as far as there is one.
    fn stir_up(&self, game: &Arc<Game>, world: &mut World, now: &Sight, random: &mut Random) {
        let mut stirred = Imagined::of(game, self.viewer, world.position.clone());
        (0..STIRRED).for_each(|_| self.stir(&mut stirred, now, random));
        world.position = stirred.position;
    }
}
