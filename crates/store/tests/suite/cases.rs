//! The cases. Each begins with an empty store whose buckets are all leased to `ME` with epoch 1.

use crate::fixture::*;
use std::sync::mpsc::channel;
use store::Outcome::{Conflict, Done, Fenced};
use store::*;

const A: MatchId = MatchId(1);
const B: MatchId = MatchId(2);
const C: MatchId = MatchId(3);

fn open(opening: Opening) -> Change {
    Change::Open(Box::new(opening))
}

/// An opening with something else about it, its chain at its root all the same.
fn opening_with(of: MatchId, change: impl FnOnce(&mut Opening)) -> Opening {
    let mut opening = opening(of);
    change(&mut opening);
    opening.row.chain = opening.row.root();
    opening
}

fn standing(state: MatchState, due: Option<Millis>, touched: Millis) -> Standing {
    Standing { state, due, touched }
}

pub(crate) fn nothing_is_found_in_an_empty_store(w: &mut dyn World) {
    assert_eq!(w.load(A), None);
    assert_eq!(w.store().by_public("match-1"), Ok(None));
    assert_eq!(w.store().by_token(&token(A, 0)), Ok(None));
    assert_eq!(w.store().by_invite(&code(A)), Ok(None));
    assert_eq!(w.store().list(&[token(A, 0)]), Ok(vec![]));
    assert_eq!(w.store().due(Millis::MAX), Ok(vec![]));
    assert_eq!(w.store().program(&hash(1)), Ok(None));
    assert_eq!(w.store().state(), State::Ready);
}

pub(crate) fn a_program_is_kept_as_it_was_given(w: &mut dyn World) {
    let mine = Program { by_owner: Some(hash(5)), state: ProgramState::Unlisted, ..program(2) };
    assert_eq!(w.all(vec![Change::Program(program(1)), Change::Program(mine.clone())]), [Done, Done]);
    assert_eq!(w.store().program(&hash(1)), Ok(Some(program(1))));
    assert_eq!(w.store().program(&hash(2)), Ok(Some(mine)));
}

pub(crate) fn the_same_program_again_is_done(w: &mut dyn World) {
    let renamed = Program { name: "another".to_owned(), ..program(1) };
    assert_eq!(w.all(vec![Change::Program(program(1)), Change::Program(renamed)]), [Done, Done]);
    assert_eq!(w.store().program(&hash(1)), Ok(Some(program(1))));
}

pub(crate) fn other_files_under_the_same_hash_conflict(w: &mut dyn World) {
    let other = Program { files: vec![0], ..program(1) };
    let newer = Program { semantics: 2, ..program(1) };
    let programs = [program(1), other, newer].map(Change::Program);
    assert_eq!(w.all(programs.to_vec()), [Done, Conflict, Conflict]);
    assert_eq!(w.store().program(&hash(1)), Ok(Some(program(1))));
}

pub(crate) fn a_program_can_be_taken_off_the_list(w: &mut dyn World) {
    for state in ProgramState::ALL {
        w.put(Change::Program(program(1)));
        assert_eq!(w.put(Change::ProgramState { hash: hash(1), state: *state }), Done);
        assert_eq!(w.store().program(&hash(1)).unwrap().unwrap().state, *state);
    }
}

pub(crate) fn the_state_of_no_program_conflicts(w: &mut dyn World) {
    let change = Change::ProgramState { hash: hash(1), state: ProgramState::Listed };
    assert_eq!(w.put(change), Conflict);
}

pub(crate) fn programs_need_no_lease(w: &mut dyn World) {
    let write = Write { epoch: 99, change: Change::Program(program(1)) };
    assert_eq!(w.store().commit(vec![write]).wait(), [Done]);
}

pub(crate) fn a_match_is_opened_as_it_was_given(w: &mut dyn World) {
    w.put(Change::Program(program(1)));
    let bot = Seat { kind: SeatKind::Bot, bot: Some("random".to_owned()), team: Some(2), ..open_seat(A, 2) };
    let given = opening_with(A, |o| o.seats = vec![bot, seat(A, 1), seat(A, 0)]);
    assert_eq!(w.put(open(given.clone())), Done);
    let mut seats = given.seats;
    seats.reverse();
    assert_eq!(w.load(A), Some(Stored { row: given.row, seats, steps: vec![], chat: vec![] }));
    assert_eq!(w.store().by_public("match-1"), Ok(Some(A)));
    assert_eq!(w.store().by_public("match-2"), Ok(None));
    assert_eq!(w.store().by_token(&token(A, 1)), Ok(Some(seat(A, 1))));
}

pub(crate) fn a_match_needs_its_program(w: &mut dyn World) {
    assert_eq!(w.put(open(opening(A))), Conflict);
    assert_eq!(w.load(A), None);
    assert_eq!(w.all(vec![Change::Program(program(1)), open(opening(A))]), [Done, Done]);
}

pub(crate) fn the_same_match_again_is_done(w: &mut dyn World) {
    let mut table = w.with_match(A);
    assert_eq!(w.put(table.next("a1")), Done);
    assert_eq!(w.put(open(opening(A))), Done);
    assert_eq!(w.load(A).unwrap().steps.len(), 1, "what has happened since stays");
}

pub(crate) fn a_number_that_is_taken_conflicts(w: &mut dyn World) {
    w.with_match(A);
    assert_eq!(w.put(open(opening_with(A, |o| o.row.seed = [9; 8]))), Conflict);
    assert_eq!(w.put(open(opening_with(A, |o| o.row.public = "other".to_owned()))), Conflict);
    assert_eq!(w.load(A).unwrap().row, opening(A).row);
}

pub(crate) fn a_name_in_links_that_is_taken_conflicts_and_leaves_nothing(w: &mut dyn World) {
    w.with_match(A);
    assert_eq!(w.put(open(opening_with(B, |o| o.row.public = "match-1".to_owned()))), Conflict);
    assert_eq!(w.load(B), None);
    assert_eq!(w.store().by_token(&token(B, 0)), Ok(None));
    assert_eq!(w.store().by_invite(&code(B)), Ok(None));
}

pub(crate) fn a_match_begins_without_steps(w: &mut dyn World) {
    w.put(Change::Program(program(1)));
    assert_eq!(w.put(open(opening_with(A, |o| o.row.steps = 1))), Conflict);
    assert_eq!(w.put(open(opening_with(A, |o| o.row.rematch = Some(B)))), Conflict);
    assert_eq!(w.load(A), None);
}

pub(crate) fn a_match_begins_at_the_root_of_its_chain(w: &mut dyn World) {
    w.put(Change::Program(program(1)));
    let mut given = opening(A);
    given.row.chain = Chain([1; 8]);
    assert_eq!(w.put(open(given)), Conflict);
    let other_seed = opening_with(A, |o| o.row.seed = [0; 8]).row.root();
    assert_ne!(other_seed, opening(A).row.root());
}

pub(crate) fn seats_and_invites_of_another_match_conflict(w: &mut dyn World) {
    w.put(Change::Program(program(1)));
    assert_eq!(w.put(open(opening_with(A, |o| o.seats[0] = seat(B, 0)))), Conflict);
    assert_eq!(w.put(open(opening_with(A, |o| o.invites[0] = invite(B)))), Conflict);
    assert_eq!(w.load(A), None);
}

pub(crate) fn seats_are_as_many_as_players_and_each_once(w: &mut dyn World) {
    w.put(Change::Program(program(1)));
    assert_eq!(w.put(open(opening_with(A, |o| o.seats.push(open_seat(A, 3))))), Conflict);
    assert_eq!(w.put(open(opening_with(A, |o| o.seats.push(open_seat(A, 2))))), Conflict);
    assert_eq!(w.load(A), None);
}

pub(crate) fn a_token_holds_one_seat(w: &mut dyn World) {
    w.with_match(A);
    assert_eq!(w.put(open(opening_with(B, |o| o.seats[1].token = Some(token(A, 0))))), Conflict);
    assert_eq!(w.load(B), None);
    assert_eq!(w.store().by_invite(&code(B)), Ok(None));
    assert_eq!(w.put(open(opening_with(B, |o| o.seats[1].token = Some(token(B, 0))))), Conflict);
    assert_eq!(w.put(Change::Seat(Seat { token: Some(token(A, 0)), ..seat(A, 1) })), Conflict);
    assert_eq!(w.store().by_token(&token(A, 0)), Ok(Some(seat(A, 0))));
}

pub(crate) fn an_invite_code_is_taken_once(w: &mut dyn World) {
    w.with_match(A);
    assert_eq!(w.put(open(opening_with(B, |o| o.invites[0].hash = code(A)))), Conflict);
    assert_eq!(w.load(B), None);
    assert_eq!(w.store().by_invite(&code(A)), Ok(Some(invite(A))));
}

pub(crate) fn steps_are_kept_as_they_were_given(w: &mut dyn World) {
    let mut table = w.with_match(A);
    let bare = Step {
        kind: StepKind::Flag,
        seat: None,
        candidate: None,
        text: None,
        id: None,
        fingerprint: None,
        ..step(1, "")
    };
    assert_eq!(w.put(table.next("place a1")), Done);
    let next = NextStep::new(A, table.chain, bare.clone(), standing(MatchState::Over, None, START + 9));
    assert_eq!(w.put(Change::Step(Box::new(next.clone()))), Done);
    let stored = w.load(A).unwrap();
    let first = Step { chain: table.chain, ..step(0, "place a1") };
    assert_eq!(stored.steps, [first, Step { chain: next.step.chain, ..bare }]);
    assert_eq!((stored.row.steps, stored.row.chain), (2, next.step.chain));
}

pub(crate) fn every_kind_and_state_is_kept(w: &mut dyn World) {
    let Table { of, mut chain, .. } = w.with_match(A);
    for (n, kind) in StepKind::ALL.iter().enumerate() {
        let state = MatchState::ALL[n % MatchState::ALL.len()];
        let step = Step { kind: *kind, ..step(n as u32, "x") };
        let next = NextStep::new(of, chain, step, standing(state, None, START));
        chain = next.step.chain;
        assert_eq!(w.put(Change::Step(Box::new(next))), Done);
        assert_eq!(w.load(A).unwrap().row.state, state);
    }
    let kinds: Vec<StepKind> = w.load(A).unwrap().steps.iter().map(|step| step.kind).collect();
    assert_eq!(kinds, StepKind::ALL);
    for kind in SeatKind::ALL {
        assert_eq!(w.put(Change::Seat(Seat { kind: *kind, ..seat(A, 1) })), Done);
        assert_eq!(w.load(A).unwrap().seats[1].kind, *kind);
    }
}

pub(crate) fn a_step_leaves_no_gap(w: &mut dyn World) {
    let mut table = w.with_match(A);
    table.n = 1;
    assert_eq!(w.put(table.next("b2")), Conflict);
    assert_eq!(w.load(A).unwrap().steps, []);
}

pub(crate) fn a_step_that_is_taken_conflicts(w: &mut dyn World) {
    let table = w.with_match(A);
    assert_eq!(w.put(table.clone().next("a1")), Done);
    assert_eq!(w.put(table.clone().next("b2")), Conflict);
    assert_eq!(w.load(A).unwrap().steps[0].text.as_deref(), Some("a1"));
}

pub(crate) fn the_same_step_again_is_done(w: &mut dyn World) {
    let mut table = w.with_match(A);
    let steps = [table.next("a1"), table.next("b2")];
    assert_eq!(w.all(steps.to_vec()), [Done, Done]);
    assert_eq!(w.all(steps.to_vec()), [Done, Done]);
    assert_eq!(w.load(A).unwrap().steps.len(), 2);
}

pub(crate) fn a_step_on_another_chain_conflicts(w: &mut dyn World) {
    let mut table = w.with_match(A);
    assert_eq!(w.put(table.next("a1")), Done);
    let mut other = Table { chain: Chain([7; 8]), ..table };
    assert_eq!(w.put(other.next("b2")), Conflict);
    assert_eq!(w.load(A).unwrap().steps.len(), 1);
}

pub(crate) fn a_step_of_no_match_conflicts(w: &mut dyn World) {
    let mut table = Table { of: A, chain: opening(A).row.root(), n: 0 };
    assert_eq!(w.put(table.next("a1")), Conflict);
    assert_eq!(w.load(A), None);
}

pub(crate) fn steps_of_one_commit_keep_their_order(w: &mut dyn World) {
    let (mut a, mut b) = (w.with_match(A), w.with_match(B));
    let steps: Vec<Change> = (0..10).flat_map(|_| [a.next("a"), b.next("b")]).collect();
    assert_eq!(w.all(steps), [Done; 20]);
    assert_eq!((w.load(A).unwrap().steps.len(), w.load(B).unwrap().steps.len()), (10, 10));
}

pub(crate) fn a_conflict_leaves_the_other_writes_alone(w: &mut dyn World) {
    let (mut a, mut b) = (w.with_match(A), w.with_match(B));
    let wrong = Table { chain: Chain([0; 8]), ..a.clone() }.next("wrong");
    assert_eq!(w.all(vec![b.next("b"), wrong, a.next("a")]), [Done, Conflict, Done]);
    assert_eq!(w.load(A).unwrap().steps[0].text.as_deref(), Some("a"));
    assert_eq!(w.load(B).unwrap().steps.len(), 1);
}

pub(crate) fn after_a_conflict_later_steps_of_the_match_conflict(w: &mut dyn World) {
    let table = w.with_match(A);
    assert_eq!(w.put(table.clone().next("first")), Done);
    let mut late = table;
    assert_eq!(w.all(vec![late.next("second"), late.next("third")]), [Conflict, Conflict]);
    assert_eq!(w.load(A).unwrap().steps.len(), 1);
}

pub(crate) fn a_step_says_how_far_the_match_is(w: &mut dyn World) {
    let table = w.with_match(A);
    let now = standing(MatchState::On, Some(START + 500), START + 3);
    let next = NextStep::new(A, table.chain, step(0, "a1"), now);
    assert_eq!(w.put(Change::Step(Box::new(next))), Done);
    let row = w.load(A).unwrap().row;
    assert_eq!(standing(row.state, row.due, row.touched), now);
}

pub(crate) fn how_far_a_match_is_changes_without_a_step(w: &mut dyn World) {
    w.with_match(A);
    let now = standing(MatchState::Frozen, Some(5), START + 3);
    assert_eq!(w.put(Change::Standing { of: A, standing: now }), Done);
    let row = w.load(A).unwrap().row;
    assert_eq!((standing(row.state, row.due, row.touched), row.steps), (now, 0));
}

pub(crate) fn settings_are_replaced(w: &mut dyn World) {
    w.with_match(A);
    let settings = r#"{"clock":"5+3"}"#.to_owned();
    assert_eq!(w.put(Change::Settings { of: A, settings: settings.clone() }), Done);
    assert_eq!(w.load(A).unwrap().row.settings, settings);
}

pub(crate) fn changes_of_no_match_conflict(w: &mut dyn World) {
    let changes = vec![
        Change::Standing { of: A, standing: standing(MatchState::On, None, START) },
        Change::Settings { of: A, settings: String::new() },
        Change::Seat(seat(A, 0)),
        Change::Invite(invite(A)),
        Change::Chat(line(A, 0, None)),
        Change::Claim { invite: code(A), seat: seat(A, 0), at: START },
        Change::Rematch { of: A, next: Box::new(opening(B)) },
        Change::Forget { of: A, seat: 0, token: token(A, 0) },
    ];
    let conflicts = vec![Conflict; changes.len()];
    assert_eq!(w.all(changes), conflicts);
    assert_eq!(w.store().by_token(&token(A, 0)), Ok(None));
    assert_eq!(w.load(B), None);
}

pub(crate) fn a_seat_is_replaced(w: &mut dyn World) {
    w.with_match(A);
    let new = Seat { name: "Ada".to_owned(), token: Some(hash(77)), generation: 2, ..seat(A, 1) };
    assert_eq!(w.put(Change::Seat(new.clone())), Done);
    assert_eq!(w.load(A).unwrap().seats, [seat(A, 0), new, open_seat(A, 2)]);
}

pub(crate) fn an_older_generation_of_a_seat_conflicts(w: &mut dyn World) {
    w.with_match(A);
    let of_generation = |generation| Change::Seat(Seat { generation, ..seat(A, 1) });
    assert_eq!(w.all([3, 2, 3, 4].map(of_generation).to_vec()), [Done, Conflict, Done, Done]);
    assert_eq!(w.load(A).unwrap().seats[1].generation, 4);
}

pub(crate) fn a_token_that_was_replaced_finds_nothing(w: &mut dyn World) {
    w.with_match(A);
    let new = Seat { token: Some(hash(77)), generation: 2, ..seat(A, 0) };
    assert_eq!(w.put(Change::Seat(new.clone())), Done);
    assert_eq!(w.store().by_token(&token(A, 0)), Ok(None));
    assert_eq!(w.store().by_token(&hash(77)), Ok(Some(new)));
    assert_eq!(w.store().list(&[token(A, 0)]), Ok(vec![]));
}

pub(crate) fn a_seat_that_was_not_there_is_added_up_to_the_number_of_players(w: &mut dyn World) {
    w.put(Change::Program(program(1)));
    w.put(open(opening_with(A, |o| o.seats.clear())));
    assert_eq!(w.all(vec![Change::Seat(seat(A, 2)), Change::Seat(seat(A, 3))]), [Done, Conflict]);
    assert_eq!(w.load(A).unwrap().seats, [seat(A, 2)]);
}

pub(crate) fn an_invite_is_kept_as_it_was_given(w: &mut dyn World) {
    w.with_match(A);
    let for_one = Invite { hash: hash(50), seat: Some(2), uses: 5, ..invite(A) };
    assert_eq!(w.put(Change::Invite(for_one.clone())), Done);
    assert_eq!(w.store().by_invite(&hash(50)), Ok(Some(for_one)));
    assert_eq!(w.store().by_invite(&code(A)), Ok(Some(invite(A))));
}

pub(crate) fn an_invite_for_no_match_conflicts(w: &mut dyn World) {
    assert_eq!(w.put(Change::Invite(invite(A))), Conflict);
    assert_eq!(w.store().by_invite(&code(A)), Ok(None));
}

pub(crate) fn the_same_invite_again_is_done_and_another_conflicts(w: &mut dyn World) {
    w.with_match(A);
    let other = Invite { uses: 100, ..invite(A) };
    assert_eq!(w.all(vec![Change::Invite(invite(A)), Change::Invite(other)]), [Done, Conflict]);
    assert_eq!(w.store().by_invite(&code(A)), Ok(Some(invite(A))));
}

fn claim(of: MatchId, n: u32) -> Change {
    Change::Claim { invite: code(of), seat: seat(of, n), at: START + 5 }
}

pub(crate) fn claiming_seats_somebody_and_uses_the_invite(w: &mut dyn World) {
    w.with_match(A);
    assert_eq!(w.put(claim(A, 2)), Done);
    assert_eq!(w.load(A).unwrap().seats[2], seat(A, 2));
    assert_eq!(w.store().by_token(&token(A, 2)), Ok(Some(seat(A, 2))));
    assert_eq!(w.store().by_invite(&code(A)).unwrap().unwrap().uses, 0);
}

pub(crate) fn an_invite_that_is_used_up_conflicts(w: &mut dyn World) {
    w.with_match(A);
    assert_eq!(w.put(claim(A, 2)), Done);
    let other = Seat { token: Some(hash(60)), generation: 2, ..seat(A, 2) };
    assert_eq!(w.put(Change::Claim { invite: code(A), seat: other, at: START }), Conflict);
    assert_eq!(w.load(A).unwrap().seats[2], seat(A, 2));
}

pub(crate) fn a_late_invite_conflicts(w: &mut dyn World) {
    w.with_match(A);
    let at = |at| Change::Claim { invite: code(A), seat: seat(A, 2), at };
    assert_eq!(w.put(at(START + DAY + 1)), Conflict);
    assert_eq!(w.put(at(START + DAY)), Done);
}

pub(crate) fn an_invite_for_one_seat_gives_no_other(w: &mut dyn World) {
    w.put(Change::Program(program(1)));
    let given = opening_with(A, |o| {
        o.invites[0].seat = Some(2);
        o.seats = vec![open_seat(A, 1), open_seat(A, 2)];
    });
    w.put(open(given));
    assert_eq!(w.all(vec![claim(A, 1), claim(A, 2)]), [Conflict, Done]);
    w.put(open(opening(B)));
    let elsewhere = Change::Claim { invite: code(B), seat: seat(A, 1), at: START };
    assert_eq!(w.put(elsewhere), Conflict, "an invite of another match");
}

pub(crate) fn claiming_again_uses_nothing(w: &mut dyn World) {
    w.put(Change::Program(program(1)));
    w.put(open(opening_with(A, |o| o.invites[0].uses = 3)));
    assert_eq!(w.all(vec![claim(A, 2), claim(A, 2)]), [Done, Done]);
    assert_eq!(w.store().by_invite(&code(A)).unwrap().unwrap().uses, 2);
}

pub(crate) fn a_seat_that_is_taken_is_not_claimed(w: &mut dyn World) {
    w.with_match(A);
    let other = Seat { token: Some(hash(60)), name: "late".to_owned(), ..seat(A, 0) };
    assert_eq!(w.put(Change::Claim { invite: code(A), seat: other, at: START }), Conflict);
    assert_eq!(w.load(A).unwrap().seats[0], seat(A, 0));
    assert_eq!(w.store().by_invite(&code(A)).unwrap().unwrap().uses, 1);
}

pub(crate) fn a_claim_that_cannot_be_leaves_the_invite(w: &mut dyn World) {
    w.with_match(A);
    let taken = Seat { token: Some(token(A, 0)), ..seat(A, 2) };
    assert_eq!(w.put(Change::Claim { invite: code(A), seat: taken, at: START }), Conflict);
    assert_eq!(w.store().by_invite(&code(A)), Ok(Some(invite(A))));
    assert_eq!(w.load(A).unwrap().seats[2], open_seat(A, 2));
}

pub(crate) fn chat_is_kept_in_order(w: &mut dyn World) {
    w.with_match(A);
    let lines = [line(A, 1, Some(1)), line(A, 0, None), line(A, 2, Some(0))];
    assert_eq!(w.all(lines.clone().map(Change::Chat).to_vec()), [Done; 3]);
    let [one, zero, two] = lines;
    assert_eq!(w.load(A).unwrap().chat, [zero, one, two]);
}

pub(crate) fn a_line_of_chat_that_is_taken_conflicts(w: &mut dyn World) {
    w.with_match(A);
    let other = Chat { text: "other".to_owned(), ..line(A, 0, None) };
    let lines = [line(A, 0, None), line(A, 0, None), other];
    assert_eq!(w.all(lines.map(Change::Chat).to_vec()), [Done, Done, Conflict]);
    assert_eq!(w.load(A).unwrap().chat, [line(A, 0, None)]);
}

fn rematch(of: MatchId, next: Opening) -> Change {
    Change::Rematch { of, next: Box::new(next) }
}

pub(crate) fn a_rematch_is_opened_and_found_from_the_first_match(w: &mut dyn World) {
    w.with_match(A);
    assert_eq!(w.put(rematch(A, opening(B))), Done);
    assert_eq!(w.load(A).unwrap().row.rematch, Some(B));
    assert_eq!(w.load(B).unwrap().row, opening(B).row);
    assert_eq!(w.load(B).unwrap().seats, opening(B).seats);
}

pub(crate) fn there_is_one_rematch(w: &mut dyn World) {
    w.with_match(A);
    let asked = [opening(B), opening(B), opening(C)].map(|next| rematch(A, next));
    assert_eq!(w.all(asked.to_vec()), [Done, Done, Conflict]);
    assert_eq!(w.load(A).unwrap().row.rematch, Some(B));
    assert_eq!(w.load(C), None);
}

pub(crate) fn a_rematch_that_cannot_be_opened_leaves_nothing(w: &mut dyn World) {
    w.with_match(A);
    w.with_match(C);
    assert_eq!(w.put(rematch(A, opening(C))), Conflict, "it is there already, and no rematch");
    let taken = opening_with(B, |o| o.seats[0].token = Some(token(A, 0)));
    assert_eq!(w.put(rematch(A, taken)), Conflict);
    assert_eq!((w.load(A).unwrap().row.rematch, w.load(B)), (None, None));
}

fn forget(of: MatchId, n: u32) -> Change {
    Change::Forget { of, seat: n, token: token(of, n) }
}

pub(crate) fn who_is_forgotten_leaves_the_steps(w: &mut dyn World) {
    let mut table = w.with_match(A);
    w.all(vec![table.next("a1"), table.next("b2")]);
    w.all([line(A, 0, Some(0)), line(A, 1, Some(1)), line(A, 2, None)].map(Change::Chat).to_vec());
    assert_eq!(w.put(forget(A, 0)), Done);
    let stored = w.load(A).unwrap();
    let gone = Seat {
        name: "someone".to_owned(),
        kind: SeatKind::Left,
        token: None,
        generation: 2,
        is_forgotten: true,
        ..seat(A, 0)
    };
    assert_eq!(stored.seats, [gone, seat(A, 1), open_seat(A, 2)]);
    assert_eq!(stored.chat, [line(A, 1, Some(1)), line(A, 2, None)]);
    assert_eq!(stored.steps.len(), 2);
    assert_eq!(w.store().by_token(&token(A, 0)), Ok(None));
}

pub(crate) fn nobody_is_forgotten_without_the_token(w: &mut dyn World) {
    w.with_match(A);
    for (seat, token) in [(0, token(A, 1)), (1, token(A, 0)), (2, token(A, 2)), (9, token(A, 0))] {
        assert_eq!(w.put(Change::Forget { of: A, seat, token }), Conflict);
    }
    assert_eq!(w.load(A).unwrap().seats, opening(A).seats);
}

pub(crate) fn a_match_goes_with_the_last_who_asks(w: &mut dyn World) {
    let mut table = w.with_match(A);
    w.all(vec![table.next("a1"), Change::Chat(line(A, 0, None))]);
    w.with_match(B);
    assert_eq!(w.all(vec![forget(A, 0), forget(A, 1)]), [Done, Done]);
    assert_eq!(w.load(A), None);
    assert_eq!(w.store().by_public("match-1"), Ok(None));
    assert_eq!(w.store().by_invite(&code(A)), Ok(None));
    assert!(w.load(B).is_some());
    w.with_match(A);
    assert_eq!((w.load(A).unwrap().steps, w.load(A).unwrap().chat), (vec![], vec![]));
}

pub(crate) fn bots_do_not_hold_a_match(w: &mut dyn World) {
    w.put(Change::Program(program(1)));
    let bot = Seat { kind: SeatKind::Bot, bot: Some("random".to_owned()), ..open_seat(A, 1) };
    w.put(open(opening_with(A, |o| o.seats[1] = bot)));
    assert_eq!(w.put(forget(A, 0)), Done);
    assert_eq!(w.load(A), None);
}

pub(crate) fn the_matches_of_some_tokens_are_listed(w: &mut dyn World) {
    let (_, mut b) = (w.with_match(A), w.with_match(B));
    w.with_match(C);
    w.all(vec![b.next("x"), b.next("y")]);
    let found = w.store().list(&[token(A, 1), hash(4), token(B, 0), token(A, 1), token(A, 0)]).unwrap();
    let found: Vec<(MatchId, u32)> = found.iter().map(|l| (l.row.id, l.seat.n)).collect();
    assert_eq!(found, [(B, 0), (A, 0), (A, 1)], "the one touched last first, each once");
    assert_eq!(w.store().list(&[]), Ok(vec![]));
}

pub(crate) fn clocks_are_found_by_their_time(w: &mut dyn World) {
    for (of, due) in [(A, Some(300)), (B, Some(100)), (C, None)] {
        w.with_match(of);
        w.put(Change::Standing { of, standing: standing(MatchState::On, due, START) });
    }
    assert_eq!(w.store().due(99), Ok(vec![]));
    assert_eq!(w.store().due(100), Ok(vec![(100, B)]));
    assert_eq!(w.store().due(Millis::MAX), Ok(vec![(100, B), (300, A)]));
    w.put(Change::Standing { of: B, standing: standing(MatchState::Over, None, START) });
    assert_eq!(w.store().due(Millis::MAX), Ok(vec![(300, A)]));
}

const OTHER: ProcessId = ProcessId(8);

pub(crate) fn a_lease_is_granted_and_renewed(w: &mut dyn World) {
    w.pass(10);
    let leases = w.store().lease(3..5, ME, 2 * DAY).unwrap();
    let lease = |bucket| Lease { bucket, owner: ME, epoch: 1, until: START + 10 + 2 * DAY };
    assert_eq!(leases, [lease(3), lease(4)]);
}

pub(crate) fn a_lease_that_runs_is_not_given_away(w: &mut dyn World) {
    w.pass(DAY - 1);
    let leases = w.store().lease(3..4, OTHER, 10).unwrap();
    assert_eq!(leases, [Lease { bucket: 3, owner: ME, epoch: 1, until: START + DAY }]);
}

pub(crate) fn a_lease_that_ran_out_is_given_with_a_new_epoch(w: &mut dyn World) {
    w.pass(DAY);
    let until = START + DAY + 10;
    let leases = w.store().lease(3..4, OTHER, 10).unwrap();
    assert_eq!(leases, [Lease { bucket: 3, owner: OTHER, epoch: 2, until }]);
    let mine = w.store().lease(4..5, ME, 10).unwrap();
    assert_eq!(mine, [Lease { bucket: 4, owner: ME, epoch: 2, until }], "it was nobody's for a while");
}

pub(crate) fn a_lease_is_given_back(w: &mut dyn World) {
    assert_eq!(w.store().lease(3..4, ME, 0).unwrap()[0].until, START);
    assert_eq!(w.store().lease(3..4, ME, 0).unwrap()[0].epoch, 1);
    assert_eq!(w.store().lease(3..4, OTHER, 10).unwrap()[0].epoch, 2);
}

pub(crate) fn writes_of_an_older_epoch_are_fenced(w: &mut dyn World) {
    let mut table = w.with_match(A);
    let bucket = A.bucket();
    w.store().lease(bucket..bucket + 1, ME, 0).unwrap();
    w.store().lease(bucket..bucket + 1, OTHER, DAY).unwrap();
    let next = table.next("a1");
    assert_eq!(w.put(next.clone()), Fenced);
    assert_eq!(w.load(A).unwrap().steps, []);
    assert_eq!(w.store().commit(vec![Write { epoch: 2, change: next }]).wait(), [Done]);
}

pub(crate) fn writes_without_a_lease_are_fenced(w: &mut dyn World) {
    w.put(Change::Program(program(1)));
    for epoch in [0, 2] {
        let write = Write { epoch, change: open(opening(A)) };
        assert_eq!(w.store().commit(vec![write]).wait(), [Fenced]);
    }
    assert_eq!(w.load(A), None);
}

pub(crate) fn a_rematch_needs_both_buckets(w: &mut dyn World) {
    w.with_match(A);
    let bucket = B.bucket();
    w.store().lease(bucket..bucket + 1, ME, 0).unwrap();
    w.store().lease(bucket..bucket + 1, OTHER, DAY).unwrap();
    assert_eq!(w.put(rematch(A, opening(B))), Fenced);
    assert_eq!((w.load(A).unwrap().row.rematch, w.load(B)), (None, None));
}

pub(crate) fn old_matches_are_removed_by_their_state(w: &mut dyn World) {
    let keep = Retention { lobby: 10, untouched: 20, finished: 30, chat: 1000 };
    let states = MatchState::ALL.iter().enumerate().map(|(i, state)| (MatchId(i as i64 + 1), *state));
    for (of, state) in states {
        w.with_match(of);
        w.put(Change::Standing { of, standing: standing(state, None, START) });
    }
    let there = |w: &dyn World| (1..=4).filter(|id| w.load(MatchId(*id)).is_some()).collect::<Vec<i64>>();
    for (after, left) in [(10, vec![1, 2, 3, 4]), (11, vec![2, 3, 4]), (21, vec![3, 4]), (31, vec![])] {
        let before = there(w).len();
        let removed = w.store().retain(START + after, &keep).unwrap();
        assert_eq!(there(w), left);
        assert_eq!(removed.matches as usize, before - left.len());
    }
    assert_eq!(w.store().by_token(&token(A, 0)), Ok(None));
}

pub(crate) fn old_chat_is_removed_after_the_end(w: &mut dyn World) {
    let keep = Retention { chat: 10, ..Retention::default() };
    for (of, state) in [(A, MatchState::On), (B, MatchState::Over)] {
        w.with_match(of);
        w.all(vec![Change::Chat(line(of, 0, None)), Change::Chat(line(of, 1, None))]);
        w.put(Change::Standing { of, standing: standing(state, None, START) });
    }
    assert_eq!(w.store().retain(START + 10, &keep).unwrap().chat, 0);
    assert_eq!(w.store().retain(START + 11, &keep).unwrap().chat, 2);
    assert_eq!((w.load(A).unwrap().chat.len(), w.load(B).unwrap().chat.len()), (2, 0));
}

pub(crate) fn late_invites_are_removed(w: &mut dyn World) {
    w.with_match(A);
    let keep = Retention { lobby: 9 * DAY, ..Retention::default() };
    assert_eq!(w.store().retain(START + DAY, &keep).unwrap().invites, 0);
    assert_eq!(w.store().retain(START + DAY + 1, &keep).unwrap().invites, 1);
    assert_eq!(w.store().by_invite(&code(A)), Ok(None));
}

pub(crate) fn programs_that_nobody_names_are_removed(w: &mut dyn World) {
    let keep = Retention { lobby: 10, ..Retention::default() };
    w.with_match(A);
    w.put(Change::Standing { of: A, standing: standing(MatchState::On, None, START) });
    w.put(Change::Program(program(2)));
    assert_eq!(w.store().retain(START + 10, &keep).unwrap().programs, 0);
    assert_eq!(w.store().retain(START + 11, &keep).unwrap().programs, 1);
    assert_eq!(w.store().program(&hash(1)), Ok(Some(program(1))));
    assert_eq!(w.store().program(&hash(2)), Ok(None));
}

pub(crate) fn everything_is_there_after_opening_again(w: &mut dyn World) {
    let mut table = w.with_match(A);
    w.all(vec![table.next("a1"), Change::Chat(line(A, 0, None)), claim(A, 2)]);
    let before = (w.load(A), w.store().by_invite(&code(A)), w.store().program(&hash(1)));
    w.reopen();
    assert_eq!((w.load(A), w.store().by_invite(&code(A)), w.store().program(&hash(1))), before);
    w.pass(2 * DAY);
    let epoch = w.store().lease(A.bucket()..A.bucket() + 1, OTHER, DAY).unwrap()[0].epoch;
    assert_eq!(epoch, 2, "a process that is gone had epoch 1");
    let next = Write { epoch, change: table.next("b2") };
    assert_eq!(w.store().commit(vec![next]).wait(), [Done]);
}

pub(crate) fn a_commit_of_nothing_is_answered(w: &mut dyn World) {
    assert_eq!(w.all(vec![]), []);
}

pub(crate) fn outcomes_are_told_to_who_asks_for_them(w: &mut dyn World) {
    let write = |epoch, change| Write { epoch, change };
    let (tell, told) = channel();
    let ticket = w.store().commit(vec![
        write(1, Change::Program(program(1))),
        write(3, open(opening(A))),
        write(1, open(opening(A))),
    ]);
    ticket.then(move |outcomes| tell.send(outcomes).unwrap());
    assert_eq!(told.recv().unwrap(), [Done, Fenced, Done]);
}

pub(crate) fn a_large_commit_is_written_whole(w: &mut dyn World) {
    let mut table = w.with_match(A);
    let text = "x".repeat(2_000);
    let steps: Vec<Change> = (0..1_500).map(|_| table.next(&text)).collect();
    assert_eq!(w.all(steps), vec![Done; 1_500]);
    let stored = w.load(A).unwrap();
    assert_eq!((stored.steps.len(), stored.row.steps, stored.row.chain), (1_500, 1_500, table.chain));
}

pub(crate) fn texts_and_numbers_are_kept_to_their_ends(w: &mut dyn World) {
    let table = w.with_match(A);
    let odd = "\0 tab\t \u{10ffff} \u{202e} 'quoted' \"twice\" ; drop table step; --";
    let ends = Step {
        seat: Some(u32::MAX),
        candidate: Some(i64::MIN),
        at: i64::MAX,
        spent: i64::MIN,
        id: Some([255; 16]),
        fingerprint: Some(u64::MAX),
        ..step(0, odd)
    };
    let last = standing(MatchState::On, Some(i64::MIN), i64::MAX);
    let next = NextStep::new(A, table.chain, ends, last);
    assert_eq!(w.put(Change::Step(Box::new(next.clone()))), Done);
    assert_eq!(w.load(A).unwrap().steps, [next.step]);
    let named = Seat { name: odd.to_owned(), generation: u32::MAX, team: Some(u32::MAX), ..seat(A, 1) };
    assert_eq!(w.put(Change::Seat(named.clone())), Done);
    assert_eq!(w.store().by_token(&token(A, 1)), Ok(Some(named)));
    let empty = Program { files: vec![], name: String::new(), ..program(3) };
    assert_eq!(w.put(Change::Program(empty.clone())), Done);
    assert_eq!(w.store().program(&hash(3)), Ok(Some(empty)));
}
