//! Regions and lines.

use crate::tests::{World, n};
use bytecode::program::Show;
use bytecode::word::Kind;
use bytecode::word::{self, NULL, TRUE};
use language::catalogue::Builtin;
use language::shape::{Edge, Shape};

#[test]
fn a_region_of_a_graph_goes_along_its_edges() {
    let mut w = World::new();
    let edge = |from, to| Edge { from, to, weight: 1.0, one_way: false };
    let tiles = (0..9).map(|i| format!("t{i}")).collect();
    w.reshape(Shape::Graph { tiles, edges: vec![edge(0, 1), edge(0, 2), edge(2, 3), edge(3, 1)] });
    let region = w.call(Builtin::BoardRegion, &[0, 3, NULL], 1).unwrap();
    assert_eq!(w.elements(region), [3, 2, 1, 0]);
}

#[test]
fn a_region_hangs_together_over_sides() {
    let mut w = World::new();
    let allowed = w.mask(&[0, 1, 4, 8]);
    let region = w.call(Builtin::BoardRegion, &[0, 1, allowed], 1).unwrap();
    assert_eq!(w.show_list(region, Show::Tile), "{ b1, b2, a1 }");
    let none = w.call(Builtin::BoardRegion, &[0, 2, allowed], 1).unwrap();
    assert_eq!(w.elements(none), []);
    let road = w.list(Kind::Plain, &[1, 1, 0, 1]);
    let region = w.call(Builtin::BoardRegion, &[1, 10, road], 1).unwrap();
    assert_eq!(w.elements(region), [10, 9]);
}

#[test]
fn a_region_of_one_owner_or_of_nothing_needs_no_mask() {
    let mut w = World::new();
    let p = word::player(1);
    for t in [1, 0, 4, 8] {
        let mark = w.mark();
        w.run(Builtin::ObjectAssign, &[mark, p]);
        w.run(Builtin::BoardPlace, &[0, mark, t]);
    }
    let empty = w.call(Builtin::BoardRegion, &[0, 2, NULL], 2).unwrap();
    assert_eq!(w.show_list(empty, Show::Tile), "{ c1, c2 }");
    let taken = w.call(Builtin::BoardRegion, &[0, 8, NULL], 2).unwrap();
    assert_eq!(w.elements(taken), []);
    for (from, owner, expected) in [
        (1, p, "{ b1, b2, a1 }"),
        (8, p, "{ c3 }"),
        (8, word::player(0), "{ }"),
        (2, NULL, "{ c1, c2 }"),
        (9, p, "{ }"),
    ] {
        let region = w.run(Builtin::BoardRegion, &[0, from, owner]);
        assert_eq!(w.show_list(region, Show::Tile), expected, "from {from}");
    }
}

#[test]
fn a_line_goes_through_the_tile_both_ways() {
    let mut w = World::new();
    let p = word::player(1);
    for t in [0, 4, 8, 1] {
        let mark = w.mark();
        w.run(Builtin::ObjectAssign, &[mark, p]);
        w.run(Builtin::BoardPlace, &[0, mark, t]);
    }
    for (through, length, owner, expected) in [
        (4, 3.0, p, TRUE),
        (8, 2.5, p, TRUE),
        (1, 3.0, p, 0),
        (1, 2.0, p, TRUE),
        (4, 3.0, word::player(0), 0),
        (2, 2.0, NULL, TRUE),
        (5, 3.0, NULL, 0),
    ] {
        let found = w.run(Builtin::BoardLine, &[0, through, n(length), owner]);
        assert_eq!(found, expected, "{through} {length}");
    }
}

#[test]
fn a_line_on_a_ring_ends_where_it_began() {
    let mut w = World::new();
    w.reshape(Shape::Ring { length: 9 });
    assert_eq!(w.call(Builtin::BoardLine, &[0, 4, n(9.0), NULL], 0), Ok(TRUE));
    assert_eq!(w.call(Builtin::BoardLine, &[0, 4, n(10.0), NULL], 0), Ok(0));
}
