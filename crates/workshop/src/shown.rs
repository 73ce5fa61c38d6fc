//! Problems, files and the course of the match as the page shows them. It sends nothing.

use crate::messages::{
    self, BegunBy, Choice, Failure, Fault, File, Fix, GameOption, Label, Moment, OptionValues, Place,
    RefusedChoice, Seed, Stand,
};
use crate::session::Session;
use crate::sources::{Kept, Sources};
use crate::tested::failure;
use base::{Problem, SourceMap, Span};
use engine::view::Outcome;
use engine::{Game, OptionKind, Stopped};

/// More problems than these are counted.
const MAX_PROBLEMS: usize = 200;

pub(crate) fn place(sources: &SourceMap, span: Span) -> Place {
    let (line, column) = sources.line_column(span.file, span.start);
    let (end_line, end_column) = sources.line_column(span.file, span.end);
    Place { file: sources.path(span.file).to_owned(), line, column, end_line, end_column }
}

pub(crate) fn label(sources: &SourceMap, text: impl Into<String>, span: Span) -> Label {
    Label { text: text.into(), at: place(sources, span) }
}

/// The first problems, errors before warnings, and how many more there are.
pub(crate) fn problems(all: &[Problem], sources: &SourceMap) -> (Vec<messages::Problem>, usize) {
    let mut sorted: Vec<&Problem> = all.iter().collect();
    sorted.sort_by_key(|problem| !problem.is_error());
    let shown = sorted.iter().take(MAX_PROBLEMS).map(|problem| one(problem, sources)).collect();
    (shown, all.len().saturating_sub(MAX_PROBLEMS))
}

fn one(problem: &Problem, sources: &SourceMap) -> messages::Problem {
    let fix = problem.fix.as_ref().map(|fix| Fix {
        replacement: fix.replacement.clone(),
        guess: fix.is_guess,
        at: place(sources, fix.span),
    });
    messages::Problem {
        code: problem.code,
        severity: if problem.is_error() { "error" } else { "warning" },
        message: problem.message.clone(),
        at: place(sources, problem.span),
        label: problem.label.clone(),
        others: problem.others.iter().map(|other| label(sources, &other.text, other.span)).collect(),
        hints: problem.hints.clone(),
        fix,
    }
}

pub(crate) fn files(sources: &Sources, kept: &[Kept]) -> messages::Files {
    let file = |kept: &Kept| File {
        path: kept.path.clone(),
        text: kept.text.as_ref().ok().cloned(),
        hash: kept.hash(),
        why: kept.text.as_ref().err().map(|error| error.message(&kept.path)),
    };
    messages::Files {
        folder: sources.folder().display().to_string(),
        main: sources.main().map(str::to_owned),
        files: kept.iter().map(file).collect(),
    }
}

fn option(option: &engine::GameOption) -> GameOption {
    let values = match &option.kind {
        OptionKind::Bool => Some(OptionValues::Of(vec!["true".to_owned(), "false".to_owned()])),
        OptionKind::Whole { from, to } => Some(OptionValues::Range { from: *from, to: *to }),
        OptionKind::Choice(all) => Some(OptionValues::Of(all.clone())),
        OptionKind::Number | OptionKind::Text => None,
    };
    let engine::GameOption { name, prompt, value, default, .. } = option.clone();
    GameOption { name, prompt, value, default, values }
}

/// The rule test with whose position a match begins.
fn begun_by(game: &Game, Stopped { report, moment, .. }: &Stopped) -> BegunBy {
    let moment = match moment {
        engine::Moment::Passed => Moment::Passed,
        engine::Moment::Failed => Moment::Failed,
        engine::Moment::BeforeFault => Moment::BeforeFault,
    };
    let passed = || Failure { name: report.name.clone(), ..Failure::default() };
    BegunBy { moment, test: failure(game, report.clone()).unwrap_or_else(passed) }
}

/// Where the match stands; None before there was a good table.
pub(crate) fn stand(session: &Session) -> Option<Stand> {
    let (rules, now) = session.good()?;
    let game = rules.game();
    let fault = match now.outcome() {
        Some(Outcome::Fault(fault)) => Some(Fault {
            at: place(game.sources(), fault.at),
            trail: fault.trail.iter().map(|(call, at)| label(game.sources(), call, *at)).collect(),
            message: fault.message,
        }),
        _ => None,
    };
    Some(Stand {
        stand: session.stand(),
        rules: session.rules(),
        game: game.name().to_owned(),
        seed: Seed(now.seed()),
        test: session.test().map(|stopped| begun_by(game, stopped)),
        shown: session.is_shown(),
        seats: (0..now.players()).map(|seat| game.seat_name(seat)).collect(),
        counts: game.player_counts().to_vec(),
        options: game.options().iter().map(option).collect(),
        deciding: now.questions().into_iter().map(|question| question.seat).collect(),
        choices: session.choices().map(|(seat, text)| Choice { seat, text: game.titled(text) }).collect(),
        at: session.at(),
        refused: session.refusal().map(|refusal| RefusedChoice {
            seat: refusal.seat,
            text: game.titled(&refusal.text),
            why: refusal.why.clone(),
        }),
        fault,
        over: now.is_over(),
        stuck: matches!(now.outcome(), Some(Outcome::Stuck)),
    })
}
