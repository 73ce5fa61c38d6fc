//! Where pieces are, and who knows them.

use crate::FaultKind;
use crate::ops::place::*;
use crate::ops::tile;
use crate::tests::{HAND, STOCK, TRICK, World, n};
use bytecode::layout::object;
use bytecode::word::{FALSE, NULL};
use language::catalogue::Builtin;

fn known(w: &World, piece: u64) -> u64 {
    w.words[piece as usize + object::KNOWN]
}

#[test]
fn a_piece_is_in_one_place() {
    let mut w = World::new();
    let p = w.mark();
    w.run(Builtin::BoardPlace, &[0, p, 4]);
    assert_eq!(w.run(Builtin::PiecePlace, &[p]), 4);
    w.run(Builtin::BoardPlace, &[1, p, 10]);
    assert_eq!(tile::piece(&w.m(), 4), Ok(NULL));
    assert_eq!(tile::piece(&w.m(), 10), Ok(p));
    w.run(Builtin::ZoneAdd, &[STOCK, p]);
    assert_eq!(tile::piece(&w.m(), 10), Ok(NULL));
    assert_eq!(w.run(Builtin::PiecePlace, &[p]), STOCK);
    w.run(Builtin::PieceLift, &[p]);
    assert_eq!(w.elements(STOCK), []);
    assert_eq!(w.run(Builtin::PiecePlace, &[p]), NULL);
    let moves = [[p, NULL, 4], [p, 4, 10], [p, 10, STOCK]];
    assert_eq!(w.moved, moves);
}

#[test]
fn a_full_tile_takes_no_more() {
    let mut w = World::new();
    let (a, b, c) = (w.mark(), w.mark(), w.mark());
    w.run(Builtin::BoardPlace, &[0, a, 0]);
    let full = w.call(Builtin::BoardPlace, &[0, b, 0], 0);
    assert_eq!(full, Err(FaultKind::NoRoom("a1".to_owned()).into()));
    w.run(Builtin::BoardPlace, &[0, a, 0]);
    for p in [b, c] {
        w.run(Builtin::BoardPlace, &[1, p, 9]);
    }
    assert_eq!(w.call(Builtin::BoardPlace, &[1, a, 9], 0), Err(FaultKind::NoRoom("1".to_owned()).into()));
    let there = w.run(Builtin::TilePieces, &[9]);
    assert_eq!(w.elements(there), [b, c]);
    assert_eq!(tile::piece(&w.m(), 0), Ok(a), "a refused piece stays where it is");
    assert_eq!(w.call(Builtin::BoardPlace, &[0, NULL, 0], 0), Err(FaultKind::Null.into()));
    assert_eq!(w.call(Builtin::BoardPlace, &[0, a, NULL], 0), Err(FaultKind::Null.into()));
}

#[test]
fn who_sees_a_place_knows_what_comes_there_until_it_is_shuffled() {
    let mut w = World::new();
    let p = w.mark();
    w.run(Builtin::ZoneAdd, &[STOCK, p]);
    assert_eq!(known(&w, p), 0);
    w.run(Builtin::ZoneAdd, &[HAND + 2, p]);
    assert_eq!(known(&w, p), 0b10);
    w.run(Builtin::ZoneReveal, &[HAND + 2, p, n(2.0)]);
    w.run(Builtin::ZoneAdd, &[STOCK, p]);
    assert_eq!(known(&w, p), 0b110);
    w.run(Builtin::ZoneShuffle, &[STOCK]);
    assert_eq!(known(&w, p), 0);
    w.run(Builtin::ZoneAdd, &[TRICK, p]);
    w.run(Builtin::ZoneShuffle, &[TRICK]);
    assert_eq!(known(&w, p), EVERYBODY);
    let q = w.mark();
    w.run(Builtin::BoardPlace, &[0, q, 1]);
    assert_eq!(known(&w, q), EVERYBODY);
}

/// Player 2 knows both cards that the other player holds.
fn two_known_cards() -> (World, u64, u64) {
    let mut w = World::new();
    let (p, q) = (w.mark(), w.mark());
    for piece in [p, q] {
        w.run(Builtin::ZoneAdd, &[HAND + 2, piece]);
        w.run(Builtin::ZoneReveal, &[HAND + 2, piece, n(2.0)]);
    }
    (w, p, q)
}

#[test]
fn who_cannot_tell_what_moved_knows_neither_it_nor_what_stays() {
    let (mut w, p, q) = two_known_cards();
    w.run(Builtin::ZoneAdd, &[STOCK, p]);
    assert_eq!((known(&w, p), known(&w, q)), (0b10, 0b10));
}

#[test]
fn who_sees_where_it_goes_can_tell() {
    let (mut w, p, q) = two_known_cards();
    w.run(Builtin::ZoneAdd, &[HAND + 4, p]);
    assert_eq!((known(&w, p), known(&w, q)), (0b110, 0b110));
    w.run(Builtin::ZoneAdd, &[TRICK, q]);
    assert_eq!((known(&w, p), known(&w, q)), (0b110, EVERYBODY));
}

#[test]
fn the_only_card_and_those_at_the_ends_of_a_deck_can_be_followed() {
    let (mut w, p, q) = two_known_cards();
    w.run(Builtin::ZoneAdd, &[TRICK, q]);
    w.run(Builtin::ZoneAdd, &[STOCK, p]);
    assert_eq!(known(&w, p), 0b110);
    let (below, above) = (w.mark(), w.mark());
    w.run(Builtin::ZoneMove, &[STOCK, below, STOCK, n(0.0)]);
    let named = FALSE;
    w.run(Builtin::ZoneAdd, &[HAND, p, NULL, named]);
    assert_eq!(known(&w, p), 0b111, "it was on top");
    w.run(Builtin::ZoneAdd, &[STOCK, p]);
    w.run(Builtin::ZoneAdd, &[STOCK, above]);
    w.run(Builtin::ZoneAdd, &[HAND, p, NULL, named]);
    assert_eq!(known(&w, p), 1, "it was in the middle");
}

#[test]
fn a_card_that_the_rules_do_not_name_by_its_place_is_lost_also_where_it_lies_on_top() {
    let (mut w, p, q) = two_known_cards();
    for piece in [p, q] {
        w.run(Builtin::ZoneAdd, &[TRICK, piece]);
        w.run(Builtin::ZoneAdd, &[STOCK, piece]);
    }
    w.run(Builtin::ZoneMove, &[STOCK, q, STOCK, n(0.0), NULL, FALSE]);
    assert_eq!((known(&w, p), known(&w, q)), (EVERYBODY, EVERYBODY), "the top one goes below");
    w.run(Builtin::ZoneMove, &[STOCK, p, STOCK, n(0.0)]);
    assert_eq!((known(&w, p), known(&w, q)), (0, 0), "either may have gone there");
}

#[test]
fn at_a_position_that_nobody_learns_nothing_is_known_any_more() {
    let (mut w, p, q) = two_known_cards();
    for piece in [p, q] {
        w.run(Builtin::ZoneAdd, &[TRICK, piece]);
    }
    w.run(Builtin::ZoneMove, &[TRICK, q, STOCK, n(0.0)]);
    assert_eq!(known(&w, q), EVERYBODY, "all have seen where it went");
    w.run(Builtin::ZoneMove, &[TRICK, p, STOCK, n(1.0), n(1.0)]);
    assert_eq!((known(&w, p), known(&w, q)), (0, 0), "either may be the lower one");
    w.run(Builtin::ZoneMove, &[STOCK, p, HAND + 2, n(0.0), n(1.0)]);
    assert_eq!((known(&w, p), known(&w, q)), (0b10, 0), "who sees the zone knows it");
    w.run(Builtin::ZoneMove, &[HAND + 2, p, TRICK, n(0.0), n(1.0)]);
    assert_eq!(known(&w, p), EVERYBODY);
}
