//! Mistakes as an author sees them, with the source underlined and the hints.

use base::{Origins, SourceMap, render};
use dialects::tgdl::parse;
use expect_test::{Expect, expect};

#[track_caller]
fn check_rendered(text: &str, expected: &Expect) {
    let mut sources = SourceMap::default();
    let file = sources.add("game.tgdl", text);
    let checked = parse(file, text, &mut Origins::default());
    let shown: Vec<String> =
        checked.problems.iter().map(|problem| render(problem, &sources, false)).collect();
    expected.assert_eq(&shown.join("\n"));
}

/// The text after the first fix that is offered.
fn fixed(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("game.tgdl", text);
    let checked = parse(file, text, &mut Origins::default());
    let fix = checked.problems.iter().find_map(|problem| problem.fix.clone()).expect("a fix is offered");
    let mut text = text.to_owned();
    text.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.replacement);
    text
}

#[test]
fn a_missing_semicolon() {
    check_rendered(
        "setup {\n    a = 1\n    b = 2;\n}\n",
        &expect![[r#"
            error[expected-token]: expected `;` after this statement
              ┌─ game.tgdl:2:10
              │
            2 │     a = 1
              │          ^ `;` is missing
        "#]],
    );
}

#[test]
fn a_brace_that_is_never_closed() {
    check_rendered(
        "setup {\n    if (a) {\n        b = 2;\n}\nclass A { }\n",
        &expect![[r#"
            error[unclosed-block]: expected `}` before `class`
              ┌─ game.tgdl:5:1
              │
            1 │ setup {
              │       - this `{` is still open
            2 │     if (a) {
              │            - perhaps it belongs to this `{`
            3 │         b = 2;
            4 │ }
              │ - whose `}` stands too far left
            5 │ class A { }
              │ ^^^^^ `}` is missing before this
        "#]],
    );
}

#[test]
fn a_single_equals_sign_in_a_condition() {
    check_rendered(
        "setup {\n    if (a = 3) { }\n}\n",
        &expect![[r#"
            error[assignment-in-condition]: `=` assigns; a condition compares with `==`
              ┌─ game.tgdl:2:11
              │
            2 │     if (a = 3) { }
              │           ^
              │
              = help: write `==`
        "#]],
    );
}

#[test]
fn a_body_without_braces() {
    check_rendered(
        "setup {\n    if (a) b = 2;\n}\n",
        &expect![[r#"
            error[expected-block]: expected `{` after the condition, found `b`
              ┌─ game.tgdl:2:12
              │
            2 │     if (a) b = 2;
              │            ^
              │
              = help: put the statement in braces: `{ ... }`
        "#]],
    );
}

#[test]
fn a_keyword_taken_as_a_name() {
    check_rendered("class trigger { }\n", &expect![""]);
}

#[test]
fn an_item_that_is_misspelt() {
    check_rendered(
        "interactible Card { }\n",
        &expect![[r#"
            error[unexpected-token]: expected a class, a function, a board, a zone, a turn, `setup` or a test, found `interactible`
              ┌─ game.tgdl:1:1
              │
            1 │ interactible Card { }
              │ ^^^^^^^^^^^^
              │
              = help: did you mean `interactable`?
        "#]],
    );
}

#[test]
fn a_string_with_a_brace_that_is_never_closed() {
    check_rendered(
        "setup {\n    fail \"use { here\";\n}\n",
        &expect![[r#"
            error[unterminated-string]: this string has no end on its line
              ┌─ game.tgdl:2:10
              │
            2 │     fail "use { here";
              │          ^^^^^^^^^^^^^
              │               │
              │               `{` starts a piece that is computed
              │
              = help: close it with `}`, or write `\{` for a plain brace
        "#]],
    );
}

#[test]
fn a_mixture_of_and_and_or() {
    check_rendered(
        "setup {\n    t = a || b && c;\n}\n",
        &expect![[r#"
            warning[mixed-and-or]: `&&` and `||` bind equally: this reads from left to right
              ┌─ game.tgdl:2:16
              │
            2 │     t = a || b && c;
              │           --   ^^
              │           │
              │           done first
              │
              = help: say with brackets what belongs together: `(a && b) || c` or `a && (b || c)`
        "#]],
    );
}

#[test]
fn an_attribute_without_a_type() {
    check_rendered(
        "class A {\n    size = 3;\n}\n",
        &expect![[r#"
            error[expected-type]: the attribute `size` has no type
              ┌─ game.tgdl:2:5
              │
            2 │     size = 3;
              │     ^^^^
              │
              = help: write its type before it: `number size = ...;`
        "#]],
    );
}

#[test]
fn a_winner_that_is_assigned() {
    check_rendered(
        "setup { winner = 1; score 0 1; }\n",
        &expect![[r#"
            error[unexpected-token]: `winner` is a statement, not an assignment
              ┌─ game.tgdl:1:16
              │
            1 │ setup { winner = 1; score 0 1; }
              │                ^ leave `=` out: `winner 1;`
        "#]],
    );
}

#[test]
fn a_class_without_braces() {
    check_rendered(
        "interactable Stone;\nclass A extends B;\nclass C { }\n",
        &expect![[r#"
            error[expected-token]: a class has braces, also where nothing stands in them
              ┌─ game.tgdl:1:19
              │
            1 │ interactable Stone;
              │                   ^ write `{ }`

            error[expected-token]: a class has braces, also where nothing stands in them
              ┌─ game.tgdl:2:18
              │
            2 │ class A extends B;
              │                  ^ write `{ }`
        "#]],
    );
}

#[test]
fn fixes_mend_the_text() {
    assert_eq!(fixed("setup { a = 1 }"), "setup { a = 1; }");
    assert_eq!(fixed("setup { if (a = 1) { } }"), "setup { if (a == 1) { } }");
    assert_eq!(fixed("setup { i++; }"), "setup { i += 1; }");
    assert_eq!(fixed("setup { a = b =< c; }"), "setup { a = b <= c; }");
    assert_eq!(fixed("setup { a = b and c; }"), "setup { a = b && c; }");
    assert_eq!(fixed("setup { a = not b; }"), "setup { a = !b; }");
    assert_eq!(fixed("setup { a = new Card; }"), "setup { a = new Card(); }");
    assert_eq!(fixed("setup { a = new Card() { b: 1 }; }"), "setup { a = new Card() { b = 1 }; }");
    assert_eq!(fixed("setup { for (c in d) { } }"), "setup { for (var c in d) { } }");
    assert_eq!(fixed("setup { if (a) { } elif (b) { } }"), "setup { if (a) { } else if (b) { } }");
    assert_eq!(fixed("class A : B { }"), "class A extends B { }");
    assert_eq!(fixed("interactable Stone; class A { }"), "interactable Stone { } class A { }");
    assert_eq!(fixed("setup { winner = a; }"), "setup { winner a; }");
    assert_eq!(
        fixed("class A { number f() { return 1; } }"),
        "class A { function number f() { return 1; } }"
    );
}

#[test]
fn a_statement_whose_first_word_is_misspelt() {
    check_rendered(
        "setup {\n    scor p p.score + 1;\n    players 2;\n}\n",
        &expect![[r#"
            error[unknown-keyword]: no statement starts with `scor`
              ┌─ game.tgdl:2:5
              │
            2 │     scor p p.score + 1;
              │     ^^^^ did you mean `score`?
        "#]],
    );
    for line in ["scor p 12;", "fial \"why\";", "elimnate 1;", "retrun 5;", "expct x == 3;", "remov a.b;"] {
        let text = format!("setup {{ {line} }}");
        assert!(!fixed(&text).contains(line), "{line}");
    }
    for fine in ["Play p = f();", "Scor s;", "plays.add(3);", "seeds = 3;"] {
        check_rendered(&format!("setup {{\n    {fine}\n}}\n"), &expect![""]);
    }
}

#[test]
fn a_member_that_is_not_finished_yet() {
    check_rendered(
        "setup {\n    actor.scor\n    turn.pass();\n}\n",
        &expect![[r#"
            error[expected-token]: expected `;` after this statement
              ┌─ game.tgdl:2:15
              │
            2 │     actor.scor
              │               ^ `;` is missing
        "#]],
    );
}

#[test]
fn a_function_behind_its_type() {
    check_rendered(
        "bool function f(number n) { return n > 1; }\n",
        &expect![[r#"
            error[misplaced-type]: the type of a function stands behind `function`
              ┌─ game.tgdl:1:1
              │
            1 │ bool function f(number n) { return n > 1; }
              │ ^^^^^^^^^^^^^
              │
              = help: write `function bool f(...)`
        "#]],
    );
    let text = "class A { List<number> function f() { return {}; } }";
    assert_eq!(fixed(text), "class A { function List<number> f() { return {}; } }");
}

#[test]
fn parts_without_an_opening_brace_are_read_where_they_stand_deeper() {
    check_rendered(
        "class Box\n    number n = 1;\n}\nclass Other {\n}\n",
        &expect![[r#"
            error[expected-token]: expected `{` before the members of the class, found `number`
              ┌─ game.tgdl:2:5
              │
            2 │     number n = 1;
              │     ^^^^^^ `{` is missing
        "#]],
    );
}

#[test]
fn a_shape_behind_the_name_of_a_board() {
    check_rendered(
        "board Street track(5);\nclass Other { }\n",
        &expect![[r#"
        error[expected-token]: expected `{` before the parts of the board, found `track`
          ┌─ game.tgdl:1:14
          │
        1 │ board Street track(5);
          │              ^^^^^
          │
          = help: `board Street { shape track(...); }`
    "#]],
    );
}

#[test]
fn a_word_before_an_attribute() {
    check_rendered(
        "class Box {\n    hidden number n = 1;\n    public List<number> all;\n    number last;\n}\n",
        &expect![[r#"
            error[unexpected-token]: an attribute has a type and a name, found `hidden` before them
              ┌─ game.tgdl:2:5
              │
            2 │     hidden number n = 1;
              │     ^^^^^^
              │
              = help: what players do not see is `secret`

            error[unexpected-token]: an attribute has a type and a name, found `public` before them
              ┌─ game.tgdl:3:5
              │
            3 │     public List<number> all;
              │     ^^^^^^
              │
              = help: leave it out
        "#]],
    );
}

#[test]
fn a_number_of_players_with_a_minus() {
    check_rendered(
        "setup {\n    players 1-4;\n    players 4-1;\n}\n",
        &expect![[r#"
        error[expected-token]: expected `..` between the fewest players and the most, found `-`
          ┌─ game.tgdl:2:14
          │
        2 │     players 1-4;
          │              ^
    "#]],
    );
}

#[test]
fn a_team_of_a_list() {
    check_rendered(
        "setup { players 3; team \"Hounds\" player.all().drop(1); }\n",
        &expect![[r#"
        error[expected-token]: expected `{` before the players of the team, found `player`
          ┌─ game.tgdl:1:34
          │
        1 │ setup { players 3; team "Hounds" player.all().drop(1); }
          │                                  ^^^^^^
          │
          = help: players stand in braces, `{ 0, 2 }`, those of a list one by one: `for (player p in list) { team "Hounds" { p } }`
    "#]],
    );
}

#[test]
fn values_outside_of_blocks() {
    check_rendered(
        "number x = 4;\nint n;\ndie Six = 6;\nteam \"W\" { 0 }\n",
        &expect![[r#"
        error[unexpected-token]: a variable cannot stand outside of blocks
          ┌─ game.tgdl:1:1
          │
        1 │ number x = 4;
          │ ^^^^^^
          │
          = help: `const number x = ...;` is one that never changes, `global class Rules { number x; }` holds what changes

        error[unexpected-token]: a variable cannot stand outside of blocks
          ┌─ game.tgdl:2:1
          │
        2 │ int n;
          │ ^^^
          │
          = help: `global class Rules { number n; }` holds what changes

        error[unexpected-token]: dice are declared with their faces in braces
          ┌─ game.tgdl:3:1
          │
        3 │ die Six = 6;
          │ ^^^
          │
          = help: `dice Six { faces 1, 2, 3, 4, 5, 6; }`

        error[unexpected-token]: `team` stands in a block
          ┌─ game.tgdl:4:1
          │
        4 │ team "W" { 0 }
          │ ^^^^
          │
          = help: what is done at the beginning stands in `setup { ... }`, all else in an effect or a function
    "#]],
    );
}

#[test]
fn who_comes_next_in_a_turn() {
    check_rendered(
        "turn Main {\n    next player;\n}\n",
        &expect![[r#"
        error[unexpected-token]: a turn holds `default` and phases, found `next`
          ┌─ game.tgdl:2:5
          │
        2 │     next player;
          │     ^^^^
          │
          = help: `default { return turn.active() + 1; }` says who comes next; without it that is the next player
    "#]],
    );
}

#[test]
fn what_an_action_says_without_a_semicolon() {
    check_rendered(
        "class Box {\n    action go {\n        says \"goes\"\n        effect { }\n    }\n}\n",
        &expect![[r#"
            error[expected-token]: expected `;` after what the action says, found `effect`
              ┌─ game.tgdl:4:9
              │
            4 │         effect { }
              │         ^^^^^^ `;` is missing
        "#]],
    );
}
