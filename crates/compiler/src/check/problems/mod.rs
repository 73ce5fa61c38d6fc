//! What can be wrong with a program, in the author's words: one named constructor for each problem.
//! It knows no tree.

/// Constructors of problems: `name(span, parameters) = error(code, message).hint(text);`, where `warning` may stand
/// for `error`. Texts are format strings that see the parameters, in brackets with further arguments; in square
/// brackets stand values.
macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident($span:ident $(, $parameter:tt: $type:ty)*) =
        $severity:ident($code:literal, $message:tt) $(.$part:ident($($argument:tt),+))*;)*) => {$(
        $(#[$doc])*
        pub(in crate::check) fn $name($span: Span $(, $parameter: $type)*) -> Problem {
            Problem::$severity($code, $span, problem_text!($message))
                $(.$part($(problem_text!($argument)),+))*
        }
    )*};
}

macro_rules! problem_text {
    ($text:literal) => { format!($text) };
    (($($format:tt)+)) => { format!($($format)+) };
    ([$value:expr]) => { $value };
    ($value:ident) => { $value };
}

mod calls;
mod classes;
mod declarations;
mod foreign;
mod looks;
mod names;
mod statements;
mod types;

pub(super) use calls::*;
pub(super) use classes::*;
pub(super) use declarations::*;
pub(super) use looks::*;
pub(super) use names::*;
pub(super) use statements::*;
pub(super) use types::*;

use base::nearest;
use base::{Problem, Span};
use std::cell::Cell;

/// How many names are compared with misspelt ones in one check. Where a thousand names are misspelt, the last of them
/// may go without a suggestion.
const MAX_COMPARED: usize = 1_000_000;

thread_local! {
    /// How many more may be compared. Every check begins anew, so what it reports depends on its input alone.
    static COMPARISONS_LEFT: Cell<usize> = const { Cell::new(MAX_COMPARED) };
}

/// Begins a check.
pub(super) fn begin() {
    COMPARISONS_LEFT.set(MAX_COMPARED);
}

/// Whether names are still compared; names that take time to gather need not be gathered otherwise.
pub(super) fn may_suggest() -> bool {
    COMPARISONS_LEFT.get() > 0
}

/// The nearest of some names, which count as compared.
pub(super) fn nearest_of<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut count = 0;
    let near = nearest(word, names.inspect(|_| count += 1));
    COMPARISONS_LEFT.set(COMPARISONS_LEFT.get().saturating_sub(count));
    near
}

/// The only one of some names that begins so.
fn only_one_begun<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut begun = names.filter(|name| name.len() > word.len() && name.starts_with(word));
    let first = begun.next()?;
    begun.all(|name| name == first).then_some(first)
}

/// Names of what there is, where another name was not found.
pub(super) trait Names: IntoIterator<Item: AsRef<str>> {}

impl<T: IntoIterator<Item: AsRef<str>>> Names for T {}

trait Suggest {
    /// Adds which known name was meant, with the fix, if one is near.
    fn suggest(self, span: Span, word: &str, known: impl Names) -> Problem;

    /// Adds which of the known names was meant by one that stands there: in quotes, in a graph without them. Where an
    /// option holds the name there is nothing to replace.
    fn suggest_in_text(self, span: Span, word: &str, known: impl Names) -> Problem;

    fn hint_if(self, condition: bool, text: impl Into<String>) -> Problem;

    /// Points to another place, if there is one.
    fn other_at(self, place: Option<Span>, text: impl Into<String>) -> Problem;

    /// Adds which known name was meant, or otherwise all known names if they are few.
    fn suggest_or_list(self, span: Span, word: &str, known: impl Names) -> Problem;
}

impl Suggest for Problem {
    fn suggest(self, span: Span, word: &str, known: impl Names) -> Problem {
        if !may_suggest() {
            return self;
        }
        let names: Vec<_> = known.into_iter().collect();
        let begun = || only_one_begun(word, names.iter().map(AsRef::as_ref));
        match nearest_of(word, names.iter().map(AsRef::as_ref)).or_else(begun) {
            Some(near) => self.label(format!("did you mean `{near}`?")).guess(span, near),
            None => self,
        }
    }

    fn suggest_in_text(self, span: Span, word: &str, known: impl Names) -> Problem {
        let length = (span.end - span.start) as usize;
        let quotes = u32::from(length == word.len() + 2);
        let inside = Span { start: span.start + quotes, end: span.end - quotes, ..span };
        let problem = self.suggest_or_list(inside, word, known);
        if quotes == 1 || length == word.len() { problem } else { Problem { fix: None, ..problem } }
    }

    fn hint_if(self, condition: bool, text: impl Into<String>) -> Problem {
        if condition { self.hint(text) } else { self }
    }

    fn other_at(self, place: Option<Span>, text: impl Into<String>) -> Problem {
        match place {
            Some(place) => self.other(place, text),
            None => self,
        }
    }

    fn suggest_or_list(self, span: Span, word: &str, known: impl Names) -> Problem {
        if !may_suggest() {
            return self;
        }
        let known: Vec<_> = known.into_iter().collect();
        let mut names: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
        let problem = self.suggest(span, word, &names);
        names.dedup();
        if problem.fix.is_some() { problem } else { list_if_few(problem, &names) }
    }
}

/// So many names are listed.
const FEW: usize = 12;

/// Adds what there is, where that is not much.
fn list_if_few(problem: Problem, names: &[&str]) -> Problem {
    let is_told = !names.is_empty() && names.len() <= FEW;
    problem.hint_if(is_told, format!("there is {}", listed(names)))
}

/// Adds what there is, of very much the first ones.
pub(super) fn list_some(problem: Problem, names: &[&str]) -> Problem {
    if names.len() <= FEW {
        return list_if_few(problem, names);
    }
    let (first, others) = names.split_at(FEW);
    let first: Vec<String> = first.iter().map(|n| format!("`{n}`")).collect();
    problem.hint(format!("there is {} and {} more", first.join(", "), others.len()))
}

/// `a`, `b` and `c`
fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.join(""),
    }
}

/// `a -> b -> a`
fn circle(names: &[&str]) -> String {
    let path: Vec<&str> = names.iter().chain(names.first()).copied().collect();
    path.join(" -> ")
}

fn counted(n: usize, what: &str) -> String {
    match n {
        0 => format!("no {what}"),
        1 => format!("one {what}"),
        _ => format!("{n} {what}s"),
    }
}
