//! Reading the signatures of the catalogue. It knows no class or enumeration of any game.

use std::fmt;

/// The type of a parameter or result as the catalogue writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SigType {
    Void,
    /// Fits where any value does, as the word `null`.
    Null,
    Number,
    String,
    Bool,
    Player,
    Tile,
    /// The nearest class that all interactables of the game share.
    Piece,
    /// The nearest class that the edges of all boards of the game share.
    Edge,
    /// The same of the corners.
    Corner,
    /// An object of any class.
    Object,
    /// A tile, a zone, or null.
    Place,
    Turn,
    Position,
    /// The enumeration that the name is written after.
    Case,
    /// A type variable: `T`, `U`, `K`, and `O`, which stands for types that have an order.
    Var(char),
    List(Box<SigType>),
    /// `mut List<T>`: a list itself, which is changed, not a zone or stack read as one.
    MutList(Box<SigType>),
    Stack(Box<SigType>),
    Set(Box<SigType>),
    Table(Box<SigType>, Box<SigType>),
    Zone(Box<SigType>),
    /// Zones declared `per player`.
    Zones(Box<SigType>),
    Function(Vec<SigType>, Box<SigType>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    pub name: String,
    pub optional: bool,
    pub ty: SigType,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// What the receiver must be, where not any of the group will do. Where a function is given that may be left
    /// out, that function says what the elements may be, and the receiver may be any.
    pub receiver: Option<SigType>,
    pub name: String,
    /// None for an attribute.
    pub params: Option<Vec<Param>>,
    pub returns: SigType,
}

impl Signature {
    /// `name(a: number, b?: string): bool`, `name: number` or `List<number>.name(): number`. A test reads every
    /// signature of the catalogue, so that broken ones cannot reach a program.
    pub fn parse(text: &str) -> Signature {
        let mut r = Reader { rest: text };
        let bounded = text.split(['(', ':']).next().is_some_and(|head| head.contains('.'));
        let receiver = bounded.then(|| r.ty());
        r.eat(".");
        let name = r.word();
        let params = r.eat("(").then(|| {
            let mut params = Vec::new();
            while !r.eat(")") && !r.rest.is_empty() {
                let name = r.word();
                let optional = r.eat("?");
                r.eat(":");
                params.push(Param { name, optional, ty: r.ty() });
                r.eat(",");
            }
            params
        });
        r.eat(":");
        Signature { receiver, name, params, returns: r.ty() }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn eat(&mut self, what: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(what) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> String {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.to_owned()
    }

    fn ty(&mut self) -> SigType {
        if self.eat("(") {
            let mut params = Vec::new();
            while !self.eat(")") && !self.rest.is_empty() {
                params.push(self.ty());
                self.eat(",");
            }
            self.eat("=>");
            return SigType::Function(params, Box::new(self.ty()));
        }
        if self.eat("mut List<") {
            let element = Box::new(self.ty());
            self.eat(">");
            return SigType::MutList(element);
        }
        let word = self.word();
        let mut args = Vec::new();
        if self.eat("<") {
            while !self.eat(">") && !self.rest.is_empty() {
                args.push(self.ty());
                self.eat(",");
            }
        }
        named(&word, args)
    }
}

fn named(word: &str, mut args: Vec<SigType>) -> SigType {
    let last = Box::new(args.pop().unwrap_or(SigType::Void));
    match word {
        "void" => SigType::Void,
        "null" => SigType::Null,
        "number" => SigType::Number,
        "string" => SigType::String,
        "bool" => SigType::Bool,
        "player" => SigType::Player,
        "Tile" => SigType::Tile,
        "Piece" => SigType::Piece,
        "Edge" => SigType::Edge,
        "Corner" => SigType::Corner,
        "Object" => SigType::Object,
        "Place" => SigType::Place,
        "Turn" => SigType::Turn,
        "Position" => SigType::Position,
        "Case" => SigType::Case,
        "List" => SigType::List(last),
        "Stack" => SigType::Stack(last),
        "Set" => SigType::Set(last),
        "Zone" => SigType::Zone(last),
        "Zones" => SigType::Zones(last),
        "Table" => SigType::Table(Box::new(args.pop().unwrap_or(SigType::Void)), last),
        _ => SigType::Var(word.chars().next().unwrap_or('T')),
    }
}

impl fmt::Display for SigType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SigType::Void => f.write_str("void"),
            SigType::Null => f.write_str("null"),
            SigType::Number => f.write_str("number"),
            SigType::String => f.write_str("string"),
            SigType::Bool => f.write_str("bool"),
            SigType::Player => f.write_str("player"),
            SigType::Tile => f.write_str("Tile"),
            SigType::Piece => f.write_str("Piece"),
            SigType::Edge => f.write_str("Edge"),
            SigType::Corner => f.write_str("Corner"),
            SigType::Object => f.write_str("Object"),
            SigType::Place => f.write_str("Place"),
            SigType::Turn => f.write_str("Turn"),
            SigType::Position => f.write_str("Position"),
            SigType::Case => f.write_str("Case"),
            SigType::Var(c) => write!(f, "{c}"),
            SigType::List(t) => write!(f, "List<{t}>"),
            SigType::MutList(t) => write!(f, "mut List<{t}>"),
            SigType::Stack(t) => write!(f, "Stack<{t}>"),
            SigType::Set(t) => write!(f, "Set<{t}>"),
            SigType::Zone(t) => write!(f, "Zone<{t}>"),
            SigType::Zones(t) => write!(f, "Zones<{t}>"),
            SigType::Table(k, v) => write!(f, "Table<{k}, {v}>"),
            SigType::Function(params, returns) => {
                f.write_str("(")?;
                for (i, p) in params.iter().enumerate() {
                    write!(f, "{}{p}", if i > 0 { ", " } else { "" })?;
                }
                write!(f, ") => {returns}")
            }
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(receiver) = &self.receiver {
            write!(f, "{receiver}.")?;
        }
        f.write_str(&self.name)?;
        if let Some(params) = &self.params {
            f.write_str("(")?;
            for (i, p) in params.iter().enumerate() {
                let comma = if i > 0 { ", " } else { "" };
                write!(f, "{comma}{}{}: {}", p.name, if p.optional { "?" } else { "" }, p.ty)?;
            }
            f.write_str(")")?;
        }
        write!(f, ": {}", self.returns)
    }
}
