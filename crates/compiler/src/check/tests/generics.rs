//! Generic classes: what their types mean, and which problems are reported in them.
//! The sources are the smallest that show each rule.

use super::{check_game, check_part, read};
use crate::typed::ClassId;
use expect_test::expect;

#[test]
fn each_choice_of_types_is_a_class_of_its_own() {
    let source = "game \"T\";
class Card { }
class Bag<T> {
    List<T> items = {};
    function void put(T x) { items.add(x); }
    function T draw() { return items.first(); }
}
class Deck<T> extends Bag<T> { override function T draw() { return base.draw(); } }
class Hand extends Bag<Card> { }
class Pair<A, B> { A first; B second; }
setup {
    players 2;
    Bag<number> n = new Bag<number>();
    Pair<string, Bag<List<Card>>> p = new Pair<string, Bag<List<Card>>>() { first = \"a\" };
    p.second = null;
    n.put(1);
    Deck<Card> d = new Deck<Card>();
    Bag<Card> b = d;
    b.put(new Card());
    Hand h = new Hand();
    h.put(b.draw());
    for (Bag<Card> all in all(Bag<Card>)) { all.put(null); }
    if (b is Deck<Card>) { b = b as Deck<Card>; }
}";
    let program = read(&[("game.tgdl", source)]);
    let problems: Vec<String> = program.problems.iter().map(|p| program.shown(p)).collect();
    assert_eq!(problems.join("\n"), "");
    let checked = program.check();
    let problems: Vec<String> = checked.problems.iter().map(|p| program.shown(p)).collect();
    assert_eq!(problems.join("\n"), "");
    let game = checked.value.expect("nothing is wrong");
    let names: Vec<&str> = game.classes[ClassId::BUILT_IN..].iter().map(|c| c.name.as_str()).collect();
    assert_eq!(
        names.join(" "),
        "T Bag<T> T Bag<T> Deck<T> A B Pair<A, B> Card Bag<Card> Hand Bag<number> Bag<List<Card>> \
         Pair<string, Bag<List<Card>>> Deck<Card>"
    );
}

#[test]
fn nothing_is_known_of_a_type_parameter() {
    check_part(
        "
class Card { number rank; }
class Bag<T> {
    T top;
    function number worth() { return top.rank; }
    function void drop() { remove top; }
    function T make() { return new T(); }
    function number many() { return all(T).length; }
    function bool same(T x) { return x == top || x == null; }
    function bool small(T x) { return x < top; }
}
function f(Bag<Card> a, Bag<number> b) { a.top = b.top; }
",
        expect![[r#"
        4:42 error[unknown-member]: `T` has no member `rank`
        5:35 error[cannot-remove]: `remove` ends an object, not a `T`
        6:36 error[cannot-make]: `T` may stand for any type, so nothing can be made of it; hint: take what is made as a parameter
        7:41 error[not-a-class]: `all` lists the objects of a class; hint: `T` may stand for any type, also for one that has no objects
        9:39 error[wrong-operand]: `<` needs numbers, players, strings or cases, found `T`
        11:50 error[wrong-type]: expected `Card`, found `number`; what is assigned to is a `Card`"#]],
    );
}

#[test]
fn a_bound_says_what_a_type_parameter_has() {
    check_part(
        "
class Card { number rank; }
class Ace extends Card { }
class Row<T extends Card> {
    List<T> cards = {};
    function number worth() { return cards.map(c => c.rank).sum(); }
}
function f(Row<Ace> a, Row<number> b) { number n = a.worth(); n = b.worth(); }
",
        expect![[r#"
        7:24 error[type-bound]: `number` cannot stand for `T`, which extends `Card`; 3:11 that is said here
        7:48 warning[unused-variable]: nothing reads `n`"#]],
    );
}

#[test]
fn a_bound_can_be_any_piece() {
    check_part(
        "
interactable Card { number rank; }
class Town { }
zone shown of Card; zone hand of Card per player; zone towns of Town;
class Row<T extends interactable> {
    Zone<T> shownZone; Zones<T> hands;
    (T) => number price = c => c.owner == null ? 1 : 2;
    function number f(T x, Zone<T> z, player p) {
        z.add(x); hands(p).add(x); hands.of(p).draw(1, to: z); z.deal(1, to: hands);
        if (x.place == shownZone && x.tile == null) { x.lift(); x.assign(player: p); remove x; }
        return price(x) + x.rank;
    }
    function void g() { hands().shuffle(); hands(1, 2).shuffle(); hands[0] = null; Zones<number> n; Zones m; }
}
class Bag<T> { Zones<T> z; }
function void h(Row<Card> a, Row<Town> b, Row<number> c) { a.shownZone = hand; a.hands = shown; a.hands = hand; }
",
        expect![[r#"
            3:65 error[zone-of]: a zone holds interactables, and `Town` is none; hint: declare it as `interactable Town { ... }`
            10:29 error[unknown-member]: `T` has no member `rank`; hint: there is `tile`, `edge`, `corner`, `place`, `reveal`, `putOn`, `lift`, `owner`, `owners`, `assign` and `unassign`
            12:25 error[missing-argument]: `the zones` needs the argument `p`
            12:53 error[too-many-arguments]: `the zones` takes one argument, found 2
            12:67 error[no-index]: `Zones<T>` has no elements to take by index; hint: name the player: `hand(p)[0]`
            12:84 error[zone-of]: a zone holds interactables, and `number` is none; hint: declare it as `interactable number { ... }`
            12:101 error[unknown-type]: `Zones` needs the type of its elements; hint: write it like `Zones<number>`
            14:16 error[zone-of]: a zone holds interactables, and `T` is none; hint: let it stand for interactables only: `<T extends interactable>`
            15:30 error[type-bound]: `Town` cannot stand for `T`, which extends `Interactable`; 4:11 that is said here
            15:43 error[type-bound]: `number` cannot stand for `T`, which extends `Interactable`; 4:11 that is said here
            15:74 error[wrong-type]: expected `Zone<Card>`, found `Zones<Card>`; what is assigned to is a `Zone<Card>`; hint: each player has such a zone: `hand(p)` is that of one, `hand(actor)` that of whoever acts
            15:90 error[wrong-type]: expected `Zones<Card>`, found `Zone<Card>`; what is assigned to is a `Zones<Card>`"#]],
    );
}

#[test]
fn types_that_do_not_go_with_a_class_are_reported() {
    check_part(
        "
class Card { }
class Pair<A, B> { A first; B second; }
function f(Pair a, Pair<Card> b, Card<number> c, Pear<Card, Card> d, Pair<Crad, Card> e) { }
class Hand extends Pair { }
class Fist extends Card<Card> { }
class Palm extends List<Card> { }
class Thumb extends Pair<Card> { }
function g() { Pair.first = 1; List<Pair> l = all(Pair); bool b = 1 is Pair<Card, Card>; }
function h() { number n = max(1, Pair<Card, Card>); }
",
        expect![[r#"
        3:12 error[type-arguments]: `Pair` needs 2 types; write it like `Pair<A, B>`
        3:20 error[type-arguments]: `Pair` takes 2 types, found 1
        3:34 error[type-arguments]: `Card` is a class and takes no types
        3:50 error[unknown-type]: no type is called `Pear`
        3:75 error[unknown-type]: no type is called `Crad`; did you mean `Card`?
        4:20 error[type-arguments]: `Pair` needs 2 types; write it like `Pair<A, B>`
        5:20 error[type-arguments]: `Card` is a class and takes no types
        6:20 error[not-a-class]: expected a class, but `List` is a collection
        7:21 error[type-arguments]: `Pair` takes 2 types, found 1
        8:16 error[type-arguments]: `Pair` needs 2 types; write it like `Pair<A, B>`
        8:37 error[type-arguments]: `Pair` needs 2 types; write it like `Pair<A, B>`
        8:43 warning[unused-variable]: nothing reads `l`
        8:51 error[not-a-class]: `all` lists the objects of a class; hint: write the types too: `Pair<...>`
        8:63 warning[unused-variable]: nothing reads `b`
        8:67 error[never-fits]: a `number` is never a `Pair<Card, Card>`
        9:23 warning[unused-variable]: nothing reads `n`
        9:34 error[not-a-value]: `Pair<Card, Card>` is a type, and a value is needed here; hint: only `all(...)` takes a type"#]],
    );
}

#[test]
fn classes_that_need_ever_more_classes_are_refused() {
    check_part(
        "
class A<T> { A<List<T>> more; }
class B<T> extends B<Stack<T>> { }
class C<T> { D<T> d; }
class D<T> { C<T> c; }
class E<T> extends E<T> { }
class F<T extends T> { }
",
        expect![[r#"
        1:14 error[endless-generic]: `A` needs ever more classes made of itself; hint: let it use itself with the same types, and nothing around them
        5:20 error[class-circle]: these classes extend each other: E<T> -> E<T>
        6:9 error[class-circle]: these classes extend each other: T -> T"#]],
    );
}

#[test]
fn only_plain_classes_are_generic() {
    check_game(
        "
interactable Box<T> { T x; }
event Said<T> { T x; }
global class Rules<T> { T x; }
class Pair<A, A> { A first; }
class Card { }
class Bag<Card, number> { Card first; }
class Own<T> { number T; function void f(number T) { } }
",
        expect![[r#"
            2:14 error[generic-kind]: `Box` has type parameters, which an interactable cannot have; hint: keep what it holds in an attribute of a generic class
            3:7 error[generic-kind]: `Said` has type parameters, which an event cannot have; hint: keep what it holds in an attribute of a generic class
            4:14 error[generic-kind]: `Rules` has type parameters, which a global class cannot have; hint: keep what it holds in an attribute of a generic class
            5:15 error[name-taken]: the name `A` is taken already, by a type parameter; take another name; 5:12 it is declared here
            7:11 error[name-taken]: the name `Card` is taken already, by a class; take another name; 6:7 it is declared here
            7:17 error[reserved-word]: `number` has a fixed meaning and cannot be the name of something else; hint: take another name, for example `myNumber`
            8:49 error[name-taken]: the name `T` is taken already, by an attribute of the class; take another name; 8:23 it is declared here"#]],
    );
}

#[test]
fn what_is_wrong_in_a_generic_class_is_reported_once() {
    check_part(
        "
class Bag<T> {
    T top;
    function number worth() { return tpo; }
    function string text() { return \"{top}\"; }
}
function f(Bag<number> a, Bag<string> b, Bag<List<number>> c) { string t = \"{a.text()}{b.text()}{c.text()}\"; t += \"\"; }
",
        expect![[r#"
            3:38 error[unknown-name]: nothing is called `tpo` here; did you mean `top`?
            4:39 error[not-printable]: a `List<number>` cannot be shown in a text; hint: join its elements: `list.map(e => "{e}").join(", ")`; hint: it is wrong in `Bag<List<number>>`"#]],
    );
}

#[test]
fn modifiers_are_for_one_choice_of_types() {
    check_part(
        "
class Card { }
class Bag<T> { List<T> items = {}; number room = 3; function bool full() { return items.length >= room; } }
class Sack extends Bag<Card> { }
modifier Wide on Bag<Card> {
    override number room { return base.room + items.length; }
    override function bool full() { return base.full() && items.first().rank == 3; }
}
modifier Any on Bag;
modifier Many on List<Card>;
function f(Bag<Card> a, Bag<number> b, Sack c) { a.add(Wide); c.add(Wide); b.add(Wide); }
",
        expect![[r#"
            6:73 error[unknown-member]: `Card` has no member `rank`; hint: there is `owner`, `owners`, `assign` and `unassign`
            8:17 error[type-arguments]: `Bag` needs one type; write it like `Bag<T>`
            9:18 error[modifier-on]: `List<Card>` takes no modifiers; hint: they are for classes and interactables of the game: `modifier Flying on Creature { ... }`
            10:78 error[no-modifiers-for]: no modifier is for `Bag<number>`; hint: `modifier Name on Bag<number> { ... }` declares one"#]],
    );
}
