//! Enumerations over several files, and how cases give values.

use crate::kit::{loaded, logged, problems, program, with};
use engine::Match;
use project::{Loaded, Memory, Request};

fn wrong(items: &str) -> String {
    problems(&loaded(&program(items, "")))
}

#[test]
fn a_case_gives_values_in_order_or_by_name_and_leaves_out_those_that_have_one() {
    let items = "const number two = 2; enum E { number n; string s = \"x\"; number m = two + 1; A(1), B(2, m: 5), C(m: 7, n: 3, s: \"c\") }";
    assert_eq!(with(items, "for (E e in E.all()) { Log.say(\"{e.n}{e.s}{e.m}\"); }"), "1x3 2x5 3c7");
}

#[test]
fn values_of_cases_are_given_once_each() {
    assert_eq!(
        wrong(
            "enum E { number n; string s = \"x\"; A, B(1, n: 2), C(1, t: 2), D(n: 1, \"y\"), F(1, \"y\", 3), G(s: \"z\"), H(\"n\") }"
        ),
        "2:36 case-values: `A` needs values for `n`, found no value
2:47 repeated-argument: `n` is given twice
2:56 unknown-member: `E` has no member `t`
2:71 unnamed-argument: after a named argument all must be named
2:77 case-values: `F` needs values for `n` and `s`, found 3 values
2:91 case-values: `G` needs values for `n`, found one value
2:104 wrong-type: expected `number`, found `string`"
    );
}

/// A game that imports two libraries, the second of which imports the first.
fn files(game: &str, tests: &str) -> Loaded {
    let memory = Memory::default()
        .with("base.tgdl", "open enum Word { number cost = 1; First, Second(2) } function number words() { return Word.all().length; }")
        .with("more.tgdl", "import \"base\"; extend enum Word { Third(3) }")
        .with("named.tgdl", "import \"base\" as b; extend enum b.Word { Fourth(cost: 4) } function string of(b.Word w) { return w.name; }")
        .with("game.tgdl", game)
        .with("tests.tgdl", tests);
    project::open(Request::new((&memory, "game.tgdl"))).unwrap()
}

#[test]
fn cases_of_other_files_stand_behind_those_of_the_files_that_they_import() {
    let game = program(
        "import \"named\"; import \"more\"; import \"base\"; extend enum Word { Fifth(5) }",
        "Log.say(\"{words()} {Word.all().map(w => w.name)[3]} {Word.Fifth.index} {Word.Third > Word.Fourth} {of(Word.Fifth)} {Word.all().sum(w => w.cost)}\");",
    );
    let loaded = files(&game, "test \"all\" { expect words() == 5; }");
    let game = loaded.game.clone().unwrap_or_else(|| panic!("{}", problems(&loaded)));
    assert_eq!(logged(&Match::start(&game, 2, 1)), "5 Third 4 true Fifth 15");
}

#[test]
fn only_open_enumerations_get_further_cases_and_each_name_once() {
    assert_eq!(
        wrong(
            "enum A { X } open enum B { Y } class C { } extend enum A { Z } extend enum B { Y, W } extend enum C { Z } extend enum D { Z } extend enum B { W }"
        ),
        "2:56 closed-enum: `A` gets no further cases
2:80 name-taken: the name `Y` is taken already, by a case
2:99 closed-enum: `C` is a class, and only enumerations get further cases
2:119 unknown-type: no type is called `D`
2:143 name-taken: the name `W` is taken already, by a case"
    );
}

#[test]
fn rule_tests_add_no_cases() {
    let game = program("import \"base\";", "");
    assert_eq!(
        problems(&files(&game, "extend enum Word { Mine } test \"a\" { expect words() == 2; }")),
        "1:13 not-in-tests: further cases of an enumeration cannot stand in a file of tests"
    );
}
