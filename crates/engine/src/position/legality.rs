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

/// Trying a candidate may take one of so many parts of what one run may, whatever was tried before and however much is
/// left, so that what is legal does not depend on who asks and in which order.
const ALLOWANCES_OF_A_RUN: i64 = 10;

/// What is said of a candidate that takes too long to be tried.
const TAKES_TOO_LONG: &str = "it takes too long to be tried";

/// What is known of a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Tried {
    Legal,
    /// With what the rules say of it.
    Refused(String),
    /// It takes more than one candidate may: it is not legal either.
    TooLong,
    /// All is spent that may be spent until the next decision.
    Untried,
}

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
    /// one way to answer what is asked meanwhile. One that takes too long to be tried is not. Once the fuel is spent no
    /// candidate that needs a trial counts as legal, and the match ends, see [`Runner::end_if_spent`].
    pub(crate) fn is_legal(&mut self, position: &Position, candidate: Candidate<'_>) -> bool {
        self.tried(position, candidate) == Tried::Legal
    }

    /// What is known of a candidate, which is tried where it must be.
    pub(crate) fn tried(&mut self, position: &Position, candidate: Candidate<'_>) -> Tried {
        if !self.needs_trial(position, candidate) {
            return Tried::Legal;
        }
        if self.machine.fuel.is_exhausted() {
            return Tried::Untried;
        }
        self.machine.fuel.charge_copy(position.state.words.len());
        let refusal = self.within_the_allowance(position.state.pc, |runner| {
            runner.unnoticed(|runner| runner.refusal_here(position, candidate))
        });
        match refusal {
            Ok(None) => Tried::Legal,
            Ok(Some(why)) => Tried::Refused(why),
            Err(why) => why,
        }
    }

    /// Why a candidate is not legal; None if it is.
    fn refusal(&mut self, position: &Position, candidate: Candidate<'_>) -> Option<String> {
        match self.tried(position, candidate) {
            Tried::Legal => None,
            Tried::Refused(why) => Some(why),
            Tried::TooLong => Some(TAKES_TOO_LONG.to_owned()),
            Tried::Untried => Some(String::new()),
        }
    }

    /// Tries a candidate of a position whose code stands there with what every candidate may take, or gives what is known
    /// of it where that is not enough.
    fn within_the_allowance<T>(&mut self, pc: u32, try_it: impl FnOnce(&mut Self) -> T) -> Result<T, Tried> {
        let allowance = self.machine.limits.fuel / ALLOWANCES_OF_A_RUN;
        let is_whole = self.machine.fuel.left() >= allowance;
        let rest = self.machine.fuel.set_aside_beyond(allowance);
        // Listing the answers to what is asked on the way is not listing candidates.
        let others = self.machine.too_long.take();
        let outer = (self.searched.take(), self.stopped.take());
        let tried = try_it(self);
        let is_too_much = self.machine.fuel.is_exhausted();
        self.machine.fuel.give_back(rest);
        let (searched, stopped) = (self.searched, self.stopped);
        (self.searched, self.stopped) = outer;
        self.machine.too_long = others;
        if !is_too_much {
            return Ok(tried);
        }
        // What was tried with less than others may take is not known.
        if !is_whole {
            return Err(Tried::Untried);
        }
        self.note_too_long(match searched {
            Some(pc) => Fault { kind: FaultKind::TooManyAnswers, pc },
            None => Fault { kind: FaultKind::TooMuchWork, pc: stopped.unwrap_or(pc) },
        });
        Err(Tried::TooLong)
    }

    fn note_too_long(&mut self, fault: Fault) {
        let noted = &mut self.machine.too_long;
        if noted.as_ref().is_none_or(|noted| fault.pc < noted.pc) {
            *noted = Some(Box::new(fault.clone()));
        }
        self.machine.left_out.get_or_insert_with(|| Box::new(fault));
    }

    /// Ends the match where none of the candidates that were listed is legal, since some take too long to be tried or
    /// all is spent.
    pub(crate) fn end_if_too_long(&mut self, position: &mut Position) -> bool {
        if self.end_if_spent(position) {
            return true;
        }
        let too_long = self.machine.too_long.take();
        too_long.map(|fault| position.fail(*fault)).is_some()
    }

    /// Lists and tries as at a decision of a match: with what there is between two decisions, if so much is left.
    pub(crate) fn as_at_a_decision<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let rest = self.machine.fuel.set_aside_beyond(self.whole());
        let seen = look(self);
        self.machine.fuel.give_back(rest);
        seen
    }

    /// Why a candidate is not legal, while nothing is noticed; None if it is. Its first copy has been paid for.
    fn refusal_here(&mut self, position: &Position, candidate: Candidate<'_>) -> Option<String> {
        match self.try_candidate(position, candidate) {
            TrialResult::Legal => None,
            TrialResult::Refused(why) => Some(why),
            TrialResult::Asks(copy) => self.refusal_of_all_answers(*copy),
        }
    }

    /// What comes of a candidate on a copy of the match.
    fn try_candidate(&mut self, position: &Position, candidate: Candidate<'_>) -> TrialResult {
        let mut copy = match self.spare.pop() {
            Some(mut spare) => {
                spare.copy(position);
                spare
            }
            None => position.clone(),
        };
        let result = match self.run(&mut copy, candidate) {
            Ran::Through | Ran::Ended => {
                self.stopped = copy.fault.as_ref().map(|fault| fault.pc);
                TrialResult::Legal
            }
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
            self.machine.fuel.charge_copy(position.state.words.len());
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

    /// As [`Runner::is_legal`], of the candidate of that number.
    pub(crate) fn is_legal_at(
        &mut self,
        position: &mut Position,
        candidates: &mut Candidates,
        i: usize,
    ) -> bool {
        self.tried_at(position, candidates, i) == Tried::Legal
    }

    /// As [`Runner::tried`], of the candidate of that number; where it is of a group it is made for that alone.
    pub(crate) fn tried_at(
        &mut self,
        position: &mut Position,
        candidates: &mut Candidates,
        i: usize,
    ) -> Tried {
        if !candidates.has_groups() || !self.needs_trial(position, candidates.head(i)) {
            return self.tried(position, candidates.head(i));
        }
        // Nothing more can be tried.
        if self.machine.fuel.is_exhausted() {
            return Tried::Untried;
        }
        let heap_end = position.state.words.len();
        candidates.forget();
        let candidate = candidates.make(i, &mut position.state.words);
        // Making it costs more than the words that it takes.
        self.machine.fuel.charge_copy((position.state.words.len() - heap_end) * 64);
        let tried = self.tried(position, candidate);
        candidates.forget();
        position.state.words.truncate(heap_end);
        tried
    }

    pub(crate) fn any_legal(&mut self, position: &mut Position, candidates: &mut Candidates) -> bool {
        candidates.heads().any(|head| !self.needs_trial(position, head))
            || self.first_legal(position, candidates).is_some()
    }

    /// The first legal candidate, as far as they can be tried.
    pub(crate) fn first_legal(
        &mut self,
        position: &mut Position,
        candidates: &mut Candidates,
    ) -> Option<usize> {
        for i in 0..candidates.len() {
            if self.is_legal_at(position, candidates, i) {
                return Some(i);
            }
            if self.machine.fuel.is_exhausted() {
                break;
            }
        }
        None
    }

    /// The numbers of the legal candidates; the position fails where these are too many to be listed.
    pub(crate) fn legal(&mut self, position: &mut Position, candidates: &mut Candidates) -> Vec<usize> {
        if candidates.has_groups() && candidates.len() > MAX_WAYS_TRIED {
            position.fail(too_many_to_list(candidates.len()));
            return Vec::new();
        }
        (0..candidates.len()).filter(|i| self.is_legal_at(position, candidates, *i)).collect()
    }

    /// How many candidates are legal.
    pub(crate) fn count_legal(&mut self, position: &mut Position, candidates: &mut Candidates) -> usize {
        self.count_legal_noting(position, candidates, |_| ())
    }

    /// How many candidates are legal; their actions are noted, each once or more. Groups that need no trial are counted whole;
    /// the position fails where too many candidates of other groups would have to be tried.
    pub(crate) fn count_legal_noting(
        &mut self,
        position: &mut Position,
        candidates: &mut Candidates,
        mut note: impl FnMut(Option<u16>),
    ) -> usize {
        if candidates.heads().all(|head| !self.needs_trial(position, head)) {
            candidates.heads().for_each(|head| note(head.action));
            return candidates.len();
        }
        let (mut tried, mut ways, mut legal) = (candidates.singles(), 0, 0);
        for (numbers, _, head) in candidates.groups() {
            if self.needs_trial(position, head) {
                ways += numbers.len();
                tried.extend(numbers.take(MAX_WAYS_TRIED));
            } else {
                note(head.action);
                legal += numbers.len();
            }
        }
        if ways > MAX_WAYS_TRIED {
            position.fail(too_many_to_list(ways));
            return 0;
        }
        for i in tried {
            if self.is_legal_at(position, candidates, i) {
                note(candidates.head(i).action);
                legal += 1;
            }
        }
        legal
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
            // That nothing was legal says nothing where something could not be tried to its end.
            if !self.end_if_too_long(position) {
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
        let (awaited, pc) = (position.awaited, position.state.pc);
        let mut before = std::mem::take(&mut self.machine.buffer);
        before.clone_from(&position.state.words);
        self.machine.fuel.charge_copy(before.len());
        let ran = self.within_the_allowance(pc, |runner| {
            let ran = runner.run(position, candidate);
            runner.stopped = position.fault.as_ref().map(|fault| fault.pc);
            ran
        });
        let refused = matches!(ran, Err(_) | Ok(Ran::Refused(_)));
        if refused {
            std::mem::swap(&mut position.state.words, &mut before);
            position.state.frames.clear();
            position.state.snapshots.clear();
            position.state.watches.clear();
            position.state.moved.clear();
            position.running = None;
            position.awaited = awaited;
            position.state.pc = pc;
            position.fault = None;
        }
        self.machine.buffer = before;
        if !refused {
            position.has_chosen();
        }
        if matches!(ran, Ok(Ran::Through)) {
            self.run_to_decision(position);
        }
        !refused
    }
}
