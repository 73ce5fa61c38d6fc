//! Zones: drawing, dealing, moving, owners.

use crate::FaultKind;
use crate::tests::{HAND, STOCK, TRICK, World, n};
use bytecode::layout::{header, object, seat};
use bytecode::word::{self, Kind, NULL};
use language::catalogue::Builtin;

/// The first slot of `hand`.
const HANDS: u64 = 1;

/// A stock of pieces, and them from the bottom up.
fn stock(count: usize) -> (World, Vec<u64>) {
    let mut w = World::new();
    let pieces: Vec<u64> = (0..count).map(|_| w.mark()).collect();
    let all = w.list(Kind::Ref, &pieces);
    w.run(Builtin::ZoneAddAll, &[STOCK, all]);
    (w, pieces)
}

#[test]
fn drawing_takes_from_the_top_and_cutting_keeps_the_order() {
    let (mut w, p) = stock(6);
    assert_eq!(w.m().elements(STOCK).unwrap().last(), Some(&p[5]));
    assert_eq!(w.run(Builtin::ZoneBottom, &[STOCK]), p[0]);
    let peeked = w.run(Builtin::ZonePeek, &[STOCK, n(2.0)]);
    assert_eq!(w.elements(peeked), [p[5], p[4]]);
    let drawn = w.run(Builtin::ZoneDraw, &[STOCK, n(2.0), TRICK]);
    assert_eq!(w.elements(drawn), [p[5], p[4]]);
    assert_eq!(w.elements(TRICK), [p[5], p[4]]);
    w.run(Builtin::ZoneCut, &[STOCK, n(3.0), TRICK]);
    assert_eq!(w.elements(TRICK), [p[5], p[4], p[1], p[2], p[3]]);
    let rest = w.run(Builtin::ZoneDraw, &[STOCK, n(9.0), TRICK]);
    assert_eq!(w.elements(rest), [p[0]]);
    assert_eq!(w.m().elements(STOCK).unwrap(), []);
}

#[test]
fn moving_puts_a_piece_at_a_position_from_the_bottom() {
    let (mut w, p) = stock(4);
    w.run(Builtin::ZoneMove, &[STOCK, p[0], TRICK, NULL]);
    w.run(Builtin::ZoneMove, &[STOCK, p[1], TRICK, n(0.0)]);
    w.run(Builtin::ZoneMove, &[STOCK, p[2], TRICK, n(1.0)]);
    w.run(Builtin::ZoneMove, &[STOCK, p[3], TRICK, n(77.0)]);
    assert_eq!(w.elements(TRICK), [p[1], p[2], p[0], p[3]]);
    w.run(Builtin::ZoneMove, &[TRICK, p[1], TRICK, NULL]);
    assert_eq!(w.elements(TRICK), [p[2], p[0], p[3], p[1]]);
}

#[test]
fn putting_all_of_a_zone_into_it_again_gives_them_another_order() {
    let (mut w, p) = stock(4);
    w.words[p[2] as usize + object::KNOWN] = 1 << 3;
    let others = w.list(Kind::Ref, &[p[2], p[0], p[3], p[1]]);
    w.run(Builtin::ZoneAddAll, &[STOCK, others]);
    assert_eq!(w.elements(STOCK), [p[2], p[0], p[3], p[1]]);
    // Who knew one cannot tell where it stands now.
    assert_eq!(w.words[p[2] as usize + object::KNOWN], 0);
    // Some of them, or one of them twice, go to the top one after the other.
    let some = w.list(Kind::Ref, &[p[0], p[2]]);
    w.run(Builtin::ZoneAddAll, &[STOCK, some]);
    assert_eq!(w.elements(STOCK), [p[3], p[1], p[0], p[2]]);
    let twice = w.list(Kind::Ref, &[p[3], p[1], p[3], p[0]]);
    w.run(Builtin::ZoneAddAll, &[STOCK, twice]);
    assert_eq!(w.elements(STOCK), [p[2], p[1], p[3], p[0]]);
    assert_eq!(w.words[p[0] as usize + object::PLACE], STOCK);
}

#[test]
fn dealing_goes_round_those_who_are_in_as_far_as_pieces_last() {
    let (mut w, p) = stock(5);
    w.words[header::SIZE + seat::SIZE + seat::OUT] = 1;
    w.run(Builtin::ZoneDeal, &[STOCK, n(2.0), HANDS]);
    assert_eq!(w.elements(HAND), [p[4], p[2]]);
    assert_eq!(w.elements(HAND + 2), []);
    assert_eq!(w.elements(HAND + 4), [p[3], p[1]]);
    w.run(Builtin::ZoneDeal, &[STOCK, n(1e300), HANDS]);
    assert_eq!(w.elements(HAND), [p[4], p[2], p[0]]);
    w.run(Builtin::ZoneDeal, &[HAND, n(1e300), HANDS]);
    assert_eq!(w.elements(STOCK), []);
}

#[test]
fn a_zone_has_the_owner_of_its_slot() {
    let mut w = World::new();
    assert_eq!(w.run(Builtin::ZonesOf, &[HANDS, word::player(2)]), HAND + 4);
    assert_eq!(w.run(Builtin::ZoneOwner, &[HAND + 4]), word::player(2));
    assert_eq!(w.run(Builtin::ZoneOwner, &[STOCK]), NULL);
    assert_eq!(w.call(Builtin::ZonesOf, &[HANDS, NULL], 0), Err(FaultKind::Null.into()));
}
