//! What a save is looked over for once its table is there: everything that is wrong with the files, rule tests too, and
//! then the rule tests themselves, one after another, until all are through or there is another save. It knows no
//! sockets.

use crate::messages::{Failure, Tests};
use crate::opened::opened;
use crate::shown::{label, place};
use crate::sources::Sources;
use base::{Problem, SourceMap};
use engine::{Choices, Game, TestReport};
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// More failures than these are counted.
const MAX_SHOWN: usize = 100;

/// How often it is told how far they are.
const EACH: Duration = Duration::from_millis(200);

/// What is found out about a save.
#[derive(Debug)]
pub(crate) enum News {
    /// All that is wrong with its files.
    Checked(Vec<Problem>, SourceMap),
    Tests(Tests),
}

/// The files of a save, and what its options are to be.
struct Saved {
    number: u64,
    sources: Arc<Sources>,
    options: Choices,
    tell: Box<dyn Fn(News) + Send>,
}

/// The last save alone is looked over, and on one thread, however many come.
#[derive(Clone, Default)]
pub(crate) struct Tester {
    /// Counts saves.
    newest: Arc<AtomicU64>,
    waiting: Arc<Mutex<NextSave>>,
}

#[derive(Default)]
struct NextSave {
    next: Option<Saved>,
    /// There is a thread that looks for the next one when it is done.
    is_busy: bool,
}

impl Tester {
    /// Ends whatever is run.
    pub(crate) fn end(&self) {
        self.newest.fetch_add(1, SeqCst);
        self.waiting().next = None;
    }

    /// Looks a save over on a thread of its own. `tell` hears what is found, and again and again how far the tests are.
    pub(crate) fn start(
        &self,
        sources: Arc<Sources>,
        options: Choices,
        tell: impl Fn(News) + Send + 'static,
    ) {
        let number = self.newest.fetch_add(1, SeqCst) + 1;
        let mut waiting = self.waiting();
        waiting.next = Some(Saved { number, sources, options, tell: Box::new(tell) });
        if !waiting.is_busy {
            let all = self.clone();
            // Where no thread can be had, nothing is looked over.
            let thread = std::thread::Builder::new().name("tests".to_owned()).spawn(move || all.work());
            waiting.is_busy = thread.is_ok();
        }
    }

    fn work(&self) {
        loop {
            let saved = {
                let mut waiting = self.waiting();
                waiting.is_busy = waiting.next.is_some();
                let Some(next) = waiting.next.take() else { return };
                next
            };
            let is_wanted = || self.newest.load(SeqCst) == saved.number;
            // A defect of ours ends what is said of this save, not of the next.
            let looked_over = base::contained(|| look_over(&saved, &is_wanted));
            if let Err(defect) = looked_over {
                let why = defect.to_string();
                let list = vec![Failure { name: "internal error".to_owned(), why, ..Failure::default() }];
                (saved.tell)(News::Tests(Tests { failed: 1, list, ..Tests::default() }));
            }
        }
    }

    fn waiting(&self) -> MutexGuard<'_, NextSave> {
        // Nothing is left half done under it.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn look_over(saved: &Saved, is_wanted: &dyn Fn() -> bool) {
    let loaded = opened(saved.sources.source(), &saved.options);
    if !is_wanted() {
        return;
    }
    (saved.tell)(News::Checked(loaded.problems, loaded.sources));
    // Rule tests say themselves what options they are for, whatever is played on the table.
    let tested = match saved.options.iter().next() {
        Some(_) => opened(saved.sources.source(), &Choices::default()).game,
        None => loaded.game,
    };
    if let Some(game) = tested {
        run(&game, is_wanted, &*saved.tell);
    }
}

fn run(game: &Arc<Game>, is_wanted: &dyn Fn() -> bool, tell: &dyn Fn(News)) {
    let names = game.tests();
    let mut so_far = Tests { all: names.len(), ..Tests::default() };
    let mut told = Instant::now();
    for (index, name) in names.iter().enumerate() {
        if told.elapsed() > EACH {
            tell(News::Tests(so_far.clone()));
            told = Instant::now();
        }
        let ended = base::contained(|| game.run_test(index));
        if !is_wanted() {
            return;
        }
        so_far.run += 1;
        let failure = match ended {
            Ok(report) => failure(game, report),
            Err(defect) => {
                Some(Failure { name: name.clone(), why: defect.to_string(), ..Failure::default() })
            }
        };
        let Some(failure) = failure else { continue };
        so_far.failed += 1;
        if so_far.list.len() < MAX_SHOWN {
            so_far.list.push(failure);
        }
    }
    tell(News::Tests(so_far));
}

/// What was expected, where, and how one came there; None where it passed.
pub(crate) fn failure(game: &Game, report: TestReport) -> Option<Failure> {
    let TestReport { name, failure, .. } = report;
    let failure = failure?;
    let sources = game.sources();
    let called = failure.called.iter().map(|at| label(sources, "called", *at));
    let trail = failure.trail.iter().map(|(call, at)| label(sources, call, *at));
    Some(Failure {
        name,
        why: failure.message,
        at: Some(place(sources, failure.at)),
        trail: trail.chain(called).collect(),
    })
}
