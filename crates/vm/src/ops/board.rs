//! Boards: their tiles by place and name, and all pieces on them.

use super::{
    Args, Reads, edge, number, place, position, spot, tile,
    tile_query::{self, TileQuery},
};
use crate::FaultKind;
use crate::growing;
use crate::memory::{Memory, OpResult};
use bytecode::program::Board;
use bytecode::word::{self, Kind, NULL, Text};
use language::catalogue::group;
use language::shape::Geometry;
use language::shape::growing::{place as place_of, span};

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Board, a: Args<'_>, info: u8) -> OpResult<u64> {
    use group::Board as B;
    match id {
        B::BoardAt => at(m, a[0], a[1], a[2]),
        B::BoardTile => named(m, a[0], a[1]),
        B::BoardRow => row(m, a[0], a[1]),
        B::BoardColumn => column(m, a[0], a[1]),
        B::BoardRows => size(m, a[0], |(_, y)| y, |g| g.rows),
        B::BoardColumns => size(m, a[0], |(x, _)| x, |g| g.columns),
        B::BoardPieces => pieces(m, a[0]),
        B::BoardPlace => place(m, a[1], a[2], a[3]),
        B::BoardLine => tile_query::line(m, a[0], a[1], a[2], a[3]),
        B::BoardRegion => tile_query::region(m, (a[0], a[1]), &TileQuery::new(a[2], info), a[3]),
        B::BoardEdges => edge::of_board(m, a[0], a[1]),
        B::BoardCorners => spot::all_of(m, get(m, a[0])?, false),
        B::BoardPosition => position::of_board(m, a[0]),
        B::BoardIsFull => is_full(m, a[0]),
        // Of a board that is known beforehand and does not grow it is a loop.
        B::BoardTiles => tiles(m, get(m, a[0])?),
    }
}

/// What an entry looks into.
#[rustfmt::skip]
pub(super) fn reads(id: group::Board) -> Reads {
    use group::Board as B;
    match id {
        B::BoardPosition => Reads::Everything,
        B::BoardPieces | B::BoardIsFull | B::BoardLine | B::BoardRegion => Reads::Board,
        B::BoardAt | B::BoardTile | B::BoardTiles | B::BoardRow | B::BoardColumn | B::BoardRows
        | B::BoardColumns | B::BoardPlace | B::BoardEdges | B::BoardCorners => Reads::Arguments,
    }
}

/// A board by its index, which is an integer.
pub(super) fn get<'a>(m: &Memory<'a>, b: u64) -> OpResult<&'a Board> {
    m.program.boards.get(b as usize).ok_or_else(|| FaultKind::Impossible("board").into())
}

/// The numbers of its tiles.
fn range(board: &Board) -> std::ops::Range<u64> {
    let first = u64::from(board.first);
    first..first + board.geometry.tiles.len() as u64
}

/// The tiles of a board, of one that grows those that count, see `language::shape::growing`.
fn tiles(m: &mut Memory<'_>, board: &Board) -> OpResult<u64> {
    let Some(growing) = &board.growing else {
        return tile::list_of(m, board.first..board.first + board.geometry.tiles.len() as u32);
    };
    let found = growing::find_known(m, board, growing);
    tile::list_on(m, board, found.into_iter())
}

/// The tiles of the board of a tile.
pub(crate) fn tiles_of(m: &mut Memory<'_>, t: u64) -> OpResult<u64> {
    tile::check(m, t)?;
    tiles(m, tile::board(m, t)?)
}

/// How many rows or columns there are.
fn size(
    m: &Memory<'_>,
    b: u64,
    of: impl Fn((i32, i32)) -> i32,
    fixed: impl Fn(&Geometry) -> u32,
) -> OpResult<u64> {
    let board = get(m, b)?;
    let Some(growing) = &board.growing else {
        return Ok(word::number(f64::from(fixed(&board.geometry))));
    };
    let (least, most) = span(&growing::find_known(m, board, growing), of);
    Ok(word::number(f64::from(most - least + 1)))
}

/// The tile at a column and row, null if there is none.
pub(super) fn at(m: &Memory<'_>, b: u64, x: u64, y: u64) -> OpResult<u64> {
    let board = get(m, b)?;
    let (x, y) = (number::number(x)? as i32, number::number(y)? as i32);
    Ok(board.geometry.at(x, y).map_or(NULL, |t| board.tile(t)))
}

/// The tile of that name, null if there is none.
pub(super) fn named(m: &mut Memory<'_>, b: u64, name: u64) -> OpResult<u64> {
    number::some(name)?;
    let board = get(m, b)?;
    if board.growing.is_some() {
        return Ok(board.geometry.named(&m.string(name)?).map_or(NULL, |t| board.tile(t)));
    }
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

/// The tiles of one row or column, in order: `along` is the coordinate that they share.
fn line(
    m: &mut Memory<'_>,
    b: u64,
    number: u64,
    along: fn((i32, i32)) -> i32,
    of: fn(&Geometry, i32) -> Vec<u32>,
) -> OpResult<u64> {
    let board = get(m, b)?;
    let number = number::number(number)?.trunc();
    if let Some(growing) = &board.growing {
        let mut found = growing::find_known(m, board, growing);
        found.retain(|t| f64::from(along(place_of(*t))) == number);
        // One coordinate is the same everywhere, and the numbers of tiles grow with both.
        found.sort_unstable();
        return tile::list_on(m, board, found.into_iter());
    }
    let found: Vec<u64> = of(&board.geometry, number as i32).into_iter().map(|t| board.tile(t)).collect();
    m.spend(board.geometry.tiles.len() / 8);
    m.new_list(Kind::Plain, &found)
}

pub(super) fn row(m: &mut Memory<'_>, b: u64, y: u64) -> OpResult<u64> {
    line(m, b, y, |(_, y)| y, Geometry::row)
}

pub(super) fn column(m: &mut Memory<'_>, b: u64, x: u64) -> OpResult<u64> {
    line(m, b, x, |(x, _)| x, Geometry::column)
}

pub(super) fn pieces(m: &mut Memory<'_>, b: u64) -> OpResult<u64> {
    let board = get(m, b)?;
    let tiles: Vec<u64> = match &board.growing {
        Some(growing) => growing::occupied(growing, m.words).into_iter().map(|t| board.tile(t)).collect(),
        None => range(board).collect(),
    };
    m.spend(if board.growing.is_some() { 4 * tiles.len() } else { tiles.len() / 4 });
    let mut found = Vec::new();
    for t in tiles {
        found.extend_from_slice(tile::pieces(m, t)?);
    }
    m.new_list(Kind::Ref, &found)
}

pub(super) fn is_full(m: &mut Memory<'_>, b: u64) -> OpResult<u64> {
    if get(m, b)?.growing.is_some() {
        return Ok(word::FALSE);
    }
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

pub(super) fn place(m: &mut Memory<'_>, piece: u64, on: u64, named: u64) -> OpResult<u64> {
    tile::check(m, on)?;
    place::move_piece(m, (number::some(piece)?, place::Named::from(named)), on, None)?;
    Ok(NULL)
}
