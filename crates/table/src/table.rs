//! The table itself: what comes in is taken one after the other, one row at a time is on its way to the disk, and what
//! comes meanwhile waits. What becomes of messages, rows and time stands in the files below.

mod act;
mod attend;
mod commit;
mod load;
mod timers;
#[cfg(test)]
mod worlds;

use crate::bench::Bench;
use crate::delay::Delayed;
use crate::fold::{Fold, Next};
use crate::frames::Time;
use crate::history::History;
use crate::input::{ConnId, Grant, Input, Output, Outputs};
use crate::stream::Stream;
use engine::Match;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use store::{Chat, MatchId, Millis, Step};
use wire::{Bye, ByeWhy, Code, Id, No, People, ToClient};

/// So many inputs wait while a row is on its way to the disk, or rows on their way from it.
pub const QUEUE: usize = 16;

/// A match that a server keeps.
#[derive(Debug)]
pub struct Table {
    of: MatchId,
    condition: Condition,
    warm: Option<Box<Warm>>,
    conns: BTreeMap<ConnId, Conn>,
    queue: VecDeque<Queued>,
    /// How many writes were handed out.
    writes: u64,
    /// When somebody last wanted something.
    touched: Millis,
    /// Since when each seat has had no socket.
    away: Vec<Millis>,
    /// When a clock or an absence runs out while no match is kept in memory.
    cold_due: Option<Millis>,
    /// What was refused is not tried again before.
    rest_until: Option<Millis>,
    /// Who sits where, as everybody was told.
    told_people: Option<People>,
    seats: Vec<SeatInfo>,
    rematch: Replay,
}

/// How much of a match is kept in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Sockets and seats, and no match.
    Cool,
    /// The rows have been asked for.
    Loading,
    Warm,
    /// It cannot be played on.
    Frozen,
    /// It takes nothing more.
    Ended,
}

/// A socket that has said hello.
#[derive(Clone, Copy, Debug)]
struct Conn {
    /// The number of its viewer.
    viewer: usize,
    generation: u32,
    /// How many steps of the stream it was sent.
    v: u64,
    /// It came without the legend. That stays, since what was sent may have been thrown away with all that waited: who
    /// is told anew gets it again.
    may_lack_legend: bool,
}

#[derive(Clone, Debug)]
struct SeatInfo {
    name: String,
    generation: u32,
}

/// An input that waits, and when it came.
#[derive(Debug)]
struct Queued {
    input: Input,
    at: Millis,
}

/// The match that was asked for to play again.
#[derive(Debug)]
enum Replay {
    None,
    /// It is being opened, for those who have asked; with the seat that asked first.
    Asked(u32, Vec<(ConnId, Id)>),
    Opened,
}

/// What is there while the match is in memory.
#[derive(Debug)]
pub(crate) struct Warm {
    pub(crate) fold: Fold,
    /// By viewer.
    streams: Vec<Stream>,
    /// Until when the stream of a viewer is kept that nobody reads.
    kept_until: Vec<Millis>,
    pending: Option<Pending>,
    /// What those who look on see later.
    pub(crate) delayed: Option<Delayed>,
    /// When the clocks of those who are asked began to run.
    started: Millis,
    pub(crate) chat: ChatBook,
    /// What was told last to each viewer.
    history: History,
}

/// A row that is not durable yet.
#[derive(Debug)]
struct Pending {
    write: u64,
    row: Step,
    next: Next,
    seat: Option<u32>,
    content: Option<u64>,
    /// Who is told when it is.
    acks: Vec<(ConnId, Id)>,
}

/// What was said.
#[derive(Debug, Default)]
pub(crate) struct ChatBook {
    lines: VecDeque<Chat>,
    next: u32,
    /// The messages whose lines are known, the oldest first.
    ids: VecDeque<(Id, u64)>,
    pending: VecDeque<PendingChat>,
}

impl ChatBook {
    /// Whether a line was sent under this id.
    fn has(&self, id: Id) -> bool {
        self.ids.iter().any(|(known, _)| *known == id) || self.pending.iter().any(|line| line.id == id)
    }
}

#[derive(Debug)]
struct PendingChat {
    write: u64,
    line: Chat,
    id: Id,
    content: u64,
    acks: Vec<ConnId>,
}

/// What one call of [`Table::on`] has at hand.
struct Turn<'a> {
    now: Millis,
    bench: &'a mut Bench,
    out: Outputs,
}

impl Turn<'_> {
    fn send(&mut self, conn: ConnId, message: &ToClient) {
        let text = self.bench.write(message);
        self.out.push(Output::Send(conn, text));
    }

    fn text(&mut self, conn: ConnId, text: &Arc<str>) {
        self.out.push(Output::Send(conn, Arc::clone(text)));
    }

    fn refuse(&mut self, conn: ConnId, id: Id, code: Code, why: &str) {
        self.send(conn, &ToClient::No(No { id, code, why: why.to_owned() }));
    }

    fn bye(&mut self, conn: ConnId, why: ByeWhy, retry: Option<u32>) {
        self.send(conn, &ToClient::Bye(Bye { why, retry }));
        self.out.push(Output::Close(conn));
    }
}

impl Table {
    /// A table whose rows are asked for as soon as somebody wants something, or a clock runs out as the match's row says.
    pub fn new(of: MatchId, due: Option<Millis>, now: Millis) -> Table {
        Table {
            of,
            condition: Condition::Cool,
            warm: None,
            conns: BTreeMap::new(),
            queue: VecDeque::new(),
            writes: 0,
            touched: now,
            away: Vec::new(),
            cold_due: due,
            rest_until: None,
            told_people: None,
            seats: Vec::new(),
            rematch: Replay::None,
        }
    }

    /// Takes an input, and says what is to be done, in order.
    pub fn on(&mut self, input: Input, now: Millis, bench: &mut Bench) -> Outputs {
        let mut turn = Turn { now, bench, out: Vec::new() };
        if self.condition == Condition::Ended {
            return turn.out;
        }
        match input {
            Input::Loaded(loading) => self.loaded(*loading, &mut turn),
            Input::Left { conn } => self.left(conn, &mut turn),
            Input::Drained { conn } => self.greet_again(conn, &mut turn),
            Input::Written { write, outcome } => self.written(write, outcome, &mut turn),
            Input::SignedOut { seat, generation } => self.sign_out(seat, generation, &mut turn),
            Input::Seated { seat, name, generation } => {
                if let Some(info) = self.seats.get_mut(seat as usize) {
                    info.name = name;
                }
                self.sign_out(seat, generation, &mut turn);
            }
            Input::Rematch { public, takes } => self.rematched(&public, takes, &mut turn),
            Input::NoRematch => self.not_rematched(&mut turn),
            Input::Wake => {
                self.touched = now;
                if self.condition == Condition::Cool {
                    self.condition = Condition::Loading;
                    turn.out.push(Output::Load);
                }
            }
            Input::Stop { why, retry } => self.stop(why, retry, &mut turn),
            Input::Tick => self.tick(&mut turn),
            Input::Hello { .. } | Input::Message { .. } | Input::Bot { .. } => {
                self.touched = now;
                self.take(Queued { input, at: now }, &mut turn);
            }
        }
        self.drain(&mut turn);
        turn.out
    }

    /// Takes what somebody wants, or lets it wait for the rows.
    fn take(&mut self, queued: Queued, turn: &mut Turn<'_>) {
        match self.condition {
            Condition::Warm => self.handle(queued, turn),
            Condition::Cool => {
                self.condition = Condition::Loading;
                turn.out.push(Output::Load);
                self.enqueue(queued, turn);
            }
            Condition::Loading => self.enqueue(queued, turn),
            Condition::Frozen => {
                if let Input::Hello { conn, .. } | Input::Message { conn, .. } = queued.input {
                    turn.bye(conn, ByeWhy::Frozen, None);
                }
            }
            Condition::Ended => {}
        }
    }

    fn handle(&mut self, queued: Queued, turn: &mut Turn<'_>) {
        match queued.input {
            Input::Hello { conn, grant, have, legend } => {
                self.hello(conn, grant, have, legend.as_deref(), turn);
            }
            Input::Message { conn, message, lag } => self.message(conn, message, lag, queued.at, turn),
            Input::Bot { seat, q, number } => self.bot(seat, q, number, queued.at, turn),
            _ => {}
        }
    }

    fn enqueue(&mut self, queued: Queued, turn: &mut Turn<'_>) {
        if self.queue.len() < QUEUE {
            self.queue.push_back(queued);
            return;
        }
        match queued.input {
            Input::Message { conn, message, .. } => {
                if let Some(id) = message.id() {
                    turn.refuse(conn, id, Code::Busy, "too much is under way; send it again");
                }
            }
            Input::Hello { conn, .. } => turn.bye(conn, ByeWhy::Restart, Some(1_000)),
            _ => {}
        }
    }

    /// Takes what has waited, as long as no row is on its way.
    fn drain(&mut self, turn: &mut Turn<'_>) {
        while self.condition == Condition::Warm && self.pending().is_none() {
            let Some(waiting) = self.queue.pop_front() else { return };
            self.handle(waiting, turn);
        }
    }

    pub(crate) fn warm(&self) -> Option<&Warm> {
        self.warm.as_deref()
    }

    /// Whether nobody else holds a seat by now.
    pub(crate) fn is_current(&self, grant: Grant) -> bool {
        self.seats.get(grant.seat as usize).is_some_and(|info| info.generation <= grant.generation)
    }

    /// What whoever sits there is called.
    pub(crate) fn name_of(&self, seat: u32) -> String {
        let name = self.seats.get(seat as usize).map(|info| info.name.clone());
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("Seat {}", seat + 1))
    }

    fn pending(&self) -> Option<&Pending> {
        self.warm.as_ref()?.pending.as_ref()
    }

    /// The sockets of a viewer.
    fn conns_of(&self, viewer: usize) -> impl Iterator<Item = ConnId> + use<'_> {
        self.conns.iter().filter(move |(_, conn)| conn.viewer == viewer).map(|(id, _)| *id)
    }

    fn is_here(&self, seat: u32) -> bool {
        self.conns_of(seat as usize).next().is_some()
    }

    /// Everybody is sent away, and the table takes nothing more.
    fn stop(&mut self, why: ByeWhy, retry: Option<u32>, turn: &mut Turn<'_>) {
        let waiting = self.queue.drain(..).filter_map(|waiting| match waiting.input {
            Input::Hello { conn, .. } => Some(conn),
            _ => None,
        });
        let waiting: Vec<ConnId> = waiting.collect();
        let all: Vec<ConnId> = self.conns.keys().copied().chain(waiting).collect();
        all.into_iter().for_each(|conn| turn.bye(conn, why, retry));
        self.conns.clear();
        self.warm = None;
        self.condition = Condition::Ended;
        turn.out.push(Output::Gone);
    }

    pub fn condition(&self) -> Condition {
        self.condition
    }

    /// The match, for bots and for whoever compares; None while it is not in memory.
    pub fn seated(&self) -> Option<&Match> {
        Some(&self.warm.as_ref()?.fold.core)
    }

    /// The match with all its moves, for bots that imagine by them; None while it is not in memory.
    pub fn recorded(&self) -> Option<Match> {
        self.warm.as_ref()?.fold.recorded()
    }

    /// Whether a seat has to decide; not where the match is not in memory.
    pub fn is_asked(&self, seat: u32) -> bool {
        let light = self.warm.as_ref().map(|warm| &warm.fold.light);
        light.is_some_and(|light| light.asked.get(seat as usize) == Some(&true))
    }

    /// How many rows stand.
    pub fn steps(&self) -> Option<u32> {
        Some(self.warm.as_ref()?.fold.steps)
    }
}

impl ChatBook {
    /// The lines that are shown to who comes, and by which seats.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (u32, &str)> {
        self.lines.iter().filter_map(|line| Some((line.seat?, line.text.as_str())))
    }
}

impl Warm {
    pub(crate) fn time(&self, now: Millis) -> Time {
        Time { now, started: self.started }
    }
}
