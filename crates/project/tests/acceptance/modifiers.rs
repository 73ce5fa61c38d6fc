//! Modifiers: what they override, how they come and go, whom they reach, what players see of them.

use crate::kit::{attribute, fault, game, loaded, logged, moves, play, problems, program, start, with};
use engine::Match;
use engine::view::ValueView;

/// A class with modifiers of each kind.
const CREATURES: &str = "
    interactable Creature { string name = \"\"; number power = 2; number wounds = 0; bool tapped = false; Creature friend;
        function bool blockedBy(Creature other) { return true; }
        function string says(string word = \"hm\") { return word + name; } }
    interactable Dragon extends Creature { override function bool blockedBy(Creature other) { return other is Dragon; } }
    event Damage { Creature target; number amount; effect { target.wounds += amount; } }
    event TurnEnded { number n; }
    event DayEnded extends TurnEnded { }
    modifier Flying on Creature { override function bool blockedBy(Creature other) { return base.blockedBy(other) && (other.has(Flying) || other.has(Reach)); } }
    modifier Reach on Creature;
    modifier Soaring = Flying, Reach;
    modifier Strong(number by = 1) on Creature { override number power { return base.power + by; } }
    modifier Doubled on Creature { override number power { return base.power * 2; } }
    modifier Loud on Creature { override function string says(string word = \"hm\") { return base.says(word) + \"!\"; } }
    modifier Absorb(number x) on Creature { number n = x * 10; before Damage where event.target == this { event.amount = max(0, event.amount - x); n += 1; } }
";

fn says(text: &str) -> String {
    with(
        CREATURES,
        &format!(
            "Creature c = new Creature() {{ name = \"c\" }}; Creature d = new Creature() {{ name = \"d\" }}; {text}"
        ),
    )
}

fn logged_with(items: &str, text: &str) -> String {
    with(&format!("{CREATURES}{items}"), &format!("Creature c = new Creature() {{ name = \"c\" }}; {text}"))
}

/// What is wrong with the members of a game.
fn wrong(items: &str) -> String {
    problems(&loaded(&program(&format!("{CREATURES}{items}"), "")))
}

#[test]
fn own_flying_stays_when_soaring_comes_and_goes() {
    let text = "Flying own = c.add(Flying); c.add(Soaring); Log.say(\"{c.modifiers().length} {c.blockedBy(d)}\"); c.remove(Soaring);
        Log.say(\"{c.modifiers().length} {c.modifiers()[0] == own} {c.has(Flying)} {c.has(Reach)} {c.blockedBy(d)}\"); c.remove(Flying); Log.say(\"{c.blockedBy(d)}\");";
    assert_eq!(says(text), "4 false 1 true true false false true");
}

#[test]
fn soaring_comes_off_alone_also_where_own_flying_came_later() {
    let text = "c.add(Soaring); Flying own = c.add(Flying); c.remove(Flying); Log.say(\"{c.modifiers().contains(own)} {c.has(Flying)}\"); c.remove(Soaring); Log.say(\"{c.has(Flying)}\");";
    assert_eq!(says(text), "false true false");
}

#[test]
fn modifiers_come_off_first_in_first_out() {
    let text = "Strong a = c.add(Strong(1)); Strong b = c.add(Strong(10)); Strong e = c.add(Strong(100)); Log.say(\"{c.power}\"); c.remove(a); Log.say(\"{c.power}\"); c.remove(b); Log.say(\"{c.power}\"); c.remove(e); Log.say(\"{c.power}\");";
    assert_eq!(says(text), "113 112 102 2");
}

#[test]
fn modifiers_come_off_last_in_first_out() {
    let text = "c.add(Strong(1)); c.add(Strong(10)); c.add(Strong(100)); c.remove(Strong); Log.say(\"{c.power}\"); c.remove(Strong); Log.say(\"{c.power}\"); Log.say(\"{c.remove(Strong)} {c.remove(Strong)} {c.power}\");";
    assert_eq!(says(text), "13 3 true false 2");
}

#[test]
fn modifiers_come_off_from_the_middle() {
    let text = "c.add(Strong(3)); Doubled m = c.add(Doubled); c.add(Strong(1)); Log.say(\"{c.power}\"); remove m; Log.say(\"{c.power}\"); c.add(Doubled); Log.say(\"{c.power}\");";
    assert_eq!(says(text), "11 6 12");
}

#[test]
fn to_take_one_off_twice_does_nothing() {
    let text = "Strong a = c.add(Strong); c.add(Strong); remove a; remove a; c.remove(a); Log.say(\"{c.power} {all(Strong).length}\");";
    assert_eq!(says(text), "3 1");
}

#[test]
fn base_is_the_function_of_the_objects_own_class() {
    let text = "Dragon e = new Dragon() { name = \"e\" }; e.add(Flying); c.add(Flying); Log.say(\"{e.blockedBy(c)} {c.blockedBy(e)} {e.says()}\");";
    assert_eq!(says(text), "false true hme");
}

#[test]
fn parameters_with_defaults_stay_those_of_the_function() {
    assert_eq!(
        says("c.add(Loud); c.add(Loud); Log.say(\"{c.says()} {c.says(\"x\")} {d.says()}\");"),
        "hmc!! xc!! hmd"
    );
}

#[test]
fn an_assignment_changes_the_attribute_without_modifiers() {
    assert_eq!(
        says(
            "c.add(Strong(5)); c.power += 1; Log.say(\"{c.power}\"); c.power = 0; c.remove(Strong); Log.say(\"{c.power}\");"
        ),
        "8 0"
    );
}

#[test]
fn an_attribute_of_null_is_a_fault_as_ever() {
    let found = fault(CREATURES, "Creature c = new Creature(); Log.say(\"{c.friend.power}\");");
    assert!(found.message.contains("is null"), "{}", found.message);
}

#[test]
fn applications_have_a_state_of_their_own() {
    let text = "Absorb a = c.add(Absorb(2)); Absorb b = c.add(Absorb(1)); raise Damage(target: c, amount: 5); raise Damage(target: d, amount: 5); Log.say(\"{c.wounds} {d.wounds} {a.n} {b.n} {a.x} {a.name} {a.holder == c}\");";
    assert_eq!(says(text), "2 5 21 11 2 Absorb true");
}

#[test]
fn a_modifier_brings_actions_for_who_owns_the_object() {
    let items = format!(
        "{CREATURES} modifier Roar on Creature {{ number left = 2; action roar {{ require {{ return left > 0; }} trigger PlayerChoiceEvent where !tapped; effect {{ left -= 1; Log.say(\"{{name}}{{left}}\"); if (left == 1) {{ turn.pass(); }} }} }} }}"
    );
    let setup =
        "Creature c = new Creature() { name = \"c\" }; c.assign(player: 1); c.add(Roar); player.active();";
    let mut current = start(&program(&items, setup.trim_end_matches("player.active();")));
    assert!(moves(&mut current).is_empty());
    play(&mut current, "wait");
    let setup = "Creature c = new Creature() { name = \"c\" }; c.assign(player: 0); c.add(Roar);";
    let mut current = start(&program(&items, setup));
    assert_eq!(moves(&mut current), ["roar c"]);
    play(&mut current, "roar c");
    assert_eq!(logged(&current), "c1");
    assert!(moves(&mut current).is_empty());
}

#[test]
fn after_blocks_of_modifiers_run_while_they_are_there() {
    let items = "modifier Sore on Creature { after Damage where event.target == this { Log.say(\"ouch{event.amount}\"); } }";
    let text = "c.add(Sore); c.add(Sore); raise Damage(target: c, amount: 1); raise Damage(target: null, amount: 0);";
    assert!(
        logged_with(items, &text.replace(" raise Damage(target: null, amount: 0);", ""))
            .ends_with("ouch1 ouch1")
    );
}

#[test]
fn until_an_event_or_one_below_it() {
    let text = "c.add(Strong) until TurnEnded; c.add(Strong(10)) until DayEnded; c.add(Strong(100)) until TurnEnded where event.n > 1; raise TurnEnded(n: 1); Log.say(\"{c.power}\"); raise DayEnded(n: 2); Log.say(\"{c.power}\");";
    assert_eq!(says(text), "112 2");
}

#[test]
fn until_a_condition_that_actions_bring_about() {
    let items = format!(
        "{CREATURES} global class R {{ Creature c; action tap {{ trigger PlayerChoiceEvent; effect {{ c.tapped = true; Log.say(\"{{c.power}}\"); }} }} action look {{ trigger PlayerChoiceEvent; effect {{ Log.say(\"{{c.power}}\"); }} }} }}"
    );
    let mut current = start(&program(
        &items,
        "Creature c = new Creature(); R.c = c; c.add(Strong(5)) until c.tapped; c.add(Soaring) until c.power == 7;",
    ));
    for action in ["look", "tap", "look"] {
        play(&mut current, action);
    }
    assert_eq!(logged(&current), "7 7 2");
    assert!(!format!("{:?}", current.secrecy().view_all()).contains("Soaring"));
}

#[test]
fn affects_reaches_others_by_layer_and_age() {
    let items = "layers Base, Boost, Set; modifier Captain on Creature layer Boost { while !tapped; affects (Creature c) => c != this; override number power { return base.power * 10; } }
        modifier Fixed on Creature layer Set { override number power { return 1; } } modifier Late on Creature layer Boost { override number power { return base.power + 3; } }";
    let text = "Creature d = new Creature(); c.add(Captain); d.add(Late); d.add(Strong); Log.say(\"{c.power} {d.power}\"); c.tapped = true; Log.say(\"{d.power}\"); c.tapped = false; d.add(Fixed); Log.say(\"{d.power}\"); d.remove(Fixed); remove c; Log.say(\"{d.power}\");";
    assert_eq!(logged_with(items, text), "2 33 6 1 6");
}

#[test]
fn modifiers_that_share_no_class_reach_others_by_age_whether_or_not_something_is_removed() {
    let items = "modifier Left on Creature { affects (Creature c) => c != this; override number power { return base.power * 10; } }
        modifier Right on Creature { affects (Creature c) => c != this; override number power { return base.power + 1; } }";
    let text = "Creature d = new Creature(); Creature e = new Creature(); c.add(Left); d.add(Loud); d.add(Right); Log.say(\"{c.power} {d.power} {e.power}\"); c.remove(Left); c.add(Left); Log.say(\"{e.power}\");";
    assert_eq!(logged_with(items, text), "3 20 21 30");
    let removed = format!("{text} remove c; Log.say(\"{{c.power}} {{e.power}}\");");
    assert_eq!(logged_with(items, &removed), "3 20 21 30 2 3");
}

#[test]
fn what_affects_may_reach_only_a_class_below() {
    let items = "modifier King on Creature { affects (Dragon x) => true; override number power { return base.power + 7; } }";
    assert_eq!(
        logged_with(items, "Dragon e = new Dragon(); c.add(King); Log.say(\"{c.power} {e.power}\");"),
        "2 9"
    );
}

#[test]
fn a_condition_that_reads_what_it_changes_is_a_fault() {
    let items = format!(
        "{CREATURES} modifier Odd on Creature {{ affects (Creature c) => c.power > 1; override number power {{ return 1; }} }}"
    );
    let found = fault(&items, "Creature c = new Creature(); c.add(Odd); Log.say(\"{c.power}\");");
    assert!(found.message.contains("too many functions run inside one another"), "{}", found.message);
}

#[test]
fn a_removed_object_takes_its_modifiers_with_it_and_can_still_be_read() {
    let text = "c.add(Strong(4)); c.add(Absorb(1)); remove c; raise Damage(target: c, amount: 3); Log.say(\"{c.power} {c.wounds} {all(Modifier).length} {c.has(Strong)}\");";
    assert_eq!(says(text), "6 3 0 true");
}

#[test]
fn global_classes_and_tiles_take_modifiers() {
    let items = "board Map { shape square(2, 2); tile Field; } class Field extends Tile { number price = 1; function number toll() { return price * 2; } }
        global class Rules { number limit = 5; function number twice() { return limit * 2; } }
        modifier Storm on Rules { override number limit { return base.limit - 2; } override function number twice() { return base.twice() + 100; } }
        modifier Dear(number by) on Field { override number price { return base.price + by; } }";
    let text = "Rules.add(Storm); Field f = Map.at(0, 0); f.add(Dear(3)); f.add(Dear(1)); Log.say(\"{Rules.limit} {Rules.twice()} {f.price} {f.toll()} {(Map.at(1, 1) as Field).price}\"); f.remove(Dear); Log.say(\"{f.price}\");";
    assert_eq!(logged_with(items, text), "3 106 5 10 1 4");
}

#[test]
fn equal_modifiers_make_equal_positions() {
    let items = format!("{CREATURES} board Map {{ shape square(1, 2); }}");
    let text = "Creature c = new Creature(); Map.place(c, on: \"a1\"); c.add(Strong(1)); Position p = position(); c.remove(Strong); Log.say(\"{p == position()}\"); c.add(Strong(1)); Log.say(\"{p == position()}\"); c.remove(Strong); c.add(Strong(2)); Log.say(\"{p == position()}\");";
    assert_eq!(with(&items, text), "false true false");
}

#[test]
fn a_clone_keeps_its_own_modifiers() {
    let items = format!(
        "{CREATURES} global class R {{ Creature c; action grow {{ trigger PlayerChoiceEvent; effect {{ c.add(Strong); Log.say(\"{{c.power}}\"); }} }} }}"
    );
    let mut a: Match = start(&program(&items, "R.c = new Creature();"));
    play(&mut a, "grow");
    let mut b = a.clone();
    play(&mut b, "grow");
    play(&mut b, "grow");
    play(&mut a, "grow");
    assert_eq!((logged(&a).as_str(), logged(&b).as_str()), ("3 4", "3 4 5"));
}

#[test]
fn views_show_attributes_as_modified_and_list_the_modifiers() {
    let items = format!(
        "{CREATURES} board Map {{ shape square(1, 2); }} modifier Rage on Log {{ override string out {{ return base.out + \"?\"; }} }}"
    );
    let current = start(&program(
        &items,
        "Creature c = new Creature() { name = \"c\" }; Map.place(c, on: \"a1\"); c.add(Strong(3)); c.add(Soaring); Log.say(\"x\"); Log.add(Rage);",
    ));
    let view = current.view(Some(1));
    let piece = view.boards[0].tiles[0].pieces[0].clone().unwrap();
    let shown = |name: &str| piece.attributes.iter().find(|a| a.0 == name).map(|a| engine::plain(&a.1));
    assert_eq!(shown("power").as_deref(), Some("5"));
    assert_eq!(shown("modifiers").as_deref(), Some("Strong(3), Soaring, Flying, Reach"));
    assert_eq!(piece.text, "c");
    assert_eq!(attribute(&current, "Log", "out"), ValueView::Text("x?".to_owned()));
    assert!(view.objects.iter().all(|o| o.class != "Strong"));
}

#[test]
fn looks_say_attributes_as_modified() {
    let items = format!(
        "{CREATURES} board Map {{ shape square(1, 2); }} look Creature {{ title \"{{name}} {{power}}\"; }}"
    );
    let current = start(&program(
        &items,
        "Creature c = new Creature() { name = \"c\" }; Map.place(c, on: \"a1\"); c.add(Strong(3));",
    ));
    let piece = current.view(None).boards[0].tiles[0].pieces[0].clone().unwrap();
    assert_eq!(piece.look.title.as_deref(), Some("c 5"));
}

#[test]
fn what_a_look_hides_is_not_in_the_name_of_a_piece() {
    let items =
        "interactable Card { string name = \"Shed\"; string words = \"Room for more.\"; number cost = 2; }
        board Map { shape square(1, 2); } look Card { text \"{words}\"; badge cost; hide words; }";
    let current = start(&program(items, "Map.place(new Card(), on: \"a1\");"));
    let piece = current.view(None).boards[0].tiles[0].pieces[0].clone().unwrap();
    assert_eq!(piece.text, "Shed");
    assert_eq!(piece.look.text.as_deref(), Some("Room for more."));
}

#[test]
fn whoever_does_not_know_a_card_does_not_see_what_is_on_it() {
    let items = format!("{CREATURES} zone hand of Creature per player {{ visible owner; }}");
    let current = start(&program(
        &items,
        "Creature c = new Creature() { name = \"hidden\" }; hand(0).add(c); c.add(Strong(3));",
    ));
    assert!(format!("{:?}", current.view(Some(0))).contains("Strong"));
    assert!(!format!("{:?}", current.view(Some(1))).contains("Strong"));
    assert!(!format!("{:?}", current.view(None)).contains("Strong"));
}

#[test]
fn a_library_brings_modifiers() {
    let files = project::Memory::default()
        .with("game.tgdl", "game \"G\"; import \"lib\" as lib; modifier Grim = lib.Big(2), lib.Big(3); setup { } test \"t\" { lib.Beast b = new lib.Beast(); b.add(Grim); b.add(lib.Big(1)); expect b.size == 7 && b.has(lib.Big); b.remove(Grim); expect b.size == 2; }")
        .with("lib.tgdl", "interactable Beast { number size = 1; } modifier Big(number by) on Beast { override number size { return base.size + by; } }");
    let loaded = project::open(project::Request::new((&files, "game.tgdl"))).unwrap();
    let game = loaded.game.clone().unwrap_or_else(|| panic!("{}", problems(&loaded)));
    assert!(game.run_test(0).failure.is_none());
}

#[test]
fn mistakes_with_modifiers_are_reported() {
    let mut missing = Vec::new();
    let mut row = |items: &str, message: &str| {
        let found = wrong(items);
        if !found.contains(message) {
            missing.push(format!("no `{message}` in\n{found}"));
        }
    };
    row("modifier A on Nothing { }", "no type is called `Nothing`");
    row("modifier A on Damage { }", "`Damage` takes no modifiers");
    row(
        "modifier A on Creature { override number strength { return 1; } }",
        "`Creature` has no `strength` that a modifier could override",
    );
    row(
        "modifier A on Creature { override function number blockedBy() { return 1; } }",
        "`blockedBy` must take and give what the overridden one does",
    );
    row(
        "modifier A on Creature { number power; }",
        "the name `power` is taken already, by an attribute of the class",
    );
    row(
        "modifier A(number power) on Creature { }",
        "the name `power` is taken already, by an attribute of the class",
    );
    row(
        "modifier A on Creature { override number power { wounds = 1; return 2; } }",
        "an attribute that a modifier changes must not change the game",
    );
    row("modifier A on Creature { while (choose bool) == true; }", "must not ask anyone");
    row("modifier A = A;", "`A` is made of itself");
    row("modifier A = Creature;", "expected the name of a modifier");
    row("function f(Creature c) { c.add(); }", "`add` needs");
    row("function f(Creature c) { c.add(Absorb); }", "`Absorb` needs");
    row("function f(Creature c) { c.add(Strong(by: \"a\")); }", "expected `number`, found `string`");
    row("class Town { } function f(Town t) { t.add(Flying); }", "no modifier is for `Town`");
    row("function f(Creature c) { c.has(Strong(2)); }", "`has` takes the modifier without its parameters");
    row(
        "function f() { Strong s = new Strong(); remove s; }",
        "`Strong` is a modifier, which is added to an object",
    );
    row("class A extends Strong { }", "`Strong` is a modifier, and no class extends it");
    row("interactable B { } modifier C on B; modifier D = C, Flying;", "no object is both");
    row("modifier A on Creature layer Top { }", "there is no layer `Top`");
    row("layers A; layers B;", "a file declares its layers once");
    row("function f(Creature c) { c.power = 2 until TurnEnded; }", "`until` says when a modifier ends");
    row("function f(Creature c) { c.add(Reach) until c.tapped where true; }", "`where` belongs to an event");
    row(
        "modifier A on Creature { override number power { return base.wounds; } }",
        "`base` is what the member that is overridden here",
    );
    row(
        "global class R { action a { require { Creature c; c.add(Flying); return true; } trigger PlayerChoiceEvent; } }",
        "a requirement must not change",
    );
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn modifiers_of_a_game_without_any_are_none() {
    let text =
        program("class Box { Modifier m; }", "Box b = new Box(); remove b.m; Log.say(\"{b.m == null}\");");
    assert_eq!(logged(&Match::start(&game(&text), 2, 1)), "true");
}

#[test]
fn what_stands_beside_affects_stays_with_the_holder_and_is_told_of() {
    let aura = "modifier Aura on Creature { affects (Creature c) => c != this; override number power { return base.power + 1; }
        before Damage where event.target == this { event.amount = 0; } after Damage { wounds += 1; }
        action roar { trigger PlayerChoiceEvent { return true; } effect { wounds += 1; } } }";
    let found = wrong(aura);
    for what in ["`before Damage`", "`after Damage`", "the action `roar`"] {
        let told = format!(
            "beside-affects: {what} stays with the object that has `Aura`: `affects` reaches only `override`"
        );
        assert!(found.contains(&told), "{told}\n{found}");
    }
    assert!(!wrong(&aura.replace("affects (Creature c) => c != this;", "")).contains("beside-affects"));
}
