//! What not everybody may know of a match, above all while several players decide at once.

use crate::decision::describe;
use crate::matches::Match;
use crate::question::Move;
use crate::view::{Eyes, View, Viewer};

/// The secrets of a match at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Secrecy<'m>(pub(crate) &'m Match);

impl<'m> Secrecy<'m> {
    /// Whether some seat sees now what another does not.
    pub fn hides(&self) -> bool {
        let seen = |seat| View { seat: None, answered: Vec::new(), ..self.0.view(seat) };
        let spectator = seen(None);
        (0..self.0.players()).any(|seat| seen(Some(seat)) != spectator)
    }

    /// Whether a round is open that asks anybody but this seat, answered or not.
    pub fn asks_others_than(&self, seat: Option<u32>) -> bool {
        self.0.position.asking().is_some_and(|round| round.order.iter().any(|other| Some(*other) != seat))
    }

    /// Whether players decide now without seeing what others choose.
    pub fn is_secret(&self) -> bool {
        self.0.position.asking().is_some()
    }

    /// Whether there are choices that nobody but those who made them may know yet.
    pub fn is_sealed(&self) -> bool {
        self.0.position.asking().is_some_and(|round| !round.sealed.is_empty())
    }

    /// How many steps a seat knows of: all but what others have chosen in this round.
    pub fn steps_known_to(&self, seat: u32) -> usize {
        let others = |round: &crate::position::Round| round.sealed.iter().filter(|s| s.seat != seat).count();
        self.0.length() - self.0.position.asking().map_or(0, others)
    }

    /// What has been chosen in secret so far, as those who chose it read it. Only for whoever announces all of it
    /// once nothing is secret any more.
    pub(crate) fn sealed(&self) -> Vec<Move> {
        let Match { game, position, .. } = self.0;
        let sealed = position.asking().map_or(&[][..], |round| &round.sealed);
        sealed.iter().map(|s| describe(game, position, s.seat, s.candidate(), 1)).collect()
    }

    /// What the rules told a viewer with a move that led from here to another match.
    pub fn heard<'a>(&self, after: &'a Match, viewer: impl Into<Viewer>) -> Vec<&'a str> {
        if after.secrecy().is_sealed() { Vec::new() } else { after.observer(viewer).heard() }
    }

    /// All there is, for an author who debugs; no player may see it.
    pub fn view_all(&self) -> View {
        self.0.seen_by(Eyes::All)
    }

    /// All that the rules told with the last step, or before the first; no player may hear it.
    pub fn heard_all(&self) -> Vec<&'m str> {
        self.0.heard_by(Eyes::All)
    }
}
