//! Problems with what is done where it may not be done.

use crate::effects::Flag;
use base::{Problem, Span};

/// `path` are the functions through which it happens, outermost first; `words` what the last one does.
pub(crate) fn forbidden(span: Span, what: &str, flag: Flag, path: &[String], words: &str) -> Problem {
    let (code, must) = match flag {
        Flag::Changes | Flag::Mutates => ("change-here", "must not change the game"),
        Flag::Chance => ("chance-here", "must not use chance"),
        Flag::Chooses => ("ask-here", "must not ask anyone"),
        Flag::Fails => ("fail-here", "must not fail"),
        Flag::Ends => ("ends-in-suppose", "must not end the game"),
        Flag::Outer => ("outer-variable", "must not change what is outside of it"),
    };
    let problem = Problem::error(code, span, format!("{what} {must}"));
    match path {
        [] => problem.label(format!("this {words}")),
        [one] => problem.label(format!("`{one}` {words}")),
        [first, rest @ ..] => {
            let rest: Vec<String> = rest.iter().map(|n| format!("`{n}`")).collect();
            problem.label(format!("`{first}` calls {}, which {words}", rest.join(", which calls ")))
        }
    }
}
