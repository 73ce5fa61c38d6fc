//! Making a match again from its rows, and letting go of it. It does not know how rows are kept.

use super::act::{MAX_SAID_KNOWN, content_of_line};
use super::{ChatBook, Condition, Conn, SeatInfo, Table, Turn, Warm};
use crate::delay::{Delayed, Held, Shown, What};
use crate::fold::Fold;
use crate::frames::{self, Time};
use crate::history::{History, MAX_ENTRIES};
use crate::input::{ConnId, Loading, Output};
use crate::settings::{Delay, Settings};
use crate::stream::Stream;
use std::collections::VecDeque;
use store::{Change, Failure, MatchState, Millis, SeatKind, Standing, StepKind, Stored};
use wire::{ByeWhy, Id};

/// Who is to move after the server was down has so much longer.
const GRACE: Millis = 15_000;

/// So many lines of chat are shown to who comes.
pub(super) const MAX_LINES: usize = 50;

impl Table {
    pub(super) fn loaded(&mut self, loading: Loading, turn: &mut Turn<'_>) {
        if self.condition != Condition::Loading {
            return;
        }
        let stored = match loading.stored {
            Ok(stored) => stored,
            Err(Failure::Damaged(_)) => return self.freeze(turn),
            Err(Failure::Storage(_)) => return self.stop(ByeWhy::Storage, Some(1_000), turn),
        };
        let is_frozen = stored.row.state == MatchState::Frozen;
        let Some(rules) = loading.rules.filter(|_| !is_frozen) else { return self.freeze(turn) };
        let mut seen = Seen::new(&stored, turn.now);
        let mut history = History::new(stored.row.players as usize + 1);
        let first = stored.steps.len().saturating_sub(MAX_ENTRIES);
        let loaded = Fold::load(&stored, rules, |fold| {
            seen.look(fold);
            history.cut(fold.standing());
            if fold.steps as usize > first && stored.steps[fold.steps as usize - 1].kind == StepKind::Move {
                remember(&mut history, fold);
            }
        });
        let Ok(fold) = loaded else { return self.freeze(turn) };
        let delayed = seen.delayed(&fold);
        self.seats = (0..stored.row.players).map(|n| info(&stored, n)).collect();
        self.away.resize(self.seats.len(), turn.now);
        let viewers = self.seats.len() + 1;
        let grace = if loading.down > 0 { GRACE } else { 0 };
        self.warm = Some(Box::new(Warm {
            streams: (0..viewers).map(|_| Stream::default()).collect(),
            kept_until: vec![Millis::MIN; viewers],
            pending: None,
            delayed,
            started: fold.light.turn_at + loading.down + grace,
            chat: ChatBook::of(&stored),
            history,
            fold,
        }));
        self.condition = Condition::Warm;
        self.cold_due = None;
        self.greet_who_missed_something(turn);
        self.think(turn);
        self.tell_people(turn);
    }

    fn greet_who_missed_something(&mut self, turn: &mut Turn<'_>) {
        let Some(warm) = &self.warm else { return };
        let missed = |conn: &Conn| conn.v != warm.v_shown(conn.viewer);
        let missed: Vec<ConnId> =
            self.conns.iter().filter(|(_, conn)| missed(conn)).map(|(id, _)| *id).collect();
        missed.into_iter().for_each(|conn| self.greet_again(conn, turn));
    }

    /// The match can be read and not played on: its rows no longer give what they gave.
    fn freeze(&mut self, turn: &mut Turn<'_>) {
        self.condition = Condition::Frozen;
        let standing = Standing { state: MatchState::Frozen, due: None, touched: turn.now };
        self.writes += 1;
        turn.out
            .push(Output::Write { write: self.writes, change: Change::Standing { of: self.of, standing } });
        let waiting: Vec<_> = self.queue.drain(..).collect();
        let all: Vec<ConnId> = std::mem::take(&mut self.conns).into_keys().collect();
        all.into_iter().for_each(|conn| turn.bye(conn, ByeWhy::Frozen, None));
        waiting.into_iter().for_each(|waiting| self.take(waiting, turn));
    }

    /// Lets go of the match; who is there stays.
    pub(super) fn cool(&mut self) {
        self.cold_due = self.match_due();
        self.warm = None;
        self.condition = Condition::Cool;
    }

    /// Lets go of the match, as its rows may be others by now, and asks for them.
    pub(super) fn reload(&mut self, turn: &mut Turn<'_>) {
        self.warm = None;
        self.condition = Condition::Loading;
        turn.out.push(Output::Load);
    }
}

impl Warm {
    /// The last step that a viewer has been shown.
    pub(super) fn v_shown(&self, viewer: usize) -> u64 {
        match &self.delayed {
            Some(delayed) if viewer == self.fold.players as usize => delayed.shown.v,
            _ => self.fold.light.v[viewer],
        }
    }
}

/// Notes what each viewer was told with the last row, which is a move.
fn remember(history: &mut History, fold: &Fold) {
    let viewers = (0..=fold.players as usize).filter(|viewer| fold.reached(*viewer));
    for viewer in viewers {
        history.add(viewer, fold.standing(), fold.light.v[viewer], &frames::log(fold, viewer));
    }
}

fn info(stored: &Stored, n: u32) -> SeatInfo {
    let seat = stored.seats.iter().find(|seat| seat.n == n && seat.kind != SeatKind::Open);
    let name = seat.map(|seat| seat.name.clone()).unwrap_or_default();
    SeatInfo { name, generation: seat.map_or(0, |seat| seat.generation) }
}

impl ChatBook {
    fn of(stored: &Stored) -> ChatBook {
        let last = stored.chat.len().saturating_sub(MAX_LINES);
        let lines = stored.chat[last..].iter().cloned().collect();
        let next = stored.chat.last().map_or(0, |line| line.n + 1);
        let known = stored.chat.iter().rev().take(MAX_SAID_KNOWN).rev();
        let known = known.filter_map(|line| Some((Id(line.id?), content_of_line(line.seat?, &line.text))));
        ChatBook { lines, next, ids: known.collect(), ..ChatBook::default() }
    }
}

/// How the match stood for who looks on, as far as that is still to be shown.
struct Seen {
    delay: Delay,
    /// The time of each row.
    at: Vec<Millis>,
    opened: Millis,
    now: Millis,
    /// With the time of the row behind which it stood so.
    stood: VecDeque<(Millis, Shown)>,
    looked: usize,
}

impl Seen {
    fn new(stored: &Stored, now: Millis) -> Seen {
        // What cannot be read is told when the rows are gone through.
        let delay = Settings::read(&stored.row.settings).map_or(Delay::None, |settings| settings.delay);
        let at = stored.steps.iter().map(|step| step.at).collect();
        Seen { delay, at, opened: stored.row.opened, now, stood: VecDeque::new(), looked: 0 }
    }

    fn look(&mut self, fold: &Fold) {
        let row = self.looked.checked_sub(1);
        self.looked += 1;
        let at = row.and_then(|row| self.at.get(row)).copied().unwrap_or(self.opened);
        let next = self.at.get(self.looked - 1).copied();
        let viewer = fold.players as usize;
        if self.stood.back().is_some_and(|(_, shown)| shown.v == fold.light.v[viewer]) {
            return;
        }
        let wanted = match self.delay {
            Delay::None => false,
            Delay::Time { ms } => next.is_none_or(|next| next + ms > self.now),
            Delay::Steps { .. } => true,
            Delay::End => row.is_none(),
        };
        if !wanted {
            return;
        }
        let time = Time { now: at, started: fold.light.turn_at };
        let now = frames::now(fold, viewer, time);
        self.stood
            .push_back((at, Shown { v: fold.light.v[viewer], table: frames::table(fold, viewer), now }));
        if let Delay::Steps { n } = self.delay
            && self.stood.len() as u64 > n + 1
        {
            self.stood.pop_front();
        }
    }

    fn delayed(mut self, fold: &Fold) -> Option<Delayed> {
        let (_, first) = self.stood.pop_front()?;
        let mut delayed = Delayed::new(self.delay, first)?;
        for (at, shown) in self.stood {
            delayed.hold(Held { at, v: shown.v, what: What::Step(None, Box::new(shown)) });
        }
        let v = fold.light.v[fold.players as usize];
        while delayed.release(self.now, v, fold.is_over()).is_some() {}
        Some(delayed).filter(|delayed| !delayed.is_ended(fold.is_over()))
    }
}
