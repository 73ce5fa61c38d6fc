//! Values and attributes as short texts.

use super::looks;
use engine::view::{Look, Names, Seat, ValueView, View};

/// The longest list that is shown among attributes.
const MAX_ELEMENTS: usize = 6;

/// The longest table.
const MAX_ENTRIES: usize = 24;

/// A value as a person reads it.
pub fn text(value: &ValueView, seats: &[Seat]) -> String {
    match value {
        ValueView::Null => "none".to_owned(),
        ValueView::Number(n) => n.to_string(),
        ValueView::Text(text) => text.clone(),
        ValueView::Bool(true) => "yes".to_owned(),
        ValueView::Bool(false) => "no".to_owned(),
        ValueView::Player(p) => seats.get(*p as usize).map_or_else(|| p.to_string(), |s| s.name.clone()),
        ValueView::Tile { board, owner: None, name, names: Names::Several } => format!("{board} {name}"),
        ValueView::Tile { board, owner: Some(p), name, names: Names::Several } => {
            format!("{}'s {board} {name}", text(&ValueView::Player(*p), seats))
        }
        ValueView::Case { name, .. } | ValueView::Tile { name, .. } => name.clone(),
        ValueView::Object(object) => object.text.clone(),
        ValueView::List(all) => {
            let texts: Vec<String> = all.iter().map(|v| text(v, seats)).collect();
            if texts.is_empty() { "empty".to_owned() } else { texts.join(" ") }
        }
        ValueView::Table(all) => {
            let entry = |(k, v): &(ValueView, ValueView)| format!("{}: {}", text(k, seats), text(v, seats));
            let texts: Vec<String> = all.iter().map(entry).collect();
            if texts.is_empty() { "empty".to_owned() } else { texts.join(", ") }
        }
        ValueView::Zone { title, owner: None, .. } => title.clone(),
        ValueView::Zone { title, owner: Some(p), .. } => {
            format!("{title} of {}", text(&ValueView::Player(*p), seats))
        }
        ValueView::Other(text) => text.clone(),
        ValueView::Written(_) => engine::plain(value),
    }
}

/// A value with what looks add to it.
pub(crate) fn described(value: &ValueView, view: &View) -> String {
    match value {
        ValueView::Case { of, name } => match view.legend.case(of, name) {
            Some(look) => looks::named(look, name),
            None => name.clone(),
        },
        ValueView::Object(object) => looks::named(&object.look, &object.text),
        ValueView::List(all) if !all.is_empty() => {
            let texts: Vec<String> = all.iter().map(|v| described(v, view)).collect();
            texts.join(" ")
        }
        ValueView::Table(all) if !all.is_empty() => {
            let entry =
                |(k, v): &(ValueView, ValueView)| format!("{}: {}", described(k, view), described(v, view));
            all.iter().map(entry).collect::<Vec<_>>().join(", ")
        }
        other => text(other, &view.seats),
    }
}

/// Attributes of something of a class that are simple enough to show: `passed e3`, `turn number 3`.
pub(crate) fn attributes(all: &[(String, ValueView)], class: &str, view: &View) -> Vec<String> {
    let shown = all.iter().filter(|(name, value)| is_simple(value) && !view.legend.hides(class, name));
    let texts = shown.map(|(name, value)| {
        let look: Option<&Look> = view.legend.member(class, name);
        let worded = looks::worded(name);
        let name = match look {
            Some(look) => looks::label(look, &worded),
            None => worded,
        };
        format!("{name} {}", described(value, view))
    });
    texts.collect()
}

fn is_simple(value: &ValueView) -> bool {
    match value {
        ValueView::Null | ValueView::Object(_) | ValueView::Zone { .. } | ValueView::Other(_) => false,
        ValueView::Text(text) => !text.is_empty(),
        ValueView::List(all) => !all.is_empty() && all.len() <= MAX_ELEMENTS && all.iter().all(is_simple),
        ValueView::Table(all) => {
            let is_key = |key: &ValueView| is_simple(key) || matches!(key, ValueView::Object(_));
            !all.is_empty() && all.len() <= MAX_ENTRIES && all.iter().all(|(k, v)| is_key(k) && is_simple(v))
        }
        _ => true,
    }
}
