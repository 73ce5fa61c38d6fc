//! The course of a match: `setup`, what events have put into the queue, and stopping at the next decision. It does
//! not look at whether that decision has an answer.

use super::round::Carried;
use super::{Awaited, Position, Ran, Runner, seat_words};
use base::Random;
use bytecode::layout::{header, list, object, seat};
use bytecode::word::{self, NULL};
use language::tree::Visibility;
use vm::{AtChance, Candidate, Pause, QUEUED};

/// Matches of fewer words are kept small, since bots copy them by the thousand, and compacting them costs little.
const SMALL: usize = 2048;

/// So many words more are taken before it is worth the while at all.
const LEAST_GROWTH: usize = 224;

/// The same in matches that nobody copies, which still fit into a processor's nearest cache.
const PLAYOUT_GROWTH: usize = 1792;

/// Whether `setup` is to stop before its first use of chance.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StopAtChance {
    Yes,
    No,
}

/// How far `setup` came.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SetUp {
    Done,
    BeforeChance,
    /// Somebody is asked, it has ended the match, or the rules went wrong.
    Halted,
}

impl Runner<'_> {
    /// Runs `setup` and goes on to the first decision.
    pub(crate) fn begin(&mut self, position: &mut Position) {
        if self.set_up(position, StopAtChance::No) == SetUp::Done {
            self.run_to_decision(position);
        }
    }

    /// As [`Runner::begin`], but stops before the first use of chance in `setup`; whether it stands there now.
    pub(crate) fn begin_until_chance(&mut self, position: &mut Position) -> bool {
        let reached = self.set_up(position, StopAtChance::Yes);
        if reached == SetUp::Done {
            self.run_to_decision(position);
        }
        reached == SetUp::BeforeChance
    }

    /// Goes on with a `setup` that was stopped before chance.
    pub(crate) fn begin_from_chance(&mut self, position: &mut Position) {
        self.begin_run();
        match self.go_on(position) {
            Pause::Returned(_) => self.run_to_decision(position),
            other => self.halt(position, other),
        }
    }

    fn set_up(&mut self, position: &mut Position, stop: StopAtChance) -> SetUp {
        for (function, stop) in [(self.program.init, StopAtChance::No), (self.program.setup, stop)] {
            self.begin_run();
            if stop == StopAtChance::Yes {
                self.machine.at_chance = AtChance::Stops;
            }
            let pause = self.call(position, function, &[]);
            if stop == StopAtChance::Yes {
                self.machine.at_chance = AtChance::Draws;
            }
            match pause {
                Pause::Returned(_) => {}
                Pause::Chance => return SetUp::BeforeChance,
                other => {
                    self.halt(position, other);
                    return SetUp::Halted;
                }
            }
        }
        SetUp::Done
    }

    fn halt(&mut self, position: &mut Position, pause: Pause) {
        match pause {
            Pause::Ended => position.end(),
            Pause::Asks(_) => drop(self.ran(position, pause)),
            other => self.fail_by(position, other),
        }
    }

    /// Drains the queue and stops at the next decision. Whether it has an answer is not looked at yet, see
    /// [`Runner::verify`].
    pub(crate) fn run_to_decision(&mut self, position: &mut Position) {
        loop {
            if position.state.words[header::OVER] != 0 {
                return position.end();
            }
            let Some((action, holder, event)) = next_queued(&mut position.state.words) else {
                match self.carry_out(position) {
                    Carried::Nothing => break,
                    Carried::On => continue,
                    Carried::Waits => return,
                }
            };
            if self.end_if_spent(position) || !self.run_queued(position, action, holder, event) {
                return;
            }
        }
        if let Some(round) = position.round.as_mut().filter(|round| !round.sealed.is_empty()) {
            // The `do` of a rule test ran while choices were sealed. They hold addresses, so nothing is compacted.
            let words = &position.state.words;
            let is_in = |p: &u32| seat_words(self.program, words, *p)[seat::OUT] != 1;
            let answered = round.answered();
            round.order.retain(|p| answered.contains(p) || is_in(p));
            return self.ask_next(position);
        }
        if position.state.words.len() > position.compaction_threshold || position.mode.compacts_always {
            self.compact(position);
        }
        position.running = None;
        let active = position.state.words[header::ACTIVE];
        if !self.skip_eliminated(position) {
            (position.awaited, position.round) = (Awaited::Nobody, None);
            return;
        }
        // Listing moves changes nothing, so that all is settled before.
        let settle = match position.state.words[header::ACTIVE] == active {
            true => self.program.settle,
            false => self.program.settle_anew,
        };
        if !self.settle_by(position, settle) {
            return;
        }
        position.awaited = Awaited::Act;
        self.begin_round(position);
    }

    /// Settles what modifiers make of the position, now that another player is active; false where that is at a fault.
    pub(super) fn settle_anew(&mut self, position: &mut Position) -> bool {
        self.settle_by(position, self.program.settle_anew)
    }

    fn settle_by(&mut self, position: &mut Position, settle: Option<u32>) -> bool {
        let Some(function) = settle else { return true };
        self.begin_run();
        match self.call(position, function, &[]) {
            Pause::Returned(_) => true,
            other => {
                self.fail_by(position, other);
                false
            }
        }
    }

    /// Makes the next player who is still in active, where the active one is out. False where nobody is in any more.
    fn skip_eliminated(&self, position: &mut Position) -> bool {
        let (players, active) = (position.players(), word::to_player(position.state.words[header::ACTIVE]));
        let seats = self.program.layout.seats;
        let is_in = |p: &u32| position.state.words[seats + *p as usize * seat::SIZE + seat::OUT] != 1;
        if is_in(&active) {
            return true;
        }
        let next = (0..players).map(|k| (active + k) % players).find(is_in);
        if let Some(next) = next {
            position.state.words[header::ACTIVE] = word::player(next);
        }
        next.is_some()
    }

    pub(crate) fn compact(&mut self, position: &mut Position) {
        vm::compact(self.program, &mut position.state.words, &mut self.machine.buffer);
        position.state.stack.clear();
        let words = position.state.words.len();
        let more = if words < SMALL { words / 4 } else { words };
        let least = if position.mode.grows_further { PLAYOUT_GROWTH } else { LEAST_GROWTH };
        position.compaction_threshold = words + (more + 32).max(least);
    }

    /// Runs an action that an event triggered; false if the match waits or is over then.
    fn run_queued(&mut self, position: &mut Position, action: u16, holder: u64, event: u64) -> bool {
        let info = &self.program.actions[action as usize];
        let head = position.state.words[holder as usize];
        let class = &self.program.classes[usize::from(object::class(head))];
        let runs_ended = self.program.settle_anew.is_some() && class.modifier.is_some();
        // It was removed after the event.
        if head & object::REMOVED != 0 && !runs_ended {
            return true;
        }
        let asked = self.draw_asked_seat(position, holder);
        let active = word::to_player(position.state.words[header::ACTIVE]);
        let seat = asked.unwrap_or(active);
        if asked.is_none() && info.chosen {
            return true;
        }
        position.state.words[header::ACTOR] = word::player(seat);
        position.awaited = Awaited::Fill { action, object: holder, event, seat };
        if info.is_plain {
            let only = Candidate { action: Some(action), holder, inputs: &[] };
            return matches!(self.run(position, only), Ran::Through | Ran::Refused(_));
        }
        let Ok(mut candidates) = self.list(position) else { return false };
        let goes_on = if candidates.is_empty() || !self.any_legal(position, &mut candidates) {
            !self.end_if_too_long(position)
        } else if info.chosen {
            false
        } else {
            let candidate = candidates.make(0, &mut position.state.words);
            matches!(self.run(position, candidate), Ran::Through | Ran::Refused(_))
        };
        self.reuse(candidates);
        goes_on
    }

    /// The player who takes an action of an object; None for a local object without an owner. Of a group whose members
    /// are not active, chance picks one.
    fn draw_asked_seat(&mut self, position: &mut Position, holder: u64) -> Option<u32> {
        let words = &mut position.state.words;
        let active = words[header::ACTIVE];
        let mut holder = holder;
        let mut class = object::class(words[holder as usize]);
        if let Some(of) = &self.program.classes[class as usize].modifier {
            // Who has a modifier takes its actions; a tile has no owner.
            if self.program.classes[of.on as usize].is_tile {
                return Some(word::to_player(active));
            }
            holder = words[holder as usize + object::FIELDS];
            class = of.on;
        }
        let owner = words[holder as usize + object::OWNER];
        match self.program.classes[class as usize].visibility {
            Visibility::Global => Some(word::to_player(active)),
            Visibility::Local => (owner != NULL).then(|| word::to_player(owner)),
            Visibility::Group => {
                let members: Vec<u32> = (0..32).filter(|p| owner != NULL && owner >> p & 1 == 1).collect();
                if members.contains(&word::to_player(active)) {
                    return Some(word::to_player(active));
                }
                if members.is_empty() {
                    return None;
                }
                let mut random = Random::new(words[header::RANDOM]);
                let k = random.below(members.len() as u64);
                words[header::RANDOM] = random.state;
                members.get(k as usize).copied()
            }
        }
    }
}

/// Takes the next action out of the queue.
fn next_queued(words: &mut [u64]) -> Option<(u16, u64, u64)> {
    let queue = words[header::QUEUE];
    if queue == NULL {
        return None;
    }
    let at = words[header::QUEUE_HEAD] as usize;
    let (head, place) = (words[queue as usize], words[queue as usize + 1]);
    if at + 3 > list::length(head) {
        words[header::QUEUE] = NULL;
        words[header::QUEUE_HEAD] = 0;
        return None;
    }
    words[header::QUEUE_HEAD] += 3;
    let entry = list::data(place) + at;
    Some(((words[entry] & !QUEUED) as u16, words[entry + 1], words[entry + 2]))
}
