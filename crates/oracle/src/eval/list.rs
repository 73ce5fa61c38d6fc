//! What is built in for lists, and for stacks and zones read as lists.

use super::builtin::Args;
use super::operator::compare;
use super::{Run, bool, index, number};
use crate::value::{Step, Value, fault};
use crate::world::World;
use base::NodeId;
use language::catalogue::Builtin;
use std::cmp::Ordering;

impl<'g> Run<'g> {
    pub(super) fn list(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let items = self.items(a.at, &a.get(0))?;
        let has = |v: &Value<'g>, items: &[Value<'g>]| items.iter().any(|i| i.same(v));
        Ok(match id {
            Builtin::ListLength | Builtin::ListLenght => Value::Number(items.len() as f64),
            Builtin::ListIsEmpty => Value::Bool(items.is_empty()),
            Builtin::ListContains => Value::Bool(has(&a.get(1), &items)),
            Builtin::ListIndexOf => {
                let i = items.iter().position(|v| v.same(&a.get(1)));
                Value::Number(i.map_or(-1.0, |i| i as f64))
            }
            Builtin::ListCopy => self.world.list(items),
            Builtin::ListTake => self.world.list(items.into_iter().take(a.amount(1)?).collect()),
            Builtin::ListDrop => self.world.list(items.into_iter().skip(a.amount(1)?).collect()),
            Builtin::ListReverse => self.world.list(items.into_iter().rev().collect()),
            Builtin::ListDistinct => {
                let mut once: Vec<Value<'g>> = Vec::new();
                for v in items {
                    if !has(&v, &once) {
                        once.push(v);
                    }
                }
                self.world.list(once)
            }
            Builtin::ListConcat => {
                let other = self.items(a.at, &a.get(1))?;
                self.world.list(items.into_iter().chain(other).collect())
            }
            Builtin::ListWithout => {
                let other = self.items(a.at, &a.get(1))?;
                self.world.list(items.into_iter().filter(|v| !has(v, &other)).collect())
            }
            Builtin::ListFlatten => {
                let mut flat = Vec::new();
                for inner in &items {
                    flat.extend(self.items(a.at, inner)?);
                }
                self.world.list(flat)
            }
            Builtin::ListRandom => self.pick(a.at, &a.get(0))?,
            Builtin::ListShuffle => self.shuffle_list(a.at, &a.get(0))?,
            _ => return self.change_list(id, a),
        })
    }

    fn change_list(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let list = a.get(0);
        match id {
            Builtin::ListAdd => self.row(a.at, &list)?.push(a.get(1)),
            Builtin::ListAppend => {
                let other = self.items(a.at, &a.get(1))?;
                self.row(a.at, &list)?.extend(other);
            }
            Builtin::ListInsert => {
                let i = a.number(1)?;
                let row = self.row(a.at, &list)?;
                let i = index(a.at, i, row.len() + 1)?;
                row.insert(i, a.get(2));
            }
            Builtin::ListClear => self.row(a.at, &list)?.clear(),
            Builtin::ListRemove => {
                let row = self.row(a.at, &list)?;
                if let Some(i) = row.iter().position(|v| v.same(&a.get(1))) {
                    row.remove(i);
                }
            }
            Builtin::ListRemoveAt => {
                let i = a.number(1)?;
                let row = self.row(a.at, &list)?;
                let i = index(a.at, i, row.len())?;
                row.remove(i);
            }
            _ => return self.with_function(id, a),
        }
        Ok(Value::Null)
    }

    pub fn shuffle_list(&mut self, at: NodeId, list: &Value<'g>) -> Step<'g, Value<'g>> {
        let mut random = self.world.random;
        World::shuffle(&mut random, self.row(at, list)?);
        self.world.random = random;
        Ok(Value::Null)
    }

    fn with_function(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let items = self.items(a.at, &a.get(0))?;
        let function = a.get(1);
        match id {
            Builtin::ListFilter => {
                let kept = self.passing(a.at, &items, &function)?;
                Ok(self.world.list(kept))
            }
            Builtin::ListMap => {
                let mapped = self.mapped(a.at, &items, &function)?;
                Ok(self.world.list(mapped))
            }
            Builtin::ListFlatMap => {
                let mut flat = Vec::new();
                for v in items {
                    let inner = self.apply(a.at, &function, vec![v])?;
                    flat.extend(self.items(a.at, &inner)?);
                }
                Ok(self.world.list(flat))
            }
            Builtin::ListAny => Ok(Value::Bool(self.find(a.at, items.into_iter(), &function)?.is_some())),
            Builtin::ListAll => self.all_hold(a.at, items, &function),
            Builtin::ListCount if a.has(1) => {
                Ok(Value::Number(self.passing(a.at, &items, &function)?.len() as f64))
            }
            Builtin::ListCount => Ok(Value::Number(items.len() as f64)),
            Builtin::ListFirst | Builtin::ListLast => {
                let backwards = id == Builtin::ListLast;
                let items: Vec<Value<'g>> = if backwards { items.into_iter().rev().collect() } else { items };
                let found = if a.has(1) {
                    self.find(a.at, items.into_iter(), &function)?
                } else {
                    items.into_iter().next()
                };
                Ok(found.unwrap_or(Value::Null))
            }
            Builtin::ListGroupBy => self.group(a.at, items, &function),
            Builtin::ListZip => {
                let other = self.items(a.at, &a.get(1))?;
                let mut zipped = Vec::new();
                for (x, y) in items.into_iter().zip(other) {
                    zipped.push(self.apply(a.at, &a.get(2), vec![x, y])?);
                }
                Ok(self.world.list(zipped))
            }
            Builtin::ListFold => {
                let mut folded = a.get(1);
                for v in items {
                    folded = self.apply(a.at, &a.get(2), vec![folded, v])?;
                }
                Ok(folded)
            }
            _ => self.by_key(id, a, items),
        }
    }

    /// Sums, extremes and orders.
    fn by_key(&mut self, id: Builtin, a: &Args<'g>, items: Vec<Value<'g>>) -> Step<'g, Value<'g>> {
        let keys = if a.has(1) { self.mapped(a.at, &items, &a.get(1))? } else { items.clone() };
        if id == Builtin::ListSortBy {
            for k in &keys {
                compare(a.at, k, k)?;
            }
            let mut pairs: Vec<(Value<'g>, Value<'g>)> = keys.into_iter().zip(items).collect();
            pairs.sort_by(|x, y| compare(a.at, &x.0, &y.0).unwrap_or(Ordering::Equal));
            return Ok(self.world.list(pairs.into_iter().map(|p| p.1).collect()));
        }
        let keys = keys.iter().map(|k| number(a.at, k)).collect::<Step<'g, Vec<f64>>>()?;
        if id == Builtin::ListSum {
            return super::finite(a.at, keys.iter().fold(0.0, |sum, k| sum + k));
        }
        let most = matches!(id, Builtin::ListMax | Builtin::ListMaxBy);
        let mut best: Option<usize> = None;
        for (i, k) in keys.iter().enumerate() {
            if best.is_none_or(|b| if most { *k > keys[b] } else { *k < keys[b] }) {
                best = Some(i);
            }
        }
        Ok(match (best, id) {
            (None, _) => Value::Null,
            (Some(i), Builtin::ListMin | Builtin::ListMax) => Value::Number(keys[i]),
            (Some(i), Builtin::ListMinBy | Builtin::ListMaxBy) => items[i].clone(),
            _ => return fault(a.at, "this cannot be called on a list"),
        })
    }

    fn mapped(&mut self, at: NodeId, items: &[Value<'g>], to: &Value<'g>) -> Step<'g, Vec<Value<'g>>> {
        items.iter().map(|v| self.apply(at, to, vec![v.clone()])).collect()
    }

    pub fn test(&mut self, at: NodeId, test: &Value<'g>, v: &Value<'g>) -> Step<'g, bool> {
        let value = self.apply(at, test, vec![v.clone()])?;
        bool(at, &value)
    }

    fn passing(&mut self, at: NodeId, items: &[Value<'g>], test: &Value<'g>) -> Step<'g, Vec<Value<'g>>> {
        let mut kept = Vec::new();
        for v in items {
            if self.test(at, test, v)? {
                kept.push(v.clone());
            }
        }
        Ok(kept)
    }

    pub fn find(
        &mut self,
        at: NodeId,
        items: impl Iterator<Item = Value<'g>>,
        test: &Value<'g>,
    ) -> Step<'g, Option<Value<'g>>> {
        for v in items {
            if self.test(at, test, &v)? {
                return Ok(Some(v));
            }
        }
        Ok(None)
    }

    fn all_hold(&mut self, at: NodeId, items: Vec<Value<'g>>, test: &Value<'g>) -> Step<'g, Value<'g>> {
        for v in items {
            if !self.test(at, test, &v)? {
                return Ok(Value::Bool(false));
            }
        }
        Ok(Value::Bool(true))
    }

    fn group(&mut self, at: NodeId, items: Vec<Value<'g>>, key: &Value<'g>) -> Step<'g, Value<'g>> {
        let mut groups: Vec<(Value<'g>, Vec<Value<'g>>)> = Vec::new();
        for v in items {
            let k = self.apply(at, key, vec![v.clone()])?;
            if k.is_null() {
                return fault(at, "the key is null");
            }
            match groups.iter_mut().find(|g| g.0.same_key(&k)) {
                Some(group) => group.1.push(v),
                None => groups.push((k, vec![v])),
            }
        }
        let pairs = groups.into_iter().map(|(k, items)| (k, self.world.list(items))).collect();
        Ok(self.world.table(pairs))
    }
}
