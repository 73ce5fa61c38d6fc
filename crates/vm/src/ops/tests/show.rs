//! Values as text.

use crate::FaultKind;
use crate::ops::show::*;
use crate::tests::{HAND, World, n, text};
use bytecode::program::Show;
use bytecode::word::Kind;
use bytecode::word::{self, NULL};

#[test]
fn numbers_have_no_point_where_they_are_whole() {
    for (x, expected) in [
        (3.0, "3"),
        (-0.0, "0"),
        (0.1, "0.1"),
        (-2.5, "-2.5"),
        (9_007_199_254_740_993.0, "9007199254740992"),
        (1e21, "1000000000000000000000"),
    ] {
        assert_eq!(number(x), expected);
    }
}

#[test]
fn values_are_shown_by_their_names() {
    let mut w = World::new();
    let mark = w.mark();
    let hand = HAND + 2;
    for (w0, show, expected) in [
        (NULL, Show::Number, "null"),
        (1, Show::Bool, "true"),
        (text("hi"), Show::Text, "hi"),
        (word::player(0), Show::Player, "Ann"),
        (word::player(1), Show::Player, "Player 2"),
        (1, Show::Case(0), "Coins"),
        (8, Show::Tile, "c3"),
        (8, Show::Place, "c3"),
        (hand, Show::Place, "hand(1)"),
        (HAND, Show::Zone, "hand(0)"),
        (0, Show::Turn, "Main"),
        (mark, Show::Object, "Mark"),
        (7, Show::Position, "position"),
    ] {
        assert_eq!(w.show(w0, &show), expected);
    }
    let inner = w.numbers(&[1.0, 2.5]);
    let outer = w.list(Kind::Ref, &[inner, NULL]);
    assert_eq!(w.show_list(outer, Show::List(Box::new(Show::Number))), "{ { 1, 2.5 }, null }");
}

#[test]
fn a_text_that_finds_no_room_is_a_fault() {
    let mut w = World::new();
    let ones = vec![n(1.0); 200];
    let mut l = w.list(Kind::Plain, &ones);
    let mut show = Show::List(Box::new(Show::Number));
    for _ in 0..6 {
        l = w.list(Kind::Ref, &vec![l; 200]);
        show = Show::List(Box::new(show));
    }
    let mut m = w.m();
    m.limit = 10_000;
    assert_eq!(to_text(&m, l, &show), Err(FaultKind::TooMuchMemory.into()));
}
