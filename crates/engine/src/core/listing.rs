//! Listing the candidates of a decision. Some may turn out not to be legal, see `legal`.

use super::{Core, Runner, Waiting};
use bytecode::layout::{header, list, object};
use bytecode::program::{Action, SIEVED};
use bytecode::word::{self, Kind, NULL, TRUE};
use vm::Pause;

impl Runner<'_> {
    /// Lists the candidates of what is waited for into the machine's moves. Some may turn out not to be legal. What
    /// was made for the list stays behind the heap until [`Runner::forget`].
    pub fn list(&mut self, core: &mut Core) -> Result<usize, ()> {
        self.list_by(core, self.program.menu)
    }

    /// The same with what sieves let through, see [`Runner::passes`], if there are any; whether it is so.
    pub(super) fn list_wide(&mut self, core: &mut Core) -> Result<(usize, bool), ()> {
        match self.program.wide.filter(|_| core.waiting == Waiting::Act) {
            Some(wide) => self.list_by(core, wide).map(|n| (n, true)),
            None => self.list(core).map(|n| (n, false)),
        }
    }

    fn list_by(&mut self, core: &mut Core, menu: u32) -> Result<usize, ()> {
        self.begin_run();
        self.machine.moves.clear();
        self.machine.starts.clear();
        let mark = core.state.words.len();
        let pause = match core.waiting {
            Waiting::Act => self.list_actions(core, menu),
            Waiting::Seal { seat } => {
                let active = std::mem::replace(&mut core.state.words[header::ACTIVE], word::player(seat));
                let pause = self.list_actions(core, menu);
                core.state.words[header::ACTIVE] = active;
                pause
            }
            Waiting::Fill { action, object, event, seat } => {
                core.state.words[header::ACTOR] = word::player(seat);
                self.machine.scratch_start = mark;
                let menu = self.program.actions[action as usize].menu;
                self.call(core, menu, &[object, event])
            }
            Waiting::Answer { base, .. } => {
                self.list_answers(core, base);
                Pause::Returned(NULL)
            }
            Waiting::Nobody | Waiting::Over | Waiting::Stuck | Waiting::Faulty => Pause::Returned(NULL),
        };
        self.machine.scratch_start = 0;
        if !matches!(pause, Pause::Returned(_)) {
            self.broken(core, pause);
            return Err(());
        }
        if !self.keeps_lists(core) {
            core.state.words.truncate(mark);
        }
        Ok(self.machine.starts.len())
    }

    /// The actions that the active player may take.
    fn list_actions(&mut self, core: &mut Core, menu: u32) -> Pause {
        core.state.words[header::ACTOR] = core.state.words[header::ACTIVE];
        let event = match self.program.choice_event {
            Some(class) => self.event(core, class),
            None => NULL,
        };
        self.machine.scratch_start = core.state.words.len();
        self.call(core, menu, &[event])
    }

    /// Whether candidate `i` of a wide list is one of the list, too.
    pub(super) fn passes(&mut self, core: &mut Core, i: usize) -> Result<bool, ()> {
        let sieve = self.action_of(i).and_then(|a| self.program.actions[a as usize].sieve);
        let Some(sieve) = sieve else { return Ok(true) };
        let (object, inputs) = self.words_of(i);
        let mut args = [NULL; 2 + SIEVED];
        args[0] = object;
        args[2..2 + inputs.len()].copy_from_slice(inputs);
        let n = 2 + inputs.len();
        self.begin_run();
        let mark = core.state.words.len();
        self.machine.scratch_start = mark;
        let pause = self.call(core, sieve.passes, &args[..n]);
        self.machine.scratch_start = 0;
        let Pause::Returned(passes) = pause else {
            self.broken(core, pause);
            return Err(());
        };
        core.state.words.truncate(mark);
        Ok(passes == TRUE)
    }

    /// Whether moves hold lists that were made while they were listed.
    pub(super) fn keeps_lists(&self, core: &Core) -> bool {
        let lists = |a: &Action| a.inputs.iter().any(|i| i.show.kind() != Kind::Plain);
        match core.waiting {
            Waiting::Act | Waiting::Seal { .. } => self.program.actions.iter().any(lists),
            Waiting::Fill { action, .. } => lists(&self.program.actions[action as usize]),
            _ => true,
        }
    }

    /// The `PlayerChoiceEvent` or `NoChoiceEvent` of the active player.
    pub(super) fn event(&mut self, core: &mut Core, class: u16) -> u64 {
        let active = core.state.words[header::ACTIVE];
        let mut memory = self.machine.memory(self.program, &mut core.state);
        match vm::new_object(&mut memory, class) {
            Ok(event) => {
                core.state.words[event as usize + object::FIELDS] = active;
                event
            }
            Err(_) => NULL,
        }
    }

    /// Options of a choice as moves of one input and no action.
    pub(super) fn list_answers(&mut self, core: &Core, base: u16) {
        let Some(frame) = core.state.frames.last() else { return };
        let at = frame.base as usize + base as usize;
        let (options, optional) = (core.state.stack[at + 1], core.state.stack[at + 2]);
        let words = &core.state.words;
        let (head, place) = (words[options as usize], words[options as usize + 1]);
        let data = list::data(place);
        let none = (optional == TRUE).then_some(NULL);
        for w in words[data..data + list::length(head)].iter().copied().chain(none) {
            self.machine.starts.push(self.machine.moves.len() as u32);
            self.machine.moves.extend([u64::from(u16::MAX) | 1 << 32, NULL, w]);
        }
    }

    /// The action of candidate `i`, if it is one.
    pub fn action_of(&self, i: usize) -> Option<u16> {
        let head = self.machine.moves[self.machine.starts[i] as usize];
        let action = head as u16;
        (action != u16::MAX).then_some(action)
    }

    /// The object and the inputs of candidate `i`.
    pub fn words_of(&self, i: usize) -> (u64, &[u64]) {
        let at = self.machine.starts[i] as usize;
        let n = (self.machine.moves[at] >> 32) as usize;
        (self.machine.moves[at + 1], &self.machine.moves[at + 2..at + 2 + n])
    }
}
