//! Looks as text. It does not know which words a look has.

use super::{Line, List, Print, Printer};
use crate::tree::{Look, LookLine};

impl Printer {
    pub(super) fn look(&mut self, look: &Look) {
        put!(self, "look ", look.target, " ");
        self.braces(|p| {
            p.look_lines(&look.lines);
            for part in &look.parts {
                put!(p, Line, part.name, " ");
                p.braces(|p| p.look_lines(&part.lines));
            }
        });
    }

    fn look_lines(&mut self, lines: &[LookLine]) {
        for line in lines {
            put!(self, Line, line.name, (!line.values.is_empty()).then_some(" "), List(&line.values), ";");
        }
    }
}
