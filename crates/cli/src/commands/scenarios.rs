//! `tavola test --scenarios`, and the scenarios beside games: plays them and tells what became of each.

use super::test::{BAD, GOOD};
use super::{Format, print, print_json};
use crate::failure::{CommandResult, Failure};
use crate::problems;
use scenarios::{ENDING, MAX_BYTES, Scenario, Table, Verdict};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What became of all scenarios of some files.
#[derive(Default)]
pub(super) struct Played {
    pub(super) passed: usize,
    pub(super) failed: usize,
    unsupported: usize,
    pub(super) results: Vec<Value>,
}

/// Plays the scenarios of one file.
pub(super) fn run(file: &Path, games: &[PathBuf], only: Option<&str>, format: Format) -> CommandResult {
    let table = match games {
        [] => Table::of_the_library(),
        [game] if game.exists() => Table::beside(game),
        [game] => return Err(Failure::usage(format!("`{}` does not exist", game.display()))),
        _ => return Err(Failure::usage("scenarios are played with the table of one game")),
    };
    let table = table.map_err(|loaded| broken(&loaded))?;
    let mut played = Played::default();
    let is_text = format == Format::Text;
    play(&table, file, only, is_text, &mut played)?;
    let Played { passed, failed, unsupported, results } = played;
    if is_text {
        let style = if failed > 0 { BAD } else { GOOD };
        print(&format!("{style}{passed} passed, {failed} failed, {unsupported} unsupported{style:#}\n"))?;
    } else {
        print_json(
            &json!({ "passed": passed, "failed": failed, "unsupported": unsupported, "results": results }),
        )?;
    }
    if failed > 0 { Err(Failure::Problems) } else { Ok(()) }
}

/// Plays the scenario files beside a game. What is not understood has failed there.
pub(super) fn run_beside(
    game: &Path,
    only: Option<&str>,
    is_text: bool,
    played: &mut Played,
) -> CommandResult {
    let files = project::files_beside(game, ENDING);
    if files.is_empty() {
        return Ok(());
    }
    let table = Table::beside(game).map_err(|loaded| broken(&loaded))?;
    for file in files {
        play(&table, &file, only, is_text, played)?;
    }
    played.failed += played.unsupported;
    played.unsupported = 0;
    Ok(())
}

fn broken(loaded: &project::Loaded) -> Failure {
    problems::print(&loaded.problems, &loaded.sources);
    Failure::Problems
}

fn play(table: &Table, file: &Path, only: Option<&str>, is_text: bool, played: &mut Played) -> CommandResult {
    let text = project::read_text(file, MAX_BYTES as u64);
    let text = text.map_err(|why| Failure::usage(why.message(&file.display().to_string())))?;
    let all = scenarios::read(&text).map_err(|why| Failure::usage(format!("`{}`: {why}", file.display())))?;
    let words = only.map(str::to_lowercase);
    let chosen =
        all.iter().filter(|s| words.as_ref().is_none_or(|words| s.id.to_lowercase().contains(words)));
    for scenario in chosen {
        let verdict = scenario.run(table);
        match verdict {
            Verdict::Pass => played.passed += 1,
            Verdict::Fail(_) => played.failed += 1,
            Verdict::Unsupported(_) => played.unsupported += 1,
        }
        if is_text {
            print(&line(scenario, &verdict, file))?;
        }
        played.results.push(result(scenario, &verdict, file));
    }
    Ok(())
}

fn line(scenario: &Scenario, verdict: &Verdict, file: &Path) -> String {
    let Scenario { id, line, .. } = scenario;
    match verdict {
        Verdict::Pass => format!("  {GOOD}pass{GOOD:#} {id}\n"),
        Verdict::Fail(why) => format!("  {BAD}FAIL{BAD:#} {id}: {why}\n    at {}:{line}\n", file.display()),
        Verdict::Unsupported(why) => format!("  unsupported {id}: {why}\n"),
    }
}

fn result(scenario: &Scenario, verdict: &Verdict, file: &Path) -> Value {
    let (word, why) = match verdict {
        Verdict::Pass => ("pass", None),
        Verdict::Fail(why) => ("fail", Some(why)),
        Verdict::Unsupported(why) => ("unsupported", Some(why)),
    };
    let file = file.display().to_string();
    let mut value = json!({ "id": scenario.id, "file": file, "line": scenario.line, "verdict": word });
    if let Some(why) = why {
        value["why"] = json!(why);
    }
    value
}
