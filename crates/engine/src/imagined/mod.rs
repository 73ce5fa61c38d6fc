//! Matches that a seat makes up to try moves on: a position as it may be, as far as the seat knows, and what a search
//! needs of it. Nothing here makes texts or views but [`Imagined::view`] and [`Imagined::view_of`], which
//! are for tests and for people.

mod again;
mod arranged;
mod counterexample;
mod course;
mod deal;
mod doubts;
mod exchange;
mod facts;
mod families;
mod features;
mod follow;
mod history;
mod infer;
mod key;
mod lonely;
mod misplaced;
mod notes;
mod path;
mod payoff;
mod pieces;
mod played;
mod prefer;
mod remembered;
mod repair;
mod seen;
mod state_key;
mod trail;
mod words;
mod worlds;

pub use course::Course;
pub use facts::{Facts, Way};
pub(crate) use families::has_amounts;
pub use features::Features;
pub(crate) use history::Past;
pub use key::MoveKey;
pub use path::Path;
pub(crate) use remembered::Remembered;
pub(crate) use seen::seen;
use seen::seen_by;
pub use worlds::{Imagining, Worlds};

use crate::game::Game;
use crate::position::{Position, seat_words};
use crate::view::modified::read_through_modifiers;
use crate::view::{Eyes, Outcome, View, Viewer, make, outcome};
use base::Random;
use bytecode::layout::{header, seat};
use bytecode::word::{self, NULL};
use std::sync::Arc;
use vm::{Candidates, Frame, Machine};

/// More moves than this are not listed: where there are more candidates, so many of them are listed that stand at
/// equal distances.
pub const MAX_IMAGINED: usize = 4096;

/// A match as it may be, as far as one seat knows. Clones are tried independently of each other.
///
/// Nothing of a match that the seat cannot know is in it: chance ahead is drawn from the seed that it was imagined with.
#[derive(Debug)]
pub struct Imagined {
    game: Arc<Game>,
    seat: u32,
    position: Position,
    machine: Machine,
    /// The candidates of the position, where they have been listed.
    listed: Option<Candidates>,
    /// The numbers of the legal ones among them, once they have been tried.
    legal: Vec<u32>,
    /// Where the words ended before anything was listed.
    heap_end: usize,
    /// Whether the last move drew from the generator.
    had_chance: bool,
    /// Positions that trials of moves work on, kept for their memory.
    spare: Vec<Position>,
}

impl Clone for Imagined {
    fn clone(&self) -> Imagined {
        let mut copy = Imagined::of(&self.game, self.seat, Position::new(&self.game.program, 0, 0));
        copy.copy_from(self);
        copy
    }
}

impl Imagined {
    pub(crate) fn of(game: &Arc<Game>, seat: u32, position: Position) -> Imagined {
        Imagined {
            game: Arc::clone(game),
            seat,
            position,
            machine: game.machine(),
            listed: None,
            legal: Vec::new(),
            heap_end: 0,
            had_chance: false,
            spare: Vec::new(),
        }
    }

    /// Becomes a copy of another imagined match of the same game, in its own memory.
    pub fn copy_from(&mut self, other: &Imagined) {
        self.forget();
        if !Arc::ptr_eq(&self.game, &other.game) {
            (self.game, self.machine) = (Arc::clone(&other.game), other.game.machine());
        }
        self.seat = other.seat;
        self.position.copy(&other.position);
        if other.listed.is_some() {
            self.position.state.words.truncate(other.heap_end);
        }
        self.had_chance = other.had_chance;
    }

    /// Its position, for as long as it is kept: without what was listed, and without room to grow where that is much.
    fn into_position(mut self) -> Position {
        /// So many words of room are kept, 64 KB.
        const ROOM: usize = 1 << 13;
        self.forget();
        let words = &mut self.position.state.words;
        words.shrink_to(words.len() + ROOM);
        self.position
    }

    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    pub fn seats(&self) -> usize {
        self.position.players() as usize
    }

    /// Who must decide; None when the match is over. After [`Imagined::play_random`] it holds once
    /// [`Imagined::settle`] or [`Imagined::list`] was called.
    pub fn decider(&self) -> Option<u32> {
        self.position.decider()
    }

    /// Whether the match is over. See [`Imagined::decider`].
    pub fn over(&self) -> bool {
        self.position.is_over()
    }

    /// Who decides now without seeing what the others choose, those who have chosen left out; empty where nobody does.
    pub fn deciding_together(&self) -> Vec<u32> {
        self.position.asking().map_or_else(Vec::new, |round| round.pending())
    }

    /// Goes on to a decision that somebody can make, or to the end.
    pub fn settle(&mut self) {
        while self.listed.is_none() && !self.position.is_over() {
            let Imagined { game, position, machine, spare, .. } = self;
            let mut runner = game.runner(machine);
            std::mem::swap(&mut runner.spare, spare);
            runner.grant();
            self.heap_end = position.state.words.len();
            if let Ok(mut candidates) = runner.list(position) {
                if runner.any_legal(position, &mut candidates) {
                    self.legal.clear();
                    self.listed = Some(candidates);
                } else {
                    runner.reuse(candidates);
                    position.state.words.truncate(self.heap_end);
                    if !runner.end_if_too_long(position) {
                        runner.no_choice(position);
                    }
                }
            }
            std::mem::swap(&mut runner.spare, spare);
        }
    }

    /// Lists the legal moves of whoever decides; gives how many there are, at most [`MAX_IMAGINED`]. None when the match
    /// is over.
    pub fn list(&mut self) -> usize {
        self.settle();
        if !self.legal.is_empty() {
            return self.legal.len();
        }
        let Imagined { game, position, machine, listed: Some(candidates), legal, spare, .. } = self else {
            return 0;
        };
        let mut runner = game.runner(machine);
        std::mem::swap(&mut runner.spare, spare);
        runner.grant();
        let all = candidates.len();
        let step = all.div_ceil(MAX_IMAGINED).max(1);
        for i in (0..all).step_by(step) {
            if runner.is_legal_at(position, candidates, i) {
                legal.push(i as u32);
            }
        }
        if legal.is_empty() && step > 1 {
            // Somebody can do something, though none of those.
            legal.extend(runner.first_legal(position, candidates).map(|i| i as u32));
        }
        std::mem::swap(&mut runner.spare, spare);
        for i in &*legal {
            candidates.make(*i as usize, &mut position.state.words);
        }
        legal.len()
    }

    /// The name of a move of the last [`Imagined::list`]. Moves that whoever makes them cannot tell apart have the same.
    pub fn key(&self, i: usize) -> MoveKey {
        let mover = self.position.decider().unwrap_or(0);
        self.key_as_seen(i, mover)
    }

    /// The same as far as another seat can read the move: what it does not know of it counts for nothing.
    pub fn key_as_seen(&self, i: usize, viewer: u32) -> MoveKey {
        let candidate = self.listed.as_ref().zip(self.legal.get(i));
        candidate.map_or_else(MoveKey::default, |(candidates, number)| {
            key::of(&self.game, &self.position, candidates.get(*number as usize), viewer)
        })
    }

    /// The number of a move of the last [`Imagined::list`] among all candidates of the position, for
    /// [`Imagined::play_known`].
    pub fn number(&self, i: usize) -> u32 {
        self.legal.get(i).copied().unwrap_or(u32::MAX)
    }

    /// Makes a move that was legal in the same position, by its number then; the others are not tried again. Does nothing
    /// where there is no such candidate.
    pub fn play_known(&mut self, number: u32) {
        self.settle();
        let Some(candidates) = self.listed.as_mut().filter(|all| (number as usize) < all.len()) else {
            return;
        };
        candidates.make(number as usize, &mut self.position.state.words);
        self.legal.clear();
        self.legal.push(number);
        self.play_listed(0);
    }

    /// As [`Imagined::play_known`], where the position is the same but for what lies in no order, so that the number may
    /// be that of another move: makes the move of that name. False where there is none.
    pub fn play_named(&mut self, number: u32, name: MoveKey) -> bool {
        self.settle();
        let Some(candidates) = self.listed.as_mut() else { return false };
        if (number as usize) < candidates.len() {
            candidates.make(number as usize, &mut self.position.state.words);
            let mover = self.position.decider().unwrap_or(0);
            if key::of(&self.game, &self.position, candidates.get(number as usize), mover) == name {
                self.play_known(number);
                return true;
            }
        }
        let found = (0..self.list()).find(|i| self.key(*i) == name);
        found.into_iter().for_each(|i| self.play_listed(i));
        found.is_some()
    }

    /// Makes a move of the last [`Imagined::list`]; does nothing where there is no such move.
    pub fn play_listed(&mut self, i: usize) {
        let Some(number) = self.legal.get(i).copied() else { return };
        let Some(candidates) = self.listed.take() else { return };
        let Imagined { game, position, machine, spare, .. } = self;
        let chance = position.state.words[header::RANDOM];
        let mut runner = game.runner(machine);
        std::mem::swap(&mut runner.spare, spare);
        runner.grant();
        runner.play(position, candidates.get(number as usize));
        runner.reuse(candidates);
        std::mem::swap(&mut runner.spare, spare);
        self.legal.clear();
        self.settle();
        // Where nobody could decide anything, rules that ran until somebody could may have drawn as well.
        self.had_chance = self.position.state.words[header::RANDOM] != chance;
    }

    /// The work that all moves took which were made or listed here, in units of fuel.
    pub fn work(&self) -> u64 {
        self.machine.fuel.used()
    }

    /// Draws a legal move, all equally likely, and makes it; false when the match is over.
    pub fn play_random(&mut self, random: &mut Random) -> bool {
        self.forget();
        let Imagined { game, position, machine, spare, .. } = self;
        let chance = position.state.words[header::RANDOM];
        let mut runner = game.runner(machine);
        std::mem::swap(&mut runner.spare, spare);
        runner.grant();
        let played = runner.play_random(position, random).is_some();
        std::mem::swap(&mut runner.spare, spare);
        self.had_chance = position.state.words[header::RANDOM] != chance;
        played
    }

    /// Whether a seat has something to decide; then it does so next.
    fn focus(&mut self, seat: u32) -> bool {
        self.forget();
        self.position.focus(seat)
    }

    /// Forgets what was listed.
    fn forget(&mut self) {
        if let Some(candidates) = self.listed.take() {
            self.machine.spare.push(candidates);
            self.position.state.words.truncate(self.heap_end);
        }
        self.legal.clear();
    }

    /// Whether the last move drew from the random generator, so that making it again with another seed may lead
    /// elsewhere.
    pub fn had_chance(&self) -> bool {
        self.had_chance
    }

    /// From here on chance is drawn from another seed.
    pub fn reseed(&mut self, seed: u64) {
        self.position.state.words[header::RANDOM] = seed;
    }

    /// What each seat gets of how the match ended, from 0 to 1; a half for all while it is not over.
    pub fn payoff(&self, into: &mut [f32]) {
        let together = self.are_together();
        payoff::payoff(&self.game.program, &self.position, together, into);
    }

    /// What is so in every match of the game.
    pub fn facts(&self) -> &Facts {
        self.game.facts(self.position.players())
    }

    /// Whether all seats win or lose together, as far as matches that were played show it.
    pub fn are_together(&self) -> bool {
        self.facts().is_together
    }

    /// Whether a seat is in the team of another one, or is that one.
    pub fn are_allied(&self, one: usize, other: usize) -> bool {
        let team =
            |p: usize| seat_words(&self.game.program, &self.position.state.words, p as u32)[seat::TEAM];
        one == other || team(one) != NULL && team(one) == team(other)
    }

    /// The scores, by seat.
    pub fn scores(&self) -> Vec<f64> {
        let words = &self.position.state.words;
        let score = |p| word::to_number(seat_words(&self.game.program, words, p)[seat::SCORE]);
        (0..self.position.players()).map(score).collect()
    }

    /// Names what a seat sees: the same where its views are the same but for the order of what lies in no order.
    pub fn seen(&self, seat: u32) -> u64 {
        let mut machine = self.game.machine();
        seen(&self.game, &self.position, &mut machine, seat)
    }

    /// The same of what spectators see.
    pub fn seen_by_spectators(&self) -> u64 {
        let mut machine = self.game.machine();
        seen_by(&self.game, &self.position, &mut machine, Viewer::Spectator)
    }

    /// Names the position: the same where it goes on in the same way, but for chance and for what things are called.
    pub fn state_key(&self) -> u128 {
        state_key::state_key(&self.game.program, &self.position, self.words())
    }

    /// Whether another one is the same in every word, also where nothing would tell the two apart.
    pub fn is_same(&self, other: &Imagined) -> bool {
        let (one, two) = (&self.position, &other.position);
        let same = |of: fn(&Position) -> (&[u64], &[Frame])| of(one) == of(two);
        self.words() == other.words()
            && same(|p| (&p.state.stack, &p.state.frames))
            && (one.state.pc, one.awaited, one.running) == (two.state.pc, two.awaited, two.running)
            && (&one.round, &one.since_choice) == (&two.round, &two.since_choice)
    }

    /// The words without what was listed.
    fn words(&self) -> &[u64] {
        let words = &self.position.state.words;
        if self.listed.is_some() { &words[..self.heap_end] } else { words }
    }

    /// What the seat that imagines it would see.
    pub fn view(&self) -> View {
        self.view_of(self.seat)
    }

    /// What another seat would see in it: that is imagined as well.
    pub fn view_of(&self, seat: u32) -> View {
        let modified = read_through_modifiers(&self.game, &self.position, &mut self.game.machine());
        make::view(&self.game, &self.position, modified.as_ref(), Eyes::Of(Viewer::Seat(seat)))
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        outcome::outcome(&self.game, &self.position)
    }
}
