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
fn a_line_too_long_to_show_is_left_out() {
    let mut sources = SourceMap::default();
    sources.add("a.tgdl", "x".repeat(1000));
    let problem = Problem::error("odd", span(0, 500, 501), "this is odd").hint("break the line");
    assert_eq!(
        render(&problem, &sources, false),
        "error[odd]: this is odd\n  ┌─ a.tgdl:1:501\n  = help: break the line\n"
    );
}

#[test]
fn source_text_cannot_steer_the_terminal() {
    let mut sources = SourceMap::default();
    sources.add("a.tgdl", "a \u{1b}[31m b\r\n");
    let problem = Problem::error("odd", span(0, 0, 1), "`\u{1b}[2J` is odd");
    assert!(!render(&problem, &sources, false).contains(['\u{1b}', '\r']));
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
