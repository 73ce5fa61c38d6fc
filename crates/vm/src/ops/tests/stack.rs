//! Stacks.

use crate::tests::{World, n};
use bytecode::program::Show;
use bytecode::word::NULL;
use language::catalogue::Builtin;

#[test]
fn a_stack_takes_from_both_ends_and_no_null() {
    let mut w = World::new();
    let s = w.numbers(&[1.0]);
    w.run(Builtin::StackPush, &[s, n(2.0)]);
    w.run(Builtin::StackPush, &[s, NULL]);
    w.run(Builtin::StackPushFront, &[s, n(0.0)]);
    w.run(Builtin::StackPushFront, &[s, NULL]);
    assert_eq!(w.show_list(s, Show::Number), "{ 0, 1, 2 }");
    assert_eq!(w.m().elements(s).unwrap().last(), Some(&n(2.0)));
    assert_eq!(w.run(Builtin::StackPop, &[s]), n(2.0));
    assert_eq!(w.run(Builtin::StackPopFront, &[s]), n(0.0));
    assert_eq!(w.run(Builtin::StackLength, &[s]), n(1.0));
    w.run(Builtin::StackClear, &[s]);
    assert_eq!(w.run(Builtin::StackPop, &[s]), NULL);
    assert_eq!(w.run(Builtin::StackPopFront, &[s]), NULL);
}
