//! Making moves again in worlds that are imagined, with other chance and other hidden choices, so that the seat sees what
//! it has seen. Where a world would show another card, it is exchanged before the move with the one that must be there,
//! as long as the seat knows neither.

use super::Imagined;
use super::facts::{Facts, is_unknown_to};
use super::history::{Seen, Sight};
use super::pieces::{self, Lying};
use super::{key, seen};
use crate::game::Game;
use crate::position::Position;
use base::Random;
use bytecode::layout::object;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// So often a move is tried in one world.
const TRIES: usize = 24;

/// So many candidates are compared with what was seen of a move.
const MAX_COMPARED: usize = 4096;

/// Makes moves again on behalf of one seat.
pub(super) struct Follower<'a> {
    pub game: &'a Game,
    pub facts: &'a Facts,
    pub viewer: u32,
    /// How many moves may still be tried, all worlds together.
    pub budget: usize,
}

impl Follower<'_> {
    /// Makes a move, so that the seat sees the same after it; false where that does not come about, and the world is of no
    /// use then.
    pub(super) fn follow(
        &mut self,
        world: &mut Imagined,
        before: Option<&Sight>,
        step: &Seen,
        random: &mut Random,
    ) -> bool {
        let mut start = world.clone();
        for _ in 0..TRIES {
            if self.budget == 0 {
                return false;
            }
            self.budget -= 1;
            world.copy_from(&start);
            let chance = random.word();
            world.reseed(chance);
            let made = self.make(world, step, random);
            let Some(after) = &step.after else {
                if made {
                    return true;
                }
                continue;
            };
            if made && self.sees(world, after) {
                return true;
            }
            if !self.exchange(&mut start, made.then_some(&*world), before, step.seat, after, random) && !made
            {
                // Nothing but another exchange could help.
                return false;
            }
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
            if !self.follow(world, Some(before), step, random) {
                return false;
            }
            before = step.after.as_ref().unwrap_or(before);
        }
        world.focus(self.viewer)
    }

    /// Begins matches that look to the seat as this one did.
    pub(super) fn begin(
        &mut self,
        game: &Arc<Game>,
        players: u32,
        began: &Sight,
        most: usize,
        random: &mut Random,
    ) -> Vec<Imagined> {
        /// This part of all tries may be spent on it.
        const PART: usize = 4;
        let mut found = Vec::new();
        let least = self.budget - self.budget / PART;
        while found.len() < most && self.budget > least {
            self.budget -= 1;
            let mut position = Position::new(&game.program, players, 0);
            let mut machine = game.machine();
            game.begin(&mut game.runner(&mut machine), &mut position, players, random.word());
            let mut world = Imagined::of(game, self.viewer, position);
            world.settle();
            world.forget();
            // What the seat knows is put where it lies.
            for _ in 0..=began.known.len() {
                let now = world.clone();
                if !self.exchange(&mut world, Some(&now), None, self.viewer, began, random) {
                    break;
                }
            }
            if self.sees(&world, began) {
                found.push(world);
            }
        }
        found
    }

    fn sees(&self, world: &Imagined, after: &Sight) -> bool {
        seen(self.game, &world.position, &mut self.game.machine(), self.viewer) == after.name
    }

    /// Makes one of the moves that read so to the seat; false if none is legal.
    fn make(&mut self, world: &mut Imagined, step: &Seen, random: &mut Random) -> bool {
        world.forget();
        if world.position.is_over() || !world.position.focus(step.seat) {
            return false;
        }
        let Imagined { position, machine, .. } = world;
        let mut runner = self.game.runner(machine);
        runner.grant();
        let Ok(mut candidates) = runner.list_with(position, &step.written) else { return false };
        // Comparing many takes as long as trying another move.
        self.budget = self.budget.saturating_sub(candidates.len() / 16);
        let mut fitting = Vec::new();
        for i in 0..candidates.len().min(MAX_COMPARED) {
            candidates.make(i, &mut position.state.words);
            if key::of(self.game, position, candidates.get(i), self.viewer) == step.key {
                fitting.push(i);
            }
        }
        while !fitting.is_empty() {
            let i = fitting.swap_remove(random.below(fitting.len() as u64) as usize);
            if runner.is_legal(position, candidates.get(i)) {
                runner.play(position, candidates.get(i));
                world.settle();
                world.forget();
                return !matches!(world.position.waiting, crate::position::Waiting::Faulty);
            }
        }
        false
    }

    /// Exchanges pieces in the world before a move, so that what the seat saw after it may come about. Whether any were.
    fn exchange(
        &self,
        start: &mut Imagined,
        made: Option<&Imagined>,
        before: Option<&Sight>,
        mover: u32,
        after: &Sight,
        random: &mut Random,
    ) -> bool {
        let lying = lying(self.game, &start.position);
        let was_known: BTreeSet<u32> =
            before.iter().flat_map(|b| &b.known).map(|(serial, ..)| *serial).collect();
        let mut done = false;
        for (serial, slot, index) in after.known.iter().filter(|(serial, ..)| !was_known.contains(serial)) {
            let Some(own) = lying.get(serial) else { continue };
            // What came to lie there instead, or what may have come from where something has gone.
            let instead = made.and_then(|made| self.at(made, *slot, *index)).filter(|other| other != serial);
            let other = match (made, instead.and_then(|other| lying.get(&other))) {
                (_, Some(other)) => Some(*other),
                (Some(_), None) => None,
                (None, _) => self.from(&lying, start, own, before, mover, after, random),
            };
            let is_first = before.is_none();
            let may = |other: &Lying| self.may_exchange(start, own, other, is_first);
            let Some(other) = other.filter(may) else { continue };
            swap(&mut start.position, *own, other, self.facts.owner_of_piece);
            done = true;
            break;
        }
        done
    }

    /// The serial number of what lies in a place.
    fn at(&self, world: &Imagined, slot: usize, index: usize) -> Option<u32> {
        let found =
            pieces::in_zones(&self.game.program, &world.position.state.words, world.position.players());
        let found = found.into_iter().find(|l| (l.slot, l.index) == (slot, index))?;
        Some(pieces::serial(&world.position.state.words, found.piece))
    }

    /// Something unknown in a slot of the mover, or in one that holds less after the move.
    #[expect(clippy::too_many_arguments, reason = "all of it is what is known of one move")]
    fn from(
        &self,
        lying: &BTreeMap<u32, Lying>,
        start: &Imagined,
        own: &Lying,
        before: Option<&Sight>,
        mover: u32,
        after: &Sight,
        random: &mut Random,
    ) -> Option<Lying> {
        let words = &start.position.state.words;
        let counted = |slot: usize| before.map_or(0, |b| b.counts[slot]);
        let gave = |slot: usize| {
            counted(slot) > after.counts[slot] || self.game.program.slots[slot].1 == Some(mover)
        };
        if gave(own.slot) && self.game.program.slots[own.slot].1 == Some(mover) {
            return None;
        }
        let is_unknown = |l: &&Lying| is_unknown_to(self.game, words, l.piece, self.viewer);
        let all: Vec<&Lying> = lying.values().filter(|l| gave(l.slot)).filter(is_unknown).collect();
        all.get(random.below(all.len().max(1) as u64) as usize).map(|l| **l)
    }

    /// Whether two pieces may lie where the other does, and the seat can tell neither from others, unless nothing has been
    /// seen of them yet.
    fn may_exchange(&self, start: &Imagined, one: &Lying, other: &Lying, is_first: bool) -> bool {
        let words = &start.position.state.words;
        let hidden = |l: &Lying| is_first || is_unknown_to(self.game, words, l.piece, self.viewer);
        let class = |l: &Lying| object::class(words[l.piece as usize]);
        let fits = |l: &Lying, place: &Lying| self.facts.may_lie(place, pieces::serial(words, l.piece));
        one.piece != other.piece
            && hidden(one)
            && hidden(other)
            && class(one) == class(other)
            && fits(one, other)
            && fits(other, one)
    }
}

fn lying(game: &Game, position: &Position) -> BTreeMap<u32, Lying> {
    let words = &position.state.words;
    let all = pieces::in_zones(&game.program, words, position.players());
    all.into_iter().map(|l| (pieces::serial(words, l.piece), l)).collect()
}

/// Exchanges the places of two pieces; who knows what lies there stays with the place.
fn swap(position: &mut Position, one: Lying, other: Lying, owner_of_piece: bool) {
    let words = &mut position.state.words;
    words.swap(one.at, other.at);
    for field in [object::PLACE, object::KNOWN] {
        words.swap(one.piece as usize + field, other.piece as usize + field);
    }
    if !owner_of_piece {
        words.swap(one.piece as usize + object::OWNER, other.piece as usize + object::OWNER);
    }
}
