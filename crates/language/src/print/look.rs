//! Looks as text. It does not know which words a look has.

use super::{Line, List, Print, Printer};
use crate::tree::{Look, LookLine, LookPart};

impl Printer {
    pub(super) fn look(&mut self, look: &Look) {
        put!(self, "look ", look.target, " ");
        self.braces(|p| {
            p.look_lines(&look.lines);
            p.look_parts(&look.parts);
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
            put!(self, Line, line.name, line.variant.as_ref().map(|variant| (" ", variant)));
            put!(self, (!line.values.is_empty()).then_some(" "), List(&line.values), ";");
        }
    }
}
