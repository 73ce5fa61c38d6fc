//! Typed lines in, chosen parts out.

use super::*;
use engine::question::Chosen;
use engine::view::ValueView;

fn view() -> View {
    let game = "game \"G\"; setup { players 2; }";
    let files = project::Memory::default().with("game.tgdl", game);
    let loaded = project::open(project::Request::new((&files, "game.tgdl"))).unwrap();
    engine::Match::start(&loaded.game.unwrap(), 2, 1).view(engine::view::Viewer::Spectator)
}

fn offer(texts: &[&str]) -> Offer {
    Offer::new(moves(texts), &view())
}

fn moves(texts: &[&str]) -> Vec<Move> {
    let make = |(id, text): (usize, &&str)| {
        let (action, rest) = text.split_once(' ').unwrap_or((text, ""));
        let inputs =
            rest.split_whitespace().map(|w| (String::new(), ValueView::Text(w.to_owned()))).collect();
        let action = Some(action.to_owned());
        Move { seat: 0, id, chosen: Chosen::Answer, action, object: None, inputs, text: (*text).to_owned() }
    };
    texts.iter().enumerate().map(make).collect()
}

#[test]
fn a_line_is_a_number_a_text_or_part_of_one() {
    let m = offer(&["move e2 e3", "move e2 e4", "move g1 f3", "pass"]);
    assert_eq!(m.read("3", true), Choice::One(2));
    assert_eq!(m.read("MOVE  e2 e4", true), Choice::One(1));
    assert_eq!(m.read("e2 e4", true), Choice::One(1));
    assert_eq!(m.read("e4", true), Choice::One(1));
    assert_eq!(m.read("e2", true), Choice::Several(vec![0, 1]));
    assert_eq!(m.read("p", true), Choice::One(3));
    assert_eq!(m.read("e5", true), Choice::None);
    assert_eq!(m.read("0", true), Choice::None);
    assert_eq!(m.read("", true), Choice::None);
    // No number stands before moves that are grouped.
    assert_eq!(m.read("3", false), Choice::None);
    assert_eq!(m.read("#3", false), Choice::One(2));
    assert_eq!(m.read("move e2, e4", false), Choice::One(1));
}

#[test]
fn where_moves_are_numbers_a_number_is_a_move() {
    let m = offer(&["bid 0", "bid 2", "bid 1"]);
    assert_eq!(m.read("1", true), Choice::One(2));
    assert_eq!(m.read("#1", true), Choice::One(0));
    assert_eq!(m.read("3", true), Choice::None);
    assert_eq!(m.read("#3", true), Choice::One(2));
}

#[test]
fn few_moves_are_listed_and_many_grouped() {
    assert_eq!(offer(&["place a1", "pass"]).list(None), "  1 place a1  2 pass\n");
    let texts: Vec<String> =
        (0..30).map(|i| format!("move {}1 {}2", ["a", "b", "c"][i / 10], i % 10)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(
        offer(&texts).summary(&view()),
        "  move a1 > 02 12 22 32 42 52 62 72 82 92\
         \n  move b1 > 02 12 22 32 42 52 62 72 82 92\
         \n  move c1 > 02 12 22 32 42 52 62 72 82 92\n"
    );
}

#[test]
fn moves_that_cannot_be_told_apart_are_one() {
    let m = offer(&["pass", "take card", "take card", "take stone"]);
    assert_eq!(m.list(None), "  1 pass        2 take card   3 take stone\n");
    assert_eq!(m.read("take", true), Choice::Several(vec![1, 2]));
    assert_eq!(m.read("#3", true), Choice::One(2));
}

#[test]
fn a_number_is_not_the_beginning_of_another() {
    let m = offer(&["bid 8", "bid 10", "pass"]);
    assert_eq!(m.read("1", true), Choice::None);
    assert_eq!(m.read("10", true), Choice::One(1));
    assert_eq!(m.read("#4", true), Choice::None);
}

#[test]
fn what_is_shown_may_be_typed() {
    let mut all = moves(&["drive 4"]);
    all[0].inputs =
        vec![("way".to_owned(), ValueView::Number(4.0)), ("toll".to_owned(), ValueView::Bool(false))];
    all[0].text = "drive 4 no".to_owned();
    let m = Offer::new(all, &view());
    assert_eq!(m.list(None), "  1 drive 4, toll no\n");
    assert_eq!(m.read("drive 4 toll no", true), Choice::One(0));
    assert_eq!(m.read("4 no", true), Choice::One(0));
}

#[test]
fn every_action_shows_where_moves_are_many() {
    let texts: Vec<String> =
        (0..200).map(|i| format!("move {i}a {i}b")).chain(["rest now".to_owned()]).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert!(offer(&texts).summary(&view()).contains("rest > now"));
}

#[test]
fn what_differs_in_its_owner_alone_is_told_apart_by_it() {
    let game = "game \"G\"; turn Main { }
        class Note { number n = 1; action go { trigger PlayerChoiceEvent; effect { turn.pass(); } } }
        look Note { title \"Memo\"; }
        global class Rules {
            action see { input Note note; trigger PlayerChoiceEvent; effect { score note.owner 5; turn.pass(); } }
        }
        setup { players 2; for (player p in player.all()) { new Note().assign(p); } turns.use(\"Main\"); }";
    let files = project::Memory::default().with("game.tgdl", game);
    let loaded = project::open(project::Request::new((&files, "game.tgdl"))).unwrap();
    let now = engine::Match::start(&loaded.game.unwrap(), 2, 1);
    let offer = Offer::of(&now, 0, &now.view(engine::view::Viewer::Seat(0))).unwrap();
    assert_eq!(offer.shown, ["go Memo", "see Memo (of Player 1)", "see Memo (of Player 2)"]);
    assert_eq!(offer.read("see memo (of player 2)", false), Choice::One(2));
    assert_eq!(offer.read("go 1", false), Choice::One(0));
}

#[test]
fn a_tile_is_called_by_its_title_and_typed_by_either_name() {
    let game = "game \"G\"; turn Main { }
        board Map { shape graph { S0; S1; S2; S3; S0 - S1; } }
        look Map { S0 { title \"Mill\"; } S1 { title \"Fog\"; } S2 { title \"Fog\"; } }
        global class Rules {
            action see { input Tile at from Map.tiles(); trigger PlayerChoiceEvent; effect { turn.pass(); } }
        }
        setup { players 2; turns.use(\"Main\"); }";
    let files = project::Memory::default().with("game.tgdl", game);
    let loaded = project::open(project::Request::new((&files, "game.tgdl"))).unwrap();
    let now = engine::Match::start(&loaded.game.unwrap(), 2, 1);
    let offer = Offer::of(&now, 0, &now.view(engine::view::Viewer::Seat(0))).unwrap();
    assert_eq!(offer.shown, ["see Mill", "see Fog (S1)", "see Fog (S2)", "see S3"]);
    assert_eq!(offer.read("see mill", false), Choice::One(0));
    assert_eq!(offer.read("s0", false), Choice::One(0));
    assert_eq!(offer.read("fog (s2)", false), Choice::One(2));
    let refusal = "`see x` is not legal now; possible with `see`: see S0, see S3, …";
    assert_eq!(
        offer.in_its_words(refusal),
        "`see x` is not legal now; possible with `see`: see Mill, see S3, …"
    );
    assert_eq!(offer.in_its_words("not now: see S0"), "not now: see S0");
}

#[test]
fn each_part_may_be_typed_by_either_name() {
    let game = "game \"G\"; turn Main { }
        board Map { shape graph { S0; S1; S0 - S1; } }
        interactable Card { number n; }
        zone row of Card { visible all; }
        look Map { S0 { title \"Fish Market\"; } }
        look Card { title \"Tea {n}\"; }
        global class Rules {
            action sail { input Tile to from Map.tiles(); input Card c from row; trigger PlayerChoiceEvent; effect { turn.pass(); } }
        }
        setup { players 2; for (number i in 1..2) { row.add(new Card() { n = i }); } turns.use(\"Main\"); }";
    let files = project::Memory::default().with("game.tgdl", game);
    let loaded = project::open(project::Request::new((&files, "game.tgdl"))).unwrap();
    let now = engine::Match::start(&loaded.game.unwrap(), 2, 1);
    let offer = Offer::of(&now, 0, &now.view(engine::view::Viewer::Seat(0))).unwrap();
    assert_eq!(offer.shown[1], "sail Fish Market, Tea 2");
    for typed in ["sail Fish Market, Tea 2", "sail S0, Tea 2", "S0 2", "fish market 2", "sail s0 2"] {
        assert_eq!(offer.read(typed, false), Choice::One(1), "{typed}");
    }
    assert_eq!(offer.read("sail S0, Tea 3", false), Choice::None);
    let view = now.view(engine::view::Viewer::Seat(0));
    let titles = Titles::of(&view);
    assert_eq!(titles.in_names("sail Fish market, TEA 2").as_deref(), Some("sail s0 2"));
    assert_eq!(titles.in_names("sail S0 2"), None);
}

#[test]
fn what_fills_by_itself_is_no_part_of_what_is_listed() {
    let game = "game \"G\"; turn Main { }
        global class Rules {
            number best = 7;
            action bid { input number n from 2..3; auto input number last from { best }; trigger PlayerChoiceEvent; effect { turn.pass(); } }
        }
        setup { players 2; turns.use(\"Main\"); }";
    let files = project::Memory::default().with("game.tgdl", game);
    let loaded = project::open(project::Request::new((&files, "game.tgdl"))).unwrap();
    let now = engine::Match::start(&loaded.game.unwrap(), 2, 1);
    let offer = Offer::of(&now, 0, &now.view(engine::view::Viewer::Seat(0))).unwrap();
    assert_eq!(offer.shown, ["bid 2", "bid 3"]);
    assert_eq!(offer.read("bid 3", false), Choice::One(1));
    assert_eq!(offer.read("bid 3 7", false), Choice::One(1));
    assert_eq!(offer.read("2", true), Choice::One(0), "a number is a move where moves are numbers");
    assert_eq!(offer.place_meant("2"), Some(2));
}

#[test]
fn what_a_tile_alone_tells_apart_is_called_by_it() {
    let game = "game \"G\"; turn Main { }
        board House { shape graph { Attic; Cellar; Attic - Cellar; } }
        interactable Card { Tile room; } interactable Sign { Tile room; }
        zone hand of Card per player { visible owner; } zone board of Sign { visible all; }
        look House { Attic { title \"the attic\"; } } look Sign { title \"To {room}\"; hide room; }
        global class Rules {
            action show { input Card c from hand(actor); trigger PlayerChoiceEvent; effect { turn.pass(); } }
            action read { input Sign s from board; trigger PlayerChoiceEvent; effect { turn.pass(); } }
        }
        setup {
            players 2;
            turns.use(\"Main\");
            for (Tile t in House.tiles()) { hand(0).add(new Card() { room = t }); board.add(new Sign() { room = t }); }
        }";
    let files = project::Memory::default().with("game.tgdl", game);
    let loaded = project::open(project::Request::new((&files, "game.tgdl"))).unwrap();
    let now = engine::Match::start(&loaded.game.unwrap(), 2, 1);
    let offer = Offer::of(&now, 0, &now.view(engine::view::Viewer::Seat(0))).unwrap();
    assert_eq!(offer.shown, ["show Attic", "show Cellar", "read To the attic", "read To Cellar"]);
}
