//! Giving and taking: what effects grant, take away and bar, and what objects have by nature. It knows nothing of their
//! order.

use super::super::{Frame, Run, bool};
use super::{Came, Hold, Known};
use crate::value::{Step, Value, fault};
use base::NodeId;
use compiler::typed::{ClassId, Grant, ModifierOf};

impl<'g> Run<'g> {
    /// Whether an application may not come to be there.
    pub(super) fn is_refused(&self, a: usize) -> bool {
        let (class, holder) = (self.world.objects[a].class, self.holder(a));
        let known = self.world.settled.known.get(&a);
        let hit = |h: &&Hold<'g>| self.game.is_sub(class, h.class) && h.from.iter().any(|o| o.same(&holder));
        let settled = &self.world.settled;
        let added = known.filter(|k| k.came == Came::Added);
        settled.bars.iter().any(|h| hit(&h))
            || added.is_some_and(|k| settled.losses.iter().filter(hit).any(|h| k.stamp < h.stamp))
    }

    pub(super) fn lose(&mut self, hold: Hold<'g>, bars: bool) {
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

    pub(super) fn grant(
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
    pub(super) fn by_nature(&mut self, at: NodeId, after: Option<usize>) -> Step<'g, ()> {
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
                                bool(awake.at, &value)?
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
