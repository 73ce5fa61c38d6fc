//! Code as values: acts, what may be written in them, where they are called, and what the checker knows of them.

use crate::kit::{asked, fault, game, loaded, logged, moves, play, played, problems, program, start, with};
use engine::Match;

const STEPS: &str = "
    class Step { string title; act (player) run; }
    global class R {
        List<Step> steps = {}; number sum = 0;
        action go { trigger PlayerChoiceEvent { return true; } effect { for (Step s in steps) { s.run(actor); } } }
    }
";

fn wrong(items: &str, setup: &str) -> String {
    problems(&loaded(&program(items, setup)))
}

#[test]
fn an_act_changes_the_game_where_it_is_called() {
    let setup = "R.steps.add(new Step() { run = p => { R.sum += 3; } }); R.steps.add(new Step() { run = p => Log.say(\"{p} {R.sum}\") });";
    assert_eq!(played(STEPS, setup, &["go", "go"]), "Player 1 3 Player 1 6");
}

#[test]
fn an_act_takes_this_and_variables_along_as_they_were() {
    let items = "class Box { number n = 1; function act () adds(number by) { act () does = () => { n += by; }; by = 100; return does; } }";
    let setup = "Box b = new Box(); act () two = b.adds(2); act () three = b.adds(3); two(); three(); two(); Log.say(\"{b.n}\");";
    assert_eq!(with(items, setup), "8");
}

#[test]
fn an_act_may_give_a_value_and_a_pure_function_is_one() {
    let items = "global class R { number sum = 0; } function number twice(act (number) => number f) { return f(f(2)); }";
    let setup = "(number) => number square = n => n * n; Log.say(\"{twice(square)} {twice(n => { R.sum += n; return R.sum; })} {R.sum}\");";
    assert_eq!(with(items, setup), "16 4 4");
}

#[test]
fn a_function_by_its_name_is_an_act() {
    let items = "class Box { number n = 0; function add(number by = 5) { n += by; } function number plus(number by) { n += by; return n; } }
        function say(string text) { Log.say(text); }
        function act (string) saying() { return say; }
        class Holder { Box box; act (number) of_box; act () all; function fill() { of_box = change; all = both; } function change(number by) { box.n += by; } function both() { change(1); change(2); } }";
    let setup = "saying()(\"hello\"); Box b = new Box(); Holder h = new Holder() { box = b }; h.fill(); h.of_box(4); h.all(); Log.say(\"{b.n}\");";
    assert_eq!(with(items, setup), "hello 7");
}

#[test]
fn map_flat_map_and_fold_take_an_act() {
    let items = "class Box { number n; } function Box made(number n) { return new Box() { n = n }; }";
    let setup = "act (number) => Box make = n => new Box() { n = n * 10 }; List<Box> a = (1..3).map(make); List<Box> b = (1..2).map(made);
        act (number) => List<Box> two = n => { return { new Box() { n = n }, new Box() { n = n + 1 } }; };
        act (number, number) => number counts = (s, n) => { new Box() { n = 100 }; return s + n; };
        number c = (1..4).fold(0, counts);
        Log.say(\"{a.sum(x => x.n)} {b.sum(x => x.n)} {(1..2).flatMap(two).sum(x => x.n)} {c} {all(Box).length}\");";
    assert_eq!(with(items, setup), "60 3 8 10 13");
}

fn asking() -> Match {
    let setup = "R.steps.add(new Step() { run = p => { number n = choose number \"How many?\" by p from 1..3; R.sum += n; Log.say(\"{n}\"); } });
        R.steps.add(new Step() { run = p => { number m = choose number by p + 1 from 5..6; Log.say(\"{R.sum * m}\"); } });";
    start(&program(STEPS, setup))
}

#[test]
fn an_act_asks_in_the_middle() {
    let mut current = asking();
    play(&mut current, "go");
    assert_eq!(
        (asked(&current).as_str(), moves(&mut current).join(" ").as_str()),
        ("0 choose How many?", "1 2 3")
    );
    play(&mut current, "2");
    assert_eq!(asked(&current), "1 choose");
    play(&mut current, "6");
    assert_eq!((logged(&current).as_str(), asked(&current).as_str()), ("2 12", "0 act"));
}

#[test]
fn a_match_that_waits_in_an_act_is_saved_and_goes_on() {
    let mut current = asking();
    play(&mut current, "go");
    play(&mut current, "3");
    let mut loaded = current.record().replay(current.game()).unwrap();
    play(&mut current, "5");
    play(&mut loaded, "5");
    assert_eq!(logged(&loaded), "3 15");
    assert_eq!(current.secrecy().view_all(), loaded.secrecy().view_all());
}

#[test]
fn an_act_that_fails_makes_the_move_illegal() {
    let setup = "R.steps.add(new Step() { run = p => { if (R.sum > 0) { fail \"once\"; } R.sum += 1; } });";
    let mut current = start(&program(STEPS, setup));
    assert_eq!(moves(&mut current), ["go"]);
    play(&mut current, "go");
    assert_eq!(moves(&mut current), [""; 0]);
}

#[test]
fn acts_call_themselves_by_an_attribute_as_deep_as_functions() {
    let items = "global class R { act (number) down; number depth = 0; }";
    let down = |n: u32| {
        format!(
            "R.down = n => {{ if (n > 0) {{ R.depth += 1; R.down(n - 1); }} }}; R.down({n}); Log.say(\"{{R.depth}}\");"
        )
    };
    assert_eq!(with(items, &down(100)), "100");
    assert!(fault(items, &down(100_000)).message.contains("too many functions run inside one another"));
}

#[test]
fn an_act_that_is_null_is_a_fault() {
    let found = fault("class Step { act () run; }", "Step s = new Step(); s.run();");
    assert_eq!(found.message, "`run` is null");
}

#[test]
fn an_act_is_called_only_where_an_effect_may_stand() {
    let found = wrong(
        "global class R { act () => bool asks; action go { trigger PlayerChoiceEvent { return true; } require asks(); effect { } } }",
        "List<act () => number> l = {}; Log.say(\"{l.any(f => f() > 1)}\"); R.asks = () => { Log.say(\"x\"); return true; };",
    );
    assert_eq!(
        found,
        "2:102 change-here: a requirement must not change the game
11:53 change-here: a function value must not change the game"
    );
}

#[test]
fn what_an_act_may_do_counts_for_whoever_calls_it() {
    let found = wrong(
        "class Step { act () run; } function number f(Step s) { s.run(); return 1; }",
        "Step s = new Step() { run = () => { fail \"no\"; } }; Log.say(\"{suppose { s.run(); } gives 3}\"); s.run();",
    );
    assert_eq!(found, "11:73 fail-here: `suppose` must not fail\n11:96 fail-here: `setup` must not fail");
}

#[test]
fn acts_assign_to_no_variable_around_them_and_know_no_event() {
    let found = wrong(
        "event E { number n; } global class R { act () does; action go { trigger E { return true; } effect { does = () => { R.does = null; Log.say(\"{event.n}\"); }; } } }",
        "number n = 0; act () adds = () => { n += 1; }; adds();",
    );
    assert_eq!(
        found,
        "2:141 no-event: `event` is what was raised, and it is there only in triggers and in what an event brings about
11:37 outer-variable: a function value must not change what is outside of it"
    );
}

#[test]
fn neither_acts_nor_functions_are_compared_or_printed() {
    let found = wrong(
        "class Step { act () run; (number) => number f; }",
        "Step s = new Step(); Step t = new Step(); bool a = s.run == t.run || s.f != t.f; bool b = s.run == null; List<act ()> l = { s.run }; bool c = l.contains(t.run) || l == { t.run }; Log.say(\"{s.run} {a} {b} {c}\");",
    );
    assert_eq!(
        found,
        "12:52 compares-code: `==` compares values, and function values are code
12:70 compares-code: `!=` compares values, and function values are code
12:143 compares-code: `contains` compares values, and function values are code
12:164 compares-code: `==` compares values, and function values are code
12:190 not-printable: a `act ()` cannot be shown in a text"
    );
}

#[test]
fn the_type_of_an_act_says_what_it_takes() {
    let found = wrong(
        "function number two() { return 2; } function none(number a, number b) { }",
        "act (number) f = (a, b) => a; act (number) => string g = n => n; act () h = none; (number) => number p = null; act (number) => number q = n => n; p = q; act () r = () => { return 3; }; f(1); g(1); h(); r(); Log.say(\"{p(3)}\");",
    );
    assert_eq!(
        found,
        "11:18 lambda-parameters: expected a function value with one parameter, found 2
11:63 wrong-type: expected `string`, found `number`
11:77 lambda-parameters: expected a function value with no parameter, found 2
11:151 wrong-type: expected `(number) => number`, found `act (number) => number`
11:180 return-value: an act that gives nothing returns no value"
    );
}

#[test]
fn what_an_act_hides_of_a_choice_must_be_said() {
    let items = "class Safe { secret number n; } class Step { act (Safe, number) run; }
        global class R { Step s; action go { trigger PlayerChoiceEvent { return true; } input number n from 1..3; effect { s.run(all(Safe).first(), n); } } }";
    let found = wrong(items, "new Safe(); R.s = new Step() { run = (safe, n) => { safe.n = n; } };");
    assert_eq!(
        found,
        "3:102 secret-or-open: what is chosen here goes into `n`, which not everybody sees: who learns the choice must be said"
    );
}

#[test]
fn an_act_is_in_no_view_but_as_code() {
    let game =
        game(&program(STEPS, "R.steps.add(new Step() { title = \"a\", run = p => { R.sum += 1; } });"));
    let current = Match::start(&game, 2, 1);
    let text = format!("{:?}", current.view(Some(0)));
    assert!(text.contains("title") && !text.contains("sum += 1"), "{text}");
}
