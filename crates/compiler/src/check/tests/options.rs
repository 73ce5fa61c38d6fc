//! Options: what they may be, where they can stand, what tests may choose.

use super::super::{check_with, options};
use super::{check_game, check_text, read};
use expect_test::expect;
use language::option::{Choices, OptionKind};

#[test]
fn an_option_stands_where_a_constant_may() {
    check_game(
        "option number size = 3 in 2..9 \"Board size\";
option bool wide = true;
option string start = \"a1\" in { \"a1\", \"b1\" };
option Kind kind = Kind.Small;
param number worth = 5;
enum Kind { number points; Small(worth), Large(2 * worth) }
board Field { shape square(size, wide ? 2 * size : size + 1); }
dice D { faces 1, size; }
test \"t\" {
    Tile t = start;
    expect t.x == 0 && Field.tiles().length == 18 && kind == Kind.Small && wide && D.roll() > 0;
}",
        expect![""],
    );
}

#[test]
fn an_option_says_what_can_be_chosen() {
    check_game(
        "option number a = 3;
option number b = 3 in 4..9;
option number c = 3 in 9..1;
option number d = 3 in 1.5..4;
option number e = 3 in { 1, \"2\" };
option number f = 3 in { };
option number g = 3 in a;
option string h = \"x\" in 1..2;
option bool i = true in { true };
option List<number> j = { } in 1..2;
option player k = 0;
option number l = null in 1..2;
option number m = b + 1 in 1..9;
option string n = \"c\" in { \"a\", \"b\" };
option string o = \"a\";
function f1() { score 0 a + b + c + d + e + f + g + l + m; }",
        expect![[r#"
        2:15 error[option-range]: `a` does not say which numbers can be chosen; hint: write `in 1..9` or `in { 9, 13, 19 }` behind its value
        3:19 error[option-value]: `b` is a whole number from 4 to 9, not `3`
        4:24 error[option-range]: no number lies upwards from 9 to 1
        5:24 error[option-range]: the ends of a range are whole numbers, found 1.5
        6:29 error[wrong-type]: expected `number`, found `string`; a value of an option is a `number`
        7:24 error[option-range]: there is nothing to choose from
        8:24 error[option-range]: this does not say which values can be chosen; hint: write for example `in 3..19`, or `in { 9, 13, 19 }`
        9:26 error[option-range]: only numbers go from one to another
        10:25 error[option-range]: a bool is `true` or `false` and needs no `in`
        11:8 error[option-type]: an option cannot be a `List<number>`; hint: it is a number, a string, a bool or a case of an enumeration
        12:8 error[option-type]: an option cannot be a `player`; hint: it is a number, a string, a bool or a case of an enumeration
        13:19 error[wrong-type]: expected `number`, found `null`; the value of an option is a `number`
        14:19 error[not-constant]: the values of options are known before anything else; hint: write a number, a string, a case, or arithmetic of numbers, without other options
        15:19 error[option-value]: `n` is `a` or `b`, not `c`
        16:15 error[option-range]: `o` does not say which texts can be chosen; hint: write `in { "a", "b" }` behind its value"#]],
    );
}

#[test]
fn an_option_has_a_name_like_any_other() {
    check_game(
        "option number size = 3 in 2..9;
option number turn = 3 in 2..9;
class size { }
function g(number n) { number size = n; score 0 size; }
function h() { size = 4; size += 1; }
function j(size x) { size(); score 0 size.length; }",
        expect![[r#"
            4:7 error[name-taken]: the name `size` is taken already, by an option; take another name; 2:15 it is declared here
            5:31 error[name-taken]: the name `size` is taken already, by an option; take another name; 2:15 it is declared here
            6:16 error[not-assignable]: an option keeps the value that was chosen before the match; hint: an attribute can start with it and change: `number left = option;` in a global class
            6:26 error[not-assignable]: an option keeps the value that was chosen before the match; hint: an attribute can start with it and change: `number left = option;` in a global class
            7:12 error[unknown-type]: expected a type, but `size` is an option
            7:22 error[not-a-function]: `size` is an option and cannot be called
            7:43 error[unknown-member]: `number` has no member `length`"#]],
    );
}

#[test]
fn an_option_of_an_import_is_read_through_it() {
    let files = [
        (
            "game.tgdl",
            "game \"T\";\nimport \"more\";\nimport \"lib\" as lib;\noption number size = 3 in 2..4;\n\
             board B { shape square(size + lib.size, more); }\nsetup { players 2; lib.size = 3; }",
        ),
        ("more", "option number more = 2 in 1..4;"),
        ("lib", "option number size = 2 in 1..4;"),
    ];
    assert_eq!(
        super::problems_of(&files),
        "6:20 error[not-assignable]: an option keeps the value that was chosen before the match; hint: an \
         attribute can start with it and change: `number left = option;` in a global class\n\
         lib:1:15 error[name-taken]: the name `size` is taken already, by an option of another file; take another \
         name; 4:15 it is declared here"
    );
}

#[test]
fn an_option_that_nothing_reads_is_a_warning() {
    check_game(
        "option number size = 3 in 2..9;\noption number _free = 3 in 2..9;",
        expect![[r#"2:15 warning[unused-option]: nothing reads the option `size`"#]],
    );
}

#[test]
fn a_test_chooses_options_at_its_top() {
    check_text(
        "game \"T\";
option number size = 3 in 2..9;
board B { shape square(size, size); }
setup { players 2; option size = 3; }
test \"a\" { option sise = 3; }
test \"b\" { option size = 10; }
test \"c\" { option size = \"3\"; }
test \"d\" { option size = 3; option size = 4; }
test \"e\" { if (true) { option size = 4; } }
test \"f\" { option size = size + 1; }
test \"g\" { option size = 9; Tile t = \"i9\"; expect t.x == 8; }
test \"h\" { Tile t = \"i9\"; expect t.x == 8; }",
        expect![[r#"
        4:20 error[misplaced-statement]: `option` stands only in a test, outside of blocks
        5:19 error[unknown-option]: no option is called `sise`; did you mean `size`?
        6:26 error[option-value]: `size` is a whole number from 2 to 9, not `10`
        7:26 error[wrong-type]: expected `number`, found `string`; the option `size` is a `number`
        8:29 error[repeated-part]: `option size` is given twice
        9:24 error[misplaced-statement]: `option` stands only in a test, outside of blocks
        10:26 error[not-constant]: the values of options are known before anything else; hint: write a number, a string, a case, or arithmetic of numbers, without other options
        12:21 error[unknown-tile]: no tile is called `i9`; hint: there is `a1`, `b1`, `c1`, `a2`, `b2`, `c2`, `a3`, `b3` and `c3`"#]],
    );
}

const BOARD: &str = "game \"T\";
option number size = 5 in 2..9 \"Board size\";
option bool torus = false;
param number worth = 2;
board B { shape square(size, size); }
setup { players 2; if (torus) { score 0 worth; } }
test \"five\" { expect B.tile(\"e5\") != null; }
test \"nine\" { option size = 9; expect B.tile(\"i9\") != null; }
test \"nine too\" { option torus = false; option size = 9; expect B.tile(\"i9\") != null; }
test \"both\" { option size = 2; option torus = true; expect B.tile(\"b2\") != null; }";

#[test]
fn a_game_is_checked_for_the_values_that_are_chosen() {
    let program = read(&[("game.tgdl", BOARD)]);
    let check = |choices: &Choices| {
        let checked = check_with(&program.modules, &program.links, &program.origins, choices);
        assert!(checked.problems.is_empty(), "{:?}", checked.problems);
        let game = checked.value.unwrap();
        let tests: Vec<&str> = game.tests.iter().map(|t| t.name.as_str()).collect();
        let others: Vec<String> = game.other_tests.iter().map(ToString::to_string).collect();
        format!("{} / {} / {:?}", tests.join(", "), others.join("; "), game.boards[0].shape)
    };
    assert_eq!(
        check(&Choices::default()),
        "five / size = 9; size = 2, torus = true / Square { rows: 5, columns: 5 }"
    );
    let nine = Choices::default().with("size", "9");
    assert_eq!(check(&nine), "nine, nine too /  / Square { rows: 9, columns: 9 }");
    let both = Choices::default().with("torus", "true").with("size", "2");
    assert_eq!(check(&both), "both /  / Square { rows: 2, columns: 2 }");
}

#[test]
fn the_options_of_a_game_can_be_listed_without_checking_it() {
    let program = read(&[("game.tgdl", BOARD)]);
    let found = options(&program.modules, &program.links, &program.origins);
    let size = &found[0];
    assert_eq!((size.name.as_str(), size.prompt.as_deref()), ("size", Some("Board size")));
    assert_eq!((&size.kind, size.default.as_str()), (&OptionKind::Whole { from: 2, to: 9 }, "5"));
    let rest: Vec<_> = found[1..].iter().map(|o| (o.name.as_str(), &o.kind, o.is_param)).collect();
    assert_eq!(rest, [("torus", &OptionKind::Bool, false), ("worth", &OptionKind::Number, true)]);
}

#[test]
fn a_game_has_so_many_options_and_no_more() {
    let many: String = (0..65).map(|i| format!("option bool o{i} = true;\n")).collect();
    let found = super::problems_of(&[("game.tgdl", &format!("game \"T\";\n{many}setup {{ players 2; }}"))]);
    assert_eq!(found, "66:13 error[too-many-options]: a game has at most 64 options");
}

#[test]
fn a_text_option_may_name_a_phase_or_a_tile() {
    let game = "game \"T\";
option string first = \"Drow\" in { \"Drow\", \"Draw\" };
option string corner = \"c4\" in { \"c3\", \"c4\" };
board B { shape square(3, 3); }
turn Main { phase Draw; phase Play; }
setup { players 2; turns.use(\"Main\", first); Tile t = corner; score 0 t.x; }";
    check_text(
        game,
        expect![[r#"
        6:38 error[unknown-phase]: the turn `Main` has no phase `Drow`; did you mean `Draw`?
        6:55 error[unknown-tile]: no tile is called `c4`; did you mean `c1`?"#]],
    );
    let program = read(&[("game.tgdl", game)]);
    assert!(program.check().problems.iter().all(|p| p.fix.is_none()), "a name without quotes is no phase");
    let choices = Choices::default().with("first", "Draw").with("corner", "c3");
    let checked = check_with(&program.modules, &program.links, &program.origins, &choices);
    assert!(checked.problems.is_empty(), "{:?}", checked.problems);
}
