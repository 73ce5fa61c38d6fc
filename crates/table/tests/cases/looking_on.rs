//! What those are shown who look on, later or at once.

use crate::room::{Room, SEED, rules};
use crate::{SEALED, TTT, plain};
use table::{ConnId, Delay, Grant, Input, NoPage, Settings};
use wire::{FromClient, How, ToClient};

fn delayed(delay: Delay) -> Room {
    let mut room = Room::full(TTT, 2, &Settings { delay, ..plain() });
    room.join(9, None);
    room.sent.clear();
    room
}

#[test]
fn who_looks_on_sees_the_same_later() {
    let mut room = delayed(Delay::Time { ms: 10_000 });
    room.made(0, 1, "place a1");
    room.chat(0, "good luck");
    room.settle();
    room.now = 1_000;
    room.made(1, 1, "place b2");
    assert!(room.names(9).is_empty());
    room.join(8, None);
    assert_eq!((room.names(8), room.v_of(8)), (vec!["welcome".to_owned()], 0));
    room.sent.clear();
    room.pass(10_000);
    assert_eq!((room.names(9), room.v_of(9)), (vec!["step".to_owned(), "chat".to_owned()], 1));
    room.restart();
    room.join(7, None);
    assert_eq!((room.names(7), room.v_of(7)), (vec!["welcome".to_owned(), "chat".to_owned()], 1));
    room.pass(11_000);
    assert_eq!(room.v_of(7), 2);
}

#[test]
fn who_looks_on_may_be_some_steps_behind() {
    let mut room = delayed(Delay::Steps { n: 2 });
    room.made(0, 1, "place a1");
    room.made(1, 1, "place b2");
    assert!(room.names(9).is_empty());
    room.made(0, 2, "place c3");
    assert_eq!(room.v_of(9), 1);
    room.wish(1, FromClient::Resign);
    room.settle();
    assert_eq!((room.v_of(9), room.now_of(9).result.unwrap().how), (4, How::Resigned));
}

#[test]
fn who_looks_on_may_see_nothing_before_the_end() {
    let mut room = delayed(Delay::End);
    room.made(0, 1, "place a1");
    room.chat(0, "good luck");
    room.settle();
    room.pass(1_000);
    assert!(room.names(9).is_empty());
    room.restart();
    room.join(7, None);
    assert_eq!((room.names(7), room.v_of(7)), (vec!["welcome".to_owned()], 0));
    room.join(1, Some(1));
    room.sent.clear();
    room.wish(1, FromClient::Resign);
    room.settle();
    assert_eq!(room.names(7), ["welcome", "chat"]);
    assert_eq!((room.v_of(7), room.now_of(7).result.unwrap().how), (2, How::Resigned));
}

#[test]
fn a_page_shows_what_its_viewer_may_see() {
    let mut room = Room::full(SEALED, 3, &plain());
    let page = |room: &Room, seat: Option<u32>| {
        room.table.page(seat.map(|seat| Grant { seat, generation: 2 }), room.now)
    };
    let before = page(&room, Some(0)).unwrap();
    room.made(1, 1, "show Rock");
    let (own, other) = (page(&room, Some(1)).unwrap(), page(&room, Some(0)).unwrap());
    assert_eq!(own.now.sealed.as_deref(), Some("show Rock"));
    assert!(own.asked.is_none());
    assert_eq!(format!("{other:?}"), format!("{before:?}"), "what is sealed shows nowhere");
    let asked = other.asked.unwrap();
    assert_eq!(
        (asked.q, asked.moves),
        (1, ["show Rock", "show Paper", "show Scissors"].map(str::to_owned).to_vec())
    );
    assert!(page(&room, None).unwrap().asked.is_none());
    assert_eq!(room.table.page(Some(Grant { seat: 0, generation: 1 }), 0).err(), Some(NoPage::SignedOut));
    room.made(0, 1, "show Paper");
    room.made(2, 1, "show Rock");
    assert_eq!(page(&room, None).unwrap().last[0], "Name 0 shows Paper");
    let mut later = Room::full(TTT, 2, &Settings { delay: Delay::End, ..plain() });
    later.join(9, None);
    assert_eq!(page(&later, None).err(), Some(NoPage::Later));
    assert!(page(&later, Some(0)).is_ok());
}

#[test]
fn who_looks_on_later_does_not_learn_of_the_next_match_before_the_end() {
    let settings = Settings { delay: Delay::Time { ms: 60_000 }, ..plain() };
    let mut room = Room::full(TTT, 2, &settings);
    room.join(9, None);
    room.wish(1, FromClient::Resign);
    room.settle();
    room.sent.clear();
    room.wish(0, FromClient::Rematch);
    room.give(Input::Rematch { public: "next".to_owned(), takes: vec![None, None] });
    assert_eq!((room.names(0), room.names(9)), (vec!["ack".to_owned(), "rematch".to_owned()], Vec::new()));
}

#[test]
fn the_legend_is_sent_to_who_has_another_one() {
    let mut room = Room::full(TTT, 2, &plain());
    let hash = rules(TTT).hash().to_owned();
    for (conn, legend, wanted) in
        [(5, Some("old".to_owned()), true), (6, Some(hash), false), (7, None, false)]
    {
        room.give(Input::Hello { conn: ConnId(conn), grant: None, have: None, legend });
        let ToClient::Welcome(welcome) = &room.got(conn)[0] else { panic!() };
        assert_eq!(welcome.legend.is_some(), wanted);
    }
}

#[test]
fn neither_seed_nor_tokens_are_ever_told() {
    let mut room = Room::full("leduc", 2, &plain());
    room.join(9, None);
    let mut q = [0, 0];
    while !room.table.seated().unwrap().is_over() {
        let seat = room.table.seated().unwrap().decider().unwrap();
        q[seat as usize] += 1;
        room.made(u64::from(seat), q[seat as usize], "call");
    }
    let all: String = room.sent.iter().map(|(_, text)| text.as_str()).collect();
    assert!(all.contains("\"result\""));
    for secret in [SEED.to_string(), format!("{SEED:x}"), "0a0a0a0a".to_owned(), "10,10,10,10".to_owned()] {
        assert!(!all.contains(&secret), "{secret}");
    }
}
