//! Running a candidate up to the end of its effect. What follows from the effect is not looked at here.

use super::{Awaited, Position, Ran, Runner, Running};
use bytecode::Op;
use bytecode::layout::header;
use bytecode::word::{self, NULL, TRUE};
use vm::{Candidate, Pause};

impl Runner<'_> {
    /// Runs a candidate up to the end of its effect.
    pub(super) fn run(&mut self, position: &mut Position, candidate: Candidate<'_>) -> Ran {
        self.begin_run();
        let pause = match candidate.action {
            Some(action) => self.take_action(position, action, candidate),
            None => {
                let Awaited::Answer { base, .. } = position.awaited else { return Ran::Ended };
                let mut answer = candidate.inputs[0];
                if position.asking().is_some() {
                    match self.seal_answer(position, candidate) {
                        None => return Ran::Asks,
                        Some(all) => answer = all,
                    }
                }
                if let Some(frame) = position.state.frames.last() {
                    position.state.stack[frame.base as usize + base as usize] = answer;
                }
                self.go_on(position)
            }
        };
        self.ran(position, pause)
    }

    fn take_action(&mut self, position: &mut Position, action: u16, candidate: Candidate<'_>) -> Pause {
        if let Awaited::Seal { seat } = position.awaited {
            position.state.words[header::ACTIVE] = word::player(seat);
            if let Some(settle) = self.program.settle_anew {
                match self.call(position, settle, &[]) {
                    Pause::Returned(_) => {}
                    other => return other,
                }
            }
        }
        let event = match position.awaited {
            Awaited::Fill { event, .. } => event,
            _ => self.program.choice_event.map_or(NULL, |class| self.event(position, class)),
        };
        let seat = position.decider().unwrap_or(0);
        position.state.words[header::ACTOR] = word::player(seat);
        position.running = Some(Running::Action(action));
        let function = self.program.actions[action as usize].run;
        let Candidate { holder, inputs, .. } = candidate;
        self.machine.start_action(self.program, &mut position.state, function, [holder, event], inputs);
        self.go_on(position)
    }

    /// What became of an action that has stopped running.
    pub(super) fn ran(&mut self, position: &mut Position, pause: Pause) -> Ran {
        match pause {
            Pause::Returned(TRUE) => Ran::Through,
            // A function that was called by itself ensures nothing.
            Pause::Returned(_) if position.running == Some(Running::Block) => Ran::Through,
            Pause::Returned(_) => Ran::Refused(None),
            Pause::Failed(why) => Ran::Refused(Some(why)),
            Pause::Ended => {
                match self.ensure_at_end(position) {
                    Pause::Returned(TRUE) => position.end(),
                    Pause::Returned(_) => return Ran::Refused(None),
                    Pause::Failed(why) => return Ran::Refused(Some(why)),
                    other => self.fail_by(position, other),
                }
                Ran::Ended
            }
            Pause::Asks(base) => {
                let Some(frame) = position.state.frames.last() else { return Ran::Ended };
                let who = position.state.stack[frame.base as usize + base as usize];
                match self.program.code[position.state.pc as usize - 1] {
                    Op::ChooseTogether { show, .. } => position.ask_together(base, show),
                    Op::Choose { show, .. } => {
                        position.awaited = Awaited::Answer { seat: word::to_player(who), base, show };
                    }
                    _ => {}
                }
                Ran::Asks
            }
            other => {
                self.fail_by(position, other);
                Ran::Ended
            }
        }
    }

    /// Where the effect of an action has ended the game: whether what the action ensures holds.
    fn ensure_at_end(&mut self, position: &mut Position) -> Pause {
        let holds = Pause::Returned(TRUE);
        let running = position.running.and_then(Running::action);
        let Some(action) = running.and_then(|a| self.program.actions.get(a as usize)) else { return holds };
        let Some(ensure) = action.ensure else { return holds };
        let Some(frame) = position.state.frames.iter().find(|f| f.function == action.effect) else {
            return holds;
        };
        let params = self.program.functions[ensure as usize].params as usize;
        let base = frame.base as usize;
        let args = position.state.stack[base..base + params].to_vec();
        position.state.frames.clear();
        self.call(position, ensure, &args)
    }
}
