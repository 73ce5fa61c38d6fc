//! `tavola test`: runs the rule tests of games.

use super::{Format, print, print_json, scenarios};
use crate::failure::{CommandResult, Failure};
use crate::{library, problems};
use anstyle::{AnsiColor, Style};
use draw::styled::dim;
use draw::{Letters, result, table};
use engine::view::Fault;
use engine::{Game, TestFailure, TestReport};
use project::{GamePath, Request};
use serde_json::{Value, json};
use std::path::PathBuf;

pub(super) const GOOD: Style = AnsiColor::Green.on_default();
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();

/// Run the rule tests in game files
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  tavola test\n  tavola test games/chess mygame.tgdl\n  tavola test --only castl games/chess\n  tavola test --scenarios duels.jsonl"
)]
pub(crate) struct Arguments {
    /// Game files, folders in which all games are tested, or names of games of the library [default: games]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only the tests whose names hold these words, capitals or not
    #[arg(long, value_name = "WORDS")]
    only: Option<String>,
    /// Plays the scenarios in a file instead, with the table of one game or that of the library
    #[arg(long, value_name = "FILE")]
    scenarios: Option<PathBuf>,
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Default)]
struct Totals {
    passed: usize,
    failed: usize,
    /// Games that could not be tested.
    broken: usize,
    results: Vec<Value>,
    problems: Vec<Value>,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    if let Some(file) = &arguments.scenarios {
        return scenarios::run(file, &arguments.paths, arguments.only.as_deref(), arguments.format);
    }
    let mut totals = Totals::default();
    let is_text = arguments.format == Format::Text;
    let only = arguments.only.as_ref().map(|words| words.to_lowercase());
    let everything = [PathBuf::from(library::FOLDER)];
    let is_all = arguments.paths.is_empty();
    let paths = if is_all { &everything[..] } else { &arguments.paths };
    for path in paths {
        // Whoever names nothing means what lies here.
        let files = if is_all { library::below_on_disk(path) } else { library::below(path) };
        if files.is_empty() {
            let why = if path.exists() { "holds no game" } else { "does not exist" };
            return Err(Failure::usage(format!("`{}` {why}", path.display())));
        }
        for file in files {
            test_file(&file, only.as_deref(), is_text, &mut totals)?;
        }
    }
    if let Some(words) = &arguments.only
        && totals.passed + totals.failed + totals.broken == 0
    {
        return Err(Failure::usage(format!("no test here has `{words}` in its name")));
    }
    if is_text {
        print(&summary(&totals))?
    } else {
        print_json(&to_json(totals.passed, &mut totals))?
    }
    if totals.failed + totals.broken > 0 { Err(Failure::Problems) } else { Ok(()) }
}

fn test_file(file: &GamePath, only: Option<&str>, is_text: bool, totals: &mut Totals) -> CommandResult {
    let loaded = project::open(Request::new(file))?;
    let reported = problems::to_json(&loaded.problems, &loaded.sources);
    totals.problems.extend(reported);
    let Some(game) = loaded.game.clone() else {
        totals.broken += 1;
        problems::print(&loaded.problems, &loaded.sources);
        tell!("{file}: {}\n", problems::summary(&loaded.problems));
        return Ok(());
    };
    let chosen = |name: &str| only.is_none_or(|words| name.to_lowercase().contains(words));
    let names = game.tests();
    let tests: Vec<usize> = (0..names.len()).filter(|i| chosen(&names[*i])).collect();
    if is_text && !tests.is_empty() {
        print(&format!("{} {}\n", game.name(), dim(&file.to_string())))?;
    }
    for index in tests {
        let report = game.run_test(index);
        if is_text {
            print(&line(&report, &game))?;
        }
        totals.results.push(result_json(&report, &game));
        if report.failure.is_some() { totals.failed += 1 } else { totals.passed += 1 }
    }
    let mut played = scenarios::Played::default();
    if let Some(file) = file.on_disk() {
        scenarios::run_beside(file, only, is_text, &mut played)?;
    }
    totals.passed += played.passed;
    totals.failed += played.failed;
    totals.results.append(&mut played.results);
    Ok(())
}

/// `ok` or `FAILED` with the name; what was expected, where, and the table below.
fn line(report: &TestReport, game: &Game) -> String {
    match &report.failure {
        None => format!("  {GOOD}ok{GOOD:#} {}\n", report.name),
        Some(failure) => {
            let table = indented(&drawing(failure, game));
            let reason = match failure.trail.is_empty() {
                true => unmet(failure, game),
                false => indented(&problems::fault(&fault(failure), game.sources())),
            };
            format!("  {BAD}FAILED{BAD:#} {}\n{reason}{table}", report.name)
        }
    }
}

fn fault(failure: &TestFailure) -> Fault {
    Fault { message: failure.message.clone(), told: None, at: failure.at, trail: failure.trail.clone() }
}

/// What was expected, where, and the line of its source.
fn unmet(failure: &TestFailure, game: &Game) -> String {
    let span = failure.at;
    let (line, column) = game.sources().line_column(span.file, span.start);
    let source = game.sources().text(span.file).lines().nth(line as usize - 1).unwrap_or("").trim();
    let place = format!("at {}:{line}:{column}", game.sources().path(span.file));
    let calls = failure.called.iter().map(|call| {
        let (line, column) = game.sources().line_column(call.file, call.start);
        format!("    {}\n", dim(&format!("called at {}:{line}:{column}", game.sources().path(call.file))))
    });
    format!("    {}\n    {}\n      {source}\n{}", failure.message, dim(&place), calls.collect::<String>())
}

/// The table at the moment of failure.
fn drawing(failure: &TestFailure, game: &Game) -> String {
    let Some(view) = &failure.view else { return String::new() };
    let mut letters = Letters::new(&[], game.players().0 as usize);
    table(view, &mut letters) + &result(view)
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("      {line}\n")).collect()
}

fn result_json(report: &TestReport, game: &Game) -> Value {
    let mut value = json!({ "game": game.name(), "name": report.name, "ok": report.failure.is_none() });
    let at = report.failure.as_ref().map_or(report.at, |f| f.at);
    problems::place(&mut value, game.sources(), at);
    if let Some(failure) = &report.failure {
        value["message"] = json!(failure.message);
        value["table"] = json!(anstream::adapter::strip_str(&drawing(failure, game)).to_string());
    }
    value
}

fn summary(totals: &Totals) -> String {
    let style = if totals.failed + totals.broken > 0 { BAD } else { GOOD };
    let broken = match totals.broken {
        0 => String::new(),
        1 => ", 1 game with errors".to_owned(),
        n => format!(", {n} games with errors"),
    };
    let hint = match totals.passed + totals.failed + totals.broken {
        0 => {
            "there are no tests yet: `test \"what must hold\" { ... }` goes into tests.tgdl beside the game\n"
        }
        _ => "",
    };
    format!("{style}{} passed, {} failed{broken}{style:#}\n{hint}", totals.passed, totals.failed)
}

fn to_json(passed: usize, totals: &mut Totals) -> Value {
    json!({
        "passed": passed,
        "failed": totals.failed,
        "broken": totals.broken,
        "results": std::mem::take(&mut totals.results),
        "problems": std::mem::take(&mut totals.problems),
    })
}
