//! The machine: what it may use, why it stops, and how a host starts functions on it. The instructions themselves stand
//! in `run`.

use crate::memory::Memory;
use crate::state::{Frame, State};
use crate::{Candidates, Fault, FuelBudget, Looked, Scrutiny, Trace, Trial};
use bytecode::word::NULL;
use bytecode::{Op, Program};
use std::collections::BTreeMap;

/// What bounds a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// What one run may use, in loop turns and calls, see [`FuelBudget`].
    pub fuel: i64,
    /// Words of state.
    pub words: usize,
    /// Functions running inside one another, see `bytecode::program::Function::adds_depth`.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { fuel: 50_000_000, words: 1 << 23, depth: 4000 }
    }
}

/// Why the machine stopped. The state is left so that it can go on, except after a fault.
#[derive(Clone, PartialEq, Debug)]
pub enum Pause {
    /// The function that was started gave this word.
    Returned(u64),
    /// `winner`: the game is over, whatever was running.
    Ended,
    /// `fail`, with the reason, a string.
    Failed(u64),
    /// A player must choose: from this register of the running function on stand who, the options, whether
    /// nothing may be chosen, and the prompt. The answer goes into that register.
    Asks(u16),
    /// A sentence is told to those who listen: its values stand from this register of the running function on.
    Tells {
        base: u16,
        sentence: u16,
    },
    /// Something that players may see has changed: [`Machine::trace`] says what.
    Changed,
    /// A test wants something: the instruction that says what.
    Test(Op),
    OutOfFuel,
    /// The next instruction uses chance, and the machine was to stop there, see [`AtChance::Stops`].
    Chance,
    Fault(Box<Fault>),
}

/// Steps by the functions that ran inside one another, the outermost first, and the instruction at which the last stood.
pub type Steps = BTreeMap<Vec<u32>, u64>;

/// What a machine does where chance is used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum AtChance {
    #[default]
    Draws,
    /// It stops before it.
    Stops,
    /// What is drawn behind so many draws is another thing, by this seed, and all others are as they would be: for whoever
    /// asks what follows from that draw alone. A shuffle is one draw. It counts down.
    DrawsOtherwise { behind: u32, seed: u64 },
}

impl AtChance {
    /// Counts a draw; gives the seed where that is the one that is to be another.
    pub(crate) fn count_down(&mut self) -> Option<u64> {
        let AtChance::DrawsOtherwise { behind, seed } = self else { return None };
        let is_next = *behind == 0;
        *behind = behind.wrapping_sub(1);
        is_next.then_some(*seed)
    }
}

/// What runs programs. It holds limits and buffers, nothing of a match: one machine serves many states.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    pub fuel: FuelBudget,
    pub limits: Limits,
    /// What is done where chance is used.
    pub at_chance: AtChance,
    /// Stops where something is told.
    pub listens: bool,
    /// The move that is being tried so that the reason of its refusal can be told.
    pub trial: Option<Trial>,
    /// Whoever wants to know what the machine looks at.
    pub scrutiny: Option<Box<Scrutiny>>,
    /// Where the machine looks, for whoever wants to know when it would come to the same once more.
    pub looked: Option<Box<Looked>>,
    /// Where changes are noted for whoever draws or tells the match; the machine stops after each instruction that made
    /// some.
    pub trace: Option<Trace>,
    /// See [`Memory::scratch_start`].
    pub scratch_start: usize,
    /// The candidates that were emitted.
    pub candidates: Candidates,
    /// Texts that are written for the moves that are listed, as UTF-16.
    pub written: Vec<Vec<u16>>,
    /// Lists that are no longer needed, whose memory the next ones take.
    pub spare: Vec<Candidates>,
    /// To-space of compaction, and the backup of a state that may be restored. Its content between two uses has no
    /// meaning.
    pub buffer: Vec<u64>,
    /// Where steps are counted for whoever wants to know where they go; whoever runs the machine counts them.
    pub steps: Option<Steps>,
    /// The first that went wrong in a text since the host looked.
    pub caught: Option<Box<Fault>>,
    /// What is said of the candidates that took too long to be tried since candidates were listed: of all of them the
    /// place that comes first in the code, in whichever order they are tried.
    pub too_long: Option<Box<Fault>>,
    /// What is said of the first one of all since the host looked.
    pub left_out: Option<Box<Fault>>,
    /// Which coverage probes of the program were hit; empty where coverage is not measured.
    pub hits: Vec<bool>,
}

/// The return address of a function that the host started.
pub const HOST: u32 = u32::MAX;

impl Machine {
    pub fn new(limits: Limits) -> Machine {
        Machine { limits, ..Machine::default() }
    }

    /// Begins a run as the limits allow.
    pub fn begin_run(&mut self) {
        self.fuel.begin_run(self.limits.fuel);
    }

    /// Puts a function on top of what is running. [`Machine::run`] then runs it.
    pub fn start(&mut self, program: &Program, state: &mut State, function: u32, args: &[u64]) {
        let window = open_window(program, state, function);
        // Lengths that are known here are copied without a call.
        match *args {
            [] => {}
            [a] => window[..1].copy_from_slice(&[a]),
            [a, b] => window[..2].copy_from_slice(&[a, b]),
            _ => window[..args.len()].copy_from_slice(args),
        }
    }

    /// As [`Machine::start`], with the object that carries an action and an event before the inputs.
    pub fn start_action(
        &mut self,
        program: &Program,
        state: &mut State,
        function: u32,
        [holder, event]: [u64; 2],
        inputs: &[u64],
    ) {
        let [first, second, window @ ..] = open_window(program, state, function) else { return };
        (*first, *second) = (holder, event);
        for (register, input) in window.iter_mut().zip(inputs) {
            *register = *input;
        }
    }

    /// Starts a function and runs it.
    pub fn call(&mut self, program: &Program, state: &mut State, function: u32, args: &[u64]) -> Pause {
        self.start(program, state, function, args);
        self.run(program, state)
    }

    /// The memory of a state outside of a run.
    pub fn memory<'a>(&'a mut self, program: &'a Program, state: &'a mut State) -> Memory<'a> {
        Memory {
            program,
            words: &mut state.words,
            limit: self.limits.words,
            scratch_start: 0,
            fuel: std::cell::Cell::from_mut(&mut self.fuel.run),
            moved: &mut state.moved,
            trace: None,
        }
    }
}

/// Puts a function on top of what is running, and gives its registers, in which its arguments are to be put.
#[inline]
fn open_window<'s>(program: &Program, state: &'s mut State, function: u32) -> &'s mut [u64] {
    let functions = &program.functions;
    let f = &functions[function as usize];
    let (base, depth) = match state.frames.last() {
        Some(top) => (top.base + u32::from(functions[top.function as usize].registers), top.depth),
        None => {
            // What was left in the middle of a text.
            state.watches.clear();
            (0, 0)
        }
    };
    let size = base as usize + usize::from(f.registers);
    if state.stack.len() < size {
        lengthen(&mut state.stack, size);
    }
    let depth = depth + u32::from(f.adds_depth);
    state.frames.push(Frame { function, return_pc: HOST, base, depth, host_pc: state.pc });
    state.pc = f.entry;
    &mut state.stack[base as usize..size]
}

#[cold]
fn lengthen(stack: &mut Vec<u64>, size: usize) {
    stack.resize(size, NULL);
}
