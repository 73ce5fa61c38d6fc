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
    let generic = many(1001, |i| format!("class C{i}<T> {{ }}\n"));
    assert_eq!(
        first_problems(&game(&generic)),
        "too-many: there are 1001 generic classes, and there can be at most 1000"
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
