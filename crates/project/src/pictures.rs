//! The pictures that looks name: whether there are such files. It does not know what they show.

use crate::files::Files;
use base::{NodeId, Origins, Problem};
use language::look::is_picture;
use language::tree::{Expr, ExprKind, Item, Module, Part};
use std::collections::{BTreeMap, BTreeSet};

/// A warning for each picture that a look names and that is not in the game's folder. Of a name that is put together
/// while the game runs, `art/{suit}.svg`, it is asked whether there is any such picture.
pub(crate) fn missing(modules: &[Module], files: &dyn Files, origins: &Origins) -> Vec<Problem> {
    let mut named: Vec<(NodeId, Vec<Option<&str>>)> = Vec::new();
    for item in modules.iter().flat_map(|m| &m.items) {
        let Item::Look(look) = item else { continue };
        let lines = look.lines.iter().chain(look.parts.iter().flat_map(|p| &p.lines));
        let lines = lines.filter(|l| matches!(l.name.text.as_str(), "image" | "back"));
        for line in lines {
            let is_back = line.name.text == "back";
            let mut of_line = Vec::new();
            line.values.iter().for_each(|e| texts(e, &mut of_line));
            // A back that is put together is an error already.
            named.extend(of_line.into_iter().filter(|(_, parts)| !is_back || parts.len() == 1));
        }
    }
    let mut folders: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    named.retain(|(_, parts)| {
        let (first, last) = match parts[..] {
            [Some(path)] => (path, ""),
            _ => (parts[0].unwrap_or(""), parts[parts.len() - 1].unwrap_or("")),
        };
        let (folder, begins) = str::rsplit_once(first, '/').unwrap_or(("", first));
        let elsewhere = parts[1..].iter().flatten().any(|part| part.contains('/'));
        if elsewhere || !is_picture(&written(parts).replace("{...}", "x")) {
            return false;
        }
        let names = folders.entry(folder).or_insert_with(|| files.list(folder).into_iter().collect());
        match parts.len() {
            1 => !names.contains(begins),
            _ => !names.iter().any(|name| name.starts_with(begins) && name.ends_with(last)),
        }
    });
    let problem = |(at, parts): (NodeId, Vec<Option<&str>>)| {
        let several = parts.len() > 1;
        let message = match several {
            false => format!("there is no picture `{}` in the game's folder", written(&parts)),
            true => format!("no picture in the game's folder is called like `{}`", written(&parts)),
        };
        Problem::warning("look-image", origins.span(at), message)
            .hint("put the file there; until then the thing looks as it does without it")
    };
    named.into_iter().map(problem).collect()
}

/// The path, with `{...}` for what is put in while the game runs.
fn written(parts: &[Option<&str>]) -> String {
    parts.iter().map(|part| part.unwrap_or("{...}")).collect()
}

/// The texts that an expression may give; what is put in while the game runs is None.
fn texts<'t>(e: &'t Expr, named: &mut Vec<(NodeId, Vec<Option<&'t str>>)>) {
    match &e.kind {
        ExprKind::String(parts) if !parts.is_empty() => {
            let part = |part: &'t Part| match part {
                Part::Text(text) => Some(text.as_str()),
                Part::Expr(_) => None,
            };
            named.push((e.id, parts.iter().map(part).collect()));
        }
        ExprKind::Ternary(_, a, b) | ExprKind::Coalesce(a, b) => {
            texts(a, named);
            texts(b, named);
        }
        _ => {}
    }
}
