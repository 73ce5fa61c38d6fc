//! Attributes, visibility and assignment, inputs and their filters, requirements, effects; inheritance.

use crate::kit::{asked, holds, logged, moves, play, played, program, start, with};

#[test]
fn attributes_have_a_long_and_a_short_form() {
    let items = "class Man { attribute age { returns number; value 40 + 2; } string name = \"Bo\"; }";
    assert_eq!(with(items, "Man m = new Man(); m.age += 1; Log.say(\"{m.age} {m.name}\");"), "43 Bo");
}

#[test]
fn default_values_are_evaluated_for_each_instance() {
    let items = "global class Made { number n = 0; function number next() { n += 1; return n; } } class Box { List<number> l = {}; number first = Made.next(); number second = first * 10; }";
    let text = "Box a = new Box(); Box b = new Box(); a.l.add(1); Log.say(\"{a.l.length} {b.l.length} {a.first} {b.first} {b.second}\");";
    assert_eq!(with(items, text), "1 0 1 2 20");
}

#[test]
fn this_is_the_instance() {
    let items = "class Node { number n; Node next; function Node link(Node to) { this.next = to; return this; } function number sum() { return n + (next == null ? 0 : next.sum()); } }";
    assert_eq!(
        with(
            items,
            "Node a = new Node() { n = 1 }; Node b = new Node() { n = 2 }; Log.say(\"{a.link(to: b).sum()} {a.link(b) == a}\");"
        ),
        "3 true"
    );
}

#[test]
fn a_local_object_has_one_owner_and_is_handed_over() {
    let items = "class Role { action act { trigger PlayerChoiceEvent { return true; } effect { Log.say(\"{actor}\"); } } }";
    let setup = "Role r = new Role(); Log.say(\"{r.owner == null}\"); r.assign(player: 1); r.assign(player: 0); Log.say(\"{r.owner} {r.owners.length}\");";
    let mut current = start(&program(items, setup));
    assert_eq!(logged(&current), "true Player 1 1");
    assert_eq!(moves(&mut current).len(), 1);
    play(&mut current, "act Role");
    assert_eq!(logged(&current), "true Player 1 1 Player 1");
}

#[test]
fn actions_of_a_local_object_are_its_owners() {
    let items = "class Role { number n; action act { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } } }";
    let setup =
        "for (number i in 0..2) { Role r = new Role() { n = i }; if (i > 0) { r.assign(player: i); } }";
    let mut current = start(&program(items, &format!("players 3; {setup}")));
    assert!(moves(&mut current).is_empty());
    let current = &mut start(&program(items, &format!("players 3; {setup} turn.pass(1);")));
    assert_eq!(moves(current), ["act 1"]);
}

#[test]
fn a_group_has_several_members_who_share_its_actions() {
    let items = "group class Team { number n = 0; action act { trigger PlayerChoiceEvent { return true; } effect { n += 1; Log.say(\"{actor}:{n}\"); turn.pass(); } } }";
    let setup = "players 3; Team t = new Team(); t.assign(player: 0); t.assign(player: 2); Log.say(\"{t.owners.length}\");";
    let mut current = start(&program(items, setup));
    play(&mut current, "act 0");
    assert!(moves(&mut current).is_empty(), "player 1 is not a member");
    play(&mut current, "wait");
    assert!(moves(&mut current).is_empty());
    assert_eq!(logged(&current), "2 Player 1:1");
}

#[test]
fn a_global_class_is_one_object_named_by_the_class() {
    let items = "global class Bank { number gold = 3; action take { trigger PlayerChoiceEvent { return gold > 0; } effect { gold -= 1; Log.say(\"{actor} {Bank.gold}\"); turn.pass(); } } }";
    let text = played(items, "Bank.gold += 1; Log.say(\"{all(Bank).length}\");", &["take", "take", "take"]);
    assert_eq!(text, "1 Player 1 3 Player 2 2 Player 1 1");
}

#[test]
fn global_objects_exist_before_setup() {
    let items = "global class A { number n = 2; } global class B { number n = A.n + 1; }";
    assert_eq!(with(items, "Log.say(\"{B.n}\");"), "3");
}

const THINGS: &str = "class Thing { number n; } ";

/// Three things and an action with the given inputs and effect.
fn thing(inputs: &str, effect: &str) -> String {
    let action = format!(
        "global class Act {{ action act {{ {inputs} trigger PlayerChoiceEvent {{ return true; }} effect {{ {effect} }} }} }}"
    );
    let setup = "players 3; for (number i in 1..4) { Thing t = new Thing() { n = i }; t.assign(player: i); }";
    program(&(THINGS.to_owned() + &action), setup)
}

#[test]
fn an_input_ranges_over_all_live_objects() {
    let mut current = start(&thing("input Thing t;", "remove t;"));
    assert_eq!(moves(&mut current), ["act 1", "act 2", "act 3", "act 4"]);
    play(&mut current, "act 2");
    assert_eq!(moves(&mut current), ["act 1", "act 3", "act 4"]);
}

#[test]
fn filters_are_named_or_not_and_all_must_hold() {
    let one = "input Thing t { return t.n > 2; }";
    assert_eq!(moves(&mut start(&thing(one, ""))), ["act 3", "act 4"]);
    let several = "input Thing t { filter { return t.n > 1; } filter x { return x.n < 4; } }";
    assert_eq!(moves(&mut start(&thing(several, ""))), ["act 2", "act 3"]);
    let calling = "input Thing t { return big(t); }";
    let items = thing(calling, "")
        .replace("class Thing", "function bool big(Thing t) { return t.n == 4; }\nclass Thing");
    assert_eq!(moves(&mut start(&items)), ["act 4"]);
}

#[test]
fn later_inputs_see_earlier_ones() {
    let inputs = "input Thing a { return a.n > 2; } input Thing b { return b.n < a.n - 1; }";
    assert_eq!(moves(&mut start(&thing(inputs, ""))), ["act 3 1", "act 4 1", "act 4 2"]);
}

#[test]
fn an_auto_list_takes_all_that_pass() {
    let text = thing(
        "auto input List<Thing> all { filter t { return t.n > 1; } }",
        "Log.say(\"{all.length} {all[0].n}\");",
    );
    let mut current = start(&text);
    assert_eq!(moves(&mut current), ["act 2, 3, 4"]);
    play(&mut current, "act 2, 3, 4");
    assert_eq!(logged(&current), "3 2");
}

#[test]
fn what_fills_itself_need_not_be_typed() {
    let text =
        thing("auto input List<Thing> all { filter t { return t.n > 1; } }", "Log.say(\"{all.length}\");");
    let mut current = start(&text);
    play(&mut current, "act");
    assert_eq!(logged(&current), "3");
    let text = thing("input Thing t; auto input List<Thing> all;", "Log.say(\"{t.n} {all.length}\");");
    assert!(start(&text).play_as(0, "act").is_err());
}

#[test]
fn a_refusal_has_the_words_as_they_were_typed() {
    let text = thing("input Thing t { return t.n > 2; }", "Log.say(\"{t.n}\");")
        .replace("action act", "action putDown");
    let refused = |typed: &str| start(&text).play_as(0, typed).unwrap_err().to_string();
    let legal = "putDown 3, putDown 4";
    assert_eq!(
        refused("putDown 9"),
        format!("`putDown 9` is not legal now; possible with `putDown`: {legal}")
    );
    assert_eq!(
        refused("putdown 9"),
        format!("`putdown 9` is not legal now; possible with `putdown`: {legal}")
    );
}

#[test]
fn an_auto_input_takes_the_first_that_passes_and_none_makes_the_action_impossible() {
    let text = thing("auto input Thing t { return t.n > 1; }", "Log.say(\"{t.n}\");");
    let mut current = start(&text);
    play(&mut current, "act 2");
    assert_eq!(logged(&current), "2");
    assert!(moves(&mut start(&thing("auto input Thing t { return t.n > 9; }", ""))).is_empty());
}

#[test]
fn an_optional_input_may_be_null() {
    let auto = thing("optional auto input Thing t { return t.n > 9; }", "Log.say(\"{t == null}\");");
    let mut current = start(&auto);
    play(&mut current, "act none");
    assert_eq!(logged(&current), "true");
    assert_eq!(
        moves(&mut start(&thing("optional input Thing t { return t.n > 3; }", ""))),
        ["act 4", "act none"]
    );
}

#[test]
fn an_input_that_cannot_be_filled_makes_the_action_impossible() {
    assert!(moves(&mut start(&thing("input Thing t { return t.n > 9; }", ""))).is_empty());
    let second = "input Thing a; input Thing b { return b.n > 9; }";
    assert!(moves(&mut start(&thing(second, ""))).is_empty());
}

#[test]
fn an_input_may_ask_another_player_by_any_number() {
    let text = thing(
        "input Thing a { return a.n < 3; } player (actor - 1) input Thing b { return b.n > a.n; }",
        "Log.say(\"{a.n}{b.n} {actor}\");",
    );
    let mut current = start(&text);
    assert_eq!(moves(&mut current), ["act 1", "act 2"]);
    assert_eq!(asked(&current), "0 act");
    play(&mut current, "act 2");
    assert!(asked(&current).starts_with("2 "), "{}", asked(&current));
    let last = moves(&mut current).pop().unwrap();
    play(&mut current, &last);
    assert_eq!(logged(&current), "24 Player 1");
}

#[test]
fn a_list_input_takes_counts() {
    let of = |count: &str| {
        moves(&mut start(&thing(
            &format!("input List<Thing> l {count} {{ filter t {{ return t.n < 4; }} }}"),
            "",
        )))
    };
    assert_eq!(of("count 2"), ["act 1, 2", "act 1, 3", "act 2, 3"]);
    assert_eq!(of("count 0..1"), ["act nothing", "act 1", "act 2", "act 3"]);
    assert_eq!(of("count any").len(), 8);
    assert_eq!(of("").len(), 8);
    assert!(of("count 4").is_empty());
}

#[test]
fn sources_take_the_place_of_all_live_objects() {
    assert_eq!(moves(&mut start(&thing("input number n from 1..3;", ""))), ["act 1", "act 2", "act 3"]);
    assert_eq!(moves(&mut start(&thing("input string s from { \"x\", \"y\" };", ""))), ["act x", "act y"]);
    assert_eq!(
        moves(&mut start(&thing("input Thing t from all(Thing).filter(x => x.n % 2 == 0);", ""))),
        ["act 2", "act 4"]
    );
    let lists = "input List<number> route from { { 1, 2 }, { 3 } };";
    assert_eq!(moves(&mut start(&thing(lists, ""))), ["act 1, 2", "act 3"]);
    assert_eq!(moves(&mut start(&thing("input bool b; input player p { return p != actor; }", ""))).len(), 4);
}

#[test]
fn prompts_are_asked() {
    let mut current = start(&thing("input Thing t \"Which thing?\";", "").replace(
        "action wait { prio -1000; trigger PlayerChoiceEvent { return true; }",
        "action wait { prio -1000; trigger PlayerChoiceEvent { return false; }",
    ));
    assert_eq!(asked(&current), "0 act Which thing?");
    play(&mut current, "act 1");
}

#[test]
fn all_requirements_are_needed() {
    let of = |requirements: &str| moves(&mut start(&thing(requirements, ""))).len();
    assert_eq!(of("require { return true; } require { return 1 < 2; }"), 1);
    assert_eq!(of("require { return true; } require { return 1 > 2; }"), 0);
}

#[test]
fn calling_a_disabled_action_does_nothing() {
    let items = "global class Door { bool open = false; action pass { input number n from 1..3; require { return open; } effect { Log.say(\"{n}\"); } } }";
    assert_eq!(with(items, "Door.pass(n: 1); Door.open = true; Door.pass(n: 2); Log.say(\"end\");"), "2 end");
}

#[test]
fn overriding_and_base() {
    let items = "abstract class Piece { number n = 1; abstract function number reach(); function string say() { return \"p{reach()}\"; } } class Rook extends Piece { override function number reach() { return n + 7; } } class King extends Rook { override function number reach() { return base.reach() * 10; } override function string say() { return \"k\" + base.say(); } }";
    assert_eq!(
        with(
            items,
            "List<Piece> all = { new Rook(), new King() { n = 2 } }; for (Piece p in all) { Log.say(p.say()); }"
        ),
        "p8 kp90"
    );
}

#[test]
fn an_input_of_a_class_sees_its_subclasses() {
    let items = "class A { number n; } class B extends A { } class C extends A { } global class Act { action act { input A a; trigger PlayerChoiceEvent { return true; } effect { } } action only { input B b; trigger PlayerChoiceEvent { return true; } effect { } } }";
    let setup = "B b = new B() { n = 1 }; A a = new A() { n = 2 }; C c = new C() { n = 3 }; Log.say(\"{all(A).length} {all(B).length} {all(A)[0].n}\");";
    let mut current = start(&program(items, setup));
    assert_eq!(moves(&mut current), ["act 1", "act 2", "act 3", "only 1"]);
    assert_eq!(logged(&current), "3 1 1");
}

#[test]
fn remove_ends_an_object_which_can_still_be_read() {
    let items = "class A { number n = 5; }";
    assert_eq!(
        with(
            items,
            "A a = new A(); A b = new A(); remove a; Log.say(\"{all(A).length} {a.n} {all(A)[0] == b}\");"
        ),
        "1 5 true"
    );
}

#[test]
fn defaults_see_what_was_given_and_the_defaults_before_them() {
    holds(
        "game \"Defaults\";
        class Plain { number a = 1; number b = a * 10; }
        class Sub extends Plain { number c = b + a; }
        class Name { string first = \"x\"; string whole = \"{first}!\"; string last = \"y\"; string all = first + last; }
        class Cell extends Tile { number height; number price = height * 2; }
        class Road extends Edge { number toll = 1; number twice = toll * 2; }
        class Plot extends Tile { number size = 2; number area = size * size + x; }
        board Field { shape square(2, 2); tile Plot; }
        board Map { shape graph { A(height: 4); B(height: 1, price: 9); A - B (toll: 5); } tile Cell; edge Road; }
        event Hit { number n; number twice = n * 2; }
        modifier Strong(number n) on Plain { number bonus = n * 3; number most = bonus + 1; }
        turn Main { }
        setup { players 2; turns.use(\"Main\"); }
        test \"classes\" {
            expect new Plain().b == 10 && new Plain() { a = 5 }.b == 50 && new Plain() { b = 3 }.b == 3;
            expect new Plain() { b = 3, a = 2 }.b == 3;
            Sub s = new Sub() { a = 2 };
            expect s.b == 20 && s.c == 22 && new Sub() { b = 7 }.c == 8;
        }
        test \"strings\" {
            Name n = new Name() { first = \"v\" };
            expect n.whole == \"v!\" && n.all == \"vy\";
            expect new Name() { last = \"z\" }.all == \"xz\";
        }
        test \"events\" { expect (raise Hit(n: 4)).twice == 8; }
        test \"modifiers\" {
            Strong s = new Plain().add(Strong(2));
            expect s.bonus == 6 && s.most == 7;
        }
        test \"tiles and edges\" {
            expect (Map.tile(\"A\") as Cell).price == 8 && (Map.tile(\"B\") as Cell).price == 9;
            expect (Field.at(1, 0) as Plot).area == 5;
            expect Map.edges()[0].twice == 10;
        }",
    );
}
