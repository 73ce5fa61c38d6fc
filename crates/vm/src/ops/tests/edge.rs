//! Edges of boards, both ways and one way.

use crate::FaultKind;
use crate::memory::OpResult;
use crate::ops::new_object;
use crate::tests::{BIG, LIVE_BIGS, World, n};
use bytecode::layout::object;
use bytecode::word::{self, NULL};
use language::catalogue::Builtin;

/// Objects whose first words are those of edges: 0 - 9, 9 > 10, 1 - 0.
fn roads() -> (World, Vec<u64>) {
    let mut w = World::new();
    let ends = [(0, 9, word::FALSE), (9, 10, word::TRUE), (1, 0, NULL)];
    let made = ends.map(|(from, to, one_way)| {
        let o = new_object(&mut w.m(), BIG).unwrap();
        for (i, field) in [from, to, n(1.0), one_way].into_iter().enumerate() {
            w.words[o as usize + object::FIELDS + i] = field;
        }
        o
    });
    (w, made.to_vec())
}

#[test]
fn edges_lead_both_ways_or_one() {
    let (mut w, made) = roads();
    let between = |w: &mut World, a, b| w.run(Builtin::TileEdge, &[a, b, LIVE_BIGS]);
    assert_eq!((between(&mut w, 0, 9), between(&mut w, 9, 0)), (made[0], made[0]));
    assert_eq!((between(&mut w, 9, 10), between(&mut w, 10, 9)), (made[1], NULL));
    assert_eq!((between(&mut w, 0, 1), between(&mut w, 1, 9)), (made[2], NULL));
    assert_eq!(between_null(&mut w), Err(FaultKind::Null.into()));
}

fn between_null(w: &mut World) -> OpResult<u64> {
    crate::ops::edge::between(&mut w.m(), NULL, 1, LIVE_BIGS)
}

#[test]
fn edges_of_a_tile_leave_it_and_those_of_a_board_begin_there() {
    let (mut w, made) = roads();
    let from_start = w.run(Builtin::TileEdges, &[0, LIVE_BIGS]);
    assert_eq!(w.elements(from_start), [made[0], made[2]]);
    let from_end = w.run(Builtin::TileEdges, &[10, LIVE_BIGS]);
    assert_eq!(w.elements(from_end), []);
    let of_grid = w.run(Builtin::BoardEdges, &[0, LIVE_BIGS]);
    assert_eq!(w.elements(of_grid), [made[0], made[2]]);
    let of_road = w.run(Builtin::BoardEdges, &[1, LIVE_BIGS]);
    assert_eq!(w.elements(of_road), [made[1]]);
}
