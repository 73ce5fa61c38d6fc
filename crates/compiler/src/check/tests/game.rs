//! Declarations: boards, zones, dice, setup, imports, tests.
//! The sources are the smallest that show each rule.

use super::{check_body, check_game, check_part, check_text};
use expect_test::expect;

#[test]
fn a_board_has_a_shape_of_some_size() {
    check_part(
        r#"
board A { }
board B { shape sqare(2, 2); }
board C { shape square(2); }
board D { shape square(100, 100); }
board E { shape square(0, 1.5); }
board F { shape track(max(1, 2)); }
board G { shape layout { "xx" "xx" }; }
board H { shape hexagon(2); tile Card; capacity 0; }
board I { shape hexes { " . ." ". .." }; }
board J { shape hexes { " x" " " }; }
interactable Card { }
"#,
        expect![[r#"
        1:7 error[no-shape]: the board `A` has no shape; hint: write `shape square(8, 8);`
        2:17 error[unknown-shape]: no shape is called `sqare`; did you mean `square`?
        3:17 error[shape-numbers]: this shape takes 2 numbers, found 1; hint: write `square(rows, columns)`
        4:17 error[board-size]: a board has 1 to 4096 tiles, this one 10000
        5:24 error[out-of-bounds]: the size of a board is a whole number from 1 to 4096, found 0
        6:23 error[not-constant]: the size of a board must be known before the game runs; hint: write a number, a string, a case, or arithmetic of numbers
        7:17 error[board-size]: a board has 1 to 4096 tiles, this one 0
        8:34 error[not-a-tile]: `Card` is not a class of tiles; hint: declare it as `class Card extends Tile { ... }`
        8:49 error[out-of-bounds]: the capacity of a tile is a whole number from 1 to 1000000, found 0
        9:32 error[hex-row]: a hex of this row stands above or below one of another, not in a gap; hint: put a space between hexes, and begin every other row with one space more
        10:17 error[board-size]: a board has 1 to 4096 tiles, this one 0"#]],
    );
}

#[test]
fn a_graph_names_its_tiles() {
    check_part(
        "
class City extends Tile { number income; }
board Map { shape graph { Rome(income: 3); Milan(incme: 2); Rome - Milan 2; Rome > Turin; Rome; Milan - Rome -1; }; tile City; }
board Way { shape graph { Rome - Milan; Milan - Turin; } }
",
        expect![[r#"
        2:50 error[unknown-member]: `City` has no member `incme`; did you mean `income`?
        2:84 error[unknown-tile]: no tile is called `Turin`; hint: there is `Milan` and `Rome`
        2:91 error[name-taken]: the name `Rome` is taken already, by a tile; take another name; 2:27 it is declared here
        2:110 error[out-of-bounds]: the weight of an edge cannot be below zero
        3:19 error[unknown-tile]: no tile of this graph is named, only what connects them; hint: name each tile first: `Rome; Milan; Rome - Milan;`"#]],
    );
}

#[test]
fn edges_of_graphs_are_of_a_class_of_edges() {
    check_part(
        "
class Road extends Edge { number toll; }
abstract class Way extends Edge { }
global class One extends Edge { }
class City extends Tile { }
board A { shape graph { P; Q; P - Q 2 (toll: 3, weight: 4); P > Q (tol: 1); Q - P (toll: true); } edge Road; tile City; }
board B { shape graph { M; N; } edge City; }
board C { shape graph { K; L; } edge Way; }
board D { shape graph { I; J; } edge One; }
board E { shape square(2, 2); edge Road; }
function Road f(Road r) { return A.tile(\"P\").edge(r.to) as Road; }
function List<Road> g() { return A.edges(); }
function City h() { return A.edges()[0].from as City; }
",
        expect![[r#"
        5:49 error[not-an-edge]: the `weight` of an edge is known from how it is written; hint: write `Rome - Milan 3;`, or `Rome > Milan 3;` for one way
        5:68 error[unknown-member]: `Road` has no member `tol`; did you mean `to`?
        5:90 error[wrong-type]: expected `number`, found `bool`; the attribute `toll` is a `number`
        6:38 error[not-an-edge]: `City` is not a class of edges; hint: declare it as `class City extends Edge { ... }`
        7:38 error[not-an-edge]: `Way` is abstract, so there are no edges of it
        8:38 error[not-an-edge]: `One` is global, so there is only one of it"#]],
    );
}

#[test]
fn boards_say_that_edges_and_corners_are_places() {
    check_part(
        "
class Wall extends Edge { number height; }
class Village extends Corner { bool big; }
board A { shape square(3, 3); edge Wall; corner Village; }
board B { shape track(4); edge; }
board C { shape graph { K; L; K - L; } edge; corner; }
board D { shape hexagon(1); edge Village; corner Wall; }
function Wall f(Tile t) { return t.edge(\"n\"); }
function number g(Corner c) { return c.edges.length + c.corners.length + c.tiles.length + c.from; }
function bool h(Interactable p) { return p.place == p.edge || p.place is Village || p.edge == \"a1-b9\"; }
function Edge i(Tile t, string way) { return t.edge(way) ?? t.edge(\"up\") ?? t.edge(\"a2\"); }
function List<Village> j() { return A.corners(); }
function void k(Interactable p) { p.putOn(A.edges()[0]); p.putOn(p.edge); }
",
        expect![[r#"
            4:27 error[not-an-edge]: a board of this shape has no edges; hint: tiles of a track follow one another, and a board that grows has only pieces; leave `edge` out
            5:46 error[not-an-edge]: a board of this shape has no corners; hint: boards of squares and hexes have them; leave `corner` out
            6:34 error[not-an-edge]: `Village` is not a class of edges; hint: declare it as `class Village extends Edge { ... }`
            6:50 error[not-an-edge]: `Wall` is not a class of corners; hint: declare it as `class Wall extends Corner { ... }`
            7:34 error[wrong-type]: expected `Wall`, found `Edge`; the result of `f` is a `Wall`; hint: `... as Wall` gives null where it is none
            8:93 error[unknown-member]: `Corner` has no member `from`; hint: there is `owner`, `owners`, `assign`, `unassign`, `name`, `piece`, `pieces`, `isEmpty`, `tiles`, `edges` and `corners`
            9:95 error[unknown-tile]: no edge or corner is called `a1-b9`; hint: they are called `a1-a2` to `b3-ene`
            10:68 error[unknown-tile]: no tile is called `up`; hint: tiles are called `a1` to `b3`
            10:84 error[unclear-tile]: both `A` and `D` have a tile called `a2`; hint: write `A.tile("a2")`"#]],
    );
}

#[test]
fn edges_that_no_board_says_are_not_there() {
    check_part(
        "
board A { shape square(3, 3); edge; }
board B { shape hex(2, 2); }
board C { shape graph { P; Q; P - Q; } }
function number f() { return A.edges().length + C.edges().length; }
function number g() { return B.edges().length + A.corners().length; }
function number h(Tile t) { return t.edges.length + t.corners.length; }
",
        expect![[r#"
            5:30 warning[no-edges]: `B` does not say `edge`, so there are no edges; hint: write `edge;` in the board
            5:49 warning[no-edges]: `A` does not say `corner`, so there are no corners; hint: write `corner;` in the board
            6:53 warning[no-edges]: no board says `corner`, so there are no corners; hint: write `corner;` in the board"#]],
    );
}

#[test]
fn one_graph_says_which_class_its_edges_are() {
    check_part(
        "
class Road extends Edge { number toll; }
class City extends Tile { Road best; }
board A { shape graph { P; Q; P - Q 2 (toll: 3); }; edge Road; tile City; }
function Road f(City a, City b) { return a.edge(b); }
function number g(City c) { return c.edges.sum(r => r.toll) + A.edges()[0].toll; }
function Road h(Road r) { return r.from.best; }
",
        expect![""],
    );
}

#[test]
fn a_board_for_each_player_needs_the_player() {
    check_part(
        "
board Sea per player { shape square(3, 3); visible owner; }
board Grid { shape square(3, 3); visible owner; }
board Cave per player { shape hex(unbounded); visible none; }
board Map { shape square(2, 2); }
function number f() { return Sea.rows; }
function number g() { return Map(0).rows; }
function number h(player p) { return Sea(p).rows + Sea(p).distance; }
function Tile i() { return \"a1\"; }
function Tile j() { return Sea(0); }
function Tile k() { return Sea(1).tile(\"a4\"); }
function Tile l() { return Sea(\"me\").at(1, 1); }
function bool m() { return Sea(0).line(\"b1\", 2, t => t.isEmpty()); }
",
        expect![[r#"
            2:7 error[no-owner]: `Grid` has no owner who could see it; hint: write `per player` for a board of each player, or `visible all`
            3:7 error[growing-hidden]: `Cave` grows with what lies on it, so its tiles would tell where that is; hint: give it a size, `shape square(20, 20);`, or leave `visible` out
            5:30 error[wrong-type]: there is a board `Sea` for each player; hint: name the player: `Sea(p)`
            6:30 error[not-a-function]: `Map` is a board and cannot be called; hint: only a board declared `per player` is one player's: `Map` alone is the board
            7:59 error[unknown-member]: `Sea` has no member `distance`
            8:28 error[unclear-tile]: the `Sea` of each player has a tile called `a1`; hint: name the player: `Sea(p).tile("a1")`
            9:28 error[not-a-value]: `Sea(p)` is a board, not a value; hint: `Sea(p).tiles()` lists its tiles
            10:40 error[unknown-tile]: no tile is called `a4`; did you mean `a1`?
            11:32 error[wrong-type]: expected `player`, found `string`; the player of `Sea` is a `player`; hint: players have numbers, not names: `player.active()`, `actor + 1`"#]],
    );
}

#[test]
fn where_a_piece_lies_on_a_hidden_board_is_secret() {
    check_part(
        "
class Wave extends Tile { bool isTried; }
class Meadow extends Tile { }
board Sea per player { shape square(3, 3); tile Wave; visible owner; }
board Map { shape square(3, 3); tile Wave; }
board Farm { shape square(3, 3); tile Meadow; }
interactable Ship { }
global class Rules {
    function void lay(Ship s, Wave w) { s.putOn(w); }
    function bool isFree(Wave w) { return w.isEmpty(); }
    action a { input Wave w from Sea(actor).tiles(); effect { lay(new Ship(), w); } }
    action b { input Wave w from Sea(actor).tiles(); effect { Sea(actor).place(new Ship(), on: w); } }
    action c { input Wave w from Sea(actor + 1).tiles() where isFree(w); effect { w.isTried = true; } }
    action d { input Wave w where !w.isTried; effect { w.isTried = Sea(0).isFull(); } }
    action e { input Wave w from Map.tiles() where w.isEmpty(); effect { new Ship().putOn(w); } }
    action f { input Meadow m where m.isEmpty(); effect { new Ship().putOn(m); } }
    action g { open input Wave w where w.piece == null; effect { lay(new Ship(), w); } }
    action h { effect { Wave w = choose Wave from Sea(actor).tiles(); new Ship().putOn(w); } }
}
",
        expect![[r#"
            10:27 error[secret-or-open]: what is chosen here goes into `Sea`, which not everybody sees: who learns the choice must be said; hint: write `secret` before it to keep it to who chooses, or `open` if all may know it
            11:27 error[secret-or-open]: what is chosen here goes into `Sea`, which not everybody sees: who learns the choice must be said; hint: write `secret` before it to keep it to who chooses, or `open` if all may know it
            12:27 error[offer-tells]: what is offered here tells of `Sea`, which the player who chooses may not see; hint: write `open input` or `open choose` if that is meant; `secret` keeps the choice from others, not this from who chooses
            17:34 error[secret-or-open]: what is chosen here goes into `Sea`, which not everybody sees: who learns the choice must be said; hint: write `secret` before it to keep it to who chooses, or `open` if all may know it"#]],
    );
}

#[test]
fn choices_are_followed_into_hidden_pieces_and_lists() {
    check_part(
        "
interactable Card { number worth; }
class Plan { secret number s; secret List<number> list = {}; }
zone stock of Card { visible none; }
zone hand of Card per player { visible owner; }
global class Rules {
    Plan o;
    action a { input number n from 1..9; effect { Card c = new Card(); stock.add(c); c.worth = n; } }
    action b { input number n from 1..9; effect { stock.top().worth = n; } }
    action c { input number n from 1..9; effect { List<number> l = o.list; l.add(n); } }
    action d { input number n from 1..9; effect { Zone<Card> z = stock; z.add(new Card() { worth = n }); } }
    action e { input number n from 1..9; effect { stock.addAll((1..2).map(i => new Card() { worth = n })); } }
    action f { input number n from 1..9; effect { o.s = (1..9)[n - 1]; } }
    action g { effect { List<number> q = hand(1).map(c => c.worth); score 0 choose number from q; } }
    action h { input number n from 1..9; effect { Card c = new Card() { worth = n }; List<number> l = { n }; l.add(n); } }
    action i { effect { number last = 0; while (last < 3) { last = choose number from 1..last; last = hand(1)[0].worth; } } }
}
",
        expect![[r#"
            7:29 error[secret-or-open]: what is chosen here goes into `stock`, which not everybody sees: who learns the choice must be said; hint: write `secret` before it to keep it to who chooses, or `open` if all may know it
            8:29 error[secret-or-open]: what is chosen here goes into `stock`, which not everybody sees: who learns the choice must be said; hint: write `secret` before it to keep it to who chooses, or `open` if all may know it
            9:29 error[secret-or-open]: what is chosen here goes into `list`, which not everybody sees: who learns the choice must be said; hint: write `secret` before it to keep it to who chooses, or `open` if all may know it
            10:29 error[secret-or-open]: what is chosen here goes into `stock`, which not everybody sees: who learns the choice must be said; hint: write `secret` before it to keep it to who chooses, or `open` if all may know it
            11:29 error[secret-or-open]: what is chosen here goes into `stock`, which not everybody sees: who learns the choice must be said; hint: write `secret` before it to keep it to who chooses, or `open` if all may know it
            12:29 error[secret-or-open]: what is chosen here goes into `s`, which not everybody sees: who learns the choice must be said; hint: write `secret` before it to keep it to who chooses, or `open` if all may know it
            13:77 error[offer-tells]: what is offered here tells of `hand`, which the player who chooses may not see; hint: write `open input` or `open choose` if that is meant; `secret` keeps the choice from others, not this from who chooses
            14:56 warning[unused-variable]: nothing reads `c`
            15:68 error[offer-tells]: what is offered here tells of `hand`, which the player who chooses may not see; hint: write `open input` or `open choose` if that is meant; `secret` keeps the choice from others, not this from who chooses"#]],
    );
}

#[test]
fn a_row_has_as_many_zones_as_a_constant_says() {
    check_part(
        "
interactable Card { }
enum Colour { Red, Blue }
class Rules { number n; }
option number wide = 3 in 2..4;
zone none[0] of Card;
zone half[1.5] of Card;
zone many[1001] of Card;
zone found[wide * 400] of Card;
zone unknown[colours] of Card;
zone text[\"three\"] of Card;
zone row[wide - 1] of Card { visible owner; }
zone pile[Colour] of Card per player;
function void f(player p, number n, Colour c) {
    Zone<Card> z = row[n];
    List<Zone<Card>> all = row;
    pile(p)[c].shuffle();
    pile[Colour.Red](p).shuffle();
    pile(p)[0].shuffle();
    row[Colour.Red].shuffle();
    row[0] = z;
    row[n] = z;
    row.shuffle();
    pile.shuffle();
    all[n].deal(1, to: pile[c]);
    z.deal(1, to: pile);
}
look row { 1 { title \"second\"; } 2 { title \"third\"; } }
look pile { Green { title \"green\"; } Red { title \"red\"; } }
",
        expect![[r#"
            5:11 error[out-of-bounds]: how many zones there are is a whole number from 1 to 1000, found 0
            6:11 error[out-of-bounds]: how many zones there are is a whole number from 1 to 1000, found 1.5
            7:11 error[out-of-bounds]: how many zones there are is a whole number from 1 to 1000, found 1001
            8:12 error[out-of-bounds]: how many zones there are is a whole number from 1 to 1000, found 1200
            9:14 error[not-constant]: how many zones there are must be known before the game runs; hint: write a number, a string, a case, or arithmetic of numbers
            10:11 error[wrong-type]: expected `number`, found `string`; how many zones there are is a `number`
            11:6 error[no-owner]: `row` has no owner who could see it; hint: write `per player` for a zone of each player, or `visible all`
            18:13 error[wrong-type]: expected `Colour`, found `number`; which of the zones it is is a `Colour`
            19:9 error[wrong-type]: expected `number`, found `Colour`; which of the zones it is is a `number`
            20:5 error[not-assignable]: a declaration cannot be assigned to; hint: it stays what it is
            21:5 error[not-assignable]: a zone cannot be assigned to; hint: `move` and `add` change a zone
            22:5 error[not-assignable]: the zones of a row stay what they are; hint: go through them: `for (var z in row)`
            23:5 error[not-assignable]: the zones of a row stay what they are; hint: go through them: `for (var z in row)`
            25:19 error[wrong-type]: expected `Zones<Card>`, found `List<Zones<Card>>`; the parameter `to` of `deal` is a `Zones<Card>`; hint: `first()` or an index takes one element
            27:34 error[look-part]: there is no zone `2` in this row; hint: the zones are the numbers 0 to 1
            28:13 error[look-part]: there is no part `Green` here; hint: there is `Blue` and `Red`"#]],
    );
}

#[test]
fn a_zone_holds_interactables() {
    check_part(
        "
class Role { }
zone a of Role { }
zone b of Card { visible owner; }
interactable Card { }
",
        expect![[r#"
        2:11 error[zone-of]: a zone holds interactables, and `Role` is none; hint: declare it as `interactable Role { ... }`
        3:6 error[no-owner]: `b` has no owner who could see it; hint: write `per player` for a zone of each player, or `visible all`"#]],
    );
}

#[test]
fn dice_have_faces() {
    check_part(
        r#"dice D { faces 1, "x"; }"#,
        expect![[r#"1:19 error[wrong-type]: expected `number`, found `string`; a face is a `number`"#]],
    );
}

#[test]
fn an_event_may_be_named_without_its_last_word() {
    check_game(
        "global class R { action a { trigger PlayerChoice { return true; } } }",
        expect![[
            r#"2:37 error[unknown-type]: no type is called `PlayerChoice`; did you mean `PlayerChoiceEvent`?"#
        ]],
    );
}

#[test]
fn a_game_has_its_setup() {
    check_text(
        "class A { }",
        expect![[r#"
        1:1 error[no-game]: this file does not say which game it is; hint: begin it with `game "Name";`
        1:1 error[no-setup]: this game has no `setup`; hint: add `setup { players 2; turns.use("Main"); }`"#]],
    );
}

#[test]
fn a_game_has_one_setup() {
    check_text(
        r#"
game "T";
setup { players 2; }
setup { players 2; }
"#,
        expect![[
            r#"3:1 error[second-setup]: a game has one `setup`, in its main file; 2:1 the first is here"#
        ]],
    );
}

#[test]
fn numbers_of_players_in_braces_go_up() {
    check_text(
        r#"
game "T";
setup { players { 2, 4, 4 } "A", "B"; }
test "three" { players 3; }
"#,
        expect![[r#"
        2:9 error[players-range]: 4 stands behind 4: the numbers of players go up, each once"#]],
    );
    check_text(
        r#"
game "T";
setup { players { 2, 4, 6 } "A", "B"; }
test "three" { players 3; }
test "six" { players 6; }
"#,
        expect![[r#"
        3:1 error[players-range]: this test has 3 players, but the game is for 2, 4 or 6"#]],
    );
}

#[test]
fn names_in_a_graph_are_suggested() {
    check_text(
        r#"
game "T";
enum Means { Foot, Tram }
class Way extends Edge { Means by = Means.Foot; }
board Town { edge Way; shape graph {
    Abbey; Bridge; Cross; Dock; Exchange; Fort; Gate; Hall; Inn; Jetty; Kiln; Lock; Mill;
    Abbey - Brigde; Abbey - Bridge (by: Means.Tran); Dock - Fort (by: Means.Boat);
} }
setup { players 2; }
"#,
        expect![[r#"
            6:13 error[unknown-tile]: no tile is called `Brigde`; did you mean `Bridge`?
            6:47 error[unknown-case]: `Means` has no case `Tran`; did you mean `Tram`?
            6:77 error[unknown-case]: `Means` has no case `Boat`; hint: there is `Foot` and `Tram`"#]],
    );
}

#[test]
fn a_team_of_somebody_who_does_not_play_is_warned_of() {
    check_text(
        r#"
game "T";
setup { players 3..4; team "A" { 1, 2, 3 }; if (player.all().length == 4) { team "B" { 0, 3 }; } }
"#,
        expect![[r#"
        2:40 warning[players-range]: among 3 players there is no 3, since they are counted from 0; it would be player 0; hint: where another number may play, write each team for it: `if (player.all().length == 4) { ... }`"#]],
    );
}

#[test]
fn players_are_a_constant_range() {
    check_text(
        r#"
game "T";
setup { players 4..2; if (true) { players 2; } players 40; players max(1, 2); players 2 "A", "B", "C"; }
"#,
        expect![[r#"
        2:9 error[players-range]: 4 is more than 2: the smallest number of players comes first
        2:35 error[misplaced-statement]: `players` stands only in `setup`, outside of blocks
        2:56 error[out-of-bounds]: the number of players is a whole number from 1 to 32, found 40
        2:68 error[not-constant]: the number of players must be known before the game runs; hint: write a number, a string, a case, or arithmetic of numbers
        2:79 error[players-range]: 3 names for at most 2 players"#]],
    );
}

#[test]
fn some_statements_stand_in_setup_or_tests() {
    check_part(
        r#"function f() { players 2; team "A" { 0, 1 }; }"#,
        expect![[r#"
        1:16 error[misplaced-statement]: `players` stands only in `setup`, outside of blocks
        1:27 error[misplaced-statement]: `team` stands only in `setup`"#]],
    );
}

#[test]
fn setup_asks_nobody() {
    check_game(
        "
interactable Card { }
function f() { choose Card by 0; }
global class Rules { action a { trigger PlayerChoiceEvent { return true; } effect { f(); Asking.b(); } } }
global class Asking { action b { input Card c; effect { setUp(); } } function setUp() { f(); } }
",
        expect![""],
    );
}

#[test]
fn an_input_can_be_chosen() {
    check_part(
        "
event Hit { }
function f { input Table<number> t; input Hit h; input number n from { 1, 2 }; input List<number> l from { 1, 2 } count 2; input List<number> m from { { 1 }, { 2 } }; input number k from { 1 } count 2; auto input List<player> p; effect { } }
",
        expect![[r#"
        2:20 error[not-choosable]: a `Table<number>` cannot be chosen without a source; hint: `from` offers the elements of a list
        2:43 error[not-choosable]: a `Hit` cannot be chosen without a source; hint: `from` offers the elements of a list
        2:174 error[misplaced-count]: `count` means nothing here; hint: only a list has a `count`; ask for a `List<...>`"#]],
    );
}

#[test]
fn from_offers_what_is_asked_for() {
    check_part(
        "
interactable Card { }
class Role { }
function f { input Card c from { 1, 2 }; input Role r from all(Card); effect { } }
",
        expect![[r#"
        3:34 error[wrong-type]: expected `Card`, found `number`; an element of the list is a `Card`
        3:37 error[wrong-type]: expected `Card`, found `number`; an element of the list is a `Card`
        3:60 error[wrong-type]: expected `List<Role>`, found `List<Card>`; what `from` offers is a `List<Role>`"#]],
    );
}

#[test]
fn nothing_is_unused_but_reported() {
    check_game(
        "
function a() { number x = 1; }
function b() { a(); number y = 2; y = y + 1; number _z = 3; }
global class Rules { action c { effect { } } }
",
        expect![[r#"
        2:23 warning[unused-variable]: nothing reads `x`
        3:10 warning[unused-function]: nothing calls `b`
        4:29 warning[unused-action]: nothing triggers `c`, and nothing calls it; hint: `trigger PlayerChoiceEvent { return true; }` offers it to the active player"#]],
    );
}

#[test]
fn what_is_never_set_or_made_is_reported() {
    check_text(
        "game \"T\";
class Rules { action c { trigger PlayerChoiceEvent { return true; } effect { } } }
class Base { number x; number y; action c { trigger PlayerChoiceEvent { return true; } effect { } } }
class Sub extends Base { number z; number unread; }
modifier M on Sub { override number z = 3; }
global class Table {
    number goal; number made; number later; Sub sub;
    action d { trigger PlayerChoiceEvent { return goal < made && later > 0; } effect { sub.y += sub.x; sub.add(M); later = sub.z; } }
}
setup { players 2; Table.sub = new Sub() { x = 1 }; Table.made = 2; }
",
        expect![[r#"
            2:7 warning[never-made]: no object of `Rules` is ever made, so nothing in it happens; hint: write `global class Rules` where there is one from the start
            7:5 warning[never-set]: nothing sets `goal`, so it is always null; hint: give it a value here, as in `= 0`, or set it in `setup`, with `new`, or in an effect"#]],
    );
}

#[test]
fn a_turn_that_never_comes_and_a_phase_that_there_is_not_are_reported() {
    let turns = "turn Main { phase Roll; }
function bool rolls() { return turn.phase.active() == \"Rol\"; }
";
    let expected = expect!["3:55 error[unknown-phase]: no phase is called `Rol`; did you mean `Roll`?"];
    check_game(turns, expected);
    check_game(
        "turn Main { }",
        expect![[
            r#"2:6 warning[unused-turn]: nothing makes the turn `Main` the active one; hint: write `turns.use("Main");` in `setup`"#
        ]],
    );
}

#[test]
fn what_nobody_gets_to_is_reported() {
    check_body(
        "while (true) { break; number a = 1; a = a + 1; } return; f();",
        expect![[r#"
        1:38 warning[unreachable]: this is never reached
        1:73 warning[unreachable]: this is never reached"#]],
    );
}

#[test]
fn a_value_for_nothing_is_reported() {
    check_body(
        "number a = 1; a == 2; a + 1; f(); List<number> l = {}; l.reverse();",
        expect![[r#"
        1:30 warning[no-effect]: this computes a value and does nothing with it; hint: to assign, write `=`
        1:38 warning[no-effect]: this computes a value and does nothing with it
        1:71 warning[no-effect]: this computes a value and does nothing with it; hint: `reverse` leaves what it is called on as it is and gives a new one: assign it"#]],
    );
}

#[test]
fn a_turn_gives_a_player() {
    check_part(
        r#"turn Main { phase A { default { return "x"; } } phase A; default { if (player.active() == 1) { return turn.active() + 1; } } }"#,
        expect![[r#"
            1:40 error[wrong-type]: expected `player`, found `string`; the result of `default` is a `player`; hint: players have numbers, not names: `player.active()`, `actor + 1`
            1:55 error[name-taken]: the name `A` is taken already, by a phase; take another name; 1:19 it is declared here
            1:66 error[missing-return]: `default` does not return a value on every path; hint: end each path with `return ...;`"#]],
    );
}

#[test]
fn tests_look_at_the_match() {
    check_game(
        r#"
board B { shape square(2, 2); }
interactable Man { }
global class Rules { action place { input Tile cell; trigger PlayerChoiceEvent { return true; } effect { B.place(new Man(), on: cell); } } }
test "t" { seed 3; play place(cell: "a1") by 0; expect winner == null && winners.length == 0 && !over && !stuck && decider == 0 && moves() == 3 && perft(2) > 3; expect illegal place(cell: "a1"); expect legal place("b1") by 1; }
test "u" { seed 3; seed 4; players 9; play plce(cell: "a1"); play place(cel: "a1"); play place(cell: "z1"); play place(cell: 3); expect moves == 1; expect wnner == 1; expect 3; }
"#,
        expect![[r#"
        6:1 error[players-range]: this test has 9 players, but the game is for 2
        6:20 error[repeated-part]: `seed` is given twice
        6:44 error[unknown-action]: no action is called `plce`; did you mean `place`?
        6:73 error[unknown-argument]: `place` has no parameter `cel`; did you mean `cell`?
        6:102 error[unknown-tile]: no tile is called `z1`; did you mean `a1`?
        6:126 error[wrong-type]: expected `Tile`, found `number`; the input `cell` of `place` is a `Tile`
        6:137 error[not-called]: `moves` is a function and must be called; write `moves(...)`
        6:156 error[unknown-name]: nothing is called `wnner` here
        6:175 error[wrong-type]: expected `bool`, found `number`; what is expected is a `bool`; hint: compare it: `... != 0`"#]],
    );
}

#[test]
fn tests_play_but_do_not_ask() {
    check_text(
        r#"
game "T";
setup { players 2; }
test "x" { number n = choose number from 1..3; expect n == 1; }
"#,
        expect![[r#"3:23 error[ask-here]: a test must not ask anyone; this asks a player"#]],
    );
}

#[test]
fn setup_says_who_is_asked_and_does_not_fail() {
    check_text(
        r#"
game "T";
interactable Card { }
function f() { choose Card by 0; }
function g() { choose Card; }
function h { input number n from 1..2; returns number; effect { return n; } }
setup { players 2; f(); g(); h(); choose Card by actor; fail "no"; }
"#,
        expect![[r#"
            6:25 error[asks-nobody]: `setup` must say who is asked, since nobody acts yet; `g` asks whoever acts
            6:30 error[asks-nobody]: `setup` must say who is asked, since nobody acts yet; `h` asks whoever acts
            6:35 error[asks-nobody]: `setup` must say who is asked, since nobody acts yet; this asks whoever acts
            6:57 error[fail-here]: `setup` must not fail; this fails"#]],
    );
}

#[test]
fn a_text_becomes_a_tile_of_the_one_board() {
    check_part(
        "
board B { shape square(3, 3); }
function Tile f(string s) { Tile t = s; t = s as Tile; return t; }
",
        expect![[
            r#"2:38 error[wrong-type]: expected `Tile`, found `string`; the variable `t` is a `Tile`; hint: `... as Tile` gives null where it is none"#
        ]],
    );
}

#[test]
fn test_words_are_for_tests() {
    check_part(
        "function bool f() { return winner == 1; }",
        expect![[r#"1:28 error[unknown-name]: nothing is called `winner` here"#]],
    );
}

#[test]
fn a_phase_says_who_decides_at_the_same_time() {
    check_game(
        r#"
turn Main {
    phase A { simultaneous player.all(); then { turn.pass(); } }
    phase B { simultaneous { 0, 1 } open; }
    phase C { simultaneous 3; }
    phase D { then { turn.pass(); } }
    phase E { simultaneous shuffled(); then { fail "no"; } }
}
function List<player> shuffled() { return { random.roll(2) - 1 }; }
"#,
        expect![[r#"
        5:28 error[wrong-type]: expected `List<player>`, found `number`; who decides is a `List<player>`
        6:20 error[then-without-simultaneous]: `then` runs when all players of the phase have chosen; hint: write `simultaneous player.all();` before it
        7:28 error[chance-here]: `simultaneous` must not use chance; `shuffled` uses chance
        7:47 error[fail-here]: `then` must not fail; this fails"#]],
    );
}

#[test]
fn a_row_of_zones_has_at_least_one() {
    check_game(
        "
interactable Card { }
enum Colour { }
zone pile[Colour] of Card { visible all; }
look pile { layout row; }
function number held(Colour c) { return pile.length + pile[c].length; }
",
        expect![
            "4:11 error[out-of-bounds]: how many zones there are is a whole number from 1 to 1000, found 0"
        ],
    );
}

#[test]
fn sides_go_by_an_attribute_that_is_a_player() {
    check_game(
        "
interactable Unit { player keeper; number size; }
zone field of Unit { visible all; }
zone camp of Unit { visible all; }
zone shore of Unit { visible all; }
look field { layout sides(keeper); }
look camp { layout sides(size); }
look shore { layout sides(3); }
zone quay of Unit { visible all; }
look quay { layout sides(); }
",
        expect![[r#"
            7:26 error[look-value]: `sides` takes one attribute that is a player; hint: there is `keeper`
            8:27 error[look-value]: `sides` takes one attribute that is a player; did you mean `keeper`?
            10:20 error[look-value]: `sides` takes one attribute that is a player"#]],
    );
}

#[test]
fn a_member_that_is_not_there_comes_with_those_that_are() {
    check_game(
        "
global class Heap { number stones = 7; number least = 1; }
function number left() { return Heap.count; }
",
        expect![
            "3:38 error[unknown-member]: `Heap` has no member `count`; hint: there is `stones` and `least`"
        ],
    );
}

#[test]
fn words_in_another_language_stand_for_texts_and_names_of_the_game() {
    check_part(
        r#"
enum Good { Hay, Wood }
global class Barn {
    number winterHay;
    action pay { effect { winterHay += 1; tell "has paid {winterHay} of {Good.Hay}"; } }
}
look words it {
    "hay" = "fieno";
    "winter hay" = "fieno d'inverno";
    "has paid {winterHay} of {Good.Hay}" = "di {Good.Hay} ha pagato {winterHay}";
    "has paid {n} of {good}" = "ha pagato {n}";
    "Wod" = "Legno";
    "has paid {winterHay}" = "ha pagato"; "Wood hay" = "fieno di legno"; "hay Oak" = "fieno";
    "hay" = "erba";
    "Wood" = "{Wood}";
    "pay" = "";
    "{n}" = "numero";
    "{a}{b} of" = "di";
}
look words Italian { "hay" = "fieno"; }
look words de { "hay" = "Heu"; hay = "Heu"; "wood" "Holz"; "pay" = 3; }
"#,
        expect![[r#"
            20:32 error[unexpected-token]: expected a text of the game in quotes, found `hay`
            20:52 error[expected-token]: expected `=` between a text and what it is in the other language, found a string; `=` is missing
            20:68 error[unexpected-token]: expected the text in the other language, in quotes, found the number `3`
            10:5 error[look-twice]: `has paid {n} of {good}` is given twice; 9:5 the first time; hint: keep one of them
            11:5 warning[unknown-words]: no text and no name of the game reads like this, so nobody will see the translation; did you mean `Wood`?; hint: write the text as it stands in the rules, with its braces, or a name in words: `mayCastle` as `may castle`
            12:5 warning[unknown-words]: no text and no name of the game reads like this, so nobody will see the translation; hint: write the text as it stands in the rules, with its braces, or a name in words: `mayCastle` as `may castle`
            12:74 warning[unknown-words]: no text and no name of the game reads like this, so nobody will see the translation; hint: write the text as it stands in the rules, with its braces, or a name in words: `mayCastle` as `may castle`
            13:5 error[look-twice]: `hay` is given twice; 7:5 the first time; hint: keep one of them
            14:14 error[words]: the text before the `=` has no `{Wood}`; hint: what stands in braces is the same on both sides, in any order
            15:13 error[words]: the translation is missing; hint: write what the text before the `=` is in the other language, or leave the line out
            16:5 error[words]: there is nothing here to put into another language; hint: write a text or a name of the game, in quotes, before the `=`
            17:5 error[words]: nobody can tell where `a` ends and `b` begins; hint: put words between them in the rules, or translate the pieces that they are made of
            19:12 error[words]: `Italian` is no language; hint: two or three letters name one: `look words it { ... }` is Italian"#]],
    );
}
