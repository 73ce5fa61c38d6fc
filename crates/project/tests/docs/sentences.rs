//! The small game in sentences around an example of a few lines. It knows nothing of what the lines say.

use base::Random;
use engine::Playout;
use engine::view::Outcome;
use project::{Memory, Request};

/// Lines of the small game, each with how a line begins that takes its place.
const SMALL: [(&str, &str); 8] = [
    ("game is \"", "game is \"Small\""),
    ("game has player", "game has player called \"Ann\""),
    ("game has player", "game has player called \"Bob\""),
    ("game has player", "game has player called \"Cid\""),
    ("game has player", "game has player called \"Dot\""),
    ("game gives", "game gives 3 cards to each player"),
    ("game suitsAre", "game suitsAre (\"Batons\", \"Coins\", \"Cups\", \"Swords\")"),
    ("game ranksAre", "game ranksAre (\"Two\", \"Knave\", \"King\", \"Three\", \"Ace\")"),
];

/// The small game with these lines.
pub(crate) fn small(lines: &str) -> String {
    let is_said = |beginning: &str| lines.lines().any(|line| line.starts_with(beginning));
    let kept = SMALL.iter().filter(|(beginning, _)| !is_said(beginning)).map(|(_, line)| *line);
    format!("{}\n{lines}GameController(game.build).startGame\n", kept.collect::<Vec<_>>().join("\n"))
}

/// Checks that a condition holds for everybody at the end of a match.
pub(crate) fn holds(condition: &str) -> Result<(), String> {
    let lines = format!("game trumpIs \"Cups\"\ngame win conditions are: (game, player) =>\n{condition}\n");
    let loaded =
        project::open(Request::new((&Memory::default().with("game.cge", &small(&lines)), "game.cge")))
            .unwrap();
    let Some(game) = loaded.game.filter(|_| loaded.problems.is_empty()) else {
        return Err(format!("`{condition}` is wrong: {:?}", loaded.problems));
    };
    let mut current = Playout::start(&game, game.players().0, 1);
    let mut random = Random::new(1);
    while current.step(&mut random).is_some() {}
    match current.finish().outcome() {
        Some(Outcome::Finished { ranking }) if ranking.first().is_some_and(|all| all.len() == 4) => Ok(()),
        other => Err(format!("`{condition}` does not hold: {other:?}")),
    }
}
