//! What decisions take from clocks that count all of them together, and what comes back with a move that is taken back.

use super::{Fold, Light};
use crate::settings::ClockKind;
use store::{Millis, SeatKind, Step};

impl Fold {
    /// Takes from clocks what a decision took, and gives the increment; whose clocks these are. In secret rounds all clocks
    /// run until the round ends, or they would tell who has chosen; then each pays until its own choice.
    pub(super) fn charge(&self, light: &mut Light, seat: u32, row: &Step) -> Vec<u32> {
        let ClockKind::Bank { increment, .. } = self.settings.clock else { return Vec::new() };
        let mut involved =
            if self.core.secrecy().is_secret() { self.core.observer(None).deciders().0 } else { vec![seat] };
        involved.retain(|seat| light.kinds[*seat as usize] == SeatKind::Human);
        for seat in involved.iter().map(|seat| *seat as usize) {
            // Of a server that was down meanwhile only what the round took knows.
            let spent = light.sealed[seat].unwrap_or(row.spent).min(row.spent);
            light.left[seat] = (light.left[seat] - spent).max(0) + increment;
        }
        involved
    }

    pub(super) fn increment(&self) -> Millis {
        if let ClockKind::Bank { increment, .. } = self.settings.clock { increment } else { 0 }
    }

    /// Takes back the increments of moves that are taken back. The time that they took is not given back; nobody is left
    /// with less than `least`, but for who had less.
    pub(super) fn take_increments(&self, light: &mut Light, to: usize, least: Millis) {
        let increment = self.increment();
        for seat in self.live[to..].iter().flat_map(|live| &live.given) {
            let left = &mut light.left[*seat as usize];
            *left = (*left - increment).max(least.min(*left));
        }
    }
}
