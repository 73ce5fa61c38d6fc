//! Shows which parts of a game a series of matches never reached. It knows nothing of how that was found out.

use crate::problems;
use base::SourceMap;
use lab::{Coverage, Missing, What};
use serde_json::{Value, json};

pub(crate) fn to_json(coverage: &Coverage, sources: &SourceMap) -> Value {
    let all = |what: What| -> Value {
        let of = coverage.missing.iter().filter(|m| m.what == what);
        of.map(|m| part(m, sources)).collect()
    };
    json!({
        "parts": coverage.parts,
        "ran": coverage.ran,
        "actions_never_possible": all(What::NeverPossible),
        "actions_never_chosen": all(What::NeverChosen),
        "actions_never_run": all(What::Action),
        "functions": all(What::Function),
        "blocks": all(What::Block),
        "events": all(What::Event),
        "interactables": all(What::Interactable),
        "classes": all(What::Class),
        "modifiers": all(What::Modifier),
        "branches": all(What::Branch),
    })
}

fn part(missing: &Missing, sources: &SourceMap) -> Value {
    let mut value = match missing.what {
        What::Branch => json!({ "text": text(missing, sources) }),
        _ => json!({ "name": missing.name }),
    };
    problems::place(&mut value, sources, missing.at);
    value
}

/// The first line of its text.
fn text(missing: &Missing, sources: &SourceMap) -> String {
    let text = sources.piece(missing.at);
    let line = text.lines().next().unwrap_or_default().trim();
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None if line.len() < text.trim().len() => format!("{line} ..."),
        None => line.to_owned(),
    }
}

pub(crate) fn to_text(coverage: &Coverage, sources: &SourceMap) -> String {
    let mut out = format!("  {} of {} parts of the rules ran\n", coverage.ran, coverage.parts);
    for missing in &coverage.missing {
        let (line, _) = sources.line_column(missing.at.file, missing.at.start);
        let (last, _) = sources.line_column(missing.at.file, missing.at.end);
        let name = &missing.name;
        let what = match missing.what {
            What::NeverPossible => format!("action `{name}` was never possible"),
            What::NeverChosen => format!("action `{name}` was never chosen"),
            What::Action => format!("action `{name}` never ran"),
            What::Function => format!("function `{name}` never ran"),
            What::Block => format!("`{name}` never ran"),
            What::Interactable => format!("interactable `{name}` was never made"),
            What::Class => format!("class `{name}` was never made"),
            What::Modifier => format!("modifier `{name}` was never added"),
            What::Event => format!("event `{name}` was never raised"),
            What::Branch if last > line => format!("`{}` never ran, to line {last}", text(missing, sources)),
            What::Branch => format!("`{}` never ran", text(missing, sources)),
        };
        out.push_str(&format!("  {}:{line}: {what}\n", sources.path(missing.at.file)));
    }
    out
}
