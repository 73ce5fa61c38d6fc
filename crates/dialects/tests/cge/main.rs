//! Games in sentences: text in, problems or TGDL out. What stands in a test is what an author is told.

mod explained;
mod hostile;
mod statements;

use base::{Checked, Origins, SourceMap};
use dialects::cge::parse;
use language::tree::Module;

fn read(text: &str) -> (SourceMap, Checked<Module>) {
    let mut sources = SourceMap::default();
    let file = sources.add("game.cge", text);
    let checked = parse(file, text, &mut Origins::default());
    (sources, checked)
}

/// The problems of a text, one on each line: place, code, message, hints.
fn problems(text: &str) -> String {
    let (sources, checked) = read(text);
    let lines = checked.problems.iter().map(|p| {
        let (line, column) = sources.line_column(p.span.file, p.span.start);
        let hints: String = p.hints.iter().map(|h| format!("; {h}")).collect();
        format!("{line}:{column} {}: {}{hints}", p.code, p.message)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The lines of a small game. Lines that begin as one of them take its place, others come before the last.
fn game(lines: &[&str]) -> String {
    let mut all = vec![
        "game is \"Whist\"".to_owned(),
        "game has player called \"Ann\"\ngame has player called \"Bob\"".to_owned(),
        "game gives 2 cards to each player".to_owned(),
        "game suitsAre (\"Cups\", \"Coins\")".to_owned(),
        "game ranksAre (\"Two\", \"King\", \"Ace\")".to_owned(),
    ];
    all.extend(lines.iter().map(|l| (*l).to_owned()));
    all.push("GameController(game.build).startGame".to_owned());
    all.join("\n") + "\n"
}
