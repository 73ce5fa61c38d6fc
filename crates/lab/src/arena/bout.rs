//! Two matches of two bots from one deal, the second one with the seats exchanged.

use super::Options;
use crate::playout::chooser;
use base::Random;
use bots::{Bot, BotKind, Decision};
use engine::view::Outcome;
use engine::{Game, Match};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What one bot did.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Effort {
    /// With more than one move.
    pub(super) decisions: u64,
    pub(super) time: Duration,
    pub(super) simulations: u64,
    /// Decisions that were drawn, since the bot could not imagine the match.
    pub(super) by_chance: u64,
}

/// Two matches from one deal.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// What the first bot got of each comparison, from 0 to 1.
    pub(super) points: Vec<f64>,
    pub(super) efforts: [Effort; 2],
    pub(super) moves: u64,
    pub(super) ends: Ends,
}

/// Matches that ended without a result.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Ends {
    pub(super) unfinished: u64,
    pub(super) stuck: u64,
    pub(super) faults: u64,
}

impl Pair {
    /// What the first bot got, from 0 to 1.
    pub(super) fn score(&self) -> f64 {
        self.points.iter().sum::<f64>() / self.points.len().max(1) as f64
    }
}

/// None where it may not go on.
pub(super) fn play(
    game: &Arc<Game>,
    options: &Options,
    (kinds, opening, deal): ([&BotKind; 2], u32, u64),
    may_go_on: &dyn Fn() -> bool,
) -> Option<Pair> {
    let seats = options.players as usize;
    // Where all win or lose together, each bot plays all seats of one match.
    let alone = seats == 1 || game.facts(options.players).is_together;
    let mut pair = Pair { points: Vec::new(), efforts: Default::default(), moves: 0, ends: Ends::default() };
    let mut won = Vec::new();
    for turn in 0..2 {
        let at: Vec<usize> = (0..seats).map(|seat| if alone { turn } else { (seat + turn) % 2 }).collect();
        let mut bout = Bout { now: Match::start(game, options.players, deal), pair: &mut pair, at: &at };
        bout.open(opening, deal);
        let has_ended = bout.play(kinds, options.max_moves, deal, may_go_on)?;
        let places = places(&bout.now, has_ended, &mut pair.ends, seats);
        match alone {
            true => won.push(places.is_some_and(|places| places[0] == 0)),
            false => pair.points.push(places.map_or(0.5, |places| share(&places, &at))),
        }
    }
    if let [first, second] = won[..] {
        pair.points.push(0.5 + 0.5 * (f64::from(u8::from(first)) - f64::from(u8::from(second))));
    }
    Some(pair)
}

/// A match that is played.
struct Bout<'a> {
    now: Match,
    pair: &'a mut Pair,
    /// Which bot sits where.
    at: &'a [usize],
}

impl Bout<'_> {
    fn open(&mut self, moves: u32, deal: u64) {
        let mut random = chooser(deal ^ 1);
        for _ in 0..moves {
            let Some(seat) = self.now.decider() else { return };
            if self.now.play_as(seat, &mut random).is_err() {
                return;
            }
            self.pair.moves += 1;
        }
    }

    /// Whether it came to an end; None where it may not go on.
    fn play(
        &mut self,
        kinds: [&BotKind; 2],
        most: u32,
        deal: u64,
        may_go_on: &dyn Fn() -> bool,
    ) -> Option<bool> {
        let mut players: Vec<Box<dyn Bot>> = self.at.iter().map(|bot| kinds[*bot].make()).collect();
        // Each bot has chance of its own, so that how much one draws changes nothing for the other.
        let mut chances = [chooser(deal), chooser(deal.rotate_left(17))];
        for _ in 0..most {
            let Some(seat) = self.now.decider() else { return Some(true) };
            if !may_go_on() {
                return None;
            }
            let bot = *self.at.get(seat as usize)?;
            let player = players.get_mut(seat as usize)?;
            if !self.decide(seat, player.as_mut(), bot, &mut chances[bot], may_go_on)? {
                return Some(false);
            }
        }
        Some(self.now.is_over())
    }

    /// Whether a move was made: a match whose move is refused does not end. None where it may not go on.
    fn decide(
        &mut self,
        seat: u32,
        player: &mut dyn Bot,
        bot: usize,
        random: &mut Random,
        may_go_on: &dyn Fn() -> bool,
    ) -> Option<bool> {
        let start = Instant::now();
        let decision = Decision::of(&self.now, seat);
        let effort = &mut self.pair.efforts[bot];
        let chosen = match &decision {
            Some(decision) if decision.moves().len() == 1 => Some(0),
            Some(decision) => {
                let mut thought = player.think(decision, random);
                if !thought.go_on(&mut || may_go_on()) {
                    return None;
                }
                effort.decisions += 1;
                effort.by_chance += u64::from(thought.blind_since().is_some());
                effort.simulations += thought.opinion().map_or(0, |opinion| opinion.simulations);
                let choice = thought.choice();
                effort.time += start.elapsed();
                Some(choice)
            }
            None => None,
        };
        drop(decision);
        let made = match chosen {
            Some(number) => self.now.play_as(seat, number),
            None => self.now.play_as(seat, random),
        };
        self.pair.moves += 1;
        Some(made.is_ok())
    }
}

/// The place of each seat, 0 for the first; None where there is no result, which is counted.
fn places(now: &Match, has_ended: bool, ends: &mut Ends, seats: usize) -> Option<Vec<usize>> {
    let ranking = match now.outcome() {
        Some(Outcome::Finished { ranking }) => ranking,
        outcome => {
            match outcome {
                Some(Outcome::Stuck) => ends.stuck += 1,
                Some(Outcome::Fault(_)) => ends.faults += 1,
                _ => ends.unfinished += u64::from(!has_ended),
            }
            return None;
        }
    };
    // Whoever has no place stands behind all who have one.
    let place = |seat: u32| ranking.iter().position(|tied| tied.contains(&seat)).unwrap_or(seats);
    Some((0..seats as u32).map(place).collect())
}

/// In what share of the pairs of their seats the first bot came before the second one; equal places are halves.
fn share(places: &[usize], at: &[usize]) -> f64 {
    let of = |bot: usize| places.iter().zip(at).filter(move |(_, b)| **b == bot).map(|(place, _)| *place);
    let (mut points, mut all) = (0.0, 0.0);
    for (own, other) in of(0).flat_map(|own| of(1).map(move |other| (own, other))) {
        all += 1.0;
        points += match own.cmp(&other) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
    }
    if all > 0.0 { points / all } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn the_share_is_that_of_the_pairs_of_seats_of_two_bots() {
        assert!((share(&[0, 1], &[0, 1]) - 1.0).abs() < 1e-12);
        assert!((share(&[0, 1], &[1, 0]) - 0.0).abs() < 1e-12);
        assert!((share(&[0, 0], &[0, 1]) - 0.5).abs() < 1e-12);
        // First and third against second and fourth.
        assert!((share(&[0, 1, 2, 3], &[0, 1, 0, 1]) - 0.75).abs() < 1e-12);
    }
}
