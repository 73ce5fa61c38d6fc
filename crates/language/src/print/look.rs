//! Looks as text. Which words a look has it knows only where it is asked for what one reads.

use super::{Line, List, Print, Printer};
use crate::tree::{Look, LookLine, LookPart, Words};

/// The words of looks that say what one reads.
const READ: [&str; 5] = ["title", "text", "says", "corner", "badge"];

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
        for line in lines {
            // Where it is asked what is read, colours and pictures are not.
            if let Some(all) = &mut self.vocabulary {
                let word = line.name.text.as_str();
                if !READ.contains(&word) {
                    continue;
                }
                all.mark_said(lines.iter().any(|other| other.name.text == word && other.variant.is_some()));
            }
            put!(self, Line, line.name, line.variant.as_ref().map(|variant| (" ", variant)));
            put!(self, (!line.values.is_empty()).then_some(" "), List(&line.values), ";");
            if let Some(all) = &mut self.vocabulary {
                all.mark_said(false);
            }
        }
    }
}
