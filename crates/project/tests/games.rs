//! The games of this repository: how long they are, their rule tests, and how many moves they have. Whatever folder
//! lies in `games/` is one; nothing is known of its rules.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use dialects::tgdl::{count_lines_without_tests, count_tokens_without_tests};
use engine::{Game, Match, Playout};
use project::{Memory, Request};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most lines and tokens of a file of a game, its tests left out. A game should read like its rule book.
const MAX_SIZE: (usize, usize) = (300, 3000);

/// Closer bounds on `game.tgdl` for games of few rules.
const MAX_SIZES: &[(&str, usize, usize)] = &[
    ("amazons", 60, 400),
    ("backgammon", 115, 1100),
    ("breakthrough", 60, 400),
    ("chess", 220, 1700),
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
    ("reversi", 70, 530),
    ("scopa", 130, 1450),
    ("spades", 75, 700),
    ("tic-tac-toe", 35, 220),
];

/// Counts above this are left to `tavola perft`.
const MAX_POSITIONS: u64 = 60_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// The names of all games: of the folders, whatever they hold.
fn names() -> Vec<String> {
    let entries = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    let folders = entries.filter(|path| path.is_dir());
    let mut names: Vec<String> =
        folders.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    assert!(names.len() > 30, "{names:?}");
    names
}

fn opened(name: &str) -> Arc<Game> {
    let loaded = project::open(Request::new(&root().join(name))).unwrap();
    let problems: Vec<String> =
        loaded.problems.iter().map(|p| base::render(p, &loaded.sources, false)).collect();
    assert!(problems.is_empty(), "{name}: {}", problems.join("\n"));
    loaded.game.expect("without problems there is a game")
}

#[test]
fn every_game_says_what_it_is() {
    for name in names() {
        let text = fs::read_to_string(root().join(&name).join("README.md")).unwrap_or_default();
        assert!(text.starts_with("# ") && text.lines().count() > 2, "{name} needs a README.md");
    }
}

#[test]
fn every_game_is_there_in_italian() {
    for name in names() {
        let rules = fs::read_to_string(root().join(&name).join("README.it.md")).unwrap_or_default();
        assert!(rules.starts_with("# "), "{name} needs a README.it.md");
        let (words, _) = project::untranslated(&*root().join(&name), "it");
        let open = words.expect("the game is sound");
        let prompts: Vec<&str> =
            open.lines().filter(|line| line.contains("?\" = ") && !line.contains(" ? ")).collect();
        assert!(prompts.is_empty(), "{name} asks without Italian words:\n{}", prompts.join("\n"));
    }
}

#[test]
fn games_are_short() {
    for (name, ..) in MAX_SIZES {
        assert!(names().iter().any(|n| n == name), "there is no game `{name}`");
    }
    for name in names() {
        let files = fs::read_dir(root().join(&name)).unwrap().map(|entry| entry.unwrap().path());
        let is_rules = |path: &PathBuf| {
            let others = ["tests.tgdl", "italian.tgdl"];
            path.extension().is_some_and(|e| e == "tgdl") && !others.iter().any(|other| path.ends_with(other))
        };
        for file in files.filter(is_rules) {
            let closer = MAX_SIZES.iter().find(|(n, ..)| *n == name && file.ends_with("game.tgdl"));
            let (lines, tokens) = closer.map_or(MAX_SIZE, |(_, lines, tokens)| (*lines, *tokens));
            let text = fs::read_to_string(&file).unwrap();
            let (has_lines, has_tokens) =
                (count_lines_without_tests(&text), count_tokens_without_tests(&text));
            let shown = file.display();
            assert!(has_lines <= lines, "{shown} has {has_lines} lines, not at most {lines}");
            assert!(has_tokens <= tokens, "{shown} has {has_tokens} tokens, not at most {tokens}");
        }
    }
}

#[test]
fn rule_tests_of_games_hold() {
    for name in names() {
        let game = opened(&name);
        for i in 0..game.tests().len() {
            let report = game.run_test(i);
            assert!(report.failure.is_none(), "{name}, {}: {:?}", report.name, report.failure);
        }
        let least = if root().join(&name).join("game.cge").exists() { 2 } else { 4 };
        assert!(game.tests().len() >= least, "{name} has too few rule tests");
    }
}

/// The lines of `perft.txt`: comments after `//`, and from depth 1 on, without a gap, a depth and its count.
fn perft_counts(text: &str) -> Result<Vec<u64>, String> {
    let mut counts = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("//")) {
        let wrong = || format!("`{line}` is not `{} COUNT`", counts.len() + 1);
        let (depth, count) = line.split_once(' ').ok_or_else(wrong)?;
        if depth != (counts.len() + 1).to_string() {
            return Err(wrong());
        }
        let count = count.parse().map_err(|_| wrong())?;
        counts.push(count);
    }
    match counts.first() {
        Some(count) if *count <= MAX_POSITIONS => Ok(counts),
        _ => Err("there is nothing that is quick enough to check".to_owned()),
    }
}

#[test]
fn a_malformed_file_of_counts_is_not_passed_over() {
    assert_eq!(perft_counts("// From somewhere.\n1 20\n2 400\n"), Ok(vec![20, 400]));
    for wrong in
        ["", "1", "1  20", "2 400", "1 20\n1 20", "1 20\n\n2 400", "1 20 moves", "1 60001", "# x\n1 20"]
    {
        assert!(perft_counts(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn games_have_as_many_moves_as_published() {
    for name in names() {
        let path = root().join(&name).join("perft.txt");
        if !path.exists() {
            continue;
        }
        let counts = perft_counts(&fs::read_to_string(path).unwrap());
        let counts = counts.unwrap_or_else(|why| panic!("{name}, perft.txt: {why}"));
        let game = opened(&name);
        let start = Match::start(&game, game.players().0, 1);
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| *count <= MAX_POSITIONS) {
            assert_eq!(start.perft(depth).unwrap(), count, "{name}, depth {depth}");
        }
    }
}

#[test]
fn random_matches_come_to_an_end() {
    for name in names() {
        let game = opened(&name);
        let (least, most) = game.players();
        for seed in 0..20 {
            let players = least + seed as u32 % (most - least + 1);
            let mut a = Playout::start(&game, players, seed);
            let mut random = Random::new(seed);
            while a.step(&mut random).is_some() {}
            let outcome = a.finish().outcome();
            assert!(matches!(outcome, Some(engine::view::Outcome::Finished { .. })), "{name}: {outcome:?}");
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
        let mut one = Playout::start(&game, 9, seed);
        one.step(&mut random);
        match one.finish().outcome() {
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
        let mut now = Match::start(&game, 2, seed);
        let mut random = Random::new(seed);
        let mut largest = 0;
        for ply in 0..400 {
            let Some(seat) = now.decider() else { break };
            now.play_as(seat, &mut random).unwrap();
            // What setup leaves behind is still there in the first moves.
            if ply > 3 {
                largest = largest.max(engine::dump::size(&now) * 8);
            }
        }
        assert!(largest <= 8 * 1024, "{largest} bytes");
    }
}

#[test]
fn every_game_says_what_it_is_in_english_and_italian() {
    for name in names() {
        let about = project::about(&root().join(&name));
        assert!(about.titles.plain.is_some() && about.titles.others.contains_key("it"), "{name}");
        assert!(about.genre.is_some() && about.minutes.is_some() && about.age.is_some(), "{name}");
        assert_eq!(&about, opened(&name).about(), "{name}: lists read what the game says");
    }
}
