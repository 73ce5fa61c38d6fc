//! What lies beside a game for bots: what is read, under which rules, and what searches make of it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use bots::{Basis, Evaluation, Features, Imagined, Trained};
use engine::{Game, Match};
use project::{Memory, Request};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

fn open(name: &str) -> Arc<Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
    project::open(Request::new(&*path).with_named_rules()).unwrap().game.unwrap()
}

fn with_notes(text: &str, notes: &str) -> Arc<Game> {
    let memory = Memory::default().with("game.tgdl", text).with("bot.json", notes);
    project::open(Request::new((&memory, "game.tgdl"))).unwrap().game.unwrap()
}

fn rules(text: &str) -> String {
    let memory = Memory::default().with("game.tgdl", text);
    let request = Request::new((&memory, "game.tgdl")).with_named_rules();
    project::open(request).unwrap().game.unwrap().rules().to_owned()
}

fn begun(game: &Arc<Game>) -> Imagined {
    let now = Match::start(game, game.players().0, 1);
    now.imagining().draw(now.decider().unwrap(), 1).unwrap()
}

const GO: &str = r#"game "Go"; global class Rules { action go { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } } }
setup { players 2; }
"#;

fn notes(rules: &str, players: u32, more: &str) -> String {
    format!(r#"{{"trained":[{{"rules":"{rules}","players":{players},"how":"so",{more}}}]}}"#)
}

#[test]
fn the_name_of_the_rules_is_that_of_what_they_say() {
    let commented = GO.replace("game \"Go\";", "// A comment.\ngame   \"Go\";\n");
    let tested = format!("{GO}test \"it goes\" {{ expect moves() == 1; }}\n");
    assert_eq!([rules(&commented), rules(&tested)], [rules(GO), rules(GO)]);
    assert_ne!(rules(&GO.replace("players 2", "players 3")), rules(GO));
    let option = |value: u32| format!("{GO}option number size = {value} in 3..9;\n");
    assert_ne!(rules(&option(3)), rules(&option(4)));
}

#[test]
fn notes_hold_for_the_rules_that_they_were_made_for() {
    let none = r#""recipe":"plain","evaluation":null"#;
    let basis = |notes: String| {
        let (trained, basis) = Trained::of(&begun(&with_notes(GO, &notes)));
        (trained.recipe.map(|recipe| recipe.name), basis)
    };
    assert_eq!(basis(notes(&rules(GO), 2, none)), (Some("plain"), Basis::Trained("so".to_owned())));
    assert_eq!(basis(notes("0123", 2, none)), (None, Basis::Other));
    assert_eq!(basis(notes(&rules(GO), 3, none)), (None, Basis::Other));
    let broken = |more: &str| match basis(notes(&rules(GO), 2, more)) {
        (None, Basis::Broken(why)) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(broken(r#""recipe":"grvae","evaluation":null"#), "no recipe is called `grvae`");
    assert_eq!(broken(r#""recipe":"cut","evaluation":null"#), "the recipe `cut` needs an evaluation");
    let unknown = r#""recipe":"cut","evaluation":{"mover":0,"weights":{"Queen":1}}"#;
    assert_eq!(broken(unknown), "an evaluation counts what the game does not have");
    let silent = r#""recipe":null,"evaluation":null,"strategy":{"0f":"0 0"}"#;
    assert_eq!(broken(silent), "a strategy has no weights for `0f`");
    let unnamed = r#""recipe":null,"evaluation":null,"strategy":{"0g":"0 1"}"#;
    assert_eq!(broken(unnamed), "a strategy knows no information set `0g`");
    assert!(matches!(basis("{".to_owned()), (None, Basis::Broken(_))));
    assert_eq!(Trained::of(&begun(&open("gomoku"))).1, Basis::Untrained);
}

#[test]
fn notes_are_read_once_for_all_matches_of_a_game() {
    let read = r#""recipe":null,"evaluation":null,"strategy":{"0f":"0 1"}"#;
    let game = with_notes(GO, &notes(&rules(GO), 2, read));
    let [one, other] = [(); 2].map(|()| Trained::of(&begun(&game)).0.strategy.unwrap());
    assert!(Arc::ptr_eq(&one, &other));
}

#[test]
fn what_is_counted_is_what_lies_there() {
    let game = open("breakthrough");
    let features = Features::of(&game);
    let now = Match::start(&game, 2, 1);
    let mut counts = Vec::new();
    now.imagining().draw(0, 1).unwrap().count(&features, &mut counts);
    let n = features.names().len();
    let of = |seat: usize, name: &str| {
        let at =
            features.names().iter().position(|known| known == name).unwrap_or_else(|| panic!("no {name}"));
        counts[seat * n + at]
    };
    // Both see their own side first.
    for seat in [0, 1] {
        assert_eq!(of(seat, "Pawn"), 16.0);
        assert_eq!([1, 2, 3].map(|row| of(seat, &format!("Pawn in row {row}"))), [8.0, 8.0, 0.0]);
    }
    assert_eq!([0, 1].map(|seat| of(seat, "moves to choose from")), [22.0, 0.0]);
    let cards = Features::of(&open("hearts"));
    assert!(cards.names().iter().any(|name| name.contains("hand")), "{:?}", cards.names());
}

#[test]
fn lines_that_only_one_seat_has_pieces_on_are_counted() {
    let game = open("connect-four");
    let features = Features::of(&game);
    let mut imagined = Match::start(&game, 2, 1).imagining().draw(0, 1).unwrap();
    // By the numbers of columns: a1, d1, b1, e1.
    for column in [0, 3, 1, 4] {
        imagined.list();
        imagined.play_listed(column);
    }
    let mut counts = Vec::new();
    imagined.count(&features, &mut counts);
    let of = |seat: usize, name: &str| {
        let at = features.names().iter().position(|known| known == name).unwrap();
        counts[seat * features.names().len() + at]
    };
    // a1 to c1; c1 to e1 and d1 to f1.
    assert_eq!([0, 1].map(|seat| of(seat, "2 of 3 in a line")), [1.0, 2.0]);
    // Every four tiles that hold a1 and b1 hold d1 as well.
    assert_eq!([0, 1].map(|seat| of(seat, "2 of 4 in a line")), [0.0, 2.0]);
    assert_eq!([0, 1].map(|seat| of(seat, "1 of 5 in a line")), [4.0, 3.0]);
}

#[test]
fn a_piece_that_is_nobodys_stands_in_the_way_of_a_line() {
    let of_one = |own: &str| {
        let game = with_notes(
            &format!(
                "game \"Rocks\"; turn Main {{ }} board Line {{ shape square(3, 1); }} interactable Stone {{ }}
                global class Rules {{ action end {{ trigger PlayerChoiceEvent; effect {{ winner none; }} }} }}
                setup {{
                    players 2; turns.use(\"Main\");
                    Stone own = new Stone(); own.assign(player: 0); Line.place(own, on: Line.tile(\"a1\"));
                    Stone rock = new Stone(); {own} Line.place(rock, on: Line.tile(\"a2\"));
                }}"
            ),
            "",
        );
        let features = Features::of(&game);
        let mut counts = Vec::new();
        begun(&game).count(&features, &mut counts);
        [1, 2].map(|own| {
            let name = format!("{own} of 3 in a line");
            counts[features.names().iter().position(|known| *known == name).unwrap()]
        })
    };
    assert_eq!(of_one(""), [0.0, 0.0]);
    assert_eq!(of_one("rock.assign(player: 0);"), [0.0, 1.0]);
}

#[test]
fn an_evaluation_gives_to_one_what_it_takes_from_the_other() {
    let game = open("breakthrough");
    let weights = BTreeMap::from([("Pawn in row 3".to_owned(), 1.0_f32)]);
    let evaluation = Evaluation::new(Features::of(&game), &weights, 0.5).unwrap();
    let mut imagined = Match::start(&game, 2, 1).imagining().draw(0, 1).unwrap();
    let (mut counts, mut values) = (Vec::new(), [0.0; 2]);
    evaluation.judge(&mut imagined, &mut counts, &mut values);
    assert!(values[0] > 0.55 && (values[0] + values[1] - 1.0).abs() < 1e-6, "{values:?}");
    // Now the other one is to move, and the first has a pawn in its third row.
    imagined.list();
    imagined.play_listed(0);
    evaluation.judge(&mut imagined, &mut counts, &mut values);
    assert!((0.55..0.7).contains(&values[0]), "{values:?}");
}

#[test]
fn games_of_placing_are_known_as_such() {
    let only_places = |game: &str| begun(&open(game)).facts().course.only_places;
    for (game, places) in
        [("hex", true), ("tic-tac-toe", true), ("breakthrough", false), ("reversi", false), ("hearts", false)]
    {
        assert_eq!(only_places(game), places, "{game}");
    }
}
