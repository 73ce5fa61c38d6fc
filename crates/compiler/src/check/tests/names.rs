//! Names: what they mean, and what happens when nothing is called so.
//! The sources are the smallest that show each rule.

use super::{check_body, check_game, check_part};
use expect_test::expect;

#[test]
fn the_nearest_name_is_suggested() {
    check_part(
        "
interactable Card { }
zone discard of Card { visible all; }
function f(Card c) { discrad.add(c); }
",
        expect![[r#"3:22 error[unknown-name]: nothing is called `discrad` here; did you mean `discard`?"#]],
    );
}

#[test]
fn a_sum_with_a_player_has_no_members_of_a_player() {
    check_part(
        "function number f(player p) { return (p + 1).score; }",
        expect![[
            r#"1:46 error[unknown-member]: `number` has no member `score`; hint: a player has: `player other = ...;`, then `other.score`"#
        ]],
    );
}

#[test]
fn the_nearest_function_is_suggested() {
    check_part(
        "function number reach() { return floor(2.5) + raech() + flor(3); }",
        expect![[r#"
        1:47 error[unknown-name]: no function is called `raech`; did you mean `reach`?
        1:57 error[unknown-name]: no function is called `flor`; did you mean `floor`?"#]],
    );
}

#[test]
fn nothing_is_asked_of_functions_in_a_list_that_is_given_to_an_unknown_one() {
    check_part(
        "function number f() { return frobnicate({ p => p.score, {} }); }",
        expect!["1:30 error[unknown-name]: no function is called `frobnicate`"],
    );
}

#[test]
fn the_nearest_member_is_suggested() {
    check_part(
        "
enum Suit { Cups, Coins }
interactable Card { Suit suit; function Suit f(Card c) { return c.siut; } }
",
        expect![[r#"2:67 error[unknown-member]: `Card` has no member `siut`; did you mean `suit`?"#]],
    );
}

#[test]
fn the_nearest_case_is_suggested() {
    check_part(
        "
enum Suit { Cups, Coins }
function Suit f() { return Suit.Copus; }
",
        expect![[r#"2:33 error[unknown-case]: `Suit` has no case `Copus`; did you mean `Cups`?"#]],
    );
}

#[test]
fn a_case_without_its_enumeration_is_suggested_with_it() {
    check_part(
        "
enum Suit { Cups, Coins }
enum Colour { Red, Coins }
function Suit f() { return Cups; }
function Suit g() { return Coins; }
function Suit h() { return Cups(1); }
",
        expect![[r#"
            3:28 error[unknown-name]: nothing is called `Cups` here; did you mean `Suit.Cups`?
            4:28 error[unknown-name]: nothing is called `Coins` here; did you mean `Colour.Coins` or `Suit.Coins`?
            5:28 error[unknown-name]: no function is called `Cups`"#]],
    );
}

#[test]
fn a_zone_of_a_player_stands_before_the_player() {
    check_part(
        "
interactable Card { number worth; }
zone hand of Card per player { visible owner; }
function number f(player p) { return p.hand.length; }
function bool g(player p) { return hand(p).any(it.worth > 3); }
enum Suit { Cups, Coins }
look Cups { title \"cups\"; }
look Card { title Suit.Cups ?? 3; }
",
        expect![[r#"
            3:40 error[unknown-member]: `player` has no member `hand`; hint: `hand` is a zone: `hand(p)` is that of the player `p`
            4:48 error[unknown-name]: nothing is called `it` here; hint: `it` is each candidate behind the `where` of `choose`; an input names it, `input Card c from table where c.worth > 3`, and so does a function value, `hand(p).any(c => c.worth > 3)`
            4:48 error[wrong-type]: expected `(Card) => bool`, found `bool`; the parameter `test` of `any` is a `(Card) => bool`
            6:6 error[look-target]: nothing that a look can describe is called `Cups`; hint: a case stands in the look of its enumeration: `look Suit { Cups { ... } }`
            7:32 error[wrong-type]: the two alternatives have no common type: `Suit` and `number`; hint: written into texts both are strings: `"{value}"`"#]],
    );
}

#[test]
fn a_thing_is_placed_by_its_board() {
    check_part(
        "
board Field { shape square(2, 2); }
interactable Stone { function f(Tile t) { t.put(this); this.place(t); } }
",
        expect![[r#"
            2:45 error[unknown-member]: `Tile` has no member `put`; hint: `Field.place(stone, on: tile);` puts a thing on a tile of the board `Field`, `hand.add(card);` into a zone
            2:61 error[not-a-function]: `place` is an attribute and cannot be called; hint: write `place` without brackets"#]],
    );
}

#[test]
fn the_nearest_type_is_suggested() {
    check_part(
        "
interactable Card { }
function f(Crad c, int n, boolean b, String s, void v, List l) { f(c, n, b, s, v, l); }
",
        expect![[r#"
        2:12 error[unknown-type]: no type is called `Crad`; did you mean `Card`?
        2:20 error[unknown-type]: no type is called `int`; did you mean `number`?
        2:27 error[unknown-type]: no type is called `boolean`; did you mean `bool`?
        2:38 error[unknown-type]: no type is called `String`; did you mean `string`?
        2:48 error[unknown-type]: no type is called `void`; hint: a function that gives nothing has no type before its name
        2:56 error[unknown-type]: `List` needs the type of its elements; hint: write it like `List<number>`"#]],
    );
}

#[test]
fn a_member_of_a_subclass_is_pointed_to() {
    check_part(
        "
interactable Man { }
interactable King extends Man { bool checked; }
function bool f(Man m) { return m.checked; }
",
        expect![[
            r#"3:35 error[unknown-member]: `Man` has no member `checked`; `King` has one: `(... as King).checked`"#
        ]],
    );
}

#[test]
fn a_function_is_called() {
    check_part(
        "
function number one() { return one + 1; }
function f(List<number> l) { number n = l.first; n = l.length(); n = n + 1; }
",
        expect![[r#"
        1:32 error[not-called]: `one` is a function and must be called; write `one(...)`
        2:43 error[not-called]: `first` is a function and must be called; write `first(...)`
        2:56 error[not-a-function]: `length` is an attribute and cannot be called; hint: write `length` without brackets"#]],
    );
}

#[test]
fn words_are_no_values() {
    check_part(
        "
enum Suit { Cups }
interactable Card { }
board B { shape square(2, 2); }
dice D { faces 1, 2; }
turn Main { }
function f() { var a = Suit; var b = Card; var c = B; var d = D; var e = Main; var g = player; var h = turn; }
",
        expect![[r#"
        6:24 error[not-a-value]: `Suit` is an enumeration, not a value; hint: `Suit.all()` lists its cases
        6:38 error[not-a-value]: `Card` is a class, not a value; hint: `all(Card)` lists its objects, `new Card()` makes one
        6:52 error[not-a-value]: `B` is a board, not a value; hint: `B.tiles()` lists its tiles, `B.at(x, y)` is one of them
        6:63 error[not-a-value]: `D` is dice, not a value; hint: `D.roll()` rolls them
        6:74 error[not-a-value]: `Main` is a turn, not a value; hint: turns are named in texts: `turns.use("Main")`
        6:88 error[not-a-value]: `player` is not a value by itself; `player.` and a name; hint: write for example `player.active()`
        6:104 error[not-a-value]: `turn` is not a value by itself; `turn.` and a name; hint: write for example `turn.active()`"#]],
    );
}

#[test]
fn things_are_not_called() {
    check_part(
        "
interactable Card { }
deck stock of Card;
board B { shape square(2, 2); }
function f() { Card(); stock(); B(); player(); actor(); }
",
        expect![[r#"
            4:16 error[not-a-function]: `Card` is a class and cannot be called; hint: `new Card()` makes an object
            4:24 error[not-a-function]: `stock` is a zone and cannot be called; hint: only a zone declared `per player` is one player's: `stock` alone is the zone
            4:33 error[not-a-function]: `B` is a board and cannot be called; hint: only a board declared `per player` is one player's: `B` alone is the board
            4:38 error[not-a-function]: `player` cannot be called; hint: write the number of the player, `player first = 0;`
            4:48 error[not-a-function]: `actor` cannot be called"#]],
    );
}

#[test]
fn a_member_of_what_stands_alone_is_known_or_not() {
    check_part(
        "
board B { shape square(2, 2); }
dice D { faces 1, 2; }
function f() { player.al(); turn.phase.actve(); turns.use; random.rol(6); B.tils(); D.rol(); B.rowz; }
",
        expect![[r#"
        3:23 error[unknown-member]: `player` has no member `al`; did you mean `all`?
        3:40 error[unknown-member]: `turn.phase` has no member `actve`; did you mean `active`?
        3:55 error[not-called]: `use` is a function and must be called; write `use(...)`
        3:67 error[unknown-member]: `random` has no member `rol`; did you mean `roll`?
        3:77 error[unknown-member]: `B` has no member `tils`; did you mean `tile`?
        3:87 error[unknown-member]: `D` has no member `rol`; did you mean `roll`?
        3:96 error[unknown-member]: `B` has no member `rowz`; did you mean `row`?"#]],
    );
}

#[test]
fn lenght_is_read_with_a_warning() {
    check_body(
        "List<number> l = { 1 }; number n = l.lenght; n = l.length + n; Stack<number> s = { 1 }; n = s.lenght() + s.length() + s.length;",
        expect![[r#"
        1:53 warning[misspelt-length]: `lenght` is spelt `length`; write `length`
        1:110 warning[misspelt-length]: `lenght` is spelt `length`; write `length`"#]],
    );
}

#[test]
fn a_tile_is_known_by_its_name() {
    check_game(
        r#"
board B { shape square(3, 3); }
function bool f(Tile t) { Tile a = "a1"; return t == "c3" || t == "d4" || a == t || B.tile("x9") == t || f("b2"); }
"#,
        expect![[r#"
        3:67 error[unknown-tile]: no tile is called `d4`; hint: there is `a1`, `b1`, `c1`, `a2`, `b2`, `c2`, `a3`, `b3` and `c3`
        3:92 error[unknown-tile]: no tile is called `x9`; hint: there is `a1`, `b1`, `c1`, `a2`, `b2`, `c2`, `a3`, `b3` and `c3`"#]],
    );
}

#[test]
fn a_tile_of_two_boards_is_unclear() {
    check_part(
        r#"
board A { shape square(3, 3); }
board B { shape square(3, 3); }
function Tile f() { return "a1"; }
"#,
        expect![[
            r#"3:28 error[unclear-tile]: both `A` and `B` have a tile called `a1`; hint: write `A.tile("a1")`"#
        ]],
    );
}

#[test]
fn an_unknown_way_is_reported() {
    check_part(
        r#"
board B { shape square(3, 3); }
function f(Tile t) { t.step("north"); t.ray("ne"); t.steps({ "n", "x" }); }
"#,
        expect![[r#"
        2:29 error[unknown-way]: no board has a way `north`; hint: there is `n`, `e`, `s`, `w`, `ne`, `se`, `sw` and `nw`
        2:67 error[unknown-way]: no board has a way `x`; hint: there is `n`, `e`, `s`, `w`, `ne`, `se`, `sw` and `nw`"#]],
    );
}

#[test]
fn unknown_turns_and_phases_are_reported() {
    check_part(
        r#"
turn Main { phase Draw; phase Play; }
turn Other { phase Bid; }
function f() { turns.use("Mian"); turns.use("Main", "Bid"); turn.pass(1, "Pass"); turn.phase.use("Play"); turns.use("Main", "Draw"); }
"#,
        expect![[r#"
        3:26 error[unknown-turn]: no turn is called `Mian`; did you mean `Main`?
        3:53 error[unknown-phase]: the turn `Main` has no phase `Bid`; hint: there is `Draw` and `Play`
        3:74 error[unknown-phase]: no phase is called `Pass`; hint: there is `Draw`, `Play` and `Bid`"#]],
    );
}

#[test]
fn inputs_are_not_there_in_requirements() {
    check_game(
        "
interactable Card { }
global class Rules { action a { input Card c; require { return c.owner == 0; } trigger PlayerChoiceEvent { return true; } } }
",
        expect![[r#"3:64 error[unknown-name]: `c` is not known here; hint: inputs are filled after requirements and triggers; use a filter"#]],
    );
}

#[test]
fn of_an_event_that_there_is_not_the_others_are_told() {
    check_part(
        "
event Leaves { number n; }
interactable Card { after Died where event.n == 1 { event.n += 1; } }
interactable Pawn { after Leave where event.n == 1 { } }
",
        expect![[r#"
            2:27 error[unknown-type]: no type is called `Died`; hint: there is `Leaves`, `Moved`, `NoChoiceEvent` and `PlayerChoiceEvent`
            3:27 error[unknown-type]: no type is called `Leave`; did you mean `Leaves`?"#]],
    );
}

#[test]
fn this_and_event_have_their_places() {
    check_part(
        "
event Hit { number n; effect { event.n = this.n + n; } }
function f() { var a = this; var b = event; }
global class Rules { action a { trigger Hit { return event.n > 0; } trigger PlayerChoiceEvent; effect { var c = event; } } }
",
        expect![[r#"
        2:24 error[no-this]: `this` is the object whose class this belongs to, and here is none
        2:38 error[no-event]: `event` is what was raised, and it is there only in triggers and in what an event brings about
        3:113 error[no-event]: `event` is what was raised, and it is there only in triggers and in what an event brings about"#]],
    );
}

#[test]
fn only_events_are_observed_and_raised() {
    check_part(
        r#"
class Hit { }
abstract event Blow { }
event Fall { number depth; }
global class Rules { action a { trigger Hit { return true; } effect { raise Hit(); raise Blow(); raise PlayerChoiceEvent(active: 1); raise Fall(dept: 2); raise Fall(depth: "x"); } } }
"#,
        expect![[r#"
        4:41 error[not-an-event]: expected an event, but `Hit` is none; hint: an event is declared with `event Name { ... }`
        4:77 error[not-an-event]: expected an event, but `Hit` is none; hint: an event is declared with `event Name { ... }`
        4:90 error[cannot-raise]: `Blow` is abstract and cannot be raised
        4:104 error[cannot-raise]: `PlayerChoiceEvent` is raised by the game itself
        4:145 error[unknown-argument]: `Fall` has no parameter `dept`; did you mean `depth`?
        4:173 error[wrong-type]: expected `number`, found `string`; the attribute `depth` is a `number`; hint: `... as number` reads a number, null where there is none"#]],
    );
}

#[test]
fn a_misspelt_statement_is_answered_with_the_one_that_was_meant() {
    check_body(
        "Card card = new Card(); remov card;",
        expect![[r#"
            1:16 error[unknown-type]: no type is called `Card`
            1:32 error[unknown-type]: no type is called `Card`
            1:40 error[unknown-keyword]: no statement starts with `remov`; did you mean `remove`?"#]],
    );
    check_body(
        "cancl;",
        expect!["1:16 error[unknown-keyword]: no statement starts with `cancl`; did you mean `cancel`?"],
    );
    check_body("Crad other;", expect!["1:16 error[unknown-type]: no type is called `Crad`"]);
}

#[test]
fn a_value_before_a_dot_is_no_import() {
    check_body(
        "player p = actor; actor.scor leader; p.score x = 3; nobody.thing y;",
        expect![[r#"
        1:23 warning[unused-variable]: nothing reads `p`
        1:34 error[unknown-type]: `actor` is a value, and a type is needed here; hint: a `;` may be missing behind what is read from `actor`
        1:53 error[unknown-type]: `p` is a value, and a type is needed here; hint: a `;` may be missing behind what is read from `p`
        1:68 error[unknown-name]: no import is called `nobody`; hint: `import "..." as nobody;` gives an import that name"#]],
    );
}
