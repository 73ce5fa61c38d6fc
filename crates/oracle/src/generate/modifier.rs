//! Modifiers of pieces, and what bodies do with them.

use super::scope::{Gen, Here, Kind, LAYERS, Modifier, PIECE, TICKS, Ty};
use std::fmt::Write;

impl Gen {
    /// Which modifiers there will be.
    pub(super) fn plan_modifiers(&mut self) {
        if self.chance(40) {
            return;
        }
        self.abstract_modifier = self.chance(50).then(|| self.name("MA"));
        for i in 0..self.below(4) + 2 {
            let (name, param) = (self.name("M"), self.chance(50));
            let parts = if i > 1 && self.chance(30) { 2 } else { 0 };
            let on = if self.chance(80) { PIECE } else { 1 };
            let on = if parts > 0 { PIECE } else { on };
            let parent = if i > 0 && parts == 0 && self.chance(35) { Some(self.below(i)) } else { None };
            let parent = parent.filter(|p| self.modifiers[*p].parts == 0);
            let on = parent.map_or(on, |p| self.modifiers[p].on);
            let under =
                parent.is_none() && on == PIECE && self.abstract_modifier.is_some() && self.chance(50);
            let param = param && parts == 0;
            self.modifiers.push(Modifier { name, param, on, parts, parent, under });
        }
        // A composition of parts that may be for a class below is for that class.
        for i in 0..self.modifiers.len() {
            let parts = self.modifiers[i].parts;
            let lowest = self.modifiers[..parts].iter().map(|m| m.on).max();
            self.modifiers[i].on = lowest.unwrap_or(PIECE).max(self.modifiers[i].on);
        }
        self.layered = self.chance(50);
        self.abilities = self.chance(25);
    }

    pub(super) fn modifiers(&mut self, out: &mut String) {
        if self.modifiers.is_empty() {
            return;
        }
        if self.layered {
            let _ = writeln!(out, "layers {};", LAYERS.join(", "));
        }
        if let Some(name) = self.abstract_modifier.clone() {
            out.push_str("abstract ");
            let m = Modifier { name, param: false, on: PIECE, parts: 0, parent: None, under: false };
            self.modifier(&m, out);
        }
        for i in 0..self.modifiers.len() {
            let m = self.modifiers[i].clone();
            if m.parts > 0 {
                let parts: Vec<String> = (0..m.parts).map(|p| self.applied_modifier(p)).collect();
                let extends = self.extends(&m).unwrap_or_default();
                let _ = writeln!(out, "modifier {}{extends} = {};", m.name, parts.join(", "));
            } else {
                self.modifier(&m, out);
            }
        }
        self.clashing_modifiers(out);
    }

    /// Two modifiers that reach others and change the same in different layers, so that it matters which comes first.
    fn clashing_modifiers(&mut self, out: &mut String) {
        if !self.layered || self.chance(40) {
            return;
        }
        let class = &self.classes[PIECE];
        let (piece, power) = (class.name.clone(), class.power.clone());
        let numbers = class.attributes.iter().filter(|a| a.1 == Ty::Number).map(|a| a.0.clone());
        let number = self.pick(&numbers.collect::<Vec<_>>());
        let upper = self.below(LAYERS.len() - 1) + 1;
        let layers = [LAYERS[self.below(upper)], LAYERS[upper]];
        let names = [self.name("Low"), self.name("High")];
        for ((name, layer), change) in names.iter().zip(layers).zip([" + 3", " * 2 % 50"]) {
            let _ = writeln!(out, "modifier {name} on {piece} layer {layer} {{\naffects ({piece} c);");
            if let Some(a) = &number {
                let _ = writeln!(out, "override number {a} = base.{a}{change};");
            }
            if let Some(power) = &power {
                let n = format!("of_{power}");
                let _ = writeln!(
                    out,
                    "override function number {power}(number {n}) {{ return base.{power}({n}){change}; }}"
                );
            }
            out.push_str("}\n");
        }
        self.clashing = Some(names);
    }

    /// A modifier with its parameters, those of the one that it extends first.
    fn applied_modifier(&mut self, i: usize) -> String {
        let line = std::iter::successors(Some(i), |i| self.modifiers[*i].parent);
        let params = line.filter(|i| self.modifiers[*i].param).count();
        let given: Vec<String> = (0..params).map(|_| self.below(5).to_string()).collect();
        let name = self.modifiers[i].name.clone();
        if given.is_empty() { name } else { format!("{name}({})", given.join(", ")) }
    }

    /// ` extends M`
    fn extends(&self, m: &Modifier) -> Option<String> {
        let parent = m.parent.map(|p| &self.modifiers[p].name);
        parent.or(self.abstract_modifier.as_ref().filter(|_| m.under)).map(|name| format!(" extends {name}"))
    }

    fn modifier(&mut self, m: &Modifier, out: &mut String) {
        let (x, own) = (self.name("x"), self.name("own"));
        let param = if m.param { format!("(number {x})") } else { String::new() };
        let layer = match self.layered && self.chance(60) {
            true => format!(" layer {}", self.one(&LAYERS)),
            false => String::new(),
        };
        let by = if m.param { x } else { self.below(4).to_string() };
        let mut body = format!("number {own} = {by} + 1;\n");
        let extends = self.extends(m);
        // Whether what it makes may follow from something hidden.
        let mut looks = extends.as_ref().is_some_and(|of| self.looking.contains(of));
        // What reaches others may tell of a holder that lies hidden.
        let mut reaches = extends.is_some();
        if extends.is_none() && self.chance(30) {
            reaches = true;
            let entangled = self.entangled(m.on, "c");
            looks |= entangled.is_some();
            let condition = match entangled {
                Some(condition) => condition,
                None => (*self.one(&["c != this", "c.owner == this.owner", "c == this"])).to_owned(),
            };
            let (form, class) = (self.below(4), &self.classes[m.on].name);
            // Some of them may lie in hidden zones.
            looks |= form == 0;
            let _ = match form {
                0 => writeln!(body, "affects ({class} c) from all({class}).take(3);"),
                1 => writeln!(body, "affects ({class} c) from {{ this, null }} => c.owner == null;"),
                2 => writeln!(body, "affects ({class} c);"),
                _ => writeln!(body, "affects ({class} c) => {condition};"),
            };
        }
        let awake = self.entangled(m.on, "this").filter(|_| self.chance(30));
        looks |= awake.is_some();
        if looks {
            self.looking.insert(format!(" extends {}", m.name));
        }
        if let Some(condition) = awake {
            let _ = writeln!(body, "while {condition};");
        } else if self.chance(30) {
            let global = self.concrete(Kind::Global);
            let _ = writeln!(body, "while {}.{TICKS} % 3 != 1;", self.classes[global].name);
        }
        self.overrides(m, &by, &own, looks || reaches, &mut body);
        if self.abilities && !(looks && reaches) && self.chance(45) {
            self.takes_and_grants(m, &mut body);
        }
        if self.chance(50) {
            let e = self.events.len() - 1;
            self.around_events(m.on, e, &own, &mut body);
        }
        if self.chance(25) {
            let action = self.name("act");
            let _ = writeln!(
                body,
                "action {action} {{\nopen require {{ return {own} < 9; }}\ntrigger PlayerChoiceEvent where owner != null;\neffect {{ {own} += 3; turn.pass(); }}\n}}"
            );
        }
        let on = self.classes[m.on].name.clone();
        let whose = extends.unwrap_or_else(|| format!(" on {on}"));
        let _ = writeln!(out, "modifier {}{param}{whose}{layer} {{\n{body}}}", m.name);
    }

    /// A condition on what modifiers may change.
    fn entangled(&mut self, on: usize, object: &str) -> Option<String> {
        if !self.abilities || self.chance(35) {
            return None;
        }
        let class = &self.classes[on];
        let derived: Vec<String> =
            class.derived.iter().filter(|a| a.1 == Ty::Number).map(|a| a.0.clone()).collect();
        if let Some(a) = self.pick(&derived).filter(|_| self.chance(60)) {
            return Some(format!("{object}.{a} % 5 < {}", self.below(5)));
        }
        let i = self.below(self.modifiers.len());
        let known = self.modifiers[i].on == on || self.modifiers[i].on == PIECE;
        let not = if self.chance(40) { "!" } else { "" };
        known.then(|| format!("{not}{object}.has({})", self.modifiers[i].name))
    }

    /// `grants`, `loses`, `bars` of modifiers for the same class.
    fn takes_and_grants(&mut self, m: &Modifier, out: &mut String) {
        let i = self.below(self.modifiers.len());
        let other = self.modifiers[i].clone();
        if other.on != m.on && other.on != PIECE {
            return;
        }
        let layer = match self.layered && self.chance(50) {
            true => format!(" layer {}", self.one(&LAYERS)),
            false => String::new(),
        };
        let _ = match self.below(5) {
            0 => writeln!(out, "bars {}{layer};", other.name),
            1 => writeln!(out, "loses {}{layer};", self.abstract_modifier.clone().unwrap_or(other.name)),
            _ if other.parts > 0 => writeln!(out, "loses {}{layer};", other.name),
            _ => writeln!(out, "grants {}{layer};", self.applied_modifier(i)),
        };
    }

    /// `grants M while condition;` of a class.
    pub(super) fn natural(&mut self, c: usize, out: &mut String) {
        if !self.abilities || self.modifiers.is_empty() || !self.chance(25) {
            return;
        }
        let i = self.below(self.modifiers.len());
        // That only some of what lies in a deck reaches others would tell what lies there.
        let is_some_of_several = c != PIECE && self.classes[c].kind == Kind::Piece;
        let fits = self.modifiers[i].on == c && !is_some_of_several;
        if !fits || self.modifiers[i].parts > 0 {
            return;
        }
        let with = self.applied_modifier(i);
        let condition = match self.below(3) {
            0 => String::new(),
            1 => " while owner != null".to_owned(),
            _ => self.entangled(c, "this").map_or(String::new(), |condition| format!(" while {condition}")),
        };
        let _ = writeln!(out, "grants {with}{condition};");
    }

    /// Where the modifier `looks` at something that may be hidden, it leaves alone what everybody sees.
    fn overrides(&mut self, m: &Modifier, by: &str, own: &str, looks: bool, out: &mut String) {
        let class = &self.classes[m.on];
        let plain = class.attributes.iter().filter(|_| !looks);
        let numbers = plain.chain(&class.derived).filter(|a| a.1 == Ty::Number);
        let numbers: Vec<String> = numbers.map(|a| a.0.clone()).collect();
        if let Some(a) = self.pick(&numbers).filter(|_| self.chance(80)) {
            let change = match self.below(3) {
                0 => format!("base.{a} + {by}"),
                1 => format!("(base.{a} * 2) % 50"),
                _ => own.to_owned(),
            };
            let least = self.settled.iter().find(|s| s.0 == a).map_or(0, |s| s.1);
            let layer = match self.layered && self.chance(40) {
                true => format!(" layer {}", LAYERS[least + self.below(LAYERS.len() - least)]),
                false => String::new(),
            };
            let _ = match self.chance(50) {
                true => writeln!(out, "override number {a}{layer} = {change};"),
                false => writeln!(out, "override number {a}{layer} {{ return {change}; }}"),
            };
        }
        if let Some(power) = self.classes[m.on].power.clone().filter(|_| self.chance(70)) {
            let n = format!("of_{power}");
            let _ = writeln!(
                out,
                "override function number {power}(number {n}) {{ return base.{power}({n} + {by}) + {own}; }}"
            );
        }
    }

    fn around_events(&mut self, on: usize, e: usize, own: &str, out: &mut String) {
        let (event, attribute) = (self.events[e].name.clone(), self.events[e].attributes[0].0.clone());
        match self.below(3) {
            0 => {
                let _ = writeln!(out, "after {event} {{ {own} += 1; }}");
            }
            1 => {
                let _ = writeln!(out, "before {event} where event.{attribute} > {own} {{ cancel; }}");
            }
            _ => {
                let here = Here {
                    may_ask: false,
                    moves: false,
                    weight: 4,
                    events_from: usize::MAX,
                    ..Here::effect()
                };
                let here = Here { this: Some(on), actor: true, ..here };
                let text = self.within(here, |g| g.statements(1, 1));
                let _ = writeln!(out, "before {event} {{ {own} += 1; event.{attribute} += 1;\n{text}\n}}");
            }
        }
    }

    /// An object and a modifier that is for it.
    fn modifiable(&mut self) -> Option<(String, usize)> {
        if self.modifiers.is_empty() {
            return None;
        }
        let i = self.below(self.modifiers.len());
        let object = self.object(self.modifiers[i].on)?;
        Some((object, i))
    }

    /// Adds modifiers to what there is after `setup`.
    pub(super) fn first_modifiers(&mut self, out: &mut String) {
        for i in 0..self.modifiers.len() {
            if self.chance(60) {
                let (v, with) = (self.name("v"), self.applied_modifier(i));
                let class = self.classes[self.modifiers[i].on].name.clone();
                let few = if self.abilities { ".take(2)" } else { "" };
                let _ = writeln!(out, "for ({class} {v} in all({class}){few}) {{ {v}.add({with}); }}");
            }
        }
        if let Some([low, high]) = self.clashing.clone() {
            let (v, global) = (self.name("v"), self.concrete(Kind::Global));
            let (class, global) = (&self.classes[PIECE], &self.classes[global].name);
            let noted = class
                .power
                .as_ref()
                .map_or(String::new(), |power| format!("{global}.{TICKS} += {v}.{power}(1) % 3;"));
            let piece = &class.name;
            let _ = writeln!(
                out,
                "for ({piece} {v} in all({piece}).take(1)) {{ {v}.add({high}); {v}.add({low}); {noted} }}"
            );
        }
    }

    /// What is done to all objects that can have a modifier.
    pub(super) fn modify_all(&mut self) -> Option<String> {
        if self.modifiers.is_empty() {
            return None;
        }
        let v = self.name("v");
        let i = self.below(self.modifiers.len());
        let on = self.modifiers[i].on;
        let class = self.classes[on].name.clone();
        let mark = self.vars.len();
        self.declare(&v, Ty::Object(on), false, true);
        let change = self.modify();
        self.vars.truncate(mark);
        let few = if self.abilities { ".take(2)" } else { "" };
        change.map(|change| format!("for ({class} {v} in all({class}){few}) {{ {change} }}"))
    }

    pub(super) fn modify(&mut self) -> Option<String> {
        let (object, i) = self.modifiable()?;
        let (name, with) = (self.modifiers[i].name.clone(), self.applied_modifier(i));
        Some(match self.below(9) {
            8 if self.abilities => {
                format!("if (!{object}.modifiers().isEmpty()) {{ {object}.modifiers()[0].renew(); }}")
            }
            0 if self.abstract_modifier.is_some() && self.chance(40) => {
                format!("{object}.remove({});", self.abstract_modifier.clone().unwrap_or_default())
            }
            0 => format!("{object}.remove({name});"),
            1 => format!("if ({object}.remove({name})) {{ {object}.add({with}); }}"),
            2 => format!(
                "if (!{object}.modifiers().isEmpty()) {{ {object}.remove({object}.modifiers().last()); }}"
            ),
            3 if !self.events.is_empty() => {
                let e = self.below(self.events.len());
                let (event, a) = (self.events[e].name.clone(), self.events[e].attributes[0].0.clone());
                let condition = if self.chance(50) { format!(" where event.{a} > 1") } else { String::new() };
                format!("if (!{object}.has({name})) {{ {object}.add({with}) until {event}{condition}; }}")
            }
            4 => {
                let global = self.concrete(Kind::Global);
                let n = self.below(6);
                let global = self.classes[global].name.clone();
                format!("if (!{object}.has({name})) {{ {object}.add({with}) until {global}.{TICKS} > {n}; }}")
            }
            _ => format!("if ({object}.modifiers().length < 5) {{ {object}.add({with}); }}"),
        })
    }

    pub(super) fn modified_bool(&mut self) -> Option<String> {
        let (object, i) = self.modifiable()?;
        let any = self.abstract_modifier.clone().filter(|_| self.chance(40));
        Some(format!("{object}.has({})", any.unwrap_or_else(|| self.modifiers[i].name.clone())))
    }

    pub(super) fn modified_number(&mut self) -> Option<String> {
        let (object, i) = self.modifiable()?;
        Some(match self.below(2) {
            0 => format!("{object}.modifiers().length"),
            _ => format!("{object}.modifiers().count(m => m is {})", self.modifiers[i].name),
        })
    }
}
