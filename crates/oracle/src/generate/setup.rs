//! The `setup` of a random program.

use super::scope::{Gen, Here, Kind};
use std::fmt::Write;

impl Gen {
    pub(super) fn setup(&mut self, out: &mut String) {
        let players = self.one(&[
            "players 2;",
            "players 2..3;",
            "players 2..4 \"North\", \"East\";",
            "players 3;",
            "players { 2, 4 };",
        ]);
        let mut body = format!("{players}\n");
        if self.chance(25) {
            body.push_str("team \"A\" { 0, 1 };\n");
        }
        if let Some((turn, phases)) = self.pick(&self.turns.clone()).filter(|_| self.chance(90)) {
            let phase = self.pick(&phases).filter(|_| self.chance(50));
            let phase = phase.map_or(String::new(), |p| format!(", \"{p}\""));
            let _ = writeln!(body, "turns.use(\"{turn}\"{phase});");
        }
        let text = self.within(Here { events_from: 0, ..Here::effect() }, |g| {
            let mut text = String::new();
            g.pieces(&mut text);
            for kind in [Kind::Plain, Kind::Group] {
                g.owned(kind, &mut text);
            }
            g.first_modifiers(&mut text);
            for _ in 0..g.bags.len() {
                let change = g.bag_change().unwrap_or_default();
                let _ = writeln!(text, "{change}");
            }
            text.push_str(&g.statements(2, 4));
            if g.chance(25) {
                g.mulligan(&mut text);
            }
            text
        });
        body.push_str(&text);
        let _ = writeln!(out, "setup {{\n{body}\n}}");
    }

    /// Players are asked before the first of them acts.
    fn mulligan(&mut self, out: &mut String) {
        let (stock, hand) = (self.zones[0].name.clone(), self.zones[1].name.clone());
        let (q, v, n) = (self.name("q"), self.name("v"), self.below(3));
        let known = self.one(&["secret", "open"]);
        let _ = match self.below(2) {
            0 => writeln!(
                out,
                "for (player {q} in player.all()) {{ {stock}.draw({known} choose number \"How many?\" by {q} from 0..{n}, to: {hand}({q})); }}"
            ),
            _ => writeln!(
                out,
                "Table<player, number> {v} = {known} choose number by each {q} in player.all() from 0..{q} + 1;\n\
                 for (player {q} in {v}.keys()) {{ {stock}.draw({v}[{q}], to: {hand}({q})); }}"
            ),
        };
    }

    fn pieces(&mut self, out: &mut String) {
        let stock = self.zones[0].name.clone();
        for c in [1, 2] {
            let (i, n, made) = (self.name("i"), self.below(4) + 1, self.made(c));
            let _ = writeln!(out, "for (number {i} in 1..{n}) {{ {stock}.add({made}); }}");
        }
        if self.chance(70) {
            let _ = writeln!(out, "{stock}.shuffle();");
        }
        let hand = self.zones[1].name.clone();
        let _ = writeln!(out, "{stock}.deal({}, to: {hand});", self.below(2) + 1);
        for b in 0..self.boards.len() {
            let c = self.concrete(Kind::Piece);
            let (name, v, made) = (self.board(b), self.name("v"), self.made(c));
            let (class, i) = (self.classes[c].name.clone(), self.below(self.boards[b].tiles));
            let _ = writeln!(
                out,
                "{class} {v} = {made};\n{v}.assign(player: {});\n{name}.place({v}, on: {name}.tiles()[{i}]);",
                self.below(3)
            );
        }
    }

    fn owned(&mut self, kind: Kind, out: &mut String) {
        let c = self.concrete(kind);
        let (class, v, made) = (self.classes[c].name.clone(), self.name("v"), self.made(c));
        let _ = writeln!(out, "{class} {v} = {made};\n{v}.assign(player: {});", self.below(4));
        if kind == Kind::Group {
            let _ = writeln!(out, "{v}.assign(player: {});", self.below(4));
        }
    }
}
