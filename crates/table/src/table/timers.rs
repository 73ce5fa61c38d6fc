//! What happens because time passes: clocks run out, bots go on for who left, what is delayed is shown, and matches
//! that nobody looks at leave memory.

use super::{Condition, Replay, Table, Turn};
use crate::clocks;
use crate::input::{Output, Seated};
use engine::view::Viewer;
use store::{Millis, SeatKind, StepKind};

/// A match that nobody wanted anything of for so long leaves memory; a table at which nobody is goes then. One that is
/// over goes as soon as nobody is there, where it is still in memory: whoever comes back gets what was kept.
const IDLE: Millis = 60_000;

impl Table {
    /// When [`crate::Input::Tick`] is wanted next.
    pub fn due(&self) -> Option<Millis> {
        match self.condition {
            Condition::Loading | Condition::Ended => None,
            Condition::Frozen => self.gone_due(),
            Condition::Cool => self.cold_due.into_iter().chain(self.gone_due()).min(),
            Condition::Warm => {
                let shown = self.warm.as_ref().and_then(|warm| warm.delayed.as_ref()?.due());
                let own = self.match_due().map(|due| self.rest_until.map_or(due, |rest| due.max(rest)));
                let own = own.filter(|_| self.pending().is_none());
                shown.into_iter().chain(own).chain(self.cool_due()).min()
            }
        }
    }

    /// When a clock or an absence runs out.
    pub(super) fn match_due(&self) -> Option<Millis> {
        let warm = self.warm.as_ref()?;
        let fold = &warm.fold;
        if fold.is_over() {
            return None;
        }
        let flag =
            clocks::deadline(fold, &fold.light, &fold.core, warm.started).filter(|_| fold.light.has_begun);
        let rest = self.rest_until.filter(|_| self.has_to_think());
        let absent = self.absences().map(|(at, _)| at).min();
        flag.map(|(at, _)| at).into_iter().chain(rest).chain(absent).min()
    }

    /// Who is asked and has no socket, while others are there, and until when a seat is kept for it. That it may have
    /// chosen in secret already makes no difference.
    fn absences(&self) -> impl Iterator<Item = (Millis, u32)> + use<'_> {
        let fold = self.warm.as_ref().map(|warm| &warm.fold);
        let found = fold.and_then(|fold| Some((fold, fold.settings.takeover?)));
        let found = found.filter(|(fold, _)| !fold.is_over() && fold.light.has_begun);
        found.into_iter().flat_map(move |(fold, after)| {
            let is_human = |seat: u32| fold.light.kinds[seat as usize] == SeatKind::Human;
            let others = (0..fold.players).any(|seat| is_human(seat) && self.is_here(seat));
            let asked = fold.core.observer(Viewer::Spectator).deciders().0;
            let absent =
                asked.into_iter().filter(move |seat| others && is_human(*seat) && !self.is_here(*seat));
            absent.map(move |seat| (self.away[seat as usize] + after, seat))
        })
    }

    fn cool_due(&self) -> Option<Millis> {
        let warm = self.warm.as_ref()?;
        let is_busy = warm.pending.is_some()
            || !self.queue.is_empty()
            || !warm.chat.pending.is_empty()
            || warm.delayed.as_ref().is_some_and(crate::delay::Delayed::holds)
            || self.has_to_think();
        (!is_busy).then_some(if self.is_done() { self.touched } else { self.touched + IDLE })
    }

    /// Whether nobody is there, and nothing can happen any more.
    fn is_done(&self) -> bool {
        let is_asked_for_another = matches!(self.rematch, Replay::Asked(..));
        let is_over = self.warm.as_ref().is_some_and(|warm| warm.fold.is_over());
        self.conns.is_empty() && is_over && !is_asked_for_another
    }

    fn gone_due(&self) -> Option<Millis> {
        self.conns.is_empty().then_some(self.touched + IDLE)
    }

    pub(super) fn tick(&mut self, turn: &mut Turn<'_>) {
        let now = turn.now;
        self.show(turn);
        if self.condition == Condition::Warm && self.pending().is_none() && self.queue.is_empty() {
            self.pass(turn);
        }
        if self.cool_due().is_some_and(|due| due <= now) && self.condition == Condition::Warm {
            let is_done = self.is_done();
            self.cool();
            if is_done {
                return self.go(turn);
            }
        }
        let cold = self.condition == Condition::Cool && self.cold_due.is_some_and(|due| due <= now);
        if cold {
            self.condition = Condition::Loading;
            turn.out.push(Output::Load);
        } else if matches!(self.condition, Condition::Cool | Condition::Frozen)
            && self.gone_due().is_some_and(|due| due <= now)
        {
            self.go(turn);
        }
    }

    fn go(&mut self, turn: &mut Turn<'_>) {
        self.condition = Condition::Ended;
        turn.out.push(Output::Gone);
    }

    /// A clock or an absence has run out.
    fn pass(&mut self, turn: &mut Turn<'_>) {
        if self.rest_until.is_some_and(|rest| turn.now < rest) || self.flag(turn.now + 1, turn) {
            return;
        }
        let absent = self.absences().filter(|(at, _)| *at <= turn.now).min();
        if let Some((_, seat)) = absent {
            return self.note(StepKind::Takeover, seat, turn);
        }
        if self.rest_until.take().is_some() {
            self.think(turn);
        }
    }

    /// Whether somebody's time was over by then; the row that says so is under way.
    pub(super) fn flag(&mut self, by: Millis, turn: &mut Turn<'_>) -> bool {
        let Some(warm) = &self.warm else { return false };
        let fold = &warm.fold;
        let deadline = clocks::deadline(fold, &fold.light, &fold.core, warm.started);
        let Some((_, seat)) = deadline.filter(|(at, _)| fold.light.has_begun && *at < by) else {
            return false;
        };
        if self.rest_until.is_some_and(|rest| turn.now < rest) {
            return false;
        }
        // Where others can go on, a bot does for who has no time left.
        let can_go_on = fold.players > 2 && fold.settings.takeover.is_some();
        let kind = if can_go_on { StepKind::Takeover } else { StepKind::Flag };
        self.note(kind, seat, turn);
        true
    }

    fn has_to_think(&self) -> bool {
        self.warm.as_ref().is_some_and(|warm| Table::thinkers(warm).next().is_some())
    }

    /// The bots that have a question to answer.
    pub(crate) fn thinkers(warm: &super::Warm) -> impl Iterator<Item = Seated> + use<'_> {
        let light = &warm.fold.light;
        let asked = (0..warm.fold.players).filter(|seat| light.asked[*seat as usize]);
        asked
            .filter(|seat| light.is_played_by_bot(*seat))
            .map(|seat| Seated { seat, q: light.q[seat as usize] })
    }

    /// Asks for the choices of all bots that have a question to answer.
    pub(super) fn think(&self, turn: &mut Turn<'_>) {
        let Some(warm) = &self.warm else { return };
        turn.out.extend(Table::thinkers(warm).map(Output::Think));
    }
}
