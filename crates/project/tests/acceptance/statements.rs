//! Returning, loops, declarations, the end of the game.

use crate::kit::{self, fault, logged, ranking, said, start, with};
use engine::Match;

#[test]
fn return_leaves_the_middle_of_loops() {
    let items = "function number find(List<List<number>> all, number x) { number i = 0; while (true) { for (number y in all[i]) { if (y == x) { return i; } } i += 1; } }";
    assert_eq!(with(items, "Log.say(\"{find({ { 1 }, { 2, 3 } }, 3)}\");"), "1");
    let none = "function void early(bool b) { if (b) { return; } Log.say(\"late\"); }";
    assert_eq!(with(none, "early(true); early(false);"), "late");
}

#[test]
fn for_may_leave_out_any_part() {
    assert_eq!(said("number i = 0; for (;;) { i += 1; if (i == 5) { break; } } Log.say(\"{i}\");"), "5");
    assert_eq!(said("number i = 0; for (; i < 3;) { i += 2; } Log.say(\"{i}\");"), "4");
    assert_eq!(said("number i; for (i = 1; i < 3; i = i + 1) { } Log.say(\"{i}\");"), "3");
}

#[test]
fn continue_runs_the_step() {
    assert_eq!(
        said("for (number i = 0; i < 5; i += 1) { if (i % 2 == 0) { continue; } Log.say(\"{i}\"); }"),
        "1 3"
    );
    assert_eq!(
        said("number i = 0; while (i < 4) { i += 1; if (i == 2) { continue; } Log.say(\"{i}\"); }"),
        "1 3 4"
    );
    assert_eq!(said("for (number x in { 1, 2, 3 }) { if (x == 2) { continue; } Log.say(\"{x}\"); }"), "1 3");
}

#[test]
fn break_and_continue_belong_to_the_nearest_loop() {
    let text = "for (number i in 1..3) { for (number j in 1..9) { if (j == 2) { continue; } if (j > i) { break; } Log.say(\"{i}{j}\"); } }";
    assert_eq!(said(text), "11 21 31 33");
}

#[test]
fn the_condition_of_while_comes_first() {
    assert_eq!(said("while (false) { Log.say(\"x\"); } Log.say(\"end\");"), "end");
}

#[test]
fn else_if_chains_take_the_first_that_holds() {
    let items = "function string size(number n) { if (n < 1) { return \"none\"; } else if (n < 2) { return \"one\"; } else if (n < 3) { return \"two\"; } else { return \"many\"; } }";
    assert_eq!(with(items, "for (number n in 0..3) { Log.say(size(n)); }"), "none one two many");
}

#[test]
fn a_loop_without_end_is_stopped() {
    assert_eq!(fault("", "for (;;) { }").message, "the rules take too many steps without asking anybody");
}

#[test]
fn ranges_go_upwards_with_both_ends() {
    assert_eq!(
        said("for (number i in -1..1) { Log.say(\"{i}\"); } for (number i in 3..1) { Log.say(\"no\"); }"),
        "-1 0 1"
    );
}

fn ended(winner: &str) -> Match {
    start(&crate::kit::program("", &format!("players 4; {winner} Log.say(\"after\");")))
}

#[test]
fn winner_ends_the_game_at_once() {
    let over = ended("Log.say(\"before\"); if (true) { winner 2; }");
    assert_eq!(ranking(&over), [vec![2], vec![0, 1, 3]]);
    assert_eq!(logged(&over), "before");
}

#[test]
fn winner_takes_player_expressions() {
    assert_eq!(ranking(&ended("player p = 3; winner p + 1;"))[0], [0]);
    assert_eq!(ranking(&ended("winner -1;"))[0], [3]);
    assert_eq!(ranking(&ended("winner 2.9;"))[0], [2]);
}

#[test]
fn rankings_have_ties_and_those_left_out_come_last() {
    assert_eq!(ranking(&ended("winner { { 1, 3 }, { 0 } };")), [vec![1, 3], vec![0], vec![2]]);
    assert_eq!(
        ranking(&ended("List<List<player>> r = { { 2 }, { 0 }, { 1 }, { 3 } }; winner r;")),
        [[2], [0], [1], [3]]
    );
    assert_eq!(ranking(&ended("winner player.all();")), [[0, 1, 2, 3]]);
}

#[test]
fn winner_none_is_lost_by_all() {
    assert!(ranking(&ended("winner none;")).is_empty());
}

#[test]
fn winner_ends_the_game_from_deep_inside() {
    let items = "function bool over(number n) { if (n == 0) { winner 1; } return over(n - 1); }";
    let over = start(&crate::kit::program(
        items,
        "if ({ 1, 2 }.length == 2) { bool b = over(3); } Log.say(\"after\");",
    ));
    assert_eq!((ranking(&over)[0][0], logged(&over).as_str()), (1, ""));
}

#[test]
fn declarations_with_var_take_the_type_of_their_value() {
    assert_eq!(
        said("var x = 1; var l = { \"a\" }; x += 1; l.add(\"b\"); Log.say(\"{x} {l.length}\");"),
        "2 2"
    );
}

#[test]
fn many_branches_one_after_the_other_are_no_chain() {
    let many = |line: &dyn Fn(usize) -> String| (0..700).map(line).collect::<String>();
    let branches = many(&|i| format!("if (n == {i}) {{ return {}; }}\n", i + 1));
    let changes = many(&|i| format!("G.sums.last.count += {i} * 1 + 0;\n"));
    let items = format!(
        "class Sum {{ Sum last; number count = 0; }} global class G {{ Sum sums = new Sum(); }}
        function number next(number n) {{ {branches} return 0; }} function change() {{ {changes} }}"
    );
    let setup = "G.sums.last = new Sum(); change(); Log.say(\"{next(3)} {next(699)} {next(700)} {G.sums.last.count}\");";
    assert_eq!(with(&items, setup), format!("4 700 0 {}", 699 * 350));
}

#[test]
fn what_follows_a_chain_that_is_too_long_is_not_reported() {
    let long = vec!["1"; 600].join(" + ");
    let items = format!("function number f() {{ return {long}; }} function number g() {{ return f(); }}");
    let found = kit::problems(&kit::loaded(&kit::program(&items, "Log.say(\"{g()}\");")));
    assert!(
        found.ends_with("too-deep: this chain of operators is too long to be read") && !found.contains('\n'),
        "{found}"
    );
}
