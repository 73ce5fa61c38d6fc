//! Assignments.

use super::{Frame, Run, index, number};
use crate::value::{Step, Value, fault};
use base::NodeId;
use compiler::typed::{BinaryOp, Expr, LocalId, Target};

/// A target whose parts are evaluated.
enum Slot<'g> {
    Local(LocalId),
    Attribute(Value<'g>, u32),
    Element(Value<'g>, f64),
    Entry(Value<'g>, Value<'g>),
}

impl<'g> Run<'g> {
    /// The parts of the target come first, then the value.
    pub(crate) fn assign(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        target: &'g Target,
        value: &'g Expr,
    ) -> Step<'g, Value<'g>> {
        let slot = self.slot(f, target)?;
        let value = self.expr(f, value)?;
        self.store(f, at, slot, value)
    }

    pub(crate) fn update(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        target: &'g Target,
        op: BinaryOp,
        value: &'g Expr,
    ) -> Step<'g, Value<'g>> {
        let slot = self.slot(f, target)?;
        let old = match &slot {
            Slot::Local(l) => f.locals[l.index()].clone(),
            Slot::Attribute(of, i) => self.attribute(at, of, *i)?,
            Slot::Element(list, i) => self.element(at, list, *i)?,
            Slot::Entry(table, key) => self.lookup(at, table, key)?,
        };
        let by = self.expr(f, value)?;
        let new = self.operate(at, op, &old, &by)?;
        self.store(f, at, slot, new)
    }

    fn slot(&mut self, f: &mut Frame<'g>, target: &'g Target) -> Step<'g, Slot<'g>> {
        Ok(match target {
            Target::Local(l) => Slot::Local(*l),
            Target::Attribute(of, i) => Slot::Attribute(self.expr(f, of)?, *i),
            Target::Index(list, i) => {
                let list = self.expr(f, list)?;
                let i_value = self.expr(f, i)?;
                Slot::Element(list, number(i.at, &i_value)?)
            }
            Target::Entry(table, key) => {
                let table = self.expr(f, table)?;
                Slot::Entry(table, self.expr(f, key)?)
            }
        })
    }

    fn store(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        slot: Slot<'g>,
        value: Value<'g>,
    ) -> Step<'g, Value<'g>> {
        match slot {
            Slot::Local(l) => f.locals[l.index()] = value,
            Slot::Attribute(of, i) => self.set_attribute(at, &of, i, value)?,
            Slot::Element(list, i) => {
                self.is_changeable(at, &list)?;
                let row = self.row(at, &list)?;
                let i = index(at, i, row.len())?;
                row[i] = value;
            }
            Slot::Entry(table, key) => self.enter(at, &table, key, value)?,
        }
        Ok(Value::Null)
    }

    pub(crate) fn set_attribute(
        &mut self,
        at: NodeId,
        of: &Value<'g>,
        i: u32,
        value: Value<'g>,
    ) -> Step<'g, ()> {
        let attributes = match of {
            Value::Object(o) => self.world.objects.get_mut(*o).map(|o| &mut o.attributes),
            Value::Tile(b, t) => self.world.boards[b.index()].get_mut(*t as usize).map(|t| &mut t.attributes),
            _ => None,
        };
        match attributes.and_then(|a| a.get_mut(i as usize)) {
            Some(slot) => *slot = value,
            None => return fault(at, "the object is null"),
        }
        Ok(())
    }

    /// Sets the value of a key, which keeps its place if it is there already; null removes it.
    pub(crate) fn enter(
        &mut self,
        at: NodeId,
        table: &Value<'g>,
        key: Value<'g>,
        value: Value<'g>,
    ) -> Step<'g, ()> {
        self.is_changeable(at, table)?;
        let pairs = self.pairs(at, table)?;
        if key.is_null() {
            return fault(at, "the key is null");
        }
        let place = pairs.iter().position(|p| p.0.same_key(&key));
        match (place, value.is_null()) {
            (Some(i), true) => {
                pairs.remove(i);
            }
            (Some(i), false) => pairs[i].1 = value,
            (None, true) => {}
            (None, false) => pairs.push((key, value)),
        }
        Ok(())
    }
}
