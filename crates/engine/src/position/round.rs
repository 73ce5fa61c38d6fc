//! Rounds in which several players decide without seeing what the others choose: who is asked, what they sealed,
//! and carrying it out one after the other once all have. It knows neither views nor texts.

use super::{Position, Ran, Runner, Waiting, seat_words};
use bytecode::layout::{header, list, object, seat};
use bytecode::program::{Show, Simultaneous};
use bytecode::word::{self, NULL};
use vm::{Candidate, Fault, FaultKind, Pause};

/// A choice that nobody has seen yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sealed {
    pub seat: u32,
    pub action: u16,
    pub holder: u64,
    pub inputs: Vec<u64>,
}

/// One round of decisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Round {
    /// Who is asked, in the order of the seats from the active player on.
    pub order: Vec<u32>,
    /// What was chosen and has not been carried out yet, in that order.
    pub sealed: Vec<Sealed>,
    /// Somebody has still to answer.
    pub asking: bool,
    /// Everybody sees who has answered already.
    pub shows_answered: bool,
    /// The active player besides whoever carries out a choice.
    active: u64,
    /// Whose choice is being carried out.
    carrying_out: Option<u32>,
    /// The function that runs once everything has been carried out.
    then: Option<u32>,
}

impl Sealed {
    pub(crate) fn candidate(&self) -> Candidate<'_> {
        Candidate { action: Some(self.action), holder: self.holder, inputs: &self.inputs }
    }
}

impl Round {
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

    /// Everything as words, for a hash.
    pub(crate) fn words(&self) -> Vec<u64> {
        let mut words = vec![self.active, u64::from(self.asking), self.order.len() as u64];
        words.extend(self.order.iter().chain(&self.carrying_out).map(|s| u64::from(*s)));
        for s in &self.sealed {
            words.extend([u64::from(s.seat), u64::from(s.action), s.holder]);
            words.extend(&s.inputs);
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
        self.round.as_deref().filter(|round| round.asking && matches!(self.waiting, Waiting::Seal { .. }))
    }

    /// Makes that seat the one whose choices are listed; false if it has nothing to decide now.
    pub(crate) fn focus(&mut self, seat: u32) -> bool {
        match self.asking() {
            Some(round) if round.pending().contains(&seat) => {
                self.waiting = Waiting::Seal { seat };
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
            position.waiting = Waiting::Seal { seat: p };
            let Ok(mut candidates) = self.list(position) else { return };
            if self.any_legal(position, &mut candidates) {
                order.push(p);
            }
            self.reuse(candidates);
            position.state.words.truncate(heap_end);
            if self.end_if_spent(position) {
                return;
            }
        }
        let Some(first) = order.first() else {
            position.waiting = Waiting::Nobody;
            return;
        };
        position.waiting = Waiting::Seal { seat: *first };
        let (then, shows_answered) = (simultaneous.then, simultaneous.open);
        position.round = Some(Box::new(Round {
            order,
            sealed: Vec::new(),
            asking: true,
            shows_answered,
            active,
            carrying_out: None,
            then,
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
        let (Some(action), Some(round)) = (candidate.action, position.round.as_mut()) else { return };
        round.sealed.push(Sealed {
            seat,
            action,
            holder: candidate.holder,
            inputs: candidate.inputs.to_vec(),
        });
        self.ask_next(position);
    }

    /// Asks the next who has still to answer, or carries out what was chosen.
    pub(super) fn ask_next(&mut self, position: &mut Position) {
        let Some(round) = position.round.as_mut() else { return };
        if let Some(next) = round.pending().first() {
            position.waiting = Waiting::Seal { seat: *next };
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
        if self.machine.fuel.is_exhausted() {
            self.end_if_spent(position);
            return Carried::Waits;
        }
        let active = &mut position.state.words[header::ACTIVE];
        if let Some(seat) = round.carrying_out.take()
            && *active != word::player(seat)
        {
            // It has passed.
            round.active = *active;
        }
        *active = round.active;
        if !round.sealed.is_empty() {
            let sealed = round.sealed.remove(0);
            round.carrying_out = Some(sealed.seat);
            return self.carry_out_choice(position, &sealed);
        }
        let then = round.then;
        position.round = None;
        position.running = None;
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
        position.state.words[header::ACTIVE] = word::player(sealed.seat);
        position.waiting = Waiting::Seal { seat: sealed.seat };
        if !self.is_there(position, sealed) {
            return Carried::On;
        }
        if !self.is_legal(position, sealed.candidate()) {
            return if self.end_if_spent(position) { Carried::Waits } else { Carried::On };
        }
        carried(&self.run(position, sealed.candidate()))
    }

    /// Whether the objects of a choice are still in the game.
    fn is_there(&self, position: &Position, sealed: &Sealed) -> bool {
        let inputs = &self.program.actions[sealed.action as usize].inputs;
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

/// Whether no object in a value was removed.
fn exists(words: &[u64], w: u64, show: &Show) -> bool {
    match show {
        _ if w == NULL => true,
        Show::Object => words[w as usize] & object::REMOVED == 0,
        Show::List(of) if matches!(**of, Show::Object | Show::List(_)) => {
            let data = list::data(words[w as usize + 1]);
            words[data..data + list::length(words[w as usize])].iter().all(|w| exists(words, *w, of))
        }
        _ => true,
    }
}
