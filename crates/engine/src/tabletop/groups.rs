//! Which steps belong together: by what they look like, and never by the statements that made them, since which of several
//! ran may be hidden. It knows neither the machine nor who looks on.

use super::{Change, Name, Place, Step, Typed};
use std::collections::BTreeSet;

/// Between which zones things go by changes that depend on no order: nothing leaves a zone that something has come to, and
/// all come from zones of one name, or go to such.
#[derive(Clone, Default)]
pub(super) struct Ways {
    from: BTreeSet<Place>,
    to: BTreeSet<Place>,
}

impl Ways {
    /// Something goes from one zone to another, None where that is none.
    pub(super) fn note(&mut self, from: Option<Place>, to: Option<Place>) {
        if from != to {
            self.from.extend(from);
            self.to.extend(to);
        }
    }

    /// Adds others; false, and nothing is done, where they have to follow.
    pub(super) fn add(&mut self, others: &Ways) -> bool {
        if others.from.is_empty() && others.to.is_empty() {
            return true;
        }
        let is_free = self.from.is_disjoint(&others.to) && self.to.is_disjoint(&others.from);
        if !is_free || !(is_one_name(&self.from, &others.from) || is_one_name(&self.to, &others.to)) {
            return false;
        }
        self.from.extend(others.from.iter().cloned());
        self.to.extend(others.to.iter().cloned());
        true
    }
}

fn is_one_name(some: &BTreeSet<Place>, others: &BTreeSet<Place>) -> bool {
    let mut names = some.iter().chain(others).map(name);
    let first = names.next();
    names.all(|name| Some(name) == first)
}

fn name(place: &Place) -> &Name {
    match place {
        Place::Zone { name, .. } => name,
        Place::Tile { board, .. } => board,
    }
}

/// Whether things come, go or are lost from sight by a change.
pub(super) fn moves(change: &Change) -> bool {
    matches!(
        change,
        Change::Move { .. }
            | Change::Make { .. }
            | Change::Gone { .. }
            | Change::Count { .. }
            | Change::Turn { .. }
            | Change::Order { .. }
    )
}

/// What steps that share a number have in common. Zones are named without the player whose they are, so that cards that
/// are dealt to all share one, and boards without the tile.
#[derive(PartialEq)]
pub(super) enum Alike {
    Going {
        from: Option<Name>,
        to: Option<Name>,
    },
    Revealed(Name),
    Shuffled,
    /// Attributes, looks and owners.
    Changed,
    Scored,
    Out,
    Teamed,
    Passed,
}

impl Alike {
    /// None of what stands alone.
    pub(super) fn of(change: &Change) -> Option<Alike> {
        let name = |place: &Place| name(place).clone();
        let named = |place: &Option<Place>| place.as_ref().map(name);
        Some(match change {
            Change::Move { from, to, .. } | Change::Count { from, to, .. } => {
                Alike::Going { from: named(from), to: named(to) }
            }
            Change::Make { at, .. } => Alike::Going { from: None, to: named(at) },
            Change::Gone { from, .. } => Alike::Going { from: named(from), to: None },
            Change::Reveal { at, .. } => Alike::Revealed(name(at)),
            Change::Shuffle { .. } => Alike::Shuffled,
            Change::Set { .. }
            | Change::Look { .. }
            | Change::Dress { .. }
            | Change::Own { .. }
            | Change::Closed { .. } => Alike::Changed,
            Change::Score { .. } => Alike::Scored,
            Change::Out { .. } => Alike::Out,
            Change::Team { .. } => Alike::Teamed,
            Change::Pass(_) => Alike::Passed,
            Change::Turn { .. }
            | Change::Order { .. }
            | Change::Roll { .. }
            | Change::Say { .. }
            | Change::End { .. }
            | Change::Anew => return None,
        })
    }
}

/// What neighbouring steps change that may stand in any order, as far as the table is concerned: each a seat, a thing, a
/// place or a fact, or what things leave for where nothing has a position.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Seat(u32),
    Thing(u32),
    Other(String),
}

/// Steps with the same of these may change places. Zones are named without the player whose they are.
#[derive(PartialEq)]
enum Free {
    /// Scores, attributes, looks and owners.
    Changed,
    Going {
        from: Option<Name>,
        to: Option<Name>,
    },
}

/// None of what stands where it does.
fn free(change: &Change, unordered: &BTreeSet<Place>) -> Option<(Free, Subject)> {
    let named = |place: &Option<Place>| place.as_ref().map(|place| name(place).clone());
    let of = |of: &Typed| match of {
        Typed::Thing(id) => Subject::Thing(*id),
        Typed::Place(place) => Subject::Other(place.key()),
        of => Subject::Other(format!("{of:?}")),
    };
    Some(match change {
        Change::Score { seat, .. } => (Free::Changed, Subject::Seat(*seat)),
        Change::Set { of: what, .. } | Change::Own { of: what, .. } | Change::Dress { of: what, .. } => {
            (Free::Changed, of(what))
        }
        Change::Look { id, .. } => (Free::Changed, Subject::Thing(*id)),
        Change::Move { id, from, via, to: Some(to), lost: false, .. }
            if via.is_empty() && unordered.contains(to) =>
        {
            (Free::Going { from: named(from), to: Some(name(to).clone()) }, Subject::Thing(*id))
        }
        Change::Gone { id, from } => (Free::Going { from: named(from), to: None }, Subject::Thing(*id)),
        _ => return None,
    })
}

/// In which order the rules went through things may follow from what is hidden of them, as through all sheets in the order
/// in which they were made. So neighbouring steps of which each is about something else are told in the order of what they
/// are about.
pub(super) fn put_in_order(steps: &mut [Step], unordered: &BTreeSet<Place>) {
    let kind = |step: &Step| free(&step.change, unordered).map(|(kind, _)| kind);
    for run in steps.chunk_by_mut(|a, b| kind(a).is_some_and(|kind_of_a| kind(b) == Some(kind_of_a))) {
        if run.len() > 1 {
            run.sort_by_cached_key(|step| free(&step.change, unordered).map(|(_, subject)| subject));
        }
    }
}

/// Gives neighbouring steps that look alike one number. What cannot be followed any more is lost by what goes next, and
/// what is turned over or in another order is so by what went last.
pub(super) fn number(steps: &mut [Step]) {
    let (mut g, mut last, mut lost) = (0, None, 0);
    for i in 0..steps.len() {
        let (done, left) = steps.split_at_mut(i);
        let Step { change, g: number } = &mut left[0];
        let is_lost = matches!(change, Change::Turn { lost: true, .. });
        let is_by_last = g > 0 && matches!(change, Change::Turn { .. } | Change::Order { .. });
        if !is_by_last && !is_lost {
            let alike = Alike::of(change);
            let goes = matches!(alike, Some(Alike::Going { .. }));
            if lost > 0 && !goes {
                g = g.max(1);
            }
            g += u32::from(alike.is_none() || alike != last);
            last = alike;
            done[i - lost..].iter_mut().filter(|_| goes).for_each(|step| step.g = g);
        }
        *number = g.max(1);
        lost = if is_lost { lost + 1 } else { 0 };
    }
}
