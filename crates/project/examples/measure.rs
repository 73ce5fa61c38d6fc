//! Prints what a match of a game weighs and what copying it costs: `cargo run --release -p project --example measure
//! games/chess`.

use engine::Playout;
use std::time::Instant;

fn main() {
    let path = std::env::args().nth(1).unwrap_or_else(|| "games/chess".to_owned());
    let started = Instant::now();
    let loaded =
        project::open(project::Request::new(std::path::Path::new(&path))).expect("nothing is chosen");
    println!("read, checked and compiled in {:.2} ms", started.elapsed().as_secs_f64() * 1e3);
    let Some(game) = &loaded.game else { return println!("it has errors") };
    let mut random = base::Random::new(7);
    let mut played = Playout::start(game, game.players().0, 7);
    let (mut largest, mut nanoseconds, mut moves) = (0, 0.0, 0_u32);
    while played.step(&mut random).is_some() {
        moves += 1;
        let now = played.settled();
        largest = largest.max(engine::dump::size(now) * 8);
        let copies = 1000;
        let started = Instant::now();
        for _ in 0..copies {
            std::hint::black_box(now.clone());
        }
        nanoseconds += started.elapsed().as_secs_f64() * 1e9 / f64::from(copies);
    }
    println!(
        "{moves} moves; at most {largest} bytes; a copy takes {:.0} ns",
        nanoseconds / f64::from(moves.max(1))
    );
}
