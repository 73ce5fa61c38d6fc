//! Statements.

use super::scope::{Gen, Here, Ty};

impl Gen {
    /// Up to `n` statements of a block; what they declare is gone afterwards.
    pub(super) fn statements(&mut self, d: u32, n: usize) -> String {
        let vars = self.vars.len();
        let text = self.open_statements(d, n);
        self.vars.truncate(vars);
        text
    }

    /// The same, with what they declare still visible.
    pub(super) fn open_statements(&mut self, d: u32, n: usize) -> String {
        let count = self.below(n) + 1;
        let mut all = Vec::new();
        for _ in 0..count {
            self.spent += self.here.weight;
            all.push(self.statement(d));
        }
        all.join("\n")
    }

    fn statement(&mut self, d: u32) -> String {
        if d > 0 && self.chance(30) {
            return self.nested(d - 1);
        }
        if d > 0 && !self.here.pure && !self.here.lambda && self.chance(1) {
            let (a, b) = (self.boolean(1), self.boolean(1));
            return format!("if (({a}) && ({b})) {{ fault(\"this is {}\"); }}", self.below(9));
        }
        match self.below(14) {
            0..3 => self.declaration(),
            3..6 => self.assignment(),
            6 | 7 => self.collection_change(),
            _ if !self.here.pure && !self.here.lambda => self.game_change(),
            8 => "{ }".to_owned(),
            _ => self.assignment(),
        }
    }

    fn nested(&mut self, d: u32) -> String {
        let heavy = self.here.weight > 40 || self.here.loops > 1;
        match self.below(7) {
            0 | 1 => format!("if ({}) {{ {} }}", self.boolean(2), self.statements(d, 2)),
            2 => {
                let (a, b) = (self.boolean(2), self.boolean(1));
                let (x, y, z) = (self.statements(d, 2), self.statements(d, 2), self.statements(d, 1));
                format!("if ({a}) {{ {x} }} else if ({b}) {{ {y} }} else {{ {z} }}")
            }
            _ if heavy => self.assignment(),
            3 => self.counting_loop(d),
            4 => self.while_loop(d),
            _ => self.for_in(d),
        }
    }

    /// Writes the body of a loop that runs about that often.
    fn looped(&mut self, times: u64, write: impl FnOnce(&mut Gen) -> String) -> String {
        let here = Here { weight: self.here.weight * times, loops: self.here.loops + 1, ..self.here.clone() };
        self.within(here, |g| {
            let leave = match g.below(6) {
                0 => format!("if ({}) {{ break; }}\n", g.boolean(1)),
                1 => format!("if ({}) {{ continue; }}\n", g.boolean(1)),
                _ => String::new(),
            };
            let body = write(g);
            // What the body declares is not seen behind it.
            if g.chance(50) { format!("{leave}{body}") } else { format!("{{ {body} }}\n{leave}") }
        })
    }

    fn counting_loop(&mut self, d: u32) -> String {
        let (i, times) = (self.name("i"), self.below(4) + 1);
        let body = self.looped(times as u64, |g| {
            g.declare(&i, Ty::Number, false, true);
            g.statements(d, 3)
        });
        let step = self.one(&["+= 1", "+= 2", "+= 1"]);
        format!("for (number {i} = 0; {i} < {times}; {i} {step}) {{ {body} }}")
    }

    fn while_loop(&mut self, d: u32) -> String {
        let (i, times) = (self.name("i"), self.below(4) + 1);
        let check = self.boolean(1);
        let body = self.looped(times as u64, |g| {
            g.declare(&i, Ty::Number, false, true);
            g.statements(d, 2)
        });
        match self.chance(50) {
            true => format!("number {i} = {times};\nwhile ({i} > 0) {{ {i} -= 1;\n{body} }}"),
            false => {
                format!("number {i} = 0;\nwhile (({check}) && {i} < {times}) {{ {i} = {i} + 1;\n{body} }}")
            }
        }
    }

    fn for_in(&mut self, d: u32) -> String {
        let v = self.name("v");
        if self.chance(30) {
            let (from, to) = (self.below(3), self.small(1, 5));
            let body = self.looped(3, |g| {
                g.declare(&v, Ty::Number, false, true);
                g.statements(d, 2)
            });
            if self.chance(2) {
                // Near the end of what can be counted, which is 9007199254740990.
                let from = 86 + self.below(3);
                let to = from + self.below(6);
                return format!("for (number {v} in 90071992547409{from}..90071992547409{to}) {{ {body} }}");
            }
            return format!("for (number {v} in {from}..{to}) {{ {body} }}");
        }
        if self.chance(25)
            && let Some(text) = self.for_in_own(&v, d)
        {
            return text;
        }
        let of = self.element_type();
        let list = self.list(&of, 1);
        let name = self.ty(&of);
        // The list may grow while it is gone through, so the loop goes through a copy.
        let body = self.looped(6, |g| {
            g.declare(&v, of, false, true);
            g.statements(d, 2)
        });
        format!("for ({name} {v} in {list}.copy()) {{ {body} }}")
    }

    /// A loop over a table or stack, or over a list that grows meanwhile.
    fn for_in_own(&mut self, v: &str, d: u32) -> Option<String> {
        let (own, ty) = self.any_named(false, |t| matches!(t, Ty::Table(..) | Ty::Stack(_) | Ty::List(_)))?;
        let (Ty::Table(_, of) | Ty::Stack(of) | Ty::List(of)) = ty.clone() else { return None };
        let name = self.ty(&of);
        let grows = matches!(ty, Ty::List(_)) && self.named(&ty, true).contains(&own);
        let growth = match grows && self.chance(50) {
            true => format!("if ({own}.length < 8) {{ {own}.add({v}); }}"),
            false => String::new(),
        };
        let of = (*of).clone();
        // What is gone through may change only as the line above says.
        let writable: Vec<bool> = self.vars.iter().map(|v| v.writable).collect();
        self.vars.iter_mut().filter(|v| v.ty == ty).for_each(|v| v.writable = false);
        let was = std::mem::replace(&mut self.here.lambda, true);
        let body = self.looped(6, |g| {
            g.declare(v, of, false, true);
            if g.chance(50) {
                g.statements(d.min(1), 1)
            } else {
                format!("if ({}) {{ break; }}", g.boolean(1))
            }
        });
        self.here.lambda = was;
        self.vars.iter_mut().zip(writable).for_each(|(v, w)| v.writable = w);
        Some(format!("for ({name} {v} in {own}) {{ {growth} {body} }}"))
    }

    fn declaration(&mut self) -> String {
        if self.chance(10) {
            let (f, ty) = (self.name("f"), self.simple_type());
            let lambda = self.lambda(&[Ty::Number, ty.clone()], |g, _| g.number(2));
            let (a, v, arg) = (self.number(1), self.name("v"), self.value(&ty, 0));
            let text = format!("var {f} = {lambda};\nnumber {v} = {f}({a}, {arg});");
            self.declare(&v, Ty::Number, true, true);
            return text;
        }
        let (v, ty) = (self.variable(), self.any_type());
        let value = match (&ty, self.below(3)) {
            (Ty::List(t) | Ty::Stack(t), 0) => format!("{{ {} }}", self.several(t, 0)),
            (Ty::Table(k, t), 0) => format!("{{ {{ {}, {} }} }}", self.value(k, 0), self.value(t, 0)),
            (Ty::Player, _) => self.player_or_number(1),
            _ => self.value(&ty, 2),
        };
        let writable = !matches!(ty, Ty::List(_) | Ty::Table(..) | Ty::Stack(_)) || self.is_own(&value);
        let typed = value.starts_with('{') || ty == Ty::Player || self.chance(70);
        let head = if typed { self.ty(&ty) } else { "var".to_owned() };
        self.declare(&v, ty, writable, true);
        format!("{head} {v} = {value};")
    }

    /// Whether the value of a collection is certainly made here, so that it may be changed where the game may
    /// not.
    fn is_own(&self, value: &str) -> bool {
        !self.here.pure || value.starts_with("new ") && !value.contains('.') || value.starts_with('{')
    }

    pub(super) fn assignment(&mut self) -> String {
        let ty = self.any_type();
        let targets = self.named(&ty, true);
        let Some(target) = self.pick(&targets) else { return self.declaration() };
        match ty {
            Ty::Number => match self.below(5) {
                0 => format!("{target} += {};", self.small(1, 5)),
                1 => format!("{target} -= {};", self.small(1, 5)),
                2 => format!("{target} *= {};", self.one(&["-1", "0.5", "1"])),
                3 => format!("{target} /= {};", self.below(3) + 1),
                _ => format!("{target} = ({}) % 1000;", self.number(2)),
            },
            Ty::Text => format!("{target} = ({}).slice(0, to: 12);", self.text(2)),
            Ty::Player => format!("{target} = {};", self.player_or_number(1)),
            Ty::List(t) => match self.is_attribute(&target) {
                true => format!("{target} = {}.take(9);", self.list(&t, 1)),
                false => self.row_change(&target, &t),
            },
            Ty::Table(..) | Ty::Stack(_) => self.collection_change(),
            Ty::Set(of) => match self.below(3) {
                0 => format!("{target} = {};", self.set(&of, 2)),
                n => {
                    let member = if self.chance(60) { self.value(&of, 0) } else { self.set(&of, 1) };
                    format!("{target} {}= {member};", if n == 1 { "+" } else { "-" })
                }
            },
            ty => format!("{target} = {};", self.value(&ty, 2)),
        }
    }

    fn is_attribute(&self, name: &str) -> bool {
        !self.vars.iter().any(|v| v.name == name)
    }

    fn collection_change(&mut self) -> String {
        let kind = self.below(4);
        let found = self.any_named(true, |ty| match ty {
            Ty::Table(..) => kind == 0,
            Ty::Stack(_) => kind == 1,
            Ty::List(_) => kind > 1,
            _ => false,
        });
        let Some((target, ty)) = found else { return self.declaration() };
        match ty {
            Ty::List(t) => self.row_change(&target, &t),
            Ty::Stack(t) => self.stack_change(&target, &t),
            Ty::Table(k, _) => match self.below(6) {
                0 => format!("{target}[{}] = null;", self.value(&k, 1)),
                1 => format!("{target}.clear();"),
                2 => format!("{target}[{}] = ({}) % 100;", self.value(&k, 1), self.number(2)),
                _ => format!("{target}[{}] = {};", self.value(&k, 0), self.small(1, 9)),
            },
            _ => "{ }".to_owned(),
        }
    }

    fn row_change(&mut self, target: &str, of: &Ty) -> String {
        let value = self.value(of, 1);
        match self.below(14) {
            0..4 => format!("if ({target}.length < 12) {{ {target}.add({value}); }}"),
            4 => format!("if ({target}.length < 7) {{ {target}.append({target}); }}"),
            5 => format!("{target}.remove({value});"),
            6 => format!(
                "if (!{target}.isEmpty()) {{ {target}.removeAt({} % {target}.length); }}",
                self.below(5)
            ),
            7 => format!("{target}.clear();"),
            8 => format!("{target}.insert(0, {value});\n{target}.removeAt({target}.length - 1);"),
            9 if self.may_roll() => format!("{target}.shuffle();"),
            10 if self.may_roll() => format!("random.shuffle({target});"),
            11 if self.chance(15) => format!("{target}[{}] = {value};", self.below(4)),
            _ => format!("if ({target}.length > 1) {{ {target}[{}] = {value}; }}", self.below(2)),
        }
    }

    fn stack_change(&mut self, target: &str, of: &Ty) -> String {
        let (value, v) = (self.value(of, 1), self.name("v"));
        let ty = self.ty(of);
        match self.below(8) {
            0 | 1 => format!("if ({target}.length < 9) {{ {target}.push({value}); }}"),
            2 => format!("if ({target}.length() < 9) {{ {target}.push_front({value}); }}"),
            3 => format!("{ty} {v} = {target}.pop() ?? {value};"),
            4 => format!("{ty} {v} = {target}.pop_front() ?? {target}.top() ?? {value};"),
            5 => format!("{target}.push(null);"),
            6 => {
                format!("if ({target}.isEmpty()) {{ {target}.push({value}); }} else {{ {target}.clear(); }}")
            }
            _ => format!("{target}.push({target}.pop_front());"),
        }
    }
}
