//! Constants: which values they may have, and in which order they are worked out.

use crate::kit::{loaded, problems, program, start, with};

fn wrong(items: &str) -> String {
    let setup = "Log.say(\"{a} {b}\");";
    problems(&loaded(&program(items, setup)))
}

#[test]
fn a_constant_follows_from_those_behind_it() {
    let items = "const number a = b * 2; const number b = c + 1; const number c = 3; const bool d = a > b; const string e = d ? \"x\" : \"y\";";
    assert_eq!(with(items, "Log.say(\"{a} {b} {c} {d} {e}\");"), "8 4 3 true x");
}

#[test]
fn a_long_chain_of_constants_is_worked_out() {
    let chain: String = (1..5_000).map(|i| format!("const number c{i} = c{} + 1;\n", i + 1)).collect();
    let items = format!("{chain}const number c5000 = 0;");
    assert_eq!(with(&items, "Log.say(\"{c1}\");"), "4999");
}

#[test]
fn a_constant_that_follows_from_itself_is_named_with_all_in_the_circle() {
    assert_eq!(
        wrong("const number a = c + 1; const number b = a; const number c = b; const number d = a;"),
        "2:14 const-circle: these constants are worked out from each other: `a`, `c`, `b`"
    );
    assert_eq!(
        wrong("const number a = a; const number b = 1;"),
        "2:14 const-circle: these constants are worked out from each other: `a`"
    );
}

#[test]
fn a_constant_is_of_its_type_and_known_before_the_game() {
    assert_eq!(
        wrong(
            "class C { } function number f() { return 1; } const number a = f(); const bool b = 3; const C _c = null; const number _n = null; const number _m = turn; const List<number> _l = { 1 };"
        ),
        "2:84 wrong-type: expected `bool`, found `number`
2:93 const-type: a constant cannot be a `C`
2:124 wrong-type: expected `number`, found `null`
2:148 not-a-value: `turn` is not a value by itself"
    );
}

#[test]
fn no_variable_bears_the_name_of_a_constant_and_nothing_changes_it() {
    assert_eq!(
        wrong(
            "const number a = 1; const number b = 2; const number c = 3; function f() { number a = 3; b += a; }"
        ),
        "2:83 name-taken: the name `a` is taken already, by a constant
2:90 constant-changed: a constant never changes"
    );
}

#[test]
fn an_option_names_no_constant_that_follows_from_one() {
    assert_eq!(
        wrong(
            "option number a = b in 1..9; option number o = 2 in 1..3; const number b = o + k; const number k = 1; option number p = k in 1..3;"
        ),
        "2:76 not-constant: the values of options are known before anything else"
    );
}

#[test]
fn an_option_of_a_class_is_told_before_classes_are_known() {
    let told = problems(&loaded(&program("option Moved seen = 1;", "players 2;")));
    assert!(told.contains("an option cannot be a `Moved`"), "{told}");
}

/// Kinds of cards, as constants.
const DEFS: &str = "enum Kind { Beast, Spell }
const class Cost { number gold = 0; number wood = 0; function number value() { return gold + wood; } }
const class Def { string title; Cost cost = new Cost() { gold = 1 }; List<Kind> kinds = {}; number power = 0; (number) => number grows = x => x + 1; function bool isCheap() { return cost.value() < 3; } }
const class Beast extends Def { override function bool isCheap() { return false; } }
function string joined(List<Def> all) { return all.map(d => d.title).fold(\"\", (a, b) => a + b + \",\"); }
function Cost gold(number n) { return new Cost() { gold = n }; }
const Def griffin = new Def() { title = \"Griffin of the north\", cost = gold(4), kinds = { Kind.Beast }, power = 2 };
const Def bolt = new Def() { title = \"Bolt\", kinds = { Kind.Spell }, grows = x => x * 3 };
const Beast bear = new Beast() { title = \"Bear\", power = griffin.power };
";

fn defs(items: &str, setup: &str) -> String {
    with(&format!("{DEFS}{items}"), setup)
}

#[test]
fn a_constant_may_be_an_object_a_list_or_a_table() {
    let items = "const List<Def> deck = { griffin, bolt, bolt };
        const Table<string, List<number>> prices = { { \"wood\", { 1, 2 } }, { \"gold\", (1..5).filter(x => x > 3) } };
        const List<string> titles = deck.map(d => d.title);
        const number total = prices[\"gold\"].sum() + deck.length;
        const Table<number, string> many = names(); function Table<number, string> names() { Table<number, string> all = {}; for (number i in 1..100) { all[i * 7] = \"number {i} of many\"; } return all; }";
    let setup = "Log.say(\"{titles[0]} {total} {deck[0].power} {total} {many[350]} {many[351] == null} {many.length} {griffin.grows(3)} {bolt.grows(3)}\");
        Log.say(\"{deck[1] == bolt} {deck[0] == bolt} {griffin.isCheap()} {bolt.isCheap()} {bear.isCheap()} {bear.kinds.length} {bear is Beast} {griffin is Beast}\");";
    assert_eq!(
        defs(items, setup),
        "Griffin of the north 12 2 12 number 50 of many true 100 4 9 true false false true false 0 true false"
    );
}

#[test]
fn all_that_is_declared_of_a_class_is_there_in_order() {
    let setup = "Log.say(\"{joined(all(Def))} {all(Beast).length} {all(Def).indexOf(bear)}\");";
    assert_eq!(defs("const Def again = bolt;", setup), "Griffin of the north,Bolt,Bear, 1 2");
}

#[test]
fn an_object_of_a_constant_class_may_be_made_in_a_match() {
    let setup = "Def token = new Def() { title = \"Token\", power = griffin.power - 1 }; Log.say(\"{token.title} {token.power} {token == griffin} {all(Def).contains(token)}\");";
    assert_eq!(defs("", setup), "Token 1 false false");
}

#[test]
fn a_list_of_a_constant_is_not_changed_by_another_name() {
    for change in [
        "l.add(bolt);",
        "l[0] = bolt;",
        "l.clear();",
        "l.remove(bolt);",
        "l.shuffle();",
        "l.append(l);",
        "l.insert(0, bolt);",
        "l.removeAt(0);",
    ] {
        let items = "const List<Def> deck = { griffin, bolt };";
        let told = defs(items, &format!("List<Def> l = deck; {change}"));
        assert!(told.contains("a list of a constant is changed"), "{change}: {told}");
    }
}

fn refused(items: &str) -> String {
    problems(&loaded(&program(items, "")))
}

#[test]
fn what_a_constant_class_cannot_have_is_named() {
    assert_eq!(
        refused(
            "const class D { number n; secret number s; derived number e = n; player p; action a { trigger PlayerChoiceEvent { return true; } effect { } } after Moved { } }
const D d = new D() { n = 1 };
function bad() { d.n = 2; remove d; d.assign(0); D e = new D() { n = 2 }; e.n += 1; }"
        ),
        "2:41 const-member: objects of a constant class never change, so it has no secret attributes
2:59 const-member: objects of a constant class never change, so it has no derived attributes
2:66 const-type: an attribute of a constant class cannot be a `player`
2:83 const-member: objects of a constant class never change, so it has no actions
2:143 const-member: objects of a constant class never change, so it has no `after` blocks
4:18 constant-changed: a constant never changes
4:34 cannot-remove: `remove` ends an object, not a `D`
4:39 unknown-member: `D` has no member `assign`
4:75 constant-changed: a constant never changes"
    );
}

#[test]
fn a_constant_follows_neither_from_itself_nor_from_a_match() {
    let told = refused(
        "const List<number> a = twice(); function List<number> twice() { return other(); } function List<number> other() { return b.map(x => x + 1); } const List<number> b = a;
const number n = count(); function number count() { return player.all().length; }
const class D { (number) => number f; List<number> l = c; } const D d = new D() { f = x => d.f(x) + player.all().length };
const List<number> c = d.l;",
    );
    assert_eq!(
        told,
        "2:20 const-circle: these constants are worked out from each other: `a`, `b`
3:60 const-reads: the constant `n` is worked out before any match begins, and `all` belongs to one
4:69 const-circle: these constants are worked out from each other: `d`, `c`"
    );
}

#[test]
fn what_goes_wrong_in_a_constant_is_an_error_there() {
    let told = |items: &str| problems(&loaded(&program(items, "Log.say(\"{n}\");")));
    assert_eq!(
        told(
            "const List<number> l = { 1, 2 }; const number n = last(l); function number last(List<number> of) { return of[of.length]; }"
        ),
        "2:107 constant-fault: index 2 is outside of a list of length 2"
    );
    assert_eq!(
        told("const number n = f(1); function number f(number x) { while (x > 0) { x += 1; } return x; }"),
        "2:54 constant-fault: the rules take too many steps without asking anybody"
    );
}

#[test]
fn a_match_does_not_grow_with_the_constants_that_it_names() {
    let words = |n: usize| {
        let many: String =
            (0..n).map(|i| format!("const Def d{i} = new Def() {{ title = \"{i}\" }};\n")).collect();
        let items = format!("{DEFS}{many}const List<Def> deck = all(Def); interactable Card {{ Def def; }}");
        let current = start(&program(&items, "new Card() { def = deck[1] }; Log.say(\"{deck.length}\");"));
        assert_eq!(crate::kit::logged(&current), (n + 3).to_string());
        engine::dump::size(&current)
    };
    assert_eq!(words(100), words(900));
}

#[test]
fn what_goes_wrong_in_the_library_is_told_where_the_author_calls_it() {
    let items = "import \"std/mana\";\nconst Cost price = cost(\"2?!\");";
    let text = format!("game \"A\";\n{items}\nsetup {{ players 2; score 0 price.bill().length; }}");
    let told = problems(&loaded(&text));
    assert_eq!(told, "3:20 constant-fault: character 2 of `2?!`: there is no symbol `?`");
}
