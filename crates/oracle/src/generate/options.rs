//! Options and parameters, which are read like variables and give boards their sizes.

use super::scope::{Gen, Ty};
use std::fmt::Write;

impl Gen {
    pub(super) fn options(&mut self, out: &mut String) {
        for _ in 0..self.below(4) {
            let name = self.name("o");
            let (word, n) = (self.one(&["option", "option", "param"]), self.below(4));
            let (ty, line) = match self.below(5) {
                0 => (Ty::Bool, format!("bool {name} = {}", self.one(&["true", "false"]))),
                1 => (Ty::Text, format!("string {name} = \"a\" in {{ \"a\", \"\", \"le zz\", \"11\" }}")),
                2 if !self.enums.is_empty() => {
                    let e = self.below(self.enums.len());
                    let cases = self.enums[e].cases.clone();
                    let case = self.pick(&cases).unwrap_or_default();
                    let of = self.enums[e].name.clone();
                    (Ty::Enum(e), format!("{of} {name} = {of}.{case}"))
                }
                3 => (Ty::Number, format!("number {name} = 0.5 in {{ 0, 0.5, -3, 7 }}")),
                _ => (Ty::Number, format!("number {name} = {n} in -2..{} \"How many?\"", n + 3)),
            };
            let _ = writeln!(out, "{word} {line};");
            if self.chance(30) {
                self.constants(&name, &ty, out);
            }
            self.declare(&name, ty, false, true);
        }
    }

    /// A constant that follows from an option, and one before it that follows from that.
    fn constants(&mut self, option: &str, ty: &Ty, out: &mut String) {
        let (first, second) = (self.name("k"), self.name("k"));
        let (word, value, more) = match ty {
            Ty::Number => {
                ("number", format!("{option} * 2 + 1"), format!("{second} > 3 ? {second} - 2 : -{second}"))
            }
            Ty::Bool => ("bool", format!("!{option} || {option} == false"), format!("{second} && true")),
            Ty::Text => ("string", option.to_owned(), second.clone()),
            _ => return,
        };
        let _ = writeln!(out, "const {word} {first} = {more};\nconst {word} {second} = {value};");
        self.declare(&first, ty.clone(), false, true);
        self.declare(&second, ty.clone(), false, true);
    }

    /// The shape of a board with an option instead of its first number, which can be larger than it was.
    pub(super) fn sized(&mut self, shape: String, out: &mut String) -> String {
        let growing = ["square(", "hex(", "track(", "ring("];
        let Some(start) = growing.iter().find(|s| shape.starts_with(**s)).map(|s| s.len()) else {
            return shape;
        };
        let digits: String = shape[start..].chars().take_while(char::is_ascii_digit).collect();
        let Ok(n) = digits.parse::<u32>() else { return shape };
        if !self.chance(50) {
            return shape;
        }
        let name = self.name("o");
        let _ = writeln!(out, "option number {name} = {n} in {n}..{};", n + 2);
        self.declare(&name, Ty::Number, false, true);
        let size = self.one(&["", "1 * ", "0 + "]);
        format!("{}{size}{name}{}", &shape[..start], &shape[start + digits.len()..])
    }
}
