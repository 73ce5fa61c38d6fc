//! Lists, tables and stacks.

use crate::kit::{said, value, with};

/// What is said of a list after some statements.
fn show(start: &str, then: &str) -> String {
    let each = "for (number x in l) { if (x == null) { Log.say(\"null\"); } else { Log.say(\"{x}\"); } }";
    said(&format!("List<number> l = {start}; {then} {each}"))
}

#[test]
fn length_has_both_spellings() {
    assert_eq!(value("{ 1, 2, 3 }.length"), "3");
    assert_eq!(said("List<number> l = { 1, 2 }; Log.say(\"{l.lenght} {l.length}\");"), "2 2");
    assert_eq!(said("Table<number> t = { { \"a\", 1 } }; Log.say(\"{t.lenght} {t.length}\");"), "1 1");
    assert_eq!(
        said("Stack<number> s = { 1 }; Log.say(\"{s.lenght()} {s.length()} {s.lenght} {s.length}\");"),
        "1 1 1 1"
    );
}

#[test]
fn a_fractional_index_is_truncated() {
    assert_eq!(said("List<number> l = { 5, 6, 7 }; Log.say(\"{l[1.9]} {l[0.2]} {l[-0.5]}\");"), "6 5 5");
    assert_eq!(show("{ 5, 6 }", "l[1.5] = 9;"), "5 9");
}

#[test]
fn collections_are_equal_where_they_hold_equal_things() {
    let list = "{ 1, 2 } == { 1, 2 } && { 1, 2 } != { 2, 1 }";
    assert_eq!(value(list), "true");
    let statements = "List<string> a = { \"a long text\", null }; List<string> b = { \"a long \" + \"text\" }; Log.say(\"{a == b}\"); b.add(null); Log.say(\"{a == b} {a != b}\"); b = null; Log.say(\"{a == b} {b == null}\");";
    assert_eq!(said(statements), "false true false false true");
    let tables = "Table<string, List<number>> a = { { \"x\", { 1 } }, { \"y\", { 2 } } }; Table<string, List<number>> b = { { \"y\", { 2 } }, { \"x\", { 1 } } }; Log.say(\"{a == b}\"); b[\"x\"].add(3); Log.say(\"{a == b}\"); b[\"x\"] = { 1 }; b[\"z\"] = {}; Log.say(\"{a == b}\");";
    assert_eq!(said(tables), "true false false");
    let stacks = "Stack<number> a = { 1 }; Stack<number> b = { 1 }; Log.say(\"{a == b}\"); a.push(2); Log.say(\"{a == b}\");";
    assert_eq!(said(stacks), "true false");
    let inner = "List<List<number>> l = { { 1 }, { 2 }, { 1 } }; Log.say(\"{l.contains({ 2 })} {l.indexOf({ 1 })} {l.distinct().length} {l.without({ { 1 } }).length} {l.filter(x => x == { 1 }).contains({ 1 })}\"); l.remove({ 2 }); Log.say(\"{l.length} {l == { { 1 }, { 1 } }}\");";
    assert_eq!(said(inner), "true 0 2 1 true 2 true");
}

#[test]
fn objects_and_zones_in_lists_are_compared_by_identity() {
    let items = "class Box { number n; } interactable Card { } zone a of Card; zone b of Card;";
    let setup = "Box x = new Box(); Box y = new Box(); List<Box> l = { x }; Log.say(\"{l == { x }} {l == { y }}\"); List<Zone<Card>> z = { a }; Log.say(\"{z == { a }} {z == { b }} {z.contains(b)}\");";
    assert_eq!(with(items, setup), "true false true false false");
}

#[test]
fn an_index_outside_names_index_and_length() {
    let message = |n: &str| format!("fault: index {n} is outside of a list of length 3");
    assert_eq!(said("List<number> l = { 1, 2, 3 }; Log.say(\"{l[3]}\");"), message("3"));
    assert_eq!(said("List<number> l = { 1, 2, 3 }; Log.say(\"{l[-1]}\");"), message("-1"));
    assert_eq!(said("List<number> l = { 1, 2, 3 }; l[7] = 1;"), message("7"));
    assert_eq!(said("List<number> l = { 1, 2, 3 }; l.removeAt(3);"), message("3"));
    assert_eq!(
        said("List<number> l = {}; Log.say(\"{l[0]}\");"),
        "fault: index 0 is outside of a list of length 0"
    );
}

#[test]
fn append_adds_a_list_also_to_itself() {
    assert_eq!(show("{ 1 }", "l.append({ 2, 3 });"), "1 2 3");
    assert_eq!(show("{ 1, 2 }", "l.append(l);"), "1 2 1 2");
    assert_eq!(show("{}", "l.append(l);"), "");
}

#[test]
fn clear_removes_all() {
    assert_eq!(show("{ 1, 2 }", "l.clear(); Log.say(\"{l.length}\"); l.add(4);"), "0 4");
}

#[test]
fn contains_and_index_look_for_the_same_object_not_for_equal_looks() {
    let items = "class Box { number n = 1; }";
    let text = "Box a = new Box(); Box b = new Box(); List<Box> l = { a }; Log.say(\"{l.contains(a)} {l.contains(b)} {l.indexOf(b)} {l.indexOf(a)}\");";
    assert_eq!(with(items, text), "true false -1 0");
    assert_eq!(value("{ 1, 2, 2 }.indexOf(2)"), "1");
    assert_eq!(value("{ \"a\", \"b\" }.contains(\"b\")"), "true");
}

#[test]
fn remove_takes_the_first_and_moves_the_rest() {
    assert_eq!(show("{ 1, 2, 1, 3 }", "l.remove(1);"), "2 1 3");
    assert_eq!(show("{ 1 }", "l.remove(9);"), "1");
    assert_eq!(show("{ 1, 2, 3 }", "l.removeAt(1);"), "1 3");
    assert_eq!(show("{ 1, 2, 3 }", "l.removeAt(0.9);"), "2 3");
}

#[test]
fn shuffle_keeps_the_elements_and_follows_the_seed() {
    let text = "List<number> l = {}; for (number i in 1..30) { l.add(i); } l.shuffle(); Log.say(\"{l.sum()} {l.distinct().length}\"); for (number x in l) { Log.say(\"{x}\"); }";
    let once = said(text);
    assert!(once.starts_with("465 30 "), "{once}");
    assert_eq!(once, said(text));
    assert_ne!(
        once,
        said(
            "List<number> l = {}; for (number i in 1..30) { l.add(i); } Log.say(\"465 30\"); for (number x in l) { Log.say(\"{x}\"); }"
        )
    );
}

#[test]
fn copy_is_shallow() {
    let items = "class Box { number n = 1; }";
    let text = "List<Box> a = { new Box() }; List<Box> b = a.copy(); b.add(new Box()); b[0].n = 7; Log.say(\"{a.length} {a[0].n}\");";
    assert_eq!(with(items, text), "1 7");
    let table = "Table<string, number> t = { { \"a\", 1 } }; Table<string, number> u = t.copy(); u[\"b\"] = 2; Log.say(\"{t.length} {u.length}\");";
    assert_eq!(said(table), "1 2");
}

#[test]
fn null_elements_stay_in_place() {
    assert_eq!(show("{ 1, null, 3 }", ""), "1 null 3");
    assert_eq!(
        show("{ 1 }", "l.add(null); l.add(2); Log.say(\"{l.length} {l.indexOf(null)}\");"),
        "3 1 1 null 2"
    );
}

#[test]
fn initialisers_may_be_nested() {
    let text = "List<List<number>> l = { { 1, 2 }, {}, { 3 } }; Log.say(\"{l.length} {l[0].length} {l[1].length} {l[2][0]}\");";
    assert_eq!(said(text), "3 2 0 3");
}

#[test]
fn elements_added_while_a_list_is_visited_are_visited_too() {
    assert_eq!(
        said(
            "List<number> l = { 1 }; for (number x in l) { Log.say(\"{x}\"); if (x < 4) { l.add(x + 1); } }"
        ),
        "1 2 3 4"
    );
}

#[test]
fn a_table_is_initialised_in_the_long_form() {
    let text = "Table<string> names = {\n    {1, \"one\"},\n    {\"two\", \"2\"},\n    {true, \"yes\"}\n};\nLog.say(\"{names[1]} {names[\"two\"]} {names[true]} {names.length}\");";
    assert_eq!(said(text), "one 2 yes 3");
}

#[test]
fn keys_are_numbers_by_value_and_objects_by_identity() {
    let items = "class Box { }";
    let text = "Box a = new Box(); Box b = new Box(); Table<number> t = {}; t[a] = 1; t[b] = 2; t[1 + 1] = 3; t[\"2\"] = 4; Log.say(\"{t[a]} {t[b]} {t[2]} {t[\"2\"]} {t.length}\");";
    assert_eq!(with(items, text), "1 2 3 4 4");
}

#[test]
fn equal_texts_are_one_key_also_when_they_are_long() {
    let text = "Table<number> t = {}; string a = \"a rather long key that lives on the heap\"; t[a] = 1; string b = a.slice(0, to: 20) + a.slice(20); t[b] = 2; Log.say(\"{t.length} {t[a]}\");";
    assert_eq!(said(text), "1 2");
}

#[test]
fn players_are_keys_like_numbers() {
    assert_eq!(said("Table<number> t = {}; player p = 1; t[p] = 5; Log.say(\"{t[1]}\");"), "5");
}

#[test]
fn a_missing_key_gives_null_and_null_removes() {
    let text = "Table<string, number> t = { { \"a\", 1 } }; Log.say(\"{t[\"b\"] == null}\"); t[\"a\"] = null; Log.say(\"{t.length} {t[\"a\"] == null} {t.contains(\"a\")}\"); t[\"z\"] = null; Log.say(\"{t.length}\");";
    assert_eq!(said(text), "true 0 true false 0");
}

#[test]
fn a_null_key_is_a_fault() {
    assert_eq!(said("Table<number> t = {}; string k = null; t[k] = 1;"), "fault: the key `k` is null");
    assert_eq!(said("Table<number> t = {}; string k = null; number n = t[k];"), "fault: the key `k` is null");
    assert_eq!(said("string k = null; Table<number> t = { { k, 1 } };"), "fault: the key `k` is null");
}

#[test]
fn tables_are_visited_in_order_of_insertion() {
    let text = "Table<string, number> t = { { \"b\", 1 }, { \"a\", 2 }, { \"c\", 3 } }; t[\"a\"] = null; t[\"d\"] = 4; t[\"b\"] = 5; t[\"a\"] = 6; for (number v in t) { Log.say(\"{v}\"); } for (string k in t.keys()) { Log.say(k); } t.clear(); Log.say(\"{t.length}\");";
    assert_eq!(said(text), "5 3 4 6 b c d a 0");
}

#[test]
fn a_stack_has_two_ends() {
    let text = "Stack<number> s = { 1, 2 }; s.push(3); s.push_front(0); Log.say(\"{s.lenght()} {s.pop()} {s.pop_front()} {s.pop_front()} {s.pop()} {s.length}\");";
    assert_eq!(said(text), "4 3 0 1 2 0");
}

#[test]
fn pushing_null_does_nothing_and_an_empty_stack_gives_null() {
    let text = "Stack<number> s = {}; s.push(null); s.push_front(null); Log.say(\"{s.length()} {s.pop() == null} {s.pop_front() == null} {s.top() == null}\");";
    assert_eq!(said(text), "0 true true true");
}

#[test]
fn new_collections_take_initialisers() {
    let text = "List<number> l = new List<number>() { 1, 2 }; Stack<string> s = new Stack<string>() { \"a\", \"b\" }; Table<number> t = new Table<number>() { { 1, 5 } }; List<number> e = new List<number>(); Log.say(\"{l.length} {s.pop()} {t[1]} {e.length}\");";
    assert_eq!(said(text), "2 b 5 0");
}

#[test]
fn lists_of_what_functions_give() {
    assert_eq!(
        value("{ 3, 1, 2 }.sortBy(x => x).map(x => x * 10).fold(0, with: (a, b) => a * 100 + b)"),
        "102030"
    );
    assert_eq!(value("{ 1, 2, 3, 4 }.filter(x => x % 2 == 0).sum()"), "6");
    assert_eq!(value("{ 5, 7 }.zip({ 1, 2, 3 }, with: (a, b) => a + b).sum()"), "15");
    assert_eq!(value("{ { 1 }, { 2, 3 } }.flatten().length"), "3");
    assert_eq!(value("{ 1, 2, 3, 4 }.groupBy(x => x % 2).length"), "2");
    assert_eq!(value("{ 1, 2 }.concat({ 3 }).reverse().first()"), "3");
    assert_eq!(value("{ 4, 9 }.maxBy(x => -x)"), "4");
    assert_eq!(value("{ 1, 2, 3 }.take(2).last() + { 1, 2, 3 }.drop(2).first()"), "5");
    assert_eq!(value("{ 1, 2, 3 }.without({ 2 }).length"), "2");
}

const KINDS: &str = "enum Kind { Land, Creature, Artifact, Spell }
    const class Def { Set<Kind> kinds = {}; }
    const Def golem = new Def() { kinds = { Kind.Artifact, Kind.Creature } };
    interactable Card { Def def; derived Set<Kind> kinds = def.kinds; }
    modifier Rooted on Card { override Set<Kind> kinds { return base.kinds + Kind.Land; } }
    zone field of Card;";

#[test]
fn sets_are_values_that_read_as_lists() {
    for (setup, told) in [
        (
            "Set<Kind> a = { Kind.Spell, Kind.Land, Kind.Spell }; Log.say(\"{a.length} {a.first()}\");",
            "2 Land",
        ),
        (
            "Set<Kind> a = {}; var b = a + Kind.Land; b += { Kind.Spell }; Log.say(\"{a.length} {b.length}\");",
            "0 2",
        ),
        ("Set<player> p = { 1, 0 }; p -= 0; Log.say(\"{p.contains(1)} {p.contains(0)}\");", "true false"),
        ("List<Kind> l = { Kind.Spell, Kind.Land }; List<Kind> s = l.toSet(); Log.say(\"{s[0]}\");", "Land"),
        (
            "Set<Kind> a = golem.kinds; number n = 0; for (Kind k in a) { n += k.index; } Log.say(\"{n}\");",
            "3",
        ),
        (
            "Set<Kind> a = golem.kinds; Set<Kind> b = { Kind.Creature, Kind.Spell }; \
             Log.say(\"{(a & b).length} {(a | b).length} {(a - b).first()} {a <= b} {(a & b) <= b} {a == { Kind.Creature, Kind.Artifact }}\");",
            "1 3 Artifact false true true",
        ),
        (
            "Card c = new Card() { def = golem }; field.add(c); c.add(Rooted()); Log.say(\"{c.kinds.length}\");",
            "3",
        ),
        (
            "Table<Set<Kind>, number> t = {}; t[golem.kinds] = 4; Log.say(\"{t[{ Kind.Creature } | golem.kinds]}\");",
            "4",
        ),
        (
            "Table<number> t = {}; Set<Kind> a = { Kind.Land }; Set<player> b = { 0 }; t[a] = 3; t[1] = 9; \
             Log.say(\"{t[a]} {t[b] == null} {t[1]}\");",
            "3 true 9",
        ),
    ] {
        assert_eq!(crate::kit::with(KINDS, setup), told, "{setup}");
    }
}

#[test]
fn sets_are_keys_also_where_the_state_is_compacted() {
    let items = format!(
        "{KINDS} global class R {{ Table<Set<Kind>, number> counts = {{}}; \
         action churn {{ trigger PlayerChoiceEvent; effect {{ for (number i in 1..3000) {{ List<number> l = {{ i, i, i }}; }} \
         counts[golem.kinds] = (counts[golem.kinds] ?? 0) + 1; counts[{{ Kind.Spell, Kind.Land }}] = 5; }} }} \
         action say {{ trigger PlayerChoiceEvent; effect {{ Log.say(\"{{counts[golem.kinds]}} {{counts.length}}\"); }} }} }}"
    );
    let mut current = crate::kit::start(&crate::kit::program(&items, ""));
    for _ in 0..10 {
        crate::kit::play(&mut current, "churn");
    }
    crate::kit::play(&mut current, "say");
    assert_eq!(crate::kit::logged(&current), "10 2");
}

#[test]
fn what_is_no_set_says_why() {
    let many: Vec<String> = (0..54).map(|i| format!("C{i}")).collect();
    let many = format!("enum Many {{ {} }} global class M {{ Set<Many> all = {{}}; }}", many.join(", "));
    for (items, setup, told) in [
        (
            "global class B { Set<string> words = {}; }",
            "",
            "set-of: a set holds cases of an enumeration or players, and `string` is neither",
        ),
        (many.as_str(), "", "set-of: `Many` has 54 cases, and there are sets of at most 53 different ones"),
        (KINDS, "Set<Kind> a = {}; a.add(Kind.Land);", "unknown-member: `Set<Kind>` has no member `add`"),
        (KINDS, "Set<Kind> a = {}; a = a | 3;", "wrong-operand: `|` needs two sets, found `number`"),
        (KINDS, "Set<Kind> a = {}; a += 3;", "wrong-type: expected `Kind`, found `number`"),
        (
            KINDS,
            "List<number> l = {}; var s = l.toSet();",
            "set-of: a set holds cases of an enumeration or players, and `number` is neither",
        ),
    ] {
        let found = crate::kit::problems(&crate::kit::loaded(&crate::kit::program(items, setup)));
        assert!(found.contains(told), "{found}");
    }
    let told = crate::kit::fault(KINDS, "Set<Kind> a; a += Kind.Land;");
    assert!(told.message.contains("null"), "{}", told.message);
}
