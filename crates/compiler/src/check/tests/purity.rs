//! What may not be done where nothing may change.
//! The sources are the smallest that show each rule.

use super::{check_body, check_game, check_part, problems_of};
use expect_test::expect;

#[test]
fn a_filter_uses_no_chance() {
    check_game(
        "
global class Rules { action a { input Tile t { return covers(t); } trigger PlayerChoiceEvent { return true; } effect { } } }
function bool covers(Tile t) { return roll() > 3; }
function number roll() { return random.roll(6); }
",
        expect![[r#"2:55 error[chance-here]: a filter must not use chance; `covers` calls `roll`, which uses chance"#]],
    );
}

#[test]
fn a_filter_changes_nothing() {
    check_game(
        "
interactable Card { number seen; }
deck stock of Card;
global class Rules { number n; action a { input Card c { n = n + 1; c.seen += 1; stock.shuffle(); var d = new Card(); remove d; return true; } trigger PlayerChoiceEvent { return true; } effect { } } }
",
        expect![[r#"
        4:58 error[change-here]: a filter must not change the game; this assigns to `n`
        4:69 error[change-here]: a filter must not change the game; this assigns to `seen`
        4:82 error[chance-here]: a filter must not use chance; this uses chance
        4:82 error[change-here]: a filter must not change the game; this shuffles a zone
        4:107 error[change-here]: a filter must not change the game; this makes a new object
        4:119 error[change-here]: a filter must not change the game; this removes an object"#]],
    );
}

#[test]
fn a_requirement_asks_nobody() {
    check_game(
        r#"
interactable Card { }
global class Rules { action a { require { return (choose Card by 0) != null; } trigger PlayerChoiceEvent { n(); return true; } ensure { return f(); } effect { } } }
function bool f() { fail "no"; }
function n() { winner 1; }
"#,
        expect![[r#"
        3:50 error[ask-here]: a requirement must not ask anyone; this asks a player
        3:108 error[change-here]: a trigger must not change the game; `n` ends the game
        3:144 error[fail-here]: `ensure` must not fail; `f` fails"#]],
    );
}

#[test]
fn a_list_of_its_own_may_change() {
    check_game(
        "
interactable Card { }
deck stock of Card;
global class Rules { List<Card> kept; function List<Card> f() { List<Card> r = {}; for (Card c in stock) { r.add(c); } collect(r); return r; } action a { input Card c from f() { var l = f(); l.add(c); List<Card> m = {}; collect(m); m.add(c); return l.length > 1; } trigger PlayerChoiceEvent { return true; } effect { kept.add(c); } } }
function collect(List<Card> into) { into.add(null); }
",
        expect!["4:22 warning[never-set]: nothing sets `kept`, so it is always null; hint: give it a value here, as in `= {}`, or set it in `setup`, with `new`, or in an effect"],
    );
}

#[test]
fn a_list_of_somebody_else_may_not_change() {
    check_game(
        "
interactable Card { }
global class Rules { List<Card> kept; action a { input Card c { kept.add(c); var l = kept; l.add(c); collect(kept); g(kept); return true; } trigger PlayerChoiceEvent { return true; } effect { } } }
function collect(List<Card> into) { into.add(null); }
function g(List<Card> more) { collect(more); }
",
        expect![[r#"
        3:65 error[change-here]: a filter must not change the game; this changes a list that was not made there
        3:92 error[change-here]: a filter must not change the game; this changes a list that was not made there
        3:102 error[change-here]: a filter must not change the game; `collect` changes a list that it is given
        3:117 error[change-here]: a filter must not change the game; `g` calls `collect`, which changes a list that it is given"#]],
    );
}

#[test]
fn a_function_value_changes_nothing() {
    check_body(
        "List<number> l = { 1 }; number n = 0; l.any(x => { n = x; return true; }); l.any(x => { number m = x; m = 2; return m == 2; }); l.any(x => random.roll(6) == x);",
        expect![[r#"
        1:47 warning[unused-variable]: nothing reads `n`
        1:67 error[outer-variable]: a function value must not change what is outside of it; this assigns to a variable outside of it
        1:155 error[chance-here]: a function value must not use chance; this uses chance"#]],
    );
}

#[test]
fn a_method_is_what_any_subclass_makes_of_it() {
    check_game(
        "
abstract interactable Man { abstract function bool f(); }
interactable King extends Man { override function bool f() { return random.roll(6) == 1; } }
global class Rules { action a { input Man m { return m.f(); } trigger PlayerChoiceEvent { return true; } effect { } } }
",
        expect![[r#"4:54 error[chance-here]: a filter must not use chance; `f` uses chance"#]],
    );
}

#[test]
fn suppose_may_change_but_not_ask() {
    check_game(
        r#"
interactable Card { number n; }
global class Rules { action a { input Card c { return suppose { c.n = 3; } gives c.n == 3; } trigger PlayerChoiceEvent { return true; } effect { number k = 0; number s = suppose { c.n = random.roll(6); k = 1; choose Card by 0; fail "x"; } gives c.n; c.n = s + k; } } }
"#,
        expect![[r#"
        3:187 error[chance-here]: `suppose` must not use chance; this uses chance
        3:203 error[outer-variable]: `suppose` must not change what is outside of it; this assigns to a variable outside of it
        3:210 error[ask-here]: `suppose` must not ask anyone; this asks a player
        3:228 error[fail-here]: `suppose` must not fail; this fails"#]],
    );
}

#[test]
fn event_effects_count() {
    check_game(
        "
event Hit { effect { random.roll(6); } }
global class Rules { action a { require { raise Hit(); return true; } trigger PlayerChoiceEvent { return true; } effect { } } }
",
        expect![[r#"
        3:43 error[chance-here]: a requirement must not use chance; `Hit` uses chance
        3:43 error[change-here]: a requirement must not change the game; this raises an event"#]],
    );
}

#[test]
fn the_value_of_an_attribute_asks_nobody() {
    check_part(
        "interactable Card { number n = random.roll(6); Card other = choose Card by 0; }",
        expect![[
            r#"1:61 error[ask-here]: the value of an attribute must not ask anyone; this asks a player"#
        ]],
    );
}

#[test]
fn how_many_are_chosen_does_not_depend_on_chance() {
    check_game(
        "
interactable Card { }
global class Rules { action a { input List<Card> c count random.roll(6); trigger PlayerChoiceEvent { return true; } } }
",
        expect![[r#"3:58 error[chance-here]: `count` must not use chance; this uses chance"#]],
    );
}

#[test]
fn an_effect_does_not_fail_after_chance() {
    check_game(
        r#"
deck stock of Card; interactable Card { number n; }
function number luck() { return random.roll(6); }
function dare(number least) { if (least > 6) { fail "never"; } if (random.roll(6) < least) { fail "no"; } }
function safe(number least) { if (least > 6) { fail "never"; } stock.shuffle(); }
function forever() { if (luck() == 1) { return; } forever(); fail "no"; }
event Hit { effect { luck(); } }
global class Rules {
    action late { trigger PlayerChoiceEvent { return true; } effect { number die = luck(); if (die < 4) { fail "rolled {die}"; } } }
    action deep { trigger PlayerChoiceEvent { return true; } effect { dare(3); } }
    action raised { trigger PlayerChoiceEvent { return true; } effect { raise Hit(); fail "no"; } }
    action again { trigger PlayerChoiceEvent { return true; } effect { for (number i in 1..2) { if (stock.top() == null) { fail "empty"; } stock.shuffle(); } } }
    action kept { trigger PlayerChoiceEvent { return true; } effect { stock.shuffle(); } ensure { return stock.top().n > 3; } }
    action round { trigger PlayerChoiceEvent { return true; } effect { forever(); } }
    action early { trigger PlayerChoiceEvent { return true; } effect { if (stock.isEmpty()) { fail "empty"; } safe(3); luck(); } }
    action either { trigger PlayerChoiceEvent { return true; } effect { if (stock.isEmpty()) { luck(); return; } fail "no"; } }
}
"#,
        expect![[r#"
            9:107 error[chance-before-fail]: whether this can be done would depend on chance that is still to come; hint: fail, or say what to ensure, before chance is used; after it, let the effect do nothing instead
            10:71 error[chance-before-fail]: whether this can be done would depend on chance that is still to come; hint: fail, or say what to ensure, before chance is used; after it, let the effect do nothing instead
            11:86 error[chance-before-fail]: whether this can be done would depend on chance that is still to come; hint: fail, or say what to ensure, before chance is used; after it, let the effect do nothing instead
            12:124 error[chance-before-fail]: whether this can be done would depend on chance that is still to come; hint: fail, or say what to ensure, before chance is used; after it, let the effect do nothing instead
            13:71 error[chance-before-fail]: whether this can be done would depend on chance that is still to come; hint: fail, or say what to ensure, before chance is used; after it, let the effect do nothing instead
            13:97 error[offer-tells]: whether this holds tells of `stock`, which the player who acts may not see; hint: write `open require` or `open ensure` if that is meant
            14:72 error[chance-before-fail]: whether this can be done would depend on chance that is still to come; hint: fail, or say what to ensure, before chance is used; after it, let the effect do nothing instead"#]],
    );
}

#[test]
fn a_text_does_not_quote_what_its_reader_may_not_know() {
    check_game(
        r#"
interactable Card { number n; secret number mark; }
deck stock of Card; zone open of Card { visible all; }
global class Rules {
    action a { input number k from 1..2 "not {stock.top().n}?"; trigger PlayerChoiceEvent { return true; } effect {
        bool b = choose bool "is it {stock[0].n}?" by k;
        if (b) { fail "{open[0].n} {stock.bottom().n}"; }
        number m = open[0].mark ?? fault("{open[0].mark} {open[0].n}");
        open[0].n = m;
        if (k > 3) { fail "{open[0].mark}"; }
        tell "it was {open[0].mark}"; tell "it was {open[0].mark}" to k; tell "it was {open[0].n}";
    } }
}
"#,
        expect![[r#"
            2:31 warning[never-set]: nothing sets `mark`, so it is always null; hint: give it a value here, as in `= 0`, or set it in `setup`, with `new`, or in an effect
            5:47 warning[quotes-hidden]: nobody sees what lies in `stock`, so who was not shown it reads `?` here; hint: show it first, or say something that everybody may know
            6:38 warning[quotes-hidden]: nobody sees what lies in `stock`, so who was not shown it reads `?` here; hint: show it first, or say something that everybody may know
            7:37 warning[quotes-hidden]: nobody sees what lies in `stock`, so who was not shown it reads `?` here; hint: show it first, or say something that everybody may know
            8:44 warning[quotes-hidden]: `mark` is secret, and everybody may read this; hint: say something that everybody may know
            11:23 warning[quotes-hidden]: `mark` is secret, so all but whoever it is of read `?` here, also once a match is over; hint: tell what all see, such as another attribute that is given it first, or tell it `to` one player"#]],
    );
}

#[test]
fn what_a_modifier_puts_in_the_place_of_a_function_counts() {
    check_game(
        "
interactable Man { function bool may() { return true; } function bool can() { return true; } }
modifier Lucky on Man { override function bool may() { return base.may() && random.roll(6) > 1; } }
modifier Asked on Man { override function bool can() { return base.can() && (choose bool by 0); } }
global class Rules { action a { input Man m; require { return all(Man).first().may(); } trigger PlayerChoiceEvent { return all(Man).first().can(); } effect { all(Man).first().add(Lucky); all(Man).first().add(Asked); } } }
",
        expect![[r#"
            5:63 error[chance-here]: a requirement must not use chance; `may` uses chance
            5:124 error[ask-here]: a trigger must not ask anyone; `can` asks a player"#]],
    );
}

#[test]
fn before_blocks_count_where_their_event_is_raised() {
    check_game(
        "
event Hit { number n; effect { } }
event Blow extends Hit { }
global class Rules {
    number luck;
    before Hit { luck = choose number from 1..3 by 0; }
    before Blow { luck = random.roll(6); }
    action a { trigger PlayerChoiceEvent { return suppose { raise Hit(n: 1); } gives luck > 0; } effect { raise Blow(n: 1); } }
    action b { trigger PlayerChoiceEvent { return suppose { raise Blow(n: 1); } gives luck > 0; } effect { luck = 0; } }
}
",
        expect![[r#"
            8:61 error[ask-here]: `suppose` must not ask anyone; `before Hit` asks a player
            9:61 error[chance-here]: `suppose` must not use chance; `before Blow` uses chance"#]],
    );
}

#[test]
fn a_block_may_choose_where_a_test_raises_its_event() {
    check_game(
        r#"
event Hit { number n; }
global class Rules { number luck; before Hit { luck = choose number from 1..3 by 0; } }
test "an answer" { raise Hit(n: 1); answer 2 by 0; expect Rules.luck == 2; }
"#,
        expect![[r#""#]],
    );
}

#[test]
fn chance_that_an_override_or_a_block_brings_counts_before_fail() {
    check_game(
        "
event Hit { }
interactable Man { function number strength() { return 1; } function number luck() { return 1; } }
modifier Wild on Man { override function number strength() { return base.strength() + random.roll(6); } }
modifier Calm on Man { override function number luck() { return base.luck() + 1; } }
global class Rules {
    before Hit { random.roll(6); }
    action a { input Man m; effect { number n = all(Man).first().strength(); all(Man).first().add(Wild); if (n > 3) { fail \"no\"; } } }
    action b { effect { raise Hit(); fail \"no\"; } }
    action c { effect { number n = all(Man).first().luck(); all(Man).first().add(Calm); if (n > 3) { fail \"no\"; } } }
}
",
        expect![[r#"
            8:119 error[chance-before-fail]: whether this can be done would depend on chance that is still to come; hint: fail, or say what to ensure, before chance is used; after it, let the effect do nothing instead
            9:38 error[chance-before-fail]: whether this can be done would depend on chance that is still to come; hint: fail, or say what to ensure, before chance is used; after it, let the effect do nothing instead"#]],
    );
}

#[test]
fn default_values_and_who_comes_next_use_chance_too() {
    for (declarations, effect, requirement) in [
        (
            "class Throw { number n = random.roll(6); }",
            "open = new Throw().n;",
            "(suppose { open = new Throw().n; } gives open) > 3",
        ),
        (
            "event Hit { number n = random.roll(6); }",
            "raise Hit();",
            "(suppose { raise Hit(); } gives open) > 3",
        ),
        (
            "interactable Pawn { } modifier Lucky on Pawn { number n = random.roll(6); }",
            "new Pawn().add(Lucky);",
            "(suppose { new Pawn().add(Lucky); } gives open) > 3",
        ),
        (
            "turn Odd { default { return random.roll(2) - 1; } }",
            "turn.pass();",
            "(suppose { turn.pass(); } gives open) > 3",
        ),
    ] {
        let game = |parts: &str, effect: &str| {
            problems_of(&[(
                "game.tgdl",
                &format!(
                    "game \"T\"; {declarations} turn Main {{ }} setup {{ players 2; turns.use(\"Main\"); }}
                    global class Rules {{ number open; action a {{ trigger PlayerChoiceEvent; effect {{ {effect} }} {parts} }} }}"
                ),
            )])
        };
        let late = game("ensure open > 3;", effect);
        assert!(late.contains("error[chance-before-fail]"), "{effect}\n{late}");
        let supposed = game(&format!("require {requirement};"), "");
        assert!(supposed.contains("error[chance-here]"), "{requirement}\n{supposed}");
        let sound = game("", effect);
        assert!(!sound.contains("error["), "{effect}\n{sound}");
    }
}
