//! How several files become one game, and how options make it another one.

use crate::{Choices, Loaded, Memory, Request, open};

fn load(files: &Memory) -> Loaded {
    open(Request::new((files, "game.tgdl"))).unwrap()
}

/// The problems of a project, as `code: message` lines.
fn problems(files: &Memory) -> String {
    let loaded = load(files);
    let lines: Vec<String> = loaded
        .problems
        .iter()
        .filter(|p| p.code.contains("import") || p.code.contains("file") || p.code == "not-utf8")
        .map(|p| {
            let (line, column) = loaded.sources.line_column(p.span.file, p.span.start);
            let hints: String = p.hints.iter().map(|h| format!(" ({h})")).collect();
            format!("{}:{line}:{column} {}: {}{hints}", loaded.sources.path(p.span.file), p.code, p.message)
        })
        .collect();
    lines.join("\n")
}

#[test]
fn a_missing_import_names_what_exists() {
    let importing = |name: &str| {
        let text = format!("game \"G\";\nimport \"{name}\";\n");
        problems(&Memory::default().with("game.tgdl", &text).with("pieces.tgdl", "class A { }"))
    };
    assert_eq!(
        importing("stock"),
        "game.tgdl:2:1 missing-file: there is no file `stock.tgdl` (there are: `pieces.tgdl`)"
    );
    assert_eq!(
        importing("piece"),
        "game.tgdl:2:1 missing-file: there is no file `piece.tgdl` (did you mean `pieces`?)"
    );
}

#[test]
fn files_that_import_each_other_are_shown_as_a_circle() {
    let files = Memory::default()
        .with("game.tgdl", "game \"G\";\nimport \"a\";\n")
        .with("a.tgdl", "import \"b\";\n")
        .with("b.tgdl", "import \"a\";\n");
    assert!(
        problems(&files).starts_with(
            "b.tgdl:1:1 import-circle: files import each other: `a.tgdl` -> `b.tgdl` -> `a.tgdl`"
        ),
        "{}",
        problems(&files)
    );
}

#[test]
fn a_file_imported_twice_in_one_module_is_an_error_but_not_in_two() {
    let twice = Memory::default()
        .with("game.tgdl", "game \"G\";\nimport \"a\";\nimport \"./a.tgdl\" as b;\n")
        .with("a.tgdl", "class A { }");
    assert_eq!(problems(&twice), "game.tgdl:3:1 import-twice: `./a.tgdl` is imported twice");
    let shared = Memory::default()
        .with("game.tgdl", "game \"G\";\nimport \"a\";\nimport \"b\";\n")
        .with("a.tgdl", "import \"b\";\n")
        .with("b.tgdl", "class B { }");
    assert_eq!(problems(&shared), "");
}

#[test]
fn an_import_outside_of_the_project_is_refused() {
    for path in ["../x", "/etc/passwd"] {
        let files = Memory::default().with("game.tgdl", &format!("game \"G\";\nimport \"{path}\";\n"));
        assert!(
            problems(&files)
                .starts_with(&format!("game.tgdl:2:1 import-outside: `{path}` lies outside of the project")),
            "{}",
            problems(&files)
        );
    }
}

#[test]
fn characters_that_nobody_sees_are_warned_of() {
    let text = "game \"G\u{202e}\";\r\n// a \u{2066}comment\nsetup { players 2; }\r// the same line\n";
    let loaded = load(&Memory::default().with("game.tgdl", text));
    let told = loaded.problems.iter().filter(|p| p.code == "hidden-character");
    let told: Vec<String> = told
        .map(|p| {
            let (line, column) = loaded.sources.line_column(p.span.file, p.span.start);
            format!("{line}:{column} {}", p.message)
        })
        .collect();
    assert_eq!(
        told,
        [
            "1:8 the character U+202E, which nobody sees, changes the direction of text",
            "2:6 the character U+2066, which nobody sees, changes the direction of text",
            "3:21 a carriage return stands here that ends no line",
        ]
    );
}

#[test]
fn unreadable_files_say_why() {
    let mut files = Memory::default();
    assert_eq!(problems(&files), "game.tgdl:1:1 missing-file: there is no file `game.tgdl`");
    files.put("game.tgdl", b"game\xc3\x28".to_vec());
    assert_eq!(
        problems(&files),
        "game.tgdl:1:1 not-utf8: `game.tgdl` is not UTF-8 text: the byte at offset 4 does not fit"
    );
    files.put("game.tgdl", " \n");
    assert!(problems(&files).starts_with("game.tgdl:1:1 empty-file: game.tgdl is empty"));
}

#[test]
fn a_long_chain_of_imports_is_read_and_an_endless_one_refused() {
    let chain = |length: usize| {
        let mut files = Memory::default().with("game.tgdl", "game \"G\";\nimport \"f1\";\n");
        for i in 1..length {
            files.put(format!("f{i}.tgdl"), format!("import \"f{}\";\n", i + 1));
        }
        files.with(&format!("f{length}.tgdl"), "class A { }")
    };
    assert_eq!(problems(&chain(499)), "");
    assert_eq!(problems(&chain(600)), "f499.tgdl:1:1 too-many-files: a game may have at most 500 files");
    let missing: String = (0..100_000).map(|i| format!("import \"x{i}\";\n")).collect();
    let found = problems(&Memory::default().with("game.tgdl", &missing));
    assert_eq!(found.matches("missing-file").count(), 499, "the main file is one");
    assert_eq!(found.matches("too-many-files").count(), 2, "{found}");
}

const SIZES: &str = "game \"Sizes\";
option number size = 5 in 2..9 \"Board size\";
option bool long = false;
param number start = 3;
board Field { shape square(size, long ? 2 * size : size); }
setup { players 2; score 0 start; }
test \"nine\" { option size = 9; expect Field.tile(\"i9\") != null; }
test \"five\" { expect Field.tiles().length == 25; player p = 0; expect p.score == 3; }
test \"long\" { option long = true; expect Field.tiles().length == 50; }
test \"nine again\" { option start = 4; option size = 9; player p = 0; expect p.score == 4 && size == 9; }
test \"wrong\" { option size = 2; expect Field.tiles().length == 5; }
";

fn with(text: &str, choices: &Choices) -> Result<Loaded, String> {
    let files = Memory::default().with("game.tgdl", text);
    open(Request::new((&files, "game.tgdl")).choices(choices)).map_err(|refused| refused.to_string())
}

/// The results of all tests of a game, as `name` or `name: failure`.
fn tested(loaded: &Loaded) -> Vec<String> {
    let game = loaded.game.as_ref().unwrap();
    let reports = (0..game.tests().len()).map(|i| game.run_test(i));
    reports.map(|r| r.name + &r.failure.map_or(String::new(), |f| format!(": {}", f.message))).collect()
}

#[test]
fn each_test_runs_with_the_options_that_it_chooses() {
    let loaded = load(&Memory::default().with("game.tgdl", SIZES));
    assert_eq!(loaded.problems, []);
    let game = loaded.game.clone().unwrap();
    assert_eq!(game.tests(), ["nine", "five", "long", "nine again", "wrong"]);
    assert_eq!(
        tested(&loaded),
        [
            "nine",
            "five",
            "long",
            "nine again",
            "wrong: expected `Field.tiles().length == 5`, but `Field.tiles().length` is 4"
        ]
    );
    assert_eq!(game.program().tiles.count, 25);
}

#[test]
fn a_game_is_made_for_the_values_that_are_chosen() {
    let loaded = with(SIZES, &Choices::default().with("size", " 9").with("start", "3")).unwrap();
    let game = loaded.game.clone().unwrap();
    assert_eq!(game.program().tiles.count, 81);
    let values: Vec<String> = game.options().iter().map(|o| format!("{} {}", o.name, o.value)).collect();
    assert_eq!(values, ["size 9", "long false", "start 3"]);
    assert_eq!(game.choices().to_string(), "size = 9");
    assert_eq!(tested(&loaded), ["nine"]);
}

#[test]
fn what_no_option_allows_is_refused_unless_the_game_is_broken() {
    let refused = |name: &str, value: &str| with(SIZES, &Choices::default().with(name, value)).unwrap_err();
    assert_eq!(refused("sise", "3"), "there is no option `sise`; did you mean `size`?");
    assert_eq!(refused("size", "40"), "`size` is a whole number from 2 to 9, not `40`");
    let broken = with(&SIZES.replace("score 0 start", "score 0 strat"), &Choices::default().with("x", "1"));
    let codes: Vec<&str> = broken.unwrap().problems.iter().map(|p| p.code).collect();
    assert_eq!(codes, ["unknown-name"]);
}

#[test]
fn constants_are_not_worked_out_for_ever_for_all_the_options_that_tests_choose() {
    let options: String = (0..60).map(|i| format!("option number o{i} = 1 in 1..3;\n")).collect();
    let tests: String =
        (0..60).map(|i| format!("test \"{i}\" {{ option o{i} = 2; expect long > 0; }}\n")).collect();
    let game = format!(
        "game \"P\";\n{options}const number long = f();\n\
         function number f() {{ number x = o0; for (number i in 1..20000000) {{ x += i; }} return x; }}\n\
         setup {{ players 2; score 0 long; }}\n"
    );
    let loaded = load(&Memory::default().with("game.tgdl", &game).with("tests.tgdl", &tests));
    let errors: Vec<&base::Problem> = loaded.problems.iter().filter(|p| p.is_error()).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].code, "constant-fault");
    assert!(errors[0].message.contains("the rule tests choose options"), "{errors:?}");
}

#[test]
fn what_is_wrong_only_for_some_value_is_told_with_it() {
    let text = SIZES.replace("score 0 start;", "score 0 start; Tile t = \"d4\"; score 1 t.x;");
    let files = Memory::default().with("game.tgdl", &text);
    let shown = |loaded: &Loaded| -> Vec<String> {
        loaded.problems.iter().map(|p| format!("{}: {}", p.message, p.hints.join("; "))).collect()
    };
    // A test chooses the smallest board, which is enough to tell.
    let loaded = load(&files);
    let expected = "no tile is called `d4`: there is `a1`, `b1`, `a2` and `b2`; this is so where `size = 2`";
    assert_eq!(shown(&loaded), [expected]);
    assert!(loaded.game.is_none());
    let untested: String = text.lines().filter(|l| !l.contains("wrong")).collect::<Vec<_>>().join("\n");
    let files = Memory::default().with("game.tgdl", &untested);
    assert_eq!(shown(&load(&files)), [] as [&str; 0]);
    assert_eq!(shown(&open(Request::new((&files, "game.tgdl")).with_extremes()).unwrap()), [expected]);
}

/// A game of two seats that count, and its file of tests.
fn counting(tests: &str) -> Loaded {
    let game = r#"game "Count";
turn Main { }
global class Rules {
    number sum = 0;
    action add {
        input number n from 1..3;
        trigger PlayerChoiceEvent { return true; }
        effect {
            sum += n;
            if (n == 3) { sum += choose number "More?" from 1..9; }
            turn.pass();
        }
    }
}
setup { players 2; turns.use("Main"); }
"#;
    load(&Memory::default().with("game.tgdl", game).with("tests.tgdl", tests))
}

/// As much as players hear between two decisions: the rest takes neither memory nor time.
#[test]
fn a_test_hears_as_much_of_what_it_tells_as_players_do() {
    let tests = r#"
test "much" {
    for (number i in 1..100000) { tell "{i}"; }
    expect told.length == 200 && told[199] == "200";
    play add(n: 1) by 0;
    tell "again";
    expect told[told.length - 1] == "again";
}
"#;
    let loaded = counting(tests);
    assert_eq!(loaded.problems, []);
    assert_eq!(tested(&loaded), ["much"]);
}

#[test]
fn functions_of_a_file_of_tests_play_answer_and_expect() {
    let tests = r#"
function number opening(player first) {
    play add(n: 1) by first;
    expect decider != first;
    second(more: 5);
    return Rules.sum;
}
function void second(number more) {
    play add(n: 3) by 1;
    answer more by 1;
    do { Rules.sum += 1; } by 0;
    expect moves() == 3;
}
test "shared" { expect opening(0) == 10; play add(n: 1) by 0; expect Rules.sum == 11; }
test "of somebody else" { opening(1); }
test "wrong" { number sum = opening(first: 0); expect sum == 9; }
"#;
    let loaded = counting(tests);
    assert_eq!(loaded.problems, []);
    let told = tested(&loaded);
    assert_eq!(told[0], "shared");
    assert!(told[1].starts_with("of somebody else: `add` is not legal here"), "{told:?}");
    assert_eq!(told[2], "wrong: expected `sum == 9`, but `sum` is 10");
    let game = loaded.game.unwrap();
    let failure = game.run_test(1).failure.unwrap();
    let lines = failure.called.iter().map(|call| game.sources().line_column(call.file, call.start).0);
    assert_eq!(lines.collect::<Vec<_>>(), [15]);
}

#[test]
fn what_plays_is_called_by_tests_alone() {
    let tests = r#"
function void one() { play add(n: 1); }
function void two() { one(); }
function bool three() { return decider == 0; }
test "in a do" { do { two(); } by 0; }
test "in a function value" { expect (1..2).all(n => three()); }
test "in what is supposed" { expect suppose { one(); } gives true; }
function void seeded() { seed 3; }
"#;
    let told: Vec<String> =
        counting(tests).problems.iter().map(|p| format!("{}: {}", p.code, p.message)).collect();
    assert_eq!(
        told,
        [
            "misplaced-statement: `do` must not play, answer or expect",
            "misplaced-statement: a function value must not play, answer or expect",
            "misplaced-statement: `suppose` must not play, answer or expect",
            "misplaced-statement: `seed` stands only in a test, outside of blocks"
        ]
    );
}

#[test]
fn tests_stand_in_a_folder_of_files_that_may_import_one_another() {
    let game = "game \"G\";\nimport \"tests/used\";\nsetup { players 2; score 0 three(); }\n";
    let used = "function number three() { return 3; }\ntest \"of the game\" { expect false; }\n";
    let helper =
        "function number four() { return three() + 1; }\ntest \"in a helper\" { expect four() == 4; }\n";
    let first = "import \"helper\";\ntest \"in a folder\" { expect four() == 4; }\n";
    let beside = "test \"beside\" { expect three() == 3; }\n";
    let files = Memory::default().with("game.tgdl", game).with("tests.tgdl", beside);
    let files = files.with("tests/used.tgdl", used).with("tests/helper.tgdl", helper);
    let loaded = load(&files.with("tests/first.tgdl", first).with("tests/notes.txt", "no rules"));
    let problems: Vec<&str> = loaded.problems.iter().map(|p| p.code).collect();
    assert_eq!(problems, ["unused-test"]);
    assert_eq!(tested(&loaded), ["beside", "in a folder", "in a helper"]);
}

#[test]
fn tests_stand_beside_a_game_or_in_its_file_and_nowhere_else() {
    let game = "game \"G\";\nimport \"more\";\nsetup { players 2; score 0 three(); }\ntest \"here\" { expect three() == 3; }\n";
    let more = "function number three() { return 3; }\n";
    let beside = "function number four() { return three() + 1; }\ntest \"beside\" { player p = 0; expect p.score == four(); }\n";
    let files = Memory::default().with("game.tgdl", game).with("more.tgdl", more).with("tests.tgdl", beside);
    let loaded = load(&files);
    assert_eq!(loaded.problems, []);
    assert_eq!(
        tested(&loaded),
        ["here", "beside: expected `p.score == four()`, but `p.score` is 3 and `four()` is 4"]
    );

    let lost = format!("{more}test \"lost\" {{ expect three() == 4; }}\n");
    let files = Memory::default().with("game.tgdl", game).with("more.tgdl", &lost);
    let loaded = load(&files);
    let told: Vec<&str> = loaded.problems.iter().map(|p| p.message.as_str()).collect();
    assert_eq!(told, ["no test of this file runs: the game imports it"]);
    assert_eq!(tested(&loaded), ["here"]);
}

#[test]
fn a_defect_while_a_game_is_opened_is_a_problem() {
    struct Broken;
    impl crate::Files for Broken {
        fn read(&self, _: &str) -> Result<String, crate::ReadError> {
            panic!("a defect of ours")
        }
        fn list(&self, _: &str) -> Vec<String> {
            Vec::new()
        }
    }
    let loaded = open(Request::new((&Broken, "game.tgdl"))).unwrap();
    assert!(loaded.game.is_none() && loaded.has_errors());
    assert_eq!(loaded.problems[0].code, "internal-error");
    let message = &loaded.problems[0].message;
    assert!(message.starts_with("internal error at crates/project/src/tests.rs:"), "{message}");
}

#[test]
fn of_very_many_players_in_sentences_only_the_true_limit_is_told() {
    let players: String = (0..40).map(|i| format!("game has player called \"P{i}\"\n")).collect();
    let text = format!(
        "game is \"G\"\n{players}game gives 1 card to each player\ngame suitsAre (\"Cups\", \"Coins\")\n\
         game ranksAre (\"Two\", \"King\")\ngame card points are: (rank, suit) => 1\nGameController(game.build).startGame\n"
    );
    let files = Memory::default().with("game.cge", &text);
    let loaded = open(Request::new((&files, "game.cge"))).unwrap();
    let codes: Vec<&str> = loaded.problems.iter().map(|p| p.code).collect();
    assert!(codes.contains(&"too-many-players") && !codes.contains(&"out-of-bounds"), "{codes:?}");
}

/// The instructions of a function of a game, those behind a `return` at its end included.
fn code_of(text: &str, function: &str) -> Vec<bytecode::Op> {
    let loaded = load(&Memory::default().with("game.tgdl", text));
    let program = loaded.game.as_ref().unwrap().program();
    let f = program.functions.iter().find(|f| f.name == function).unwrap();
    program.code[f.entry as usize..f.end as usize].to_vec()
}

const BOX: &str = "game \"G\";
    class Box { number n = 0; number m = 0; function number grow(number k) { n += k; return n; } }
    function number after(bool first, Box b) {
        if (first) { b.grow(1); } else { b.grow(2); }
        return b.grow(3) + b.grow(4);
    }
    function number between(Box b) {
        Box c = b;
        b.grow(1);
        c = null;
        return c.grow(2);
    }
    function void set(Box b) {
        b.n = 1;
        b.n += 1;
        b.m = b.n;
    }
    turn Main { }
    setup { players 2; }";

#[test]
fn an_object_is_looked_at_once_however_often_its_functions_are_called() {
    let looks = |function| {
        let is_look = |op: &&bytecode::Op| matches!(op, bytecode::Op::GetField { field: 0, .. });
        code_of(BOX, function).iter().filter(is_look).count()
    };
    // On either side of the choice, and not behind it.
    assert_eq!(looks("after"), 2);
    assert_eq!(looks("between"), 2);
}

#[test]
fn an_attribute_that_a_register_still_holds_is_not_read_again() {
    let reads = |op: &&bytecode::Op| matches!(op, bytecode::Op::GetField { .. });
    assert_eq!(code_of(BOX, "set").iter().filter(reads).count(), 0);
}
