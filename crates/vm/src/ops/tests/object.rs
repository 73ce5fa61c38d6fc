//! Objects: the lists of live ones, classes and owners.

use crate::ops::object::*;
use crate::slow_paths::is_class;
use crate::tests::{BIG, CREW, EVENT, LIVE_BIGS, LIVE_MARKS, MARK, RULES, STOCK, World};
use bytecode::layout::{header, object};
use bytecode::word::{self, NULL};
use language::catalogue::Builtin;

#[test]
fn live_objects_stand_in_the_lists_of_their_classes_oldest_first() {
    let mut w = World::new();
    let made: Vec<u64> = [MARK, BIG, MARK, BIG].iter().map(|c| new_object(&mut w.m(), *c).unwrap()).collect();
    assert_eq!(w.elements(LIVE_MARKS), made);
    assert_eq!(w.elements(LIVE_BIGS), [made[1], made[3]]);
    w.run(Builtin::ZoneAdd, &[STOCK, made[1]]);
    for _ in 0..2 {
        remove_object(&mut w.m(), made[1], true).unwrap();
    }
    assert_eq!(w.elements(LIVE_MARKS), [made[0], made[2], made[3]]);
    assert_eq!(w.elements(LIVE_BIGS), [made[3]]);
    assert_eq!(w.elements(STOCK), []);
    assert_eq!(remove_object(&mut w.m(), NULL, true), Ok(()));
    assert_eq!(w.words[header::MADE], 5);
}

#[test]
fn events_are_not_numbered() {
    let mut w = World::new();
    let e = new_object(&mut w.m(), EVENT).unwrap();
    assert_eq!((object::serial(w.words[e as usize]), w.words[header::MADE]), (u32::MAX, 1));
    assert_eq!(w.words[e as usize + 2], NULL);
}

#[test]
fn a_class_includes_those_below_it() {
    let mut w = World::new();
    let big = new_object(&mut w.m(), BIG).unwrap();
    let is = |class| is_class(&w.program, &w.words, big, class);
    assert_eq!([MARK, BIG, CREW, RULES].map(is), [true, true, false, false]);
    assert!(!is_class(&w.program, &w.words, NULL, MARK));
}

#[test]
fn an_object_has_one_owner_and_a_group_several() {
    let mut w = World::new();
    let (mark, crew) = (w.mark(), new_object(&mut w.m(), CREW).unwrap());
    let p = word::player;
    assert_eq!(w.run(Builtin::ObjectOwner, &[mark]), NULL);
    assert_eq!(w.run(Builtin::ObjectOwner, &[crew]), NULL);
    for player in [2, 1] {
        w.run(Builtin::ObjectAssign, &[mark, p(player)]);
        w.run(Builtin::ObjectAssign, &[crew, p(player)]);
    }
    let (one, both) = (w.run(Builtin::ObjectOwners, &[mark]), w.run(Builtin::ObjectOwners, &[crew]));
    assert_eq!((w.elements(one), w.elements(both)), (vec![p(1)], vec![p(1), p(2)]));
    assert_eq!(w.run(Builtin::ObjectOwner, &[crew]), p(1));
    w.run(Builtin::ObjectUnassign, &[crew, p(1)]);
    w.run(Builtin::ObjectUnassign, &[mark, p(2)]);
    assert_eq!(w.run(Builtin::ObjectOwner, &[crew]), p(2));
    assert_eq!(w.run(Builtin::ObjectOwner, &[mark]), p(1));
    w.run(Builtin::ObjectUnassign, &[mark]);
    assert_eq!(w.run(Builtin::ObjectOwner, &[mark]), NULL);
}
