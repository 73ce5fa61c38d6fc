//! From modules to a game that can be played: the one place where checker, emitter and engine are put together.
//! It knows no files.

use crate::Loaded;
use crate::modules::Reading;
use crate::scripts;
use base::{Problem, Span};
use bytecode::Program;
use compiler::{check, coverage, emit, typed};
use engine::{Choices, Game, GameOption, Refused};
use language::tree::{Item, Module};
use std::sync::Arc;

/// What one compile gave.
struct Compiled {
    /// Those of reading, too.
    problems: Vec<Problem>,
    /// None where some problem is an error.
    typed: Option<typed::Game>,
    /// None for a library, too.
    program: Option<Program>,
}

/// The game where nothing is chosen, with all its rule tests.
pub(crate) fn load(reading: Reading) -> Loaded {
    let compiled = compile(&reading, &Choices::default());
    finish(reading, compiled)
}

/// The game for values that are chosen, with the rule tests that choose the same.
/// Scripts become rule tests that choose the same, too.
pub(crate) fn load_with(
    mut reading: Reading,
    choices: &Choices,
    scripts: &[String],
) -> Result<Loaded, Refused> {
    let options = check::options(&reading.modules.all, &reading.modules.imports, &reading.origins);
    let refused = match choices.among(&options) {
        Ok(chosen) => {
            scripts::add(&mut reading, scripts, &chosen);
            let compiled = compile(&reading, choices);
            return Ok(finish(reading, compiled));
        }
        Err(refused) => refused,
    };
    // Whoever wrote a broken game is told of that first.
    let loaded = load(reading);
    if loaded.has_errors() { Ok(loaded) } else { Err(refused) }
}

/// Like [`load`], and tells the errors that there are only for other values of the options: for those at the ends of
/// each, one option at a time.
pub(crate) fn examine(reading: Reading) -> Loaded {
    const MOST_COMPILES: usize = 200;
    let compiled = compile(&reading, &Choices::default());
    let options = compiled.typed.as_ref().map_or(&[][..], |typed| &typed.options);
    let extremes: Vec<Choices> = options.iter().flat_map(extremes).take(MOST_COMPILES).collect();
    let mut found = Vec::new();
    for choices in extremes {
        let problems = compile(&reading, &choices).problems.into_iter().filter(Problem::is_error);
        add_new(&mut found, problems, &choices);
    }
    let mut loaded = finish(reading, compiled);
    found.retain(|p| !loaded.problems.iter().any(|known| same(known, p)));
    loaded.problems.extend(found);
    sort(&mut loaded.problems);
    loaded
}

fn extremes(option: &GameOption) -> impl Iterator<Item = Choices> {
    let others = option.kind.extremes().into_iter().filter(|value| *value != option.default);
    others.map(|value| Choices::default().with(&option.name, value))
}

/// Checks the modules, and compiles them where nothing is wrong.
fn compile(reading: &Reading, choices: &Choices) -> Compiled {
    let (all, imports) = (&reading.modules.all, &reading.modules.imports);
    let library = all.first().is_some_and(|m| m.game.is_none() && !has_setup(m));
    let checked = match library {
        true => check::check_library(all, imports, &reading.origins),
        false => check::check_with(all, imports, &reading.origins, choices),
    };
    let mut problems = reading.problems.clone();
    problems.extend(checked.problems);
    let sound = !problems.iter().any(Problem::is_error);
    let mut typed = checked.value.filter(|_| sound);
    if let Some(typed) = typed.as_mut().filter(|_| reading.probed) {
        let own = |at| !reading.library.contains(&reading.origins.span(at).file);
        coverage::insert(typed, &own);
    }
    let program = match typed.as_ref().filter(|_| !library).map(|t| emit::emit(t, &reading.origins)) {
        Some(Ok(program)) => Some(program),
        Some(Err(problem)) => {
            problems.push(*problem);
            None
        }
        None => None,
    };
    Compiled { problems, typed, program }
}

/// Makes the game, with the rule tests that are for other values of its options.
fn finish(reading: Reading, compiled: Compiled) -> Loaded {
    let Compiled { mut problems, typed, program } = compiled;
    let game = |program| Game::new(program, reading.sources.clone(), reading.origins.clone());
    let mut others = Vec::new();
    for choices in typed.iter().flat_map(|typed| &typed.other_tests) {
        let compiled = compile(&reading, choices);
        let told = |p: &Problem| p.is_error() || in_test(&reading, p.span);
        add_new(&mut problems, compiled.problems.into_iter().filter(told), choices);
        others.extend(compiled.program.map(|program| Arc::new(game(program))));
    }
    sort(&mut problems);
    let sound = !problems.iter().any(Problem::is_error);
    let game = program.filter(|_| sound).map(|program| Arc::new(game(program).with_tests_of(others)));
    Loaded {
        game,
        typed: typed.filter(|_| sound),
        problems,
        sources: reading.sources,
        origins: reading.origins,
    }
}

/// Adds problems that there are for chosen values, and says for which.
fn add_new(problems: &mut Vec<Problem>, found: impl Iterator<Item = Problem>, choices: &Choices) {
    for problem in found {
        if !problems.iter().any(|known| same(known, &problem)) {
            problems.push(problem.hint(format!("this is so where `{choices}`")));
        }
    }
}

fn same(a: &Problem, b: &Problem) -> bool {
    (a.span, a.code, &a.message) == (b.span, b.code, &b.message)
}

fn sort(problems: &mut Vec<Problem>) {
    problems.sort_by(|a, b| (a.span, a.severity, a.code).cmp(&(b.span, b.severity, b.code)));
    problems.dedup();
}

/// Whether a place lies in a rule test of the main file.
fn in_test(reading: &Reading, place: Span) -> bool {
    let items = reading.modules.all.first().map_or(&[][..], |m| &m.items);
    items.iter().any(|item| match item {
        Item::Test(test) => {
            let test = reading.origins.span(test.id);
            test.file == place.file && test.start <= place.start && place.end <= test.end
        }
        _ => false,
    })
}

fn has_setup(module: &Module) -> bool {
    module.items.iter().any(|i| matches!(i, Item::Setup(_)))
}
