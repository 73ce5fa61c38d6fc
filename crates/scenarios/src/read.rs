//! From lines of JSON to scenarios. It looks at shapes alone: what the fields mean is the table's business.

use crate::{MAX_BYTES, Scenario, Verdict, from_text};
use serde_json::{Map, Value};

/// The fields of something that is given, done or expected.
pub(crate) type Fields = Map<String, Value>;

/// So long may the line of a scenario be, in bytes.
const MAX_LINE: usize = 1 << 20;

/// So many things may be given, done or expected in one scenario.
pub(crate) const MAX_ENTRIES: usize = 1000;

#[derive(Debug, Default)]
pub(crate) struct Read {
    /// A card by its name, and what stands on it.
    pub cards: Vec<Fields>,
    pub start: Option<Fields>,
    pub setup: Vec<Fields>,
    pub actions: Vec<Fields>,
    pub stop: Option<Fields>,
    pub expect: Vec<Fields>,
}

/// The scenarios in a text: lines of JSON, if it begins with `{`, or the form that players write.
///
/// # Errors
/// The file is too large, or does not begin with a scenario.
pub fn read(text: &str) -> Result<Vec<Scenario>, String> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('{') { from_lines(text) } else { from_text(text) }
}

/// The scenarios in lines of JSON, one a line; blank lines are none.
///
/// # Errors
/// The file is too large.
pub fn from_lines(text: &str) -> Result<Vec<Scenario>, String> {
    if text.len() > MAX_BYTES {
        return Err(format!("the file is larger than {} MB", MAX_BYTES >> 20));
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    Ok(lines.map(|(i, line)| from_line(i + 1, line)).collect())
}

fn from_line(number: usize, line: &str) -> Scenario {
    let unnamed =
        |why: String| Scenario { id: format!("line {number}"), line: number, read: Err(Verdict::Fail(why)) };
    if line.len() > MAX_LINE {
        return unnamed(format!("the line is longer than {} MB", MAX_LINE >> 20));
    }
    let fields = match serde_json::from_str(line) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return unnamed("the line is no JSON object".to_owned()),
        Err(error) => return unnamed(format!("the line is no JSON: {error}")),
    };
    let id = fields.get("id").and_then(Value::as_str).map_or_else(|| format!("line {number}"), printable);
    Scenario { id, line: number, read: scenario(fields) }
}

fn scenario(fields: Fields) -> Result<Read, Verdict> {
    let mut read = Read::default();
    for (name, value) in fields {
        match (name.as_str(), value) {
            (_, Value::Null) | ("id" | "title" | "topic", Value::String(_)) => {}
            ("start", Value::Object(start)) => read.start = Some(start),
            ("stop", Value::Object(stop)) => read.stop = Some(stop),
            ("cards", Value::Object(cards)) => read.cards = cards_of(cards)?,
            ("setup", Value::Array(all)) => read.setup = objects("setup", all)?,
            ("actions", Value::Array(all)) => read.actions = objects("actions", all)?,
            ("expect", Value::Array(all)) => read.expect = objects("expect", all)?,
            (name, _) => {
                return Err(Verdict::Unsupported(format!(
                    "`{}` of the scenario is not known",
                    printable(name)
                )));
            }
        }
    }
    let entries = read.cards.len() + read.setup.len() + read.actions.len() + read.expect.len();
    if entries > MAX_ENTRIES {
        return Err(Verdict::Unsupported(format!("it has more than {MAX_ENTRIES} entries")));
    }
    if read.expect.is_empty() {
        return Err(Verdict::Unsupported("nothing is expected".to_owned()));
    }
    Ok(read)
}

/// Each card with its name as one more field.
fn cards_of(cards: Fields) -> Result<Vec<Fields>, Verdict> {
    let named = cards.into_iter().map(|(name, card)| match card {
        Value::Object(mut card) => {
            card.insert("name".to_owned(), Value::String(name));
            Ok(card)
        }
        _ => Err(Verdict::Unsupported(format!("what stands on `{}` is not said", printable(&name)))),
    });
    named.collect()
}

fn objects(what: &str, all: Vec<Value>) -> Result<Vec<Fields>, Verdict> {
    let objects = all.into_iter().map(|entry| match entry {
        Value::Object(fields) => Ok(fields),
        _ => Err(Verdict::Unsupported(format!("an entry of `{what}` is no object"))),
    });
    objects.collect()
}

/// A text from a file, which may be shown: short, and without control characters.
pub(crate) fn printable(text: &str) -> String {
    const MAX_PRINTED: usize = 200;
    let shown: String = text.chars().filter(|c| !c.is_control()).take(MAX_PRINTED).collect();
    if text.chars().count() > MAX_PRINTED { shown + "..." } else { shown }
}
