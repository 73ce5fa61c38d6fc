//! Programs of unreasonable size: what there is too much of is refused before room is made for it.

use super::super::check;
use super::read;

/// The codes and messages of the first problems.
fn first_problems(text: &str) -> String {
    let program = read(&[("game.tgdl", text)]);
    let problems = check(&program.modules, &program.links, &program.origins).problems;
    let lines =
        problems.iter().filter(|p| p.is_error()).take(2).map(|p| format!("{}: {}", p.code, p.message));
    lines.collect::<Vec<_>>().join("\n")
}

fn many(n: usize, f: impl Fn(usize) -> String) -> String {
    (0..n).map(f).collect()
}

fn game(items: &str) -> String {
    format!(
        "game \"G\";\n{items}\nglobal class Rules {{ action wait {{ trigger PlayerChoiceEvent {{ return true; }} }} }}\n\
         setup {{ players 2; }}"
    )
}

#[test]
fn too_much_of_something_is_counted_first() {
    let generic = many(5_001, |i| format!("class C{i}<T> {{ }}\n"));
    assert_eq!(
        first_problems(&game(&generic)),
        "too-many: there are 10003 classes, and there can be at most 10000"
    );
    let functions = format!("class A {{ {} }}", many(4001, |i| format!("function f{i}() {{ }}\n")));
    assert_eq!(
        first_problems(&game(&functions)),
        "too-many: `A` has 4001 functions and actions, and can have at most 4000"
    );
    let events = many(200, |i| format!("event E{} extends E{i} {{ }}\n", i + 1));
    let blocks = many(101, |_| "before E0 { }\n".to_owned());
    assert_eq!(
        first_problems(&game(&format!("event E0 {{ }}\n{events}global class X {{ {blocks} }}"))),
        "too-many: from `E198` on there are more than 20000 `before` blocks, each counted for every event"
    );
}

#[test]
fn what_modifiers_look_at_of_one_another_is_counted() {
    let looking = |n: usize| {
        let modifiers = many(n, |i| {
            format!("modifier M{i} on P {{ affects (P c) => c.d > {i}; override number d = base.d + 1; }}\n")
        });
        game(&format!("interactable P {{ number k = 0; derived number d = k; }}\n{modifiers}"))
    };
    assert_eq!(first_problems(&looking(100)), "");
    let problem = first_problems(&looking(2_000));
    let wanted = "too-many: up to `M200` modifiers look at more than 400000 changes of others";
    assert!(problem.starts_with(wanted), "{problem}");
    let grants = (0..200).map(|i| format!("M{i}")).collect::<Vec<_>>().join(", ");
    let granting =
        many(200, |i| format!("modifier M{i} on P {{ affects (P c) => true; grants {grants}; }}\n"));
    let problem = first_problems(&game(&format!("interactable P {{ }}\n{granting}")));
    assert!(problem.starts_with("too-many: up to `M"), "{problem}");
}

#[test]
fn what_stands_in_lists_is_counted() {
    let list = |n: usize, f: &dyn Fn(usize) -> String| (0..n).map(f).collect::<Vec<_>>().join(", ");
    let values = |n| list(n, &|i| i.to_string());
    for (items, expected) in [
        (
            format!("enum E {{ {} }}", list(100_000, &|i| format!("C{i}"))),
            "`E` has 100000 cases, and can have at most 10000",
        ),
        (
            format!("layers {};", list(100_000, &|i| format!("L{i}"))),
            "there are 100000 layers, and there can be at most 1000",
        ),
        (
            many(100_000, |i| format!("turn T{i} {{ }}\n")),
            "there are 100000 turns, and there can be at most 1000",
        ),
        (
            format!("turn Main {{ {} }}", many(100_000, |i| format!("phase p{i}; "))),
            "there are 100000 phases, and there can be at most 1000",
        ),
        (
            format!("option number a = 1 in {{ {} }};", values(100_000)),
            "`a` has 100000 values, and can have at most 1000",
        ),
        (
            format!("enum E {{ {} }}\noption E e = E.C0;", list(1001, &|i| format!("C{i}"))),
            "`e` has 1001 values, and can have at most 1000",
        ),
        (many(70_000, |i| format!("option number a{i} = 1 in 1..3;\n")), "a game has at most 64 options"),
    ] {
        let found = first_problems(&game(&items));
        assert!(found.lines().next().is_some_and(|line| line.ends_with(expected)), "{found}");
    }
    let tiles = many(4096, |i| format!("T{i}; "));
    let edges = many(30_000, |i| format!("T{} - T{}; ", 4095 - i % 4096, i % 4000));
    assert_eq!(first_problems(&game(&format!("board B {{ shape graph {{ {tiles}{edges} }} }}"))), "");
}

#[test]
fn cases_are_found_among_very_many() {
    let cases = (0..10_000).map(|i| format!("C{i}")).collect::<Vec<_>>().join(", ");
    let uses = "take(E.C9999); ".repeat(100_000);
    assert_eq!(
        first_problems(&game(&format!(
            "enum E {{ {cases} }}\nfunction take(E e) {{ }}\nfunction f() {{ {uses} }}"
        ))),
        ""
    );
}

#[test]
fn of_many_misspelt_names_the_first_get_a_suggestion() {
    let names = many(2000, |i| format!("function value{i}() {{ }}\n"));
    let calls = many(2000, |i| format!("valeu{i}();\n"));
    let program = read(&[("game.tgdl", &game(&format!("{names}function f() {{ {calls} }}")))]);
    let problems = check(&program.modules, &program.links, &program.origins).problems;
    let suggested: Vec<bool> = problems.iter().map(|p| !p.label.is_empty()).collect();
    let first = suggested.iter().take_while(|s| **s).count();
    assert!(suggested.len() == 2000 && (300..800).contains(&first), "{first} of {}", suggested.len());
    assert!(!suggested[first..].contains(&true));
}

#[test]
fn variables_are_found_among_very_many() {
    let declared =
        many(70_000, |i| format!("number n{i} = n{};\n", i.saturating_sub(1)).replace("n0 = n0", "n0 = 1"));
    assert_eq!(first_problems(&game(&format!("function number f() {{ {declared} return n69999; }}"))), "");
}
