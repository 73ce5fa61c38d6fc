//! What a program under construction declares, and what is visible where text is being written.

use super::fixed::Held;
use base::Random;
use std::collections::BTreeSet;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Ty {
    Number,
    Text,
    Bool,
    Player,
    Enum(usize),
    /// Of that board.
    Tile(usize),
    Object(usize),
    List(Box<Ty>),
    Table(Box<Ty>, Box<Ty>),
    Stack(Box<Ty>),
    /// Of cases or players.
    Set(Box<Ty>),
}

impl Ty {
    pub(super) fn list(of: Ty) -> Ty {
        Ty::List(Box::new(of))
    }

    pub(super) fn table(key: Ty, value: Ty) -> Ty {
        Ty::Table(Box::new(key), Box::new(value))
    }

    pub(super) fn stack(of: Ty) -> Ty {
        Ty::Stack(Box::new(of))
    }
}

pub(super) struct Var {
    pub name: String,
    pub ty: Ty,
    /// It may be assigned to, or changed, here.
    pub writable: bool,
    /// It is not null.
    pub sure: bool,
}

pub(super) struct Enum {
    pub name: String,
    pub cases: Vec<String>,
    pub points: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Piece,
    Plain,
    Group,
    Global,
}

pub(super) struct Class {
    pub name: String,
    pub kind: Kind,
    pub parent: Option<usize>,
    pub is_abstract: bool,
    /// Inherited ones too.
    pub attributes: Vec<(String, Ty)>,
    /// Those that follow from others, inherited ones too, once they are declared.
    pub derived: Vec<(String, Ty)>,
    /// A number that depends on the class, overridden down the line.
    pub power: Option<String>,
}

pub(super) struct Board {
    pub name: String,
    /// The name of its tile type, and of a number that its tiles have.
    pub tile: String,
    pub value: Option<String>,
    pub directions: &'static [&'static str],
    pub tiles: usize,
    /// Whether it has no end.
    pub grows: bool,
    pub per_player: bool,
    /// Whether its edges and corners are places.
    pub edges: bool,
    pub corners: bool,
}

pub(super) struct ZonePlan {
    pub name: String,
    pub per_player: bool,
    /// Of a row of zones how many there are, and the cases that name them where there is an enumeration.
    pub row: Option<(usize, Option<usize>)>,
}

pub(super) struct Function {
    pub name: String,
    pub params: Vec<Ty>,
    /// How many of the last parameters have defaults.
    pub defaults: usize,
    pub returns: Ty,
    pub pure: bool,
    pub may_ask: bool,
    /// About how many steps it takes.
    pub weight: u64,
}

pub(super) struct Event {
    pub name: String,
    pub attributes: Vec<(String, Ty)>,
}

#[derive(Clone)]
pub(super) struct Modifier {
    pub name: String,
    /// It takes a number.
    pub param: bool,
    /// The class that it is for.
    pub on: usize,
    /// It is made of so many of the first modifiers; 0 where it is none of those.
    pub parts: usize,
    /// The one that it extends, which is no composition.
    pub parent: Option<usize>,
    /// It extends the abstract one.
    pub under: bool,
}

/// An object of a generic class, in an attribute of the global class.
#[derive(Clone)]
pub(super) struct Bag {
    pub name: String,
    /// What it holds.
    pub of: Ty,
}

/// What is allowed where text is being written.
#[derive(Clone)]
pub(super) struct Here {
    /// Nothing of the game may be changed.
    pub pure: bool,
    pub chance: bool,
    pub may_ask: bool,
    /// Pieces may be moved and events raised.
    pub moves: bool,
    pub actor: bool,
    pub this: Option<usize>,
    /// Events from this one on may be raised.
    pub events_from: usize,
    /// About how often this place is run.
    pub weight: u64,
    pub loops: u32,
    /// A function value: `suppose` and assignments to outer variables are out.
    pub lambda: bool,
    /// In a `suppose`: the game may not end, fail or ask.
    pub supposed: bool,
}

pub(super) struct Gen {
    random: Random,
    names: u32,
    pub enums: Vec<Enum>,
    pub classes: Vec<Class>,
    pub boards: Vec<Board>,
    pub zones: Vec<ZonePlan>,
    pub functions: Vec<Function>,
    pub events: Vec<Event>,
    pub dice: Option<String>,
    pub turns: Vec<(String, Vec<String>)>,
    /// The action of the global class that others may call, with its number input.
    pub callable: Option<(String, String, String)>,
    pub moved_observed: bool,
    /// A function that takes a number and a function value.
    pub apply: Option<String>,
    /// A global class, its attribute that keeps an act, one that is a number, and a function that changes it.
    pub kept: Option<[String; 4]>,
    pub held: Option<Held>,
    /// An action of all pieces, overridden down the line, with its number input.
    pub touch: Option<(String, String)>,
    /// The last event extends the first.
    pub event_line: bool,
    /// Blocks before events may ask, and their order too, so that events are raised only where one may ask.
    pub events_ask: bool,
    /// Effects may fail and actions ensure something; then none uses chance, for what is legal would tell what comes.
    pub takes_back: bool,
    pub modifiers: Vec<Modifier>,
    pub bags: Vec<Bag>,
    /// The attribute with an object that knows zones.
    pub shelf: Option<String>,
    /// The first bag takes a modifier.
    pub padded: bool,
    /// An abstract modifier of pieces.
    pub abstract_modifier: Option<String>,
    /// ` extends M` for each modifier that may look at something hidden.
    pub looking: BTreeSet<String>,
    /// There are three layers.
    pub layered: bool,
    /// Two modifiers of different layers that change the same, the lower layer first.
    pub clashing: Option<[String; 2]>,
    /// Modifiers grant, lose and bar others, and look at what others change.
    pub abilities: bool,
    /// Derived attributes with the number of their layer, which is never below that of one declared before.
    pub settled: Vec<(String, usize)>,
    pub vars: Vec<Var>,
    pub here: Here,
    /// The steps of the body under construction.
    pub spent: u64,
}

/// The layers of a program that has some.
pub(super) const LAYERS: [&str; 3] = ["LayA", "LayB", "LayC"];

/// The class that every zone holds and every board carries.
pub(super) const PIECE: usize = 0;

/// The attribute of the global class that counts the moves; nothing else changes it.
pub(super) const TICKS: &str = "ticks";

impl Gen {
    pub(super) fn new(seed: u64) -> Gen {
        Gen {
            random: Random::new(seed ^ 0x5EED),
            names: 0,
            enums: Vec::new(),
            classes: Vec::new(),
            boards: Vec::new(),
            zones: Vec::new(),
            functions: Vec::new(),
            events: Vec::new(),
            dice: None,
            turns: Vec::new(),
            callable: None,
            moved_observed: false,
            apply: None,
            kept: None,
            held: None,
            touch: None,
            event_line: false,
            events_ask: false,
            takes_back: Random::new(seed ^ 0xBACC).below(2) == 0,
            modifiers: Vec::new(),
            bags: Vec::new(),
            shelf: None,
            padded: false,
            abstract_modifier: None,
            looking: BTreeSet::new(),
            layered: false,
            clashing: None,
            abilities: false,
            settled: Vec::new(),
            vars: Vec::new(),
            here: Here::pure(),
            spent: 0,
        }
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u64) as usize
    }

    /// True that many times in a hundred.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(super) fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        let i = self.below(from.len());
        from.get(i).cloned()
    }

    pub(super) fn one(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }

    /// A name that is nowhere else.
    pub(super) fn name(&mut self, start: &str) -> String {
        self.names += 1;
        format!("{start}{}", self.names)
    }

    /// A name for a variable: now and then that of a function, which it hides.
    pub(super) fn variable(&mut self) -> String {
        let hidden = if self.chance(6) { self.below(self.functions.len().max(1)) } else { usize::MAX };
        let name = self.functions.get(hidden).map(|f| f.name.clone());
        name.filter(|n| !self.is_hidden(n)).unwrap_or_else(|| self.name("v"))
    }

    /// Whether a variable or an attribute of `this` has the name.
    pub(super) fn is_hidden(&self, name: &str) -> bool {
        let attribute = |c: usize| self.classes[c].attributes.iter().any(|a| a.0 == name);
        self.vars.iter().any(|v| v.name == name) || self.here.this.is_some_and(attribute)
    }

    /// The type as TGDL writes it.
    pub(super) fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Number => "number".to_owned(),
            Ty::Text => "string".to_owned(),
            Ty::Bool => "bool".to_owned(),
            Ty::Player => "player".to_owned(),
            Ty::Enum(e) => self.enums[*e].name.clone(),
            Ty::Tile(b) => self.boards[*b].tile.clone(),
            Ty::Object(c) => self.classes[*c].name.clone(),
            Ty::List(t) => format!("List<{}>", self.ty(t)),
            Ty::Stack(t) => format!("Stack<{}>", self.ty(t)),
            Ty::Set(t) => format!("Set<{}>", self.ty(t)),
            Ty::Table(k, v) => format!("Table<{}, {}>", self.ty(k), self.ty(v)),
        }
    }

    /// A type of small values.
    pub(super) fn simple_type(&mut self) -> Ty {
        match self.below(12) {
            0..4 => Ty::Number,
            4 | 5 => Ty::Text,
            6 | 7 => Ty::Bool,
            8 => Ty::Player,
            9 if !self.boards.is_empty() => Ty::Tile(self.below(self.boards.len())),
            _ if !self.enums.is_empty() => Ty::Enum(self.below(self.enums.len())),
            _ => Ty::Number,
        }
    }

    /// A type of a variable or an attribute, collections too.
    pub(super) fn any_type(&mut self) -> Ty {
        match self.below(13) {
            12 => self.set_type(),
            0..6 => self.simple_type(),
            6 | 7 => Ty::list(self.simple_type()),
            8 => Ty::list(Ty::list(Ty::Number)),
            9 => {
                let key = if self.chance(50) { Ty::Text } else { Ty::Number };
                Ty::table(key, Ty::Number)
            }
            10 => Ty::stack(self.simple_type()),
            _ => Ty::list(Ty::Number),
        }
    }

    pub(super) fn declare(&mut self, name: &str, ty: Ty, writable: bool, sure: bool) {
        self.vars.push(Var { name: name.to_owned(), ty, writable, sure });
    }

    /// The names of the variables and attributes of a type; of those only that may be changed, if asked.
    pub(super) fn named(&self, ty: &Ty, writable: bool) -> Vec<String> {
        let fits = |v: &&Var| v.ty == *ty && (v.writable || !writable) && (v.sure || writable);
        let mut names: Vec<String> = self.vars.iter().filter(fits).map(|v| v.name.clone()).collect();
        if !(writable && (self.here.pure || self.here.lambda)) && !matches!(ty, Ty::Object(_)) {
            names.extend(self.attributes(ty, writable));
        }
        names
    }

    /// A variable or attribute whose type fits, with the type.
    pub(super) fn any_named(&mut self, writable: bool, fits: impl Fn(&Ty) -> bool) -> Option<(String, Ty)> {
        let mut types: Vec<Ty> = self.vars.iter().map(|v| v.ty.clone()).collect();
        types.extend(self.classes.iter().flat_map(|c| c.attributes.iter().map(|a| a.1.clone())));
        let mut found: Vec<(String, Ty)> = Vec::new();
        for ty in types.into_iter().filter(fits) {
            if found.iter().all(|f| f.1 != ty) {
                found.extend(self.named(&ty, writable).into_iter().map(|n| (n, ty.clone())));
            }
        }
        self.pick(&found)
    }

    /// The attributes of a type that are within reach: of `this`, of global objects, of objects known for sure.
    fn attributes(&self, ty: &Ty, writable: bool) -> Vec<String> {
        let mut found = Vec::new();
        let mut add = |prefix: &str, class: usize| {
            let class = &self.classes[class];
            let derived = class.derived.iter().filter(|_| !writable);
            let fitting = class.attributes.iter().chain(derived).filter(|a| a.1 == *ty);
            found.extend(fitting.map(|a| format!("{prefix}{}", a.0)));
        };
        if let Some(this) = self.here.this {
            add("", this);
        }
        for (i, c) in self.classes.iter().enumerate() {
            if c.kind == Kind::Global && self.here.this != Some(i) {
                add(&format!("{}.", c.name), i);
            }
        }
        for v in self.vars.iter().filter(|v| v.sure) {
            if let Ty::Object(c) = v.ty {
                add(&format!("{}.", v.name), c);
            }
        }
        found
    }

    /// Writes something in another context and with variables of its own; afterwards all is as before.
    pub(super) fn within<T>(&mut self, here: Here, write: impl FnOnce(&mut Gen) -> T) -> T {
        let before = std::mem::replace(&mut self.here, here);
        let vars = self.vars.len();
        let result = write(self);
        self.vars.truncate(vars);
        self.here = before;
        result
    }

    /// Whether chance may be used here.
    pub(super) fn may_roll(&self) -> bool {
        self.here.chance && !self.takes_back
    }

    /// A function value of these parameters; `body` writes an expression with them visible.
    pub(super) fn lambda(
        &mut self,
        params: &[Ty],
        body: impl FnOnce(&mut Gen, &[String]) -> String,
    ) -> String {
        let weight = self.here.weight * 6;
        let here = Here {
            pure: true,
            chance: false,
            may_ask: false,
            moves: false,
            lambda: true,
            weight,
            ..self.here.clone()
        };
        let names: Vec<String> = params.iter().map(|_| self.name("x")).collect();
        let result = self.within(here, |g| {
            for (name, ty) in names.iter().zip(params) {
                g.declare(name, ty.clone(), false, true);
            }
            body(g, &names)
        });
        self.spent += weight;
        let typed = params.len() > 1 || self.chance(20);
        let head = if typed {
            let typed: Vec<String> =
                names.iter().zip(params).map(|(n, t)| format!("{} {n}", self.ty(t))).collect();
            format!("({})", typed.join(", "))
        } else {
            names.join(", ")
        };
        if self.chance(15) {
            format!("{head} => {{ return {result}; }}")
        } else {
            format!("{head} => {result}")
        }
    }
}

impl Here {
    pub(super) fn pure() -> Here {
        Here {
            pure: true,
            chance: false,
            may_ask: false,
            moves: false,
            actor: false,
            this: None,
            events_from: usize::MAX,
            weight: 1,
            loops: 0,
            lambda: false,
            supposed: false,
        }
    }

    /// In `setup`.
    pub(super) fn effect() -> Here {
        Here { pure: false, chance: true, moves: true, ..Here::pure() }
    }
}
