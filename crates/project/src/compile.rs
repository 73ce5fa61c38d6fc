//! From modules to a game that can be played: the one place where checker, emitter and engine are put together.
//! It knows no files.

use crate::declared;
use crate::modules::Reading;
use crate::notes;
use crate::scripts;
use crate::variants::{self, Known, Variant};
use crate::{Loaded, Request};
use base::{Label, Problem, Span};
use bytecode::Program;
use compiler::{check, emit, lower, typed};
use engine::{Choices, Game, GameOption, OptionError, work_out_constants};
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
    /// The fuel that working out its constants took.
    fuel: u64,
    size: u64,
}

/// About what compiling all values of options together may take that are tried, and that are tested: see [`size`]. A
/// few are always tried.
const MAX_TRIED: u64 = 6_000_000;
const MAX_TESTED: u64 = 20_000_000;
const LEAST_TRIED: usize = 4;

/// What working out the constants may take for all values of options together that are tried or tested.
pub(crate) const MAX_FUEL: u64 = 200_000_000;

/// How a request wants its game to be compiled.
#[derive(Clone, Copy)]
pub(crate) struct How {
    has_probes: bool,
    explains_all: bool,
    /// Whoever checks wants to know of constants that nothing reads, too.
    has_all_constants: bool,
}

impl How {
    fn of(request: &Request<'_>) -> How {
        How {
            has_probes: request.has_probes,
            explains_all: request.explains_all,
            has_all_constants: request.tries_extremes,
        }
    }
}

/// The game of a request. Scripts become rule tests that choose the same values as the request.
pub(crate) fn load(mut reading: Reading, request: &Request<'_>) -> Result<Loaded, OptionError> {
    if lacks_a_module(&reading) {
        let Reading { sources, origins, mut problems, .. } = reading;
        sort(&mut problems);
        return Ok(Loaded { sources, origins, problems, ..Loaded::default() });
    }
    let options = check::options(&reading.modules.all, &reading.modules.imports, &reading.origins);
    match request.choices.among(&options) {
        Ok(chosen) => scripts::add(&mut reading, request.scripts, &chosen),
        Err(refused) => {
            // The author of a broken game hears of that first.
            let compiled = compile(&reading, How::of(request), &Choices::default());
            let loaded = finish(reading, request, compiled, Known::new());
            return if loaded.has_errors() { Ok(loaded) } else { Err(refused) };
        }
    }
    let compiled = compile(&reading, How::of(request), &request.choices);
    let mut known = Known::new();
    let mut found = match request.tries_extremes {
        true => errors_at_extremes(&reading, request, &compiled, &mut known),
        false => Vec::new(),
    };
    let mut loaded = finish(reading, request, compiled, known);
    found.retain(|p| !loaded.problems.iter().any(|known| same(known, p)));
    loaded.problems.extend(found);
    sort(&mut loaded.problems);
    Ok(loaded)
}

/// Whether nothing is known of a module that others import, since its text has errors: what they say of it would be
/// taken for mistakes of theirs.
fn lacks_a_module(reading: &Reading) -> bool {
    let main = reading.modules.all.first().map(|main| main.file);
    reading.problems.iter().filter(|problem| problem.is_error()).any(|problem| {
        let file = problem.span.file;
        let dialect = dialects::of(reading.sources.path(file));
        Some(file) != main && dialect.is_some_and(|dialect| !dialect.recovers)
    })
}

/// The errors that there are for other values of the options: for those at the ends of each, one option at a time, as
/// long as that takes no more than it may.
fn errors_at_extremes(
    reading: &Reading,
    request: &Request<'_>,
    compiled: &Compiled,
    known: &mut Known,
) -> Vec<Problem> {
    const MAX_COMPILES: usize = 200;
    let Some(typed) = &compiled.typed else { return Vec::new() };
    let extremes = typed.options.iter().flat_map(|option| extremes(option, &request.choices));
    let most = (MAX_TRIED / compiled.size.max(1)) as usize;
    let extremes: Vec<Choices> = extremes.take(most.clamp(LEAST_TRIED, MAX_COMPILES)).collect();
    // The program is wanted for those alone that a test is for: many together would fill the memory.
    let is_kept = |choices: &Choices| typed.other_tests.contains(choices);
    let done = variants::compile_all(reading, How::of(request), &extremes, (compiled.fuel, &is_kept), known);
    let mut found = Vec::new();
    for choices in &extremes[..done] {
        let problems = known[choices].problems.iter().filter(|problem| problem.is_error());
        add_new(&mut found, problems.cloned(), choices);
    }
    known.retain(|choices, _| typed.other_tests.contains(choices));
    found
}

fn extremes(option: &GameOption, choices: &Choices) -> impl Iterator<Item = Choices> {
    let others = option.kind.extremes().into_iter().filter(|value| *value != option.value);
    others.map(|value| choices.clone().with(&option.name, value))
}

/// The game for other choices, of which nobody wants to know its types.
pub(crate) fn variant(reading: &Reading, how: How, choices: &Choices) -> Variant {
    let Compiled { problems, program, fuel, .. } = compile(reading, how, choices);
    Variant { problems, program, fuel }
}

/// Checks the modules with these choices, and compiles them where nothing is wrong.
fn compile(reading: &Reading, how: How, choices: &Choices) -> Compiled {
    let (all, imports) = (&reading.modules.all, &reading.modules.imports);
    let library = all.first().is_some_and(|m| m.game.is_none() && !has_setup(m));
    let checked = match library {
        true => check::check_library(all, imports, &reading.origins),
        false => check::check_with(all, imports, &reading.origins, choices),
    };
    let mut problems = reading.problems.clone();
    // What was not read is missing everywhere else.
    if !problems.iter().any(|p| p.code == "too-deep") {
        problems.extend(checked.problems);
    }
    let sound = !problems.iter().any(Problem::is_error);
    let typed = checked.value.filter(|_| sound);
    let own = |at| !reading.library.contains(&reading.origins.span(at).file);
    let lowered = typed.clone().filter(|_| !library).map(|typed| match how.has_probes {
        true => lower::lower_with_probes(typed, &own),
        false => lower::lower(typed),
    });
    let lowered = lowered.map(|core| if how.has_all_constants { core.with_all_constants() } else { core });
    let lowered = lowered.map(|core| if how.explains_all { core.explaining_all() } else { core });
    let emitted = lowered.map(|core| emit::emit(&core, &reading.origins));
    let (program, fuel) = match emitted.map(|program| with_constants(program?, reading)) {
        Some(Ok((program, fuel))) => (Some(program), fuel),
        Some(Err(problem)) => {
            problems.push(*problem);
            // It may have taken all that one choice of options may take.
            (None, MAX_FUEL / 4)
        }
        None => (None, 0),
    };
    let size = program.as_ref().map_or(0, size) + reading.length();
    Compiled { problems, typed, program, fuel, size }
}

/// About how long a game takes to be compiled, in microseconds, and how much it takes of the memory.
fn size(program: &Program) -> u64 {
    (program.code.len() + program.start.len() + program.data.len()) as u64
}

/// The program with its constants worked out, and the fuel that it took.
fn with_constants(mut program: Program, reading: &Reading) -> Result<(Program, u64), Box<Problem>> {
    match work_out_constants(&mut program, &reading.sources, &reading.origins) {
        Ok(fuel) => Ok((program, fuel)),
        Err(problem) => Err(Box::new(at_authors_place(*problem, reading))),
    }
}

/// A problem that was met in the library stands at the author's place that led there, the last of them.
fn at_authors_place(mut problem: Problem, reading: &Reading) -> Problem {
    let is_own = |span: Span| !reading.library.contains(&span.file);
    if let Some(own) =
        problem.others.iter().rposition(|other| is_own(other.span)).filter(|_| !is_own(problem.span))
    {
        let own = problem.others.remove(own);
        let met = std::mem::replace(&mut problem.span, own.span);
        problem.label = own.text;
        problem.others.push(Label { span: met, text: "in what the library does".to_owned() });
    }
    problem
}

/// Makes the game, with the rule tests that are for other values of its options.
fn finish(reading: Reading, request: &Request<'_>, compiled: Compiled, mut known: Known) -> Loaded {
    let Compiled { mut problems, typed, program, fuel, size } = compiled;
    let game = |program| Game::new(program, reading.sources.clone(), reading.origins.clone());
    let tested = typed.as_ref().map_or(&[][..], |typed| &typed.other_tests);
    let most = ((MAX_TESTED / size.max(1)) as usize).max(LEAST_TRIED);
    let few = &tested[..tested.len().min(most)];
    let done = variants::compile_all(&reading, How::of(request), few, (fuel, &|_| true), &mut known);
    let mut others = Vec::new();
    for choices in &tested[..done] {
        let Some(variant) = known.remove(choices) else { continue };
        let told = |p: &Problem| p.is_error() || in_test(&reading, p.span);
        add_new(&mut problems, variant.problems.into_iter().filter(told), choices);
        others.extend(variant.program.map(|program| Arc::new(game(program))));
    }
    if done < tested.len() {
        problems.push(tests_take_long(&reading));
    }
    sort(&mut problems);
    declared::point_to_library(&mut problems, &reading.sources);
    let sound = !problems.iter().any(Problem::is_error);
    let game = program.filter(|_| sound).map(|program| {
        let is_named = request.names_rules || reading.notes.is_some();
        let rules = if is_named { notes::rules(&reading, &program) } else { String::new() };
        let found = reading.notes.clone().map(|read| read.map(Arc::from));
        Arc::new(game(program).with_tests_of(others).with_notes(rules, found))
    });
    Loaded {
        game,
        typed: typed.filter(|_| sound),
        problems,
        sources: reading.sources,
        origins: reading.origins,
    }
}

fn tests_take_long(reading: &Reading) -> Problem {
    let file = reading.modules.all.first().map_or(base::FileId(0), |main| main.file);
    let message =
        "the rule tests choose options so differently that compiling the game for all of them takes too much";
    Problem::error("constant-fault", Span { file, start: 0, end: 0 }, message)
        .hint("let tests choose the same values, or work out less")
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

/// Whether a place lies in a rule test.
fn in_test(reading: &Reading, place: Span) -> bool {
    reading.modules.all.iter().flat_map(|m| &m.items).any(|item| match item {
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
