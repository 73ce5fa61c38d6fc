//! Who comes and goes, and what who comes is told. It changes nothing of the match.

use super::load::MAX_LINES;
use super::{Conn, Table, Turn};
use crate::fold::Fold;
use crate::frames;
use crate::input::{ConnId, Grant, Input, Output};
use store::{Chat, Millis, SeatKind};
use wire::{ByeWhy, People, Person, Said, ToClient};

/// For so long the steps are kept that somebody misses who has just gone.
const KEPT: Millis = 60_000;

impl Table {
    pub(super) fn hello(
        &mut self,
        conn: ConnId,
        grant: Option<Grant>,
        have: Option<u64>,
        legend: Option<&str>,
        turn: &mut Turn<'_>,
    ) {
        let viewer = grant.map_or(self.seats.len(), |grant| grant.seat as usize);
        let has_no_seat = grant.is_some() && viewer >= self.seats.len();
        if self.conns.contains_key(&conn) || has_no_seat {
            self.conns.remove(&conn);
            return turn.bye(conn, ByeWhy::Unknown, None);
        }
        let generation = grant.map_or(0, |grant| grant.generation);
        if let Some(grant) = grant {
            if grant.generation < self.seats[viewer].generation {
                return turn.bye(conn, ByeWhy::SignedOut, None);
            }
            self.sign_out(grant.seat, grant.generation, turn);
        }
        self.conns.insert(conn, Conn { viewer, generation, v: 0, may_lack_legend: false });
        self.greet(conn, have, legend, turn);
        self.tell_people(turn);
    }

    /// Tells a socket how it stands, or what it has missed.
    fn greet(&mut self, conn: ConnId, have: Option<u64>, legend: Option<&str>, turn: &mut Turn<'_>) {
        let (Some(warm), Some(entry)) = (&self.warm, self.conns.get_mut(&conn)) else { return };
        let (fold, viewer) = (&warm.fold, entry.viewer);
        let v = warm.v_shown(viewer);
        let delayed = warm.delayed.as_ref().filter(|_| viewer == self.seats.len());
        let now = || match delayed {
            Some(delayed) => delayed.shown.now.clone(),
            None => frames::now(fold, viewer, warm.time(turn.now)),
        };
        let missed = have.and_then(|have| Some((have, warm.streams[viewer].since(have, v)?)));
        let table = || match delayed {
            Some(delayed) => delayed.shown.table.clone(),
            None => frames::table(fold, viewer),
        };
        let mut welcome = match &missed {
            Some((have, _)) => frames::welcome(fold, viewer, None, *have, now()),
            None => frames::welcome(fold, viewer, Some(table()), v, now()),
        };
        if missed.is_none() && delayed.is_none() {
            (welcome.log, welcome.steps) = warm.history.of(viewer);
            welcome.trace = frames::last_trace(fold, viewer);
        }
        entry.may_lack_legend |= legend.is_some_and(|hash| hash != fold.rules.hash());
        if entry.may_lack_legend {
            welcome.legend = Some(fold.rules.legend().clone());
        }
        entry.v = v;
        let ask = frames::ask(fold, viewer as u32);
        turn.send(conn, &ToClient::Welcome(Box::new(welcome)));
        missed.iter().flat_map(|(_, missed)| missed).for_each(|text| turn.text(conn, text));
        ask.iter().for_each(|ask| turn.send(conn, ask));
        let until = delayed.map(|delayed| delayed.shows_until(turn.now));
        let is_shown = |line: &&Chat| until.is_none_or(|until| line.at <= until);
        let said = |line| said(line, fold, viewer);
        let lines: Vec<Said> = warm.chat.lines.iter().filter(is_shown).filter_map(said).collect();
        lines.into_iter().for_each(|said| turn.send(conn, &ToClient::Chat(said)));
        let people = self.people(viewer == self.seats.len());
        turn.send(conn, &ToClient::People(people));
    }

    /// Tells a socket how it stands that may have missed anything.
    pub(super) fn greet_again(&mut self, conn: ConnId, turn: &mut Turn<'_>) {
        self.greet(conn, None, None, turn);
    }

    pub(super) fn left(&mut self, conn: ConnId, turn: &mut Turn<'_>) {
        self.queue.retain(|waiting| !matches!(waiting.input, Input::Hello { conn: who, .. } if who == conn));
        let Some(gone) = self.conns.remove(&conn) else { return };
        if self.conns_of(gone.viewer).next().is_none() {
            if let Some(warm) = &mut self.warm {
                warm.kept_until[gone.viewer] = turn.now + KEPT;
            }
            if let Some(away) = self.away.get_mut(gone.viewer) {
                *away = turn.now;
            }
        }
        self.tell_people(turn);
    }

    /// Closes the sockets of who held a seat with an older token.
    pub(super) fn sign_out(&mut self, seat: u32, generation: u32, turn: &mut Turn<'_>) {
        let Some(info) = self.seats.get_mut(seat as usize) else { return };
        info.generation = info.generation.max(generation);
        let is_old = |conn: &Conn| conn.viewer == seat as usize && conn.generation < generation;
        let old: Vec<ConnId> = self.conns.iter().filter(|(_, c)| is_old(c)).map(|(id, _)| *id).collect();
        for conn in old {
            self.conns.remove(&conn);
            turn.bye(conn, ByeWhy::SignedOut, None);
        }
        self.tell_people(turn);
    }

    pub(crate) fn people(&self, delayed: bool) -> People {
        let delayed = delayed && self.warm.as_ref().is_some_and(|warm| warm.delayed.is_some());
        let kind_of = |seat: u32| self.warm.as_ref().map(|warm| warm.fold.light.kinds[seat as usize]);
        let person = |(seat, info): (u32, &super::SeatInfo)| {
            let kind = kind_of(seat);
            let is_own_seat = kind == Some(SeatKind::Bot);
            Person {
                // A bot that plays for somebody has that name.
                name: if is_own_seat { String::new() } else { info.name.clone() },
                here: self.is_here(seat),
                // That somebody left is told with the step, which those who look on see later.
                bot: is_own_seat || kind == Some(SeatKind::Left) && !delayed,
            }
        };
        let seats = (0..).zip(&self.seats).map(person).collect();
        People { seats, watching: self.conns_of(self.seats.len()).count() }
    }

    /// Tells everybody who is there, where that has changed.
    pub(super) fn tell_people(&mut self, turn: &mut Turn<'_>) {
        if self.warm.is_none() {
            return;
        }
        let people = self.people(false);
        if self.told_people.as_ref() == Some(&people) {
            return;
        }
        let watchers = turn.bench.write(&ToClient::People(self.people(true)));
        let players = turn.bench.write(&ToClient::People(people.clone()));
        for (conn, entry) in &self.conns {
            let text = if entry.viewer == self.seats.len() { &watchers } else { &players };
            turn.out.push(Output::Send(*conn, std::sync::Arc::clone(text)));
        }
        self.told_people = Some(people);
    }

    /// Keeps a line for who comes later, and tells it to who is there.
    pub(super) fn tell_line(&mut self, line: Chat, turn: &mut Turn<'_>) {
        let Some(warm) = &mut self.warm else { return };
        let watchers = self.seats.len();
        for viewer in 0..=watchers {
            let Some(said) = said(&line, &warm.fold, viewer) else { return };
            let text = turn.bench.write(&ToClient::Chat(said));
            if let Some(delayed) = warm.delayed.as_mut().filter(|_| viewer == watchers) {
                let what = crate::delay::What::Message(text);
                delayed.hold(crate::delay::Held { at: line.at, v: warm.fold.light.v[watchers], what });
                continue;
            }
            let conns = self.conns.iter().filter(|(_, entry)| entry.viewer == viewer);
            conns.for_each(|(conn, _)| turn.text(*conn, &text));
        }
        warm.chat.lines.push_back(line);
        if warm.chat.lines.len() > MAX_LINES {
            warm.chat.lines.pop_front();
        }
    }
}

/// Where a line stands among the steps is known by its time, as theirs is kept too.
fn said(line: &Chat, fold: &Fold, viewer: usize) -> Option<Said> {
    Some(Said { n: line.n, v: fold.v_when(viewer, line.at), by: line.seat?, text: line.text.clone() })
}
