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
