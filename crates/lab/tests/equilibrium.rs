//! Equilibria of small games with hidden cards: what they are worth, and how little they give away to a best response.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use bots::Strategy;
use engine::Game;
use lab::train::equilibrium::{Learner, Measured, Unfit as _Unfit};
use project::{Memory, Request};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const KUHN: &str = include_str!("fixtures/kuhn.tgdl");

fn game(text: &str) -> Arc<Game> {
    let memory = Memory::default().with("game.tgdl", text);
    project::open(Request::new((&memory, "game.tgdl")).with_named_rules()).unwrap().game.unwrap()
}

fn open(name: &str) -> Arc<Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
    project::open(Request::new(&*path).with_named_rules()).unwrap().game.unwrap()
}

/// What was learned from so many deals.
fn learned(game: &Arc<Game>, seed: u64, deals: u64) -> (Learner, Strategy) {
    let mut learner = Learner::new(game, seed).unwrap();
    (0..deals).for_each(|_| learner.learn().unwrap());
    let strategy = learner.strategy();
    (learner, strategy)
}

fn near(measured: Measured, value: f64, within: f64) -> bool {
    (measured.value - value).abs() < within
}

#[test]
fn kuhn_is_worth_what_it_is_known_to_be_worth() {
    let (learner, strategy) = learned(&game(KUHN), 1, 30_000);
    assert_eq!((learner.deals(), learner.information_sets()), (6, 12));
    assert!(learner.is_for_points());
    let measured = learner.measure_evenly(&strategy);
    assert!(near(measured, -1.0 / 18.0, 0.005), "{measured:?}");
    assert!((0.0..0.01).contains(&measured.exploitability), "{measured:?}");
}

#[test]
#[ignore = "takes a minute; a measurement"]
fn bars() {
    for (game, seconds) in [(game(KUHN), 10), (open("leduc"), 60)] {
        let start = Instant::now();
        let mut learner = Learner::new(&game, 1).unwrap();
        for checkpoint in [1, 2, 5, 10, 20, 40, 60] {
            if checkpoint > seconds {
                break;
            }
            while start.elapsed() < Duration::from_secs(checkpoint) {
                learner.learn().unwrap();
            }
            let measured = learner.measure_evenly(&learner.strategy());
            println!(
                "{checkpoint} s {} {} {} {measured:?}",
                learner.iterations(),
                learner.deals(),
                learner.information_sets()
            );
        }
    }
}
