//! Expressions that give strings, players, cases and tiles, and those of any type.

use super::scope::{Gen, Ty};

impl Gen {
    pub(super) fn value(&mut self, ty: &Ty, d: u32) -> String {
        match ty {
            Ty::Number => self.number(d),
            Ty::Text => self.text(d),
            Ty::Bool => self.boolean(d),
            Ty::Player => self.player(d),
            Ty::Enum(e) => self.case(*e, d),
            Ty::Tile(b) => self.tile(*b, d),
            Ty::Object(c) => self.maybe_object(*c, d),
            Ty::List(t) => self.list(t, d),
            Ty::Table(k, v) => self.table(k, v, d),
            Ty::Set(of) => self.set(of, d),
            Ty::Stack(t) => {
                let known = self.named(ty, false);
                match self.pick(&known) {
                    Some(stack) if self.chance(50) => format!("{stack}.copy()"),
                    _ => {
                        let items = self.several(t, d);
                        format!("new {}() {{ {items} }}", self.ty(ty))
                    }
                }
            }
        }
    }

    /// One to three values with commas between.
    pub(super) fn several(&mut self, ty: &Ty, d: u32) -> String {
        let n = self.below(3) + 1;
        (0..n).map(|_| self.value(ty, d)).collect::<Vec<_>>().join(", ")
    }

    fn table(&mut self, k: &Ty, v: &Ty, d: u32) -> String {
        let known = self.named(&Ty::table(k.clone(), v.clone()), false);
        match self.pick(&known) {
            Some(table) if self.chance(50) => format!("{table}.copy()"),
            _ => {
                let ty = self.ty(&Ty::table(k.clone(), v.clone()));
                let n = self.below(3) + 1;
                let pairs: Vec<String> =
                    (0..n).map(|_| format!("{{ {}, {} }}", self.value(k, 0), self.value(v, d))).collect();
                format!("new {ty}() {{ {} }}", pairs.join(", "))
            }
        }
    }

    /// A string to write `.` behind.
    pub(super) fn text_receiver(&mut self, d: u32) -> String {
        let known = self.named(&Ty::Text, false);
        match self.pick(&known) {
            Some(name) if d == 0 || self.chance(60) => name,
            _ => format!("({})", self.text(d)),
        }
    }

    pub(super) fn text(&mut self, d: u32) -> String {
        if d == 0 || self.chance(25) {
            let known = self.named(&Ty::Text, false);
            let literal = self.one(&["a", "hello", "b,c,d", "", "é!", "Zug 12", "x🂡y", "42", "l-l"]);
            return match self.chance(50) {
                true => self.pick(&known).unwrap_or_else(|| format!("\"{literal}\"")),
                false if self.chance(15) => format!("'{literal}'"),
                false => format!("\"{literal}\""),
            };
        }
        let d = d - 1;
        match self.below(17) {
            15 | 16 => self.rarer_text(d),
            0 => format!("({} + {})", self.text(d), self.text(d)),
            1 => format!("\"n {{{}}}\"", self.number(d)),
            2 => format!("\"{{{}}}/{{{}}}\"", self.boolean(d), self.number(d)),
            3 => format!("{}.slice({})", self.text_receiver(d), self.below(3)),
            4 => format!("{}.slice({}, to: {})", self.text_receiver(d), self.below(2), self.below(5) + 1),
            5 => format!("{}.upper()", self.text_receiver(d)),
            6 => format!("{}.lower()", self.text_receiver(d)),
            7 => format!("(({}) as string)", self.number(d)),
            8 if !self.enums.is_empty() => {
                let e = self.below(self.enums.len());
                format!("{}.name", self.case(e, d))
            }
            9 => format!("{}.name", self.player(d)),
            10 if !self.boards.is_empty() => {
                let b = self.below(self.boards.len());
                format!("{}.name", self.tile(b, d))
            }
            11 => format!("forward({})", self.player(d)),
            12 => "(turn.phase.active() ?? \"none\")".to_owned(),
            13 => match self.called(&Ty::Text, d) {
                Some(call) => call,
                None => format!("({}.first() ?? \"none\")", self.list(&Ty::Text, d)),
            },
            14 => {
                let between = self.one(&[", ", "", "l"]);
                format!("{}.join(\"{between}\")", self.list(&Ty::Text, d))
            }
            _ => {
                let s = self.named(&Ty::Text, false);
                match self.pick(&s) {
                    Some(s) => format!("({s}.isEmpty() ? \"-\" : {s}[{} % {s}.length])", self.below(5)),
                    None => format!("\"{}\" + \"{}\"", self.below(9), self.below(9)),
                }
            }
        }
    }

    pub(super) fn player(&mut self, d: u32) -> String {
        let known = self.named(&Ty::Player, false);
        if d == 0 || self.chance(40) {
            if self.here.actor && self.chance(25) {
                return "actor".to_owned();
            }
            return match self.chance(50) {
                true => self.pick(&known).unwrap_or_else(|| "player.active()".to_owned()),
                false => "player.active()".to_owned(),
            };
        }
        match self.below(6) {
            0 => format!("player.all()[{} % player.all().length]", self.below(6)),
            1 => format!("(player.remaining().last() ?? {})", self.player(0)),
            2 => {
                let by = self.lambda(&[Ty::Player], |g, names| format!("{}.score", g.same(&names[0])));
                format!("(player.all().maxBy({by}) ?? player.active())")
            }
            3 => match self.object(super::scope::PIECE) {
                Some(piece) => format!("({piece}.owner ?? {})", self.player(0)),
                None => "player.active()".to_owned(),
            },
            4 => self.asked(&Ty::Player, d - 1).unwrap_or_else(|| "player.active()".to_owned()),
            _ => format!("({} ? {} : {})", self.boolean(d - 1), self.player(0), self.player(0)),
        }
    }

    /// A player, or a number that becomes one.
    pub(super) fn player_or_number(&mut self, d: u32) -> String {
        match self.below(5) {
            0 => format!("{} + 1", self.player(d)),
            1 => format!("{} - {}", self.player(d), self.below(7)),
            2 => self.number(d),
            _ => self.player(d),
        }
    }

    fn same(&mut self, name: &str) -> String {
        name.to_owned()
    }

    pub(super) fn case(&mut self, e: usize, d: u32) -> String {
        let known = self.named(&Ty::Enum(e), false);
        let (name, cases) = (self.enums[e].name.clone(), self.enums[e].cases.clone());
        let case = self.pick(&cases).unwrap_or_default();
        if d == 0 || self.chance(50) {
            return match self.chance(50) {
                true => self.pick(&known).unwrap_or_else(|| format!("{name}.{case}")),
                false => format!("{name}.{case}"),
            };
        }
        match self.below(4) {
            0 => format!("{name}.all()[{} % {}]", self.below(9), cases.len()),
            1 => format!("({name}.named(\"{case}\") ?? {name}.{case})"),
            2 => self.asked(&Ty::Enum(e), d - 1).unwrap_or_else(|| format!("{name}.{case}")),
            _ => format!("({} ? {name}.{case} : {})", self.boolean(d - 1), self.case(e, d - 1)),
        }
    }

    /// A board by its name, of one for each player that of some player.
    pub(super) fn board(&mut self, b: usize) -> String {
        let name = self.boards[b].name.clone();
        if self.boards[b].per_player { format!("{name}({})", self.player(0)) } else { name }
    }

    /// A tile that is not null.
    pub(super) fn tile(&mut self, b: usize, d: u32) -> String {
        let known = self.named(&Ty::Tile(b), false);
        let (name, tiles) = (self.board(b), self.boards[b].tiles);
        if d == 0 || self.chance(50) {
            let any = match self.boards[b].grows {
                true => format!("{name}.at({}, {})", self.below(3), self.below(4) as i32 - 2),
                false => format!("{name}.tiles()[{}]", self.below(tiles)),
            };
            return if self.chance(60) { self.pick(&known).unwrap_or(any) } else { any };
        }
        let from = self.tile(b, 0);
        match self.below(6) {
            4 | 5 => self.rarer_tile(b, d - 1),
            0 if !self.boards[b].directions.is_empty() => {
                let direction = self.one(self.boards[b].directions);
                format!("({from}.step(\"{direction}\") ?? {name}.tiles()[{}])", self.below(tiles))
            }
            1 => {
                let by = self.lambda(&[Ty::Tile(b)], |g, _| g.number(d - 1));
                let extreme = self.one(&["minBy", "maxBy"]);
                format!("({from}.neighbors().{extreme}({by}) ?? {name}.tiles()[0])")
            }
            2 => format!("({name}.at({}, {}) ?? {from})", self.small(d - 1, 4), self.small(d - 1, 4)),
            _ => {
                let test = self.lambda(&[Ty::Tile(b)], |g, _| g.boolean(d - 1));
                format!("({name}.tiles().first({test}) ?? {from})")
            }
        }
    }
}
