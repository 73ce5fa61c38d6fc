//! Constants that are worked out when a program is made: objects, lists and tables, and what refers to them.

use super::scope::{Gen, Ty};
use std::fmt::Write as _;

/// An attribute of a global object that refers to a constant, and what it may be set to.
#[derive(Clone)]
pub(super) struct Held {
    at: String,
    values: Vec<String>,
    /// How a constant is made that has a list, up to the list.
    list: String,
    /// Its attribute that is a list.
    row: String,
}

impl Gen {
    /// A class of constants with some of them, lists and tables, and a global object that refers to one.
    pub(super) fn fixed(&mut self, out: &mut String) {
        if self.chance(40) {
            return;
        }
        let (class, worth, title, row) = (self.name("D"), self.name("a"), self.name("a"), self.name("a"));
        let (grown, cheap, n) = (self.name("f"), self.name("f"), self.name("n"));
        let _ = writeln!(
            out,
            "const class {class} {{ number {worth} = {}; string {title} = \"le {worth}\"; List<number> {row} = {{ {worth}, 2 }}; \
             (number) => number {grown} = {n} => {n} * 2; function bool {cheap}() {{ return {worth} < 3; }} }}",
            self.literal()
        );
        let under = self.name("D");
        let _ = writeln!(
            out,
            "const class {under} extends {class} {{ override function bool {cheap}() {{ return base.{cheap}() || {worth} > 6; }} }}"
        );
        let names: Vec<String> = (0..self.below(3) + 2).map(|_| self.name("k")).collect();
        for (i, name) in names.iter().enumerate() {
            let made = if self.chance(30) { &under } else { &class };
            // The next one is worked out first.
            let value = match names.get(i + 1) {
                Some(next) if self.chance(50) => format!("{next}.{worth} + {next}.{row}.sum()"),
                _ => self.literal(),
            };
            let more = match self.below(4) {
                0 => format!(", {title} = \"{name} zz, l\""),
                1 => format!(", {row} = (1..{}).map({n} => {n} + 0.5)", self.below(4) + 1),
                2 => format!(", {grown} = {n} => {n} + {}", self.literal()),
                _ => String::new(),
            };
            let _ = writeln!(out, "const {class} {name} = new {made}() {{ {worth} = {value}{more} }};");
            self.declare(&format!("{name}.{worth}"), Ty::Number, false, true);
            self.declare(&format!("{name}.{title}"), Ty::Text, false, true);
            self.declare(&format!("{name}.{row}"), Ty::list(Ty::Number), false, true);
            let given = self.literal();
            self.declare(&format!("{name}.{grown}({given})"), Ty::Number, false, true);
            self.declare(&format!("{name}.{cheap}()"), Ty::Bool, false, true);
        }
        let (list, table) = (self.name("k"), self.name("k"));
        let _ = writeln!(
            out,
            "const List<number> {list} = all({class}).map({n} => {n}.{worth}).filter({n} => {n} > 0);\n\
             const Table<string, number> {table} = {{ {{ \"a\", {list}.length }}, {{ \"le zz\", {} }}, {{ {}.{title}, 2 }} }};",
            self.literal(),
            names[0]
        );
        self.declare(&list, Ty::list(Ty::Number), false, true);
        self.declare(&table, Ty::table(Ty::Text, Ty::Number), false, true);
        self.declare(&format!("all({under}).length"), Ty::Number, false, true);
        let (holder, held) = (self.name("C"), self.name("a"));
        let _ = writeln!(out, "global class {holder} {{ {class} {held} = {}; }}", names[0]);
        let held = format!("{holder}.{held}");
        self.declare(&format!("{held}.{worth}"), Ty::Number, false, true);
        self.declare(&format!("({held} == {} || {held} is {under})", names[1]), Ty::Bool, false, true);
        let new = format!("new {class}() {{ {worth} = {held}.{worth} + 1 }}");
        let list = format!("new {class}() {{ {row} = ");
        self.held = Some(Held { values: names.into_iter().chain([new]).collect(), list, row, at: held });
    }

    /// Lets the global object refer to another constant.
    pub(super) fn holding(&mut self) -> Option<String> {
        let held = self.held.clone()?;
        let value = self.pick(&held.values)?;
        Some(match self.below(12) {
            // It is a copy, whatever becomes of the list afterwards.
            0..4 => {
                let list = self.value(&Ty::list(Ty::Number), 2);
                format!("{} = {}{list} }};", held.at, held.list)
            }
            4 => {
                let (list, more) = (self.name("v"), self.literal());
                format!("List<number> {list} = {}.{}; {list}.add({more});", held.at, held.row)
            }
            _ => format!("{} = {value};", held.at),
        })
    }
}
