//! Whose time runs out, and when. It knows no time of day: it is told since when clocks run.

use crate::fold::{Fold, Light};
use crate::settings::ClockKind;
use engine::Match;
use engine::view::Viewer;
use store::{Millis, SeatKind};

/// What is left of a seat's time where its clock has run for so long.
pub(crate) fn left(clock: ClockKind, light: &Light, seat: u32, elapsed: Millis) -> Millis {
    match clock {
        ClockKind::None => Millis::MAX,
        ClockKind::Move { ms } if light.asked[seat as usize] => ms - light.used - elapsed,
        ClockKind::Move { ms } => ms - elapsed,
        ClockKind::Bank { .. } => light.left[seat as usize] - elapsed,
    }
}

/// Whose clocks run, as everybody knows: in secret rounds those of all who are asked, until the round ends. Nobody's
/// before the first step of a match that everybody is told, or they would tell of a choice that is sealed.
pub(crate) fn running(fold: &Fold) -> Vec<u32> {
    if !fold.light.has_begun || fold.is_over() || fold.settings.clock == ClockKind::None {
        return Vec::new();
    }
    let mut deciders = fold.core.observer(Viewer::Spectator).deciders().0;
    deciders.retain(|seat| fold.light.kinds[*seat as usize] == SeatKind::Human);
    deciders
}

/// The first seat whose time runs out before it has answered, and when, where the clocks run since then.
pub(crate) fn deadline(fold: &Fold, light: &Light, core: &Match, started: Millis) -> Option<(Millis, u32)> {
    let clock = fold.settings.clock;
    if clock == ClockKind::None || light.ending.is_some() || core.is_over() {
        return None;
    }
    let waits = |seat: &u32| {
        let seat = *seat as usize;
        light.asked[seat] && light.kinds[seat] == SeatKind::Human
    };
    let seats = (0..fold.players).filter(waits);
    seats.map(|seat| (started + left(clock, light, seat, 0), seat)).min()
}
