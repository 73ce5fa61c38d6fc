//! What tables look like; `UPDATE_EXPECT=1` writes down how they do now. Colours are stripped: nothing may be told by
//! colour alone.

use super::{Letters, result, table};
use engine::view::{
    Board, BoardKind, Look, Object, Outcome, Piece, Road, Seat, Spot, Tile, ValueView, View, ZoneView,
};
use expect_test::{Expect, expect};
use language::look::Layout;
use language::shape::{Geometry, Shape};
use unicode_width::UnicodeWidthStr;

fn seat(name: &str) -> Seat {
    Seat { name: name.to_owned(), score: 0.0, out: false, team: None, look: Look::default() }
}

fn view(names: &[&str]) -> View {
    View {
        game: "G".to_owned(),
        seat: None,
        seats: names.iter().map(|n| seat(n)).collect(),
        active: 0,
        turn: None,
        phase: None,
        deciders: vec![0],
        answered: Vec::new(),
        boards: Vec::new(),
        zones: Vec::new(),
        objects: Vec::new(),
        outcome: None,
        legend: Default::default(),
    }
}

fn piece(class: &str, owner: Option<u32>) -> Piece {
    Piece {
        class: class.to_owned(),
        owner,
        attributes: Vec::new(),
        text: class.to_owned(),
        look: Box::default(),
    }
}

fn board(kind: BoardKind, shape: &Shape, pieces: &[(&str, Piece)]) -> Board {
    let geometry = Geometry::new(shape);
    let grown: Vec<language::shape::Tile> = match geometry.grows() {
        true => {
            let occupied: Vec<u32> = pieces.iter().filter_map(|(at, _)| geometry.named(at)).collect();
            let tile = |number: u32| {
                let (x, y) = geometry.place(number).unwrap();
                language::shape::Tile { name: geometry.name(number).into_owned(), x, y, mark: None }
            };
            language::shape::growing::tiles(&geometry, &occupied).into_iter().map(tile).collect()
        }
        false => geometry.tiles.clone(),
    };
    let tile = |t: &language::shape::Tile| Tile {
        name: t.name.clone(),
        x: t.x,
        y: t.y,
        mark: t.mark,
        attributes: Vec::new(),
        look: Look::default(),
        at: None,
        pieces: pieces.iter().filter(|(at, _)| *at == t.name).map(|(_, p)| Some(p.clone())).collect(),
    };
    Board {
        owner: None,
        hidden: false,
        name: "Field".to_owned(),
        kind,
        grows: geometry.grows(),
        rows: geometry.rows,
        columns: geometry.columns,
        tiles: grown.iter().map(tile).collect(),
        tile: "Tile".to_owned(),
        edges: Vec::new(),
        sides: Vec::new(),
        corners: Vec::new(),
        look: Look::default(),
    }
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

fn check(view: &View, expected: Expect) {
    let drawn = plain(&table(view, &mut Letters::default()));
    let lines = drawn.trim_end().lines().map(|line| format!("{}\n", line.trim_end()));
    expected.assert_eq(&lines.collect::<String>());
}

#[test]
fn a_board_of_one_kind_of_piece_shows_a_sign_for_each_seat() {
    let mut v = view(&["Ann", "Bob"]);
    v.turn = Some("Main".to_owned());
    let shape = Shape::Square { rows: 3, columns: 3 };
    let pieces = [("a1", piece("Mark", Some(0))), ("b2", piece("Mark", Some(1)))];
    v.boards.push(board(BoardKind::Square, &shape, &pieces));
    check(
        &v,
        expect![[r#"
            G  turn Main
            > Ann     Bob
              3 . . .
              2 . O .
              1 X . .
                a b c
              X Ann  O Bob
        "#]],
    );
}

#[test]
fn several_kinds_of_pieces_show_their_letters_and_the_owner_by_case() {
    let mut v = view(&["White", "Black"]);
    v.seat = Some(1);
    v.deciders = vec![1];
    let shape = Shape::Square { rows: 2, columns: 11 };
    let pieces = [
        ("a1", piece("King", Some(0))),
        ("b1", piece("Knight", Some(0))),
        ("k2", piece("King", Some(1))),
        ("j2", piece("Rock", None)),
    ];
    v.boards.push(board(BoardKind::Square, &shape, &pieces));
    check(
        &v,
        expect![[r#"
            G
              White   > Black (you)
              2 .  .  .  .  .  .  .  .  .  R' k
              1 K  N  .  .  .  .  .  .  .  .  .
                a  b  c  d  e  f  g  h  i  j  k
              CAPITALS White  small Black  K King  N Knight  R Rock
        "#]],
    );
}

#[test]
fn a_layout_has_holes_and_a_stack_shows_its_height() {
    let mut v = view(&["Ann", "Bob"]);
    let shape = Shape::Layout { rows: vec![".x~".into(), "..~".into()] };
    let pieces =
        [("c1", piece("Disc", Some(0))), ("b1", piece("Disc", Some(1))), ("b1", piece("Disc", Some(0)))];
    v.boards.push(board(BoardKind::Square, &shape, &pieces));
    check(
        &v,
        expect![[r#"
            G
            > Ann     Bob
              2 .       ~
              1 .   X:2 X~
                a   b   c
              X Ann  O Bob  X:2 a stack of 2, X on top
        "#]],
    );
}

#[test]
fn columns_beyond_z_have_room_for_their_names() {
    let mut v = view(&["Ann", "Bob"]);
    let shape = Shape::Square { rows: 1, columns: 29 };
    v.boards.push(board(BoardKind::Square, &shape, &[("ab1", piece("Disc", Some(0)))]));
    check(
        &v,
        expect![[r#"
        G
        > Ann     Bob
          1 .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  X  .
            a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  x  y  z  aa ab ac
          X Ann
    "#]],
    );
}

#[test]
fn boards_of_players_are_named_and_say_what_they_hide() {
    let mut v = view(&["Ann", "Bob"]);
    let shape = Shape::Square { rows: 1, columns: 2 };
    for seat in [0, 1] {
        let pieces = if seat == 0 { vec![("b1", piece("Disc", Some(0)))] } else { Vec::new() };
        let own = board(BoardKind::Square, &shape, &pieces);
        v.boards.push(Board { owner: Some(seat), hidden: seat == 1, ..own });
    }
    check(
        &v,
        expect![[r#"
        G
        > Ann     Bob
        Field of Ann
          1 . X
            a b
        Field of Bob  hidden but for what was shown
          1 . .
            a b
          X Ann
    "#]],
    );
    let told = |b: usize| plain(&super::tile(&v, &v.boards[b], &v.boards[b].tiles[0]));
    assert_eq!(told(0), "Field of Ann a1: empty\n");
    assert_eq!(told(1), "Field of Bob a1: nothing was shown there\n");
}

#[test]
fn drawn_hexes_stand_as_they_were_drawn() {
    let mut v = view(&["Ann", "Bob"]);
    let shape = Shape::Hexes { rows: vec![" ^ ^".into(), "^ . ~".into(), " . ~".into()] };
    let pieces = [("b2", piece("Disc", Some(1))), ("c2", piece("Disc", Some(0)))];
    v.boards.push(board(BoardKind::Hex, &shape, &pieces));
    check(
        &v,
        expect![[r#"
            G
            > Ann     Bob
                  ^   ^  3
                ^   O   X~ 2
              a   .   ~  1
                b   c
              X Ann  O Bob
        "#]],
    );
}

#[test]
fn a_board_that_grows_is_drawn_where_something_lies_and_beside_it() {
    let mut v = view(&["Red", "Blue"]);
    let pieces = [("-2,0", piece("Stone", Some(0))), ("-1,-1", piece("Stone", Some(1)))];
    v.boards.push(board(BoardKind::Hex, &Shape::Unbounded { hex: true }, &pieces));
    v.boards.push(board(BoardKind::Square, &Shape::Unbounded { hex: false }, &pieces));
    check(
        &v,
        expect![[r#"
            G
            > Red     Blue
            Field
                  .   .   1
                .   X   .   0
              -3, .   O   .   -1
                -2, .   .   -2
                  -1, 0,
            Field
               1 .   .   .
               0 .   X   .   .
              -1 .   .   O   .
              -2     .   .   .
                 -3, -2, -1, 0,
              X Red  O Blue
        "#]],
    );
}

#[test]
fn what_lies_far_apart_is_listed() {
    let mut v = view(&["Red", "Blue"]);
    let pieces = [("-2,0", piece("Stone", Some(0))), ("9000,-7", piece("Stone", Some(1)))];
    let mut far = board(BoardKind::Hex, &Shape::Unbounded { hex: true }, &pieces);
    (far.rows, far.columns) = (10, 9005);
    v.boards.push(far);
    check(
        &v,
        expect![[r#"
            G
            > Red     Blue
              -2,0 X  9000,-7 O
              X Red  O Blue
        "#]],
    );
}

#[test]
fn hexes_stand_in_slanted_rows() {
    let mut v = view(&["Red", "Blue"]);
    let pieces = [("a1", piece("Stone", Some(0))), ("c3", piece("Stone", Some(1)))];
    v.boards.push(board(BoardKind::Hex, &Shape::Hex { rows: 3, columns: 3 }, &pieces));
    check(
        &v,
        expect![[r#"
            G
            > Red     Blue
                3 . . O
               2 . . .
              1 X . .
               a b c
              X Red  O Blue
        "#]],
    );
}

#[test]
fn a_hexagon_has_the_numbers_of_its_rows_on_the_right() {
    let mut v = view(&["Red", "Blue"]);
    let pieces = [("b2", piece("Stone", Some(0)))];
    v.boards.push(board(BoardKind::Hex, &Shape::Hexagon { radius: 1 }, &pieces));
    check(
        &v,
        expect![[r#"
            G
            > Red     Blue
                . . 3
               . X . 2
              a . . 1
               b c
              X Red
        "#]],
    );
}

fn road(from: u32, to: u32, weight: f64) -> Road {
    Road { from, to, weight, one_way: false }
}

#[test]
fn a_road_that_leads_one_way_stands_where_it_begins() {
    let mut v = view(&["Ann", "Bob"]);
    let tiles = vec!["a1".to_owned(), "b1".to_owned(), "a2".to_owned()];
    let mut graph = board(BoardKind::Graph, &Shape::Graph { tiles, edges: Vec::new() }, &[]);
    graph.edges = vec![Road { one_way: true, ..road(0, 1, 9.0) }, road(0, 2, 1.0)];
    v.boards.push(graph);
    let drawn = table(&v, &mut Letters::default());
    for line in ["to b1 9, a2", "  b1  .\n", "to a1\u{1b}"] {
        assert!(drawn.contains(line), "{drawn}");
    }
}

#[test]
fn a_road_is_called_what_its_edge_is_called() {
    let mut v = view(&["Ann", "Bob"]);
    let tiles = vec!["Rome".to_owned(), "Milan".to_owned(), "Turin".to_owned()];
    let mut graph = board(BoardKind::Graph, &Shape::Graph { tiles, edges: Vec::new() }, &[]);
    graph.edges = vec![road(0, 1, 2.0), road(1, 2, 1.0)];
    let side = |tiles: [u32; 2], title: Option<&str>, symbol: &str| Spot {
        name: String::new(),
        class: "Way".to_owned(),
        tiles: tiles.to_vec(),
        direction: "",
        owners: Vec::new(),
        attributes: Vec::new(),
        pieces: Vec::new(),
        look: Look { title: title.map(str::to_owned), symbol: Some(symbol.to_owned()), ..Look::default() },
    };
    graph.sides = vec![side([1, 0], Some("Tram"), ":lane:"), side([1, 2], None, "f")];
    v.boards.push(graph);
    let drawn = table(&v, &mut Letters::default());
    for line in ["to Milan 2 (Tram)", "to Rome 2 (Tram), Turin (f)", "to Milan (f)"] {
        assert!(drawn.contains(line), "{drawn}");
    }
}

#[test]
fn roads_lead_to_the_titles_of_tiles() {
    let mut v = view(&["Ann", "Bob"]);
    let tiles = vec!["Rome".to_owned(), "Milan".to_owned(), "Turin".to_owned()];
    let mut graph = board(BoardKind::Graph, &Shape::Graph { tiles, edges: Vec::new() }, &[]);
    graph.edges = vec![road(0, 1, 1.0), road(1, 2, 1.0)];
    for (tile, title) in graph.tiles.iter_mut().zip(["Roma", "Fog", "Fog"]) {
        tile.look.title = Some(title.to_owned());
    }
    v.boards.push(graph);
    let drawn = table(&v, &mut Letters::default());
    for line in ["Roma (Rome)  .", "to Fog (Milan)", "to Roma, Fog (Turin)"] {
        assert!(drawn.contains(line), "{drawn}");
    }
}

#[test]
fn a_track_is_a_line_and_a_graph_a_list() {
    let mut v = view(&["Ann", "Bob", "Cid"]);
    let pieces =
        [("2", piece("Pawn", Some(2))), ("2", piece("Pawn", Some(0))), ("2", piece("Pawn", Some(0)))];
    v.boards.push(board(BoardKind::Track, &Shape::Track { length: 4 }, &pieces));
    let tiles = vec!["Rome".to_owned(), "Milan".to_owned(), "Turin".to_owned()];
    let mut graph = board(BoardKind::Graph, &Shape::Graph { tiles, edges: Vec::new() }, &[]);
    graph.name = "Map".to_owned();
    graph.edges = vec![road(0, 1, 2.0), road(1, 2, 1.0)];
    graph.tiles[0].attributes.push(("income".to_owned(), ValueView::Number(3.0)));
    v.boards.push(graph);
    check(
        &v,
        expect![[r#"
            G
            > Ann     Bob     Cid
            Field
              1 .     2 # XX  3 .     4 .
            Map
              Rome   .  (income 3)  to Milan 2
              Milan  .  to Rome 2, Turin
              Turin  .  to Milan
              X Ann  # Cid
        "#]],
    );
}

#[test]
fn a_track_that_is_too_long_for_a_line_runs_to_and_fro() {
    let mut v = view(&["Ann", "Bob"]);
    let pieces: Vec<(&str, Piece)> =
        [("1", 1), ("1", 1), ("12", 0), ("24", 0), ("24", 0), ("24", 0), ("13", 1)]
            .map(|(tile, owner)| (tile, piece("Disc", Some(owner))))
            .into();
    v.boards.push(board(BoardKind::Track, &Shape::Track { length: 24 }, &pieces));
    check(
        &v,
        expect![[r#"
            G
            > Ann     Bob
              X3   .   .   .   .   .   .   .   .   .   .   O
              24  23  22  21  20  19  18  17  16  15  14  13

              OO   .   .   .   .   .   .   .   .   .   .   X
               1   2   3   4   5   6   7   8   9  10  11  12
              X Ann  O Bob
        "#]],
    );
}

#[test]
fn a_ring_is_a_loop() {
    let mut v = view(&["Ann", "Bob"]);
    let pieces = [("7", piece("Disc", None)), ("7", piece("Disc", None)), ("2", piece("Disc", None))];
    v.boards.push(board(BoardKind::Ring, &Shape::Ring { length: 7 }, &pieces));
    check(
        &v,
        expect![[r#"
            G
            > Ann     Bob
                 **   .   .
                  7   6   5

              .   *   .   .
              1   2   3   4
        "#]],
    );
}

/// A graph of those tiles; edges are pairs of their numbers.
fn graph(tiles: &str, edges: &[(u32, u32)], pieces: &[(&str, Piece)]) -> Board {
    let tiles = tiles.split(' ').map(str::to_owned).collect();
    let mut made = board(BoardKind::Graph, &Shape::Graph { tiles, edges: Vec::new() }, pieces);
    made.edges = edges.iter().map(|(from, to)| road(*from, *to, 1.0)).collect();
    made
}

#[test]
fn a_graph_whose_tiles_are_named_like_squares_is_a_map() {
    let mut v = view(&["Ann", "Bob"]);
    let pieces = [("a1", piece("Man", Some(0))), ("b2", piece("Man", Some(1)))];
    let edges = [(0, 1), (0, 3), (1, 4), (3, 4), (0, 2), (2, 4), (1, 2), (2, 3), (4, 5), (5, 6), (4, 6)];
    v.boards.push(graph("a1 a3 b2 c1 c3 e5 e3", &edges, &pieces));
    check(
        &v,
        expect![[r#"
            G
            > Ann     Bob
              5                 .
                              / |
                            /   |
                          /     |
              3 .-------.-------.
                | \   / |
              2 |   O   |
                | /   \ |
              1 X-------.
                a   b   c       e
              X Ann  O Bob
        "#]],
    );
}

#[test]
fn a_map_has_crossings() {
    let mut v = view(&["Ann", "Bob"]);
    v.boards.push(graph("a1 b2 a2 b1", &[(0, 1), (2, 3)], &[]));
    check(
        &v,
        expect![[r#"
            G
            > Ann     Bob
              2 .   .
                  x
              1 .   .
                a   b
        "#]],
    );
}

#[test]
fn a_graph_stays_a_list_where_a_map_would_tell_something_else() {
    for (tiles, edges) in [
        ("a1 b1 c1 a2", vec![(0, 2)]),
        ("a1 b3 a2", vec![(0, 1)]),
        ("a1 a2 a3", vec![(0, 1)]),
        ("a1 b2 Rome", vec![(0, 1)]),
    ] {
        let mut v = view(&["Ann", "Bob"]);
        v.boards.push(graph(tiles, &edges, &[]));
        let drawn = plain(&table(&v, &mut Letters::default()));
        assert!(drawn.contains("  a1 ") && drawn.contains("  to "), "{drawn}");
    }
}

fn zone(name: &str, owner: Option<u32>, pieces: Vec<Option<Piece>>) -> ZoneView {
    ZoneView {
        name: name.to_owned(),
        owner,
        deck: false,
        ordered: false,
        pieces,
        look: Look::default(),
        layout: None,
        sides: None,
        back: None,
    }
}

#[test]
fn hands_of_others_are_counts_and_the_own_is_listed_last() {
    let mut v = view(&["Ann", "Bob"]);
    v.seat = Some(0);
    v.seats[1].score = 12.0;
    let known = |name: &str| Some(piece(name, None));
    v.zones.push(zone("hand", Some(0), vec![known("Ace of Cups"), known("King of Coins")]));
    v.zones.push(zone("hand", Some(1), vec![known("Two of Cups"), None, None]));
    v.zones.push(zone("stock", None, vec![None; 24]));
    v.zones.push(zone("gone", None, Vec::new()));
    let (man, king) = (known("Man"), known("King"));
    v.zones.push(zone("taken", None, [vec![man.clone(); 11], vec![king, man], vec![None]].concat()));
    let mut pile = zone("discard", None, (1..=12).map(|i| known(&format!("Card {i}"))).collect());
    pile.ordered = true;
    v.zones.push(pile.clone());
    pile.name = "trick".to_owned();
    pile.pieces = vec![known("Knave"), None, known("Queen")];
    v.zones.push(pile);
    v.objects.push(Object {
        class: "Table".to_owned(),
        global: true,
        owners: Vec::new(),
        look: Look::default(),
        attributes: vec![
            ("suit".to_owned(), ValueView::Case { of: "Suit".to_owned(), name: "Cups".to_owned() }),
            ("nothing".to_owned(), ValueView::Null),
        ],
    });
    check(
        &v,
        expect![[r#"
            G
            > Ann (you): 0     Bob: 12
            hand of Bob: Two of Cups, 2 hidden
            stock: 24 cards
            taken: Man x12, King, 1 hidden
            discard: 12 cards, on top Card 12
            trick: Knave, ?, Queen (top)
            your hand: Ace of Cups, King of Coins
            Table: suit Cups
        "#]],
    );
}

#[test]
fn columns_and_grids_have_lines_of_their_own() {
    let mut v = view(&["Ann", "Bob"]);
    let cards = || ["Ace", "Two", "Three", "Four"].map(|c| Some(piece(c, None))).to_vec();
    for layout in [Layout::Column, Layout::Grid(3), Layout::Row] {
        v.zones.push(ZoneView { layout: Some(layout), ..zone("row", None, cards()) });
    }
    check(
        &v,
        expect![[r#"
        G
        > Ann     Bob
        row:
          Ace
          Two
          Three
          Four
        row:
          Ace    Two    Three
          Four
        row: Ace, Two, Three, Four
    "#]],
    );
}

#[test]
fn what_lies_in_rows_for_players_is_named_however_much_it_is() {
    let mut v = view(&["Ann", "Bob"]);
    let cards = (1..=12).map(|n| Some(piece(&format!("Card {n}"), None))).collect();
    v.zones.push(ZoneView { layout: Some(Layout::Sides), ordered: true, ..zone("field", None, cards) });
    check(
        &v,
        expect![[r#"
            G
            > Ann     Bob
            field: Card 1, Card 2, Card 3, Card 4, Card 5, Card 6, Card 7, Card 8, Card 9,
                   Card 10, Card 11, Card 12
        "#]],
    );
}

#[test]
fn zones_that_are_empty_are_left_out() {
    let mut v = view(&["Ann", "Bob"]);
    v.seat = Some(0);
    v.zones.push(zone("passed", Some(0), Vec::new()));
    v.zones.push(zone("passed", Some(1), Vec::new()));
    v.zones.push(zone("taken", Some(0), Vec::new()));
    v.zones.push(zone("taken", Some(1), vec![None]));
    check(
        &v,
        expect![[r#"
            G
            > Ann (you)     Bob
            taken of Bob: 1 card
        "#]],
    );
}

#[test]
fn lines_stay_within_eighty_columns() {
    let mut v = view(&["Ann", "Bob"]);
    v.seat = Some(0);
    let cards = (0..40).map(|i| Some(piece(&format!("Card number {i}"), None))).collect();
    v.zones.push(zone("hand", Some(0), cards));
    v.boards.push(board(BoardKind::Track, &Shape::Track { length: 100 }, &[]));
    v.boards.push(board(BoardKind::Square, &Shape::Square { rows: 19, columns: 19 }, &[]));
    let drawn = plain(&table(&v, &mut Letters::default()));
    assert!(drawn.lines().all(|l| l.width() < 80), "{drawn}");
}

#[test]
fn wide_letters_take_two_columns() {
    let mut v = view(&["李明", "Bob"]);
    v.seats[1].score = 2.0;
    let mut map = graph("東京 Oslo", &[(0, 1)], &[]);
    map.name = "Map".to_owned();
    v.boards.push(map);
    v.outcome = Some(Outcome::Finished { ranking: vec![vec![1], vec![0]] });
    assert_eq!(plain(&result(&v)), "Bob wins\n  1. Bob   2\n  2. 李明  0\n");
    check(
        &v,
        expect![[r#"
            G
            > 李明: 0     Bob: 2
              東京  .  to Oslo
              Oslo  .  to 東京
        "#]],
    );
}

#[test]
fn a_result_names_winners_and_ranks_all() {
    let mut v = view(&["Ann", "Bob"]);
    let mut check = |ranking: Vec<Vec<u32>>, expected: &str| {
        v.outcome = Some(Outcome::Finished { ranking });
        assert_eq!(plain(&result(&v)), expected);
    };
    check(vec![vec![1]], "Bob wins\n");
    check(vec![vec![0, 1]], "A draw: all share the first place\n");
    check(vec![], "Nobody wins\n");
    let mut v = view(&["Ann", "Bob", "Cid"]);
    v.seats[2].score = 7.0;
    v.outcome = Some(Outcome::Finished { ranking: vec![vec![2]] });
    assert_eq!(plain(&result(&v)), "Cid wins\n  1. Cid  7\n  2. Ann  0\n  2. Bob  0\n");
    v.outcome = Some(Outcome::Stuck);
    assert_eq!(plain(&result(&v)), "Stuck: nobody can do anything, and no rule leads on from here\n");
}

/// A piece whose look has that title and symbol.
fn dressed(class: &str, owner: Option<u32>, title: &str, symbol: &str) -> Piece {
    let text = |t: &str| Some(t.to_owned()).filter(|t| !t.is_empty());
    Piece {
        look: Box::new(Look { title: text(title), symbol: text(symbol), ..Look::default() }),
        ..piece(class, owner)
    }
}

#[test]
fn cards_with_words_stand_below_each_other_by_sides_and_equal_ones_together() {
    let card = |title: &str, owner: u32, words: &str, cost: &str| {
        let mut card = dressed("Card", Some(owner), title, "");
        card.look.text = Some(words.to_owned());
        card.look.corners = vec![cost.to_owned(), "4".to_owned()];
        card.look.badges = vec!["4".to_owned()];
        Some(card)
    };
    let long = "It may be moved where it lies, and back, and nobody who owns it has to say why that is so.";
    // Ann keeps one that is Bob's.
    let mut taken = card("Mill", 1, "Grinds.", "2");
    if let Some(taken) = &mut taken {
        taken.attributes.push(("keeper".to_owned(), ValueView::Player(0)));
    }
    let mill = || card("Mill", 1, "Grinds.", "2");
    let lying = vec![mill(), card("Gate", 0, long, ""), taken, mill()];
    let mut v = view(&["Ann", "Bob"]);
    let sides = Some("keeper".to_owned());
    v.zones.push(ZoneView {
        ordered: true,
        layout: Some(Layout::Sides),
        sides,
        ..zone("table", None, lying)
    });
    check(
        &v,
        expect![[r#"
            G
            > Ann     Bob
            table:
              Gate [4]: It may be moved where it lies, and back, and nobody who owns it
                has to say why that is so.
              Mill 2 [4]: Grinds.
              Mill 2 x2 [4]: Grinds.
        "#]],
    );
}

#[test]
fn symbols_stand_for_pieces_and_tell_their_owners() {
    let mut v = view(&["White", "Black"]);
    let shape = Shape::Square { rows: 2, columns: 4 };
    let pieces = [
        ("a1", dressed("King", Some(0), "", "♔")),
        ("b1", dressed("King", Some(1), "", "♚")),
        ("c1", dressed("Rock", None, "", "▲")),
        ("d2", piece("Man", Some(1))),
    ];
    let mut made = board(BoardKind::Square, &shape, &pieces);
    made.tiles[1].look.symbol = Some("~".to_owned());
    made.tiles[6].look.symbol = Some("~".to_owned());
    v.boards.push(made);
    check(
        &v,
        expect![[r#"
            G
            > White     Black
              2 . . ~ m
              1 ♔ ♚ ▲ .
                a b c d
              ♔ White  ♚ Black  ♔ ♚ King  ▲ Rock  small Black  M Man
        "#]],
    );
}

/// What others saw at the same screen does not show in how a board is drawn.
#[test]
fn a_symbol_has_numbers_only_where_its_viewer_saw_two_owners() {
    let seen = |seat: u32, pieces: &[(&str, Piece)]| {
        let mut v = view(&["Ann", "Bob"]);
        v.seat = Some(seat);
        v.boards.push(board(BoardKind::Square, &Shape::Square { rows: 1, columns: 3 }, pieces));
        v
    };
    let own = ("a1", dressed("Ant", Some(0), "", "♞"));
    let (ann, bob) = (
        seen(0, std::slice::from_ref(&own)),
        seen(1, &[own.clone(), ("c1", dressed("Ant", Some(1), "", "♞"))]),
    );
    let mut letters = Letters::default();
    let before = plain(&table(&ann, &mut letters));
    assert!(plain(&table(&bob, &mut letters)).contains("♞2"));
    assert_eq!(plain(&table(&ann, &mut letters)), before);
}

#[test]
fn a_symbol_of_two_owners_has_their_numbers() {
    let mut v = view(&["Ann", "Bob"]);
    let shape = Shape::Square { rows: 1, columns: 3 };
    let pieces = [("a1", dressed("Ant", Some(0), "", "♞")), ("c1", dressed("Ant", Some(1), "", "♞"))];
    v.boards.push(board(BoardKind::Square, &shape, &pieces));
    check(
        &v,
        expect![[r#"
            G
            > Ann     Bob
              1 ♞1 .  ♞2
                a  b  c
              ♞1 Ann  ♞2 Bob
        "#]],
    );
}

#[test]
fn signs_that_may_be_two_columns_wide_are_left_to_letters() {
    let mut v = view(&["Ann", "Bob"]);
    let shape = Shape::Square { rows: 1, columns: 2 };
    let pieces =
        [("a1", dressed("Ant", Some(0), "", "\u{1F41C}")), ("b1", dressed("Ant", Some(1), "", "ab"))];
    v.boards.push(board(BoardKind::Square, &shape, &pieces));
    check(
        &v,
        expect![[r#"
            G
            > Ann     Bob
              1 X  ab
                a  b
              ab Bob  X Ann
        "#]],
    );
}

#[test]
fn titles_of_pieces_keep_the_words_that_players_type() {
    let mut v = view(&["Ann", "Bob"]);
    v.seat = Some(0);
    let cards = vec![
        Some(dressed("Queen Spades", None, "Queen of Spades", "♠")),
        Some(Piece { class: "Card".to_owned(), ..dressed("King Cups", None, "Re di Coppe", "") }),
        Some(dressed("Two Cups", None, "", "2")),
    ];
    let mut hand = zone("hand", Some(0), cards);
    hand.look.title = Some("Cards".to_owned());
    v.zones.push(hand);
    let mut legend = engine::view::Legend::default();
    legend.hidden.push(("Table".to_owned(), "inner".to_owned()));
    let label = |of: &str, name: &str, title: &str| engine::view::Label {
        of: of.to_owned(),
        name: name.to_owned(),
        look: Look { title: Some(title.to_owned()), ..Look::default() },
    };
    legend.members.push(label("Table", "cost", "Price"));
    legend.cases.push(label("Suit", "Cups", "Coppe"));
    legend.turns.push(label("Main", "Play", "Playing"));
    v.legend = std::sync::Arc::new(legend);
    v.phase = Some("Play".to_owned());
    let number = |name: &str| (name.to_owned(), ValueView::Number(3.0));
    let suit = ("suit".to_owned(), ValueView::Case { of: "Suit".to_owned(), name: "Cups".to_owned() });
    v.objects.push(Object {
        class: "Table".to_owned(),
        global: true,
        owners: Vec::new(),
        attributes: vec![number("inner"), number("cost"), suit],
        look: Look::default(),
    });
    check(
        &v,
        expect![[r#"
            G  Playing
            > Ann (you)     Bob
            your Cards: Queen of Spades ♠, Re di Coppe (King Cups), Two Cups 2
            Table: Price 3, suit Coppe (Cups)
        "#]],
    );
}

fn object(class: &str, owner: u32, attributes: &[(&str, ValueView)]) -> Object {
    Object {
        class: class.to_owned(),
        global: false,
        owners: vec![owner],
        attributes: attributes.iter().map(|(name, v)| ((*name).to_owned(), v.clone())).collect(),
        look: Look::default(),
    }
}

#[test]
fn sheets_tables_and_long_texts_are_shown() {
    let mut v = View { seat: Some(1), ..view(&["Ann", "Bo"]) };
    let text = |t: &str| ValueView::Text(t.to_owned());
    let entries = vec![(text("ones"), ValueView::Number(3.0)), (text("twos"), ValueView::Number(8.0))];
    v.objects.push(object(
        "Sheet",
        1,
        &[("points", ValueView::Table(entries)), ("left", ValueView::Number(4.0))],
    ));
    let story = "Whoever draws this card goes back to the last inn and pays for everybody who is there.";
    v.objects.push(object("Sheet", 0, &[("story", text(story))]));
    check(
        &v,
        expect![[r#"
            G
            > Ann     Bo (you)
            Sheet of Ann: story Whoever draws this card goes back to the last inn and pays
                          for everybody who is there.
            your Sheet: points ones: 3, twos: 8, left 4
        "#]],
    );
}

#[test]
fn empty_zones_are_left_out_and_looked_at_by_name() {
    let mut v = view(&["Ann", "Bo"]);
    v.zones.push(zone("row1", None, Vec::new()));
    let shown = table(&v, &mut Letters::default());
    assert!(!shown.contains("row1"), "{shown}");
    assert_eq!(found(&v, "ROW1").as_deref(), Some("row1: empty\n"));
    assert_eq!(found(&v, "row2"), None);
}

fn found(view: &View, name: &str) -> Option<String> {
    super::find(view, name).map(|text| plain(&text))
}

#[test]
fn what_a_list_calls_something_is_looked_at_by_that_name() {
    let shape = Shape::Square { rows: 1, columns: 2 };
    let mut v = view(&["Ann", "Bo"]);
    for (name, owner) in [("Den", None), ("Sea", Some(0)), ("Sea", Some(1))] {
        let made = board(BoardKind::Square, &shape, &[("a1", piece("Knight", owner))]);
        v.boards.push(Board { name: name.to_owned(), owner, ..made });
    }
    assert_eq!(found(&v, "den b1").as_deref(), Some("Den b1: empty\n"));
    assert_eq!(found(&v, "player 2's Sea b1").as_deref(), Some("Sea of Bo b1: empty\n"));
    assert_eq!(found(&v, "Sea of Ann a1").as_deref(), Some("Sea of Ann a1: Knight of Ann\n"));
    assert_eq!(found(&v, "b1").map(|text| text.lines().count()), Some(3));
    for (i, title) in ["row 1 of 2", "On the lane"].into_iter().enumerate() {
        let mut row = zone(&format!("row[{i}]"), None, vec![Some(piece(&format!("Card {i}"), None))]);
        row.look.title = Some(title.to_owned());
        v.zones.push(row);
    }
    assert_eq!(found(&v, "row[0]").as_deref(), Some("row 1 of 2: Card 0\n"));
    assert_eq!(found(&v, "row 1 of 2"), found(&v, "row[0]"));
    assert_eq!(found(&v, "on the lane").as_deref(), Some("On the lane: Card 1\n"));
    assert_eq!(found(&v, "row").map(|text| text.lines().count()), Some(2));
    assert_eq!(found(&v, "card 1").as_deref(), Some("On the lane: Card 1\n"));
}

#[test]
fn symbols_may_be_of_several_letters_or_blank() {
    let shape = Shape::Square { rows: 1, columns: 3 };
    let mut knight = piece("Knight", Some(0));
    knight.look.symbol = Some("Kn".to_owned());
    let mut board = board(BoardKind::Square, &shape, &[("a1", knight)]);
    board.tiles[1].look.symbol = Some(" ".to_owned());
    let mut v = view(&["Ann", "Bo"]);
    v.boards.push(board);
    check(
        &v,
        expect![[r#"
        G
        > Ann     Bo
          1 Kn    .
            a  b  c
          Kn Ann
    "#]],
    );
}

/// What a board has of edges and corners, those owned by a seat that are named.
fn with_spots(mut made: Board, shape: &Shape, owned: &[(&str, u32)], on: &[(&str, Piece)]) -> Board {
    let sides = language::shape::Sides::new(shape, &Geometry::new(shape));
    let spot = |name: &String, tiles: Vec<u32>, direction: &'static str| Spot {
        name: name.clone(),
        class: "Spot".to_owned(),
        tiles,
        direction,
        owners: owned.iter().filter(|o| o.0 == name).map(|o| o.1).collect(),
        attributes: Vec::new(),
        pieces: on.iter().filter(|p| p.0 == name).map(|p| Some(p.1.clone())).collect(),
        look: Look::default(),
    };
    let names = |shape| Geometry::new(&shape).tiles.into_iter().map(|t| t.name);
    let edges = names(Shape::Edges(Box::new(shape.clone()))).zip(&sides.edges);
    let corners = names(Shape::Corners(Box::new(shape.clone()))).zip(&sides.corners);
    let tiles = |from: u32, to: Option<u32>| [Some(from), to].into_iter().flatten().collect();
    made.sides = edges.map(|(name, e)| spot(&name, tiles(e.from, e.to), e.direction)).collect();
    made.corners = corners.map(|(name, c)| spot(&name, c.tiles.clone(), c.direction)).collect();
    made
}

#[test]
fn edges_and_corners_of_squares_stand_between_them() {
    let mut v = view(&["Ann", "Bob"]);
    let shape = Shape::Square { rows: 2, columns: 3 };
    let made = board(BoardKind::Square, &shape, &[("b1", piece("Mark", Some(0)))]);
    let owned = [("a1-a2", 0), ("a1-b1", 1), ("c2-e", 0), ("a1-s", 1)];
    v.boards.push(with_spots(made, &shape, &owned, &[("b1-ne", piece("Mark", Some(1)))]));
    check(
        &v,
        expect![[r#"
        G
        > Ann     Bob
            +   +   +   +
          2   .   .   . X
            +-X-+   O   +
          1   . O X   .
            +-O-+   +   +
              a   b   c
          X Ann  O Bob
    "#]],
    );
}

#[test]
fn edges_and_corners_of_hexes_stand_between_them() {
    let mut v = view(&["Ann", "Bob"]);
    let shape = Shape::Hex { rows: 2, columns: 2 };
    let made = board(BoardKind::Hex, &shape, &[]);
    let owned = [("a1-a2", 0), ("a1-b1", 1), ("b2-nw", 0), ("b1-a2", 1), ("b1-sw", 1)];
    v.boards.push(with_spots(made, &shape, &owned, &[("a1-n", piece("Mark", Some(1)))]));
    check(
        &v,
        expect![[r#"
        G
        > Ann     Bob
                    +     X +
                +       +       +
              2     .       .
                O X   O +       +
            +       +       +
          1     .   O   .
            +       + O     +
                +       +
            a       b
          X Ann  O Bob
    "#]],
    );
}
