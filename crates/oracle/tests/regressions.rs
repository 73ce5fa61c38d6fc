//! What once differed between the two machines, or was wrong in both: a program each, and what must come of it.

mod common;

use common::same::Both;

/// A program around members of a global class, with the board `B`, a ring, and the zones `d` and `z`.
fn program(members: &str, setup: &str) -> String {
    format!(
        "game \"Regressions\";
        board B {{ shape ring(6); }}
        interactable P {{ number n = 0; }}
        deck d of P; zone z of P {{ ordered; }}
        event Ev {{ number k = 0; }}
        global class R {{ number a = 0; string s = \"\"; {members}
            action go {{ trigger PlayerChoiceEvent {{ return a < 9; }} effect {{ a += 1; turn.pass(); }} }} }}
        turn T {{ }}
        setup {{ players 2; turns.use(\"T\"); {setup} }}"
    )
}

/// Plays it on both machines, and gives what the engine shows after the setup and so many first options.
fn shown(text: &str, moves: usize) -> String {
    let played = oracle::with_stack(|| {
        let both = Both::read(text)?;
        both.play(2, 1, 40)?;
        Ok::<String, String>(both.after(2, 1, moves))
    });
    played.unwrap_or_else(|why| panic!("{why}"))
}

#[track_caller]
fn shows(members: &str, setup: &str, moves: usize, line: &str) {
    let shown = shown(&program(members, setup), moves);
    assert!(shown.contains(line), "no `{line}` in\n{shown}");
}

#[track_caller]
fn refuses(members: &str, setup: &str, message: &str) {
    let text = program(members, setup);
    let found = oracle::with_stack(|| Both::read(&text).err().unwrap_or_default());
    assert!(found.contains(message), "no `{message}` in `{found}`");
}

#[test]
fn a_place_is_a_tile_or_a_zone() {
    let moved = "action m { trigger Moved { return event.to is Tile; } effect { a += 5; } }";
    shows(moved, "P p = new P(); z.add(p); B.place(p, B.tiles()[2]);", 0, "{a=5");
    shows("", "P p = new P(); z.add(p); if (p.place == z) { R.a = 4; }", 0, "{a=4");
    let table = "Table<Place, number> t = { { z, 7 } };";
    shows("", &format!("P p = new P(); z.add(p); {table} R.a = t[p.place];"), 0, "{a=7");
}

#[test]
fn a_ray_and_a_line_go_once_around_a_ring() {
    shows("", "R.a = B.tiles()[0].ray(\"next\", through: x => true).count();", 0, "{a=5");
    shows("", "R.a = B.tiles()[0].ray(\"next\", through: x => x.isEmpty()).count();", 0, "{a=5");
    shows("", "if (!B.line(B.tiles()[0], 7, x => true)) { R.a = 3; }", 0, "{a=3");
}

#[test]
fn a_line_through_nothing_is_a_fault() {
    let text = program("", "Tile t = null; if (B.line(t, 2, x => false)) { R.a = 3; }");
    let seen = oracle::with_stack(|| Both::read(&text)?.play(2, 1, 1));
    assert_eq!(seen.map(|s| s.fault), Ok(true));
}

#[test]
fn an_action_that_fills_itself_asks_nobody() {
    let auto = "action m { auto input P p from z; trigger Ev { return true; } effect { a += p.n; } }";
    shows(auto, "z.add(new P() { n = 5 }); raise Ev();", 0, "{a=5");
}

#[test]
fn an_overriding_action_is_called() {
    let text = program("", "P p = new Q(); p.act();").replace(
        "deck d",
        "class O { action act { effect { R.a = 1; } } } interactable Q extends P { override action act { effect { R.a = 2; } } } deck d",
    );
    let text = text.replace("number n = 0;", "number n = 0; action act { effect { R.a = 1; } }");
    let shown = shown(&text, 0);
    assert!(shown.contains("{a=2"), "{shown}");
}

#[test]
fn null_is_not_pushed() {
    shows("", "number x = null; Stack<number> k = { 1, x, 2 }; R.a = k.length;", 0, "{a=2");
}

#[test]
fn a_loop_over_a_zone_or_a_stack_goes_over_a_copy() {
    let zone = "z.add(new P()); z.add(new P()); for (P p in z) { d.add(p); R.a += 1; }";
    shows("", zone, 0, "{a=2");
    shows("", "Stack<number> k = { 1, 2 }; for (number x in k) { k.pop(); R.a += x; }", 0, "{a=3");
    shows("", "z.add(new P()); for (P p in all(P)) { z.add(new P()); R.a += 1; }", 0, "{a=1");
}

#[test]
fn assigning_to_nobody_takes_the_owner_away() {
    let setup = "P p = new P(); p.assign(player: 1); player q = null; p.assign(player: q); z.add(p);";
    shows("", setup, 0, "piece P#1 owner - ");
}

#[test]
fn places_that_nobody_gets_are_skipped() {
    let ends = |ranking: &str| {
        format!(
            "action e {{ trigger Ev {{ return true; }} effect {{ player q = null; winner {ranking}; }} }}"
        )
    };
    shows(&ends("{ { 1 }, { 1 }, { 0 } }"), "raise Ev();", 0, "ranking 1|0\n");
    shows(&ends("{ { q }, { 0 } }"), "raise Ev();", 0, "ranking 0|1\n");
    shows(&ends("new List<player>() { q }"), "raise Ev();", 0, "ranking |0,1\n");
}

#[test]
fn a_match_in_which_nothing_happens_any_more_ends() {
    let stuck = "action n { trigger NoChoiceEvent { return true; } effect { number x = random.roll(6); } }";
    shows(stuck, "R.a = 9;", 0, "over stuck");
}

/// The oracle is too slow for that.
#[test]
fn nobody_can_do_anything_for_ever_is_a_fault() {
    let spins = "action n { trigger NoChoiceEvent { return true; } effect { a += 1; } }";
    let text = program(spins, "R.a = 9;");
    let shown = oracle::with_stack(|| Both::read(&text).map(|both| both.after(2, 1, 0)));
    let shown = shown.unwrap_or_else(|why| panic!("{why}"));
    assert!(shown.contains("over no"), "{shown}");
}

#[test]
fn nothing_leaves_a_supposition() {
    let act = |body: &str| format!("action m {{ trigger Ev {{ return true; }} effect {{ {body} }} }}");
    refuses(&act("number x = suppose { winner 0; } gives 1;"), "", "`suppose` must not end the game");
    refuses(&act("number x = suppose { return; } gives 1;"), "", "nothing may leave it");
    refuses(&act("number x = suppose { fail \"no\"; } gives 1;"), "", "`suppose` must not fail");
    refuses(&act("for (number i in 1..2) { number x = suppose { break; } gives 1; }"), "", "break");
    let guarded = "action g { effect { a = 1; } ensure { return false; } }";
    refuses(&format!("{guarded} {}", act("number x = suppose { g(); } gives 1;")), "", "must not fail");
}

#[test]
fn tiles_carry_no_actions() {
    let text = program("", "").replace("deck d", "class C extends Tile { action t { effect { } } } deck d");
    let found = oracle::with_stack(|| Both::read(&text).err().unwrap_or_default());
    assert!(found.contains("a tile cannot carry the action `t`"), "{found}");
}

#[test]
fn a_path_asks_about_its_own_board() {
    let text = program(
        "",
        "R.a = C.tiles()[0].path(C.tiles()[2], x => x.cost < 2).length; R.a += B.tiles()[0].path(B.tiles()[2], x => x.isEmpty()).length;",
    );
    let text = text.replace(
        "deck d",
        "class Cell extends Tile { number cost = 1; } board C { shape track(3); tile Cell; } deck d",
    );
    let shown = shown(&text, 0);
    assert!(shown.contains("{a=6"), "{shown}");
}

#[test]
fn what_is_ensured_holds_for_moves_that_end_the_game() {
    let ends = "action e { trigger PlayerChoiceEvent { return true; } effect { a += 1; winner 0; } ensure { return a > 2; } }";
    shows(ends, "", 2, "{a=2");
}

#[test]
fn a_modifier_is_for_one_choice_of_types() {
    let text = program(
        "Bag<P> held = new Bag<P>(); Bag<number> other = new Bag<number>();",
        "R.held.items.add(new P() { n = 4 }); R.other.items.add(7); Wide first = R.held.add(Wide); R.held.add(Wide);
        R.a = R.held.room * 100 + R.other.room; R.held.remove(first);
        R.s = R.held.full() && !R.other.full() ? \"{R.held.room}\" : \"no\";",
    );
    let text = text.replace(
        "deck d",
        "class Bag<E> { List<E> items = {}; number room = 2; function bool full() { return items.length >= room; } }
        modifier Wide on Bag<P> {
            override number room { return base.room + items.first().n; }
            override function bool full() { return !base.full(); }
        }
        deck d",
    );
    let shown = shown(&text, 0);
    assert!(shown.contains("a=1002, s=\"6\""), "{shown}");
}

#[test]
fn a_generic_class_is_a_class_for_each_choice_of_types() {
    let text = program(
        "Bag<P> held = new Bag<P>();",
        "Deck<number> b = new Deck<number>(); b.put(3); b.put(4); Bag<number> same = b; R.a = same.draw();
        Pair<string, Bag<P>> p = new Pair<string, Bag<P>>() { first = \"x\", second = R.held };
        P one = new P(); p.second.put(one); R.a += all(Bag<number>).length + all(Bag<P>).length * 10;
        if (same is Deck<number> && p.second.draw() == one) { R.s = p.first; }",
    );
    let text = text.replace(
        "deck d",
        "class Bag<E> { List<E> items = {}; E last; function void put(E x) { items.add(x); last = x; }
            function E draw() { return last; } }
        class Deck<E> extends Bag<E> { override function E draw() { return items.length > 1 ? items[0] : base.draw(); } }
        class Pair<F, S> { F first; S second; }
        class Shelf<E> { List<Bag<E>> bags = {}; function Bag<E> add() { Bag<E> b = new Bag<E>(); bags.add(b); return b; } }
        deck d",
    );
    let shown = shown(&text, 0);
    assert!(shown.contains("{a=14, s=\"x\""), "{shown}");
}

#[test]
fn a_piece_goes_to_a_tile_of_any_board() {
    let moved = "action m { trigger Moved { return event.to is Tile; } effect { a += 5; } }";
    shows(moved, "P p = new P(); z.add(p); Tile t = B.tiles()[2]; p.putOn(t);", 0, "{a=5");
    shows("", "P p = new P(); Tile t = B.tiles()[2]; p.putOn(t); if (t.piece == p) { R.a = 4; }", 0, "{a=4");
    let two = "Tile t = B.tiles()[2]; for (number i in 1..2) { new P().putOn(t); }";
    let full = shown(&program("", two), 0);
    assert!(full.contains("tile 3\npiece P#1") && !full.contains("P#2"), "{full}");
}

#[test]
fn functions_of_tiles_are_overridden_by_classes_and_modifiers() {
    let text = "game \"Tiles\";
        abstract class Spot extends Tile {
            number room = 1;
            abstract function number worth();
            function string about() { return \"{name} {worth()}\"; }
        }
        class Field extends Spot { override function number worth() { return room * 2; } }
        modifier Rich(number by) on Field { override function number worth() { return base.worth() + by; } }
        board B { shape graph { A(room: 3); C; } tile Field; }
        global class R { string s = \"\"; action go { trigger PlayerChoiceEvent { return s == \"\"; } effect {
            Field a = B.tile(\"A\"); Spot c = B.tile(\"C\");
            a.add(Rich(4));
            s = \"{a.about()} {c.about()} {B.tiles().sum(t => (t as Field).worth())}\";
        } } action end { trigger PlayerChoiceEvent { return s != \"\"; } effect { winner 0; } } }
        turn T { }
        setup { players 2; turns.use(\"T\"); }";
    let shown = shown(text, 1);
    assert!(shown.contains("A 10 C 2 12"), "{shown}");
}

#[test]
fn what_goes_wrong_in_a_text_ends_nothing() {
    shows(
        "function number deep(number k) { return suppose { a = 9; } gives k == 0 ? 1 / k : deep(k - 1); }
         function string bad() { a += 1; return s[7]; }
         action x { input number i from 0..2; trigger PlayerChoiceEvent;
             effect { tell \"{1 / i}, {deep(i)}, {bad()}: {a}\"; if (i > 1) { fail \"{1 / (a - a)}{bad()}\"; } } }",
        "",
        2,
        "a=2",
    );
}

#[test]
fn what_goes_wrong_while_a_text_settles_something_is_settled_anew() {
    let text = program(
        "number by = 1;
         function number now(number k) { by = k; return all(P).first().m; }
         action x { trigger PlayerChoiceEvent; effect { tell \"{now(0)}\"; by = 2; a = now(2); } }",
        "P p = new P(); z.add(p); p.add(M()); p.add(N());",
    );
    let text = text.replace(
        "event Ev",
        "modifier M on P { override number n { return 6 / R.by; } }
        modifier N on P { while n > 2; override number m { return base.m + 4; } }
        event Ev",
    );
    let text = text.replace("number n = 0;", "number n = 0; number m = 0;");
    let shown = shown(&text, 2);
    assert!(shown.contains("a=4"), "{shown}");
}
