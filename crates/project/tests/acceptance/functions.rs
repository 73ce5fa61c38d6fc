//! Inputs of functions, calls as printed, recursion, function values.

use crate::kit::{asked, logged, play, program, start, with};

#[test]
fn a_call_in_the_long_form_works() {
    let items = "function hello {
        function input player toPlayer;
        function input string msg;
        returns;
        effect { Log.say(\"{toPlayer}: {msg}\"); }
    }";
    assert_eq!(
        with(items, "hello(toPlayer: 1, msg: \"hello world\"); hello(msg: \"b\", toPlayer: 2);"),
        "Player 2: hello world Player 1: b"
    );
}

#[test]
fn function_inputs_may_have_defaults() {
    let items = "function f { function input number a; function input number b = a * 10; function input number c = 3; returns number; effect { return a + b + c; } }";
    assert_eq!(with(items, "Log.say(\"{f(a: 1)} {f(a: 1, c: 0)} {f(b: 0, a: 2)}\");"), "14 11 5");
}

#[test]
fn recursion_works() {
    let items = "function number fib(number n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } function bool even(number n) { return n == 0 || odd(n - 1); } function bool odd(number n) { return n != 0 && even(n - 1); }";
    assert_eq!(with(items, "Log.say(\"{fib(15)} {even(101)}\");"), "610 false");
}

#[test]
fn functions_have_inputs_that_fill_themselves() {
    let items = "class Box { number n; } function total { function input number least; auto input List<Box> boxes { filter b { return b.n >= least; } } returns number; effect { return boxes.sum(b => b.n); } }";
    assert_eq!(
        with(
            items,
            "for (number i in 1..4) { Box b = new Box() { n = i }; } Log.say(\"{total(least: 3)}\");"
        ),
        "7"
    );
}

#[test]
fn functions_ask_players_in_the_middle() {
    let items = "class Box { number n; }
        function pick { function input number least; input Box b \"Which box?\" { return b.n >= least; } returns number; effect { return b.n * 10; } }
        global class R { action go { trigger PlayerChoiceEvent { return true; } effect { number x = pick(least: 1) + pick(least: 2); Log.say(\"{x}\"); } } }";
    let mut current = start(&program(items, "for (number i in 1..3) { Box b = new Box() { n = i }; }"));
    play(&mut current, "go");
    assert_eq!(asked(&current), "0 choose Which box?");
    assert_eq!(current.moves().unwrap().len(), 3);
    play(&mut current, "1");
    assert_eq!(current.moves().unwrap().len(), 2);
    play(&mut current, "3");
    assert_eq!(logged(&current), "40");
}

#[test]
fn function_values_are_stored_and_passed() {
    let items = "function number apply((number) => number f, number x) { return f(x); } function (number) => number adder(number n) { return x => x + n; }";
    let text = "var twice = (number x) => x * 2; List<(number) => number> all = { twice, adder(5) }; Log.say(\"{apply(twice, 4)} {apply(x => x - 1, 4)} {all[1](1)} {all.map(f => f(3)).sum()}\");";
    assert_eq!(with(items, text), "8 3 6 14");
}

#[test]
fn function_values_see_variables_as_they_were_and_this() {
    let items = "class Box { number n = 1; function (number) => number scale() { number k = 10; var f = (number x) => x * k + this.n; k = 0; n = 2; return f; } }";
    assert_eq!(
        with(
            items,
            "Box b = new Box(); var f = b.scale(); Log.say(\"{f(3)}\"); b.n = 5; Log.say(\"{f(3)}\");"
        ),
        "32 35"
    );
}

#[test]
fn function_values_in_loops_keep_their_own_variable() {
    let text = "List<(number) => number> all = {}; for (number i in 1..3) { all.add(x => x * i); } for (var f in all) { Log.say(\"{f(10)}\"); }";
    assert_eq!(with("", text), "10 20 30");
}

#[test]
fn function_values_survive_in_attributes_while_the_state_is_compacted() {
    let items = "class Box { (number) => number f; string s; List<number> l = {}; } global class R { Box box; action churn { trigger PlayerChoiceEvent { return true; } effect { for (number i in 1..500) { box.l = { i, i, i, i }; } } } action tell { trigger PlayerChoiceEvent { return true; } effect { Log.say(\"{box.f(1)}{box.s}\"); } } }";
    let setup = "string long = \"a string that is too long for one word\"; number k = 41; R.box = new Box() { f = x => x + k + long.length - 38, s = long };";
    let mut current = start(&program(items, setup));
    for _ in 0..10 {
        play(&mut current, "churn");
    }
    play(&mut current, "tell");
    assert_eq!(logged(&current), "42a string that is too long for one word");
}
