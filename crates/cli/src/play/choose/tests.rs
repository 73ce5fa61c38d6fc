//! Typed lines in, chosen parts out.

use super::*;
use engine::question::Chosen;
use engine::view::Value;

fn view() -> View {
    let game = "game \"G\"; setup { players 2; }";
    let files = project::Memory::default().with("game.tgdl", game);
    let loaded = project::open(project::Request::new((&files, "game.tgdl"))).unwrap();
    engine::Match::start(&loaded.game.unwrap(), 2, 1).view(engine::view::Viewer::Spectator)
}

fn moves(texts: &[&str]) -> Vec<Move> {
    let make = |(id, text): (usize, &&str)| {
        let (action, rest) = text.split_once(' ').unwrap_or((text, ""));
        let inputs = rest.split_whitespace().map(|w| (String::new(), Value::Text(w.to_owned()))).collect();
        let action = Some(action.to_owned());
        Move { seat: 0, id, chosen: Chosen::Answer, action, object: None, inputs, text: (*text).to_owned() }
    };
    texts.iter().enumerate().map(make).collect()
}

#[test]
fn a_line_is_a_number_a_text_or_part_of_one() {
    let m = moves(&["move e2 e3", "move e2 e4", "move g1 f3", "pass"]);
    assert_eq!(read(&m, "3", true), Choice::One(2));
    assert_eq!(read(&m, "MOVE  e2 e4", true), Choice::One(1));
    assert_eq!(read(&m, "e2 e4", true), Choice::One(1));
    assert_eq!(read(&m, "e4", true), Choice::One(1));
    assert_eq!(read(&m, "e2", true), Choice::Several(vec![0, 1]));
    assert_eq!(read(&m, "p", true), Choice::One(3));
    assert_eq!(read(&m, "e5", true), Choice::None);
    assert_eq!(read(&m, "0", true), Choice::None);
    assert_eq!(read(&m, "", true), Choice::None);
    // No number stands before moves that are grouped.
    assert_eq!(read(&m, "3", false), Choice::None);
    assert_eq!(read(&m, "#3", false), Choice::One(2));
    assert_eq!(read(&m, "move e2, e4", false), Choice::One(1));
}

#[test]
fn where_moves_are_numbers_a_number_is_a_move() {
    let m = moves(&["bid 0", "bid 2", "bid 1"]);
    assert_eq!(read(&m, "1", true), Choice::One(2));
    assert_eq!(read(&m, "#1", true), Choice::One(0));
    assert_eq!(read(&m, "3", true), Choice::None);
    assert_eq!(read(&m, "#3", true), Choice::One(2));
}

#[test]
fn few_moves_are_listed_and_many_grouped() {
    assert_eq!(list(&moves(&["place a1", "pass"]), None, &view()), "  1 place a1  2 pass\n");
    let texts: Vec<String> =
        (0..30).map(|i| format!("move {}1 {}2", ["a", "b", "c"][i / 10], i % 10)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(
        summary(&moves(&texts), &view()),
        "  move a1 > 02 12 22 32 42 52 62 72 82 92\
         \n  move b1 > 02 12 22 32 42 52 62 72 82 92\
         \n  move c1 > 02 12 22 32 42 52 62 72 82 92\n"
    );
}

#[test]
fn of_moves_that_read_alike_the_first_is_meant() {
    let m = moves(&["pass", "take card", "take card", "take stone"]);
    assert_eq!(read(&m, "take card", true), Choice::One(1));
    assert_eq!(read(&m, "card", true), Choice::One(1));
    assert_eq!(read(&m, "take", true), Choice::Several(vec![1, 2, 3]));
    assert_eq!(read(&m, "#3", true), Choice::One(2));
}
