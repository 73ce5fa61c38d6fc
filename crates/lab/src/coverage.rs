//! Which parts of the rules a series never reached. It knows how parts lie in each other, not how they are written.

use base::{SourceMap, Span};
use engine::{Game, Probe, ProbeKind};

/// What of a game ran, and what did not. What lies in something that did not run is not listed.
#[derive(Clone, PartialEq, Debug)]
pub struct Coverage {
    /// How many parts there are: actions, functions, blocks, classes, statements.
    pub parts: u64,
    pub covered: u64,
    /// In the order of the files and lines.
    pub uncovered: Vec<Uncovered>,
}

/// A part that did not run.
#[derive(Clone, PartialEq, Debug)]
pub struct Uncovered {
    pub kind: UncoveredKind,
    /// None for branches.
    pub name: String,
    pub at: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum UncoveredKind {
    /// An action that players could take, and none did.
    NeverChosen,
    /// A part that nothing reached; of an offer, an action that no player could take.
    NeverReached(ProbeKind),
}

impl Uncovered {
    /// What did not run, in words.
    pub fn sentence(&self, sources: &SourceMap) -> String {
        use UncoveredKind::{NeverChosen, NeverReached};
        let name = &self.name;
        match self.kind {
            NeverReached(ProbeKind::Offer) => format!("action `{name}` was never possible"),
            NeverChosen => format!("action `{name}` was never chosen"),
            NeverReached(ProbeKind::Action) => format!("action `{name}` never ran"),
            NeverReached(ProbeKind::Function) => format!("function `{name}` never ran"),
            NeverReached(ProbeKind::Block) => format!("`{name}` never ran"),
            NeverReached(ProbeKind::Interactable) => format!("interactable `{name}` was never made"),
            NeverReached(ProbeKind::Class) => format!("class `{name}` was never made"),
            NeverReached(ProbeKind::Modifier) => format!("modifier `{name}` was never added"),
            NeverReached(ProbeKind::Event) => format!("event `{name}` was never raised"),
            NeverReached(ProbeKind::Branch) => {
                let line = |offset| sources.line_column(self.at.file, offset).0;
                let (first, last) = (line(self.at.start), line(self.at.end));
                let until = if last > first { format!(", to line {last}") } else { String::new() };
                format!("`{}` never ran{until}", self.first_line(sources))
            }
        }
    }

    /// The first line of its text.
    pub fn first_line(&self, sources: &SourceMap) -> String {
        let text = sources.piece(self.at);
        let line = text.lines().next().unwrap_or_default().trim();
        match line.char_indices().nth(60) {
            Some((end, _)) => format!("{}...", &line[..end]),
            None if line.len() < text.trim().len() => format!("{line} ..."),
            None => line.to_owned(),
        }
    }
}

/// Puts together which probes were hit; `chosen` says how often each action was taken.
pub(crate) fn coverage(game: &Game, hits: &[bool], chosen: &[u64]) -> Coverage {
    let probes = game.probes();
    let hits = with_parents(probes, hits);
    let was = |probe: u32| hits.get(probe as usize).copied().unwrap_or(false);
    let mut uncovered = Vec::new();
    for (i, probe) in probes.iter().enumerate() {
        let taken = || probe.actions.iter().any(|a| chosen.get(*a as usize).is_some_and(|n| *n > 0));
        let kind = match probe.kind {
            ProbeKind::Offer if hits[i] && !taken() => UncoveredKind::NeverChosen,
            _ if hits[i] || probe.within.is_some_and(|w| !was(w)) => continue,
            kind => UncoveredKind::NeverReached(kind),
        };
        let at = game.node_span(probe.at).to(game.node_span(probe.last));
        uncovered.push(Uncovered { kind, name: probe.name.clone(), at });
    }
    uncovered.sort_by_key(|u| (u.at, u.kind));
    // An action that nobody chose has an effect that did not run.
    let never_chosen: Vec<Span> =
        uncovered.iter().filter(|u| u.kind == UncoveredKind::NeverChosen).map(|u| u.at).collect();
    uncovered.retain(|u| {
        u.kind != UncoveredKind::NeverReached(ProbeKind::Action) || !never_chosen.contains(&u.at)
    });
    Coverage { parts: probes.len() as u64, covered: hits.iter().filter(|h| **h).count() as u64, uncovered }
}

/// Where one of a class was made, one of its parent was.
fn with_parents(probes: &[Probe], hits: &[bool]) -> Vec<bool> {
    let mut hits: Vec<bool> = (0..probes.len()).map(|i| hits.get(i).copied().unwrap_or(false)).collect();
    for i in 0..probes.len() {
        let line = std::iter::successors(probes[i].above, |m| probes[*m as usize].above);
        if hits[i] {
            line.take(probes.len()).for_each(|m| hits[m as usize] = true);
        }
    }
    hits
}
