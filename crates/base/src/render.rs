//! A problem as a person reads it: the message, the piece of source underlined, the hints.
//! It does not know where the text is shown.

use crate::excerpt::{Excerpts, harmless};
use crate::{Problem, Severity, SourceMap, Span};
use codespan_reporting::diagnostic::{self, Diagnostic};
use codespan_reporting::term::{self, Config, termcolor::Ansi};

/// Shows a problem with its source, ending with a line break. `colour` adds the escape codes of terminals.
/// Places that do not fit their file are moved into it; the text of the source cannot steer the terminal.
pub fn render(problem: &Problem, sources: &SourceMap, colour: bool) -> String {
    if !has_source(problem, sources) {
        return plain(problem, sources);
    }
    let mut excerpts = Excerpts::new(sources);
    let diagnostic = diagnostic(problem, &mut excerpts);
    let mut text = Vec::new();
    let config = Config::default();
    let done = if colour {
        term::emit_to_write_style(&mut Ansi::new(&mut text), &config, &excerpts, &diagnostic)
    } else {
        term::emit_to_io_write(&mut text, &config, &excerpts, &diagnostic)
    };
    if done.is_err() {
        return plain(problem, sources);
    }
    let text = String::from_utf8_lossy(&text);
    let lines = text.trim_end().lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}

fn has_source(problem: &Problem, sources: &SourceMap) -> bool {
    let others = problem.others.iter().map(|label| label.span);
    std::iter::once(problem.span).chain(others).all(|span| !sources.path(span.file).is_empty())
}

fn diagnostic(problem: &Problem, excerpts: &mut Excerpts<'_>) -> Diagnostic<usize> {
    let severity = match problem.severity {
        Severity::Error => diagnostic::Severity::Error,
        Severity::Warning => diagnostic::Severity::Warning,
    };
    let mut place = |span: Span| excerpts.show(span);
    let (file, shown) = place(problem.span);
    let first = diagnostic::Label::primary(file, shown).with_message(harmless(&problem.label));
    let others = problem.others.iter().map(|other| {
        let (file, shown) = place(other.span);
        diagnostic::Label::secondary(file, shown).with_message(harmless(&other.text))
    });
    let labels = std::iter::once(first).chain(others).collect();
    excerpts.fill_gaps();
    Diagnostic::new(severity)
        .with_code(problem.code)
        .with_message(harmless(&problem.message))
        .with_labels(labels)
        .with_notes(problem.hints.iter().map(|hint| format!("help: {}", harmless(hint))).collect())
}

/// The problem with its place, without source.
fn plain(problem: &Problem, sources: &SourceMap) -> String {
    let word = if problem.is_error() { "error" } else { "warning" };
    let mut text = format!("{word}[{}]: {}\n", problem.code, harmless(&problem.message));
    let path = sources.path(problem.span.file);
    if !path.is_empty() {
        let (line, column) = sources.line_column(problem.span.file, problem.span.start);
        text += &format!("  ┌─ {}:{line}:{column}\n", harmless(path));
    }
    if !problem.label.is_empty() {
        text += &format!("  │ {}\n", harmless(&problem.label));
    }
    for hint in &problem.hints {
        text += &format!("  = help: {}\n", harmless(hint));
    }
    text
}

#[cfg(test)]
mod tests;
