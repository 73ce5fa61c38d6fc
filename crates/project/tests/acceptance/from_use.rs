//! Programs that went wrong in use, read from the folder that `TAVOLA_ACCEPTANCE` names. Each of them has a small
//! one of its own beside the rules that it is about.

use crate::kit;
use engine::Match;
use engine::view::Outcome;
use project::{Memory, Request};
use std::io::{self, Write};
use std::path::Path;
use std::{env, fs};

/// The text of one of those programs; None where there is no folder.
fn text(name: &str) -> Option<String> {
    let Some(folder) = env::var_os("TAVOLA_ACCEPTANCE") else {
        let in_ci = env::var_os("CI").is_some_and(|v| v == "true");
        assert!(!in_ci, "TAVOLA_ACCEPTANCE names no folder, and nothing may be skipped where CI=true");
        // Past the capture of the test runner: a test that did nothing must not look like one that passed.
        let _ = writeln!(io::stderr(), "SKIPPED an acceptance test: TAVOLA_ACCEPTANCE names no folder");
        return None;
    };
    let path = Path::new(&folder).join("tgdl/from-use").join(name);
    Some(fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display())))
}

#[test]
fn what_these_tests_say_holds() {
    for name in ["local-after-pass.tgdl", "defaults-and-given.tgdl", "member-hides-function.tgdl"] {
        if let Some(text) = text(name) {
            kit::holds(&text);
        }
    }
}

#[test]
fn a_file_of_tests_adds_no_action_to_the_game() {
    let (Some(game), Some(tests)) = (text("tests-leak.tgdl"), text("tests-leak.tests.tgdl")) else { return };
    let files = Memory::default().with("game.tgdl", &game).with("tests.tgdl", &tests);
    let loaded = project::open(Request::new((&files, "game.tgdl"))).unwrap();
    let codes: Vec<&str> = loaded.problems.iter().map(|p| p.code).collect();
    assert_eq!(codes, ["not-in-tests"]);
}

#[test]
fn automatic_passes_in_a_circle_are_stuck() {
    let Some(text) = text("automatic-circle.tgdl") else { return };
    let game = kit::game(&text);
    assert_eq!(Match::start(&game, 2, 1).outcome(), Some(Outcome::Stuck));
}

#[test]
fn a_search_that_is_too_long_is_not_stuck() {
    let Some(text) = text("search-budget.tgdl") else { return };
    let report = kit::game(&text).run_test(0);
    let message = report.failure.map(|failure| failure.message).unwrap_or_default();
    assert!(message.starts_with("too many answers to `choose Colour` must be tried"), "{message}");
}

#[test]
fn of_twenty_things_any_may_be_chosen() {
    let Some(text) = text("count-any.tgdl") else { return };
    let mut now = Match::start(&kit::game(&text), 2, 1);
    assert_eq!(now.seat(0).count_moves().ok(), Some(1 << 20));
    for n in [0, 1 << 19, (1 << 20) - 1] {
        assert!(now.play(n).is_ok(), "{n}");
    }
}
