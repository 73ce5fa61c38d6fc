//! The rows of the acceptance list that say "static".
//! The sources are the smallest that show each rule.

use super::{check_body, check_game, check_part};
use expect_test::expect;

#[test]
fn a_visible_name_is_refused_with_the_place_of_the_first() {
    check_body(
        "number a = 1; if (a == 1) { number a = 2; a = a + 1; }",
        expect![[
            r#"1:51 error[name-taken]: the name `a` is taken already, by a variable; take another name; 1:23 it is declared here"#
        ]],
    );
}

#[test]
fn a_parameter_may_hide_a_declaration() {
    check_part(
        "
zone hand of Card per player { visible owner; }
interactable Card { }
function number f(number hand) { return hand; }
",
        expect![""],
    );
}

#[test]
fn a_variable_may_not_hide_a_member() {
    check_part(
        "class Role { number gold; function number f() { number gold = 2; return gold; } }",
        expect![[
            r#"1:56 error[name-taken]: the name `gold` is taken already, by an attribute of the class; take another name; 1:21 it is declared here"#
        ]],
    );
}

#[test]
fn two_declarations_may_not_have_one_name() {
    check_part(
        "
enum Suit { Cups } 
class Suit { }
",
        expect![[
            r#"2:7 error[name-taken]: the name `Suit` is taken already, by an enumeration; take another name; 1:6 it is declared here"#
        ]],
    );
}

#[test]
fn a_member_may_hide_a_declaration() {
    check_part(
        "
function number gold() { return 1; }
class Role { number gold = gold(); function number f() { return gold; } }
",
        expect![
            "2:28 error[not-a-function]: a `number` cannot be called; 1:17 `gold` hides a function, which is declared here"
        ],
    );
}

#[test]
fn a_variable_may_hide_a_function_and_an_action_of_the_class() {
    check_part(
        "
class Role {
    action go { }
    function number gold() { return 1; }
    function number f(number go) { number gold = gold() + go; return gold.worth; }
}
",
        expect![[
            r#"4:75 error[unknown-member]: `number` has no member `worth`; 3:21 `gold` hides a function of the class, which is declared here"#
        ]],
    );
}

#[test]
fn a_variable_may_not_hide_an_option() {
    check_part(
        "
option number size = 3 in 1..9;
class Role { number size; }
function number f(number size) { return size; }
",
        expect![[r#"
            2:21 error[name-taken]: the name `size` is taken already, by an option; take another name; 1:15 it is declared here
            3:26 error[name-taken]: the name `size` is taken already, by an option; take another name; 1:15 it is declared here"#]],
    );
}

#[test]
fn only_types_may_not_be_called_as_one_that_is_built_in() {
    check_body(
        "player actor = 1; number turn = 2; number number = 3; score actor turn + number;",
        expect![""],
    );
    check_part(
        "class number { } enum string { A }",
        expect![[r#"
            1:7 error[reserved-word]: `number` has a fixed meaning and cannot be the name of something else; hint: take another name, for example `myNumber`
            1:23 error[reserved-word]: `string` has a fixed meaning and cannot be the name of something else; hint: take another name, for example `myString`"#]],
    );
}

#[test]
fn a_builtin_function_may_be_hidden() {
    check_body("number max = 3; max = max + 1;", expect![""]);
}

#[test]
fn a_name_is_not_there_before_its_line() {
    check_body(
        "a = 1; number a = 2; a = a + 1;",
        expect![[
            r#"1:16 error[unknown-name]: `a` is not known yet; 1:30 it is declared here, and lives from its line on"#
        ]],
    );
}

#[test]
fn a_name_is_not_there_after_its_block() {
    check_body(
        "if (true) { number a = 2; a = a + 1; } a = 1;",
        expect![[
            r#"1:55 error[unknown-name]: `a` is not known any more; 1:35 it is declared here, and lives to the end of its block; hint: declare it before the block to use it after it"#
        ]],
    );
}

#[test]
fn two_blocks_may_use_one_name() {
    check_body("if (true) { number a = 2; a = a + 1; } if (true) { number a = 2; a = a + 1; }", expect![""]);
}

#[test]
fn comparison_needs_like_types() {
    check_body(
        r#"bool a = 1 < "x"; a = a && true;"#,
        expect![[r#"1:25 error[unlike-types]: `<` compares like types, found `number` and `string`"#]],
    );
}

#[test]
fn comparison_needs_an_order() {
    check_body(
        "bool a = true < false; a = a && true;",
        expect![[r#"1:25 error[wrong-operand]: `<` needs numbers, players, strings or cases, found `bool`"#]],
    );
}

#[test]
fn equality_needs_like_types() {
    check_body(
        r#"bool a = 1 == "x"; a = a != 1;"#,
        expect![[r#"
        1:25 error[unlike-types]: `==` compares like types, found `number` and `string`
        1:39 error[unlike-types]: `!=` compares like types, found `bool` and `number`"#]],
    );
}

#[test]
fn a_new_list_may_equal_another() {
    check_part(
        "function bool f(List<player> l, List<number> m) {
    return l == { 0, 1 } || { 1 } != m || l == { } || l == null || l == l.copy();
}",
        expect![[""]],
    );
}

#[test]
fn null_equals_anything() {
    check_body(
        r#"bool a = 1 == null; a = "x" != null;"#,
        expect![[r#"1:21 warning[unused-variable]: nothing reads `a`"#]],
    );
}

#[test]
fn a_number_beside_a_player_is_a_player() {
    check_body(
        "bool a = player.active() == 1; a = 3 != player.active();",
        expect![[r#"1:21 warning[unused-variable]: nothing reads `a`"#]],
    );
}

#[test]
fn arithmetic_needs_numbers() {
    check_body(
        r#"number a = 1 - "x"; a = true * 2;"#,
        expect![[r#"
        1:23 warning[unused-variable]: nothing reads `a`
        1:31 error[wrong-operand]: `-` needs numbers, found `string`
        1:40 error[wrong-operand]: `*` needs numbers, found `bool`"#]],
    );
}

#[test]
fn plus_does_not_mix_text_and_number() {
    check_body(
        r#"string a = "x" + 1; a = "{a}{1}";"#,
        expect![[
            r#"1:27 error[wrong-operand]: `+` joins two strings or adds two numbers, found `string` and `number`; hint: write the value into the text: `"{value}"`"#
        ]],
    );
}

#[test]
fn an_assignment_needs_the_type_of_the_variable() {
    check_body(
        r#"number a = 1; a = "x"; string s = 2; s = "y";"#,
        expect![[r#"
        1:23 warning[unused-variable]: nothing reads `a`
        1:34 error[wrong-type]: expected `number`, found `string`; what is assigned to is a `number`; hint: `... as number` reads a number, null where there is none
        1:46 warning[unused-variable]: nothing reads `s`
        1:50 error[wrong-type]: expected `string`, found `number`; the variable `s` is a `string`; hint: write it into a text: `"{value}"`"#]],
    );
}

#[test]
fn an_attribute_needs_its_type() {
    check_part(
        r#"class Role { number gold; function f(Role r) { r.gold = "much"; gold = true; } }"#,
        expect![[r#"
        1:57 error[wrong-type]: expected `number`, found `string`; what is assigned to is a `number`; hint: `... as number` reads a number, null where there is none
        1:72 error[wrong-type]: expected `number`, found `bool`; what is assigned to is a `number`"#]],
    );
}

#[test]
fn an_element_needs_the_type_of_the_list() {
    check_body(
        r#"List<number> a = { 1, 2 }; a[0] = "x"; a[1] = 3; a.add("y");"#,
        expect![[r#"
        1:50 error[wrong-type]: expected `number`, found `string`; what is assigned to is a `number`; hint: `... as number` reads a number, null where there is none
        1:71 error[wrong-type]: expected `number`, found `string`; the parameter `element` of `add` is a `number`; hint: `... as number` reads a number, null where there is none"#]],
    );
}

#[test]
fn an_assignment_has_no_value() {
    check_body(
        "number a; number b = (a = 2); b = b + a;",
        expect![[r#"1:37 error[no-value]: this gives no value; a value is needed here"#]],
    );
}

#[test]
fn missing_arguments_are_reported() {
    check_part(
        r#"
function hello(player toPlayer, string msg) { f(); }
function f() { hello(toPlayer: 1); hello(); hello(toPlayer: 1, msg: "hello world"); hello(msg: "a", toPlayer: 0); }
"#,
        expect![[r#"
        2:16 error[missing-argument]: `hello` needs the argument `msg`
        2:36 error[missing-argument]: `hello` needs the arguments `toPlayer` and `msg`"#]],
    );
}

#[test]
fn an_unknown_argument_is_reported() {
    check_part(
        r#"
function hello(player toPlayer, string msg) { f(); }
function f() { hello(toPlayre: 1, msg: "a"); }
"#,
        expect![[
            r#"2:22 error[unknown-argument]: `hello` has no parameter `toPlayre`; did you mean `toPlayer`?"#
        ]],
    );
}

#[test]
fn a_repeated_argument_is_reported() {
    check_part(
        r#"
function hello(player toPlayer, string msg) { f(); }
function f() { hello(toPlayer: 1, toPlayer: 2, msg: "a"); hello(1, toPlayer: 2, msg: "b"); }
"#,
        expect![[r#"
        2:35 error[repeated-argument]: `toPlayer` is given twice
        2:68 error[repeated-argument]: `toPlayer` is given twice"#]],
    );
}

#[test]
fn too_many_arguments_are_reported() {
    check_part(
        "
function hello(player toPlayer) { f(); }
function f() { hello(1, 2); }
",
        expect![[r#"2:25 error[too-many-arguments]: `hello` takes one argument, found 2"#]],
    );
}

#[test]
fn named_arguments_come_last() {
    check_part(
        r#"
function hello(player toPlayer, string msg) { f(); }
function f() { hello(toPlayer: 1, "a"); }
"#,
        expect![[
            r#"2:35 error[unnamed-argument]: after a named argument all must be named; hint: write `name: value`"#
        ]],
    );
}

#[test]
fn a_default_makes_a_parameter_optional() {
    check_part(
        "
function hello { function input player toPlayer; function input number times = 3; effect { f(); } }
function f() { hello(toPlayer: 1); hello(times: 2, toPlayer: 1); hello(times: 2); }
",
        expect![[r#"2:66 error[missing-argument]: `hello` needs the argument `toPlayer`"#]],
    );
}

#[test]
fn a_function_returns_on_every_path() {
    check_part(
        r#"
function number f(number n) { if (n > 0) { return 1; } }
function number g(number n) { if (n > 0) { return 1; } else { return 2; } }
function number h(number n) { while (true) { n = n + 1; if (n > 9) { return n; } } }
function number i(number n) { while (true) { n = n + 1; if (n > 9) { break; } } }
function number j(number n) { for (;;) { n = n + 1; } }
function number k(number n) { fail "no"; }
function number l(number n) { winner n; }
"#,
        expect![[r#"
        1:17 error[missing-return]: `f` does not return a value on every path; hint: end each path with `return ...;`
        4:17 error[missing-return]: `i` does not return a value on every path; hint: end each path with `return ...;`"#]],
    );
}

#[test]
fn an_else_without_an_if_is_refused() {
    check_body(
        "else { }",
        expect![[
            r#"1:16 error[else-without-if]: `else` follows no `if`; hint: `else` stands right after the closing brace of `if (...) { ... }`"#
        ]],
    );
}

#[test]
fn nothing_is_returned_from_an_effect() {
    check_game(
        "global class Rules { action a { trigger PlayerChoiceEvent { return true; } effect { return 3; } } }",
        expect![[r#"2:92 error[return-value]: an effect returns no value; hint: write `return;`"#]],
    );
}

#[test]
fn a_value_is_returned_where_one_is_needed() {
    check_part(
        "
function number f() { return; }
function g() { return 3; }
function h() { return; }
",
        expect![[r#"
            1:23 error[return-value]: a value must be returned here; hint: write `return ...;`
            2:23 error[return-value]: a function without a result returns no value; hint: write `return;`; hint: or say what it gives: `function number name(...)`"#]],
    );
}

#[test]
fn a_filter_returns_on_every_path() {
    check_game(
        "
interactable Card { }
global class Rules { action a { input Card c { if (c.owner == 0) { return true; } } trigger PlayerChoiceEvent { return true; } } }
",
        expect![[r#"3:46 error[missing-return]: a filter does not return a value on every path; hint: end each path with `return ...;`"#]],
    );
}

#[test]
fn a_trigger_returns_on_every_path() {
    check_game(
        "global class Rules { action a { trigger PlayerChoiceEvent { } } }",
        expect![[
            r#"2:59 error[missing-return]: a trigger does not return a value on every path; hint: end each path with `return ...;`"#
        ]],
    );
}

#[test]
fn a_global_class_is_not_made() {
    check_part(
        "
global class Rules { }
function f() { var r = new Rules(); r.assign(player: 0); }
",
        expect![[
            r#"2:28 error[cannot-make]: `Rules` is global and has its one object from the start; hint: write `Rules` to use it"#
        ]],
    );
}

#[test]
fn an_input_of_endless_values_needs_a_source() {
    check_game(
        "global class Rules { action a { input number n; input string s; input number m from 0..10; trigger PlayerChoiceEvent { return true; } } }",
        expect![[r#"
        2:39 error[endless-input]: a `number` has infinitely many values to choose from; hint: say which: `from 0..10`
        2:55 error[endless-input]: a `string` has infinitely many values to choose from; hint: say which: `from { "yes", "no" }`"#]],
    );
}

#[test]
fn break_and_continue_stand_in_loops() {
    check_body(
        "break; continue; while (true) { break; }",
        expect![[r#"
        1:16 error[outside-loop]: `break` stands outside of a loop
        1:23 error[outside-loop]: `continue` stands outside of a loop
        1:23 warning[unreachable]: this is never reached"#]],
    );
}

#[test]
fn caret_is_power_of_numbers_and_exclusive_or_of_booleans() {
    check_body(
        "number a = 2 + 3 * 4 ^ 2 % 5; bool b = true ^ false | true & false; b = b ^ 1 < 2; b = a == 2 ^ 3;",
        expect![[r#"1:88 error[wrong-operand]: `^` needs numbers, found `bool`"#]],
    );
}

#[test]
fn caret_does_not_mix() {
    check_body(
        "number a = 2 ^ true; a = a + 1;",
        expect![[r#"1:31 error[wrong-operand]: `^` needs numbers, found `bool`"#]],
    );
}
