//! Strings.

use crate::FaultKind;
use crate::ops::text::*;
use crate::slow_paths::{join, text_at};
use crate::tests::{World, n, text};
use bytecode::program::Show;
use bytecode::word::{Kind, NULL};
use language::catalogue::Builtin;

#[test]
fn strings_count_utf_16_units() {
    let mut w = World::new();
    let s = w.text("perché 🂡 no");
    assert_eq!(w.run(Builtin::StringLength, &[s]), n(12.0));
    let no = w.text("no");
    assert_eq!(w.run(Builtin::StringIndexOf, &[s, no]), n(10.0));
    assert_eq!(w.run(Builtin::StringIndexOf, &[s, text("x")]), n(-1.0));
    assert_eq!(w.run(Builtin::StringContains, &[s, text("")]), 1);
    let e = text_at(&mut w.m(), s, n(5.0)).unwrap();
    assert_eq!(w.show(e, &Show::Text), "é");
    assert_eq!(text_at(&mut w.m(), s, n(12.0)), Err(FaultKind::Index(12.0, 12).into()));
    let upper = w.run(Builtin::StringUpper, &[s]);
    assert_eq!(w.show(upper, &Show::Text), "PERCHÉ 🂡 NO");
}

#[test]
fn slices_end_where_the_string_ends() {
    let mut w = World::new();
    let s = w.text("abcdefghij");
    for (from, to, expected) in
        [(1.0, n(3.5), "bc"), (8.0, NULL, "ij"), (-1.0, n(99.0), "abcdefghij"), (5.0, n(2.0), "")]
    {
        let part = w.run(Builtin::StringSlice, &[s, n(from), to]);
        assert_eq!(w.show(part, &Show::Text), expected);
    }
    assert_eq!(w.call(Builtin::StringSlice, &[NULL, n(0.0)], 0), Err(FaultKind::Null.into()));
}

#[test]
fn splitting_gives_what_is_between() {
    let mut w = World::new();
    let s = w.text("a, b,, c");
    for (by, expected) in [(",", "{ a,  b, ,  c }"), ("x", "{ a, b,, c }"), (", ", "{ a, b,, c }")] {
        let parts = w.run(Builtin::StringSplit, &[s, text(by)]);
        assert_eq!(w.show_list(parts, Show::Text), expected, "{by}");
    }
    let units = w.run(Builtin::StringSplit, &[text("abc"), text("")]);
    assert_eq!(w.show_list(units, Show::Text), "{ a, b, c }");
}

#[test]
fn joining_puts_a_text_between() {
    let mut w = World::new();
    let parts = ["one", "", "three long words"].map(|part| w.text(part));
    for (between, expected) in [(", ", "one, , three long words"), ("", "onethree long words")] {
        let (list, between) = (w.list(Kind::Text, &parts), w.text(between));
        let joined = w.run(Builtin::ListJoin, &[list, between]);
        assert_eq!(w.show(joined, &Show::Text), expected);
    }
    let none = w.list(Kind::Text, &[]);
    let joined = w.run(Builtin::ListJoin, &[none, text(", ")]);
    assert_eq!(w.show(joined, &Show::Text), "");
    let gap = w.list(Kind::Text, &[text("a"), NULL]);
    assert_eq!(w.call(Builtin::ListJoin, &[gap, text("")], 0), Err(FaultKind::Null.into()));
    assert_eq!(w.call(Builtin::ListJoin, &[gap, NULL], 0), Err(FaultKind::Null.into()));
}

#[test]
fn a_part_is_found_wherever_it_begins() {
    let units = |s: &str| s.encode_utf16().collect::<Vec<u16>>();
    for text in ["", "a", "aab", "abab", "aabaabaac", "mississippi"] {
        for part in ["", "a", "ab", "aab", "aabaac", "issip", "pp", "ippi", "z"] {
            assert_eq!(find(&units(text), &units(part)), text.find(part), "{part} in {text}");
        }
    }
}

#[test]
fn numbers_are_read_from_strings() {
    let mut w = World::new();
    for (s, expected) in [("12", n(12.0)), ("-0.5", n(-0.5)), ("1e5", NULL), ("", NULL), ("inf", NULL)] {
        assert_eq!(to_number(&w.m(), text(s)), Ok(expected), "{s}");
    }
    let joined = join(&mut w.m(), text("seven.."), text("more")).unwrap();
    assert_eq!(w.show(joined, &Show::Text), "seven..more");
}
