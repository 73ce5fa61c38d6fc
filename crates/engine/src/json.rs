//! How the parts of a view are written as JSON where serde's derives do not say it. The shapes stand in
//! `docs/protocol.md`; nothing here knows a request or an answer.

use crate::question::Choice;
use crate::view::{Names, Outcome, Road, ValueView};
use language::about::About;
use language::look::{Layout, Phrase};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A number, which is written without a point where it is whole.
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        number(&self.0, serializer)
    }
}

pub(crate) fn number<S: Serializer>(x: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if x.fract() == 0.0 && x.abs() <= EXACT {
        serializer.serialize_i64(*x as i64)
    } else {
        serializer.serialize_f64(*x)
    }
}

pub(crate) fn numbers<S: Serializer>(named: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(named.iter().map(|(name, x)| (name, Number(*x))))
}

/// Names and values as an object.
pub(crate) fn values<S: Serializer>(named: &[(String, ValueView)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(named.iter().map(|(name, v)| (name, v)))
}

pub(crate) fn point<S: Serializer>(at: &Option<(f64, f64)>, serializer: S) -> Result<S::Ok, S::Error> {
    at.map(|(x, y)| (Number(x), Number(y))).serialize(serializer)
}

impl Serialize for Road {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ends = (self.from, self.to, Number(self.weight));
        match self.one_way {
            true => (ends.0, ends.1, ends.2, "one way").serialize(serializer),
            false => ends.serialize(serializer),
        }
    }
}

pub(crate) fn is_over<S: Serializer>(outcome: &Option<Outcome>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(outcome.is_some())
}

/// The attributes that a legend hides.
pub(crate) fn hidden<S: Serializer>(hidden: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Attribute<'a> {
        of: &'a str,
        name: &'a str,
    }
    serializer.collect_seq(hidden.iter().map(|(of, name)| Attribute { of, name }))
}

/// The options of a part with their numbers.
pub(crate) fn options<S: Serializer>(options: &[Choice], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Numbered<'a> {
        part: usize,
        text: &'a str,
        value: &'a ValueView,
    }
    let numbered = options.iter().enumerate();
    serializer.collect_seq(numbered.map(|(part, (text, value))| Numbered { part, text, value }))
}

/// The word of a layout, and for a grid its columns.
pub(crate) fn layout<S: Serializer>(layout: &Option<Layout>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    if let Some(layout) = layout {
        map.serialize_entry("layout", layout.word())?;
    }
    if let Some(Layout::Grid(columns)) = layout {
        map.serialize_entry("columns", columns)?;
    }
    map.end()
}

impl Serialize for ValueView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ValueView::Null => serializer.serialize_none(),
            ValueView::Number(x) => number(x, serializer),
            ValueView::Bool(b) => serializer.serialize_bool(*b),
            ValueView::Player(p) => serializer.serialize_u32(*p),
            ValueView::Text(text) | ValueView::Written(text) | ValueView::Other(text) => {
                serializer.serialize_str(text)
            }
            ValueView::Tile { board, owner, name, names: Names::Settled | Names::Several } => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("board", board)?;
                if let Some(owner) = owner {
                    map.serialize_entry("owner", owner)?;
                }
                map.serialize_entry("tile", name)?;
                map.end()
            }
            ValueView::Case { name, .. }
            | ValueView::Tile { name, .. }
            | ValueView::Zone { name, owner: None, .. } => serializer.serialize_str(name),
            ValueView::Object(object) => object.serialize(serializer),
            ValueView::List(all) => all.serialize(serializer),
            ValueView::Table(all) => all.serialize(serializer),
            ValueView::Zone { name, owner, .. } => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("zone", name)?;
                map.serialize_entry("owner", owner)?;
                map.end()
            }
        }
    }
}

/// What a game says of itself; what it says in other languages by language.
pub fn about<S: Serializer>(about: &About, serializer: S) -> Result<S::Ok, S::Error> {
    let About { titles, texts, by, minutes, age, weight, genre, tags, sign } = about;
    let mut map = serializer.serialize_map(None)?;
    some(&mut map, "title", titles.plain.as_ref())?;
    some(&mut map, "text", texts.plain.as_ref())?;
    some(&mut map, "by", by.as_ref())?;
    some(&mut map, "minutes", minutes.as_ref())?;
    some(&mut map, "age", age.as_ref())?;
    some(&mut map, "weight", weight.map(Number).as_ref())?;
    some(&mut map, "genre", genre.as_ref())?;
    some(&mut map, "tags", Some(tags).filter(|tags| !tags.is_empty()))?;
    some(&mut map, "sign", sign.as_ref())?;
    let mut languages: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for (word, all) in [("title", titles), ("text", texts)] {
        for (language, text) in &all.others {
            languages.entry(language).or_default().insert(word, text);
        }
    }
    some(&mut map, "languages", Some(&languages).filter(|all| !all.is_empty()))?;
    map.end()
}

fn some<M: SerializeMap, T: Serialize>(map: &mut M, name: &str, value: Option<&T>) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(name, value))
}

/// A sentence: texts, and `{"input":"card"}` for what was chosen.
pub(crate) fn phrases<S: Serializer>(says: &[Phrase], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(says.iter().map(Shaped))
}

/// Sentences by language.
pub(crate) fn translated<S: Serializer>(
    says: &BTreeMap<String, Vec<Phrase>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(
        says.iter().map(|(language, says)| (language, says.iter().map(Shaped).collect::<Vec<_>>())),
    )
}

struct Shaped<'a>(&'a Phrase);

impl Serialize for Shaped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Phrase::Text(text) => serializer.serialize_str(text),
            Phrase::Input(name) => serializer.collect_map([("input", name)]),
        }
    }
}
