//! Each code is explained, by lines that have the problem and lines that have not.

use crate::{game, problems};
use language::explain::{examples, explain, sentence_codes};
use std::collections::BTreeSet;
use std::path::Path;

/// The lines as a game.
fn whole(lines: &str) -> String {
    if lines.starts_with("game is ") { lines.to_owned() } else { game(&[lines.trim_end()]) }
}

#[test]
fn wrong_examples_have_their_problem_and_right_ones_have_none() {
    for code in sentence_codes() {
        let (wrong, right) = examples(explain(code).expect("listed")).expect("two examples");
        // The example of what is too deep would be too long to print.
        let wrong = if code == "rule-too-deep" { wrong.replace("((", &"(".repeat(201)) } else { wrong };
        assert!(
            problems(&whole(&wrong)).contains(&format!(" {code}: ")),
            "{code}\n{}",
            problems(&whole(&wrong))
        );
        assert_eq!(problems(&whole(&right)), "", "{code}");
    }
}

#[test]
fn each_code_that_is_told_is_explained() {
    let mut told = BTreeSet::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cge")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            let words = text.split('"').filter(|w| {
                w.contains('-')
                    && !w.starts_with('-')
                    && w.chars().all(|c| c.is_ascii_lowercase() || c == '-')
            });
            told.extend(words.map(str::to_owned));
        }
    }
    let explained: BTreeSet<String> = sentence_codes().map(str::to_owned).collect();
    assert_eq!(told, explained);
}
