//! Positions of matches that bots play, with how these ended: what an evaluation is made from.

use super::fit::Row;
use crate::playout::{chooser, match_seed};
use base::Random;
use bots::{BotKind, Features, lead};
use engine::view::Outcome;
use engine::{Game, Match};
use std::sync::Arc;

/// At most so many positions of one match are looked at.
const MAX_POSITIONS: usize = 6;

/// One decision in so many is looked at.
const ONE_IN: u64 = 3;

/// What was found so far.
#[derive(Default, Debug)]
pub(super) struct Sample {
    pub(super) rows: Vec<Row>,
    pub(super) matches: u64,
    /// Decisions between several moves, and the moves of all of them.
    decisions: u64,
    moves: u64,
}

impl Sample {
    /// How many moves there are to choose from, usually.
    pub(super) fn branching(&self) -> u64 {
        self.moves.checked_div(self.decisions).unwrap_or(8).max(8)
    }

    /// Plays a match, unless it is not ended after so many moves, and keeps positions of its last three quarters. Where it
    /// may not go on, no positions are kept of it.
    pub(super) fn play(
        &mut self,
        game: &Arc<Game>,
        players: u32,
        (bot, seed): (&BotKind, u64),
        most: u32,
        may_go_on: &dyn Fn() -> bool,
    ) {
        let deal = match_seed(seed, self.matches);
        self.matches += 1;
        let mut now = Match::start(game, players, deal);
        let mut random = chooser(deal);
        let mut seats: Vec<_> = (0..players).map(|_| bot.make()).collect();
        let features = Features::of(game);
        let mut seen: Vec<(u32, Vec<Vec<f32>>)> = Vec::new();
        let mut made = 0;
        while let Some(seat) = now.decider().filter(|_| made < most) {
            if random.below(ONE_IN) == 0
                && let Some(rows) = position(&now, seat, &features, &mut random)
            {
                seen.push((made, rows));
            }
            self.count(&now, seat);
            let Some(player) = seats.get_mut(seat as usize) else { return };
            match bots::play_while(&mut now, seat, player.as_mut(), &mut random, may_go_on) {
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => return,
            }
            made += 1;
        }
        let Some(got) = points(&now, players as usize) else { return };
        seen.retain(|(at, _)| 4 * at >= made);
        while seen.len() > MAX_POSITIONS {
            seen.swap_remove(random.below(seen.len() as u64) as usize);
        }
        for rows in seen.into_iter().map(|(_, rows)| rows) {
            // What one of two seats has more the other one has less.
            let told = if players == 2 { 1 } else { rows.len() };
            let row = |(counts, got): (Vec<f32>, &f64)| Row { of: self.matches, counts, got: *got };
            self.rows.extend(rows.into_iter().zip(&got).take(told).map(row));
        }
    }

    fn count(&mut self, now: &Match, seat: u32) {
        let moves = now.seat(seat).count_moves().unwrap_or(0);
        if moves > 1 {
            self.decisions += 1;
            self.moves += moves as u64;
        }
    }
}

/// For each seat what is counted of it, less what the others have, as who decides may imagine it; last whether it is to
/// move. None where nothing can be imagined.
fn position(now: &Match, seat: u32, features: &Features, random: &mut Random) -> Option<Vec<Vec<f32>>> {
    let mut imagined = now.imagining().draw(seat, random.word()).ok()?;
    let mut counts = Vec::new();
    imagined.count(features, &mut counts);
    let (n, seats) = (features.names().len(), imagined.seats());
    let are_allied = |p: usize, q: usize| imagined.are_allied(p, q);
    let column = |i: usize| -> Vec<f32> {
        match i < n {
            true => counts.iter().skip(i).step_by(n).copied().collect(),
            false => (0..seats as u32).map(|p| if p == seat { 1.0 } else { 0.0 }).collect(),
        }
    };
    let columns: Vec<Vec<f32>> = (0..=n).map(column).collect();
    let row = |p: usize| columns.iter().map(|column| lead(column, p, &are_allied)).collect();
    Some((0..seats).map(row).collect())
}

/// What each seat got, from 0 for the last to 1 for the first. None where there is no result.
fn points(now: &Match, seats: usize) -> Option<Vec<f64>> {
    let Some(Outcome::Finished { ranking }) = now.outcome() else { return None };
    let place =
        |seat: usize| ranking.iter().position(|tied| tied.contains(&(seat as u32))).unwrap_or(ranking.len());
    let places: Vec<usize> = (0..seats).map(place).collect();
    let (first, last) = (places.iter().min()?, places.iter().max()?);
    let range = (last - first) as f64;
    Some(places.iter().map(|place| if range > 0.0 { (last - place) as f64 / range } else { 0.5 }).collect())
}
