//! Looks, which change nothing of what a program does. They come last, so that they leave the rest as it is.

use super::scope::{Gen, Ty};
use std::fmt::Write;

impl Gen {
    pub(super) fn looks(&mut self, out: &mut String) {
        if self.chance(20) {
            let genre = self.one(&["abstract", "race"]);
            let _ = writeln!(
                out,
                "look game {{ title \"A game\"; title it \"Un gioco\"; genre {genre}; minutes 5; sign \":cups:\"; }}"
            );
        }
        for e in 0..self.enums.len() {
            if self.chance(50) {
                let (name, case) = (self.enums[e].name.clone(), self.enums[e].cases[0].clone());
                let own =
                    self.enums[e].points.clone().map_or(String::new(), |p| format!("symbol \"{{{p}}}\"; "));
                let _ =
                    writeln!(out, "look {name} {{ {own}{case} {{ title \"first\"; colour \"teal\"; }} }}");
            }
        }
        for c in 0..self.classes.len() {
            let numbers = self.classes[c].attributes.iter().filter(|a| a.1 == Ty::Number);
            let numbers: Vec<String> = numbers.map(|a| a.0.clone()).collect();
            if numbers.is_empty() || self.chance(50) {
                continue;
            }
            let (name, n) = (self.classes[c].name.clone(), numbers[0].clone());
            let (shape, pack) = (self.one(&["disc", "card"]), self.one(&["french", "italian"]));
            let colour = self.one(&["\"red\"", "\"#102030\""]);
            let _ = writeln!(
                out,
                "look {name} {{\n    shape {shape};\n    face {pack} owner, {n};\n    first {n};\n    title \"{name} {{{n} + 1}}\";\n    badge {n};\n    corner {n} / 0, owner;\n    \
                 colour {n} > 2 && owner != null ? {colour} : \"black\";\n    hide {n};\n    {n} {{ title \"count\"; }}\n}}"
            );
        }
        for z in 0..self.zones.len() {
            if self.chance(50) {
                let (name, layout) = (
                    self.zones[z].name.clone(),
                    self.one(&["fan", "row", "pile", "grid(3)", "around", "sides", "away"]),
                );
                let part = match self.zones[z].row {
                    Some((_, None)) => " 0 { title \"first\"; }",
                    _ => "",
                };
                let _ = writeln!(out, "look {name} {{ layout {layout};{part} }}");
            }
        }
    }
}
