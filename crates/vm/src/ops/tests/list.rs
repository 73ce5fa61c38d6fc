//! Lists: what is changed in place and what is new.

use crate::FaultKind;
use crate::tests::{World, n, text};
use bytecode::op::COLLECTIONS;
use bytecode::program::Show;
use bytecode::word::{Kind, NULL};
use language::catalogue::Builtin;

const TEXT: u8 = Kind::Text as u8;

/// What a builtin makes of the list `{ 3, 1, 3, 2 }`.
fn check(id: Builtin, more: &[u64], expected: &str) {
    let mut w = World::new();
    let l = w.numbers(&[3.0, 1.0, 3.0, 2.0]);
    let args: Vec<u64> = std::iter::once(l).chain(more.iter().copied()).collect();
    let new = w.call(id, &args, 0).unwrap();
    assert_eq!(w.show_list(new, Show::Number), expected, "{id:?}");
    assert_eq!(w.show_list(l, Show::Number), "{ 3, 1, 3, 2 }", "{id:?} changes nothing");
}

/// What changing the list `{ 3, 1, 3, 2 }` leaves of it.
fn check_change(id: Builtin, more: &[u64], expected: &str) {
    let mut w = World::new();
    let l = w.numbers(&[3.0, 1.0, 3.0, 2.0]);
    let args: Vec<u64> = std::iter::once(l).chain(more.iter().copied()).collect();
    assert_eq!(w.call(id, &args, 0), Ok(NULL));
    assert_eq!(w.show_list(l, Show::Number), expected, "{id:?}");
}

#[test]
fn lists_in_lists_are_compared_by_what_they_hold() {
    let mut w = World::new();
    let (a, same, other) = (w.numbers(&[1.0, 2.0]), w.numbers(&[1.0, 2.0]), w.numbers(&[2.0, 1.0]));
    let all = w.list(Kind::Ref, &[a, other]);
    let by_content = Kind::Ref as u8 | COLLECTIONS;
    assert_eq!(w.call(Builtin::ListIndexOf, &[all, same], by_content), Ok(n(0.0)));
    assert_eq!(w.call(Builtin::ListIndexOf, &[all, same], Kind::Ref as u8), Ok(n(-1.0)));
    assert_eq!(w.call(Builtin::ListContains, &[all, NULL], by_content), Ok(0));
}

#[test]
fn what_is_frozen_is_a_copy_in_all_depths_and_never_changes() {
    let mut w = World::new();
    let inner = w.numbers(&[1.0, 2.0]);
    let outer = w.list(Kind::Ref, &[inner, NULL]);
    let frozen = crate::ops::frozen::frozen(&mut w.m(), outer).unwrap();
    let part = w.m().elements(frozen).unwrap()[0];
    for (list, more) in [(frozen, NULL), (part, n(3.0))] {
        assert_eq!(w.call(Builtin::ListAdd, &[list, more], 0), Err(FaultKind::ConstantChanged.into()));
        assert_eq!(w.call(Builtin::ListClear, &[list], 0), Err(FaultKind::ConstantChanged.into()));
        assert_eq!(w.call(Builtin::ListReverse, &[list], 0).map(|l| l == list), Ok(false));
    }
    assert_eq!(w.call(Builtin::ListAdd, &[inner, n(3.0)], 0), Ok(NULL));
    assert_eq!(
        (w.show_list(part, Show::Number), w.show_list(inner, Show::Number)),
        ("{ 1, 2 }".into(), "{ 1, 2, 3 }".into())
    );
    let copy = w.call(Builtin::ListCopy, &[part], 0).unwrap();
    assert_eq!(w.call(Builtin::ListAdd, &[copy, n(3.0)], 0), Ok(NULL));
    let mut m = w.m();
    assert_eq!(crate::ops::frozen::frozen(&mut m, frozen), Ok(frozen));
    assert_eq!(crate::ops::frozen::frozen(&mut m, NULL), Ok(NULL));
}

#[test]
fn lists_that_are_nested_too_deeply_are_not_compared() {
    let mut w = World::new();
    let (mut a, mut b) = (w.numbers(&[1.0]), w.numbers(&[1.0]));
    for depth in 0..=201 {
        let found = crate::ops::content_is_equal(&w.m(), a, b);
        assert_eq!(found.is_ok(), depth <= 200, "{depth}");
        (a, b) = (w.list(Kind::Ref, &[a]), w.list(Kind::Ref, &[b]));
    }
}

#[test]
fn new_lists_leave_the_old_one_alone() {
    check(Builtin::ListCopy, &[], "{ 3, 1, 3, 2 }");
    check(Builtin::ListTake, &[n(2.9)], "{ 3, 1 }");
    check(Builtin::ListTake, &[n(-1.0)], "{ }");
    check(Builtin::ListDrop, &[n(3.0)], "{ 2 }");
    check(Builtin::ListDrop, &[n(9.0)], "{ }");
    check(Builtin::ListReverse, &[], "{ 2, 3, 1, 3 }");
    check(Builtin::ListDistinct, &[], "{ 3, 1, 2 }");
}

#[test]
fn lists_change_in_place() {
    check_change(Builtin::ListAdd, &[n(7.0)], "{ 3, 1, 3, 2, 7 }");
    check_change(Builtin::ListInsert, &[n(1.0), n(7.0)], "{ 3, 7, 1, 3, 2 }");
    check_change(Builtin::ListInsert, &[n(4.0), n(7.0)], "{ 3, 1, 3, 2, 7 }");
    check_change(Builtin::ListRemove, &[n(3.0)], "{ 1, 3, 2 }");
    check_change(Builtin::ListRemove, &[n(9.0)], "{ 3, 1, 3, 2 }");
    check_change(Builtin::ListRemoveAt, &[n(3.9)], "{ 3, 1, 3 }");
    check_change(Builtin::ListClear, &[], "{ }");
}

#[test]
fn a_list_can_be_appended_to_itself_and_joined_with_itself() {
    let mut w = World::new();
    let l = w.numbers(&[1.0, 2.0]);
    w.run(Builtin::ListAppend, &[l, l]);
    assert_eq!(w.show_list(l, Show::Number), "{ 1, 2, 1, 2 }");
    let lists = w.list(Kind::Ref, &[l, l]);
    let flat = w.run(Builtin::ListFlatten, &[lists]);
    assert_eq!(w.elements(flat).len(), 8);
}

#[test]
fn indices_outside_are_faults_with_index_and_length() {
    let mut w = World::new();
    let l = w.numbers(&[1.0]);
    let fault = w.call(Builtin::ListRemoveAt, &[l, n(-2.0)], 0);
    assert_eq!(fault, Err(FaultKind::Index(-2.0, 1).into()));
    assert_eq!(w.call(Builtin::ListInsert, &[l, n(2.0), n(0.0)], 0), Err(FaultKind::Index(2.0, 1).into()));
    assert_eq!(w.call(Builtin::ListRemoveAt, &[l, NULL], 0), Err(FaultKind::Null.into()));
    assert_eq!(w.call(Builtin::ListIsEmpty, &[NULL], 0), Err(FaultKind::Null.into()));
}

#[test]
fn numbers_are_summed_and_compared() {
    let mut w = World::new();
    let l = w.numbers(&[3.0, -1.5, 2.0]);
    let none = w.numbers(&[]);
    assert_eq!(w.run(Builtin::ListSum, &[l]), n(3.5));
    assert_eq!(w.run(Builtin::ListMin, &[l]), n(-1.5));
    assert_eq!(w.run(Builtin::ListMax, &[l]), n(3.0));
    assert_eq!(w.run(Builtin::ListSum, &[none]), n(0.0));
    assert_eq!(w.run(Builtin::ListMax, &[none]), NULL);
    assert_eq!(w.run(Builtin::ListFirst, &[none]), NULL);
    assert_eq!(w.run(Builtin::ListRandom, &[none]), NULL);
    let gap = w.list(Kind::Plain, &[n(1.0), NULL]);
    assert_eq!(w.call(Builtin::ListSum, &[gap], 0), Err(FaultKind::Null.into()));
    let large = w.numbers(&[1e308, 1e308]);
    assert_eq!(w.call(Builtin::ListSum, &[large], 0), Err(FaultKind::NotANumber.into()));
}

#[test]
fn strings_are_found_by_their_text() {
    let mut w = World::new();
    let (long, same, short) = (w.text("a long string"), w.text("a long string"), text("b"));
    let l = w.list(Kind::Text, &[short, long, NULL, same]);
    assert_eq!(w.call(Builtin::ListIndexOf, &[l, same], TEXT), Ok(n(1.0)));
    assert_eq!(w.call(Builtin::ListIndexOf, &[l, NULL], TEXT), Ok(n(2.0)));
    assert_eq!(w.call(Builtin::ListContains, &[l, text("c")], TEXT), Ok(0));
    let distinct = w.call(Builtin::ListDistinct, &[l], TEXT).unwrap();
    assert_eq!(w.show_list(distinct, Show::Text), "{ b, a long string, null }");
    let other = w.list(Kind::Text, &[same]);
    let left = w.call(Builtin::ListWithout, &[l, other], TEXT).unwrap();
    assert_eq!(w.show_list(left, Show::Text), "{ b, null }");
    w.call(Builtin::ListRemove, &[l, same], TEXT).unwrap();
    assert_eq!(w.show_list(l, Show::Text), "{ b, null, a long string }");
}

#[test]
fn long_lists_lose_what_is_double_too() {
    let mut w = World::new();
    let many: Vec<f64> = (0..100).map(|i| f64::from(i % 40)).collect();
    let (l, few) = (w.numbers(&many), w.numbers(&many[..30]));
    let distinct = w.run(Builtin::ListDistinct, &[l]);
    let left = w.run(Builtin::ListWithout, &[distinct, few]);
    assert_eq!(w.elements(distinct).len(), 40);
    assert_eq!(w.show_list(left, Show::Number), "{ 30, 31, 32, 33, 34, 35, 36, 37, 38, 39 }");
}

#[test]
fn sorting_keeps_the_order_of_equal_keys() {
    let mut w = World::new();
    let l = w.numbers(&[1.0, 2.0, 3.0, 4.0]);
    let keys = w.numbers(&[2.0, -1.0, 2.0, 0.0]);
    let sorted = w.run(Builtin::ListSortBy, &[l, keys]);
    assert_eq!(w.show_list(sorted, Show::Number), "{ 2, 4, 1, 3 }");
    let long = w.text("b and more");
    let keys = w.list(Kind::Text, &[text("c"), long, text("a"), text("b")]);
    let sorted = w.call(Builtin::ListSortBy, &[l, keys], 1).unwrap();
    assert_eq!(w.show_list(sorted, Show::Number), "{ 3, 4, 2, 1 }");
    let keys = w.list(Kind::Plain, &[3, 0, NULL, 1]);
    assert_eq!(w.call(Builtin::ListSortBy, &[l, keys], 2), Err(FaultKind::Null.into()));
}

#[test]
fn shuffling_keeps_the_elements_and_follows_the_seed() {
    let shuffled = |seed: u64| {
        let mut w = World::new();
        w.words[bytecode::layout::header::RANDOM] = seed;
        let l = w.numbers(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        w.run(Builtin::ListShuffle, &[l]);
        let mut elements = w.elements(l);
        let order = elements.clone();
        elements.sort_unstable();
        assert_eq!(elements, [1.0, 2.0, 3.0, 4.0, 5.0].map(n));
        order
    };
    assert_eq!(shuffled(1), shuffled(1));
    assert_ne!(shuffled(1), shuffled(2));
}

#[test]
fn a_filter_changes_no_list_of_the_game() {
    let mut w = World::new();
    let l = w.numbers(&[1.0]);
    let mut m = w.m();
    m.scratch_start = m.words.len();
    let refused = Err(FaultKind::ChangedInFilter.into());
    for (id, args) in [
        (Builtin::ListAdd, [l, n(1.0), NULL]),
        (Builtin::ListInsert, [l, n(0.0), n(1.0)]),
        (Builtin::ListRemove, [l, n(1.0), NULL]),
        (Builtin::ListRemoveAt, [l, n(0.0), NULL]),
        (Builtin::ListClear, [l, NULL, NULL]),
        (Builtin::ListAppend, [l, l, NULL]),
        (Builtin::ListShuffle, [l, NULL, NULL]),
        (Builtin::StackPop, [l, NULL, NULL]),
    ] {
        assert_eq!(crate::ops::builtin(&mut m, id, &args, 0), refused, "{id:?}");
    }
    let copy = crate::ops::builtin(&mut m, Builtin::ListCopy, &[l], 0).unwrap();
    assert_eq!(crate::ops::builtin(&mut m, Builtin::ListAdd, &[copy, l], 0), Ok(NULL));
}
