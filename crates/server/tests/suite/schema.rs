//! JSON Schema as far as the description of the API uses it; what it does not know is an error.

use serde_json::{Map, Value, json};

pub(crate) struct Schemas<'a> {
    document: &'a Value,
}

impl<'a> Schemas<'a> {
    pub(crate) fn new(document: &'a Value) -> Schemas<'a> {
        Schemas { document }
    }

    /// Why a value is not as a schema says.
    pub(crate) fn check(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let words = match schema {
            Value::Bool(true) => return Ok(()),
            Value::Object(words) => words,
            other => return Err(format!("{other} is no schema")),
        };
        words.iter().try_for_each(|(word, said)| self.keyword(words, word, said, value))
    }

    fn keyword(
        &self,
        of: &Map<String, Value>,
        word: &str,
        said: &Value,
        value: &Value,
    ) -> Result<(), String> {
        let is = |holds: bool, what: &str| if holds { Ok(()) } else { Err(format!("{value} {what} {said}")) };
        match word {
            "description" => Ok(()),
            "$ref" => {
                let place = said.as_str().and_then(|place| place.strip_prefix('#')).unwrap_or("?");
                let schema = self.document.pointer(place).ok_or_else(|| format!("no schema {place}"))?;
                self.check(schema, value)
            }
            "type" => {
                let all = said.as_array().cloned().unwrap_or_else(|| vec![said.clone()]);
                is(all.iter().any(|kind| is_of(value, kind.as_str().unwrap_or("?"))), "is not of type")
            }
            "const" => is(value == said, "is not"),
            "enum" => is(said.as_array().is_some_and(|all| all.contains(value)), "is none of"),
            "minimum" => is(
                value.as_f64().is_none_or(|x| said.as_f64().is_some_and(|least| x >= least)),
                "is less than",
            ),
            "oneOf" => {
                let all = said.as_array().map(Vec::as_slice).unwrap_or_default();
                is(all.iter().filter(|one| self.check(one, value).is_ok()).count() == 1, "is not just one of")
            }
            "items" => match value {
                Value::Array(all) => all.iter().try_for_each(|item| self.check(said, item)),
                _ => Ok(()),
            },
            "required" => {
                let names = said.as_array().map(Vec::as_slice).unwrap_or_default();
                let missing = names.iter().find(|name| {
                    value.as_object().is_some_and(|fields| !fields.contains_key(name.as_str().unwrap_or("?")))
                });
                missing.map_or(Ok(()), |name| Err(format!("{name} is missing in {value}")))
            }
            "properties" => {
                let known = value.as_object().into_iter().flatten();
                let mut known = known.filter_map(|(name, field)| Some((said.get(name)?, field)));
                known.try_for_each(|(schema, field)| self.check(schema, field))
            }
            "additionalProperties" => {
                let described = |name: &str| of.get("properties").is_some_and(|all| all.get(name).is_some());
                let mut more = value.as_object().into_iter().flatten().filter(|(name, _)| !described(name));
                match said {
                    Value::Bool(false) => {
                        more.next().map_or(Ok(()), |(name, _)| Err(format!("`{name}` is not described")))
                    }
                    schema => more.try_for_each(|(_, field)| self.check(schema, field)),
                }
            }
            other => Err(format!("`{other}` is not known here")),
        }
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

/// The same value with something in it of a type that nothing has.
/// What lies under one of the `open` names is not looked into.
pub(crate) fn damages(value: &Value, open: &[&str]) -> Vec<Value> {
    let mut all = vec![json!([[[value]]])];
    match value {
        Value::Object(fields) => {
            let with = |name: &str, field: Value| {
                let mut other = fields.clone();
                other.insert(name.to_owned(), field);
                Value::Object(other)
            };
            for (name, field) in fields {
                let inside = if open.contains(&name.as_str()) { Vec::new() } else { damages(field, open) };
                all.extend(inside.into_iter().chain([json!([[[field]]])]).map(|damaged| with(name, damaged)));
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                all.extend(damages(item, open).into_iter().map(|damaged| {
                    let mut other = items.clone();
                    other[i] = damaged;
                    Value::Array(other)
                }));
            }
        }
        _ => {}
    }
    all
}

#[test]
fn a_schema_finds_what_is_not_as_it_says() {
    let document = json!({ "known": { "text": { "type": "string" } } });
    let schemas = Schemas::new(&document);
    let schema = json!({
        "type": "object",
        "required": ["a"],
        "properties": { "a": { "$ref": "#/known/text" }, "b": { "type": ["integer", "null"], "minimum": 0 } },
        "additionalProperties": false,
    });
    for good in [json!({ "a": "x" }), json!({ "a": "x", "b": 3 }), json!({ "a": "", "b": null })] {
        assert_eq!(schemas.check(&schema, &good), Ok(()));
    }
    for (bad, why) in [
        (json!({}), r#""a" is missing in {}"#),
        (json!({ "a": 1 }), r#"1 is not of type "string""#),
        (json!({ "a": "x", "b": -1 }), "-1 is less than 0"),
        (json!({ "a": "x", "c": 1 }), "`c` is not described"),
    ] {
        assert_eq!(schemas.check(&schema, &bad), Err(why.to_owned()));
    }
    assert!(schemas.check(&json!({ "patern": "x" }), &json!(1)).is_err());
    let one = json!({ "oneOf": [{ "const": 1 }, { "enum": [1, 2] }] });
    assert_eq!([1, 2, 3].map(|x| schemas.check(&one, &json!(x)).is_ok()), [false, true, false]);
    assert!(schemas.check(&json!({ "items": { "type": "boolean" } }), &json!([true, 0])).is_err());
}
