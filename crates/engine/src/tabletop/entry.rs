//! What stands in the log of one viewer, in parts from which a client makes a sentence in its language. Plain data.

use super::{Place, Typed};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// One line of a log.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Entry {
    Done(Done),
    /// A choice that was made in secret has become impossible by the time that it was its turn, so nothing came of it.
    Void {
        by: u32,
        void: True,
        /// What the rules say, to the one who chose.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// What the rules told.
    Told {
        tell: String,
    },
}

/// The word `true`, by which a line says what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct True;

impl Serialize for True {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

/// That somebody chose something.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Done {
    pub by: u32,
    /// Others do not know it yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sealed: bool,
    /// None for an answer, and of what is secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The class that the action is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The sentence of the game behind the name of whoever did it, `plays {card}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// What the action is called, where there is no sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What was asked, where it was an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// The object that carries the action as `with`, and what was chosen, by the names of the inputs, `answer` of an
    /// answer; without what is kept secret.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_map")]
    pub args: Vec<(String, Arg)>,
}

/// Something that was chosen, as the viewer knows it.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// A thing by its number, what it was called at that moment, and the tile on which it lay: it may be lost since.
    Thing {
        id: u32,
        text: String,
        on: Option<Place>,
    },
    /// Something that the viewer did not know.
    Unknown,
    List(Vec<Arg>),
    Value(Typed),
}

fn as_map<S: Serializer>(args: &[(String, Arg)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(args.iter().map(|(name, arg)| (name, arg)))
}

impl Serialize for Arg {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Arg::Thing { id, text, on } => {
                let mut map = serializer.serialize_map(Some(2 + usize::from(on.is_some())))?;
                map.serialize_entry("thing", id)?;
                map.serialize_entry("text", text)?;
                if let Some(on) = on {
                    map.serialize_entry("on", on)?;
                }
                map.end()
            }
            Arg::Unknown => Typed::Named(bytecode::op::veil::UNKNOWN_CARD.to_owned()).serialize(serializer),
            Arg::List(all) => all.serialize(serializer),
            Arg::Value(value) => value.serialize(serializer),
        }
    }
}

impl Arg {
    /// The places in it of what the viewer did not know.
    pub(crate) fn unknown(&mut self) -> Vec<&mut Arg> {
        match self {
            Arg::Unknown => vec![self],
            Arg::List(all) => all.iter_mut().flat_map(Arg::unknown).collect(),
            Arg::Thing { .. } | Arg::Value(_) => Vec::new(),
        }
    }
}
