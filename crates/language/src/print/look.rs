//! Looks as text. It does not know which words a look has.

use super::{Line, List, Print, Printer};
use crate::tree::{Look, LookLine, LookPart, Words};

/// Whether a line of a look says what one reads, and does not say it in several languages already.
fn is_read(line: &LookLine, all: &[LookLine]) -> bool {
    const READ: [&str; 5] = ["title", "text", "says", "corner", "badge"];
    let word = line.name.text.as_str();
    READ.contains(&word) && !all.iter().any(|other| other.name.text == word && other.variant.is_some())
}

impl Printer {
    pub(super) fn look(&mut self, look: &Look) {
        put!(self, "look ", look.target, " ");
        self.braces(|p| {
            p.look_lines(&look.lines);
            p.look_parts(&look.parts);
        });
    }

    pub(super) fn words(&mut self, words: &Words) {
        put!(self, "look words ", words.language, " ");
        self.braces(|p| {
            for pair in &words.pairs {
                put!(p, Line, pair.own, " = ", pair.translated, ";");
            }
        });
    }

    fn look_parts(&mut self, parts: &[LookPart]) {
        for part in parts {
            put!(self, Line, part.name, " ");
            self.braces(|p| {
                p.look_lines(&part.lines);
                p.look_parts(&part.parts);
            });
        }
    }

    pub(super) fn look_lines(&mut self, lines: &[LookLine]) {
        let all = self.vocabulary.is_none();
        for line in lines.iter().filter(|line| all || is_read(line, lines)) {
            put!(self, Line, line.name, line.variant.as_ref().map(|variant| (" ", variant)));
            put!(self, (!line.values.is_empty()).then_some(" "), List(&line.values), ";");
        }
    }
}
