//! Settling, as the reference tells of it: all derived attributes and who has what, worked out from the state alone,
//! anew whenever something is read. Every pair of effects is tried out for what depends on what, on a copy of the
//! world. It shares nothing with what the compiler makes of it.

use super::{Frame, Run};
use crate::value::{Base, Step, Value, fault};
use crate::world::{Collection, Place, World};
use base::NodeId;
use compiler::typed::{
    Class, ClassId, Game, Grant, Member, Modifier, ModifierOf, Override, Replacement, Taking,
};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

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

/// All of a world that settling changes.
struct Before<'g> {
    settled: Settled<'g>,
    created: u32,
    objects: usize,
    /// The attributes of the applications.
    applications: Vec<(usize, Vec<Value<'g>>)>,
}

impl<'g> Before<'g> {
    fn of(world: &World<'g>) -> Before<'g> {
        let known = world.settled.known.keys();
        Before {
            settled: world.settled.clone(),
            created: world.created,
            objects: world.objects.len(),
            applications: known.map(|a| (*a, world.objects[*a].attributes.clone())).collect(),
        }
    }

    fn restore(self, world: &mut World<'g>) {
        world.settled = self.settled;
        world.created = self.created;
        world.objects.truncate(self.objects);
        for (application, attributes) in self.applications {
            world.objects[application].attributes = attributes;
        }
    }
}

/// What an application would make of whom.
struct Outcome<'g> {
    whom: Vec<Value<'g>>,
    /// Object, attribute, the value that it builds on, and what it makes of it.
    made: Vec<(Value<'g>, u32, Value<'g>, Value<'g>)>,
    /// What it gives along with what it grants.
    given: Vec<Value<'g>>,
}

impl<'g> Outcome<'g> {
    fn nothing() -> Outcome<'g> {
        Outcome { whom: Vec::new(), made: Vec::new(), given: Vec::new() }
    }
}

/// The modifiers of a line, the lowest first.
fn line(game: &Game, class: ClassId) -> impl Iterator<Item = &Modifier> {
    game.above(class).filter_map(|c| game.modifiers.iter().find(|m| m.class == c))
}

/// What a modifier makes of attributes: of each what the lowest of the line says.
fn changes<'g>(game: &'g Game, class: ClassId) -> Vec<(u32, &'g Override)> {
    let mut found: Vec<(u32, &'g Override)> = Vec::new();
    for o in line(game, class).flat_map(|m| &m.overrides) {
        let Member::Attribute(i) = o.member else { continue };
        if !found.iter().any(|(j, other)| (*j, other.class) == (i, o.class)) {
            found.push((i, o));
        }
    }
    found
}

fn takes(game: &Game, class: ClassId) -> impl Iterator<Item = &Taking> {
    line(game, class).flat_map(|m| &m.takes)
}

/// What a modifier grants, what it inherits first, each with a number of its own.
fn grants<'g>(game: &'g Game, class: ClassId) -> Vec<(usize, &'g Grant)> {
    let mut modifiers: Vec<&'g Modifier> = line(game, class).collect();
    modifiers.reverse();
    let numbered = |m: &&'g Modifier| (m.class.0 as usize) << 16;
    modifiers
        .iter()
        .flat_map(|m| m.grants.iter().enumerate().map(move |(i, g)| (numbered(m) + i, g)))
        .collect()
}

/// The layers in which a modifier does something.
fn layers(game: &Game, class: ClassId) -> Vec<usize> {
    let mut all: Vec<usize> = changes(game, class).iter().map(|(_, o)| o.layer).collect();
    all.extend(takes(game, class).map(|t| t.layer));
    all.extend(grants(game, class).iter().map(|(_, g)| g.layer));
    all
}

/// From which layer on an application is there that was added.
fn arrival(game: &Game, class: ClassId) -> usize {
    let own = line(game, class).next().map_or(0, |m| m.layer);
    layers(game, class).into_iter().fold(own, usize::min)
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

    /// The first by time stamp that waits for nobody who does not wait for it in turn.
    fn next(&mut self, at: NodeId, layer: usize, pending: &[usize]) -> Step<'g, usize> {
        let mut waits: Vec<Option<Vec<usize>>> = vec![None; pending.len()];
        for a in 0..pending.len() {
            let mut reached = vec![a];
            let mut looked = 0;
            while let Some(b) = reached.get(looked).copied() {
                if waits[b].is_none() {
                    waits[b] = Some(self.all_waits(at, layer, pending, b)?);
                }
                let new = waits[b].iter().flatten().copied().filter(|c| !reached.contains(c));
                reached.extend(new.collect::<Vec<_>>());
                looked += 1;
            }
            // Whether each of those leads back to it.
            let leads = |from: usize| {
                let mut seen = vec![from];
                let mut looked = 0;
                while let Some(b) = seen.get(looked).copied() {
                    let new = waits[b].iter().flatten().copied().filter(|c| !seen.contains(c));
                    seen.extend(new.collect::<Vec<_>>());
                    looked += 1;
                }
                seen.contains(&a)
            };
            if reached.iter().all(|b| leads(*b)) {
                return Ok(pending[a]);
            }
        }
        Ok(pending[0])
    }

    fn all_waits(&mut self, at: NodeId, layer: usize, pending: &[usize], a: usize) -> Step<'g, Vec<usize>> {
        let mut found = Vec::new();
        for first in (0..pending.len()).filter(|b| *b != a) {
            if self.waits(at, layer, pending[a], pending[first])? {
                found.push(first);
            }
        }
        Ok(found)
    }

    /// Whether an effect would be another one if that of `first` were done before it.
    fn waits(&mut self, at: NodeId, layer: usize, a: usize, first: usize) -> Step<'g, bool> {
        if self.outcome(at, layer, first, None)?.is_none() && !self.arrives(first, layer) {
            return Ok(false);
        }
        let now = self.outcome(at, layer, a, None)?;
        let before = Before::of(&self.world);
        self.turn_of(at, layer, first)?;
        let then = self.outcome(at, layer, a, now.as_ref())?;
        let same = match (&now, &then) {
            (None, None) => true,
            (Some(now), Some(then)) => {
                let whom = now.whom.len() == then.whom.len()
                    && now.whom.iter().zip(&then.whom).all(|(a, b)| a.same(b));
                let given = now.given.iter().zip(&then.given).all(|(a, b)| self.world.equal(a, b));
                let made = now.made.iter().zip(&then.made).all(|(a, b)| self.world.equal(&a.3, &b.3));
                whom && given && made
            }
            _ => false,
        };
        before.restore(&mut self.world);
        Ok(!same)
    }

    /// What an application would do if its turn were now; None if nothing, since it is not there or sleeps. Where it is
    /// said what it would do otherwise, it builds on the same values.
    fn outcome(
        &mut self,
        at: NodeId,
        layer: usize,
        a: usize,
        before: Option<&Outcome<'g>>,
    ) -> Step<'g, Option<Outcome<'g>>> {
        let known = self.world.settled.known[&a].clone();
        let acts = layers(self.game, self.world.objects[a].class).contains(&layer);
        let whom = match known.whom {
            Some(whom) => whom,
            None => {
                let arriving = self.arrives(a, layer) && !self.is_refused(a);
                if !(known.there || arriving) {
                    return Ok(None);
                }
                if !acts {
                    return Ok(Some(Outcome::nothing()));
                }
                let awake = match known.awake {
                    Some(awake) => awake,
                    None => self.wakes(at, a)?,
                };
                if !awake {
                    return Ok(None);
                }
                self.whom(at, a)?
            }
        };
        if !acts {
            return Ok(Some(Outcome::nothing()));
        }
        let base = |object: &Value<'g>, i: u32| {
            let mut made = before?.made.iter();
            made.find(|m| m.1 == i && m.0.same(object)).map(|m| m.2.clone())
        };
        let mut bases = Vec::new();
        for object in &whom {
            for (i, o) in changes(self.game, self.world.objects[a].class) {
                let has = self.world.class_of(object).is_some_and(|c| self.game.is_sub(c, o.class));
                if o.layer == layer && has {
                    let so_far = match base(object, i) {
                        Some(base) => base,
                        None => self.read(at, object, i)?,
                    };
                    bases.push((object.clone(), i, so_far, o));
                }
            }
        }
        let mut made = Vec::new();
        for (object, i, so_far, o) in bases {
            let value = self.overriding_value(at, a, &object, so_far.clone(), o)?;
            made.push((object, i, so_far, value));
        }
        let given = self.given_along(layer, a, &whom)?;
        Ok(Some(Outcome { whom, made, given }))
    }

    /// What an application gives along with what it grants to each of those whom it reaches; functions are not
    /// compared.
    fn given_along(&mut self, layer: usize, a: usize, whom: &[Value<'g>]) -> Step<'g, Vec<Value<'g>>> {
        let class = self.world.objects[a].class;
        let mut all = Vec::new();
        for (_, grant) in grants(self.game, class).into_iter().filter(|(_, g)| g.layer == layer) {
            for object in whom {
                let mut frame = Frame::new(grant.locals.len(), Value::Object(a), Value::Null);
                frame.locals[grant.object.index()] = object.clone();
                let given = self.given(&mut frame, &grant.args)?;
                all.extend(given.into_iter().flatten().filter(|v| !matches!(v, Value::Function(_))));
            }
        }
        Ok(all)
    }

    fn overriding_value(
        &mut self,
        at: NodeId,
        a: usize,
        object: &Value<'g>,
        base: Value<'g>,
        o: &'g Override,
    ) -> Step<'g, Value<'g>> {
        let Replacement::Attribute { body, .. } = &o.by else { return fault(at, "this is no attribute") };
        let mut frame = Frame::new(body.locals.len(), Value::Object(a), Value::Null);
        frame.locals[o.object.index()] = object.clone();
        let chain: Rc<[usize]> = Rc::from([]);
        frame.base = Some(Rc::new(Base { object: object.clone(), chain, below: 0, value: Some(base) }));
        self.deeper(at, |run| run.returned(&mut frame, &body.block))
    }

    /// Whom an application reaches as things are.
    fn whom(&mut self, at: NodeId, a: usize) -> Step<'g, Vec<Value<'g>>> {
        let class = self.world.objects[a].class;
        let Some(affects) = self.game.of_modifiers(class, |m| m.affects.as_ref()) else {
            return Ok(vec![self.holder(a)]);
        };
        let mut found = Vec::new();
        for object in self.carriers(affects.class) {
            let body = &affects.condition.body;
            let mut frame = Frame::new(body.locals.len(), Value::Object(a), Value::Null);
            frame.locals[affects.object.index()] = object.clone();
            if self.deeper(at, |run| run.holds(affects.condition.at, &mut frame, &body.block))? {
                found.push(object);
            }
        }
        Ok(found)
    }

    /// Whether an application may not come to be there.
    fn is_refused(&self, a: usize) -> bool {
        let (class, holder) = (self.world.objects[a].class, self.holder(a));
        let known = self.world.settled.known.get(&a);
        let hit = |h: &&Hold<'g>| self.game.is_sub(class, h.class) && h.from.iter().any(|o| o.same(&holder));
        let settled = &self.world.settled;
        let added = known.filter(|k| k.came == Came::Added);
        settled.bars.iter().any(|h| hit(&h))
            || added.is_some_and(|k| settled.losses.iter().filter(hit).any(|h| k.stamp < h.stamp))
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

    fn lose(&mut self, hold: Hold<'g>, bars: bool) {
        let hit: Vec<usize> = self
            .world
            .settled
            .known
            .iter()
            .filter(|(a, k)| {
                let of = self.game.is_sub(self.world.objects[**a].class, hold.class);
                let holder = self.holder(**a);
                let here = hold.from.iter().any(|o| o.same(&holder));
                k.there && of && here && (bars || k.came != Came::Added || k.stamp < hold.stamp)
            })
            .map(|(a, _)| *a)
            .collect();
        hit.into_iter().for_each(|a| self.know(a, |k| k.there = false));
        match bars {
            true => self.world.settled.bars.push(hold),
            false => self.world.settled.losses.push(hold),
        }
    }

    fn root(&self, a: usize) -> usize {
        match self.world.settled.known.get(&a).map(|k| k.came) {
            Some(Came::Granted(_, _, root)) => root,
            _ => a,
        }
    }

    fn grant(
        &mut self,
        at: NodeId,
        a: usize,
        object: &Value<'g>,
        (number, grant): (usize, &'g Grant),
    ) -> Step<'g, ()> {
        let root = self.root(a);
        let exact: Vec<usize> = self
            .world
            .exactly(grant.class)
            .into_iter()
            .filter_map(|v| if let Value::Object(o) = v { Some(o) } else { None })
            .filter(|o| self.holder(*o).same(object))
            .collect();
        let known = &self.world.settled.known;
        let by_other = |o: &usize| {
            let granted = known.get(o).filter(|k| k.given).map(|k| k.came);
            *o == root || matches!(granted, Some(Came::Granted(by, _, r)) if r == root && by != a)
        };
        if exact.iter().any(by_other) {
            return Ok(());
        }
        let again = |o: &usize| matches!(known.get(o).map(|k| k.came), Some(Came::Granted(by, n, _)) if (by, n) == (a, number));
        let found = exact.iter().copied().find(again);
        let came = Came::Granted(a, number, root);
        let application = self.made(at, found, (object, came), (Value::Object(a), grant))?;
        let stamp = self.world.settled.known[&a].stamp;
        self.world.settled.granted += 1;
        let order = self.world.settled.granted;
        let there = !self.is_refused(application);
        self.know(application, |k| (k.given, k.there, k.order, k.stamp) = (true, there, order, stamp));
        Ok(())
    }

    /// An application that nobody adds, found again or made, with its parameters.
    fn made(
        &mut self,
        at: NodeId,
        found: Option<usize>,
        (object, came): (&Value<'g>, Came),
        (this, grant): (Value<'g>, &'g Grant),
    ) -> Step<'g, usize> {
        let Some(modifier) = self.game.modifiers.iter().find(|m| m.class == grant.class) else {
            return fault(at, "there is no such modifier");
        };
        let application = found.unwrap_or_else(|| self.world.create(grant.class));
        let value = Value::Object(application);
        if found.is_none() {
            self.set_attribute(at, &value, ModifierOf::HOLDER, object.clone())?;
            self.world.settled.known.insert(application, Known::new(0, came));
        }
        let mut frame = Frame::new(grant.locals.len(), this, Value::Null);
        frame.locals[grant.object.index()] = object.clone();
        let args = self.given(&mut frame, &grant.args)?;
        let adding = &modifier.adding;
        let mut frame = Frame::new(adding.locals.len(), Value::Null, Value::Null);
        frame.locals[adding.object.index()] = object.clone();
        self.deeper(at, |run| run.parameters(&mut frame, &adding.params, args))?;
        let of = self.game.classes[grant.class.index()].modifier.as_ref();
        for (param, i) in adding.params.iter().zip(of.map_or(&[][..], |of| &of.params)) {
            self.set_attribute(at, &value, *i, frame.locals[param.local.index()].clone())?;
        }
        if found.is_none() {
            self.defaults(at, &value, grant.class, |_| false)?;
        }
        Ok(application)
    }

    /// Compares what objects have by nature with what their classes say.
    fn by_nature(&mut self, at: NodeId, after: Option<usize>) -> Step<'g, ()> {
        for c in 0..self.game.classes.len() {
            for (n, natural) in self.game.classes[c].grants.iter().enumerate() {
                if natural.after != after {
                    continue;
                }
                for object in self.carriers(ClassId(c as u32)) {
                    for (g, grant) in natural.grants.iter().enumerate() {
                        let named = match &natural.awake {
                            Some(awake) => {
                                let value = self.body(awake.at, &awake.body, object.clone(), Value::Null)?;
                                super::bool(awake.at, &value)?
                            }
                            None => true,
                        };
                        let number = (c << 32) + (n << 16) + g;
                        self.has_by_nature(at, &object, (number, grant), named)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn has_by_nature(
        &mut self,
        at: NodeId,
        object: &Value<'g>,
        (number, grant): (usize, &'g Grant),
        named: bool,
    ) -> Step<'g, ()> {
        let known = &self.world.settled.known;
        let own =
            |(a, k): &(&usize, &Known<'g>)| k.came == Came::Natural(number) && self.holder(**a).same(object);
        let found = known.iter().find(own).map(|(a, _)| *a);
        if !named {
            found.into_iter().for_each(|a| self.end_known(a));
            return Ok(());
        }
        let a = self.made(at, found, (object, Came::Natural(number)), (object.clone(), grant))?;
        if found.is_none() {
            let stamp = self.stamp();
            self.know(a, |k| k.stamp = stamp);
        }
        if !self.is_refused(a) {
            self.know(a, |k| k.there = true);
        }
        Ok(())
    }
}

/// A number that is the same for worlds in which everything is the same.
fn fingerprint(world: &World<'_>) -> u64 {
    let mut h = DefaultHasher::new();
    for o in &world.objects {
        (o.class, o.live, &o.owners, o.known, o.attributes.len()).hash(&mut h);
        place(o.place, &mut h);
        o.attributes.iter().for_each(|v| mix(v, &mut h));
    }
    for tile in world.boards.iter().flatten() {
        tile.pieces.hash(&mut h);
        tile.attributes.iter().for_each(|v| mix(v, &mut h));
    }
    (&world.grown, &world.zones, world.settled.stamps).hash(&mut h);
    for collection in &world.collections {
        match collection {
            Collection::Row(items) => items.iter().for_each(|v| mix(v, &mut h)),
            Collection::Table(pairs) => pairs.iter().for_each(|(k, v)| {
                mix(k, &mut h);
                mix(v, &mut h);
            }),
        }
        h.write_u8(7);
    }
    (world.turn, world.phase, world.active, &world.out).hash(&mut h);
    world.scores.iter().for_each(|s| h.write_u64(s.to_bits()));
    h.finish()
}

fn place(place: Place, h: &mut DefaultHasher) {
    match place {
        Place::Nowhere => 0_u8.hash(h),
        Place::Tile(b, t) => (1_u8, b, t).hash(h),
        Place::Zone(z, p) => (2_u8, z, p).hash(h),
    }
}

fn mix(value: &Value<'_>, h: &mut DefaultHasher) {
    std::mem::discriminant(value).hash(h);
    match value {
        Value::Null => {}
        Value::Number(n) => n.to_bits().hash(h),
        Value::Bool(b) => b.hash(h),
        Value::Text(t) => t.hash(h),
        Value::Player(p) => p.hash(h),
        Value::Case(e, i) => (e, i).hash(h),
        Value::Tile(b, t) => (b, t).hash(h),
        Value::Object(i) | Value::List(i) | Value::Stack(i) | Value::Table(i) => i.hash(h),
        Value::Zone(z, p) => (z, p).hash(h),
        Value::Zones(z) => z.hash(h),
        Value::Turn(t) => t.hash(h),
        Value::Position(p) => p.hash(h),
        Value::Function(f) => Rc::as_ptr(f).hash(h),
    }
}
