//! What a table does, case by case.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod past;
mod room;
#[path = "../shared/rows.rs"]
mod rows;

use room::{Room, SEED, play};
use serde_json::json;
use store::{Outcome, StepKind};
use table::{ClockKind, Condition, ConnId, Delay, Grant, Input, NoPage, Settings};
use wire::{Bye, ByeWhy, Code, FromClient, Hello, How, Id, Secret, Take, ToClient, raw};

const TTT: &str = "tic-tac-toe";
const SEALED: &str = "rock-paper-scissors";

fn plain() -> Settings {
    Settings::default()
}

fn bye(room: &Room, conn: u64) -> Option<ByeWhy> {
    room.got(conn).into_iter().find_map(|message| match message {
        ToClient::Bye(Bye { why, .. }) => Some(why),
        _ => None,
    })
}

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
fn a_step_back_is_free_until_something_has_come_out() {
    let mut room = Room::full(TTT, 2, &plain());
    room.made(0, 1, "place a1");
    assert_eq!(room.now_of(0).undo, Some(wire::UndoState { free: true, why: None }));
    assert_eq!(room.now_of(1).undo, None);
    room.sent.clear();
    room.undo(0, None);
    room.settle();
    assert_eq!(
        (room.names(0), room.names(1)),
        (vec!["ack".to_owned(), "step".to_owned(), "ask".to_owned()], vec!["step".to_owned()])
    );
    let ToClient::Step(step) = &room.got(1)[0] else { panic!() };
    assert!(step.table.is_some() && step.trace.is_none() && step.v == 2);
    room.made(0, 2, "place b2");
    assert_eq!(
        room.rows().iter().map(|row| row.kind).collect::<Vec<_>>(),
        [StepKind::Move, StepKind::Undo, StepKind::Move]
    );
}

/// The seat that is to decide, the number of its question, and what it may choose.
fn asked(room: &Room) -> (u32, u64, Vec<String>) {
    let now = room.table.seated().unwrap();
    let seat = now.decider().unwrap();
    let texts = now.moves().unwrap().into_iter().map(|made| made.text).collect();
    let mut asked = room.got(u64::from(seat)).into_iter().filter_map(|message| match message {
        ToClient::Ask(ask) => Some(ask.q),
        _ => None,
    });
    // A room forgets what it sent when all have joined.
    (seat, asked.next_back().unwrap_or(1), texts)
}

#[test]
fn bots_can_imagine_a_match_by_all_that_was_done_in_it() {
    let mut room = Room::full("sea-fog", 2, &plain());
    for moves in 0..8 {
        let now = room.table.recorded().unwrap();
        assert_eq!(now.record().steps.len(), moves);
        let (seat, q, texts) = asked(&room);
        while !now.imagining().catch_up(seat, 1) {}
        assert!(now.imagining().worlds(seat).is_ok(), "after {moves} moves");
        assert!(
            moves < 2 || room.table.seated().unwrap().imagining().worlds(seat).is_err(),
            "these follow from the record"
        );
        room.made(u64::from(seat), q, &texts[0]);
    }
}

#[test]
fn a_card_that_somebody_has_drawn_later_in_the_match_is_not_put_back_for_free() {
    let mut room = Room::full("crazy-eights", 2, &plain());
    let has_free_step_back = |room: &Room, seat: u32| room.now_of(u64::from(seat)).undo.unwrap().free;
    for n in 0.. {
        let (seat, q, texts) = asked(&room);
        let draws = texts.iter().find(|text| *text == "draw").filter(|_| n > 0);
        room.made(u64::from(seat), q, draws.unwrap_or(&texts[0]));
        if draws.is_some() {
            assert!(!has_free_step_back(&room, seat), "after {n} moves");
            return;
        }
    }
}

#[test]
fn others_are_asked_for_what_is_not_free() {
    let mut room = Room::full(TTT, 2, &plain());
    room.made(0, 1, "place a1");
    room.made(1, 1, "place b2");
    room.undo(0, None);
    room.settle();
    let vote = room.now_of(1).vote.unwrap();
    assert_eq!((vote.of, vote.by, vote.kind), (0, 0, wire::VoteKind::Undo));
    let id = room.vote(0, 0, true);
    assert_eq!(room.code(0, id), Some(Code::Nothing), "nobody agrees with oneself");
    room.vote(1, 0, false);
    room.settle();
    assert_eq!((room.now_of(0).vote, room.table.seated().unwrap().decider()), (None, Some(0)));
    let refused = |room: &Room| room.now_of(0).refused.map(|vote| (vote.of, vote.by, vote.yes));
    assert_eq!(refused(&room), Some((0, 0, vec![])));
    room.undo(1, Some(0));
    room.settle();
    assert_eq!(refused(&room), None, "something else is asked");
    room.vote(0, 1, true);
    room.settle();
    assert_eq!((room.now_of(0).vote, room.v_of(0)), (None, 6));
    let again = room.table.seated().unwrap().fingerprint();
    assert_eq!(again, Room::full(TTT, 2, &plain()).table.seated().unwrap().fingerprint());
    // What was taken back does not count any more.
    room.made(0, 3, "place c3");
    room.made(1, 2, "place b2");
    room.undo(0, None);
    room.settle();
    room.vote(1, 2, true);
    room.settle();
    assert_eq!(room.table.seated().unwrap().fingerprint(), again);
}

#[test]
fn a_question_to_all_is_void_with_the_next_move_and_not_asked_without_end() {
    let mut room = Room::full(TTT, 2, &plain());
    room.made(0, 1, "place a1");
    for (q, tile) in [(1, "b2"), (2, "c3")] {
        room.undo(1, Some(0));
        room.settle();
        assert!(room.now_of(0).vote.is_some());
        room.made(1, q, &format!("place {tile}"));
        assert!(room.now_of(0).vote.is_none());
        room.made(0, q + 1, if q == 1 { "place a2" } else { "place b1" });
    }
    room.undo(1, Some(0));
    room.settle();
    room.vote(0, 2, false);
    room.settle();
    assert!(room.now_of(1).refused.is_some());
    let id = room.undo(1, Some(0));
    assert_eq!(room.code(1, id), Some(Code::Forbidden), "three times");
    room.made(1, 3, "place a3");
    assert!(room.now_of(1).refused.is_none(), "a move was made");
}

#[test]
fn a_draw_is_agreed_and_a_resignation_is_not() {
    let mut room = Room::full(TTT, 2, &plain());
    room.wish(0, FromClient::Draw);
    room.settle();
    room.vote(1, 0, true);
    room.settle();
    let result = room.now_of(1).result.unwrap();
    assert_eq!((result.how, result.ranking), (How::Drawn, vec![vec![0, 1]]));
    let id = room.play(0, 1, "place a1");
    assert_eq!(room.code(0, id), Some(Code::Over));
    assert_eq!(room.stored().row.state, store::MatchState::Over);

    let mut room = Room::full(TTT, 2, &plain());
    room.wish(1, FromClient::Resign);
    room.settle();
    let result = room.now_of(0).result.unwrap();
    assert_eq!((result.how, result.ranking), (How::Resigned, vec![vec![0], vec![1]]));
}

#[test]
fn a_bot_goes_on_for_who_gives_up_among_several() {
    let settings = Settings { takeover: Some(1_000), ..plain() };
    let mut room = Room::full(SEALED, 3, &settings);
    room.wish(2, FromClient::Resign);
    room.settle();
    assert_eq!(room.thinks.iter().map(|seated| (seated.seat, seated.q)).collect::<Vec<_>>(), [(2, 1)]);
    let id = room.wish(2, FromClient::Back);
    assert_eq!(room.code(2, id), Some(Code::Nothing), "for good");
    room.give(Input::Bot { seat: 2, q: 1, number: 0 });
    room.settle();
    assert_eq!(room.rows().last().unwrap().seat, Some(2));
}

fn clock(clock: ClockKind) -> Settings {
    Settings { clock, ..plain() }
}

#[test]
fn time_runs_from_the_first_move_on_and_runs_out() {
    let mut room = Room::full(TTT, 2, &clock(ClockKind::Bank { ms: 10_000, increment: 500 }));
    room.pass(60_000);
    room.made(0, 1, "place a1");
    room.pass(64_000);
    room.made(1, 1, "place b2");
    assert_eq!(room.rows()[1].spent, 4_000);
    let clocks = room.now_of(0).clocks;
    assert_eq!((clocks[0].left, clocks[0].runs, clocks[1].left), (10_500, true, 6_500));
    assert_eq!(room.stored().row.due, Some(74_500));
    room.pass(74_499);
    assert_eq!(room.now_of(0).result, None);
    room.pass(74_500);
    let result = room.now_of(1).result.unwrap();
    assert_eq!((result.how, result.ranking), (How::Flagged, vec![vec![1], vec![0]]));
}

#[test]
fn a_move_that_came_in_time_counts_and_one_that_came_late_does_not() {
    let mut room = Room::full(TTT, 2, &clock(ClockKind::Move { ms: 10_000 }));
    room.made(0, 1, "place a1");
    // The disk is slow: the move comes in time, and what becomes of it is known later.
    room.now = 9_999;
    let id = room.play(1, 1, "place b2");
    room.now = 12_000;
    room.give(Input::Tick);
    room.settle();
    assert_eq!((room.acks(1, id), room.now_of(1).result), (vec![Some(2)], None));
    room.now = 22_001;
    let id = room.play(0, 2, "place c3");
    room.settle();
    assert_eq!((room.code(0, id), room.now_of(0).result.unwrap().how), (Some(Code::Over), How::Flagged));
}

#[test]
fn nobody_gains_time_by_taking_moves_back() {
    let left = |room: &Room, seat: usize| room.now_of(0).clocks[seat].left;
    let mut room = Room::full(TTT, 2, &clock(ClockKind::Bank { ms: 10_000, increment: 500 }));
    room.made(0, 1, "place a1");
    room.pass(1_000);
    room.made(1, 1, "place b2");
    for (times, q) in [(1, 2), (2, 3), (3, 4)] {
        room.pass(1_000 + 1_000 * times);
        room.made(0, q, "place c3");
        room.undo(0, None);
        room.settle();
        assert_eq!((left(&room, 0), left(&room, 1)), (10_500 - 1_000 * times, 9_500), "{times} times");
    }
    let mut room = Room::full(TTT, 2, &clock(ClockKind::Move { ms: 10_000 }));
    room.made(0, 1, "place a1");
    room.pass(1_000);
    room.made(1, 1, "place b2");
    for (times, q) in [(1, 2), (2, 3), (3, 4)] {
        room.pass(1_000 + 3_000 * times);
        room.made(0, q, "place c3");
        room.undo(0, None);
        room.settle();
        assert_eq!((left(&room, 0), left(&room, 1)), (10_000 - 3_000 * times, 10_000), "{times} times");
    }
    room.pass(10_999);
    assert_eq!(room.now_of(0).result, None);
    room.pass(11_000);
    assert_eq!(room.now_of(0).result.unwrap().how, How::Flagged);
}

#[test]
fn what_others_agree_to_take_back_takes_the_increments_with_it() {
    let mut room = Room::full(TTT, 2, &clock(ClockKind::Bank { ms: 10_000, increment: 500 }));
    room.made(0, 1, "place a1");
    room.pass(2_000);
    room.made(1, 1, "place b2");
    room.undo(0, Some(0));
    room.settle();
    room.vote(1, 0, true);
    room.settle();
    let clocks = room.now_of(0).clocks;
    assert_eq!((clocks[0].left, clocks[1].left), (10_000, 8_000));
}

#[test]
fn who_has_left_is_not_passed_over_when_something_is_taken_back() {
    let settings = Settings { takeover: Some(1_000), ..plain() };
    let mut room = Room::full(TTT, 2, &settings);
    room.made(0, 1, "place a1");
    room.leave(1);
    room.pass(1_000);
    assert_eq!(room.thinks.len(), 1, "a program keeps the seat");
    room.give(Input::Bot { seat: 1, q: 1, number: 0 });
    room.settle();
    let id = room.undo(0, Some(0));
    room.settle();
    assert_eq!(room.code(0, id), Some(Code::Nothing));
    room.join(11, Some(1));
    room.wish(11, FromClient::Back);
    room.settle();
    room.undo(0, Some(0));
    room.settle();
    assert!(room.now_of(11).vote.is_some(), "now there is somebody to be asked");
}

#[test]
fn what_a_message_takes_on_its_way_is_spared_up_to_a_bound() {
    let mut room = Room::full(TTT, 2, &clock(ClockKind::Bank { ms: 60_000, increment: 0 }));
    room.made(0, 1, "place a1");
    room.now = 5_000;
    let id = room.id();
    room.give(Input::Message { conn: ConnId(1), message: play(id, 1, raw(&"place b2")), lag: 9_000 });
    room.settle();
    assert_eq!(room.rows()[1].spent, 4_700);
}

#[test]
fn no_time_runs_while_the_server_is_down() {
    let mut room = Room::full(TTT, 2, &clock(ClockKind::Move { ms: 10_000 }));
    room.now = 1_000;
    room.made(0, 1, "place a1");
    room.now = 500_000;
    (room.down, room.closed) = (497_000, Vec::new());
    room.restart();
    room.join(1, Some(1));
    assert_eq!(room.now_of(1).result, None);
    room.pass(500_000 + 10_000 - 2_000 + 15_000 - 1);
    assert_eq!(room.now_of(1).result, None, "2 of 10 seconds had passed, and there are 15 more");
    room.pass(500_000 + 10_000 - 2_000 + 15_000);
    assert_eq!(room.now_of(1).result.unwrap().how, How::Flagged);
}

#[test]
fn in_secret_rounds_all_clocks_run_until_the_round_ends() {
    let mut room = Room::full(SEALED, 2, &clock(ClockKind::Bank { ms: 20_000, increment: 0 }));
    let both = |room: &mut Room, q: u64| {
        room.made(0, q, "show Rock");
        room.made(1, q, "show Rock");
    };
    both(&mut room, 1);
    room.pass(3_000);
    room.made(0, 2, "show Paper");
    assert!(room.now_of(0).clocks.iter().all(|clock| clock.runs && clock.left == 17_000));
    room.pass(8_000);
    room.made(1, 2, "show Paper");
    assert!(room.now_of(0).clocks.iter().all(|clock| clock.left == 12_000));
}

#[test]
fn a_sealed_choice_starts_no_clock_and_touches_no_match() {
    let mut room = Room::full(SEALED, 2, &clock(ClockKind::Bank { ms: 20_000, increment: 0 }));
    room.pass(1_000);
    room.join(7, Some(0));
    let before = room.now_of(7).clocks;
    let opened = room.stored().row.touched;
    room.made(1, 1, "show Rock");
    room.pass(2_000);
    room.join(8, Some(0));
    assert_eq!(room.now_of(8).clocks, before);
    assert_eq!(room.stored().row.touched, opened);
    room.made(0, 1, "show Rock");
    room.pass(3_000);
    room.join(9, Some(0));
    assert!(room.now_of(9).clocks.iter().all(|clock| clock.runs && clock.left == 19_000));
    assert!(room.stored().row.touched > opened);
}

#[test]
fn a_bot_takes_over_from_who_is_away_and_gives_back() {
    let settings = Settings { takeover: Some(5_000), ..plain() };
    let mut room = Room::full(TTT, 2, &settings);
    room.made(0, 1, "place a1");
    room.leave(1);
    room.pass(4_999);
    assert_eq!(room.rows().len(), 1);
    room.pass(5_000);
    assert_eq!(room.rows()[1].kind, StepKind::Takeover);
    assert_eq!(room.thinks.len(), 1);
    room.join(11, Some(1));
    let id = room.play(11, 1, "place b2");
    assert_eq!(room.code(11, id), Some(Code::Forbidden));
    room.wish(11, FromClient::Back);
    room.settle();
    room.give(Input::Bot { seat: 1, q: 1, number: 0 });
    assert_eq!(room.under_way(), 0, "the bot is too late");
    room.made(11, 1, "place b2");
    assert_eq!(room.rows().last().unwrap().seat, Some(1));
}

#[test]
fn nobody_takes_over_where_nobody_else_is_there() {
    let settings = Settings { takeover: Some(5_000), ..plain() };
    let mut room = Room::full(TTT, 2, &settings);
    room.made(0, 1, "place a1");
    room.leave(0);
    room.leave(1);
    room.pass(30_000);
    assert_eq!(room.rows().len(), 1);
}

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

#[test]
fn a_clock_of_a_match_that_is_not_in_memory_runs_out() {
    let mut room = Room::full(TTT, 2, &clock(ClockKind::Move { ms: 200_000 }));
    room.made(0, 1, "place a1");
    room.pass(100_000);
    assert_eq!(room.table.condition(), Condition::Cool);
    room.pass(200_001);
    assert_eq!(room.rows()[1].kind, StepKind::Flag);
    let mut room = Room::full(TTT, 2, &clock(ClockKind::Move { ms: 200_000 }));
    room.made(0, 1, "place a1");
    room.now = 200_000;
    room.restart();
    room.pass(200_001);
    assert_eq!(room.rows()[1].kind, StepKind::Flag, "nobody was there");
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
    let rules = Some(room::rules(TTT));
    let loading = table::Loading { stored: Ok(stored), rules, down: 0 };
    let outputs = table.on(Input::Loaded(Box::new(loading)), 0, &mut bench);
    assert_eq!(table.condition(), Condition::Frozen);
    let texts: String = outputs.iter().map(|output| format!("{output:?}")).collect();
    assert!(texts.contains("frozen") && texts.contains("Frozen"), "{texts}");
}

#[test]
fn the_legend_is_sent_to_who_has_another_one() {
    let mut room = Room::full(TTT, 2, &plain());
    let hash = room::rules(TTT).hash().to_owned();
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
