//! Equilibria of small games with something hidden: what they are worth, how little they give away to a best response, and
//! bots that draw their moves from them. The values of Kuhn poker and Leduc hold'em are those of OpenSpiel's tests.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use bots::{BotKind, Decision, Note, Notes, Strategy};
use engine::{Game, Match};
use lab::train::equilibrium::{Learner, Measured, Unfit};
use lab::train::{Options, train};
use project::{Memory, Request};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// -1/18 chips for the first player.
const KUHN: &str = include_str!("fixtures/kuhn.tgdl");

fn game(text: &str) -> Arc<Game> {
    let memory = Memory::default().with("game.tgdl", text);
    project::open(Request::new((&memory, "game.tgdl")).with_named_rules()).unwrap().game.unwrap()
}

fn open(name: &str) -> Arc<Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
    project::open(Request::new(&*path).with_named_rules()).unwrap().game.unwrap()
}

/// The same game with what training found.
fn with(game: &Arc<Game>, note: Note) -> Arc<Game> {
    let text = serde_json::to_string(&Notes { trained: vec![note] }).unwrap();
    Arc::new((**game).clone().with_notes(game.rules().to_owned(), Some(Ok(Arc::from(text)))))
}

/// What was learned from so many deals.
fn learned(game: &Arc<Game>, seed: u64, deals: u64) -> (Learner, Strategy) {
    let mut learner = Learner::new(game, seed).unwrap();
    (0..deals).for_each(|_| learner.learn(&|| true).unwrap());
    let strategy = learner.strategy();
    (learner, strategy)
}

fn is_near(measured: Measured, value: f64, within: f64) -> bool {
    (measured.value - value).abs() < within
}

#[test]
fn kuhn_poker_is_worth_what_it_is_known_to_be_worth() {
    let (learner, strategy) = learned(&game(KUHN), 1, 50_000);
    assert_eq!((learner.deals(), learner.information_sets()), (6, 12));
    assert!(learner.is_for_points());
    let measured = learner.measure_evenly(&strategy);
    assert!(is_near(measured, -1.0 / 18.0, 0.003), "{measured:?}");
    assert!((0.0..0.01).contains(&measured.exploitability), "{measured:?}");
}

#[test]
fn leduc_holdem_has_all_its_deals_and_information_sets_and_is_near_its_value() {
    let (learner, strategy) = learned(&open("leduc"), 1, 60_000);
    assert_eq!((learner.deals(), learner.information_sets()), (120, 936));
    let measured = learner.measure_evenly(&strategy);
    assert!(is_near(measured, -0.0856, 0.02), "{measured:?}");
    assert!((0.0..0.15).contains(&measured.exploitability), "{measured:?}");
    // OpenSpiel's number for drawing evenly, where it is half of the sum as well.
    let even = learner.measure_evenly(&Strategy::default());
    assert!((even.exploitability - 4.747_222 / 2.0).abs() < 1e-4, "{even:?}");
}

#[test]
fn the_same_seed_gives_the_same_strategy() {
    let kuhn = game(KUHN);
    let of = |seed| learned(&kuhn, seed, 2_000).1;
    assert_eq!(of(3), of(3));
    assert_ne!(of(3), of(4));
}

#[test]
fn games_of_another_kind_and_large_ones_are_none() {
    assert_eq!(Learner::new(&open("tic-tac-toe"), 1).unwrap_err(), Unfit::Kind);
    assert_eq!(Learner::new(&open("hearts"), 1).unwrap_err(), Unfit::Kind);
    let mut learner = Learner::new(&open("gin-rummy"), 1).unwrap();
    assert_eq!(learner.learn(&|| true).unwrap_err(), Unfit::Long);
    let mut learner = Learner::new(&open("goofspiel"), 1).unwrap();
    assert_eq!(learner.learn(&|| true).unwrap_err(), Unfit::Large);
    let mut learner = Learner::new(&open("leduc"), 1).unwrap();
    assert_eq!(learner.learn(&|| false).unwrap_err(), Unfit::Stopped);
}

/// Each picks a coin unseen; the second one wins where they are the same.
const PENNIES: &str = r#"game "Pennies";
enum Side { Heads, Tails }
turn Main { }
global class Rules {
    secret Side first = null;
    action hide {
        secret input Side side from Side.all();
        require actor == 0;
        trigger PlayerChoiceEvent { return true; }
        effect { first = side; turn.pass(); }
    }
    action guess {
        input Side side from Side.all();
        require actor == 1;
        trigger PlayerChoiceEvent { return true; }
        effect { score actor WORTH; score actor + 1 OTHER; winner side == first ? actor : actor + 1; }
    }
}
setup { players 2; turns.use("Main"); }
"#;

#[test]
fn where_points_are_not_what_is_won_and_lost_winning_counts() {
    let pennies = PENNIES.replace("WORTH", "7").replace("OTHER", "3");
    let (learner, strategy) = learned(&game(&pennies), 1, 5_000);
    assert_eq!((learner.deals(), learner.information_sets(), learner.is_for_points()), (1, 2, false));
    let measured = learner.measure(&strategy);
    assert!(is_near(measured, 0.0, 0.02) && measured.exploitability < 0.05, "{measured:?}");
}

/// The same, and a die that is rolled before the guess says what it is about.
#[test]
fn chance_behind_the_first_decision_is_part_of_the_deal() {
    let dice = PENNIES
        .replace(
            "effect { first = side; turn.pass(); }",
            "effect { first = side; die = random.roll(3); turn.pass(); }",
        )
        .replace("secret Side first", "number die = 0; secret Side first")
        .replace("score actor WORTH; score actor + 1 OTHER;", "pay(actor, side == first ? die : -die);")
        .replace(
            "global class Rules {",
            "global class Rules { function void pay(player p, number n) { score p n; score p + 1 -n; }",
        );
    let (learner, strategy) = learned(&game(&dice), 1, 20_000);
    assert_eq!((learner.information_sets(), learner.is_for_points()), (4, true));
    assert!((3..=9).contains(&learner.deals()), "{}", learner.deals());
    let measured = learner.measure(&strategy);
    assert!(is_near(measured, 0.0, 0.02) && measured.exploitability < 0.1, "{measured:?}");
}

/// Rock counts twice where it wins, so that paper is shown in half of all matches.
const SHOWING: &str = r#"game "Showing";
enum Hand { Rock, Paper, Scissors }
turn Main { phase Show { simultaneous player.all(); then { Rules.judge(); } } }
global class Rules {
    Table<Hand> shown = {};
    action show {
        input Hand with;
        trigger PlayerChoiceEvent { return true; }
        effect { shown[actor] = with; }
    }
    function number worth(Hand a, Hand b) {
        return a.index != (b.index + 1) % 3 ? 0 : a == Hand.Rock ? 2 : 1;
    }
    function void judge() {
        number lead = worth(shown[0], shown[1]) - worth(shown[1], shown[0]);
        score 0 lead;
        score 1 -lead;
        if (lead == 0) { winner player.all(); return; }
        winner lead > 0 ? 0 : 1;
    }
}
setup { players 2; turns.use("Main"); }
"#;

#[test]
fn who_decides_at_the_same_time_does_not_know_what_the_other_does() {
    let showing = game(SHOWING);
    let (learner, strategy) = learned(&showing, 1, 20_000);
    assert_eq!((learner.deals(), learner.information_sets()), (1, 2));
    let measured = learner.measure(&strategy);
    assert!(is_near(measured, 0.0, 0.02) && measured.exploitability < 0.03, "{measured:?}");
    for weights in strategy.to_texts().values() {
        let mut weights: Vec<f64> = weights.split(' ').map(|weight| weight.parse().unwrap()).collect();
        weights.sort_by(f64::total_cmp);
        assert!(weights.iter().zip([2_500.0, 2_500.0, 5_000.0]).all(|(w, at)| (w - at).abs() < 300.0));
    }
    // In whichever order they choose.
    for order in [[0, 1], [1, 0]] {
        let mut now = Match::start(&showing, 2, 1);
        for seat in order {
            assert!(strategy.knows(&Decision::of(&now, seat).unwrap()), "{order:?}");
            now.play_as(seat, 0).unwrap();
        }
    }
}

/// What training finds in so long.
fn trained(game: &Arc<Game>, time: Duration) -> Note {
    train(game, &Options { players: 2, time, seed: 1, threads: 1, recipe: None }, &|_| (), &|| true)
}

#[test]
fn training_keeps_the_strategy_of_a_small_game_and_bots_draw_from_it() {
    let kuhn = game(KUHN);
    let note = trained(&kuhn, Duration::from_millis(500));
    assert_eq!((note.rules.as_str(), note.players, note.recipe.as_ref()), (kuhn.rules(), 2, None));
    assert_eq!(note.strategy.as_ref().unwrap().len(), 12, "{}", note.how);
    assert!(note.how.starts_with("a strategy for 12 information sets"), "{}", note.how);
    let kuhn = with(&kuhn, note);
    // How often the second player bids behind a pass, for each card: a third of the time with the lowest, which is a bluff.
    let mut bids: BTreeMap<_, (f64, f64)> = BTreeMap::new();
    let mut bot = "easy".parse::<BotKind>().unwrap().make();
    let mut random = Random::new(5);
    for seed in 0..1_500 {
        let mut now = Match::start(&kuhn, 2, seed);
        now.play("pass").unwrap();
        let decision = Decision::of(&now, 1).unwrap();
        let chosen = bot.choose(&decision, &mut random);
        let (bid, all) = bids.entry(decision.path().unwrap()).or_default();
        *bid += if decision.moves()[chosen].text.contains("bid") { 1.0 } else { 0.0 };
        *all += 1.0;
    }
    let mut often: Vec<f64> = bids.values().map(|(bid, all)| bid / all).collect();
    often.sort_by(f64::total_cmp);
    let wanted = [0.0, 1.0 / 3.0, 1.0];
    let is_near = often.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 0.08);
    assert!(often.len() == 3 && is_near, "{often:?}");
}

#[test]
fn every_decision_of_a_match_is_found_in_what_was_learned() {
    let leduc = open("leduc");
    let (_, strategy) = learned(&leduc, 1, 3_000);
    let mut random = Random::new(1);
    for seed in 0..40 {
        let mut now = Match::start(&leduc, 2, seed);
        while let Some(seat) = now.decider() {
            let decision = Decision::of(&now, seat).unwrap();
            assert!(strategy.knows(&decision), "{:?}", now.record());
            // The record is what tells what the seat has seen.
            let copy = engine::record::stripped(&now);
            let knows = strategy.knows(&Decision::of(&copy, seat).unwrap());
            assert_eq!(knows, now.length() == 0);
            now.play_as(seat, &mut random).unwrap();
        }
    }
}

/// Points, not matches: who never folds wins more matches, and less by them than it loses in the others.
#[test]
fn a_search_loses_points_to_it_in_leduc_holdem() {
    const MATCHES: u32 = 400;
    let leduc = open("leduc");
    let (_, strategy) = learned(&leduc, 1, 20_000);
    let mut note = trained(&leduc, Duration::from_millis(1));
    note.strategy = Some(strategy.to_texts());
    let leduc = with(&leduc, note);
    let mut points = 0.0;
    for number in 0..MATCHES {
        let own = number % 2;
        let mut now = Match::start(&leduc, 2, u64::from(number / 2));
        let mut random = Random::new(u64::from(number));
        let bot = |name: &str| name.parse::<BotKind>().unwrap().make();
        let mut seats = [bot("easy"), bot("mcts:100:recipe=mast")];
        while let Some(seat) = now.decider() {
            bots::play(&mut now, seat, seats[usize::from(seat != own)].as_mut(), &mut random).unwrap();
        }
        points += now.scores()[own as usize];
    }
    assert!(points > 200.0, "{points} points in {MATCHES} matches");
}
#[test]
fn where_an_information_set_is_unknown_a_bot_searches() {
    let kuhn = game(KUHN);
    let mut note = trained(&kuhn, Duration::from_millis(200));
    note.strategy.as_mut().unwrap().retain(|_, weights| weights.is_empty());
    let now = Match::start(&with(&kuhn, note), 2, 1);
    let mut bot = "mcts:50".parse::<BotKind>().unwrap().make();
    let mut thought = bot.think(&Decision::of(&now, 0).unwrap(), &mut Random::new(1));
    thought.go_on(&mut || true);
    assert_eq!(thought.opinion().unwrap().simulations, 50);
}

#[test]
fn a_small_game_that_needs_more_time_is_trained_as_any_other() {
    let note = trained(&open("leduc"), Duration::from_millis(1));
    assert_eq!((note.strategy, note.how.as_str()), (None, "no recipe beat `nst`"));
}

/// `cargo test --release -p lab --test equilibrium -- --ignored --nocapture`
#[test]
#[ignore = "takes a minute"]
fn kuhn_and_leduc_reach_their_bars() {
    for (name, game, seconds, bar) in [("kuhn", game(KUHN), 10, 0.001), ("leduc", open("leduc"), 60, 0.05)] {
        let (start, mut learner) = (Instant::now(), Learner::new(&game, 1).unwrap());
        let mut given = f64::INFINITY;
        for until in [1, 2, 5, 10, 20, 40, 60].into_iter().filter(|until| *until <= seconds) {
            while start.elapsed() < Duration::from_secs(until) {
                learner.learn(&|| true).unwrap();
            }
            let measured = learner.measure_evenly(&learner.strategy());
            println!("{name}, {until} s, {} iterations: {measured:?}", learner.iterations());
            given = measured.exploitability;
        }
        assert!(given <= bar, "{name}: {given}");
    }
}
