//! Expressions that give numbers.

use super::scope::{Gen, Ty};
use language::catalogue::SigType;

impl Gen {
    pub(super) fn literal(&mut self) -> String {
        match self.below(12) {
            0 => "0.5".to_owned(),
            1 => "2.25".to_owned(),
            2 => "0.1".to_owned(),
            _ => self.below(10).to_string(),
        }
    }

    pub(super) fn number(&mut self, d: u32) -> String {
        if d == 0 || self.chance(20) {
            let known = self.named(&Ty::Number, false);
            return match self.chance(60) {
                true => self.pick(&known).unwrap_or_else(|| self.literal()),
                false => self.literal(),
            };
        }
        if !self.modifiers.is_empty()
            && self.chance(4)
            && let Some(number) = self.modified_number()
        {
            return number;
        }
        if !self.bags.is_empty()
            && self.chance(5)
            && let Some(number) = self.of_bag(d - 1)
        {
            return number;
        }
        match self.below(34) {
            30..34 => self.rarer_number(d - 1),
            0..7 => self.arithmetic(d - 1),
            7 | 8 => self.built_in_number(d - 1),
            9 => format!("({} ? {} : {})", self.boolean(d - 1), self.number(d - 1), self.number(d - 1)),
            10..15 => self.of_list(d - 1),
            15 => format!("{}.length", self.text_receiver(d - 1)),
            16 => {
                let s = self.text_receiver(d - 1);
                let part = self.one(&["a", "e", "l", "1", "zz"]);
                format!("{s}.indexOf(\"{part}\")")
            }
            17 => self.of_case(d - 1),
            18 | 19 => self.of_tile(d - 1),
            20 => format!("{}.score", self.player(d - 1)),
            21 => self.looked_up(d - 1),
            22 | 23 => self.called(&Ty::Number, d - 1).unwrap_or_else(|| self.arithmetic(d - 1)),
            24 => self.powerful(d - 1),
            25 if self.chance(30) => self.set_size(d - 1),
            25 => self.by_chance(),
            26 => self.converted(d - 1),
            27 => self.imagined(&Ty::Number, d - 1).unwrap_or_else(|| self.literal()),
            28 => self.asked(&Ty::Number, d - 1).unwrap_or_else(|| self.literal()),
            _ => format!("({} ?? {})", self.nullable_number(d - 1), self.literal()),
        }
    }

    /// A number that is not far from zero and whole.
    pub(super) fn small(&mut self, d: u32, below: usize) -> String {
        if self.chance(60) {
            return self.below(below).to_string();
        }
        format!("(abs(floor({})) % {below})", self.number(d))
    }

    fn arithmetic(&mut self, d: u32) -> String {
        let (a, b) = (self.number(d), self.number(d));
        match self.below(13) {
            0..3 => format!("({a} + {b})"),
            3 | 4 => format!("({a} - {b})"),
            5 => format!("({a} * {b}) % 1000"),
            6 => format!("({a} % {})", self.below(9) + 2),
            7 => format!("({a} / {})", self.below(4) + 2),
            8 => format!("-({a})"),
            9 => format!("((abs({a}) % 4) ^ {})", self.below(3)),
            10 => {
                let (x, y, z) = (self.literal(), self.literal(), self.below(5) + 1);
                format!("(1 + {x} * {y} ^ 2 - {z} % 3 / 2)")
            }
            11 if self.chance(8) => format!("({a} / ({b}))"),
            11 if self.chance(8) => format!("({a} / (floor({b}) % 3))"),
            11 => format!("({a} / (abs({b}) + 1))"),
            _ => format!("({} + {a})", self.player(d)),
        }
    }

    fn built_in_number(&mut self, d: u32) -> String {
        let a = self.number(d);
        match self.below(8) {
            0 => format!("max({a}, {})", self.number(d)),
            1 => format!("min(b: {a}, a: {})", self.number(d)),
            2 => format!("abs({a})"),
            3 => format!("floor({a})"),
            4 => format!("ceil({a})"),
            5 => format!("round({a})"),
            6 => format!("sqrt(abs({a}))"),
            _ => format!("round(sqrt(abs({a})) * 10)"),
        }
    }

    fn of_list(&mut self, d: u32) -> String {
        let of = self.element_type();
        let list = self.list(&of, d);
        match self.below(9) {
            0 | 5 => format!("({} ?? 1)", self.list_call(&list, &of, &SigType::Number, d)),
            1 => format!("{list}.count()"),
            2 => {
                let test = self.lambda(&[of], |g, _| g.boolean(d));
                format!("{list}.count({test})")
            }
            3 => {
                let by = self.lambda(&[of], |g, _| g.number(d));
                format!("{list}.sum({by}) % 500")
            }
            4 => {
                let by = self.lambda(&[of], |g, _| g.number(d));
                let extreme = self.one(&["min", "max"]);
                format!("({list}.{extreme}({by}) ?? 3)")
            }
            6 => {
                let with = self.lambda(&[Ty::Number, of], |g, names| {
                    let more = g.number(d);
                    format!("({} + {more}) % 100", names[0])
                });
                format!("{list}.fold({}, {with})", self.below(5))
            }
            _ => {
                let numbers = self.list(&Ty::Number, d);
                match self.below(4) {
                    0 => format!("{numbers}.sum() % 300"),
                    1 => format!("({numbers}.max() ?? 1)"),
                    2 => format!("({numbers}.last() ?? 2)"),
                    _ => self.at_index(&numbers),
                }
            }
        }
    }

    fn at_index(&mut self, _numbers: &str) -> String {
        let named = self.named(&Ty::list(Ty::Number), false);
        let Some(list) = self.pick(&named) else { return self.literal() };
        match self.below(20) {
            0 => format!("{list}[{}]", self.below(3)),
            _ => format!("({list}.isEmpty() ? 4 : {list}[{} % {list}.length])", self.below(6)),
        }
    }

    fn of_case(&mut self, d: u32) -> String {
        if self.enums.is_empty() {
            return self.literal();
        }
        let e = self.below(self.enums.len());
        let case = self.case(e, d);
        match self.enums[e].points.clone() {
            Some(points) if self.chance(60) => format!("{case}.{points}"),
            _ => format!("{case}.index"),
        }
    }

    fn of_tile(&mut self, d: u32) -> String {
        if self.boards.is_empty() {
            return self.literal();
        }
        if self.chance(30)
            && let Some(of_spots) = self.of_spots()
        {
            return of_spots;
        }
        let b = self.below(self.boards.len());
        let tile = self.tile(b, d);
        match self.below(7) {
            0 => format!("{tile}.x"),
            1 => format!("{tile}.y"),
            2 => format!("({tile}.distance({}) ?? -1)", self.tile(b, 0)),
            3 => format!("{tile}.pieces.length"),
            4 => format!("({tile}.edge({}) == null ? 0 : {tile}.edges.sum(r => r.weight))", self.tile(b, 0)),
            5 => format!("{}.edges().sum(r => r.weight)", self.board(b)),
            _ => match self.boards[b].value.clone() {
                Some(value) => format!("{tile}.{value}"),
                None => format!("{}.rows", self.board(b)),
            },
        }
    }

    fn looked_up(&mut self, d: u32) -> String {
        let key = if self.chance(50) { Ty::Text } else { Ty::Number };
        let tables = self.named(&Ty::table(key.clone(), Ty::Number), false);
        match self.pick(&tables) {
            Some(table) => format!("({table}[{}] ?? {})", self.value(&key, d), self.below(9)),
            None => self.built_in_number(d),
        }
    }

    /// A number that may be null.
    fn nullable_number(&mut self, d: u32) -> String {
        match self.below(4) {
            0 => format!("(({}) as number)", self.text(d)),
            1 => "(null as number)".to_owned(),
            2 => format!("{}.min()", self.list(&Ty::Number, d)),
            _ => {
                let test = self.lambda(&[Ty::Number], |g, names| format!("({} > {})", names[0], g.literal()));
                format!("{}.first({test})", self.list(&Ty::Number, d))
            }
        }
    }

    fn powerful(&mut self, d: u32) -> String {
        let classes: Vec<usize> =
            (0..self.classes.len()).filter(|c| self.classes[*c].power.is_some()).collect();
        for c in classes {
            if let (Some(object), Some(power)) = (self.object(c), self.classes[c].power.clone())
                && self.here.weight < 200
            {
                return format!("{object}.{power}({})", self.number(d));
            }
        }
        self.literal()
    }

    fn by_chance(&mut self) -> String {
        if !self.may_roll() {
            return self.literal();
        }
        match (self.below(3), self.dice.clone()) {
            (0, Some(dice)) => format!("{dice}.roll()"),
            (1, _) => format!("(random.pick({}) ?? 7)", self.list(&Ty::Number, 1)),
            _ => format!("random.roll({})", self.below(6) + 1),
        }
    }

    fn converted(&mut self, d: u32) -> String {
        match self.below(3) {
            0 => format!("(({}) as number)", self.boolean(d)),
            1 => format!("(\"{}\" as number)", self.below(100)),
            _ => format!("(({}) as string).length", self.number(d)),
        }
    }
}
