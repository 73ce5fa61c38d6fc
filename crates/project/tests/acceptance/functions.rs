//! Inputs of functions, calls as printed, recursion, function values.

use crate::kit::{asked, game, loaded, logged, play, problems, program, start, with};

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
fn a_function_with_very_many_variables_reads_what_it_says() {
    let many: String = (0..140).map(|i| format!("number a{i} = l.length + {i}; ")).collect();
    let sum: Vec<String> = (0..140).map(|i| format!("a{i}")).collect();
    let items = format!(
        "class Box {{ number n; }} function number both(List<Box> l) {{ number x = 0; number y = 0; {many} \
         x = l[0].n; y = x; x = l[1].n; return y * 10 + x + 0 * ({}); }}",
        sum.join(" + ")
    );
    let setup = "Log.say(\"{both({ new Box() { n = 1 }, new Box() { n = 2 } })}\");";
    assert_eq!(with(&items, setup), "12");
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

#[test]
fn a_function_that_map_takes_may_act_once_for_each_in_order() {
    let items = r#"
class Box { number n; }
global class R {
    List<number> left = { 1, 2, 3 };
    action go {
        trigger PlayerChoiceEvent { return true; }
        effect {
            List<Box> made = left.map(i => new Box() { n = i * 2 });
            Log.say("{made.length} {made[2].n} {all(Box).length}");
            List<number> chosen = left.map(i => { left.add(i); return choose number "for {i}" from i..i + 1; }).filter(x => x > 1);
            Log.say("{chosen.length} {left.length}");
            Log.say("{left.take(2).flatMap(i => { left.removeAt(0); return { i, left.length }; }).fold("", with: (t, x) => { Log.say("!"); return "{t}{x}"; })}");
        }
    }
}"#;
    let mut current = start(&program(items, ""));
    play(&mut current, "go");
    assert_eq!(asked(&current), "0 choose for 1");
    play(&mut current, "1");
    assert_eq!(asked(&current), "0 choose for 2");
    play(&mut current, "2");
    play(&mut current, "4");
    assert_eq!(logged(&current), "3 6 3 2 6 ! ! ! ! 1524");
}

#[test]
fn what_such_a_function_does_counts_where_it_stands() {
    let items = "class Box { } function number f() { return { 1, 2 }.map(i => new Box()).length; }
global class R { action go { require f() > 1; require (1..2).fold(0, with: (a, b) => random.roll(6)) > 0; trigger PlayerChoiceEvent; effect { } } }";
    assert_eq!(
        problems(&loaded(&program(items, ""))),
        "3:38 change-here: a requirement must not change the game\n3:86 chance-here: a requirement must not use chance"
    );
}

/// The messages of the rule tests of a program that fail.
fn failures(text: &str) -> Vec<String> {
    let game = game(text);
    (0..game.tests().len()).filter_map(|i| Some(game.run_test(i).failure?.message)).collect()
}

#[test]
fn a_test_does_things_as_an_action_would() {
    let items = r#"
class Hero { number wounds = 0; after Hurt where event.who == this { Log.say("ouch {actor}"); } }
event Hurt { Hero who; number n; effect { who.wounds += n; } }
global class R {
    function void heal(Hero h, number n) {
        if (h.wounds < n) { fail "{h.wounds} is all"; }
        h.wounds -= n;
    }
    action rest { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }
}
test "effects, events and answers" {
    Hero h = all(Hero)[0];
    number n = 2;
    do { raise Hurt(who: h, n: n); raise Hurt(who: h, n: 1); Log.say("done"); } by 1;
    expect h.wounds == 3 && Log.out == "done ouch Player 1 ouch Player 1" && decider == 0;
    do {
        number healed = choose number from 1..5;
        R.heal(h, healed);
        bool more = choose bool by 1;
        if (more) { R.heal(h, 1); }
        turn.pass();
    } by 0;
    expect decider == 0;
    answer 2 by 0;
    answer true by 1;
    expect h.wounds == 0 && decider == 1 && player.active() == 1;
    do { winner 1; };
    expect over && winner == 1;
}
test "what fails" { do { R.heal(all(Hero)[0], 1); } by 0; }
test "what fails whatever is answered" { do { number n = choose number from 1..2; R.heal(all(Hero)[0], n); } by 0; }
test "in the middle" { do { number n = choose number from 1..2; Log.say("{n}"); } by 0; do { turn.pass(); } by 0; }
test "afterwards" { do { winner none; } by 0; do { turn.pass(); } by 0; }
"#;
    let text = program(items, "new Hero();");
    assert_eq!(
        failures(&text),
        [
            "this fails: 0 is all",
            "this fails: 0 is all",
            "somebody is asked already: `answer` comes first",
            "the match is over"
        ]
    );
    let wrong = "test \"x\" { number n = 1; do { n = 2; expect n == 2; } by 0; expect n == 2; }";
    assert_eq!(
        problems(&loaded(&program(wrong, ""))),
        "2:31 outer-variable: `do` must not change what is outside of it\n2:38 misplaced-statement: `expect` stands only in a test, or in a function of a file of tests"
    );
}
