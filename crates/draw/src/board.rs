//! Boards in text: which drawing a board gets, grids with files and ranks, and slanted rows of hexes. It does not
//! know what tracks and graphs look like.

use super::letters::Letters;
use super::sides::Grid;
use super::styled::{Canvas, Styled, flow};
use super::{graph, looks, track};
use engine::view::{Board, BoardKind, Tile, View};
use std::collections::BTreeMap;

pub(crate) fn board(board: &Board, letters: &Letters, view: &View) -> String {
    match board.kind {
        _ if board.grows && board.rows.max(board.columns) > MAX_DRAWN => scattered(board, letters),
        BoardKind::Square | BoardKind::Hex => grid(board, letters),
        BoardKind::Track => track::track(board, letters),
        BoardKind::Ring => track::ring(board, letters),
        BoardKind::Graph => graph::graph(board, letters, view),
    }
}

/// How many rows or columns of a board that grows are drawn.
const MAX_DRAWN: u32 = 100;

/// What lies on a board, where it lies too far apart for a drawing: `0,0 X  500,3 O`.
fn scattered(board: &Board, letters: &Letters) -> String {
    let taken = board.tiles.iter().filter(|tile| !tile.pieces.is_empty());
    let items = taken.map(|tile| {
        let mut styled = content(tile, letters);
        styled.text = format!("{} {}", tile.name, styled.text);
        styled
    });
    format!("  {}\n", flow(&items.collect::<Vec<_>>(), "  ", 2))
}

/// The top piece, behind a colon the number of pieces where there are several, and the mark of the tile unless that is
/// a dot.
pub(crate) fn content(tile: &Tile, letters: &Letters) -> Styled {
    let mark = tile.mark.filter(|mark| !mark.is_alphanumeric() && !mark.is_control());
    match tile.pieces.last() {
        None => empty(tile),
        Some(top) => {
            let mut styled = letters.mark(top.as_ref());
            if tile.pieces.len() > 1 {
                styled.text.push_str(&format!(":{}", tile.pieces.len()));
            }
            styled.text.extend(mark.filter(|mark| *mark != '.'));
            styled
        }
    }
}

/// A tile without pieces: its symbol, its mark in the layout, or a dot.
pub(crate) fn empty(tile: &Tile) -> Styled {
    let sign = match (looks::sign(&tile.look), tile.mark) {
        (Some(sign), _) => sign.to_owned(),
        (None, Some(mark)) if !mark.is_alphanumeric() && !mark.is_control() => mark.to_string(),
        _ => ".".to_owned(),
    };
    Styled { text: sign, style: looks::style(&tile.look).dimmed() }
}

/// A grid, with its edges and corners where they are places.
fn grid(board: &Board, letters: &Letters) -> String {
    let cells: Vec<(i32, i32, Styled)> =
        board.tiles.iter().map(|t| (t.x, t.y, content(t, letters))).collect();
    // Coordinates are wider than letters, and so are the names of columns beyond z.
    let labels = board.tiles.iter().map(|t| split(&t.name).0.len());
    let widest = cells.iter().map(|c| c.2.width()).chain(labels).max().unwrap_or(1);
    let form = Grid::of(board, i32::try_from(widest).unwrap_or(1));
    let (slant, column) = (form.slant, |x, y| form.column(x, y));
    let mut canvas = Canvas::default();
    form.spots(board, letters, &mut canvas);
    let mut rows: BTreeMap<i32, (i32, i32, &Tile)> = BTreeMap::new();
    let mut files: BTreeMap<i32, (i32, &Tile)> = BTreeMap::new();
    for (tile, (x, y, styled)) in board.tiles.iter().zip(cells) {
        canvas.put(form.row(y), column(x, y), styled);
        let row = rows.entry(y).or_insert((x, x, tile));
        *row = (row.0.min(x), row.1.max(x), tile);
        let file = files.entry(x).or_insert((y, tile));
        if y < file.0 || slant == 0 {
            file.0 = file.0.min(y);
        }
    }
    let lowest = rows.keys().next().copied().unwrap_or(0);
    if slant == 0 {
        files.values_mut().for_each(|file| file.0 = lowest);
    }
    // A hexagon's files begin where the labels of its rows would stand; those move to the right.
    let is_clear = files.values().all(|(y, _)| *y == lowest);
    let leftmost = rows.values().map(|r| r.0).min().unwrap_or(0);
    for (y, (first, last, tile)) in &rows {
        let label = Styled::dim(split(&tile.name).1);
        let first = if slant == 0 { leftmost } else { *first };
        if is_clear {
            canvas.put_left_of(form.row(*y), column(first, *y) - form.margin(), label);
        } else {
            canvas.put(
                form.row(*y),
                column(*last, *y) + i32::try_from(widest).unwrap_or(1) + form.margin(),
                label,
            );
        }
    }
    for (x, (y, tile)) in &files {
        canvas.put(form.row(*y) - form.tall, column(*x, y - 1), Styled::dim(split(&tile.name).0));
    }
    canvas.lines(2)
}

/// File and rank of a tile's name: `aa12` is `aa` and `12`, `3,-2` is `3,` and `-2`.
pub(crate) fn split(name: &str) -> (&str, &str) {
    if let Some(comma) = name.find(',') {
        return name.split_at(comma + 1);
    }
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    name.split_at(letters)
}

/// All pieces of a tile; runs of equal ones as a mark and a number.
pub(crate) fn marks(tile: &Tile, letters: &Letters) -> String {
    let mut runs: Vec<(String, usize)> = Vec::new();
    for piece in &tile.pieces {
        let mark = letters.mark(piece.as_ref()).text;
        match runs.last_mut() {
            Some((last, count)) if *last == mark => *count += 1,
            _ => runs.push((mark, 1)),
        }
    }
    let texts = runs.into_iter().map(|(mark, n)| match n {
        ..=2 => mark.repeat(n),
        // `K13` would be the piece of a thirteenth seat.
        _ if mark.ends_with(|c: char| c.is_ascii_digit()) => format!("{mark}x{n}"),
        _ => format!("{mark}{n}"),
    });
    texts.collect::<Vec<_>>().join(" ")
}
