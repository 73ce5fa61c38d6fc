//! Texts that mean harm: whatever is read, there is a tree, in bounded time, without a panic.

use crate::problems;
use base::{FileId, Origins, Random};
use dialects::tgdl::{count_lines_without_tests, count_tokens_without_tests, parse};
use language::print;

const FIXTURES: [&str; 3] = [
    include_str!("../../fixtures/tgdl/pegs.tgdl"),
    include_str!("../../fixtures/tgdl/fields.tgdl"),
    include_str!("../../fixtures/tgdl/words.tgdl"),
];

/// Reads `before` and then `again` a hundred thousand times, or a million times for a single sign.
#[track_caller]
fn check_endless(before: &str, again: &str, code: &str) {
    let times = if again.len() == 1 { 1_000_000 } else { 100_000 };
    let found = problems(&(before.to_owned() + &again.repeat(times)));
    let codes: Vec<&str> = found.lines().filter_map(|line| line.split([' ', ':']).nth(2)).collect();
    assert!(codes.contains(&code) && codes.len() <= 100, "{before}{again}: {:?}", codes.first());
}

#[test]
fn endless_nesting_is_too_deep() {
    for again in
        ["(", "[a", "{", "f(", "x => ", "c ? ", "a = ", "choose A from ", "suppose { return ", "new A() { "]
    {
        let before = if again == "[a" { "setup { x = a" } else { "setup { x = " };
        check_endless(before, again, "too-deep");
    }
    for again in ["{", "if (a) {", "for (;;) {", "(A) => ", "List<"] {
        check_endless("setup { ", again, "too-deep");
    }
}

#[test]
fn endless_chains_are_too_deep() {
    for again in ["!", "-"] {
        check_endless("setup { x = ", again, "too-deep");
    }
    for again in [".a", "+1", "^1", "..1", "(1)", "[1]", "??1", " is A", "&&a"] {
        check_endless("setup { x = a", again, "too-deep");
    }
    check_endless("setup { ", "if (a) { } else ", "too-deep");
}

#[test]
fn endless_junk_is_told_at_most_a_hundred_times() {
    check_endless("", "(", "unexpected-token");
    check_endless("", "{", "unexpected-token");
    check_endless("", "class A {", "unclosed-block");
    check_endless("setup {", ")", "unexpected-token");
    check_endless("setup {\n", "function\n", "unclosed-block");
    check_endless("", "§ ", "unknown-character");
    check_endless("", "/*\n", "block-comment");
    check_endless("", "'\n", "unterminated-string");
    check_endless("setup { x = ", "\"{", "unterminated-string");
}

#[test]
fn a_chain_of_chains_stays_within_the_depth_that_is_promised() {
    let text = format!("setup {{ x = {}a{}; }}", "(".repeat(195), ("+1".repeat(490) + ")").repeat(195));
    assert!(problems(&text).contains("too-deep"));
}

#[test]
fn fixtures_with_bytes_changed_are_read_without_a_panic() {
    let mut random = Random::new(2024);
    for round in 0..2_000 {
        let mut bytes = FIXTURES[round % FIXTURES.len()].as_bytes().to_vec();
        for _ in 0..=random.below(6) {
            change(&mut bytes, &mut random);
        }
        let text = String::from_utf8_lossy(&bytes);
        let checked = parse(FileId(0), &text, &mut Origins::default());
        assert!(checked.problems.len() <= 100);
        print(&checked.value);
        count_tokens_without_tests(&text);
    }
}

/// Changes, drops, doubles or moves a piece of the text.
fn change(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() as u64) as usize;
    let end = (at + 1 + random.below(12) as usize).min(bytes.len());
    match random.below(5) {
        0 => bytes[at] = random.below(256) as u8,
        1 => bytes[at] = b"(){}[];,.\"\\'=<>+-!&|^:? /\n"[random.below(26) as usize],
        2 => drop(bytes.drain(at..end)),
        3 => bytes.splice(at..at, bytes[at..end].to_vec()).for_each(drop),
        _ => bytes.truncate(at.max(1)),
    }
}

#[test]
fn what_is_read_without_errors_can_be_printed_and_read_again() {
    let mut random = Random::new(99);
    let mut clean = 0;
    for round in 0..2_000 {
        let mut bytes = FIXTURES[round % FIXTURES.len()].as_bytes().to_vec();
        change(&mut bytes, &mut random);
        let text = String::from_utf8_lossy(&bytes);
        let first = parse(FileId(0), &text, &mut Origins::default());
        if first.has_errors() {
            continue;
        }
        clean += 1;
        let printed = print(&first.value);
        let again = parse(FileId(0), &printed, &mut Origins::default());
        assert!(!again.has_errors(), "{:?}\n{printed}", again.problems);
        assert_eq!(print(&again.value), printed);
    }
    assert!(clean > 200, "{clean}");
}

#[test]
fn tokens_and_lines_are_counted_without_comments_and_tests() {
    let text = "// one\ngame \"A\"; // two\n\ntest \"x\" {\n  expect { a };\n}\nclass B {\n  number c;\n}\n";
    assert_eq!(count_tokens_without_tests(text), 3 + 7);
    assert_eq!(count_lines_without_tests(text), 4);
    assert_eq!(count_tokens_without_tests("\"one {two} three\""), 1);
}
