//! What can be wrong with a program, in the author's words: one named constructor for each problem.
//! It knows no tree.

mod calls;
mod classes;
mod declarations;
mod looks;
mod modifiers;
mod names;
mod options;
mod places;
mod statements;
mod types;

pub(super) use calls::*;
pub(super) use classes::*;
pub(super) use declarations::*;
pub(super) use looks::*;
pub(super) use modifiers::*;
pub(super) use names::*;
pub(super) use options::*;
pub(super) use places::*;
pub(super) use statements::*;
pub(super) use types::*;

use base::nearest;
use base::{Problem, Span};

/// Adds which known name was meant, with the fix, if one is near.
fn suggest<'c>(
    problem: Problem,
    span: Span,
    word: &str,
    known: impl IntoIterator<Item = &'c str>,
) -> Problem {
    match nearest(word, known) {
        Some(near) => problem.label(format!("did you mean `{near}`?")).fix(span, near),
        None => problem,
    }
}

/// Adds which known name was meant, or otherwise all known names if they are few.
fn suggest_or_list<'c>(
    problem: Problem,
    span: Span,
    word: &str,
    known: impl IntoIterator<Item = &'c str>,
) -> Problem {
    let mut names: Vec<&str> = known.into_iter().collect();
    let problem = suggest(problem, span, word, names.iter().copied());
    names.dedup();
    if problem.fix.is_some() || names.is_empty() || names.len() > 12 {
        return problem;
    }
    problem.hint(format!("there is {}", listed(&names)))
}

/// `a`, `b` and `c`
fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.join(""),
    }
}

fn counted(n: usize, what: &str) -> String {
    match n {
        0 => format!("no {what}"),
        1 => format!("one {what}"),
        _ => format!("{n} {what}s"),
    }
}
