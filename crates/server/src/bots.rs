//! Bots choose on a thread of their own, a slice of work each in turn, and their answers leave at fixed times after the
//! question, so that the time tells little of what they thought.

use crate::advice::{self, Advice};
use crate::app::App;
use crate::config::now;
use crate::hindsight::{KnownMoments, Looking};
use crate::lock;
use crate::shard;
use crate::thinking::{Purses, Thinking as Rates};
use ::bots::{BotKind, Decision, Thought};
use base::Random;
use engine::Match;
use std::collections::VecDeque;
use std::io::{self, Write as _};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};
use store::MatchId;
use table::Input;
use tokio::sync::oneshot;

/// So long a bot works before another one does.
const SLICE: Duration = Duration::from_millis(50);

/// A bot that may think no more still works so long on a move.
const LEAST_WORK: Duration = Duration::from_millis(5);

/// The most work for one decision, whatever the bot would like.
const MAX_WORK: Duration = Duration::from_secs(3);

/// So many decisions are thought about at the same time; the others wait.
const AT_ONCE: usize = 8;

/// So many look back at matches at the same time.
const LOOKING_AT_ONCE: usize = 16;

/// So many matches keep what bots have imagined of them, some megabytes each.
const REMEMBERED: usize = 12;

/// The most bytes of one search.
const MAX_MEMORY: usize = 32 << 20;

/// A decision that a bot is to think about.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) of: MatchId,
    pub(crate) seat: u32,
    pub(crate) q: u64,
    pub(crate) wanted: Wanted,
    pub(crate) now: Box<Match>,
}

/// What is to come of it.
#[derive(Debug)]
pub(crate) enum Wanted {
    /// A move of a bot; None where somebody has left.
    Move(Option<String>),
    /// What a bot would do, for the player who is asked.
    Advice(oneshot::Sender<Option<Advice>>),
}

impl Wanted {
    /// How long may be thought for it: advice leaves bots half of what they share.
    fn left(&self, purses: &Purses, of: MatchId) -> Duration {
        match self {
            Wanted::Move(_) => purses.left(of, now()),
            Wanted::Advice(_) => purses.spare(of, now()),
        }
    }

    /// Whether it follows from what a seat imagines.
    pub(crate) fn imagines(&self) -> bool {
        match self {
            Wanted::Move(bot) => !kind(bot.as_deref()).is_random(),
            Wanted::Advice(_) => true,
        }
    }

    /// The most work for one decision.
    fn most_work(&self) -> Duration {
        match self {
            Wanted::Move(_) => MAX_WORK,
            Wanted::Advice(_) => advice::MAX_WORK,
        }
    }
}

/// What the thread of the bots is given.
#[derive(Debug)]
pub(crate) enum Job {
    Decision(Task, Instant),
    /// Somebody looks back at a match that is over.
    Looking(Looking),
}

#[derive(Debug)]
pub(crate) struct Bots {
    queue: Sender<Job>,
    /// How much they may think.
    pub(crate) purses: Mutex<Purses>,
    pub(crate) known: Mutex<KnownMoments>,
}

impl Bots {
    pub(crate) fn new(rates: Rates) -> (Bots, Receiver<Job>) {
        let (queue, inbox) = channel();
        let purses = Mutex::new(Purses::new(rates, now()));
        (Bots { queue, purses, known: Mutex::default() }, inbox)
    }

    pub(crate) fn ask(&self, task: Task) {
        // Where the thread is gone the server stops.
        self.queue.send(Job::Decision(task, Instant::now())).ok();
    }

    pub(crate) fn look_back(&self, looking: Looking) {
        self.queue.send(Job::Looking(looking)).ok();
    }
}

/// A decision that is being thought about.
struct Thinking {
    task: Task,
    asked: Instant,
    worked: Duration,
    /// What of that went by before it thought, as what a game is like is found out once.
    prepared: Duration,
    /// None while it goes through what has happened.
    thought: Option<Thought>,
    /// Whether it would have thought on, and has nothing left for that.
    is_cut_short: bool,
}

/// Until nobody asks any more. The thread must not keep the server alive. All that is thought about gets a slice of work in
/// turn, and the more decisions wait, the less each of them gets.
pub(crate) fn run(app: &Weak<App>, inbox: &Receiver<Job>, runtime: &tokio::runtime::Handle) {
    let mut waiting: VecDeque<(Task, Instant)> = VecDeque::new();
    let mut active: VecDeque<Thinking> = VecDeque::new();
    let mut looking: VecDeque<Looking> = VecDeque::new();
    let mut remembered = Remembered::default();
    let mut paces = Paces::default();
    loop {
        let is_idle = active.is_empty() && waiting.is_empty() && looking.is_empty();
        let first = if is_idle { Some(inbox.recv()) } else { None };
        let Ok(first) = first.transpose() else { return };
        for job in first.into_iter().chain(inbox.try_iter()) {
            match job {
                Job::Decision(task, asked) => waiting.push_back((task, asked)),
                // Whoever is not answered asks again later.
                Job::Looking(_) if looking.len() == LOOKING_AT_ONCE => {}
                Job::Looking(other) => looking.push_back(other),
            }
        }
        let Some(app) = app.upgrade() else { return };
        while active.len() < AT_ONCE
            && let Some((task, asked)) = waiting.pop_front()
        {
            // What was asked of the seat before is not asked any more.
            active.retain(|other| (other.task.of, other.task.seat) != (task.of, task.seat));
            if task.wanted.imagines() {
                remembered.add(&task);
            }
            let (worked, prepared, is_cut_short) = (Duration::ZERO, Duration::ZERO, false);
            active.push_back(Thinking { task, asked, worked, prepared, thought: None, is_cut_short });
        }
        let Some(mut thinking) = active.pop_front() else {
            // While a bot has to think, nobody looks back.
            looking.pop_front().and_then(|other| look_back(&app, other)).into_iter().for_each(|other| {
                looking.push_back(other);
            });
            continue;
        };
        let of = thinking.task.of;
        let left = thinking.task.wanted.left(&lock(&app.bots.purses), of);
        let allowed = thinking.task.wanted.most_work() / (1 + waiting.len() / AT_ONCE) as u32;
        let before = thinking.worked;
        let went_on = base::contained(|| thinking.go_on(allowed, left));
        lock(&app.bots.purses).spend(of, thinking.worked - before, now());
        if thinking.is_cut_short {
            app.metrics.bots_cut_short.fetch_add(1, Relaxed);
        }
        match went_on {
            Ok(Step::Chosen(number)) => end(&app, runtime, thinking, number, &mut paces),
            Ok(Step::GoesOn) => active.push_back(thinking),
            // The seat is asked again when the match is loaded.
            Ok(Step::Nothing) => stands_still(&thinking.task),
            // The defect has been told.
            Err(_) => {}
        }
    }
}

/// Whoever keeps the server should hear that people wait in vain.
fn stands_still(task: &Task) {
    if let Wanted::Move(_) = task.wanted {
        // Where nobody reads it the match stands still all the same.
        let _ = writeln!(
            io::stderr(),
            "a match of {} stands still, since a bot is shown no move within what the rules may spend here",
            task.now.game().name()
        );
    }
}

/// A slice of work on a match that is over; None where that is done, or nothing is left to go on with.
fn look_back(app: &App, mut looking: Looking) -> Option<Looking> {
    if looking.is_forsaken() {
        // Whoever asks again goes on from there.
        looking.end(&mut lock(&app.bots.known));
        return None;
    }
    let of = looking.of;
    let left = lock(&app.bots.purses).spare(of, now());
    // Where that is a defect it has been told.
    let worked = base::contained(|| looking.go_on(left)).ok()?;
    lock(&app.bots.purses).spend(of, worked, now());
    if left.is_zero() || looking.is_done() {
        looking.end(&mut lock(&app.bots.known));
        return None;
    }
    Some(looking)
}

/// What comes of a slice of work.
enum Step {
    GoesOn,
    /// The number of the move.
    Chosen(usize),
    /// There is nothing to choose.
    Nothing,
}

impl Thinking {
    /// A slice of work, where so much is left for it.
    fn go_on(&mut self, allowed: Duration, left: Duration) -> Step {
        let began = Instant::now();
        let slice = SLICE.min(left.max(LEAST_WORK));
        let has_time = || began.elapsed() < slice;
        if self.thought.is_none() && has_caught_up(&self.task, has_time) {
            self.thought = begin(&self.task);
            if self.thought.is_none() {
                return Step::Nothing;
            }
            self.prepared = self.worked + began.elapsed();
            if began.elapsed() >= slice && left > slice {
                // What a game is like is found out once, which may take all the time that a decision has; it is searched
                // all the same.
                self.worked += began.elapsed();
                return Step::GoesOn;
            }
        }
        let is_done = self.thought.as_mut().is_some_and(|thought| thought.go_on(&mut || has_time()));
        self.worked += began.elapsed();
        self.is_cut_short = !is_done && left <= slice;
        if !is_done && !self.is_cut_short && self.worked < allowed {
            return Step::GoesOn;
        }
        let choice = self.thought.as_mut().map(Thought::choice);
        choice.or_else(|| by_chance(&self.task)).map_or(Step::Nothing, Step::Chosen)
    }
}

/// Whether what the seat imagines has gone through all that has happened; goes on with that while there is time.
fn has_caught_up(task: &Task, has_time: impl Fn() -> bool) -> bool {
    /// So many steps at a time.
    const STEPS: usize = 4;
    let imagines = task.wanted.imagines();
    loop {
        if !imagines || task.now.imagining().catch_up(task.seat, STEPS) {
            return true;
        }
        if !has_time() {
            return false;
        }
    }
}

/// The matches of which bots have imagined something last.
#[derive(Default)]
struct Remembered(VecDeque<(MatchId, Box<Match>)>);

impl Remembered {
    /// A bot is to imagine this one; what was imagined of the oldest is forgotten where they are too many.
    fn add(&mut self, task: &Task) {
        self.0.retain(|(of, _)| *of != task.of);
        self.0.push_back((task.of, task.now.clone()));
        if self.0.len() > REMEMBERED
            && let Some((_, oldest)) = self.0.pop_front()
        {
            oldest.imagining().forget();
        }
    }
}

/// How many pauses bots have worked at most for a decision, of the matches that were decided in last.
#[derive(Default)]
struct Paces(VecDeque<((MatchId, u32), u32)>);

impl Paces {
    /// So many pauses go by before an answer of a seat that needs so many, of which the bot itself has worked so many.
    fn pauses(&mut self, of: (MatchId, u32), needed: u32, worked: u32) -> u32 {
        /// So many seats are known.
        const MANY: usize = 512;
        let known = self.0.iter().position(|(seat, _)| *seat == of).and_then(|at| self.0.remove(at));
        let usual = known.map_or(worked, |(_, usual)| usual.max(worked));
        self.0.push_back((of, usual));
        if self.0.len() > MANY {
            self.0.pop_front();
        }
        usual.max(needed)
    }
}

/// A decision was thought about.
fn end(
    app: &Arc<App>,
    runtime: &tokio::runtime::Handle,
    thinking: Thinking,
    number: usize,
    paces: &mut Paces,
) {
    if let Wanted::Move(_) = thinking.task.wanted {
        return answer(app, runtime, &thinking, number, paces);
    }
    let Thinking { task: Task { seat, q, wanted, now, .. }, thought, .. } = thinking;
    let told = base::contained(|| advice::told(&now, (seat, q), thought.as_ref()?));
    if let (Wanted::Advice(reply), Ok(Some(advice))) = (wanted, told) {
        // Who has gone away needs no answer.
        reply.send(Some(advice)).ok();
    }
}

/// Sends a choice at one of few moments after the question, since how long a bot has thought may tell what it holds: where
/// something may be hidden it takes no less than it ever worked for that seat.
fn answer(
    app: &Arc<App>,
    runtime: &tokio::runtime::Handle,
    thinking: &Thinking,
    number: usize,
    paces: &mut Paces,
) {
    let Task { of, seat, q, .. } = thinking.task;
    let pause = app.config.quotas.bot_pause;
    let within = |time: Duration| {
        let pauses = time.as_nanos().div_ceil(pause.as_nanos().max(1)).max(1);
        u32::try_from(pauses).unwrap_or(u32::MAX)
    };
    let needed = within(thinking.asked.elapsed());
    let worked = within(thinking.worked.saturating_sub(thinking.prepared).min(MAX_WORK));
    let hides = thinking.task.now.game().may_hide();
    let pauses = if hides { paces.pauses((of, seat), needed, worked) } else { needed };
    let answer_at = thinking.asked + pause.saturating_mul(pauses);
    let app = Arc::clone(app);
    runtime.spawn(async move {
        tokio::time::sleep_until(answer_at.into()).await;
        // A match that is gone asks again when it is loaded.
        app.hub.send_always(of, shard::Job::Input(of, Box::new(Input::Bot { seat, q, number }))).ok();
    });
}

fn kind(bot: Option<&str>) -> BotKind {
    bot.and_then(|name| name.parse().ok()).unwrap_or(BotKind::RANDOM)
}

/// A bot begins to think. Its chance is the system's, not that of the match.
fn begin(task: &Task) -> Option<Thought> {
    let mut random = Random::new(u64::from_le_bytes(crate::token::random().ok()?));
    let bot = match &task.wanted {
        Wanted::Move(bot) => bot,
        Wanted::Advice(_) => {
            let mut thought = advice::begin(&task.now, task.seat, &mut random)?;
            thought.limit_memory(MAX_MEMORY);
            return Some(thought);
        }
    };
    let kind = kind(bot.as_deref());
    match Decision::of(&task.now, task.seat) {
        Some(decision) => {
            let mut thought = kind.on_one_thread().unhurried().make().think(&decision, &mut random);
            thought.limit_memory(MAX_MEMORY);
            Some(thought)
        }
        // Too many moves to show them to a bot.
        None => by_chance(task).map(Thought::chosen),
    }
}

/// The number of any move; None where there is none.
fn by_chance(task: &Task) -> Option<usize> {
    let mut random = Random::new(u64::from_le_bytes(crate::token::random().ok()?));
    let count = task.now.seat(task.seat).count_moves().ok().filter(|count| *count > 0)?;
    Some(random.below(count as u64) as usize)
}

#[cfg(test)]
mod tests {
    use super::Paces;
    use store::MatchId;

    #[test]
    fn a_seat_takes_as_long_as_it_ever_worked_and_its_match_alone() {
        let mut paces = Paces::default();
        let (one, other) = ((MatchId(1), 0), (MatchId(2), 0));
        assert_eq!(paces.pauses(one, 1, 1), 1);
        assert_eq!(paces.pauses(one, 4, 3), 4, "others were thought about meanwhile");
        assert_eq!([paces.pauses(one, 1, 1), paces.pauses(other, 1, 1)], [3, 1]);
        for of in 10..600 {
            paces.pauses((MatchId(of), 0), 1, 1);
        }
        assert_eq!(paces.pauses(one, 1, 1), 1, "it was long ago");
    }
}
