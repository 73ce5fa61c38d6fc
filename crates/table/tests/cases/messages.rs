//! Messages of players: in what order they are told, written and acknowledged, and what a write that fails does.

use crate::room::{Room, play};
use crate::{TTT, bye, plain};
use serde_json::json;
use store::Outcome;
use wire::{ByeWhy, Code, FromClient, Hello, Id, ToClient, raw};

#[test]
fn nothing_is_told_before_it_is_durable_and_the_ack_comes_first() {
    let mut room = Room::full(TTT, 2, &plain());
    let id = room.play(0, 1, "place a1");
    assert!(room.sent.is_empty(), "{:?}", room.sent);
    room.end(Outcome::Done);
    assert_eq!(room.names(0), ["ack", "step"]);
    assert_eq!(room.names(1), ["step", "ask"]);
    assert_eq!(room.acks(0, id), [Some(1)]);
}

#[test]
fn what_is_sent_again_is_acknowledged_again_as_it_was() {
    let mut room = Room::full(TTT, 2, &plain());
    let id = room.play(0, 1, "place a1");
    room.say(0, play(id, 1, raw(&"place a1")));
    room.settle();
    assert_eq!(room.acks(0, id), [Some(1), Some(1)], "it came again before it was durable");
    room.made(1, 1, "place b2");
    room.say(0, play(id, 1, raw(&"place a1")));
    room.restart();
    room.join(7, Some(0));
    room.say(7, play(id, 1, raw(&"place a1")));
    assert_eq!((room.acks(0, id).len(), room.acks(7, id)), (3, vec![Some(1)]));
    assert_eq!(room.rows().len(), 2);
}

#[test]
fn an_id_means_one_message_of_one_seat() {
    let mut room = Room::full(TTT, 2, &plain());
    let id = room.play(0, 1, "place a1");
    room.say(0, play(id, 1, raw(&"place a2")));
    assert_eq!(room.code(0, id), Some(Code::Reused), "before it is durable");
    room.settle();
    room.sent.clear();
    room.say(0, play(id, 1, raw(&"place a2")));
    room.say(1, play(id, 1, raw(&"place a1")));
    assert_eq!((room.code(0, id), room.code(1, id)), (Some(Code::Reused), Some(Code::Reused)));
    room.restart();
    room.join(0, Some(0));
    room.say(0, play(id, 2, raw(&"place a1")));
    assert_eq!(room.code(0, id), Some(Code::Reused), "after a restart");
}

#[test]
fn a_move_answers_the_question_that_is_open() {
    let mut room = Room::full(TTT, 2, &plain());
    for (conn, q, path, code) in [
        (0, 0, "place a1", Code::Stale),
        (0, 2, "place a1", Code::Stale),
        (1, 1, "place a1", Code::Stale),
        (0, 1, "place z9", Code::Illegal),
    ] {
        let id = room.play(conn, q, path);
        assert_eq!(room.code(conn, id), Some(code), "{conn} {q} {path}");
    }
    let id = room.id();
    room.say(0, play(id, 1, raw(&[1])));
    assert_eq!(room.code(0, id), Some(Code::Illegal), "no references yet");
    assert_eq!(room.under_way(), 0);
    room.made(0, 1, "place a1");
    let id = room.id();
    room.say(1, play(id, 1, raw(&0)));
    room.settle();
    assert_eq!(room.acks(1, id), [Some(2)], "a move by its number");
}

#[test]
fn who_looks_on_plays_nothing_and_who_said_no_hello_is_not_heard() {
    let mut room = Room::full(TTT, 2, &plain());
    room.join(5, None);
    let id = room.play(5, 1, "place a1");
    assert_eq!(room.code(5, id), Some(Code::Forbidden));
    room.play(9, 1, "place a1");
    assert_eq!((room.closed.as_slice(), room.names(9).len()), ([9].as_slice(), 0));
    let hello = Hello { proto: 1, r#match: "abc".to_owned(), token: None, have: None, legend: None };
    room.say(0, FromClient::Hello(hello));
    assert_eq!(bye(&room, 0), Some(ByeWhy::Unknown), "hello is said once");
    room.join(6, Some(2));
    assert_eq!(bye(&room, 6), Some(ByeWhy::Unknown), "there is no such seat");
}

#[test]
fn one_row_is_under_way_and_a_bounded_number_of_messages_wait() {
    let mut room = Room::full(TTT, 2, &plain());
    room.play(0, 1, "place a1");
    let ids: Vec<Id> = (0..=table::QUEUE).map(|_| room.play(1, 1, "place b2")).collect();
    assert_eq!(room.under_way(), 1);
    assert_eq!(room.code(1, ids[table::QUEUE]), Some(Code::Busy));
    room.settle();
    assert_eq!(room.acks(1, ids[0]), [Some(2)]);
    assert!(ids[1..table::QUEUE].iter().all(|id| room.code(1, *id) == Some(Code::Stale)));
    assert_eq!(room.rows().len(), 2);
}

#[test]
fn a_refused_write_leaves_the_match_and_may_be_sent_again() {
    let mut room = Room::full(TTT, 2, &plain());
    let id = room.play(0, 1, "place a1");
    room.end(Outcome::Refused);
    assert_eq!((room.code(0, id), room.names(1).len()), (Some(Code::Storage), 0));
    room.say(0, play(id, 1, raw(&"place a1")));
    room.settle();
    assert_eq!((room.acks(0, id), room.rows().len()), (vec![Some(1)], 1));
}

#[test]
fn after_an_unknown_write_everybody_leaves_and_the_rows_tell() {
    let mut room = Room::full(TTT, 2, &plain());
    let id = room.play(0, 1, "place a1");
    room.end_unknown();
    assert_eq!(
        (bye(&room, 0), bye(&room, 1), room.is_gone),
        (Some(ByeWhy::Storage), Some(ByeWhy::Storage), true)
    );
    assert_eq!(room.acks(0, id), []);
    room.restart();
    room.join(0, Some(0));
    room.say(0, play(id, 1, raw(&"place a1")));
    assert_eq!((room.acks(0, id), room.rows().len()), (vec![Some(1)], 1));
}

#[test]
fn another_owner_or_another_row_ends_what_was_thought() {
    let mut room = Room::full(TTT, 2, &plain());
    room.play(0, 1, "place a1");
    room.end(Outcome::Fenced);
    assert_eq!((bye(&room, 0), bye(&room, 1)), (Some(ByeWhy::Moved), Some(ByeWhy::Moved)));

    let mut room = Room::full(TTT, 2, &plain());
    room.made(0, 1, "place a1");
    let mut other = Room::full(TTT, 2, &plain());
    other.made(0, 1, "place a1");
    other.made(1, 1, "place b2");
    let (mut row, before) = (other.rows().remove(1), room.stored().row.chain);
    row.id = None;
    let standing = store::Standing { state: store::MatchState::On, due: None, touched: 0 };
    room.write_elsewhere(store::NextStep::new(store::MatchId(5), before, row, standing));
    room.sent.clear();
    let id = room.play(1, 1, "place c3");
    room.end(Outcome::Conflict);
    assert_eq!(room.code(1, id), Some(Code::Storage));
    assert_eq!(
        (room.names(0), room.v_of(0), room.v_of(1)),
        (vec!["welcome".to_owned(), "ask".to_owned()], 2, 2)
    );
}

#[test]
fn parts_and_reasons_are_told_to_whom_the_question_is_put() {
    let mut room = Room::full(TTT, 2, &plain());
    let part = |q, id| FromClient::Part(wire::Part { id, q, path: raw(&[json!({"action": "place"})]) });
    let why = |path: wire::Raw, id| FromClient::Why(wire::Why { id, q: 2, path });
    room.made(0, 1, "place a1");
    room.made(1, 1, "place b2");
    let id = room.id();
    room.say(0, part(2, id));
    let got = room.got(0).pop().unwrap();
    let ToClient::Part(told) = got else { panic!("{got:?}") };
    let tree: Vec<serde_json::Value> = serde_json::from_str(told.tree.get()).unwrap();
    assert_eq!((told.id, told.q, tree.len(), told.whole), (id, 2, 7, true));
    for (conn, q, code) in [(0, 1, Code::Stale), (1, 1, Code::Stale)] {
        let id = room.id();
        room.say(conn, part(q, id));
        assert_eq!(room.code(conn, id), Some(code), "{conn} {q}");
    }
    let taken = raw(&[json!({"action": "place"}), json!({"tile": ["Grid", "a1"]})]);
    for (path, legal) in [(taken, false), (raw(&"place a1"), false), (raw(&"place c3"), true)] {
        let id = room.id();
        room.say(0, why(path.clone(), id));
        let got = room.got(0).pop().unwrap();
        let ToClient::Why(told) = got else { panic!("{got:?}") };
        assert_eq!((told.id, told.legal, told.lines.is_empty()), (id, legal, legal), "{path}");
    }
    assert_eq!(room.under_way(), 0);
    let id = room.id();
    room.say(0, play(id, 2, raw(&[json!({"action": "place"}), json!({"tile": ["Grid", "c3"]})])));
    room.settle();
    assert_eq!(room.rows().len(), 3, "{:?}", room.code(0, id));
}

#[test]
fn a_line_and_a_move_have_ids_of_their_own() {
    let mut room = Room::full(TTT, 2, &plain());
    let id = room.chat(0, "hello");
    let path = || raw(&[json!({"action": "place"}), json!({"tile": ["Grid", "c3"]})]);
    room.say(0, play(id, 1, path()));
    room.settle();
    room.say(0, play(id, 1, path()));
    assert_eq!((room.code(0, id), room.rows().len()), (Some(Code::Reused), 0));
    let id = room.id();
    room.say(0, play(id, 1, path()));
    room.say(0, FromClient::Chat(wire::Chat { id, text: "hello".to_owned() }));
    room.settle();
    room.say(0, FromClient::Chat(wire::Chat { id, text: "hello".to_owned() }));
    assert_eq!((room.code(0, id), room.stored().chat.len()), (Some(Code::Reused), 1));
}
