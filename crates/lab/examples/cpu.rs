//! Prints how many random matches of a game, and moves of them, are played in a second of the processor's time, and the
//! steps of a match: `cargo run --release -p lab --example cpu games/chess 200`. The same seeds give the same matches, and
//! the last number tells whether they were. With `bare` it only plays and prints how many moves were made, so that
//! instructions can be counted.

use engine::Playout;
use std::hash::{DefaultHasher, Hash, Hasher};

fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_else(|| "games/chess".to_owned());
    let matches: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let is_bare = args.next().is_some_and(|word| word == "bare");
    let loaded =
        project::open(project::Request::new(std::path::Path::new(&path))).expect("nothing is chosen");
    let Some(game) = &loaded.game else { return println!("it has errors") };
    let mut now = Playout::start(game, game.players().0, 0);
    let (mut moves, mut made) = (0_u64, DefaultHasher::new());
    let started = nanoseconds();
    for seed in 0..matches {
        let mut random = base::Random::new(seed ^ 0x5A5A_C0DE_0BAD_B075);
        now.restart(seed);
        while let Some(chosen) = now.step(&mut random) {
            if !is_bare {
                format!("{chosen:?}").hash(&mut made);
            }
            moves += 1;
        }
    }
    if is_bare {
        return println!("{moves} moves");
    }
    let seconds = (nanoseconds() - started) as f64 / 1e9;
    println!(
        "{:.1} matches and {:.0} moves a second, {} moves a match, {:016x}",
        matches as f64 / seconds,
        moves as f64 / seconds,
        moves / matches.max(1),
        made.finish()
    );
}

/// What the thread has taken of the processor; where the system does not tell it, by the clock.
fn nanoseconds() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    told.and_then(|text| text.split(' ').next()?.parse().ok()).unwrap_or_else(|| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |d| d.as_nanos() as u64)
    })
}
