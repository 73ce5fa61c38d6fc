//! Tables, small and large.

use crate::FaultKind;
use crate::ops::table::*;
use crate::tests::{World, n, text};
use bytecode::program::Show;
use bytecode::word::{Kind, NULL};
use language::catalogue::Builtin;
use std::collections::BTreeMap;

#[test]
fn tables_keep_the_order_of_insertion() {
    let mut w = World::new();
    let t = new(&mut w.m(), Kind::Plain).unwrap();
    for (k, v) in [(3.0, 30.0), (1.0, 10.0), (2.0, 20.0), (1.0, 11.0)] {
        set(&mut w.m(), t, n(k), n(v), 0).unwrap();
    }
    let (keys, values) = (w.run(Builtin::TableKeys, &[t]), w.run(Builtin::TableValues, &[t]));
    assert_eq!(w.show_list(keys, Show::Number), "{ 3, 1, 2 }");
    assert_eq!(w.show_list(values, Show::Number), "{ 30, 11, 20 }");
    set(&mut w.m(), t, n(3.0), NULL, 0).unwrap();
    assert_eq!(w.run(Builtin::TableLength, &[t]), n(2.0));
    assert_eq!(get(&w.m(), t, n(3.0), 0), Ok(NULL));
    assert_eq!(w.run(Builtin::TableContains, &[t, n(2.0)]), 1);
    w.run(Builtin::TableClear, &[t]);
    assert_eq!(w.run(Builtin::TableLength, &[t]), n(0.0));
}

#[test]
fn a_null_key_is_a_fault_and_kinds_of_keys_differ() {
    let mut w = World::new();
    let t = new(&mut w.m(), Kind::Plain).unwrap();
    assert_eq!(set(&mut w.m(), t, NULL, n(1.0), 0), Err(FaultKind::NullKey.into()));
    assert_eq!(get(&w.m(), t, NULL, 0), Err(FaultKind::NullKey.into()));
    assert_eq!(get(&w.m(), NULL, n(1.0), 0), Err(FaultKind::Null.into()));
    let (long, same) = (w.text("a long string"), w.text("a long string"));
    set(&mut w.m(), t, long, n(1.0), 1).unwrap();
    set(&mut w.m(), t, 1, n(2.0), 0).unwrap();
    set(&mut w.m(), t, 1, n(3.0), 4).unwrap();
    assert_eq!(get(&w.m(), t, same, 1), Ok(n(1.0)));
    assert_eq!((get(&w.m(), t, 1, 0), get(&w.m(), t, 1, 4)), (Ok(n(2.0)), Ok(n(3.0))));
}

#[test]
fn large_tables_behave_as_a_sorted_map_does() {
    let mut w = World::new();
    let t = new(&mut w.m(), Kind::Plain).unwrap();
    let mut random = ::base::Random::new(5);
    let mut model: BTreeMap<String, f64> = BTreeMap::new();
    for i in 0..3000 {
        let key = format!("key number {}", random.below(200));
        let k = w.text(&key);
        if random.below(4) == 0 {
            set(&mut w.m(), t, k, NULL, 1).unwrap();
            model.remove(&key);
        } else {
            set(&mut w.m(), t, k, n(f64::from(i)), 1).unwrap();
            model.insert(key, f64::from(i));
        }
        assert_eq!(w.run(Builtin::TableLength, &[t]), n(model.len() as f64));
    }
    let copy = w.run(Builtin::TableCopy, &[t]);
    set(&mut w.m(), t, text("more"), n(0.0), 1).unwrap();
    for i in 0..200 {
        let key = format!("key number {i}");
        let k = w.text(&key);
        let expected = model.get(&key).map_or(NULL, |x| n(*x));
        assert_eq!(get(&w.m(), t, k, 1), Ok(expected), "{key}");
        assert_eq!(get(&w.m(), copy, k, 1), Ok(expected), "{key}");
    }
    assert_eq!(get(&w.m(), copy, text("more"), 1), Ok(NULL));
}

#[test]
fn a_hundred_thousand_keys_cost_no_square() {
    let mut w = World::new();
    let t = new(&mut w.m(), Kind::Plain).unwrap();
    for i in 0..100_000 {
        set(&mut w.m(), t, n(f64::from(i)), n(1.0), 0).unwrap();
    }
    let spent = (1_i64 << 40) - w.fuel;
    assert!(spent < 2_000_000, "{spent}");
    assert_eq!(get(&w.m(), t, n(77_777.0), 0), Ok(n(1.0)));
}

#[test]
fn groups_stand_in_order_of_appearance() {
    let mut w = World::new();
    let l = w.numbers(&[1.0, 2.0, 3.0]);
    let keys = w.list(Kind::Text, &[text("b"), text("a"), text("b")]);
    let t = w.call(Builtin::ListGroupBy, &[l, keys, 1], 0).unwrap();
    let names = w.call(Builtin::TableKeys, &[t], 4).unwrap();
    assert_eq!(w.show_list(names, Show::Text), "{ b, a }");
    let groups = Show::Table(Box::new(Show::List(Box::new(Show::Number))), None);
    assert_eq!(w.show(t, &groups), "{ { 1, 3 }, { 2 } }");
    let keys = w.list(Kind::Text, &[text("b"), NULL, text("b")]);
    assert_eq!(w.call(Builtin::ListGroupBy, &[l, keys, 1], 0), Err(FaultKind::NullKey.into()));
}
