//! Expressions that give lists; none begins with a brace, so that a call may follow.

use super::scope::{Gen, Kind, PIECE, Ty};
use language::catalogue::SigType;

impl Gen {
    /// A type that lists are made of.
    pub(super) fn element_type(&mut self) -> Ty {
        match self.below(5) {
            0 => Ty::Object(self.concrete(Kind::Piece)),
            1 => Ty::Object(PIECE),
            _ => self.simple_type(),
        }
    }

    pub(super) fn list(&mut self, of: &Ty, d: u32) -> String {
        if self.here.weight > 400 {
            return self.plain_list(of, 0);
        }
        if d == 0 || self.chance(40) {
            return self.plain_list(of, d);
        }
        let d = d - 1;
        let list = self.plain_list(of, d);
        match self.below(16) {
            0 | 1 => {
                let test = self.lambda(std::slice::from_ref(of), |g, _| g.boolean(d));
                format!("{list}.filter({test})")
            }
            2..8 | 9 => self.list_call(&list, of, &SigType::List(Box::new(SigType::Var('T'))), d),
            8 => {
                let key = if self.chance(60) { Ty::Number } else { Ty::Text };
                let by = self.lambda(std::slice::from_ref(of), |g, _| g.value(&key, d));
                format!("{list}.sortBy({by})")
            }
            10 if !matches!(of, Ty::Object(_)) => {
                let from = self.element_type();
                let other = self.plain_list(&from, d);
                let to = self.lambda(&[from], |g, _| g.value(of, d));
                format!("{other}.map({to})")
            }
            11 if !matches!(of, Ty::Object(_)) => {
                let from = self.simple_type();
                let other = self.plain_list(&from, d);
                let to = self.lambda(&[from], |g, _| g.plain_list(of, 0));
                format!("{other}.flatMap({to})")
            }
            12 if *of == Ty::Number => {
                let other = self.plain_list(&Ty::Text, 0);
                let with = self.lambda(&[Ty::Number, Ty::Text], |g, _| g.number(1));
                format!("{list}.zip({other}, {with})")
            }
            13 if *of == Ty::Number => {
                let lists = self.named(&Ty::list(Ty::list(Ty::Number)), false);
                self.pick(&lists).map_or(list, |l| format!("{l}.flatten()"))
            }
            14 if *of == Ty::Number => {
                let from = self.simple_type();
                let other = self.plain_list(&from, 0);
                let key = if self.chance(50) { Ty::Number } else { Ty::Bool };
                let by = self.lambda(&[from], |g, _| g.value(&key, 1));
                let count = self.name("x");
                format!("{other}.groupBy({by}).values().map({count} => {count}.length)")
            }
            _ => list,
        }
    }

    pub(super) fn plain_list(&mut self, of: &Ty, d: u32) -> String {
        let known = self.named(&Ty::list(of.clone()), false);
        if let Some(name) = self.pick(&known)
            && self.chance(50)
        {
            return name;
        }
        match of {
            Ty::Number => self.number_list(d),
            Ty::Text if self.chance(50) => {
                format!("{}.split(\"{}\")", self.text_receiver(d), self.one(&[",", "l", " "]))
            }
            Ty::Player => self.one(&["player.all()", "player.remaining()"]).to_owned(),
            Ty::Enum(e) => format!("{}.all()", self.enums[*e].name),
            Ty::Tile(b) => self.tile_list(*b, d),
            Ty::Object(c) => self.object_list(*c),
            other => self.new_list(other, d),
        }
    }

    pub(super) fn new_list(&mut self, of: &Ty, d: u32) -> String {
        let items = self.several(of, d.min(1));
        format!("new List<{}>() {{ {items} }}", self.ty(of))
    }

    fn number_list(&mut self, d: u32) -> String {
        let stacks = self.named(&Ty::table(Ty::Text, Ty::Number), false);
        match (self.below(5), self.dice.clone(), self.pick(&stacks)) {
            (0, Some(dice), _) => format!("{dice}.faces"),
            (1, _, Some(table)) => format!("{table}.values()"),
            (2, ..) => format!("({}..{})", self.below(3), self.below(6)),
            _ => self.new_list(&Ty::Number, d),
        }
    }

    fn tile_list(&mut self, b: usize, d: u32) -> String {
        let (name, directions, rows) = (self.board(b), self.boards[b].directions, self.below(3));
        let tile = self.tile(b, 0);
        match self.below(10) {
            0 | 1 => format!("{tile}.neighbors()"),
            2 => format!("{name}.row({rows})"),
            3 => format!("{name}.column({rows})"),
            4 => {
                let test = self.tile_test(b, d.min(1));
                format!("{name}.region({tile}, {test}{})", self.over(b))
            }
            5 if !directions.is_empty() => {
                let test = self.lambda(&[Ty::Tile(b)], |g, _| g.boolean(d.min(1)));
                let ending = self.one(&["", ", ending: true", ", ending: false"]);
                format!("{tile}.ray(\"{}\", through: {test}{ending})", self.one(directions))
            }
            6 if !directions.is_empty() => {
                format!("{tile}.steps({{ \"{}\", \"{}\" }})", self.one(directions), self.one(directions))
            }
            7 if directions.len() == 8 => {
                let what = self.one(&["jumps(1, 2)", "orthogonal()", "diagonal()", "jumps(0, 1)"]);
                format!("{tile}.{what}")
            }
            8 => format!("{tile}.path({}{})", self.tile(b, 0), self.over(b)),
            _ => format!("{name}.tiles()"),
        }
    }

    fn object_list(&mut self, c: usize) -> String {
        if c == PIECE
            && self.chance(60)
            && let Some(zone) = self.zone(0)
        {
            if self.chance(30)
                && let Some(row) = self.zone_row()
            {
                return format!("{row}.flatten()");
            }
            return match self.below(4) {
                0 => format!("{zone}.peek({})", self.below(4)),
                _ => zone,
            };
        }
        format!("all({})", self.classes[c].name)
    }

    /// A zone, of the active player where each player has one.
    pub(super) fn zone(&mut self, d: u32) -> Option<String> {
        if self.zones.is_empty() {
            return None;
        }
        let z = self.below(self.zones.len());
        let name = self.zone_or_row(z, d);
        Some(match self.zones[z].row {
            None => name,
            Some(row) => format!("{name}[{}]", self.place_in_row(row)),
        })
    }

    /// All zones of a row, of one player where each player has one.
    fn zone_row(&mut self) -> Option<String> {
        let z = (0..self.zones.len()).find(|z| self.zones[*z].row.is_some())?;
        Some(self.zone_or_row(z, 0))
    }

    fn zone_or_row(&mut self, z: usize, d: u32) -> String {
        let (name, per_player) = (self.zones[z].name.clone(), self.zones[z].per_player);
        if per_player { format!("{name}({})", self.player(d)) } else { name }
    }

    /// Which zone of a row, by a constant or by what is found out.
    fn place_in_row(&mut self, (length, by): (usize, Option<usize>)) -> String {
        let k = self.below(length);
        match by {
            Some(e) => {
                let (name, case) = (self.enums[e].name.clone(), self.enums[e].cases[k].clone());
                if self.chance(50) { format!("{name}.{case}") } else { format!("{name}.all()[{k}]") }
            }
            None if self.chance(50) => k.to_string(),
            None => format!("({} as number) % {length}", self.player(0)),
        }
    }
}
