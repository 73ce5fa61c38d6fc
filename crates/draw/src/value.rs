//! Values and attributes as short texts.

use super::looks;
use engine::view::{Look, Names, Seat, Value, View};

/// The longest list that is shown among attributes.
const MAX_ELEMENTS: usize = 6;

/// The longest table.
const MAX_ENTRIES: usize = 24;

/// A value as a person reads it.
pub fn text(value: &Value, seats: &[Seat]) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Number(n) => n.to_string(),
        Value::Text(text) => text.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Player(p) => seats.get(*p as usize).map_or_else(|| p.to_string(), |s| s.name.clone()),
        Value::Tile { board, owner: None, name, names: Names::Several } => format!("{board} {name}"),
        Value::Tile { board, owner: Some(p), name, names: Names::Several } => {
            format!("{}'s {board} {name}", text(&Value::Player(*p), seats))
        }
        Value::Case { name, .. } | Value::Tile { name, .. } => name.clone(),
        Value::Object(object) => object.text.clone(),
        Value::List(all) => {
            let texts: Vec<String> = all.iter().map(|v| text(v, seats)).collect();
            if texts.is_empty() { "empty".to_owned() } else { texts.join(" ") }
        }
        Value::Table(all) => {
            let entry = |(k, v): &(Value, Value)| format!("{}: {}", text(k, seats), text(v, seats));
            let texts: Vec<String> = all.iter().map(entry).collect();
            if texts.is_empty() { "empty".to_owned() } else { texts.join(", ") }
        }
        Value::Zone { title, owner: None, .. } => title.clone(),
        Value::Zone { title, owner: Some(p), .. } => {
            format!("{title} of {}", text(&Value::Player(*p), seats))
        }
        Value::Other(text) => text.clone(),
        Value::Written(_) => engine::plain(value),
    }
}

/// A value with what looks add to it.
pub(crate) fn described(value: &Value, view: &View) -> String {
    match value {
        Value::Case { of, name } => match view.legend.case(of, name) {
            Some(look) => looks::named(look, name),
            None => name.clone(),
        },
        Value::Object(object) => looks::named(&object.look, &object.text),
        Value::List(all) if !all.is_empty() => {
            let texts: Vec<String> = all.iter().map(|v| described(v, view)).collect();
            texts.join(" ")
        }
        Value::Table(all) if !all.is_empty() => {
            let entry = |(k, v): &(Value, Value)| format!("{}: {}", described(k, view), described(v, view));
            all.iter().map(entry).collect::<Vec<_>>().join(", ")
        }
        other => text(other, &view.seats),
    }
}

/// Attributes of something of a class that are simple enough to show: `passed e3`, `suit Cups`.
pub(crate) fn attributes(all: &[(String, Value)], class: &str, view: &View) -> Vec<String> {
    let shown = all.iter().filter(|(name, value)| is_simple(value) && !view.legend.hides(class, name));
    let texts = shown.map(|(name, value)| {
        let look: Option<&Look> = view.legend.member(class, name);
        let name = look.map_or_else(|| name.clone(), |look| looks::label(look, name));
        format!("{name} {}", described(value, view))
    });
    texts.collect()
}

fn is_simple(value: &Value) -> bool {
    match value {
        Value::Null | Value::Object(_) | Value::Zone { .. } | Value::Other(_) => false,
        Value::Text(text) => !text.is_empty(),
        Value::List(all) => !all.is_empty() && all.len() <= MAX_ELEMENTS && all.iter().all(is_simple),
        Value::Table(all) => {
            let is_key = |key: &Value| is_simple(key) || matches!(key, Value::Object(_));
            !all.is_empty() && all.len() <= MAX_ENTRIES && all.iter().all(|(k, v)| is_key(k) && is_simple(v))
        }
        _ => true,
    }
}
