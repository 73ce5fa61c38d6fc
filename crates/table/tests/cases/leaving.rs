//! The next match, and matches that leave memory.

use crate::room::Room;
use crate::{TTT, plain};
use table::{Condition, Input};
use wire::{Code, FromClient, Secret, Take};

#[test]
fn each_seat_is_told_its_own_place_in_the_next_match() {
    let mut room = Room::full(TTT, 2, &plain());
    room.join(9, None);
    let id = room.wish(0, FromClient::Rematch);
    assert_eq!(room.code(0, id), Some(Code::Nothing), "the match is on");
    room.wish(1, FromClient::Resign);
    room.settle();
    room.sent.clear();
    let (one, other) = (room.wish(0, FromClient::Rematch), room.wish(1, FromClient::Rematch));
    assert_eq!(room.rematches, 1);
    let take = |seat, token: &str| Some(Take { seat, token: Secret::new(token) });
    room.give(Input::Rematch { public: "next".to_owned(), takes: vec![take(1, "tvs_a"), take(0, "tvs_b")] });
    assert_eq!((room.acks(0, one).len(), room.acks(1, other).len()), (1, 1));
    let texts =
        |conn| room.sent.iter().filter(|(to, _)| *to == conn).map(|(_, t)| t.as_str()).collect::<String>();
    assert!(texts(0).contains("tvs_a") && !texts(0).contains("tvs_b"));
    assert!(texts(1).contains("tvs_b") && !texts(1).contains("tvs_a"));
    assert!(texts(9).contains("next") && !texts(9).contains("tvs_"));
    room.wish(0, FromClient::Rematch);
    assert_eq!(room.rematches, 1);
}

#[test]
fn a_match_that_is_over_leaves_memory_with_the_last_who_is_there() {
    let mut room = Room::full(TTT, 2, &plain());
    room.wish(1, FromClient::Resign);
    room.settle();
    room.leave(0);
    room.give(Input::Tick);
    assert!(!room.is_gone, "somebody looks at the end");
    room.leave(1);
    room.give(Input::Tick);
    assert!(room.is_gone);
}

#[test]
fn who_asks_for_another_match_and_leaves_is_waited_for() {
    let mut room = Room::full(TTT, 2, &plain());
    room.wish(1, FromClient::Resign);
    room.settle();
    room.wish(0, FromClient::Rematch);
    room.leave(0);
    room.leave(1);
    room.give(Input::Tick);
    assert!(!room.is_gone, "the next match is being opened");
    room.give(Input::Rematch { public: "next".to_owned(), takes: vec![None, None] });
    room.give(Input::Tick);
    assert!(room.is_gone);
}

#[test]
fn a_match_that_nobody_wants_anything_of_leaves_memory() {
    let mut room = Room::full(TTT, 2, &plain());
    room.made(0, 1, "place a1");
    room.pass(70_000);
    assert_eq!((room.table.condition(), room.is_gone), (Condition::Cool, false));
    room.sent.clear();
    room.made(1, 1, "place b2");
    assert_eq!(
        (room.names(0), room.names(1)),
        (vec!["step".to_owned(), "ask".to_owned()], vec!["ack".to_owned(), "step".to_owned()])
    );
    room.leave(0);
    room.leave(1);
    room.pass(300_000);
    assert!(room.is_gone);
}
