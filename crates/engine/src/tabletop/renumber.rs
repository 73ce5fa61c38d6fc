//! The numbers of things that somebody first sees in one move and where nothing has a position: they follow from how the
//! things read, and where they read alike from chance, since the order in which the rules made or moved them may tell of a
//! choice. It knows nothing of how the move was seen.

use super::attributes::Attributes;
use super::groups::Alike;
use super::{Change, Ids, Place, Step, Tabletop, Thing, Typed};
use crate::order::by_number;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Which number each thing gets that gets another one.
struct Renumbering(BTreeMap<u32, u32>);

/// Puts the steps that show things for the first time into such an order, and numbers these things by it. `met` is how many
/// the viewer had met before.
pub(super) fn renumber(steps: &mut [Step], table: &mut Arc<Tabletop>, ids: &mut Ids, met: u32) {
    if ids.seen() < met + 2 {
        return;
    }
    let mut to = BTreeMap::new();
    let unordered = Arc::clone(&table.unordered);
    let shown = |step: &Step| first_shown(&step.change, &unordered).filter(|(id, _)| *id >= met).is_some();
    let kind = |step: &Step| Some(Alike::of(&step.change)).filter(|_| shown(step));
    for run in steps.chunk_by_mut(|a, b| kind(a).is_some_and(|a| kind(b) == Some(a))) {
        if run.len() < 2 {
            continue;
        }
        let mut changes: Vec<Change> = run.iter().map(|step| step.change.clone()).collect();
        let mut numbers: Vec<u32> =
            changes.iter().filter_map(|change| Some(first_shown(change, &unordered)?.0)).collect();
        changes.sort_by_cached_key(|change| {
            first_shown(change, &unordered).map(|(id, thing)| (read(thing), ids.chance_of(id)))
        });
        numbers.sort_unstable();
        for ((step, change), number) in run.iter_mut().zip(changes).zip(numbers) {
            to.extend(first_shown(&change, &unordered).map(|(id, _)| (id, number)));
            step.change = change;
        }
    }
    to.retain(|from, to| from != to);
    if to.is_empty() {
        return;
    }
    let renumbering = Renumbering(to);
    steps.iter_mut().for_each(|step| renumbering.change(&mut step.change));
    renumbering.table(Arc::make_mut(table));
    ids.renumber(|id| renumbering.of(id));
}

/// All that tells a thing from others.
fn read(thing: &Thing) -> String {
    by_number(&format!("{thing:?}"))
}

/// What a change shows where nothing has a position.
fn first_shown<'c>(change: &'c Change, unordered: &BTreeSet<Place>) -> Option<(u32, &'c Thing)> {
    let (id, at, thing) = match change {
        Change::Make { id, at: Some(at), thing, .. } | Change::Reveal { id, at, thing, .. } => {
            (id, at, thing)
        }
        Change::Move { id, to: Some(to), thing: Some(thing), lost: false, .. } => (id, to, thing),
        _ => return None,
    };
    unordered.contains(at).then_some((*id, thing))
}

impl Renumbering {
    fn of(&self, id: u32) -> u32 {
        self.0.get(&id).copied().unwrap_or(id)
    }

    fn change(&self, change: &mut Change) {
        match change {
            Change::Move { id, thing, .. } => {
                *id = self.of(*id);
                thing.iter_mut().for_each(|thing| self.thing(thing));
            }
            Change::Make { id, thing, .. } | Change::Reveal { id, thing, .. } => {
                *id = self.of(*id);
                self.thing(thing);
            }
            Change::Gone { id, .. } | Change::Look { id, .. } => *id = self.of(*id),
            Change::Order { now, .. } => now.iter_mut().flatten().for_each(|id| *id = self.of(*id)),
            Change::Turn { ids, .. } | Change::Shuffle { now: Some(ids), .. } => {
                ids.iter_mut().for_each(|id| *id = self.of(*id));
            }
            Change::Set { of, to, .. } => {
                self.value(of);
                to.iter_mut().for_each(|to| self.value(to));
            }
            Change::Own { of, thing, .. } => {
                self.value(of);
                thing.iter_mut().for_each(|thing| self.thing(thing));
            }
            Change::Dress { of, .. } | Change::Closed { of } => self.value(of),
            Change::Count { .. }
            | Change::Shuffle { now: None, .. }
            | Change::Roll { .. }
            | Change::Score { .. }
            | Change::Out { .. }
            | Change::Team { .. }
            | Change::Pass(_)
            | Change::Say { .. }
            | Change::End { .. }
            | Change::Anew => {}
        }
    }

    fn table(&self, table: &mut Tabletop) {
        let things = std::mem::take(&mut table.things);
        table.things = things.into_iter().map(|(id, thing)| (self.of(id), thing)).collect();
        table.things.values_mut().for_each(|thing| self.thing(thing));
        for (place, all) in &mut table.at {
            all.iter_mut().flatten().for_each(|id| *id = self.of(*id));
            if table.unordered.contains(place) {
                all.sort_by_key(|id| (id.is_none(), *id));
            }
        }
        table.held.values_mut().for_each(|held| self.attributes(&mut held.attributes));
        table.facts.values_mut().for_each(|facts| self.attributes(facts));
    }

    fn thing(&self, thing: &mut Arc<Thing>) {
        if thing.attributes.iter().any(|(_, value)| self.changes(value)) {
            self.attributes(&mut Arc::make_mut(thing).attributes);
        }
    }

    fn attributes(&self, attributes: &mut Attributes) {
        attributes.values_mut().for_each(|value| self.value(value));
    }

    fn changes(&self, value: &Typed) -> bool {
        match value {
            Typed::Thing(id) => self.0.contains_key(id),
            Typed::List(all) => all.iter().any(|value| self.changes(value)),
            Typed::Table(all) => all.iter().any(|(key, value)| self.changes(key) || self.changes(value)),
            _ => false,
        }
    }

    fn value(&self, value: &mut Typed) {
        match value {
            Typed::Thing(id) => *id = self.of(*id),
            Typed::List(all) => all.iter_mut().for_each(|value| self.value(value)),
            Typed::Table(all) => all.iter_mut().for_each(|(key, value)| {
                self.value(key);
                self.value(value);
            }),
            _ => {}
        }
    }
}
