//! The numbers of things that somebody first sees in one move where nothing has a position, or nowhere: they follow from
//! how the things read, and where they read alike from chance, since the order in which the rules made or moved them may
//! tell of a choice. It knows nothing of how the move was seen.

use super::attributes::Attributes;
use super::groups::Alike;
use super::{Change, Ids, Place, Step, Tabletop, Thing, Typed};
use crate::order::by_number;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Which number each thing gets that gets another one: no two the same.
struct Renumbering(BTreeMap<u32, u32>);

/// Has neighbouring steps that show such things stand in the order of how these read, and numbers the things in it. `met`
/// is how many the viewer had met before the steps.
pub(super) fn renumber(steps: &mut [Step], table: &mut Arc<Tabletop>, ids: &mut Ids, met: u32) {
    if ids.seen() < met + 2 {
        return;
    }
    let unordered = Arc::clone(&table.unordered);
    let chances = ids.chances();
    // Where one of them refers to another its number tells nothing yet, and how that reads does.
    let neutral = Renumbering((met..ids.seen()).map(|id| (id, u32::MAX)).collect());
    let read = |thing: &Arc<Thing>| {
        let mut thing = Arc::clone(thing);
        neutral.thing(&mut thing);
        by_number(&format!("{thing:?}"))
    };
    let readings: BTreeMap<u32, String> =
        table.things.range(met..).map(|(id, thing)| (*id, read(thing))).collect();
    let key = |id: u32, thing: &Arc<Thing>| {
        let mut named = Vec::new();
        thing.attributes.iter().for_each(|(_, value)| neutral.named(value, &mut named));
        let named: Vec<Option<&String>> = named.iter().map(|id| readings.get(id)).collect();
        (read(thing), named, chances.get(&id).copied())
    };
    let mut to = BTreeMap::new();
    let mut seen: BTreeSet<u32> = BTreeSet::new();
    // Only the first step that shows a thing gives it its number.
    let mut first = Vec::with_capacity(steps.len());
    for step in steps.iter() {
        let shown = shown(&step.change, &unordered).map(|(id, _)| id).filter(|id| *id >= met);
        first.push(shown.filter(|id| seen.insert(*id)).and_then(|_| Alike::of(&step.change)));
    }
    let mut start = 0;
    while start < steps.len() {
        let same = |kind: &Option<Alike>| kind.is_some() && *kind == first[start];
        let length = first[start..].iter().take_while(|kind| same(kind)).count().max(1);
        let run = &mut steps[start..start + length];
        start += length;
        if length < 2 {
            continue;
        }
        let mut changes: Vec<Change> = run.iter().map(|step| step.change.clone()).collect();
        let mut numbers: Vec<u32> =
            changes.iter().filter_map(|change| Some(shown(change, &unordered)?.0)).collect();
        changes.sort_by_cached_key(|change| shown(change, &unordered).map(|(id, thing)| key(id, thing)));
        numbers.sort_unstable();
        for ((step, change), number) in run.iter_mut().zip(changes).zip(numbers) {
            to.extend(shown(&change, &unordered).map(|(id, _)| (id, number)));
            step.change = change;
        }
    }
    // What was not told, since it was too much, is seen where it lies.
    for place in unordered.iter() {
        let untold = table.at.get(place).into_iter().flatten().flatten().copied();
        let mut untold: Vec<u32> = untold.filter(|id| *id >= met && !seen.contains(id)).collect();
        let numbers = untold.clone();
        untold.sort_by_cached_key(|id| table.things.get(id).map(|thing| key(*id, thing)));
        to.extend(untold.into_iter().zip(numbers));
    }
    to.retain(|from, to| from != to);
    if to.is_empty() {
        return;
    }
    let renumbering = Renumbering(to);
    steps.iter_mut().for_each(|step| renumbering.change(&mut step.change, &unordered));
    renumbering.table(Arc::make_mut(table));
    ids.renumber(|id| renumbering.of(id));
}

/// The thing that a change shows where nothing has a position, or nowhere.
fn shown<'c>(change: &'c Change, unordered: &BTreeSet<Place>) -> Option<(u32, &'c Arc<Thing>)> {
    let (id, at, thing) = match change {
        Change::Make { id, at, thing, .. } => (id, at.as_ref(), thing),
        Change::Reveal { id, at, thing, .. } => (id, Some(at), thing),
        Change::Move { id, to, thing: Some(thing), lost: false, .. } => (id, to.as_ref(), thing),
        _ => return None,
    };
    at.is_none_or(|at| unordered.contains(at)).then_some((*id, thing))
}

impl Renumbering {
    fn of(&self, id: u32) -> u32 {
        self.0.get(&id).copied().unwrap_or(id)
    }

    fn change(&self, change: &mut Change, unordered: &BTreeSet<Place>) {
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
            Change::Order { at, now } => self.row(now, unordered.contains(at)),
            Change::Turn { ids, lost, .. } => {
                ids.iter_mut().for_each(|id| *id = self.of(*id));
                if *lost {
                    ids.sort_unstable();
                }
            }
            Change::Shuffle { at, now: Some(ids) } => {
                ids.iter_mut().for_each(|id| *id = self.of(*id));
                if unordered.contains(at) {
                    ids.sort_unstable();
                }
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
            self.row(all, table.unordered.contains(place));
        }
        table.held.values_mut().for_each(|held| self.attributes(&mut held.attributes));
        table.facts.values_mut().for_each(|facts| self.attributes(facts));
    }

    /// What lies somewhere.
    fn row(&self, all: &mut [Option<u32>], is_unordered: bool) {
        all.iter_mut().flatten().for_each(|id| *id = self.of(*id));
        if is_unordered {
            all.sort_by_key(|id| (id.is_none(), *id));
        }
    }

    fn thing(&self, thing: &mut Arc<Thing>) {
        let mut named = Vec::new();
        thing.attributes.iter().for_each(|(_, value)| self.named(value, &mut named));
        if !named.is_empty() {
            self.attributes(&mut Arc::make_mut(thing).attributes);
        }
    }

    fn attributes(&self, attributes: &mut Attributes) {
        attributes.values_mut().for_each(|value| self.value(value));
    }

    /// The things that a value names and that get other numbers.
    fn named(&self, value: &Typed, all: &mut Vec<u32>) {
        match value {
            Typed::Thing(id) if self.0.contains_key(id) => all.push(*id),
            Typed::List(each) => each.iter().for_each(|value| self.named(value, all)),
            Typed::Table(each) => each.iter().for_each(|(key, value)| {
                self.named(key, all);
                self.named(value, all);
            }),
            _ => {}
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
