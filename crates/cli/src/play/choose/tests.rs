//! Typed lines in, chosen parts out.

use super::*;
use engine::question::Chosen;
use engine::view::Value;

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
    assert_eq!(read(&m, "3"), Choice::One(2));
    assert_eq!(read(&m, "MOVE  e2 e4"), Choice::One(1));
    assert_eq!(read(&m, "e2 e4"), Choice::One(1));
    assert_eq!(read(&m, "e4"), Choice::One(1));
    assert_eq!(read(&m, "e2"), Choice::Several(vec![0, 1]));
    assert_eq!(read(&m, "p"), Choice::One(3));
    assert_eq!(read(&m, "e5"), Choice::None);
    assert_eq!(read(&m, "0"), Choice::None);
    assert_eq!(read(&m, ""), Choice::None);
}

#[test]
fn where_moves_are_numbers_a_number_is_a_move() {
    let m = moves(&["bid 0", "bid 2", "bid 1"]);
    assert_eq!(read(&m, "1"), Choice::One(2));
    assert_eq!(read(&m, "#1"), Choice::One(0));
    assert_eq!(read(&m, "3"), Choice::One(2));
}

#[test]
fn few_moves_are_listed_and_many_grouped() {
    assert_eq!(list(&moves(&["place a1", "pass"]), None), "  1 place a1  2 pass\n");
    let texts: Vec<String> =
        (0..30).map(|i| format!("move {}1 {}2", ["a", "b", "c"][i / 10], i % 10)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(
        summary(&moves(&texts), &[]),
        "  move a1 > 02 12 22 32 42 52 62 72 82 92\
         \n  move b1 > 02 12 22 32 42 52 62 72 82 92\
         \n  move c1 > 02 12 22 32 42 52 62 72 82 92\n"
    );
}

#[test]
fn of_moves_that_read_alike_the_first_is_meant() {
    let m = moves(&["pass", "take card", "take card", "take stone"]);
    assert_eq!(read(&m, "take card"), Choice::One(1));
    assert_eq!(read(&m, "card"), Choice::One(1));
    assert_eq!(read(&m, "take"), Choice::Several(vec![1, 2, 3]));
    assert_eq!(read(&m, "#3"), Choice::One(2));
}
