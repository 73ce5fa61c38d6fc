//! Files and items, boards, zones, dice.

use crate::check;

#[test]
fn game_stands_first_and_once() {
    check(
        r#"game "A";
import "b";"#,
        &[],
    );
    check(
        r#"import "b";
game "A";"#,
        &["2:1 game-not-first: `game` must be the first thing in its file"],
    );
    check(
        r#"game "A";
game "B";"#,
        &["2:1 game-not-first: `game` stands here a second time"],
    );
    check("game A;", &["1:6 missing-text: expected the name of the game in double quotes, found `A`"]);
    check(
        r#"class A { }
game "X""#,
        &[
            "2:1 game-not-first: `game` must be the first thing in its file",
            "2:9 expected-token: expected `;` after this statement",
        ],
    );
}

#[test]
fn imports_stand_before_items() {
    check(
        r#"import "a";
import "b" as c;
class A { }"#,
        &[],
    );
    check(
        r#"class A { }
import "b";"#,
        &["2:1 import-not-first: `import` must stand before everything but `game`"],
    );
    check(
        "import b;
class A { }",
        &["1:8 missing-text: expected the path of a file in double quotes, found `b`"],
    );
    check(
        r#"import "b" as class;"#,
        &["1:15 reserved-word: `class` is a word of the language and cannot be a name for the file"],
    );
}

#[test]
fn classes_have_a_visibility_and_a_parent() {
    check(
        "local class A { }
group abstract class B extends A { }
abstract global interactable C { }
event D extends E { }",
        &[],
    );
    check(
        "local global class A { }
abstract abstract class B { }
global A { }
class C : D { }
class E extends F, G { }",
        &[
            "1:7 repeated-part: the visibility stands here a second time",
            "2:10 repeated-part: `abstract` stands here a second time",
            "3:8 expected-token: expected `class`, `interactable` or `event`, found `A`",
            "4:9 unexpected-token: the parent of a class follows `extends`, found `:`",
            "5:18 unexpected-token: a class has one parent, found a second",
        ],
    );
}

#[test]
fn a_derived_attribute_has_a_type_and_a_formula() {
    check(
        "class A {
    derived number power = bare + plus;
    secret derived List<Card> seen = { };
    open derived (number) => bool test = x => x > 2;
}",
        &[],
    );
    check(
        "class A {
    derived number power;
    derived power = 3 + 4;
    open number power = 3;
}",
        &[
            "2:25 expected-token: expected `=` and the formula of the derived attribute, found `;`",
            "4:5 unexpected-token: an attribute is open unless it is `secret`",
        ],
    );
}

#[test]
fn a_class_holds_attributes_functions_and_actions() {
    check(
        "class A {
    attribute a { returns number; value 3; }
    attribute b { returns (A) => B; }
    number c = 3;
    secret List<Card> d;
    secret (A) => B e;
    function f { returns; effect { } }
    action g { effect { } }
}",
        &[],
    );
    check(
        "class A {
    a = 3;
    funtion f() { }
    number g(number a) { return a; }
    require { return true; }
    effect { }
    attribute b { value 3; }
    number c;
}",
        &[
            "2:5 expected-type: the attribute `a` has no type",
            "3:5 expected-token: expected `function` before a function, found `funtion`",
            "4:5 expected-token: expected `function` before a function, found `number`",
            "5:5 unexpected-token: a requirement stands in an action, or around several",
            "6:5 misplaced-effect: an `effect` belongs to an action or an event",
            "7:15 expected-type: the attribute `b` has no type",
        ],
    );
}

#[test]
fn functions_have_a_long_and_a_short_form() {
    check(
        r#"function f { function input number a = 3; function input player b; returns number; effect { return a; } }
function number g(number a, string b = "x") { return a; }
function h() { }
function void i() { }
abstract function List<Tile> j();
function (number) => bool k() { return l; }"#,
        &[],
    );
    check(
        "function number f();
function g { returns number; }
function h(a, b) { }
abstract function i() { }
function (number a) { }
function number j { return 1; }",
        &[
            "1:17 function-without-body: the function `f` has no body",
            "2:10 function-without-body: the function `g` has no body",
            "3:12 expected-type: the parameter `a` has no type",
            "3:15 expected-type: the parameter `b` has no type",
            "4:19 abstract-with-body: an abstract function has no body",
            "5:10 missing-name: expected a name for the function, found `(`",
            "6:19 expected-token: expected `(` before the parameters, found `{`",
        ],
    );
}

#[test]
fn actions_hold_inputs_and_blocks() {
    check(
        r#"class A { action a {
 optional player (p + 1) input Card c "Which?" from hand count 2 { return true; }
 player input Card d;
 auto input List<Card> e count any { filter x { return true; } filter { return x; } }
 function input number f = 3;
 require { return true; } trigger X; trigger Y { return event.a; } prio 3; effect { } ensure { return true; }
} }"#,
        &[],
    );
    check(
        "class A { action a {
 auto player input Card c;
 input Card d = 3;
 input Card;
 effect { } effect { }
 prio 1; prio 2;
 input Card e { filter a { } return true; }
 optional Card f;
 returns number;
} }",
        &[
            "2:7 repeated-part: an input is filled in one way only",
            "3:15 default-without-function: only an input given by the caller has a default",
            "4:12 missing-name: expected a name for the input, found `;`",
            "5:13 repeated-part: `effect` stands here a second time",
            "6:10 repeated-part: `prio` stands here a second time",
            "7:30 unexpected-token: only filters stand beside a `filter`, found `return`",
            "8:11 expected-token: expected `input`, found `Card`",
            "9:2 unexpected-token: an action holds inputs, `require`, `trigger`, `prio`, `effect`, `ensure` and `says`, found `returns`",
        ],
    );
}

#[test]
fn conditions_that_are_broken_are_told() {
    check(
        "class A {
 require x { number n; action a { } }
 require x action b { }
 action c { require; ensure x }
 action d { input Card e where; effect { f = choose Card where else \"x\"; } }
 require { return x; }
}",
        &[
            "2:14 unexpected-token: a requirement of several actions holds these actions, found `number`",
            "3:12 expected-token: expected `{` before the actions that it is for, found `action`",
            "4:20 expected-expression: expected an expression, found `;`",
            "4:30 expected-token: expected `;` after this statement",
            "5:31 expected-expression: expected an expression, found `;`",
            "5:64 expected-expression: expected an expression, found `else`",
            "6:2 unexpected-token: a requirement stands in an action, or around several",
        ],
    );
}

#[test]
fn enumerations_have_attributes_and_cases() {
    check(
        r#"enum Suit { Cups, Coins }
enum Rank { number points; List<string> names; Four(0, { "four" }), Ace(11), }
enum None { }"#,
        &[],
    );
    check(
        "enum Suit { Cups Coins, Swords, 3 }
enum { A }",
        &[
            "1:17 expected-token: expected `,` between two cases",
            "1:33 missing-name: expected a name for the case, found the number `3`",
            "2:6 missing-name: expected a name for the enumeration, found `{`",
        ],
    );
}

#[test]
fn boards_have_a_shape_tiles_and_a_capacity() {
    check(
        r#"board A { shape square(8, 8); tile T; capacity unlimited; }
board B { shape layout { "..x", "..." } }
board C { shape graph { Rome(income = 3); Milan; Rome - Milan 3; Milan > Rome; } }
board D { shape graph { Rome; Milan; Rome - Milan 3 (toll = 2, hard: true); Milan > Rome (toll: 1);
    Rome - Milan (1 + 2); Rome - Milan (1 + 2) * 2 (toll: 1); Rome - Milan; }; edge Road; tile City; }
board E { shape graph { Rome; Milan; Turin; Rome - Milan - Turin > Rome; Rome - Milan (toll: 2) - Turin 3; } }"#,
        &[],
    );
    check(
        "board A { shape square; }
board B { shape layout { 3 } }
board C { size 3; shape square(1); shape hex(2); }
board D { shape graph { Rome - ; Milan 3; } }
board E { shape graph { Rome - Milan - ; Rome > Milan > 3; } }",
        &[
            "1:23 expected-token: expected `(` after the name of the shape, found `;`",
            "2:26 missing-text: expected a row of the layout in double quotes, found the number `3`",
            "3:11 unexpected-token: a board holds `shape`, `tile`, `edge`, `corner`, `capacity` and `visible`, found `size`",
            "3:36 repeated-part: `shape` stands here a second time",
            "4:32 missing-name: expected the name of a tile, found `;`",
            "4:40 expected-token: expected `;` after this statement, found the number `3`",
            "5:40 missing-name: expected the name of a tile, found `;`",
            "5:57 missing-name: expected the name of a tile, found the number `3`",
        ],
    );
}

#[test]
fn zones_and_decks_say_what_lies_in_them() {
    check(
        "deck stock of Card;
zone hand of Card per player { visible owner; ordered; }
zone a of B per player;
deck stack[rows - 1] of Card;
zone pile[lib.Colour] of Card per player { visible owner; }",
        &[],
    );
    check(
        "zone hand;
zone hand of Card per seat;
zone hand of Card { visible me; hidden; }
zone row[] of Card;
zone row[3 of Card;
deck stock of Card",
        &[
            "1:10 expected-token: expected `of` and a class after the name, found `;`",
            "2:23 expected-token: expected `player` after `per`, found `seat`",
            "3:29 unexpected-token: expected `all`, `owner` or `none`, found `me`",
            "3:33 unexpected-token: a zone holds `visible` and `ordered`, found `hidden`",
            "4:10 expected-expression: expected an expression, found `]`",
            "5:12 expected-token: expected `]` after how many zones there are, found `of`",
            "6:19 expected-token: expected `;` after this statement",
        ],
    );
}

#[test]
fn turns_have_a_default_and_phases() {
    check(
        "turn Main {
    default
    {
        return turn.active() + 1;
    }
}
turn B { phase Draw; phase Play { default { return 0; } } default { return 1; } }
dice D { faces 1, 2, 3; }",
        &[],
    );
    check(
        "turn { default { } }
turn A { phase; default { } default { } }
dice D { 1, 2 }",
        &[
            "1:6 missing-name: expected a name for the turn, found `{`",
            "2:15 missing-name: expected a name for the phase, found `;`",
            "2:29 repeated-part: `default` stands here a second time",
            "3:10 unexpected-token: a dice holds `faces` and `visible`, found the number `1`",
        ],
    );
}

#[test]
fn players_of_a_phase_may_choose_at_the_same_time() {
    check(
        "turn A { phase B { simultaneous player.all(); then { turn.pass(); } } }
turn C { phase D { simultaneous a ? b : c open; default { return 0; } } }",
        &[],
    );
    check(
        "turn A { phase B { simultaneous a; simultaneous b; then { } then { } } }
turn C { phase D { simultaneos player.all(); } }
turn E { phase F { simultaneous player.all() closed; } }",
        &[
            "1:36 repeated-part: `simultaneous` stands here a second time",
            "1:61 repeated-part: `then` stands here a second time",
            "2:20 unexpected-token: a phase holds `default`, `simultaneous` and `then`, found `simultaneos`",
            "3:46 expected-token: expected `;` after this statement, found `closed`",
        ],
    );
}

#[test]
fn an_unknown_item_says_what_was_meant() {
    check(
        "clas A { }
board B { }",
        &[
            "1:1 unexpected-token: expected a class, a function, a board, a zone, a turn, `setup` or a test, found `clas`",
        ],
    );
    check(
        "number a = 3;
foo();
class A { }",
        &[
            "1:1 unexpected-token: a variable cannot stand outside of blocks",
            "2:1 unexpected-token: expected a class, a function, a board, a zone, a turn, `setup` or a test, found `foo`",
        ],
    );
    check(
        "action a { }
class B { }",
        &["1:1 unexpected-token: `action` belongs into a class"],
    );
    check(
        "players 2;
Zone<Card> row;
class B { }",
        &[
            "1:1 unexpected-token: `players` stands in a block",
            "2:1 unexpected-token: a zone is declared with `zone`, its name and what it holds",
        ],
    );
    check(
        r#""text" { }"#,
        &[
            "1:1 unexpected-token: expected a class, a function, a board, a zone, a turn, `setup` or a test, found a string",
        ],
    );
    check(
        "override class A { }",
        &[
            "1:10 unexpected-token: expected a class, a function, a board, a zone, a turn, `setup` or a test, found `class`",
        ],
    );
}

#[test]
fn reading_goes_on_after_a_broken_item() {
    check(
        "class { number a; }
class B { number c }
function { }
board D { shape 3; }
setup { a = ; }
test { }
enum E { A }
enum 3",
        &[
            "1:7 missing-name: expected a name for the class, found `{`",
            "2:19 expected-token: expected `;` after this statement",
            "3:10 missing-name: expected a name for the function, found `{`",
            "4:17 missing-name: expected a shape such as `square`, found the number `3`",
            "5:13 expected-expression: expected an expression, found `;`",
            "6:6 missing-text: expected the name of the test in double quotes, found `{`",
            "8:6 missing-name: expected a name for the enumeration, found the number `3`",
        ],
    );
}

#[test]
fn options_have_a_value_and_may_have_bounds_and_a_prompt() {
    check(
        r#"game "G";
option number size = 11 in 3..19 "Board size";
option bool swap = true;
option Kind kind = Kind.Small "Which kind?";
option string start = "a1" in { "a1", "b2" };
param number handSize = 5;
test "small" { option size = 3; option kind = Kind.Large; }"#,
        &[],
    );
    check(
        r#"option number size;
option size = 3;
option number = 3 in 1..2;
option number n = 3 in 1..2 size;
class A { }"#,
        &[
            "1:19 expected-token: an option has a value from the start",
            "2:13 missing-name: expected a name for the option, found `=`",
            "3:15 missing-name: expected a name for the option, found `=`",
            "4:29 expected-token: expected `;` after this statement, found `size`",
        ],
    );
    check(
        r#"test "t" { param size = 3; }"#,
        &["1:12 unexpected-token: a test chooses parameters as it does options"],
    );
}

#[test]
fn a_generic_class_names_its_types() {
    check(
        "class Bag<T> { List<T> items; }
class Pair<A, B extends Card> extends Bag<A> { A first; B second; }
class Hand extends Pair<lib.Bag<Card>, Card> { }",
        &[],
    );
    check(
        "class A<T { T x; }
class B<T extends Bag<T> { T x; }
class C<T extends D extends E<T { T x; }
class F<> { }
class G<List<T>> { T x; }
class H extends Bag<T { T x; }
class I { T x; }",
        &[
            "1:11 expected-token: expected `>` after the type parameters, found `{`",
            "2:26 expected-token: expected `>` after the type parameters, found `{`",
            "3:21 expected-token: expected `>` after the type parameters, found `extends`",
            "3:33 expected-token: expected `>` after the types, found `{`",
            "4:9 missing-name: expected a name for the type parameter, found `>`",
            "5:13 expected-token: expected `>` after the type parameters, found `<`",
            "6:23 expected-token: expected `>` after the types, found `{`",
        ],
    );
}
