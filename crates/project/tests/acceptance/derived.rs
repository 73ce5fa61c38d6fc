//! Derived attributes: what follows from state, wherever it is read, and what modifiers make of it.

use crate::kit::{attribute, fault, holds, play, problems, program, start, with};
use engine::view::{ValueView, Viewer};

const CREATURES: &str = "
    interactable Creature { number base_ = 2; number plus = 0; Creature friend;
        derived number power = base_ + plus;
        derived bool strong = power > 3;
        derived List<number> twice = { power, power };
        derived string says = \"{power}{strong ? \"!\" : \".\"}\"; }
    interactable Dragon extends Creature { derived number fire = power * 10; }
    modifier Boost(number by) on Creature { override number power { return base.power + by; } }
    modifier Calm on Creature { override bool strong { return false; } }
    modifier Lord on Creature { affects (Creature c) => c != this; override number power { return base.power + 1; } }
";

fn says(text: &str) -> String {
    with(CREATURES, &format!("Creature c = new Creature(); Dragon d = new Dragon() {{ base_ = 5 }}; {text}"))
}

/// What is wrong with the members of a game.
fn wrong(items: &str, setup: &str) -> String {
    problems(&crate::kit::loaded(&program(&format!("{CREATURES}{items}"), setup)))
}

#[test]
fn a_derived_attribute_follows_at_once() {
    assert_eq!(
        says(
            "Log.say(\"{c.power} {c.strong} {c.says}\"); c.plus += 4; Log.say(\"{c.power} {c.strong} {c.says} {c.twice.sum()}\"); Log.say(\"{d.fire}\"); d.base_ = 1; Log.say(\"{d.fire}\");"
        ),
        "2 false 2. 6 true 6! 12 50 10"
    );
}

#[test]
fn modifiers_begin_with_the_formula_and_others_follow_from_them() {
    assert_eq!(
        says(
            "Boost a = c.add(Boost(3)); Log.say(\"{c.says} {c.twice.sum()}\"); c.add(Calm); Log.say(c.says); c.plus = 1; Log.say(c.says); c.remove(a); Log.say(c.says); d.add(Lord); Log.say(\"{c.power} {d.power} {d.fire}\");"
        ),
        "5! 10 5. 6. 3. 4 5 50"
    );
}

#[test]
fn filters_and_function_values_read_it_as_anything_else() {
    assert_eq!(
        says(
            "Log.say(\"{all(Creature).filter(x => x.power > 3).length} {all(Creature).sum(x => x.power)} {all(Creature).maxBy(x => x.power) == d}\");"
        ),
        "1 7 true"
    );
}

#[test]
fn a_derived_attribute_of_null_is_a_fault_as_ever() {
    for of in ["c.friend.power", "c.friend.strong"] {
        let found = fault(CREATURES, &format!("Creature c = new Creature(); Log.say(\"{{{of}}}\");"));
        assert!(found.message.contains("is null"), "{}", found.message);
    }
}

#[test]
fn events_tiles_edges_globals_and_modifiers_have_derived_attributes() {
    let items = "
        class Square extends Tile { number gold = 2; derived number worth = gold * 2; }
        class Road extends Edge { number toll = 3; derived number cost = toll + weight; }
        board Map { shape graph { A(gold = 7); B; A - B 2; }; tile Square; edge Road; }
        event Hit { number n; derived number twice = n * 2; effect { Log.say(\"{twice}\"); } }
        global class Rules { number n = 1; derived number next = n + 1; derived number after = next + 1; }
        interactable Card { derived number held = modifiers().length; }
        modifier Worn(number by) on Card { number own = 1; derived number total = by + own; override number held { return base.held * total; } }
        class Pair<T> { T first; derived bool full = first != null; }";
    let text = "Log.say(\"{Map.tile(\"A\").worth} {Map.tile(\"B\").worth} {Map.tile(\"A\").edge(\"B\").cost}\"); raise Hit(n: 4);
        Log.say(\"{Rules.after}\"); Card c = new Card(); Worn w = c.add(Worn(4)); w.own = 2; Log.say(\"{w.total} {c.held}\");
        Pair<Card> p = new Pair<Card>(); Log.say(\"{p.full}\"); p.first = c; Log.say(\"{p.full}\");";
    assert_eq!(with(items, text), "14 4 5 8 3 6 6 false true");
}

#[test]
fn views_show_what_it_is() {
    let items = format!(
        "{CREATURES} global class Rules {{ number n = 3; derived string hush = \"{{n}} of {{n + 1}}\"; action more {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ n += 1; }} }} }}"
    );
    let mut current = start(&program(&items, ""));
    assert_eq!(attribute(&current, "Rules", "hush"), ValueView::Text("3 of 4".to_owned()));
    play(&mut current, "more");
    assert_eq!(attribute(&current, "Rules", "hush"), ValueView::Text("4 of 5".to_owned()));
}

#[test]
fn looks_read_it_and_formulas_that_go_wrong_are_not_shown() {
    let items = "
        interactable Stone { number n = 0; derived number left = 10 - n; derived number wrong = { 1 }[n + 3]; }
        look Stone { title \"left {left}\"; }
        board Field { shape square(1, 1); }";
    let current = start(&program(items, "new Stone().putOn(\"a1\");"));
    let view = current.view(Some(0));
    let piece = view.boards[0].tiles[0].pieces[0].as_ref().expect("the stone is seen");
    assert_eq!(piece.look.title.as_deref(), Some("left 10"));
    assert!(piece.attributes.contains(&("wrong".to_owned(), ValueView::Other("?".to_owned()))), "{piece:?}");
}

#[test]
fn nothing_sets_a_derived_attribute() {
    let items = "
        class Square extends Tile { derived number worth = 1; }
        board Map { shape graph { A(worth = 7); }; tile Square; }
        event Hit { number n; derived number twice = n * 2; }";
    let setup = "Creature c = new Creature() { power = 3 };\nc.power = 1;\nc.power += 1;\nc.twice.add(3);\nc.twice[0] = 4;\nraise Hit(n: 1, twice: 3);";
    let assigned = |name: &str| format!("derived-assigned: `{name}` is derived: it follows");
    let changed = "derived-assigned: `twice` is derived: what it gives is worked out anew";
    let found = wrong(items, setup);
    let mut lines = found.lines();
    for expected in ["worth", "power", "power", "power"] {
        let line = lines.next().unwrap_or_default();
        assert!(line.contains(&assigned(expected)), "{line}\n{found}");
    }
    for expected in [changed, changed, &assigned("twice")] {
        let line = lines.next().unwrap_or_default();
        assert!(line.contains(expected), "{line}\n{found}");
    }
    assert_eq!(lines.next(), None, "{found}");
}

#[test]
fn formulas_change_nothing_and_go_in_no_circle() {
    let found = wrong(
        "class A { number n; derived number a = b + 1; derived number b = c(); function number c() { return a; } derived number d = f(this); derived number e = d; }
        function number f(A a) { a.n += 1; return 1; }
        class Node { Node next; derived number length = next == null ? 1 : next.length + 1; }",
        "",
    );
    let expected = [
        "derived-circle: these follow from one another: a -> b -> a",
        "change-here: a formula must not change the game",
        "derived-circle: these follow from one another: length -> length",
    ];
    assert_eq!(found.lines().count(), expected.len(), "{found}");
    for (line, expected) in found.lines().zip(expected) {
        assert!(line.contains(expected), "{line}");
    }
}

#[test]
fn who_sees_what_follows_from_something_hidden_is_said() {
    let hidden = "zone hand of Creature per player { visible owner; } zone spies of Spy { visible all; } interactable Spy { secret number aim = 1; derived number twice = aim * 2; derived number most = best(); derived number held = hand(0).length; function number best() { return hand(0).sum(c => c.power); } }";
    let found = wrong(hidden, "");
    assert_eq!(found.lines().filter(|l| l.contains("secret-or-open: `twice` follows")).count(), 1, "{found}");
    assert_eq!(found.lines().filter(|l| l.contains("secret-or-open: `most` follows")).count(), 1, "{found}");
    assert_eq!(found.lines().count(), 2, "{found}");
    let said = hidden.replace("derived number twice", "secret derived number twice");
    let said = said.replace("derived number most", "open derived number most");
    assert_eq!(wrong(&said, "Log.say(\"\");"), "");
    let setup = "Spy s = new Spy() { aim = 4 }; s.assign(player: 1); spies.add(s);";
    let current = start(&program(&format!("{CREATURES}{said}"), setup));
    let of = |seat: u32, name: &str| {
        let view = current.view(Some(seat));
        let spy = view.zones.iter().flat_map(|z| &z.pieces).flatten().next().expect("there is a spy");
        spy.attributes.iter().find(|a| a.0 == name).map(|a| a.1.clone())
    };
    assert_eq!((of(0, "twice"), of(1, "twice")), (None, Some(ValueView::Number(8.0))));
    assert_eq!(of(0, "most"), Some(ValueView::Number(0.0)));
}

/// Where a run stops in the middle of what it supposes, that is taken back: others would see the cards that it moves.
#[test]
fn what_is_only_supposed_is_shown_to_nobody_where_it_goes_wrong() {
    let odd = "suppose { while (hand(1).length > 0) { pile.add(hand(1).first()); } R.gold = 99; R.zero = 1 % R.zero; }
        gives R.gold";
    let game = |derived: &str, effect: &str| {
        format!(
            "game \"T\"; turn Main {{ }}
            interactable Card {{ number n; {derived} }}
            zone pile of Card {{ visible all; }} zone hand of Card per player {{ visible owner; }}
            global class R {{ number gold = 1; number zero = 0;
                action b {{ trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} }} }}
            setup {{ players 2; turns.use(\"Main\"); pile.add(new Card() {{ n = 1 }}); hand(1).add(new Card() {{ n = 7 }}); }}"
        )
    };
    let in_pile = |now: &engine::Match| {
        let view = now.view(Some(0));
        view.zones
            .iter()
            .filter(|z| z.name == "pile")
            .map(|z| z.pieces.iter().flatten().count())
            .sum::<usize>()
    };
    let derived = start(&game(&format!("open derived number odd = {odd};"), ""));
    assert_eq!(in_pile(&derived), 1);
    let mut wrong = start(&game("", &format!("R.gold = {odd};")));
    assert!(wrong.play("b").is_ok());
    assert!(matches!(wrong.outcome(), Some(engine::view::Outcome::Fault(_))), "{:?}", wrong.outcome());
    assert_eq!(in_pile(&wrong), 1);
}

#[test]
fn what_modifiers_make_of_it_may_not_tell_what_is_hidden_either() {
    let items =
        "interactable Spy { secret number aim; derived number power = 1; open derived number known = 1; }
        modifier Aimed on Spy { override number power = base.power + aim; override number known = aim; }
        modifier Late on Spy { while aim > 2; override number power = 7; }
        modifier Plain on Spy { override number power = 8; }";
    let found = problems(&crate::kit::loaded(&program(items, "Log.say(\"\");")));
    assert_eq!(found.matches("secret-or-open: what is made of `power` here follows").count(), 2, "{found}");
    assert_eq!(found.lines().count(), 2, "{found}");
}

#[test]
fn it_is_worked_out_where_moves_are_listed_and_tried() {
    holds(
        "game \"Small\";
        turn Main { }
        class Purse { number gold = 2; derived number left = gold - Shop.price; }
        global class Shop { number price = 1;
            action buy { input Purse p where p.left > 0; trigger PlayerChoiceEvent { return true; } effect { p.gold -= price; } ensure p.left >= 0; } }
        setup { players 2; turns.use(\"Main\"); new Purse(); new Purse() { gold = 1 }; }
        test \"only who can pay\" { expect moves() == 1; play buy(p: all(Purse)[0]) by 0; expect moves() == 0; }
        test \"suppose\" { expect suppose { Shop.price = 0; } gives all(Purse).sum(p => p.left) == 3; expect all(Purse)[0].left == 1; }",
    );
}

const LAYERED: &str = "
    layers Type, Base, Add, Switch;
    interactable Creature { bool bear = true; number plus = 0;
        derived bool goblin layer Type = !bear;
        derived number bare layer Base = 1;
        derived number power layer Add = bare + plus; }
    modifier Boost(number by) on Creature { override number power = base.power + by; }
    modifier Becomes(number n) on Creature { override number bare = n; override number power layer Switch = base.power * 10; }
    modifier Doubled on Creature layer Switch { override number power = base.power * 2; }
    modifier Late on Creature { override number power layer Switch { return base.power + 100; } }
    modifier Swampy on Creature { affects (Creature c) => c != this; override bool goblin = true; override number power layer Add = base.power + 1000; }
    modifier Lord on Creature { affects (Creature c) => c != this && c.goblin; override number power = base.power + 7; }
";

fn layered(text: &str) -> String {
    with(LAYERED, &format!("Creature c = new Creature(); Creature d = new Creature(); {text}"))
}

#[test]
fn a_part_applies_in_its_own_layer_then_that_of_the_attribute_then_that_of_the_modifier() {
    // The attribute's layer holds, not that of the modifier, which stands in no order with it otherwise.
    assert_eq!(layered("c.add(Doubled); c.add(Boost(3)); Log.say(\"{c.power}\");"), "5");
    assert_eq!(layered("c.add(Late); c.add(Boost(3)); c.add(Doubled); Log.say(\"{c.power}\");"), "108");
    assert_eq!(
        layered("c.add(Becomes(4)); c.add(Boost(3)); c.plus = 1; Log.say(\"{c.bare} {c.power}\");"),
        "4 80"
    );
}

#[test]
fn in_one_layer_the_older_applies_first_whatever_the_layers_of_the_modifiers() {
    let both = |first: &str, second: &str| {
        layered(&format!("c.add({first}); c.add({second}); Log.say(\"{{c.power}}\");"))
    };
    assert_eq!(both("Late", "Becomes(1)"), "1010");
    assert_eq!(both("Becomes(1)", "Late"), "110");
    assert_eq!(both("Becomes(1)", "Doubled"), "20");
    assert_eq!(both("Doubled", "Late"), "102");
    assert_eq!(both("Late", "Doubled"), "102");
}

#[test]
fn what_is_settled_earlier_decides_whom_a_later_layer_reaches() {
    assert_eq!(
        layered(
            "c.add(Lord); Log.say(\"{d.power}\"); c.add(Swampy); Log.say(\"{c.power} {d.goblin} {d.power}\");"
        ),
        "1 1 true 1008"
    );
}

#[test]
fn a_removed_object_is_read_as_it_was_in_layers_too() {
    let text = "c.add(Doubled); c.add(Boost(3)); c.add(Late); remove c; Log.say(\"{c.power} {c.modifiers().length}\");";
    assert_eq!(layered(text), "105 3");
}

#[test]
fn layers_stand_in_their_order() {
    let wrong =
        |items: &str| problems(&crate::kit::loaded(&program(&format!("{LAYERED}{items}"), "Log.say(\"\");")));
    let early = "modifier Early on Creature { override number power layer Base = 3; override number bare layer Top = 3; }";
    let found = wrong(early);
    assert!(
        found.contains("layer-order: `power` is settled from `Add` on, so nothing overrides it in `Base`"),
        "{found}"
    );
    assert!(found.contains("unknown-layer: there is no layer `Top`"), "{found}");
    let found = wrong(
        "class A { derived number a layer Base = b; derived number b = f(); function number f() { return c; } derived number c layer Add = 3; derived number d layer Switch = c; }",
    );
    assert!(
        found
            .contains("layer-order: `a` is settled in `Base`, but `c`, from which it follows, only in `Add`"),
        "{found}"
    );
    assert_eq!(found.lines().count(), 1, "{found}");
    let twice =
        "modifier Twice on Creature { override number power = 3; override number power layer Switch = 4; }";
    assert!(wrong(twice).contains("name-taken"), "{}", wrong(twice));
}

#[test]
fn what_others_have_in_secret_takes_nothing_from_what_one_sees() {
    let steps = "for (number i in 1..n) { m += 1; }";
    let memory = "List<number> l = (1..1024).map(z => z); for (number i in 1..n) { l = l.copy(); m += 1; }";
    for (count, [all, own, more]) in [(steps, [1, 7, 100_000]), (memory, [76, 1500, 200])] {
        let items = format!(
            "interactable Card {{ secret number inner;
                secret derived number last = count(inner); derived number same = count({all});
                function number count(number n) {{ number m = 0; {count} return m; }} }}
            zone pile of Card {{ visible all; }}"
        );
        let seen = |theirs: u32| {
            let setup = format!(
                "for (number i in 1..60) {{ Card c = new Card() {{ inner = {theirs} }}; c.assign(1); pile.add(c); }}
                Card own = new Card() {{ inner = {own} }}; own.assign(0); pile.add(own);"
            );
            start(&program(&items, &setup)).view(Viewer::Seat(0))
        };
        let view = seen(2);
        assert!(format!("{view:?}").contains(&format!("(\"last\", Number({own}.0))")), "{view:#?}");
        assert_eq!(view, seen(more));
    }
}
