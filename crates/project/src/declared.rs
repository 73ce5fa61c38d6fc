//! The classes, enumerations, functions and constants of `std/`: where a game uses such a name without its import, the
//! libraries that have it are named.

use crate::library;
use base::{Origins, Problem, SourceMap};
use dialects::Around;
use language::tree::{Import, Item};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
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

/// What a file of the libraries declares, which of them it hands on, and which it uses.
#[derive(Default)]
struct Library {
    names: Vec<String>,
    exports: Vec<String>,
    uses: Vec<String>,
}

/// By name, the libraries that an import brings it from: what their files keep to themselves is not among them.
fn declared() -> &'static BTreeMap<String, BTreeSet<&'static str>> {
    static DECLARED: OnceLock<BTreeMap<String, BTreeSet<&'static str>>> = OnceLock::new();
    DECLARED.get_or_init(|| {
        let all: BTreeMap<&str, Library> = library::names().map(|file| (stem(file), read(file))).collect();
        let used: BTreeSet<&str> = all.values().flat_map(|one| &one.uses).map(String::as_str).collect();
        let mut found: BTreeMap<String, BTreeMap<&'static str, usize>> = BTreeMap::new();
        for file in library::names() {
            let (own, whole) = (stem(file), import_of(file));
            if own != whole && used.contains(own) {
                continue;
            }
            let (mut open, mut seen) = (VecDeque::from([(own, 0)]), BTreeSet::new());
            while let Some((name, steps)) = open.pop_front() {
                let Some(library) = all.get(name).filter(|_| seen.insert(name)) else { continue };
                for name in &library.names {
                    found.entry(name.clone()).or_default().entry(own).or_insert(steps);
                }
                open.extend(library.exports.iter().map(|name| (name.as_str(), steps + 1)));
            }
        }
        found.into_iter().map(|(name, libraries)| (name, nearest(&libraries))).collect()
    })
}

/// Those that hand it on over the fewest others; none that is part of another one of them.
fn nearest(libraries: &BTreeMap<&'static str, usize>) -> BTreeSet<&'static str> {
    let is_part = |one: &str| libraries.keys().any(|whole| one.starts_with(&format!("{whole}/")));
    let wholes: Vec<_> = libraries.iter().filter(|(one, _)| !is_part(one)).collect();
    let fewest = wholes.iter().map(|(_, steps)| **steps).min();
    wholes.into_iter().filter(|(_, steps)| Some(**steps) == fewest).map(|(one, _)| *one).collect()
}

fn read(file: &str) -> Library {
    let Some((dialect, text)) = dialects::of(file).zip(library::text(file)) else {
        return Library::default();
    };
    let (mut sources, mut origins) = (SourceMap::default(), Origins::default());
    let module = (dialect.parse)(sources.add(file, text), text, &Around::default(), &mut origins).value;
    let (exported, used): (Vec<&Import>, Vec<&Import>) =
        module.imports.iter().partition(|import| import.is_exported && import.alias.is_none());
    let named = |all: Vec<&Import>| all.into_iter().map(|import| imported(file, &import.path)).collect();
    Library {
        names: module.items.iter().filter_map(name).map(str::to_owned).collect(),
        exports: named(exported),
        uses: named(used),
    }
}

/// What a path means in a file: one that does not begin with `std/` is in the same folder.
fn imported(file: &str, path: &str) -> String {
    let path = stem(path);
    match (path.strip_prefix("std/"), file.rsplit_once('/')) {
        (Some(path), _) => path.to_owned(),
        (None, Some((folder, _))) => format!("{folder}/{path}"),
        (None, None) => path.to_owned(),
    }
}

fn stem(file: &str) -> &str {
    file.trim_end_matches(".tgdl")
}

/// What an import names for a file: of `ccg/combat.tgdl` that is `ccg` where there is a `ccg.tgdl`.
fn import_of(file: &'static str) -> &'static str {
    let own = stem(file);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_of_the_library_that_hands_it_on() {
        let of = |name: &str| declared().get(name).map(|all| all.iter().copied().collect::<Vec<_>>());
        assert_eq!(of("Payment"), Some(vec!["mana"]), "and not of those that hand all of it on");
        assert_eq!(of("Card"), Some(vec!["cards", "trick"]));
        assert_eq!(of("first"), None, "a constant that only a part of a library uses");
    }
}
