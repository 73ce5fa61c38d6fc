//! A tree as TGDL text. What the parser read, printed and read again, is the same tree.
//! It does not know how the author laid the text out: comments and blanks are gone.

/// Prints several parts, one after the other.
macro_rules! put {
    ($printer:expr, $($part:expr),+ $(,)?) => {{
        $($part.print($printer);)+
    }};
}

mod binding;
mod class;
mod expr;
mod item;
mod look;
mod statement;
mod table;
mod types;

use crate::tree::{Expr, Item, Module, Name, Part, Text};
use crate::words::Vocabulary;

/// Prints a module. Broken parts come out as what they would be without the broken text, so that only the print of
/// a tree without problems can be read again for certain. A lowering must not let the operand of `remove`, `fail`,
/// `eliminate` or `seed` start with a bracket, which would read as a call.
pub fn print(module: &Module) -> String {
    let mut printer = Printer::default();
    printer.module(module);
    printer.text
}

/// Prints an expression.
pub fn expression(expr: &Expr) -> String {
    let mut printer = Printer::default();
    expr.print(&mut printer);
    printer.text
}

/// Prints a text in quotes.
pub(crate) fn literal(parts: &[Part]) -> String {
    let mut printer = Printer::default();
    printer.string(parts);
    printer.text
}

/// Adds the texts and names of items: what is printed is gone through as a whole.
pub(crate) fn vocabulary<'t>(items: impl Iterator<Item = &'t Item>, all: &mut Vocabulary) {
    let mut printer = Printer { vocabulary: Some(std::mem::take(all)), ..Printer::default() };
    for item in items {
        printer.item(item);
        printer.text.clear();
    }
    *all = printer.vocabulary.unwrap_or_default();
}

/// Text that grows, with the depth of its blocks.
#[derive(Default)]
struct Printer {
    text: String,
    depth: usize,
    /// Where somebody wants to know what is printed, not how.
    vocabulary: Option<Vocabulary>,
}

/// What can stand among the parts that `put!` prints.
trait Print {
    fn print(&self, p: &mut Printer);
}

impl Print for str {
    fn print(&self, p: &mut Printer) {
        p.text.push_str(self);
    }
}

impl<T: Print + ?Sized> Print for &T {
    fn print(&self, p: &mut Printer) {
        (**self).print(p);
    }
}

/// Nothing where there is none.
impl<T: Print> Print for Option<T> {
    fn print(&self, p: &mut Printer) {
        self.iter().for_each(|part| part.print(p));
    }
}

impl<A: Print, B: Print> Print for (A, B) {
    fn print(&self, p: &mut Printer) {
        put!(p, self.0, self.1);
    }
}

impl Print for Name {
    fn print(&self, p: &mut Printer) {
        if let Some(all) = &mut p.vocabulary {
            all.add_name(self);
        }
        self.text.print(p);
    }
}

/// In quotes.
impl Print for Text {
    fn print(&self, p: &mut Printer) {
        if let Some(all) = &mut p.vocabulary {
            all.add_text(self);
        }
        p.quoted(&self.text);
    }
}

/// The start of a line.
struct Line;

impl Print for Line {
    fn print(&self, p: &mut Printer) {
        p.text.push('\n');
        p.text.extend(std::iter::repeat_n("    ", p.depth));
    }
}

/// Parts with `, ` between them.
struct List<'a, T>(&'a [T]);

impl<T: Print> Print for List<'_, T> {
    fn print(&self, p: &mut Printer) {
        for (i, part) in self.0.iter().enumerate() {
            put!(p, (i > 0).then_some(", "), part);
        }
    }
}

impl Printer {
    /// `{`, what `inside` prints on lines of its own, `}`
    fn braces(&mut self, inside: impl FnOnce(&mut Printer)) {
        put!(self, "{");
        self.depth += 1;
        let before = self.text.len();
        inside(self);
        self.depth -= 1;
        if self.text.len() > before {
            put!(self, Line, "}");
        } else {
            put!(self, " }");
        }
    }

    /// A string constant in quotes.
    fn quoted(&mut self, text: &str) {
        put!(self, "\"");
        self.escaped(text);
        put!(self, "\"");
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '"' | '\\' | '{' | '}' => self.text.extend(['\\', c]),
                '\n' => self.text.push_str("\\n"),
                '\t' => self.text.push_str("\\t"),
                c if c.is_control() => self.text.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
                c => self.text.push(c),
            }
        }
    }
}
