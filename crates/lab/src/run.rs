//! A series of matches on several threads. It knows nothing of what is made of the numbers.

use crate::coverage::coverage;
use crate::playout::{Players, Step, chooser, match_seed, playout, series_seed};
use crate::report::{LeftOut, Report};
use crate::tally::{Sample, Tally};
use bots::BotKind;
use engine::{Game, Playout};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Every decision of the first matches is looked at. They are played a second time for that, so that the first time says
/// how long it takes; but where somebody thinks about moves, looking at them takes next to no time.
const SAMPLED: u64 = 100;

/// Matches of one piece of work; the same for any number of threads, so that sums come out the same. Where somebody thinks
/// each is a piece of its own.
const CHUNK: u64 = 32;

/// What to play.
#[derive(Clone, Debug)]
pub struct Options {
    pub games: u64,
    pub seed: u64,
    pub players: u32,
    pub threads: usize,
    /// A match is stopped after that many moves and counts as unfinished.
    pub max_moves: u32,
    /// Who plays, by seat.
    pub bots: Vec<BotKind>,
    /// Counts where the rules spend their steps. The matches stay the same, and take several times as long.
    pub profile: bool,
}

/// Plays the series. `progress` gets the number of matches played since its last call, from any thread.
/// The same game, seed, players and number of matches give the same report, times aside.
pub fn simulate(game: &Arc<Game>, options: &Options, progress: &(dyn Fn(u64) + Sync)) -> Report {
    simulate_while(game, options, progress, &|| true)
}

/// As [`simulate`], as long as `may_go_on` says so, which is asked before each match and move, and while somebody thinks.
/// A match of random moves goes on for a moment, to its end as a rule. Matches that were broken off count for nothing, but
/// that of those of random moves it stays counted what was chosen and which rules ran.
pub fn simulate_while(
    game: &Arc<Game>,
    options: &Options,
    progress: &(dyn Fn(u64) + Sync),
    may_go_on: &(dyn Fn() -> bool + Sync),
) -> Report {
    let actions = game.actions();
    let players = options.players as usize;
    let start = Instant::now();
    let mut tally = Tally::new(players, actions.len());
    let mut sample = Sample::new(players, actions.len());
    let thinks = !options.bots.iter().all(BotKind::is_random);
    // What runs only where moves are listed to look at them would count as used.
    let looks_on = thinks && game.probes().is_empty();
    let size = if thinks { 1 } else { CHUNK };
    let working = (options.threads, may_go_on);
    let play = |first, end| {
        let part = play(game, options, (actions.len(), looks_on, may_go_on), (first, end));
        progress(end - first);
        part
    };
    in_chunks((options.games, size), working, play, |(part, looked)| {
        tally.merge(part);
        sample.merge(&looked);
    });
    let seconds = start.elapsed().as_secs_f64();
    let again = if looks_on { 0 } else { options.games.min(SAMPLED) };
    let look = |first, end| look(game, options, (actions.len(), may_go_on), (first, end));
    in_chunks((again, size), working, look, |part| {
        if let Some(part) = part {
            sample.merge(&part);
        }
    });
    let actions = actions.into_iter().enumerate().map(|(i, name)| (name, !game.is_chosen(i))).collect();
    let probed = !game.probes().is_empty();
    let coverage = probed.then(|| coverage(game, &tally.hits, &tally.chosen));
    Report {
        coverage,
        profile: options.profile.then(|| tally.profile.clone()),
        game: game.name().to_owned(),
        seed: options.seed,
        threads: options.threads,
        bots: options.bots.iter().map(BotKind::name).collect(),
        players: options.players,
        seconds_in_all: start.elapsed().as_secs_f64(),
        ..Report::new(actions, tally, &sample, seconds)
    }
}

/// Cuts matches `0..games` into chunks of a size, works on them on several threads as long as `may_go_on` says so, and
/// takes up the results in order, each when it is its turn, so that no more than a few are kept.
fn in_chunks<T: Send>(
    (games, size): (u64, u64),
    (threads, may_go_on): (usize, &(dyn Fn() -> bool + Sync)),
    work: impl Fn(u64, u64) -> T + Sync,
    take_up: impl FnMut(T) + Send,
) {
    let next = AtomicU64::new(0);
    let results = Mutex::new(Results { next: 0, waiting: BTreeMap::new(), take_up });
    let lock = || results.lock().unwrap_or_else(PoisonError::into_inner);
    let worker = || {
        while may_go_on() {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            let first = chunk.saturating_mul(size);
            if first >= games {
                return;
            }
            let result = work(first, first.saturating_add(size).min(games));
            lock().put(chunk, result);
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        worker();
        // A thread that panicked has said so; its chunk is missing.
        others.into_iter().for_each(|other| _ = other.join());
    });
    let Results { waiting, mut take_up, .. } = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    waiting.into_values().for_each(&mut take_up);
}

/// Results that are taken up in the order of their chunks.
struct Results<T, F> {
    next: u64,
    /// Those that came before an earlier one.
    waiting: BTreeMap<u64, T>,
    take_up: F,
}

impl<T, F: FnMut(T)> Results<T, F> {
    fn put(&mut self, chunk: u64, result: T) {
        self.waiting.insert(chunk, result);
        while let Some(result) = self.waiting.remove(&self.next) {
            (self.take_up)(result);
            self.next += 1;
        }
    }
}

/// Plays some matches, up to one that is broken off.
fn play(
    game: &Arc<Game>,
    options: &Options,
    (actions, looks_on, may_go_on): (usize, bool, &dyn Fn() -> bool),
    (first, end): (u64, u64),
) -> (Tally, Sample) {
    let nothing = || {
        let players = options.players as usize;
        (Tally::new(players, actions), Sample::new(players, actions))
    };
    let (mut tally, mut sample) = nothing();
    let mut now = Playout::start(game, options.players, match_seed(options.seed, first));
    if options.profile {
        now.count_steps();
    }
    for number in (first..end).take_while(|_| may_go_on()) {
        let seed = match_seed(options.seed, number);
        let mut players = Players::new(&options.bots);
        let is_looked_at = looks_on && number < SAMPLED;
        let looks = |now: &mut Playout| {
            if is_looked_at {
                sample.look(now.settled());
            }
        };
        let chose = |chosen| tally.chose(chosen);
        let most = (options.max_moves, may_go_on);
        let Some((how, moves)) = playout(&mut now, seed, &mut players, most, looks, chose) else {
            // Those of bots that think are a piece each.
            if matches!(players, Players::Bots(_)) {
                return nothing();
            }
            break;
        };
        sample.matches += u64::from(is_looked_at);
        let again = series_seed(options.seed, number);
        tally.ended((number, again), now.settled(), how, moves);
        if let Some(why) = now.left_out() {
            tally.left_out.get_or_insert(LeftOut { why, number, seed: again });
        }
        if !game.probes().is_empty() {
            now.probe_shown();
        }
    }
    tally.add_hits(now.hits());
    tally.profile = now.steps();
    (tally, sample)
}

/// Plays matches as [`play`] does, and looks at what is possible before every move. None where one was broken off.
fn look(
    game: &Arc<Game>,
    options: &Options,
    (actions, may_go_on): (usize, &dyn Fn() -> bool),
    (first, end): (u64, u64),
) -> Option<Sample> {
    let mut sample = Sample::new(options.players as usize, actions);
    for number in (first..end).take_while(|_| may_go_on()) {
        let seed = match_seed(options.seed, number);
        let (mut random, mut players) = (chooser(seed), Players::new(&options.bots));
        let mut now = Playout::start(game, options.players, seed);
        for _ in 0..options.max_moves {
            if !may_go_on() {
                return None;
            }
            sample.look(now.settled());
            match players.step(&mut now, &mut random, may_go_on) {
                Ok(Step::Made(_)) => {}
                Ok(Step::Over) | Err(_) => break,
                Ok(Step::BrokenOff) => return None,
            }
        }
        sample.matches += 1;
    }
    Some(sample)
}

#[cfg(test)]
mod tests {
    use super::in_chunks;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn every_match_is_played_once_and_results_come_in_order() {
        for threads in [1, 2, 5] {
            for size in [1, 32] {
                let mut all = Vec::new();
                let work = |first, end| (first..end).collect::<Vec<u64>>();
                in_chunks((100, size), (threads, &|| true), work, |part| all.extend(part));
                assert_eq!(all, (0..100).collect::<Vec<_>>());
            }
        }
        in_chunks((0, 32), (3, &|| true), |_, _| (), |()| panic!("there is none"));
    }

    #[test]
    fn what_is_interrupted_keeps_what_was_played_and_looks_at_nothing_more() {
        let (asked, mut taken) = (AtomicU64::new(0), 0);
        let may_go_on = || asked.fetch_add(1, Ordering::Relaxed) < 10;
        in_chunks((u64::MAX, 1), (2, &may_go_on), |_, _| (), |()| taken += 1);
        assert_eq!((taken, asked.into_inner()), (10, 12));
    }
}
