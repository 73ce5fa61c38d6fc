//! What is built in for lists, and for stacks and zones read as lists.

use super::builtin::Args;
use super::operator::compare;
use super::{Run, bool, index, number, text};
use crate::value::{Step, Value, fault};
use crate::world::World;
use base::NodeId;
use language::catalogue::group::List;
use std::cmp::Ordering;

impl<'g> Run<'g> {
    pub(super) fn list(&mut self, id: List, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let items = self.items(a.at, &a.get(0))?;
        let function = a.get(1);
        let has =
            |run: &Run<'g>, v: &Value<'g>, items: &[Value<'g>]| items.iter().any(|i| run.world.equal(i, v));
        let made: Vec<Value<'g>> = match id {
            List::ListLength | List::ListLenght => return Ok(Value::Number(items.len() as f64)),
            List::ListIsEmpty => return Ok(Value::Bool(items.is_empty())),
            List::ListContains => return Ok(Value::Bool(has(self, &a.get(1), &items))),
            List::ListIndexOf => {
                let i = items.iter().position(|v| self.world.equal(v, &a.get(1)));
                return Ok(Value::Number(i.map_or(-1.0, |i| i as f64)));
            }
            List::ListAdd => return self.change(a, |row| row.push(a.get(1))),
            List::ListAppend => {
                let other = self.items(a.at, &a.get(1))?;
                return self.change(a, |row| row.extend(other));
            }
            List::ListInsert => {
                let i = index(a.at, a.number(1)?, items.len() + 1)?;
                return self.change(a, |row| row.insert(i, a.get(2)));
            }
            List::ListClear => return self.change(a, Vec::clear),
            List::ListRemove => {
                self.is_changeable(a.at, &a.get(0))?;
                return match items.iter().position(|v| self.world.equal(v, &a.get(1))) {
                    Some(i) => self.change(a, |row| drop(row.remove(i))),
                    None => Ok(Value::Null),
                };
            }
            List::ListRemoveAt => {
                let i = index(a.at, a.number(1)?, items.len())?;
                return self.change(a, |row| drop(row.remove(i)));
            }
            List::ListShuffle => return self.shuffle_list(a.at, &a.get(0)),
            List::ListRandom => return self.pick(a.at, &a.get(0)),
            List::ListJoin => {
                let texts = items.iter().map(|item| text(a.at, item)).collect::<Step<'g, Vec<_>>>()?;
                return Ok(Value::Text(texts.join(&text(a.at, &a.get(1))?[..]).into()));
            }
            List::ListToSet => return self.set_of(a.at, items),
            List::ListCopy => items,
            List::ListTake => items.into_iter().take(a.amount(1)?).collect(),
            List::ListDrop => items.into_iter().skip(a.amount(1)?).collect(),
            List::ListReverse => items.into_iter().rev().collect(),
            List::ListDistinct => self.distinct(items),
            List::ListConcat => items.into_iter().chain(self.items(a.at, &a.get(1))?).collect(),
            List::ListWithout => {
                let other = self.items(a.at, &a.get(1))?;
                items.into_iter().filter(|v| !has(self, v, &other)).collect()
            }
            List::ListFlatten => self.flat(a.at, &items)?,
            List::ListFilter => self.passing(a.at, &items, &function)?,
            List::ListMap => self.mapped(a.at, &items, &function)?,
            List::ListFlatMap => self.flat_mapped(a.at, items, &function)?,
            List::ListSortBy => self.sorted(a.at, items, &function)?,
            List::ListZip => self.zipped(a, items)?,
            List::ListAny => {
                return Ok(Value::Bool(self.find(a.at, items.into_iter(), &function)?.is_some()));
            }
            List::ListAll => return self.all_hold(a.at, items, &function),
            List::ListCount => {
                let counted = if a.has(1) { self.passing(a.at, &items, &function)? } else { items };
                return Ok(Value::Number(counted.len() as f64));
            }
            List::ListFirst => return self.first(a, items.into_iter()),
            List::ListLast => return self.first(a, items.into_iter().rev()),
            List::ListSum => {
                let sum = self.keys(a, &items)?.iter().fold(0.0, |sum, k| sum + k);
                return super::finite(a.at, sum);
            }
            List::ListMin => {
                return Ok(self.best(a, &items, f64::lt)?.map_or(Value::Null, |b| Value::Number(b.0)));
            }
            List::ListMax => {
                return Ok(self.best(a, &items, f64::gt)?.map_or(Value::Null, |b| Value::Number(b.0)));
            }
            List::ListMinBy => return Ok(self.best(a, &items, f64::lt)?.map_or(Value::Null, |b| b.1)),
            List::ListMaxBy => return Ok(self.best(a, &items, f64::gt)?.map_or(Value::Null, |b| b.1)),
            List::ListGroupBy => return self.group(a.at, items, &function),
            List::ListFold => return self.folded(a, items),
        };
        Ok(self.world.list(made))
    }

    /// Changes the list itself, and gives nothing.
    fn change(&mut self, a: &Args<'g>, change: impl FnOnce(&mut Vec<Value<'g>>)) -> Step<'g, Value<'g>> {
        self.is_changeable(a.at, &a.get(0))?;
        change(self.row(a.at, &a.get(0))?);
        Ok(Value::Null)
    }

    pub(crate) fn shuffle_list(&mut self, at: NodeId, list: &Value<'g>) -> Step<'g, Value<'g>> {
        self.is_changeable(at, list)?;
        let mut random = self.world.random;
        World::shuffle(&mut random, self.row(at, list)?);
        self.world.random = random;
        Ok(Value::Null)
    }

    /// The first element, or the first for which the test holds where there is one.
    fn first(&mut self, a: &Args<'g>, mut items: impl Iterator<Item = Value<'g>>) -> Step<'g, Value<'g>> {
        let found = if a.has(1) { self.find(a.at, items, &a.get(1))? } else { items.next() };
        Ok(found.unwrap_or(Value::Null))
    }

    fn flat(&self, at: NodeId, lists: &[Value<'g>]) -> Step<'g, Vec<Value<'g>>> {
        let mut flat = Vec::new();
        for inner in lists {
            flat.extend(self.items(at, inner)?);
        }
        Ok(flat)
    }

    fn flat_mapped(&mut self, at: NodeId, items: Vec<Value<'g>>, to: &Value<'g>) -> Step<'g, Vec<Value<'g>>> {
        let mut flat = Vec::new();
        for v in items {
            let inner = self.apply(at, to, vec![v])?;
            flat.extend(self.items(at, &inner)?);
        }
        Ok(flat)
    }

    fn zipped(&mut self, a: &Args<'g>, items: Vec<Value<'g>>) -> Step<'g, Vec<Value<'g>>> {
        let other = self.items(a.at, &a.get(1))?;
        items.into_iter().zip(other).map(|(x, y)| self.apply(a.at, &a.get(2), vec![x, y])).collect()
    }

    fn folded(&mut self, a: &Args<'g>, items: Vec<Value<'g>>) -> Step<'g, Value<'g>> {
        let mut folded = a.get(1);
        for v in items {
            folded = self.apply(a.at, &a.get(2), vec![folded, v])?;
        }
        Ok(folded)
    }

    fn sorted(&mut self, at: NodeId, items: Vec<Value<'g>>, key: &Value<'g>) -> Step<'g, Vec<Value<'g>>> {
        let keys = self.mapped(at, &items, key)?;
        for k in &keys {
            compare(at, k, k)?;
        }
        let mut pairs: Vec<(Value<'g>, Value<'g>)> = keys.into_iter().zip(items).collect();
        pairs.sort_by(|x, y| compare(at, &x.0, &y.0).unwrap_or(Ordering::Equal));
        Ok(pairs.into_iter().map(|p| p.1).collect())
    }

    /// The numbers that are added or compared: what the function gives, or the elements themselves.
    fn keys(&mut self, a: &Args<'g>, items: &[Value<'g>]) -> Step<'g, Vec<f64>> {
        let keys = if a.has(1) { self.mapped(a.at, items, &a.get(1))? } else { items.to_vec() };
        keys.iter().map(|k| number(a.at, k)).collect()
    }

    /// The number that is better than all others, and the first element that has it.
    fn best(
        &mut self,
        a: &Args<'g>,
        items: &[Value<'g>],
        better: fn(&f64, &f64) -> bool,
    ) -> Step<'g, Option<(f64, Value<'g>)>> {
        let mut best: Option<(f64, Value<'g>)> = None;
        for (key, v) in self.keys(a, items)?.into_iter().zip(items) {
            if best.as_ref().is_none_or(|b| better(&key, &b.0)) {
                best = Some((key, v.clone()));
            }
        }
        Ok(best)
    }

    fn mapped(&mut self, at: NodeId, items: &[Value<'g>], to: &Value<'g>) -> Step<'g, Vec<Value<'g>>> {
        items.iter().map(|v| self.apply(at, to, vec![v.clone()])).collect()
    }

    pub(crate) fn test(&mut self, at: NodeId, test: &Value<'g>, v: &Value<'g>) -> Step<'g, bool> {
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

    pub(crate) fn find(
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

    /// Each element once, in order of first appearance.
    fn distinct(&self, items: Vec<Value<'g>>) -> Vec<Value<'g>> {
        let mut once: Vec<Value<'g>> = Vec::new();
        for v in items {
            if !once.iter().any(|i| self.world.equal(i, &v)) {
                once.push(v);
            }
        }
        once
    }
}
