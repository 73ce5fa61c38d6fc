//! Statements that change the game.

use super::scope::{Gen, Here, Kind, PIECE, Ty};

impl Gen {
    pub(super) fn game_change(&mut self) -> String {
        if !self.bags.is_empty()
            && self.chance(14)
            && let Some(change) = self.bag_change()
        {
            return change;
        }
        match self.below(24) {
            22 | 23 => self.rarer_change(),
            0..4 if self.here.moves => self.zone_move(),
            4..7 if self.here.moves => self.board_move(),
            7 | 8 if self.here.moves => self.raise(),
            9 => {
                let (v, p) = (self.name("v"), self.player_or_number(1));
                format!("player {v} = {p};\nscore {v}, {};", self.number(1))
            }
            10 => self.assign_owner(),
            11 if self.here.weight < 4 && self.here.moves => self.new_piece(),
            12 => self.end_piece(),
            13 if self.here.actor
                && self.here.this.is_some()
                && !self.here.supposed
                && self.takes_back
                // What events bring about may run in `setup`, which must not fail.
                && self.here.events_from == 0
                && self.chance(25) =>
            {
                format!("if ({}) {{ fail \"no {{{}}}\"; }}", self.boolean(2), self.number(1))
            }
            14 if self.chance(40) => self.tell(),
            14 if self.chance(70) => self.acting(),
            14 => self.pass(),
            15 | 20 if self.here.weight < 3 => self.call_statement(),
            16 if self.here.may_ask => self.question(),
            17 => self.attribute_of_all(),
            18 if self.chance(12) => format!("eliminate {};", self.player(0)),
            19 => self.modify().unwrap_or_else(|| self.assignment()),
            21 if self.here.weight < 4 => self.modify_all().unwrap_or_else(|| self.assignment()),
            _ => self.assignment(),
        }
    }

    fn tell(&mut self) -> String {
        let to = if self.chance(20) { format!(" to {}", self.player_or_number(1)) } else { String::new() };
        let (v, n, text) = (self.name("v"), self.name("n"), self.text(1));
        let known = format!("string {v} = {text};\nnumber {n} = {};", self.number(1));
        let told = match self.below(4) {
            0 => v,
            // This may go wrong.
            1 => format!("\"{{{n} / {n}}} of {{{v}[{n}]}}, {{{v}}}\""),
            2 => format!("\"{{{n}}} of {{{v}}} \""),
            _ => format!("\"{{{v}}}: {{{n}}}, {{{n} > 1}}\""),
        };
        format!("{known}\ntell {told}{to};")
    }

    fn zone_move(&mut self) -> String {
        let (Some(a), Some(b)) = (self.zone(1), self.zone(1)) else { return self.assignment() };
        let of_all = |z: &super::scope::ZonePlan| z.per_player && z.row.is_none_or(|row| row.1.is_none());
        let shared = self.zones.iter().filter(|z| of_all(z));
        let shared: Vec<String> =
            shared.map(|z| format!("{}{}", z.name, z.row.map_or("", |_| "[0]"))).collect();
        match self.below(9) {
            0 | 1 => format!("{a}.draw({}, to: {b});", self.below(3)),
            2 if self.may_roll() => format!("{a}.shuffle();"),
            3 => format!("{a}.split({}, {b});", self.below(3)),
            4 => match self.pick(&shared) {
                Some(zones) => format!("{a}.deal(1, to: {zones});"),
                None => format!("{a}.draw(1, {b});"),
            },
            5 => format!("{b}.addAll({a}.peek({}));", self.below(3)),
            6 => {
                let position = self.one(&["", ", 0", ", position: 1"]);
                format!("if (!{a}.isEmpty()) {{ {a}.move({a}.top(), {b}{position}); }}")
            }
            7 => format!("if (!{a}.isEmpty()) {{ {a}.reveal({a}.bottom(), to: {}); }}", self.player(1)),
            _ => match self.object(PIECE) {
                Some(piece) => format!("{b}.add({piece});"),
                None => format!("if (!{a}.isEmpty()) {{ {b}.add({a}.top()); }}"),
            },
        }
    }

    fn board_move(&mut self) -> String {
        if self.boards.is_empty() {
            return self.assignment();
        }
        if self.chance(30)
            && let Some(change) = self.spot_change()
        {
            return change;
        }
        let b = self.below(self.boards.len());
        let (name, t) = (self.board(b), self.name("t"));
        let ty = self.boards[b].tile.clone();
        let tile = self.tile(b, 2);
        let on = if self.chance(50) { "on: " } else { "" };
        match (self.object(PIECE), self.zone(1)) {
            (Some(piece), _) if self.chance(10) => format!("{name}.place({piece}, {on}{tile});"),
            (Some(piece), _) if self.chance(15) => format!("{piece}.lift();"),
            (Some(piece), _) if self.chance(20) => {
                format!("{ty} {t} = {tile};\nif ({t}.isEmpty()) {{ {piece}.putOn({t}); }}")
            }
            (Some(piece), _) => {
                format!("{ty} {t} = {tile};\nif ({t}.isEmpty()) {{ {name}.place({piece}, {on}{t}); }}")
            }
            (None, Some(zone)) => format!(
                "{ty} {t} = {tile};\nif ({t}.isEmpty() && !{zone}.isEmpty()) {{ {name}.place({zone}.top(), {on}{t}); }}"
            ),
            (None, None) => self.assignment(),
        }
    }

    fn raise(&mut self) -> String {
        let from = self.here.events_from;
        if from >= self.events.len() || self.here.weight > 3 || self.here.supposed && self.chance(70) {
            return self.assignment();
        }
        if self.events_ask && !self.here.may_ask {
            return self.assignment();
        }
        let e = from + self.below(self.events.len() - from);
        let (name, attributes) = (self.events[e].name.clone(), self.events[e].attributes.clone());
        let mut args = Vec::new();
        for (attribute, ty) in &attributes {
            if self.chance(90) {
                args.push(format!("{attribute}: {}", self.value(ty, 1)));
            }
        }
        format!("raise {name}({});", args.join(", "))
    }

    fn assign_owner(&mut self) -> String {
        let class = if self.chance(30) { self.concrete(Kind::Group) } else { PIECE };
        let p = self.player_or_number(1);
        match self.object(class) {
            Some(object) => match self.below(5) {
                0 => format!("{object}.unassign();"),
                1 => format!("{object}.assign({p});"),
                _ => format!("{object}.assign(player: {p});"),
            },
            None => {
                let (v, name) = (self.name("v"), self.classes[class].name.clone());
                format!("for ({name} {v} in all({name}).take(2)) {{ {v}.assign(player: {p}); }}")
            }
        }
    }

    /// A new object with some of its attributes given.
    pub(super) fn made(&mut self, class: usize) -> String {
        let attributes = self.classes[class].attributes.clone();
        let mut given = Vec::new();
        for (name, ty) in attributes.iter().filter(|a| !matches!(a.1, Ty::Object(_))) {
            if self.chance(50) {
                given.push(format!("{name} = {}", self.value(ty, 1)));
            }
        }
        let name = &self.classes[class].name;
        if given.is_empty() {
            format!("new {name}()")
        } else {
            format!("new {name}() {{ {} }}", given.join(", "))
        }
    }

    fn new_piece(&mut self) -> String {
        let class = self.concrete(Kind::Piece);
        let (v, name, made) = (self.name("v"), self.classes[class].name.clone(), self.made(class));
        let Some(zone) = self.zone(1) else { return self.assignment() };
        let many = format!("if (all({name}).length < 14) {{");
        let p = self.player_or_number(1);
        match self.chance(50) {
            true => format!("{many} {name} {v} = {made};\n{v}.assign(player: {p});\n{zone}.add({v}); }}"),
            false => format!("{many} {zone}.add({made}); }}"),
        }
    }

    fn end_piece(&mut self) -> String {
        if self.here.supposed || self.here.loops > 0 || self.chance(50) {
            return self.assignment();
        }
        let class = self.concrete(Kind::Piece);
        let which = self.one(&["first", "last"]);
        format!("remove all({}).{which}();", self.classes[class].name)
    }

    pub(super) fn pass(&mut self) -> String {
        let phases: Vec<String> = self.turns.iter().flat_map(|t| t.1.clone()).collect();
        let turn = self.pick(&self.turns.clone());
        match (self.below(8), turn) {
            (0, _) => format!("turn.pass({});", self.player_or_number(1)),
            (1, Some((_, of))) if self.turns.len() == 1 => match self.pick(&of) {
                Some(phase) => format!("turn.pass({}, \"{phase}\");", self.player_or_number(1)),
                None => "turn.pass();".to_owned(),
            },
            (2, Some((_, of))) if self.turns.len() == 1 => match self.pick(&of) {
                Some(phase) => format!("turn.phase.use(\"{phase}\");"),
                None => "turn.pass();".to_owned(),
            },
            (3, Some((name, _))) if phases.len() > 1 => format!("turns.use(\"{name}\");"),
            _ => "turn.pass();".to_owned(),
        }
    }

    fn call_statement(&mut self) -> String {
        if let (Some((class, action, input)), true, false) =
            (self.callable.clone(), self.here.may_ask, self.here.supposed)
        {
            let given = if self.chance(50) { format!("{input}: {}", self.below(4)) } else { String::new() };
            return format!("{class}.{action}({given});");
        }
        if let (Some((action, input)), Some(piece), true, false) =
            (self.touch.clone(), self.object(PIECE), self.here.may_ask, self.here.supposed)
        {
            let given = if self.chance(60) { format!("{input}: {}", self.below(2)) } else { String::new() };
            return format!("{piece}.{action}({given});");
        }
        let ty = self.simple_type();
        match self.called(&ty, 1) {
            Some(call) => {
                let v = self.name("v");
                self.declare(&v, ty.clone(), true, true);
                format!("{} {v} = {call};", self.ty(&ty))
            }
            None => self.assignment(),
        }
    }

    /// Several are asked at once, who cannot all answer.
    fn round(&mut self, v: &str, known: &str) -> String {
        let q = self.name("q");
        let players = self.one(&["player.all()", "player.remaining()", "player.all().concat({ actor })"]);
        let players = format!("{players}.filter({q} => {q} != {})", self.player(0));
        match self.below(5) {
            3 => {
                let text = format!(
                    "Table<player, string> {v} = {known}choose string by each {q} in {players} free 9 from {{ \"a\", \"x\" }} where it.length + {q} != 4;"
                );
                self.declare(v, Ty::table(Ty::Player, Ty::Text), true, true);
                text
            }
            0 => {
                let text = format!("player {v} = {known}choose bool \"Who?\" by first {players};");
                self.declare(v, Ty::Player, true, false);
                text
            }
            1 => {
                let text = format!(
                    "Table<player, number> {v} = {known}choose optional number \"{{{q}}}?\" by each {q} in {players} from 1..{q} + 1;"
                );
                self.declare(v, Ty::table(Ty::Player, Ty::Number), true, true);
                text
            }
            2 => {
                let zone = self.zone(0).unwrap_or_default();
                let piece = self.classes[PIECE].name.clone();
                let text = format!(
                    "Table<player, List<{piece}>> {v} = choose List<{piece}> by each {players} count 0..1 from {zone}.take(2);"
                );
                self.declare(v, Ty::table(Ty::Player, Ty::list(Ty::Object(PIECE))), false, true);
                text
            }
            _ => {
                let text = format!("Table<player, bool> {v} = {known}choose bool by each {players};");
                self.declare(v, Ty::table(Ty::Player, Ty::Bool), true, true);
                text
            }
        }
    }

    /// A question whose answer is a variable afterwards.
    fn question(&mut self) -> String {
        if self.here.weight > 2 || !self.here.actor {
            return self.assignment();
        }
        let v = self.name("v");
        let by = if self.chance(30) { format!(" by {}", self.player_or_number(1)) } else { String::new() };
        let zone = self.zone(0).unwrap_or_default();
        let piece = self.classes[PIECE].name.clone();
        let known = self.one(&["secret ", "open "]);
        if !self.takes_back && self.chance(20) {
            return self.round(&v, known);
        }
        match self.below(7) {
            5 => {
                let x = self.name("x");
                let text = format!(
                    "number {v} = (1..2).map({x} => {known}choose number{by} from {x}..{x} + 1).sum();"
                );
                self.declare(&v, Ty::Number, true, true);
                text
            }
            0 => {
                let step = self.one(&["", " step 2", " step 0.5"]);
                let text = format!("number {v} = {known}choose number \"How many?\"{by} from 0..2{step};");
                self.declare(&v, Ty::Number, true, true);
                text
            }
            1 => format!(
                "{piece} {v} = choose optional {piece}{by} from {zone};\nif ({v} != null) {{ {} }}",
                {
                    let here = self.here.clone();
                    self.within(here, |g| {
                        g.declare(&v, Ty::Object(PIECE), false, true);
                        g.statements(0, 2)
                    })
                }
            ),
            2 => {
                let f = self.name("x");
                let here =
                    Here { lambda: true, pure: true, may_ask: false, chance: false, ..self.here.clone() };
                let filter = self.within(here, |g| {
                    g.declare(&f, Ty::Number, false, true);
                    g.boolean(1)
                });
                format!(
                    "number {v} = (open choose number{by} from 1..4 {{ filter {f} where {filter}; }}) ?? 1;"
                )
            }
            4 => {
                let free = self.one(&["free", "free 3", "free 20"]);
                let here =
                    Here { lambda: true, pure: true, may_ask: false, chance: false, ..self.here.clone() };
                let filter = self.within(here, |g| {
                    g.declare("it", Ty::Text, false, true);
                    g.boolean(1)
                });
                let text = format!(
                    "string {v} = (open choose string{by} {free} from {{ \"a\", \"hello\" }} where {filter}) ?? \"x\";"
                );
                self.declare(&v, Ty::Text, true, true);
                text
            }
            3 => {
                let count = self.one(&["2", "0..1", "1..2", "any", "0..2 ordered", "2 ordered"]);
                let text = format!(
                    "List<{piece}> {v} = (choose List<{piece}>{by} count {count} from {zone}.take(3)) ?? {zone}.take(1);"
                );
                self.declare(&v, Ty::list(Ty::Object(PIECE)), false, true);
                text
            }
            _ => {
                let ty = self.simple_type();
                let tile = matches!(ty, Ty::Tile(_) | Ty::Text);
                match (tile, self.asked(&ty, 1)) {
                    (false, Some(asked)) => {
                        let text = format!("{} {v} = {asked};", self.ty(&ty));
                        self.declare(&v, ty, true, true);
                        text
                    }
                    _ => self.assignment(),
                }
            }
        }
    }

    fn attribute_of_all(&mut self) -> String {
        let (v, class) = (self.name("v"), self.concrete(Kind::Piece));
        let numbers = self.classes[class].attributes.clone();
        let number = numbers.into_iter().find(|a| a.1 == Ty::Number);
        let Some((attribute, _)) = number else { return self.assignment() };
        let name = self.classes[class].name.clone();
        let value = self.number(1);
        let change = format!("{v}.{attribute} = ({v}.{attribute} + {value}) % 50;");
        if self.chance(60) {
            return format!("for ({name} {v} in all({name})) {{ {change} }}");
        }
        let (all, sum) = (self.name("v"), self.name("x"));
        let text = match self.below(3) {
            0 => format!(
                "all({name}).fold(0, with: ({sum}, {v}) => {{ {change} return {sum} + {v}.{attribute}; }})"
            ),
            1 => format!("all({name}).map({v} => {{ {change} return {v}.{attribute}; }}).sum()"),
            _ => format!(
                "all({name}).flatMap({v} => {{ {change} return {{ {v}.{attribute}, 1 }}; }}).filter({sum} => {sum} > 1).length"
            ),
        };
        self.declare(&all, Ty::Number, true, true);
        format!("number {all} = {text};")
    }
}
