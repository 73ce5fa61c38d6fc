//! Values as programs read them: each says what it is, and things stand in them by their numbers. Texts for people are
//! made elsewhere.

use super::{Ids, Name};
use crate::json;
use crate::view::ValueView;
use crate::view::reader::{LEFT_OUT, MAX_DEPTH, Reader, VALUE, read_in_order};
use bytecode::layout::object;
use bytecode::program::Show;
use bytecode::word::NULL;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// Where things lie.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// A tile, an edge or a corner.
    Tile {
        board: Name,
        owner: Option<u32>,
        name: Name,
    },
    Zone {
        name: Name,
        owner: Option<u32>,
    },
}

impl Place {
    /// As a key of a map: `Field/e4`, of a player's board `Field/0/e4`; `hand/0`, `stock`.
    pub fn key(&self) -> String {
        match self {
            Place::Tile { board, owner: Some(owner), name } => format!("{board}/{owner}/{name}"),
            Place::Tile { board, owner: None, name } => format!("{board}/{name}"),
            Place::Zone { name, owner: Some(owner) } => format!("{name}/{owner}"),
            Place::Zone { name, owner: None } => name.to_string(),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Place::Tile { board, owner: None, name } => one(serializer, "tile", &(board, name)),
            Place::Tile { board, owner, name } => one(serializer, "tile", &(board, name, owner)),
            Place::Zone { name, owner } => one(serializer, "zone", &(name, owner)),
        }
    }
}

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Typed {
    Null,
    Number(f64),
    Text(String),
    Bool(bool),
    Seat(u32),
    Case {
        of: Name,
        name: Name,
    },
    Place(Place),
    /// Something that the viewer can follow, by its number.
    Thing(u32),
    /// The attributes of a global object are facts.
    Fact(Name),
    /// An object that has no number: one that the viewer does not know, or one that lies nowhere, as far as it can be
    /// named.
    Named(String),
    List(Vec<Typed>),
    /// Pairs of a key and a value.
    Table(Vec<(Typed, Typed)>),
}

fn one<S: Serializer>(serializer: S, name: &str, value: &impl Serialize) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(name, value)?;
    map.end()
}

impl Serialize for Typed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Typed::Null => serializer.serialize_none(),
            Typed::Number(x) => one(serializer, "num", &json::Number(*x)),
            Typed::Text(text) => one(serializer, "text", text),
            Typed::Bool(b) => one(serializer, "bool", b),
            Typed::Seat(seat) => one(serializer, "seat", seat),
            Typed::Case { of, name } => one(serializer, "case", &(of, name)),
            Typed::Place(place) => place.serialize(serializer),
            Typed::Thing(id) => one(serializer, "thing", id),
            Typed::Fact(class) => one(serializer, "fact", class),
            Typed::Named(name) => one(serializer, "named", name),
            Typed::List(all) => all.serialize(serializer),
            Typed::Table(all) => all.serialize(serializer),
        }
    }
}

impl Reader<'_> {
    /// A value for a viewer who has these numbers for things; None of what is no value for others, a position or a
    /// function.
    pub(crate) fn typed(&self, ids: &Ids, w: u64, show: &Show) -> Option<Typed> {
        self.typed_within(ids, w, show, MAX_DEPTH)
    }

    fn typed_within(&self, ids: &Ids, w: u64, show: &Show, depth: u32) -> Option<Typed> {
        if matches!(show, Show::Position | Show::Function) {
            return None;
        }
        if !self.takes(VALUE) {
            return Some(Typed::Text(LEFT_OUT.to_owned()));
        }
        if w == NULL {
            return Some(Typed::Null);
        }
        Some(match show {
            Show::Object => self.thing(ids, w),
            Show::List(of) if depth > 0 => {
                let read = |all: Vec<&u64>| self.read_all(all, |w| self.typed_within(ids, *w, of, depth - 1));
                let (known, unknown) = self.parted(w, of, depth);
                let known = read(known);
                Typed::List(known.into_iter().chain(read_in_order(read(unknown))).collect())
            }
            Show::Table(of, keys) if depth > 0 => {
                let pair = |entry: &[u64]| {
                    let any = || self.show_of_key(entry[0], entry[1]);
                    let show = keys.as_deref().cloned().unwrap_or_else(any);
                    let key = self.typed_within(ids, entry[1], &show, depth - 1)?;
                    Some((key, self.typed_within(ids, entry[2], of, depth - 1)?))
                };
                let entries = self.told_entries(w, of, keys.as_deref(), depth);
                Typed::Table(self.read_all(entries, pair))
            }
            Show::Set(of) => {
                Typed::List(of.members(w).filter_map(|w| self.typed_within(ids, w, of, 0)).collect())
            }
            Show::List(_) | Show::Table(..) => Typed::Text(LEFT_OUT.to_owned()),
            Show::Tile | Show::Place | Show::Zone => self.place(w).map_or(Typed::Null, Typed::Place),
            Show::Case(of) => self.case(*of, w),
            _ => Typed::of(self.value(w, show)),
        })
    }

    fn thing(&self, ids: &Ids, o: u64) -> Typed {
        if self.class(o).global.is_some() {
            return Typed::Fact(self.fact_name(o));
        }
        if let Some(place) = self.spot_place(o) {
            return Typed::Place(place);
        }
        let head = self.word(o as usize);
        if !self.game.kinds.get(object::class(head)).has_number {
            return Typed::Named(self.name(o));
        }
        self.personal.note();
        let birth = object::serial(head);
        match ids.get(birth) {
            Some(id) if birth != u32::MAX => Typed::Thing(id),
            _ => Typed::Named(self.name(o)),
        }
    }

    /// What a global object is called on tables.
    pub(crate) fn fact_name(&self, o: u64) -> Name {
        let class = usize::from(object::class(self.word(o as usize)));
        self.game.names.facts[class].clone()
    }

    fn case(&self, of: u16, w: u64) -> Typed {
        let (of, cases) = &self.game.names.cases[usize::from(of)];
        let name = cases.get(w as usize).cloned().unwrap_or_else(|| Name::from(""));
        Typed::Case { of: of.clone(), name }
    }

    /// The place that an edge or corner is, where it is one.
    fn spot_place(&self, o: u64) -> Option<Place> {
        let kind = self.game.kinds.get(object::class(self.word(o as usize)));
        self.place(self.word(o as usize + kind.spot?))
    }

    /// A tile, edge, corner or zone by its word.
    pub(crate) fn place(&self, w: u64) -> Option<Place> {
        if w == NULL || !self.takes(VALUE) { None } else { self.game.names.place(&self.game.program, w) }
    }
}

impl Typed {
    /// Whether it names an object that has no number.
    pub(crate) fn names_unknown(&self) -> bool {
        match self {
            Typed::Named(_) => true,
            Typed::List(all) => all.iter().any(Typed::names_unknown),
            Typed::Table(all) => all.iter().any(|(key, value)| key.names_unknown() || value.names_unknown()),
            _ => false,
        }
    }

    /// A value that names no object.
    fn of(value: ValueView) -> Typed {
        match value {
            ValueView::Null | ValueView::Table(_) => Typed::Null,
            ValueView::Number(x) => Typed::Number(x),
            ValueView::Bool(b) => Typed::Bool(b),
            ValueView::Player(seat) => Typed::Seat(seat),
            ValueView::Case { of, name } => Typed::Case { of: of.into(), name: name.into() },
            ValueView::Tile { board, owner, name, .. } => {
                Typed::Place(Place::Tile { board: board.into(), owner, name: name.into() })
            }
            ValueView::Zone { name, owner, .. } => Typed::Place(Place::Zone { name: name.into(), owner }),
            ValueView::Text(text) | ValueView::Written(text) | ValueView::Other(text) => Typed::Text(text),
            ValueView::Object(object) => Typed::Named(object.text),
            ValueView::List(all) => Typed::List(all.into_iter().map(Typed::of).collect()),
        }
    }
}
