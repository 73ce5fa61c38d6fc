//! The number that a client gives a message before it first sends it, so that sending it again does nothing twice.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A number of 16 bytes; as text a UUID in its one canonical form, `01234567-89ab-cdef-0123-456789abcdef`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id(pub [u8; 16]);

/// Why a text is no such number.
pub const UNREADABLE: &str = "an id is a UUID in small letters, such as 01234567-89ab-cdef-0123-456789abcdef";

/// Before these bytes stands a hyphen.
const HYPHENS: [usize; 4] = [4, 6, 8, 10];

impl Id {
    /// No client's message: what cannot be read is answered under it.
    pub const NONE: Id = Id([0; 16]);

    pub fn parse(text: &str) -> Option<Id> {
        let mut rest = text.bytes();
        let mut id = [0; 16];
        for (i, byte) in id.iter_mut().enumerate() {
            if HYPHENS.contains(&i) && rest.next()? != b'-' {
                return None;
            }
            *byte = digit(rest.next()?)? << 4 | digit(rest.next()?)?;
        }
        rest.next().is_none().then_some(Id(id))
    }
}

/// A second form of the same number would be a second text for the same message.
fn digit(of: u8) -> Option<u8> {
    match of {
        b'0'..=b'9' => Some(of - b'0'),
        b'a'..=b'f' => Some(of - b'a' + 10),
        _ => None,
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, byte) in self.0.iter().enumerate() {
            if HYPHENS.contains(&i) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a UUID")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Id, E> {
                Id::parse(text).ok_or_else(|| E::custom(UNREADABLE))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::Id;

    #[test]
    fn an_id_has_one_text() {
        let text = "01234567-89ab-cdef-0123-456789abcdef";
        assert_eq!(Id::parse(text).unwrap().to_string(), text);
        for other in [
            "01234567-89AB-cdef-0123-456789abcdef",
            "0123456789abcdef0123456789abcdef",
            "01234567-89ab-cdef-0123-456789abcde",
            "01234567-89ab-cdef-0123-456789abcdef0",
            "{1234567-89ab-cdef-0123-456789abcdef",
            "",
        ] {
            assert_eq!(Id::parse(other), None, "{other}");
        }
    }
}
