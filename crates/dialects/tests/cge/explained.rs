//! The examples of the explanations: the wrong one has its problem, the right one has none.

use crate::{game, problems};
use dialects::cge::DIALECT;

/// The lines as a game.
fn whole(lines: &str) -> String {
    if lines.starts_with("game is ") { lines.to_owned() } else { game(&[lines.trim_end()]) }
}

#[test]
fn wrong_examples_have_their_problem_and_right_ones_have_none() {
    for explanation in DIALECT.explanations {
        let code = explanation.code;
        let (wrong, right) = explanation.examples().expect("two examples");
        // The examples of what is too much would be too long to print.
        let wrong = match code {
            "rule-too-deep" => wrong.replace("((", &"(".repeat(201)),
            "too-many-vals" => wrong.replace("val a = 1;", &"val a = 1;".repeat(1001)),
            _ => wrong,
        };
        let found = problems(&whole(&wrong));
        assert!(found.contains(&format!(" {code}: ")), "{code}\n{found}");
        assert_eq!(problems(&whole(&right)), "", "{code}");
    }
}
