//! A client that plays whatever it is offered: tests and the load generator have it.

use base::Random;
use serde_json::Value;
use wire::{Ask, raw};

/// Any move of a tree; where none is told the first of all.
pub(crate) fn draw(ask: &Ask, random: &mut Random) -> wire::Raw {
    let read = |raw: &wire::Raw| serde_json::from_str::<Value>(raw.get()).unwrap_or_default();
    let (refs, tree) = (read(&ask.refs), read(&ask.tree));
    let (mut level, mut path) = (&tree, Vec::new());
    while let Some(nodes) = level.as_array().filter(|nodes| !nodes.is_empty()) {
        let node = &nodes[random.below(nodes.len() as u64) as usize];
        let part = &refs[node.get(0).unwrap_or(node).as_u64().unwrap_or(0) as usize];
        let is_one_value = ["range", "list", "free"].iter().all(|word| part.get(word).is_none());
        if !is_one_value || node.as_array().is_some_and(|node| node.len() == 1) {
            return raw(&0);
        }
        path.push(part.clone());
        level = node.get(1).unwrap_or(&Value::Null);
    }
    if path.is_empty() { raw(&0) } else { raw(&path) }
}
