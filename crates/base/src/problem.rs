//! A problem: what an author did wrong, where, and what to do about it.

use crate::Span;

/// The most characters of a message, a label or a hint that stand between two backticks: names and texts of the author
/// may be of any length.
const MAX_QUOTED: usize = 80;

/// The most characters of all of it.
const MAX_TEXT: usize = 1000;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    Error,
    Warning,
}

/// A further place that matters for a problem, with what it has to do with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// A change of the text that fixes a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    pub span: Span,
    pub replacement: String,
    /// Something else may be meant, as where one name is near another: it is shown, and never applied by itself.
    pub is_guess: bool,
}

/// One diagnostic. The message is one line in the author's words, lower case, no full stop, user text in
/// backticks: what was found, what was expected. The label and the hints say what to type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub severity: Severity,
    /// Stable name, explained by `tavola explain CODE`: `unknown-name`, `wrong-type`...
    pub code: &'static str,
    pub message: String,
    pub span: Span,
    /// Shown under the underlined source; may be empty.
    pub label: String,
    pub others: Vec<Label>,
    pub hints: Vec<String>,
    pub fix: Option<Fix>,
}

impl Problem {
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Problem {
        Problem {
            severity: Severity::Error,
            code,
            message: shortened(message.into()),
            span,
            label: String::new(),
            others: Vec::new(),
            hints: Vec::new(),
            fix: None,
        }
    }

    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Problem {
        Problem { severity: Severity::Warning, ..Problem::error(code, span, message) }
    }

    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Problem {
        self.label = shortened(text.into());
        self
    }

    #[must_use]
    pub fn other(mut self, span: Span, text: impl Into<String>) -> Problem {
        self.others.push(Label { span, text: shortened(text.into()) });
        self
    }

    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Problem {
        self.hints.push(shortened(text.into()));
        self
    }

    /// The one change that keeps what the author wrote, such as a `;` where only that is missing.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Problem {
        self.fix = Some(Fix { span, replacement: replacement.into(), is_guess: false });
        self
    }

    /// A change that the author may have meant.
    #[must_use]
    pub fn guess(mut self, span: Span, replacement: impl Into<String>) -> Problem {
        self.fix = Some(Fix { span, replacement: replacement.into(), is_guess: true });
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Cuts what is quoted and long, and in the end all of it.
fn shortened(text: String) -> String {
    if text.len() <= MAX_QUOTED {
        return text;
    }
    let pieces: Vec<String> = text
        .split('`')
        .enumerate()
        .map(|(i, piece)| match i % 2 {
            0 => piece.to_owned(),
            _ => cut(piece, MAX_QUOTED),
        })
        .collect();
    cut(&pieces.join("`"), MAX_TEXT)
}

/// The text, or its beginning and an ellipsis where it has more than so many characters.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A result that is always there, with what was found wrong on the way.
#[derive(Clone, Debug)]
pub struct Checked<T> {
    pub value: T,
    pub problems: Vec<Problem>,
}

impl<T> Checked<T> {
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(Problem::is_error)
    }

    /// Sorts the problems by file and place, and drops repeated ones.
    #[must_use]
    pub fn sorted(mut self) -> Checked<T> {
        self.problems.sort_by(|a, b| (a.span, a.severity, a.code).cmp(&(b.span, b.severity, b.code)));
        self.problems.dedup();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Problem;
    use crate::{FileId, Span};

    #[test]
    fn what_is_quoted_is_cut_where_it_is_long() {
        let span = Span { file: FileId(0), start: 0, end: 0 };
        let long = "x".repeat(5000);
        let problem = Problem::error("odd", span, format!("no zone is called `{long}`, but `y` is"));
        assert_eq!(problem.message, format!("no zone is called `{}…`, but `y` is", "x".repeat(80)));
        let many = vec!["`x`"; 5000].join(", ");
        assert_eq!(problem.hint(many).hints[0].chars().count(), 1001);
    }
}
