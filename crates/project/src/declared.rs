//! What the files of `std/` declare: where a game uses such a name without its import, the file that has it is named.

use crate::library;
use base::{Origins, Problem, SourceMap};
use language::tree::Item;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Adds the import that is missing to problems with unknown names.
pub(crate) fn point_to_library(problems: &mut [Problem], sources: &SourceMap) {
    let unknown = problems.iter_mut().filter(|p| matches!(p.code, "unknown-name" | "unknown-type"));
    for problem in unknown.filter(|p| p.fix.is_none() && p.others.is_empty()) {
        let span = problem.span;
        let name = sources.text(span.file).get(span.start as usize..span.end as usize).unwrap_or_default();
        if let Some(file) = declared().get(name) {
            let import = file.trim_end_matches(".tgdl");
            problem.hints.push(format!("`import \"std/{import}\";` brings `{name}`"));
        }
    }
}

/// By name, the first file of `std/` that declares it.
fn declared() -> &'static BTreeMap<String, &'static str> {
    static DECLARED: OnceLock<BTreeMap<String, &'static str>> = OnceLock::new();
    DECLARED.get_or_init(|| {
        let mut found = BTreeMap::new();
        for file in library::names() {
            let Some((dialect, text)) = dialects::of(file).zip(library::text(file)) else { continue };
            let (mut sources, mut origins) = (SourceMap::default(), Origins::default());
            let module = (dialect.parse)(sources.add(file, text), text, &mut origins).value;
            for name in module.items.iter().filter_map(name) {
                found.entry(name.to_owned()).or_insert(file);
            }
        }
        found
    })
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
