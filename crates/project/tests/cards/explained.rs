//! The examples of the explanations: the wrong one has its problem, the right one has none.

use crate::kit::wrong;
use dialects::ccg::DIALECT;

#[test]
fn wrong_examples_have_their_problem_and_right_ones_have_none() {
    assert!(DIALECT.explanations.len() > 15);
    for explanation in DIALECT.explanations {
        let Some((bad, good)) = explanation.examples() else { continue };
        let found = wrong(&bad);
        assert!(found.contains(&format!(" {}: ", explanation.code)), "{}\n{found}", explanation.code);
        assert_eq!(wrong(&good), "", "{}", explanation.code);
    }
}
