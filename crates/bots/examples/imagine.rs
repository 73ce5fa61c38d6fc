//! What imagining costs: `cargo run --release -p bots --example imagine games/hearts games/chess`. For each game: finding
//! out what a seat knows at a decision, one world, and moves a second at random, listed and drawn, beside those of the
//! engine's own playouts. Medians of rounds that take turns.

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on fails")]

use base::Random;
use engine::{Game, Match, Playout};
use project::Request;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

const ROUNDS: usize = 9;
const WORLDS: u64 = 2_000;
const MATCHES: u64 = 20;
const MOVES: usize = 200;

fn main() {
    for path in std::env::args().skip(1) {
        let game = project::open(Request::new(Path::new(&path))).unwrap().game.unwrap();
        measure(&path, &game);
    }
}

/// A match after some random moves, at a decision at the top level.
fn begun(game: &Arc<Game>, moves: usize) -> Match {
    let mut now = Match::start(game, game.players().0, 1);
    let mut random = Random::new(1);
    for _ in 0..moves {
        let seat = now.decider().unwrap();
        now.play_as(seat, &mut random).unwrap();
    }
    now
}

fn measure(path: &str, game: &Arc<Game>) {
    let now = begun(game, 14);
    let seat = now.decider().unwrap();
    // What is so in every match is found out once.
    drop(now.imagining().worlds(seat).unwrap());
    let (mut knows, mut world, mut drawn, mut listed, mut own) = (vec![], vec![], vec![], vec![], vec![]);
    for round in 0..ROUNDS as u64 {
        let begin = Instant::now();
        let mut worlds = now.imagining().worlds(seat).unwrap();
        knows.push(begin.elapsed().as_secs_f64() * 1e6);
        let mut imagined = worlds.first();
        let begin = Instant::now();
        (0..WORLDS).for_each(|seed| worlds.draw(round << 32 | seed, &mut imagined));
        world.push(begin.elapsed().as_secs_f64() * 1e6 / WORLDS as f64);
        let mut random = Random::new(round);
        let (begin, mut made) = (Instant::now(), 0);
        for seed in 0..MATCHES {
            worlds.draw(seed, &mut imagined);
            made += (0..MOVES).take_while(|_| imagined.play_random(&mut random)).count();
        }
        drawn.push(made as f64 / begin.elapsed().as_secs_f64());
        let (begin, mut made) = (Instant::now(), 0);
        for seed in 0..MATCHES {
            worlds.draw(seed, &mut imagined);
            for _ in 0..MOVES {
                let n = imagined.list() as u64;
                if n == 0 {
                    break;
                }
                imagined.play_listed(random.below(n) as usize);
                made += 1;
            }
        }
        listed.push(f64::from(made) / begin.elapsed().as_secs_f64());
        let (begin, mut made) = (Instant::now(), 0);
        for _ in 0..MATCHES {
            let mut playout = Playout::from(now.clone());
            made += (0..MOVES).take_while(|_| playout.step(&mut random).is_some()).count();
        }
        own.push(made as f64 / begin.elapsed().as_secs_f64());
    }
    let median = |all: &mut Vec<f64>| {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    println!(
        "{path}: knowing {:.0} µs, a world {:.2} µs; moves a second: drawn {:.0}, listed {:.0}, playouts {:.0}",
        median(&mut knows),
        median(&mut world),
        median(&mut drawn),
        median(&mut listed),
        median(&mut own)
    );
}
