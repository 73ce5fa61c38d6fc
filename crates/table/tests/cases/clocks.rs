//! Clocks, and bots that take over from who is away.

use crate::room::{Room, play};
use crate::{SEALED, TTT, plain};
use store::StepKind;
use table::{ClockKind, Condition, ConnId, Input, Settings};
use wire::{Code, FromClient, How, raw};

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
fn in_secret_rounds_all_clocks_run_until_the_round_ends_and_each_pays_until_its_own_choice() {
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
    let left = |room: &mut Room| room.now_of(0).clocks.iter().map(|clock| clock.left).collect::<Vec<_>>();
    assert_eq!(left(&mut room), [17_000, 12_000]);
    // One that is taken back is chosen later.
    room.made(0, 3, "show Rock");
    room.pass(10_000);
    room.unseal(0, 3);
    room.settle();
    room.pass(11_000);
    room.made(0, 4, "show Scissors");
    room.made(1, 3, "show Rock");
    assert_eq!(left(&mut room), [14_000, 9_000]);
}

#[test]
fn who_has_chosen_before_the_server_was_down_pays_for_that_alone() {
    let mut room = Room::full(SEALED, 2, &clock(ClockKind::Bank { ms: 100_000, increment: 0 }));
    room.made(0, 1, "show Rock");
    room.made(1, 1, "show Rock");
    room.pass(9_000);
    room.made(0, 2, "show Paper");
    room.now = 19_000;
    (room.down, room.closed) = (10_000, Vec::new());
    room.restart();
    room.join(1, Some(1));
    room.pass(60_000);
    room.made(1, 2, "show Paper");
    let left: Vec<_> = room.now_of(1).clocks.iter().map(|clock| clock.left).collect();
    assert_eq!(left, [91_000, 65_000], "of 60 seconds 10 were none, and 15 were given");
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
