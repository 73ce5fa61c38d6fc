//! The network between clients and tables: it delays, repeats, loses and cuts.

use super::{Event, SECOND, World};
use crate::plant::Plant;
use std::sync::Arc;
use table::{ConnId, Grant, Input};
use wire::{FromClient, Id, ToClient};

impl World {
    /// A socket breaks; the server notices some time later.
    pub(super) fn cut(&mut self, conn: ConnId) {
        let Some((client, _)) = self.conns.get(&conn) else { return };
        let i = self.clients[*client].of;
        self.drop_conn(conn);
        let notice = self.pick(500);
        self.after(notice, Event::Input(i, Input::Left { conn }));
    }

    pub(super) fn connect(&mut self, client: usize) {
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

    pub(super) fn act(&mut self, client: usize) {
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
    pub(super) fn send(&mut self, client: usize, message: FromClient) {
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

    pub(super) fn message(&mut self, conn: ConnId, message: FromClient) {
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

    pub(super) fn transmit(&mut self, i: usize, conn: ConnId, text: Arc<str>) {
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
            ToClient::Past(past) => drop(self.unanswered.remove(&(conn, past.id))),
            ToClient::Chat(_) => self.seen.chat += 1,
            ToClient::Welcome(welcome) if welcome.table.is_none() => self.seen.resumed += 1,
            ToClient::Bye(bye) if bye.why == wire::ByeWhy::Frozen => self.fail("a match is frozen"),
            _ => {}
        }
        self.numbers += 1;
        self.events.insert((at, self.numbers), Event::Frame(conn, text));
    }

    pub(super) fn frame(&mut self, conn: ConnId, text: &str) {
        let Some((client, _)) = self.conns.get(&conn) else { return };
        let client = *client;
        let Ok(message) = ToClient::read(text) else { return };
        self.seen.acks += u64::from(matches!(message, ToClient::Ack(_)));
        let complaint = self.clients[client].get(message);
        let who = (self.clients[client].of, self.clients[client].seat);
        self.hold(complaint.map_err(|why| format!("client of {who:?}: {why}")));
    }
}
