//! Boards: their tiles by place and name, and all pieces on them.

use super::{
    Args, edge, not_called, number, place, position, tile,
    tile_query::{self, TileQuery},
};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::program::Board;
use bytecode::word::{self, Kind, NULL, Text};
use language::catalogue::group;
use language::shape::Tile;

pub(super) fn call(m: &mut Memory<'_>, id: group::Board, a: Args<'_>, info: u8) -> OpResult<u64> {
    use group::Board as B;
    match id {
        B::BoardAt => at(m, a[0], a[1], a[2]),
        B::BoardTile => named(m, a[0], a[1]),
        B::BoardRow => row(m, a[0], a[1]),
        B::BoardColumn => column(m, a[0], a[1]),
        B::BoardRows => Ok(word::number(f64::from(get(m, a[0])?.geometry.rows))),
        B::BoardColumns => Ok(word::number(f64::from(get(m, a[0])?.geometry.columns))),
        B::BoardPieces => pieces(m, a[0]),
        B::BoardPlace => place(m, a[1], a[2]),
        B::BoardLine => tile_query::line(m, a[0], a[1], a[2], a[3]),
        B::BoardRegion => tile_query::region(m, a[0], a[1], &TileQuery::new(a[2], info)),
        B::BoardEdges => edge::of_board(m, a[0], a[1]),
        B::BoardPosition => position::of_board(m, a[0]),
        B::BoardIsFull => is_full(m, a[0]),
        B::BoardTiles => not_called(),
    }
}

/// A board by its index, which is an integer.
pub(super) fn get<'a>(m: &Memory<'a>, b: u64) -> OpResult<&'a Board> {
    m.program.boards.get(b as usize).ok_or(FaultKind::Impossible("board"))
}

/// The numbers of its tiles.
fn range(board: &Board) -> std::ops::Range<u64> {
    let first = u64::from(board.first);
    first..first + board.geometry.tiles.len() as u64
}

/// The tile at a column and row, null if there is none.
pub(super) fn at(m: &Memory<'_>, b: u64, x: u64, y: u64) -> OpResult<u64> {
    let board = get(m, b)?;
    let (x, y) = (number::number(x)? as i32, number::number(y)? as i32);
    Ok(board.geometry.at(x, y).map_or(NULL, |t| u64::from(t + board.first)))
}

/// The tile of that name, null if there is none.
pub(super) fn named(m: &mut Memory<'_>, b: u64, name: u64) -> OpResult<u64> {
    number::some(name)?;
    let range = range(get(m, b)?);
    m.spend((range.end - range.start) as usize / 8);
    let short = matches!(word::text(name), Some(Text::Inline(..)));
    for t in range {
        let n = m.program.tiles.names.get(t as usize).copied().unwrap_or(NULL);
        if n == name || !short && m.equal_text(n, name)? {
            return Ok(t);
        }
    }
    Ok(NULL)
}

/// The tiles for which the test holds, row by row.
pub(super) fn tiles(m: &mut Memory<'_>, b: u64, keep: impl Fn(&Tile) -> bool) -> OpResult<u64> {
    let board = get(m, b)?;
    let kept = range(board).zip(&board.geometry.tiles).filter(|(_, t)| keep(t));
    let found: Vec<u64> = kept.map(|(i, _)| i).collect();
    m.spend(board.geometry.tiles.len() / 8);
    m.new_list(Kind::Plain, &found)
}

pub(super) fn row(m: &mut Memory<'_>, b: u64, y: u64) -> OpResult<u64> {
    let y = number::number(y)?.trunc();
    tiles(m, b, |t| f64::from(t.y) == y)
}

pub(super) fn column(m: &mut Memory<'_>, b: u64, x: u64) -> OpResult<u64> {
    let x = number::number(x)?.trunc();
    tiles(m, b, |t| f64::from(t.x) == x)
}

pub(super) fn pieces(m: &mut Memory<'_>, b: u64) -> OpResult<u64> {
    let range = range(get(m, b)?);
    m.spend((range.end - range.start) as usize / 4);
    let mut found = Vec::new();
    for t in range {
        found.extend_from_slice(tile::pieces(m, t)?);
    }
    m.new_list(Kind::Ref, &found)
}

pub(super) fn is_full(m: &mut Memory<'_>, b: u64) -> OpResult<u64> {
    let range = range(get(m, b)?);
    m.spend((range.end - range.start) as usize / 8);
    if get(m, b)?.capacity == Some(1) {
        let tiles = m.program.layout.tiles;
        let on = &m.words[tiles + range.start as usize..tiles + range.end as usize];
        return Ok(word::bool(!on.contains(&NULL)));
    }
    for t in range {
        if tile::pieces(m, t)?.is_empty() {
            return Ok(word::FALSE);
        }
    }
    Ok(word::TRUE)
}

pub(super) fn place(m: &mut Memory<'_>, piece: u64, on: u64) -> OpResult<u64> {
    tile::number(m, on)?;
    place::move_piece(m, number::some(piece)?, on, None)?;
    Ok(NULL)
}
