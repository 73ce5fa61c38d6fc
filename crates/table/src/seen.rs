//! What can be seen of a match, in the pieces of which messages are made: the last move, and how the match came out. It
//! knows neither rows nor sockets, so that a desk without them says the same.

use engine::Match;
use engine::tabletop::{Change, Step};
use engine::view::{Outcome, Viewer};
use wire::{How, Raw, Ruling, raw};

/// What could be seen of the last move, and how the table stands where that does not say it: a trace may end in the
/// midst of what happened.
pub fn last_move(now: &Match, viewer: Viewer) -> (Raw, Option<Raw>) {
    let observer = now.observer(viewer);
    let trace = observer.trace();
    let is_cut = matches!(trace.last(), Some(Step { change: Change::Anew, .. }));
    (raw(&trace), is_cut.then(|| raw(&observer.tabletop())))
}

/// How the rules have ended the match; None while it goes on.
pub fn ruling(now: &Match, viewer: Viewer) -> Option<Ruling> {
    let (how, ranking) = match now.outcome()? {
        Outcome::Finished { ranking } => (How::Finished, ranking),
        Outcome::Stuck => (How::Stuck, Vec::new()),
        Outcome::Fault(_) => (How::Fault, Vec::new()),
    };
    let why = if how == How::Finished { now.observer(viewer).why_over().map(str::to_owned) } else { None };
    Some(Ruling { how, ranking, scores: scores(now), why })
}

/// None in games that keep none.
pub(crate) fn scores(now: &Match) -> Vec<f64> {
    if now.game().keeps_scores() { now.scores() } else { Vec::new() }
}
