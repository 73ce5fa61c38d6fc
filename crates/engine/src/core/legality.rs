//! Which candidates are legal, and making one of them. What an action ensures is tried on a copy of the match.

use super::{Core, Ran, Runner, Waiting, same};
use vm::{Candidate, Candidates, Fault, FaultKind, Pause};

impl Runner<'_> {
    /// Whether a candidate must be tried before it is known to be legal.
    pub(crate) fn needs_trial(&self, core: &Core, candidate: Candidate<'_>) -> bool {
        let action = candidate.action.or(core.running);
        action.is_some_and(|a| self.program.actions[a as usize].needs_trial)
    }

    /// Whether a candidate is legal: it leads to a state in which all that its action ensures holds, with at least
    /// one way to answer what is asked meanwhile. Once the fuel is spent no candidate that needs a trial counts as
    /// legal, and the match ends, see [`Runner::end_if_spent`].
    pub(crate) fn is_legal(&mut self, core: &Core, candidate: Candidate<'_>) -> bool {
        let spent = |r: &Runner<'_>| r.machine.fuel.is_exhausted();
        !self.needs_trial(core, candidate)
            || !spent(self) && self.refusal(core, candidate).is_none() && !spent(self)
    }

    /// Why a candidate is not legal; None if it is.
    pub(crate) fn refusal(&mut self, core: &Core, candidate: Candidate<'_>) -> Option<String> {
        self.machine.fuel.charge_copy(core.state.words.len());
        let mut copy = core.clone();
        match self.run(&mut copy, candidate) {
            Ran::Through | Ran::Ended => None,
            Ran::Refused(why) => Some(why.map_or_else(String::new, |w| self.string(&mut copy.state, w))),
            Ran::Asks => self.refusal_of_all_answers(&mut copy),
        }
    }

    /// Why no answer to what is asked leads to a legal end; None if one does.
    fn refusal_of_all_answers(&mut self, core: &mut Core) -> Option<String> {
        let Ok(answers) = self.list(core) else { return None };
        let mut last = Some(String::new());
        for answer in answers.iter() {
            last = self.refusal(core, answer);
            last.as_ref()?;
        }
        last
    }

    pub(super) fn any_legal(&mut self, core: &Core, candidates: &Candidates) -> bool {
        candidates.iter().any(|candidate| self.is_legal(core, candidate))
    }

    /// The numbers of the legal candidates.
    pub(crate) fn legal(&mut self, core: &Core, candidates: &Candidates) -> Vec<usize> {
        (0..candidates.len()).filter(|i| self.is_legal(core, candidates.get(*i))).collect()
    }

    /// Makes sure that somebody can decide something, or that the match is over.
    pub(crate) fn verify(&mut self, core: &mut Core) {
        while !core.is_over() && !self.end_if_spent(core) {
            let Ok(candidates) = self.list(core) else { return };
            let found = self.any_legal(core, &candidates);
            self.reuse(candidates);
            if found {
                return;
            }
            self.no_choice(core);
        }
    }

    /// Nobody can decide anything: raises `NoChoiceEvent`, or ends the match as stuck.
    pub(crate) fn no_choice(&mut self, core: &mut Core) {
        let raiser = match core.waiting {
            Waiting::Act | Waiting::Nobody => self.program.no_choice,
            // Other decisions are made only where there is a way on.
            _ => None,
        };
        let Some(raiser) = raiser else {
            core.waiting = Waiting::Stuck;
            return;
        };
        let mut before = core.state.words.clone();
        self.machine.fuel.charge_copy(before.len() * 4);
        vm::compact(self.program, &mut before, &mut self.machine.buffer);
        self.begin_run();
        let event = self.event(core, self.program.no_choice_class);
        match self.call(core, raiser, &[event]) {
            Pause::Returned(_) => self.settle(core),
            Pause::Ended => core.end(),
            other => self.fail_by(core, other),
        }
        if !matches!(core.waiting, Waiting::Act | Waiting::Nobody) {
            return;
        }
        self.compact(core);
        if same(&before, &core.state.words) {
            core.waiting = Waiting::Stuck;
        }
    }

    /// Makes a candidate, which is legal, and goes on to the next decision.
    pub(crate) fn play(&mut self, core: &mut Core, candidate: Candidate<'_>) {
        if let Waiting::Seal { seat } = core.waiting {
            return self.seal(core, seat, candidate);
        }
        match self.run(core, candidate) {
            Ran::Through => self.settle(core),
            Ran::Refused(_) => {
                core.fail(Fault { kind: FaultKind::Impossible("an illegal move"), pc: core.state.pc })
            }
            Ran::Asks | Ran::Ended => {}
        }
    }

    /// Makes a candidate if it is legal, otherwise leaves everything as it was. Whether it was made.
    pub(crate) fn play_if_legal(&mut self, core: &mut Core, candidate: Candidate<'_>) -> bool {
        if !self.needs_trial(core, candidate) {
            self.play(core, candidate);
            return true;
        }
        let asks = candidate.action.is_none_or(|a| self.program.actions[a as usize].asks);
        if asks || matches!(core.waiting, Waiting::Seal { .. }) {
            if !self.is_legal(core, candidate) {
                return false;
            }
            self.play(core, candidate);
            return true;
        }
        let waiting = core.waiting;
        let mut before = std::mem::take(&mut self.machine.buffer);
        before.clone_from(&core.state.words);
        self.machine.fuel.charge_copy(before.len());
        let ran = self.run(core, candidate);
        let refused = matches!(ran, Ran::Refused(_));
        if refused {
            std::mem::swap(&mut core.state.words, &mut before);
            core.state.frames.clear();
            core.waiting = waiting;
        }
        self.machine.buffer = before;
        if matches!(ran, Ran::Through) {
            self.settle(core);
        }
        !refused
    }
}
