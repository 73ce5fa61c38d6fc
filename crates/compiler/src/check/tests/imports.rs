//! Several files: what imports bring, clashes, circles.
//! Imports name files by their whole paths here.

use super::{check_text, problems_of};
use expect_test::expect;

const CARDS: &str = include_str!("cards.tgdl");

const SETUP: &str = "\nsetup { players 2; }";

#[track_caller]
fn check_files(main: &str, others: &[(&str, &str)], expected: &str) {
    let main = format!("game \"T\";\n{main}{SETUP}");
    let mut files = vec![("game.tgdl", main.as_str())];
    files.extend(others);
    let found = problems_of(&files);
    assert!(found == expected.trim(), "\nfound:\n{found}\n\nexpected:\n{}\n", expected.trim());
}

#[test]
fn an_import_with_a_name_is_reached_through_it() {
    check_files(
        r#"import "cards" as c;
deck stock of Card;
function c.Suit f(c.Card card) { var d = c.french52(); var r = c.Rank.Ace; return r.points > d.length ? card.suit : c.Suit.Hearts; }
function g() { var x = f(null); var y = c.Siut.Hearts; var z = d.Suit.Hearts; c.Crad w = null; Suit s = x; s = y; y = w; x = all(c.Card).first().suit; }"#,
        &[("cards", CARDS)],
        r#"
3:15 error[unknown-type]: no type is called `Card`; did you mean `c.Card`?
5:43 error[unknown-name]: the imported file declares no `Siut`; did you mean `Suit`?
5:64 error[unknown-name]: nothing is called `d` here
5:79 error[unknown-type]: no type is called `Crad`; did you mean `Card`?
5:96 error[unknown-type]: no type is called `Suit`; did you mean `c.Suit`?
"#,
    );
}

#[test]
fn an_import_without_a_name_makes_everything_visible() {
    check_files(
        r#"import "cards"; deck stock of Card; function List<Card> f() { return french52().filter(c => c.rank == Rank.Ace); }"#,
        &[("cards", CARDS)],
        r#"2:57 warning[unused-function]: nothing calls `f`"#,
    );
}

#[test]
fn clashes_name_both_places() {
    check_files(
        r#"import "cards"; import "more"; enum Suit { Cups }"#,
        &[("cards", CARDS), ("more", "class Card { } class Role { }")],
        r#"
2:1 error[import-clash]: this import brings a second `Suit`; 2:37 the first is here; cards:2:6 the second is here; hint: give the import a name, `import "..." as library;`, and write `library.` before what is from there
2:17 error[import-clash]: this import brings a second `Card`; cards:5:14 the first is here; more:1:7 the second is here; hint: give the import a name, `import "..." as library;`, and write `library.` before what is from there
"#,
    );
}

#[test]
fn a_file_is_imported_once() {
    check_files(
        r#"import "cards"; import "cards" as c;"#,
        &[("cards", CARDS)],
        r#"2:17 error[imported-twice]: `cards` is imported already; 2:1 here"#,
    );
}

#[test]
fn files_that_import_each_other_are_shown() {
    check_files(
        r#"import "a";"#,
        &[
            ("a", "import \"b\"; class A { }"),
            ("b", "import \"c\" as c; class B { }"),
            ("c", "import \"a\"; class C { }"),
        ],
        r#"c:1:1 error[import-circle]: these files import each other: b -> c -> a -> b; hint: move what both need into a third file"#,
    );
    check_text(
        "game \"T\"; import \"game.tgdl\"; setup { }",
        expect![[
            r#"1:11 error[import-circle]: these files import each other: game.tgdl -> game.tgdl; hint: move what both need into a third file"#
        ]],
    );
}

#[test]
fn a_missing_file_hides_what_may_be_in_it() {
    check_text(
        r#"
game "T";
import "missing"; import "lost" as l;
deck stock of Card;
setup { players 2; stock.addAll(french52()); l.f(l.g, l.h()); number n = "x"; n = n + 1; }
"#,
        expect![[
            r#"4:74 error[wrong-type]: expected `number`, found `string`; the variable `n` is a `number`; hint: `... as number` reads a number, null where there is none"#
        ]],
    );
}

#[test]
fn classes_and_events_of_a_named_import_are_reached_everywhere() {
    check_files(
        r#"import "crates" as lib;
class Chest<T> extends lib.Crate<T> { override function number worth() { return base.worth(); } }
class Box extends lib.Crate<number> { }
class Tin extends lib.Plain { }
modifier Costly on lib.Crate<number> { override number price { return base.price; } }
modifier Odd on lib.Plain;
global class Rules {
    before lib.Sold { event.n = 1; }
    after lib.Sold prio 2 where event.n > 1 { raise lib.Sold(n: 0); }
    action a { trigger lib.Sold where event.n == 1; effect { } }
    before lib.Bought { } after lib.Plain { } action c { trigger pub.Sold; }
}
zone plains of lib.Plain;
class Urn extends lib.Crates<number> { }
modifier Far on lib.Crat<number>;
function f() { raise lib.Sodl(); }"#,
        &[(
            "crates",
            "class Plain { } class Crate<T> { T x; number price = 1; function number worth() { return price; } } event Sold { number n; }",
        )],
        r#"
12:12 error[unknown-type]: no type is called `Bought`
12:33 error[not-an-event]: expected an event, but `Plain` is none; hint: an event is declared with `event Name { ... }`
12:66 error[unknown-name]: no import is called `pub`; hint: `import "..." as pub;` gives an import that name
14:16 error[zone-of]: a zone holds interactables, and `Plain` is none; hint: declare it as `interactable Plain { ... }`
15:19 error[unknown-type]: no type is called `lib.Crates`; did you mean `lib.Crate`?
16:17 error[unknown-type]: no type is called `lib.Crat`; did you mean `lib.Crate`?
17:22 error[unknown-type]: no type is called `Sodl`; did you mean `Sold`?
"#,
    );
}

#[test]
fn exported_imports_hand_names_on() {
    check_files(
        r#"import "table"; import "cards"; import "chips" as chips;
deck stock of Card;
function f(Chip c, rules.Phase p, chips.Chip d) { var x = c == d || p == rules.Phase.Deal; x = chips.worth(c) > worth(d); }
function g() { hidden(); chips.hidden(); }"#,
        &[
            ("table", r#"export import "chips"; export import "cards"; export import "rules" as rules;"#),
            ("chips", r#"export import "worths"; import "secret"; class Chip { }"#),
            (
                "worths",
                r#"export import "chips"; function number worth(Chip c) { return c == null ? 0 : 1; }"#,
            ),
            ("secret", "function hidden() { }"),
            ("rules", "enum Phase { Deal }"),
            ("cards", CARDS),
        ],
        r#"
4:55 warning[unused-variable]: nothing reads `x`
5:16 error[unknown-name]: no function is called `hidden`; secret:1:10 `hidden` stands in this file, which is not imported here
5:32 error[unknown-name]: the imported file declares no `hidden`
worths:1:1 error[import-circle]: these files import each other: worths -> chips -> worths; hint: move what both need into a third file
"#,
    );
}

#[test]
fn what_two_exports_bring_under_one_name_clashes_where_both_are_imported() {
    check_files(
        r#"import "both";"#,
        &[
            ("both", r#"export import "one"; export import "two";"#),
            ("one", "enum Good { Tea }"),
            ("two", "enum Good { Silk }"),
        ],
        r#"
both:1:22 error[import-clash]: this import brings a second `Good`; one:1:6 the first is here; two:1:6 the second is here; hint: give the import a name, `import "..." as library;`, and write `library.` before what is from there
"#,
    );
}

#[test]
fn a_file_of_tests_sees_the_game_and_is_not_seen() {
    check_files(
        r#"import "chips"; function number two() { return helper(); } function Probe probe() { return null; }"#,
        &[
            ("chips", "class Chip { }"),
            (
                "tests",
                r#"import "chips"; import "more"; function number helper() { return two(); } class Probe { Chip c; Kind k; }
enum Kind { A }
function number two() { return 1; }
function unused() { }
test "t" { Probe p = new Probe() { k = Kind.A }; expect helper() == more() && p.c == null; }"#,
            ),
            ("more", "function number more() { return 2; }"),
        ],
        r#"
2:48 error[unknown-name]: no function is called `helper`
2:69 error[unknown-type]: no type is called `Probe`
tests:3:17 error[name-taken]: the name `two` is taken already, by a function; take another name; 2:33 it is declared here
"#,
    );
}

#[test]
fn a_file_of_tests_adds_nothing_to_the_game() {
    check_files(
        r#"class Role { } turn Main { }"#,
        &[(
            "tests",
            "import \"probe\"; global class A { } interactable B { } event C { } modifier D on Role; class E extends Role { }
class F { action go { trigger PlayerChoiceEvent { return true; } } }
class G { before H { cancel; } } class I { after PlayerChoiceEvent { } }
zone z of B; board K { shape square(2, 2); } dice L { faces 1; } turn M { } option bool o = false;
layers N; look Role { title 'x'; } class O { number n; function number f() { return n; } }",
        ), ("probe", "import \"cards\";"), ("cards", CARDS)],
        r#"
tests:1:1 error[not-in-tests]: `probe` holds an interactable, which would be added to the game; hint: tests may import what the game imports, and files of functions, enumerations and plain classes
tests:1:30 error[not-in-tests]: a global class cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:1:49 error[not-in-tests]: an interactable cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:1:61 error[not-in-tests]: an event cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:1:76 error[not-in-tests]: a modifier cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:1:103 error[not-in-tests]: a class that extends another cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:2:18 error[not-in-tests]: an action cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:3:11 error[not-in-tests]: a `before` block cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:3:18 error[unknown-type]: no type is called `H`
tests:3:44 error[not-in-tests]: an `after` block cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:3:50 error[after-choice]: `PlayerChoiceEvent` offers actions, and an `after` block has no name to offer; hint: write `action name { trigger PlayerChoiceEvent { return true; } ... }`
tests:4:6 error[not-in-tests]: a zone cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:4:20 error[not-in-tests]: a board cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:4:51 error[not-in-tests]: dice cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:4:71 error[not-in-tests]: a turn cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:4:89 error[not-in-tests]: an option cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:5:1 error[not-in-tests]: layers cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
tests:5:16 error[not-in-tests]: a look cannot stand in a file of tests; hint: it would be a part of the game; such a file holds tests, functions, enumerations and classes of attributes and functions
"#,
    );
}
