//! Rounds in which several players decide without seeing what the others choose, in a phase or in the middle of an
//! effect: who is asked, what they sealed, and what comes of it once all have. It knows neither views nor texts.

use super::{Awaited, Position, Ran, Runner, seat_words};
use crate::view::heard::Voided;
use bytecode::layout::{header, is_constant, list, object, seat};
use bytecode::op::choose;
use bytecode::program::{Show, Simultaneous};
use bytecode::word::{self, Kind, NULL, TRUE};
use vm::sight::EVERYBODY;
use vm::{Candidate, Fault, FaultKind, Pause};

/// What somebody is asked in the middle of an effect.
pub(crate) struct Asking {
    /// The list of options, or of all elements, the fewest and the most.
    pub options: u64,
    /// See [`bytecode::op::choose`].
    pub how: i64,
    pub prompt: u64,
}

/// A choice that nobody has seen yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sealed {
    pub seat: u32,
    /// None for an answer.
    pub action: Option<u16>,
    pub holder: u64,
    pub inputs: Vec<u64>,
}

/// One round of decisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Round {
    /// Who is asked: in a phase in the order of the seats from the active player on, else as the rules list them.
    pub order: Vec<u32>,
    /// What was chosen and has not been carried out yet, in that order.
    pub sealed: Vec<Sealed>,
    /// Somebody has still to answer.
    pub asking: bool,
    /// Everybody sees who has answered already.
    pub shows_answered: bool,
    kind: RoundKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum RoundKind {
    /// Of a phase.
    Phase {
        /// The active player besides whoever carries out a choice.
        active: u64,
        /// Whose choice is being carried out.
        carrying_out: Option<u32>,
        /// The function that runs once everything has been carried out.
        then: Option<u32>,
    },
    /// In the middle of an effect.
    Question {
        /// For the answers; null where it is asked for the first who says yes.
        table: u64,
        /// The round in which the effect is carried out.
        outer: Option<Box<Round>>,
    },
}

impl Sealed {
    pub(crate) fn candidate(&self) -> Candidate<'_> {
        Candidate { action: self.action, holder: self.holder, inputs: &self.inputs }
    }
}

impl Round {
    fn keep(&mut self, seat: u32, candidate: Candidate<'_>) {
        let Candidate { action, holder, inputs } = candidate;
        self.sealed.push(Sealed { seat, action, holder, inputs: inputs.to_vec() });
    }

    /// Who has answered, in ascending order.
    pub(crate) fn answered(&self) -> Vec<u32> {
        let mut seats: Vec<u32> = self.sealed.iter().map(|s| s.seat).collect();
        seats.sort_unstable();
        seats
    }

    /// Who has still to answer, in the order in which they are asked.
    pub(crate) fn pending(&self) -> Vec<u32> {
        let answered = |seat: &u32| self.sealed.iter().any(|s| s.seat == *seat);
        self.order.iter().copied().filter(|seat| !answered(seat)).collect()
    }

    /// Whether a choice of somebody who is asked is the last of the round: nobody is left, or it is the first yes.
    pub(crate) fn ends_with(&self, candidate: Candidate<'_>) -> bool {
        self.pending().len() <= 1 || self.is_first_yes(candidate)
    }

    /// Whether the round ends with a choice whatever others have said, which nobody learns then.
    pub(crate) fn is_first_yes(&self, candidate: Candidate<'_>) -> bool {
        matches!(self.kind, RoundKind::Question { table: NULL, .. }) && candidate.inputs == [TRUE]
    }

    /// Everything as words, for a hash.
    pub(crate) fn words(&self) -> Vec<u64> {
        let mut words = vec![u64::from(self.asking), self.order.len() as u64];
        words.extend(self.order.iter().map(|s| u64::from(*s)));
        for s in &self.sealed {
            words.extend([u64::from(s.seat), s.action.map_or(NULL, u64::from), s.holder]);
            words.extend(&s.inputs);
        }
        match &self.kind {
            RoundKind::Phase { active, carrying_out, .. } => {
                words.push(*active);
                words.extend(carrying_out.map(u64::from));
            }
            RoundKind::Question { outer, .. } => words.extend(outer.iter().flat_map(|round| round.words())),
        }
        words
    }
}

/// What became of the sealed choices.
pub(super) enum Carried {
    /// There is nothing to carry out now.
    Nothing,
    /// One step is done.
    On,
    /// The match waits for an answer, or is over.
    Waits,
}

impl Position {
    /// The round in which somebody has still to answer.
    pub(crate) fn asking(&self) -> Option<&Round> {
        // What a choice would ask that is being tried is none of the phase's.
        let asks = |round: &&Round| match self.awaited {
            Awaited::Seal { .. } => matches!(round.kind, RoundKind::Phase { .. }),
            Awaited::Answer { .. } => matches!(round.kind, RoundKind::Question { .. }),
            _ => false,
        };
        self.round.as_deref().filter(|round| round.asking).filter(asks)
    }

    /// What whoever decides is asked in the middle of an effect.
    pub(crate) fn asked(&self) -> Option<Asking> {
        let Awaited::Answer { seat, base, .. } = self.awaited else { return None };
        let at = self.state.frames.last()?.base as usize + usize::from(base);
        let window = |i: usize| self.state.stack.get(at + i).copied();
        if self.asking().is_none() {
            return Some(Asking { options: window(1)?, how: window(2)? as i64, prompt: window(3)? });
        }
        let of = |list: u64| elements(&self.state.words, list);
        let k = of(window(0)?).iter().position(|p| *p == word::player(seat))?;
        Some(Asking { options: of(window(1)?)[k], how: window(3)? as i64, prompt: of(window(2)?)[k] })
    }

    /// Puts one thing in the place of another, and the other way round, among what is offered in the middle of an effect:
    /// the options were listed before, and do not change when the two are exchanged where they lie. Whether a filter would
    /// let the other through is not asked again, and what else names the two goes on naming them.
    pub(crate) fn exchange_options(&mut self, one: u64, other: u64) {
        for list in self.lists_of_options() {
            let words = &mut self.state.words;
            let (n, data) = (list::length(words[list as usize]), list::data(words[list as usize + 1]));
            for w in &mut words[data..data + n] {
                *w = match *w {
                    w if w == one => other,
                    w if w == other => one,
                    w => w,
                };
            }
        }
    }

    /// The lists of things that are offered in the middle of an effect, without zones themselves.
    fn lists_of_options(&self) -> Vec<u64> {
        let Awaited::Answer { base, .. } = self.awaited else { return Vec::new() };
        let at = self.state.frames.last().map_or(0, |f| f.base as usize) + usize::from(base);
        let of = |list: u64| elements(&self.state.words, list);
        let window = |i: usize| self.state.stack.get(at + i).copied().unwrap_or(NULL);
        let (lists, how) = match self.asking() {
            None => (vec![window(1)], window(2) as i64),
            Some(_) => (of(window(1)).to_vec(), window(3) as i64),
        };
        let things = |list: &u64| match how & choose::SEVERAL {
            0 => Some(*list),
            _ => of(*list).first().copied(),
        };
        let head = |list: u64| self.state.words[list as usize];
        let are_things = |list: &u64| !is_constant(*list) && list::kind(head(*list)) == Kind::Ref;
        let is_there = |list: &&u64| **list != NULL && !is_constant(**list);
        let lists = lists.iter().filter(is_there).filter_map(things).filter(are_things);
        // Where a zone itself is offered, they are exchanged in it already.
        lists.filter(|list| list::zone(head(*list)) == list::NO_ZONE).collect()
    }

    /// Begins a round in the middle of an effect.
    pub(super) fn ask_together(&mut self, base: u16, show: u16) {
        let at = self.state.frames.last().map_or(0, |f| f.base as usize) + usize::from(base);
        let players = elements(&self.state.words, self.state.stack[at]);
        let order: Vec<u32> = players.iter().map(|p| word::to_player(*p)).collect();
        self.awaited = Awaited::Answer { seat: order[0], base, show };
        let kind = RoundKind::Question { table: self.state.stack[at + 4], outer: self.round.take() };
        let round = Round { order, sealed: Vec::new(), asking: true, shows_answered: false, kind };
        self.round = Some(Box::new(round));
    }

    /// Lists the choices of that seat.
    fn wait_for(&mut self, other: u32) {
        if let Awaited::Seal { seat } | Awaited::Answer { seat, .. } = &mut self.awaited {
            *seat = other;
        }
    }

    /// Makes that seat the one whose choices are listed; false if it has nothing to decide now.
    pub(crate) fn focus(&mut self, seat: u32) -> bool {
        match self.asking() {
            Some(round) if round.pending().contains(&seat) => {
                self.wait_for(seat);
                true
            }
            Some(_) => false,
            None => self.decider() == Some(seat),
        }
    }
}

impl Runner<'_> {
    /// Begins a round if several decide at once in the active phase and nothing else is under way.
    pub(super) fn begin_round(&mut self, position: &mut Position) {
        position.round = None;
        let Some(simultaneous) = self.simultaneous(position) else { return };
        let heap_end = position.state.words.len();
        let Some(asked) = self.asked_players(position, simultaneous) else { return };
        position.state.words.truncate(heap_end);
        let active = position.state.words[header::ACTIVE];
        let mut order = Vec::new();
        for k in 0..position.players() {
            let p = (word::to_player(active) + k) % position.players();
            let is_out = seat_words(self.program, &position.state.words, p)[seat::OUT] == 1;
            if is_out || asked >> p & 1 == 0 {
                continue;
            }
            position.awaited = Awaited::Seal { seat: p };
            let Ok(mut candidates) = self.list(position) else { return };
            let found = self.any_legal(position, &mut candidates);
            if found {
                order.push(p);
            }
            self.reuse(candidates);
            position.state.words.truncate(heap_end);
            if !found && self.end_if_too_long(position) || self.end_if_spent(position) {
                return;
            }
        }
        let Some(first) = order.first() else {
            position.awaited = Awaited::Nobody;
            return;
        };
        position.awaited = Awaited::Seal { seat: *first };
        let (then, shows_answered) = (simultaneous.then, simultaneous.open);
        position.round = Some(Box::new(Round {
            order,
            sealed: Vec::new(),
            asking: true,
            shows_answered,
            kind: RoundKind::Phase { active, carrying_out: None, then },
        }));
    }

    fn simultaneous(&self, position: &Position) -> Option<Simultaneous> {
        let words = &position.state.words;
        let turn = self.program.turns.get(words[header::TURN] as usize)?;
        *turn.simultaneous.get(words[header::PHASE] as usize)?
    }

    /// Those whom the phase names, one bit each.
    fn asked_players(&mut self, position: &mut Position, simultaneous: Simultaneous) -> Option<u64> {
        self.begin_run();
        position.state.words[header::ACTOR] = position.state.words[header::ACTIVE];
        self.machine.scratch_start = position.state.words.len();
        let pause = self.call(position, simultaneous.players, &[]);
        self.machine.scratch_start = 0;
        let all = match pause {
            Pause::Returned(NULL) => {
                let at = self.program.functions[simultaneous.players as usize].entry;
                position.fail(Fault { kind: FaultKind::Null, pc: at });
                return None;
            }
            Pause::Returned(all) => all as usize,
            other => {
                self.fail_by(position, other);
                return None;
            }
        };
        let words = &position.state.words;
        let data = list::data(words[all + 1]);
        let players = words[data..data + list::length(words[all])].iter().filter(|w| **w != NULL);
        Some(players.fold(0, |mask, w| mask | 1 << word::to_player(*w)))
    }

    /// Keeps a legal candidate for when all have answered.
    pub(super) fn seal(&mut self, position: &mut Position, seat: u32, candidate: Candidate<'_>) {
        let Some(round) = position.round.as_mut() else { return };
        round.keep(seat, candidate);
        self.ask_next(position);
    }

    /// Keeps an answer. What comes of the round, where it was the last; None where others are still to answer.
    pub(super) fn seal_answer(&mut self, position: &mut Position, candidate: Candidate<'_>) -> Option<u64> {
        let (seat, round) = (position.decider()?, position.round.as_mut()?);
        let is_last = round.ends_with(candidate);
        round.keep(seat, candidate);
        if let (Some(next), false) = (round.pending().first(), is_last) {
            let next = *next;
            position.wait_for(next);
            return None;
        }
        let ended = position.round.take()?;
        let RoundKind::Question { table, outer } = ended.kind else { return None };
        position.round = outer;
        if table == NULL {
            return Some(if candidate.inputs == [TRUE] { word::player(seat) } else { NULL });
        }
        let mut memory = self.machine.memory(self.program, &mut position.state);
        for player in ended.order {
            let answer = ended.sealed.iter().find(|s| s.seat == player)?.inputs[0];
            if let Err(kind) = vm::put_player(&mut memory, table, word::player(player), answer) {
                position.fail(kind.into());
                return None;
            }
        }
        Some(table)
    }

    /// Asks the next who has still to answer, or carries out what was chosen.
    pub(super) fn ask_next(&mut self, position: &mut Position) {
        let Some(round) = position.round.as_mut() else { return };
        if let Some(next) = round.pending().first() {
            let next = *next;
            position.wait_for(next);
            return;
        }
        round.asking = false;
        let order = &round.order;
        round.sealed.sort_by_key(|s| order.iter().position(|seat| *seat == s.seat));
        self.run_to_decision(position);
    }

    /// Carries out the next sealed choice, or what follows all of them.
    pub(super) fn carry_out(&mut self, position: &mut Position) -> Carried {
        let Some(round) = position.round.as_mut().filter(|round| !round.asking) else {
            return Carried::Nothing;
        };
        let RoundKind::Phase { active: before, carrying_out, then } = &mut round.kind else {
            return Carried::Nothing;
        };
        if self.machine.fuel.is_exhausted() {
            self.end_if_spent(position);
            return Carried::Waits;
        }
        let active = &mut position.state.words[header::ACTIVE];
        if let Some(seat) = carrying_out.take()
            && *active != word::player(seat)
        {
            // It has passed.
            *before = *active;
        }
        *active = *before;
        if !round.sealed.is_empty() {
            let sealed = round.sealed.remove(0);
            *carrying_out = Some(sealed.seat);
            return self.carry_out_choice(position, &sealed);
        }
        let then = *then;
        position.round = None;
        position.running = None;
        if !self.settle_anew(position) {
            return Carried::Waits;
        }
        position.state.words[header::ACTOR] = position.state.words[header::ACTIVE];
        let Some(then) = then else { return Carried::On };
        self.begin_run();
        let pause = self.call(position, then, &[]);
        match pause {
            Pause::Failed(_) => {
                self.fail_by(position, pause);
                Carried::Waits
            }
            pause => carried(&self.ran(position, pause)),
        }
    }

    /// Carries out a choice, if that is still possible.
    fn carry_out_choice(&mut self, position: &mut Position, sealed: &Sealed) -> Carried {
        if let Some(tracer) = self.kept.as_mut().and_then(|kept| kept.tracer.as_mut()) {
            tracer.begin_choice();
        }
        position.state.words[header::ACTIVE] = word::player(sealed.seat);
        position.awaited = Awaited::Seal { seat: sealed.seat };
        if !self.is_there(position, sealed) {
            self.note_voided(position, sealed, false);
            return Carried::On;
        }
        if !self.is_legal(position, sealed.candidate()) {
            if self.end_if_spent(position) {
                return Carried::Waits;
            }
            self.note_voided(position, sealed, true);
            return Carried::On;
        }
        carried(&self.run(position, sealed.candidate()))
    }

    /// Notes for those who follow the match that nothing comes of a choice, which may have been tried. Others are told
    /// where that follows from what they know.
    fn note_voided(&mut self, position: &Position, sealed: &Sealed, is_tried: bool) {
        if !self.is_traced() {
            return;
        }
        let action = sealed.action.map(|action| &self.program.actions[usize::from(action)]);
        let (left, searched) = (self.machine.fuel.left(), self.searched);
        let tried = Some(()).filter(|()| is_tried);
        let tried = tried.and_then(|()| self.refusal_and_who_knew(position, sealed.candidate()));
        // Whether somebody follows it makes no difference to the match.
        self.machine.fuel.reset(left);
        self.searched = searched;
        let (why, knew) = tried.unwrap_or_default();
        let is_secret = action.is_none_or(|action| action.inputs.iter().any(|input| input.secret));
        let readers = match self.game.hides_things() {
            _ if is_secret => 0,
            false => EVERYBODY,
            true => knew,
        };
        let why = if action.is_some_and(|action| action.is_open) { why } else { String::new() };
        let kept = self.kept();
        kept.voided.push(Voided { by: sealed.seat, readers, why, after: kept.heard.len() });
    }

    /// Whether the objects of a choice are still in the game.
    fn is_there(&self, position: &Position, sealed: &Sealed) -> bool {
        let Some(action) = sealed.action else { return true };
        let inputs = &self.program.actions[usize::from(action)].inputs;
        let holder = position.state.words[sealed.holder as usize] & object::REMOVED == 0;
        let words = &position.state.words;
        holder && inputs.iter().zip(&sealed.inputs).all(|(input, w)| exists(words, *w, &input.show))
    }
}

fn carried(ran: &Ran) -> Carried {
    match ran {
        Ran::Through | Ran::Refused(_) => Carried::On,
        Ran::Asks | Ran::Ended => Carried::Waits,
    }
}

/// The elements of a list.
pub(super) fn elements(words: &[u64], list: u64) -> &[u64] {
    let data = list::data(words[list as usize + 1]);
    &words[data..data + list::length(words[list as usize])]
}

/// Whether no object in a value was removed.
fn exists(words: &[u64], w: u64, show: &Show) -> bool {
    match show {
        _ if w == NULL => true,
        Show::Object | Show::List(_) if is_constant(w) => true,
        Show::Object => words[w as usize] & object::REMOVED == 0,
        Show::List(of) if matches!(**of, Show::Object | Show::List(_)) => {
            elements(words, w).iter().all(|w| exists(words, *w, of))
        }
        _ => true,
    }
}
