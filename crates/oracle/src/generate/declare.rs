//! Declarations of enumerations, boards, zones, dice, turns, events, functions and classes.

use super::scope::{
    Board, Class, Enum, Event, Function, Gen, Here, Kind, LAYERS, PIECE, TICKS, Ty, ZonePlan,
};
use std::fmt::Write;

const SQUARE: &[&str] = &["n", "e", "s", "w", "ne", "se", "sw", "nw"];
const HEX: &[&str] = &["ne", "e", "se", "sw", "w", "nw"];
const TRACK: &[&str] = &["next", "back"];

impl Gen {
    pub(super) fn enums(&mut self, out: &mut String) {
        for _ in 0..self.below(3) {
            let (name, n) = (self.name("E"), self.below(3) + 2);
            let points = self.chance(60).then(|| self.name("p"));
            let first = self.chance(30).then(|| self.literal());
            let mut cases = Vec::new();
            let mut written = Vec::new();
            for _ in 0..n {
                let case = self.name("K");
                written.push(match &points {
                    Some(_) if first.is_some() && self.chance(30) => case.clone(),
                    Some(points) if self.chance(20) => format!("{case}({points}: {})", self.literal()),
                    Some(_) => format!("{case}({})", self.literal()),
                    None => case.clone(),
                });
                cases.push(case);
            }
            let first = first.map_or(String::new(), |value| format!(" = {value}"));
            let head = points.as_ref().map_or(String::new(), |p| format!("number {p}{first}; "));
            if self.chance(30)
                && let Some(last) = written.pop()
            {
                let _ = writeln!(
                    out,
                    "extend enum {name} {{ {last} }}\nopen enum {name} {{ {head}{} }}",
                    written.join(", ")
                );
            } else {
                let _ = writeln!(out, "enum {name} {{ {head}{} }}", written.join(", "));
            }
            self.enums.push(Enum { name, cases, points });
        }
    }

    pub(super) fn tile_classes(&mut self, out: &mut String) {
        for _ in 0..self.below(3) {
            let own = !self.boards.is_empty() || self.chance(60);
            let (mut tile, mut value) = ("Tile".to_owned(), None);
            if own {
                tile = self.name("Cell");
                let attribute = self.name("a");
                let _ =
                    writeln!(out, "class {tile} extends Tile {{ number {attribute} = {}; }}", self.literal());
                value = Some(attribute);
            }
            let name = self.name("B");
            self.boards.push(Board {
                name,
                tile,
                value,
                directions: &[],
                tiles: 0,
                grows: false,
                per_player: false,
                edges: false,
                corners: false,
            });
        }
    }

    pub(super) fn boards(&mut self, out: &mut String) {
        for b in 0..self.boards.len() {
            let (shape, directions, tiles) = self.shape(b);
            let shape = self.sized(shape, out);
            let board = &mut self.boards[b];
            (board.directions, board.tiles) = (directions, tiles);
            let grows = shape.contains("unbounded");
            board.grows = grows;
            let (name, tile) = (board.name.clone(), board.tile.clone());
            let per_player = self.chance(25);
            self.boards[b].per_player = per_player;
            let (per, seen): (_, &[&str]) = match per_player {
                true => (" per player", &[" visible owner;", " visible none;", " visible all;", ""]),
                false => ("", &["", " visible none;"]),
            };
            let seen = if grows { "" } else { self.one(seen) };
            let tile = if tile == "Tile" { String::new() } else { format!(" tile {tile};") };
            let capacity = self.one(&["", "", " capacity 2;", " capacity unlimited;"]);
            let spots = self.spots(b, out);
            let _ = writeln!(out, "board {name}{per} {{ shape {shape};{tile}{spots}{capacity}{seen} }}");
        }
    }

    fn shape(&mut self, b: usize) -> (String, &'static [&'static str], usize) {
        if self.boards[b].value.is_none() && self.chance(40) {
            // One of its tiles is always there.
            return match self.chance(50) {
                true => ("square(unbounded)".to_owned(), SQUARE, 1),
                false => ("hex(unbounded)".to_owned(), HEX, 1),
            };
        }
        match self.below(9) {
            0..3 => {
                let (r, c) = (self.below(2) + 2, self.below(3) + 2);
                (format!("square({r}, {c})"), SQUARE, r * c)
            }
            3 => ("hex(2, 3)".to_owned(), HEX, 6),
            4 => ("hexagon(1)".to_owned(), HEX, 7),
            5 => ("triangle(3)".to_owned(), HEX, 6),
            6 => (format!("{}(6)", self.one(&["track", "ring"])), TRACK, 6),
            7 => ("layout { \".x..\" \"....\" \"..#.\" }".to_owned(), SQUARE, 10),
            _ => {
                let t: Vec<String> = (0..4).map(|_| self.name("T")).collect();
                let value = self.boards[b].value.clone();
                let first = value.map_or(String::new(), |v| format!("({v}: 8)"));
                let roads = format!(
                    "{0} - {1} 2; {1} - {2}; {2} > {3}; {3} - {0} {4};",
                    t[0],
                    t[1],
                    t[2],
                    t[3],
                    self.below(4) + 1
                );
                (format!("graph {{ {}{first}; {}; {}; {}; {roads} }}", t[0], t[1], t[2], t[3]), &[], 4)
            }
        }
    }

    pub(super) fn dice(&mut self, out: &mut String) {
        if self.chance(50) {
            let name = self.name("D");
            let _ = writeln!(out, "dice {name} {{ faces 1, 2, {}, 0.5; }}", self.below(9));
            self.dice = Some(name);
        }
    }

    pub(super) fn turns(&mut self, out: &mut String) {
        for (name, phases) in self.turns.clone() {
            let mut parts = String::new();
            for phase in &phases {
                let mut body = if self.chance(35) { self.together() } else { String::new() };
                if self.chance(30) {
                    let _ = write!(body, " default {{ return {}; }}", self.default_player());
                }
                let _ = match body.as_str() {
                    "" => write!(parts, " phase {phase};"),
                    body => write!(parts, " phase {phase} {{{body} }}"),
                };
            }
            if self.chance(60) {
                let next = self.default_player();
                let _ = write!(parts, " default {{ return {next}; }}");
            }
            let _ = writeln!(out, "turn {name} {{{parts} }}");
        }
    }

    /// Who decides at the same time in a phase, and perhaps what follows.
    fn together(&mut self) -> String {
        let p = self.name("p");
        let few = format!("player.all().filter({p} => {p} != {})", self.below(3));
        let who = match self.below(5) {
            0 => few.as_str(),
            1 => "player.remaining()",
            2 => "{ player.active(), player.active() + 1 }",
            _ => "player.all()",
        };
        let mut text = format!(" simultaneous {who}{};", self.one(&["", " open"]));
        if self.chance(60) {
            let may_ask = self.chance(50);
            let here = Here { moves: false, weight: 2, may_ask, actor: may_ask, ..Here::effect() };
            let body = self.within(here, |g| g.statements(1, 3));
            let pass = if self.chance(50) { self.pass() } else { String::new() };
            let _ = write!(text, " then {{ {body} {pass} }}");
        }
        text
    }

    fn default_player(&mut self) -> String {
        match self.below(4) {
            0 => format!("player.active() - {}", self.below(5)),
            1 => "player.active() + 1".to_owned(),
            _ => "turn.active() + 1".to_owned(),
        }
    }

    pub(super) fn zones(&mut self, out: &mut String) {
        let piece = self.classes[PIECE].name.clone();
        for i in 0..self.below(3) + 2 {
            let name = self.name("z");
            let per_player = i == 1 || i > 1 && self.chance(40);
            let deck = i == 0 || self.chance(20);
            let per = if per_player { " per player" } else { "" };
            let seen =
                self.one(&["", "visible all;", "visible owner;", "visible none; ordered;", "ordered;"]);
            let row = (i > 1 && self.chance(40)).then(|| self.row());
            let index = match row {
                Some((_, Some(e))) => format!("[{}]", self.enums[e].name),
                Some((n, None)) => format!("[{n}]"),
                None => String::new(),
            };
            let seen = if per_player || !seen.contains("owner") { seen } else { "visible all;" };
            let body = if seen.is_empty() { ";".to_owned() } else { format!(" {{ {seen} }}") };
            let word = if deck { "deck" } else { "zone" };
            let body = if deck { ";".to_owned() } else { body };
            let _ = writeln!(out, "{word} {name}{index} of {piece}{per}{body}");
            self.zones.push(ZonePlan { name, per_player, row });
        }
    }

    /// How many zones stand in a row, and the enumeration whose cases name them.
    fn row(&mut self) -> (usize, Option<usize>) {
        if self.enums.is_empty() || self.chance(50) {
            return (self.below(3) + 1, None);
        }
        let e = self.below(self.enums.len());
        (self.enums[e].cases.len(), Some(e))
    }

    /// Which classes and events there will be, with their attributes.
    pub(super) fn plan_classes(&mut self) {
        let root_abstract = self.chance(40);
        let power = self.chance(60).then(|| self.name("power"));
        for (kind, parent, is_abstract) in [
            (Kind::Piece, None, root_abstract),
            (Kind::Piece, Some(PIECE), false),
            (Kind::Piece, Some(1), false),
            (Kind::Global, None, false),
            (Kind::Plain, None, false),
            (Kind::Group, None, false),
        ] {
            let name = self.name("C");
            let mut attributes = parent.map_or(Vec::new(), |p: usize| self.classes[p].attributes.clone());
            for _ in 0..self.below(3) + 1 {
                attributes.push((self.name("a"), self.any_type()));
            }
            if kind == Kind::Global {
                for ty in [Ty::list(Ty::Number), Ty::table(Ty::Text, Ty::Number), Ty::Object(PIECE)] {
                    attributes.push((self.name("a"), ty));
                }
            }
            let power = power.clone().filter(|_| kind == Kind::Piece);
            self.classes.push(Class {
                name,
                kind,
                parent,
                is_abstract,
                attributes,
                derived: Vec::new(),
                power,
            });
        }
        self.moved_observed = self.chance(40);
        if self.chance(50) {
            self.touch = Some((self.name("act"), self.name("n")));
        }
        for _ in 0..self.below(2) + 1 {
            let name = self.name("Turn");
            let phases = (0..self.below(3)).map(|_| self.name("Ph")).collect();
            self.turns.push((name, phases));
        }
        if self.chance(60) {
            let global = self.concrete(Kind::Global);
            let class = self.classes[global].name.clone();
            self.callable = Some((class, self.name("act"), self.name("n")));
        }
    }

    pub(super) fn events(&mut self, out: &mut String) {
        for _ in 0..self.below(3) + 1 {
            let name = self.name("Ev");
            let attributes = vec![(self.name("a"), Ty::Number), (self.name("a"), self.simple_type())];
            self.events.push(Event { name, attributes });
        }
        self.events_ask = self.chance(40);
        if self.events.len() > 1 && self.chance(40) {
            self.event_line = true;
            let inherited = self.events[0].attributes.clone();
            if let Some(last) = self.events.last_mut() {
                last.attributes.splice(0..0, inherited);
            }
        }
        for e in 0..self.events.len() {
            let (name, attributes) = (self.events[e].name.clone(), self.events[e].attributes.clone());
            let mut body = String::new();
            let extends = self.event_line && e + 1 == self.events.len();
            let own = if extends { self.events[0].attributes.len() } else { 0 };
            let parent = if extends { format!(" extends {}", self.events[0].name) } else { String::new() };
            for (attribute, ty) in &attributes[own..] {
                let value = self.value(ty, 0);
                let _ = write!(body, " {} {attribute} = {value};", self.ty(ty));
            }
            if self.chance(70) {
                let here = Here { moves: false, weight: 4, ..Here::effect() };
                let effect = self.within(here, |g| {
                    for (attribute, ty) in attributes {
                        g.declare(&attribute, ty, false, true);
                    }
                    g.statements(1, 3)
                });
                let _ = write!(body, " effect {{ {effect} }}");
            }
            if self.events_ask && self.chance(40) {
                let order = self.one(&["0", "1", "null", "2"]);
                let _ = write!(body, " order by {order};");
            }
            let _ = writeln!(out, "event {name}{parent} {{{body} }}");
        }
    }

    pub(super) fn functions(&mut self, out: &mut String) {
        for _ in 0..self.below(4) + 2 {
            self.function(out);
        }
        if self.chance(50) {
            let (name, n) = (self.name("f"), self.name("n"));
            let step = self.below(3) + 1;
            let _ = writeln!(
                out,
                "function number {name}(number {n}) {{ if ({n} <= 0 || {n} > 30) {{ return 1; }} return ({n} + {name}({n} - {step})) % 100; }}"
            );
            let params = vec![Ty::Number];
            self.functions.push(Function {
                name,
                params,
                defaults: 0,
                returns: Ty::Number,
                pure: true,
                may_ask: false,
                weight: 60,
            });
        }
        if self.chance(50) {
            let (name, a, b) = (self.name("f"), self.name("n"), self.name("n"));
            let _ = writeln!(
                out,
                "function {name} {{ function input number {a}; open input number {b} from 0..2; returns number; effect {{ return {a} % 50 + {b}; }} }}"
            );
            let params = vec![Ty::Number];
            self.functions.push(Function {
                name,
                params,
                defaults: 0,
                returns: Ty::Number,
                pure: false,
                may_ask: true,
                weight: 1500,
            });
        }
    }

    /// A name for a function: now and then that of an attribute, which hides it in its class.
    fn name_of_function(&mut self) -> String {
        let class = self.below(self.classes.len().max(1));
        let first =
            self.classes.get(class).filter(|c| c.kind != Kind::Global).and_then(|c| c.attributes.first());
        let taken = first.map(|a| a.0.clone()).filter(|a| self.functions.iter().all(|f| f.name != *a));
        let name = self.name("f");
        taken.filter(|_| self.chance(15)).unwrap_or(name)
    }

    fn function(&mut self, out: &mut String) {
        let (name, returns, pure) = (self.name_of_function(), self.simple_type(), self.chance(60));
        let params: Vec<(String, Ty)> =
            (0..self.below(3)).map(|_| (self.name("p"), self.simple_type())).collect();
        let defaults = if self.chance(40) { params.len().min(1) } else { 0 };
        let here = if pure { Here::pure() } else { Here { moves: false, ..Here::effect() } };
        self.spent = 2;
        let mut written = Vec::new();
        let body = self.within(here, |g| {
            for (i, (name, ty)) in params.iter().enumerate() {
                let default = if i + defaults >= params.len() && defaults > 0 {
                    format!(" = {}", g.within(Here::pure(), |g| g.value(ty, 0)))
                } else {
                    String::new()
                };
                written.push(format!("{} {name}{default}", g.ty(ty)));
                g.declare(name, ty.clone(), !matches!(ty, Ty::List(_)), true);
            }
            let early = match g.chance(30) {
                true => format!("if ({}) {{ return {}; }}\n", g.boolean(1), g.value(&returns, 1)),
                false => String::new(),
            };
            let body = g.open_statements(2, 3);
            format!("{early}{body}\nreturn {};", g.value(&returns, 2))
        });
        let head = self.ty(&returns);
        let _ = writeln!(out, "function {head} {name}({}) {{\n{body}\n}}", written.join(", "));
        let params = params.into_iter().map(|p| p.1).collect();
        let weight = self.spent * 3;
        self.functions.push(Function { name, params, defaults, returns, pure, may_ask: false, weight });
    }

    pub(super) fn classes(&mut self, out: &mut String) {
        for c in 0..self.classes.len() {
            let (name, kind) = (self.classes[c].name.clone(), self.classes[c].kind);
            let word = match kind {
                Kind::Piece if self.classes[c].is_abstract => "abstract interactable",
                Kind::Piece => "interactable",
                Kind::Plain => self.one(&["class", "local class"]),
                Kind::Group => "group class",
                Kind::Global => "global class",
            };
            let parent = self.classes[c].parent;
            let extends = parent.map_or(String::new(), |p| format!(" extends {}", self.classes[p].name));
            let mut body = String::new();
            if kind == Kind::Global {
                let _ = writeln!(body, "number {TICKS} = 0;");
                self.bag_attributes(&mut body);
            }
            self.class_attributes(c, &mut body);
            self.derived_attributes(c, &mut body);
            self.natural(c, &mut body);
            self.power(c, &mut body);
            self.actions(c, &mut body);
            let _ = writeln!(out, "{word} {name}{extends} {{\n{body}}}");
        }
    }

    fn class_attributes(&mut self, c: usize, out: &mut String) {
        let inherited = self.classes[c].parent.map_or(0, |p| self.classes[p].attributes.len());
        let attributes = self.classes[c].attributes.clone();
        for (i, (name, ty)) in attributes.iter().enumerate().skip(inherited) {
            let before = attributes[..i].iter().filter(|(_, other)| other == ty);
            let before: Vec<String> = before.map(|(name, _)| name.clone()).collect();
            let value = match ty {
                Ty::Number if !before.is_empty() && self.chance(40) => {
                    format!("({} ?? 3) % 20 + 1", self.pick(&before).unwrap_or_default())
                }
                Ty::Bool | Ty::Text | Ty::Enum(_) if !before.is_empty() && self.chance(40) => {
                    self.pick(&before).unwrap_or_default()
                }
                Ty::Object(_) => "null".to_owned(),
                Ty::List(t) if self.chance(50) => format!("{{ {} }}", self.several(t, 0)),
                _ => self.within(Here::pure(), |g| g.constant(ty)),
            };
            let written = self.ty(ty);
            let _ = match self.below(8) {
                0 => writeln!(out, "attribute {name} {{ returns {written}; value {value}; }}"),
                1 => writeln!(out, "secret {written} {name} = {value};"),
                _ => writeln!(out, "{written} {name} = {value};"),
            };
        }
    }

    /// Formulas read what was declared before, so they go in no circle.
    fn derived_attributes(&mut self, c: usize, out: &mut String) {
        self.classes[c].derived =
            self.classes[c].parent.map_or(Vec::new(), |p| self.classes[p].derived.clone());
        for _ in 0..self.below(3) {
            let (name, ty) = (self.name("d"), self.simple_type());
            let formula = self.without_powers(|g| {
                g.within(Here { this: Some(c), weight: 20, ..Here::pure() }, |g| g.value(&ty, 2))
            });
            // Which modifiers there are may follow from it, and that everybody sees.
            let known = if self.abilities { "open " } else { self.one(&["open ", "open ", "secret "]) };
            let least = self.settled.last().map_or(0, |s| s.1);
            let layer = (self.layered && self.chance(40)).then(|| least + self.below(LAYERS.len() - least));
            self.settled.extend(layer.map(|layer| (name.clone(), layer)));
            let layer = layer.map_or(String::new(), |layer| format!(" layer {}", LAYERS[layer]));
            let _ = writeln!(out, "{known}derived {} {name}{layer} = {formula};", self.ty(&ty));
            self.classes[c].derived.push((name, ty));
        }
    }

    /// Does something while no object has the method that depends on the class.
    fn without_powers<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> T {
        let saved: Vec<Option<String>> = self.classes.iter_mut().map(|c| c.power.take()).collect();
        let built = build(self);
        self.classes.iter_mut().zip(saved).for_each(|(c, p)| c.power = p);
        built
    }

    /// A value that asks for nothing of the game but tiles.
    fn constant(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Player => "0".to_owned(),
            Ty::Number => self.literal(),
            Ty::Bool => self.one(&["true", "false"]).to_owned(),
            Ty::Text => format!("\"{}\"", self.one(&["a", "bc", "", "l1"])),
            Ty::Enum(e) => {
                let cases = self.enums[*e].cases.clone();
                let case = self.pick(&cases).unwrap_or_default();
                format!("{}.{case}", self.enums[*e].name)
            }
            Ty::Tile(b) => {
                let i = self.below(2);
                match self.boards[*b].grows {
                    true => format!("{}.at({i}, -{i})", self.board(*b)),
                    false => format!("{}.tiles()[{i}]", self.board(*b)),
                }
            }
            Ty::List(t) | Ty::Stack(t) => {
                let items: Vec<String> = (0..2).map(|_| self.constant(t)).collect();
                format!("new {}() {{ {} }}", self.ty(ty), items.join(", "))
            }
            Ty::Set(t) => format!("new {}() {{ {} }}", self.ty(ty), self.constant(t)),
            Ty::Table(k, v) => {
                let (k, v) = (self.constant(k), self.constant(v));
                format!("new {}() {{ {{ {k}, {v} }} }}", self.ty(ty))
            }
            Ty::Object(_) => "null".to_owned(),
        }
    }

    /// The method that is overridden down the line.
    fn power(&mut self, c: usize, out: &mut String) {
        let Some(power) = self.classes[c].power.clone() else { return };
        let (root, is_abstract) = (self.classes[c].parent.is_none(), self.classes[c].is_abstract);
        let n = format!("of_{power}");
        if root && is_abstract {
            let _ = writeln!(out, "abstract function number {power}(number {n});");
            return;
        }
        let over = if root { "" } else { "override " };
        let parent_has_one = self.classes[c].parent.is_some_and(|p| !self.classes[p].is_abstract);
        let here = Here { this: Some(c), weight: 20, ..Here::pure() };
        // The method must not call itself on other objects.
        let value = self.without_powers(|g| {
            g.within(here, |g| {
                g.declare(&n, Ty::Number, true, true);
                g.number(2)
            })
        });
        let base = if parent_has_one { format!("base.{power}({n}) + ") } else { String::new() };
        let _ =
            writeln!(out, "{over}function number {power}(number {n}) {{ return ({base}{value}) % 100; }}");
    }
}
