//! A problem: what an author did wrong, where, and what to do about it.

use crate::Span;

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
            message: message.into(),
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
        self.label = text.into();
        self
    }

    #[must_use]
    pub fn other(mut self, span: Span, text: impl Into<String>) -> Problem {
        self.others.push(Label { span, text: text.into() });
        self
    }

    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Problem {
        self.hints.push(text.into());
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
