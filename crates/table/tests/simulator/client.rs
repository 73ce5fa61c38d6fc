//! A client: it keeps what it is sent, answers what it is asked, sends again what nobody answers, and complains about
//! whatever a client may rely on and does not get.

use crate::board::Board;
use base::Random;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use table::ConnId;
use wire::{
    Ack, Ask, Chat, Code, FromClient, Id, Now, Part, Past, People, Play, Request, ToClient, Undo, Unseal,
    Vote, Why, raw,
};

/// What a client has sent and nobody has answered.
#[derive(Clone, Debug)]
pub(crate) struct Outstanding {
    pub(crate) id: Id,
    pub(crate) at: i64,
    /// Where it was sent once, over which socket, and how many steps the client had then.
    once: Option<(ConnId, u64)>,
}

#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) of: usize,
    pub(crate) seat: Option<u32>,
    pub(crate) conn: Option<ConnId>,
    /// Whether it was welcomed on this socket.
    pub(crate) is_greeted: bool,
    /// How many steps it has.
    pub(crate) v: Option<u64>,
    pub(crate) board: Option<Board>,
    pub(crate) now: Now,
    pub(crate) ask: Option<Ask>,
    sealed_q: Option<u64>,
    people: Option<People>,
    pub(crate) sent: BTreeMap<Id, FromClient>,
    pub(crate) acked: BTreeMap<Id, Option<u64>>,
    pub(crate) refused: BTreeSet<Id>,
    pub(crate) outstanding: Option<Outstanding>,
    /// The next step must be this one, since it was acknowledged.
    promised: Option<u64>,
    loose: BTreeSet<String>,
}

pub(crate) type Complaint = Result<(), String>;

fn sure(holds: bool, what: impl FnOnce() -> String) -> Complaint {
    if holds { Ok(()) } else { Err(what()) }
}

/// How it stands, but for the time, which passes.
pub(crate) fn without_time(now: &Now) -> Value {
    let mut now = json!(now);
    for clock in now["clocks"].as_array_mut().into_iter().flatten() {
        clock["left"] = Value::Null;
    }
    now
}

impl Client {
    pub(crate) fn new(of: usize, seat: Option<u32>, loose: BTreeSet<String>) -> Client {
        Client {
            of,
            seat,
            conn: None,
            is_greeted: false,
            v: None,
            board: None,
            now: Now::default(),
            ask: None,
            sealed_q: None,
            people: None,
            sent: BTreeMap::new(),
            acked: BTreeMap::new(),
            refused: BTreeSet::new(),
            outstanding: None,
            promised: None,
            loose,
        }
    }

    /// The socket is gone; what was learned stays.
    pub(crate) fn cut(&mut self) {
        (self.conn, self.is_greeted, self.promised) = (None, false, None);
        if let Some(outstanding) = &mut self.outstanding {
            outstanding.once = None;
        }
    }

    pub(crate) fn get(&mut self, message: ToClient) -> Complaint {
        match message {
            ToClient::Welcome(welcome) => {
                let known = self.board.as_ref().filter(|_| self.v == Some(welcome.v));
                match welcome.table.as_ref().map(|table| serde_json::from_str(table.get())) {
                    Some(Ok(table)) => {
                        let board = Board::read(&table);
                        sure(known.is_none_or(|known| *known == board), || {
                            format!("a stream did not lead where a welcome stands: {known:?} {board:?}")
                        })?;
                        self.board = Some(board);
                    }
                    _ => sure(known.is_some(), || "a welcome leaves a client without a table".to_owned())?,
                }
                (self.v, self.now, self.is_greeted) = (Some(welcome.v), welcome.now, true);
                (self.ask, self.promised) = (None, None);
            }
            ToClient::Step(step) => {
                let due = self.v.map(|v| v + 1);
                sure(self.is_greeted && due == Some(step.v), || {
                    format!("step {} came where {due:?} was due", step.v)
                })?;
                let promised = self.promised.take();
                sure(promised.is_none_or(|v| v == step.v), || {
                    format!("step {} came where {promised:?} was acknowledged", step.v)
                })?;
                self.step(&step);
                (self.v, self.now) = (Some(step.v), step.now);
                let own = self.now.waiting.iter().find(|waiting| Some(waiting.seat) == self.seat);
                if own.is_none_or(|own| own.chosen) {
                    self.sealed_q = self.ask.take().map(|ask| ask.q).or(self.sealed_q);
                }
            }
            ToClient::Ask(ask) => {
                sure(Some(ask.v) == self.v, || "a question belongs to another step".to_owned())?;
                (self.sealed_q, self.ask) = (Some(ask.q), Some(ask));
            }
            ToClient::Ack(ack) => self.ack(&ack)?,
            ToClient::No(no) => {
                if [Code::Busy, Code::Storage].contains(&no.code) {
                    return Ok(());
                }
                sure(no.code != Code::Reused, || "a message is taken for another".to_owned())?;
                sure(!self.acked.contains_key(&no.id), || "what is done is refused".to_owned())?;
                self.refused.insert(no.id);
                self.answered(no.id);
                if no.code == Code::Stale {
                    let refused = self.sent.get(&no.id);
                    self.ask
                        .take_if(|ask| matches!(refused, Some(FromClient::Play(play)) if play.q == ask.q));
                }
            }
            ToClient::Part(part) => {
                let same = self.ask.as_ref().filter(|ask| ask.q == part.q);
                sure(same.is_none_or(|ask| ask.tree.get() == part.tree.get()), || {
                    "what may come behind nothing is not what is asked".to_owned()
                })?;
                self.answered(part.id);
            }
            ToClient::Why(why) => {
                sure(!why.legal && !why.lines.is_empty(), || "what nobody can do is possible".to_owned())?;
                self.answered(why.id);
            }
            ToClient::Past(told) => {
                self.past(&told.moments)?;
                self.answered(told.id);
            }
            ToClient::People(people) => self.people = Some(people),
            ToClient::Chat(_) | ToClient::Rematch(_) | ToClient::Bye(_) | ToClient::Pong(_) => {}
        }
        Ok(())
    }

    /// What led from each moment to the next.
    fn past(&self, moments: &[wire::Moment]) -> Complaint {
        let read = |raw: &wire::Raw| serde_json::from_str::<Value>(raw.get()).unwrap();
        let mut last: Option<(usize, Board)> = None;
        for moment in moments {
            let board = Board::read(&read(&moment.table));
            if let Some((moves, mut before)) = last {
                let trace = moment.trace.as_ref().map(read);
                for change in trace.iter().filter_map(Value::as_array).flatten() {
                    before.apply(change, &self.loose);
                }
                sure(moves < moment.moves && before == board, || {
                    format!("the moment of {moves} moves does not lead to that of {}", moment.moves)
                })?;
            }
            last = Some((moment.moves, board));
        }
        Ok(())
    }

    fn step(&mut self, step: &wire::Step) {
        let read = |raw: &wire::Raw| serde_json::from_str::<Value>(raw.get()).unwrap();
        if let Some(table) = &step.table {
            self.board = Some(Board::read(&read(table)));
        }
        let Some(board) = &mut self.board else { return };
        for change in step.trace.iter().map(read).flat_map(|all| all.as_array().cloned().unwrap_or_default())
        {
            board.apply(&change, &self.loose);
        }
    }

    fn ack(&mut self, ack: &Ack) -> Complaint {
        let known = self.acked.get(&ack.id);
        sure(known.is_none_or(|v| *v == ack.v), || {
            format!("the same message is acknowledged as {known:?} and {:?}", ack.v)
        })?;
        let once = self.outstanding.as_ref().filter(|sent| sent.id == ack.id).and_then(|sent| sent.once);
        if let (Some((conn, _)), Some(v), None) = (once, ack.v, known)
            && Some(conn) == self.conn
        {
            sure(self.v.is_some_and(|now| now < v), || {
                format!("the acknowledgement of step {v} came behind it")
            })?;
            self.promised = Some(v).filter(|v| self.v.is_some_and(|now| now + 1 == *v));
        }
        self.acked.insert(ack.id, ack.v);
        self.refused.remove(&ack.id);
        self.answered(ack.id);
        Ok(())
    }

    fn answered(&mut self, id: Id) {
        if self.outstanding.as_ref().is_some_and(|sent| sent.id == id) {
            self.outstanding = None;
        }
    }

    /// What it does next, if anything; where all is calm, it only plays.
    pub(crate) fn wish(&mut self, id: Id, at: i64, calm: bool, random: &mut Random) -> Option<FromClient> {
        if !self.is_greeted || self.outstanding.is_some() {
            return None;
        }
        let (conn, seat) = (self.conn?, self.seat?);
        let message = self.choose(id, seat, calm, random)?;
        let once = Some((conn, self.v.unwrap_or(0)));
        self.outstanding = Some(Outstanding { id, at, once });
        self.sent.insert(id, message.clone());
        Some(message)
    }

    /// What nobody has answered, once more.
    pub(crate) fn again(&mut self, at: i64) -> Option<FromClient> {
        let outstanding = self.outstanding.as_mut().filter(|_| self.is_greeted)?;
        (outstanding.at, outstanding.once) = (at, None);
        self.sent.get(&outstanding.id).cloned()
    }

    fn choose(&mut self, id: Id, seat: u32, calm: bool, random: &mut Random) -> Option<FromClient> {
        if self.people.as_ref().is_some_and(|people| people.seats[seat as usize].bot) {
            return (random.below(4) == 0).then_some(FromClient::Back(Request { id }));
        }
        let dice = random.below(100);
        if !calm && dice < 16 {
            return self.whim(id, dice, random);
        }
        let vote = self.now.vote.as_ref().filter(|vote| vote.by != seat && !vote.yes.contains(&seat));
        if let Some(vote) = vote.filter(|_| dice < 60) {
            return Some(FromClient::Vote(Vote { id, of: vote.of, yes: random.below(10) < 7 }));
        }
        let ask = self.ask.as_ref()?;
        // The first of the legal moves may be named by its number, too.
        let path = if random.below(8) == 0 { raw(&0) } else { raw(&draw(ask, random)?) };
        let q = if !calm && dice >= 95 && ask.q > 1 { ask.q - 1 } else { ask.q };
        if q == ask.q {
            self.ask = None;
        }
        Some(FromClient::Play(Play { id, q, path }))
    }

    /// Something else than a move.
    fn whim(&self, id: Id, dice: u64, random: &mut Random) -> Option<FromClient> {
        Some(match dice {
            0..4 => FromClient::Undo(Undo { id, to: None }),
            4..5 => FromClient::Undo(Undo { id, to: Some(random.below(self.v.unwrap_or(0) + 2)) }),
            5..6 => FromClient::Draw(Request { id }),
            6 if random.below(6) == 0 => FromClient::Resign(Request { id }),
            7..9 => FromClient::Chat(Chat { id, text: format!("line {}", random.below(100)) }),
            9 if random.below(2) == 0 => {
                FromClient::Part(Part { id, q: self.ask.as_ref()?.q, path: raw(&[(); 0]) })
            }
            9 => FromClient::Why(Why { id, q: self.ask.as_ref()?.q, path: raw(&"no such move") }),
            10 if random.below(2) == 0 => {
                let most = self.now.moves as u64 + 3;
                FromClient::Past(Past { id, before: random.below(most) as u32 })
            }
            10 => FromClient::Play(Play { id, q: self.ask.as_ref()?.q, path: raw(&"no such move") }),
            11..16 => {
                let q = self.sealed_q.filter(|_| self.now.sealed.is_some())?;
                FromClient::Unseal(Unseal { id, q })
            }
            _ => return None,
        })
    }
}

/// A move from a tree, all parts of which are told.
fn draw(ask: &Ask, random: &mut Random) -> Option<Vec<Value>> {
    let read = |raw: &wire::Raw| serde_json::from_str::<Value>(raw.get()).unwrap();
    let (refs, tree) = (read(&ask.refs), read(&ask.tree));
    let (mut level, mut path) = (&tree, Vec::new());
    while let Some(nodes) = level.as_array().filter(|nodes| !nodes.is_empty()) {
        let node = &nodes[random.below(nodes.len() as u64) as usize];
        let number = node.get(0).unwrap_or(node);
        path.push(refs[number.as_u64()? as usize].clone());
        level = node.get(1).unwrap_or(&Value::Null);
    }
    (!path.is_empty()).then_some(path)
}
