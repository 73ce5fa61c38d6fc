//! Bots that search on several threads.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use bots::{BotKind, Decision, Opinion, Thought};
use engine::Match;
use project::Request;
use std::path::Path;

fn start(name: &str) -> Match {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
    let game = project::open(Request::new(&*path)).unwrap().game.unwrap();
    Match::start(&game, 2, 1)
}

fn thought(now: &Match, name: &str) -> Thought {
    let decision = Decision::of(now, now.decider().unwrap()).unwrap();
    name.parse::<BotKind>().unwrap().make().think(&decision, &mut Random::new(3))
}

fn done(now: &Match, name: &str) -> (usize, Opinion) {
    let mut thought = thought(now, name);
    thought.go_on(&mut || true);
    (thought.choice(), thought.opinion().unwrap())
}

#[test]
fn threads_share_the_work_and_change_nothing_from_one_time_to_the_next() {
    let now = start("connect-four");
    // More than all of them do before they wait for each other.
    let first = done(&now, "mcts:3000:threads=3");
    assert_eq!(first, done(&now, "mcts:3000:threads=3"));
    // It ends when the others cannot catch up any more.
    assert!((2_000..=3_000).contains(&first.1.simulations), "{first:?}");
    assert_eq!(u64::from(first.1.moves.iter().map(|m| m.visits).sum::<u32>()), first.1.simulations);
    assert_ne!(first.1, done(&now, "mcts:3000").1);
    // In slices, too.
    let mut sliced = thought(&now, "mcts:3000:threads=3");
    let mut asked = 0;
    while !sliced.go_on(&mut || {
        asked += 1;
        asked % 2 == 0
    }) {}
    assert!(asked > 4, "{asked}");
    assert_eq!((sliced.choice(), sliced.opinion().unwrap()), first);
}

#[test]
fn a_bot_that_looks_for_what_is_certain_finds_it_and_says_so() {
    let mut now = start("tic-tac-toe");
    let (_, opinion) = done(&now, "mcts:50:exact=100000");
    assert!(opinion.is_certain && opinion.seats == [0.5, 0.5] && opinion.simulations == 0, "{opinion:?}");
    // The first one has two in a row, and the second one does not see it.
    for cell in ["a1", "a3", "b1", "b3"] {
        let seat = now.decider().unwrap();
        let moves = now.seat(seat).moves_up_to(100).unwrap().unwrap();
        let id = moves.iter().position(|m| m.text.contains(cell)).unwrap();
        now.play_as(seat, id).unwrap();
    }
    let (number, opinion) = done(&now, "mcts:50:exact=100000");
    assert!(opinion.is_certain && opinion.seats == [1.0, 0.0], "{opinion:?}");
    let made = now.play_as(0, number).unwrap();
    assert!(opinion.moves[0].number == number && opinion.moves[0].is_proven, "{opinion:?}");
    assert!(!made.text.is_empty());
    // Where it is too much to look at, it searches.
    let (_, opinion) = done(&start("reversi"), "mcts:20:exact=100");
    assert!(opinion.simulations == 20 && !opinion.is_certain, "{opinion:?}");
}
