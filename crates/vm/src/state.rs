//! The whole state of a running match: a few vectors of words. Cloning it copies memory and nothing else.

use crate::Watch;

/// One running function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    pub function: u32,
    /// Where its caller goes on.
    pub return_pc: u32,
    /// Where its window begins in the stack.
    pub base: u32,
    /// How many functions that count run inside one another, this one included.
    pub depth: u32,
    /// Of a function that the host started: where what was running before goes on.
    pub host_pc: u32,
}

/// Where something began that ends in the same function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Begun {
    /// So many functions ran inside one another.
    pub(crate) frames: usize,
    /// The instruction.
    pub(crate) pc: u32,
}

/// What `suppose` will take back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    pub(crate) begun: Begun,
    pub words: Vec<u64>,
    pub stack: Vec<u64>,
    pub scratch_start: u64,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct State {
    /// The fixed part and the heap, see `bytecode::layout`.
    pub words: Vec<u64>,
    /// The windows of the running functions; empty between actions.
    pub stack: Vec<u64>,
    pub frames: Vec<Frame>,
    pub snapshots: Vec<Snapshot>,
    /// The parts of texts that are being worked out, the innermost last.
    pub watches: Vec<Watch>,
    /// Pieces that moved, from where and to where, until `Moved` has been raised for them.
    pub moved: Vec<[u64; 3]>,
    /// The instruction to go on with, while functions run.
    pub pc: u32,
}

impl State {
    /// Takes back what has been supposed since there were so many snapshots, where a run stops in the middle of it.
    pub fn take_back(&mut self, snapshots: usize) {
        if let Some(saved) = self.snapshots.drain(snapshots..).next() {
            self.words = saved.words;
        }
    }
}
