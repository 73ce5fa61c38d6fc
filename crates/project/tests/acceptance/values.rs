//! Names, comments, what is copied and what is shared, numbers, strings, null.

use crate::kit::{logged, said, start, value, with};

#[test]
fn identifiers_are_of_any_script() {
    assert_eq!(said("number _x1 = 1; number età = 2; number 数 = 3; Log.say(\"{_x1 + età + 数}\");"), "6");
}

#[test]
fn a_name_lives_in_inner_blocks_and_may_be_used_again_afterwards() {
    let text = "if (true) { number a = 1; if (true) { Log.say(\"{a}\"); } } number a = 2; Log.say(\"{a}\");";
    assert_eq!(said(text), "1 2");
    assert_eq!(
        said(
            "for (number i in 1..2) { Log.say(\"{i}\"); } for (number i = 7; i < 8; i += 1) { Log.say(\"{i}\"); }"
        ),
        "1 2 7"
    );
}

#[test]
fn comments_end_with_their_line_and_with_the_file() {
    let text = "// first\ngame \"C\"; // after a line\nglobal class Log { string out = \"// no comment\"; \n// inside\n action a { trigger PlayerChoiceEvent { return true; } effect { } } }\nsetup { players 2; //\n}\n// last";
    assert_eq!(logged(&start(text)), "// no comment");
}

#[test]
fn numbers_strings_and_booleans_are_copied() {
    let text = "number a = 1; number b = a; b += 1; string s = \"x\"; string t = s; t = t + \"y\"; bool p = true; bool q = p; q = false; Log.say(\"{a} {b} {s} {t} {p} {q}\");";
    assert_eq!(said(text), "1 2 x xy true false");
}

#[test]
fn objects_lists_tables_and_stacks_are_shared() {
    let items = "class Box { number n = 1; }";
    assert_eq!(with(items, "Box a = new Box(); Box b = a; b.n = 5; Log.say(\"{a.n}\");"), "5");
    assert_eq!(said("List<number> a = { 1 }; List<number> b = a; b.add(2); Log.say(\"{a.length}\");"), "2");
    let table = "Table<string> a = { { 1, \"x\" } }; Table<string> b = a; b[2] = \"y\"; Log.say(\"{a.length} {a[2]}\");";
    assert_eq!(said(table), "2 y");
    assert_eq!(said("Stack<number> a = { 1 }; Stack<number> b = a; b.push(2); Log.say(\"{a.pop()}\");"), "2");
}

#[test]
fn what_is_passed_to_a_function_is_shared_or_copied_alike() {
    let items = "function void grow(List<number> l, number n) { l.add(n); n = 100; }";
    assert_eq!(
        with(items, "List<number> l = {}; number n = 3; grow(l, n); Log.say(\"{l.length} {l[0]} {n}\");"),
        "1 3 3"
    );
}

#[test]
fn numbers_are_doubles() {
    assert_eq!(value("0.1 + 0.2 == 0.3"), "false");
    assert_eq!(value("0.1 + 0.2"), "0.30000000000000004");
    assert_eq!(value("2 ^ 53 + 1"), "9007199254740992");
    assert_eq!(value("1 / 3"), "0.3333333333333333");
    assert_eq!(value("1e3"), "1000");
    assert_eq!(value("10 / 4"), "2.5");
}

#[test]
fn whole_numbers_print_without_a_point() {
    assert_eq!(value("4 / 2"), "2");
    assert_eq!(value("0.5 + 0.5"), "1");
    assert_eq!(value("0 - 3.0"), "-3");
    assert_eq!(value("10 ^ 20"), "100000000000000000000");
}

#[test]
fn strings_count_utf16_units() {
    assert_eq!(value("\"naïve\".length"), "5");
    assert_eq!(value("\"🂡\".length"), "2");
    assert_eq!(value("\"a🂡b\".indexOf(\"b\")"), "3");
    assert_eq!(value("\"hello\"[1.9]"), "e");
    assert_eq!(value("\"hello\".slice(1, to: 3)"), "el");
    assert_eq!(value("\"\".length"), "0");
}

#[test]
fn long_strings_behave_like_short_ones() {
    let text = "string s = \"\"; for (number i in 1..20) { s = s + \"ab🂡\"; } string t = s; Log.say(\"{s.length} {s == t} {s[5]} {s.indexOf(\"🂡ab\")} {s == s.slice(0)} {s.upper()[0]}\");";
    assert_eq!(said(text), "80 true b 2 true A");
}

#[test]
fn strings_are_not_changed_in_place() {
    assert_eq!(said("string s = \"abc\"; string t = s.upper(); Log.say(\"{s} {t}\");"), "abc ABC");
}

#[test]
fn every_type_takes_null() {
    let items = "enum Suit { Cups, Coins } class Box { }";
    let text = "number n = null; string s = null; bool b = null; List<number> l = null; Table<number> t = null; Stack<number> k = null; Box o = null; player p = null; Suit c = null; Log.say(\"{n == null} {s == null} {b == null} {l == null} {t == null} {k == null} {o == null} {p == null} {c == null}\");";
    assert_eq!(with(items, text), ["true"; 9].join(" "));
}

#[test]
fn a_declaration_without_a_value_starts_as_null() {
    assert_eq!(said("number n; Log.say(\"{n == null} {n ?? 4}\");"), "true 4");
    assert_eq!(with("class Box { string s; }", "Box b = new Box(); Log.say(\"{b.s == null}\");"), "true");
}

#[test]
fn interpolation_takes_any_value() {
    let items = "enum Suit { Cups, Coins }";
    let text = "player p = 1; Suit s = Suit.Coins; Log.say(\"{p} {s} {true} {1 + 1}\");";
    assert_eq!(with(items, text), "Player 2 Coins true 2");
}
