//! What a step costs that everybody follows: `cargo run --release -p project --example steps -- games/chess`. Random
//! matches are played twice, with and without a trace, and the microseconds of a step of both are printed, with the most
//! bytes that the numbers of things took for all who look on.

#![allow(clippy::unwrap_used, reason = "whoever measures sees what is wrong")]

use base::Random;
use engine::{Game, Match};
use project::Request;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const STEPS: usize = 4000;

/// What this thread has taken of a processor so far: other work on the machine does not count. Where the system does not
/// tell, it is the clock.
fn taken() -> Duration {
    static BEGUN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

fn play(game: &Arc<Game>, players: u32, follows: bool, bytes: &mut usize) -> Duration {
    let (mut steps, mut took) = (0, Duration::ZERO);
    for seed in 0.. {
        let mut now = Match::start(game, players, seed);
        if follows {
            now.follow();
        }
        let mut random = Random::new(seed);
        let begun = taken();
        let before = steps;
        while !now.is_over() && steps < STEPS && steps - before < 1000 {
            now.play(&mut random).unwrap();
            steps += 1;
        }
        took += taken() - begun;
        *bytes = engine::dump::identities(&now).max(*bytes);
        if steps == STEPS {
            return took / STEPS as u32;
        }
    }
    took
}

fn main() {
    for path in std::env::args().skip(1) {
        let game = project::open(Request::new(Path::new(&path))).unwrap().game.unwrap();
        let (least, most) = game.players();
        let players = 4.clamp(least, most);
        let mut bytes = 0;
        let mut all: Vec<[f64; 2]> = (0..5)
            .map(|_| {
                [false, true].map(|follows| play(&game, players, follows, &mut bytes).as_secs_f64() * 1e6)
            })
            .collect();
        all.sort_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0])));
        let [plain, followed] = all[2];
        println!(
            "{}, {players} players: {plain:.1} µs a step, {followed:.1} followed, the trace {:.1}, {bytes} bytes",
            game.name(),
            followed - plain
        );
    }
}
