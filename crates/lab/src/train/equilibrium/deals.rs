//! The whole course of a small game, deal by deal. A deal is all that chance may bring in one match, whatever the players
//! do, so that behind it everything is choice; the same decisions of a seat that cannot tell deals apart are one
//! information set. It knows nothing of strategies.

use super::Unfit;
use base::Random;
use bots::{Imagined, MAX_INFORMATION_SETS, MAX_WEIGHTS, MoveKey, Path};
use engine::{Game, Match};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game with more decisions in one deal, in all deals that were met, with longer matches or more moves to choose from at
/// one decision, is not small.
const MAX_DEAL_NODES: usize = 20_000;
const MAX_NODES: usize = 1_000_000;
const MAX_DEPTH: usize = 200;
pub(super) const MAX_MOVES: usize = 32;

/// What tells the chance of a match ahead from what was dealt at its beginning.
const AHEAD: u64 = 0x6465_616C_2E2E_2E2E;

/// A moment of a deal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    End(End),
    /// The decision of an information set; where each of its moves leads stands in the edges, from that number on.
    Choice {
        set: u32,
        edges: u32,
    },
}

/// How a match ended, for the first seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct End {
    /// Points that it has.
    pub(super) points: f64,
    /// 1 where it won, -1 where it lost, 0 where nobody did.
    pub(super) place: f64,
}

/// Decisions that their seat cannot tell apart.
#[derive(Clone, Debug)]
pub(super) struct Set {
    pub(super) name: Path,
    pub(super) seat: u32,
    /// The names of the moves, sorted.
    pub(super) moves: Vec<MoveKey>,
    /// Where its moves begin in a list of the moves of all sets.
    pub(super) first: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Deal {
    pub(super) root: u32,
    /// How many matches were met that began with it.
    pub(super) met: u64,
}

/// All deals that were met.
#[derive(Debug)]
pub(super) struct Deals {
    game: Arc<Game>,
    pub(super) all: Vec<Deal>,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<u32>,
    pub(super) sets: Vec<Set>,
    by_name: BTreeMap<Path, u32>,
    /// The deals that follow from how a match begins alone.
    by_start: BTreeMap<u128, u32>,
    by_shape: BTreeMap<u64, u32>,
    /// Whether points are what is played for: those that one has are what the other one lacks, and whoever has more wins.
    pub(super) are_points_at_stake: bool,
    /// Positions that are no longer looked at, kept for their memory.
    spare: Vec<Imagined>,
}

/// What is known while a deal is gone through.
struct Walk<'g> {
    /// How many nodes there were before.
    began: usize,
    has_chance: bool,
    may_go_on: &'g dyn Fn() -> bool,
}

fn mix(a: u64, b: u64) -> u64 {
    Random::new(a.rotate_left(23) ^ b).word()
}

impl Deals {
    pub(super) fn new(game: &Arc<Game>) -> Deals {
        Deals {
            game: Arc::clone(game),
            all: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            sets: Vec::new(),
            by_name: BTreeMap::new(),
            by_start: BTreeMap::new(),
            by_shape: BTreeMap::new(),
            are_points_at_stake: true,
            spare: Vec::new(),
        }
    }

    /// How many moves all information sets have together.
    pub(super) fn moves(&self) -> usize {
        self.sets.last().map_or(0, |set| set.first + set.moves.len())
    }

    /// The deal of the match of a seed, by its number.
    pub(super) fn draw(&mut self, seed: u64, may_go_on: &dyn Fn() -> bool) -> Result<usize, Unfit> {
        let start = Match::start(&self.game, 2, seed);
        let mut now = start.imagining().in_hindsight(0).ok_or(Unfit::Begun)?.first();
        now.reseed(mix(AHEAD, seed));
        now.settle();
        let key = now.state_key();
        let number = match self.by_start.get(&key) {
            Some(number) => *number,
            None => {
                let mut walk = Walk { began: self.nodes.len(), has_chance: false, may_go_on };
                let edges = self.edges.len();
                let grown = self.grow(&mut now, [0, 1].map(Path::start), &mut walk, 0);
                if grown.is_err() {
                    self.nodes.truncate(walk.began);
                    self.edges.truncate(edges);
                }
                let (root, shape) = grown?;
                let new = self.all.len() as u32;
                let number = *self.by_shape.entry(shape).or_insert(new);
                if number == new {
                    self.all.push(Deal { root, met: 0 });
                } else {
                    self.nodes.truncate(walk.began);
                    self.edges.truncate(edges);
                }
                if !walk.has_chance {
                    self.by_start.insert(key, number);
                }
                number
            }
        } as usize;
        self.all[number].met += 1;
        Ok(number)
    }

    /// Goes through all that may happen behind a position. Gives its node, and a word that is the same where the same may
    /// happen, as the seats see it.
    fn grow(
        &mut self,
        now: &mut Imagined,
        mut paths: [Path; 2],
        walk: &mut Walk<'_>,
        mut depth: usize,
    ) -> Result<(u32, u64), Unfit> {
        loop {
            let count = now.list();
            let Some(seat) = now.decider() else { return Ok(self.end(now)) };
            if depth >= MAX_DEPTH {
                return Err(Unfit::Long);
            }
            let nodes = self.nodes.len();
            if nodes - walk.began >= MAX_DEAL_NODES || nodes >= MAX_NODES {
                return Err(Unfit::Large);
            }
            if !(walk.may_go_on)() {
                return Err(Unfit::Stopped);
            }
            depth += 1;
            let mut moves: Vec<(MoveKey, usize)> = (0..count).map(|i| (now.key(i), i)).collect();
            moves.sort_unstable();
            moves.dedup_by_key(|(key, _)| *key);
            let (own, other) = (seat as usize, 1 - seat as usize);
            paths[own] = paths[own].looking(now.seen(seat));
            let is_sealed = !now.deciding_together().is_empty();
            let behind = |now: &Imagined, (key, i): (MoveKey, usize)| {
                let mut paths = paths;
                paths[own] = paths[own].behind(key);
                if !is_sealed {
                    paths[other] = paths[other].behind(now.key_as_seen(i, other as u32));
                }
                paths
            };
            if let [only] = moves[..] {
                paths = behind(now, only);
                now.play_listed(only.1);
                walk.has_chance |= now.had_chance();
                continue;
            }
            let keys: Vec<MoveKey> = moves.iter().map(|(key, _)| *key).collect();
            let set = self.set(paths[own], seat, keys)?;
            let (node, edges) = (self.nodes.len(), self.edges.len());
            self.nodes.push(Node::Choice { set, edges: edges as u32 });
            self.edges.resize(edges + moves.len(), 0);
            let mut shape = mix(2, paths[own].word());
            let mut next = self.spare.pop().unwrap_or_else(|| now.clone());
            for (at, made) in moves.iter().enumerate() {
                next.copy_from(now);
                next.play_known(now.number(made.1));
                walk.has_chance |= next.had_chance();
                let (child, of_child) = self.grow(&mut next, behind(now, *made), walk, depth)?;
                self.edges[edges + at] = child;
                shape = mix(shape, of_child);
            }
            self.spare.push(next);
            return Ok((node as u32, shape));
        }
    }

    fn end(&mut self, now: &Imagined) -> (u32, u64) {
        let mut payoff = [0.5; 2];
        now.payoff(&mut payoff);
        let place = f64::from(payoff[0]) - f64::from(payoff[1]);
        let scores = now.scores();
        let points = scores.first().copied().unwrap_or(0.0);
        let is_zero_sum = scores.iter().sum::<f64>().abs() < 1e-9;
        let sign = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
        self.are_points_at_stake &= is_zero_sum && sign(points) == sign(place);
        self.nodes.push(Node::End(End { points, place }));
        let shape = mix(mix(1, points.to_bits()), place.to_bits());
        (self.nodes.len() as u32 - 1, shape)
    }

    /// The number of an information set.
    fn set(&mut self, name: Path, seat: u32, moves: Vec<MoveKey>) -> Result<u32, Unfit> {
        if moves.len() > MAX_MOVES {
            return Err(Unfit::Large);
        }
        if let Some(number) = self.by_name.get(&name) {
            let known = &self.sets[*number as usize];
            return if (known.seat, &known.moves) == (seat, &moves) { Ok(*number) } else { Err(Unfit::Told) };
        }
        if self.sets.len() >= MAX_INFORMATION_SETS || self.moves() + moves.len() > MAX_WEIGHTS {
            return Err(Unfit::Large);
        }
        let (number, first) = (self.sets.len() as u32, self.moves());
        self.sets.push(Set { name, seat, moves, first });
        self.by_name.insert(name, number);
        Ok(number)
    }

    /// What an ending is worth to the first seat: points, or 1 and -1 for winning and losing.
    pub(super) fn worth(&self, end: End) -> f64 {
        if self.are_points_at_stake { end.points } else { end.place }
    }
}
