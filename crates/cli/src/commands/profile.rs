//! Shows where the rules of a game spend their steps: as a table, and as a flame graph. It knows nothing of how that was
//! found out.

use base::{SourceMap, Span};
use engine::{Game, Profile, Stack};
use inferno::flamegraph;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// So many functions, and so many lines, are told.
const MAX_ROWS: usize = 15;

/// Steps of a function.
#[derive(Default)]
struct Row {
    /// Without those of the functions that it calls.
    own: u64,
    all: u64,
}

/// What the stacks of a profile add up to.
struct Sums {
    total: u64,
    /// By name and place, the most expensive first.
    functions: Vec<((String, Span), Row)>,
    /// By file and line.
    lines: Vec<((String, u32), u64)>,
}

fn sums(profile: &Profile, game: &Game, sources: &SourceMap) -> Sums {
    let (mut functions, mut lines) = (BTreeMap::new(), BTreeMap::new());
    let mut total = 0;
    for Stack { functions: stack, at, steps } in profile.stacks(game) {
        total += steps;
        let each: BTreeSet<&(String, Span)> = stack.iter().collect();
        for function in each {
            functions.entry(function.clone()).or_insert_with(Row::default).all += steps;
        }
        if let Some(last) = stack.last() {
            functions.entry(last.clone()).or_default().own += steps;
        }
        let line = sources.line_column(at.file, at.start).0;
        *lines.entry((sources.path(at.file).to_string(), line)).or_insert(0) += steps;
    }
    let mut functions: Vec<_> = functions.into_iter().collect();
    functions.sort_by_key(|(_, row)| std::cmp::Reverse((row.own, row.all)));
    let mut lines: Vec<_> = lines.into_iter().filter(|(_, steps)| *steps > 0).collect();
    lines.sort_by_key(|(_, steps)| std::cmp::Reverse(*steps));
    Sums { total, functions, lines }
}

fn share(steps: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { 100.0 * steps as f64 / of as f64 }
}

fn place(sources: &SourceMap, at: Span) -> String {
    format!("{}:{}", sources.path(at.file), sources.line_column(at.file, at.start).0)
}

pub(crate) fn to_text(profile: &Profile, game: &Game, sources: &SourceMap) -> String {
    let Sums { total, functions, lines } = sums(profile, game, sources);
    let mut out = format!("  {total} steps\n     own     all  rule\n");
    for ((name, at), row) in functions.iter().take(MAX_ROWS) {
        let (own, all) = (share(row.own, total), share(row.all, total));
        out.push_str(&format!("  {own:4.1} %  {all:4.1} %  {name}  {}\n", place(sources, *at)));
    }
    out.push_str("     own  line\n");
    for ((path, line), steps) in lines.iter().take(MAX_ROWS) {
        out.push_str(&format!("  {:4.1} %  {path}:{line}\n", share(*steps, total)));
    }
    out
}

pub(crate) fn to_json(profile: &Profile, game: &Game, sources: &SourceMap) -> Value {
    let Sums { total, functions, lines } = sums(profile, game, sources);
    let rule = |((name, at), row): &((String, Span), Row)| json!({ "name": name, "place": place(sources, *at), "own": row.own, "all": row.all });
    let line =
        |((path, line), steps): &((String, u32), u64)| json!({ "file": path, "line": line, "own": steps });
    json!({
        "steps": total,
        "rules": functions.iter().map(rule).collect::<Vec<_>>(),
        "lines": lines.iter().map(line).collect::<Vec<_>>(),
    })
}

/// A flame graph: the width of a function is its share of all steps, and what it calls stands above it.
pub(crate) fn to_svg(profile: &Profile, game: &Game, sources: &SourceMap) -> io::Result<String> {
    let line = |stack: Stack| {
        let names: Vec<String> = stack.functions.iter().map(|(name, _)| name.replace(';', ",")).collect();
        format!(
            "{};line {} {}",
            names.join(";"),
            sources.line_column(stack.at.file, stack.at.start).0,
            stack.steps
        )
    };
    let lines: Vec<String> =
        profile.stacks(game).into_iter().filter(|stack| stack.steps > 0).map(line).collect();
    let mut options = flamegraph::Options::default();
    options.title = game.name().to_owned();
    options.count_name = "steps".to_owned();
    options.deterministic = true;
    let mut svg = Vec::new();
    flamegraph::from_lines(&mut options, lines.iter().map(String::as_str), &mut svg)
        .map_err(io::Error::other)?;
    String::from_utf8(svg).map_err(io::Error::other)
}
