//! About how much room tables and what is told of a move take. It looks at nothing but their texts and lists.

use super::{Attributes, Change, Step, Tabletop, Thing, Typed};
use crate::view::Look;
use std::mem::size_of;

impl Tabletop {
    /// All of it, also what other tables share.
    pub(crate) fn bytes(&self) -> usize {
        let things = self.things.values().map(|thing| thing.bytes());
        let held = self.held.values().map(|held| held.attributes.bytes() + held.look.bytes());
        let facts = self.facts.values().map(Attributes::bytes);
        let lying = self.at.values().map(|all| all.len() * size_of::<Option<u32>>());
        things.chain(held).chain(facts).chain(lying).chain(self.looks.values().map(|look| look.bytes())).sum()
    }
}

impl Step {
    pub(crate) fn bytes(&self) -> usize {
        let own = match &self.change {
            Change::Move { thing: Some(thing), .. }
            | Change::Own { thing: Some(thing), .. }
            | Change::Make { thing, .. }
            | Change::Reveal { thing, .. } => thing.bytes(),
            Change::Order { now, .. } => now.len() * size_of::<Option<u32>>(),
            Change::Turn { ids, .. } => ids.len() * size_of::<u32>(),
            Change::Shuffle { now, .. } => now.as_ref().map_or(0, Vec::len) * size_of::<u32>(),
            Change::Roll { values, .. } => values.len() * size_of::<f64>(),
            Change::Set { to, .. } => to.as_ref().map_or(0, Typed::bytes),
            Change::Look { text, look, .. } => text.len() + look.bytes(),
            Change::Dress { look, .. } => look.bytes(),
            Change::Say { text } => text.len(),
            _ => 0,
        };
        size_of::<Step>() + own
    }
}

impl Thing {
    fn bytes(&self) -> usize {
        size_of::<Thing>() + self.text.len() + self.attributes.bytes() + self.look.bytes()
    }
}

impl Attributes {
    fn bytes(&self) -> usize {
        self.iter().map(|(_, value)| value.bytes()).sum()
    }
}

impl Typed {
    fn bytes(&self) -> usize {
        let parts = match self {
            Typed::Text(text) => text.len(),
            Typed::List(all) => all.iter().map(Typed::bytes).sum(),
            Typed::Table(all) => all.iter().map(|(key, value)| key.bytes() + value.bytes()).sum(),
            _ => 0,
        };
        size_of::<Typed>() + parts
    }
}

impl Look {
    fn bytes(&self) -> usize {
        let texts = [&self.title, &self.text, &self.symbol, &self.image].into_iter().flatten();
        let texts = texts.chain(&self.corners).chain(&self.badges);
        size_of::<Look>() + texts.map(String::len).sum::<usize>()
    }
}
