//! What a move costs at a table, without sockets and disk: `cargo run --release -p table --example moves -- games/chess`.
//! Random matches are played with a socket at every seat, and for each game the microseconds of a move are printed,
//! the bytes that were sent, and a fingerprint of these: what is only made faster says the same as before.

#![allow(clippy::unwrap_used, reason = "whoever measures sees what is wrong")]

#[path = "../../server/tests/shared/draw.rs"]
mod draw;
#[path = "../tests/shared/rows.rs"]
mod rows;

use base::Random;
use project::Request;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};
use store::{Change, MatchId, Outcome, Seat, SeatKind, Stored};
use table::{Bench, ConnId, Grant, Input, Loading, Output, Rules, Settings, Table};
use wire::{Ask, FromClient, Id, Play, ToClient};

const MATCHES: u64 = 10;
const MOVES: u32 = 80;

#[derive(Default)]
struct Measured {
    moves: u32,
    bytes: usize,
    fingerprint: u64,
    /// From a message to its row, and from there until everybody is told.
    took: [Duration; 2],
}

struct Played<'a> {
    table: Table,
    bench: Bench,
    stored: Stored,
    rules: &'a Rules,
    asks: BTreeMap<u64, Ask>,
    write: Option<u64>,
    measured: &'a mut Measured,
}

impl Played<'_> {
    fn give(&mut self, input: Input) -> Duration {
        let began = Instant::now();
        let outputs = self.table.on(input, 0, &mut self.bench);
        let took = began.elapsed();
        for output in outputs {
            match output {
                Output::Load => {
                    let loading =
                        Loading { stored: Ok(self.stored.clone()), rules: Some(self.rules.clone()), down: 0 };
                    self.give(Input::Loaded(Box::new(loading)));
                }
                Output::Send(conn, text) => self.sent(conn, &text),
                Output::Write { write, change: Change::Step(_) } => self.write = Some(write),
                _ => {}
            }
        }
        took
    }

    fn sent(&mut self, conn: ConnId, text: &str) {
        self.measured.bytes += text.len();
        for byte in text.bytes() {
            self.measured.fingerprint =
                (self.measured.fingerprint ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
        if let Ok(ToClient::Ask(ask)) = ToClient::read(text) {
            self.asks.insert(conn.0, ask);
        }
    }
}

fn play(rules: &Rules, players: u32, seed: u64, measured: &mut Measured) {
    let of = MatchId(1);
    let seat = |n| Seat {
        of,
        n,
        name: format!("Name {n}"),
        kind: SeatKind::Human,
        bot: None,
        token: None,
        generation: 1,
        team: None,
        is_forgotten: false,
    };
    let row = rows::new_match(of, players, seed, &Settings::default());
    let seats = (0..players).map(seat).collect();
    let stored = Stored { row, seats, steps: Vec::new(), chat: Vec::new() };
    let (table, bench) = (Table::new(of, None, 0), Bench::new());
    let mut played = Played { table, bench, stored, rules, asks: BTreeMap::new(), write: None, measured };
    for seat in 0..players {
        let grant = Some(Grant { seat, generation: 1 });
        played.give(Input::Hello { conn: ConnId(u64::from(seat)), grant, have: None, legend: None });
    }
    let mut random = Random::new(seed);
    for n in 0..MOVES {
        let Some((conn, ask)) = played.asks.pop_first() else { return };
        let mut id = [0; 16];
        id[..4].copy_from_slice(&n.to_le_bytes());
        let play = Play { id: Id(id), q: ask.q, path: draw::draw(&ask, &mut random) };
        let message = FromClient::Play(play);
        let to_row = played.give(Input::Message { conn: ConnId(conn), message, lag: 0 });
        let Some(write) = played.write.take() else { continue };
        let told = played.give(Input::Written { write, outcome: Outcome::Done });
        played.measured.moves += 1;
        played.measured.took[0] += to_row;
        played.measured.took[1] += told;
    }
}

fn main() {
    for path in std::env::args().skip(1) {
        let game = project::open(Request::new(Path::new(&path)).without_tests()).unwrap().game.unwrap();
        let (players, rules) = (game.players().0, Rules::new(game));
        let mut measured = Measured::default();
        (0..MATCHES).for_each(|seed| play(&rules, players, seed, &mut measured));
        let of = |took: Duration| took.as_secs_f64() * 1e6 / f64::from(measured.moves.max(1));
        let [to_row, told] = measured.took.map(of);
        println!(
            "{path}, {players} players, {} moves: {to_row:.1} µs to the row and {told:.1} to tell of it; {} bytes, \
             {:016x}",
            measured.moves, measured.bytes, measured.fingerprint,
        );
    }
}
