//! Another process takes over while people play: nobody is refused, and nothing is lost. With `TAVOLA_TAKEOVERS=100` it
//! does so that many times.

use crate::client::{Answer, Client, get, name_of, open, post, token_of, try_connect};
use crate::{House, generous};
use serde_json::{Value, json};
use server::{Ended, Server};
use std::net::SocketAddr;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};
use wire::{FromClient, How, ToClient};

/// Who plays a match alone holds both seats, and asks again until there is an answer.
struct Match {
    address: SocketAddr,
    name: String,
    tokens: Vec<String>,
    seats: Vec<Option<Client>>,
    acknowledged: usize,
    /// How many messages had to be sent again.
    repeated: usize,
}

/// Asks again where the connection breaks off or the server is just ending. There must always be somebody who listens.
fn patient(ask: impl Fn() -> Answer) -> Value {
    loop {
        match ask() {
            answer if answer.status == 200 => return answer.json(),
            answer => assert!(matches!(answer.status, 0 | 503), "{answer:?}"),
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Match {
    fn open(address: SocketAddr) -> Match {
        let seat = json!({ "me": { "name": "Ada" } });
        let clock = json!({ "move": { "ms": 10_000 } });
        let wanted = json!({ "game": "tic-tac-toe", "seats": [seat, seat], "clock": clock });
        let opened = patient(|| post(address, "/api/matches", None, &wanted));
        let tokens = vec![token_of(&opened, 0), token_of(&opened, 1)];
        Match {
            address,
            name: name_of(&opened),
            tokens,
            seats: vec![None, None],
            acknowledged: 0,
            repeated: 0,
        }
    }

    /// A socket of a seat that has been greeted.
    fn joined(&self, seat: usize) -> Client {
        loop {
            let socket = try_connect(self.address);
            let said =
                socket.and_then(|socket| Client::over(socket, &self.name, Some(&self.tokens[seat]), None));
            if let Some(mut client) = said
                && std::iter::from_fn(|| client.next()).any(|m| matches!(m, ToClient::Welcome(_)))
            {
                return client;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn seat(&mut self, seat: usize) -> &mut Client {
        if self.seats[seat].is_none() {
            self.seats[seat] = Some(self.joined(seat));
        }
        self.seats[seat].as_mut().unwrap()
    }

    /// What the seat gets next; a socket that was closed is opened again.
    fn next(&mut self, seat: usize) -> Option<ToClient> {
        let message = self.seat(seat).next();
        if message.is_none() {
            self.seats[seat] = None;
        }
        message
    }

    /// Sends a move until it is acknowledged.
    fn tell(&mut self, seat: usize, message: &FromClient) {
        let FromClient::Play(play) = message else { panic!("{message:?}") };
        let id = play.id;
        loop {
            if self.seat(seat).try_send(&message.to_text()) {
                while let Some(answer) = self.next(seat) {
                    match answer {
                        ToClient::Ack(ack) if ack.id == id => {
                            // Over a new socket the question came again, before the move that answers it did.
                            let answered = self.seat(seat);
                            answered.ask.take_if(|ask| ask.q == play.q);
                            return;
                        }
                        ToClient::No(no) => assert!(no.id != id, "{no:?}"),
                        _ => {}
                    }
                }
            }
            self.seats[seat] = None;
            self.repeated += 1;
        }
    }

    /// To the end, at a pace that lets several takeovers fall into a match. Gives how many moves stand, and how many
    /// messages were sent again.
    fn play(mut self) -> [usize; 2] {
        while !(0..2).all(|seat| self.seat(seat).is_over) {
            for seat in 0..2 {
                while !self.seat(seat).is_over && self.seat(seat).ask.is_none() {
                    let is_other = self.seat(1 - seat).ask.is_some();
                    if is_other {
                        break;
                    }
                    self.next(seat);
                }
                if self.seat(seat).ask.is_some() {
                    let message = self.seat(seat).draw();
                    self.tell(seat, &message);
                    self.acknowledged += 1;
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
        }
        let result = self.seat(0).now.result.clone().unwrap();
        assert_eq!(result.how, How::Finished, "a flag fell");
        let record = patient(|| get(self.address, &format!("/api/matches/{}/record", self.name), None));
        assert_eq!(record["steps"].as_array().map(Vec::len), Some(self.acknowledged), "{record}");
        [self.acknowledged, self.repeated]
    }
}

#[test]
fn another_process_takes_over_and_nobody_is_refused() {
    let times = std::env::var("TAVOLA_TAKEOVERS").map_or(6, |times| times.parse().unwrap());
    let mut house = House::new(generous());
    let address = house.address();
    let is_done = AtomicBool::new(false);
    let mut slowest = Duration::ZERO;
    let [matches, moves, repeated] = std::thread::scope(|scope| {
        let play = || {
            let mut all = [0; 3];
            while !is_done.load(SeqCst) {
                let [moves, repeated] = Match::open(address).play();
                all = [all[0] + 1, all[1] + moves, all[2] + repeated];
            }
            all
        };
        let players: Vec<_> = (0..4).map(|_| scope.spawn(play)).collect();
        for _ in 0..times {
            std::thread::sleep(Duration::from_millis(150));
            let old = house.server.take().unwrap();
            let ends = scope.spawn(move || {
                let ended = old.wait(&AtomicBool::new(false));
                old.stop();
                ended
            });
            let begun = Instant::now();
            let server = Server::take_over(house.config(generous())).unwrap();
            slowest = slowest.max(begun.elapsed());
            assert_eq!((server.address(), ends.join().unwrap()), (address, Ended::HandedOn));
            house.server = Some(server);
        }
        is_done.store(true, SeqCst);
        let all = players.into_iter().map(|player| player.join().unwrap());
        all.fold([0; 3], |sum, one| std::array::from_fn(|i| sum[i] + one[i]))
    });
    assert!(matches >= 4);
    println!(
        "{times} takeovers while {matches} matches of {moves} moves were played, {repeated} messages sent again; \
         the slowest took {slowest:?}"
    );
}

#[test]
fn a_move_that_is_sent_again_after_a_takeover_is_acknowledged_again_and_made_once() {
    let mut house = House::new(generous());
    let own = Match::open(house.address());
    let mut old = own.joined(0);
    old.until(|message| matches!(message, ToClient::Ask(_)));
    let message = old.draw();
    let first = old.ask_for(&message);
    assert!(matches!(first, ToClient::Ack(_)), "{first:?}");
    let running = house.server.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            running.wait(&AtomicBool::new(false));
            running.stop();
        });
        house.server = Some(Server::take_over(house.config(generous())).unwrap());
    });
    let mut new = own.joined(0);
    assert_eq!((new.ask_for(&message).to_text(), new.v), (first.to_text(), 1));
}

#[test]
fn where_no_server_runs_one_is_started() {
    let mut house = House::new(generous());
    let opened = open(house.address(), "tic-tac-toe", &["me", "me"], &json!({}));
    house.server = None;
    let place = house.folder.path().join("matches.db-takeover");
    assert!(!place.exists(), "the way in is gone with the server");
    // As it is left by a server that was killed.
    drop(std::os::unix::net::UnixListener::bind(&place).unwrap());
    let server = Server::take_over(house.config(generous())).unwrap();
    assert!(server.no_takeover().is_none() && place.exists());
    let known = get(server.address(), &format!("/api/matches/{}", name_of(&opened)), None);
    assert_eq!(known.status, 200, "{known:?}");
}

#[test]
fn a_server_listens_on_a_socket_that_is_given_to_it() {
    let house = House { folder: tempfile::tempdir().unwrap(), server: None, change: |_| () };
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    let server = Server::start_on(house.config(generous()), socket).unwrap();
    assert_eq!(server.address(), address);
    assert_eq!(get(address, "/live", None).status, 200);
}
