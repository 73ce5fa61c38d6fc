//! Tables of earlier moves, which a client asks for that was not there.

use crate::room::{Room, play};
use crate::{SEALED, TTT, plain};
use std::collections::BTreeMap;
use table::{Delay, Settings};
use wire::{Code, FromClient, Moment, Past, ToClient, raw};

/// What a client is told that asks for the past.
fn past(room: &mut Room, conn: u64, before: usize) -> Vec<Moment> {
    let id = room.id();
    room.say(conn, FromClient::Past(Past { id, before: before as u32 }));
    let told = room.got(conn).into_iter().find_map(|message| match message {
        ToClient::Past(past) if past.id == id => Some(past.moments),
        _ => None,
    });
    told.unwrap()
}

/// The table that is told to who comes now, with the number of moves.
fn table_now(room: &mut Room, seat: Option<u32>) -> (usize, String) {
    let conn = 100;
    room.join(conn, seat);
    let welcome = room.got(conn).into_iter().find_map(|message| match message {
        ToClient::Welcome(welcome) => Some(welcome),
        _ => None,
    });
    room.leave(conn);
    room.sent.retain(|(to, _)| *to != conn);
    let welcome = welcome.unwrap();
    (welcome.now.moves, welcome.table.unwrap().get().to_owned())
}

/// Whoever is asked chooses the first that may be chosen, so many times.
fn go_on(room: &mut Room, players: u32, times: usize, mut seen: impl FnMut(&mut Room)) {
    let mut q: BTreeMap<u64, u64> = BTreeMap::new();
    for _ in 0..times {
        for conn in 0..u64::from(players) {
            let mut asked = room.got(conn).into_iter().filter_map(|message| match message {
                ToClient::Ask(ask) => Some(ask.q),
                _ => None,
            });
            let Some(asked) = asked.next_back().or_else(|| q.is_empty().then_some(1)) else { continue };
            if q.get(&conn) == Some(&asked) {
                continue;
            }
            let id = room.id();
            room.say(conn, play(id, asked, raw(&1)));
            room.settle();
            if room.code(conn, id).is_none() {
                q.insert(conn, asked);
            }
        }
        seen(room);
    }
}

#[test]
fn everybody_is_told_the_past_as_they_saw_it() {
    for (game, players) in [(TTT, 2), ("briscola", 2), (SEALED, 2), ("moth-and-gavel", 3)] {
        let viewers: Vec<Option<u32>> = (0..players).map(Some).chain([None]).collect();
        let mut room = Room::new(game, players, &plain());
        (0..players).for_each(|seat| room.join(u64::from(seat), Some(seat)));
        let mut seen: BTreeMap<(Option<u32>, usize), String> = BTreeMap::new();
        go_on(&mut room, players, 6, |room| {
            for viewer in &viewers {
                let (moves, table) = table_now(room, *viewer);
                seen.insert((*viewer, moves), table);
            }
        });
        let moves = table_now(&mut room, None).0;
        assert!(moves > 4, "{game}: {moves}");
        for viewer in viewers {
            room.join(9, viewer);
            let told = past(&mut room, 9, moves);
            assert_eq!((told[0].moves, told[0].trace.is_none()), (0, true), "{game}");
            let mut compared = 0;
            for moment in told {
                let Some(table) = seen.get(&(viewer, moment.moves)) else { continue };
                assert_eq!(moment.table.get(), table, "{game}, {viewer:?}, {} moves", moment.moves);
                assert!(moment.trace.is_some());
                compared += 1;
            }
            assert!(compared > 1, "{game}, {viewer:?}: {compared}");
            room.leave(9);
            room.sent.retain(|(to, _)| *to != 9);
        }
    }
}

#[test]
fn no_choice_of_an_open_secret_round_is_past() {
    let mut room = Room::full(SEALED, 2, &plain());
    room.made(0, 1, "show Rock");
    room.made(1, 1, "show Paper");
    room.made(0, 2, "show Rock");
    assert!(room.now_of(0).sealed.is_some());
    assert_eq!(room.now_of(1).moves, 1, "a round is one decision");
    for conn in [0, 1] {
        // Between the two choices of the first round there was no moment.
        let told = past(&mut room, conn, 9);
        assert_eq!(told.iter().map(|moment| moment.moves).collect::<Vec<_>>(), [0]);
    }
}

/// What is kept on the way changes nothing.
#[test]
fn far_back_everybody_is_told_the_same_whatever_was_asked_before() {
    let mut room = Room::new("go", 2, &plain());
    (0..2).for_each(|seat| room.join(seat, Some(seat as u32)));
    go_on(&mut room, 2, 60, |_| {});
    let moves = room.now_of(0).moves;
    assert!(moves > 110, "{moves}");
    let texts =
        |told: Vec<Moment>| told.into_iter().map(|m| (m.moves, m.table.get().to_owned())).collect::<Vec<_>>();
    let mut all = Vec::new();
    let mut before = moves;
    while before > 0 {
        let told = texts(past(&mut room, 0, before));
        before = told[0].0;
        all.splice(0..0, told);
    }
    assert_eq!(all.iter().map(|(moves, _)| *moves).collect::<Vec<_>>(), (0..moves).collect::<Vec<_>>());
    for before in [20, 53, 101, moves] {
        room.restart();
        room.join(5, Some(0));
        let told = texts(past(&mut room, 5, before));
        assert_eq!(told, all[told[0].0..before], "{before}");
        room.leave(5);
        room.sent.clear();
    }
}

#[test]
fn what_was_taken_back_is_no_past() {
    let mut room = Room::full(TTT, 2, &plain());
    room.made(0, 1, "place a1");
    room.undo(0, None);
    room.settle();
    room.made(0, 2, "place b2");
    let told = past(&mut room, 1, 9);
    assert_eq!(told.iter().map(|moment| moment.moves).collect::<Vec<_>>(), [0]);
    assert!(past(&mut room, 1, 0).is_empty());
}

#[test]
fn who_looks_on_later_than_it_happens_is_told_no_past() {
    let mut room = Room::full(TTT, 2, &Settings { delay: Delay::Time { ms: 60_000 }, ..plain() });
    room.made(0, 1, "place a1");
    room.join(9, None);
    let id = room.id();
    room.say(9, FromClient::Past(Past { id, before: 1 }));
    assert_eq!(room.code(9, id), Some(Code::Forbidden));
}

/// A seat answers its open question with a text.
fn answer(room: &mut Room, seat: u64, text: &str) {
    let mut asked = room.got(seat).into_iter().filter_map(|message| match message {
        ToClient::Ask(ask) => Some(ask.q),
        _ => None,
    });
    let q = asked.next_back().unwrap_or(1);
    let id = room.id();
    room.say(seat, play(id, q, raw(&text)));
    room.settle();
    assert_eq!(room.code(seat, id), None, "{text}");
}

#[test]
fn nobody_learns_how_many_have_declined_in_a_round_that_the_first_ends() {
    // What whoever ends it may take back says nothing of it either.
    let told = |declining: &[u64]| {
        let mut room = Room::full("false-colours", 4, &plain());
        answer(&mut room, 0, "levy");
        declining.iter().for_each(|seat| answer(&mut room, *seat, "no"));
        answer(&mut room, 3, "yes");
        let undo = room.now_of(3).undo;
        let moves = table_now(&mut room, Some(0)).0;
        let moments: Vec<usize> = past(&mut room, 0, 9).iter().map(|moment| moment.moves).collect();
        (moves, moments, undo)
    };
    assert_eq!(told(&[]), (2, vec![0, 1], None));
    assert_eq!(told(&[1]), told(&[]));
    assert_eq!(told(&[1, 2]), told(&[]));
}
