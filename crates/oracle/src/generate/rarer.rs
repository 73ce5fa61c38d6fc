//! Forms that are used less often, so that every builtin and every conversion is met.

use super::scope::{Gen, PIECE, Ty};

impl Gen {
    pub(super) fn rarer_number(&mut self, d: u32) -> String {
        match self.below(16) {
            14 | 15 => self.applied(d),
            0 => self.of_collection(d),
            1 => self.of_collection(d),
            2 => format!("{}.team.length", self.player(d)),
            3 if !self.boards.is_empty() => {
                let b = self.below(self.boards.len());
                let what = self.one(&["columns", "rows", "pieces().length"]);
                format!("{}.{what}", self.board(b))
            }
            4 => match self.object(PIECE) {
                Some(piece) => format!("{piece}.owners.length"),
                None => "(turn.active() == null ? 0 : turn.active().name.length)".to_owned(),
            },
            5 if self.may_roll() => format!("({}.random() ?? 2)", self.list(&Ty::Number, d)),
            6 => {
                let lists = self.list(&Ty::list(Ty::Number), 0);
                format!("{lists}.sum(x{} => 2)", self.below(9))
            }
            7 => format!("((2 as bool) as number) + ((({}) as bool) as number)", self.number(d)),
            8 => match self.tile_of_any() {
                Some(tile) => format!("({tile}.owner ?? 1) + {}", self.below(3)),
                None => self.literal(),
            },
            9 => {
                let table = self.lambda(&[Ty::Number], |g, _| g.value(&Ty::Text, d.min(1)));
                format!("{}.groupBy({table}).length", self.list(&Ty::Number, d))
            }
            10 => {
                let twice = self.lambda(&[Ty::list(Ty::Number)], |_, names| format!("{}.length", names[0]));
                format!("{}.map({twice}).max()", self.new_list(&Ty::list(Ty::Number), 0))
            }
            11 if self.here.weight < 50 => {
                let test = self.lambda(&[Ty::Object(PIECE)], |g, _| g.boolean(1));
                match self.zone(0) {
                    Some(zone) => format!("({zone}.search({test}) == null ? 1 : 2)"),
                    None => self.literal(),
                }
            }
            _ => format!("({} ?? ({} ?? 3))", self.of_place(), self.below(9)),
        }
    }

    /// A call of the function that takes a function value.
    fn applied(&mut self, d: u32) -> String {
        let Some(apply) = self.apply.clone() else { return self.literal() };
        let f = self.lambda(&[Ty::Number], |g, _| g.number(d.min(1)));
        format!("{apply}({}, {f})", self.number(d))
    }

    /// That function.
    pub(super) fn applying(&mut self, out: &mut String) {
        if self.chance(50) {
            let name = self.name("f");
            out.push_str(&format!(
                "function number {name}(number n0, (number) => number f0) {{ return (f0(n0) + f0(n0 + 1)) % 100; }}\n"
            ));
            self.apply = Some(name);
        }
    }

    fn of_collection(&mut self, _d: u32) -> String {
        match self.any_named(false, |t| matches!(t, Ty::Table(..) | Ty::Stack(_))) {
            Some((name, Ty::Table(..))) => match self.below(3) {
                0 => format!("{name}.length"),
                1 => format!("{name}.keys().length"),
                _ => format!("{name}.copy().values().sum() % 100"),
            },
            Some((name, _)) => {
                let what = self.one(&["length", "length()", "take(2).length", "copy().length"]);
                format!("{name}.{what}")
            }
            None => "player.remaining().length".to_owned(),
        }
    }

    /// The number of the tile on which a piece may be, null if it is on none.
    fn of_place(&mut self) -> String {
        match (self.object(PIECE), self.below(2)) {
            (Some(piece), 0) => format!("({piece}.tile == null ? 1 : {piece}.tile.x)"),
            (Some(piece), _) => format!("({piece}.place is Tile ? ({piece}.place as Tile).y : 5)"),
            (None, _) => "({ 1, 2 } as List<number>)[1]".to_owned(),
        }
    }

    fn tile_of_any(&mut self) -> Option<String> {
        if self.boards.is_empty() {
            return None;
        }
        let b = self.below(self.boards.len());
        Some(self.tile(b, 1))
    }

    pub(super) fn rarer_bool(&mut self, d: u32) -> String {
        match self.below(8) {
            0 => {
                let given = if self.chance(50) { self.number(d) } else { self.text(d) };
                format!("(position() == position({given}))")
            }
            1 => match (!self.boards.is_empty()).then(|| self.board(0)) {
                Some(board) if self.chance(50) => format!("({board}.position() == {board}.position())"),
                _ => "(position() == position())".to_owned(),
            },
            2 => match self.tile_of_any() {
                Some(tile) => format!("({tile}.piece == null)"),
                None => "(turn.active() == null)".to_owned(),
            },
            3 => match (self.zone(0), self.zone(0)) {
                (Some(a), Some(b)) => format!("({a}.owner == {b}.owner)"),
                _ => "true".to_owned(),
            },
            4 => match self.object(PIECE) {
                Some(piece) => {
                    let zone = self.zone(0).unwrap_or_else(|| "null".to_owned());
                    format!("({piece}.place == {zone} || {piece}.owner == {})", self.player(0))
                }
                None => format!("({} as bool)", self.literal()),
            },
            5 => format!("({} is string)", self.text_receiver(0)),
            6 => {
                let shared = self.zones.iter().find(|z| z.per_player).map(|z| z.name.clone());
                let (name, p) = (shared.unwrap_or_default(), self.player_or_number(0));
                format!("({name}.of({p}).isEmpty() != {name}({p}).isEmpty())")
            }
            _ => match self.any_named(false, |t| matches!(t, Ty::Table(..))) {
                Some((name, Ty::Table(k, _))) => format!("{name}.contains({})", self.value(&k, d.min(1))),
                _ => format!("player.all().contains({})", self.player_or_number(0)),
            },
        }
    }

    pub(super) fn rarer_text(&mut self, d: u32) -> String {
        match self.below(6) {
            0 => "(turn.active() == null ? \"?\" : turn.active().name)".to_owned(),
            1 => match self.tile_of_any() {
                Some(tile) => format!("({tile}.mark ?? \"no\")"),
                None => "\"{player.active()}\"".to_owned(),
            },
            2 => match self.object(PIECE) {
                Some(piece) => format!("\"{{{piece}}} at {{{piece}.place}}\""),
                None => format!("\"{{{}}}\"", self.player(d)),
            },
            3 if !self.enums.is_empty() => {
                let e = self.below(self.enums.len());
                format!("({} as string)", self.case(e, 0))
            }
            4 => match self.any_named(false, |t| matches!(t, Ty::Table(k, _) if **k == Ty::Text)) {
                Some((name, _)) => format!("({name}.keys().last() ?? \"none\")"),
                None => "\"a\\\"b\\\\\"".to_owned(),
            },
            _ => format!("(null as string ?? {})", self.text(d)),
        }
    }

    pub(super) fn rarer_tile(&mut self, b: usize, d: u32) -> String {
        let (name, directions, only) =
            (self.board(b), self.boards[b].directions, self.boards.len() == 1 && !self.boards[b].per_player);
        let from = self.tile(b, 0);
        match self.below(6) {
            0 => format!("({name}.tile(\"\" + {}) ?? {from})", self.text(d)),
            1 if directions.len() == 8 => {
                let what =
                    self.one(&["jumps(1, 2)", "orthogonal()", "diagonal()", "jumps(0, 1)", "jumps(1, 1)"]);
                format!("({from}.{what}.last() ?? {from})")
            }
            2 => {
                let test = self.lambda(&[Ty::Tile(b)], |g, _| g.boolean(1));
                format!("({from}.path({}, {test}{}).last() ?? {from})", self.tile(b, 0), self.over(b))
            }
            3 if only && directions.len() == 8 => {
                let tile = self.boards[b].tile.clone();
                format!("((\"\" + {}) as {tile} ?? {from})", self.text_receiver(0))
            }
            4 if self.boards[b].grows => {
                format!("({name}.tile(\"{}\") ?? {from})", self.one(&["1,-1", "0,2", "-3,0"]))
            }
            4 if only && directions.len() == 8 => format!("(\"a1\" as {})", self.boards[b].tile),
            _ => format!("({name}.row(0).last() ?? {from})"),
        }
    }

    pub(super) fn rarer_change(&mut self) -> String {
        let piece = self.object(PIECE);
        match (self.below(6), piece) {
            (0, Some(piece)) => format!("{piece}.reveal();"),
            (1, Some(piece)) => format!("{piece}.reveal(to: {});", self.player(0)),
            (2, Some(piece)) => format!("{piece}.unassign({});", self.player_or_number(0)),
            (3, Some(piece)) if self.here.moves => format!("{piece}.lift();"),
            (4, _) if self.may_roll() && self.here.weight < 10 => {
                let v = self.name("v");
                let name = self.classes[PIECE].name.clone();
                format!(
                    "{name} {v} = random.pick(all({name}));\nif ({v} != null) {{ {v}.assign({}); }}",
                    self.below(3)
                )
            }
            _ => self.pass(),
        }
    }
}
