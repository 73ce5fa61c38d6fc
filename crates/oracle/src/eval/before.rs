//! `before` blocks: round after round, the first block that applies and has not run on its object runs. It shares
//! nothing with what the compiler makes of them.

use super::{Frame, Run};
use crate::value::{Step, Value};
use base::NodeId;
use compiler::typed::{Before, ClassId, EventBody, ModifierOf, Type, Visibility};

/// A block and an object that carries it.
type Carried<'g> = (&'g Before, Value<'g>);

impl<'g> Run<'g> {
    /// Runs the blocks that look at an event; whether the event goes on.
    pub(super) fn before(&mut self, at: NodeId, class: ClassId, event: &Value<'g>) -> Step<'g, bool> {
        let game = self.game;
        let mut blocks: Vec<&'g Before> =
            game.befores.iter().filter(|b| game.is_sub(class, b.event)).collect();
        blocks.sort_by(|a, b| b.prio.total_cmp(&a.prio));
        let mut had: Vec<Carried<'g>> = Vec::new();
        while !blocks.is_empty() && !self.is_cancelled(at, event)? {
            let next = match &game.classes[class.index()].order {
                None => self.first_in_order(at, &blocks, event, &had)?,
                Some(order) => self.first_by_choice(at, &blocks, event, &had, order)?,
            };
            let Some((block, object)) = next else { break };
            had.push((block, object.clone()));
            self.event_body(at, &block.run, object, event)?;
        }
        Ok(blocks.is_empty() || !self.is_cancelled(at, event)?)
    }

    fn is_cancelled(&mut self, at: NodeId, event: &Value<'g>) -> Step<'g, bool> {
        Ok(matches!(self.attribute(at, event, 0)?, Value::Bool(true)))
    }

    /// The first block in order that applies, on the oldest object on which it does.
    fn first_in_order(
        &mut self,
        at: NodeId,
        blocks: &[&'g Before],
        event: &Value<'g>,
        had: &[Carried<'g>],
    ) -> Step<'g, Option<Carried<'g>>> {
        for block in blocks {
            for object in self.carriers(block.class) {
                if self.applies(at, block, &object, event, had)? {
                    return Ok(Some((block, object)));
                }
            }
        }
        Ok(None)
    }

    /// Of the objects on which a block of the greatest priority applies, the one that a player chooses.
    fn first_by_choice(
        &mut self,
        at: NodeId,
        blocks: &[&'g Before],
        event: &Value<'g>,
        had: &[Carried<'g>],
        order: &'g EventBody,
    ) -> Step<'g, Option<Carried<'g>>> {
        for level in blocks.chunk_by(|a, b| a.prio == b.prio) {
            let mut found: Vec<Value<'g>> = Vec::new();
            for block in level {
                for object in self.carriers(block.class) {
                    let new = !found.iter().any(|o| o.same(&object));
                    if new && self.applies(at, block, &object, event, had)? {
                        // Of those that are alike in everything the oldest comes first, and nobody is asked.
                        let known = found.iter().any(|o| self.are_alike(o, &object, had));
                        found.extend((!known).then_some(object));
                    }
                }
            }
            let Some(mut next) = found.first().cloned() else { continue };
            if found.len() > 1 {
                let who = self.event_body(at, order, event.clone(), event)?;
                if !who.is_null() {
                    let who = self.player(at, &who)?;
                    next = self.ask_value(at, who, found)?;
                }
            }
            for block in level {
                let carries = self.world.class_of(&next).is_some_and(|c| self.world.is_a(c, block.class));
                if carries && self.applies(at, block, &next, event, had)? {
                    return Ok(Some((block, next)));
                }
            }
        }
        Ok(None)
    }

    /// Whether two applications differ in nothing, so that it does not matter which comes first.
    fn are_alike(&self, a: &Value<'g>, b: &Value<'g>, had: &[Carried<'g>]) -> bool {
        let (Some(x), Some(y)) = (self.as_application(a), self.as_application(b)) else { return false };
        let (x, y) = (&self.world.objects[x], &self.world.objects[y]);
        let ran = |o: &Value<'g>| -> Vec<*const Before> {
            had.iter().filter(|(_, other)| other.same(o)).map(|(block, _)| &raw const **block).collect()
        };
        let mut attributes = self.game.classes[x.class.index()].attributes.iter().enumerate();
        let (mut first, mut second) = (ran(a), ran(b));
        first.sort_unstable();
        second.sort_unstable();
        x.class == y.class
            && first == second
            && attributes.all(|(i, attribute)| {
                let (p, q) = (&x.attributes[i], &y.attributes[i]);
                i as u32 == ModifierOf::SETTLED
                    || attribute.formula.is_some()
                    || p.is_null() && q.is_null()
                    || (attribute.ty.is_simple() || matches!(attribute.ty, Type::Class(_))) && p.same(q)
            })
    }

    /// The objects that carry the blocks of a class, oldest first.
    pub(super) fn carriers(&self, class: ClassId) -> Vec<Value<'g>> {
        match self.game.classes[class.index()].visibility {
            Visibility::Global => self.world.globals[class.index()].map(Value::Object).into_iter().collect(),
            _ => self.world.all(class),
        }
    }

    /// Whether a block that has not run on an object applies to it; those of a modifier that sleeps do not.
    fn applies(
        &mut self,
        at: NodeId,
        block: &'g Before,
        object: &Value<'g>,
        event: &Value<'g>,
        had: &[Carried<'g>],
    ) -> Step<'g, bool> {
        if had.iter().any(|(b, o)| std::ptr::eq(*b, block) && o.same(object)) {
            return Ok(false);
        }
        if let Some(application) = self.as_application(object)
            && !self.is_awake(at, application)?
        {
            return Ok(false);
        }
        match &block.condition {
            Some(condition) => {
                let value = self.event_body(at, condition, object.clone(), event)?;
                super::bool(block.at, &value)
            }
            None => Ok(true),
        }
    }

    fn event_body(
        &mut self,
        at: NodeId,
        body: &'g EventBody,
        this: Value<'g>,
        event: &Value<'g>,
    ) -> Step<'g, Value<'g>> {
        let mut frame = Frame::new(body.body.locals.len(), this, Value::Null);
        frame.locals[body.event.index()] = event.clone();
        self.deeper(at, |run| run.returned(&mut frame, &body.body.block))
    }
}
