//! Move generation: the candidates of a decision. Whether a candidate is legal may show only when it is tried, see
//! `legality`.

use super::round::elements;
use super::{Asking, Awaited, Faulty, Position, Runner};
use crate::decision::most_written;
use crate::written::Written;
use bytecode::layout::{header, object};
use bytecode::op::choose;
use bytecode::program::MAX_FILTERED_INPUTS;
use bytecode::word::{self, NULL, TRUE};
use vm::{Candidate, Candidates, Numbers, Pause, Ways};

/// What a generator lists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Listed {
    Candidates,
    /// Also what the legality filter of an action would have left out, see [`Runner::passes_filter`].
    PseudoLegal,
}

impl Runner<'_> {
    /// Generates the candidates of the decision that the match waits for. Where an input was made for them, a list above
    /// all, it stands behind the heap, so a candidate must be run on the position it was listed on,
    /// or on a clone of that.
    pub(crate) fn list(&mut self, position: &mut Position) -> Result<Candidates, Faulty> {
        self.list_with(position, &Written::default())
    }

    /// As [`Runner::list`], with texts that are written where that may be done.
    pub(crate) fn list_with(
        &mut self,
        position: &mut Position,
        written: &Written,
    ) -> Result<Candidates, Faulty> {
        if self.machine.trace.is_none() {
            return self.list_by(position, self.program.move_generator, written);
        }
        let trace = self.machine.trace.take();
        let listed = self.list_by(position, self.program.move_generator, written);
        self.machine.trace = trace;
        listed
    }

    /// As [`Runner::list`], but without slow filters, for callers that need one move and not all.
    pub(crate) fn list_pseudo_legal(
        &mut self,
        position: &mut Position,
    ) -> Result<(Candidates, Listed), Faulty> {
        match self.program.pseudo_legal_generator.filter(|_| position.awaited == Awaited::Act) {
            Some(generator) => {
                Ok((self.list_by(position, generator, &Written::default())?, Listed::PseudoLegal))
            }
            None => Ok((self.list(position)?, Listed::Candidates)),
        }
    }

    /// As [`Runner::list_pseudo_legal`], for callers that name every candidate.
    pub(crate) fn list_to_name(&mut self, position: &mut Position) -> Result<(Candidates, Listed), Faulty> {
        match self.program.has_slow_filter {
            true => self.list_pseudo_legal(position),
            false => Ok((self.list(position)?, Listed::Candidates)),
        }
    }

    /// Generates what could be done if no requirement and no filter forbade it, of the actions that tell why they are not
    /// possible.
    pub(crate) fn list_unfiltered(
        &mut self,
        position: &mut Position,
        written: &Written,
    ) -> Option<Candidates> {
        let generator = self.program.unfiltered_generator?;
        matches!(position.awaited, Awaited::Act | Awaited::Seal { .. })
            .then(|| self.list_by(position, generator, written))?
            .ok()
    }

    fn list_by(
        &mut self,
        position: &mut Position,
        generator: u32,
        written: &Written,
    ) -> Result<Candidates, Faulty> {
        self.begin_run();
        self.machine.too_long = None;
        if !written.is_empty() {
            self.machine.written = written.units();
        }
        self.machine.candidates.clear();
        let heap_end = position.state.words.len();
        let pause = match position.awaited {
            Awaited::Act => self.list_actions(position, generator),
            Awaited::Seal { seat } => {
                let active = std::mem::replace(&mut position.state.words[header::ACTIVE], word::player(seat));
                let pause = self.list_actions(position, generator);
                position.state.words[header::ACTIVE] = active;
                pause
            }
            Awaited::Fill { action, object, event, seat } => {
                position.state.words[header::ACTOR] = word::player(seat);
                self.machine.scratch_start = heap_end;
                let generator = self.program.actions[action as usize].generator;
                self.call(position, generator, &[object, event])
            }
            Awaited::Answer { .. } => {
                self.list_answers(position);
                self.list_written(position)
            }
            Awaited::Nobody | Awaited::Over | Awaited::Stuck | Awaited::Faulty => Pause::Returned(NULL),
        };
        self.machine.scratch_start = 0;
        self.machine.written.clear();
        if !matches!(pause, Pause::Returned(_)) {
            self.fail_by(position, pause);
            return Err(Faulty);
        }
        // The next list is put where there is one already, so that none need be dropped.
        let next = self.machine.spare.pop().unwrap_or_default();
        let candidates = std::mem::replace(&mut self.machine.candidates, next);
        // Nothing that was made on the way is needed where no candidate leads there.
        let words = &mut position.state.words;
        if words.len() > heap_end && !candidates.lead_behind(heap_end) {
            words.truncate(heap_end);
        }
        Ok(candidates)
    }

    /// The actions that the active player may take.
    fn list_actions(&mut self, position: &mut Position, generator: u32) -> Pause {
        position.state.words[header::ACTOR] = position.state.words[header::ACTIVE];
        let event = match self.program.choice_event {
            Some(class) => self.event(position, class),
            None => NULL,
        };
        self.machine.scratch_start = position.state.words.len();
        self.call(position, generator, &[event])
    }

    /// Whether a pseudo-legal candidate passes the filter that its generator left out.
    pub(crate) fn passes_filter(
        &mut self,
        position: &mut Position,
        candidate: Candidate<'_>,
    ) -> Result<bool, Faulty> {
        let filter = candidate.action.and_then(|a| self.program.actions[a as usize].filter);
        let Some(filter) = filter else { return Ok(true) };
        let mut args = [NULL; 2 + MAX_FILTERED_INPUTS];
        let n = 2 + candidate.inputs.len();
        args[0] = candidate.holder;
        args[2..n].copy_from_slice(candidate.inputs);
        self.begin_run();
        let heap_end = position.state.words.len();
        self.machine.scratch_start = heap_end;
        let pause = self.call(position, filter.passes, &args[..n]);
        self.machine.scratch_start = 0;
        let Pause::Returned(passes) = pause else {
            self.fail_by(position, pause);
            return Err(Faulty);
        };
        position.state.words.truncate(heap_end);
        Ok(passes == TRUE)
    }

    /// The `PlayerChoiceEvent` or `NoChoiceEvent` of the active player.
    pub(super) fn event(&mut self, position: &mut Position, class: u16) -> u64 {
        let active = position.state.words[header::ACTIVE];
        let mut memory = self.machine.memory(self.program, &mut position.state);
        match vm::new_object(&mut memory, class) {
            Ok(event) => {
                position.state.words[event as usize + object::FIELDS] = active;
                event
            }
            Err(_) => NULL,
        }
    }

    /// The options of a question in the middle of an effect.
    fn list_answers(&mut self, position: &Position) {
        let Some(Asking { options, how, .. }) = position.asked() else { return };
        let elements = |l| elements(&position.state.words, l);
        let candidates = &mut self.machine.candidates;
        match elements(options) {
            [all, least, most] if how & choose::SEVERAL != 0 => {
                let answer = Candidate { action: None, holder: NULL, inputs: &[*all] };
                // The machine has asked only where there are so few ways that they can be numbered.
                if let Some(ways) =
                    Ways::of_words(elements(*all).len(), *least, *most, how & choose::ORDERED != 0)
                {
                    candidates.push_ways(answer, ways);
                }
            }
            [first, last, step] if how & choose::NUMBERS != 0 => {
                let answer = Candidate { action: None, holder: NULL, inputs: &[*first] };
                // The machine has asked only where they can be counted.
                if let Ok(numbers) = Numbers::of_words(*first, *last, *step) {
                    candidates.push_numbers(answer, numbers);
                }
            }
            options => {
                for w in options {
                    candidates.push(Candidate { action: None, holder: NULL, inputs: &[*w] });
                }
            }
        }
        if how & choose::OPTIONAL != 0 {
            candidates.push(Candidate { action: None, holder: NULL, inputs: &[NULL] });
        }
    }

    /// The texts that are written as answers, and which the filters of the question take.
    fn list_written(&mut self, position: &mut Position) -> Pause {
        let Some(Asking { options, how, .. }) = position.asked() else { return Pause::Returned(NULL) };
        let Some(most) = most_written(how) else { return Pause::Returned(NULL) };
        let mut candidates = std::mem::take(&mut self.machine.candidates);
        for units in std::mem::take(&mut self.machine.written) {
            let proposals = elements(&position.state.words, options).to_vec();
            let mut memory = self.machine.memory(self.program, &mut position.state);
            let text = match memory.new_text(&units) {
                Ok(text) => text,
                Err(kind) => return Pause::Fault(Box::new(kind.into())),
            };
            let text_of = |w| memory.string(w).ok();
            let is_proposed = proposals.into_iter().any(|w| text_of(w) == text_of(text));
            let is_short = char::decode_utf16(units).count() <= usize::from(most);
            if is_short && !is_proposed && self.check_written(position, how, text).is_ok() {
                candidates.push(Candidate { action: None, holder: NULL, inputs: &[text] });
            }
        }
        self.machine.candidates = candidates;
        Pause::Returned(NULL)
    }

    /// Why the filters of a question refuse a text that is written as an answer, where they say it.
    pub(crate) fn check_written(
        &mut self,
        position: &Position,
        how: i64,
        text: u64,
    ) -> Result<(), Option<String>> {
        let Awaited::Answer { seat, base, .. } = position.awaited else { return Err(None) };
        if how & choose::CHECKED == 0 {
            return Ok(());
        }
        self.begin_run();
        self.machine.fuel.charge_copy(position.state.words.len());
        let mut copy = position.clone();
        let Some(frame) = copy.state.frames.last_mut() else { return Err(None) };
        (frame.return_pc, frame.host_pc) = (vm::HOST, copy.state.pc);
        let at = frame.base as usize + usize::from(base);
        copy.state.stack[at] = word::player(seat);
        copy.state.stack[at + 1] = text;
        // The instruction behind the question goes on with the answer.
        copy.state.pc += 1;
        self.machine.scratch_start = copy.state.words.len();
        let pause = self.go_on(&mut copy);
        self.machine.scratch_start = 0;
        match pause {
            Pause::Returned(TRUE) => Ok(()),
            Pause::Failed(why) => Err(Some(self.string(&mut copy.state, why))),
            _ => Err(None),
        }
    }
}
