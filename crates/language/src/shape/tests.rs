//! Tiles, names and edges of the shapes.

use super::*;

fn names(g: &Geometry, tiles: &[u32]) -> String {
    let mut names: Vec<&str> = tiles.iter().map(|t| g.tiles[*t as usize].name.as_str()).collect();
    names.sort_unstable();
    names.join(" ")
}

#[test]
fn squares_are_named_as_in_chess() {
    let g = Geometry::new(&Shape::Square { rows: 8, columns: 8 });
    let e4 = g.named("e4").unwrap();
    assert_eq!((g.tiles[e4 as usize].x, g.tiles[e4 as usize].y, e4), (4, 3, 28));
    assert_eq!(names(&g, &g.jumps(g.named("b1").unwrap(), 1, 2)), "a3 c3 d2");
    assert_eq!(g.steps[g.direction("ne").unwrap()][e4 as usize], g.named("f5"));
    assert_eq!(g.steps[g.direction("n").unwrap()][g.named("a8").unwrap() as usize], None);
    assert_eq!(g.axes.len(), 4);
    assert_eq!(g.neighbors[e4 as usize].len(), 8);
}

#[test]
fn hexagons_have_six_neighbours_inside() {
    let g = Geometry::new(&Shape::Hexagon { radius: 2 });
    assert_eq!(g.tiles.len(), 19);
    assert_eq!(g.neighbors[g.at(2, 2).unwrap() as usize].len(), 6);
    assert_eq!(g.neighbors[0].len(), 3);
    let rhombus = Geometry::new(&Shape::Hex { rows: 11, columns: 11 });
    assert_eq!((rhombus.tiles.len(), rhombus.neighbors[0].len(), rhombus.axes.len()), (121, 2, 3));
    assert_eq!(Geometry::new(&Shape::Triangle { side: 4 }).tiles.len(), 10);
}

#[test]
fn a_ring_closes_and_a_layout_has_holes() {
    let ring = Geometry::new(&Shape::Ring { length: 24 });
    assert_eq!(ring.steps[0][23], Some(0));
    assert_eq!(ring.neighbors[0].len(), 2);
    let g = Geometry::new(&Shape::Layout { rows: vec![".x.".into(), "...".into()] });
    assert_eq!(g.tiles.len(), 5);
    assert_eq!(g.named("b2"), None);
    assert_eq!(g.named("a2"), Some(3));
}

#[test]
fn drawn_hexes_touch_those_in_the_gaps_of_the_next_rows() {
    let rows = ["  ^ ^", " . . .", "~ # ~"].map(String::from);
    assert_eq!(hex_beside(&rows), None);
    let g = Geometry::new(&Shape::Hexes { rows: rows.to_vec() });
    assert_eq!(names(&g, &(0..g.tiles.len() as u32).collect::<Vec<_>>()), "a1 a2 a3 b2 b3 c1 c2");
    let near = |name| {
        let near = &g.neighbors[g.named(name).unwrap() as usize];
        names(&g, &near.iter().map(|n| n.0).collect::<Vec<_>>())
    };
    assert_eq!(near("b2"), "a2 a3 b3 c1 c2");
    assert_eq!(near("a1"), "a2");
    assert_eq!(g.tiles[g.named("b3").unwrap() as usize].mark, Some('^'));
    assert_eq!(hex_beside(&["  ^ ^", ". . ."].map(String::from)), Some(1));
    assert_eq!(hex_beside(&["", " ..", ""].map(String::from)), Some(1));
}

#[test]
fn a_graph_has_roads_in_both_directions_or_one() {
    let tiles = ["Rome", "Milan", "Turin"].map(String::from).to_vec();
    let edge = |from, to, one_way| Edge { from, to, one_way, weight: 2.0 };
    let g = Geometry::new(&Shape::Graph { tiles, edges: vec![edge(0, 1, false), edge(1, 2, true)] });
    assert_eq!(g.neighbors, vec![vec![(1, 2.0)], vec![(0, 2.0), (2, 2.0)], vec![]]);
}

#[test]
fn a_board_that_grows_has_tiles_where_something_is_and_beside_it() {
    let g = Geometry::new(&Shape::Unbounded { hex: true });
    let tile = |name: &str| g.named(name).unwrap();
    assert_eq!(
        (g.place(tile("3,-2")), g.name(g.at(-10_000, 7).unwrap())),
        (Some((3, -2)), "-10000,7".into())
    );
    let none = ["10001,0", "01,2", "+1,2", "1, 2", "-0,2", "1", "1,2,3"];
    assert_eq!(none.map(|name| g.named(name)), [None; 7]);
    let all = |tiles: &[u32]| tiles.iter().map(|t| g.name(*t).into_owned()).collect::<Vec<_>>().join(" ");
    assert_eq!(all(&growing::tiles(&g, &[])), "0,0");
    let two = growing::tiles(&g, &[tile("1,0"), tile("0,0")]);
    assert_eq!(all(&two), "1,0 0,0 1,1 2,0 2,-1 1,-1 0,1 0,-1 -1,0 -1,1");
    assert_eq!(g.step(tile("10000,0"), 1), None);
    assert_eq!(all(&g.jumps(tile("0,0"), 1, 2)), "1,2 1,-2 -1,-2 -1,2 2,1 2,-1 -2,-1 -2,1");
    let far = |g: &Geometry, to| growing::distance(g, tile("0,0"), tile(to));
    assert_eq!([far(&g, "2,-5"), far(&g, "2,3"), far(&g, "-4,0")], [5, 5, 4]);
    assert_eq!(far(&Geometry::new(&Shape::Unbounded { hex: false }), "2,3"), 3);
}

#[test]
fn a_ray_ends_beyond_the_last_that_is_occupied() {
    let g = Geometry::new(&Shape::Unbounded { hex: true });
    let occupied: Vec<u32> = ["0,0", "3,0", "5,-5", "1,-1"].map(|name| g.named(name).unwrap()).to_vec();
    let ray = |from: &str, way: &str| {
        growing::ray(&g, g.named(from).unwrap(), g.direction(way).unwrap(), occupied.iter().copied())
    };
    assert_eq!([ray("0,0", "e"), ray("0,0", "se"), ray("0,0", "w"), ray("4,0", "w")], [4, 6, 1, 5]);
}

/// Tiles, edges and corners of a shape.
fn counts(shape: &Shape) -> (usize, usize, usize) {
    let g = Geometry::new(shape);
    let sides = Sides::new(shape, &g);
    (g.tiles.len(), sides.edges.len(), sides.corners.len())
}

#[test]
fn edges_and_corners_are_shared() {
    assert_eq!(counts(&Shape::Square { rows: 1, columns: 1 }), (1, 4, 4));
    assert_eq!(counts(&Shape::Square { rows: 3, columns: 4 }), (12, 31, 20));
    assert_eq!(counts(&Shape::Hexagon { radius: 1 }), (7, 30, 24));
    assert_eq!(counts(&Shape::Hexagon { radius: 2 }), (19, 72, 54));
    assert_eq!(counts(&Shape::Ring { length: 6 }), (6, 0, 0));
    let layout = Shape::Layout { rows: vec!["...".to_owned(), ".x.".to_owned(), "...".to_owned()] };
    assert_eq!(counts(&layout), (8, 24, 16));
    // Euler 1758: corners and tiles of a plane without holes are one more than edges.
    for shape in [Shape::Hex { rows: 5, columns: 3 }, Shape::Triangle { side: 4 }] {
        let (tiles, edges, corners) = counts(&shape);
        assert_eq!(corners + tiles, edges + 1, "{shape:?}");
    }
}

#[test]
fn edges_and_corners_lie_at_each_other() {
    for shape in [Shape::Square { rows: 3, columns: 4 }, Shape::Hexagon { radius: 2 }] {
        let g = Geometry::new(&shape);
        let s = Sides::new(&shape, &g);
        for (e, edge) in s.edges.iter().enumerate() {
            assert_eq!(edge.corners.len(), 2);
            for c in s.corners_at(Spot::Edge(e)) {
                assert!(s.edges_at(Spot::Corner(c as usize)).contains(&(e as u32)));
                let tiles = s.tiles_at(Spot::Corner(c as usize));
                assert!(s.tiles_at(Spot::Edge(e)).iter().all(|t| tiles.contains(t)));
            }
        }
        for c in 0..s.corners.len() {
            for next in s.corners_at(Spot::Corner(c)) {
                assert!(s.corners_at(Spot::Corner(next as usize)).contains(&(c as u32)));
            }
        }
    }
}

#[test]
fn edges_and_corners_are_named_after_tiles() {
    let names = |shape: Shape| {
        let tiles = Geometry::new(&shape).tiles;
        tiles.iter().map(|t| t.name.as_str()).collect::<Vec<_>>().join(" ")
    };
    let square = || Box::new(Shape::Square { rows: 1, columns: 2 });
    assert_eq!(names(Shape::Edges(square())), "a1-n a1-b1 a1-s a1-w b1-n b1-e b1-s");
    assert_eq!(names(Shape::Corners(square())), "a1-nw a1-ne a1-se a1-sw b1-ne b1-se");
    let hex = || Box::new(Shape::Hex { rows: 1, columns: 1 });
    assert_eq!(names(Shape::Edges(hex())), "a1-ne a1-e a1-se a1-sw a1-w a1-nw");
    assert_eq!(names(Shape::Corners(hex())), "a1-n a1-ene a1-ese a1-s a1-wsw a1-wnw");
}

#[test]
fn edges_of_graphs_lead_where_they_are_written() {
    let edge = |from, to, one_way, weight| Edge { from, to, one_way, weight };
    let tiles = ["A", "B", "C"].map(str::to_owned).to_vec();
    let shape = Shape::Graph { tiles, edges: vec![edge(0, 1, false, 2.0), edge(1, 2, true, 1.0)] };
    let s = Sides::new(&shape, &Geometry::new(&shape));
    assert_eq!(s.adjacency, [vec![(1, 2.0, 0)], vec![(0, 2.0, 0), (2, 1.0, 1)], vec![]]);
    assert_eq!(s.edges_at(Spot::Edge(0)), [1]);
    assert!(s.corners.is_empty());
}
