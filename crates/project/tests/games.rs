//! The games of this repository: how long they are, their rule tests, and how many moves they have. It knows where
//! they lie, and nothing of their rules.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use dialects::tgdl::{count_lines_without_tests, count_tokens_without_tests};
use engine::{Game, Match};
use project::{Memory, Request};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Name, most lines, most tokens, its tests left out. A game should read like its rule book.
const GAMES: &[(&str, usize, usize)] = &[
    ("amazons", 60, 400),
    ("backgammon", 115, 1100),
    ("breakthrough", 60, 400),
    ("chess", 220, 1600),
    ("connect-four", 45, 300),
    ("crazy-eights", 75, 550),
    ("draughts", 105, 900),
    ("gin-rummy", 230, 2000),
    ("go", 85, 600),
    ("gomoku", 45, 300),
    ("hearts", 130, 1250),
    ("hex", 50, 400),
    ("kalah", 60, 560),
    ("nine-mens-morris", 130, 1000),
    ("pinch-of-spite", 130, 1200),
    ("reversi", 70, 500),
    ("scopa", 130, 1450),
    ("spades", 75, 700),
    ("tic-tac-toe", 35, 220),
];

/// Counts above this are left to `tavola perft`.
const MOST_POSITIONS: u64 = 60_000;

fn folder(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game)
}

fn opened(name: &str) -> Arc<Game> {
    let loaded = project::open(Request::new(&folder(name))).unwrap();
    let problems: Vec<String> =
        loaded.problems.iter().map(|p| base::render(p, &loaded.sources, false)).collect();
    assert!(problems.is_empty(), "{name}: {}", problems.join("\n"));
    loaded.game.expect("without problems there is a game")
}

#[test]
fn games_are_short() {
    for (name, lines, tokens) in GAMES {
        let text = fs::read_to_string(folder(name).join("game.tgdl")).unwrap();
        let (has_lines, has_tokens) = (count_lines_without_tests(&text), count_tokens_without_tests(&text));
        assert!(has_lines <= *lines, "{name} has {has_lines} lines, not at most {lines}");
        assert!(has_tokens <= *tokens, "{name} has {has_tokens} tokens, not at most {tokens}");
    }
}

#[test]
fn rule_tests_of_games_hold() {
    for (name, ..) in GAMES {
        let game = opened(name);
        for i in 0..game.tests().len() {
            let report = game.run_test(i);
            assert!(report.failure.is_none(), "{name}, {}: {:?}", report.name, report.failure);
        }
        assert!(game.tests().len() > 3, "{name} has too few rule tests");
    }
}

#[test]
fn games_have_as_many_moves_as_published() {
    for (name, ..) in GAMES {
        let Ok(text) = fs::read_to_string(folder(name).join("perft.txt")) else { continue };
        let game = opened(name);
        let start = Match::start(&game, game.players().0, 1);
        for line in text.lines().filter(|l| !l.starts_with("//")) {
            let (depth, count) = line.split_once(' ').unwrap();
            let (depth, count) = (depth.parse().unwrap(), count.parse::<u64>().unwrap());
            if count <= MOST_POSITIONS {
                assert_eq!(start.perft(depth).unwrap(), count, "{name}, depth {depth}");
            }
        }
    }
}

#[test]
fn random_matches_come_to_an_end() {
    for (name, ..) in GAMES {
        let game = opened(name);
        let (least, most) = game.players();
        for seed in 0..20 {
            let players = least + seed as u32 % (most - least + 1);
            let mut a = Match::start(&game, players, seed);
            let mut random = Random::new(seed);
            while a.play_random(&mut random).is_some() {}
            assert!(
                matches!(a.outcome(), Some(engine::view::Outcome::Finished { .. })),
                "{name}: {:?}",
                a.outcome()
            );
        }
    }
}

/// How often each of nine players was drawn in 900 matches of one move, and at last how many matches were stuck.
fn drawn(rules: &str) -> [usize; 10] {
    let text = format!(
        "game \"Draw\";
global class Rules {{
    List<(player) => bool> rules = {{}};
    action pick {{
        input player p from player.all() {{ return rules.all(rule => rule(p)); }}
        trigger PlayerChoiceEvent {{ return true; }}
        effect {{ winner p; }}
    }}
}}
setup {{ players 9; Rules.rules = {{ {rules} }}; }}"
    );
    let loaded =
        project::open(Request::new((&Memory::default().with("game.tgdl", &text), "game.tgdl"))).unwrap();
    let game = loaded.game.expect("the game is right");
    let mut counts = [0; 10];
    let mut random = Random::new(1);
    for seed in 0..900 {
        let mut one = Match::start(&game, 9, seed);
        one.play_random(&mut random);
        one.settle();
        match one.outcome() {
            Some(engine::view::Outcome::Finished { ranking }) => counts[ranking[0][0] as usize] += 1,
            other => {
                assert!(matches!(other, Some(engine::view::Outcome::Stuck)), "{other:?}");
                counts[9] += 1;
            }
        }
    }
    counts
}

#[test]
fn what_function_values_let_through_is_drawn_evenly_and_nothing_else() {
    let counts = drawn("p => p != 0, p => (p as number) % 2 == 0");
    for (p, n) in counts.into_iter().enumerate() {
        let passes = p % 2 == 0 && p != 0;
        assert!(if passes { (180..270).contains(&n) } else { n == 0 }, "{counts:?}");
    }
    assert_eq!(drawn("p => p != p")[9], 900);
}

#[test]
fn a_chess_match_is_small() {
    let game = opened("chess");
    for seed in 0..5 {
        let mut a = Match::start(&game, 2, seed);
        let mut random = Random::new(seed);
        let mut largest = 0;
        for ply in 0.. {
            if a.play_random(&mut random).is_none() {
                break;
            }
            a.settle();
            // What setup leaves behind is still there in the first moves.
            if ply > 3 {
                largest = largest.max(a.size() * 8);
            }
        }
        assert!(largest <= 8 * 1024, "{largest} bytes");
    }
}
