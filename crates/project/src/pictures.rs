//! The pictures that looks name: whether there are such files. It does not know what they show.

use crate::files::Files;
use base::{NodeId, Origins, Problem};
use language::look::is_picture;
use language::tree::{Expr, ExprKind, Item, Module, Part};
use std::collections::{BTreeMap, BTreeSet};

/// A warning for each picture that a look names and that is not in the game's folder. Names that are put together
/// while the game runs are not looked at.
pub(crate) fn missing(modules: &[Module], files: &dyn Files, origins: &Origins) -> Vec<Problem> {
    let mut named: Vec<(NodeId, &str)> = Vec::new();
    for item in modules.iter().flat_map(|m| &m.items) {
        let Item::Look(look) = item else { continue };
        let lines = look.lines.iter().chain(look.parts.iter().flat_map(|p| &p.lines));
        let lines = lines.filter(|l| matches!(l.name.text.as_str(), "image" | "back"));
        lines.flat_map(|l| &l.values).for_each(|e| texts(e, &mut named));
    }
    let mut folders: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut is_there = |path| {
        let (folder, name) = str::rsplit_once(path, '/').unwrap_or(("", path));
        folders.entry(folder).or_insert_with(|| files.list(folder).into_iter().collect()).contains(name)
    };
    named.retain(|(_, path)| is_picture(path) && !is_there(path));
    let problem = |(at, path): (NodeId, &str)| {
        let message = format!("there is no picture `{path}` in the game's folder");
        Problem::warning("look-image", origins.span(at), message)
            .hint("put the file there; until then the thing looks as it does without it")
    };
    named.into_iter().map(problem).collect()
}

/// The constant texts that an expression may give.
fn texts<'t>(e: &'t Expr, named: &mut Vec<(NodeId, &'t str)>) {
    match &e.kind {
        ExprKind::String(parts) => {
            if let [Part::Text(text)] = &parts[..] {
                named.push((e.id, text));
            }
        }
        ExprKind::Ternary(_, a, b) | ExprKind::Coalesce(a, b) => {
            texts(a, named);
            texts(b, named);
        }
        _ => {}
    }
}
