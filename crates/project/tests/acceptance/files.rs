//! Several files, with and without a name.

use engine::Match;
use project::{Memory, Request};

const MAIN: &str = "global class Log { string out = \"\"; action go { trigger PlayerChoiceEvent { return true; } effect { } } }";

/// What `setup` writes, in a game of several files.
fn said(imports: &str, setup: &str, files: &[(&str, &str)]) -> String {
    let text = format!("game \"G\"; {imports} {MAIN} setup {{ players 2; {setup} }}");
    let mut memory = Memory::default().with("game.tgdl", &text);
    for (path, text) in files {
        memory.put(*path, *text);
    }
    let loaded = project::open(Request::new((&memory, "game.tgdl"))).unwrap();
    let messages: Vec<String> =
        loaded.problems.iter().filter(|p| p.is_error()).map(|p| p.message.clone()).collect();
    match loaded.game {
        Some(game) => crate::kit::logged(&Match::start(&game, 2, 1)),
        None => messages.join("\n"),
    }
}

#[test]
fn what_a_file_declares_is_visible_where_it_is_imported() {
    let lib = [("lib.tgdl", "function number f() { return 7; } class Box { number n = 3; }")];
    assert_eq!(said("import \"lib\";", "Box b = new Box(); Log.out = \"{f() + b.n}\";", &lib), "10");
    assert_eq!(said("import \"lib.tgdl\";", "Log.out = \"{f()}\";", &lib), "7");
}

#[test]
fn a_game_adds_layers_between_those_of_a_library() {
    let lib = [(
        "lib.tgdl",
        "layers Base, Set; interactable C { derived number n layer Base = 1; } modifier Fixed on C { override number n layer Set = 5; }",
    )];
    let add = "modifier Add on C { override number n layer Boost = base.n + 1; }";
    let text = "C c = new C(); c.add(Fixed); c.add(Add); Log.out = \"{c.n}\";";
    let with = |layers: &str| said(&format!("import \"lib\"; layers {layers}; {add}"), text, &lib);
    assert_eq!(with("Base, Boost, Set"), "5");
    assert_eq!(with("Base, Set, Boost"), "6");
    assert_eq!(with("Base, Boost"), "the order of these layers conflicts with that of another file");
    assert_eq!(with("Set, Boost, Base"), "the order of these layers conflicts with that of another file");
    assert_eq!(
        said("import \"lib\"; layers Set;", "C c = new C(); c.add(Fixed); Log.out = \"{c.n}\";", &lib),
        "5"
    );
}

#[test]
fn with_a_name_it_is_reached_through_the_name() {
    let lib =
        [("sub/lib.tgdl", "function number f() { return 7; } class Box { number n = 3; } enum E { A, B }")];
    assert_eq!(
        said(
            "import \"sub/lib\" as lib;",
            "lib.Box b = new lib.Box(); Log.out = \"{lib.f() + b.n} {lib.E.B}\";",
            &lib
        ),
        "10 B"
    );
}

#[test]
fn the_same_name_in_two_files_needs_a_name_for_one() {
    let files =
        [("a.tgdl", "function number f() { return 1; }"), ("b.tgdl", "function number f() { return 2; }")];
    assert_eq!(said("import \"a\"; import \"b\" as b;", "Log.out = \"{f()} {b.f()}\";", &files), "1 2");
    assert!(said("import \"a\"; import \"b\";", "Log.out = \"{f()}\";", &files).contains("`f`"));
}

#[test]
fn a_file_imported_by_two_is_there_once() {
    let files = [
        ("a.tgdl", "import \"c\"; function void a() { C.n += 1; }"),
        ("b.tgdl", "import \"c\"; function void b() { C.n += 10; }"),
        ("c.tgdl", "global class C { number n = 100; }"),
    ];
    assert_eq!(
        said("import \"a\"; import \"b\"; import \"c\";", "a(); b(); Log.out = \"{C.n}\";", &files),
        "111"
    );
}

#[test]
fn the_built_in_library_is_imported_by_its_name() {
    let setup = "Log.out = \"{french52().length} {Rank.King.pips}\";";
    assert_eq!(said("import \"std/cards\";", setup, &[]), "52 13");
}
