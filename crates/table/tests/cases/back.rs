//! Taking moves back, and other votes of the players.

use crate::room::Room;
use crate::{SEALED, TTT, plain};
use store::StepKind;
use table::{Input, Settings};
use wire::{Code, FromClient, How, ToClient};

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
fn a_team_loses_together_and_who_was_out_has_lost_before() {
    const TEAMS: &str = r#"game "Teams";
turn Main { }
global class Rules {
    action leave { trigger PlayerChoiceEvent; effect { eliminate actor; turn.pass(); } }
}
setup { players 5; team "Odd" { 1, 3 }; turns.use("Main"); }
"#;
    let mut room = Room::full(TEAMS, 5, &plain());
    room.made(0, 1, "leave");
    for wish in [FromClient::Resign, FromClient::Draw] {
        let id = room.wish(0, wish);
        assert_eq!(room.code(0, id), Some(Code::Nothing), "who is out is out");
    }
    room.wish(3, FromClient::Resign);
    room.settle();
    let result = room.now_of(2).result.unwrap();
    assert_eq!((result.how, result.ranking), (How::Resigned, vec![vec![2, 4], vec![0], vec![3, 1]]));
}

#[test]
fn a_move_that_takes_too_much_is_refused_and_the_match_goes_on() {
    const HEAVY: &str = r#"game "Heavy";
turn Main { }
global class Rules {
    number held = 0;
    function List<number> upTo(number n) { List<number> all = {}; while (all.length < n) { all.add(1); } return all; }
    action work { trigger PlayerChoiceEvent; effect { while (true) { held += 1; } } }
    action grow { trigger PlayerChoiceEvent; effect { held = 1000000000; turn.pass(); } }
    action rest { trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action pick { input number n from upTo(held); trigger PlayerChoiceEvent; effect { turn.pass(); } }
}
setup { players 2; turns.use("Main"); }
"#;
    let mut room = Room::full(HEAVY, 2, &plain());
    for name in ["work", "grow"] {
        let id = room.play(0, 1, name);
        room.settle();
        assert_eq!(room.code(0, id), Some(Code::Illegal), "{name}");
    }
    room.made(0, 1, "rest");
    room.made(1, 1, "rest");
    assert_eq!(room.now_of(0).result, None);
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

/// Alone with two bots, after a move of one's own and one of theirs: what is answered to who wants to go back, before
/// one's own or before theirs alone.
fn back_among_bots(game: &str, is_theirs_alone: bool) -> Option<Code> {
    let mut room = Room::full(game, 3, &Settings { takeover: Some(1_000), ..plain() });
    for seat in [1, 2] {
        room.wish(seat, FromClient::Resign);
        room.settle();
    }
    while asked(&room).0 == 0 {
        let (_, q, texts) = asked(&room);
        room.made(0, q, &texts[0]);
    }
    let behind_own = room.v_of(0);
    let (seat, q, _) = asked(&room);
    let q = room.thinks.iter().rfind(|seated| seated.seat == seat).map_or(q, |seated| seated.q);
    room.give(Input::Bot { seat, q, number: 0 });
    room.settle();
    assert_eq!(room.rows().last().unwrap().seat, Some(seat), "the bot has moved");
    let id = room.undo(0, is_theirs_alone.then_some(behind_own));
    room.settle();
    room.code(0, id)
}

#[test]
fn bots_agree_to_what_shows_nothing_hidden() {
    assert_eq!(back_among_bots("pig", false), None);
    assert_eq!(back_among_bots("crazy-eights", false), Some(Code::Nothing));
    assert_eq!(back_among_bots("pig", true), Some(Code::Nothing), "they would choose anew what they like");
}

#[test]
fn a_step_back_into_a_secret_round_goes_back_to_its_beginning() {
    let mut room = Room::full("hearts", 4, &plain());
    let steps = |room: &Room| room.table.recorded().unwrap().record().steps.len();
    let mut last = 0;
    for _ in 0..3 * 4 {
        let (seat, q, texts) = asked(&room);
        room.made(u64::from(seat), q, &texts[0]);
        last = u64::from(seat);
    }
    assert_eq!(steps(&room), 12, "all have passed three cards on");
    room.undo(last, None);
    room.settle();
    for seat in (0..4).filter(|seat| *seat != last) {
        room.vote(seat, 0, true);
        room.settle();
    }
    assert_eq!(steps(&room), 8, "and all choose the third anew");
}
