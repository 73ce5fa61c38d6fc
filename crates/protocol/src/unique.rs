//! JSON in which no object has a field twice. Readers differ in which of the two they take, so that a host and
//! this program could read one line differently. It knows no request.

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::fmt;

/// A value, read with an error where a field stands twice.
pub(crate) struct Unique(pub(crate) Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unique, D::Error> {
        deserializer.deserialize_any(Values).map(Unique)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Unique(value)) = elements.next_element()? {
            all.push(value);
        }
        Ok(all.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some((name, Unique(value))) = fields.next_entry::<String, Unique>()? {
            if all.contains_key(&name) {
                return Err(A::Error::custom(format!("`{name}` stands twice in an object")));
            }
            all.insert(name, value);
        }
        Ok(all.into())
    }
}

#[cfg(test)]
mod tests {
    use super::Unique;
    use serde_json::{Value, from_str};

    #[test]
    fn it_reads_what_serde_reads_but_no_field_twice() {
        let text = r#"{"a": [1, -2, 2.5, "x\n", null, true, {}], "b": {"a": 18446744073709551615}}"#;
        let read = from_str::<Unique>(text).map(|unique| unique.0).ok();
        assert_eq!(read, from_str::<Value>(text).ok());
        let twice = from_str::<Unique>(r#"[{"as": 1, "as": null}]"#).err().map(|e| e.to_string());
        assert_eq!(twice.as_deref(), Some("`as` stands twice in an object at line 1 column 22"));
    }
}
