//! Problems as people and programs read them: with the piece of source underlined, or as JSON.
//! It knows neither where problems come from nor what they mean.

use base::{Problem, SourceMap, Span};
use engine::view::Fault;
use serde_json::{Value, json};
use std::io;

/// Writes problems to the standard error output, a blank line after each.
pub(crate) fn print(problems: &[Problem], sources: &SourceMap) -> io::Result<()> {
    let mut out = anstream::stderr().lock();
    for problem in problems {
        io::Write::write_all(&mut out, render(problem, sources).as_bytes())?;
        io::Write::write_all(&mut out, b"\n")?;
    }
    Ok(())
}

/// A fault of the rules with its source underlined, and below it the calls that led there, innermost first.
pub(crate) fn fault(fault: &Fault, sources: &SourceMap) -> String {
    let problem = Problem::error("fault", fault.at, fault.message.clone());
    let mut out = render(&problem, sources);
    let mut last = None;
    for (name, at) in &fault.trail {
        let (line, _) = sources.line_column(at.file, at.start);
        let step = format!("  in {} ({}:{line})\n", visible(name), visible(sources.path(at.file)));
        // Of a function that calls itself, one line is enough.
        if last.as_ref() != Some(&step) {
            out.push_str(&step);
        }
        last = Some(step);
    }
    out
}

/// `2 errors, 1 warning`; `no problems` where there are none.
pub(crate) fn summary(problems: &[Problem]) -> String {
    let errors = problems.iter().filter(|p| p.is_error()).count();
    let count = |n: usize, what: &str| match n {
        0 => None,
        1 => Some(format!("1 {what}")),
        _ => Some(format!("{n} {what}s")),
    };
    let parts: Vec<String> =
        [count(errors, "error"), count(problems.len() - errors, "warning")].into_iter().flatten().collect();
    if parts.is_empty() { "no problems".to_owned() } else { parts.join(", ") }
}

/// With colours; a problem with a file that has no text is printed without a piece of it.
fn render(problem: &Problem, sources: &SourceMap) -> String {
    if !sources.text(problem.span.file).is_empty() || !problem.others.is_empty() {
        return base::render(problem, sources, true);
    }
    let mut out = format!("error[{}]: {}\n", problem.code, visible(&problem.message));
    for hint in &problem.hints {
        out.push_str(&format!("  = help: {}\n", visible(hint)));
    }
    out
}

/// Without control characters, which could do things to a terminal.
pub(crate) fn visible(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

pub(crate) fn to_json(problem: &Problem, sources: &SourceMap) -> Value {
    let mut value = json!({
        "code": problem.code,
        "severity": if problem.is_error() { "error" } else { "warning" },
        "message": problem.message,
    });
    place(&mut value, sources, problem.span);
    value["label"] = json!(problem.label);
    value["hints"] = json!(problem.hints);
    let others = problem.others.iter().map(|other| {
        let mut value = json!({ "message": other.text });
        place(&mut value, sources, other.span);
        value
    });
    value["others"] = others.collect();
    value["fix"] = problem.fix.as_ref().map_or(Value::Null, |fix| {
        let mut value = json!({ "replacement": fix.replacement, "guess": fix.is_guess });
        place(&mut value, sources, fix.span);
        value
    });
    value
}

/// Adds file, line, column and their ends, all from 1, columns in characters.
pub(crate) fn place(value: &mut Value, sources: &SourceMap, span: Span) {
    let (line, column) = sources.line_column(span.file, span.start);
    let (end_line, end_column) = sources.line_column(span.file, span.end);
    value["file"] = json!(sources.path(span.file));
    value["line"] = json!(line);
    value["column"] = json!(column);
    value["end_line"] = json!(end_line);
    value["end_column"] = json!(end_column);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_without_text_is_told_without_a_place() {
        let mut sources = SourceMap::default();
        let file = sources.add("nothing.tgdl", "");
        let span = Span { file, start: 0, end: 0 };
        let problem = Problem::error("missing-file", span, "there is no file `nothing.tgdl`");
        let rendered = render(&problem.hint("write it"), &sources);
        assert_eq!(rendered, "error[missing-file]: there is no file `nothing.tgdl`\n  = help: write it\n");
    }

    #[test]
    fn a_summary_counts_in_words() {
        let span = Span { file: base::FileId(0), start: 0, end: 0 };
        let (e, w) = (Problem::error("e", span, "m"), Problem::warning("w", span, "m"));
        assert_eq!(summary(&[e.clone(), w, e]), "2 errors, 1 warning");
        assert_eq!(summary(&[]), "no problems");
    }
}
