//! Making moves again in worlds that are imagined, with other chance and other hidden choices, so that the seat sees what
//! it has seen. Where a world would show another card, shuffles come out otherwise, or it is exchanged before the move with
//! the one that must be there, as long as the seat knows neither.

use super::Imagined;
use super::facts::Facts;
use super::history::{Seen, Sight};
use super::trail::most;
use super::{MoveKey, key, seen};
use crate::game::Game;
use crate::position::{Awaited, Position, Shuffles};
use base::Random;
use bytecode::layout::header;
use std::collections::BTreeSet;
use std::sync::Arc;
use vm::mix;

/// So often a move is tried in one world.
const TRIES: usize = 24;

/// Of so many tries one does not go on with the move of the one before.
const FREE_EVERY: usize = 4;

/// So many candidates are compared with what was seen of a move.
const MAX_COMPARED: usize = 4096;

/// Makes moves again on behalf of one seat.
pub(super) struct Follower<'a> {
    pub game: &'a Game,
    pub facts: &'a Facts,
    pub viewer: u32,
    /// How many moves may still be tried, all worlds together.
    pub budget: usize,
    /// The pieces that went through a shuffle, for whoever wants to know.
    pub shuffled: Option<BTreeSet<u32>>,
    /// How the last move was made.
    pub made: Option<Made>,
    /// What was exchanged between zones so that moves could be made, each two by their serial numbers, since whoever
    /// wants to know has emptied it.
    pub exchanged: Vec<[u32; 2]>,
}

/// How a move was made in a world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Made {
    /// What decided chance.
    pub chance: u64,
    /// The move, as whoever made it reads it.
    pub choice: MoveKey,
    /// Its number among the candidates.
    pub number: usize,
    /// How many read alike to the seat that imagines it.
    pub ways: usize,
}

/// How a move is made again.
#[derive(Clone, Copy)]
struct Try<'t> {
    start: &'t Imagined,
    step: &'t Seen,
    /// What decides chance, and which of the moves is made that read alike.
    chance: u64,
    /// The one that is made if it may be.
    choice: Option<Wanted>,
}

/// Which of several moves that read alike is made.
#[derive(Clone, Copy)]
enum Wanted {
    Named(MoveKey),
    Numbered(usize),
}

impl<'a> Follower<'a> {
    /// On behalf of a seat, who may try so many moves.
    pub(super) fn new(game: &'a Game, facts: &'a Facts, viewer: u32, budget: usize) -> Follower<'a> {
        Follower { game, facts, viewer, budget, shuffled: None, made: None, exchanged: Vec::new() }
    }

    /// Makes a move, so that the seat sees the same after it; false where that does not come about, and the world is of no
    /// use then.
    pub(super) fn follow(
        &mut self,
        world: &mut Imagined,
        before: &Sight,
        step: &Seen,
        random: &mut Random,
    ) -> bool {
        self.follow_as(world, before, step, None, random)
    }

    /// The same, first as it was made in another world.
    pub(super) fn follow_as(
        &mut self,
        world: &mut Imagined,
        before: &Sight,
        step: &Seen,
        known: Option<Made>,
        random: &mut Random,
    ) -> bool {
        let mut start = world.clone();
        // The move that came out otherwise, before something was exchanged for it.
        let mut mended: Option<Made> = None;
        for tried in 0..TRIES {
            if self.budget == 0 {
                return false;
            }
            self.budget -= 1;
            let known = known.filter(|_| tried == 0);
            let choice = known.map(|known| Wanted::Named(known.choice));
            let choice = choice.or(mended.map(|made| Wanted::Numbered(made.number)));
            let chance = known.or(mended).map_or_else(|| random.word(), |made| made.chance);
            let now = Try { start: &start, step, chance, choice };
            let ways = self.make(world, now, None).0;
            let Some(after) = &step.after else {
                if ways > 0 {
                    return true;
                }
                continue;
            };
            if ways > 0 && (self.sees(world, after) || self.make_arranged(world, now, after)) {
                return true;
            }
            let made = (ways > 0).then_some(&*world);
            let used_chance = world.position.state.words[header::RANDOM] != chance;
            let exchanged = self.repair(&mut start, made, Some(before), step.seat, after, random);
            let is_exchanged = !exchanged.is_empty();
            self.exchanged.extend(exchanged.iter().filter(|e| !e.in_one_zone).map(|e| e.two));
            if !is_exchanged && !used_chance && ways < 2 {
                // It would come out the same again.
                return false;
            }
            let is_free = tried % FREE_EVERY == FREE_EVERY - 1;
            mended = self.made.filter(|_| ways > 0 && is_exchanged && !is_free);
        }
        false
    }

    /// Makes all moves in a world, and lets the seat decide then.
    pub(super) fn follow_all(
        &mut self,
        world: &mut Imagined,
        began: &Sight,
        steps: &[Seen],
        random: &mut Random,
    ) -> bool {
        let mut before = began;
        for step in steps {
            if !self.follow(world, before, step, random) {
                return false;
            }
            before = step.after.as_ref().unwrap_or(before);
        }
        world.focus(self.viewer)
    }

    /// Begins matches that look to the seat as this one did, in so many tries at most.
    pub(super) fn begin(
        &mut self,
        game: &Arc<Game>,
        players: u32,
        began: &Sight,
        random: &mut Random,
    ) -> Vec<Imagined> {
        let mut found: Vec<Imagined> = Vec::new();
        while found.len() < most(found.first().map(|world| &world.position)) && self.budget > 0 {
            self.budget -= 1;
            let seed = random.word();
            let (mut world, dealt) = self.fresh(game, players, seed, Shuffles::default());
            if !self.sees(&world, began)
                && let Some(arranged) = dealt.arranged(&self.misplaced(&world, began, |_, _| true))
            {
                world = self.fresh(game, players, seed, arranged).0;
            }
            if !self.sees(&world, began) {
                let now = world.clone();
                self.repair(&mut world, Some(&now), None, self.viewer, began, random);
            }
            if self.sees(&world, began) {
                found.push(world);
            }
        }
        found
    }

    /// A new match, and what was shuffled in it.
    fn fresh(&self, game: &Arc<Game>, players: u32, seed: u64, shuffles: Shuffles) -> (Imagined, Shuffles) {
        let mut position = Position::new(&game.program, players, 0);
        let mut machine = game.machine();
        let mut runner = game.runner(&mut machine);
        let dealt = runner.shuffling(shuffles, |runner| game.begin(runner, &mut position, players, seed));
        let mut world = Imagined::of(game, self.viewer, position);
        world.settle();
        world.forget();
        (world, dealt)
    }

    pub(super) fn sees(&self, world: &Imagined, after: &Sight) -> bool {
        seen(self.game, &world.position, &mut self.game.machine(), self.viewer) == after.name
    }

    /// Makes the same move again with shuffles that come out so that what the seat knows lies where it does.
    fn make_arranged(&mut self, world: &mut Imagined, now: Try<'_>, after: &Sight) -> bool {
        if world.position.state.words[header::RANDOM] == now.chance {
            return false;
        }
        let wishes = self.misplaced(world, after, |_, _| true);
        if wishes.is_empty() {
            return false;
        }
        let dealt = self.make(world, now, Some(Shuffles::default())).1;
        let Some(arranged) = dealt.arranged(&wishes) else { return false };
        self.make(world, now, Some(arranged)).0 > 0 && self.sees(world, after)
    }

    /// Makes one of the moves that read so to the seat; gives how many there were to choose from, 0 if none is legal.
    fn make(&mut self, world: &mut Imagined, now: Try<'_>, shuffles: Option<Shuffles>) -> (usize, Shuffles) {
        let Try { start, step, chance, choice } = now;
        let nothing = (0, Shuffles::default());
        world.copy_from(start);
        world.reseed(chance);
        if world.position.is_over() || !world.position.focus(step.seat) {
            return nothing;
        }
        let mut random = Random::new(mix(chance, 1));
        let Imagined { position, machine, .. } = world;
        let mut runner = self.game.runner(machine);
        runner.grant();
        let Ok(mut candidates) = runner.list_with(position, &step.written) else { return nothing };
        // Comparing many takes as long as trying another move.
        self.budget = self.budget.saturating_sub(candidates.len() / 16);
        let mut fitting = Vec::new();
        for i in 0..candidates.len().min(MAX_COMPARED) {
            let candidate = candidates.make(i, &mut position.state.words);
            if key::of(self.game, position, candidate, self.viewer) == step.key {
                fitting.push(i);
            }
        }
        let named =
            |position: &Position, i: usize| key::of(self.game, position, candidates.get(i), step.seat);
        let wanted = choice.and_then(|choice| match choice {
            Wanted::Named(name) => fitting.iter().position(|i| named(position, *i) == name),
            Wanted::Numbered(number) => fitting.iter().position(|i| *i == number),
        });
        let mut wanted = wanted.filter(|_| fitting.len() > 1);
        while !fitting.is_empty() {
            let ways = fitting.len();
            let any = wanted.take().unwrap_or_else(|| random.below(ways as u64) as usize);
            let i = fitting.swap_remove(any);
            if !runner.is_legal(position, candidates.get(i)) {
                continue;
            }
            self.made = Some(Made { chance, choice: named(position, i), number: i, ways });
            let shuffles = shuffles.or_else(|| self.shuffled.is_some().then(Shuffles::default));
            let dealt = match shuffles {
                None => {
                    runner.play(position, candidates.get(i));
                    Shuffles::default()
                }
                Some(shuffles) => {
                    runner.shuffling(shuffles, |runner| runner.play(position, candidates.get(i)))
                }
            };
            if let Some(shuffled) = &mut self.shuffled {
                shuffled.extend(dealt.all());
            }
            world.settle();
            world.forget();
            let is_faulty = matches!(world.position.awaited, Awaited::Faulty);
            return (if is_faulty { 0 } else { ways }, dealt);
        }
        nothing
    }
}
