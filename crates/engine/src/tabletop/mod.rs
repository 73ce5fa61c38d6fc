//! What lies on the table, as one viewer sees it, and what changes there step by step. Things have identities that last
//! while the viewer can follow them. Plain data; nothing here knows a machine.

mod attributes;
mod bytes;
mod changed;
mod entry;
mod groups;
mod hashed;
mod identity;
mod idle;
mod kinds;
mod look;
mod marks;
mod moves;
mod name;
mod names;
mod pairs;
mod renumber;
mod seeing;
mod step;
mod trace;
mod typed;
mod witness;

pub use attributes::Attributes;
pub use entry::{Arg, Done, Entry, True};
pub(crate) use hashed::mix;
pub(crate) use identity::{Identities, Ids};
pub(crate) use kinds::Kinds;
pub(crate) use look::{Shared, birth};
pub use moves::{Ask, Asked, MoveTree, Node, PARTS, Part, Ref};
pub use name::Name;
pub(crate) use names::Names;
pub use step::{Change, Step};
pub(crate) use trace::{Tables, Traced, Tracer, meet_all, tabletop};
pub use typed::{Place, Typed};

use crate::json;
use crate::view::{Look, Outcome};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A thing that a viewer can follow: a piece, a card, or another object.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Thing {
    /// None where the viewer sees that something is there, and not what it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<Name>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<u32>,
    /// A short text made of class and attributes: `Ace of Cups`, `Pawn`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
    #[serde(skip_serializing_if = "Look::is_empty")]
    pub look: Box<Look>,
}

/// What a tile, edge or corner holds besides things.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Held {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<u32>,
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
    #[serde(skip_serializing_if = "Look::is_empty")]
    pub look: Box<Look>,
}

impl Held {
    pub(crate) fn is_empty(&self) -> bool {
        self.owners.is_empty() && self.attributes.is_empty() && self.look.is_empty()
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatState {
    #[serde(serialize_with = "json::number")]
    pub score: f64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}

/// Whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Course {
    pub active: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
}

/// The table as maps, so that what changes is small.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tabletop {
    /// By the numbers that this viewer has for them.
    pub things: BTreeMap<u32, Arc<Thing>>,
    /// What lies where, None for what the viewer does not know. Where nothing has a position, what is known comes first,
    /// by its number.
    pub at: BTreeMap<Place, Vec<Option<u32>>>,
    /// Tiles, edges and corners that have attributes, owners or a look of their own.
    pub held: BTreeMap<Place, Held>,
    /// Edges and corners that are there no more.
    pub closed: BTreeSet<Place>,
    /// The attributes of global objects, by class.
    pub facts: BTreeMap<Name, Attributes>,
    /// How global objects look, by class.
    pub looks: BTreeMap<Name, Box<Look>>,
    pub seats: Vec<SeatState>,
    pub course: Course,
    pub outcome: Option<Outcome>,
    /// The zones in which nothing has a position.
    pub unordered: Arc<BTreeSet<Place>>,
}

impl Tabletop {
    pub fn place_of(&self, id: u32) -> Option<&Place> {
        self.at.iter().find(|(_, all)| all.contains(&Some(id))).map(|(place, _)| place)
    }
}

impl Serialize for Tabletop {
    /// Places where nothing is known stand under `count`, all others under `at`; empty ones nowhere.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Things<'a>(&'a BTreeMap<u32, Arc<Thing>>);
        impl Serialize for Things<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(id, thing)| (id, &**thing)))
            }
        }
        struct Facts<'a>(&'a BTreeMap<Name, Attributes>);
        impl Serialize for Facts<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let all = self.0.iter().flat_map(|(of, all)| all.iter().map(move |(name, v)| (of, name, v)));
                serializer.collect_map(all.map(|(of, name, value)| (format!("{of}.{name}"), value)))
            }
        }
        let known = |all: &Vec<Option<u32>>| all.iter().any(Option::is_some);
        let at: BTreeMap<String, &Vec<Option<u32>>> =
            self.at.iter().filter(|(_, all)| known(all)).map(|(place, all)| (place.key(), all)).collect();
        let counted = self.at.iter().filter(|(_, all)| !all.is_empty() && !known(all));
        let count: BTreeMap<String, usize> = counted.map(|(place, all)| (place.key(), all.len())).collect();
        let held: BTreeMap<String, &Held> =
            self.held.iter().map(|(place, held)| (place.key(), held)).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("things", &Things(&self.things))?;
        map.serialize_entry("at", &at)?;
        map.serialize_entry("count", &count)?;
        if !held.is_empty() {
            map.serialize_entry("held", &held)?;
        }
        if !self.closed.is_empty() {
            map.serialize_entry("closed", &self.closed.iter().map(Place::key).collect::<Vec<_>>())?;
        }
        if !self.facts.is_empty() {
            map.serialize_entry("facts", &Facts(&self.facts))?;
        }
        if !self.looks.is_empty() {
            map.serialize_entry("looks", &self.looks)?;
        }
        map.serialize_entry("seats", &self.seats)?;
        map.serialize_entry("course", &self.course)?;
        map.serialize_entry("over", &self.outcome.is_some())?;
        map.end()
    }
}
