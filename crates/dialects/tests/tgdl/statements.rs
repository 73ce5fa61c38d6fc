//! Blocks and statements, commands and tests.

use crate::check;
use base::{FileId, Origins};
use dialects::tgdl::parse;
use language::tree::{Item, Statement};

#[test]
fn return_with_and_without_a_value() {
    check(
        "function f() { return; }
function number g() { return 1; }",
        &[],
    );
}

#[test]
fn for_parts_may_be_left_out() {
    check(
        "setup {
for (;;) { }
for (number i = 0; i < 3; i += 1) { }
for (i = 0; ; ) { }
}",
        &[],
    );
}

#[test]
fn a_statement_with_a_block_needs_no_semicolon() {
    check(
        r#"setup {
while (a) { }
if (a) { } else { };
{ a = 1; };
team "x" { 0, 2 }
team "y" { 1 };
for (;;) { };
}"#,
        &[],
    );
}

#[test]
fn a_missing_semicolon_is_told_where_it_belongs() {
    check(
        "setup {
number a = 1
number b = 2;
a = b
}",
        &[
            "2:13 expected-token: expected `;` after this statement",
            "4:6 expected-token: expected `;` after this statement",
        ],
    );
    check(
        "setup {
f(a) g(b);
h();
}",
        &["2:6 expected-token: expected `;` after this statement, found `g`"],
    );
}

#[test]
fn an_else_without_if_is_told() {
    check(
        "setup {
else { a = 1; }
else if (a) { }
a = 2;
else { b = 3; }
}",
        &[
            "2:1 else-without-if: `else` follows no `if`",
            "3:1 else-without-if: `else` follows no `if`",
            "5:1 else-without-if: `else` follows no `if`",
        ],
    );
}

#[test]
fn a_misspelt_else_if_is_read() {
    check(
        "setup {
if (a) { } elif (b) { } elsif (c) { } else { }
elseif (d) { }
}",
        &[
            "2:12 unknown-keyword: there is no `elif`",
            "2:25 unknown-keyword: there is no `elsif`",
            "3:1 else-without-if: `elseif` follows no `if`",
        ],
    );
}

#[test]
fn a_body_stands_in_braces() {
    check(
        "setup {
if (a) return;
while (a) a -= 1;
for (;;) break;
if (a) { } else b = 1;
while (c);
}",
        &[
            "2:8 expected-block: expected `{` after the condition, found `return`",
            "3:11 expected-block: expected `{` after the condition, found `a`",
            "4:10 expected-block: expected `{` after the head of the loop, found `break`",
            "5:17 expected-block: expected `{` after `else`, found `b`",
            "6:10 expected-block: expected `{` after the condition, found `;`",
        ],
    );
    check(
        "setup {
if (a)
}",
        &["3:1 expected-block: expected `{` after the condition, found `}`"],
    );
}

#[test]
fn a_condition_stands_in_brackets() {
    check(
        "setup {
if a > 3 { b = 1; }
while a { }
for number i in list { }
c = 2;
}",
        &[
            "2:4 expected-token: expected `(` after `if`, found `a`",
            "3:7 expected-token: expected `(` after `while`, found `a`",
            "4:5 expected-token: expected `(` after `for`, found `number`",
        ],
    );
}

#[test]
fn an_assignment_in_a_condition_is_told() {
    check(
        "setup {
if (a = 3) { }
while (a.b = c && d) { }
}",
        &[
            "2:7 assignment-in-condition: `=` assigns; a condition compares with `==`",
            "3:12 assignment-in-condition: `=` assigns; a condition compares with `==`",
        ],
    );
}

#[test]
fn for_in_needs_a_type() {
    check(
        "setup {
for (Card c in hand) { }
for (var c in hand) { }
for (c in hand) { }
}",
        &["4:6 expected-type: expected a type before the name that runs through the list"],
    );
}

#[test]
fn a_block_left_open_names_its_brace() {
    check(
        "setup {
    a = 1;

function f() { }",
        &["4:1 unclosed-block: expected `}` before `function`"],
    );
    check(
        "global class Rules {
    action go {
        effect { a = 1;
    }
    action stop { }
}
turn Main { }",
        &["5:5 unclosed-block: expected `}` before `action`"],
    );
    check("setup { if (a) {", &["1:17 unclosed-block: expected `}` before the end of the text"]);
}

#[test]
fn a_brace_too_many_is_told() {
    check(
        "setup { } }
class A { }",
        &["1:11 unexpected-token: this `}` closes nothing"],
    );
    check(
        "setup {
a = (1 + 2));
b = c];
}",
        &["2:12 unexpected-token: this `)` closes nothing", "3:6 unexpected-token: this `]` closes nothing"],
    );
}

#[test]
fn several_mistakes_are_told_in_one_run() {
    check(
        "setup {
a = ;
b = 2 +;
c = f(1, , 2);
d = [1];
e = 5;
g = (1;
h = i j;
}",
        &[
            "2:5 expected-expression: expected an expression, found `;`",
            "3:8 expected-expression: expected an expression, found `;`",
            "4:10 expected-expression: expected an expression, found `,`",
            "5:5 expected-expression: expected an expression, found `[`",
            "7:7 expected-token: expected `)` after the expression, found `;`",
            "8:7 expected-token: expected `;` after this statement, found `j`",
        ],
    );
}

#[test]
fn members_cannot_stand_among_statements() {
    check(
        "setup {
    function f() { a = 1; }
    b = ;
}",
        &[
            "2:5 unexpected-token: `function` cannot stand among statements",
            "3:9 expected-expression: expected an expression, found `;`",
        ],
    );
}

#[test]
fn a_lone_semicolon_is_a_warning() {
    check(
        "setup {
a = 1;;
if (a) { };
}",
        &["2:7 lone-semicolon: this `;` ends nothing"],
    );
}

#[test]
fn a_text_left_out_is_told() {
    check(
        "setup {
...
turn.pass();
}",
        &["2:1 unexpected-token: `...` stands for text that was left out"],
    );
}

#[test]
fn tests_play_answer_and_expect() {
    check(
        r#"test "x" { seed 1; play place(cell: "a1") by 0; play piece.move(to: "a3"); play pass; answer Suit.Cups by 0; expect winner == 0; expect (a || b) == c; expect illegal place() by 1; }"#,
        &[],
    );
    check(
        r#"test "x" { play 3; expect a = 3; play (a + b)(c) by 0; }"#,
        &[
            "1:17 expected-token: expected `;` after this statement, found the number `3`",
            "1:29 assignment-in-condition: `=` assigns; a condition compares with `==`",
            "1:39 expected-action: expected an action with its inputs",
        ],
    );
}

#[test]
fn commands_are_names_where_an_expression_goes_on() {
    check(
        r#"setup {
remove(x); score = 3; score.total += 1; players.length(); raise(1); fail(2); seed = 4; team("x"); eliminate(p); answer[0] = 1; play(2); expect(3);
}"#,
        &[],
    );
}

#[test]
fn a_misspelt_word_before_a_block_says_what_was_meant() {
    check(
        "setup { whlie (a) { b = 1; } c = 2; }",
        &["1:9 unknown-keyword: no statement with a block starts like this"],
    );
}

/// The kinds of the statements of a block, as the tree names them.
fn kinds(body: &str) -> String {
    let text = format!("test \"x\" {{ {body} }}");
    let checked = parse(FileId(0), &text, &mut Origins::default());
    assert!(!checked.has_errors(), "{:#?}", checked.problems);
    let [Item::Test(test)] = checked.value.items.as_slice() else { panic!("one test") };
    let kind = |statement: &Statement| {
        let text = format!("{:?}", statement.kind);
        text.split(['(', ' ']).next().unwrap_or("").to_owned()
    };
    test.body.statements.iter().map(kind).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_statement_is_what_its_first_words_say() {
    let cases = [
        ("number x = 3; var y = 2; List<Card> z; (A) => B f; lib.Name n; player p;", "Declare"),
        (
            "x = 3; x += 1; f(x); x.y; a < b; (a)(b); new A(); base.f(); player.all(); this.f(); remove(x); score = 1;",
            "Expr",
        ),
        (
            "fail(x); raise(x); eliminate(x); tell(x); tell = 1; tell.f(); seed.x = 1; team = 3; players += 1; play = 2; answer = 4;",
            "Expr",
        ),
        ("choose Card; choose player; suppose { } gives x; turn.pass();", "Expr"),
        ("remove x; remove this; remove a.b[0];", "Remove"),
        ("fail \"why\"; fail reason;", "Fail"),
        ("tell \"why\"; tell reason; tell \"{a}\" to p; tell c.title to player.active() + 1;", "Tell"),
        (
            "score p 12; score 0 3; score p -3; score player.active() x; score (p + 1) 2; score (p), 3;",
            "Score",
        ),
        ("eliminate p; eliminate 0; eliminate player.active() + 1;", "Eliminate"),
        ("players 2; players { 2, 4 } \"A\"; players 2..4 \"A\", \"B\"; players n;", "Players"),
        ("team \"x\" { 0, 2 } team \"y\" { };", "Team"),
        ("raise X(a: 1); raise X; cancel(x); cancel = 2;", "Expr"),
        ("cancel;", "Cancel"),
        ("winner p; winner { { 0 }, { 1 } }; winner none.x;", "Winner"),
        ("winner none;", "WinnerNone"),
        ("seed 1; seed n;", "Seed"),
        ("play a(b: 1) by 0; play a.b(c); play a;", "Play"),
        ("answer 1; answer Suit.Cups by 0; answer { a }; answer -1; answer (a);", "Answer"),
        ("expect a; expect !a; expect (a || b) == c; expect legal; expect illegal == 3;", "Expect"),
        ("expect legal a() by 1; expect illegal b.c(d: 2);", "ExpectLegal"),
        ("{ } { };", "Block"),
        ("for (number i = 0; i < 3; i += 1) { } for (;;) { }", "For"),
        ("for (Card c in d) { } for (var c in d) { } for (List<A> c in d) { }", "ForIn"),
    ];
    for (body, kind) in cases {
        let kinds = kinds(body);
        assert!(kinds.split(' ').all(|found| found == kind), "{body}: {kinds}");
    }
}
