//! Names as they stand on tables: those of boards, zones, tiles, classes and attributes. A game has each once, and
//! whatever names the same shares it, so that a name is neither copied nor, as a rule, compared letter by letter.

use serde::{Serialize, Serializer};
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A name; it is ordered as its text is.
#[derive(Clone)]
pub struct Name(Arc<str>);

impl Name {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name(Arc::from(text))
    }
}

impl From<String> for Name {
    fn from(text: String) -> Name {
        Name(Arc::from(text))
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Name {}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == **other
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Name) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) { Ordering::Equal } else { self.0.cmp(&other.0) }
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Name;
    use std::collections::BTreeMap;

    #[test]
    fn names_are_compared_by_their_text_whoever_made_them() {
        let (one, other) = (Name::from("stock"), Name::from("stock".to_owned()));
        assert_eq!(one, other);
        let mut sorted = [Name::from("trick"), one.clone(), Name::from("hand")];
        sorted.sort();
        assert_eq!(sorted.map(|name| name.to_string()), ["hand", "stock", "trick"]);
        let found: BTreeMap<Name, u32> = [(one, 1)].into();
        assert_eq!((found.get(&other), found.get("stock"), found.get("hand")), (Some(&1), Some(&1), None));
    }
}
