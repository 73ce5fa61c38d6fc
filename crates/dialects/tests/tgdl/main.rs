//! The syntax of TGDL: text in, problems or groupings out. What stands in a test is what an author is told.

mod explained;
mod expressions;
mod format;
mod group;
mod hostile;
mod items;
mod lexis;
mod mistakes;
mod statements;

use base::{Origins, SourceMap};
use dialects::tgdl::parse;

/// The problems of a text, one on each line: place, code, message.
fn problems(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("game.tgdl", text);
    let checked = parse(file, text, &mut Origins::default());
    let lines = checked.problems.iter().map(|problem| {
        let (line, column) = sources.line_column(file, problem.span.start);
        format!("{line}:{column} {}: {}", problem.code, problem.message)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Reads `text` and compares its problems; none are expected where `expected` is empty.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(problems(text), expected.join("\n"), "\n{text}");
}
