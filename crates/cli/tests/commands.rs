//! The program from outside: what it prints where, and with which exit code.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tavola-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn with(self, name: &str, text: &str) -> Folder {
        fs::write(self.0.join(name), text).unwrap();
        self
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
        command.args(arguments).current_dir(&self.0).stdin(Stdio::null()).output().unwrap()
    }

    /// What is printed while somebody plays against `easy` and types this.
    fn played(&self, typed: &str) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
        let command = command.args(["play", "game.tgdl", "--seats", "human,easy"]).current_dir(&self.0);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        text(&child.wait_with_output().unwrap().stdout)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn check_reports_every_problem_and_fails() {
    let folder = Folder::new("check").with("game.tgdl", "game \"G\";\nimport \"x\";\nimport \"../y\";\n");
    let output = folder.run(&["check", "game.tgdl"]);
    let printed = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(
        printed.contains("error[missing-file]: there is no file `x.tgdl`\n  ┌─ game.tgdl:2:1\n"),
        "{printed}"
    );
    assert!(printed.contains("error[import-outside]: `../y` lies outside of the project"), "{printed}");
    assert!(text(&output.stdout).is_empty() && !printed.contains('\u{1b}'), "{printed}");
}

#[test]
fn check_as_json_names_code_and_place() {
    let folder = Folder::new("json").with("game.tgdl", "game \"G\";\nimport \"x\";\nsetup { players 2; }\n");
    let output = folder.run(&["check", "--format", "json", "."]);
    let problems: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(problems[0]["code"], "missing-file");
    assert_eq!(problems[0]["severity"], "error");
    assert_eq!((&problems[0]["line"], &problems[0]["column"]), (&2.into(), &1.into()));
    assert_eq!((&problems[0]["file"], output.status.code()), (&"game.tgdl".into(), Some(1)));
}

#[test]
fn a_wrong_call_exits_with_2() {
    let folder = Folder::new("usage");
    for arguments in [
        &["chekc"][..],
        &["test"],
        &["perft", "x"],
        &["explain", "no-such-code"],
        &["test", "nothing"],
        &["play", "--resume", "nothing.match"],
        &["simulate", "x", "--games", "0"],
    ] {
        let output = folder.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {}", text(&output.stderr));
        assert!(text(&output.stdout).is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_file_that_is_not_there_is_a_problem() {
    let output = Folder::new("missing").run(&["check", "nothing.tgdl"]);
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stderr);
    assert!(
        printed.starts_with("error[missing-file]: there is no file or folder `nothing.tgdl`\n"),
        "{printed}"
    );
}

#[test]
fn every_command_has_help_with_an_example() {
    let folder = Folder::new("help");
    let all = text(&folder.run(&["--help"]).stdout);
    let listed = all.split("Commands:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    // The names stand two columns in, and a description goes on further in.
    let names = listed.filter(|line| !line.starts_with("   "));
    let commands: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"simulate"), "{all}");
    for command in commands.into_iter().filter(|command| *command != "help") {
        let output = folder.run(&[command, "--help"]);
        let help = text(&output.stdout);
        assert!(output.status.success() && help.contains(&format!("tavola {command}")), "{help}");
        assert!(help.contains("Example"), "{help}");
    }
    assert!(text(&folder.run(&["--version"]).stdout).starts_with("tavola "));
}

const SIZES: &str = "game \"Sizes\";
option number size = 3 in 1..4 \"Board size\";
param number worth = 2;
board Field { shape square(size, size); }
interactable Stone { }
turn Main { }
global class Rules {
    action put {
        input Tile cell { return cell.isEmpty(); }
        trigger PlayerChoiceEvent { return true; }
        effect { Field.place(new Stone(), on: cell); score actor worth; turn.pass(); }
    }
    action end { trigger NoChoiceEvent { return true; } effect { winner none; } }
}
setup { players 2; turns.use(\"Main\"); }
test \"one\" { option size = 1; expect moves() == 1; }
test \"nine\" { expect moves() == 9; }
";

#[test]
fn options_are_chosen_on_the_command_line() {
    let folder = Folder::new("options").with("game.tgdl", SIZES);
    let perft = |chosen: &str| folder.run(&["perft", "game.tgdl", "--depth", "1", "--option", chosen]);
    assert_eq!(text(&perft("size=2").stdout), "4\n");
    let refused = |chosen: &str| {
        let output = perft(chosen);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""));
        text(&output.stderr).lines().next().unwrap_or("").to_owned()
    };
    assert_eq!(refused("sise=2"), "error: there is no option `sise`; did you mean `size`?");
    assert_eq!(refused("size=40"), "error: `size` is a whole number from 1 to 4, not `40`");
    assert!(refused("size").ends_with("write it as `name=value`"));
    let output = folder.run(&["test", "."]);
    assert!(text(&output.stdout).ends_with("2 passed, 0 failed\n"), "{}", text(&output.stdout));
    let output = folder.run(&["simulate", ".", "--games", "2", "--option", "worth=5", "--option", "size=4"]);
    assert!(
        text(&output.stdout).starts_with("size = 4, worth = 5\nSizes: 2 matches"),
        "{}",
        text(&output.stdout)
    );
    let output = folder.run(&["simulate", ".", "--games", "2", "--format", "json", "--option", "size=1"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["options"], serde_json::json!({ "size": "1", "worth": "2" }));
    assert_eq!(report["is_whole"], true);
}

#[test]
fn a_game_is_there_while_its_tests_have_mistakes() {
    let folder =
        Folder::new("untested").with("game.tgdl", SIZES).with("tests.tgdl", "test \"x\" { play nothing( }");
    let output = folder.run(&["simulate", ".", "--games", "2"]);
    let printed = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert_eq!(printed, "");
    // What only tests use is no part of the rules, so coverage asks for them.
    let told = text(&folder.run(&["simulate", ".", "--games", "2", "--coverage"]).stderr);
    assert!(told.starts_with("the rule tests have mistakes, which `tavola check .` shows"), "{told}");
    assert_eq!(folder.run(&["check", "."]).status.code(), Some(1));
    let own = SIZES.replace("test \"one\" {", "test \"one\" { expect nothing;");
    assert_ne!(own, SIZES);
    let folder = folder.with("game.tgdl", &own);
    assert_eq!(folder.run(&["perft", ".", "--depth", "1"]).status.code(), Some(0));
    let broken = own.replace("new Stone()", "new Stonne()");
    assert_ne!(broken, own);
    let folder = folder.with("game.tgdl", &broken);
    assert_eq!(folder.run(&["simulate", ".", "--games", "2"]).status.code(), Some(1));
}

#[test]
fn a_saved_match_keeps_its_options() {
    let folder = Folder::new("kept").with("game.tgdl", SIZES);
    fs::write(
        folder.0.join("small.match"),
        "{\"tavola\":1,\"game\":\"Sizes\",\"file\":\"game.tgdl\",\"options\":{\"size\":\"1\"},\"players\":2,\
         \"seats\":[\"human\",\"human\"],\"seed\":1,\"steps\":[{\"seat\":0,\"n\":0,\"text\":\"put a1\"}]}",
    )
    .unwrap();
    let output = folder.run(&["play", "--resume", "small.match"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}{}", text(&output.stderr));
    assert!(shown.contains("Nobody wins"), "{shown}");
    let output = folder.run(&["play", "game.tgdl", "--option", "size=2"]);
    assert!(text(&output.stdout).starts_with("Options: size 2.\n"), "{}", text(&output.stdout));
}

#[test]
fn check_tries_the_ends_of_options() {
    let text_of =
        SIZES.replace("turns.use(\"Main\")", "Field.place(new Stone(), on: \"c3\"); turns.use(\"Main\")");
    let folder = Folder::new("ends").with("game.tgdl", &text_of.replace("test \"one\"", "test \"none\""));
    let output = folder.run(&["check", "."]);
    let printed = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(
        printed.contains("no tile is called `c3`") && printed.contains("this is so where `size = 1`"),
        "{printed}"
    );
}

#[test]
fn fmt_gives_files_one_layout_and_check_only_tells() {
    let folder = Folder::new("fmt").with("game.tgdl", "game \"G\";\nsetup{players 2; // two\n}\n");
    let checked = folder.run(&["fmt", "--check", "."]);
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(text(&checked.stdout), "./game.tgdl has another layout\n");
    let done = folder.run(&["fmt", "."]);
    assert_eq!((done.status.code(), text(&done.stdout)), (Some(0), "./game.tgdl\n".to_owned()));
    let now = fs::read_to_string(folder.0.join("game.tgdl")).unwrap();
    assert_eq!(now, "game \"G\";\nsetup {\n    players 2;  // two\n}\n");
    let again = folder.run(&["fmt", "--check", "game.tgdl"]);
    assert_eq!((again.status.code(), text(&again.stdout)), (Some(0), String::new()));
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing else lies beside it");
}

#[test]
fn fmt_leaves_a_file_with_errors_as_it_is() {
    let wrong = "game \"G\";\nsetup{players 2;\n";
    let folder = Folder::new("fmt-wrong").with("game.tgdl", wrong);
    let output = folder.run(&["fmt", "game.tgdl"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).ends_with("game.tgdl is left as it is\n"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(folder.0.join("game.tgdl")).unwrap(), wrong);
}

const SENTENCES: &str = "game is \"Duel\"\ngame has player called \"Ann\"\ngame has bot called \"Bo\"\n\
    game gives 2 cards to each player\ngame suitsAre (\"Cups\", \"Coins\")\ngame ranksAre (\"Two\", \"King\", \"Ace\")\n\
    game playing rules are: (table, player, card) => card.rank != \"Joker\"\nGameController(game.build).startGame\n";

#[test]
fn a_game_in_sentences_is_used_as_any_other() {
    let folder = Folder::new("sentences").with("game.cge", SENTENCES);
    let played = folder.run(&["simulate", ".", "--games", "20", "--seed", "1"]);
    assert_eq!(played.status.code(), Some(0), "{}", text(&played.stderr));
    assert!(text(&played.stdout).starts_with("Duel: 20 matches of 2 players"), "{}", text(&played.stdout));
    let expanded = text(&folder.run(&["expand", "game.cge"]).stdout);
    assert!(expanded.contains("    players 2 \"Ann\", bot \"Bo\";\n"), "{expanded}");
    assert!(expanded.contains("(thePlayer, card) => card.rank != \"Joker\""), "{expanded}");
    let folder = folder.with("other.tgdl", &expanded);
    let again = folder.run(&["simulate", "other.tgdl", "--games", "20", "--seed", "1", "--format", "json"]);
    let first = folder.run(&["simulate", "game.cge", "--games", "20", "--seed", "1", "--format", "json"]);
    let plain = |output: &Output| {
        let mut value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        value.as_object_mut().unwrap().retain(|key, _| !key.contains("second"));
        value
    };
    assert_eq!(plain(&first), plain(&again));
}

#[test]
fn problems_of_a_game_in_sentences_point_into_its_file() {
    let wrong = SENTENCES.replace("card.rank", "card.rnak");
    let folder = Folder::new("sentences-wrong").with("game.cge", &wrong);
    let output = folder.run(&["check", "."]);
    let printed = text(&output.stderr);
    assert!(
        printed.contains("error[unknown-property]: a `Card` has no `rnak`\n  ┌─ game.cge:7:55\n"),
        "{printed}"
    );
    assert!(printed.contains("did you mean `rank`?"), "{printed}");
    assert_eq!(folder.run(&["expand", "game.cge"]).status.code(), Some(1));
    let output = folder.run(&["fmt", "game.cge"]);
    assert!(text(&output.stderr).contains("game.cge is not formatted"), "{}", text(&output.stderr));
}

#[test]
fn words_of_the_library_are_listed_where_they_are_asked_for() {
    let rules = "game \"Barn\";\nimport \"std/cards\";\nturn Main { }\nenum Good { Hay, Wood }\n\
        setup { players 2; turns.use(\"Main\"); }\nlook Good { Hay { colour \"yellow\"; } }\n";
    let folder = Folder::new("own-words").with("game.tgdl", rules);
    let listed = |arguments: &[&str]| text(&folder.run(arguments).stdout);
    let own = listed(&["words", "game.tgdl", "it"]);
    assert_eq!(own, "look words it {\n    // Names.\n    \"Hay\" = \"\";\n    \"Wood\" = \"\";\n}\n");
    let all = listed(&["words", "game.tgdl", "it", "--all"]);
    assert!(all.lines().count() > own.lines().count() && all.contains("\"Hay\""), "{all}");
}

#[test]
fn what_has_no_words_in_a_language_is_listed_to_be_filled_in() {
    let rules = "game \"Barn\";\nenum Good { Hay, Wood }\nturn Main { }\nglobal class Barn {\n    number winterHay;\n    \
        action payAll {\n        input Good good \"Which good?\";\n        \
        trigger PlayerChoiceEvent { return true; }\n        \
        effect { winterHay += 1; tell \"has {winterHay} of {good}\"; }\n    }\n}\n\
        setup { players 2 \"White\", \"Black\"; turns.use(\"Main\"); }\n\
        look game { title \"Barn\"; title it \"Granaio\"; }\nlook Good { Hay { colour \"yellow\"; } }\n";
    let folder = Folder::new("words").with("game.tgdl", rules);
    let listed = text(&folder.run(&["words", "game.tgdl", "it"]).stdout);
    let all = [
        "winter hay",
        "Hay",
        "Wood",
        "pay all",
        "Which good?",
        "has {winterHay} of {good}",
        "White",
        "Black",
    ];
    let lines: Vec<&str> = listed.lines().filter(|line| line.contains(" = ")).collect();
    assert_eq!(lines, all.map(|text| format!("    \"{text}\" = \"\";")), "{listed}");
    // What is listed is not done before it is filled in.
    let unfilled = folder.with("game.tgdl", &format!("{rules}{listed}"));
    let checked = text(&unfilled.run(&["check", "game.tgdl"]).stderr);
    assert!(checked.contains("error[words]: the translation is missing"), "{checked}");
    let filled = listed.replace(" = \"\";", " = \"parola\";");
    let filled = unfilled.with("game.tgdl", &format!("{rules}{filled}"));
    assert_eq!(text(&filled.run(&["check", "game.tgdl"]).stderr), "");
    let done = filled.run(&["words", "game.tgdl", "it"]);
    assert_eq!((text(&done.stdout), done.status.code()), (String::new(), Some(0)));
    assert_eq!(filled.run(&["words", "game.tgdl", "Italian"]).status.code(), Some(2));
}

const PASSES: &str = "game \"Passes\"; turn Main { }
global class Rules {
    number left = 4;
    function number cost(number n) { number sum = 0; for (number i in 1..n) { sum += i; } return sum; }
    action take { require { return player.active() == 0; } trigger PlayerChoiceEvent { return true; }
        effect {
            left -= cost(60) / cost(60);
            if (left == 0) { winner player.all(); }
            turn.pass();
        } }
    action skip { trigger NoChoiceEvent { return true; } effect { turn.pass(); } }
}
setup { players 2; turns.use(\"Main\"); }
";

#[test]
fn simulate_counts_neither_passes_that_nobody_chose_nor_draws_as_first() {
    let folder = Folder::new("passes").with("game.tgdl", PASSES);
    let printed = text(&folder.run(&["simulate", "game.tgdl", "--games", "10"]).stdout);
    assert!(
        printed.contains("Rules.take chosen 40 times") || printed.contains("take chosen 40 times"),
        "{printed}"
    );
    assert!(!printed.contains("skip"), "{printed}");
    assert!(printed.contains("Player 2 first in 0.0 %") && printed.contains("draws 10"), "{printed}");
    assert!(printed.contains("s more to look at 10 of them"), "{printed}");
}

const BAD: &str = r#"game "Bad";
turn Main { }
global class R {
    number n = 0;
    action add {
        input number k from 1..6;
        trigger PlayerChoiceEvent;
        effect {
            if (k == 6) { fault("no {k + n}"); }
            n += k;
            turn.pass();
        }
    }
    action stop { trigger PlayerChoiceEvent where n == 4; effect { for (player p in player.all()) { eliminate p; } } }
}
setup { players 2; turns.use("Main"); }
"#;

#[test]
fn simulate_tells_each_bad_end_once_and_how_to_play_it_again() {
    let folder = Folder::new("bad-ends").with("game.tgdl", BAD);
    let lines = |arguments: &[&str]| {
        let all = [&["simulate", "game.tgdl", "--max-moves", "5"], arguments].concat();
        let printed = text(&folder.run(&all).stdout);
        printed.lines().filter(|line| line.contains("; again: ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let all = lines(&["--games", "200"]);
    assert_eq!(all.len(), 3, "{all:?}");
    for what in ["a fault ", "stuck ", "unfinished "] {
        let line = all.iter().find(|line| line.trim_start().starts_with(what)).unwrap();
        let command = line.split_once("; again: ").unwrap().1;
        let seed = command.split(' ').skip_while(|word| *word != "--seed").nth(1).unwrap();
        assert!(command.starts_with("tavola simulate game.tgdl --games 1"), "{command}");
        assert!(command.ends_with("--max-moves 5"), "{command}");
        let again = lines(&["--games", "1", "--seed", seed]);
        assert!(again[0].trim_start().starts_with(&format!("{what}once")), "{what}: {again:?}");
    }
}

#[test]
fn simulate_says_how_rules_end_a_match_where_none_came_to_an_end() {
    let game = |effect: &str| {
        format!(
            "game \"Loop\"; turn Main {{ }} setup {{ players 2; turns.use(\"Main\"); }}
            global class Rules {{ action go {{ trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} }} }}"
        )
    };
    let folder = Folder::new("endless").with("game.tgdl", &game(""));
    let simulate = ["simulate", "game.tgdl", "--games", "2", "--max-moves", "20"];
    let said = |folder: &Folder| text(&folder.run(&simulate).stdout).contains("no match came to an end");
    assert!(said(&folder));
    let without_moves = folder.run(&["simulate", "game.tgdl", "--games", "2", "--max-moves", "0"]);
    assert!(!text(&without_moves.stdout).contains("came to an end"), "{}", text(&without_moves.stdout));
    assert!(!said(&folder.with("game.tgdl", &game("winner actor;"))));
}

/// The names of all fields of a value, one below the other.
fn fields(value: &serde_json::Value, into: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(fields_of) => fields_of.iter().for_each(|(name, value)| {
            into.insert(name.clone());
            fields(value, into);
        }),
        serde_json::Value::Array(values) => values.iter().for_each(|value| fields(value, into)),
        _ => {}
    }
}

#[test]
fn what_simulate_and_arena_print_for_programs_is_described() {
    let page = include_str!("../../../docs/simulate.md");
    let folder = Folder::new("described").with("game.tgdl", NIM);
    let simulate = ["simulate", "game.tgdl", "--games", "4", "--format", "json", "--coverage", "--profile"];
    let arena = ["arena", "game.tgdl", "--games", "2", "--bots", "easy,random", "--json", "--sprt", "0,50"];
    for arguments in [&simulate[..], &arena[..]] {
        let printed = text(&folder.run(arguments).stdout);
        let mut found = BTreeSet::new();
        fields(&serde_json::from_str(&printed).unwrap(), &mut found);
        found.retain(|name| name.parse::<u32>().is_err() && !page.contains(&format!("`{name}`")));
        assert_eq!(found, BTreeSet::new(), "{printed}");
    }
}

#[test]
fn simulate_tells_which_rules_and_lines_take_the_steps() {
    let folder = Folder::new("profile").with("game.tgdl", PASSES);
    let arguments = ["simulate", "game.tgdl", "--games", "5", "--profile", "steps.svg"];
    let (plain, profiled) = (folder.run(&arguments[..4]), folder.run(&arguments));
    let printed = text(&profiled.stdout);
    let lines = |of: &str| {
        of.lines()
            .filter(|l| l.contains("length") || l.contains("chosen"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&printed), lines(&text(&plain.stdout)));
    let first = printed.lines().skip_while(|l| !l.contains("own     all  rule")).nth(1).unwrap_or_default();
    assert!(first.contains("cost") && first.ends_with("game.tgdl:4"), "{printed}");
    let svg = fs::read_to_string(folder.0.join("steps.svg")).unwrap();
    assert!(svg.contains("<svg") && svg.contains("cost") && svg.contains("steps"), "{svg}");
    let again = folder.run(&arguments);
    assert_eq!(again.status.code(), Some(0));
    assert_eq!(fs::read_to_string(folder.0.join("steps.svg")).unwrap(), svg);
    let refused = folder.run(&["simulate", "game.tgdl", "--profile", "game.tgdl"]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    assert_eq!(fs::read_to_string(folder.0.join("game.tgdl")).unwrap(), PASSES);
}

#[test]
fn declarations_as_elsewhere_are_answered_with_those_of_this_language() {
    const CARD: &str = "interactable Card { number n; } zone hand of Card per player { visible owner; }";
    for (items, hint) in [
        ("function f(): number { return 1; }", "write `function number f(...)`"),
        ("function f() -> void { }", "write `function void f(...)`"),
        ("function f(): List<number> { return {}; }", "write `function T f(...)`"),
        ("class C { number[] a = {}; }", "write `List<number>`"),
        ("dice d6 { faces 1..6; }", "write them all: `faces 1, 2, 3, 4, 5, 6;`"),
        ("zone open of Card { visible everyone; }", "did you mean `all`?"),
        ("zone open of Card per player { visible private; }", "did you mean `owner`?"),
        ("function f() { hand.add(new Card() { n = 1 }); }", "each player has such a zone: `hand(p)`"),
        ("function f { input Card c from hand; effect { } }", "each player has such a zone"),
        ("function f { input Card c from h; effect { } }", "did you mean `hand`?"),
        (
            "function f() { Card c = new Card() { owner = 0 }; }",
            "`Stone s = new Stone(); s.assign(player: p);`",
        ),
    ] {
        let game = format!("game \"G\"; {CARD} {items} setup {{ players 2; }}");
        let folder = Folder::new("elsewhere").with("game.tgdl", &game);
        let printed = text(&folder.run(&["check", "game.tgdl"]).stderr);
        assert!(printed.contains(hint), "{items}\n{printed}");
    }
    let game = "game \"G\"; import \"a.tgdl\"; setup { players 2; deal(); }";
    let folder =
        Folder::new("elsewhere").with("game.tgdl", game).with("a.tgdl", "import \"b.tgdl\"; class A { }");
    fs::write(folder.0.join("b.tgdl"), "function deal() { }").unwrap();
    fs::write(folder.0.join("look.tgdl"), "").unwrap();
    let printed = text(&folder.run(&["check", "game.tgdl"]).stderr);
    assert!(printed.contains("b.tgdl:1:10") && printed.contains("which is not imported here"), "{printed}");
    assert!(printed.contains("say in it how things look"), "{printed}");
}

#[test]
fn names_of_other_languages_are_answered_with_those_of_this_one() {
    for (line, hint) in [
        ("let x = 3; left = x;", "did you mean `var`?"),
        ("const x = 3; left = x;", "`const number most = 3;` stands outside of classes and functions"),
        ("for (p : player.all()) { score p 1; }", "write `for (var p in ...)`"),
        ("for (number n : list) { left += n; }", "write `for (var n in ...)`"),
        ("number[] all = list; left = all.length;", "write `List<number>`"),
        ("player[] all = {}; left = all.length;", "write `List<player>`"),
        ("actor.eliminate();", "`eliminate p;` takes a player out of the match"),
        ("turn.pass(\"Build\");", "`turn.phase.use(\"Build\")` goes on to a phase"),
        ("winner \"Ann\";", "players have numbers, not names"),
        ("left = lis.length;", "did you mean `list`?"),
        ("for (x of list) { left += x; }", "write `for (var x in ...)`"),
        ("for (const x of list) { left += x; }", "write `for (var x in ...)`"),
        ("left = Math.floor(2.5);", "functions of numbers stand alone: `floor(x)`"),
        ("left = random(6);", "`random.roll(6)` gives a number from 1 to 6"),
        ("list.push(3);", "did you mean `add`?"),
        ("left = list.find(n => n > 1);", "did you mean `first`?"),
        ("if (list.some(n => n > 1)) { left = 1; }", "did you mean `any`?"),
        ("left = list.slice(1).length;", "`take(n)` gives the first elements, `drop(n)` all but these"),
        ("win(actor);", "`winner p;` ends the match"),
        ("turn.next();", "`turn.pass();` gives the turn to the next player"),
        ("score actor += 1;", "`score p p.score + 1;` adds to it"),
        ("actor.score += 1;", "`score p p.score + 1;` adds to it"),
        ("left = players.length;", "`player.all()` lists the players"),
        ("print(\"x\");", "rules print nothing"),
        ("left = len(list);", "a list has a length: `list.length`"),
        ("if (left == None) { left = 1; }", "did you mean `null`?"),
    ] {
        let game = PASSES.replace("turn.pass();\n        }", &format!("{line}\n        }}"));
        let game = game.replace("number left = 4;", "number left = 4; List<number> list = {};");
        let folder = Folder::new("foreign").with("game.tgdl", &game);
        let printed = text(&folder.run(&["check", "game.tgdl"]).stderr);
        assert!(printed.contains(hint), "{line}\n{printed}");
    }
    let folder = Folder::new("foreign").with(
        "game.tgdl",
        "game \"G\"; function f(number a) { return a; } setup { players 2; score 0 f(1); }",
    );
    let printed = text(&folder.run(&["check", "game.tgdl"]).stderr);
    assert!(printed.contains("or say what it gives: `function number name(...)`"), "{printed}");
}

const NIM: &str = "game \"Nim\";
turn Main { }
global class Heap {
    number left = 7;
    action take {
        input number many from 1..3;
        ensure left >= 0;
        trigger PlayerChoiceEvent { return true; }
        effect {
            left -= many;
            if (left == 0) { winner actor; }
            turn.pass();
        }
    }
}
setup { players 2; turns.use(\"Main\"); }
";

#[test]
fn an_arena_tells_who_is_stronger_in_text_and_as_json() {
    let folder = Folder::new("arena").with("game.tgdl", NIM);
    let said = ["arena", "game.tgdl", "--bots", "mcts:200,random", "--games", "30", "--opening", "0"];
    let printed = text(&folder.run(&said).stdout);
    assert!(printed.starts_with("Nim: 30 matches of 2 players in "), "{printed}");
    assert!(printed.contains("  mcts:200 against random: ") && printed.contains(" Elo ("), "{printed}");
    assert!(!printed.contains("interrupted") && !printed.contains("drawn\n"), "{printed}");
    let json = text(&folder.run(&[&said[..], &["--json", "--sprt", "0,50"]].concat()).stdout);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let contest = &json["contests"][0];
    assert!(contest["score"].as_f64().unwrap() > 0.6 && contest["low"].as_f64().unwrap() > 0.5, "{json}");
    assert_eq!((&json["is_whole"], &json["bots"][1]["elo"]), (&true.into(), &0.0.into()), "{json}");
    assert!(json["bots"][0]["simulations_per_decision"].as_f64().unwrap() > 1.0, "{json}");
    assert!(json["sprt"]["llr"].as_f64().unwrap() > 0.0, "{json}");
}

#[test]
fn an_arena_says_what_it_wants() {
    let folder = Folder::new("arena-wrong").with("game.tgdl", NIM);
    for (more, why) in [
        (&["--bots", "easy"][..], "at least two bots"),
        (&["--bots", "easy,random,hard", "--sprt", "0,50"], "--sprt compares two bots"),
        (&["--bots", "easy,random", "--sprt", "50,0"], "the lower one first"),
        (&["--bots", "easy,radnom"], "did you mean `random`?"),
        (&["--bots", "easy,random,random"], "`random` stands there twice"),
        (&[], "--bots"),
    ] {
        let output = folder.run(&[&["arena", "game.tgdl"], more].concat());
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(why), "{more:?}: {said}");
    }
}

#[test]
fn bots_tells_which_facts_it_found() {
    let folder = Folder::new("bots").with("game.tgdl", NIM);
    let printed = text(&folder.run(&["bots", "game.tgdl"]).stdout);
    assert!(printed.starts_with("Nim for 2\n  nothing is hidden: "), "{printed}");
    assert!(printed.contains("so the search keeps one tree of the match\n"), "{printed}");
    assert!(printed.contains("decisions of a match at random can be imagined\n"), "{printed}");
    assert!(
        printed.contains("the recipe is `nst`: ") && printed.contains("nothing was trained\n"),
        "{printed}"
    );
}

#[test]
fn what_training_finds_is_kept_beside_the_game_and_holds_for_its_rules() {
    let folder = Folder::new("train").with("game.tgdl", NIM);
    let printed = text(&folder.run(&["train", "game.tgdl", "--seconds", "1"]).stdout);
    assert!(printed.contains(" `nst`") && printed.contains("written to bot.json\n"), "{printed}");
    let notes = fs::read_to_string(folder.0.join("bot.json")).unwrap();
    let notes: serde_json::Value = serde_json::from_str(&notes).unwrap();
    assert_eq!((&notes["trained"][0]["players"], notes["trained"].as_array().unwrap().len()), (&2.into(), 1));
    let told = |folder: &Folder| text(&folder.run(&["bots", "game.tgdl"]).stdout);
    assert!(told(&folder).contains(notes["trained"][0]["how"].as_str().unwrap()), "{}", told(&folder));
    let folder = folder.with("game.tgdl", &NIM.replace("left = 7", "left = 9"));
    assert!(told(&folder).contains("was found under other rules"), "{}", told(&folder));
    let folder = folder.with("bot.json", "{");
    assert!(told(&folder).contains("cannot be used: "), "{}", told(&folder));
    let usual = folder.run(&["train", "game.tgdl", "--seconds", "9", "--recipe", "nst"]);
    assert!(
        text(&usual.stderr).contains("`nst` is what others are compared with; there are `plain`"),
        "{usual:?}"
    );
    let refused = folder.run(&["train", "game.tgdl", "--seconds", "1"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("`bot.json` is not what training writes: "), "{refused:?}");
}

#[test]
fn training_a_small_game_with_hidden_cards_gives_a_strategy_that_bots_tells_of() {
    let kuhn = include_str!("../../lab/tests/fixtures/kuhn.tgdl");
    let folder = Folder::new("strategy").with("game.tgdl", kuhn);
    let printed = text(&folder.run(&["train", "game.tgdl", "--seconds", "1"]).stdout);
    assert!(printed.starts_with("a strategy for 12 information sets in 6 deals: "), "{printed}");
    let told = text(&folder.run(&["bots", "game.tgdl"]).stdout);
    assert!(told.contains("drawn from a strategy for 12 information sets"), "{told}");
    let known = told.split("so at ").nth(1).and_then(|rest| rest.split_once(" of "));
    let (known, rest) = known.unwrap_or_else(|| panic!("{told}"));
    assert!(rest.starts_with(&format!("{known} decisions ")), "{told}");
}

#[test]
fn what_lies_there_for_bots_and_cannot_be_read_is_told_of() {
    let folder = Folder::new("unread").with("game.tgdl", NIM);
    fs::write(folder.0.join("bot.json"), b"{\xFF}").unwrap();
    let told = text(&folder.run(&["bots", "game.tgdl"]).stdout);
    assert!(told.contains("cannot be used: `bot.json` is not UTF-8"), "{told}");
    fs::write(folder.0.join("bot.json"), " ".repeat((1 << 20) + 1)).unwrap();
    let told = text(&folder.run(&["bots", "game.tgdl"]).stdout);
    assert!(told.contains("cannot be used: `bot.json` is larger than 1 MB"), "{told}");
}

/// Nobody is there to leave.
#[test]
fn bots_alone_do_not_play_for_ever() {
    let endless = "game \"Endless\"; turn Main { } global class Rules { action go { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } } } setup { players 2; turns.use(\"Main\"); }\n";
    let folder = Folder::new("endless").with("game.tgdl", endless);
    let output = folder.run(&["play", "game.tgdl", "--seats", "random,random"]);
    let printed = text(&output.stdout);
    assert!(printed.contains("The bots have made 10000 moves by themselves"), "{output:?}");
}

#[test]
fn who_asks_for_a_hint_is_told_what_a_search_thinks() {
    let folder = Folder::new("hint").with("game.tgdl", NIM);
    let printed = folder.played("hint\nevaluate\ntake 3\nevaluate\nquit\nn\n");
    // Seven less three are four, of which the other one cannot take all.
    assert!(printed.contains("take 3: 100 of 100 points, for certain (after "), "{printed}");
    let certain = "Player 1 100 of 100 points, for certain, Player 2 0 of 100 points, for certain";
    assert_eq!(printed.matches(certain).count(), 2, "{printed}");
}

/// Of three equal stones one is a move.
#[test]
fn a_hint_names_moves_once_that_read_the_same() {
    let stones = r#"game "Stones";
interactable Stone { string name = "pebble"; }
interactable Rock extends Stone { }
look Stone { title name; }
zone heap of Stone { visible all; }
turn Main { }
global class Rules {
    action take {
        trigger PlayerChoiceEvent;
        input Stone s from heap;
        effect {
            remove s;
            if (heap.isEmpty()) { winner actor; }
            turn.pass();
        }
    }
}
setup {
    players 2;
    for (number i in 1..3) { heap.add(new Stone()); }
    heap.add(new Rock() { name = "rock" });
    turns.use("Main");
}
"#;
    let folder = Folder::new("stones").with("game.tgdl", stones);
    let printed = folder.played("hint\nquit\nn\n");
    let hint = printed.split_once("0 of 100 points").map(|(before, after)| {
        format!(
            "{}{}",
            before.lines().last().unwrap_or_default(),
            after.split("Player 1, your").next().unwrap_or_default()
        )
    });
    let hint = hint.unwrap_or_else(|| panic!("{printed}"));
    assert_eq!((hint.matches("pebble").count(), hint.matches("rock").count()), (1, 1), "{printed}");
}

#[test]
fn the_words_that_cards_may_use_are_listed() {
    let folder = Folder::new("vocabulary");
    assert!(folder.run(&["new", "--kind", "ccg", "cards"]).status.success());
    let all = text(&folder.run(&["vocabulary", "cards"]).stdout);
    assert_eq!(text(&folder.run(&["vocabulary", "cards/cards.ccg"]).stdout), all);
    let under = |head: &str| {
        let section = all.split("\n\n").find(|section| section.starts_with(head));
        section.unwrap_or_else(|| panic!("{head}: {all}")).to_owned()
    };
    assert!(under("Types of cards").contains("Creature, "), "{all}");
    assert!(under("Cards that the rules have").contains("Forest, "), "{all}");
    assert!(under("What else is said").contains("with_damage 1"), "{all}");
    // The game's own, with what it is given; what the library has; what is aimed and what is not.
    assert!(under("Abilities").contains("Angry(n)") && under("Abilities").contains("Flying"), "{all}");
    assert!(
        under("Actions").contains("Damage(n) target ...,") && under("Actions").contains("Draw(n?),"),
        "{all}"
    );
    // A function that answers a question is nothing that a card does.
    assert!(!under("Actions").contains("HeroOf"), "{all}");
    assert!(under("Targets").contains("Wounded") && !under("Targets").contains("Flying"), "{all}");
    assert!(under("Requirements").contains("Life"), "{all}");
    // One word, in any number and with capitals or without: the comment above what it means.
    let told = text(&folder.run(&["vocabulary", "cards", "angry"]).stdout);
    assert!(told.starts_with("modifier Angry(number n)\n  Stronger while it is wounded"), "{told}");
    assert!(told.trim_end().ends_with("rules.tgdl:6"), "{told}");
    let told = text(&folder.run(&["vocabulary", "cards", "Wounded"]).stdout);
    assert!(told.starts_with("function bool isWounded(Permanent c)\n  It has damage on it."), "{told}");
    let unknown = folder.run(&["vocabulary", "cards", "Angrily"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("nothing is called `Angrily` there"), "{}", text(&unknown.stderr));
    // What is wrong in the cards is no matter.
    let wrong = folder.with("cards/cards.ccg", "new Creatur called 3\n");
    assert_eq!(text(&wrong.run(&["vocabulary", "cards/cards.ccg"]).stdout), all);
    let unknown = wrong.run(&["vocabulary", "cards/cards.ccg", "Angrily"]);
    assert!(text(&unknown.stderr).contains("nothing is called `Angrily` there"), "{}", text(&unknown.stderr));
    // Where the rules cannot be read nothing is known of any word.
    let unread = wrong.with("cards/rules.tgdl", "import \"std/ccg/nothing\";\n");
    assert_eq!(unread.run(&["vocabulary", "cards/cards.ccg", "Angry"]).status.code(), Some(1));
    let none =
        unread.with("game.tgdl", "game \"Plain\"; turn Main { } setup { players 2; turns.use(\"Main\"); }\n");
    assert_eq!(none.run(&["vocabulary", "game.tgdl"]).status.code(), Some(2));
}
