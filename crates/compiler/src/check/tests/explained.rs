//! The examples of the explanations: the wrong one has its problem, the right one has no error.
//! What the sentences say is not looked at.

use super::super::{check, check_library};
use super::read;
use crate::EXPLANATIONS;

const CARDS: &str = include_str!("cards.tgdl");

/// The codes that a text brings, read as a game if it says so, otherwise as a part of one.
fn codes_of(text: &str) -> Vec<(&'static str, bool)> {
    let program = read(&[("main", text), ("cards", CARDS)]);
    let main = text.starts_with("game") || text.starts_with("setup");
    let run = if main { check } else { check_library };
    let checked = run(&program.modules, &program.links, &program.origins);
    let read = program.problems.iter().map(|p| (p.code, p.is_error()));
    read.chain(checked.problems.iter().map(|p| (p.code, p.is_error()))).collect()
}

#[test]
fn each_explained_code_shows_itself() {
    for explanation in EXPLANATIONS.into_iter().flatten() {
        let code = explanation.code;
        // A program that is too large to be emitted is not shown.
        let Some((wrong, right)) = explanation.examples() else { continue };
        let found = codes_of(&wrong);
        assert!(found.iter().any(|f| f.0 == code), "the wrong example of {code}: {found:?}");
        assert!(found.iter().all(|f| f.0 == code || !f.1), "the wrong example of {code}: {found:?}");
        let found = codes_of(&right);
        assert!(found.iter().all(|f| f.0 != code && !f.1), "the right example of {code}: {found:?}");
    }
}
