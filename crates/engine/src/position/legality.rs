//! Which candidates are legal, and making one of them. What an action ensures is tried on a copy of the match.

use super::{Awaited, COUNTERS, Listing, Position, Ran, Runner, Running, same_but_random};
use bytecode::layout::header;
use bytecode::program::Refusals;
use bytecode::word::{self, NULL};
use vm::{Candidate, Candidates, Fault, FaultKind, Pause, Scrutiny, Trial};

/// Where several things are chosen together, so many ways to do so are gone through at most. What is shown of them as a
/// list is bounded by [`crate::question::MAX_LISTED`].
pub(crate) const MAX_WAYS_TRIED: usize = 100_000;

pub(crate) fn too_many_to_list(moves: usize) -> Fault {
    let message = format!("there are {moves} moves, too many to be listed: they can be chosen part by part");
    FaultKind::Other(message).into()
}

/// So many questions may follow one another in an effect while it is tried.
const MAX_OPEN_QUESTIONS: usize = 2000;

/// So many words of positions may be kept for them together, 256 MB.
const MAX_KEPT_WORDS: usize = 1 << 25;

/// What comes of a candidate that is tried.
enum TrialResult {
    Legal,
    Refused(String),
    /// Something is asked on the way.
    Asks(Box<Position>),
}

/// A question that comes up while a candidate is tried, and how far its answers have been tried.
struct OpenQuestion {
    position: Position,
    answers: Candidates,
    next: usize,
    /// Where the words end before one of the answers is made.
    heap_end: usize,
}

impl Runner<'_> {
    /// Whether a candidate must be tried before it is known to be legal.
    pub(crate) fn needs_trial(&self, position: &Position, candidate: Candidate<'_>) -> bool {
        // What several answer at once is not tried: nothing can fail behind it.
        if candidate.action.is_none() && position.asking().is_some() {
            return false;
        }
        let action = match (candidate.action, position.running) {
            (Some(action), _) | (None, Some(Running::Action(action))) => action,
            (None, Some(Running::Block)) => return true,
            (None, None) => return false,
        };
        self.program.actions.get(action as usize).is_none_or(|a| a.needs_trial)
    }

    /// Whether a candidate is legal: it leads to a state in which all that its action ensures holds, with at least
    /// one way to answer what is asked meanwhile. Once the fuel is spent no candidate that needs a trial counts as
    /// legal, and the match ends, see [`Runner::end_if_spent`].
    pub(crate) fn is_legal(&mut self, position: &Position, candidate: Candidate<'_>) -> bool {
        let spent = |r: &Runner<'_>| r.machine.fuel.is_exhausted();
        !self.needs_trial(position, candidate)
            || !spent(self) && self.refusal(position, candidate).is_none() && !spent(self)
    }

    /// Why a candidate is not legal; None if it is.
    pub(crate) fn refusal(&mut self, position: &Position, candidate: Candidate<'_>) -> Option<String> {
        self.unnoticed(|runner| runner.refusal_here(position, candidate))
    }

    /// The same, while nothing is noticed.
    fn refusal_here(&mut self, position: &Position, candidate: Candidate<'_>) -> Option<String> {
        match self.try_candidate(position, candidate) {
            TrialResult::Legal => None,
            TrialResult::Refused(why) => Some(why),
            TrialResult::Asks(copy) => self.refusal_of_all_answers(*copy),
        }
    }

    /// What comes of a candidate on a copy of the match.
    fn try_candidate(&mut self, position: &Position, candidate: Candidate<'_>) -> TrialResult {
        self.machine.fuel.charge_copy(position.state.words.len());
        let mut copy = match self.spare.pop() {
            Some(mut spare) => {
                spare.copy(position);
                spare
            }
            None => position.clone(),
        };
        let result = match self.run(&mut copy, candidate) {
            Ran::Through | Ran::Ended => TrialResult::Legal,
            Ran::Refused(why) => {
                TrialResult::Refused(why.map_or_else(String::new, |w| self.string(&mut copy.state, w)))
            }
            Ran::Asks => return TrialResult::Asks(Box::new(copy)),
        };
        self.spare.push(copy);
        result
    }

    /// As [`Runner::refusal`], in the words that whoever decides now may read, also where somebody else is asked on
    /// the way. None are told where it has looked at what they did not know before: which words it comes to would tell
    /// something of that, and so would what variables hold that the words put in.
    pub(crate) fn refusal_told(&mut self, position: &Position, candidate: Candidate<'_>) -> Option<String> {
        self.refusal_and_who_knew(position, candidate).map(|(why, _)| why)
    }

    /// The same, and who knew all before that it has looked at: a bit for each seat, and one for spectators.
    pub(super) fn refusal_and_who_knew(
        &mut self,
        position: &Position,
        candidate: Candidate<'_>,
    ) -> Option<(String, u64)> {
        let seat = position.decider()?;
        let before = position.state.words.clone();
        self.machine.scrutiny = Some(Box::new(Scrutiny::since(before.clone())));
        self.machine.trial = Some(Trial { reader: word::player(seat), before });
        let why = self.refusal(position, candidate);
        self.machine.trial = None;
        let knew = self.machine.scrutiny.take().map_or(0, |scrutiny| scrutiny.readers);
        let knew_all = knew & 1 << (seat & 31) != 0;
        why.map(|why| (if knew_all { why } else { String::new() }, knew))
    }

    /// Why a function fails where it is run as the effect of an action of a seat; None if it does not.
    pub(crate) fn block_refusal(
        &mut self,
        position: &Position,
        function: u32,
        seat: u32,
        args: &[u64],
    ) -> Option<String> {
        let mut copy = position.clone();
        self.unnoticed(move |runner| match runner.begin_block(&mut copy, function, seat, args) {
            Ran::Through | Ran::Ended => None,
            Ran::Refused(why) => Some(why.map_or_else(String::new, |w| runner.string(&mut copy.state, w))),
            Ran::Asks => runner.refusal_of_all_answers(copy),
        })
    }

    /// Runs a function as the effect of an action of a seat, and goes on to the next decision. False where it fails.
    pub(crate) fn play_block(
        &mut self,
        position: &mut Position,
        function: u32,
        seat: u32,
        args: &[u64],
    ) -> bool {
        position.has_chosen();
        let ran = self.begin_block(position, function, seat, args);
        if let Ran::Through = ran {
            self.run_to_decision(position);
        }
        !matches!(ran, Ran::Refused(_))
    }

    fn begin_block(&mut self, position: &mut Position, function: u32, seat: u32, args: &[u64]) -> Ran {
        self.begin_run();
        position.state.words[header::ACTOR] = word::player(seat);
        position.running = Some(Running::Block);
        let pause = self.call(position, function, args);
        self.ran(position, pause)
    }

    /// Why no answer to what is asked leads to a legal end; None if one does, or where several are asked at once, who
    /// may not be looked into. The search goes down first, and keeps what is open in a list of its own: questions may
    /// follow one another further than the stack reaches.
    fn refusal_of_all_answers(&mut self, first: Position) -> Option<String> {
        let mut open = Vec::new();
        let mut refusal = self.open_question(&mut open, first);
        while let (Some(_), Some(question)) = (&refusal, open.last_mut()) {
            if question.next == question.answers.len() {
                self.close_question(&mut open);
                continue;
            }
            let OpenQuestion { position, answers, next, heap_end } = question;
            // What was made for the answer before is dropped.
            answers.forget();
            position.state.words.truncate(*heap_end);
            let answer = answers.make(*next, &mut position.state.words);
            let result = self.try_candidate(position, answer);
            *next += 1;
            let pc = position.state.pc;
            refusal = match result {
                TrialResult::Legal => None,
                TrialResult::Refused(why) => Some(why),
                TrialResult::Asks(copy) => self.open_question(&mut open, *copy),
            };
            if self.machine.fuel.is_exhausted() {
                self.searched.get_or_insert(pc.saturating_sub(1));
                refusal = Some(String::new());
                break;
            }
        }
        while !open.is_empty() {
            self.close_question(&mut open);
        }
        refusal
    }

    /// Adds what a position asks to the questions that are open. None where any answer will do.
    fn open_question(&mut self, open: &mut Vec<OpenQuestion>, mut position: Position) -> Option<String> {
        if position.asking().is_some() {
            self.spare.push(position);
            return None;
        }
        if open.len() >= MAX_OPEN_QUESTIONS || open.len() * position.state.words.len() > MAX_KEPT_WORDS {
            // Each keeps the whole position. There is no end in sight.
            self.searched.get_or_insert(position.state.pc.saturating_sub(1));
            self.machine.fuel.reset(0);
            self.spare.push(position);
            return Some(String::new());
        }
        let Ok(answers) = self.list(&mut position) else {
            self.spare.push(position);
            return None;
        };
        let heap_end = position.state.words.len();
        open.push(OpenQuestion { position, answers, next: 0, heap_end });
        Some(String::new())
    }

    fn close_question(&mut self, open: &mut Vec<OpenQuestion>) {
        self.spare.extend(open.pop().map(|question| question.position));
    }

    /// As [`Runner::is_legal`], of the candidate of that number; where it is of a group it is made for that alone.
    pub(crate) fn is_legal_at(
        &mut self,
        position: &mut Position,
        candidates: &mut Candidates,
        i: usize,
    ) -> bool {
        if !candidates.has_groups() || !self.needs_trial(position, candidates.head(i)) {
            return self.is_legal(position, candidates.head(i));
        }
        // Nothing more can be tried.
        if self.machine.fuel.is_exhausted() {
            return false;
        }
        let heap_end = position.state.words.len();
        candidates.forget();
        let candidate = candidates.make(i, &mut position.state.words);
        // Making it costs more than the words that it takes.
        self.machine.fuel.charge_copy((position.state.words.len() - heap_end) * 64);
        let is_legal = self.is_legal(position, candidate);
        candidates.forget();
        position.state.words.truncate(heap_end);
        is_legal
    }

    pub(crate) fn any_legal(&mut self, position: &mut Position, candidates: &mut Candidates) -> bool {
        if candidates.heads().any(|head| !self.needs_trial(position, head)) {
            return true;
        }
        for i in 0..candidates.len() {
            if self.is_legal_at(position, candidates, i) {
                return true;
            }
            if self.machine.fuel.is_exhausted() {
                return false;
            }
        }
        false
    }

    /// The numbers of the legal candidates; the position fails where these are too many to be listed.
    pub(crate) fn legal(&mut self, position: &mut Position, candidates: &mut Candidates) -> Vec<usize> {
        if candidates.has_groups() && candidates.len() > MAX_WAYS_TRIED {
            position.fail(too_many_to_list(candidates.len()));
            return Vec::new();
        }
        (0..candidates.len()).filter(|i| self.is_legal_at(position, candidates, *i)).collect()
    }

    /// How many candidates are legal. Where none needs a trial they are not gone through.
    pub(crate) fn count_legal(&mut self, position: &mut Position, candidates: &mut Candidates) -> usize {
        if candidates.heads().any(|head| self.needs_trial(position, head)) {
            return self.legal(position, candidates).len();
        }
        candidates.len()
    }

    /// What refuses an action with these inputs before it is tried, by its number among the reasons, and the words of the
    /// rules for it that the player may read who decides.
    pub(crate) fn reason(
        &mut self,
        position: &Position,
        refusals: &Refusals,
        holder: u64,
        inputs: &[u64],
    ) -> Option<(usize, Option<String>)> {
        let mut copy = position.clone();
        if let Awaited::Seal { seat } = position.awaited {
            copy.state.words[header::ACTIVE] = word::player(seat);
        }
        copy.state.words[header::ACTOR] = copy.state.words[header::ACTIVE];
        let event = self.program.choice_event.map_or(NULL, |class| self.event(&mut copy, class));
        self.begin_run();
        self.machine.scratch_start = copy.state.words.len();
        let args = [&[holder, event], inputs].concat();
        let pause = self.call(&mut copy, refusals.function, &args);
        self.machine.scratch_start = 0;
        let Pause::Returned(reason) = pause else { return None };
        let why = refusals.reasons.get(reason as usize)?.why;
        Some((reason as usize, why.and_then(|why| self.text_of(&mut copy, why, &args))))
    }

    /// Makes sure that somebody can decide something, or that the match is over.
    pub(crate) fn verify(&mut self, position: &mut Position) {
        while !position.is_over() && !self.end_if_spent(position) {
            let keeps_list = self.kept.as_ref().is_some_and(|kept| kept.keeps_list);
            let before = keeps_list.then(|| (position.state.words.clone(), self.machine.fuel.left()));
            let Ok(mut candidates) = self.list(position) else { return };
            let left = self.machine.fuel.left();
            let found = self.any_legal(position, &mut candidates);
            if found {
                if let Some((before, had)) = before {
                    candidates.forget();
                    self.kept().listing = Listing::once_more(&before, position, &candidates, had - left);
                }
                return self.reuse(candidates);
            }
            self.reuse(candidates);
            // Nothing that was tried when the fuel was spent counts as legal, which says nothing.
            if !self.end_if_spent(position) {
                self.no_choice(position);
            }
        }
    }

    /// Nobody can decide anything: raises `NoChoiceEvent`, or ends the match as stuck, also where it comes back to a
    /// position since which nobody chose.
    pub(crate) fn no_choice(&mut self, position: &mut Position) {
        let raiser = match position.awaited {
            Awaited::Act | Awaited::Nobody => self.program.no_choice,
            // Other decisions come up only where something can be decided.
            _ => None,
        };
        let Some(raiser) = raiser else {
            position.awaited = Awaited::Stuck;
            return;
        };
        let before = self.compacted(position);
        if !position.since_choice.insert(vm::hash(&before)) {
            position.awaited = Awaited::Stuck;
            return;
        }
        self.begin_run();
        let event = self.event(position, self.program.no_choice_class);
        match self.call(position, raiser, &[event]) {
            Pause::Returned(_) => self.run_to_decision(position),
            Pause::Ended => position.end(),
            other => self.fail_by(position, other),
        }
        if !matches!(position.awaited, Awaited::Act | Awaited::Nobody) {
            return;
        }
        if same_but_random(&before, &self.compacted(position)) {
            position.awaited = Awaited::Stuck;
        }
    }

    /// The words of a position without what was dropped, so that equal positions have equal ones. The position itself
    /// stays as it is: a script may hold addresses.
    fn compacted(&mut self, position: &Position) -> Vec<u64> {
        let mut words = position.state.words.clone();
        self.machine.fuel.charge_copy(words.len() * 2);
        vm::compact(self.program, &mut words, &mut self.machine.buffer);
        for at in COUNTERS {
            words[at] = 0;
        }
        words
    }

    /// Makes a candidate, which is legal, and goes on to the next decision.
    pub(crate) fn play(&mut self, position: &mut Position, candidate: Candidate<'_>) {
        position.has_chosen();
        if let Awaited::Seal { seat } = position.awaited {
            return self.seal(position, seat, candidate);
        }
        match self.run(position, candidate) {
            Ran::Through => self.run_to_decision(position),
            Ran::Refused(_) => {
                position.fail(Fault { kind: FaultKind::Impossible("an illegal move"), pc: position.state.pc })
            }
            Ran::Asks | Ran::Ended => {}
        }
    }

    /// Makes a candidate if it is legal, otherwise leaves everything as it was. Whether it was made.
    pub(crate) fn play_if_legal(&mut self, position: &mut Position, candidate: Candidate<'_>) -> bool {
        if !self.needs_trial(position, candidate) {
            self.play(position, candidate);
            return true;
        }
        let makes_choices = candidate.action.is_none_or(|a| self.program.actions[a as usize].makes_choices);
        if makes_choices || matches!(position.awaited, Awaited::Seal { .. }) {
            if !self.is_legal(position, candidate) {
                return false;
            }
            self.play(position, candidate);
            return true;
        }
        let awaited = position.awaited;
        let mut before = std::mem::take(&mut self.machine.buffer);
        before.clone_from(&position.state.words);
        self.machine.fuel.charge_copy(before.len());
        let ran = self.run(position, candidate);
        let refused = matches!(ran, Ran::Refused(_));
        if refused {
            std::mem::swap(&mut position.state.words, &mut before);
            position.state.frames.clear();
            position.state.snapshots.clear();
            position.awaited = awaited;
        }
        self.machine.buffer = before;
        if !refused {
            position.has_chosen();
        }
        if matches!(ran, Ran::Through) {
            self.run_to_decision(position);
        }
        !refused
    }
}
