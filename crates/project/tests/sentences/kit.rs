//! A small game in sentences around one rule: what the rule gives, or why it gives nothing. It knows no rules.

use engine::view::Outcome;
use engine::{Game, Match, Playout};
use project::{Loaded, Memory, Request};
use std::sync::Arc;

/// Loads a game that is told in sentences, without tests.
pub(crate) fn load(text: &str) -> Loaded {
    project::open(Request::new((&Memory::default().with("game.cge", text), "game.cge"))).unwrap()
}

/// The problems of a game, one on each line: place, code, message, hints.
pub(crate) fn problems(loaded: &Loaded) -> String {
    let line = |p: &base::Problem| {
        let (line, column) = loaded.sources.line_column(p.span.file, p.span.start);
        let hints: String = p.hints.iter().map(|h| format!("; {h}")).collect();
        let path = loaded.sources.path(p.span.file);
        let file = if path == "game.cge" { String::new() } else { format!("{path}:") };
        format!("{file}{line}:{column} {}: {}{hints}", p.code, p.message)
    };
    loaded.problems.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[track_caller]
pub(crate) fn sound(text: &str) -> Arc<Game> {
    let loaded = load(text);
    assert_eq!(problems(&loaded), "", "\n{text}");
    loaded.game.clone().unwrap()
}

/// A game of three players with one card each: King of Coins, Two of Cups and Ace of Cups. These lines say who wins;
/// the first of them is line 14.
pub(crate) fn little(lines: &str) -> String {
    format!(
        "game is \"Little\"\ngame has player called \"Ann\"\ngame has player called \"Bob\"\n\
         game has player called \"Cid\"\ngame gives 1 card to each player\n\
         game suitsAre (\"Coins\", \"Cups\")\ngame ranksAre (\"Two\", \"King\", \"Ace\")\ngame trumpIs \"Cups\"\n\
         game leaves out \"Two\" of \"Coins\"\ngame leaves out \"Ace\" of \"Coins\"\n\
         game leaves out \"King\" of \"Cups\"\n\
         game win conditions are:\n(game, player) =>\n{lines}\nGameController(game.build).startGame\n"
    )
}

/// Who wins where these lines are the condition, or the fault with its line.
#[track_caller]
pub(crate) fn winners(lines: &str) -> String {
    let text = little(lines);
    outcome(&sound(&text), &text)
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

/// How a random match ends.
pub(crate) fn outcome(game: &Arc<Game>, text: &str) -> String {
    let mut current = Playout::start(game, game.players().0, 7);
    let mut random = base::Random::new(7);
    while current.step(&mut random).is_some() {}
    match current.finish().outcome() {
        Some(Outcome::Finished { ranking }) => {
            let names = ["Ann", "Bob", "Cid", "Dot"];
            let first = ranking.first().cloned().unwrap_or_default();
            let all: Vec<&str> = first.iter().map(|p| names[*p as usize]).collect();
            if all.is_empty() { "no one".to_owned() } else { all.join(" ") }
        }
        Some(Outcome::Fault(fault)) => {
            let line = text[..fault.at.start as usize].matches('\n').count() + 1;
            format!("{}, file {}, line {line}", fault.message, fault.at.file.0)
        }
        other => format!("{other:?}"),
    }
}

/// Each of these holds for everybody.
#[track_caller]
pub(crate) fn all_hold(conditions: &[&str]) {
    let wrong: Vec<String> = conditions
        .iter()
        .filter_map(|condition| {
            let text = little(condition);
            let loaded = load(&text);
            let found = match &loaded.game {
                Some(game) if loaded.problems.is_empty() => outcome(game, &text),
                _ => problems(&loaded),
            };
            (found != "Ann Bob Cid").then(|| format!("{condition}\n    {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The problems of a condition, with places counted from its own first line.
pub(crate) fn wrong(lines: &str) -> String {
    let found = problems(&load(&little(lines)));
    let shifted = found.lines().map(|line| match line.split_once(':') {
        Some((number, rest)) => {
            let number = number.parse::<u32>().unwrap_or(0);
            format!("{}:{rest}", number.saturating_sub(13))
        }
        None => line.to_owned(),
    });
    shifted.collect::<Vec<_>>().join("\n")
}
