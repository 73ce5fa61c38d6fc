//! Small files of cards: their problems, what they mean, and how matches with them end. It knows no card.

use engine::view::Outcome;
use engine::{Game, Match, Playout};
use project::{Loaded, Memory, Request};
use std::sync::Arc;

/// The name of the main file of each test.
const MAIN: &str = "book.ccg";

/// Loads cards; files stand beside them.
pub(crate) fn load_with(cards: &str, files: &[(&str, &str)]) -> Loaded {
    let mut memory = Memory::default().with(MAIN, cards);
    for (name, text) in files {
        memory.put((*name).to_owned(), (*text).to_owned());
    }
    project::open(Request::new((&memory, MAIN))).unwrap()
}

/// The problems of a game, one on each line: place, code, message, what to write instead, hints.
pub(crate) fn problems(loaded: &Loaded) -> String {
    let line = |p: &base::Problem| {
        let (line, column) = loaded.sources.line_column(p.span.file, p.span.start);
        let label = if p.label.is_empty() { String::new() } else { format!("; {}", p.label) };
        let hints: String = p.hints.iter().map(|h| format!("; {h}")).collect();
        let path = loaded.sources.path(p.span.file);
        let file = if path == MAIN { String::new() } else { format!("{path}:") };
        format!("{file}{line}:{column} {}: {}{label}{hints}", p.code, p.message)
    };
    loaded.problems.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The same but for cards that are stated twice, as the thesis prints some of its own.
fn unsound(loaded: &Loaded) -> String {
    let all = problems(loaded);
    all.lines().filter(|line| !line.contains(" card-same-name: ")).collect::<Vec<_>>().join("\n")
}

pub(crate) fn wrong(cards: &str) -> String {
    problems(&load_with(cards, &[]))
}

#[track_caller]
pub(crate) fn sound(cards: &str, files: &[(&str, &str)]) -> Arc<Game> {
    let loaded = load_with(cards, files);
    assert_eq!(unsound(&loaded), "", "\n{cards}");
    loaded.game.clone().unwrap()
}

/// Runs the rule tests that stand beside the cards; all of them pass.
#[track_caller]
pub(crate) fn check(cards: &str, files: &[(&str, &str)], tests: &str) {
    let mut all = files.to_vec();
    all.push(("book.tests.tgdl", tests));
    let game = sound(cards, &all);
    assert!(!game.tests().is_empty(), "there are tests");
    for number in 0..game.tests().len() {
        let report = game.run_test(number);
        assert!(report.failure.is_none(), "{}: {:?}", report.name, report.failure.map(|f| f.message));
    }
}

/// The TGDL that a file means.
#[track_caller]
pub(crate) fn expanded(cards: &str) -> String {
    let memory = Memory::default().with(MAIN, cards);
    let (text, loaded) = project::expand((&memory, MAIN));
    assert_eq!(unsound(&loaded), "");
    text.unwrap()
}

/// The moves of a random match, and how it ends.
pub(crate) fn course(game: &Arc<Game>, seed: u64) -> (Vec<String>, String) {
    let mut current = Match::start(game, game.players().0, seed);
    let mut random = base::Random::new(seed);
    let mut moves = Vec::new();
    while moves.len() < 5_000 {
        let Ok(made) = current.play(&mut random) else { break };
        moves.push(made.text);
    }
    (moves, format!("{:?}", current.outcome()))
}

/// Random matches end without a fault.
#[track_caller]
pub(crate) fn plays(game: &Arc<Game>, matches: u64) {
    for seed in 0..matches {
        let mut current = Playout::start(game, game.players().0, seed);
        let mut random = base::Random::new(seed);
        while current.step(&mut random).is_some() {}
        let outcome = current.finish().outcome();
        assert!(matches!(outcome, Some(Outcome::Finished { .. })), "{seed}: {outcome:?}");
    }
}
