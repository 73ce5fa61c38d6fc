//! Where the tiles of a board with edges and corners stand in text, and those edges and corners between them. It knows
//! squares and hexes.

use super::letters::Letters;
use super::looks;
use super::styled::{Canvas, Styled};
use engine::view::{Board, BoardKind, Spot};

/// How far apart tiles stand, in columns and lines.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    pub(super) pitch: i32,
    /// How far a row stands to the right of the one below it.
    pub(super) slant: i32,
    pub(super) tall: i32,
    widest: i32,
}

impl Grid {
    /// For tiles that are so many columns wide.
    pub(super) fn of(board: &Board, widest: i32) -> Grid {
        let has_spots = board.spots().next().is_some();
        // Half a cell, so that a slanted row falls on whole columns.
        let half = widest / 2 + 1;
        match (board.kind, has_spots) {
            (BoardKind::Hex, false) => Grid { pitch: 2 * half, slant: half, tall: 1, widest },
            (BoardKind::Hex, true) => Grid { pitch: 8, slant: 4, tall: 3, widest },
            (_, false) => Grid { pitch: widest + 1, slant: 0, tall: 1, widest },
            (_, true) => Grid { pitch: widest + 3, slant: 0, tall: 2, widest },
        }
    }

    pub(super) fn column(&self, x: i32, y: i32) -> i32 {
        self.pitch * x + self.slant * y
    }

    /// How far labels stand from the tiles.
    pub(super) fn margin(&self) -> i32 {
        match self.tall {
            1 => 1,
            2 => 3,
            _ => 5,
        }
    }

    pub(super) fn row(&self, y: i32) -> i32 {
        self.tall * y
    }

    /// Draws the edges and corners of a board; those that are free and look like nothing as little as may be.
    pub(super) fn spots(&self, board: &Board, letters: &Letters, canvas: &mut Canvas) {
        for (spot, is_corner) in
            board.sides.iter().map(|s| (s, false)).chain(board.corners.iter().map(|s| (s, true)))
        {
            let Some(tile) = spot.tiles.first().and_then(|t| board.tiles.get(*t as usize)) else { continue };
            let (right, up) = match self.tall {
                3 => hex(spot.direction, is_corner),
                _ => self.square(spot.direction),
            };
            let sign = sign(spot, is_corner, letters);
            // A side above or below a square takes all of the way between its corners.
            let long =
                self.tall == 2 && !is_corner && matches!(spot.direction, "n" | "s") && sign.text != " ";
            let wide = usize::try_from(self.widest + 1).unwrap_or(1);
            let text = if long { format!("-{:-<wide$}", sign.text) } else { sign.text };
            let styled = Styled { text, ..sign };
            let (x, y) = (self.column(tile.x, tile.y) + right - i32::from(long), self.row(tile.y) + up);
            canvas.put(y, x, styled);
        }
    }

    /// Where something lies beside a square.
    fn square(&self, direction: &str) -> (i32, i32) {
        let right = if direction.contains('e') {
            self.widest + 1
        } else if direction.contains('w') {
            -2
        } else {
            0
        };
        (right, i32::from(direction.contains('n')) - i32::from(direction.contains('s')))
    }
}

/// Where something lies round the middle of a hex: a side between its two corners, and between the rows of its tiles.
fn hex(direction: &str, is_corner: bool) -> (i32, i32) {
    match (direction, is_corner) {
        ("n", _) => (0, 2),
        ("s", _) => (0, -2),
        ("ene", _) => (4, 1),
        ("ese", _) => (4, -1),
        ("wsw", _) => (-4, -1),
        ("wnw", _) => (-4, 1),
        ("e", _) => (4, 0),
        ("w", _) => (-4, 0),
        ("ne", _) => (2, 2),
        ("nw", _) => (-2, 2),
        ("se", _) => (2, -1),
        _ => (-2, -1),
    }
}

/// The piece, the symbol that its look gives it, or the mark of its owner; otherwise a cross for a corner, and nothing
/// for an edge.
fn sign(spot: &Spot, is_corner: bool, letters: &Letters) -> Styled {
    match (spot.pieces.last(), looks::sign(&spot.look), spot.owners.as_slice()) {
        (Some(piece), ..) => letters.mark(piece.as_ref()),
        (None, Some(symbol), _) => Styled { text: symbol.to_owned(), style: looks::style(&spot.look) },
        (None, None, [owner, ..]) => letters.owner(*owner),
        (None, None, []) if is_corner => Styled::dim("+"),
        (None, None, []) => Styled::plain(" "),
    }
}
