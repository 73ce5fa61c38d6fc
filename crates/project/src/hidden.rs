//! Characters of a source that a reader does not see: those that change the direction of text, and carriage returns
//! that end no line. They are allowed anywhere, and warned of. It does not know what the source means.

use base::{FileId, Problem, Span, turns};

/// A warning for the first such character of each line.
pub(crate) fn warnings(file: FileId, text: &str) -> Vec<Problem> {
    let mut warnings = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        let ends_line = start + line.len() < text.len();
        let shown = if ends_line { line.strip_suffix('\r').unwrap_or(line) } else { line };
        if let Some((at, c)) = shown.char_indices().find(|(_, c)| *c == '\r' || turns(*c)) {
            let at = start + at;
            let span = Span { file, start: at as u32, end: (at + c.len_utf8()) as u32 };
            warnings.push(warning(span, c));
        }
        start += line.len() + 1;
    }
    warnings
}

fn warning(at: Span, c: char) -> Problem {
    let (message, hint) = match c {
        '\r' => (
            "a carriage return stands here that ends no line".to_owned(),
            "take it out, or end the line with a line feed; some programs show a new line here, and there is none",
        ),
        _ => (
            format!("the character U+{:04X}, which nobody sees, changes the direction of text", u32::from(c)),
            "take it out: what is shown here may read otherwise than what is meant",
        ),
    };
    Problem::warning("hidden-character", at, message).hint(hint)
}
