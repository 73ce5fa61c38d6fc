//! Broken, deep and long programs: the checker always ends and never panics.
//! What it tells of them does not matter here.

use super::super::{check, check_library};
use super::read;

const GAMES: [&str; 5] = [
    include_str!("tic-tac-toe.tgdl"),
    include_str!("crazy-eights.tgdl"),
    include_str!("chess-sketch.tgdl"),
    include_str!("cards.tgdl"),
    include_str!("everything.tgdl"),
];

fn survives(text: &str) {
    let program = read(&[("game.tgdl", text)]);
    let checked = check(&program.modules, &program.links, &program.origins);
    assert_eq!(checked.value.is_none(), checked.has_errors());
    check_library(&program.modules, &program.links, &program.origins);
}

/// Runs on a stack of the size that a main thread has.
fn on_a_usual_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(run).unwrap();
    thread.join().unwrap();
}

fn body(text: &str) -> String {
    format!("function number f(number x) {{ {text} }}")
}

#[test]
fn deep_programs_are_checked() {
    on_a_usual_stack(|| {
        for n in [50, 190, 300, 490, 900] {
            survives(&body(&format!("return x{};", " + x".repeat(n))));
            survives(&body(&format!("return x{};", " ^ x".repeat(n))));
            survives(&body(&format!("return x{};", " ?? x".repeat(n))));
            survives(&body(&format!("return {}x{};", "(1 + ".repeat(n), ")".repeat(n))));
            survives(&body(&format!("return {}x;", "-".repeat(n))));
            survives(&body(&format!("return {}x{};", "f(".repeat(n), ")".repeat(n))));
            survives(&body(&format!("return {}x{};", "{ ".repeat(n), " }".repeat(n))));
            survives(&body(&format!("return x{};", ".y".repeat(n))));
            survives(&body(&format!("List<number> l = {{ x }}; l = l{}; return x;", ".copy()".repeat(n))));
            survives(&body(&format!("return {}x;", "y => ".repeat(n))));
            survives(&body(&format!("return {}x;", "true ? x : ".repeat(n))));
            survives(&body(&format!("{} {}", "if (x > 1) { ".repeat(n), "}".repeat(n))));
            survives(&body(&format!("if (x > 1) {{ }} {}", "else if (x > 2) { } ".repeat(n * 10))));
            survives(&body(&format!("{}number{} y; return x;", "List<".repeat(n), ">".repeat(n))));
            survives(&body(&"x = x + 1; ".repeat(n * 10)));
        }
        let classes: Vec<String> =
            (0..2000).map(|i| format!("class C{i} extends C{} {{ }}", i + 1)).collect();
        survives(&classes.join("\n"));
        let calls: Vec<String> = (0..2000).map(|i| format!("function f{i}() {{ f{}(); }}", i + 1)).collect();
        survives(&calls.join("\n"));
    });
}

#[test]
fn cut_off_programs_are_checked() {
    for text in GAMES {
        for (at, _) in text.char_indices().step_by(7) {
            survives(&text[..at]);
        }
    }
}

#[test]
fn programs_with_a_word_missing_or_doubled_are_checked() {
    let mut random = base::Random::new(1);
    for text in GAMES {
        let words: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
        for _ in 0..300 {
            let (from, to) =
                (random.below(words.len() as u64) as usize, random.below(words.len() as u64) as usize);
            let mut changed = words.clone();
            let word = changed.remove(from);
            match random.below(3) {
                0 => {}
                1 => changed.insert(to.min(changed.len()), word),
                _ => changed.splice(from..from, [word, words[to]]).for_each(drop),
            }
            survives(&changed.concat());
        }
    }
}
