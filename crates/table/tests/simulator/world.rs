//! The world around tables in virtual time: a network that delays, repeats, loses and cuts, a disk that is slow, full
//! or fails, a process that is killed, and clients. All chance comes from one seed.

use crate::board;
use crate::client::{Client, Complaint, without_time};
use crate::plant::Plant;
use crate::rows::{new_match, program};
use base::Random;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};
use store::{
    BUCKETS, Change, Disk, Faults, MatchId, MemoryStore, NextStep, Opening, Outcome, ProcessId, Seat,
    SeatKind, Step, StepKind, Store, Write,
};
use table::{
    Bench, ClockKind, Condition, ConnId, Delay, Grant, Input, Loading, Output, Rules, Settings, Table,
};
use wire::{FromClient, Id, ToClient};

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

fn seat(of: MatchId, n: u32, is_bot: bool) -> Seat {
    let kind = if is_bot { SeatKind::Bot } else { SeatKind::Human };
    let mut token = [0; 32];
    token[..8].copy_from_slice(&of.0.to_le_bytes());
    token[8..12].copy_from_slice(&n.to_le_bytes());
    Seat {
        of,
        n,
        name: format!("Seat {n}"),
        kind,
        bot: is_bot.then(|| "random".to_owned()),
        token: (!is_bot).then_some(token),
        generation: 1,
        team: None,
        is_forgotten: false,
    }
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

    /// A match with its clients, written as whoever opens matches writes it.
    fn open(&mut self, (rules, counts): &(Rules, Vec<u32>)) {
        let i = self.matches.len();
        let players = counts[self.random.below(counts.len() as u64) as usize];
        let clock = match self.random.below(4) {
            0 => ClockKind::Move { ms: 15 * SECOND },
            1 => ClockKind::Bank { ms: 30 * SECOND, increment: SECOND },
            _ => ClockKind::None,
        };
        let delay = match self.random.below(6) {
            0 => Delay::Time { ms: 5 * SECOND },
            1 => Delay::Steps { n: 2 },
            2 => Delay::End,
            _ => Delay::None,
        };
        let takeover = (self.random.below(2) == 0).then_some(4 * SECOND);
        let bots = (1..players).filter(|_| self.random.below(6) == 0).collect();
        let settings = Settings { clock, delay, takeover, ..Settings::default() };
        let setup = Setup { rules: rules.clone(), settings, bots };
        let seats = (0..players).map(|n| seat(id_of(i), n, setup.bots.contains(&n))).collect();
        let row = new_match(id_of(i), players, self.random.word(), &setup.settings);
        let opening = Opening { row, seats, invites: Vec::new() };
        let owner = self.disk.open(Faults::default());
        let epoch = owner.lease(0..BUCKETS, ProcessId(1), 1).unwrap()[0].epoch;
        let changes = [Change::Program(program()), Change::Open(Box::new(opening))];
        let writes = changes.into_iter().map(|change| Write { epoch, change }).collect();
        assert_eq!(owner.commit(writes).wait(), [Outcome::Done; 2]);
        let loose = board::unordered(&serde_json::to_value(rules.game().describe()).unwrap());
        let seats = (0..players).filter(|n| !setup.bots.contains(n)).map(Some);
        let second = (self.random.below(3) == 0).then_some(Some(0));
        let watchers = (0..self.random.below(2)).map(|_| None);
        let all: Vec<Option<u32>> = seats.chain(second).chain(watchers).collect();
        for seat in all {
            self.clients.push(Client::new(i, seat, loose.clone()));
            let client = self.clients.len() - 1;
            let delay = self.pick(SECOND);
            self.after(delay, Event::Connect(client));
            self.after(2 * SECOND, Event::Act(client));
            self.after(SECOND, Event::Again(client));
            let cut = 2 * SECOND + self.pick(30 * SECOND);
            self.after(cut, Event::Cut(client));
        }
        self.matches.push(setup);
        self.durable.push((BTreeSet::new(), 0));
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

    /// A socket breaks; the server notices some time later.
    fn cut(&mut self, conn: ConnId) {
        let Some((client, _)) = self.conns.get(&conn) else { return };
        let i = self.clients[*client].of;
        self.drop_conn(conn);
        let notice = self.pick(500);
        self.after(notice, Event::Input(i, Input::Left { conn }));
    }

    fn connect(&mut self, client: usize) {
        if self.clients[client].conn.is_some() {
            return;
        }
        if self.store.is_none() {
            let later = 200 + self.pick(SECOND);
            return self.after(later, Event::Connect(client));
        }
        self.numbers += 1;
        let conn = ConnId(self.numbers);
        let forgets = self.random.below(5) == 0;
        let who = &mut self.clients[client];
        (who.conn, who.is_greeted) = (Some(conn), false);
        let have = who.v.filter(|_| who.board.is_some() && !forgets);
        let grant = who.seat.map(|seat| Grant { seat, generation: 1 });
        let i = who.of;
        self.conns.insert(conn, (client, self.now));
        let delay = 1 + self.pick(60);
        self.after(delay, Event::Input(i, Input::Hello { conn, grant, have, legend: None }));
    }

    fn act(&mut self, client: usize) {
        self.numbers += 1;
        let mut id = [0; 16];
        id[..8].copy_from_slice(&self.numbers.to_be_bytes());
        let wish = self.clients[client].wish(Id(id), self.now, self.calm, &mut self.random);
        if let Some(message) = wish {
            self.send(client, message);
        }
        let longest = if self.slow && !self.calm { 300 * SECOND } else { 400 };
        let later = 20 + self.pick(longest);
        self.after(later, Event::Act(client));
    }

    /// Each message finds its own way: late, twice, or not at all.
    fn send(&mut self, client: usize, message: FromClient) {
        let Some(conn) = self.clients[client].conn else { return };
        if !self.calm && self.random.below(100) < 3 {
            return;
        }
        let copies = if !self.calm && self.random.below(100) < 6 { 2 } else { 1 };
        for _ in 0..copies {
            let delay = 1 + self.pick(80);
            self.after(delay, Event::Message(conn, message.clone()));
        }
    }

    fn message(&mut self, conn: ConnId, message: FromClient) {
        let Some((client, _)) = self.conns.get(&conn) else { return };
        let i = self.clients[*client].of;
        if let Some(id) = message.id() {
            self.unanswered.entry((conn, id)).or_insert(self.now);
        }
        if self.plant == Some(Plant::Deaf) && self.random.below(5) == 0 {
            return;
        }
        let lag = self.pick(50);
        self.give(i, Input::Message { conn, message, lag });
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

    fn transmit(&mut self, i: usize, conn: ConnId, text: Arc<str>) {
        let delay = 1 + self.pick(60);
        let Some((_, last)) = self.conns.get_mut(&conn) else { return };
        let at = (self.now + delay).max(*last);
        *last = at;
        let message = match ToClient::read(&text) {
            Ok(message) => message,
            Err(error) => return self.fail(format!("a message cannot be read: {error}")),
        };
        let (ids, rows) = &self.durable[i];
        match &message {
            ToClient::Step(step) if step.v > *rows => {
                self.fail(format!("step {} is told before it is durable", step.v));
            }
            ToClient::Welcome(welcome) if welcome.v > *rows => {
                self.fail(format!("step {} is told before it is durable", welcome.v));
            }
            ToClient::Ack(ack) if ack.v.is_some() && !ids.contains(&ack.id.0) => {
                self.fail(format!("{} is acknowledged before it is durable", ack.id));
            }
            ToClient::Ack(ack) => drop(self.unanswered.remove(&(conn, ack.id))),
            ToClient::No(no) => {
                self.seen.refusals += 1;
                self.unanswered.remove(&(conn, no.id));
            }
            ToClient::Part(part) => drop(self.unanswered.remove(&(conn, part.id))),
            ToClient::Why(why) => drop(self.unanswered.remove(&(conn, why.id))),
            ToClient::Chat(_) => self.seen.chat += 1,
            ToClient::Welcome(welcome) if welcome.table.is_none() => self.seen.resumed += 1,
            ToClient::Bye(bye) if bye.why == wire::ByeWhy::Frozen => self.fail("a match is frozen"),
            _ => {}
        }
        self.numbers += 1;
        self.events.insert((at, self.numbers), Event::Frame(conn, text));
    }

    fn frame(&mut self, conn: ConnId, text: &str) {
        let Some((client, _)) = self.conns.get(&conn) else { return };
        let client = *client;
        let Ok(message) = ToClient::read(text) else { return };
        self.seen.acks += u64::from(matches!(message, ToClient::Ack(_)));
        let complaint = self.clients[client].get(message);
        let who = (self.clients[client].of, self.clients[client].seat);
        self.hold(complaint.map_err(|why| format!("client of {who:?}: {why}")));
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

/// Mistakes that are made on purpose.
impl World {
    fn spoil(&mut self, outputs: Vec<Output>) -> Vec<Output> {
        let Some(plant) = self.plant else { return outputs };
        let name = |text: &str| text.split('"').nth(1).unwrap_or_default().to_owned();
        let is = |output: &Output, what: &str| matches!(output, Output::Send(_, text) if name(text) == what);
        let mut outputs = outputs;
        match plant {
            Plant::AcknowledgeLate => outputs.sort_by_key(|output| is(output, "ack")),
            Plant::AskNobody => outputs.retain(|output| !is(output, "ask")),
            Plant::DropStep if self.random.below(10) == 0 => outputs.retain(|output| !is(output, "step")),
            Plant::RepeatStep => {
                let twice =
                    |output| if is(&output, "step") { vec![output.clone(), output] } else { vec![output] };
                outputs = outputs.into_iter().flat_map(twice).collect();
            }
            Plant::SwapSteps => outputs = self.swap(outputs, &is),
            Plant::CutTrace => edit(&mut outputs, |message| {
                if let ToClient::Step(step) = message {
                    step.trace = None;
                }
            }),
            Plant::EmptyWelcome => edit(&mut outputs, |message| {
                if let ToClient::Welcome(welcome) = message {
                    welcome.table = welcome.table.as_ref().map(|_| wire::raw(&serde_json::json!({})));
                }
            }),
            Plant::AcknowledgeAnew => {
                let again = outputs.len() == 1;
                edit(&mut outputs, |message| {
                    if let (ToClient::Ack(ack), true) = (message, again) {
                        ack.v = ack.v.map(|v| v + 1);
                    }
                });
            }
            Plant::TellSealed => {
                let step = outputs.iter().find(|output| is(output, "step")).cloned();
                if let Some(Output::Send(_, text)) = step {
                    outputs = self.conns.keys().map(|conn| Output::Send(*conn, Arc::clone(&text))).collect();
                }
            }
            _ => {}
        }
        outputs
    }

    fn swap(&mut self, outputs: Vec<Output>, is: &dyn Fn(&Output, &str) -> bool) -> Vec<Output> {
        let mut spoiled = Vec::new();
        for output in outputs {
            let is_step = is(&output, "step");
            match output {
                Output::Send(conn, text) if is_step && self.held.is_none() => self.held = Some((conn, text)),
                output => {
                    let is_next = matches!(&output, Output::Send(conn, _)
                        if is_step && self.held.as_ref().is_some_and(|(of, _)| of == conn));
                    spoiled.push(output);
                    if let Some((conn, text)) = self.held.take_if(|_| is_next) {
                        spoiled.push(Output::Send(conn, text));
                    }
                }
            }
        }
        spoiled
    }

    /// False where the row is not to be written.
    fn spoil_row(&mut self, i: usize, write: u64, next: &mut NextStep) -> bool {
        let mut row = next.step.clone();
        match self.plant {
            Some(Plant::LoseRow) if row.n == 3 => {
                self.stands(i, Some(&row));
                self.after(1, Event::Input(i, Input::Written { write, outcome: Outcome::Done }));
                return false;
            }
            Some(Plant::TellBeforeCommit) => {
                let outcome = Outcome::Done;
                self.after(0, Event::Input(i, Input::Written { write, outcome }));
            }
            Some(Plant::ForgetId) => row.id = None,
            Some(Plant::InventId) => row.id = row.id.map(|_| [9; 16]),
            Some(Plant::WriteAnotherMove) => row.candidate = row.candidate.map(|number| number ^ 1),
            _ => return true,
        }
        *next = NextStep::new(next.of, next.before, row, next.standing);
        true
    }
}

fn edit(outputs: &mut [Output], change: impl Fn(&mut ToClient)) {
    for output in outputs {
        if let Output::Send(_, text) = output
            && let Ok(mut message) = ToClient::read(text)
        {
            change(&mut message);
            *text = Arc::from(message.to_text());
        }
    }
}

/// What must hold when all is over.
impl World {
    fn check(&mut self) -> Result<(), String> {
        for i in 0..self.matches.len() {
            let stored = self.reader.load(id_of(i)).map_err(|why| why.to_string())?.unwrap();
            self.check_ids(i, &stored.steps)?;
            self.check_streams(i, &stored)?;
        }
        Ok(())
    }

    /// Each message that was acknowledged stands once, each that was not stands never or once, and each row was sent.
    fn check_ids(&self, i: usize, rows: &[Step]) -> Result<(), String> {
        let mut count: BTreeMap<[u8; 16], u32> = BTreeMap::new();
        rows.iter().filter_map(|row| row.id).for_each(|id| *count.entry(id).or_default() += 1);
        let clients: Vec<&Client> = self.clients.iter().filter(|client| client.of == i).collect();
        for (id, n) in &count {
            if !clients.iter().any(|client| client.sent.contains_key(&Id(*id))) {
                return Err(format!("nobody has sent {}, which is in the record", Id(*id)));
            }
            if *n > 1 {
                return Err(format!("{} stands {n} times", Id(*id)));
            }
        }
        for client in clients {
            let of_rows = client.acked.iter().filter(|(_, v)| v.is_some());
            for (id, _) in of_rows {
                if !count.contains_key(&id.0) {
                    return Err(format!("{id} was acknowledged, and there is no row of it"));
                }
            }
        }
        Ok(())
    }

    /// The record gives the state that all clients have, and answers what was acknowledged as it did.
    fn check_streams(&mut self, i: usize, stored: &store::Stored) -> Result<(), String> {
        let mut fresh = Table::new(id_of(i), None, self.now);
        let hello = |conn: u64, grant| Input::Hello { conn: ConnId(conn), grant, have: None, legend: None };
        fresh.on(hello(0, None), self.now, &mut self.bench);
        let rules = Some(self.matches[i].rules.clone());
        let loading = Loading { stored: Ok(stored.clone()), rules, down: 0 };
        fresh.on(Input::Loaded(Box::new(loading)), self.now + DAY, &mut self.bench);
        let live = self.tables.get(&i).and_then(Table::seated);
        let Some(again) = fresh.seated() else { return Err("a match is frozen".to_owned()) };
        if live.is_some_and(|live| live.fingerprint() != again.fingerprint()) {
            return Err("the record gives another state".to_owned());
        }
        for (n, client) in self.clients.iter_mut().enumerate().filter(|(_, client)| client.of == i) {
            let conn = n as u64 + 1;
            let grant = client.seat.map(|seat| Grant { seat, generation: 1 });
            let greeting = fresh.on(hello(conn, grant), self.now + DAY, &mut self.bench);
            for message in sent(&greeting, conn) {
                if let ToClient::Welcome(welcome) = &message {
                    let same = Some(welcome.v) == client.v
                        && without_time(&welcome.now) == without_time(&client.now);
                    if !same {
                        let (then, now) = (without_time(&client.now), without_time(&welcome.now));
                        return Err(format!("{:?} {then} did not lead to {} {now}", client.v, welcome.v));
                    }
                    client.get(message)?;
                }
            }
            let wanted: Vec<(Id, Option<u64>)> = client.acked.iter().map(|(id, v)| (*id, *v)).collect();
            for (id, _) in wanted.into_iter().filter(|(_, v)| v.is_some()) {
                let message = client.sent[&id].clone();
                let input = Input::Message { conn: ConnId(conn), message, lag: 0 };
                let answer = fresh.on(input, self.now + DAY, &mut self.bench);
                sent(&answer, conn).into_iter().try_for_each(|message| client.get(message))?;
            }
        }
        Ok(())
    }
}

fn sent(outputs: &[Output], to: u64) -> Vec<ToClient> {
    let texts = outputs.iter().filter_map(|output| match output {
        Output::Send(conn, text) if *conn == ConnId(to) => ToClient::read(text).ok(),
        _ => None,
    });
    texts.collect()
}
