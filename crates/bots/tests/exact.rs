//! Exact values of positions, compared with solvers of these games that know nothing of the engine.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use bots::{Solver, Unsolved};
use engine::{Game, Match};
use project::{Memory, Request};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

fn open(name: &str) -> Arc<Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
    project::open(Request::new(&*path)).unwrap().game.unwrap()
}

/// A number of positions that are looked at in each game: `TAVOLA_POSITIONS=1000` for more.
fn positions() -> u64 {
    std::env::var("TAVOLA_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(4)
}

/// What the decider gets: by the solver, and by the independent one. The first is asked of the position that moves at
/// random lead to, the second of these moves. Counts the positions by twice their value.
fn compare(game: &str, until: u64, of: &dyn Fn(&[String]) -> f32, values: &mut BTreeMap<u32, u32>) {
    let game = open(game);
    for seed in 1..=positions() {
        let mut now = Match::start(&game, 2, seed);
        let mut random = Random::new(seed);
        let mut made = Vec::new();
        while let Some(seat) = now.decider().filter(|_| (made.len() as u64) < until) {
            made.push(now.play_as(seat, &mut random).unwrap().text.clone());
        }
        let Some(seat) = now.decider() else { continue };
        let exact =
            Solver::new(now.imagining().draw(seat, 1).unwrap(), 10_000_000).solve(&mut || true).unwrap();
        assert_eq!(exact.value, of(&made), "{}: {made:?}", game.name());
        // The move that it names keeps the value.
        now.play_as(seat, exact.best).unwrap();
        if let Some(next) = now.decider() {
            let after =
                Solver::new(now.imagining().draw(next, 1).unwrap(), 10_000_000).solve(&mut || true).unwrap();
            let kept = if next == seat { after.value } else { 1.0 - after.value };
            assert_eq!(kept, exact.value, "{}: {made:?}, then {}", game.name(), exact.best);
        }
        *values.entry((exact.value * 2.0) as u32).or_insert(0) += 1;
    }
}

/// Of many positions not all have one value, or comparing them would show little.
fn differ(values: &BTreeMap<u32, u32>) {
    assert!(positions() < 100 || values.len() > 1, "all have one value: {values:?}");
}

/// Columns of seven, each from the bottom up; who drops into one wins with four in a row.
#[derive(Clone)]
struct Four {
    cells: [[Option<bool>; 6]; 7],
    heights: [usize; 7],
    left: usize,
}

impl Four {
    fn drop(&mut self, column: usize, who: bool) -> bool {
        let row = self.heights[column];
        self.cells[column][row] = Some(who);
        self.heights[column] += 1;
        self.left -= 1;
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy): (i32, i32)| {
            let run = |sign: i32| {
                (1..4)
                    .take_while(|n| {
                        let (x, y) = (column as i32 + sign * n * dx, row as i32 + sign * n * dy);
                        let is_on = (0..7).contains(&x) && (0..6).contains(&y);
                        is_on && self.cells[x as usize][y as usize] == Some(who)
                    })
                    .count()
            };
            run(1) + run(-1) >= 3
        })
    }

    /// From 1, whoever is to move wins, to -1.
    fn value(&self, who: bool, mut low: i32, high: i32) -> i32 {
        if self.left == 0 {
            return 0;
        }
        for column in [3, 2, 4, 1, 5, 0, 6].into_iter().filter(|c| self.heights[*c] < 6) {
            let mut next = self.clone();
            let value = if next.drop(column, who) { 1 } else { -next.value(!who, -high, -low) };
            low = low.max(value);
            if low >= high {
                break;
            }
        }
        low
    }
}

/// The number of a column at the end of the text of a move.
fn column(text: &str) -> usize {
    text.rsplit(|c: char| !c.is_ascii_digit())
        .find(|word| !word.is_empty())
        .unwrap()
        .parse::<usize>()
        .unwrap()
        - 1
}

#[test]
fn ends_of_connect_four_have_their_values() {
    let mut values = BTreeMap::new();
    let of = |made: &[String]| {
        let mut four = Four { cells: [[None; 6]; 7], heights: [0; 7], left: 42 };
        for (n, text) in made.iter().enumerate() {
            assert!(!four.drop(column(text), n % 2 == 1));
        }
        (four.value(made.len() % 2 == 1, -1, 1) + 1) as f32 / 2.0
    };
    // Sixteen, fourteen and ten of forty-two are empty.
    for until in [26, 28, 32] {
        compare("connect-four", until, &of, &mut values);
    }
    differ(&values);
}

/// A row of three for whoever moves, by plain minimax.
fn noughts(cells: &mut [u8; 9], who: u8) -> i32 {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    if LINES.iter().any(|line| line.iter().all(|i| cells[*i] == 3 - who)) {
        return -1;
    }
    let free: Vec<usize> = (0..9).filter(|i| cells[*i] == 0).collect();
    let mut best = if free.is_empty() { 0 } else { -1 };
    for i in free {
        cells[i] = who;
        best = best.max(-noughts(cells, 3 - who));
        cells[i] = 0;
    }
    best
}

#[test]
fn tic_tac_toe_is_a_draw_and_so_are_some_of_its_positions() {
    let mut values = BTreeMap::new();
    let of = |made: &[String]| {
        let mut cells = [0; 9];
        for (n, text) in made.iter().enumerate() {
            let name = text.rsplit(' ').next().unwrap().as_bytes();
            cells[usize::from(name[0] - b'a') + 3 * usize::from(name[1] - b'1')] = 1 + (n % 2) as u8;
        }
        (noughts(&mut cells, 1 + (made.len() % 2) as u8) + 1) as f32 / 2.0
    };
    for until in 0..7 {
        compare("tic-tac-toe", until, &of, &mut values);
    }
    differ(&values);
}

/// Discs of two players, 1 and 2.
#[derive(Clone)]
struct Discs([[u8; 8]; 8]);

impl Discs {
    fn start() -> Discs {
        let mut discs = Discs([[0; 8]; 8]);
        for (x, y, who) in [(3, 4, 1), (4, 3, 1), (3, 3, 2), (4, 4, 2)] {
            discs.0[x][y] = who;
        }
        discs
    }

    /// Puts a disc down and turns those between; gives how many were turned.
    fn put(&mut self, (x, y): (usize, usize), who: u8) -> usize {
        let mut turned = 0;
        if self.0[x][y] != 0 {
            return 0;
        }
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let at = |n: i32| (x as i32 + n * dx, y as i32 + n * dy);
            let read = |n: i32| {
                let (x, y) = at(n);
                if (0..8).contains(&x) && (0..8).contains(&y) { self.0[x as usize][y as usize] } else { 0 }
            };
            let run = (1..8).take_while(|n| read(*n) == 3 - who).count() as i32;
            if run > 0 && read(run + 1) == who {
                for n in 1..=run {
                    let (x, y) = at(n);
                    self.0[x as usize][y as usize] = who;
                }
                turned += run as usize;
            }
        }
        if turned > 0 {
            self.0[x][y] = who;
        }
        turned
    }

    fn after(&self, who: u8) -> Vec<Discs> {
        let all = (0..64).map(|i| {
            let mut next = self.clone();
            (next.put((i / 8, i % 8), who), next)
        });
        all.filter(|(turned, _)| *turned > 0).map(|(_, next)| next).collect()
    }

    fn value(&self, who: u8, mut low: i32, high: i32) -> i32 {
        let all = self.after(who);
        if all.is_empty() {
            if !self.after(3 - who).is_empty() {
                return -self.value(3 - who, -high, -low);
            }
            let count = |who: u8| self.0.iter().flatten().filter(|d| **d == who).count() as i32;
            return (count(who) - count(3 - who)).signum();
        }
        for next in all {
            low = low.max(-next.value(3 - who, -high, -low));
            if low >= high {
                break;
            }
        }
        low
    }
}

#[test]
fn ends_of_reversi_have_their_values() {
    let mut values = BTreeMap::new();
    let of = |made: &[String]| {
        let (mut discs, mut who) = (Discs::start(), 1);
        for text in made {
            let name = text.rsplit(' ').next().unwrap().as_bytes();
            if name.len() == 2 && name[1].is_ascii_digit() {
                assert!(discs.put((usize::from(name[0] - b'a'), usize::from(name[1] - b'1')), who) > 0);
            }
            who = 3 - who;
        }
        (discs.value(who, -1, 1) + 1) as f32 / 2.0
    };
    // Eight and six of sixty-four are empty, and more where somebody had to pass.
    for until in [52, 54] {
        compare("reversi", until, &of, &mut values);
    }
    differ(&values);
}

#[test]
fn what_cannot_be_solved_says_why() {
    let solve = |game: &str, most: u64, may_go_on: &mut dyn FnMut() -> bool| {
        let game = open(game);
        let now = Match::start(&game, game.players().0, 1);
        let seat = now.decider().unwrap();
        Solver::new(now.imagining().draw(seat, 1).unwrap(), most).solve(may_go_on).unwrap_err()
    };
    assert_eq!(solve("reversi", 1_000, &mut || true), Unsolved::TooMany);
    assert_eq!(solve("reversi", 1_000_000, &mut || false), Unsolved::Paused);
    assert_eq!(solve("backgammon", 100_000, &mut || true), Unsolved::Unfit);
    assert_eq!(solve("briscola", 100_000, &mut || true), Unsolved::Unfit);
}

/// Two step around a ring of four for ever; a step is worth nothing.
const CIRCLE: &str = r#"game "Circle";
global class Rules {
    number at = 0;
    action step {
        input number by from { 1, 3 };
        trigger PlayerChoiceEvent { return true; }
        effect { at = (at + by) % 4; turn.pass(); }
    }
}
setup { players 2; }
"#;

#[test]
fn a_match_that_goes_in_circles_has_no_value() {
    let memory = Memory::default().with("game.tgdl", CIRCLE);
    let game = project::open(Request::new((&memory, "game.tgdl"))).unwrap().game.unwrap();
    let now = Match::start(&game, 2, 1);
    let unsolved = Solver::new(now.imagining().draw(0, 1).unwrap(), 10_000).solve(&mut || true).unwrap_err();
    assert_eq!(unsolved, Unsolved::Unfit);
}
