//! Whole games, which must have no problem.

use super::{check_text, problems_of, read};
use expect_test::expect;

const CARDS: &str = include_str!("cards.tgdl");
const CRAZY_EIGHTS: &str = include_str!("crazy-eights.tgdl");

#[test]
fn tic_tac_toe_is_right() {
    check_text(include_str!("tic-tac-toe.tgdl"), expect![""]);
}

#[test]
fn the_sketch_of_chess_is_right() {
    check_text(include_str!("chess-sketch.tgdl"), expect![""]);
}

#[test]
fn crazy_eights_is_right() {
    assert_eq!(problems_of(&[("game.tgdl", CRAZY_EIGHTS), ("std/cards", CARDS)]), "");
}

#[test]
fn a_game_is_complete() {
    let program = read(&[("game.tgdl", CRAZY_EIGHTS), ("std/cards", CARDS)]);
    let game = program.check().value.expect("it is right");
    assert_eq!((game.name.as_str(), game.players.least, game.players.most), ("Crazy Eights", 2, 5));
    assert_eq!((game.actions.len(), game.zones.len(), game.enums.len()), (3, 3, 2));
}

#[test]
fn a_bit_of_everything_is_right() {
    check_text(
        include_str!("everything.tgdl"),
        expect![[r#"
            89:12 warning[beside-affects]: `before Hit` stays with the object that has `Worthy`: `affects` reaches only `override`; 87:5 whom `override` reaches; hint: take it into a modifier without `affects`, `modifier Other on Class { ... }`, and add that to each object that it is for
            90:11 warning[beside-affects]: `after Hit` stays with the object that has `Worthy`: `affects` reaches only `override`; 87:5 whom `override` reaches; hint: take it into a modifier without `affects`, `modifier Other on Class { ... }`, and add that to each object that it is for
            91:12 warning[beside-affects]: the action `rise` stays with the object that has `Worthy`: `affects` reaches only `override`; 87:5 whom `override` reaches; hint: take it into a modifier without `affects`, `modifier Other on Class { ... }`, and add that to each object that it is for"#]],
    );
}
