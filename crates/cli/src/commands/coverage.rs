//! Shows which parts of a game a series of matches never reached. It knows nothing of how that was found out.

use crate::problems;
use base::SourceMap;
use lab::{Coverage, Uncovered, UncoveredKind};
use serde_json::{Value, json};

pub(crate) fn to_json(coverage: &Coverage, sources: &SourceMap) -> Value {
    let all = |kind: UncoveredKind| -> Value {
        let of = coverage.uncovered.iter().filter(|u| u.kind == kind);
        of.map(|u| part(u, sources)).collect()
    };
    json!({
        "parts": coverage.parts,
        "ran": coverage.covered,
        "actions_never_possible": all(UncoveredKind::NeverPossible),
        "actions_never_chosen": all(UncoveredKind::NeverChosen),
        "actions_never_run": all(UncoveredKind::Action),
        "functions": all(UncoveredKind::Function),
        "blocks": all(UncoveredKind::Block),
        "events": all(UncoveredKind::Event),
        "interactables": all(UncoveredKind::Interactable),
        "classes": all(UncoveredKind::Class),
        "modifiers": all(UncoveredKind::Modifier),
        "branches": all(UncoveredKind::Branch),
    })
}

fn part(part: &Uncovered, sources: &SourceMap) -> Value {
    let mut value = match part.kind {
        UncoveredKind::Branch => json!({ "text": text(part, sources) }),
        _ => json!({ "name": part.name }),
    };
    problems::place(&mut value, sources, part.at);
    value
}

/// The first line of its text.
fn text(part: &Uncovered, sources: &SourceMap) -> String {
    let text = sources.piece(part.at);
    let line = text.lines().next().unwrap_or_default().trim();
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None if line.len() < text.trim().len() => format!("{line} ..."),
        None => line.to_owned(),
    }
}

pub(crate) fn to_text(coverage: &Coverage, sources: &SourceMap) -> String {
    let mut out = format!("  {} of {} parts of the rules ran\n", coverage.covered, coverage.parts);
    for part in &coverage.uncovered {
        let (line, _) = sources.line_column(part.at.file, part.at.start);
        let (last, _) = sources.line_column(part.at.file, part.at.end);
        let name = &part.name;
        let what = match part.kind {
            UncoveredKind::NeverPossible => format!("action `{name}` was never possible"),
            UncoveredKind::NeverChosen => format!("action `{name}` was never chosen"),
            UncoveredKind::Action => format!("action `{name}` never ran"),
            UncoveredKind::Function => format!("function `{name}` never ran"),
            UncoveredKind::Block => format!("`{name}` never ran"),
            UncoveredKind::Interactable => format!("interactable `{name}` was never made"),
            UncoveredKind::Class => format!("class `{name}` was never made"),
            UncoveredKind::Modifier => format!("modifier `{name}` was never added"),
            UncoveredKind::Event => format!("event `{name}` was never raised"),
            UncoveredKind::Branch if last > line => {
                format!("`{}` never ran, to line {last}", text(part, sources))
            }
            UncoveredKind::Branch => format!("`{}` never ran", text(part, sources)),
        };
        out.push_str(&format!("  {}:{line}: {what}\n", sources.path(part.at.file)));
    }
    out
}
