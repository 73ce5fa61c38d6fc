//! Programs that would take very much memory or time, under a limit of 4 GB: each is refused with the problem that names
//! what is too much.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A build without optimisation, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs the program in a folder, with 4 GB of memory.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tavola")]);
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").output().unwrap()
}

fn folder(name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("tavola-sizes-{name}-{}", std::process::id()));
    fs::create_dir_all(&path).unwrap();
    path
}

/// Checks a program of declarations, statements of `setup` and tests; gives its first error.
fn told(name: &str, (items, setup, tests): (&str, &str, &str)) -> String {
    let folder = folder(name);
    let text = format!("game \"G\";\n{items}\nsetup {{ players 2; {setup} }}\n{tests}\n");
    fs::write(folder.join("game.tgdl"), text).unwrap();
    let start = Instant::now();
    let output = run(&folder, &["check", "game.tgdl"]);
    fs::remove_dir_all(&folder).unwrap();
    let all = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let first = all.lines().find(|l| l.starts_with("error")).unwrap_or("no error").to_owned();
    println!("{name}: {:.1?} {first}", start.elapsed());
    assert!(start.elapsed() < PATIENCE, "{name}: {:.1?}", start.elapsed());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{name}: {:?} {first}", output.status);
    first
}

fn many(n: usize, f: impl Fn(usize) -> String) -> String {
    (0..n).map(f).collect()
}

/// A class whose members begin so, below the one before it.
fn below(kind: &str, i: usize, members: &str) -> String {
    match i {
        0 => format!("{kind} C0 {{ {members} }}\n"),
        _ => format!("{kind} C{i} extends C{} {{ {members} }}\n", i - 1),
    }
}

#[test]
fn declarations_are_counted_before_there_is_room_for_them() {
    let attributes = |n: usize| many(n, |i| format!("number a{i}; "));
    let board = |i: usize, rest: &str| format!("board B{i} {{ {rest} }}\n");
    for (name, items, expected) in [
        (
            "boards",
            many(60, |i| board(i, "shape track(4096);")),
            "with `B16` the boards have 69632 tiles, and there can be at most 65536 in all",
        ),
        (
            "chain",
            many(4001, |i| {
                below("class", i, &format!("number a{i}; function number f{i}() {{ return {i}; }}"))
            }),
            "what classes have and inherit is too much from `C499` on: it comes to more than 250000 members",
        ),
        (
            "effects",
            many(2000, |i| {
                below(
                    "event",
                    i,
                    if i == 0 {
                        "effect { random.roll(6); random.roll(6); random.roll(6); } number n; "
                    } else {
                        "number m; "
                    },
                )
            })
            .replace("number m;", "")
            .replace("number n;", &attributes(200)),
            "what classes have and inherit is too much from `C1231` on: it comes to more than 250000 members",
        ),
        (
            "subclasses",
            format!(
                "class A {{ {} }}\n{}",
                attributes(3000),
                many(3000, |i| format!("class S{i} extends A {{ }}\n"))
            ),
            "what classes have and inherit is too much from `S82` on: it comes to more than 250000 members",
        ),
        (
            "tiles",
            format!(
                "class T extends Tile {{ {} }}\n{}",
                attributes(1000),
                many(10, |i| board(i, "shape square(64, 64); tile T;"))
            ),
            "with `B0` the attributes of all tiles are 4096000 values, and there can be at most 2000000",
        ),
        (
            "attributes",
            format!("class A {{ {} }}", attributes(66_000)),
            "`A` has 66000 attributes, and can have at most 4000",
        ),
        (
            "case-attributes",
            format!("enum E {{ {} A({}) }}", attributes(257), vec!["1"; 257].join(", ")),
            "`E` has 257 attributes, and can have at most 256",
        ),
        (
            "enumerations",
            many(257, |i| format!("enum E{i} {{ A{i} }}\n")),
            "there are 257 enumerations, and there can be at most 256",
        ),
        (
            "classes",
            many(70_000, |i| format!("class C{i} {{ }}\n")),
            "there are 70000 classes, and there can be at most 10000",
        ),
        (
            "actions",
            many(5, |k| {
                format!(
                    "global class C{k} {{ {} }}\n",
                    many(2001, |i| format!(
                        "action a{i} {{ trigger PlayerChoiceEvent {{ return true; }} }} "
                    ))
                )
            }),
            "there are 10005 actions, and there can be at most 10000",
        ),
        (
            "inputs",
            format!("function f({}) {{ }}", vec!["number n"; 201].join(", ")),
            "`f` has 201 inputs, and can have at most 200",
        ),
        (
            "zones",
            format!("interactable Card {{ }}\n{}", many(1001, |i| format!("zone z{i} of Card;\n"))),
            "there are 1001 zones, and there can be at most 1000",
        ),
        (
            "many-boards",
            many(257, |i| board(i, "shape square(1, 1);")),
            "there are 257 boards, and there can be at most 256",
        ),
        (
            "turns",
            many(1001, |i| format!("turn T{i} {{ }}\n")),
            "there are 1001 turns, and there can be at most 1000",
        ),
    ] {
        assert_eq!(told(name, (&items, "", "")), format!("error[too-many]: {expected}"), "{name}");
    }
}

#[test]
fn layers_and_modifiers_do_not_multiply() {
    let layers: Vec<String> = (0..1000).map(|i| format!("L{i}")).collect();
    for reaches in ["", "affects (Man m) => m != this; "] {
        let modifiers = many(9000, |i| {
            let layer = i % 1000;
            format!(
                "modifier M{i} on Man layer L{layer} {{ {reaches}override number p {{ return base.p + 1; }} }}\n"
            )
        });
        let items = format!("interactable Man {{ number p; }}\nlayers {};\n{modifiers}", layers.join(", "));
        assert_eq!(told("layers", (&items, "", "")), "no error");
    }
}

#[test]
fn code_is_counted_while_it_is_made() {
    let long = "n += 1; ".repeat(40_000);
    let attributes = many(150, |k| format!("number a{k} = {k}; "));
    let classes = many(100, |i| format!("class D{i} extends Top {{ {attributes} }}\n"));
    let made = many(100, |k| format!("take(new D{k}()); "));
    let makers = many(150, |i| format!("function f{i}() {{ {made} }}\n"));
    let replaced = |i: usize| {
        format!(
            "class A{i} {{ function number f() {{ return 0; }} }} class B{i} extends A{i} {{ override function number f() {{ return 1; }} }}\n"
        )
    };
    let looked = many(3000, |i| format!("n += all(C{i}).length; "));
    for (name, (items, setup, tests), expected) in [
        (
            "jump",
            (String::new(), String::new(), format!("test \"t\" {{ number n = 1; if (n < 2) {{ {long} }} }}")),
            "a condition in it goes over more than 32,767 instructions",
        ),
        (
            "defaults",
            (
                format!("class Top {{ }}\n{classes}function take(Top t) {{ }}\n{makers}"),
                String::new(),
                String::new(),
            ),
            "the whole program comes to more than 4000000 instructions",
        ),
        (
            "replaced",
            (many(2001, replaced), String::new(), String::new()),
            "there are too many functions that subclasses replace, for so many classes",
        ),
        (
            "lists",
            (many(3000, |i| below("interactable", i, "")), format!("number n = 0; {looked}"), String::new()),
            "there are too many classes whose objects are searched for",
        ),
    ] {
        let expected = format!("error[too-large]: this is too large to be compiled: {expected}");
        assert_eq!(told(name, (&items, &setup, &tests)), expected, "{name}");
    }
}

#[test]
fn a_match_file_with_a_setup_that_is_too_large_is_refused() {
    let folder = folder("match");
    let text = "game \"G\"; global class R { action go { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } } } setup { players 2; }";
    fs::write(folder.join("game.tgdl"), text).unwrap();
    for code in [
        format!("number n = 1; if (n < 2) {{ {} }}", "n += 1; ".repeat(40_000)),
        format!("number n = 1; {}", "while (n < 0) { n = 1; } ".repeat(10_000)),
        format!(
            "List<number> l = {{ 1 }}; bool b = true; {}",
            "b = l.any(x => x > 1 && x < 9); ".repeat(6_571)
        ),
    ] {
        let saved = format!(
            r#"{{"tavola":1,"game":"G","file":"game.tgdl","players":2,"seed":1,"steps":[{{"setup":"{code}"}}]}}"#
        );
        fs::write(folder.join("m.match"), saved).unwrap();
        for arguments in [&["replay", "m.match"][..], &["play", "--resume", "m.match"]] {
            let output = run(&folder, arguments);
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!told.contains("panicked"), "{arguments:?}: {told}");
            let large = told.contains("this is too large to be compiled: a condition in it");
            assert_eq!(large, code.contains("n += 1"), "{arguments:?}: {told}");
            assert_eq!(output.status.code() == Some(0), !large, "{arguments:?}: {told}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}
