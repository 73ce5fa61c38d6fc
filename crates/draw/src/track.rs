//! Tracks and rings in text: one line where that does for a track, otherwise a way that runs to and fro, so that
//! tiles that follow each other stay side by side. It does not know what happens on them.

use super::board::{empty, marks};
use super::letters::Letters;
use super::styled::{Canvas, Styled, WIDTH, columns};
use engine::view::{Board, Tile};
use unicode_width::UnicodeWidthStr;

/// The fewest tiles that are drawn as a loop; fewer go round well enough in a line.
const LEAST_LOOP: usize = 6;

/// A track, in one line if it fits.
pub(crate) fn track(board: &Board, letters: &Letters) -> String {
    let line: Vec<Styled> = board.tiles.iter().map(|t| named(t, letters)).collect();
    let cell = line.iter().map(Styled::width).max().unwrap_or(0) + 2;
    if cell * line.len() <= WIDTH { columns(&line) } else { bent(board, letters, 1) }
}

/// A ring, as a loop of two lines if it fits.
pub(crate) fn ring(board: &Board, letters: &Letters) -> String {
    if board.tiles.len() < LEAST_LOOP { track(board, letters) } else { bent(board, letters, 2) }
}

/// A tile in a line: its name, and all of its pieces.
fn named(tile: &Tile, letters: &Letters) -> Styled {
    let pieces = contents(tile, letters);
    Styled { text: format!("{} {}", tile.name, pieces.text), style: pieces.style }
}

/// All pieces of a tile, in the colour of the owner of the topmost.
fn contents(tile: &Tile, letters: &Letters) -> Styled {
    let Some(top) = tile.pieces.last() else { return empty(tile) };
    match top.as_ref().and_then(|piece| piece.owner) {
        Some(owner) => letters.of_seat(marks(tile, letters), owner),
        None => Styled::plain(marks(tile, letters)),
    }
}

/// Lines of equal length from the bottom up, every other one from right to left; the names stand below the pieces.
/// The number of lines is a multiple of `step`.
fn bent(board: &Board, letters: &Letters, step: usize) -> String {
    let contents: Vec<Styled> = board.tiles.iter().map(|t| contents(t, letters)).collect();
    let names = board.tiles.iter().map(|t| t.name.width());
    let widest = contents.iter().map(Styled::width).chain(names).max().unwrap_or(1);
    let pitch = widest + 2;
    let at_most = ((WIDTH - widest - 2) / pitch + 1).max(1);
    let lines = contents.len().div_ceil(at_most).next_multiple_of(step);
    let per_line = contents.len().div_ceil(lines).max(1);
    let mut canvas = Canvas::default();
    for (i, (tile, styled)) in board.tiles.iter().zip(contents).enumerate() {
        let (line, place) = (i / per_line, i % per_line);
        let place = if line % 2 == 0 { place } else { per_line - 1 - place };
        // Pieces, names, and an empty line between; names that are shorter than their cell end where it ends.
        let row = i32::try_from(3 * line).unwrap_or(i32::MAX);
        let end = i32::try_from(place * pitch + widest).unwrap_or(i32::MAX);
        canvas.put_left_of(row + 1, end, styled);
        canvas.put_left_of(row, end, Styled::dim(tile.name.clone()));
    }
    canvas.lines(2)
}
