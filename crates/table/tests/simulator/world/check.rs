//! What must hold when all is over.

use super::{DAY, World, id_of};
use crate::client::{Client, without_time};
use std::collections::BTreeMap;
use store::{Step, Store as _};
use table::{ConnId, Grant, Input, Loading, Output, Table};
use wire::{Id, ToClient};

impl World {
    pub(super) fn check(&mut self) -> Result<(), String> {
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
