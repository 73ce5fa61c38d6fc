//! What a viewer is told of a match: the one place where anything about it becomes a message. All of it is made from
//! what the engine lets this viewer see.

use crate::choose::{self, Offered};
use crate::clocks;
use crate::fold::{Ending, Fold, Hearers, Vote};
use crate::seen;
use crate::settings::ClockKind;
use engine::Match;
use engine::question::{Refused, WhyNot};
use engine::tabletop::SeatState;
use engine::view::Viewer;
use std::collections::VecDeque;
use store::{Millis, SeatKind};
use wire::{
    Ask, Clock, How, Id, Moment, Now, PartAnswer, PastAnswer, Raw, Ruling, Step, ToClient, UndoState, Voting,
    Waiting, Welcome, WhyAnswer, raw,
};

/// The time on the clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    pub(crate) now: Millis,
    /// When the clocks of those who are asked began to run.
    pub(crate) started: Millis,
}

impl Time {
    pub(crate) fn elapsed(self) -> Millis {
        (self.now - self.started).max(0)
    }
}

/// Seats are viewers by their numbers; spectators come after them.
pub(crate) fn viewer(fold: &Fold, number: usize) -> Viewer {
    if number < fold.players as usize { Viewer::Seat(number as u32) } else { Viewer::Spectator }
}

fn seat(viewer: Viewer) -> Option<u32> {
    if let Viewer::Seat(seat) = viewer { Some(seat) } else { None }
}

/// How the table stands.
pub(crate) fn table(fold: &Fold, number: usize) -> Raw {
    raw(&fold.core.observer(viewer(fold, number)).tabletop())
}

pub(crate) fn welcome(fold: &Fold, number: usize, table: Option<Raw>, v: u64, now: Now) -> Welcome {
    let rules = fold.rules.hash().to_owned();
    let seat = seat(viewer(fold, number));
    Welcome { v, seat, rules, legend: None, table, trace: None, log: Vec::new(), steps: Vec::new(), now }
}

/// The step that a row is in a viewer's stream, once the row stands.
pub(crate) fn step(fold: &Fold, told: &Telling, log: Vec<Raw>, number: usize, time: Time) -> ToClient {
    let seen = told.has_trace.then(|| seen::last_move(&fold.core, viewer(fold, number)));
    let (trace, anew) = seen.map_or((None, None), |(trace, anew)| (Some(trace), anew));
    let table = anew.or_else(|| told.is_back.then(|| table(fold, number)));
    let v = fold.light.v[number];
    ToClient::Step(Box::new(Step { v, trace, table, log, now: now(fold, number, time) }))
}

/// How much of the table a step tells anew.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Telling {
    pub(crate) hearers: Hearers,
    pub(crate) is_move: bool,
    pub(crate) has_trace: bool,
    pub(crate) is_back: bool,
}

/// What is told of a move beside what could be seen of it.
pub(crate) fn log(fold: &Fold, number: usize) -> Vec<Raw> {
    fold.core.observer(viewer(fold, number)).log().iter().map(raw).collect()
}

/// What could be seen of the last move that is no secret, for who comes after it; None before the first, whatever is
/// sealed by then.
pub(crate) fn last_trace(fold: &Fold, number: usize) -> Option<Raw> {
    (fold.settled() > 0).then(|| raw(&fold.core.observer(viewer(fold, number)).trace()))
}

/// What a seat may choose behind the first parts of a move.
pub(crate) fn part(fold: &Fold, id: Id, q: u64, seat: u32, path: &Raw) -> Result<ToClient, Refused> {
    let Offered { ask, refs, on, prompts, tree, whole, more, auto } = choose::behind(&fold.core, seat, path)?;
    Ok(ToClient::Part(PartAnswer { id, q, ask, refs, on, prompts, tree, whole, more, auto }))
}

/// Why a seat may not make a move.
pub(crate) fn why(fold: &Fold, id: Id, seat: u32, path: &Raw) -> Result<ToClient, Refused> {
    let why = choose::why(&fold.core, seat, path)?;
    let legal = why == WhyNot::Legal;
    let lines = if legal { Vec::new() } else { vec![why.to_string()] };
    Ok(ToClient::Why(WhyAnswer { id, legal, lines }))
}

/// So many tables of the past are told at once, and about so many bytes of them.
const MAX_MOMENTS: usize = 20;
const MAX_PAST: usize = 1 << 17;
/// Nothing is told of what was after so many moves: all before it would have to be made again.
const MAX_MADE_AGAIN: usize = 1_000;

/// The last tables before the present one behind which fewer decisions stood.
pub(crate) fn past(fold: &mut Fold, id: Id, number: usize, before: usize) -> Result<ToClient, String> {
    let before = before.min(fold.decisions());
    let viewer = viewer(fold, number);
    let mut moments = VecDeque::new();
    let mut bytes = 0;
    let made = fold.moves_behind(before);
    if made <= MAX_MADE_AGAIN {
        let found = fold.moments(fold.moves_behind(before.saturating_sub(MAX_MOMENTS))..made)?;
        for (moves, core) in found.into_iter().rev() {
            let moves = fold.decisions_behind(moves);
            let observer = core.observer(viewer);
            let trace = (moves > 0).then(|| raw(&observer.trace()));
            let table = raw(&observer.tabletop());
            bytes += table.get().len() + trace.as_ref().map_or(0, |trace| trace.get().len());
            if bytes > MAX_PAST && !moments.is_empty() {
                break;
            }
            moments.push_front(Moment { moves, table, trace });
        }
    }
    Ok(ToClient::Past(PastAnswer { id, moments: moments.into() }))
}

/// The open question of a seat.
pub(crate) fn ask(fold: &Fold, seat: u32) -> Option<ToClient> {
    let number = seat as usize;
    let is_asked = *fold.light.asked.get(number)? && fold.light.kinds[number] == SeatKind::Human;
    let ask = || {
        let Offered { ask, refs, on, prompts, tree, whole, more, auto } = choose::offered(&fold.core, seat);
        Ask {
            v: fold.light.v[number],
            q: fold.light.q[number],
            ask,
            refs,
            on,
            prompts,
            tree,
            whole,
            more,
            auto,
        }
    };
    is_asked.then(|| ToClient::Ask(ask()))
}

/// Where the match stands for a viewer beside what lies on the table.
pub(crate) fn now(fold: &Fold, number: usize, time: Time) -> Now {
    let viewer = viewer(fold, number);
    let own = seat(viewer);
    Now {
        waiting: waiting(fold, viewer),
        moves: fold.decisions(),
        undo: own.filter(|seat| !fold.is_over() && fold.last_mover() == Some(*seat)).map(|s| undo(fold, s)),
        clocks: clocks(fold, time),
        sealed: own.filter(|_| !fold.is_over()).and_then(|seat| fold.sealed_by(seat)).map(str::to_owned),
        vote: fold.light.vote.as_ref().map(voting),
        refused: fold.light.refused.as_ref().map(voting),
        result: result(fold, viewer),
    }
}

fn voting(vote: &Vote) -> Voting {
    Voting { of: vote.of, by: vote.by, kind: vote.what.kind(), yes: vote.yes.iter().copied().collect() }
}

fn waiting(fold: &Fold, viewer: Viewer) -> Vec<Waiting> {
    if fold.is_over() {
        return Vec::new();
    }
    let (deciders, answered) = fold.core.observer(viewer).deciders();
    deciders.into_iter().map(|seat| Waiting { seat, chosen: answered.contains(&seat) }).collect()
}

/// Whether a seat that made the last decision may take it back without asking.
pub(crate) fn undo(fold: &Fold, seat: u32) -> UndoState {
    let came_out = fold.before.as_ref().map(|before: &Match| fold.core.secrecy().came_out(before, &[seat]));
    match came_out {
        None => UndoState { free: false, why: None },
        Some(None) => UndoState { free: true, why: None },
        Some(Some(why)) => UndoState { free: false, why: Some(why.to_string()) },
    }
}

fn clocks(fold: &Fold, time: Time) -> Vec<Clock> {
    if fold.settings.clock == ClockKind::None {
        return Vec::new();
    }
    let running = clocks::running(fold);
    let clock = |seat| {
        let runs = running.contains(&seat);
        let elapsed = if runs { time.elapsed() } else { 0 };
        Clock { seat, left: clocks::left(fold.settings.clock, &fold.light, seat, elapsed).max(0), runs }
    };
    (0..fold.players).map(clock).collect()
}

/// Whether the match goes on without a seat.
pub(crate) fn is_out(fold: &Fold, seat: u32) -> bool {
    let table = fold.core.observer(Viewer::Spectator).tabletop();
    table.seats.get(seat as usize).is_some_and(|seat| seat.out)
}

/// Places where a seat has lost, and all of its team with it: those who are in, who may be nobody; those who were out
/// already; and last the seat with its team behind it, since clients say by the last place who it was.
fn lost_by(fold: &Fold, seat: u32) -> Vec<Vec<u32>> {
    let seats = fold.core.observer(Viewer::Spectator).tabletop().seats;
    let lost = seats.get(seat as usize).and_then(|seat| seat.team.as_ref());
    let is_partner = |state: &SeatState| lost.is_some() && state.team.as_ref() == lost;
    let others = || (0..).zip(&seats).filter(|(number, _)| *number != seat);
    let of = |is: &dyn Fn(&SeatState) -> bool| {
        others().filter(|(_, state)| is(state)).map(|(number, _)| number).collect::<Vec<u32>>()
    };
    let (ahead, out) = (of(&|s| !is_partner(s) && !s.out), of(&|s| !is_partner(s) && s.out));
    let losers = [seat].into_iter().chain(of(&is_partner)).collect();
    let out = Some(out).filter(|out| !out.is_empty());
    [ahead].into_iter().chain(out).chain([losers]).collect()
}

pub(crate) fn result(fold: &Fold, viewer: Viewer) -> Option<Ruling> {
    let (how, ranking) = match fold.light.ending {
        Some(Ending::Resigned(seat)) => (How::Resigned, lost_by(fold, seat)),
        Some(Ending::Flagged(seat)) => (How::Flagged, lost_by(fold, seat)),
        Some(Ending::Drawn) => (How::Drawn, vec![(0..fold.players).collect()]),
        None => return seen::ruling(&fold.core, viewer),
    };
    Some(Ruling { how, ranking, scores: seen::scores(&fold.core), why: None })
}
