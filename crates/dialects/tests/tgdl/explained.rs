//! The examples of the explanations: the wrong one has its problem, the right one has none.

use crate::problems;
use dialects::tgdl::DIALECT;

#[test]
fn wrong_examples_have_their_problem_and_right_ones_have_none() {
    for explanation in DIALECT.explanations {
        let code = explanation.code;
        let (wrong, right) = explanation.examples().expect("two examples");
        // The example of what is too deep would be too long to print.
        let wrong = if code == "too-deep" { wrong.replace("f(f(f(f(1))))", &"(".repeat(201)) } else { wrong };
        assert!(problems(&wrong).contains(&format!(" {code}: ")), "{code}\n{}", problems(&wrong));
        assert_eq!(problems(&right), "", "{code}");
    }
}
