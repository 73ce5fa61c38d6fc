//! Which parts of the rules a series never reached. It knows how parts lie in each other, not how they are written.

use base::Span;
use engine::{Game, Probe, ProbeKind};

/// What of a game ran, and what did not. What lies in something that did not run is not listed.
#[derive(Clone, PartialEq, Debug)]
pub struct Coverage {
    /// How many parts there are: actions, functions, blocks, classes, statements.
    pub parts: u64,
    pub ran: u64,
    /// In the order of the files and lines.
    pub missing: Vec<Missing>,
}

/// A part that did not run.
#[derive(Clone, PartialEq, Debug)]
pub struct Missing {
    pub what: What,
    /// None for branches.
    pub name: String,
    pub at: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum What {
    /// An action that no player could take.
    NeverPossible,
    /// An action that players could take, and none did.
    NeverChosen,
    /// An action that nothing called or triggered.
    Action,
    Function,
    /// A `before` or `after` block.
    Block,
    Interactable,
    Class,
    Modifier,
    Event,
    /// Statements to the end of their block, or a side of `c ? a : b`.
    Branch,
}

/// Puts together which probes were hit; `chosen` says how often each action was taken.
pub(crate) fn coverage(game: &Game, hits: &[bool], chosen: &[u64]) -> Coverage {
    let probes = game.probes();
    let hits = with_parents(probes, hits);
    let was = |probe: u32| hits.get(probe as usize).copied().unwrap_or(false);
    let mut missing = Vec::new();
    for (i, probe) in probes.iter().enumerate() {
        let taken = || probe.actions.iter().any(|a| chosen.get(*a as usize).is_some_and(|n| *n > 0));
        let what = match probe.kind {
            ProbeKind::Offer if hits[i] && !taken() => What::NeverChosen,
            _ if hits[i] || probe.within.is_some_and(|w| !was(w)) => continue,
            ProbeKind::Offer => What::NeverPossible,
            ProbeKind::Action => What::Action,
            ProbeKind::Function => What::Function,
            ProbeKind::Block => What::Block,
            ProbeKind::Interactable => What::Interactable,
            ProbeKind::Class => What::Class,
            ProbeKind::Modifier => What::Modifier,
            ProbeKind::Event => What::Event,
            ProbeKind::Branch => What::Branch,
        };
        let at = game.place(probe.at).to(game.place(probe.last));
        missing.push(Missing { what, name: probe.name.clone(), at });
    }
    missing.sort_by_key(|m| (m.at, m.what));
    // An action that nobody chose has an effect that did not run.
    let never_chosen: Vec<Span> =
        missing.iter().filter(|m| m.what == What::NeverChosen).map(|m| m.at).collect();
    missing.retain(|m| m.what != What::Action || !never_chosen.contains(&m.at));
    Coverage { parts: probes.len() as u64, ran: hits.iter().filter(|h| **h).count() as u64, missing }
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
