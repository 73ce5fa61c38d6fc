//! Rounds in which several choose in secret.

use crate::room::Room;
use crate::{SEALED, plain};
use table::Grant;
use wire::{FromClient, ToClient};

#[test]
fn what_is_sealed_is_told_to_its_seat_alone_until_all_have_chosen() {
    let mut room = Room::full(SEALED, 3, &plain());
    room.join(9, None);
    room.sent.clear();
    room.made(1, 1, "show Rock");
    assert_eq!(
        (room.names(1), room.now_of(1).sealed),
        (vec!["ack".to_owned(), "step".to_owned()], Some("show Rock".to_owned()))
    );
    assert!([0, 2, 9].iter().all(|conn| room.names(*conn).is_empty()), "{:?}", room.sent);
    room.join(4, Some(0));
    assert_eq!((room.v_of(4), room.now_of(4).waiting.iter().any(|w| w.chosen)), (0, false));
    room.made(0, 1, "show Paper");
    room.sent.clear();
    let id = room.unseal(1, 1);
    room.settle();
    assert_eq!(
        (room.names(1), room.acks(1, id)),
        (vec!["ack".to_owned(), "step".to_owned(), "ask".to_owned()], vec![Some(2)])
    );
    assert!([0, 2, 9].iter().all(|conn| room.names(*conn).is_empty()), "{:?}", room.sent);
    room.made(1, 2, "show Scissors");
    room.sent.clear();
    room.made(2, 1, "show Scissors");
    assert_eq!((room.v_of(0), room.v_of(1), room.v_of(2), room.v_of(9)), (2, 4, 1, 1));
    let ToClient::Step(step) = &room.got(9)[0] else { panic!("{:?}", room.sent) };
    let log: Vec<&str> = step.log.iter().map(|line| line.get()).collect();
    let line = |by: u32, hand: &str| {
        format!(
            r#"{{"by":{by},"action":"show","of":"Rules","says":"shows {{with}}","args":{{"with":{{"case":["Hand","{hand}"]}}}}}}"#
        )
    };
    assert_eq!(log, [line(0, "Paper"), line(1, "Scissors"), line(2, "Scissors")]);
}

#[test]
fn no_seal_is_told_once_the_match_is_over() {
    let mut room = Room::full(SEALED, 2, &plain());
    room.made(0, 1, "show Rock");
    assert!(room.now_of(0).sealed.is_some());
    room.wish(1, FromClient::Resign);
    room.settle();
    let now = room.now_of(0);
    assert_eq!((now.sealed, now.result.is_some()), (None, true));
}

/// Whoever comes, in whatever round, before and after somebody else has chosen in secret, is told the same.
#[test]
fn who_comes_while_others_choose_in_secret_is_not_told_that_they_have() {
    let mut room = Room::full(SEALED, 3, &plain());
    let mut conn = 40;
    let mut told = |room: &mut Room| -> Vec<String> {
        let own = [Some(0), None].map(|seat| {
            conn += 1;
            room.join(conn, seat);
            let texts = room.sent.iter().filter(|(to, _)| *to == conn).map(|(_, text)| text.as_str());
            let told = texts.collect::<Vec<_>>().join("\n");
            room.leave(conn);
            told
        });
        let pages = [Some(0), None].map(|seat| {
            format!("{:?}", room.table.page(seat.map(|seat| Grant { seat, generation: 2 }), room.now))
        });
        own.into_iter().chain(pages).collect()
    };
    let shows = |room: &mut Room, seat: u64, hand: &str| {
        let asked = room.got(seat).into_iter().rev();
        let q = asked.filter_map(|message| if let ToClient::Ask(ask) = message { Some(ask.q) } else { None });
        let q = q.take(1).last().unwrap_or(1);
        room.made(seat, q, &format!("show {hand}"));
        q
    };
    for round in 0..3 {
        let before = told(&mut room);
        let q = shows(&mut room, 1, "Rock");
        assert_eq!(told(&mut room), before, "round {round}: one has chosen");
        room.unseal(1, q);
        room.settle();
        assert_eq!(told(&mut room), before, "round {round}: and has taken it back");
        shows(&mut room, 1, "Paper");
        shows(&mut room, 2, "Rock");
        assert_eq!(told(&mut room), before, "round {round}: two have chosen");
        shows(&mut room, 0, "Scissors");
    }
    assert_eq!(room.rows().len(), 3 * 5);
}
