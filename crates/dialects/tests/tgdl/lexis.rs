//! Words, numbers, strings and comments.

use crate::check;

#[test]
fn a_name_starts_with_a_letter_of_any_script_or_an_underscore() {
    check(
        "setup {
number _a1 = 1; number città = 2; number 牌 = 3; number Ωmega9 = _a1;
}",
        &[],
    );
}

#[test]
fn a_name_does_not_start_with_a_digit() {
    check(
        "setup {
number 3rd = 1;
}",
        &["2:8 bad-number: `3rd` is neither a number nor a name"],
    );
}

#[test]
fn a_strict_keyword_cannot_be_declared() {
    check(
        "class if { }
enum event { new }
board in { }",
        &[
            "1:7 reserved-word: `if` is a word of the language and cannot be a name for the class",
            "2:6 reserved-word: `event` is a word of the language and cannot be a name for the enumeration",
            "2:14 reserved-word: `new` is a word of the language and cannot be a name for the case",
            "3:7 reserved-word: `in` is a word of the language and cannot be a name for the board",
        ],
    );
    check(
        "setup {
number while = 3;
for (Card this in list) { }
}",
        &[
            "2:8 reserved-word: `while` is a word of the language and cannot be a name for the variable",
            "3:11 reserved-word: `this` is a word of the language and cannot be a name for the element",
        ],
    );
    check(
        "function number player(number is) { return 1; }",
        &[
            "1:17 reserved-word: `player` is a word of the language and cannot be a name for the function",
            "1:31 reserved-word: `is` is a word of the language and cannot be a name for the parameter",
        ],
    );
}

#[test]
fn a_strict_keyword_may_follow_a_dot_or_name_an_argument() {
    check(
        "setup {
a.if.for = f(in: 1, new: 2).this;
}",
        &[],
    );
}

#[test]
fn a_comment_ends_with_its_line_or_with_the_file() {
    check(
        "// one
setup { } // two
// three {",
        &[],
    );
}

#[test]
fn an_empty_file_is_a_module() {
    check("", &[]);
    check("  \r\n\t\u{feff}// only this", &[]);
}

#[test]
fn a_comment_of_another_language_is_told_and_left_out() {
    check("setup {\na = 1; # it's one\n}", &["2:8 unknown-character: `#` has no meaning here"]);
}

#[test]
fn other_characters_are_told_and_left_out() {
    check(
        "setup {
a = 1 @ #$ 2;
}",
        &[
            "2:7 unknown-character: `@` has no meaning here",
            "2:9 unknown-character: `#$` has no meaning here",
        ],
    );
    check("setup { x = 3€; }", &["1:14 unknown-character: `€` has no meaning here"]);
}

#[test]
fn numbers_have_fractions_and_exponents() {
    check(
        "setup {
a = 1; a = 0.2; a = 1e3; a = 2.5e-7; a = 1E+2; b = 1..4; b = 1.5..2; b = 1.abs();
}",
        &[],
    );
    check(
        "setup {
a = 1e999;
}",
        &["2:5 number-too-large: this number is too large"],
    );
    check(
        "setup {
a = 1e;
}",
        &["2:5 bad-number: `1e` is neither a number nor a name"],
    );
}

#[test]
fn strings_have_escapes() {
    check(
        r#"setup {
a = "\" \\ \n \t \{ \} \u{1F0A1}";
}"#,
        &[],
    );
    check(
        r#"setup {
a = "\q \u{110000} \u12";
}"#,
        &[
            r#"2:6 unknown-escape: `\q` means nothing in a string"#,
            r#"2:9 unknown-escape: `\u` means nothing in a string"#,
            r#"2:20 unknown-escape: `\u` means nothing in a string"#,
        ],
    );
    check(
        "setup {\na = \"\\u{1b}[2J \u{7} \\u{9b} \\u{202e} \\u{a}\" + 'x\u{1b}';\n}",
        &[
            "2:6 unknown-escape: a string holds no control character, and this is U+001B",
            "2:16 unknown-escape: a string holds no control character, and this is U+0007",
            "2:18 unknown-escape: a string holds no control character, and this is U+009B",
            "2:25 unknown-escape: a string holds no control character, and this is U+202E",
            "2:45 unknown-escape: a string holds no control character, and this is U+001B",
        ],
    );
}

#[test]
fn a_string_ends_on_its_line() {
    check(
        r#"setup {
a = "no end;
b = 2;
}"#,
        &["2:5 unterminated-string: this string has no end on its line"],
    );
    check(
        r#"setup {
a = f("no {end;
b = 2;
}"#,
        &["2:7 unterminated-string: this string has no end on its line"],
    );
}

#[test]
fn a_string_in_single_quotes_ends_with_its_line() {
    check(
        "setup {
a = '{T}: Add \\u, it''s';
b = 'one;
c = \"{f('a \\\" }')}\";
}",
        &["3:5 unterminated-string: this string has no end on its line"],
    );
}

#[test]
fn words_are_names_where_they_begin_nothing() {
    check(
        "class action { number attribute = 1; action next; attribute board { returns number; } }
class test { number effect; effect effects; action action { input action input { filter(input); return setup; } } }
event effect { number require; effect { require = 2; } }
function number filter(number trigger, number input) { trigger += input; input = 3; board(test); return game; }
global class export {
    action game { require { setup = 1; return filter; } effect { effect(1); effect = 2; test.setup(require); } }
}",
        &[],
    );
}

#[test]
fn words_that_begin_a_part_end_what_is_open() {
    check(
        "class A { action go { effect { x = 1;
    action stay { }
setup { y = 2; }
test \"t\" { }",
        &[
            "2:5 unexpected-token: `action` cannot stand among statements",
            "3:1 unclosed-block: expected `}` before `setup`",
        ],
    );
}

#[test]
fn a_block_comment_is_told() {
    check(
        "/* one
   two */ setup { }",
        &["1:1 block-comment: there are no comments between `/*` and `*/`"],
    );
}

#[test]
fn an_interpolation_holds_an_expression_with_its_own_place() {
    check(
        r#"setup {
a = "one {1 +} two {b c} {}";
}"#,
        &[
            "2:14 expected-expression: expected an expression, found the end of the text",
            "2:23 expected-token: expected `}` after the piece that is computed, found `c`",
            "2:27 expected-expression: expected an expression, found the end of the text",
        ],
    );
    check(
        r#"setup {
a = "{f("x {y}")} {list.map(x => { return "a"; })}";
}"#,
        &[],
    );
}

#[test]
fn fixed_text_holds_nothing_computed() {
    check(
        r#"game "Go {1}";"#,
        &["1:11 constant-text: the name of the game is fixed text and cannot hold a computed piece"],
    );
    check(
        "test 3 { }",
        &["1:6 missing-text: expected the name of the test in double quotes, found the number `3`"],
    );
}
