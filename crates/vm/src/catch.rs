//! What goes wrong in a text that people read ends nothing: the match goes on behind that part of the text, so that what
//! is legal, and what comes of a move, depends on no text. It does not know what stands in the text instead.

use crate::machine::{HOST, Machine};
use crate::state::{Begun, State};
use crate::{Fault, FaultKind};
use bytecode::Program;
use bytecode::program::Catch;

impl Machine {
    /// Goes on behind the part of a text in which something went wrong; false where it went wrong elsewhere.
    #[cold]
    pub(crate) fn catch(&mut self, p: &Program, s: &mut State, fault: &Fault) -> bool {
        // A defect of ours is to be noticed.
        if matches!(fault.kind, FaultKind::Impossible(_)) {
            return false;
        }
        let Some((frames, goes_on)) = running(p, s, fault.pc) else { return false };
        let is_part = |c: &Catch, pc: u32| c.goes_on == goes_on && c.has(pc);
        let began =
            |b: Begun| b.frames > frames || b.frames == frames && p.catches.iter().any(|c| is_part(c, b.pc));
        s.frames.truncate(frames);
        if let Some(first) = s.watches.iter().position(|w| began(w.begun)) {
            s.watches.truncate(first);
        }
        // What was supposed is taken back.
        if let Some(first) = s.snapshots.iter().position(|kept| began(kept.begun))
            && let Some(saved) = s.snapshots.drain(first..).next()
        {
            s.words = saved.words;
            s.stack[..saved.stack.len()].copy_from_slice(&saved.stack);
            self.scratch_start = saved.scratch_start as usize;
        }
        s.pc = goes_on;
        self.caught.get_or_insert_with(|| Box::new(fault.clone()));
        true
    }
}

/// Of the innermost part of a text that was being worked out: how many functions are left when those that it has called
/// are left, and where it goes on. What the host began is not left.
fn running(p: &Program, s: &State, at: u32) -> Option<(usize, u32)> {
    let mut pc = at;
    for (i, frame) in s.frames.iter().enumerate().rev() {
        if let Some(catch) = innermost(p, frame.function, pc) {
            return Some((i + 1, catch.goes_on));
        }
        if frame.return_pc == HOST {
            return None;
        }
        pc = frame.return_pc - 1;
    }
    None
}

fn innermost(p: &Program, function: u32, pc: u32) -> Option<&Catch> {
    let entry = p.functions.get(function as usize)?.entry;
    let begun = &p.catches[..p.catches.partition_point(|c| c.from <= pc)];
    begun.iter().rev().take_while(|c| c.from >= entry).find(|c| c.has(pc))
}
