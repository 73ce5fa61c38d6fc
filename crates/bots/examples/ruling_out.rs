//! What it is worth to rule out what others cannot have: `cargo run --release -p bots --example ruling_out games/hearts 100
//! mcts:200`. Deals are played until points are counted, twice each: every second seat goes by what others did, and the
//! rest by the same match without its record, then the other way round. It tells by how many points a deal the former are
//! better, with the 95 % interval of the mean over the deals.

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on fails")]

use base::Random;
use bots::{BotKind, Decision};
use engine::record::stripped;
use engine::{Game, Match};
use project::Request;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap();
    let deals: u64 = args.next().unwrap().parse().unwrap();
    let kind: BotKind = args.next().unwrap().parse().unwrap();
    let game = project::open(Request::new(Path::new(&path))).unwrap().game.unwrap();
    let sign = if game.facts(game.players().0).lowest_wins { -1.0 } else { 1.0 };
    let (mut all, mut spent) = (Vec::new(), [Duration::ZERO; 2]);
    for seed in 1..=deals {
        let both = [0, 1].map(|odd| sign * difference(&game, seed, kind, odd, &mut spent));
        all.push((both[0] + both[1]) / 2.0);
        if seed % 10 == 0 || seed == deals {
            tell(&path, &all, spent);
        }
    }
}

/// By how many points the seats that go by what others did are better after one deal; they are those with that rest.
fn difference(game: &Arc<Game>, seed: u64, kind: BotKind, rest: u32, spent: &mut [Duration; 2]) -> f64 {
    let mut now = Match::start(game, game.players().0, seed);
    let (began, mut random) = (now.scores(), Random::new(seed));
    let mut bots: Vec<_> = (0..now.players()).map(|_| kind.make()).collect();
    while let Some(seat) = now.decider().filter(|_| now.scores() == began) {
        let is_informed = seat % 2 == rest;
        let begin = Instant::now();
        let shown = if is_informed { None } else { Some(stripped(&now)) };
        let decision = Decision::of(shown.as_ref().unwrap_or(&now), seat).unwrap();
        let mut thought = bots[seat as usize].think(&decision, &mut random);
        thought.go_on(&mut || true);
        let choice = thought.choice();
        spent[usize::from(is_informed)] += begin.elapsed();
        now.play_as(seat, choice).unwrap();
    }
    let scores = now.scores();
    let mean = |odd: u32| {
        let own: Vec<f64> = (0..now.players()).filter(|s| s % 2 == odd).map(|s| scores[s as usize]).collect();
        own.iter().sum::<f64>() / own.len() as f64
    };
    mean(rest) - mean(1 - rest)
}

fn tell(path: &str, all: &[f64], [plain, informed]: [Duration; 2]) {
    let n = all.len() as f64;
    let mean = all.iter().sum::<f64>() / n;
    let variance = all.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let half = 1.96 * (variance / n).sqrt();
    println!(
        "{path}: {n} deals, twice each: {mean:.2} points a deal better ({:.2} to {:.2}); {:.0} s with, {:.0} s without",
        mean - half,
        mean + half,
        informed.as_secs_f64(),
        plain.as_secs_f64()
    );
}
