//! Matches at random in the background, a few at a time, until there are as many as were wished for or somebody wishes
//! for something else. It knows no sockets.

use crate::messages::{BadEnd, Label, Replay, Trial};
use crate::opened::{allowed, limited, opened_untested};
use crate::shown::{label, place};
use crate::sources::Sources;
use bots::BotKind;
use engine::view::Outcome;
use engine::{Choices, Game, Match};
use lab::{Ending, Options, Report, simulate_while};
use project::Request;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many matches are played between two looks at whether more are wanted; fewer at first, so that something is seen.
const CHUNKS: [u64; 3] = [1, 4, 16];

/// A match is given up after so many choices.
const MAX_MOVES: u32 = 2_000;

/// The most matches of one wish.
const MAX_GAMES: u64 = 10_000;

/// What is to be tried.
pub(crate) struct Wanted {
    /// The file or folder, as it is named to the command that plays a match again.
    pub(crate) path: PathBuf,
    pub(crate) sources: Arc<Sources>,
    pub(crate) options: Choices,
    pub(crate) players: u32,
    pub(crate) games: u64,
}

type Tell = Box<dyn Fn(Trial) + Send>;

/// The last wish alone is played, and on one thread, however many come.
#[derive(Clone, Default)]
pub(crate) struct Trials {
    /// Counts wishes.
    newest: Arc<AtomicU64>,
    waiting: Arc<Mutex<NextTrial>>,
}

#[derive(Default)]
struct NextTrial {
    /// The number of the wish with it.
    next: Option<(u64, Wanted, Tell)>,
    /// There is a thread that looks for the next one when it is done.
    is_busy: bool,
}

impl Trials {
    /// Ends whatever is played.
    pub(crate) fn end(&self) {
        self.newest.fetch_add(1, SeqCst);
        self.waiting().next = None;
    }

    /// Plays on a thread of its own. `tell` gets what was seen so far, again and again.
    pub(crate) fn start(&self, wanted: Wanted, tell: impl Fn(Trial) + Send + 'static) {
        let number = self.newest.fetch_add(1, SeqCst) + 1;
        let mut waiting = self.waiting();
        waiting.next = Some((number, wanted, Box::new(tell)));
        if !waiting.is_busy {
            let all = self.clone();
            // Where no thread can be had, nothing is tried.
            let thread = std::thread::Builder::new().name("trial".to_owned()).spawn(move || all.work());
            waiting.is_busy = thread.is_ok();
        }
    }

    fn work(&self) {
        loop {
            let (number, wanted, tell) = {
                let mut waiting = self.waiting();
                waiting.is_busy = waiting.next.is_some();
                let Some(next) = waiting.next.take() else { return };
                next
            };
            let is_wanted = || self.newest.load(SeqCst) == number;
            if let Err(defect) = base::contained(|| run(&wanted, &is_wanted, &*tell))
                && is_wanted()
            {
                tell(Trial { why: Some(defect.to_string()), ..Trial::default() });
            }
        }
    }

    fn waiting(&self) -> MutexGuard<'_, NextTrial> {
        // Nothing is left half done under it.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn run(wanted: &Wanted, is_wanted: &(dyn Fn() -> bool + Sync), tell: &dyn Fn(Trial)) {
    let request = Request::new(wanted.sources.source()).with_probes().without_tests();
    let games = wanted.games.min(MAX_GAMES);
    let Some(game) = allowed(&request, &wanted.options).game else {
        let why = Some("there is no game that can be played".to_owned());
        return tell(Trial { why, ..Trial::default() });
    };
    let game = limited(game);
    let mut so_far = Tried::default();
    for round in 0.. {
        let left = games - so_far.shown.games;
        if left == 0 {
            return;
        }
        let options = Options {
            games: left.min(CHUNKS[CHUNKS.len().min(round + 1) - 1]),
            seed: round as u64 + 1,
            players: wanted.players,
            threads: 1,
            max_moves: MAX_MOVES,
            bots: vec![BotKind::RANDOM; wanted.players as usize],
            profile: false,
        };
        let report = simulate_while(&game, &options, &|_| (), is_wanted);
        // What was broken off tells less than it seems to.
        if !is_wanted() {
            return;
        }
        so_far.add(&report, &game, &wanted.path);
        tell(Trial { wanted: games, ..so_far.shown.clone() });
    }
}

#[derive(Default)]
struct Tried {
    shown: Trial,
    moves: f64,
}

impl Tried {
    fn add(&mut self, report: &Report, game: &Game, path: &Path) {
        let is_first = self.shown.games == 0;
        let shown = &mut self.shown;
        shown.games += report.games;
        self.moves += report.length.mean * report.games as f64;
        shown.mean = self.moves / shown.games.max(1) as f64;
        let (least, most) = (report.length.min, report.length.max);
        shown.shortest = if is_first { least } else { shown.shortest.min(least) };
        shown.longest = shown.longest.max(most);
        shown.wins.resize(report.wins.len(), 0);
        shown.wins.iter_mut().zip(&report.wins).for_each(|(sum, wins)| *sum += wins.count);
        shown.shared += report.shared;
        shown.draws += report.draws;
        shown.nobody += report.nobody;
        shown.stuck += report.stuck;
        shown.faults += report.fault_count;
        shown.unfinished += report.unfinished;
        for bad in &report.bad_ends {
            let (what, at) = match &bad.how {
                Ending::Fault(fault) => (fault.message.clone(), Some(place(game.sources(), fault.at))),
                Ending::Stuck => (STUCK.to_owned(), None),
                Ending::Unfinished => (given_up(), None),
                Ending::Refused => ("a bot chose a move that there is not".to_owned(), None),
            };
            let is_known = |known: &&mut BadEnd| known.at == at && is_alike(&known.what, &what);
            match shown.bad.iter_mut().find(is_known) {
                Some(known) => known.count += bad.count,
                None => {
                    let (seed, command) = (bad.seed.to_string(), again(bad.seed, game, report.players, path));
                    let (count, players, moves) = (bad.count, report.players, bad.moves);
                    shown.bad.push(BadEnd { what, count, seed, players, command, moves, at });
                }
            }
        }
        let sources = game.sources();
        let unused = report.coverage.iter().flat_map(|coverage| &coverage.uncovered);
        let unused: Vec<Label> = unused.map(|part| label(sources, part.sentence(sources), part.at)).collect();
        if is_first {
            shown.unused = unused;
        } else {
            // What ran in some match did run.
            shown.unused.retain(|known| unused.iter().any(|u| u.text == known.text && u.at == known.at));
        }
    }
}

/// Whether two messages differ in numbers alone.
fn is_alike(a: &str, b: &str) -> bool {
    fn parts(text: &str) -> impl Iterator<Item = &str> {
        text.split(|c: char| c.is_ascii_digit()).filter(|part| !part.is_empty())
    }
    parts(a).eq(parts(b))
}

const STUCK: &str = "stuck: nobody can do anything, and no rule leads on";

fn given_up() -> String {
    format!("given up after {MAX_MOVES} choices")
}

/// Plays a match again that ended badly.
///
/// # Errors
/// Why it cannot be shown.
pub(crate) fn replayed(
    sources: &Sources,
    options: &Choices,
    replay: &Replay,
    may_go_on: &dyn Fn() -> bool,
) -> Result<Match, String> {
    let game = opened_untested(sources.source(), options).game;
    let game = limited(game.ok_or("there is no game that can be played")?);
    let players = game.check_players(replay.players)?;
    let played = lab::again(&game, (players, replay.seed.0), MAX_MOVES, may_go_on);
    let played = played.map_err(|refused| format!("the match cannot be played again: {refused}"))?;
    let what = match played.outcome() {
        Some(Outcome::Fault(fault)) => fault.message,
        Some(Outcome::Stuck) => STUCK.to_owned(),
        Some(_) => String::new(),
        None if !may_go_on() => return Err("the match takes too long to be played again".to_owned()),
        None => given_up(),
    };
    if what == replay.what && played.length() == replay.moves as usize {
        return Ok(played);
    }
    Err("the match does not end so any more: the rules have changed since it was played".to_owned())
}

/// The command that plays one match again.
fn again(seed: u64, game: &Game, players: u32, path: &Path) -> String {
    let path = quoted(&path.display().to_string());
    let mut words = vec![format!(
        "tavola simulate {path} --games 1 --seed {seed} --players {players} --max-moves {MAX_MOVES}"
    )];
    let options = Choices::of(game.options());
    words.extend(
        options.iter().map(|(name, value)| format!("--option {}", quoted(&format!("{name}={value}")))),
    );
    words.join(" ")
}

/// A word as shells read it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:\\".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::is_alike;

    #[test]
    fn messages_are_alike_that_differ_in_numbers_alone() {
        assert!(is_alike("index 12 of 9", "index 7 of 10") && is_alike("12", "7"));
        assert!(!is_alike("index 12", "no index 12") && !is_alike("a 1", "a"));
    }
}
