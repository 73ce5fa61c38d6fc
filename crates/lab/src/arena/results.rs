//! What came out between bots, as data. It knows nothing of how the matches were played.

use super::bout::{Effort, Pair};
use super::rating::{Scores, rate};
use super::{Options, Verdict};
use crate::statistics::wilson_of;
use bots::BotKind;
use serde::Serialize;

/// What came out, also where it was broken off.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Results {
    pub game: String,
    pub seed: u64,
    pub players: u32,
    /// So many moves at the beginning of each pair were drawn.
    pub opening: u32,
    /// Matches played.
    pub matches: u64,
    /// All pairs were played, or the test was decided.
    pub is_whole: bool,
    pub seconds: f64,
    pub moves_per_match: f64,
    /// By the order in which they were named.
    pub bots: Vec<Standing>,
    pub contests: Vec<Contest>,
    pub sprt: Option<Verdict>,
    /// Matches that were stopped after the most moves; they count as draws, as the next two do.
    pub unfinished: u64,
    pub stuck: u64,
    pub faults: u64,
}

/// How a bot did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    pub bot: String,
    /// Above the bot that was named last, with the 95 % interval (Bradley and Terry; pairs drawn again).
    pub elo: f64,
    pub low: f64,
    pub high: f64,
    /// Decisions between several moves.
    pub decisions: u64,
    pub milliseconds_per_decision: f64,
    pub simulations_per_decision: f64,
    /// Decisions at which a bot that searches chose by chance, since it could not imagine the match.
    pub by_chance: u64,
}

/// How a bot did against another one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Contest {
    pub one: String,
    pub other: String,
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    /// What the first one got of all points, with the 95 % interval (Wilson).
    pub score: f64,
    pub low: f64,
    pub high: f64,
}

impl Results {
    pub(super) fn of(
        options: &Options,
        contests: &[(usize, usize)],
        played: impl Iterator<Item = (u64, Pair)>,
    ) -> Results {
        let names: Vec<String> = options.bots.iter().map(BotKind::name).collect();
        let mut scores: Vec<Scores> =
            contests.iter().map(|(one, other)| Scores { one: *one, other: *other, pairs: vec![] }).collect();
        let mut points: Vec<Vec<f64>> = vec![Vec::new(); contests.len()];
        let mut efforts = vec![Effort::default(); names.len()];
        let (mut pairs, mut moves, mut ends) = (0, 0, [0; 3]);
        for (number, pair) in played {
            let at = (number % contests.len().max(1) as u64) as usize;
            scores[at].pairs.push(pair.score());
            points[at].extend(&pair.points);
            for (bot, effort) in [contests[at].0, contests[at].1].into_iter().zip(pair.efforts) {
                efforts[bot].add(effort);
            }
            pairs += 1;
            moves += pair.moves;
            let more = [pair.ends.unfinished, pair.ends.stuck, pair.ends.faults];
            ends.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
        }
        let rated = rate(names.len(), &scores, options.seed);
        let standings = names.iter().zip(rated).zip(&efforts);
        let two = options.bots.len() == 2;
        Results {
            game: String::new(),
            seed: options.seed,
            players: options.players,
            opening: 0,
            matches: 2 * pairs,
            is_whole: true,
            seconds: 0.0,
            moves_per_match: moves as f64 / (2 * pairs).max(1) as f64,
            bots: standings.map(|((name, rated), effort)| Standing::of(name, rated, effort)).collect(),
            contests: contests.iter().zip(&points).map(|(at, p)| Contest::of(&names, *at, p)).collect(),
            sprt: options
                .sprt
                .filter(|_| two)
                .map(|sprt| sprt.verdict(scores[0].pairs.iter().copied().collect())),
            unfinished: ends[0],
            stuck: ends[1],
            faults: ends[2],
        }
    }
}

impl Standing {
    fn of(name: &str, (elo, low, high): (f64, f64, f64), effort: &Effort) -> Standing {
        let each = |sum: f64| sum / effort.decisions.max(1) as f64;
        Standing {
            bot: name.to_owned(),
            elo,
            low,
            high,
            decisions: effort.decisions,
            milliseconds_per_decision: each(effort.time.as_secs_f64() * 1000.0),
            simulations_per_decision: each(effort.simulations as f64),
            by_chance: effort.by_chance,
        }
    }
}

impl Contest {
    fn of(names: &[String], (one, other): (usize, usize), points: &[f64]) -> Contest {
        let sum: f64 = points.iter().sum();
        let count = |is: fn(f64) -> bool| points.iter().filter(|p| is(**p)).count() as u64;
        let (low, high) = wilson_of(sum, points.len() as u64);
        Contest {
            one: names[one].clone(),
            other: names[other].clone(),
            won: count(|p| p > 0.5),
            drawn: count(|p| (p - 0.5).abs() < 1e-9),
            lost: count(|p| p < 0.5),
            score: if points.is_empty() { 0.5 } else { sum / points.len() as f64 },
            low,
            high,
        }
    }
}

impl Effort {
    fn add(&mut self, other: Effort) {
        self.decisions += other.decisions;
        self.time += other.time;
        self.simulations += other.simulations;
        self.by_chance += other.by_chance;
    }
}
