//! Actions of classes: what players choose, and what events set off.

use super::scope::{Gen, Here, Kind, PIECE, TICKS, Ty};
use std::fmt::Write;

impl Gen {
    pub(super) fn actions(&mut self, c: usize, out: &mut String) {
        match self.classes[c].kind {
            Kind::Global => {
                for i in 0..self.below(3) + 2 {
                    self.chosen(c, i == 0, out);
                }
                self.called_action(c, out);
                for e in 0..self.events.len() {
                    self.observer(c, e, out);
                    if self.chance(40) {
                        self.before(c, e, out);
                    }
                }
                self.observe_moves(c, out);
                self.without_choice(c, out);
            }
            Kind::Piece if c == PIECE => {
                self.touched(c, out);
                if self.chance(40) {
                    self.chosen(c, false, out);
                }
            }
            Kind::Piece | Kind::Group | Kind::Plain => {
                if self.classes[c].kind == Kind::Piece && self.chance(60) {
                    self.touched(c, out);
                }
                if self.chance(40) {
                    self.chosen(c, false, out);
                }
                let last = self.events.len().saturating_sub(1);
                if self.chance(30) {
                    self.observer(c, last, out);
                }
                if self.chance(40) {
                    self.before(c, last, out);
                }
            }
        }
    }

    fn effect_here(&self, c: usize) -> Here {
        Here { this: Some(c), actor: true, may_ask: true, events_from: 0, ..Here::effect() }
    }

    /// An action that players choose; a `plain` one can always be taken.
    fn chosen(&mut self, c: usize, plain: bool, out: &mut String) {
        let name = self.name("act");
        let pure = Here { this: Some(c), actor: true, weight: 10, ..Here::pure() };
        let shared_here = pure.clone();
        let mut body = String::new();
        if self.classes[c].kind == Kind::Piece {
            // Whoever has it may lie in a deck, and to be offered tells what lies there.
            let _ = writeln!(body, "open require place != null || owner != null;");
        } else if self.takes_back {
            // Whether it fails may follow from what is hidden.
            let _ = writeln!(body, "open require actor != null;");
        }
        if !plain && self.chance(40) {
            let test = self.within(pure.clone(), |g| g.boolean(2));
            let _ = writeln!(body, "open require{}", self.demanded(&test));
        }
        let global = self.concrete(Kind::Global);
        let (rules, ticks) = (self.classes[global].name.clone(), TICKS);
        let here = self.effect_here(c);
        let accept = match plain || self.chance(70) {
            true => "true".to_owned(),
            false => {
                let test = self.within(pure.clone(), |g| g.boolean(2));
                let _ = writeln!(body, "open require {{ return {test}; }}");
                format!("event.active != 1 || {rules}.{ticks} % 3 < 2")
            }
        };
        let text = self.within(here, |g| {
            let mut inputs = String::new();
            if !plain {
                for _ in 0..g.below(3) {
                    g.input(&pure, &mut inputs);
                }
            }
            let mut effect = format!("{rules}.{ticks} += 1;\n");
            if !plain && g.chance(15) {
                let _ = writeln!(effect, "if ({}) {{ return; }}", g.boolean(1));
            }
            effect.push_str(&g.open_statements(2, 5));
            let limit = g.below(12) + 8;
            let end = g.winner();
            let _ = write!(effect, "\nif ({rules}.{ticks} > {limit}) {{ {end} }}");
            if plain || g.chance(60) {
                effect.push_str("\nturn.pass();");
            }
            format!("{inputs}trigger PlayerChoiceEvent {{ return {accept}; }}\neffect {{\n{effect}\n}}\n")
        });
        body.push_str(&text);
        if !plain && self.takes_back && self.chance(25) {
            let test = self.within(pure, |g| g.boolean(2));
            let test = format!("{test} || {rules}.{ticks} % 3 == 1");
            let _ = writeln!(body, "open ensure{}", self.demanded(&test));
        }
        let action = format!("action {name} {{\n{body}}}");
        let shared = if plain { 2 } else { self.below(12) };
        let tests: Vec<String> =
            (shared..2).map(|_| self.within(shared_here.clone(), |g| g.boolean(1))).collect();
        let reason = self.one(&["", " else \"not now\""]);
        let _ = match tests.as_slice() {
            [one] => writeln!(out, "open require {one}{reason} {{\n{action}\n}}"),
            [one, two] => {
                writeln!(out, "open require {one}{reason} {{\nopen require {two} {{\n{action}\n}}\n}}")
            }
            _ => writeln!(out, "{action}"),
        };
    }

    pub(super) fn winner(&mut self) -> String {
        match self.below(6) {
            0 => "winner none;".to_owned(),
            1 => "winner player.all();".to_owned(),
            2 => format!("winner {{ {{ {} }}, {{ {} }} }};", self.player(0), self.player_or_number(0)),
            3 => format!("score 0, {};\nwinner {};", self.number(1), self.player(1)),
            _ => format!("winner {};", self.player_or_number(1)),
        }
    }

    /// An input, which later text sees.
    fn input(&mut self, pure: &Here, out: &mut String) {
        let name = self.name("in");
        let prompt = self.one(&["", " \"Which?\""]);
        let optional = self.one(&["", "", "", "optional "]);
        // Where such a choice goes is not looked at here, so who learns it is always said.
        let known = self.one(&["secret ", "open "]);
        let sure = optional.is_empty();
        match self.below(10) {
            9 => self.free_input(pure, &name, known, &format!("{optional}input string {name}{prompt}"), out),
            0 | 1 => {
                let most = self.below(3) + 1;
                let filter = self.filter(pure, &name, Ty::Number);
                let known = meant(known, &filter);
                let _ = writeln!(out, "{known}{optional}input number {name}{prompt} from 0..{most}{filter}");
                self.declare(&name, Ty::Number, false, sure);
            }
            2 | 3 if !self.boards.is_empty() => {
                let b = self.below(self.boards.len());
                let ty = self.boards[b].tile.clone();
                let from = self.board(b);
                let filter = self.filter(pure, &name, Ty::Tile(b));
                let known = meant(known, &filter);
                let from = if ty == "Tile" { format!(" from {from}.tiles()") } else { String::new() };
                let _ = writeln!(out, "{known}{optional}input {ty} {name}{prompt}{from}{filter}");
                self.declare(&name, Ty::Tile(b), false, sure);
            }
            4 if !self.enums.is_empty() => {
                let e = self.below(self.enums.len());
                let filter = self.filter(pure, &name, Ty::Enum(e));
                let known = meant(known, &filter);
                let _ = writeln!(out, "{known}{optional}input {} {name}{prompt}{filter}", self.enums[e].name);
                self.declare(&name, Ty::Enum(e), false, sure);
            }
            5 => {
                let word = self.one(&["player", "bool"]);
                let ty = if word == "bool" { Ty::Bool } else { Ty::Player };
                let filter = self.filter(pure, &name, ty.clone());
                let known = meant(known, &filter);
                let _ = writeln!(out, "{known}input {word} {name}{prompt}{filter}");
                self.declare(&name, ty, false, true);
            }
            6 => self.list_input(pure, &name, prompt, out),
            7 => {
                let by = self.within(pure.clone(), |g| g.player_or_number(1));
                let _ = writeln!(
                    out,
                    "{known}player ({by}) input number {name}{prompt} from 1..{};",
                    self.below(2) + 1
                );
                self.declare(&name, Ty::Number, false, true);
            }
            _ => {
                let auto = self.one(&["", "", "auto "]);
                let filter = self.filter(pure, &name, Ty::Object(PIECE));
                let piece = self.classes[PIECE].name.clone();
                let source = match self.zone(0) {
                    Some(zone) if self.chance(70) => format!(" from {zone}"),
                    _ => String::new(),
                };
                let prompt = if auto.is_empty() { prompt } else { "" };
                let _ = writeln!(out, "open {optional}{auto}input {piece} {name}{prompt}{source}{filter}");
                self.declare(&name, Ty::Object(PIECE), false, sure);
            }
        }
    }

    /// An input for which any text may be written.
    fn free_input(&mut self, pure: &Here, name: &str, known: &str, begin: &str, out: &mut String) {
        let (free, filter) = (self.one(&["free", "free 3", "free 20"]), self.filter(pure, name, Ty::Text));
        let known = meant(known, &filter);
        let _ = writeln!(out, "{known}{begin} {free} from {{ \"a\", \"hello\", \"x\" }}{filter}");
        self.declare(name, Ty::Text, false, !begin.contains("optional"));
    }

    fn list_input(&mut self, pure: &Here, name: &str, prompt: &str, out: &mut String) {
        let piece = self.classes[PIECE].name.clone();
        let x = self.name("x");
        let test = self.within(pure.clone(), |g| {
            g.declare(&x, Ty::Object(PIECE), false, true);
            g.boolean(1)
        });
        let filter = format!("{{ filter {x} {{ return {test}; }} }}");
        let _ = match (self.chance(40), self.zone(0)) {
            (false, Some(zone)) => {
                let count =
                    self.one(&["count 2", "count 0..2", "count any", "count 1..2", "count 1..2 ordered"]);
                writeln!(out, "open input List<{piece}> {name}{prompt} {count} from {zone}.take(4) {filter}")
            }
            _ => writeln!(out, "open auto input List<{piece}> {name} {filter}"),
        };
        self.declare(name, Ty::list(Ty::Object(PIECE)), false, true);
    }

    /// What must hold, in one of its forms.
    fn demanded(&mut self, test: &str) -> String {
        match self.below(4) {
            0 => format!(" {{ return {test}; }}"),
            1 => format!(" {{ return {test}; }} else \"no\";"),
            2 => format!(" {test};"),
            _ => format!(" {test} else \"no\";"),
        }
    }

    /// A filter over the input itself, or none.
    fn filter(&mut self, pure: &Here, name: &str, ty: Ty) -> String {
        if self.chance(40) {
            return ";".to_owned();
        }
        let test = self.within(pure.clone(), |g| {
            g.declare(name, ty, false, true);
            let test = g.boolean(1);
            if g.chance(50) { format!("({test} || true)") } else { test }
        });
        match self.below(3) {
            0 => format!(" where{}", self.demanded(&test)).replace("where {", "{"),
            1 => format!(" {{ filter {name} where{} }}", self.demanded(&test)).replace("where {", "{"),
            _ => format!(" {{ return {test}; }}"),
        }
    }

    /// The action that others call.
    fn called_action(&mut self, c: usize, out: &mut String) {
        let Some((_, name, input)) = self.callable.clone() else { return };
        let here = Here { may_ask: false, events_from: self.events.len(), weight: 3, ..self.effect_here(c) };
        let effect = self.within(here, |g| {
            g.declare(&input, Ty::Number, false, true);
            g.statements(1, 3)
        });
        let require = match self.chance(40) {
            true => {
                let pure = Here { this: Some(c), ..Here::pure() };
                format!("require {{ return {}; }}\n", self.within(pure, |g| g.boolean(1)))
            }
            false => String::new(),
        };
        let _ = writeln!(
            out,
            "action {name} {{\n{require}secret input number {input} from 0..2;\neffect {{\n{effect}\n}}\n}}"
        );
    }

    /// The action that all pieces have.
    fn touched(&mut self, c: usize, out: &mut String) {
        let Some((name, input)) = self.touch.clone() else { return };
        let here = Here { may_ask: false, moves: false, weight: 4, ..self.effect_here(c) };
        let effect = self.within(here, |g| {
            g.declare(&input, Ty::Number, false, true);
            g.statements(1, 2)
        });
        let over = if c == PIECE { "" } else { "override " };
        let _ = writeln!(
            out,
            "{over}action {name} {{\nopen input number {input} from 0..1;\neffect {{\n{effect}\n}}\n}}"
        );
    }

    /// An action that an event sets off; it raises later events only.
    fn observer(&mut self, c: usize, e: usize, out: &mut String) {
        let name = self.name("act");
        let prio = match self.chance(40) {
            true => format!("prio {};\n", self.below(5)),
            false => String::new(),
        };
        let event = self.events[e].name.clone();
        let attribute = self.events[e].attributes[0].0.clone();
        let pure = Here { this: Some(c), weight: 10, ..Here::pure() };
        let accept = self.within(pure.clone(), |g| match g.below(3) {
            0 => "true".to_owned(),
            1 => format!("event.{attribute} > {}", g.below(3)),
            _ => g.boolean(2),
        });
        let may_ask = self.chance(30);
        let events_from = if e == 0 && self.event_line { self.events.len() } else { e + 1 };
        let here = Here { may_ask, events_from, weight: 2, ..self.effect_here(c) };
        let text = self.within(here, |g| {
            let mut inputs = String::new();
            if may_ask && g.chance(60) {
                g.input(&pure, &mut inputs);
            }
            let log = match g.chance(40) {
                true => format!("if (event.{attribute} > 2) {{ {} }}\n", g.statements(1, 1)),
                false => String::new(),
            };
            let effect = format!("{log}{}", g.statements(1, 3));
            format!("{inputs}trigger {event} {{ return {accept}; }}\neffect {{\n{effect}\n}}\n")
        });
        let _ = writeln!(out, "action {name} {{\nsays \"does so\";\n{prio}{text}}}");
    }

    /// A block before an event, which changes it or takes it back; it raises nothing.
    pub(super) fn before(&mut self, c: usize, e: usize, out: &mut String) {
        let event = self.events[e].name.clone();
        let attribute = self.events[e].attributes[0].0.clone();
        let pure = Here { this: Some(c), weight: 10, ..Here::pure() };
        let condition = match self.below(4) {
            0 => String::new(),
            1 => format!(" where event.{attribute} < {}", self.below(6)),
            2 => format!(" where event.{attribute} > {}", self.below(3)),
            _ => format!(" where {}", self.within(pure, |g| g.boolean(1))),
        };
        let prio = if self.chance(40) { format!(" prio {}", self.below(3)) } else { String::new() };
        let may_ask = self.events_ask && self.chance(30);
        let here = Here { may_ask, moves: false, weight: 4, events_from: usize::MAX, ..self.effect_here(c) };
        let effect = self.within(here, |g| g.statements(1, 2));
        let change = match self.below(4) {
            0 => format!("if (event.{attribute} > 6) {{ cancel; }}"),
            1 => format!("event.{attribute} = 1;"),
            2 => format!("event.{attribute} += {};", self.below(4)),
            _ => String::new(),
        };
        let _ = writeln!(out, "before {event}{prio}{condition} {{\n{effect}\n{change}\n}}");
    }

    /// Moves are observed by an action that moves nothing.
    fn observe_moves(&mut self, c: usize, out: &mut String) {
        if !self.moved_observed {
            return;
        }
        let name = self.name("act");
        let here =
            Here { may_ask: false, moves: false, weight: 6, events_from: usize::MAX, ..self.effect_here(c) };
        let effect = self.within(here, |g| g.statements(1, 2));
        let accept = self.one(&["true", "event.from == null", "event.to is Tile", "event.from != null"]);
        let _ = writeln!(
            out,
            "action {name} {{\ntrigger Moved {{ return {accept}; }}\neffect {{\n{effect}\n}}\n}}"
        );
    }

    fn without_choice(&mut self, c: usize, out: &mut String) {
        if self.chance(60) {
            return;
        }
        let name = self.name("act");
        let ticks = TICKS;
        let here = Here { may_ask: false, weight: 2, ..self.effect_here(c) };
        let effect = self.within(here, |g| {
            let pass = g.pass();
            format!("{ticks} += 1;\nif ({ticks} > 20) {{ {} }}\n{}\n{pass}", g.winner(), g.statements(1, 2))
        });
        let _ = writeln!(
            out,
            "action {name} {{\ntrigger NoChoiceEvent {{ return true; }}\neffect {{\n{effect}\n}}\n}}"
        );
    }
}

/// Who learns a choice, where its filter may look at anything: then what is offered tells of that.
fn meant<'k>(known: &'k str, filter: &str) -> &'k str {
    if filter == ";" { known } else { "open " }
}
