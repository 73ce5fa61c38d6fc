//! Legal moves as programs read them: a tree of typed parts, in which what many moves share stands once, with a
//! dictionary of what its numbers stand for. Plain data; it knows no match.

use super::{Name, Place, Typed};
use crate::question::{QuestionKind, Range};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// One part of a move: its action, the object that carries it, an input, or the answer to a question.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    Action {
        name: Name,
        /// The class that it is of, where several have actions of that name.
        of: Option<Name>,
    },
    Value(Typed),
    /// Another one that reads like a part beside it, as one of several cards that the seat does not know: which of them,
    /// from 1 behind the first.
    Nth(u32, Box<Part>),
    /// A list with such parts in it.
    List(Vec<Part>),
}

/// What a number in a tree stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum Ref {
    Part(Part),
    /// Any of these numbers.
    Range {
        range: Range,
        unsure: bool,
    },
    /// A list of so many of these, by their numbers in the dictionary.
    Choose {
        of: Vec<u32>,
        least: usize,
        most: usize,
        ordered: bool,
        unsure: bool,
    },
    /// Any text of at most so many characters, beside the proposals.
    Free(u16),
}

/// A node of a tree, by its number in the dictionary.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    /// A move ends with it.
    Leaf(u32),
    Branch(u32, Vec<Node>),
    /// Moves go on behind it with parts that are not told here.
    Cut(u32),
}

/// Moves, or what may follow the first parts of some.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MoveTree {
    pub refs: Vec<Ref>,
    /// Where parts are chosen, by their numbers in the dictionary, if that follows from what stands before them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<(u32, Typed)>,
    /// What the author asks behind some first parts, by their numbers in the dictionary, where that is not always the
    /// same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<(Vec<u32>, String)>,
    pub tree: Vec<Node>,
    /// Nothing is cut.
    pub whole: bool,
    /// There are more on the first level than are told.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// There is one move, and no choice.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub auto: bool,
}

/// What a seat is asked, with all that it may answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ask {
    /// Which decision of the match it is, as far as this seat can count them.
    pub q: u64,
    pub ask: Asked,
    #[serde(flatten)]
    pub moves: MoveTree,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Asked {
    #[serde(serialize_with = "kind")]
    pub kind: QuestionKind,
    pub prompt: Option<String>,
    /// The thing whose effect asks, where the seat can tell.
    pub of: Option<Typed>,
}

fn kind<S: Serializer>(kind: &QuestionKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match kind {
        QuestionKind::Act => "move",
        QuestionKind::Choose => "answer",
    })
}

impl MoveTree {
    /// About how many bytes it takes as JSON, and rather more than less.
    pub(crate) fn bytes(&self) -> usize {
        let nodes: usize = self.tree.iter().map(Node::bytes).sum();
        let on: usize = self.on.iter().map(|(n, place)| digits(*n) + 4 + value_bytes(place)).sum();
        let path = |path: &[u32]| path.iter().map(|n| digits(*n) + 1).sum::<usize>();
        let prompts: usize = self.prompts.iter().map(|(before, text)| path(before) + 8 + text.len()).sum();
        nodes + on + prompts + self.refs.iter().map(Ref::bytes).sum::<usize>() + 72
    }
}

impl Node {
    fn bytes(&self) -> usize {
        match self {
            Node::Leaf(n) => digits(*n) + 1,
            Node::Cut(n) => digits(*n) + 3,
            Node::Branch(n, below) => digits(*n) + 6 + below.iter().map(Node::bytes).sum::<usize>(),
        }
    }
}

impl Ref {
    fn bytes(&self) -> usize {
        match self {
            Ref::Part(part) => part.bytes(),
            Ref::Range { .. } => 128,
            Ref::Choose { of, .. } => 96 + of.iter().map(|n| digits(*n) + 1).sum::<usize>(),
            Ref::Free(_) => 16,
        }
    }
}

impl Part {
    fn bytes(&self) -> usize {
        match self {
            Part::Action { name, of } => 20 + name.len() + of.as_ref().map_or(0, |of| of.len()),
            Part::Value(value) => value_bytes(value),
            Part::Nth(n, part) => 12 + digits(*n) + part.bytes(),
            Part::List(all) => 3 + all.iter().map(Part::bytes).sum::<usize>(),
        }
    }
}

fn value_bytes(value: &Typed) -> usize {
    match value {
        Typed::Null | Typed::Bool(_) | Typed::Seat(_) => 15,
        Typed::Number(x) if x.fract() == 0.0 && x.abs() < 1e9 => 9 + digits(x.abs() as u32),
        Typed::Number(_) => 32,
        Typed::Thing(id) => 11 + digits(*id),
        Typed::Text(text) | Typed::Named(text) => 13 + text.len(),
        Typed::Fact(class) => 13 + class.len(),
        Typed::Case { of, name } => 17 + of.len() + name.len(),
        Typed::Place(place) => 17 + place.key().len(),
        Typed::List(all) => 3 + all.iter().map(value_bytes).sum::<usize>(),
        Typed::Table(all) => {
            3 + all.iter().map(|(key, of)| 4 + value_bytes(key) + value_bytes(of)).sum::<usize>()
        }
    }
}

fn digits(n: u32) -> usize {
    n.checked_ilog10().unwrap_or(0) as usize + 1
}

impl Part {
    /// The elements of a list.
    pub(crate) fn elements(&self) -> Option<Vec<Part>> {
        match self {
            Part::List(all) => Some(all.clone()),
            Part::Value(Typed::List(all)) => Some(all.iter().cloned().map(Part::Value).collect()),
            _ => None,
        }
    }

    /// The texts that stand in it.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Part::Value(Typed::Text(text)) => Some(text),
            _ => None,
        }
    }
}

fn one<S: Serializer>(serializer: S, name: &str, value: &impl Serialize) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(name, value)?;
    map.end()
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Part::Action { name, of: None } => one(serializer, "action", name),
            Part::Action { name, of: Some(of) } => one(serializer, "action", &(name, of)),
            Part::Value(value) => value.serialize(serializer),
            Part::Nth(n, part) => one(serializer, "nth", &(n, part)),
            Part::List(all) => all.serialize(serializer),
        }
    }
}

impl Serialize for Ref {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Numbers {
            #[serde(flatten)]
            range: Range,
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            unsure: bool,
        }
        #[derive(Serialize)]
        struct List<'a> {
            of: &'a [u32],
            least: usize,
            most: usize,
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            ordered: bool,
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            unsure: bool,
        }
        match self {
            Ref::Part(part) => part.serialize(serializer),
            Ref::Range { range, unsure } => {
                one(serializer, "range", &Numbers { range: *range, unsure: *unsure })
            }
            Ref::Choose { of, least, most, ordered, unsure } => {
                let (least, most, ordered, unsure) = (*least, *most, *ordered, *unsure);
                one(serializer, "list", &List { of, least, most, ordered, unsure })
            }
            Ref::Free(most) => one(serializer, "free", most),
        }
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Leaf(n) => serializer.serialize_u32(*n),
            Node::Branch(n, nodes) => (n, nodes).serialize(serializer),
            Node::Cut(n) => [n].serialize(serializer),
        }
    }
}

/// A part as it is read. It is told from its first letter what it is, as are names: to try one form after the other
/// makes an error with its text for each that it is not.
enum Read {
    Nothing,
    List(Vec<Read>),
    Tagged(Tagged),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Tagged {
    Action(ActionName),
    Nth(u32, Box<Read>),
    Thing(u32),
    Tile(TileName),
    Zone(String, Option<u32>),
    Seat(u32),
    Case(String, String),
    Num(f64),
    Text(String),
    Bool(bool),
    Fact(String),
    Named(String),
}

enum ActionName {
    Plain(String),
    Of(String, String),
}

/// Its board, its name and whose board that is.
struct TileName(String, String, Option<u32>);

impl<'de> Deserialize<'de> for Read {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Read, D::Error> {
        struct PartVisitor;
        impl<'de> Visitor<'de> for PartVisitor {
            type Value = Read;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a part of a move")
            }
            fn visit_unit<E>(self) -> Result<Read, E> {
                Ok(Read::Nothing)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Read, A::Error> {
                std::iter::from_fn(|| parts.next_element().transpose())
                    .collect::<Result<_, _>>()
                    .map(Read::List)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Read, A::Error> {
                Tagged::deserialize(MapAccessDeserializer::new(map)).map(Read::Tagged)
            }
        }
        deserializer.deserialize_any(PartVisitor)
    }
}

impl<'de> Deserialize<'de> for ActionName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ActionName, D::Error> {
        struct NameVisitor;
        impl<'de> Visitor<'de> for NameVisitor {
            type Value = ActionName;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of an action, or the names of an action and of its class")
            }
            fn visit_str<E>(self, name: &str) -> Result<ActionName, E> {
                Ok(ActionName::Plain(name.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, names: A) -> Result<ActionName, A::Error> {
                let (name, of) = Deserialize::deserialize(SeqAccessDeserializer::new(names))?;
                Ok(ActionName::Of(name, of))
            }
        }
        deserializer.deserialize_any(NameVisitor)
    }
}

impl<'de> Deserialize<'de> for TileName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TileName, D::Error> {
        struct NameVisitor;
        impl<'de> Visitor<'de> for NameVisitor {
            type Value = TileName;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the names of a board and of a tile, and perhaps the number of a seat")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<TileName, A::Error> {
                let next =
                    |names: &mut A| names.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self));
                Ok(TileName(next(&mut names)?, next(&mut names)?, names.next_element()?))
            }
        }
        deserializer.deserialize_seq(NameVisitor)
    }
}

impl From<Read> for Part {
    fn from(read: Read) -> Part {
        let tagged = match read {
            Read::Nothing => return Part::Value(Typed::Null),
            Read::List(all) => return Part::list(all.into_iter().map(Part::from).collect()),
            Read::Tagged(tagged) => tagged,
        };
        Part::Value(match tagged {
            Tagged::Action(ActionName::Plain(name)) => return Part::Action { name: name.into(), of: None },
            Tagged::Action(ActionName::Of(name, of)) => {
                return Part::Action { name: name.into(), of: Some(of.into()) };
            }
            Tagged::Nth(n, part) => return Part::Nth(n, Box::new(Part::from(*part))),
            Tagged::Thing(id) => Typed::Thing(id),
            Tagged::Tile(TileName(board, name, owner)) => {
                Typed::Place(Place::Tile { board: board.into(), owner, name: name.into() })
            }
            Tagged::Zone(name, owner) => Typed::Place(Place::Zone { name: name.into(), owner }),
            Tagged::Seat(seat) => Typed::Seat(seat),
            Tagged::Case(of, name) => Typed::Case { of: of.into(), name: name.into() },
            Tagged::Num(x) => Typed::Number(x),
            Tagged::Text(text) => Typed::Text(text),
            Tagged::Bool(b) => Typed::Bool(b),
            Tagged::Fact(class) => Typed::Fact(class.into()),
            Tagged::Named(name) => Typed::Named(name),
        })
    }
}

impl Part {
    /// A list of parts, as a value where all of them are values.
    pub(crate) fn list(all: Vec<Part>) -> Part {
        let values = all.iter().map(|part| match part {
            Part::Value(value) => Some(value.clone()),
            _ => None,
        });
        match values.collect() {
            Some(values) => Part::Value(Typed::List(values)),
            None => Part::List(all),
        }
    }
}

/// What somebody must write who names a move by its path.
pub const PARTS: &str = "a list of parts such as {\"action\":\"play\"}, {\"thing\":3} or {\"num\":4}";

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Part, D::Error> {
        Read::deserialize(deserializer).map(Part::from).map_err(|_| D::Error::custom(PARTS))
    }
}
