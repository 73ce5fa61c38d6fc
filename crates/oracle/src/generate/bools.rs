//! Expressions that give bools.

use super::scope::{Gen, Kind, PIECE, Ty};

impl Gen {
    pub(super) fn boolean(&mut self, d: u32) -> String {
        if d == 0 || self.chance(15) {
            let known = self.named(&Ty::Bool, false);
            if let Some(name) = self.pick(&known)
                && self.chance(50)
            {
                return name;
            }
            let op = self.one(&["<", "<=", ">", ">=", "==", "!="]);
            return format!("({} {op} {})", self.number(0), self.number(0));
        }
        let d = d - 1;
        if !self.modifiers.is_empty()
            && self.chance(6)
            && let Some(has) = self.modified_bool()
        {
            return has;
        }
        match self.below(21) {
            19 | 20 => self.rarer_bool(d),
            0..4 => {
                let op = self.one(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.number(d), self.number(d))
            }
            4 => {
                let op = self.one(&["&&", "||", "&", "|", "^"]);
                format!("({} {op} {})", self.boolean(d), self.boolean(d))
            }
            5 => format!("!{}", self.boolean(0)),
            6 => {
                let op = self.one(&["==", "!=", "<", ">="]);
                format!("({} {op} {})", self.text(d), self.text(d))
            }
            7 => {
                let op = self.one(&["==", "!="]);
                let ty = self.simple_type();
                format!("({} {op} {})", self.value(&ty, d), self.value(&ty, d))
            }
            8..10 => self.about_list(d),
            10 => {
                let part = self.one(&["a", "l", "", "1"]);
                format!("{}.contains(\"{part}\")", self.text_receiver(d))
            }
            11 | 12 => self.about_board(d),
            13 => self.about_piece(),
            14 => format!("({} == {})", self.player(d), self.number(d)),
            15 => format!("{}.isOut", self.player(d)),
            16 => self.called(&Ty::Bool, d).unwrap_or_else(|| self.boolean(d)),
            17 => self.imagined(&Ty::Bool, d).unwrap_or_else(|| self.about_list(d)),
            _ => self.about_collection(d),
        }
    }

    fn about_list(&mut self, d: u32) -> String {
        if self.chance(15) {
            return self.equal_collections(d);
        }
        if self.chance(14) {
            return self.about_set(d);
        }
        let of = self.element_type();
        let list = self.list(&of, d);
        match self.below(4) {
            0 => format!("{list}.isEmpty()"),
            1 => {
                let value = self.value(&of, 0);
                format!("{list}.contains({value})")
            }
            n => {
                let test = self.lambda(&[of], |g, _| g.boolean(d));
                format!("{list}.{}({test})", if n == 2 { "any" } else { "all" })
            }
        }
    }

    /// Collections compared, and looked for in others.
    fn equal_collections(&mut self, d: u32) -> String {
        let of = self.simple_type();
        let ty = match self.below(4) {
            0 => Ty::table(Ty::Text, of),
            1 => Ty::stack(of),
            2 => Ty::list(Ty::list(of)),
            _ => Ty::list(of),
        };
        let name = self.ty(&ty);
        let several = |g: &mut Gen| match &ty {
            Ty::Table(key, value) => format!("{{ {}, {} }}", g.value(key, 0), g.value(value, 0)),
            Ty::List(of) | Ty::Stack(of) => g.several(of, 0),
            _ => String::new(),
        };
        let (a, b) = (self.value(&ty, d), several(self));
        let made = format!("new {name}() {{ {b} }}");
        match self.below(3) {
            0 => format!("(({a}) != {made})"),
            1 => format!("(new List<{name}>() {{ {a}, {made} }}.distinct().length == 1)"),
            _ => format!("(({a}) == {made})"),
        }
    }

    fn about_board(&mut self, d: u32) -> String {
        if self.boards.is_empty() {
            return self.about_list(d);
        }
        if self.chance(45)
            && let Some(about_spots) = self.about_spots()
        {
            return about_spots;
        }
        let b = self.below(self.boards.len());
        let (name, tile) = (self.board(b), self.tile(b, d));
        match self.below(4) {
            0 | 1 => format!("{tile}.isEmpty()"),
            2 => format!("{name}.isFull()"),
            _ => {
                let test = self.tile_test(b, 1);
                format!("{name}.line({tile}, {}, {test})", self.below(3) + 1)
            }
        }
    }

    /// A test of tiles for lines and regions, for which tests of an owner, of empty and of occupied tiles have code of
    /// their own.
    pub(super) fn tile_test(&mut self, b: usize, d: u32) -> String {
        let which = self.below(10);
        self.lambda(&[Ty::Tile(b)], |g, names| match which {
            0..3 => format!("{}.owner == {}", names[0], g.player(d)),
            3 => format!("{}.isEmpty()", names[0]),
            4 => format!("!{}.isEmpty()", names[0]),
            5 => {
                let tiles = g.named(&Ty::Tile(b), false);
                let but = g.pick(&tiles).unwrap_or_else(|| names[0].clone());
                format!("{} != {but} && !{0}.isEmpty()", names[0])
            }
            _ => g.boolean(d),
        })
    }

    fn about_piece(&mut self) -> String {
        let c = self.concrete(Kind::Piece);
        let name = self.classes[c].name.clone();
        match (self.object(PIECE), self.below(3)) {
            (Some(piece), 0) => format!("{piece} is {name}"),
            (Some(piece), 1) => format!("({piece}.place == null)"),
            (Some(piece), _) => format!("({piece} as {name} != null)"),
            (None, _) => format!("all({name}).isEmpty()"),
        }
    }

    fn about_collection(&mut self, d: u32) -> String {
        let tables = self.named(&Ty::table(Ty::Text, Ty::Number), false);
        match self.pick(&tables) {
            Some(table) => format!("{table}.contains({})", self.text(d)),
            None => format!("({}).isEmpty()", self.text(d)),
        }
    }
}
