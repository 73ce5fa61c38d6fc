//! Problems in, drawn text out.

use super::render;
use crate::{FileId, Problem, Random, SourceMap, Span};

fn span(file: u32, start: u32, end: u32) -> Span {
    Span { file: FileId(file), start, end }
}

#[test]
fn a_problem_shows_its_line_its_label_and_its_hints() {
    let mut sources = SourceMap::default();
    sources.add("games/rummy/game.tgdl", "deck discard of Card;\n\thand.move(card, to: discrad);\n");
    let problem = Problem::error("unknown-zone", span(0, 43, 50), "no zone is called `discrad`")
        .label("did you mean `discard`?")
        .other(span(0, 5, 12), "a zone with a similar name")
        .hint("a zone is declared with `zone` or `deck`");
    let expected = "\
error[unknown-zone]: no zone is called `discrad`
  ┌─ games/rummy/game.tgdl:2:22
  │
1 │ deck discard of Card;
  │      ------- a zone with a similar name
2 │     hand.move(card, to: discrad);
  │                         ^^^^^^^ did you mean `discard`?
  │
  = help: a zone is declared with `zone` or `deck`
";
    assert_eq!(render(&problem, &sources, false), expected);
    assert!(render(&problem, &sources, true).contains("\u{1b}["));
}

#[test]
fn a_span_over_several_lines_underlines_the_first() {
    let mut sources = SourceMap::default();
    sources.add("a.tgdl", "class A {\n}\n");
    let expected = "\
warning[odd]: this is odd
  ┌─ a.tgdl:1:1
  │
1 │ class A {
  │ ^^^^^^^^^
";
    let problem = Problem::warning("odd", span(0, 0, 11), "this is odd");
    assert_eq!(render(&problem, &sources, false), expected);
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let mut sources = SourceMap::default();
    sources.add("a.tgdl", format!("\n{}[here]{}\n", "ä".repeat(1000), "-".repeat(1000)));
    let expected = "\
error[odd]: this is odd
  ┌─ a.tgdl:2:1001
  │
2 │ …ääääääääääääääääääää[here]----------------------------------------------------------------------------------------------…
  │                      ^^^^^^ here
";
    let problem = Problem::error("odd", span(0, 2001, 2007), "this is odd").label("here");
    assert_eq!(render(&problem, &sources, false), expected);
    let wide = Problem::error("odd", span(0, 2001, 3000), "this is odd").other(span(0, 1, 2), "far away");
    assert!(render(&wide, &sources, false).lines().all(|line| line.chars().count() < 200));
}

#[test]
fn source_text_cannot_steer_the_terminal() {
    let mut sources = SourceMap::default();
    sources.add("a.tgdl", "a \u{1b}[31m b\u{202e}\r\n");
    let problem = Problem::error("odd", span(0, 0, 1), "`\u{1b}[2J\u{2066}` is odd");
    assert!(!render(&problem, &sources, false).contains(['\u{1b}', '\r', '\u{202e}', '\u{2066}']));
}

#[test]
fn any_place_in_any_file_is_shown_without_a_panic() {
    let mut sources = SourceMap::default();
    sources.add("a.tgdl", "é\n\u{1F0A1}\r\n\tü");
    sources.add("b.tgdl", "");
    let mut random = Random::new(3);
    let mut any = || span(random.below(4) as u32, random.below(20) as u32, random.below(20) as u32);
    for _ in 0..2_000 {
        let problem = Problem::error("odd", any(), "odd").other(any(), "other").hint("two\nlines");
        assert!(render(&problem, &sources, false).starts_with("error[odd]: odd\n"));
    }
}
