//! Which candidates are legal: what must hold afterwards is tried on a copy. Making moves, chosen or at random.

use super::same;
use super::{Core, Ran, Runner, Waiting};
use base::Random;
use vm::{Fault, FaultKind, Pause};

impl Runner<'_> {
    /// Whether candidates must be tried before they are known to be legal.
    pub fn tried(&self, core: &Core, i: usize) -> bool {
        let action = self.action_of(i).or(core.running);
        action.is_some_and(|a| self.program.actions[a as usize].tried)
    }

    /// Whether candidate `i` is legal: what must hold afterwards does, in at least one way to answer what is asked
    /// meanwhile. The list stays as it is.
    pub fn is_legal(&mut self, core: &Core, i: usize) -> bool {
        // Where too much was tried already nothing is known to be legal, and the match ends: see `spent`.
        !self.tried(core, i)
            || !self.machine.fuel.is_exhausted()
                && self.refusal(core, i).is_none()
                && !self.machine.fuel.is_exhausted()
    }

    /// Why candidate `i` is not legal; None if it is.
    pub fn refusal(&mut self, core: &Core, i: usize) -> Option<String> {
        // What is asked meanwhile has a list of its own, so this one is put aside.
        let at = self.machine.starts[i] as usize;
        let end = at + 2 + (self.machine.moves[at] >> 32) as usize;
        let alone = self.machine.moves[at..end].to_vec();
        let moves = std::mem::replace(&mut self.machine.moves, alone);
        let starts = std::mem::replace(&mut self.machine.starts, vec![0]);
        self.machine.fuel.charge_copy(core.state.words.len());
        let mut copy = core.clone();
        let refusal = match self.run(&mut copy, 0) {
            Some(Ran::Done) | None => None,
            Some(Ran::Refused(why)) => {
                Some(why.map_or_else(String::new, |w| self.string(&mut copy.state, w)))
            }
            Some(Ran::Asks) => self.no_way(&mut copy),
        };
        self.machine.moves = moves;
        self.machine.starts = starts;
        refusal
    }

    /// Why no answer to what is asked leads to a legal end; None if one does.
    pub(super) fn no_way(&mut self, core: &mut Core) -> Option<String> {
        let Ok(n) = self.list(core) else { return None };
        let mut last = Some(String::new());
        for i in 0..n {
            last = self.refusal(core, i);
            last.as_ref()?;
        }
        last
    }

    /// Whether any listed candidate is legal.
    pub(super) fn any_legal(&mut self, core: &Core) -> bool {
        (0..self.machine.starts.len()).any(|i| self.is_legal(core, i))
    }

    /// Makes sure that somebody can decide something, or that the match is over.
    pub fn verify(&mut self, core: &mut Core) {
        while !core.is_over() && !self.spent(core) {
            if self.list(core).is_err() || self.any_legal(core) {
                return;
            }
            self.nobody_can(core);
        }
    }

    /// Nobody has an option: raises `NoChoiceEvent`, or ends the match as stuck.
    pub(super) fn nobody_can(&mut self, core: &mut Core) {
        let raiser = match (core.waiting, self.program.no_choice) {
            (Waiting::Act | Waiting::Nobody, Some(raiser)) => raiser,
            (Waiting::Act | Waiting::Nobody, None) => {
                core.waiting = Waiting::Stuck;
                return;
            }
            // Not reached: such decisions are made only where there is a way on.
            _ => {
                core.waiting = Waiting::Stuck;
                return;
            }
        };
        let mut before = core.state.words.clone();
        self.machine.fuel.charge_copy(before.len() * 4);
        vm::compact(self.program, &mut before, self.buffer);
        self.begin_run();
        let event = self.event(core, self.program.no_choice_class);
        match self.call(core, raiser, &[event]) {
            Pause::Returned(_) => self.settle(core),
            Pause::Ended => self.end(core),
            other => self.broken(core, other),
        }
        if !matches!(core.waiting, Waiting::Act | Waiting::Nobody) {
            return;
        }
        self.compact(core);
        if same(&before, &core.state.words) {
            core.waiting = Waiting::Stuck;
        }
    }

    /// Makes candidate `i`, which is legal, and goes on to the next decision.
    pub fn play(&mut self, core: &mut Core, i: usize) {
        if let Waiting::Seal { seat } = core.waiting {
            return self.seal(core, seat, i);
        }
        match self.run(core, i) {
            Some(Ran::Done) => self.settle(core),
            Some(Ran::Refused(_)) => {
                core.fail(Fault { kind: FaultKind::Impossible("an illegal move"), pc: core.state.pc })
            }
            Some(Ran::Asks) | None => {}
        }
    }

    /// Draws one legal move uniformly and makes it; gives its action. None if the match is over. What is known of a
    /// candidate only by trying it is tried of those that are drawn.
    pub fn play_random(&mut self, core: &mut Core, random: &mut Random) -> Option<Option<u16>> {
        while !core.is_over() && !self.spent(core) {
            let Ok((mut n, wide)) = self.list_wide(core) else { return None };
            while n > 0 {
                if self.spent(core) {
                    return None;
                }
                let k = random.below(n as u64) as usize;
                let action = self.action_of(k);
                if wide && !self.passes(core, k).ok()? {
                    self.machine.starts.swap_remove(k);
                    n -= 1;
                    continue;
                }
                if !self.tried(core, k) {
                    self.play(core, k);
                    return Some(action);
                }
                if self.try_play(core, k) {
                    return Some(action);
                }
                self.machine.starts.swap_remove(k);
                n -= 1;
            }
            self.nobody_can(core);
        }
        None
    }

    /// Makes a candidate if it is legal, otherwise leaves everything as it was.
    pub(super) fn try_play(&mut self, core: &mut Core, k: usize) -> bool {
        let asks = self.action_of(k).is_none_or(|a| self.program.actions[a as usize].asks);
        if asks || matches!(core.waiting, Waiting::Seal { .. }) {
            if !self.is_legal(core, k) {
                return false;
            }
            self.play(core, k);
            return true;
        }
        let waiting = core.waiting;
        let mut before = std::mem::take(self.buffer);
        before.clone_from(&core.state.words);
        self.machine.fuel.charge_copy(before.len());
        let ran = self.run(core, k);
        let refused = matches!(ran, Some(Ran::Refused(_)));
        if refused {
            std::mem::swap(&mut core.state.words, &mut before);
            core.state.frames.clear();
            core.waiting = waiting;
        }
        *self.buffer = before;
        if let Some(Ran::Done) = ran {
            self.settle(core);
        }
        !refused
    }
}
