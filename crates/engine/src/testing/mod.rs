//! Rule tests: scripts that play a match and look at it. The script runs on a machine of its own over the words of
//! the match, so that it may set up positions.

mod call;
mod find;
mod script;

use crate::decision::Decision;
use crate::game::Game;
use crate::matches::Match;
use crate::order::OrderKey;
use crate::position::Awaited;
use crate::question::Refused;
use crate::record::{Step, StepKind};
use crate::view::{Fault, Outcome, View};
use base::{Span, contained};
pub use call::{Argument, Call, Called};
use script::Script;
use std::sync::Arc;
use vm::Limits;

/// How a rule test ended.
#[derive(Clone, Debug)]
pub struct TestReport {
    pub name: String,
    pub at: Span,
    pub failure: Option<TestFailure>,
}

#[derive(Clone, Debug)]
pub struct TestFailure {
    /// What was expected and what was found, in the author's words.
    pub message: String,
    pub at: Span,
    /// Of a fault of the rules, the calls that led there, innermost first.
    pub trail: Vec<(String, Span)>,
    /// Where the functions of the tests were called in which it happened, innermost first.
    pub called: Vec<Span>,
    /// The table at that moment, as one who sees everything.
    pub view: Option<View>,
}

/// Where a rule test stopped, as a match that begins there.
#[derive(Clone, Debug)]
pub struct Stopped {
    pub report: TestReport,
    pub moment: Moment,
    pub now: Match,
}

/// What moment of a rule test a match begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Its end: all holds that it expects.
    Passed,
    /// What is expected there does not hold, or cannot be done.
    Failed,
    /// Before the move by which the rules go wrong.
    BeforeFault,
}

/// How many times the fuel of one run a whole test may take.
const RUNS: i64 = 20;

/// As [`RUNS`], for a script that sets up a position.
const SETUP_RUNS: i64 = 10;

/// Runs a test of a game's own program.
pub(crate) fn run(game: &Arc<Game>, number: usize) -> TestReport {
    run_script(game, number, false).1
}

/// Matches of more words, two megabytes, are not shown where a test has stopped: tables of so many things take minutes.
const MAX_WORDS: usize = 1 << 18;

/// Runs a test of a game's own program within other limits, and gives the match where it stopped, to be played on; None
/// where that has grown too large for a table.
pub(crate) fn stop(game: &Arc<Game>, number: usize, limits: Limits) -> Option<Stopped> {
    let playing = Arc::new(Game::clone(game).within(limits));
    let (Script { mut position, before, heard, .. }, report) = run_script(&playing, number, true);
    let mut moment = if report.failure.is_some() { Moment::Failed } else { Moment::Passed };
    if let (Awaited::Faulty, Some(before)) = (position.awaited, before) {
        (position, moment) = (before, Moment::BeforeFault);
    }
    if position.state.words.len() > MAX_WORDS {
        return None;
    }
    let mut now = Match::start(&playing, position.players(), game.program.tests[number].seed);
    position.compaction_threshold = now.position.compaction_threshold;
    (now.position, now.heard) = (position, Arc::new(heard));
    now.has_changed();
    // What the script has changed may have changed what is legal.
    if now.position.awaited == Awaited::Stuck {
        now.position.awaited = Awaited::Act;
    }
    if now.position.is_at_top() && !now.is_over() {
        now.with_runner(|runner, position| {
            runner.run_to_decision(position);
            runner.verify(position);
        });
    }
    Some(Stopped { report, moment, now })
}

/// Runs a test, and gives its script as it stands then.
fn run_script(game: &Arc<Game>, number: usize, keeps_before: bool) -> (Script<'_>, TestReport) {
    let test = &game.program.tests[number];
    let players = test.players.unwrap_or(game.program.players.0);
    let Match { mut position, heard, .. } = Match::start(game, players, test.seed);
    // The script's registers may hold addresses, which compaction would not know of.
    position.compaction_threshold = usize::MAX;
    let mut machine = game.machine();
    let most = machine.limits.fuel.saturating_mul(RUNS);
    let heard = Arc::unwrap_or_clone(heard);
    let mut script = Script { keeps_before, ..Script::new(game, position, most) };
    script.has_told(heard);
    let failure = script.run(&mut machine, number);
    (script, TestReport { name: test.name.clone(), at: game.node_span(test.at), failure })
}

/// Runs the script of a rule test on a match, to set up a position: no `play` and no `answer`. Where it goes wrong, the
/// match is as it was. With what was done on the match since it was started or made again, the script may spend so much
/// work, in loop turns and calls.
pub fn set_up(now: &mut Match, test: usize, work: u64) -> Result<(), Box<TestFailure>> {
    let before = now.position.clone();
    let done = contained(|| now.run_set_up(test, work)).unwrap_or_else(|defect| {
        (now.position, now.machine) = (before, now.game.machine());
        Err(Box::new(TestFailure::at(now.game.span(0), &defect.to_string())))
    });
    now.has_changed();
    done
}

impl Match {
    fn run_set_up(&mut self, test: usize, work: u64) -> Result<(), Box<TestFailure>> {
        let game = Arc::clone(&self.game);
        let Some(number) = game.own_test(test) else {
            return Err(Box::new(TestFailure::at(game.span(0), "there is no such script")));
        };
        let mut position = self.position.clone();
        position.compaction_threshold = usize::MAX;
        let most = self.machine.limits.fuel.saturating_mul(SETUP_RUNS);
        let left = work.saturating_sub(self.machine.fuel.used());
        let most = most.min(i64::try_from(left).unwrap_or(i64::MAX));
        let mut script = Script { sets_up: true, ..Script::new(&game, position, most) };
        if let Some(failure) = script.run(&mut self.machine, number) {
            return Err(Box::new(failure));
        }
        script.position.compaction_threshold = self.position.compaction_threshold;
        let before = std::mem::replace(&mut self.position, script.position);
        self.has_changed();
        self.tables = None;
        if let Err(failure) =
            self.go_on_from_here(before.is_at_top(), game.node_span(game.program.tests[number].at))
        {
            self.position = before;
            return Err(failure);
        }
        self.look_anew();
        self.steps.push(Step { seat: None, kind: StepKind::Script { test }, reseed: None });
        Ok(())
    }

    /// Makes sure that a position that was set up can be played on, or is the end.
    fn go_on_from_here(&mut self, at_top: bool, at: Span) -> Result<(), Box<TestFailure>> {
        if at_top && !self.position.is_over() {
            self.with_runner(|runner, position| {
                runner.run_to_decision(position);
                runner.verify(position);
            });
        }
        match self.outcome() {
            Some(Outcome::Fault(fault)) => Err(Box::new(fault.into())),
            None => match self.count_here() {
                Ok(0) => Err(Box::new(TestFailure::at(at, "nothing could be answered to what is asked now"))),
                Ok(_) => Ok(()),
                Err(refused) => Err(Box::new(TestFailure::at(at, &refused.to_string()))),
            },
            Some(_) => Ok(()),
        }
    }

    /// How many moves there are to be made here; counting is part of the work of this match.
    fn count_here(&mut self) -> Result<usize, Refused> {
        let position = self.facing(self.decider().ok_or(Refused::Over)?)?;
        Ok(Decision::list(&self.game, &mut self.machine, position, (OrderKey::default(), &self.listed))?
            .count()?)
    }
}

impl TestFailure {
    fn at(at: Span, message: &str) -> TestFailure {
        TestFailure { message: message.to_owned(), at, trail: Vec::new(), called: Vec::new(), view: None }
    }
}

impl From<Fault> for TestFailure {
    fn from(fault: Fault) -> TestFailure {
        TestFailure {
            message: fault.message,
            at: fault.at,
            trail: fault.trail,
            called: Vec::new(),
            view: None,
        }
    }
}
