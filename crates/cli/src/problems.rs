//! Problems as people and programs read them: with the piece of source underlined, or as JSON.
//! It knows neither where problems come from nor what they mean.

use base::{Problem, SourceMap, Span};
use engine::view::Fault;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The most problems with one code that are shown; the others are counted.
const MAX_OF_A_CODE: usize = 100;

/// Writes problems to the standard error output, a blank line after each.
pub(crate) fn print(problems: &[Problem], sources: &SourceMap) {
    let (shown, more) = shown(problems);
    for problem in shown {
        tell!("{}", render(problem, sources));
    }
    for text in more.iter().map(|(problem, more)| and_more(problem, *more)) {
        tell!("{text}\n");
    }
}

/// The first problems of each code, and how many more there are, with one of them.
fn shown(problems: &[Problem]) -> (Vec<&Problem>, Vec<(&Problem, usize)>) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut shown, mut more) = (Vec::new(), Vec::new());
    for problem in problems {
        let count = counts.entry(problem.code).or_default();
        *count += 1;
        match *count {
            ..=MAX_OF_A_CODE => shown.push(problem),
            n if n == MAX_OF_A_CODE + 1 => more.push(problem),
            _ => {}
        }
    }
    (shown, more.into_iter().map(|p| (p, counts[p.code] - MAX_OF_A_CODE)).collect())
}

/// and 9,900 more of `unused-variable`
fn and_more(problem: &Problem, more: usize) -> String {
    let digits = more.to_string();
    let grouped = digits.char_indices().flat_map(|(i, digit)| {
        let comma = i > 0 && (digits.len() - i).is_multiple_of(3);
        comma.then_some(',').into_iter().chain([digit])
    });
    format!("and {} more of `{}`", grouped.collect::<String>(), problem.code)
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

/// Without what changes the direction in which text is shown. The colours of our own stay.
pub(crate) fn straight(text: &str) -> Cow<'_, str> {
    match text.contains(base::turns) {
        true => text.replace(base::turns, "\u{fffd}").into(),
        false => text.into(),
    }
}

/// Without what could do things to a terminal.
pub(crate) fn visible(text: &str) -> String {
    text.chars().map(|c| if base::steers(c) { '\u{fffd}' } else { c }).collect()
}

/// The problems that are shown; behind them, for each code of which there are more, how many.
pub(crate) fn to_json(problems: &[Problem], sources: &SourceMap) -> Vec<Value> {
    let (shown, more) = shown(problems);
    let counted = more.into_iter().map(|(problem, more)| {
        json!({
            "code": problem.code,
            "severity": severity(problem),
            "message": and_more(problem, more),
            "more": more,
        })
    });
    shown.into_iter().map(|problem| one_to_json(problem, sources)).chain(counted).collect()
}

fn severity(problem: &Problem) -> &'static str {
    if problem.is_error() { "error" } else { "warning" }
}

fn one_to_json(problem: &Problem, sources: &SourceMap) -> Value {
    let mut value = json!({
        "code": problem.code,
        "severity": severity(problem),
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
    fn what_turns_text_round_is_shown_as_a_sign_of_its_own() {
        assert_eq!(super::straight("a\u{202e}b\u{1b}[1m\n"), "a\u{fffd}b\u{1b}[1m\n");
    }

    #[test]
    fn a_summary_counts_in_words() {
        let span = Span { file: base::FileId(0), start: 0, end: 0 };
        let (e, w) = (Problem::error("e", span, "m"), Problem::warning("w", span, "m"));
        assert_eq!(summary(&[e.clone(), w, e]), "2 errors, 1 warning");
        assert_eq!(summary(&[]), "no problems");
    }

    #[test]
    fn of_a_hundred_problems_alike_the_others_are_counted() {
        let sources = SourceMap::default();
        let span = Span { file: base::FileId(0), start: 0, end: 0 };
        let mut problems = vec![Problem::warning("w", span, "m"); 1334];
        problems.insert(50, Problem::error("e", span, "m"));
        let (shown, more) = shown(&problems);
        assert_eq!((shown.len(), more.len()), (101, 1));
        assert_eq!(and_more(more[0].0, more[0].1), "and 1,234 more of `w`");
        let json = to_json(&problems, &sources);
        assert_eq!(json.len(), 102);
        assert_eq!(
            json[101],
            json!({ "code": "w", "severity": "warning", "message": "and 1,234 more of `w`", "more": 1234 })
        );
    }
}
