//! Plays random matches and does nothing else, so that instructions can be counted: `valgrind --tool=callgrind
//! target/release/examples/playouts games/chess 25`, taken from the same with more matches. It prints how many moves were
//! made, which is the same wherever the matches are.

use engine::Playout;

fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_else(|| "games/chess".to_owned());
    let matches: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let loaded =
        project::open(project::Request::new(std::path::Path::new(&path))).expect("nothing is chosen");
    let Some(game) = &loaded.game else { return println!("it has errors") };
    let mut now = Playout::start(game, game.players().0, 0);
    let mut moves = 0_u64;
    for seed in 0..matches {
        let mut random = base::Random::new(seed ^ 0x5A5A_C0DE_0BAD_B075);
        now.restart(seed);
        while now.step(&mut random).is_some() {
            moves += 1;
        }
    }
    println!("{moves} moves");
}
