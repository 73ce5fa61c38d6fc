//! What one seat has seen and done in a match so far, as one word: the name of the information set in which it decides.
//! Matches that the seat cannot tell apart give the same word, whether they are played or imagined.

use super::{MoveKey, key};
use crate::decision::Decision;
use crate::game::Game;
use crate::matches::Match;
use crate::order::OrderKey;
use crate::position::{Kept, Position};
use crate::record::{Step, StepKind};
use crate::seat::SeatView;
use crate::written::Written;
use vm::mix;

/// Longer matches are not made again to find out what a seat has seen in them.
const MAX_STEPS: usize = 400;

/// The way of one seat through a match: what it saw whenever it decided, what it chose, and the moves of others as it read
/// them. What others choose in secret is no part of it before they decide again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Path(u64);

impl Path {
    /// Of a seat in a match that has just begun.
    pub fn start(seat: u32) -> Path {
        Path(mix(0x0070_6174_682E_2E2E, seat.into()))
    }

    /// Where the seat decides and sees what has that name, see [`super::Imagined::seen`]. This names the information set.
    #[must_use]
    pub fn looking(self, seen: u64) -> Path {
        Path(mix(self.0, seen))
    }

    /// Behind a move, by its name as the seat reads it.
    #[must_use]
    pub fn behind(self, made: MoveKey) -> Path {
        Path(mix(self.0, made.0))
    }

    pub fn word(self) -> u64 {
        self.0
    }
}

impl SeatView<'_> {
    /// Names the information set of the seat, which is to decide. None where it is not, and where the record of the match
    /// does not tell: it does not begin with the match, was set up by a script, or is very long.
    pub fn path(&self) -> Option<Path> {
        self.is_asked().ok()?;
        let of = self.now;
        if of.is_unrecorded() || of.steps.len() > MAX_STEPS {
            return None;
        }
        let mut now = Match::start(&of.game, of.players(), of.seed);
        let mut path = Path::start(self.seat);
        for step in &of.steps {
            path = now.seat(self.seat).path_behind(path, step)?;
            step.replay(&mut now).ok()?;
        }
        Some(path.looking(self.seen()))
    }

    /// The path of the seat behind a step that is about to be made.
    fn path_behind(&self, path: Path, step: &Step) -> Option<Path> {
        let StepKind::Move { candidate, written, .. } = &step.kind else { return None };
        let mover = step.seat.or(self.now.decider())?;
        if mover != self.seat && self.now.position.asking().is_some() {
            return Some(path);
        }
        let written = Written::of(written.iter().cloned()).ok()?;
        let position = self.now.facing(mover).ok()?;
        let made = key_of(&self.now.game, position, (*candidate, written), self.seat)?;
        let path = if mover == self.seat { path.looking(self.seen()) } else { path };
        Some(path.behind(made))
    }
}

/// The name of a candidate as a viewer reads it, by its number in records.
fn key_of(
    game: &Game,
    position: Position,
    (number, written): (usize, Written),
    viewer: u32,
) -> Option<MoveKey> {
    let mut machine = game.machine();
    let mut decision =
        Decision::list_with(game, &mut machine, position, (OrderKey::default(), &Kept::from(None)), written)
            .ok()?;
    (number < decision.len())
        .then(|| decision.looking_at(number, |d| key::of(game, d.position(), d.candidate(number), viewer)))
}
