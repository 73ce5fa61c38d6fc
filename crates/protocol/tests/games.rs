//! Random matches of every game: they end, replay exactly, and go on equally after being saved and loaded at every
//! tenth decision. `TAVOLA_MATCHES=1000 cargo test --release -p protocol --test games` plays that many of each.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use engine::record::MAX_WORK;
use engine::view::Outcome;
use engine::{Game, Match};
use protocol::Saved;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Matches of each game where nobody asks for more; debug builds are slow.
const FEW: u64 = 2;

/// No random match of a game here is longer.
const MAX_DECISIONS: usize = 20_000;

fn games() -> Vec<PathBuf> {
    let found = project::games_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let wanted = std::env::var("TAVOLA_GAME").unwrap_or_default();
    found.into_iter().filter(|p| p.to_string_lossy().contains(&wanted)).collect()
}

fn matches() -> u64 {
    std::env::var("TAVOLA_MATCHES").ok().map_or(FEW, |n| n.parse().unwrap())
}

/// Through the text of a file and back.
fn reloaded(now: &Match, game: &Arc<Game>) -> Match {
    let text = Saved::with_fingerprint(now, &[]).to_text();
    let value = serde_json::from_str(&text).unwrap();
    Saved::from_json(&value).unwrap().replay(game, MAX_WORK, |_| ()).map_err(|e| e.message).unwrap()
}

/// Plays one match to its end, and beside it one that is saved and loaded again and again. Gives its length.
fn play(game: &Arc<Game>, players: u32, seed: u64) -> usize {
    let mut straight = Match::start(game, players, seed);
    let mut saved = straight.clone();
    let mut random = Random::new(seed);
    while !straight.is_over() && straight.length() < MAX_DECISIONS {
        if straight.length().is_multiple_of(10) {
            saved = reloaded(&saved, game);
            assert_eq!(saved.fingerprint(), straight.fingerprint(), "after {} decisions", straight.length());
            assert_eq!(saved.secrecy().view_all(), straight.secrecy().view_all());
        }
        let mut same = random;
        let made = straight.play(&mut random).unwrap();
        assert_eq!(saved.play(&mut same).unwrap(), made);
    }
    assert!(matches!(straight.outcome(), Some(Outcome::Finished { .. })), "{:?}", straight.outcome());
    let again = straight.record().replay(game).unwrap();
    assert_eq!(engine::dump::hash(&again), engine::dump::hash(&straight));
    for other in [&saved, &again, &reloaded(&straight, game)] {
        assert_eq!(other.fingerprint(), straight.fingerprint());
        assert_eq!((other.outcome(), other.scores()), (straight.outcome(), straight.scores()));
    }
    straight.length()
}

fn all_matches(path: &Path) -> String {
    let loaded = project::open(project::Request::new(path)).unwrap();
    let game = loaded.game.unwrap_or_else(|| panic!("{}: {:?}", path.display(), loaded.problems));
    let counts = game.player_counts();
    let (start, mut longest) = (Instant::now(), 0);
    for seed in 0..matches() {
        let players = counts[seed as usize % counts.len()];
        let one = std::panic::AssertUnwindSafe(|| play(&game, players, seed));
        match std::panic::catch_unwind(one) {
            Ok(length) => longest = longest.max(length),
            Err(_) => panic!("{}, {players} players, seed {seed}", path.display()),
        }
    }
    format!("{:>6.1} s, at most {longest:>5} decisions: {}", start.elapsed().as_secs_f64(), game.name())
}

#[test]
fn matches_end_replay_and_survive_being_saved() {
    let games = games();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(path) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
            println!("{}", all_matches(path));
        }
    };
    std::thread::scope(|scope| {
        let second = scope.spawn(work);
        work();
        second.join().unwrap();
    });
}
