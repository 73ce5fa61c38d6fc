//! Whether somebody at a table may take a move back: not once something has come out by it that nobody could know
//! before. It knows neither who wants to nor what is said then.

use crate::matches::Match;
use crate::view::{Piece, View};
use bytecode::layout::header;
use std::fmt;

/// What has come out since an earlier moment of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CameOut {
    /// What chance gave.
    Chance,
    /// What others chose at the same time.
    Choices,
    /// Perhaps something that was hidden from somebody.
    Hidden,
}

impl fmt::Display for CameOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CameOut::Chance => "chance has been used since",
            CameOut::Choices => "the others' choices go with it",
            CameOut::Hidden => "something hidden may have come out since",
        })
    }
}

impl Match {
    /// What has come out since an earlier moment of the match; None where going back to it gives nothing away. Where
    /// the rules hide anything, attributes and scores that have changed may have been computed from that.
    pub fn came_out(&self, before: &Match) -> Option<CameOut> {
        let chance = |now: &Match| now.position.state.words[header::RANDOM];
        if chance(self) != chance(before) {
            return Some(CameOut::Chance);
        }
        if before.secrecy().is_secret() {
            return Some(CameOut::Choices);
        }
        self.game.hidden()?;
        let viewers = || (0..self.players()).map(Some).chain([None]);
        let differs = |seat| told(&self.view(seat)) != told(&before.view(seat));
        viewers().any(differs).then_some(CameOut::Hidden)
    }
}

/// All that a view tells apart from where the pieces lie and who is to move.
fn told(view: &View) -> Vec<String> {
    let tiles = || view.boards.iter().flat_map(|board| &board.tiles);
    let pieces = view.zones.iter().flat_map(|zone| &zone.pieces).chain(tiles().flat_map(|tile| &tile.pieces));
    let piece = |p: &Piece| format!("{} {} {:?} {:?}", p.class, p.text, p.owner, p.attributes);
    let mut told: Vec<String> = pieces.flatten().map(piece).collect();
    told.sort_unstable();
    told.extend(tiles().map(|tile| format!("{:?}", tile.attributes)));
    told.extend(view.objects.iter().map(|object| format!("{object:?}")));
    told.extend(view.seats.iter().map(|seat| format!("{seat:?}")));
    told
}
