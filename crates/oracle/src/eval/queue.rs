//! Events: raising them, and running the actions that they put into the queue.

use super::{Frame, Run, must_try};
use crate::value::{Step, Stop, Value, fault};
use crate::world::{Named, Place, Queued, World};
use base::NodeId;
use compiler::typed::{ClassId, Expr};

impl<'g> Run<'g> {
    pub(crate) fn raise_expression(
        &mut self,
        f: &mut Frame<'g>,
        class: ClassId,
        given: &'g [(u32, Expr)],
        at: NodeId,
    ) -> Step<'g, Value<'g>> {
        let event = self.make(f, at, class, given)?;
        self.raise(at, class, event.clone())?;
        Ok(event)
    }

    /// Runs the `before` blocks of the event, unless they cancel it its default effect, then queues the actions
    /// whose triggers accept it.
    pub(crate) fn raise(&mut self, at: NodeId, class: ClassId, event: Value<'g>) -> Step<'g, ()> {
        self.settle(at)?;
        if !self.before(at, class, &event)? {
            return Ok(());
        }
        let mut line = Some(class);
        while let Some(c) = line {
            let class = &self.game.classes[c.index()];
            if let Some(effect) = &class.effect {
                self.body(at, effect, event.clone(), event.clone())?;
                break;
            }
            line = class.parent;
        }
        self.settle(at)?;
        self.observe(class, &event)?;
        self.end_with(at, class, &event)?;
        self.expire_modifiers(at)
    }

    fn observe(&mut self, event_class: ClassId, event: &Value<'g>) -> Step<'g, ()> {
        let mut batch: Vec<(f64, Queued<'g>)> = Vec::new();
        for (c, class) in self.game.classes.iter().enumerate() {
            for id in &class.actions {
                let action = &self.game.actions[id.index()];
                if !action.triggers.iter().any(|t| self.world.is_a(event_class, t.event)) {
                    continue;
                }
                for object in self.world.exactly(ClassId(c as u32)) {
                    if self.accepts(action, &object, event_class, event)? {
                        batch.push((action.prio, Queued { action: *id, object, event: event.clone() }));
                    }
                }
            }
        }
        batch.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.world.queue.extend(batch.into_iter().map(|b| b.1));
        Ok(())
    }

    /// Runs what is queued, and what that puts behind it, until nothing is left. An action that fails is taken
    /// back alone.
    pub(crate) fn drain(&mut self) -> Step<'g, ()> {
        while let Some(next) = self.world.queue.pop_front() {
            let before = self.world.clone();
            self.number += 1;
            self.tried = must_try(&self.game.actions[next.action.index()]);
            let result = self.take(next.action, next.object, next.event);
            let probed = self.probe == Some(self.number);
            match result {
                Ok(()) if probed => return Err(Stop::Probed(true)),
                Err(Stop::Fail) if probed => return Err(Stop::Probed(false)),
                Ok(()) => {}
                Err(Stop::Fail) => self.world = before,
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// Puts a piece that is in the game into a place, out of where it was. On a tile where it is already it stays as
    /// it is, but for who knows it.
    pub(crate) fn move_piece(
        &mut self,
        at: NodeId,
        (piece, named): (usize, Named),
        to: Place,
        position: Option<usize>,
    ) -> Step<'g, ()> {
        if to != Place::Nowhere && !self.world.objects[piece].live {
            return fault(at, "a piece that was removed is put somewhere");
        }
        let from = self.world.objects[piece].place;
        self.world.lose_sight((piece, named), to);
        if from == to && !matches!(to, Place::Zone(..)) {
            return Ok(());
        }
        self.world.detach(piece);
        self.world.attach(piece, to, position);
        if to != Place::Nowhere {
            self.moved.push((piece, from, to));
        }
        Ok(())
    }

    /// Raises `Moved` for what has been moved, in order, if anything observes it.
    pub(crate) fn raise_moved(&mut self, at: NodeId) -> Step<'g, ()> {
        for (piece, from, to) in std::mem::take(&mut self.moved) {
            if !self.world.is_observed(ClassId::MOVED) {
                continue;
            }
            let event = Value::Object(self.world.create(ClassId::MOVED));
            let values = [Value::Object(piece), World::place_value(from), World::place_value(to)];
            for (i, value) in values.into_iter().enumerate() {
                self.set_attribute(at, &event, i as u32, value)?;
            }
            self.raise(at, ClassId::MOVED, event)?;
        }
        Ok(())
    }
}
