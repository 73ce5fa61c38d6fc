//! Throwing away the lists, tables and stacks that nothing holds any more, so that copies of a world stay small.
//! To be called between two decisions only, when no value is under way.

use crate::value::{Closure, Value};
use crate::world::{Collection, World};
use std::rc::Rc;

pub(crate) fn collect(world: &mut World<'_>) {
    let old = std::mem::take(&mut world.collections);
    let mut moving = Moving { places: vec![None; old.len()], old, new: Vec::new() };
    // Those of constants stay where they are.
    for i in 0..world.fixed {
        moving.place(i);
    }
    for object in &mut world.objects {
        object.attributes.iter_mut().for_each(|v| moving.value(v));
    }
    for tile in world.boards.iter_mut().flatten() {
        tile.attributes.iter_mut().for_each(|v| moving.value(v));
    }
    world.settled.forget();
    world.settled.last.iter_mut().for_each(|(.., v)| moving.value(v));
    let mut next = 0;
    while next < moving.new.len() {
        let mut collection = std::mem::replace(&mut moving.new[next], Collection::Row(Vec::new()));
        match &mut collection {
            Collection::Row(items) => items.iter_mut().for_each(|v| moving.value(v)),
            Collection::Table(pairs) => pairs.iter_mut().for_each(|(k, v)| {
                moving.value(k);
                moving.value(v);
            }),
        }
        moving.new[next] = collection;
        next += 1;
    }
    let frozen = std::mem::take(&mut world.frozen);
    world.frozen = frozen.into_iter().filter_map(|i| moving.places[i]).collect();
    world.collections = moving.new;
}

struct Moving<'g> {
    old: Vec<Collection<'g>>,
    new: Vec<Collection<'g>>,
    /// Where an old collection went.
    places: Vec<Option<usize>>,
}

impl<'g> Moving<'g> {
    fn value(&mut self, value: &mut Value<'g>) {
        match value {
            Value::List(i) | Value::Stack(i) | Value::Table(i) => *i = self.place(*i),
            Value::Function(f) => *f = Rc::new(self.closure(f)),
            _ => {}
        }
    }

    fn place(&mut self, i: usize) -> usize {
        *self.places[i].get_or_insert_with(|| {
            self.new.push(std::mem::replace(&mut self.old[i], Collection::Row(Vec::new())));
            self.new.len() - 1
        })
    }

    fn closure(&mut self, f: &Closure<'g>) -> Closure<'g> {
        let mut copy = f.clone();
        copy.locals.iter_mut().for_each(|v| self.value(v));
        copy
    }
}
