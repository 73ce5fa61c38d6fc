//! Secret attributes that nothing else has, those of global classes and of places: there is nothing to exchange them with.
//! It finds out whether they may hold something else that a seat does not see. What follows from that is for others.

use super::Imagined;
use super::again::{Again, is_between};
use super::state_key::content;
use crate::game::Game;
use base::Random;
use bytecode::program::Class;
use std::collections::BTreeMap;

/// So many moves are made once more.
const MAX_TWINS: u32 = 2_000;

/// Where fewer matches than that begin like others, nothing follows from those that do.
const MIN_ALIKE: u32 = 32;

/// At a decision so many moves are made again with other chance, and in the place of each so many that somebody takes for
/// it.
const MAX_MOVES: usize = 8;
const MAX_ALIKE: usize = 3;

/// Turns the chance of a match into another one.
const OTHER_CHANCE: u64 = 0x7477_696E;

/// What was found in matches so far.
pub(super) struct Lonely<'g> {
    game: &'g Game,
    players: u32,
    /// Whether there are any.
    exist: bool,
    /// What they held where matches began so, as spectators saw it, and in the first one.
    began: BTreeMap<u64, Vec<u64>>,
    first: Option<Vec<u64>>,
    /// How many looked like an earlier one, and what was not the same in some that did not.
    alike: u32,
    varies: Option<&'g str>,
    twins: u32,
    /// One that held something else in what a seat took for the same.
    pub differs: Option<&'g str>,
    /// In units of fuel.
    pub work: u64,
}

impl<'g> Lonely<'g> {
    pub(super) fn new(game: &'g Game, players: u32) -> Lonely<'g> {
        let exist = holders(game).any(|(_, class)| secrets(class).next().is_some());
        Lonely {
            game,
            players,
            exist,
            began: BTreeMap::new(),
            first: None,
            alike: 0,
            varies: None,
            twins: 0,
            differs: None,
            work: 0,
        }
    }

    /// Whether more is to be found out.
    fn is_open(&self) -> bool {
        self.exist && self.differs.is_none()
    }

    /// A match has begun: what they hold must be the same in all that look alike to spectators. Where hardly any do, it
    /// must be the same in all.
    pub(super) fn begin(&mut self, now: &Imagined) {
        if !self.is_open() {
            return;
        }
        let held = self.held(now);
        let seen = now.seen_by_spectators();
        let known = self.began.get(&seen);
        let first = known.or(self.first.as_ref()).unwrap_or(&held);
        let at = first.iter().zip(&held).position(|(a, b)| a != b);
        let name = at.and_then(|at| names(self.game).nth(at));
        if known.is_some() {
            self.differs = name;
            self.alike += 1;
        } else {
            self.varies = self.varies.or(name);
        }
        self.first.get_or_insert_with(|| held.clone());
        self.began.entry(seen).or_insert(held);
    }

    /// No more matches will begin: what follows from how they did.
    pub(super) fn conclude_beginnings(&mut self) {
        if self.alike < MIN_ALIKE {
            self.differs = self.differs.or(self.varies);
        }
    }

    /// Makes moves of a decision again, with other chance, and such in the place of each that some seat takes for it.
    pub(super) fn decide(&mut self, now: &Imagined, random: &mut Random) {
        if !self.is_open() || self.twins >= MAX_TWINS {
            return;
        }
        let again = Again::new(now, OTHER_CHANCE);
        let (listed, n) = (&again.listed, again.moves);
        let others = (0..self.players).filter(|seat| Some(*seat) != listed.decider());
        let read: Vec<Vec<_>> =
            others.map(|seat| (0..n).map(|i| listed.key_as_seen(i, seat)).collect()).collect();
        for _ in 0..n.min(MAX_MOVES) {
            let i = random.below(n as u64) as usize;
            let is_alike = |k: &usize| *k != i && read.iter().any(|keys| keys[*k] == keys[i]);
            let alike = (0..n).filter(is_alike).take(MAX_ALIKE);
            let one = again.made(i);
            self.work += one.work();
            for other in std::iter::once(i).chain(alike).map(|k| again.made_otherwise(k)) {
                self.twins += 1;
                self.work += other.work();
                self.compare(&one, &other);
            }
        }
        self.work += listed.work();
    }

    /// Compares what two moves have led to, unless something goes on there.
    fn compare(&mut self, one: &Imagined, other: &Imagined) {
        if is_between(one) || is_between(other) {
            return;
        }
        let (held, held_there) = (self.held(one), self.held(other));
        let Some(at) = held.iter().zip(&held_there).position(|(a, b)| a != b) else { return };
        if (0..self.players).any(|seat| one.seen(seat) == other.seen(seat)) {
            self.differs = names(self.game).nth(at);
        }
    }

    /// What they hold, in the order of their names.
    fn held(&self, now: &Imagined) -> Vec<u64> {
        let (program, words) = (&self.game.program, &now.position.state.words);
        let of = |(o, class): (usize, &'g Class)| {
            let first = o + usize::from(class.first_field);
            secrets(class).map(move |i| content(program, words, words[first + i], class.fields[i].kind))
        };
        holders(self.game).flat_map(of).collect()
    }
}

fn names(game: &Game) -> impl Iterator<Item = &str> {
    holders(game).flat_map(|(_, class)| secrets(class).map(|i| class.fields[i].shown_name()))
}

/// The objects of global classes and of places, which are always there.
fn holders(game: &Game) -> impl Iterator<Item = (usize, &Class)> {
    let program = &game.program;
    let globals = program.classes.iter().filter_map(|class| Some((class.global? as usize, class)));
    let places = program.tiles.objects.iter().zip(&program.tiles.board).filter(|(at, _)| **at != u32::MAX);
    let class = |board: u16| &program.classes[usize::from(program.boards[usize::from(board)].class)];
    globals.chain(places.map(move |(at, board)| (*at as usize, class(*board))))
}

/// Which fields of a class are secret.
fn secrets(class: &Class) -> impl Iterator<Item = usize> {
    let fields = class.fields.iter().enumerate();
    fields.filter(|(_, field)| field.secret && !field.hidden).map(|(i, _)| i)
}
