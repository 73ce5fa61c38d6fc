//! Attributes by their names: few as a rule, and kept for every thing on every table, so they lie in one piece.

use super::{Name, Typed};
use serde::{Serialize, Serializer};
use std::ops::Index;

/// Values by name, in the order of the names, each once.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Attributes(Vec<(Name, Typed)>);

impl Attributes {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, name: &str) -> Option<&Typed> {
        self.place(name).ok().map(|at| &self.0[at].1)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Name, &Typed)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut Typed> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    pub(crate) fn insert(&mut self, name: Name, value: Typed) {
        match self.place(&name) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (name, value)),
        }
    }

    pub(crate) fn remove(&mut self, name: &str) {
        if let Ok(at) = self.place(name) {
            self.0.remove(at);
        }
    }

    pub(crate) fn retain(&mut self, stays: impl Fn(&str) -> bool) {
        self.0.retain(|(name, _)| stays(name));
    }

    /// Where a name stands, or where it would.
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| other.as_str().cmp(name))
    }
}

impl FromIterator<(Name, Typed)> for Attributes {
    /// Of several of one name the last one counts.
    fn from_iter<I: IntoIterator<Item = (Name, Typed)>>(all: I) -> Attributes {
        let mut all: Vec<(Name, Typed)> = all.into_iter().collect();
        all.reverse();
        all.sort_by(|(a, _), (b, _)| a.cmp(b));
        all.dedup_by(|(a, _), (b, _)| a == b);
        all.shrink_to_fit();
        Attributes(all)
    }
}

impl Index<&str> for Attributes {
    type Output = Typed;

    fn index(&self, name: &str) -> &Typed {
        self.get(name).unwrap_or(&Typed::Null)
    }
}

impl Serialize for Attributes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::Attributes;
    use crate::tabletop::{Name, Typed};

    fn text(all: &Attributes) -> String {
        let one = |(name, value): (&Name, &Typed)| format!("{name} {value:?}");
        all.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn attributes_stand_in_the_order_of_their_names() {
        let value = |name: &str, n| (Name::from(name), Typed::Seat(n));
        let mut all: Attributes =
            [value("suit", 1), value("rank", 2), value("suit", 3)].into_iter().collect();
        assert_eq!(text(&all), "rank Seat(2), suit Seat(3)");
        all.insert(Name::from("red"), Typed::Bool(true));
        all.insert(Name::from("rank"), Typed::Seat(4));
        all.remove("suit");
        all.remove("joker");
        assert_eq!(text(&all), "rank Seat(4), red Bool(true)");
        assert_eq!((all.get("red"), all.get("suit")), (Some(&Typed::Bool(true)), None));
    }
}
