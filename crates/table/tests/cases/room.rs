//! A table with a store that does at once what it is told, and says so only when a test lets it.

use crate::rows::{new_match, program};
use project::Request;
use std::path::Path;
use store::{
    BUCKETS, Change, Disk, Faults, MatchId, MemoryStore, NextStep, Opening, Outcome, ProcessId, Seat,
    SeatKind, Step, Store, Stored, Write,
};
use table::{Bench, Condition, ConnId, Grant, Input, Loading, Output, Rules, Seated, Settings, Table};
use wire::{
    Ack, Chat, Code, FromClient, Id, Play, Raw, Request as MessageId, ToClient, Undo, Unseal, Vote, raw,
};

const OF: MatchId = MatchId(5);

pub(crate) const SEED: u64 = 0x1234_5678_9abc_def0;

pub(crate) struct Room {
    pub(crate) table: Table,
    pub(crate) now: i64,
    rules: Rules,
    store: MemoryStore,
    bench: Bench,
    /// How long the server was down before the next load.
    pub(crate) down: i64,
    /// Writes that are done and not told.
    writes: Vec<(u64, Change)>,
    pub(crate) thinks: Vec<Seated>,
    pub(crate) closed: Vec<u64>,
    pub(crate) rematches: usize,
    pub(crate) is_gone: bool,
    /// Everything that was sent, in order.
    pub(crate) sent: Vec<(u64, String)>,
    ids: u8,
}

/// Of a game of the library, or of a text.
pub(crate) fn rules(game: &str) -> Rules {
    if game.starts_with("game ") {
        let files = project::Memory::default().with("game.tgdl", game);
        return Rules::new(project::open(Request::new((&files, "game.tgdl"))).unwrap().game.unwrap());
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game);
    Rules::new(project::open(Request::new(&path).without_tests()).unwrap().game.unwrap())
}

impl Room {
    pub(crate) fn new(game: &str, players: u32, settings: &Settings) -> Room {
        let store = Disk::new(1).open(Faults::default());
        store.lease(0..BUCKETS, ProcessId(1), i64::MAX).unwrap();
        let seat = |n| Seat {
            of: OF,
            n,
            name: format!("Name {n}"),
            kind: SeatKind::Human,
            bot: None,
            token: Some([n as u8 + 10; 32]),
            generation: 2,
            team: None,
            is_forgotten: false,
        };
        let seats = (0..players).map(seat).collect();
        let opening = Opening { row: new_match(OF, players, SEED, settings), seats, invites: Vec::new() };
        let changes = [Change::Program(program()), Change::Open(Box::new(opening))];
        let writes = changes.into_iter().map(|change| Write { epoch: 1, change }).collect();
        assert_eq!(store.commit(writes).wait(), [Outcome::Done; 2]);
        Room {
            table: Table::new(OF, None, 0),
            now: 0,
            rules: rules(game),
            store,
            bench: Bench::new(),
            down: 0,
            writes: Vec::new(),
            thinks: Vec::new(),
            closed: Vec::new(),
            rematches: 0,
            is_gone: false,
            sent: Vec::new(),
            ids: 0,
        }
    }

    /// With a client at each seat, whose number is that of the seat.
    pub(crate) fn full(game: &str, players: u32, settings: &Settings) -> Room {
        let mut room = Room::new(game, players, settings);
        (0..players).for_each(|seat| room.join(u64::from(seat), Some(seat)));
        room.sent.clear();
        room
    }

    pub(crate) fn stored(&self) -> Stored {
        self.store.load(OF).unwrap().unwrap()
    }

    pub(crate) fn rows(&self) -> Vec<Step> {
        self.stored().steps
    }

    pub(crate) fn give(&mut self, input: Input) {
        let outputs = self.table.on(input, self.now, &mut self.bench);
        for output in outputs {
            match output {
                Output::Load => self.load(self.store.load(OF).map(|stored| stored.unwrap())),
                Output::Send(conn, text) => self.sent.push((conn.0, text.to_string())),
                Output::Close(conn) => self.closed.push(conn.0),
                Output::Write { write, change } => self.writes.push((write, change)),
                Output::Think(seated) => self.thinks.push(seated),
                Output::Rematch => self.rematches += 1,
                Output::Gone => self.is_gone = true,
            }
        }
    }

    pub(crate) fn load(&mut self, stored: Result<Stored, store::Failure>) {
        let (rules, down) = (Some(self.rules.clone()), self.down);
        self.give(Input::Loaded(Box::new(Loading { stored, rules, down })));
    }

    /// The writes that are under way.
    pub(crate) fn under_way(&self) -> usize {
        self.writes.len()
    }

    /// The first write under way ends so.
    pub(crate) fn end(&mut self, outcome: Outcome) {
        let (write, change) = self.writes.remove(0);
        if outcome == Outcome::Done {
            let done = self.store.commit(vec![Write { epoch: 1, change }]).wait();
            assert_eq!(done, [Outcome::Done]);
        }
        self.give(Input::Written { write, outcome });
    }

    /// The first write under way stands, and nobody is told.
    pub(crate) fn end_unknown(&mut self) {
        let (write, change) = self.writes.remove(0);
        self.store.commit(vec![Write { epoch: 1, change }]).wait();
        self.give(Input::Written { write, outcome: Outcome::Unknown });
    }

    /// Somebody else writes a row behind the table's back.
    pub(crate) fn write_elsewhere(&mut self, next: NextStep) {
        let change = Change::Step(Box::new(next));
        assert_eq!(self.store.commit(vec![Write { epoch: 1, change }]).wait(), [Outcome::Done]);
    }

    /// All writes end well, also those that come of it.
    pub(crate) fn settle(&mut self) {
        while self.under_way() > 0 {
            self.end(Outcome::Done);
        }
    }

    /// A new process: nothing is left but what is kept.
    pub(crate) fn restart(&mut self) {
        self.table = Table::new(OF, self.stored().row.due, self.now);
        self.writes.clear();
    }

    pub(crate) fn join(&mut self, conn: u64, seat: Option<u32>) {
        self.come_back(conn, seat, None);
    }

    pub(crate) fn come_back(&mut self, conn: u64, seat: Option<u32>, have: Option<u64>) {
        let grant = seat.map(|seat| Grant { seat, generation: 2 });
        self.give(Input::Hello { conn: ConnId(conn), grant, have, legend: None });
    }

    pub(crate) fn leave(&mut self, conn: u64) {
        self.give(Input::Left { conn: ConnId(conn) });
    }

    pub(crate) fn id(&mut self) -> Id {
        self.ids += 1;
        Id([self.ids; 16])
    }

    pub(crate) fn say(&mut self, conn: u64, message: FromClient) {
        self.give(Input::Message { conn: ConnId(conn), message, lag: 0 });
    }

    pub(crate) fn play(&mut self, conn: u64, q: u64, path: &str) -> Id {
        let id = self.id();
        self.say(conn, play(id, q, raw(&path)));
        id
    }

    /// A move that is made at once.
    pub(crate) fn made(&mut self, conn: u64, q: u64, path: &str) {
        self.play(conn, q, path);
        self.settle();
    }

    pub(crate) fn wish(&mut self, conn: u64, wish: impl Fn(MessageId) -> FromClient) -> Id {
        let id = self.id();
        self.say(conn, wish(MessageId { id }));
        id
    }

    pub(crate) fn undo(&mut self, conn: u64, to: Option<u64>) -> Id {
        let id = self.id();
        self.say(conn, FromClient::Undo(Undo { id, to }));
        id
    }

    pub(crate) fn vote(&mut self, conn: u64, of: u32, yes: bool) -> Id {
        let id = self.id();
        self.say(conn, FromClient::Vote(Vote { id, of, yes }));
        id
    }

    pub(crate) fn unseal(&mut self, conn: u64, q: u64) -> Id {
        let id = self.id();
        self.say(conn, FromClient::Unseal(Unseal { id, q }));
        id
    }

    pub(crate) fn chat(&mut self, conn: u64, text: &str) -> Id {
        let id = self.id();
        self.say(conn, FromClient::Chat(Chat { id, text: text.to_owned() }));
        id
    }

    /// What a client was sent, oldest first.
    pub(crate) fn got(&self, conn: u64) -> Vec<ToClient> {
        let own = self.sent.iter().filter(|(to, _)| *to == conn);
        own.map(|(_, text)| ToClient::read(text).unwrap()).collect()
    }

    /// The names of what a client was sent, those of people left out; then everything is forgotten.
    pub(crate) fn names(&self, conn: u64) -> Vec<String> {
        let name = |text: &str| text.split('"').nth(1).unwrap().to_owned();
        let own = self.sent.iter().filter(|(to, _)| *to == conn);
        own.map(|(_, text)| name(text)).filter(|name| name != "people").collect()
    }

    /// The last state that a client was told of.
    pub(crate) fn now_of(&self, conn: u64) -> wire::Now {
        let mut states = self.got(conn).into_iter().filter_map(|message| match message {
            ToClient::Step(step) => Some(step.now),
            ToClient::Welcome(welcome) => Some(welcome.now),
            _ => None,
        });
        states.next_back().unwrap()
    }

    /// The last number of the stream that a client was told of.
    pub(crate) fn v_of(&self, conn: u64) -> u64 {
        let mut numbers = self.got(conn).into_iter().filter_map(|message| match message {
            ToClient::Step(step) => Some(step.v),
            ToClient::Welcome(welcome) => Some(welcome.v),
            _ => None,
        });
        numbers.next_back().unwrap()
    }

    /// How a message of a client was refused.
    pub(crate) fn code(&self, conn: u64, id: Id) -> Option<Code> {
        self.got(conn).into_iter().rev().find_map(|message| match message {
            ToClient::No(no) if no.id == id => Some(no.code),
            _ => None,
        })
    }

    /// Each acknowledgement of a message to a client.
    pub(crate) fn acks(&self, conn: u64, id: Id) -> Vec<Option<u64>> {
        let own = self.got(conn).into_iter().filter_map(|message| match message {
            ToClient::Ack(Ack { id: of, v }) if of == id => Some(v),
            _ => None,
        });
        own.collect()
    }

    /// Time goes on to the next moment at which the table wants to be told, or to this one.
    pub(crate) fn pass(&mut self, to: i64) {
        while let Some(due) = self.table.due().filter(|due| *due <= to) {
            self.now = self.now.max(due);
            self.give(Input::Tick);
            self.settle();
            if self.table.condition() == Condition::Ended {
                break;
            }
        }
        self.now = to;
    }
}

pub(crate) fn play(id: Id, q: u64, path: Raw) -> FromClient {
    FromClient::Play(Play { id, q, path })
}
