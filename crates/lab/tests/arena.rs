//! Matches between bots: who is stronger is found stronger, seats favour nobody, and the threads do not matter.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use bots::{Bot, BotKind, Decision};
use engine::Game;
use lab::arena::{self, Options, Results, Sprt};
use project::{Memory, Request};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Whoever takes the better coin wins; `less` is offered first. The seat in front decides nothing.
const RACE: &str = r#"game "Race";
turn Main { }
global class Coins {
    action less { trigger PlayerChoiceEvent { return true; } effect { score actor 1; rules.next(); } }
    action more { trigger PlayerChoiceEvent { return true; } effect { score actor 2; rules.next(); } }
}
global class rules {
    number moves = 0;
    function void next() {
        moves += 1;
        if (moves == player.all().length) { winner player.all().sortBy(p => -p.score).groupBy(p => p.score).values(); }
        turn.pass();
    }
}
setup { players { 2, 3, 4 }; turns.use("Main"); }
"#;

/// All win or lose together.
const TOGETHER: &str = r#"game "Together";
turn Main { }
global class Coins {
    action lose { trigger PlayerChoiceEvent { return true; } effect { winner none; } }
    action win { trigger PlayerChoiceEvent { return true; } effect { winner player.all(); } }
}
setup { players 2; turns.use("Main"); }
"#;

struct At(fn(usize) -> usize);

impl Bot for At {
    fn choose(&mut self, decision: &Decision<'_>, _: &mut Random) -> usize {
        self.0(decision.moves().len())
    }
}

const FIRST: BotKind = BotKind::of("first", || Box::new(At(|_| 0)));
const LAST: BotKind = BotKind::of("last", || Box::new(At(|n| n - 1)));

fn game(text: &str) -> Arc<Game> {
    let files = Memory::default().with("game.tgdl", text);
    let opened = project::open(Request::new((&files, "game.tgdl")));
    opened.unwrap().game.unwrap()
}

fn options(bots: &[BotKind], players: u32) -> Options {
    Options {
        bots: bots.to_vec(),
        players,
        pairs: 20,
        seed: 1,
        threads: 1,
        max_moves: 500,
        opening: Some(0),
        sprt: None,
    }
}

fn run(game: &Arc<Game>, options: &Options) -> Results {
    arena::run(game, options, &|_| (), &|| true)
}

/// The same without what a clock says.
fn timeless(mut results: Results) -> Results {
    results.seconds = 0.0;
    results.bots.iter_mut().for_each(|bot| bot.milliseconds_per_decision = 0.0);
    results
}

#[test]
fn who_plays_better_is_found_better_with_any_number_of_players() {
    for players in [2, 3, 4] {
        let results = run(&game(RACE), &options(&[LAST, FIRST], players));
        let contest = &results.contests[0];
        assert_eq!((contest.won, contest.drawn, contest.lost, results.matches), (40, 0, 0, 40), "{players}");
        assert!(contest.low > 0.9 && results.bots[0].low > 200.0, "{results:?}");
        let even = run(&game(RACE), &options(&[LAST, LAST], players));
        assert_eq!((even.contests[0].drawn, even.bots[0].elo.round()), (40, 0.0), "{players}");
    }
}

#[test]
fn more_than_two_bots_stand_in_one_order() {
    let results = run(&game(RACE), &options(&[LAST, BotKind::RANDOM, FIRST], 2));
    assert_eq!((results.contests.len(), results.matches), (3, 120));
    let elo: Vec<f64> = results.bots.iter().map(|bot| bot.elo).collect();
    assert!(elo[0] > elo[1] + 50.0 && elo[1] > elo[2] + 50.0 && elo[2].abs() < 1e-9, "{elo:?}");
}

#[test]
fn where_all_win_together_each_bot_plays_alone() {
    let results = run(&game(TOGETHER), &options(&[LAST, FIRST], 2));
    assert_eq!((results.contests[0].won, results.contests[0].lost), (20, 0), "{results:?}");
}

#[test]
fn the_same_seed_gives_the_same_with_any_number_of_threads() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/tic-tac-toe");
    let game = project::open(Request::new(&*path)).unwrap().game.unwrap();
    let bots = ["mcts:20".parse().unwrap(), BotKind::RANDOM];
    let sprt = Some(Sprt { elo0: 0.0, elo1: 60.0 });
    let mut options = Options { opening: None, pairs: 60, sprt, ..options(&bots, 2) };
    let one = run(&game, &options);
    options.threads = 3;
    assert_eq!(timeless(one.clone()), timeless(run(&game, &options)));
    assert_eq!(one.opening, 2);
    let verdict = one.sprt.unwrap();
    assert!(verdict.is_stronger() && one.is_whole && one.matches < 120, "{one:?}");
}

#[test]
fn what_is_interrupted_tells_what_is_known() {
    let asked = AtomicU64::new(0);
    let may_go_on = || asked.fetch_add(1, Ordering::Relaxed) < 30;
    let results = arena::run(&game(RACE), &options(&[LAST, FIRST], 2), &|_| (), &may_go_on);
    assert!(!results.is_whole && results.matches > 0 && results.matches < 40, "{results:?}");
    assert_eq!(results.contests[0].won, results.matches);
}
