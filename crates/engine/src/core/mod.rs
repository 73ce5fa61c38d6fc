//! The course of a match: running actions, draining the queue, finding out what may be done next. It works on
//! words and knows no texts, views or players at a screen.

mod doing;
mod legal;
mod listing;
mod round;

use crate::dump::Pace;
use base::Random;
use bytecode::Program;
use bytecode::layout::{header, list, object, seat};
use bytecode::word::{self, NULL};
use language::tree::Visibility;
use round::Carried;
pub use round::{Round, Sealed};
use vm::{Fault, FaultKind, Machine, Pause, QUEUED, State};

/// What a match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
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
    /// Somebody chooses in the middle of an effect; the answer goes to register `base` of the running function.
    Answer {
        seat: u32,
        base: u16,
        show: u16,
    },
    Over,
    Stuck,
    Faulty,
}

/// A match without its record: what searches and playouts copy.
#[derive(Clone, Debug)]
pub struct Core {
    pub state: State,
    pub waiting: Waiting,
    /// The action that runs, while it is suspended.
    pub running: Option<u16>,
    /// Until what was sealed in it has been carried out.
    pub round: Option<Box<Round>>,
    pub fault: Option<Box<Fault>>,
    /// How many words of state there may be before it is compacted.
    pub compaction_threshold: usize,
    pub pace: Pace,
}

/// A program and a machine: what makes cores go on. `buffer` is what compaction writes to; it also keeps a state to
/// go back to.
pub struct Runner<'a> {
    pub program: &'a Program,
    pub machine: &'a mut Machine,
    pub buffer: &'a mut Vec<u64>,
}

/// How running an action ended.
enum Ran {
    Done,
    /// What must hold afterwards does not, or it failed for that reason.
    Refused(Option<u64>),
    Asks,
}

/// How many times the fuel of one run all runs between two decisions may take, moves that are tried included.
const RUNS: i64 = 4;

impl Core {
    /// A match before `setup`.
    pub fn new(program: &Program, players: u32, seed: u64) -> Core {
        let mut state = State { words: program.start.clone(), ..State::default() };
        state.words[header::PLAYERS] = u64::from(players);
        state.words[header::RANDOM] = seed;
        // What setup leaves behind is cleared away at once.
        let compaction_threshold = 0;
        let (waiting, running, round) = (Waiting::Act, None, None);
        Core { state, waiting, running, round, fault: None, compaction_threshold, pace: Pace::default() }
    }

    /// Becomes a copy of another match, reusing the room there is.
    pub fn copy(&mut self, other: &Core) {
        self.state.words.clone_from(&other.state.words);
        self.state.stack.clone_from(&other.state.stack);
        self.state.frames.clone_from(&other.state.frames);
        self.state.snapshots.clone_from(&other.state.snapshots);
        self.state.moved.clone_from(&other.state.moved);
        self.state.pc = other.state.pc;
        self.waiting = other.waiting;
        self.running = other.running;
        self.round.clone_from(&other.round);
        self.fault.clone_from(&other.fault);
        self.compaction_threshold = other.compaction_threshold;
        self.pace = other.pace;
    }

    pub fn is_over(&self) -> bool {
        matches!(self.waiting, Waiting::Over | Waiting::Stuck | Waiting::Faulty)
    }

    pub fn players(&self) -> u32 {
        self.state.words[header::PLAYERS] as u32
    }

    /// Who must decide.
    pub fn decider(&self) -> Option<u32> {
        match self.waiting {
            Waiting::Act => Some(word::to_player(self.state.words[header::ACTIVE])),
            Waiting::Seal { seat } | Waiting::Fill { seat, .. } | Waiting::Answer { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// Whether somebody decides at the top level, and not in the middle of anything.
    pub fn is_at_top(&self) -> bool {
        matches!(self.waiting, Waiting::Act | Waiting::Seal { .. } | Waiting::Nobody)
    }

    fn fail(&mut self, fault: Fault) {
        self.waiting = Waiting::Faulty;
        self.fault = Some(Box::new(fault));
    }

    /// Hash of everything that decides how the match goes on.
    pub fn hash(&self) -> u64 {
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
    /// What lets cores go on.
    pub fn new(program: &'a Program, machine: &'a mut Machine, buffer: &'a mut Vec<u64>) -> Runner<'a> {
        Runner { program, machine, buffer }
    }
}

impl Runner<'_> {
    /// Runs `setup` and goes on to the first decision.
    pub fn begin(&mut self, core: &mut Core) {
        if !self.prepare(core, false) && !core.is_over() {
            self.settle(core);
        }
    }

    /// Runs `setup`, where `hold` up to its first use of chance; whether it stands there now.
    fn prepare(&mut self, core: &mut Core, hold: bool) -> bool {
        for (function, hold) in [(self.program.init, false), (self.program.setup, hold)] {
            self.begin_run();
            self.machine.stop_at_chance = hold;
            let pause = self.call(core, function, &[]);
            self.machine.stop_at_chance = false;
            match pause {
                Pause::Returned(_) => {}
                Pause::Chance => return true,
                other => {
                    self.stopped(core, other);
                    return false;
                }
            }
        }
        false
    }

    /// As [`Runner::begin`], but stops before the first use of chance in `setup`; whether it stands there now.
    pub fn begin_until_chance(&mut self, core: &mut Core) -> bool {
        let held = self.prepare(core, true);
        if !held && !core.is_over() {
            self.settle(core);
        }
        held
    }

    /// Goes on with a `setup` that was stopped before chance.
    pub fn begin_from_chance(&mut self, core: &mut Core) {
        self.begin_run();
        match self.go_on(core) {
            Pause::Returned(_) => self.settle(core),
            other => self.stopped(core, other),
        }
    }

    fn stopped(&mut self, core: &mut Core, pause: Pause) {
        match pause {
            Pause::Ended => self.end(core),
            other => self.broken(core, other),
        }
    }

    fn begin_run(&mut self) {
        self.machine.begin_run();
        self.machine.scratch_start = 0;
    }

    fn end(&mut self, core: &mut Core) {
        core.waiting = Waiting::Over;
        core.state.frames.clear();
        core.state.snapshots.clear();
        core.running = None;
        core.round = None;
    }

    /// A pause that the program must not make here.
    fn broken(&mut self, core: &mut Core, pause: Pause) {
        let fault = match pause {
            Pause::Fault(fault) => fault,
            Pause::OutOfFuel => Fault { kind: FaultKind::TooMuchWork, pc: core.state.pc },
            Pause::Failed(why) => {
                let text = self.string(&mut core.state, why);
                Fault { kind: FaultKind::Other(text), pc: core.state.pc.saturating_sub(1) }
            }
            _ => Fault { kind: FaultKind::Impossible("pause"), pc: core.state.pc },
        };
        core.fail(fault);
    }

    fn call(&mut self, core: &mut Core, function: u32, args: &[u64]) -> Pause {
        self.machine.start(self.program, &mut core.state, function, args);
        self.go_on(core)
    }

    /// Goes on where the state stands; in slices where a test wants them.
    fn go_on(&mut self, core: &mut Core) -> Pause {
        if core.pace.slice == 0 {
            return self.machine.run(self.program, &mut core.state);
        }
        let mut left = self.machine.fuel.run;
        loop {
            self.machine.fuel.run = core.pace.slice;
            let pause = self.machine.run(self.program, &mut core.state);
            left -= core.pace.slice - self.machine.fuel.run;
            if pause != Pause::OutOfFuel || left <= 0 {
                self.machine.fuel.run = left;
                return pause;
            }
        }
    }

    /// Lets it take as much as one decision may.
    pub fn grant(&mut self) {
        self.machine.fuel.reset(self.machine.limits.fuel.saturating_mul(RUNS));
    }

    /// Ends the match where all that was run and tried since the last decision is too much.
    pub fn spent(&mut self, core: &mut Core) -> bool {
        if !self.machine.fuel.is_exhausted() {
            return false;
        }
        core.fail(Fault { kind: FaultKind::TooMuchWork, pc: core.state.pc });
        true
    }

    /// The string that a function gives; None where it gives null or goes wrong.
    pub fn text_of(&mut self, core: &mut Core, function: u32, args: &[u64]) -> Option<String> {
        self.begin_run();
        match self.machine.call(self.program, &mut core.state, function, args) {
            Pause::Returned(text) if text != NULL => Some(self.string(&mut core.state, text)),
            _ => None,
        }
    }

    pub fn string(&mut self, state: &mut State, w: u64) -> String {
        let memory = self.machine.memory(self.program, state);
        memory.string(w).unwrap_or_default()
    }

    // -- going on --

    /// Drains the queue and stops at the next decision. Whether it has an answer is not looked at yet, see
    /// [`Runner::verify`].
    pub fn settle(&mut self, core: &mut Core) {
        loop {
            if core.state.words[header::OVER] != 0 {
                return self.end(core);
            }
            let Some((action, holder, event)) = next_queued(&mut core.state.words) else {
                match self.carry_out(core) {
                    Carried::Nothing => break,
                    Carried::On => continue,
                    Carried::Waits => return,
                }
            };
            if self.spent(core) || !self.run_queued(core, action, holder, event) {
                return;
            }
        }
        if let Some(round) = core.round.as_ref().filter(|round| !round.sealed.is_empty()) {
            // A script has looked at a round. What is sealed in it holds addresses, so nothing is compacted.
            let first = round.pending().first().copied().unwrap_or_default();
            core.waiting = Waiting::Seal { seat: first };
            return;
        }
        if core.state.words.len() > core.compaction_threshold || core.pace.eager {
            self.compact(core);
        }
        core.waiting = Waiting::Act;
        core.running = None;
        self.gather(core);
    }

    fn compact(&mut self, core: &mut Core) {
        vm::compact(self.program, &mut core.state.words, self.buffer);
        core.state.stack.clear();
        core.compaction_threshold = core.state.words.len() * 5 / 4 + 128;
    }

    /// Runs an action that an event triggered; false if the match waits or is over then.
    fn run_queued(&mut self, core: &mut Core, action: u16, holder: u64, event: u64) -> bool {
        let info = &self.program.actions[action as usize];
        let target = self.target(core, holder);
        let active = word::to_player(core.state.words[header::ACTIVE]);
        let seat = target.unwrap_or(active);
        if target.is_none() && info.chosen {
            return true;
        }
        core.state.words[header::ACTOR] = word::player(seat);
        core.waiting = Waiting::Fill { action, object: holder, event, seat };
        if self.list(core).is_err() {
            return false;
        }
        if self.machine.starts.is_empty() || !self.any_legal(core) {
            return true;
        }
        if info.chosen {
            return false;
        }
        match self.run(core, 0) {
            Some(Ran::Done | Ran::Refused(_)) => true,
            Some(Ran::Asks) | None => false,
        }
    }

    /// Who is asked by an action of an object: nobody for a local object without owner.
    fn target(&mut self, core: &mut Core, holder: u64) -> Option<u32> {
        let words = &mut core.state.words;
        let active = words[header::ACTIVE];
        let mut holder = holder;
        let mut class = object::class(words[holder as usize]);
        if let Some(of) = &self.program.classes[class as usize].modifier {
            // Who has a modifier takes its actions; a tile has no owner.
            if self.program.classes[of.on as usize].is_tile {
                return Some(word::to_player(active));
            }
            holder = words[holder as usize + object::FIELDS];
            class = of.on;
        }
        let owner = words[holder as usize + object::OWNER];
        match self.program.classes[class as usize].visibility {
            Visibility::Global => Some(word::to_player(active)),
            Visibility::Local => (owner != NULL).then(|| word::to_player(owner)),
            Visibility::Group => {
                let members: Vec<u32> = (0..32).filter(|p| owner != NULL && owner >> p & 1 == 1).collect();
                if members.contains(&word::to_player(active)) {
                    return Some(word::to_player(active));
                }
                if members.is_empty() {
                    return None;
                }
                let mut random = Random::new(words[header::RANDOM]);
                let k = random.below(members.len() as u64);
                words[header::RANDOM] = random.state;
                members.get(k as usize).copied()
            }
        }
    }
}

/// What is said where fuel runs out.
pub const OUT_OF_FUEL: &str = "the rules take too many steps without asking anybody";

/// Takes the next action out of the queue.
fn next_queued(words: &mut [u64]) -> Option<(u16, u64, u64)> {
    let queue = words[header::QUEUE];
    if queue == NULL {
        return None;
    }
    let at = words[header::QUEUE_HEAD] as usize;
    let (head, place) = (words[queue as usize], words[queue as usize + 1]);
    if at + 3 > list::length(head) {
        words[header::QUEUE] = NULL;
        words[header::QUEUE_HEAD] = 0;
        return None;
    }
    words[header::QUEUE_HEAD] += 3;
    let entry = list::data(place) + at;
    Some(((words[entry] & !QUEUED) as u16, words[entry + 1], words[entry + 2]))
}

/// Whether two compacted states are the same but for the number of objects made and the random generator.
fn same(before: &[u64], after: &[u64]) -> bool {
    let counters = [header::MADE, header::RANDOM, header::QUEUE, header::QUEUE_HEAD, header::ACTOR];
    let alike = |(i, (a, b)): (usize, (&u64, &u64))| a == b || counters.contains(&i);
    before.len() == after.len() && before.iter().zip(after).enumerate().all(alike)
}

/// The record of a player.
pub fn seat_words(program: &Program, words: &[u64], p: u32) -> [u64; 4] {
    let at = program.layout.seats + p as usize * seat::SIZE;
    [words[at], words[at + 1], words[at + 2], words[at + 3]]
}
