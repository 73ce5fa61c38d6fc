//! Types: what fits what.
//! The sources are the smallest that show each rule.

use super::{check_body, check_part};
use expect_test::expect;

#[test]
fn numbers_become_players_where_they_are_needed() {
    check_part(
        "class Role { player boss; function f(player p) { boss = 3; f(p + 1); f(turn.active() + 1); number n = boss; n = turn.active(); p = turn.active(); boss += n; } }",
        expect![""],
    );
}

#[test]
fn a_player_is_counted_up_in_place() {
    check_part(
        "
function player next(player p) { p += 1; p -= 2; return p; }
class Role { player boss; function Role me() { return this; } function f() { me().boss += 1; } }
",
        expect![[
            r#"2:78 error[not-assignable]: this player cannot be changed in place; hint: write `x = x + 1`"#
        ]],
    );
}

#[test]
fn numbers_do_not_become_text_by_themselves() {
    check_body(
        r#"string s = 3; s = 3 as string; number n = "3"; n = "3" as number ?? 0; s = "{n}";"#,
        expect![[r#"
            1:23 warning[unused-variable]: nothing reads `s`
            1:27 error[wrong-type]: expected `string`, found `number`; the variable `s` is a `string`; hint: write it into a text: `"{value}"`
            1:58 error[wrong-type]: expected `number`, found `string`; the variable `n` is a `number`; hint: write `3`"#]],
    );
}

#[test]
fn a_condition_is_a_bool() {
    check_body(
        r#"if (1) { } while ("x") { } bool b = !3; b = b ? 1 : 2;"#,
        expect![[r#"
        1:20 error[wrong-type]: expected `bool`, found `number`; the condition of `if` is a `bool`; hint: compare it: `... != 0`
        1:34 error[wrong-type]: expected `bool`, found `string`; the condition of `while` is a `bool`
        1:53 error[wrong-type]: expected `bool`, found `number`; what `!` turns round is a `bool`; hint: compare it: `... != 0`
        1:60 error[wrong-type]: expected `bool`, found `number`; what is assigned to is a `bool`; hint: compare it: `... != 0`"#]],
    );
}

#[test]
fn alternatives_have_a_common_type() {
    check_body(
        r#"var a = true ? 1 : "x"; number b = true ? 1 : null; a = b;"#,
        expect![[
            r#"1:35 error[wrong-type]: the two alternatives have no common type: `number` and `string`; hint: written into texts both are strings: `"{value}"`"#
        ]],
    );
}

#[test]
fn elements_have_a_common_type() {
    check_body(
        r#"var a = { 1, "x" }; var b = { 1, player.active() }; player p = b[0]; a = p; var c = {}; c = a;"#,
        expect![[r#"
        1:29 error[wrong-type]: the elements of a list have one type, found `string` after `number`
        1:100 error[cannot-infer]: nothing says what is in this empty list; hint: write `new List<number>()`, or give the variable a type"#]],
    );
}

#[test]
fn braces_become_what_is_expected() {
    check_body(
        r#"List<List<number>> a = { { 1, 2 }, {} }; Stack<string> s = { "x" }; Table<number> t = { { "k", 1 }, { 2, 3 } }; Table<string, number> u = { { 1, 2 }, 3 }; t["x"] = null; u["y"] = 1; a[0] = { 2 }; s.push("y");"#,
        expect![[r#"
        1:158 error[wrong-type]: expected `string`, found `number`; a key of the table is a `string`; hint: write it into a text: `"{value}"`
        1:166 error[not-a-pair]: expected a pair of key and value; hint: write `{ key, value }`"#]],
    );
}

#[test]
fn var_needs_a_value_with_a_type() {
    check_body(
        "var a; var b = null; a = b;",
        expect![[r#"
        1:20 error[cannot-infer]: without a value nothing says which type `a` has; hint: write the type: `number a;`
        1:27 error[cannot-infer]: `null` does not say which type `b` has; hint: write the type: `number b = null;`"#]],
    );
}

#[test]
fn var_is_for_variables() {
    check_part(
        "
class Role { var gold = 3; }
function f(var x) { f(x); }
",
        expect![[r#"
        1:14 error[missing-type]: `var` is for variables; here the type must be written
        2:12 error[missing-type]: `var` is for variables; here the type must be written"#]],
    );
}

#[test]
fn is_and_as_that_never_fit_are_reported() {
    check_part(
        r#"
interactable Man { }
interactable King extends Man { }
enum Suit { Cups }
function f(Man m, King k, number n, Suit s, Tile t) { bool b = m is King; b = k is Man; b = n is King; King x = m as King; x = n as King; string y = m as string; y = s as string; n = s as number; n = true as number; n = player.active() as number; b = n as bool; Tile z = m.place as Tile; z = "{y}" as Tile; b = x == k && z == t && b; }
"#,
        expect![[r#"
        4:93 error[never-fits]: a `number` is never a `King`
        4:128 error[never-fits]: a `number` cannot become a `King`
        4:184 error[never-fits]: a `Suit` cannot become a `number`
        4:293 error[unclear-tile]: a text becomes a tile only where the game has one board; hint: write `Board.tile(text)`"#]],
    );
}

#[test]
fn text_shows_what_can_be_shown() {
    check_body(
        r#"List<number> l = { 1 }; string s = "{l} {l.length} {player.active()} {null}"; s = "{x => x}"; s = "{s.split(",")}"; s = "{{ l }}"; s = l.join(",");"#,
        expect![[r#"
            1:53 error[not-printable]: a `List<number>` cannot be shown in a text; hint: join its elements: `list.map(e => "{e}").join(", ")`
            1:100 error[cannot-infer]: nothing says which type `x` has; hint: write it: `(number x) => ...`
            1:116 error[not-printable]: a `List<string>` cannot be shown in a text; hint: join its elements: `list.join(", ")`
            1:138 error[not-printable]: a `List<List<number>>` cannot be shown in a text
            1:151 error[wrong-type]: `join` takes a list of texts, found a list of `number`"#]],
    );
}

#[test]
fn an_index_needs_something_to_index() {
    check_part(
        r#"
interactable Card { }
zone hand of Card per player { }
function f(number n) { n = n[0]; Card c = hand[0]; c = hand(1)[0]; string s = "abc"[1]; c = hand(0)["x"]; s = s + "{c}"; }
"#,
        expect![[r#"
        3:28 error[no-index]: `number` has no elements to take by index
        3:43 error[no-index]: `Zones<Card>` has no elements to take by index; hint: name the player: `hand(p)[0]`
        3:101 error[wrong-type]: expected `number`, found `string`; an index is a `number`; hint: `... as number` reads a number, null where there is none"#]],
    );
}

#[test]
fn some_things_are_never_assigned_to() {
    check_part(
        r#"
enum Suit { number points; Cups(1) }
interactable Card { }
zone hand of Card { }
function f(string s, Card c, Stack<number> k) { s[0] = "x"; hand[0] = c; hand = null; c.owner = 1; c.tile = null; Suit.Cups.points = 2; f(s, c, k) = 3; k[0] = 3; }
"#,
        expect![[r#"
        4:49 error[not-assignable]: a string cannot be assigned to; hint: strings never change; make a new one
        4:61 error[not-assignable]: a zone cannot be assigned to; hint: `move` and `add` change a zone
        4:74 error[not-assignable]: a declaration cannot be assigned to; hint: it stays what it is
        4:87 error[not-assignable]: an owner cannot be assigned to; hint: `card.assign(p);` gives a thing to the player `p`
        4:100 error[not-assignable]: a place cannot be assigned to; hint: `Field.place(stone, on: tile);` puts a thing on a tile of the board `Field`, `hand.add(card);` into a zone
        4:115 error[not-assignable]: a case cannot be assigned to; hint: what an enumeration says never changes
        4:137 error[no-value]: this gives no value; a value is needed here
        4:153 error[not-assignable]: a stack cannot be assigned to; hint: `push` and `pop` change a stack"#]],
    );
}

#[test]
fn lists_of_subclasses_can_be_read_but_not_kept() {
    check_part(
        "
interactable Man { }
interactable King extends Man { }
function number f(List<Man> men) { return men.length; }
function g(List<King> kings) { List<Man> men = all(King); men = kings.copy(); men = kings; f(kings); f(all(King)); men.append(kings); men.contains(kings[0]); kings.contains(men[0]); }
",
        expect![[r#"
        4:85 error[wrong-type]: expected `List<Man>`, found `List<King>`; what is assigned to is a `List<Man>`; hint: `.copy()` behind it makes a new list, which may be a `List<Man>`
        4:94 error[wrong-type]: expected `List<Man>`, found `List<King>`; the parameter `men` of `f` is a `List<Man>`; hint: `.copy()` behind it makes a new list, which may be a `List<Man>`"#]],
    );
}

#[test]
fn a_zone_is_read_as_a_list() {
    check_part(
        "
interactable Card { }
deck stock of Card;
function List<Card> f(List<Card> cards) { for (Card c in stock) { c.lift(); } f(stock); stock.add(null); stock.append(cards); return stock; }
",
        expect!["3:112 error[unknown-member]: `Zone<Card>` has no member `append`; hint: there is `add`, `addAll`, `draw`, `deal`, `top`, `bottom`, `peek`, `shuffle`, `split`, `move`, `reveal`, `owner` and 33 more"],
    );
}

#[test]
fn the_zone_of_a_player_needs_the_player() {
    check_part(
        "
interactable Card { }
deck stock of Card;
zone hand of Card per player { visible owner; }
function f(Card c) { stock.draw(1, to: hand); stock.deal(3, to: hand); stock.draw(1, to: hand(0)); stock.move(c, to: hand.of(1)); for (Card d in hand) { d.lift(); } }
",
        expect![[r#"
        4:40 error[wrong-type]: this is the zone of every player; hint: name the player: `hand(p)`
        4:146 error[wrong-type]: expected a list, found `Zones<Card>`; `for` visits a list, a zone, a stack or a table; hint: name the player: `hand(p)`"#]],
    );
}

#[test]
fn an_object_is_made_with_its_attributes() {
    check_part(
        r#"
abstract interactable Man { number worth; }
interactable King extends Man { }
class Square extends Tile { }
event Hit { }
function f() { var a = new King() { worth = 3 }; a = new King() { wroth = 3 }; a = new King() { worth = "x", worth = 2 }; var b = new Man(); var c = new Square(); var d = new Hit(); var e = new number(); var g = new List<number>() { 1, 2 }; var h = new King() { 1 }; f(); }
"#,
        expect![[r#"
        5:20 warning[unused-variable]: nothing reads `a`
        5:67 error[unknown-member]: `King` has no member `wroth`; did you mean `worth`?
        5:105 error[wrong-type]: expected `number`, found `string`; the attribute `worth` is a `number`; hint: `... as number` reads a number, null where there is none
        5:110 error[repeated-argument]: `worth` is given twice
        5:127 warning[unused-variable]: nothing reads `b`
        5:135 error[cannot-make]: `Man` is abstract, so there are no objects of it; hint: make one of `King`
        5:146 warning[unused-variable]: nothing reads `c`
        5:154 error[cannot-make]: `Square` is a class of tiles, which boards make; hint: a board names it: `tile Square;`
        5:168 warning[unused-variable]: nothing reads `d`
        5:176 error[cannot-make]: `Hit` is an event, which is raised; hint: write `raise Hit(...);`
        5:195 error[cannot-make]: `new` makes objects and collections, not a `number`
        5:209 warning[unused-variable]: nothing reads `g`
        5:246 warning[unused-variable]: nothing reads `h`
        5:250 error[cannot-make]: the attributes of a `King` are given by name; hint: write `{ name = value, ... }`"#]],
    );
}

#[test]
fn function_values_take_what_is_expected() {
    check_body(
        r#"List<number> l = { 1, 2 }; l = l.filter(x => x > 1); l = l.filter(x => x); l = l.map(x => "{x}"); l = l.filter((x, y) => true); var h = x => x; var g = (number x) => x + 1; number n = g(1) + g("x") + g(); l.any(3); n = n(2);"#,
        expect![[r#"
        1:87 error[wrong-type]: expected `bool`, found `number`; the result of the function value is a `bool`; hint: compare it: `... != 0`
        1:95 error[wrong-type]: expected `List<number>`, found `List<string>`; what is assigned to is a `List<number>`
        1:127 error[lambda-parameters]: expected a function value with one parameter, found 2
        1:152 error[cannot-infer]: nothing says which type `x` has; hint: write it: `(number x) => ...`
        1:209 error[wrong-type]: expected `number`, found `string`; an argument of the function value is a `number`; hint: `... as number` reads a number, null where there is none
        1:216 error[too-many-arguments]: this function value takes one argument, found 0
        1:227 error[wrong-type]: expected `(number) => bool`, found `number`; the parameter `test` of `any` is a `(number) => bool`
        1:235 error[not-a-function]: a `number` cannot be called"#]],
    );
}

#[test]
fn the_catalogue_fills_its_variables() {
    check_part(
        "
enum Suit { number points; Cups(1) }
function f(List<Suit> l, List<List<number>> m, Table<string> t, Table<Suit, number> u) { number a = l.sum(s => s.points); a = m.flatten().sum(); a = l.sum(); Table<Suit, List<Suit>> g = l.groupBy(s => s); Suit s = l.maxBy(x => x.points); l = l.sortBy(x => x.points); l = l.sortBy(x => m); string k = t.keys().first(); s = u.keys().first(); a = l.fold(0, (n, x) => n + x.points); a = l.fold(null, (n, x) => n); l.flatten(); m.flatMap(x => x); g = l.groupBy(x => x.name); l.zip(m, (x, y) => y.length + x.index); }
",
        expect![[r#"
        2:97 warning[unused-variable]: nothing reads `a`
        2:150 error[missing-argument]: `sum` of a list of `Suit` needs a function value; hint: write `sum(x => ...)` with what to count of each
        2:183 warning[unused-variable]: nothing reads `g`
        2:211 warning[unused-variable]: nothing reads `s`
        2:281 error[wrong-type]: expected a number, a string, a player or a case to sort by, found `List<List<number>>`
        2:297 warning[unused-variable]: nothing reads `k`
        2:301 error[no-key-type]: only a table whose keys have a declared type lists them; hint: declare it as `Table<string, string>`, with the type of your keys
        2:391 error[cannot-infer]: nothing says which type this is; the parameter `start` of `fold`
        2:411 error[wrong-type]: `flatten` takes a list of lists, found a list of `Suit`
        2:447 error[wrong-type]: expected `Table<Suit, List<Suit>>`, found `Table<string, List<Suit>>`; what is assigned to is a `Table<Suit, List<Suit>>`"#]],
    );
}

#[test]
fn all_takes_a_class() {
    check_part(
        "
enum Suit { Cups }
interactable Card { }
event Hit { }
function f() { all(Card).length; var a = all(Suit); var b = all(player); var c = all(3); var d = all(Crad); var e = all(Hit); var g = all(); f(); }
",
        expect![[r#"
        4:16 warning[no-effect]: this computes a value and does nothing with it
        4:46 error[not-a-class]: `all` lists the objects of a class; hint: write `Suit.all()`
        4:65 error[not-a-class]: `all` lists the objects of a class; hint: write `player.all()`
        4:86 error[not-a-class]: `all` lists the objects of a class; hint: it takes the name of a class: `all(King)`
        4:102 error[not-a-class]: `all` lists the objects of a class; hint: did you mean `Card`?
        4:121 error[not-a-class]: `all` lists the objects of a class; hint: it takes the name of a class: `all(King)`
        4:135 error[not-a-class]: `all` lists the objects of a class; hint: it takes the name of one class"#]],
    );
}

#[test]
fn tiles_keep_their_class() {
    check_part(
        r#"
class Square extends Tile { number price; }
board B { shape square(2, 2); tile Square; }
interactable Man { function number f() { return tile.price + tile.step("n").price + B.tiles().sum(t => t.price) + B.at(0, 0).price; } }
function number g(Tile t) { return t.price; }
"#,
        expect![[
            r#"4:38 error[unknown-member]: `Tile` has no member `price`; `Square` has one: `(... as Square).price`"#
        ]],
    );
}

#[test]
fn suppose_gives_a_value() {
    check_part(
        "global class Rules { number n; function bool f() { return suppose { n = 2; number m = n; } gives m == 2; } function g() { var l = suppose { n = 2; } gives { n }; } }",
        expect![[
            r#"1:156 error[suppose-gives]: `suppose` cannot give a `List<number>`; hint: it gives a number, a string, a bool, a player, a case, a tile, an object or a position"#
        ]],
    );
}

#[test]
fn the_values_of_cases_are_constants() {
    check_part(
        r#"
enum Suit { number points; Cups(1 + 2 ^ 2), Coins("x"), Swords, Batons(max(1, 2)) }
enum Odd { List<number> l; A(1) }
"#,
        expect![[r#"
        1:51 error[wrong-type]: expected `number`, found `string`; the attribute `points` is a `number`
        1:57 error[case-values]: `Swords` needs values for `points`, found no value
        1:72 error[not-constant]: the attribute `points` must be known before the game runs; hint: write a number, a string, a case, or arithmetic of numbers
        2:12 error[enum-attribute]: an attribute of an enumeration cannot be a `List<number>`; hint: it is a number, a string, a bool or a case"#]],
    );
}

#[test]
fn whoever_guesses_how_it_is_written_is_told_what_to_type() {
    check_part(
        "
enum Way { North(\"n\") }
interactable Card { number worth; }
interactable Crate extends Card { }
deck stock of Card;
zone hand of Card per player { visible owner; }
zone row of Crate { visible all; }
board B { shape grid(5, 5); }
turn Main { phase P { simultaneous all; } }
function f() { row.addAll(stock.filter(x => x is Crate)); hand.deal(4); stock.draw(1); stock.deal(4); row.forEach(c => c.worth); f(); }
",
        expect![[r#"
            1:12 error[case-values]: `North` needs no values, found one value; hint: an attribute before the cases says what the values are: `string title; North("n")`
            7:17 error[unknown-shape]: no shape is called `grid`; hint: there is `square`, `hex`, `hexagon`, `triangle`, `track`, `ring`, `layout`, `hexes` and `graph`
            8:36 error[not-called]: `all` is a function and must be called; write `all(...)`; hint: all players are `player.all()`
            9:27 error[wrong-type]: expected `List<Crate>`, found `List<Card>`; the parameter `pieces` of `addAll` is a `List<Crate>`; hint: `.filter(x => x is Crate).map(x => x as Crate)` behind it makes a `List<Crate>` of those
            9:64 error[unknown-member]: `Zones<Card>` has no member `deal`; hint: a pile deals to all of them, `stock.deal(4, to: hand);`; where each player has a pile: `for (player p in player.all()) { pile(p).draw(4, to: hand(p)); }`
            9:73 error[missing-argument]: `draw` needs the argument `to`; hint: it says where the cards go: `stock.draw(2, to: hand(p));`
            9:88 error[missing-argument]: `deal` needs the argument `to`; hint: it says where the cards go: `stock.deal(2, to: hand);`
            9:107 error[unknown-member]: `Zone<Crate>` has no member `forEach`; hint: write `for (var x in list) { ... }`"#]],
    );
}

#[test]
fn a_text_where_a_case_or_a_number_was_meant_is_told_without_its_quotes() {
    check_part(
        "
enum Suit { Oil, Wick }
interactable Card { Suit suit; number rank = \"3\"; Suit other = \"Wick\"; }
function bool f(Card c) { return c.suit == \"Oil\" || \"-2\" != c.rank || c.suit == \"Glass\"; }
",
        expect![[r#"
            2:46 error[wrong-type]: expected `number`, found `string`; the attribute `rank` is a `number`; hint: write `3`
            2:64 error[wrong-type]: expected `Suit`, found `string`; the attribute `other` is a `Suit`; hint: write `Suit.Wick`
            3:34 error[unlike-types]: `==` compares like types, found `Suit` and `string`; hint: write `Suit.Oil`
            3:53 error[unlike-types]: `!=` compares like types, found `string` and `number`; hint: write `-2`
            3:71 error[unlike-types]: `==` compares like types, found `Suit` and `string`"#]],
    );
}
