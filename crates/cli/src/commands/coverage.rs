//! Shows which parts of a game a series of matches never reached. It knows nothing of how that was found out.

use crate::problems;
use base::SourceMap;
use engine::ProbeKind;
use lab::UncoveredKind::{self, NeverChosen, NeverReached};
use lab::{Coverage, Uncovered};
use serde_json::{Value, json};

pub(crate) fn to_json(coverage: &Coverage, sources: &SourceMap) -> Value {
    let all = |kind: UncoveredKind| -> Value {
        let of = coverage.uncovered.iter().filter(|u| u.kind == kind);
        of.map(|u| part(u, sources)).collect()
    };
    let unreached = |kind: ProbeKind| all(NeverReached(kind));
    json!({
        "parts": coverage.parts,
        "ran": coverage.covered,
        "actions_never_possible": unreached(ProbeKind::Offer),
        "actions_never_chosen": all(NeverChosen),
        "actions_never_run": unreached(ProbeKind::Action),
        "functions": unreached(ProbeKind::Function),
        "blocks": unreached(ProbeKind::Block),
        "events": unreached(ProbeKind::Event),
        "interactables": unreached(ProbeKind::Interactable),
        "classes": unreached(ProbeKind::Class),
        "modifiers": unreached(ProbeKind::Modifier),
        "branches": unreached(ProbeKind::Branch),
    })
}

fn part(part: &Uncovered, sources: &SourceMap) -> Value {
    let mut value = match part.kind {
        NeverReached(ProbeKind::Branch) => json!({ "text": text(part, sources) }),
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
            NeverReached(ProbeKind::Offer) => format!("action `{name}` was never possible"),
            NeverChosen => format!("action `{name}` was never chosen"),
            NeverReached(ProbeKind::Action) => format!("action `{name}` never ran"),
            NeverReached(ProbeKind::Function) => format!("function `{name}` never ran"),
            NeverReached(ProbeKind::Block) => format!("`{name}` never ran"),
            NeverReached(ProbeKind::Interactable) => format!("interactable `{name}` was never made"),
            NeverReached(ProbeKind::Class) => format!("class `{name}` was never made"),
            NeverReached(ProbeKind::Modifier) => format!("modifier `{name}` was never added"),
            NeverReached(ProbeKind::Event) => format!("event `{name}` was never raised"),
            NeverReached(ProbeKind::Branch) if last > line => {
                format!("`{}` never ran, to line {last}", text(part, sources))
            }
            NeverReached(ProbeKind::Branch) => format!("`{}` never ran", text(part, sources)),
        };
        out.push_str(&format!("  {}:{line}: {what}\n", sources.path(part.at.file)));
    }
    out
}
