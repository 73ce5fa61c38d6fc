//! Which parts of the rules a series never reached. It knows how parts lie in each other, not how they are written.

use base::Span;
use engine::{Game, Mark, MarkKind};

/// What of a game ran, and what did not. What lies in something that did not run is not told of.
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

/// Puts together what was met; `chosen` says how often each action was taken.
pub(crate) fn coverage(game: &Game, met: &[bool], chosen: &[u64]) -> Coverage {
    let marks = game.marks();
    let met = with_parents(marks, met);
    let was = |mark: u32| met.get(mark as usize).copied().unwrap_or(false);
    let mut missing = Vec::new();
    for (i, mark) in marks.iter().enumerate() {
        let taken = || mark.actions.iter().any(|a| chosen.get(*a as usize).is_some_and(|n| *n > 0));
        let what = match mark.kind {
            MarkKind::Offer if met[i] && !taken() => What::NeverChosen,
            _ if met[i] || mark.within.is_some_and(|w| !was(w)) => continue,
            MarkKind::Offer => What::NeverPossible,
            MarkKind::Action => What::Action,
            MarkKind::Function => What::Function,
            MarkKind::Block => What::Block,
            MarkKind::Interactable => What::Interactable,
            MarkKind::Class => What::Class,
            MarkKind::Modifier => What::Modifier,
            MarkKind::Event => What::Event,
            MarkKind::Branch => What::Branch,
        };
        let at = game.place(mark.at).to(game.place(mark.last));
        missing.push(Missing { what, name: mark.name.clone(), at });
    }
    missing.sort_by_key(|m| (m.at, m.what));
    // An action that nobody chose has an effect that did not run.
    let told: Vec<Span> = missing.iter().filter(|m| m.what == What::NeverChosen).map(|m| m.at).collect();
    missing.retain(|m| m.what != What::Action || !told.contains(&m.at));
    Coverage { parts: marks.len() as u64, ran: met.iter().filter(|m| **m).count() as u64, missing }
}

/// Where one of a class was made, one of its parent was.
fn with_parents(marks: &[Mark], met: &[bool]) -> Vec<bool> {
    let mut met: Vec<bool> = (0..marks.len()).map(|i| met.get(i).copied().unwrap_or(false)).collect();
    for i in 0..marks.len() {
        let line = std::iter::successors(marks[i].above, |m| marks[*m as usize].above);
        if met[i] {
            line.take(marks.len()).for_each(|m| met[m as usize] = true);
        }
    }
    met
}
