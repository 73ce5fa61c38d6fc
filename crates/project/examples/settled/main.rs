//! Prints what reading and settling cost in the game beside it: `cargo run --release -p project --example settled`.

use engine::{Game, Match};
use std::path::Path;
use std::sync::Arc;

/// The actions that are measured, and how often the loop of each runs.
const ACTIONS: [(&str, f64); 6] = [
    ("plain", 1_000_000.0),
    ("settled", 1_000_000.0),
    ("untouched", 1_000_000.0),
    ("marked", 1_000_000.0),
    ("counted", 200.0),
    ("whole", 200.0),
];
/// How often an action is measured; the median counts.
const RUNS: usize = 25;

fn main() {
    let given = std::env::args().nth(1);
    let path = given.unwrap_or_else(|| "crates/project/examples/settled/game.tgdl".to_owned());
    let loaded = project::open(project::Request::new(Path::new(&path))).expect("nothing is chosen");
    let Some(game) = &loaded.game else { return println!("it has errors") };
    let empty = median(|| action(game, "nothing"));
    for (name, times) in ACTIONS {
        // The loop itself is not counted where it runs as often.
        let loops = if times < 1_000_000.0 { 0.0 } else { empty };
        println!("{name:<10} {:>9.1} ns a round", (median(|| action(game, name)) - loops) / times);
    }
    println!("a move, with listing what may be done, {:.1} µs", median(|| moves(game)) / 1e3);
}

/// How many nanoseconds an action takes.
fn action(game: &Arc<Game>, name: &str) -> f64 {
    let mut now = Match::start(game, 2, 7);
    let started = processor();
    now.play(name).expect("it is legal");
    processor() - started
}

/// How many nanoseconds a move takes in a random match.
fn moves(game: &Arc<Game>) -> f64 {
    const MOVES: u32 = 20;
    let mut random = base::Random::new(7);
    let mut now = Match::start(game, 2, 7);
    let started = processor();
    for _ in 0..MOVES {
        let all = now.moves().expect("the position is right");
        let played: Vec<usize> =
            all.iter().filter(|m| m.action.as_deref() == Some("play")).map(|m| m.id).collect();
        now.play(played[random.below(played.len() as u64) as usize]).expect("it is legal");
    }
    (processor() - started) / f64::from(MOVES)
}

/// How many nanoseconds this thread has had of a processor, since others may run beside it; elsewhere than on Linux by
/// the clock.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match text.split(' ').next().and_then(|n| n.parse().ok()) {
        Some(nanoseconds) => nanoseconds,
        None => std::time::UNIX_EPOCH.elapsed().map_or(0.0, |t| t.as_secs_f64() * 1e9),
    }
}

fn median(measure: impl Fn() -> f64) -> f64 {
    let mut all: Vec<f64> = (0..RUNS).map(|_| measure()).collect();
    all.sort_by(f64::total_cmp);
    all[RUNS / 2]
}
