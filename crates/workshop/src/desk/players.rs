//! What players say at the tables of the desk, and what they are answered: moves, the parts behind them, why not, and one
//! step back. What everybody is told of it is the business of the desk.

use super::{Client, Desk, REPLAY, Who, within};
use crate::frames;
use engine::question::Refused;
use engine::view::Viewer;
use table::choose;
use wire::{Ack, Code, FromClient, Id, No, Pong, Raw, ToClient};

impl Desk {
    pub(super) fn table(&mut self, conn: u64, said: FromClient) {
        let Some(Client { who: Who::Table(viewer, _), .. }) = self.clients.get(&conn) else { return };
        let viewer = *viewer;
        let answer = match (said, viewer) {
            (FromClient::Ping(ping), _) => Ok(ToClient::Pong(Pong { t: ping.t })),
            (FromClient::Play(play), Viewer::Seat(seat)) => {
                let made = self.is_open(play.q).and_then(|()| self.play(seat, &play.path));
                match made {
                    Ok(()) => return self.played(conn, play.id),
                    Err(no) => Err((play.id, no)),
                }
            }
            (FromClient::Part(part), Viewer::Seat(seat)) => {
                self.part(part.id, part.q, seat, &part.path).map_err(|no| (part.id, no))
            }
            (FromClient::Why(why), Viewer::Seat(seat)) => {
                self.why(why.id, why.q, seat, &why.path).map_err(|no| (why.id, no))
            }
            (FromClient::Undo(undo), _) => {
                self.session.go(self.session.at().saturating_sub(1), &within(REPLAY));
                self.send(conn, ToClient::Ack(Ack { id: undo.id, v: Some(self.session.stand()) }).to_text());
                return self.tell_anew();
            }
            (other, _) => {
                let Some(id) = other.id() else { return };
                Err((id, (Code::Forbidden, "this is for matches on a server".to_owned())))
            }
        };
        let answer = answer.unwrap_or_else(|(id, (code, why))| ToClient::No(No { id, code, why }));
        self.send(conn, answer.to_text());
    }

    /// A move stands: who made it hears that first, then everybody what could be seen of it.
    fn played(&mut self, conn: u64, id: Id) {
        self.send(conn, ToClient::Ack(Ack { id, v: Some(self.session.stand()) }).to_text());
        self.tell_tables(|session, viewer, _| frames::step(session, viewer));
    }

    fn is_open(&self, q: u64) -> Result<(), (Code, String)> {
        let why = || (Code::Stale, "another question is open by now".to_owned());
        if q == self.session.stand() { Ok(()) } else { Err(why()) }
    }

    fn play(&mut self, seat: u32, path: &Raw) -> Result<(), (Code, String)> {
        let choice = path.get();
        let made = if let Ok(number) = serde_json::from_str::<usize>(choice) {
            self.session.play(seat, number)
        } else if let Ok(text) = serde_json::from_str::<String>(choice) {
            self.session.play(seat, text.as_str())
        } else {
            let parts = choose::parts(path).ok_or_else(unread)?;
            self.session.play(seat, parts.as_slice())
        };
        made.map_err(refused)
    }

    fn part(&self, id: Id, q: u64, seat: u32, path: &Raw) -> Result<ToClient, (Code, String)> {
        self.is_open(q)?;
        let (_, now) = self.session.good().ok_or_else(unread)?;
        let offered = choose::behind(now, seat, path).map_err(refused)?;
        let choose::Offered { ask, refs, on, prompts, tree, whole, more, auto } = offered;
        Ok(ToClient::Part(wire::PartAnswer { id, q, ask, refs, on, prompts, tree, whole, more, auto }))
    }

    fn why(&self, id: Id, q: u64, seat: u32, path: &Raw) -> Result<ToClient, (Code, String)> {
        self.is_open(q)?;
        let (_, now) = self.session.good().ok_or_else(unread)?;
        let why = choose::why(now, seat, path).map_err(refused)?;
        let legal = why == engine::question::WhyNot::Legal;
        let lines = if legal { Vec::new() } else { vec![why.to_string()] };
        Ok(ToClient::Why(wire::WhyAnswer { id, legal, lines }))
    }
}

fn unread() -> (Code, String) {
    (Code::Bad, "a move is named by its parts, a text or a number".to_owned())
}

fn refused(why: Refused) -> (Code, String) {
    let code = if why == Refused::Over { Code::Over } else { Code::Illegal };
    (code, why.to_string())
}
