//! Faults: what they say, where they point, which calls led there, and that nobody is harmed.

use crate::kit::{fault, game, play, program, start};
use engine::view::{Fault, Outcome};

/// The text that a fault points at, and the trail as `name@piece of source`.
fn shown(text: &str, fault: &Fault) -> (String, Vec<String>) {
    let piece = |span: base::Span| text[span.start as usize..span.end as usize].to_owned();
    let trail = fault.trail.iter().map(|(name, at)| format!("{name}@{}", piece(*at)));
    (piece(fault.at), trail.collect())
}

const DEEP: &str = "class Box { number n; Box next; function number last() { if (next == null) { return far(this); } return next.last(); } }
    function number far(Box b) { number sum = 0; for (number i in 1..2) { sum += b.next.n; } return sum; }";

#[test]
fn a_fault_lists_the_calls_that_led_to_it() {
    let text = program(DEEP, "Box b = new Box() { next = new Box() }; number x = b.last();");
    let current = start(&text);
    let Some(Outcome::Fault(fault)) = current.outcome() else { panic!("{:?}", current.outcome()) };
    assert_eq!(fault.message, "`b.next` is null");
    let (at, trail) = shown(&text, &fault);
    assert_eq!(at, "b.next");
    assert_eq!(
        trail.iter().map(|t| t.split('@').next().unwrap()).collect::<Vec<_>>(),
        ["far", "Box.last", "Box.last", "setup"],
        "{trail:?}"
    );
    assert_eq!(trail[0], "far@far(this)");
    assert_eq!(trail[1], "Box.last@next.last()");
    assert_eq!(trail[2], "Box.last@b.last()");
}

#[test]
fn a_fault_in_an_effect_ends_the_match_and_nothing_else() {
    let items = "global class R { List<number> l = { 1 }; action go { input number i from 0..2; trigger PlayerChoiceEvent { return true; } effect { Log.say(\"{l[i]}\"); } } }";
    let mut current = start(&program(items, ""));
    let mut copy = current.clone();
    play(&mut current, "go 1");
    let Some(Outcome::Fault(fault)) = current.outcome() else { panic!("{:?}", current.outcome()) };
    assert_eq!(fault.message, "index 1 is outside of a list of length 1");
    assert!(current.moves().is_err() && current.questions().is_empty());
    assert!(current.play(0).is_err());
    play(&mut copy, "go 0");
    assert!(copy.outcome().is_none());
}

#[test]
fn a_fault_while_moves_are_listed_ends_the_match() {
    let items = "class Box { Box next; number n; } global class R { action go { input Box b { return b.next.n > 1; } trigger PlayerChoiceEvent { return true; } effect { } } }";
    assert_eq!(fault(items, "Box b = new Box();").message, "`b.next` is null");
}

#[test]
fn a_fault_in_a_rule_test_is_reported() {
    let text =
        program("class Box { number n; }", "") + "test \"t\" { Box b; number x = b.n; expect x == 1; }";
    let report = game(&text).run_test(0);
    let failure = report.failure.unwrap();
    assert_eq!(failure.message, "`b` is null");
    assert_eq!(&text[failure.at.start as usize..failure.at.end as usize], "b");
}

#[test]
fn players_and_tiles_that_are_null_are_named() {
    let items = "board B { shape square(2, 2); } interactable P { } class Box { }";
    let message = |setup: &str| fault(items, setup).message;
    assert_eq!(message("Tile t = B.at(5, 5); Log.say(t.name);"), "`t` is null");
    assert_eq!(message("Log.say(B.at(5, 5).name);"), "`B.at(5, 5)` is null");
    assert_eq!(message("Tile t; Tile u = t.step(\"n\");"), "`t` is null");
    assert_eq!(message("P p; B.place(p, on: \"a1\");"), "`p` is null");
    assert_eq!(message("P p = new P(); Tile t; B.place(p, on: t);"), "`t` is null");
    assert_eq!(message("player p; score p 3;"), "`p` is null");
    assert_eq!(message("player p; winner p;"), "`p` is null");
    assert_eq!(message("player p; eliminate p;"), "`p` is null");
    assert_eq!(message("player p; Log.say(p.name);"), "`p` is null");
    assert_eq!(message("(number) => number f; number n = f(1);"), "`f` is null");
}

#[test]
fn an_attribute_without_a_value_is_told_what_to_give_it() {
    let message = |declared: &str, read: &str| {
        let items = format!("class Box {{ {declared} }} class Bag {{ number size; }}");
        fault(&items, &format!("Box b = new Box(); {read} b.moth = null;")).message
    };
    assert_eq!(
        message("bool moth;", "if (b.moth) { b.moth = true; }"),
        "`b.moth` is null: give it a value where it is declared, `bool moth = false;`"
    );
    assert_eq!(
        message("number moth;", "number more = b.moth + 1;"),
        "`b.moth` is null: give it a value where it is declared, `number moth = 0;`"
    );
    assert_eq!(
        message("string moth;", "number k = b.moth.length;"),
        "`b.moth` is null: give it a value where it is declared, `string moth = \"\";`"
    );
    // It was given null, and has no value that would be one for most.
    assert_eq!(message("bool moth = false;", "b.moth = null; if (b.moth) { }"), "`b.moth` is null");
    assert_eq!(message("Box moth;", "b.moth.moth = b;"), "`b.moth` is null");
    // Of two that are called so, one has a value.
    let counted = message("bool moth; number size = 3;", "b.size = null; b.size += 1;");
    assert_eq!(counted, "`b.size += 1` is null or works on null");
}

#[test]
fn defects_of_ours_are_not_met_by_strange_but_legal_programs() {
    for setup in [
        "List<number> l = { 1, 2 }; l.sortBy(x => null as number);",
        "List<string> l = { null, \"a\" }; Log.say(\"{l.indexOf(null)} {l.contains(\"a\")}\");",
        "number n = \"9\" as number; Log.say(\"{\"\".split(\"\").length} {\"abc\".slice(2, to: 1)} {\"abc\".slice(-5)}\");",
        "List<number> l = {}; Log.say(\"{l.min() == null} {l.max() == null} {l.first() == null} {l.random() == null} {l.sum()}\");",
        "Log.say(\"{{ 1, 2 }.take(-1).length} {{ 1, 2 }.drop(9).length} {{ 1 }.take(0.5).length}\");",
        "List<number> l = { 1 }; l.insert(0, 5); l.insert(2, 6); Log.say(\"{l.length}\");",
        "random.roll(0);",
        "random.roll(-3);",
        "random.roll(10 ^ 300);",
        "Log.say(\"{-0.5 as player} {10 ^ 300 as player} {(0 - 10 ^ 300) as player}\");",
        "List<number> l = { 1 }; Log.say(\"{l[10 ^ 300]}\");",
        "for (number i in 0..10 ^ 300) { break; }",
        "for (number i in 0.5..3) { Log.say(\"{i}\"); }",
        "List<number> l = { 1, 2 }; l.insert(9, 5);",
        "string s = \"\"; Log.say(\"{s[0]}\");",
    ] {
        let current = start(&program("", setup));
        if let Some(Outcome::Fault(fault)) = current.outcome() {
            assert!(!fault.message.contains("defect"), "{setup}: {}", fault.message);
        }
    }
}

#[test]
fn an_answer_that_fits_no_option_is_named_as_it_was_written() {
    let items = "enum Coin { Gold } class Box { } global class R { action go { trigger PlayerChoiceEvent { return true; } \
        effect { string s = choose string from { \"Yes\", \"No\" }; } } }";
    let message = |answer: &str| {
        let text = format!("{} test \"t\" {{ play go(); answer {answer} by 0; }}", program(items, ""));
        crate::kit::game(&text).run_test(0).failure.unwrap().message
    };
    assert_eq!(message("\"Stand by me; \""), "`\"Stand by me; \"` is not among the options: Yes, No");
    assert_eq!(message("2"), "the question asks for a string, this answers a number");
    assert_eq!(message("Coin.Gold"), "the question asks for a string, this answers a Coin");
    assert_eq!(message("new Box()"), "the question asks for a string, this answers a Box");
    assert_eq!(message("{ \"Yes\" }"), "the question asks for a string, this answers a List<string>");
}

/// What a rule test says that fails on this line.
fn failing(line: &str) -> String {
    let text = program(
        "enum Coin { Gold, Iron } class Box { number n = 5; string word = \"ab\"; Coin coin = Coin.Iron; Box other; }",
        "",
    );
    let text = format!("{text} test \"t\" {{ Box b = new Box(); number two = 2; {line} }}");
    let report = crate::kit::game(&text).run_test(0);
    report.failure.map(|failure| failure.message).unwrap_or_default()
}

#[test]
fn an_expectation_that_fails_tells_both_values() {
    for (line, message) in [
        ("expect b.n == 4;", "expected `b.n == 4`, but `b.n` is 5"),
        ("expect b.n < two;", "expected `b.n < two`, but `b.n` is 5 and `two` is 2"),
        ("expect b.n == two + 1 || b.n > 5;", "expected `b.n == two + 1 || b.n > 5`, which is not so"),
        ("expect two == 2 && b.word != \"ab\";", "expected `b.word != \"ab\"`, but `b.word` is \"ab\""),
        ("expect b.coin == Coin.Gold;", "expected `b.coin == Coin.Gold`, but `b.coin` is Iron"),
        ("expect !(b.n == 5);", "expected `!(b.n == 5)`, but `b.n` is 5"),
        ("expect !(two == 3 || b.n > 4);", "expected `!(two == 3 || b.n > 4)`, but `b.n` is 5"),
        ("expect b.other != null;", "expected `b.other != null`, but `b.other` is null"),
        ("expect decider == 1;", "expected `decider == 1`, but `decider` is 0 (player 1)"),
        ("expect over;", "expected `over`, which is not so"),
        ("expect b.word == \"expect ;\";", "expected `b.word == \"expect ;\"`, but `b.word` is \"ab\""),
        ("expect two == 2 && b.n >= 5 && !over;", ""),
    ] {
        assert_eq!(failing(line), message, "{line}");
    }
}

#[test]
fn a_play_that_is_refused_names_what_refuses_it() {
    let text = "game \"Refused\"; turn Main { } enum Coin { Gold, Iron }
global class Rules {
    number left = 0;
    action take {
        require { return left < 2; }
        input number n from 1..5 { return n != 3; }
        input Coin coin from { Coin.Gold };
        trigger PlayerChoiceEvent { return left != 1; }
        effect { left += n; turn.pass(); }
    }
    action wait { trigger PlayerChoiceEvent { return true; } effect { } }
}
setup { players 2; turns.use(\"Main\"); }
test \"t\" { LINE }";
    for (line, message) in [
        ("play take(n: 3) by 0;", "`take` is not legal here: `return n != 3;` does not hold (game.tgdl:6)"),
        ("play take(n: 9) by 0;", "`take` is not legal here: `9` cannot be its `n` (game.tgdl:6)"),
        (
            "play take(n: 2, coin: Coin.Iron) by 0;",
            "`take` is not legal here: `Iron` cannot be its `coin` (game.tgdl:7)",
        ),
        (
            "Rules.left = 2; play take(n: 1) by 0;",
            "`take` is not legal here: `return left < 2;` does not hold (game.tgdl:5)",
        ),
        (
            "Rules.left = 1; play take(n: 1) by 0;",
            "`take` is not legal here: `return left != 1;` does not hold (game.tgdl:8)",
        ),
        ("play take(n: 1) by 1;", "`take` is not legal here: it is Player 1 who decides"),
        (
            "expect legal take(n: 3) by 0;",
            "expected `take` to be legal, which it is not: `return n != 3;` does not hold (game.tgdl:6)",
        ),
    ] {
        let report = crate::kit::game(&text.replace("LINE", line)).run_test(0);
        assert_eq!(report.failure.map(|f| f.message).as_deref(), Some(message), "{line}");
    }
}

/// What lists hold in common is compared, and saved, within the same limits as what they hold apart.
#[test]
fn lists_that_hold_one_another_many_times_are_no_more_than_they_are() {
    let ty = |i: usize| format!("{}number{}", "List<".repeat(i), ">".repeat(i));
    let lists = |name: &str| -> String {
        let more = (1..40).map(|i| format!("{} {name}{} = {{ {name}{i}, {name}{i} }};", ty(i + 1), i + 1));
        format!("List<number> {name}1 = {{ 1, 1 }}; {}", more.collect::<String>())
    };
    let items = format!(
        "global class R {{ {} kept; bool same;
             action compare {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ {}{} same = a40 == b40; }} }}
             action keep {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ {}kept = a40; }} }} }}",
        ty(40),
        lists("a"),
        lists("b"),
        lists("a")
    );
    let mut now = start(&program(&items, ""));
    play(&mut now, "keep");
    assert_eq!(now.fingerprint(), now.clone().fingerprint());
    play(&mut now, "compare");
    let Some(Outcome::Fault(fault)) = now.outcome() else { panic!("no fault") };
    assert_eq!(fault.message, "the rules take too many steps without asking anybody");
}
