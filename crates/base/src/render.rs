//! A problem as a person reads it: the message, the piece of source underlined, the hints.
//! It does not know where the text is shown.

use crate::{FileId, Problem, Severity, SourceMap, Span};
use codespan_reporting::diagnostic::{self, Diagnostic};
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term::{self, Config, termcolor::Ansi};
use std::ops::Range;

/// A line longer than this, in bytes, is not shown: nobody could find the place in it.
const MAX_LINE: usize = 400;

/// Shows a problem with its source, ending with a line break. `colour` adds the escape codes of terminals.
/// Places that do not fit their file are moved into it; the text of the source cannot steer the terminal.
pub fn render(problem: &Problem, sources: &SourceMap, colour: bool) -> String {
    if !shows_lines(problem, sources) {
        return plain(problem, sources);
    }
    let (files, places) = shown_files(problem, sources);
    let diagnostic = diagnostic(problem, sources, &places);
    let mut text = Vec::new();
    let config = Config::default();
    let done = if colour {
        term::emit_to_write_style(&mut Ansi::new(&mut text), &config, &files, &diagnostic)
    } else {
        term::emit_to_io_write(&mut text, &config, &files, &diagnostic)
    };
    if done.is_err() {
        return plain(problem, sources);
    }
    let text = String::from_utf8_lossy(&text);
    let lines = text.trim_end().lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}

fn spans(problem: &Problem) -> impl Iterator<Item = Span> {
    std::iter::once(problem.span).chain(problem.others.iter().map(|label| label.span))
}

fn shows_lines(problem: &Problem, sources: &SourceMap) -> bool {
    spans(problem).all(|span| {
        let text = sources.text(span.file);
        let line = line_of(text, fitting(span, sources).start);
        !sources.path(span.file).is_empty() && line.len() <= MAX_LINE
    })
}

/// The files that a problem speaks of, without control characters, and under which number each stands.
fn shown_files(problem: &Problem, sources: &SourceMap) -> (SimpleFiles<String, String>, Vec<FileId>) {
    let mut files = SimpleFiles::new();
    let mut places = Vec::new();
    for span in spans(problem) {
        if !places.contains(&span.file) {
            files.add(harmless(sources.path(span.file)), harmless(sources.text(span.file)));
            places.push(span.file);
        }
    }
    (files, places)
}

fn diagnostic(problem: &Problem, sources: &SourceMap, places: &[FileId]) -> Diagnostic<usize> {
    let severity = match problem.severity {
        Severity::Error => diagnostic::Severity::Error,
        Severity::Warning => diagnostic::Severity::Warning,
    };
    let place = |span: Span| places.iter().position(|file| *file == span.file).unwrap_or(0);
    let first = diagnostic::Label::primary(place(problem.span), fitting(problem.span, sources))
        .with_message(harmless(&problem.label));
    let others = problem.others.iter().map(|other| {
        diagnostic::Label::secondary(place(other.span), fitting(other.span, sources))
            .with_message(harmless(&other.text))
    });
    Diagnostic::new(severity)
        .with_code(problem.code)
        .with_message(harmless(&problem.message))
        .with_labels(std::iter::once(first).chain(others).collect())
        .with_notes(problem.hints.iter().map(|hint| format!("help: {}", harmless(hint))).collect())
}

/// Where a span lies in its file: between characters, and on one line, its first.
fn fitting(span: Span, sources: &SourceMap) -> Range<usize> {
    let text = sources.text(span.file);
    let start = text.floor_char_boundary((span.start as usize).min(text.len()));
    let line_end = text[start..].find('\n').map_or(text.len(), |i| start + i);
    let end = text.ceil_char_boundary((span.end as usize).min(text.len()));
    start..end.min(start + text[start..line_end].trim_end().len()).max(start)
}

fn line_of(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    text[start..].lines().next().unwrap_or("")
}

/// Replaces what could steer a terminal by blanks of the same length in bytes.
fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() && c != '\n' && c != '\t' {
            out.extend(std::iter::repeat_n(' ', c.len_utf8()));
        } else {
            out.push(c);
        }
    }
    out
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
