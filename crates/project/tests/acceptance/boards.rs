//! Pieces and boards of all shapes.

use crate::kit::{fault, game, holds, logged, moves, play, program, start, with};
use engine::Match;

const PIECE: &str = "interactable P { string name = \"p\"; }";

/// What is said of a board of that shape, called `B`.
fn board(shape: &str, setup: &str) -> String {
    with(&format!("{PIECE} board B {{ shape {shape}; capacity unlimited; }}"), setup)
}

/// The names of some tiles.
fn names(shape: &str, tiles: &str) -> String {
    board(shape, &format!("for (Tile t in {tiles}) {{ Log.say(t.name); }}"))
}

#[test]
fn a_piece_has_the_tile_it_is_placed_on() {
    let text = "P p = new P(); Log.say(\"{p.tile == null}\"); B.place(p, on: \"b2\"); Log.say(\"{p.tile.name} {B.at(1, 1).piece == p} {p.tile.x}{p.tile.y}\"); B.place(p, on: B.at(0, 0)); Log.say(\"{p.tile.name} {B.at(1, 1).isEmpty()}\"); p.lift(); Log.say(\"{p.tile == null} {B.pieces().length}\");";
    assert_eq!(board("square(3, 3)", text), "true b2 true 11 a1 true true 0");
}

#[test]
fn an_interactable_has_owner_attributes_functions_and_actions() {
    let items = "board B { shape track(5); } interactable Pawn { number steps = 0; function bool canGo() { return tile != null && tile.step(\"next\") != null; } action go { require { return canGo(); } trigger PlayerChoiceEvent { return true; } effect { B.place(this, on: tile.step(\"next\")); steps += 1; Log.say(\"{steps}@{tile.name}\"); } } }";
    let text = crate::kit::played(
        items,
        "Pawn p = new Pawn(); p.assign(player: 0); B.place(p, on: B.tiles()[0]); Log.say(\"{p.owner as number}\");",
        &["go 1", "go 2"],
    );
    assert_eq!(text, "0 1@2 2@3");
}

#[test]
fn squares_have_files_and_ranks_and_eight_ways() {
    assert_eq!(names("square(2, 3)", "B.tiles()"), "a1 b1 c1 a2 b2 c2");
    assert_eq!(
        names(
            "square(3, 3)",
            "B.at(1, 1).steps({ \"n\", \"e\", \"s\", \"w\", \"ne\", \"se\", \"sw\", \"nw\" })"
        ),
        "b3 c2 b1 a2 c3 c1 a1 a3"
    );
    assert_eq!(names("square(4, 4)", "B.at(0, 0).ray(\"ne\")"), "b2 c3 d4");
    assert_eq!(names("square(3, 3)", "B.at(0, 0).jumps(1, 2).sortBy(t => t.name)"), "b3 c2");
    assert_eq!(names("square(3, 3)", "B.row(1)"), "a2 b2 c2");
    assert_eq!(names("square(3, 3)", "B.column(2)"), "c1 c2 c3");
    assert_eq!(
        board(
            "square(3, 3)",
            "Log.say(\"{B.at(3, 0) == null} {B.at(-1, 0) == null} {B.rows} {B.columns} {B.tile(\"c3\").x} {B.at(0, 0).step(\"s\") == null}\");"
        ),
        "true true 3 3 2 true"
    );
    assert_eq!(
        board(
            "square(3, 3)",
            "Tile t = B.at(1, 1); Log.say(\"{t.neighbors().length} {t.orthogonal().length} {t.diagonal().length} {B.at(0, 0).neighbors().length} {B.at(0, 0).distance(B.at(2, 1))}\");"
        ),
        "8 4 4 3 2"
    );
}

#[test]
fn rays_stop_before_or_after_what_is_in_the_way() {
    let text = "P p = new P(); B.place(p, on: \"a3\"); Tile t = B.at(0, 0); Log.say(\"{t.ray(\"n\", through: x => x.isEmpty()).length} {t.ray(\"n\", through: x => x.isEmpty(), ending: true).length} {t.ray(\"n\").length}\");";
    assert_eq!(board("square(5, 5)", text), "1 2 4");
}

#[test]
fn lines_regions_and_paths() {
    let text = "for (string n in { \"a1\", \"b2\", \"c3\", \"c2\" }) { P p = new P(); B.place(p, on: B.tile(n)); } Tile t = B.tile(\"b2\"); Log.say(\"{B.line(through: t, length: 3, where: x => !x.isEmpty())} {B.line(through: t, length: 4, where: x => !x.isEmpty())} {B.region(from: t, where: x => !x.isEmpty()).length} {B.region(from: B.at(0, 0), where: x => !x.isEmpty()).length} {B.region(from: B.at(0, 3), where: x => !x.isEmpty()).length} {B.at(0, 0).path(to: B.at(3, 0)).length} {B.isFull()}\");";
    assert_eq!(board("square(4, 4)", text), "true false 3 1 0 4 false");
}

#[test]
fn regions_of_occupied_tiles_may_leave_one_out() {
    let text = |places: [&str; 4]| {
        let [a, b, _, _] = places;
        format!(
            "for (string n in {{ \"{}\" }}) {{ P p = new P(); B.place(p, on: B.tile(n)); }} \
             Tile a = B.tile(\"{a}\"); Tile b = B.tile(\"{b}\"); \
             Log.say(\"{{B.region(b, where: t => !t.isEmpty()).length}} \
             {{B.region(a, where: t => !t.isEmpty() && t != b).last().name}} \
             {{B.region(a, where: t => b != t && !t.isEmpty()).length}} \
             {{B.region(b, where: t => t != b && !t.isEmpty()).length}}\");",
            places.join("\", \"")
        )
    };
    // A row of three, and one at a corner of its end, which is beside it on hexes alone.
    let row = ["0,0", "1,0", "2,0", "3,-1"];
    assert_eq!(board("hex(unbounded)", &text(row)), "4 0,0 1 0");
    assert_eq!(board("square(unbounded)", &text(row)), "3 0,0 1 0");
    assert_eq!(board("square(4, 4)", &text(["a1", "b1", "c1", "d2"])), "3 a1 1 0");
    let ring = ["0,0", "1,0", "0,1", "1,-1"];
    assert_eq!(board("hex(unbounded)", &text(ring)), "4 1,-1 3 0");
}

#[test]
fn hexes_have_six_ways() {
    assert_eq!(
        board(
            "hex(3, 3)",
            "Log.say(\"{B.tiles().length} {B.at(1, 1).neighbors().length} {B.at(1, 1).steps({ \"ne\", \"e\", \"se\", \"sw\", \"w\", \"nw\" }).length}\");"
        ),
        "9 6 6"
    );
    assert_eq!(board("hexagon(3)", "Log.say(\"{B.tiles().length}\");"), "37");
    assert_eq!(board("triangle(4)", "Log.say(\"{B.tiles().length}\");"), "10");
}

#[test]
fn tracks_end_and_rings_go_round() {
    assert_eq!(names("track(4)", "B.tiles()"), "1 2 3 4");
    assert_eq!(
        board(
            "track(3)",
            "Log.say(\"{B.tiles()[2].step(\"next\") == null} {B.tiles()[0].step(\"back\") == null} {B.tiles()[0].step(\"next\").name}\");"
        ),
        "true true 2"
    );
    assert_eq!(
        board(
            "ring(3)",
            "Log.say(\"{B.tiles()[2].step(\"next\").name} {B.tiles()[0].step(\"back\").name} {B.tiles()[0].distance(B.tiles()[2])}\");"
        ),
        "1 3 1"
    );
}

#[test]
fn layouts_have_holes_and_marks() {
    let text = "for (Tile t in B.tiles()) { Log.say(\"{t.name}{t.mark}\"); } Log.say(\"{B.at(0, 1) == null} {B.at(1, 1).neighbors().length}\");";
    assert_eq!(board("layout { \" r.\" \"..x\" }", text), "a1. b1. b2r c2. true 3");
}

#[test]
fn graphs_have_names_weights_one_way_edges_and_attributes() {
    let items = "class City extends Tile { number income = 1; } board Map { shape graph { Rome(income: 3); Milan; Turin; Naples; Rome - Milan 2; Milan - Turin 1; Rome - Turin 9; Turin > Naples; }; tile City; }";
    let text = "City rome = Map.tile(\"Rome\") as City; Log.say(\"{rome.income} {(Map.tile(\"Milan\") as City).income} {rome.neighbors().length} {rome.distance(Map.tile(\"Turin\"))} {rome.distance(Map.tile(\"Naples\"))} {Map.tile(\"Naples\").distance(rome) == null} {rome.path(to: Map.tile(\"Turin\")).length}\");";
    assert_eq!(with(items, text), "3 1 2 3 4 true 3");
}

const ROADS: &str = r#"
enum Colour { Red, Blue }
class Road extends Edge { Colour colour; number length = (weight ?? 0) * 10; }
board Map {
    shape graph {
        Rome; Milan; Turin;
        Rome - Milan 2 (colour = Colour.Red);
        Rome > Turin (colour: Colour.Blue, length: 7);
        Turin > Rome;
        Milan - Turin 0.5;
    }
    edge Road;
}
class Other { }
"#;

const SHOW: &str = "global class Show { function string list(List<Road> l) { string s = \"\"; for (Road r in l) { s = s + \"{r.from.name}{r.to.name} \"; } return s; } }";

#[test]
fn edges_are_objects_with_attributes() {
    let logged = |text: &str| with(&format!("{ROADS}{SHOW}"), text);
    assert_eq!(
        logged("for (Road r in all(Road)) { Log.say(\"{r.weight}/{r.colour}/{r.length}/{r.oneWay}\"); }"),
        "2/Red/20/false 1/Blue/7/true 1/null/10/true 0.5/null/5/false"
    );
    assert_eq!(logged("Log.say(Show.list(Map.edges()));"), "RomeMilan RomeTurin TurinRome MilanTurin ");
    assert_eq!(logged("Log.say(Show.list(Map.tile(\"Rome\").edges));"), "RomeMilan RomeTurin ");
    assert_eq!(logged("Log.say(Show.list(Map.tile(\"Turin\").edges));"), "TurinRome MilanTurin ");
    assert_eq!(logged("Log.say(\"{all(Edge).length} {all(Other).length}\");"), "4 0");
}

#[test]
fn an_edge_is_found_by_its_ends() {
    let logged = |text: &str| {
        let tiles =
            "Tile r = Map.tile(\"Rome\"); Tile m = Map.tile(\"Milan\"); Tile t = Map.tile(\"Turin\");";
        with(ROADS, &format!("{tiles} {text}"))
    };
    assert_eq!(
        logged(
            "Log.say(\"{r.edge(m) == m.edge(r)} {r.edge(t).length} {t.edge(r).length} {r.edge(r) == null}\");"
        ),
        "true 7 10 true"
    );
    assert_eq!(
        logged(
            "r.edge(m).assign(1); Log.say(\"{all(Road).count(x => x.owner == null)} {m.edge(r).owner}\");"
        ),
        "3 Player 2"
    );
    assert_eq!(
        logged(
            "Road n = new Road(); n.from = m; n.to = r; n.weight = 9; Log.say(\"{m.edges.length} {r.edge(m).weight}\");"
        ),
        "3 2"
    );
    assert!(logged("Tile n = null; Log.say(\"{n.edges.length}\");").contains("fault"));
}

#[test]
fn players_choose_edges_and_own_them() {
    let items = format!(
        "{ROADS} global class R {{ action claim {{ trigger PlayerChoiceEvent {{ return true; }} input Road road {{ return road.owner == null && road.colour != null; }} effect {{ road.assign(actor); Log.say(\"{{road.length}}\"); }} }} }}"
    );
    let mut current = start(&program(&items, ""));
    let first = moves(&mut current);
    assert_eq!(first.len(), 2, "{first:?}");
    play(&mut current, &first[1]);
    assert_eq!((logged(&current), moves(&mut current).len()), ("7".to_owned(), 1));
}

#[test]
fn a_piece_on_an_edge_is_on_no_tile() {
    let items =
        format!("{PIECE} board B {{ shape square(2, 2); edge; corner; }} board C {{ shape square(1, 1); }}");
    let logged =
        |text: &str| with(&items, &format!("P p = new P(); Edge e = B.tile(\"a1\").edge(\"e\"); {text}"));
    assert_eq!(
        logged(
            "p.putOn(e); Log.say(\"{p.tile == null} {p.edge.name} {p.corner == null} {B.pieces().length} {B.isFull()} {p.place == e}\");"
        ),
        "true a1-b1 true 0 false true"
    );
    assert_eq!(
        logged("p.putOn(e); p.putOn(e.corners[0]); Log.say(\"{e.isEmpty()} {p.corner.name}\");"),
        "true a1-ne"
    );
    assert_eq!(logged("p.putOn(e); remove p; Log.say(\"{e.isEmpty()} {e.pieces.length}\");"), "true 0");
    assert_eq!(
        fault(&items, "Edge e = B.edges()[0]; new P().putOn(e); new P().putOn(e);").message,
        "there is no room on `a1-a2`"
    );
    assert_eq!(fault(&items, "Edge e = new Edge(); Log.say(\"{e.isEmpty()}\");").message, "`e` is null");
}

#[test]
fn removed_edges_lead_nowhere() {
    let items = "board B { shape square(1, 3); edge; }";
    let text = "Tile a = B.at(0, 0); Tile c = B.at(2, 0); Edge e = a.edge(\"e\"); remove e; Log.say(\"{a.edge(\"e\") == null} {a.edges.length} {B.edges().length} {all(Edge).length} {a.distance(c)} {a.distance(c, over: x => true) == null} {B.region(a, where: t => true, over: x => true).length}\");";
    assert_eq!(with(items, text), "true 3 9 9 2 true 1");
}

#[test]
fn graphs_say_that_edges_are_places() {
    let items = format!(
        "{PIECE} class Road extends Edge {{ number lanes = 1; }} board M {{ shape graph {{ A; B; C; A - B 2 (lanes: 4); B > C; A - C 9; }} edge Road; }}"
    );
    let text = "Tile a = M.tile(\"A\"); Tile c = M.tile(\"C\"); Road r = a.edge(M.tile(\"B\")); P p = new P(); p.putOn(r); Log.say(\"{r.lanes} {r.name} {r.edges.length} {p.edge == r} {a.distance(c)} {a.distance(c, over: e => e.isEmpty())} {a.path(c, over: e => e.weight < 5).length} {c.distance(a, over: e => e.lanes == 4) == null}\");";
    assert_eq!(with(&items, text), "4 A-B 2 true 3 9 3 true");
}

#[test]
fn graphs_without_a_class_of_edges_have_plain_ones() {
    let items = "board A { shape graph { P; Q; P - Q 4; } } board B { shape graph { S; T; S > T 5; } } board C { shape square(1, 2); }";
    let text = "Log.say(\"{A.edges().length} {B.edges()[0].weight} {C.edges().length} {all(Edge).sum(e => e.weight)} {B.tile(\"T\").edges.length} {A.tile(\"Q\").edge(A.tile(\"P\")).weight}\");";
    assert_eq!(with(items, text), "1 5 0 9 0 4");
}

#[test]
fn tiles_have_attributes_of_their_own() {
    let items = "class Land extends Tile { number price = 2; bool built = false; } board B { shape square(2, 2); tile Land; }";
    let text = "Land l = B.at(1, 1) as Land; l.price += 5; Log.say(\"{(B.at(1, 1) as Land).price} {(B.at(0, 1) as Land).price} {all(Land).length} {all(Land).sum(x => x.price)}\");";
    assert_eq!(with(items, text), "7 2 4 13");
}

#[test]
fn a_full_tile_takes_no_more() {
    let items =
        format!("{PIECE} board B {{ shape square(2, 2); }} board C {{ shape track(2); capacity 2; }}");
    assert_eq!(
        fault(&items, "P p = new P(); P q = new P(); B.place(p, on: \"a1\"); B.place(q, on: \"a1\");")
            .message,
        "there is no room on `a1`"
    );
    assert_eq!(
        with(
            &items,
            "for (number i in 1..2) { P p = new P(); C.place(p, on: C.tiles()[0]); } Log.say(\"{C.tiles()[0].pieces.length} {C.pieces().length}\");"
        ),
        "2 2"
    );
    assert_eq!(
        with(
            &items,
            "P p = new P(); B.place(p, on: \"a1\"); B.place(p, on: \"a1\"); Log.say(\"{B.pieces().length}\");"
        ),
        "1"
    );
}

#[test]
fn removing_a_piece_empties_its_tile() {
    assert_eq!(
        board(
            "square(2, 2)",
            "P p = new P(); B.place(p, on: \"a1\"); remove p; Log.say(\"{B.at(0, 0).isEmpty()} {B.at(0, 0).owner == null} {B.pieces().length}\");"
        ),
        "true true 0"
    );
}

#[test]
fn an_unknown_way_is_a_fault_where_it_is_no_literal() {
    let items = "board B { shape square(2, 2); }";
    assert_eq!(
        fault(items, "string w = \"up\"; Tile t = B.at(0, 0).step(w);").message,
        "there is no way called `up`"
    );
}

#[test]
fn inputs_take_tiles_and_forward_follows_the_player() {
    let items = "board B { shape square(2, 2); } global class R { action go { input Tile t from B.tiles() { return t.x == 1; } trigger PlayerChoiceEvent { return true; } effect { } } }";
    let mut current = start(&program(items, "Log.say(\"{forward(0)} {forward(1)}\");"));
    assert_eq!(moves(&mut current), ["go b1", "go b2"]);
    assert_eq!(logged(&current), "n s");
}

#[test]
fn equal_positions_are_equal_values() {
    let items = "board B { shape square(2, 2); } interactable P { number n = 1; }";
    let text = "P p = new P(); B.place(p, on: \"a1\"); Position a = position(); B.place(p, on: \"a2\"); Position b = position(); B.place(p, on: \"a1\"); Position c = position(); p.n = 2; Log.say(\"{a == b} {a == c} {a == position()} {position(1) == position(2)} {position(1) == position(1)}\");";
    assert_eq!(with(items, text), "false true false false true");
}

#[test]
fn rule_tests_look_at_the_match() {
    holds("game \"G\"; board B { shape square(2, 2); } interactable P { } turn Main { }
        global class R { action put { input Tile t { return t.isEmpty(); } trigger PlayerChoiceEvent { return true; }
            effect { P p = new P(); p.assign(player: actor); B.place(p, on: t); if (B.isFull()) { winner actor; } turn.pass(); } } }
        setup { players 2; turns.use(\"Main\"); }
        test \"all\" { expect decider == 0; expect moves() == 4; expect perft(3) == 24; play put(t: \"a1\") by 0; expect illegal put(t: \"a1\"); expect legal put(t: \"a2\") by 1; expect illegal put(t: \"a2\") by 0;
            play put(t: \"a2\") by 1; play put(t: \"b1\"); expect !over; play put() by 1; expect over && winner == 1 && winners.length == 1 && !stuck; }
        test \"set up\" { players 2; seed 3; P p = new P(); B.place(p, on: \"a1\"); expect moves() == 3; }");
}

/// A game for two to four in which each player has a board.
fn seas(items: &str, setup: &str) -> String {
    let items = format!(
        "class Wave extends Tile {{ number depth = 1; }} interactable P {{ }} board Map {{ shape square(2, 2); }} board Sea per player {{ shape square(2, 2); tile Wave; edge; }} {items}"
    );
    program(&items, &format!("players 2..4; {setup}"))
}

#[test]
fn boards_of_players_who_do_not_sit_down_are_not_there() {
    let text = seas("", "Log.say(\"{all(Wave).length} {all(Edge).length} {all(Wave).sum(w => w.depth)}\");");
    let game = game(&text);
    let logs = [2, 3, 4].map(|players| logged(&Match::start(&game, players, 1)));
    assert_eq!(logs, ["8 24 8", "12 36 12", "16 48 16"]);
    let owners = |players| {
        let view = Match::start(&game, players, 1).view(None);
        view.boards.iter().map(|b| b.owner).collect::<Vec<_>>()
    };
    assert_eq!(owners(2), [None, Some(0), Some(1)]);
    assert_eq!(owners(3), [None, Some(0), Some(1), Some(2)]);
}

#[test]
fn moves_name_the_board_where_the_name_of_a_tile_does_not() {
    let action = |input: &str| {
        let items = format!(
            "global class R {{ action go {{ {input} trigger PlayerChoiceEvent {{ return true; }} effect {{ }} }} }}"
        );
        let mut current = start(&seas(&items, ""));
        moves(&mut current).join(", ")
    };
    let all = "go Map a1, go Map b1, go Map a2, go Map b2, go player 1's Sea a1, go player 1's Sea b1, go player 1's Sea a2, go player 1's Sea b2, go player 2's Sea a1, go player 2's Sea b1, go player 2's Sea a2, go player 2's Sea b2";
    assert_eq!(action("input Tile t;"), all);
    assert_eq!(action("input Tile t from Sea(actor + 1).row(0);"), "go a1, go b1");
    assert_eq!(
        action("input player p; input Wave w from Sea(p).row(0) where w.x == 0;"),
        "go player 1 a1, go player 2 a1"
    );
    assert_eq!(
        action("input Wave w from player.all().map(p => Sea(p).at(1, 1));"),
        "go player 1's Sea b2, go player 2's Sea b2"
    );
}

#[test]
fn lines_and_regions_are_of_one_board() {
    let text = "Sea(1).place(new P(), on: \"a1\"); Sea(1).place(new P(), on: \"b1\"); Wave w = Sea(1).tile(\"a1\"); Wave v = Sea(0).tile(\"a1\"); Log.say(\"{Sea(1).line(w, 2, t => !t.isEmpty())} {Sea(0).line(w, 2, t => !t.isEmpty())} {Sea(0).line(w, 1, t => t.owner == null)} {Sea(1).region(w, t => !t.isEmpty()).length} {Sea(0).region(w, t => true).length} {Sea(0).pieces().length} {v.distance(w) == null} {w.distance(\"Sea\".length == 3 ? Sea(1).at(1, 1) : v)}\");";
    assert_eq!(logged(&start(&seas("", text))), "true false false 2 0 0 true 1");
}

#[test]
fn what_lies_on_a_removed_edge_lies_nowhere() {
    let text = "game \"Edges\"; interactable Card { } board Grid { shape square(1, 2); edge; }
        setup { players 2; }
        test \"removed\" {
            Card c = new Card(); Edge e = Grid.edges()[0];
            c.putOn(e); expect c.edge == e;
            remove e; expect c.edge == null; expect c.place == null; expect all(Card).length == 1;
        }";
    crate::kit::holds(text);
}
