//! Operators, their order, access, types, `new`, assignment, calls, players.

use crate::kit::{said, value, with};

#[test]
fn precedence_is_as_listed() {
    assert_eq!(value("2 + 3 * 4 ^ 2 % 5 == 2 + ((3 * (4 ^ 2)) % 5)"), "true");
    assert_eq!(value("2 + 3 * 4 ^ 2 % 5"), "5");
    assert_eq!(value("1 + 2 < 4 == true"), "true");
    assert_eq!(value("true | false & false"), "false");
    assert_eq!(value("-2 ^ 2"), "4");
    assert_eq!(value("!true | true"), "true");
    assert_eq!(value("(1 + 2) * (3 - (4 - 5))"), "12");
}

#[test]
fn operators_of_one_level_group_from_the_left() {
    assert_eq!(value("10 - 4 - 3"), "3");
    assert_eq!(value("2 ^ 3 ^ 2"), "64");
    assert_eq!(value("100 / 10 / 2"), "5");
    assert_eq!(value("7 % 4 * 2"), "6");
    assert_eq!(value("true || true && false"), "false");
}

#[test]
fn the_remainder_has_the_sign_of_the_dividend() {
    assert_eq!(value("-7 % 3"), "-1");
    assert_eq!(value("7 % -3"), "1");
    assert_eq!(value("7.5 % 2"), "1.5");
}

#[test]
fn results_that_are_no_number_are_faults() {
    assert_eq!(value("1 / 0"), "fault: `1 / 0` divides by zero");
    assert_eq!(value("0 / 0"), "fault: `0 / 0` divides by zero");
    assert_eq!(value("0 % 0"), "fault: `0 % 0` divides by zero");
    assert_eq!(value("(0 - 8) ^ 0.5"), "fault: the result of `(0 - 8) ^ 0.5` is no number");
    assert_eq!(value("10 ^ 300 * 10 ^ 300"), "fault: the result of `10 ^ 300 * 10 ^ 300` is no number");
    assert_eq!(said("number z = 0; number x = 5; x /= z;"), "fault: `x /= z` divides by zero");
}

const NOISY: &str = "global class N { number calls = 0; function bool yes() { calls += 1; return true; } function bool no() { calls += 1; return false; } }";

#[test]
fn conditional_operators_stop_when_decided_and_plain_ones_do_not() {
    let calls = |e: &str| with(NOISY, &format!("bool r = {e}; Log.say(\"{{r}} {{N.calls}}\");"));
    assert_eq!(calls("N.no() && N.yes()"), "false 1");
    assert_eq!(calls("N.yes() || N.no()"), "true 1");
    assert_eq!(calls("N.no() & N.yes()"), "false 2");
    assert_eq!(calls("N.yes() | N.no()"), "true 2");
    assert_eq!(calls("N.yes() && N.no()"), "false 2");
    assert_eq!(calls("true ? N.yes() : N.no()"), "true 1");
}

#[test]
fn the_caret_between_booleans_is_exclusive_or() {
    assert_eq!(value("true ^ true"), "false");
    assert_eq!(value("true ^ false"), "true");
    assert_eq!(value("(1 < 2) ^ (2 > 1)"), "false");
    assert_eq!(value("!(true ^ true)"), "true");
}

#[test]
fn comparison_and_equality() {
    assert_eq!(value("1 < 2"), "true");
    assert_eq!(value("2 <= 2"), "true");
    assert_eq!(value("2 >= 3"), "false");
    assert_eq!(value("\"a\" == \"a\""), "true");
    assert_eq!(value("\"a\" + \"b\" != \"ab\""), "false");
    assert_eq!(value("null == null"), "true");
}

#[test]
fn access_through_null_names_the_expression() {
    let items = "class Box { Box next; number n = 1; List<number> l; function number get() { return n; } }";
    assert_eq!(with(items, "Box b = new Box(); Log.say(\"{b.next.n}\");"), "fault: `b.next` is null");
    assert_eq!(with(items, "Box b; Log.say(\"{b.n}\");"), "fault: `b` is null");
    assert_eq!(with(items, "Box b; b.n = 3;"), "fault: `b` is null");
    assert_eq!(with(items, "Box b; b.n += 3;"), "fault: `b` is null");
    assert_eq!(with(items, "Box b; number x = b.get();"), "fault: `b` is null");
    assert_eq!(with(items, "Box b = new Box(); Log.say(\"{b.l.length}\");"), "fault: `b.l` is null");
    assert_eq!(with(items, "Box b = new Box(); Log.say(\"{b.l[0]}\");"), "fault: `b.l` is null");
    assert_eq!(with(items, "Box b = new Box(); b.l[0] = 1;"), "fault: `b.l` is null");
    assert_eq!(with(items, "Box b = new Box(); b.l.add(1);"), "fault: `b.l` is null");
    assert_eq!(with(items, "Box b = new Box(); for (number x in b.l) { }"), "fault: `b.l` is null");
    assert_eq!(
        with(items, "Box b = new Box(); Log.say(\"{b.l.filter(x => x > 1).length}\");"),
        "fault: `b.l` is null"
    );
    assert_eq!(said("string s; Log.say(\"{s.length}\");"), "fault: `s` is null");
    assert_eq!(said("Table<number> t; t[1] = 2;"), "fault: `t` is null");
}

#[test]
fn arithmetic_and_conditions_on_null_name_the_expression() {
    assert_eq!(said("number n; number m = n + 1;"), "fault: `n` is null");
    assert_eq!(said("number n; number m = 1 - n;"), "fault: `n` is null");
    assert_eq!(said("number n; number m = -n;"), "fault: `n` is null");
    assert_eq!(said("number n; bool b = n < 1;"), "fault: `n` is null");
    assert_eq!(said("number n; n += 1;"), "fault: `n` is null");
    assert_eq!(said("bool b; if (b) { }"), "fault: `b` is null");
    assert_eq!(said("bool b; bool c = !b;"), "fault: `b` is null");
    assert_eq!(said("bool b; bool c = b && true;"), "fault: `b` is null");
    assert_eq!(said("bool b; while (b) { }"), "fault: `b` is null");
    assert_eq!(said("List<number> l = { 1 }; number i; Log.say(\"{l[i]}\");"), "fault: `i` is null");
}

#[test]
fn is_sees_subclasses() {
    let items = "class A { } class B extends A { } class C extends B { }";
    let text = "A a = new A(); A c = new C(); A n; Log.say(\"{a is A} {a is B} {c is A} {c is B} {c is C} {n is A}\");";
    assert_eq!(with(items, text), "true false true true true false");
}

#[test]
fn as_gives_null_where_it_cannot_convert() {
    let items = "class A { } class B extends A { number n = 4; }";
    assert_eq!(
        with(items, "A a = new A(); A b = new B(); Log.say(\"{(a as B) == null} {(b as B).n}\");"),
        "true 4"
    );
    assert_eq!(value("(\"12x\" as number) == null"), "true");
    assert_eq!(value("(\"\" as number) == null"), "true");
}

#[test]
fn numbers_become_strings_and_back() {
    assert_eq!(value("\"12.5\" as number + 1"), "13.5");
    assert_eq!(value("(12 as string).length"), "2");
    assert_eq!(value("(2.50 as string) + \"!\""), "2.5!");
    assert_eq!(value("\"-3\" as number"), "-3");
    assert_eq!(value("true as number"), "1");
    assert_eq!(value("0 as bool"), "false");
    assert_eq!(value("(3 as player) == 1"), "true");
}

#[test]
fn new_takes_named_attributes() {
    let items = "class Box { number n = 1; string s = \"x\"; List<number> l = { 1 }; }";
    let text = "Box a = new Box(); Box b = new Box() { s = \"y\", n = 2, l = { 4, 5 } }; Log.say(\"{a.n} {a.s} {b.n} {b.s} {b.l[1]}\");";
    assert_eq!(with(items, text), "1 x 2 y 5");
}

#[test]
fn assignment_reaches_variables_attributes_and_indices() {
    let items = "class Box { number n = 1; List<Box> l = {}; }";
    let text = "number x = 1; x = 2; Box b = new Box(); b.n = 3; b.l.add(new Box()); b.l[0].n = 4; b.l[0].n *= 2; List<number> l = { 1, 2 }; l[1] -= 5; Log.say(\"{x} {b.n} {b.l[0].n} {l[1]}\");";
    assert_eq!(with(items, text), "2 3 8 -3");
}

#[test]
fn named_arguments_come_in_any_order() {
    let items = "function number sub(number a, number b = 1) { return a - b; }";
    assert_eq!(
        with(items, "Log.say(\"{sub(b: 2, a: 10)} {sub(a: 10)} {sub(10)} {sub(10, b: 3)}\");"),
        "8 9 9 7"
    );
}

#[test]
fn arguments_are_evaluated_in_the_order_of_the_parameters() {
    let items = "function number sub(number a, number b) { return a - b; } function number tell(number n) { Log.say(\"{n}\"); return n; }";
    assert_eq!(with(items, "number n = sub(b: tell(1), a: tell(2)); Log.say(\"={n}\");"), "2 1 =1");
}

const PLAYERS: &str = "function player of(player p) { return p; }";

#[test]
fn four_players_wrap_around() {
    let from = |e: &str| {
        with(
            PLAYERS,
            &format!(
                "players 4; player p = 3; player q = p {e}; number n = q as number; Log.say(\"{{n}} {{of(p {e}) as number}}\");"
            ),
        )
    };
    assert_eq!(from("+ 1"), "0 0");
    assert_eq!(from("- 1"), "2 2");
    assert_eq!(from("+ 4"), "3 3");
    assert_eq!(from("- 4"), "3 3");
    assert_eq!(from("+ 5"), "0 0");
    assert_eq!(from("- 5"), "2 2");
    assert_eq!(from("+ 1.9"), "0 0");
    assert_eq!(from("- 0.5"), "2 2");
}

#[test]
fn numbers_below_zero_become_players_too() {
    let all = "players 4; for (number i in -9..0) { player p = i; Log.say(\"{p as number}\"); } player f = -0.9; Log.say(\"{f as number}\"); player g = -1.9; Log.say(\"{g as number}\"); player h = 7.99; Log.say(\"{h as number}\");";
    assert_eq!(said(all), "3 0 1 2 3 0 1 2 3 0 0 3 3");
}

#[test]
fn in_equality_a_number_becomes_a_player() {
    assert_eq!(
        said("players 4; player p = 3; Log.say(\"{p == -1} {p == 7} {p == 2} {3 == p} {p != 3}\");"),
        "true true false true false"
    );
}

#[test]
fn every_place_of_a_player_takes_a_number() {
    let items = "class Box { } enum Side { Left, Right }";
    assert_eq!(
        with(
            items,
            "players 4; Box b = new Box(); b.assign(player: 3 + 2); Log.say(\"{b.owner as number}\"); score 3 - 4 12; player p = 3; Log.say(\"{p.score}\");"
        ),
        "1 12"
    );
}
