//! Triggers and priorities; events and the order in which they are resolved.

use crate::kit::{logged, moves, play, played, program, start, with};

#[test]
fn events_are_resolved_breadth_first() {
    let items = "event A { } event B { } event C { } event D { }
        global class R {
            action onA { trigger A { return true; } effect { Log.say(\"A\"); raise B(); raise C(); } }
            action onB { trigger B { return true; } effect { Log.say(\"B\"); raise D(); } }
            action onC { trigger C { return true; } effect { Log.say(\"C\"); } }
            action onD { trigger D { return true; } effect { Log.say(\"D\"); } }
        }";
    assert_eq!(with(items, "raise A();"), "A B C D");
}

#[test]
fn higher_priority_runs_first_then_the_order_of_declaration() {
    let items = "event E { }
        global class R {
            action a { trigger E { return true; } effect { Log.say(\"a0\"); } }
            action b { prio 5; trigger E { return true; } effect { Log.say(\"b5\"); } }
            action c { prio -1; trigger E { return true; } effect { Log.say(\"c-1\"); } }
            action d { trigger E { return true; } effect { Log.say(\"d0\"); } }
            action e { prio 5; trigger E { return true; } effect { Log.say(\"e5\"); } }
        }";
    assert_eq!(with(items, "raise E();"), "b5 e5 a0 d0 c-1");
}

#[test]
fn the_raised_event_is_called_event() {
    let items = "event Hit { number n; string by = \"x\"; function number twice() { return n * 2; } }
        global class R { action a { trigger Hit { return event.n > 2; } trigger Hit { return event.by == \"y\"; } effect { Log.say(\"hit\"); } } }";
    assert_eq!(with(items, "raise Hit(n: 1); raise Hit(n: 3); raise Hit(n: 0, by: \"y\");"), "hit hit");
}

#[test]
fn an_event_has_attributes_and_functions() {
    let items = "event Hit { number n; function number twice() { return n * 2; } }
        global class R { number last = 0; action a { trigger Hit { return event.twice() == 6; } effect { Log.say(\"six\"); } } }";
    assert_eq!(with(items, "raise Hit(n: 2); raise Hit(n: 3);"), "six");
}

#[test]
fn the_default_effect_runs_at_once_and_triggers_after_it() {
    let items = "event Hit { number n; effect { Log.say(\"default{n}\"); } }
        global class R { action a { trigger Hit { return true; } effect { Log.say(\"after\"); } } }";
    assert_eq!(
        with(items, "raise Hit(n: 1); Log.say(\"next\"); raise Hit(n: 2);"),
        "default1 next default2 after after"
    );
}

#[test]
fn an_event_reaches_those_that_observe_its_parents() {
    let items = "event Hit { } event Fall extends Hit { }
        global class R { action a { trigger Hit { return true; } effect { Log.say(\"hit\"); } } action b { trigger Fall { return true; } effect { Log.say(\"fall\"); } } action c { trigger Hit { return event is Fall; } effect { Log.say(\"is\"); } } }";
    assert_eq!(with(items, "raise Hit(); raise Fall();"), "hit hit fall is");
}

#[test]
fn every_live_object_is_triggered_oldest_first() {
    let items = "event E { } class A { string name; action a { trigger E { return true; } effect { Log.say(name); } } }";
    let setup = "for (string n in { \"x\", \"y\", \"z\" }) { A a = new A() { name = n }; a.assign(player: 0); if (n == \"y\") { remove a; } } raise E();";
    assert_eq!(with(items, setup), "x z");
}

#[test]
fn requirements_are_checked_when_the_action_comes_up() {
    let items = "event E { } global class R { bool ready = true;
        action a { prio 2; trigger E { return true; } effect { ready = false; Log.say(\"a\"); } }
        action b { require { return ready; } trigger E { return true; } effect { Log.say(\"b\"); } } }";
    assert_eq!(with(items, "raise E();"), "a");
}

#[test]
fn a_triggered_action_asks_for_its_inputs() {
    let items = "event E { } class A { number n; } class Role { action pick { input A a; trigger E { return true; } effect { Log.say(\"{a.n} {actor}\"); } } }";
    let setup = "for (number i in 1..2) { A a = new A() { n = i }; } Role r = new Role(); r.assign(player: 1); raise E(); Log.say(\"raised\");";
    let mut current = start(&program(items, setup));
    assert_eq!(current.questions()[0].seat, 1);
    play(&mut current, "pick Role 2");
    assert_eq!(logged(&current), "raised 2 Player 2");
    assert_eq!(current.questions()[0].seat, 0);
}

#[test]
fn player_choice_event_has_the_active_player() {
    let items = "global class R { action a { trigger PlayerChoiceEvent { return event.active == 1; } effect { Log.say(\"one\"); } } action b { trigger PlayerChoiceEvent { return event.active == 0; } effect { turn.pass(); } } }";
    assert_eq!(played(items, "", &["b", "a"]), "one");
}

#[test]
fn moving_a_piece_raises_moved() {
    let items = "board B { shape square(2, 2); } interactable P { } global class R { action m { trigger Moved { return event.to == B.tile(\"b2\"); } effect { Log.say(\"arrived\"); } } }";
    assert_eq!(
        with(items, "P p = new P(); B.place(p, on: \"a1\"); B.place(p, on: \"b2\"); Log.say(\"placed\");"),
        "placed arrived"
    );
}

#[test]
fn no_choice_event_is_raised_where_nobody_can_do_anything() {
    let text = "game \"G\"; global class Log { string out = \"\"; number left = 1; action go { require { return left > 0; } trigger PlayerChoiceEvent { return true; } effect { left -= 1; } } action none { trigger NoChoiceEvent { return true; } effect { out = out + \"none {event.active}\"; winner 1; } } } setup { players 2; }";
    let text = text.replace("out = out + \"none {event.active}\"", "out = out + \"none\"");
    let mut current = start(&text);
    play(&mut current, "go");
    assert_eq!(crate::kit::ranking(&current)[0], [1]);
    assert_eq!(logged(&current), "none");
}

/// A class that damage is about, and its event.
const DAMAGE: &str = "class Hero { number wounds; number shield; bool twice; } event Damage { Hero target; number amount; effect { Log.say(\"-{amount}\"); } } event Fire extends Damage { } ";

fn damage(members: &str, text: &str) -> String {
    with(&format!("{DAMAGE}{members}"), text)
}

#[test]
fn a_before_block_runs_before_the_default_effect_and_changes_the_event() {
    let members = "class A { before Damage { Log.say(\"before\"); event.amount += 1; } }";
    assert_eq!(damage(members, "new A(); raise Damage(amount: 3);"), "before -4");
}

#[test]
fn a_cancelled_event_has_neither_effect_nor_observers() {
    let members =
        "class A { before Damage { cancel; } } global class R { after Damage { Log.say(\"after\"); } }";
    assert_eq!(
        damage(
            members,
            "raise Damage(amount: 1); new A(); Damage d = raise Damage(amount: 2); Log.say(\"{d.cancelled}\");"
        ),
        "-1 true after"
    );
}

#[test]
fn nothing_runs_behind_cancel() {
    let members = "class A { before Damage { if (event.amount > 1) { cancel; } Log.say(\"small\"); } } class B { before Damage { Log.say(\"b\"); } }";
    assert_eq!(
        damage(members, "new A(); new B(); raise Damage(amount: 2); raise Damage(amount: 1);"),
        "small b -1"
    );
}

#[test]
fn blocks_run_by_prio_then_declaration_then_age() {
    let members = "class A { string n; before Damage { Log.say(\"a{n}\"); } before Damage prio 2 { Log.say(\"A{n}\"); } } class B { before Damage prio -1 { Log.say(\"low\"); } before Damage { Log.say(\"b\"); } }";
    let text = "new B(); new A() { n = \"1\" }; new A() { n = \"2\" }; raise Damage(amount: 0);";
    assert_eq!(damage(members, text), "A1 A2 a1 a2 b low -0");
}

#[test]
fn a_block_that_changes_the_event_makes_another_applicable_and_each_applies_once() {
    let members = "class A { before Damage where event.amount > 3 { Log.say(\"a\"); event.amount = 2; } } class B { before Damage where event.amount < 3 { Log.say(\"b\"); event.amount = 9; } }";
    assert_eq!(damage(members, "new A(); new B(); raise Damage(amount: 1);"), "b a -2");
    assert_eq!(damage(members, "new A(); new A(); new B(); raise Damage(amount: 4);"), "a b a -2");
}

#[test]
fn derived_events_run_the_blocks_of_the_base_and_not_the_other_way_round() {
    let members = "class A { before Damage { Log.say(\"d\"); } before Fire { Log.say(\"f\"); } }";
    assert_eq!(damage(members, "new A(); raise Fire(amount: 1); raise Damage(amount: 2);"), "d f -1 d -2");
}

#[test]
fn removed_objects_carry_no_blocks() {
    let members = "class A { before Damage { Log.say(\"a\"); } }";
    assert_eq!(damage(members, "A a = new A(); remove a; raise Damage(amount: 1);"), "-1");
}

#[test]
fn a_block_of_a_parent_class_runs_for_its_children() {
    let members = "class A { string n = \"A\"; before Damage { Log.say(n); } } class B extends A { before Damage { Log.say(\"own\"); } }";
    assert_eq!(damage(members, "new B() { n = \"B\" }; raise Damage(amount: 1);"), "B own -1");
}

#[test]
fn a_before_block_may_ask() {
    let items = format!(
        "{DAMAGE}global class R {{ before Damage {{ bool stop = choose bool \"Stop it?\" by 1; if (stop) {{ cancel; }} }} action hit {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ raise Damage(amount: 3); Log.say(\"done\"); }} }} }}"
    );
    let mut current = start(&program(&items, ""));
    play(&mut current, "hit");
    assert_eq!(moves(&mut current).len(), 2);
    play(&mut current, "yes");
    assert_eq!(logged(&current), "done");
    play(&mut current, "hit");
    play(&mut current, "no");
    assert_eq!(logged(&current), "done -3 done");
}

#[test]
fn the_event_is_there_in_the_effect_of_what_it_triggers() {
    let members = "global class R { action a { trigger Damage where event.amount > 1; effect { Log.say(\"a{event.amount}\"); } } action b { trigger Damage; trigger Fire; require { return event.amount == 1; } effect { Log.say(\"b{event.amount}\"); } } }";
    assert_eq!(damage(members, "raise Damage(amount: 2); raise Fire(amount: 1);"), "-2 -1 a2 b1");
}

/// What lowering makes of blocks and overrides is followed as what authors write.
#[test]
fn an_action_that_fails_in_a_before_block_or_an_override_is_not_offered() {
    let shield = "event Hit { effect { Log.say(\"hit\"); } }
        class Stone { function turned() { Log.say(\"turned\"); } }
        modifier Still on Stone { override function turned() { fail \"it does not turn\"; } }";
    for (member, effect) in [
        ("before Hit where on { fail \"the shield forbids it\"; }", "raise Hit();"),
        ("before Hit where on { forbid(); }", "raise Hit();"),
        ("", "all(Stone)[0].turned();"),
    ] {
        let rules = format!(
            "{shield} global class Rules {{ bool on = true; {member} function forbid() {{ fail \"no\"; }}
                action hit {{ trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} }} }}"
        );
        let mut current = start(&program(&rules, "Stone s = new Stone(); s.add(Still);"));
        assert!(moves(&mut current).is_empty(), "{effect}");
    }
}
