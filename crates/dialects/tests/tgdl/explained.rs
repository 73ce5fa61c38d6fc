//! Each code of the parser is explained, by a text that has the problem and one that has not.

use crate::problems;
use language::explain::{examples, explain, syntax_codes};
use std::collections::BTreeSet;

#[test]
fn wrong_examples_have_their_problem_and_right_ones_have_none() {
    for code in syntax_codes() {
        let (wrong, right) = examples(explain(code).expect("listed")).expect("two examples");
        // The example of what is too deep would be too long to print.
        let wrong = if code == "too-deep" { wrong.replace("f(f(f(f(1))))", &"(".repeat(201)) } else { wrong };
        assert!(problems(&wrong).contains(&format!(" {code}: ")), "{code}\n{}", problems(&wrong));
        assert_eq!(problems(&right), "", "{code}");
    }
}

#[test]
fn each_code_that_the_parser_tells_is_explained() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tgdl");
    let mut told = BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap() {
        // A folder among them tells nothing.
        let Ok(text) = std::fs::read_to_string(file.unwrap().path()) else { continue };
        for piece in text.split("Problem::error(").chain(text.split("Problem::warning(")).skip(1) {
            let code = piece.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next());
            told.extend(code.map(str::to_owned));
        }
    }
    let explained: BTreeSet<String> = syntax_codes().map(str::to_owned).collect();
    assert_eq!(told, explained);
}
