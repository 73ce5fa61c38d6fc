//! Running a candidate up to the end of its effect.

use super::{Core, Ran, Runner, Waiting};
use bytecode::layout::header;
use bytecode::word::{self, NULL, TRUE};
use vm::Pause;

impl Runner<'_> {
    /// Runs candidate `i` of the list, up to the end of its effect. None if the match is over or faulty then.
    pub(super) fn run(&mut self, core: &mut Core, i: usize) -> Option<Ran> {
        let at = self.machine.starts[i] as usize;
        let n = (self.machine.moves[at] >> 32) as usize;
        let action = self.machine.moves[at] as u16;
        self.begin_run();
        let pause = if action == u16::MAX {
            let Waiting::Answer { base, .. } = core.waiting else { return None };
            let answer = self.machine.moves[at + 2];
            if let Some(frame) = core.state.frames.last() {
                core.state.stack[frame.base as usize + base as usize] = answer;
            }
            self.go_on(core)
        } else {
            if let Waiting::Seal { seat } = core.waiting {
                core.state.words[header::ACTIVE] = word::player(seat);
            }
            let mut args = [NULL; 16];
            let event = match core.waiting {
                Waiting::Fill { event, .. } => event,
                _ => self.program.choice_event.map_or(NULL, |class| self.event(core, class)),
            };
            let seat = core.decider().unwrap_or(0);
            core.state.words[header::ACTOR] = word::player(seat);
            core.running = Some(action);
            let run = self.program.actions[action as usize].run;
            let inputs = &self.machine.moves[at + 2..at + 2 + n];
            if n + 2 <= args.len() {
                (args[0], args[1]) = (self.machine.moves[at + 1], event);
                args[2..2 + n].copy_from_slice(inputs);
                self.call(core, run, &args[..2 + n])
            } else {
                let all: Vec<u64> =
                    [self.machine.moves[at + 1], event].into_iter().chain(inputs.iter().copied()).collect();
                self.call(core, run, &all)
            }
        };
        self.ran(core, pause)
    }

    pub(super) fn ran(&mut self, core: &mut Core, pause: Pause) -> Option<Ran> {
        match pause {
            Pause::Returned(TRUE) => Some(Ran::Done),
            Pause::Returned(_) => Some(Ran::Refused(None)),
            Pause::Failed(why) => Some(Ran::Refused(Some(why))),
            Pause::Ended => {
                match self.ended(core) {
                    Pause::Returned(TRUE) => self.end(core),
                    Pause::Returned(_) => return Some(Ran::Refused(None)),
                    other => self.broken(core, other),
                }
                None
            }
            Pause::Asks(base) => {
                let frame = core.state.frames.last()?;
                let who = core.state.stack[frame.base as usize + base as usize];
                let show = match self.program.code[core.state.pc as usize - 1] {
                    bytecode::Op::Choose { show, .. } => show,
                    _ => 0,
                };
                core.waiting = Waiting::Answer { seat: word::to_player(who), base, show };
                Some(Ran::Asks)
            }
            other => {
                self.broken(core, other);
                None
            }
        }
    }

    /// Whether what must hold after an action holds where its effect has ended the game.
    pub(super) fn ended(&mut self, core: &mut Core) -> Pause {
        let well = Pause::Returned(TRUE);
        let Some(action) = core.running.map(|a| &self.program.actions[a as usize]) else { return well };
        let Some(ensure) = action.ensure else { return well };
        let Some(frame) = core.state.frames.iter().find(|f| f.function == action.effect) else { return well };
        let params = self.program.functions[ensure as usize].params as usize;
        let base = frame.base as usize;
        let args = core.state.stack[base..base + params].to_vec();
        core.state.frames.clear();
        self.call(core, ensure, &args)
    }
}
