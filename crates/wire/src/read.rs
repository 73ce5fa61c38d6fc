//! Reading what comes from outside: how large and how deep it may be, each name once, nothing that is not known. What a
//! message means is not decided here.

use crate::client::FromClient;
use crate::id::Id;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeSet;
use std::fmt;

/// The longest message of a client over a socket, in bytes.
pub const MAX_FRAME: usize = 8 * 1024;

/// The longest body of a request over HTTP, in bytes; uploads have a limit of their own.
pub const MAX_BODY: usize = 16 * 1024;

/// So many objects and lists may stand inside one another.
pub const MAX_DEPTH: usize = 16;

/// Why something was not read; in words for whoever wrote the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misread(pub String);

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misread {}

/// Reads a message of a client.
pub fn frame(bytes: &[u8]) -> Result<FromClient, Misread> {
    let message: FromClient = within(bytes, MAX_FRAME)?;
    if message.id() == Some(Id::NONE) {
        return Err(Misread("an id of zeros stands for none".to_owned()));
    }
    Ok(message)
}

/// Reads the body of a request: an object, since a list would be taken for its members in their order.
pub fn body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Misread> {
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(Misread("it is a list; an object is expected, in braces".to_owned()));
    }
    within(bytes, MAX_BODY)
}

fn within<T: DeserializeOwned>(bytes: &[u8], most: usize) -> Result<T, Misread> {
    if bytes.len() > most {
        return Err(Misread(format!("it has {} bytes, and at most {most} are read", bytes.len())));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| Misread(format!("it is not UTF-8: byte {} does not fit", error.valid_up_to())))?;
    let misread = |error: serde_json::Error| Misread(error.to_string());
    let mut reader = serde_json::Deserializer::from_str(text);
    Plain { left: MAX_DEPTH }.deserialize(&mut reader).and_then(|()| reader.end()).map_err(misread)?;
    serde_json::from_str(text).map_err(misread)
}

/// Goes through a value, also where the message passes it on unread, and reads all texts and numbers in it.
#[derive(Clone, Copy)]
struct Plain {
    left: usize,
}

impl Plain {
    fn inside<E: Error>(self) -> Result<Plain, E> {
        let left = self.left.checked_sub(1);
        let left = left.ok_or_else(|| E::custom(format!("it is nested more than {MAX_DEPTH} deep")))?;
        Ok(Plain { left })
    }
}

impl<'de> DeserializeSeed<'de> for Plain {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Plain {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<(), A::Error> {
        let inside = self.inside()?;
        while all.next_element_seed(inside)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<(), A::Error> {
        let inside = self.inside()?;
        let mut names = BTreeSet::new();
        while let Some(name) = all.next_key::<String>()? {
            all.next_value_seed(inside)?;
            if let Some(twice) = names.replace(name) {
                return Err(A::Error::custom(format!("`{}` stands there twice", twice.escape_debug())));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_DEPTH, MAX_FRAME, body, frame};
    use crate::client::{Chat, FromClient};

    const ID: &str = "01234567-89ab-cdef-0123-456789abcdef";

    fn why(text: &str) -> String {
        frame(text.as_bytes()).unwrap_err().to_string()
    }

    fn play(path: &str) -> String {
        format!(r#"{{"play":{{"id":"{ID}","q":3,"path":{path}}}}}"#)
    }

    #[test]
    fn a_move_passes_as_it_was_written() {
        let Ok(FromClient::Play(read)) = frame(play(r#"[{"action":"move"}, {"thing": 12}]"#).as_bytes())
        else {
            panic!()
        };
        assert_eq!((read.q, read.path.get()), (3, r#"[{"action":"move"}, {"thing": 12}]"#));
    }

    #[test]
    fn what_is_too_long_is_not_even_looked_at() {
        let text = " ".repeat(MAX_FRAME + 1);
        assert_eq!(why(&text), "it has 8193 bytes, and at most 8192 are read");
    }

    #[test]
    fn what_is_nested_too_deep_is_refused_also_where_nobody_reads_it() {
        let nested = |n: usize| play(&format!("{}1{}", "[".repeat(n), "]".repeat(n)));
        assert!(frame(nested(MAX_DEPTH - 2).as_bytes()).is_ok());
        assert!(why(&nested(MAX_DEPTH - 1)).starts_with("it is nested more than 16 deep"));
        assert!(why(&nested(1000)).starts_with("it is nested more than 16 deep"));
    }

    #[test]
    fn a_name_stands_once() {
        assert!(why(&play(r#"{"a":1,"a":2}"#)).starts_with("`a` stands there twice"));
        let escaped = play("{\"a\":1,\"\\u0061\":2}");
        assert!(why(&escaped).starts_with("`a` stands there twice"));
        assert!(why(r#"{"ping":{"t":1},"ping":{"t":2}}"#).starts_with("`ping` stands there twice"));
    }

    #[test]
    fn what_nobody_knows_is_refused() {
        assert!(why(r#"{"ping":{"t":1,"u":2}}"#).starts_with("unknown field `u`"));
        assert!(why(r#"{"win":{}}"#).starts_with("unknown variant `win`"));
        assert!(why(r#"{"play":{"q":1,"path":"a1","seat":1}}"#).contains("unknown field `seat`"));
        assert!(why(r#"{"ping":{"t":1}} x"#).starts_with("trailing characters"));
        assert!(frame(br#"{"ping":{"t":1},"resign":{}}"#).is_err());
        assert!(frame(b"{}").is_err());
    }

    /// It would be taken for the members in their order, and what is wrong be told in words of this program.
    #[test]
    fn a_list_is_no_body() {
        let why = |text: &str| body::<Chat>(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(why(" [\"hello\"]"), "it is a list; an object is expected, in braces");
        assert!(!why("{\"x\":1}").contains("list"));
    }

    #[test]
    fn texts_and_numbers_are_read_also_where_nobody_looks_at_them() {
        assert!(frame(play("\"\\ud800\"").as_bytes()).is_err());
        assert!(frame(play("1e999").as_bytes()).is_err());
        assert!(frame(play("NaN").as_bytes()).is_err());
        assert!(frame(b"\xff").is_err());
        assert!(frame(play("-0").as_bytes()).is_ok());
    }

    #[test]
    fn an_id_is_read_in_one_form() {
        let upper = play("1").replace("abcdef\"", "ABCDEF\"");
        assert!(why(&upper).starts_with("an id is a UUID in small letters"));
        let none = r#"{"resign":{"id":"00000000-0000-0000-0000-000000000000"}}"#;
        assert_eq!(why(none), "an id of zeros stands for none");
    }
}
