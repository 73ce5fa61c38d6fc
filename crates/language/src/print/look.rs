//! Looks as text. It does not know which words a look has.

use super::Printer;
use crate::tree::{Look, LookLine, LookPart};

impl Printer {
    pub(super) fn look(&mut self, look: &Look) {
        self.put(&format!("look {} ", look.target.text));
        self.braces(|p| {
            look.lines.iter().for_each(|line| p.look_line(line));
            look.parts.iter().for_each(|part| p.look_part(part));
        });
    }

    fn look_part(&mut self, part: &LookPart) {
        self.line();
        self.put(&format!("{} ", part.name.text));
        self.braces(|p| part.lines.iter().for_each(|line| p.look_line(line)));
    }

    fn look_line(&mut self, line: &LookLine) {
        self.line();
        self.put(&line.name.text);
        if !line.values.is_empty() {
            self.put(" ");
            self.list(&line.values, Printer::value);
        }
        self.put(";");
    }
}
