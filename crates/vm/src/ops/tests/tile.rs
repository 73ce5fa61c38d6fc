//! Tiles by name, place and jump.

use crate::FaultKind;
use crate::tests::{World, n, text};
use bytecode::program::Show;
use bytecode::word::NULL;
use language::catalogue::Builtin;

fn check(w: &mut World, id: Builtin, args: &[u64], expected: &str) {
    let list = w.run(id, args);
    assert_eq!(w.show_list(list, Show::Tile), expected, "{id:?}");
}

#[test]
fn jumps_lead_to_the_tiles_of_the_board_that_lie_so_far_away() {
    let mut w = World::new();
    check(&mut w, Builtin::TileJumps, &[0, n(1.0), n(2.0)], "{ b3, c2 }");
    check(&mut w, Builtin::TileJumps, &[0, n(1e9), n(2.0)], "{ }");
    assert_eq!(w.call(Builtin::TileJumps, &[NULL, n(1.0), n(2.0)], 0), Err(FaultKind::Null.into()));
}

#[test]
fn boards_know_their_tiles_by_place_and_name() {
    let mut w = World::new();
    assert_eq!(w.run(Builtin::BoardAt, &[0, n(2.0), n(1.0)]), 5);
    assert_eq!(w.run(Builtin::BoardAt, &[0, n(3.0), n(1.0)]), NULL);
    assert_eq!(w.run(Builtin::BoardAt, &[0, n(-1.0), n(0.0)]), NULL);
    assert_eq!(w.run(Builtin::BoardTile, &[0, text("b3")]), 7);
    assert_eq!(w.run(Builtin::BoardTile, &[1, text("2")]), 10);
    assert_eq!(w.run(Builtin::BoardTile, &[1, text("b3")]), NULL);
    check(&mut w, Builtin::BoardRow, &[0, n(1.0)], "{ a2, b2, c2 }");
    check(&mut w, Builtin::BoardColumn, &[0, n(2.0)], "{ c1, c2, c3 }");
    assert_eq!(w.run(Builtin::BoardColumns, &[1]), n(4.0));
    let mark = w.mark();
    w.run(Builtin::BoardPlace, &[1, mark, 10]);
    let pieces = w.run(Builtin::BoardPieces, &[1]);
    assert_eq!((w.elements(pieces), w.run(Builtin::BoardIsFull, &[1])), (vec![mark], 0));
}
