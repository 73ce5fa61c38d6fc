//! Matches between bots: every deal is played twice with the seats exchanged, and what comes out is told with its
//! uncertainty. It knows neither terminals nor how bots think.

mod bout;
mod rating;
mod results;
mod sprt;

pub use results::{Contest, Results, Standing};
pub use sprt::{Scores, Sprt, Verdict};

use crate::playout::match_seed;
use bots::BotKind;
use bout::Pair;
use engine::{Game, Match, Way};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Who plays whom, and how often.
#[derive(Clone, Debug)]
pub struct Options {
    /// At least two; each plays each other one.
    pub bots: Vec<BotKind>,
    pub players: u32,
    /// Pairs of matches for each two bots.
    pub pairs: u64,
    pub seed: u64,
    pub threads: usize,
    /// A match is stopped after that many moves and counts as a draw.
    pub max_moves: u32,
    /// So many moves at the beginning of each pair are drawn; unless said, [`usual_opening`].
    pub opening: Option<u32>,
    /// Ends as soon as it is clear enough which of two hypotheses holds; for two bots.
    pub sprt: Option<Sprt>,
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Matches played.
    pub matches: u64,
    /// Of two bots, the share of the points that the first has.
    pub share: Option<f64>,
}

/// Two moves in games in which neither chance nor anything hidden makes two matches differ, none in others.
pub fn usual_opening(game: &Arc<Game>, players: u32) -> u32 {
    let facts = game.facts(players);
    let first = |seed| {
        let now = Match::start(game, players, seed);
        now.decider().and_then(|seat| now.imagining().draw(seat, 0).ok()).map(|first| first.state_key())
    };
    let is_always_equal = facts.way == Way::Copy && !facts.has_chance && first(1) == first(2);
    if is_always_equal { 2 } else { 0 }
}

/// Plays all against all. `progress` is told after each pair, from any thread; `may_go_on` is asked again and again,
/// and where it says no, what has been played so far is what comes out. Equal options give equal points with any number
/// of threads, where no bot thinks for a time.
pub fn run(
    game: &Arc<Game>,
    options: &Options,
    progress: &(dyn Fn(Progress) + Sync),
    may_go_on: &(dyn Fn() -> bool + Sync),
) -> Results {
    let opening = options.opening.unwrap_or_else(|| usual_opening(game, options.players));
    let contests = contests(options.bots.len());
    let all = options.pairs.saturating_mul(contests.len() as u64);
    let start = Instant::now();
    let board = Mutex::new(Board {
        done: BTreeMap::new(),
        end: all,
        judged: 0,
        scores: Scores::default(),
        points: 0.0,
    });
    let next = AtomicU64::new(0);
    let worker = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let end = board.lock().unwrap_or_else(PoisonError::into_inner).end;
            if number >= end || !may_go_on() {
                return;
            }
            let (one, other) = contests[(number % contests.len() as u64) as usize];
            let deal = match_seed(options.seed, number / contests.len() as u64);
            let kinds = [&options.bots[one], &options.bots[other]];
            let Some(pair) = bout::play(game, options, (kinds, opening, deal), may_go_on) else { return };
            let mut board = board.lock().unwrap_or_else(PoisonError::into_inner);
            let Progress { matches, share } = board.take(number, pair, options.sprt);
            progress(Progress { matches, share: share.filter(|_| contests.len() == 1) });
        }
    };
    thread::scope(|scope| {
        (1..options.threads.max(1)).for_each(|_| drop(scope.spawn(worker)));
        worker();
    });
    let board = board.into_inner().unwrap_or_else(PoisonError::into_inner);
    let is_whole = board.done.len() as u64 >= board.end;
    // Pairs that other threads had begun when the test was decided do not count.
    let played = board.done.into_iter().filter(|(number, _)| *number < board.end);
    let mut results = Results::of(options, &contests, played);
    results.game = game.name().to_owned();
    (results.opening, results.is_whole) = (opening, is_whole);
    results.seconds = start.elapsed().as_secs_f64();
    results
}

/// All two of so many bots.
fn contests(bots: usize) -> Vec<(usize, usize)> {
    (0..bots).flat_map(|one| (one + 1..bots).map(move |other| (one, other))).collect()
}

/// What has been played.
struct Board {
    done: BTreeMap<u64, Pair>,
    /// No pair of this number or a higher one counts.
    end: u64,
    /// So many pairs from the first one on have been looked at by the test, with their scores.
    judged: u64,
    scores: Scores,
    /// The points of all that has been played, in pairs.
    points: f64,
}

impl Board {
    /// The test looks at the pairs in their order, so that it ends in the same place with any number of threads.
    fn take(&mut self, number: u64, pair: Pair, sprt: Option<Sprt>) -> Progress {
        self.points += pair.score();
        self.done.insert(number, pair);
        while let Some(pair) = self.done.get(&self.judged).filter(|_| self.judged < self.end) {
            self.scores.add(pair.score());
            self.judged += 1;
            if sprt.is_some_and(|sprt| sprt.verdict(self.scores).is_decided()) {
                self.end = self.judged;
            }
        }
        let share = self.points / self.done.len().max(1) as f64;
        Progress { matches: 2 * self.done.len() as u64, share: Some(share) }
    }
}
