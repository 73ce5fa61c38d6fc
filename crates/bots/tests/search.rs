//! The searching bots in real games: stronger than chance, the same for the same seed, and no match is changed by them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use bots::{Bot, BotKind, Budget, Decision, Thought};
use engine::view::Outcome;
use engine::{Game, Match};
use project::Request;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn open(name: &str) -> Arc<Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
    project::open(Request::new(&*path)).unwrap().game.unwrap()
}

fn bot(name: &str) -> Box<dyn Bot> {
    name.parse::<BotKind>().unwrap().make()
}

/// Points of the first bot, two for each match that it wins alone, of one match in each seat for each seed.
fn points(game: &str, (own, other): (&str, &str), seeds: u64) -> u32 {
    let game = open(game);
    let mut points = 0;
    for n in 0..2 * seeds {
        let own_seat = (n % 2) as usize;
        let mut now = Match::start(&game, 2, n / 2 + 1);
        let mut random = Random::new(n);
        let mut players = [bot(other), bot(other)];
        players[own_seat] = bot(own);
        while let Some(seat) = now.decider() {
            bots::play(&mut now, seat, players[seat as usize].as_mut(), &mut random).unwrap();
        }
        points += match now.outcome() {
            Some(Outcome::Finished { ranking }) if ranking.len() > 1 => {
                2 * u32::from(ranking[0].contains(&(own_seat as u32)))
            }
            _ => 1,
        };
    }
    points
}

#[test]
fn few_simulations_beat_chance_in_open_and_in_hidden_games() {
    for (game, seeds, least) in [("connect-four", 4, 14), ("breakthrough", 3, 11), ("goofspiel", 8, 18)] {
        let points = points(game, ("mcts:100", "random"), seeds);
        assert!(points >= least, "{game}: {points} of {} points", 4 * seeds);
    }
}

#[test]
fn perfect_play_is_found_in_a_small_game() {
    // Two that see everything draw at tic-tac-toe.
    assert_eq!(points("tic-tac-toe", ("mcts:2000", "mcts:2000"), 2), 4);
}

#[test]
fn a_budget_in_simulations_gives_the_same_moves_for_the_same_seed() {
    for game in ["reversi", "briscola", "pig", "goofspiel"] {
        let game = open(game);
        let moves = |seed| {
            let mut now = Match::start(&game, 2, 3);
            let mut random = Random::new(seed);
            for _ in 0..6 {
                let Some(seat) = now.decider() else { break };
                bots::play(&mut now, seat, bot("mcts:60").as_mut(), &mut random).unwrap();
            }
            engine::dump::hash(&now)
        };
        assert_eq!(moves(1), moves(1));
    }
}

#[test]
fn a_search_whose_time_was_not_said_is_bounded() {
    let now = Match::start(&open("hex"), 2, 1);
    let decision = Decision::of(&now, 0).unwrap();
    let simulations = |budget: Budget| {
        let mut thought = Thought::about(&decision, budget, 9).unwrap().bounded(Duration::ZERO);
        thought.go_on(&mut || true);
        thought.opinion().unwrap().simulations
    };
    assert!(simulations(Budget::Simulations(100_000)) < 100);
    // Whoever said how long has said it.
    assert!(simulations(Budget::Time(Duration::from_millis(300))) > 1);
    let mut played = now.clone();
    let mut random = Random::new(1);
    bots::play_bounded(&mut played, 0, bot("mcts:1000000000").as_mut(), &mut random, Duration::ZERO).unwrap();
    assert_eq!(played.length(), 1);
}

#[test]
fn a_thought_ends_when_its_time_is_over_whatever_else_it_may_spend() {
    let now = Match::start(&open("connect-four"), 2, 1);
    let decision = Decision::of(&now, 0).unwrap();
    let mut short = Thought::about(&decision, Budget::Simulations(300), 9).unwrap().within(Duration::ZERO);
    assert!(short.go_on(&mut || true));
    assert_eq!(short.opinion().unwrap().simulations, 1);
}

#[test]
fn a_thought_in_pieces_is_the_thought_in_one() {
    let now = Match::start(&open("connect-four"), 2, 1);
    let decision = Decision::of(&now, 0).unwrap();
    let mut whole = Thought::about(&decision, Budget::Simulations(300), 9).unwrap();
    assert!(whole.go_on(&mut || true));
    let mut pieces = Thought::about(&decision, Budget::Simulations(300), 9).unwrap();
    let mut slices = 0;
    loop {
        let mut left = 20;
        slices += 1;
        let done = pieces.go_on(&mut || {
            left -= 1;
            left > 0
        });
        if done {
            break;
        }
    }
    assert!(slices > 5);
    assert_eq!((pieces.choice(), pieces.opinion()), (whole.choice(), whole.opinion()));
}

#[test]
fn bots_have_names_with_budgets_and_seeds() {
    let named =
        |name: &str| name.parse::<BotKind>().map(|kind| kind.name()).map_err(|error| error.to_string());
    for name in [
        "random",
        "easy",
        "medium",
        "hard",
        "mcts:1000",
        "mcts:2s",
        "mcts:250ms",
        "mcts:50:seed=3",
        "easy:seed=1",
        "hard:recipe=grave",
        "mcts:50:recipe=grave-nst:exact=1000:threads=2:seed=3",
    ] {
        assert_eq!(named(name).as_deref(), Ok(name));
    }
    assert_eq!(named("level:hard").as_deref(), Ok("hard"));
    assert_eq!(named("mcts:1.5s").as_deref(), Ok("mcts:1500ms"));
    assert_eq!(named("hadr").unwrap_err(), "no bot is called `hadr`; did you mean `hard`?");
    for wrong in ["mcts:", "mcts:0", "mcts:-1s", "mcts:9999s", "mcts:NaNs", "mcts:99999999999"] {
        assert!(named(wrong).unwrap_err().contains("is no budget; `mcts:1000`"), "{wrong}");
    }
    assert_eq!(named("easy:seed=x").unwrap_err(), "`x` is no seed; a bot is seeded as in `mcts:1000:seed=7`");
    assert_eq!(named("mcts:9:seed=1:recipe=plain").as_deref(), Ok("mcts:9:recipe=plain:seed=1"));
    for (wrong, why) in [
        ("easy:recipe=grvae", "no recipe is called `grvae`; did you mean `grave`?"),
        ("easy:threads=0", "`0` is no number of threads; there may be 1 to 64, as in `hard:threads=2`"),
        (
            "easy:exact=x",
            "`x` is no number of positions; there may be 1 to 1000000, as in `hard:exact=10000`",
        ),
        (
            "easy:colour=red",
            "`colour=red` says nothing of a bot; there are `recipe=grave`, `exact=10000`, `threads=2` and `seed=7`",
        ),
        ("random:seed=1", "`random` takes no settings: its choices follow from the seed of the match"),
    ] {
        assert_eq!(named(wrong).unwrap_err(), why);
    }
}

#[test]
fn a_level_makes_fewer_simulations_where_rules_are_much_work() {
    // Each match takes some hundred moves, and each move on average a thousand turns of a loop.
    let heavy = "game \"Heavy\"; turn Main { } global class Rules { number made = 0;
        action wait { trigger PlayerChoiceEvent; effect {
            for (number i in 1..2000) { made = made + 1; }
            if (made >= 200000) { winner actor; }
        } }
        action stay { trigger PlayerChoiceEvent; effect { made = made + 1; } } }
        setup { players 2; turns.use(\"Main\"); }";
    let files = project::Memory::default().with("game.tgdl", heavy);
    let game = project::open(Request::new((&files, "game.tgdl"))).unwrap().game.unwrap();
    let now = Match::start(&game, 2, 1);
    let decision = Decision::of(&now, 0).unwrap();
    let simulations = |level: &str| {
        let mut thought = bot(level).think(&decision, &mut Random::new(1));
        thought.go_on(&mut || true);
        thought.opinion().unwrap().simulations
    };
    // Easy ones make all that they may.
    assert_eq!(simulations("easy"), 32);
    let medium = simulations("medium");
    assert!((200..320).contains(&medium), "{medium}");
}
