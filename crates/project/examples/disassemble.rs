//! Prints the instructions of a game: `cargo run -p project --example disassemble games/chess`.

fn main() {
    let path = std::env::args().nth(1).unwrap_or_else(|| "games/tic-tac-toe".to_owned());
    let loaded =
        project::open(project::Request::new(std::path::Path::new(&path))).expect("nothing is chosen");
    for problem in &loaded.problems {
        eprintln!("{}", base::render(problem, &loaded.sources, false));
    }
    if let Some(game) = &loaded.game {
        println!("{}", bytecode::disassemble(game.program()));
    }
}
