//! The classes, enumerations, functions and constants of `std/`: where a game uses such a name without its import, the
//! libraries that have it are named.

use crate::library;
use base::{Origins, Problem, SourceMap};
use dialects::Around;
use language::tree::Item;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// Adds the import that is missing to problems with unknown names.
pub(crate) fn point_to_library(problems: &mut [Problem], sources: &SourceMap) {
    /// So many libraries are named.
    const MAX_NAMED: usize = 3;
    let unknown = problems.iter_mut().filter(|p| matches!(p.code, "unknown-name" | "unknown-type"));
    // Where something is pointed to already, that is likelier to be meant.
    let unknown = unknown.filter(|p| p.fix.is_none() && p.label.is_empty() && p.others.is_empty());
    for problem in unknown.filter(|p| sources.path(p.span.file).ends_with(".tgdl")) {
        let span = problem.span;
        let name = sources.text(span.file).get(span.start as usize..span.end as usize).unwrap_or_default();
        if let Some(libraries) = declared().get(name) {
            let imports =
                libraries.iter().take(MAX_NAMED).map(|library| format!("`import \"std/{library}\";`"));
            let imports = imports.collect::<Vec<_>>().join(" or ");
            problem.hints.push(format!("{imports} brings `{name}`"));
        }
    }
}

/// By name, the libraries that declare it; those that are part of another one are named by that.
fn declared() -> &'static BTreeMap<String, BTreeSet<&'static str>> {
    static DECLARED: OnceLock<BTreeMap<String, BTreeSet<&'static str>>> = OnceLock::new();
    DECLARED.get_or_init(|| {
        let mut found: BTreeMap<String, BTreeSet<&'static str>> = BTreeMap::new();
        for file in library::names() {
            let Some((dialect, text)) = dialects::of(file).zip(library::text(file)) else { continue };
            let (mut sources, mut origins) = (SourceMap::default(), Origins::default());
            let module =
                (dialect.parse)(sources.add(file, text), text, &Around::default(), &mut origins).value;
            for name in module.items.iter().filter_map(name) {
                found.entry(name.to_owned()).or_default().insert(import_of(file));
            }
        }
        found
    })
}

/// What an import names for a file: of `ccg/combat.tgdl` that is `ccg` where there is a `ccg.tgdl`.
fn import_of(file: &'static str) -> &'static str {
    let own = file.trim_end_matches(".tgdl");
    let whole = own.split('/').next().unwrap_or(own);
    if library::names().any(|name| name.strip_suffix(".tgdl") == Some(whole)) { whole } else { own }
}

fn name(item: &Item) -> Option<&str> {
    let name = match item {
        Item::Enum(declared) => &declared.name,
        Item::Class(declared) => &declared.name,
        Item::Function(declared) => &declared.name,
        Item::Const(declared) => &declared.name,
        _ => return None,
    };
    Some(&name.text)
}
