//! What not everybody may know of a match, above all while several players decide at once.

use crate::decision::describe;
use crate::matches::Match;
use crate::question::Move;
use crate::view::{Piece, View, Viewer};

/// As much of a move as somebody may be told.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Where it is not whole, without object and inputs, and its text does not tell them either.
    pub made: Move,
    pub is_whole: bool,
    /// Whether it is still secret.
    pub is_sealed: bool,
}

impl Told {
    /// That a seat has chosen, and not what.
    fn chosen(made: &Move) -> Told {
        let made = Move { action: None, text: "has chosen".to_owned(), ..without_inputs(made) };
        Told { made, is_whole: false, is_sealed: true }
    }

    /// The action, and the pieces that more of can be seen since.
    fn by_views(made: Move, before: &View, after: &View) -> Told {
        let action = made.action.clone().unwrap_or_else(|| "has answered".to_owned());
        let mut words = vec![action.as_str()];
        for piece in pieces(after) {
            let count = |view| pieces(view).filter(|p| p.text == piece.text).count();
            if !words[1..].contains(&piece.text.as_str()) && count(after) > count(before) {
                words.push(&piece.text);
            }
        }
        let text = words.join(" ");
        Told { made: Move { text, ..without_inputs(&made) }, is_whole: false, is_sealed: false }
    }
}

fn without_inputs(made: &Move) -> Move {
    Move { object: None, inputs: Vec::new(), ..made.clone() }
}

/// The pieces that a viewer can tell from others.
fn pieces(view: &View) -> impl Iterator<Item = &Piece> {
    let tiles = view.boards.iter().flat_map(|board| &board.tiles).flat_map(|tile| &tile.pieces);
    view.zones.iter().flat_map(|zone| &zone.pieces).chain(tiles).flatten()
}

/// The secrets of a match at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Secrecy<'m>(pub(crate) &'m Match);

impl Secrecy<'_> {
    /// Whether some seat sees now what another does not.
    pub fn hides(&self) -> bool {
        let seen = |seat| View { seat: None, answered: Vec::new(), ..self.0.view(seat) };
        let spectator = seen(None);
        (0..self.0.players()).any(|seat| seen(Some(seat)) != spectator)
    }

    /// Whether players decide now without seeing what others choose.
    pub fn is_secret(&self) -> bool {
        self.0.position.asking().is_some()
    }

    /// Whether there are choices that nobody but those who made them may know yet.
    pub fn is_sealed(&self) -> bool {
        self.0.position.asking().is_some_and(|round| !round.sealed.is_empty())
    }

    /// Whether everybody may know who has chosen already.
    fn shows_who_chose(&self) -> bool {
        self.0.position.asking().is_some_and(|round| round.shows_answered)
    }

    /// What has been chosen in secret so far, as those who chose it read it. Only for whoever announces all of it
    /// once nothing is secret any more.
    pub(crate) fn sealed(&self) -> Vec<Move> {
        let Match { game, position, .. } = self.0;
        let sealed = position.asking().map_or(&[][..], |round| &round.sealed);
        sealed.iter().map(|s| describe(game, position, s.seat, s.candidate(), 1)).collect()
    }

    /// What a viewer may be told of a move that led from here to another match: the moves that are known by it, as far
    /// as that goes. A move that is still secret is told to those who made it, and to others that it was made, where
    /// they may know who has chosen. Of others' moves in a match that hides something only the action is told, and
    /// which pieces the viewer has come to see.
    pub fn told(&self, after: &Match, made: &Move, viewer: Viewer) -> Vec<Told> {
        let is_own = |made: &Move| viewer == Viewer::Seat(made.seat);
        if after.secrecy().is_sealed() {
            let told = match is_own(made) {
                true => Some(Told { made: made.clone(), is_whole: true, is_sealed: true }),
                false => after.secrecy().shows_who_chose().then(|| Told::chosen(made)),
            };
            return told.into_iter().collect();
        }
        let is_open = !(self.hides() || after.secrecy().hides());
        let all = self.revealed_by(made).into_iter().map(|made| match is_open || is_own(&made) {
            true => Told { made, is_whole: true, is_sealed: false },
            false => Told::by_views(made, &self.0.view(viewer), &after.view(viewer)),
        });
        all.collect()
    }

    /// What everybody may know of a move once it is made: the move itself, or, with the last of several choices made
    /// in secret, all of them in the order in which they are carried out. Nothing while others have still to choose.
    fn revealed_by(&self, made: &Move) -> Vec<Move> {
        let Some(round) = self.0.position.asking() else { return vec![made.clone()] };
        if round.pending().len() > 1 {
            return Vec::new();
        }
        let mut all = self.sealed();
        all.push(made.clone());
        all.sort_by_key(|m| round.order.iter().position(|seat| *seat == m.seat));
        all
    }
}
