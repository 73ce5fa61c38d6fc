//! Series that bots play which list their moves: what they choose is counted by action, and their mistakes are told.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use bots::{Bot, BotKind, Decision};
use lab::{Options, Report, simulate_while};
use project::{Memory, Request};
use std::sync::atomic::{AtomicU64, Ordering};

/// Two classes have an action of the same name.
const GAME: &str = r#"game "Two";
turn Main { }
global class Red {
    action play { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }
}
global class Blue {
    number count = 0;
    action play {
        trigger PlayerChoiceEvent { return true; }
        effect { count += 1; if (count == 5) { winner actor; } turn.pass(); }
    }
}
setup { players 2; turns.use("Main"); }
"#;

/// Makes the last move of the list.
struct Last;

impl Bot for Last {
    fn choose(&mut self, decision: &Decision<'_>, _: &mut Random) -> usize {
        decision.moves().len() - 1
    }
}

/// Chooses a move that there is not.
struct Beyond;

impl Bot for Beyond {
    fn choose(&mut self, decision: &Decision<'_>, _: &mut Random) -> usize {
        decision.moves().len()
    }
}

fn report(bot: BotKind) -> Report {
    report_while(bot, 3, &|| true)
}

fn report_while(bot: BotKind, games: u64, may_go_on: &(dyn Fn() -> bool + Sync)) -> Report {
    let files = Memory::default().with("game.tgdl", GAME);
    let game = project::open(Request::new((&files, "game.tgdl"))).unwrap().game.unwrap();
    let bots = vec![bot; 2];
    let options = Options { games, seed: 1, players: 2, threads: 1, max_moves: 100, bots, profile: false };
    simulate_while(&game, &options, &|_| (), may_go_on)
}

#[test]
fn actions_of_one_name_are_counted_apart() {
    let report = report(BotKind::of("last", || Box::new(Last)));
    let used: Vec<(&str, u64, u64)> =
        report.actions.iter().map(|a| (a.name.as_str(), a.chosen, a.possible)).collect();
    assert_eq!(used, [("play", 0, 15), ("play", 15, 15)]);
    assert_eq!((report.wins[0].count, report.refused), (3, 0));
}

#[test]
fn a_move_that_there_is_not_is_a_defect_of_the_bot() {
    let report = report(BotKind::of("beyond", || Box::new(Beyond)));
    assert_eq!((report.refused, report.unfinished, report.length.max), (3, 0, 0));
}

#[test]
fn a_match_that_is_broken_off_counts_for_nothing() {
    let asked = AtomicU64::new(0);
    let last = BotKind::of("last", || Box::new(Last));
    let report = report_while(last, 100, &|| asked.fetch_add(1, Ordering::Relaxed) < 50);
    assert!((1..10).contains(&report.games), "{}", report.games);
    assert_eq!((report.sampled, report.wins[0].count), (report.games, report.games));
    let used: u64 = report.actions.iter().map(|a| a.chosen).sum();
    assert_eq!(used, 5 * report.games);
    assert_eq!(report.decisions.iter().sum::<f64>(), 5.0);
}

/// Where a match does not end, nobody waits for it; what was played before it counts.
#[test]
fn a_match_of_random_moves_that_does_not_end_is_broken_off() {
    let text = GAME.replace("if (count == 5) { winner actor; }", "if (endless == 0) { winner actor; }");
    let text = text.replace("number count = 0;", "number count = 0; number endless = random.roll(4) - 1;");
    let files = Memory::default().with("game.tgdl", &text);
    let game = project::open(Request::new((&files, "game.tgdl"))).unwrap().game.unwrap();
    let bots = vec![BotKind::RANDOM; 2];
    let options =
        Options { games: 1000, seed: 1, players: 2, threads: 1, max_moves: u32::MAX, bots, profile: false };
    let asked = AtomicU64::new(0);
    let report = simulate_while(&game, &options, &|_| (), &|| asked.fetch_add(1, Ordering::Relaxed) < 1000);
    assert_eq!((report.unfinished, report.games < 1000), (0, true), "{}", report.games);
}
