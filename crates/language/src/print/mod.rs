//! A tree as TGDL text. What the parser read, printed and read again, is the same tree.
//! It does not know how the author laid the text out: comments and blanks are gone.

mod binding;
mod class;
mod expr;
mod item;
mod look;
mod statement;
mod table;
mod types;

use crate::tree::Module;

/// Prints a module. Broken parts come out as what they would be without the broken text, so that only the print of
/// a tree without problems can be read again for certain. A lowering must not let the operand of `remove`, `fail`,
/// `eliminate` or `seed` start with a bracket, which would read as a call.
pub fn print(module: &Module) -> String {
    let mut printer = Printer::default();
    printer.module(module);
    printer.text
}

/// Text that grows, with the depth of its blocks.
#[derive(Default)]
struct Printer {
    text: String,
    depth: usize,
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Starts a line.
    fn line(&mut self) {
        self.text.push('\n');
        for _ in 0..self.depth {
            self.text.push_str("    ");
        }
    }

    /// `{`, what `inside` prints on lines of its own, `}`
    fn braces(&mut self, inside: impl FnOnce(&mut Printer)) {
        self.put("{");
        self.depth += 1;
        let before = self.text.len();
        inside(self);
        self.depth -= 1;
        if self.text.len() > before {
            self.line();
        } else {
            self.put(" ");
        }
        self.put("}");
    }

    /// Things with `, ` between them.
    fn list<T>(&mut self, things: &[T], mut each: impl FnMut(&mut Printer, &T)) {
        for (i, thing) in things.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            each(self, thing);
        }
    }

    /// A string constant in quotes.
    fn quoted(&mut self, text: &str) {
        self.put("\"");
        self.escaped(text);
        self.put("\"");
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '"' | '\\' | '{' | '}' => {
                    self.text.push('\\');
                    self.text.push(c);
                }
                '\n' => self.put("\\n"),
                '\t' => self.put("\\t"),
                c if c.is_control() => self.put(&format!("\\u{{{:x}}}", u32::from(c))),
                c => self.text.push(c),
            }
        }
    }
}
