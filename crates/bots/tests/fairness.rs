//! What bots can do with what they are shown: play any game, and try moves where nothing is hidden.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use bots::{Bot, BotKind, Budget, Decision, Opinion, Thought, Uniform};
use engine::question::MAX_LISTED;
use engine::view::Outcome;
use engine::{Game, Match, Playout};
use project::Request;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

fn open(name: &str) -> Arc<Game> {
    project::open(Request::new(&*folder().join(name))).unwrap().game.unwrap()
}

fn game(text: &str) -> Arc<Game> {
    let files = project::Memory::default().with("game.tgdl", text);
    let loaded = project::open(Request::new((&files, "game.tgdl"))).unwrap();
    loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.problems))
}

/// Makes the move that wins at once, or that wins most of a few random matches.
struct Tries;

impl Bot for Tries {
    fn choose(&mut self, decision: &Decision<'_>, random: &mut Random) -> usize {
        let mut value = |id: usize| {
            let matches = (0..20).map(|_| {
                let mut imagined = decision.imagine(random.word()).unwrap();
                imagined.list();
                imagined.play_listed(id);
                (0..200).take_while(|_| imagined.play_random(random)).for_each(drop);
                match imagined.outcome() {
                    Some(Outcome::Finished { ranking }) if ranking.len() > 1 => {
                        if ranking[0].contains(&decision.seat()) { 2 } else { 0 }
                    }
                    _ => 1,
                }
            });
            matches.sum::<u32>()
        };
        (0..decision.moves().len()).max_by_key(|id| value(*id)).unwrap()
    }
}

/// Plays a match with a bot in each seat.
fn play(game: &Arc<Game>, seed: u64, bots: &mut [&mut dyn Bot]) -> Match {
    let mut now = Match::start(game, bots.len() as u32, seed);
    let mut random = Random::new(seed);
    while let Some(seat) = now.decider() {
        bots::play(&mut now, seat, bots[seat as usize], &mut random).unwrap();
    }
    now
}

#[test]
fn a_bot_that_tries_moves_beats_chance() {
    let game = open("tic-tac-toe");
    let mut points = 0;
    for seed in 0..20 {
        let over = play(&game, seed, &mut [&mut Uniform, &mut Tries]);
        let Some(Outcome::Finished { ranking }) = over.outcome() else { panic!("{:?}", over.outcome()) };
        points += if ranking.len() == 1 { 1 } else { 2 * u32::from(ranking[0] == [1]) };
    }
    assert!(points >= 32, "{points} of 40 points, although the other moves at random");
}

#[test]
fn what_is_tried_leaves_the_match_as_it_was() {
    let mut now = Match::start(&open("reversi"), 2, 3);
    let before = now.fingerprint();
    let decision = Decision::of(&now, 0).unwrap();
    let mut imagined = decision.imagine(9).unwrap();
    assert_eq!(imagined.view(), decision.view());
    assert_eq!(imagined.list(), decision.moves().len());
    let keys: Vec<_> = (0..imagined.list()).map(|i| imagined.key(i)).collect();
    assert_eq!(keys, decision.keys());
    imagined.play_listed(0);
    let mut random = Random::new(1);
    (0..500).take_while(|_| imagined.play_random(&mut random)).for_each(drop);
    assert!(imagined.decider().is_none() && imagined.scores().len() == 2);
    assert_eq!(now.fingerprint(), before);
    now.play(0).unwrap();
}

const DICE: &str = r#"game "Dice";
global class Rules {
    number sum = 0;
    action roll {
        trigger PlayerChoiceEvent { return true; }
        effect { sum += random.roll(1000000); turn.pass(); }
    }
}
setup { players 2; }
"#;

#[test]
fn the_chance_that_is_imagined_is_not_that_of_the_match() {
    let mut now = Match::start(&game(DICE), 2, 5);
    let rolled = |seed: u64| {
        let mut imagined = Decision::of(&now, 0).unwrap().imagine(seed).unwrap();
        imagined.list();
        imagined.play_listed(0);
        assert!(imagined.had_chance());
        format!("{:?}", imagined.view().objects)
    };
    let (one, same, other) = (rolled(1), rolled(1), rolled(2));
    assert_eq!(one, same);
    assert_ne!(one, other);
    now.play(0).unwrap();
    let truth = format!("{:?}", now.view(Some(0)).objects);
    assert!(truth != one && truth != other);
}

/// Wherever every candidate is legal, the engine draws just what the bot would choose, so that series of random
/// matches need not list moves. Elsewhere the engine draws again when a candidate is refused.
#[test]
fn drawing_without_listing_chooses_the_same_moves() {
    for name in ["tic-tac-toe", "connect-four", "hex", "breakthrough"] {
        let game = open(name);
        for seed in 0..5 {
            let (mut listed, mut drawn) = (Match::start(&game, 2, seed), Playout::start(&game, 2, seed));
            let (mut one, mut other) = (Random::new(seed), Random::new(seed));
            while let Some(seat) = listed.decider() {
                bots::play(&mut listed, seat, &mut Uniform, &mut one).unwrap();
                drawn.step(&mut other).unwrap();
                assert_eq!(
                    (one, listed.fingerprint()),
                    (other, drawn.settled().fingerprint()),
                    "{name}, seed {seed}"
                );
            }
            assert!(drawn.finish().is_over());
        }
    }
}

#[test]
fn where_there_are_too_many_moves_to_list_one_is_drawn() {
    let text = DICE.replace("action roll {", &format!("action roll {{ input number n from 0..{MAX_LISTED};"));
    let mut now = Match::start(&game(&text), 2, 5);
    assert!(Decision::of(&now, 0).is_none());
    let made = bots::play(&mut now, 0, &mut Tries, &mut Random::new(1)).unwrap();
    assert!(made.text.starts_with("roll ") && now.length() == 1, "{}", made.text);
}

#[test]
fn every_game_is_played_by_every_bot() {
    for path in project::games_below(&folder()) {
        let game = project::open(Request::new(&*path)).unwrap().game.unwrap();
        // Levels are the search with other budgets.
        for name in ["random", "mcts:3"] {
            let kind: BotKind = name.parse().unwrap();
            let mut now = Match::start(&game, game.players().0, 1);
            let mut random = Random::new(1);
            for _ in 0..if kind.is_random() { 30 } else { 4 } {
                let Some(seat) = now.decider() else { break };
                bots::play(&mut now, seat, kind.make().as_mut(), &mut random).unwrap();
            }
        }
    }
}

#[test]
fn bots_are_found_by_name() {
    assert!("random".parse::<BotKind>().unwrap().is_random());
    let unknown = |name: &str| name.parse::<BotKind>().unwrap_err().to_string();
    assert_eq!(unknown("radnom"), "no bot is called `radnom`; did you mean `random`?");
    let all = format!("no bot is called `grandmaster`; the bots are: {}", bots::names());
    assert_eq!(unknown("grandmaster"), all);
}

/// A nine is laid on a deck of others, from which somebody takes any card.
const DRAWING: &str = r#"
game "Drawing";
interactable Card { number n; }
deck stock of Card;
zone hand of Card per player { visible owner; }
turn Main { }
global class Rules {
    action lay {
        input Card c from hand(actor);
        trigger PlayerChoiceEvent where player.active() == 0;
        effect { stock.add(c); turn.pass(); }
    }
    action take {
        input Card c from stock;
        trigger PlayerChoiceEvent where player.active() == 1;
        effect { hand(1).add(c); winner c.n == 9 ? 1 : 0; }
    }
}
setup {
    players 2;
    for (number i in 1..5) { stock.add(new Card() { n = i }); }
    stock.shuffle();
    hand(0).add(new Card() { n = 9 });
    turns.use("Main");
}
"#;

#[test]
fn nobody_chooses_where_to_draw_from_a_deck() {
    let game = game(DRAWING);
    let mut searches = "mcts:60".parse::<BotKind>().unwrap().make();
    let mut won = 0;
    for seed in 0..60 {
        let mut now = Match::start(&game, 2, seed);
        now.play(0).unwrap();
        let decision = Decision::of(&now, 1).unwrap();
        let keys = decision.keys();
        assert!(keys.len() == 6 && keys.iter().all(|key| *key == keys[0]), "{keys:?}");
        bots::play(&mut now, 1, searches.as_mut(), &mut Random::new(7)).unwrap();
        let Some(Outcome::Finished { ranking }) = now.outcome() else { panic!("{:?}", now.outcome()) };
        won += u32::from(ranking[0] == [1]);
    }
    assert!((3..20).contains(&won), "the card on top is drawn {won} times of 60, where chance gives 10");
}

#[test]
fn moves_that_read_alike_are_one() {
    let game = game(&DRAWING.replace("c.n == 9 ? 1 : 0", "c.n > 2 ? 1 : 0").replace(
        "action take {",
        "action leave { trigger PlayerChoiceEvent where player.active() == 1; effect { winner random.roll(2) == 1 ? 1 : 0; } }
        action take {",
    ));
    let mut now = Match::start(&game, 2, 3);
    now.play(0).unwrap();
    let decision = Decision::of(&now, 1).unwrap();
    let mut thought = Thought::about(&decision, Budget::Simulations(200), 5).unwrap();
    assert!(thought.go_on(&mut || true));
    let Opinion { moves, simulations, .. } = thought.opinion().unwrap();
    let is_alike = |number: usize| decision.moves()[number].text.starts_with("take");
    let visits = |wanted: bool| -> Vec<u32> {
        moves.iter().filter(|m| is_alike(m.number) == wanted).map(|m| m.visits).collect()
    };
    let (alike, others) = (visits(true), visits(false));
    assert_eq!((alike.len(), others.len()), (6, 1));
    assert!(alike.iter().all(|n| *n == alike[0] && *n > others[0]), "{moves:?}");
    let tried = u64::from(alike[0] + others[0]);
    assert!((simulations - 1..=simulations).contains(&tried), "{moves:?}");
}

/// A ship lies on a board that its owner alone sees, and can be named as well as shot at.
const HIDING: &str = r#"
game "Hiding";
interactable Ship { }
board Sea per player { shape square(1, 4); visible owner; }
turn Main { }
global class Rules {
    action hide {
        secret input Tile at from Sea(actor).tiles();
        trigger PlayerChoiceEvent where player.active() == 0;
        effect { Sea(0).place(new Ship(), on: at); turn.pass(); }
    }
    action shoot {
        input Tile at from Sea(0).tiles();
        trigger PlayerChoiceEvent where player.active() == 1;
        effect { winner at.isEmpty() ? 0 : 1; }
    }
    action call {
        input Ship s;
        trigger PlayerChoiceEvent where player.active() == 1;
        effect { winner 0; }
    }
}
setup { players 2; turns.use("Main"); }
"#;

#[test]
fn nobody_finds_what_is_hidden_on_a_board_by_what_can_be_named() {
    let game = game(HIDING);
    let chosen: Vec<String> = (0..4)
        .map(|tile| {
            let mut now = Match::start(&game, 2, 5);
            now.play(tile).unwrap();
            let decision = Decision::of(&now, 1).unwrap();
            let number = "mcts:80".parse::<BotKind>().unwrap().make().choose(&decision, &mut Random::new(7));
            decision.moves()[number].text.clone()
        })
        .collect();
    assert!(chosen[0].starts_with("shoot") && chosen.iter().all(|c| *c == chosen[0]), "{chosen:?}");
}
