//! The process is killed, at any time or at a named point, again and again under load.

use crate::child::{CHECKPOINTS, KILL_AT};
use crate::keeper::Keeper;
use crate::number;
use crate::record::{Client, check};
use base::Random;
use rustix::process::{Pid, Signal, kill_process};
use std::path::Path;
use std::thread;
use std::time::Duration;
use store::MatchId;
use store::sqlite::Point;

const CLIENTS: i64 = 16;

/// How a child ends.
enum End {
    /// After so long.
    After(Duration),
    At(Point, u64),
    /// When there were so many acknowledgements, cleanly.
    Clean(u32),
}

fn end(random: &mut Random, round: u64) -> End {
    match Point::ALL.get(round as usize) {
        // Each point once, the migration of a database that is not there yet before all.
        Some(_) => {
            let point = Point::ALL[Point::ALL.len() - 1 - round as usize];
            End::At(point, if point == Point::InMigration { 1 } else { 1 + random.below(3) })
        }
        None if random.below(2) == 0 => End::After(Duration::from_micros(random.below(120_000))),
        None => {
            let point = Point::ALL[random.below(5) as usize];
            End::At(point, 1 + random.below(if point == Point::InCheckpoint { 4 } else { 150 }))
        }
    }
}

/// One life of the child; how many acknowledgements there were.
fn live(database: &Path, clients: &mut [Client], random: &mut Random, end: &End) -> u32 {
    let mut environment = vec![(CHECKPOINTS, "15".to_owned())];
    if let End::At(point, count) = end {
        environment.push((KILL_AT, format!("{}:{count}", point.name())));
    }
    let mut keeper = Keeper::start(database, &environment);
    let id = Pid::from_raw(keeper.id() as i32).unwrap();
    let killer = if let End::After(span) = end {
        let span = *span;
        Some(thread::spawn(move || {
            thread::sleep(span);
            // It is waited for only after this thread, so its number is nobody else's.
            kill_process(id, Signal::KILL).unwrap();
        }))
    } else {
        None
    };
    let acknowledged = serve(&mut keeper, clients, random, end);
    killer.into_iter().for_each(|thread| thread.join().unwrap());
    let (last, status) = keeper.stop();
    let is_clean = matches!(end, End::Clean(_));
    assert_eq!(status.success(), is_clean, "{last:?} {status}");
    acknowledged
}

/// Plays until the child is gone, or until it is enough.
fn serve(keeper: &mut Keeper, clients: &mut [Client], random: &mut Random, end: &End) -> u32 {
    let Some(said) = keeper.hear() else { return 0 };
    assert_eq!(said, "ready");
    for client in clients.iter() {
        let Some(said) = keeper.ask(&format!("open {}", client.of.0)) else { return 0 };
        assert_eq!(said, format!("open {} done", client.of.0));
    }
    let size = |random: &mut Random| random.below(3_000) as usize;
    for client in clients.iter_mut() {
        let command = client.resend().unwrap_or_else(|| client.send(size(random)));
        keeper.tell(&command);
    }
    let (mut acknowledged, mut open) = (0, clients.len());
    while open > 0 {
        let Some(said) = keeper.hear() else { break };
        let words: Vec<&str> = said.split(' ').collect();
        let ["play", of, id, "done", n] = words[..] else { panic!("{said}") };
        let client = &mut clients[of.parse::<usize>().unwrap() - 1];
        client.acknowledged(id.parse().unwrap(), n.parse().unwrap());
        acknowledged += 1;
        if matches!(end, End::Clean(most) if acknowledged > *most) {
            open -= 1;
        } else {
            keeper.tell(&client.send(size(random)));
        }
    }
    acknowledged
}

/// After so many kills a new database is begun, since each look at one reads all of it.
const A_DATABASE: u64 = 50;

/// Kills the child so often over one database; how many steps were acknowledged.
fn kill_over_one_database(kills: u64, random: &mut Random) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("matches.db");
    let mut clients: Vec<Client> = (1..=CLIENTS).map(|n| Client::new(folder.path(), MatchId(n))).collect();
    let mut acknowledged = 0;
    for round in 0..kills {
        let end = end(random, round);
        acknowledged += live(&database, &mut clients, random, &end);
        // Now and then the next child finds the database as the last one left it.
        if random.below(3) > 0 {
            check(&database, &clients);
        }
    }
    acknowledged += live(&database, &mut clients, random, &End::Clean(200));
    let steps = check(&database, &clients);
    assert!(clients.iter().all(|client| client.open.is_none()));
    assert_eq!(steps, acknowledged as usize, "each step was acknowledged once");
    u64::from(acknowledged)
}

/// `TAVOLA_KILLS=2000` makes it that many.
#[test]
fn killing_the_process_loses_nothing_that_was_acknowledged() {
    let kills = number("TAVOLA_KILLS").unwrap_or(30);
    let mut random = Random::new(number("TAVOLA_SEED").unwrap_or(1));
    let (mut left, mut acknowledged) = (kills, 0);
    while left > 0 {
        let part = left.min(A_DATABASE);
        acknowledged += kill_over_one_database(part, &mut random);
        left -= part;
        println!("{} kills, {acknowledged} steps acknowledged", kills - left);
    }
    assert!(acknowledged > 200 + 10 * kills, "{acknowledged} in {kills} kills");
}
