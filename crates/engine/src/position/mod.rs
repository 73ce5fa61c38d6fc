//! Positions of a match, and the runner that takes one to the next decision. Neither knows texts, views or players
//! at a screen.

mod course;
mod execute;
mod legality;
mod listing;
mod movegen;
mod perft;
mod round;
mod shuffles;

use crate::game::Game;
use crate::tabletop::Tracer;
use crate::view::heard::{Heard, Voided};
use bytecode::Program;
use bytecode::layout::{header, seat};
use bytecode::program::Action;
use bytecode::word::{self, NULL};
pub(crate) use legality::{MAX_WAYS_TRIED, Tried, too_many_to_list};
pub(crate) use listing::{Kept, Listing};
pub(crate) use movegen::Listed;
pub use perft::MAX_PERFT_DEPTH;
pub(crate) use perft::PerftError;
pub(crate) use round::{Asking, Round};
pub(crate) use shuffles::Shuffles;
use std::collections::BTreeSet;
use vm::{Candidates, Fault, FaultKind, Machine, Pause, State, Steps, Trace};

/// What a match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Awaited {
    /// The active player takes an action.
    Act,
    /// One of several players takes an action that the others do not see yet, see [`Round`]. All of those who have
    /// not done so may; `seat` is the one whose choices are listed.
    Seal {
        seat: u32,
    },
    /// Several players are to decide at once, and none of them can do anything.
    Nobody,
    /// Somebody fills the inputs of an action that an event triggered.
    Fill {
        action: u16,
        object: u64,
        event: u64,
        seat: u32,
    },
    /// Somebody chooses in the middle of an effect, or several at once, see [`Round`]; the answer goes to register `base`
    /// of the running function.
    Answer {
        seat: u32,
        base: u16,
        show: u16,
    },
    Over,
    Stuck,
    Faulty,
}

/// How a match runs. It must make no difference to what happens, and tests check that it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunMode {
    /// Compacts the state before every decision of the top level.
    pub compacts_always: bool,
    /// Lets the state grow further before it is compacted, as nobody copies it.
    pub grows_further: bool,
    /// Runs in slices of so much fuel; 0 for one piece.
    pub slice: i64,
}

/// Where a match stands: all that decides how it goes on, and no record of how it came there. Searches and playouts
/// copy it.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub state: State,
    pub awaited: Awaited,
    /// What runs, while it is suspended.
    pub running: Option<Running>,
    /// Until what was sealed in it has been carried out.
    pub round: Option<Box<Round>>,
    pub fault: Option<Box<Fault>>,
    /// How many words there may be before the state is compacted.
    pub compaction_threshold: usize,
    pub mode: RunMode,
    /// Hashes of the positions without a legal move since the last choice.
    pub since_choice: BTreeSet<u64>,
}

/// What a seat does that has not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Running {
    /// An action, by its number.
    Action(u16),
    /// A function that a test runs by itself.
    Block,
}

impl Running {
    pub(crate) fn action(self) -> Option<u16> {
        match self {
            Running::Action(action) => Some(action),
            Running::Block => None,
        }
    }
}

/// By which hashes of positions tell them apart.
impl From<Running> for u64 {
    fn from(running: Running) -> u64 {
        running.action().unwrap_or(u16::MAX).into()
    }
}

/// A program with the machine that runs it on positions.
pub(crate) struct Runner<'a> {
    pub program: &'a Program,
    pub machine: &'a mut Machine,
    game: &'a Game,
    /// What is kept for those who follow the match. It is behind a pointer, as a runner is made for each step of a
    /// playout, which nobody follows.
    kept: Option<Box<KeptForFollowers>>,
    /// The question whose answers were being tried when the fuel was spent.
    searched: Option<u32>,
    /// Where the last candidate stopped that was tried, if it went wrong.
    stopped: Option<u32>,
    /// Copies that were tried and are no longer needed: the next ones take their memory.
    pub(crate) spare: Vec<Position>,
}

/// What a runner keeps of what happens, for whoever wants to know it.
#[derive(Default)]
struct KeptForFollowers {
    /// What was told since somebody listens.
    heard: Vec<Heard>,
    /// How many of these each viewer hears, by seat; then spectators, and whoever sees all.
    counts: Vec<usize>,
    /// The choices made in secret of which nothing has come.
    voided: Vec<Voided>,
    /// Whoever notes what changes.
    tracer: Option<Tracer>,
    /// Whoever looks at shuffles, or arranges them.
    shuffles: Option<Shuffles>,
    /// Whether the list by which a decision was verified is kept, and that list.
    keeps_list: bool,
    listing: Option<Listing>,
}

/// The rules went wrong: the position waits for nothing any more and holds the fault.
#[derive(Debug)]
pub(crate) struct Faulty;

/// What became of an action that was run.
enum Ran {
    /// Its effect came to its end.
    Through,
    /// What it must ensure does not hold, or it failed for that reason.
    Refused(Option<u64>),
    /// It stopped to ask somebody.
    Asks,
    /// The match is over, or the rules went wrong.
    Ended,
}

/// So many sentences are told to each viewer between two decisions; the rest is left out.
pub(crate) const MAX_HEARD: usize = 200;

/// All runs between two decisions, trials of moves included, may take so many times the fuel of one run.
const RUNS: i64 = 4;

impl Position {
    /// A match before `setup`.
    pub(crate) fn new(program: &Program, players: u32, seed: u64) -> Position {
        let mut state = State { words: program.start.clone(), ..State::default() };
        state.words[header::PLAYERS] = u64::from(players);
        state.words[header::RANDOM] = seed;
        Position {
            state,
            awaited: Awaited::Act,
            running: None,
            round: None,
            fault: None,
            // What setup leaves behind is cleared away at once.
            compaction_threshold: 0,
            mode: RunMode::default(),
            since_choice: BTreeSet::new(),
        }
    }

    /// Becomes a copy of another match, reusing its own memory.
    pub(crate) fn copy(&mut self, other: &Position) {
        self.state.words.clone_from(&other.state.words);
        self.state.stack.clone_from(&other.state.stack);
        self.state.frames.clone_from(&other.state.frames);
        self.state.snapshots.clone_from(&other.state.snapshots);
        self.state.watches.clone_from(&other.state.watches);
        self.state.moved.clone_from(&other.state.moved);
        self.state.pc = other.state.pc;
        self.awaited = other.awaited;
        self.running = other.running;
        self.round.clone_from(&other.round);
        self.fault.clone_from(&other.fault);
        self.compaction_threshold = other.compaction_threshold;
        self.mode = other.mode;
        self.since_choice.clone_from(&other.since_choice);
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.awaited, Awaited::Over | Awaited::Stuck | Awaited::Faulty)
    }

    pub(crate) fn players(&self) -> u32 {
        self.state.words[header::PLAYERS] as u32
    }

    /// Who must decide; where several do at once, the one whose choices are listed.
    pub(crate) fn decider(&self) -> Option<u32> {
        match self.awaited {
            Awaited::Act => Some(word::to_player(self.state.words[header::ACTIVE])),
            Awaited::Seal { seat } | Awaited::Fill { seat, .. } | Awaited::Answer { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// The action whose inputs are asked for or whose effect asks, the innermost one, with the object that carries it.
    pub(crate) fn asking_action<'p>(&self, program: &'p Program) -> Option<(&'p Action, u64)> {
        if let Awaited::Fill { action, object, .. } = self.awaited {
            return Some((program.actions.get(usize::from(action))?, object));
        }
        self.asked()?;
        self.state.frames.iter().rev().find_map(|frame| {
            let action = program.actions.iter().find(|action| action.effect == frame.function)?;
            Some((action, *self.state.stack.get(frame.base as usize)?))
        })
    }

    /// Whether somebody decides at the top level, and not in the middle of anything.
    pub(crate) fn is_at_top(&self) -> bool {
        matches!(self.awaited, Awaited::Act | Awaited::Seal { .. } | Awaited::Nobody)
    }

    /// Whether somebody decides at the top level, and nothing that was chosen is still to be carried out.
    pub(crate) fn is_settled(&self) -> bool {
        self.is_at_top() && self.round.as_ref().is_none_or(|round| round.sealed.is_empty())
    }

    /// Somebody has chosen: where nobody can from here on, it may be as it was before.
    fn has_chosen(&mut self) {
        if !self.since_choice.is_empty() {
            self.since_choice.clear();
        }
    }

    pub(crate) fn fail(&mut self, fault: Fault) {
        // What was only supposed is not what there is in the end.
        self.state.take_back(0);
        self.awaited = Awaited::Faulty;
        self.fault = Some(Box::new(fault));
    }

    /// Ends the match, whatever was running.
    pub(crate) fn end(&mut self) {
        self.awaited = Awaited::Over;
        self.state.frames.clear();
        self.state.snapshots.clear();
        self.running = None;
        self.round = None;
    }

    /// Hash of everything that decides how the match goes on.
    pub(crate) fn hash(&self) -> u64 {
        let s = &self.state;
        let frames =
            s.frames.iter().flat_map(|f| [u64::from(f.function), u64::from(f.return_pc), u64::from(f.base)]);
        let top = s.frames.last().map_or(0, |f| f.base as usize);
        let mut all: Vec<u64> = s.words.clone();
        all.extend(frames);
        all.extend_from_slice(&s.stack[..top.min(s.stack.len())]);
        all.push(u64::from(s.pc));
        all.extend(self.round.iter().flat_map(|round| round.words()));
        vm::hash(&all)
    }
}

impl<'a> Runner<'a> {
    pub(crate) fn new(game: &'a Game, machine: &'a mut Machine) -> Self {
        let program = &game.program;
        Runner { program, machine, game, kept: None, searched: None, stopped: None, spare: Vec::new() }
    }

    fn kept(&mut self) -> &mut KeptForFollowers {
        self.kept.get_or_insert_default()
    }

    /// Does something that is told, and gives what is. A runner that nobody listens to tells nothing.
    pub(crate) fn heard(&mut self, run: impl FnOnce(&mut Self)) -> Vec<Heard> {
        self.machine.listens = true;
        run(self);
        self.machine.listens = false;
        self.kept.as_mut().map_or_else(Vec::new, |kept| {
            kept.counts.clear();
            std::mem::take(&mut kept.heard)
        })
    }

    /// What was told before anything is run.
    pub(crate) fn begin_hearing(&mut self, heard: &[Heard]) {
        let kept = self.kept();
        kept.heard = heard.to_vec();
        kept.counts.clear();
        heard.iter().for_each(|heard| heard.count(&mut kept.counts));
    }

    /// The choices made in secret of which nothing has come, where somebody follows the match.
    pub(crate) fn voided(&mut self) -> Vec<Voided> {
        self.kept.as_mut().map_or_else(Vec::new, |kept| std::mem::take(&mut kept.voided))
    }

    /// Whether somebody notes what changes.
    fn is_traced(&self) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.tracer.is_some())
    }

    /// Keeps the list by which a decision is verified, see [`Runner::listing`].
    pub(crate) fn keep_list(&mut self) {
        self.kept().keeps_list = true;
    }

    /// The list by which the last decision was verified, where it was to be kept and can be.
    pub(crate) fn listing(&mut self) -> Option<Listing> {
        self.kept.as_mut()?.listing.take()
    }

    /// From here on what changes is noted.
    pub(crate) fn trace_by(&mut self, tracer: Option<Tracer>) {
        self.machine.trace = tracer.is_some().then(Trace::default);
        if tracer.is_some() || self.kept.is_some() {
            self.kept().tracer = tracer;
        }
    }

    /// From here on what changes is noted no more.
    pub(crate) fn end_trace(&mut self) -> Option<Tracer> {
        self.machine.trace = None;
        self.kept.as_mut()?.tracer.take()
    }

    /// Does something in which shuffles come out as they are arranged, and gives what was shuffled.
    pub(crate) fn shuffling(&mut self, shuffles: Shuffles, run: impl FnOnce(&mut Self)) -> Shuffles {
        self.kept().shuffles = Some(shuffles);
        self.machine.trace = Some(Trace::default());
        run(self);
        self.machine.trace = None;
        self.kept().shuffles.take().unwrap_or_default()
    }

    /// Does something that changes nothing, or is undone, and that nobody is to hear or see.
    fn unnoticed<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let (listens, trace) = (std::mem::take(&mut self.machine.listens), self.machine.trace.take());
        let done = run(self);
        (self.machine.listens, self.machine.trace) = (listens, trace);
        done
    }

    pub(crate) fn begin_run(&mut self) {
        self.machine.begin_run();
        self.machine.scratch_start = 0;
    }

    /// Lets the runs that follow take as much as those between two decisions may.
    pub(crate) fn grant(&mut self) {
        self.machine.fuel.reset(self.whole());
        self.machine.too_long = None;
    }

    /// What all runs between two decisions may take together.
    fn whole(&self) -> i64 {
        self.machine.limits.fuel.saturating_mul(RUNS)
    }

    /// Ends the match where all that was run and tried since the last decision is too much.
    pub(crate) fn end_if_spent(&mut self, position: &mut Position) -> bool {
        let spent = self.machine.fuel.is_exhausted();
        if spent {
            position.fail(match self.searched.take() {
                Some(pc) => Fault { kind: FaultKind::TooManyAnswers, pc },
                None => Fault { kind: FaultKind::TooMuchWork, pc: position.state.pc },
            });
        }
        spent
    }

    /// Returns a list that is no longer needed, so that the next one reuses its memory.
    pub(crate) fn reuse(&mut self, candidates: Candidates) {
        self.machine.spare.push(candidates);
    }

    /// The match fails by a pause that the program must not make here.
    fn fail_by(&mut self, position: &mut Position, pause: Pause) {
        let fault = match pause {
            Pause::Fault(fault) => *fault,
            Pause::OutOfFuel => Fault { kind: FaultKind::TooMuchWork, pc: position.state.pc },
            Pause::Failed(why) => {
                let text = self.string(&mut position.state, why);
                // The reason is for who acts alone.
                let told = crate::fault::WENT_WRONG.to_owned();
                Fault { kind: FaultKind::Said { text, told }, pc: position.state.pc.saturating_sub(1) }
            }
            _ => Fault { kind: FaultKind::Impossible("pause"), pc: position.state.pc },
        };
        position.fail(fault);
    }

    #[inline]
    fn call(&mut self, position: &mut Position, function: u32, args: &[u64]) -> Pause {
        self.machine.start(self.program, &mut position.state, function, args);
        self.go_on(position)
    }

    /// Goes on where the state stands, and notes what is told and what changes.
    #[inline]
    fn go_on(&mut self, position: &mut Position) -> Pause {
        let machine = &mut *self.machine;
        let is_noticed = machine.listens || machine.trace.is_some();
        if is_noticed || machine.steps.is_some() || position.mode.slice != 0 {
            return self.go_on_noticed(position);
        }
        machine.run(self.program, &mut position.state)
    }

    /// As [`Runner::go_on`], where it takes more than a run of the machine.
    #[inline(never)]
    fn go_on_noticed(&mut self, position: &mut Position) -> Pause {
        loop {
            match self.go_on_in_parts(position) {
                Pause::Tells { base, sentence } => self.hear(position, base, sentence),
                Pause::Changed => self.see(position),
                pause => return pause,
            }
        }
    }

    fn see(&mut self, position: &mut Position) {
        let changes = self.machine.trace.as_mut().map(Trace::take).unwrap_or_default();
        let Some(kept) = &mut self.kept else { return };
        if let Some(shuffles) = &mut kept.shuffles {
            shuffles.see(self.program, &mut position.state.words, &changes);
        }
        if let Some(tracer) = &mut kept.tracer {
            tracer.see(self.game, position, &changes);
            if tracer.is_lost() && kept.shuffles.is_none() {
                self.machine.trace = None;
            }
        }
    }

    /// How much a viewer hears follows from what that viewer hears alone.
    fn hear(&mut self, position: &Position, base: u16, sentence: u16) {
        let (state, kept) = (&position.state, self.kept.get_or_insert_default());
        let Some(frame) = state.frames.last() else { return };
        let values = &state.stack[frame.base as usize + usize::from(base)..];
        let sentence = &self.program.sentences[usize::from(sentence)];
        let counts = &kept.counts;
        let has_room = |k: usize| counts.get(k).is_none_or(|n| *n < MAX_HEARD);
        let heard = Heard::new(self.game, &state.words, position.players(), (sentence, values), has_room);
        let Some(heard) = heard else { return };
        if let Some(tracer) = &mut kept.tracer {
            tracer.hear(&heard);
        }
        heard.count(&mut kept.counts);
        kept.heard.push(heard);
    }

    /// As [`Machine::run`], step by step for whoever counts them, or in slices where a test wants them.
    fn go_on_in_parts(&mut self, position: &mut Position) -> Pause {
        if let Some(steps) = self.machine.steps.take() {
            return self.go_on_counting(position, steps);
        }
        let slice = position.mode.slice;
        if slice == 0 {
            return self.machine.run(self.program, &mut position.state);
        }
        let mut left = self.machine.fuel.run;
        loop {
            self.machine.fuel.run = slice;
            let pause = self.machine.run(self.program, &mut position.state);
            left -= slice - self.machine.fuel.run;
            if pause != Pause::OutOfFuel || left <= 0 {
                self.machine.fuel.run = left;
                return pause;
            }
        }
    }

    /// As [`Runner::go_on`], one step after the other, each counted for where it begins.
    fn go_on_counting(&mut self, position: &mut Position, mut steps: Steps) -> Pause {
        /// So many functions are told apart, the innermost.
        const MAX_STACK: usize = 64;
        let mut left = self.machine.fuel.run;
        let pause = loop {
            let frames = &position.state.frames;
            let outermost = frames.len().saturating_sub(MAX_STACK);
            let functions = frames[outermost..].iter().map(|f| f.function);
            let stack = functions.chain([position.state.pc]).collect();
            self.machine.fuel.run = left.min(1);
            let before = self.machine.fuel.run;
            let pause = self.machine.run(self.program, &mut position.state);
            let spent = before - self.machine.fuel.run;
            left -= spent;
            *steps.entry(stack).or_default() += u64::try_from(spent).unwrap_or(0);
            if pause != Pause::OutOfFuel || left <= 0 {
                break pause;
            }
        };
        self.machine.fuel.run = left;
        self.machine.steps = Some(steps);
        pause
    }

    /// The string that a function gives; None where it gives null or goes wrong.
    pub(crate) fn text_of(&mut self, position: &mut Position, function: u32, args: &[u64]) -> Option<String> {
        self.begin_run();
        match self.machine.call(self.program, &mut position.state, function, args) {
            Pause::Returned(text) if text != NULL => Some(self.string(&mut position.state, text)),
            _ => None,
        }
    }

    pub(crate) fn string(&mut self, state: &mut State, w: u64) -> String {
        self.machine.memory(self.program, state).string(w).unwrap_or_default()
    }
}

/// Header words that do not count when two positions without a legal move are compared.
const COUNTERS: [usize; 4] = [header::MADE, header::QUEUE, header::QUEUE_HEAD, header::ACTOR];

/// Whether two compacted states without [`COUNTERS`] differ in nothing but the random generator.
fn same_but_random(before: &[u64], after: &[u64]) -> bool {
    let matches = |(i, (a, b)): (usize, (&u64, &u64))| a == b || i == header::RANDOM;
    before.len() == after.len() && before.iter().zip(after).enumerate().all(matches)
}

/// The record of a player.
pub(crate) fn seat_words(program: &Program, words: &[u64], p: u32) -> [u64; seat::SIZE] {
    let at = program.layout.seats + p as usize * seat::SIZE;
    std::array::from_fn(|i| words[at + i])
}
