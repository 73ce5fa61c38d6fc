//! Constants: which values they may have, and in which order they are worked out.

use crate::kit::{loaded, problems, program, with};

fn wrong(items: &str) -> String {
    let setup = "Log.say(\"{a} {b}\");";
    problems(&loaded(&program(items, setup)))
}

#[test]
fn a_constant_follows_from_those_behind_it() {
    let items = "const number a = b * 2; const number b = c + 1; const number c = 3; const bool d = a > b; const string e = d ? \"x\" : \"y\";";
    assert_eq!(with(items, "Log.say(\"{a} {b} {c} {d} {e}\");"), "8 4 3 true x");
}

#[test]
fn a_long_chain_of_constants_is_worked_out() {
    let chain: String = (1..5_000).map(|i| format!("const number c{i} = c{} + 1;\n", i + 1)).collect();
    let items = format!("{chain}const number c5000 = 0;");
    assert_eq!(with(&items, "Log.say(\"{c1}\");"), "4999");
}

#[test]
fn a_constant_that_follows_from_itself_is_named_with_all_in_the_circle() {
    assert_eq!(
        wrong("const number a = c + 1; const number b = a; const number c = b; const number d = a;"),
        "2:14 const-circle: these constants are worked out from each other: `a`, `c`, `b`"
    );
    assert_eq!(
        wrong("const number a = a; const number b = 1;"),
        "2:14 const-circle: these constants are worked out from each other: `a`"
    );
}

#[test]
fn a_constant_is_of_its_type_and_known_before_the_game() {
    assert_eq!(
        wrong(
            "class C { } function number f() { return 1; } const number a = f(); const bool b = 3; const C _c = null; const number _n = null; const number _m = turn; const List<number> _l = { 1 };"
        ),
        "2:64 not-constant: the constant `a` must be known before the game runs
2:84 wrong-type: expected `bool`, found `number`
2:93 const-type: a constant cannot be a `C`
2:124 wrong-type: expected `number`, found `null`
2:148 not-constant: the constant `_m` must be known before the game runs
2:160 const-type: a constant cannot be a `List<number>`"
    );
}

#[test]
fn no_variable_bears_the_name_of_a_constant_and_nothing_changes_it() {
    assert_eq!(
        wrong(
            "const number a = 1; const number b = 2; const number c = 3; function f() { number a = 3; b += a; }"
        ),
        "2:83 name-taken: the name `a` is taken already, by a constant
2:90 constant-changed: a constant never changes"
    );
}

#[test]
fn an_option_names_no_constant_that_follows_from_one() {
    assert_eq!(
        wrong(
            "option number a = b in 1..9; option number o = 2 in 1..3; const number b = o + k; const number k = 1; option number p = k in 1..3;"
        ),
        "2:76 not-constant: the values of options are known before anything else"
    );
}

#[test]
fn an_option_of_a_class_is_told_before_classes_are_known() {
    let told = problems(&loaded(&program("option Moved seen = 1;", "players 2;")));
    assert!(told.contains("an option cannot be a `Moved`"), "{told}");
}
