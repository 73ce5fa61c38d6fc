//! Acts: code that is kept in variables and attributes, and called where an effect may stand.

use super::scope::{Gen, Here, Ty};
use std::fmt::Write as _;

impl Gen {
    /// A global class that keeps an act, and a function by whose name one is given.
    pub(super) fn keeping(&mut self, out: &mut String) {
        if self.chance(50) {
            let (class, kept, times, counts) =
                (self.name("C"), self.name("a"), self.name("a"), self.name("f"));
            let (n, by) = (self.name("n"), self.below(4) + 1);
            let _ = writeln!(
                out,
                "global class {class} {{ act (number) {kept}; number {times} = 0; }}\n\
                 function {counts}(number {n}) {{ {class}.{times} = ({class}.{times} + {n} * {by}) % 50; }}"
            );
            self.kept = Some([class, kept, times, counts]);
        }
    }

    /// An act that is made, or one that is called.
    pub(super) fn acting(&mut self) -> String {
        let here = &self.here;
        if !here.actor || here.this.is_none() || here.supposed || here.weight > 2 {
            return self.assignment();
        }
        if self.chance(25)
            && let Some(holding) = self.holding()
        {
            return holding;
        }
        match (self.below(4), self.kept.clone()) {
            (0, Some([class, kept, _, counts])) => match self.below(3) {
                0 => format!("{class}.{kept} = {counts};"),
                _ => {
                    let act = self.quiet_act();
                    format!("{class}.{kept} = {act};")
                }
            },
            (1, Some([class, kept, times, _])) => {
                let given = self.number(1);
                format!(
                    "if ({class}.{kept} != null) {{ {class}.{kept}({class}.{times}); {class}.{kept}({given}); }}"
                )
            }
            (2, _) if self.here.may_ask => self.asking_act(),
            _ => {
                let (v, act, given) = (self.name("v"), self.quiet_act(), self.number(1));
                let list = self.one(&["2..3", "{ 4, 1 }"]);
                let x = self.name("x");
                format!(
                    "act (number) {v} = {act};\n{v}({given});\nfor (number {x} in {list}) {{ {v}({x}); }}"
                )
            }
        }
    }

    /// One that neither asks nor fails nor uses chance, so that it may be called in any effect.
    fn quiet_act(&mut self) -> String {
        let weight = (self.here.weight * 3).max(5);
        let here = Here { may_ask: false, weight, ..self.here.clone() };
        self.act_body(here, |g| g.statements(1, 2))
    }

    /// One that may ask, and is called at once.
    fn asking_act(&mut self) -> String {
        let here = self.here.clone();
        let (v, w) = (self.name("v"), self.name("v"));
        let act = self.act_body(here, |g| {
            let asked = g.open_statements(0, 2);
            format!("{asked}\nreturn {};", g.number(1))
        });
        let calls = match self.below(3) {
            0 => format!("(1..2).map({v}).sum()"),
            1 => format!("{v}({})", self.number(1)),
            _ => format!("{v}(1) + {v}(2)"),
        };
        self.declare(&w, Ty::Number, true, true);
        format!("act (number) => number {v} = {act};\nnumber {w} = {calls};")
    }

    /// `x => { ... }`, in which variables of the surroundings are read alone.
    fn act_body(&mut self, here: Here, body: impl FnOnce(&mut Gen) -> String) -> String {
        let here = Here { chance: false, moves: false, supposed: true, events_from: usize::MAX, ..here };
        let writable: Vec<bool> = self.vars.iter().map(|v| v.writable).collect();
        self.vars.iter_mut().for_each(|v| v.writable = false);
        let x = self.name("x");
        let text = self.within(here, |g| {
            g.declare(&x, Ty::Number, false, true);
            body(g)
        });
        self.vars.iter_mut().zip(writable).for_each(|(v, w)| v.writable = w);
        format!("{x} => {{ {text} }}")
    }
}
