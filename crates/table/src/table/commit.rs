//! What becomes of rows: when one is durable it stands, whoever asked for it is told, and then all whom it concerns.

use super::{Pending, Table, Turn};
use crate::delay::{Held, Shown, What};
use crate::fold::{Course, Light};
use crate::frames::{self, Telling};
use crate::input::{ConnId, Output};
use std::sync::Arc;
use store::{Millis, Outcome};
use wire::{Ack, ByeWhy, Code, ToClient};

/// What a full disk has refused is tried again after so long.
const REST: Millis = 1_000;

impl Table {
    pub(super) fn written(&mut self, write: u64, outcome: Outcome, turn: &mut Turn<'_>) {
        match outcome {
            Outcome::Unknown => return self.stop(ByeWhy::Storage, Some(1_000), turn),
            Outcome::Fenced => return self.stop(ByeWhy::Moved, Some(0), turn),
            Outcome::Done | Outcome::Refused | Outcome::Conflict => {}
        }
        let Some(warm) = &mut self.warm else { return };
        if warm.pending.as_ref().is_none_or(|pending| pending.write != write) {
            return self.said(write, outcome == Outcome::Done, turn);
        }
        let Some(pending) = warm.pending.take() else { return };
        if outcome == Outcome::Done {
            return self.commit(pending, turn);
        }
        for (conn, id) in &pending.acks {
            turn.refuse(*conn, *id, Code::Storage, "it could not be kept; send it again");
        }
        self.rest_until = Some(turn.now + REST);
        if outcome == Outcome::Conflict {
            self.reload(turn);
        }
    }

    /// The row stands.
    fn commit(&mut self, pending: Pending, turn: &mut Turn<'_>) {
        let Some(warm) = &mut self.warm else { return };
        let Pending { row, next, acks, .. } = pending;
        let moved = !next.core(&warm.fold).secrecy().is_sealed();
        let is_move = matches!(next.course, Course::Played(_));
        let telling = Telling {
            hearers: next.hearers,
            is_move,
            has_trace: moved && is_move,
            is_back: matches!(next.course, Course::Back { .. }),
        };
        let before = warm.fold.light.clone();
        warm.fold.install(&row, next);
        if warm.fold.light.turns != before.turns || warm.fold.light.has_begun != before.has_begun {
            warm.started = turn.now;
        }
        for (conn, id) in acks {
            if let Some(entry) = self.conns.get(&conn) {
                let v = Some(warm.fold.light.v[entry.viewer]);
                turn.send(conn, &ToClient::Ack(Ack { id, v }));
            }
        }
        self.tell(telling, row.at, turn);
        self.ask(&before, turn);
        self.show(turn);
        self.tell_people(turn);
    }

    /// Tells all whom a row concerns, seats first.
    fn tell(&mut self, telling: Telling, at: Millis, turn: &mut Turn<'_>) {
        let Some(warm) = &mut self.warm else { return };
        let standing = warm.fold.standing();
        warm.history.cut(standing);
        for viewer in (0..warm.streams.len()).filter(|viewer| telling.hearers.reaches(*viewer)) {
            let time = warm.time(turn.now);
            let log = if telling.is_move { frames::log(&warm.fold, viewer) } else { Vec::new() };
            warm.history.add(viewer, standing, warm.fold.light.v[viewer], &log);
            let is_delayed = viewer == self.seats.len() && warm.delayed.is_some();
            let is_read = self.conns.values().any(|conn| conn.viewer == viewer);
            if !is_delayed && !is_read && warm.kept_until[viewer] <= turn.now {
                warm.streams[viewer].forget();
                continue;
            }
            let v = warm.fold.light.v[viewer];
            let step = frames::step(&warm.fold, &telling, log, viewer, time);
            let text = turn.bench.write(&step);
            if let Some(delayed) = warm.delayed.as_mut().filter(|_| is_delayed) {
                let now = frames::now(&warm.fold, viewer, time);
                let shown = Shown { v, table: frames::table(&warm.fold, viewer), now };
                delayed.hold(Held { at, v, what: What::Step(Some(text), Box::new(shown)) });
                continue;
            }
            warm.streams[viewer].push(v, Arc::clone(&text));
            for (conn, entry) in self.conns.iter_mut().filter(|(_, entry)| entry.viewer == viewer) {
                entry.v = v;
                turn.text(*conn, &text);
            }
        }
    }

    /// Asks those whose questions are new.
    fn ask(&self, before: &Light, turn: &mut Turn<'_>) {
        let Some(warm) = &self.warm else { return };
        let light = &warm.fold.light;
        let is_new = |seat: u32| {
            let i = seat as usize;
            (light.q[i], light.kinds[i]) != (before.q[i], before.kinds[i])
        };
        for seat in (0..warm.fold.players).filter(|seat| is_new(*seat) && self.is_here(*seat)) {
            let Some(ask) = frames::ask(&warm.fold, seat) else { continue };
            let text = turn.bench.write(&ask);
            self.conns_of(seat as usize).for_each(|conn| turn.text(conn, &text));
        }
        turn.out.extend(Table::thinkers(warm).filter(|seated| is_new(seated.seat)).map(Output::Think));
    }

    /// Shows those who look on what they may see by now.
    pub(super) fn show(&mut self, turn: &mut Turn<'_>) {
        let watchers = self.seats.len();
        let Some(warm) = &mut self.warm else { return };
        let (v, is_over) = (warm.fold.light.v.last().copied().unwrap_or(0), warm.fold.is_over());
        let Some(delayed) = &mut warm.delayed else { return };
        let mut anew = false;
        while let Some(held) = delayed.release(turn.now, v, is_over) {
            let text = match held.what {
                What::Step(None, _) => {
                    anew = true;
                    continue;
                }
                // Whoever is greeted anew is told of it then.
                _ if anew => continue,
                What::Step(Some(text), _) => {
                    warm.streams[watchers].push(held.v, Arc::clone(&text));
                    text
                }
                What::Message(text) => text,
            };
            for (conn, entry) in self.conns.iter_mut().filter(|(_, entry)| entry.viewer == watchers) {
                entry.v = held.v;
                turn.out.push(Output::Send(*conn, Arc::clone(&text)));
            }
        }
        if delayed.is_ended(is_over) {
            anew |= delayed.shown.v != v;
            warm.delayed = None;
        }
        if anew {
            warm.streams[watchers].forget();
            let conns: Vec<ConnId> = self.conns_of(watchers).collect();
            conns.into_iter().for_each(|conn| self.greet_again(conn, turn));
        }
    }
}
