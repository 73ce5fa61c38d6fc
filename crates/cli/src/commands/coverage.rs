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
        NeverReached(ProbeKind::Branch) => json!({ "text": part.first_line(sources) }),
        _ => json!({ "name": part.name }),
    };
    problems::place(&mut value, sources, part.at);
    value
}

pub(crate) fn to_text(coverage: &Coverage, sources: &SourceMap) -> String {
    let mut out = format!("  {} of {} parts of the rules ran\n", coverage.covered, coverage.parts);
    for part in &coverage.uncovered {
        let (line, _) = sources.line_column(part.at.file, part.at.start);
        let what = part.sentence(sources);
        out.push_str(&format!("  {}:{line}: {what}\n", sources.path(part.at.file)));
    }
    out
}
