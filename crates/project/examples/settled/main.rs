//! Prints what reading and settling cost in the game beside it: `cargo run --release -p project --example settled`.

use engine::{Game, Match, Playout};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// How often the loop of an action runs.
const TIMES: f64 = 1000.0;
/// How often an action is measured; the median counts.
const RUNS: usize = 15;

fn main() {
    let given = std::env::args().nth(1);
    let path = given.unwrap_or_else(|| "crates/project/examples/settled/game.tgdl".to_owned());
    let loaded = project::open(project::Request::new(Path::new(&path))).expect("nothing is chosen");
    let Some(game) = &loaded.game else { return println!("it has errors") };
    let empty = median(|| action(game, "nothing"));
    for name in ["plain", "settled", "untouched", "marked", "counted", "whole"] {
        let whole = median(|| action(game, name));
        println!("{name:<10} {:>9.1} ns a round", (whole - empty) / TIMES);
    }
    println!("a move of a random playout {:.2} µs", median(|| playout(game)) / 1e3);
}

/// How many nanoseconds an action takes.
fn action(game: &Arc<Game>, name: &str) -> f64 {
    let mut now = Match::start(game, 2, 7);
    let started = Instant::now();
    now.play(name).expect("it is legal");
    started.elapsed().as_secs_f64() * 1e9
}

/// How many nanoseconds a move of a random playout takes.
fn playout(game: &Arc<Game>) -> f64 {
    const MOVES: u32 = 100;
    let mut random = base::Random::new(7);
    let mut played = Playout::start(game, 2, 7);
    let started = Instant::now();
    for _ in 0..MOVES {
        played.step(&mut random);
    }
    started.elapsed().as_secs_f64() * 1e9 / f64::from(MOVES)
}

fn median(measure: impl Fn() -> f64) -> f64 {
    let mut all: Vec<f64> = (0..RUNS).map(|_| measure()).collect();
    all.sort_by(f64::total_cmp);
    all[RUNS / 2]
}
