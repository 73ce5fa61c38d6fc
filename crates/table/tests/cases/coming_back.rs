//! Who comes, comes back or is signed out, and what a restart leaves of a match.

use crate::room::{Room, rules};
use crate::{SEALED, TTT, bye, plain};
use store::Outcome;
use table::{Condition, ConnId, Grant, Input};
use wire::{ByeWhy, Code, FromClient, ToClient};

#[test]
fn streams_have_the_same_numbers_after_a_restart() {
    let mut room = Room::full(SEALED, 3, &plain());
    room.made(1, 1, "show Rock");
    room.unseal(1, 1);
    room.settle();
    room.made(1, 2, "show Paper");
    room.made(0, 1, "show Paper");
    room.restart();
    (0..3).for_each(|seat| room.join(u64::from(seat) + 20, Some(seat)));
    room.join(29, None);
    assert_eq!((room.v_of(20), room.v_of(21), room.v_of(22), room.v_of(29)), (1, 3, 0, 0));
    assert_eq!(room.now_of(21).sealed.as_deref(), Some("show Paper"));
    assert_eq!((room.now_of(22).sealed, room.now_of(29).sealed), (None, None));
}

#[test]
fn who_comes_back_gets_what_was_missed() {
    let mut room = Room::full(TTT, 2, &plain());
    room.leave(1);
    room.made(0, 1, "place a1");
    room.come_back(11, Some(1), Some(0));
    assert_eq!(room.names(11), ["welcome", "step", "ask"]);
    let ToClient::Welcome(welcome) = &room.got(11)[0] else { panic!() };
    assert!(welcome.table.is_none() && welcome.v == 0);
    room.come_back(12, Some(1), Some(5));
    let ToClient::Welcome(welcome) = &room.got(12)[0] else { panic!() };
    assert!(welcome.table.is_some() && welcome.v == 1, "nobody can have what never was");
    room.restart();
    room.come_back(13, Some(1), Some(0));
    let ToClient::Welcome(welcome) = &room.got(13)[0] else { panic!() };
    assert!(welcome.table.is_some(), "a table that was just loaded has kept no steps");
}

#[test]
fn older_holders_of_a_seat_are_signed_out() {
    let mut room = Room::full(TTT, 2, &plain());
    let hello = |conn, generation| Input::Hello {
        conn: ConnId(conn),
        grant: Some(Grant { seat: 0, generation }),
        have: None,
        legend: None,
    };
    room.give(hello(5, 1));
    assert_eq!((bye(&room, 5), room.names(5)), (Some(ByeWhy::SignedOut), vec!["bye".to_owned()]));
    room.give(hello(6, 3));
    assert_eq!((bye(&room, 0), bye(&room, 6), bye(&room, 1)), (Some(ByeWhy::SignedOut), None, None));
    room.play(0, 1, "place a1");
    assert_eq!(room.under_way(), 0);
    room.give(Input::SignedOut { seat: 0, generation: 4 });
    assert_eq!(bye(&room, 6), Some(ByeWhy::SignedOut));
}

#[test]
fn what_was_said_is_known_after_a_restart() {
    let mut room = Room::full(TTT, 2, &plain());
    let id = room.chat(0, " hello");
    room.settle();
    room.restart();
    room.join(5, Some(0));
    room.say(5, FromClient::Chat(wire::Chat { id, text: "hello ".to_owned() }));
    room.say(5, FromClient::Chat(wire::Chat { id, text: "other".to_owned() }));
    assert_eq!((room.acks(5, id), room.code(5, id)), (vec![None], Some(Code::Reused)));
    assert_eq!((room.under_way(), room.stored().chat.len()), (0, 1));
}

#[test]
fn a_line_stands_among_the_steps_where_it_was_said() {
    let mut room = Room::full(SEALED, 2, &plain());
    let say = |room: &mut Room, text| {
        room.pass(room.now + 100);
        room.chat(1, text);
        room.settle();
        room.pass(room.now + 100);
    };
    say(&mut room, "before all");
    room.made(0, 1, "show Rock");
    say(&mut room, "while one has chosen");
    room.made(1, 1, "show Paper");
    say(&mut room, "at the end");
    let stands = |room: &Room, conn| {
        let (mut lines, mut log) = (Vec::new(), Vec::new());
        for message in room.got(conn) {
            match message {
                ToClient::Chat(said) => lines.push(said.v),
                ToClient::Welcome(welcome) => log = welcome.steps,
                _ => {}
            }
        }
        (lines, log)
    };
    // What somebody else has chosen in secret moves no number.
    assert_eq!(stands(&room, 0).0, [0, 1, 2]);
    assert_eq!(stands(&room, 1).0, [0, 0, 1]);
    for _ in 0..2 {
        room.join(10, Some(0));
        room.join(11, Some(1));
        room.join(12, None);
        assert_eq!(stands(&room, 10), (vec![0, 1, 2], vec![1, 2, 2]));
        assert_eq!(stands(&room, 11), (vec![0, 0, 1], vec![1, 1]));
        assert_eq!(stands(&room, 12), (vec![0, 0, 1], vec![1, 1]));
        room.restart();
        room.sent.clear();
    }
}

#[test]
fn what_was_taken_back_is_not_told_to_who_comes() {
    let mut room = Room::full(TTT, 2, &plain());
    let told = |room: &mut Room, conn| {
        room.join(conn, None);
        room.got(conn).into_iter().find_map(|message| match message {
            ToClient::Welcome(welcome) => Some(welcome.log.len()),
            _ => None,
        })
    };
    room.made(0, 1, "place a1");
    room.made(1, 1, "place b1");
    assert_eq!(told(&mut room, 9), Some(2));
    room.undo(1, None);
    room.settle();
    assert_eq!(told(&mut room, 10), Some(1));
    room.restart();
    assert_eq!(told(&mut room, 11), Some(1));
}

#[test]
fn who_takes_a_seat_is_called_so() {
    let mut room = Room::full(TTT, 2, &plain());
    room.give(Input::Seated { seat: 1, name: "Bo".to_owned(), generation: 3 });
    assert_eq!((bye(&room, 1), bye(&room, 0)), (Some(ByeWhy::SignedOut), None));
    let people = room.got(0).into_iter().rev().find_map(|message| match message {
        ToClient::People(people) => Some(people),
        _ => None,
    });
    let names: Vec<(String, bool)> = people.unwrap().seats.into_iter().map(|p| (p.name, p.here)).collect();
    assert_eq!(names, [("Name 0".to_owned(), true), ("Bo".to_owned(), false)]);
}

#[test]
fn what_is_said_is_kept_and_told_once() {
    let mut room = Room::full(TTT, 2, &plain());
    let id = room.chat(0, "  hello ");
    assert!(room.names(1).is_empty());
    room.say(0, FromClient::Chat(wire::Chat { id, text: "  hello ".to_owned() }));
    room.settle();
    room.say(0, FromClient::Chat(wire::Chat { id, text: "  hello ".to_owned() }));
    assert_eq!((room.acks(0, id).len(), room.names(1)), (3, vec!["chat".to_owned()]));
    room.say(0, FromClient::Chat(wire::Chat { id, text: "other".to_owned() }));
    assert_eq!(room.code(0, id), Some(Code::Reused));
    for bad in ["", "  ", "a\u{202e}b", "a\nb", &"x".repeat(501)] {
        let id = room.chat(0, bad);
        assert_eq!(room.code(0, id), Some(Code::Bad), "{bad:?}");
    }
    let id = room.chat(1, "later");
    room.end(Outcome::Refused);
    assert_eq!(room.code(1, id), Some(Code::Storage));
    room.restart();
    room.join(3, Some(1));
    assert_eq!(room.names(3), ["welcome", "chat"]);
}

#[test]
fn rows_that_do_not_fit_freeze_a_match() {
    let mut room = Room::full(TTT, 2, &plain());
    room.made(0, 1, "place a1");
    let mut stored = room.stored();
    room.restart();
    stored.steps[0].candidate = Some(77);
    let hello = Input::Hello { conn: ConnId(3), grant: None, have: None, legend: None };
    let mut table = table::Table::new(store::MatchId(5), None, 0);
    let mut bench = table::Bench::new();
    table.on(hello, 0, &mut bench);
    let rules = Some(rules(TTT));
    let loading = table::Loading { stored: Ok(stored), rules, down: 0 };
    let outputs = table.on(Input::Loaded(Box::new(loading)), 0, &mut bench);
    assert_eq!(table.condition(), Condition::Frozen);
    let texts: String = outputs.iter().map(|output| format!("{output:?}")).collect();
    assert!(texts.contains("frozen") && texts.contains("Frozen"), "{texts}");
}
