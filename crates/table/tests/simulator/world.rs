//! The world around tables in virtual time: a network that delays, repeats, loses and cuts, a disk that is slow, full
//! or fails, a process that is killed, and clients. All chance comes from one seed.

mod check;
mod network;
mod setup;
mod spoil;

use crate::client::{Client, Complaint, without_time};
use crate::plant::Plant;
use base::Random;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};
use store::{
    BUCKETS, Change, Disk, Faults, MatchId, MemoryStore, Outcome, ProcessId, Step, StepKind, Store, Write,
};
use table::{Bench, Condition, ConnId, Input, Loading, Output, Rules, Settings, Table};
use wire::{FromClient, Id};

const SECOND: i64 = 1_000;
const DAY: i64 = 24 * 60 * 60 * SECOND;

/// A message that reached the server over a socket that stays is answered within this, which is more than a full queue
/// takes with the slowest disk, and less than after what clients send again.
const PATIENCE: i64 = 900;

/// After this a match that everybody plays in peace has ended.
const PEACE: i64 = 3_000 * SECOND;

#[derive(Debug)]
enum Event {
    /// Something reaches a table.
    Input(usize, Input),
    /// A message of a client reaches the server.
    Message(ConnId, FromClient),
    Frame(ConnId, Arc<str>),
    Connect(usize),
    Act(usize),
    Again(usize),
    Cut(usize),
    Load(usize),
    Crash,
    Start,
    Peace,
}

/// A match of the simulation.
pub(crate) struct Setup {
    pub(crate) rules: Rules,
    pub(crate) settings: Settings,
    bots: BTreeSet<u32>,
}

/// What went round about, so that a test can demand that it did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) rows: u64,
    pub(crate) acks: u64,
    pub(crate) refusals: u64,
    pub(crate) crashes: u64,
    pub(crate) unknown: u64,
    pub(crate) full: u64,
    pub(crate) resumed: u64,
    pub(crate) sealed: u64,
    pub(crate) undone: u64,
    pub(crate) takeovers: u64,
    pub(crate) flags: u64,
    pub(crate) chat: u64,
    pub(crate) cooled: u64,
}

/// The outcomes that are known, for the process of that number.
type Done = Arc<Mutex<VecDeque<(u64, usize, u64, Outcome)>>>;

pub(crate) struct World {
    now: i64,
    random: Random,
    events: BTreeMap<(i64, u64), Event>,
    numbers: u64,
    disk: Disk,
    store: Option<MemoryStore>,
    reader: MemoryStore,
    epoch: u64,
    process: u64,
    done: Done,
    tables: BTreeMap<usize, Table>,
    matches: Vec<Setup>,
    pub(crate) clients: Vec<Client>,
    /// The client of each socket that is open, with the time of the last frame on its way to it.
    conns: BTreeMap<ConnId, (usize, i64)>,
    bench: Bench,
    calm: bool,
    /// Everybody takes their time.
    slow: bool,
    downs: Vec<(i64, i64)>,
    /// The ids of the rows that are durable, by match, and how many there are.
    durable: Vec<(BTreeSet<[u8; 16]>, u64)>,
    under_way: BTreeMap<(usize, u64), Step>,
    /// What reached the server and was not answered yet.
    unanswered: BTreeMap<(ConnId, Id), i64>,
    plant: Option<Plant>,
    held: Option<(ConnId, Arc<str>)>,
    failed: Option<String>,
    pub(crate) seen: Seen,
}

fn id_of(i: usize) -> MatchId {
    MatchId(1_000 + i as i64)
}

impl World {
    pub(crate) fn new(seed: u64, games: &[(Rules, Vec<u32>)], plant: Option<Plant>) -> World {
        let mut random = Random::new(seed);
        let disk = Disk::new(random.word());
        let reader = disk.open(Faults::default());
        let mut world = World {
            now: 0,
            events: BTreeMap::new(),
            numbers: 0,
            store: None,
            reader,
            epoch: 0,
            process: 0,
            done: Done::default(),
            tables: BTreeMap::new(),
            matches: Vec::new(),
            clients: Vec::new(),
            conns: BTreeMap::new(),
            bench: Bench::new(),
            calm: false,
            slow: false,
            downs: Vec::new(),
            durable: Vec::new(),
            under_way: BTreeMap::new(),
            unanswered: BTreeMap::new(),
            plant,
            held: None,
            failed: None,
            seen: Seen::default(),
            random,
            disk,
        };
        let first = world.random.below(games.len() as u64) as usize;
        let count = 1 + world.random.below(2) as usize;
        for i in 0..count {
            world.open(&games[(first + i) % games.len()]);
        }
        world.slow = world.random.below(6) == 0;
        world.start();
        let longest = if world.slow { 600 } else { 60 };
        let peace = 20 * SECOND + world.pick(longest * SECOND);
        world.after(peace, Event::Peace);
        world
    }

    fn pick(&mut self, below: i64) -> i64 {
        self.random.below(below.max(1) as u64) as i64
    }

    fn after(&mut self, delay: i64, event: Event) {
        self.numbers += 1;
        self.events.insert((self.now + delay, self.numbers), event);
    }

    fn fail(&mut self, why: impl Into<String>) {
        self.failed.get_or_insert(why.into());
    }

    fn hold(&mut self, complaint: Complaint) {
        if let Err(why) = complaint {
            self.fail(why);
        }
    }

    /// A process begins: it opens the disk, and matches are loaded when somebody asks for them or a clock runs out.
    fn start(&mut self) {
        self.disk.advance(self.now.max(self.disk.now()));
        let faults = match self.calm {
            true => Faults { delay: (0, 5), ..Faults::default() },
            false => Faults { delay: (0, 30), full: 20, unknown: 4 },
        };
        let store = self.disk.open(faults);
        self.epoch = store.lease(0..BUCKETS, ProcessId(self.process as i64 + 2), DAY).unwrap()[0].epoch;
        let due = store.due(i64::MAX).unwrap();
        self.store = Some(store);
        for (at, of) in due {
            let i = (of.0 - 1_000) as usize;
            self.tables.insert(i, Table::new(of, Some(at), self.now));
        }
        if !self.calm {
            let crash = 3 * SECOND + self.pick(if self.slow { 600 } else { 40 } * SECOND);
            self.after(crash, Event::Crash);
        }
    }

    fn crash(&mut self) {
        let Some(store) = self.store.take() else { return };
        store.crash();
        // Its leases end with it.
        store.lease(0..BUCKETS, ProcessId(self.process as i64 + 2), 0).ok();
        self.seen.crashes += 1;
        self.process += 1;
        self.done = Done::default();
        self.tables.clear();
        self.under_way.clear();
        self.unanswered.clear();
        self.held = None;
        let conns: Vec<ConnId> = self.conns.keys().copied().collect();
        conns.into_iter().for_each(|conn| self.drop_conn(conn));
        let down = 100 + self.pick(3 * SECOND);
        self.downs.push((self.now, self.now + down));
        self.after(down, Event::Start);
    }

    fn drop_conn(&mut self, conn: ConnId) {
        let Some((client, _)) = self.conns.remove(&conn) else { return };
        self.unanswered.retain(|(of, _), _| *of != conn);
        self.held.take_if(|(of, _)| *of == conn);
        if self.clients[client].conn == Some(conn) {
            self.clients[client].cut();
            let is_long = !self.calm && self.random.below(8) == 0;
            let back = 50 + self.pick(if is_long { 30 * SECOND } else { 3 * SECOND });
            self.after(back, Event::Connect(client));
        }
    }

    /// Goes on until all is over, or something is wrong.
    pub(crate) fn run(&mut self) -> Result<(), String> {
        loop {
            let next = self.events.keys().next().map(|(at, _)| *at);
            let disk = self.disk.next();
            let due =
                self.tables.iter().filter_map(|(i, table)| Some((table.due()?.max(self.now), *i))).min();
            let Some(at) = next.into_iter().chain(disk).chain(due.map(|(at, _)| at)).min() else {
                return Err("nothing happens any more".to_owned());
            };
            self.now = self.now.max(at);
            if let Some((_, i)) = due.filter(|(due, _)| *due <= at) {
                self.give(i, Input::Tick);
            } else if disk.is_some_and(|disk| disk <= at) {
                self.disk.advance(at);
                self.settle();
            } else if let Some((_, event)) = self.events.pop_first() {
                self.happen(event);
            }
            if let Some(((_, id), since)) = self.unanswered.iter().find(|(_, at)| self.now - **at > PATIENCE)
            {
                return Err(format!("no answer to {id} since {since}"));
            }
            if let Some(why) = self.failed.take() {
                return Err(why);
            }
            if self.calm && self.is_done() {
                return self.check();
            }
            if self.now > PEACE {
                return Err(format!("a match does not end: {}", self.describe()));
            }
        }
    }

    /// How it stands, for whoever looks for a defect.
    fn describe(&self) -> String {
        let client = |client: &Client| {
            let Client { of, seat, v, ask, outstanding, now, .. } = client;
            let ask = ask.as_ref().map(|ask| ask.q);
            format!("{of} {seat:?} v {v:?} asked {ask:?} sent {outstanding:?} {}", without_time(now))
        };
        let table = |(i, table): (&usize, &Table)| {
            let settings = self.matches[*i].settings.to_text();
            format!(
                "{i}: {:?} {:?} {settings} bots {:?}",
                table.condition(),
                table.steps(),
                self.matches[*i].bots
            )
        };
        let clients = self.clients.iter().map(client);
        clients.chain(self.tables.iter().map(table)).collect::<Vec<_>>().join("\n")
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Input(i, input) => self.give(i, input),
            Event::Message(conn, message) => self.message(conn, message),
            Event::Frame(conn, text) => self.frame(conn, &text),
            Event::Connect(client) => self.connect(client),
            Event::Act(client) => self.act(client),
            Event::Again(client) => {
                let again = self.clients[client].again(self.now);
                if let Some(message) = again {
                    self.send(client, message);
                }
                let later = SECOND + self.pick(SECOND);
                self.after(later, Event::Again(client));
            }
            Event::Cut(client) if !self.calm => {
                if let Some(conn) = self.clients[client].conn {
                    self.cut(conn);
                }
                let later = 2 * SECOND + self.pick(if self.slow { 600 } else { 30 } * SECOND);
                self.after(later, Event::Cut(client));
            }
            Event::Cut(_) => {}
            Event::Load(i) => self.load(i),
            Event::Crash if !self.calm => self.crash(),
            Event::Crash => {}
            Event::Start => self.start(),
            Event::Peace => {
                self.calm = true;
                if self.store.is_some() {
                    self.crash();
                }
            }
        }
    }

    fn give(&mut self, i: usize, input: Input) {
        if self.store.is_none() {
            return;
        }
        let (now, of) = (self.now, id_of(i));
        let table = self.tables.entry(i).or_insert_with(|| Table::new(of, None, now));
        let was = table.condition();
        let outputs = table.on(input, now, &mut self.bench);
        self.seen.cooled += u64::from(was == Condition::Warm && table.condition() == Condition::Cool);
        let outputs = self.spoil(outputs);
        for output in outputs {
            self.carry_out(i, output);
        }
    }

    fn carry_out(&mut self, i: usize, output: Output) {
        match output {
            Output::Load => {
                let delay = self.pick(150);
                self.after(delay, Event::Load(i));
            }
            Output::Send(conn, text) => self.transmit(i, conn, text),
            Output::Close(conn) => {
                let delay = 100;
                if self.conns.contains_key(&conn) {
                    self.after(delay, Event::Input(i, Input::Left { conn }));
                    self.drop_conn(conn);
                }
            }
            Output::Write { write, change } => self.write(i, write, change),
            Output::Think(seated) => {
                let count = self.tables[&i].seated().and_then(|now| now.seat(seated.seat).count_moves().ok());
                let number = self.random.below(count.unwrap_or(0) as u64) as usize;
                let bot = Input::Bot { seat: seated.seat, q: seated.q, number };
                self.after(200, Event::Input(i, bot));
            }
            Output::Rematch => {}
            Output::Gone => drop(self.tables.remove(&i)),
        }
    }

    fn write(&mut self, i: usize, write: u64, mut change: Change) {
        if let Change::Step(next) = &mut change {
            if !self.spoil_row(i, write, next) {
                return;
            }
            self.under_way.insert((i, write), next.step.clone());
        }
        let Some(store) = &self.store else { return };
        let (done, process) = (Arc::clone(&self.done), self.process);
        let ticket = store.commit(vec![Write { epoch: self.epoch, change }]);
        ticket.then(move |outcomes| done.lock().unwrap().push_back((process, i, write, outcomes[0])));
        self.settle();
    }

    /// Tells tables what has become of their rows.
    fn settle(&mut self) {
        loop {
            let next = self.done.lock().unwrap().pop_front();
            let Some((process, i, write, outcome)) = next else { return };
            if process != self.process || self.store.is_none() {
                continue;
            }
            let row = self.under_way.remove(&(i, write));
            match outcome {
                Outcome::Done => self.stands(i, row.as_ref()),
                Outcome::Unknown => {
                    self.seen.unknown += 1;
                    self.after(50, Event::Crash);
                }
                Outcome::Refused => self.seen.full += 1,
                Outcome::Conflict | Outcome::Fenced => {}
            }
            if self.plant == Some(Plant::TellBeforeCommit) && row.is_some() {
                continue;
            }
            self.tell(i, Input::Written { write, outcome }, row);
        }
    }

    /// Tells a table, and looks whom it tells of what is sealed.
    fn tell(&mut self, i: usize, input: Input, row: Option<Step>) {
        let Some(table) = self.tables.get_mut(&i) else { return };
        let outputs = table.on(input, self.now, &mut self.bench);
        let is_sealed = table.seated().is_some_and(|now| now.secrecy().is_sealed());
        let outputs = self.spoil(outputs);
        if let Some(row) = row.filter(|row| is_sealed && row.kind == StepKind::Move) {
            self.seen.sealed += 1;
            for output in &outputs {
                if let Output::Send(conn, text) = output
                    && let Some((client, _)) = self.conns.get(conn)
                    && self.clients[*client].seat != row.seat
                {
                    let why = format!("what seat {:?} chose is sealed, and others get {text}", row.seat);
                    self.fail(why);
                }
            }
        }
        outputs.into_iter().for_each(|output| self.carry_out(i, output));
    }

    fn stands(&mut self, i: usize, row: Option<&Step>) {
        let Some(row) = row else { return };
        let (ids, rows) = &mut self.durable[i];
        ids.extend(row.id);
        *rows = (*rows).max(u64::from(row.n) + 1);
        self.seen.rows += 1;
        self.seen.undone += u64::from(row.kind == StepKind::Undo);
        self.seen.takeovers += u64::from(row.kind == StepKind::Takeover);
        self.seen.flags += u64::from(row.kind == StepKind::Flag);
    }

    fn load(&mut self, i: usize) {
        let Some(store) = &self.store else { return };
        let stored = store.load(id_of(i)).map(|stored| stored.unwrap());
        let since = stored.as_ref().ok().and_then(|stored| stored.steps.last()).map_or(0, |step| step.at);
        let down = self.downs.iter().map(|(from, to)| (to - from.max(&since)).max(0)).sum();
        if let Ok(stored) = &stored {
            let (ids, rows) = &mut self.durable[i];
            if (stored.steps.len() as u64) < *rows {
                return self.fail("the record goes back");
            }
            *ids = stored.steps.iter().filter_map(|step| step.id).collect();
            *rows = stored.steps.len() as u64;
        }
        let rules = Some(self.matches[i].rules.clone());
        self.give(i, Input::Loaded(Box::new(Loading { stored, rules, down })));
    }

    fn is_done(&self) -> bool {
        let over = |client: &Client| client.conn.is_some() && client.now.result.is_some();
        self.clients.iter().all(|client| over(client) && client.outstanding.is_none())
            && self.under_way.is_empty()
            && !self.events.values().any(|event| matches!(event, Event::Frame(..)))
    }
}
