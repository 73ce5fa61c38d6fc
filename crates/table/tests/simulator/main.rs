//! Tables in a world that goes wrong, in virtual time, from seeds: whatever the network, the disk and the process do,
//! what was acknowledged stands, what stands was sent, and everybody sees the same match.
//!
//! `TAVOLA_SEEDS=10000 cargo test --release -p table --test simulator seeds -- --nocapture` is the long form, and
//! `TAVOLA_SEED=77` plays one seed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod board;
mod client;
mod plant;
#[path = "../shared/rows.rs"]
mod rows;
mod world;

use crate::plant::Plant;
use crate::world::{Seen, World};
use engine::Choices;
use project::Request;
use std::path::Path;
use table::Rules;

/// The folder of a game, how many play it, and which options make it short.
type Short = (&'static str, &'static [u32], &'static [(&'static str, &'static str)]);

const GAMES: &[Short] = &[
    ("tic-tac-toe", &[2], &[]),
    ("rock-paper-scissors", &[2, 3], &[]),
    ("goofspiel", &[2, 3], &[("cards", "4")]),
    ("leduc", &[2], &[]),
    ("pig", &[2, 3], &[]),
];

fn games() -> Vec<(Rules, Vec<u32>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let open = |(name, players, options): &Short| {
        let choices = options.iter().fold(Choices::default(), |all, (name, value)| all.with(*name, *value));
        let path = root.join(name);
        let loaded = project::open(Request::new(&path).choices(&choices).without_tests()).unwrap();
        (Rules::new(loaded.game.unwrap()), players.to_vec())
    };
    GAMES.iter().map(open).collect()
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |n| n.parse().unwrap())
}

fn add(all: &mut Seen, one: Seen) {
    all.rows += one.rows;
    all.acks += one.acks;
    all.refusals += one.refusals;
    all.crashes += one.crashes;
    all.unknown += one.unknown;
    all.full += one.full;
    all.resumed += one.resumed;
    all.sealed += one.sealed;
    all.undone += one.undone;
    all.takeovers += one.takeovers;
    all.flags += one.flags;
    all.chat += one.chat;
    all.cooled += one.cooled;
}

#[test]
fn seeds() {
    let games = games();
    let (first, count) = match std::env::var("TAVOLA_SEED") {
        Ok(seed) => (seed.parse().unwrap(), 1),
        Err(_) => (0, number("TAVOLA_SEEDS", 200)),
    };
    let mut all = Seen::default();
    for seed in first..first + count {
        let mut world = World::new(seed, &games, None);
        if let Err(why) = world.run() {
            panic!("seed {seed}: {why}");
        }
        add(&mut all, world.seen);
    }
    println!("{count} seeds: {all:?}");
    if count >= 100 {
        let each = [
            all.rows,
            all.acks,
            all.refusals,
            all.crashes,
            all.unknown,
            all.full,
            all.resumed,
            all.sealed,
            all.undone,
            all.takeovers,
            all.flags,
            all.chat,
            all.cooled,
        ];
        assert!(each.iter().all(|n| *n >= 5), "something hardly ever happens: {all:?}");
    }
}

#[test]
fn the_same_seed_is_the_same_run() {
    let games = games();
    let run = |seed| {
        let mut world = World::new(seed, &games, None);
        (world.run(), format!("{:?}", world.seen))
    };
    for seed in 0..5 {
        assert_eq!(run(seed), run(seed), "seed {seed}");
    }
}

/// The words with which a mistake is found, within so many seeds.
fn found(plant: Plant) -> Result<(u64, String), Plant> {
    let games = games();
    let run = |seed| World::new(seed, &games, Some(plant)).run().err().map(|why| (seed, why));
    (0..60).find_map(run).ok_or(plant)
}

#[test]
fn each_mistake_is_found() {
    for (plant, words) in plant::ALL {
        let (seed, why) = found(*plant).unwrap_or_else(|plant| panic!("{plant:?} is not found"));
        println!("{plant:?}: seed {seed}: {}", why.chars().take(120).collect::<String>());
        assert!(words.iter().any(|word| why.contains(word)), "{plant:?} is found by chance: {why}");
    }
}
