//! Whose turn is next: every pair of effects is tried out for what depends on what, on a copy of all that settling
//! changes. It does not say what an effect changes.

use super::super::{Frame, Run};
use super::Settled;
use super::kinds::{changes, grants, layers};
use crate::value::{Base, Step, Value, fault};
use crate::world::World;
use base::NodeId;
use compiler::typed::{Override, Replacement};
use std::rc::Rc;

/// All of a world that settling changes.
struct Snapshot<'g> {
    settled: Settled<'g>,
    created: u32,
    objects: usize,
    /// The attributes of the applications.
    applications: Vec<(usize, Vec<Value<'g>>)>,
}

impl<'g> Snapshot<'g> {
    fn of(world: &World<'g>) -> Snapshot<'g> {
        let known = world.settled.known.keys();
        Snapshot {
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
pub(super) struct Outcome<'g> {
    whom: Vec<Value<'g>>,
    /// Object, attribute, the value that it builds on, and what it makes of it.
    pub made: Vec<(Value<'g>, u32, Value<'g>, Value<'g>)>,
    /// What it gives along with what it grants.
    given: Vec<Value<'g>>,
}

impl<'g> Outcome<'g> {
    fn nothing() -> Outcome<'g> {
        Outcome { whom: Vec::new(), made: Vec::new(), given: Vec::new() }
    }
}

impl<'g> Run<'g> {
    /// The first by time stamp that waits for nobody who does not wait for it in turn.
    pub(super) fn next(&mut self, at: NodeId, layer: usize, pending: &[usize]) -> Step<'g, usize> {
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
        let before = Snapshot::of(&self.world);
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
    pub(super) fn outcome(
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
    pub(super) fn whom(&mut self, at: NodeId, a: usize) -> Step<'g, Vec<Value<'g>>> {
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
}
