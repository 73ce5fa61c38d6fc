//! Settling, as the reference tells of it: all derived attributes and who has what, worked out from the state alone,
//! anew whenever something is read. Every pair of effects is tried out for what depends on what, on a copy of the
//! world. It shares nothing with what the compiler makes of it.

mod fingerprint;
mod giving;
mod kinds;
mod trial;

use super::Run;
use crate::value::{Step, Value, fault};
use base::NodeId;
use compiler::typed::{Class, ClassId, Member};
use fingerprint::fingerprint;
use kinds::{arrival, grants, layers, takes};
use std::collections::BTreeMap;

/// What is known of what modifiers make of a world.
#[derive(Clone, Debug, Default)]
pub struct Settled<'g> {
    /// By application.
    pub(crate) known: BTreeMap<usize, Known<'g>>,
    /// What effects have made of attributes.
    values: Vec<(Value<'g>, u32, Value<'g>)>,
    /// The last values of objects that were removed.
    pub last: Vec<(usize, u32, Value<'g>)>,
    bars: Vec<Hold<'g>>,
    /// Of this layer.
    losses: Vec<Hold<'g>>,
    stamps: u64,
    granted: u64,
    running: bool,
    /// Of which state all this is.
    of: Option<u64>,
}

impl Settled<'_> {
    /// What was settled is settled anew when it is read; its lists are no longer held.
    pub(crate) fn forget(&mut self) {
        self.values.clear();
        self.of = None;
    }
}

/// What an effect keeps away from objects.
#[derive(Clone, Debug)]
struct Hold<'g> {
    class: ClassId,
    from: Vec<Value<'g>>,
    stamp: u64,
}

/// How an application came.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Came {
    Added,
    /// By which `grants` of its class.
    Natural(usize),
    /// By whom, by which of its `grants`, and who began it all.
    Granted(usize, usize, usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Known<'g> {
    stamp: u64,
    came: Came,
    pub there: bool,
    arrived: bool,
    awake: Option<bool>,
    /// Whom it reaches, once it has begun.
    whom: Option<Vec<Value<'g>>>,
    done: Option<usize>,
    given: bool,
    order: u64,
}

impl Known<'_> {
    fn new(stamp: u64, came: Came) -> Self {
        Known {
            stamp,
            came,
            there: false,
            arrived: false,
            awake: None,
            whom: None,
            done: None,
            given: false,
            order: 0,
        }
    }
}

impl<'g> Run<'g> {
    /// Whether modifiers touch an attribute that objects of a class have.
    fn is_touched(&self, class: ClassId, i: u32) -> bool {
        let all = self.game.modifiers.iter().flat_map(|m| &m.overrides);
        all.into_iter().any(|o| o.member == Member::Attribute(i) && self.game.is_sub(class, o.class))
    }

    /// What a touched attribute of an object is; None where it is what it is without modifiers.
    pub(super) fn settled(&mut self, at: NodeId, of: &Value<'g>, i: u32) -> Step<'g, Option<Value<'g>>> {
        let Some(class) = self.world.class_of(of) else { return Ok(None) };
        if !self.is_touched(class, i) {
            return Ok(None);
        }
        self.settle(at)?;
        if let Value::Object(o) = of {
            let mut last = self.world.settled.last.iter();
            if let Some(found) = last.find(|(object, j, _)| (*object, *j) == (*o, i)) {
                return Ok(Some(found.2.clone()));
            }
        }
        Ok(self.so_far(of, i))
    }

    fn so_far(&self, of: &Value<'g>, i: u32) -> Option<Value<'g>> {
        let mut values = self.world.settled.values.iter();
        values.find(|(object, j, _)| *j == i && object.same(of)).map(|v| v.2.clone())
    }

    /// Whether an application is there and awake.
    pub(super) fn is_acting(&mut self, at: NodeId, application: usize) -> Step<'g, bool> {
        self.settle(at)?;
        let Some(known) = self.world.settled.known.get(&application) else { return Ok(false) };
        match (known.there, known.awake) {
            (false, _) => Ok(false),
            (true, Some(awake)) => Ok(awake),
            (true, None) => self.wakes(at, application),
        }
    }

    /// Whom an application has reached since it began.
    pub(super) fn reached(&self, application: usize) -> Option<&[Value<'g>]> {
        self.world.settled.known.get(&application)?.whom.as_deref()
    }

    /// Those that are there, of an object or of all, by time stamp.
    pub(super) fn there(&self, of: Option<&Value<'g>>) -> Vec<usize> {
        let known = &self.world.settled.known;
        let mut all: Vec<usize> = known.iter().filter(|(_, k)| k.there).map(|(a, _)| *a).collect();
        all.retain(|a| self.world.objects[*a].live && of.is_none_or(|of| self.holder(*a).same(of)));
        all.sort_by_key(|a| (known[a].stamp, self.age_of_holder(*a), known[a].order));
        all
    }

    /// Tiles are there from the beginning.
    fn age_of_holder(&self, a: usize) -> usize {
        match self.holder(a) {
            Value::Object(holder) => holder,
            _ => 0,
        }
    }

    fn stamp(&mut self) -> u64 {
        self.world.settled.stamps += 1;
        self.world.settled.stamps
    }

    /// An application was added.
    pub(super) fn was_added(&mut self, application: usize) {
        let stamp = self.stamp();
        self.world.settled.known.insert(application, Known::new(stamp, Came::Added));
    }

    pub(super) fn was_added_by_someone(&self, application: usize) -> bool {
        self.world.settled.known.get(&application).is_some_and(|k| k.came == Came::Added)
    }

    pub(super) fn renew(&mut self, at: NodeId, application: &Value<'g>) -> Step<'g, Value<'g>> {
        self.settle(at)?;
        let Value::Object(a) = application else { return fault(at, "the object is null") };
        let stamp = self.stamp();
        if let Some(known) = self.world.settled.known.get_mut(a) {
            known.stamp = stamp;
        }
        Ok(Value::Null)
    }

    /// An object that is about to be removed keeps its last values.
    pub(super) fn keep_last(&mut self, at: NodeId, object: usize) -> Step<'g, ()> {
        self.settle(at)?;
        let class = self.world.objects[object].class;
        for i in 0..self.game.classes[class.index()].attributes.len() as u32 {
            let kept = self.world.settled.last.iter().any(|(o, j, _)| (*o, *j) == (object, i));
            if !kept && self.is_touched(class, i) {
                let value = self.read(at, &Value::Object(object), i)?;
                self.world.settled.last.push((object, i, value));
            }
        }
        Ok(())
    }

    // ---- settling ----

    /// Works everything out, unless that is going on.
    pub(crate) fn settle(&mut self, at: NodeId) -> Step<'g, ()> {
        if !self.game.settles || self.world.settled.running || self.holds_settled {
            return Ok(());
        }
        // What follows from an equal state is equal, so it is not worked out again.
        if self.world.settled.of == Some(fingerprint(&self.world)) {
            return Ok(());
        }
        let steps = self.steps;
        self.world.settled.running = true;
        let result = self.all_layers(at);
        self.world.settled.running = false;
        self.steps = steps;
        self.world.settled.of = Some(fingerprint(&self.world)).filter(|_| result.is_ok());
        result
    }

    /// Does something without settling anything anew.
    pub(crate) fn as_settled<T>(&mut self, what: impl FnOnce(&mut Self) -> Step<'g, T>) -> Step<'g, T> {
        self.holds_settled = true;
        let result = what(self);
        self.holds_settled = false;
        result
    }

    fn all_layers(&mut self, at: NodeId) -> Step<'g, ()> {
        let objects = &self.world.objects;
        self.world.settled.known.retain(|a, _| objects[*a].live);
        for known in self.world.settled.known.values_mut() {
            *known = Known::new(known.stamp, known.came);
        }
        let settled = &mut self.world.settled;
        (settled.values, settled.bars, settled.losses) = (Vec::new(), Vec::new(), Vec::new());
        settled.granted = 0;
        self.by_nature(at, None)?;
        for layer in 0..self.game.layers {
            self.world.settled.losses.clear();
            loop {
                let pending = self.pending(layer);
                if pending.is_empty() {
                    break;
                }
                let next = self.next(at, layer, &pending)?;
                self.turn_of(at, layer, next)?;
            }
            self.by_nature(at, Some(layer))?;
        }
        let lost =
            |(a, k): (&usize, &Known<'g>)| (matches!(k.came, Came::Granted(..)) && !k.given).then_some(*a);
        for a in self.world.settled.known.iter().filter_map(lost).collect::<Vec<_>>() {
            self.end_known(a);
        }
        self.list_anew(at)
    }

    fn end_known(&mut self, application: usize) {
        self.world.objects[application].live = false;
        self.world.settled.known.remove(&application);
    }

    /// Lets every object keep a list of the applications that are there.
    fn list_anew(&mut self, at: NodeId) -> Step<'g, ()> {
        let keeps = |c: ClassId| {
            self.game.classes[c.index()].attributes.iter().any(|a| a.name == Class::APPLICATIONS)
        };
        let mut holders = Vec::new();
        for c in (0..self.game.classes.len() as u32).map(ClassId).filter(|c| keeps(*c)) {
            holders.extend(self.world.exactly(c));
        }
        for holder in holders {
            let own = self.there(Some(&holder));
            self.keep_applications(at, &holder, own)?;
        }
        Ok(())
    }

    /// Whose turn has not come yet in a layer, by time stamp.
    fn pending(&self, layer: usize) -> Vec<usize> {
        let known = &self.world.settled.known;
        let due = |a: usize, k: &Known<'g>| {
            let class = self.world.objects[a].class;
            let acts = layers(self.game, class).contains(&layer);
            let acting = acts && (k.whom.is_some() || k.there);
            k.done.is_none_or(|done| done < layer) && (acting || self.arrives(a, layer))
        };
        let mut all: Vec<usize> = known.iter().filter(|(a, k)| due(**a, k)).map(|(a, _)| *a).collect();
        all.sort_by_key(|a| (known[a].stamp, self.age_of_holder(*a), known[a].order));
        all
    }

    /// Whether it was added, and comes to be there in this layer.
    fn arrives(&self, a: usize, layer: usize) -> bool {
        let known = &self.world.settled.known[&a];
        let class = self.world.objects[a].class;
        known.came == Came::Added && !known.arrived && arrival(self.game, class) == layer
    }

    /// The turn of an application in a layer.
    fn turn_of(&mut self, at: NodeId, layer: usize, a: usize) -> Step<'g, ()> {
        let arriving = self.arrives(a, layer);
        let refused = arriving && self.is_refused(a);
        self.know(a, |k| {
            k.done = Some(layer);
            k.arrived |= arriving;
            k.there |= arriving && !refused;
        });
        let class = self.world.objects[a].class;
        let known = self.world.settled.known[&a].clone();
        if known.whom.is_none() {
            if !known.there || !layers(self.game, class).contains(&layer) {
                return Ok(());
            }
            let awake = match known.awake {
                Some(awake) => awake,
                None => self.wakes(at, a)?,
            };
            self.know(a, |k| k.awake = Some(awake));
            if !awake {
                return Ok(());
            }
            let whom = self.whom(at, a)?;
            self.know(a, |k| k.whom = Some(whom));
        }
        let Some(outcome) = self.outcome(at, layer, a, None)? else { return Ok(()) };
        let whom = self.reached(a).unwrap_or_default().to_vec();
        for taking in takes(self.game, class).filter(|t| t.layer == layer && !t.bars) {
            self.lose(Hold { class: taking.class, from: whom.clone(), stamp: known.stamp }, false);
        }
        for taking in takes(self.game, class).filter(|t| t.layer == layer && t.bars) {
            self.lose(Hold { class: taking.class, from: whom.clone(), stamp: known.stamp }, true);
        }
        for object in &whom {
            for (number, grant) in grants(self.game, class).into_iter().filter(|(_, g)| g.layer == layer) {
                self.grant(at, a, object, (number, grant))?;
            }
        }
        for (object, i, _, value) in outcome.made {
            let values = &mut self.world.settled.values;
            values.retain(|(o, j, _)| !(*j == i && o.same(&object)));
            values.push((object, i, value));
        }
        Ok(())
    }

    fn know(&mut self, a: usize, change: impl FnOnce(&mut Known<'g>)) {
        if let Some(known) = self.world.settled.known.get_mut(&a) {
            change(known);
        }
    }
}
