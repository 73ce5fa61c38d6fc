//! Distances and paths.

use crate::FaultKind;
use crate::ops::path::*;
use crate::tests::{World, n};
use bytecode::program::Show;
use bytecode::word::NULL;
use language::catalogue::Builtin;
use language::shape::Edge;
use language::shape::Shape;

#[test]
fn distances_without_holes_are_those_of_a_search() {
    for shape in [
        Shape::Square { rows: 5, columns: 7 },
        Shape::Hex { rows: 4, columns: 5 },
        Shape::Hexagon { radius: 2 },
        Shape::Triangle { side: 4 },
        Shape::Track { length: 6 },
        Shape::Ring { length: 7 },
        Shape::Ring { length: 1 },
    ] {
        let mut w = World::new();
        w.reshape(shape.clone());
        let board = w.program.boards[0].clone();
        for a in 0..board.geometry.tiles.len() {
            let search = Search::run(&mut w.m(), (&board.geometry, false), (a, None), None, None).unwrap();
            for (b, far) in search.far.iter().enumerate() {
                let plain = plain_distance(&board, a, b).map(f64::from);
                assert_eq!(plain, Some(*far), "{shape:?} from {a} to {b}");
            }
        }
    }
}

#[test]
fn a_path_goes_through_allowed_tiles_and_starts_anywhere() {
    let mut w = World::new();
    let show = |w: &mut World, mask| {
        let path = w.run(Builtin::TilePath, &[0, 8, mask]);
        w.show_list(path, Show::Tile)
    };
    assert_eq!(show(&mut w, NULL), "{ a1, b2, c3 }");
    let round = w.mask(&[1, 2, 5, 8]);
    assert_eq!(show(&mut w, round), "{ a1, b1, c2, c3 }");
    let cut = w.mask(&[1, 2, 5]);
    assert_eq!(show(&mut w, cut), "{ }");
    let other = w.run(Builtin::TilePath, &[0, 9, NULL]);
    assert_eq!(w.show_list(other, Show::Tile), "{ }");
    assert_eq!(w.run(Builtin::TileDistance, &[0, 9]), NULL);
    assert_eq!(w.run(Builtin::TileDistance, &[9, 12]), n(3.0));
    assert_eq!(w.call(Builtin::TileDistance, &[0, NULL], 0), Err(FaultKind::Null.into()));
    let road = w.mask(&[10, 11]);
    let path = w.run(Builtin::TilePath, &[9, 11, road]);
    assert_eq!(w.show_list(path, Show::Tile), "{ 1, 2, 3 }");
}

#[test]
fn weights_of_a_graph_count() {
    let mut w = World::new();
    let edge = |from, to, weight| Edge { from, to, weight, one_way: false };
    let tiles = (0..9).map(|i| format!("t{i}")).collect();
    let edges = vec![edge(0, 1, 5.0), edge(0, 2, 1.0), edge(2, 3, 1.5), edge(3, 1, 2.0)];
    w.reshape(Shape::Graph { tiles, edges });
    assert_eq!(w.run(Builtin::TileDistance, &[0, 1]), n(4.5));
    assert_eq!(w.run(Builtin::TileDistance, &[0, 7]), NULL);
    let path = w.run(Builtin::TilePath, &[0, 1, NULL]);
    assert_eq!(w.elements(path), [0, 2, 3, 1]);
}
