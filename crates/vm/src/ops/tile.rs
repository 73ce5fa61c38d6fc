//! Tiles: what is on them and what lies next to them. Paths over several tiles are in [`super::path`].

use super::{Args, Reads, edge, not_called, number, object, path, spot, text};
use crate::FaultKind;
use crate::growing::Spot;
use crate::memory::{Memory, OpResult};
use bytecode::program::{Adjacency, Board};
use bytecode::word::{self, Kind, NULL};
use language::catalogue::group;

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Tile, a: Args<'_>) -> OpResult<u64> {
    use group::Tile as T;
    match id {
        T::TileName => name(m, a[0]),
        T::TileMark => mark(m, a[0]),
        T::TilePieces => all_pieces(m, a[0]),
        T::TileJumps => jumps(m, a[0], a[1], a[2]),
        T::TileDistance => path::distance(m, a[0], a[1], a[2]),
        T::TilePath => path::path(m, (a[0], a[1]), (a[2], a[3])),
        T::TileSide => spot::side(m, a[0], a[1]),
        T::TileCorners => spot::corners_of_tile(m, a[0]),
        T::TileEdge => edge::between(m, a[0], a[1], a[2]),
        T::TileEdges => edge::from_tile(m, a[0], a[1]),
        T::TileX
        | T::TileY
        | T::TilePiece
        | T::TileOwner
        | T::TileIsEmpty
        | T::TileStep
        | T::TileSteps
        | T::TileRay
        | T::TileNeighbors
        | T::TileOrthogonal
        | T::TileDiagonal => not_called(),
    }
}

/// What an entry looks into.
#[rustfmt::skip]
pub(super) fn reads(id: group::Tile) -> Reads {
    use group::Tile as T;
    match id {
        T::TilePieces => Reads::Tile,
        T::TileX | T::TileY | T::TileName | T::TileMark | T::TilePiece | T::TileOwner | T::TileIsEmpty
        | T::TileStep | T::TileSteps | T::TileJumps | T::TileNeighbors | T::TileOrthogonal
        | T::TileDiagonal | T::TileEdge | T::TileSide | T::TileEdges | T::TileCorners | T::TileRay
        | T::TilePath | T::TileDistance => Reads::Arguments,
    }
}

/// Null is a fault.
pub(super) fn check(m: &Memory<'_>, t: u64) -> OpResult {
    if Spot::new(m.program, t).is_some() { Ok(()) } else { number(m, t).map(drop) }
}

/// The number of a tile over all boards without those that grow; null is a fault.
#[inline]
pub(super) fn number(m: &Memory<'_>, t: u64) -> OpResult<usize> {
    if t < u64::from(m.program.tiles.count) {
        return Ok(t as usize);
    }
    let kind = if t == NULL { FaultKind::Null } else { FaultKind::Impossible("tile") };
    Err(kind.into())
}

/// Where the word of a tile stands.
#[inline]
pub(super) fn word(m: &Memory<'_>, t: u64) -> OpResult<usize> {
    let at = m.program.layout.tiles + number(m, t)?;
    if at < m.words.len() { Ok(at) } else { Err(FaultKind::Impossible("word of a tile").into()) }
}

#[inline]
pub(super) fn is_single(m: &Memory<'_>, t: u64) -> bool {
    m.program.tiles.single.get(t as usize).copied().unwrap_or(true)
}

/// The board of a tile.
pub(super) fn board<'a>(m: &Memory<'a>, t: u64) -> OpResult<&'a Board> {
    if let Some(spot) = Spot::new(m.program, t) {
        return Ok(spot.board);
    }
    let board = m.program.tiles.board.get(number(m, t)?);
    board
        .and_then(|b| m.program.boards.get(usize::from(*b)))
        .ok_or_else(|| FaultKind::Impossible("board of a tile").into())
}

/// The pieces on a tile.
pub(super) fn pieces<'m>(m: &'m Memory<'_>, t: u64) -> OpResult<&'m [u64]> {
    if let Some(spot) = Spot::new(m.program, t) {
        return Ok(spot.pieces(m.words));
    }
    let at = word(m, t)?;
    match (is_single(m, t), m.words[at]) {
        (true, NULL) => Ok(&[]),
        (true, _) => Ok(&m.words[at..=at]),
        (false, list) => m.elements(list),
    }
}

pub(super) fn piece(m: &Memory<'_>, t: u64) -> OpResult<u64> {
    Ok(pieces(m, t)?.first().copied().unwrap_or(NULL))
}

pub(super) fn owner(m: &Memory<'_>, t: u64) -> OpResult<u64> {
    match piece(m, t)? {
        NULL => Ok(NULL),
        piece => object::owner(m, piece),
    }
}

pub(super) fn is_empty(m: &Memory<'_>, t: u64) -> OpResult<u64> {
    Ok(word::bool(pieces(m, t)?.is_empty()))
}

pub(super) fn all_pieces(m: &mut Memory<'_>, t: u64) -> OpResult<u64> {
    let pieces = pieces(m, t)?.to_vec();
    m.new_list(Kind::Ref, &pieces)
}

pub(super) fn name(m: &mut Memory<'_>, t: u64) -> OpResult<u64> {
    if Spot::new(m.program, t).is_some() {
        let name = name_of(m, t)?;
        return text::new(m, &name);
    }
    m.program
        .tiles
        .names
        .get(number(m, t)?)
        .copied()
        .ok_or_else(|| FaultKind::Impossible("name of a tile").into())
}

/// The name for people.
pub(super) fn name_of(m: &Memory<'_>, t: u64) -> OpResult<String> {
    let local = |board: &Board| Spot::new(m.program, t).map_or(t as u32 - board.first, |spot| spot.tile);
    board(m, t).map(|board| board.geometry.name(local(board)).into_owned())
}

pub(super) fn mark(m: &mut Memory<'_>, t: u64) -> OpResult<u64> {
    let board = board(m, t)?;
    let mark =
        board.geometry.tiles.get(t.wrapping_sub(board.first.into()) as usize).and_then(|tile| tile.mark);
    mark.map_or(Ok(NULL), |c| text::new(m, c.encode_utf8(&mut [0; 4])))
}

/// The list of a tile in an adjacency table.
pub(super) fn adjacent<'a>(m: &Memory<'a>, t: usize, table: usize) -> Option<&'a [u32]> {
    let table = m.program.tiles.adjacency.get(table)?;
    let (start, end) = *table.spans.get(t)?;
    table.tiles.get(start as usize..end as usize)
}

/// A list of tiles by their numbers on a board.
pub(super) fn list_on(m: &mut Memory<'_>, board: &Board, tiles: impl Iterator<Item = u32>) -> OpResult<u64> {
    let tiles: Vec<u64> = tiles.map(|t| board.tile(t)).collect();
    m.new_list(Kind::Plain, &tiles)
}

pub(super) fn list_of(m: &mut Memory<'_>, tiles: impl Iterator<Item = u32>) -> OpResult<u64> {
    let tiles: Vec<u64> = tiles.map(u64::from).collect();
    m.new_list(Kind::Plain, &tiles)
}

pub(super) fn jumps(m: &mut Memory<'_>, t: u64, a: u64, b: u64) -> OpResult<u64> {
    check(m, t)?;
    let (a, b) = (number::number(a)?.trunc() as i32, number::number(b)?.trunc() as i32);
    let spot = Spot::new(m.program, t);
    let at = t as usize;
    if let (None, Some(i)) = (&spot, m.program.tiles.jumps.iter().position(|j| *j == (a, b))) {
        let tiles = adjacent(m, at, usize::from(Adjacency::JUMPS) + i)
            .ok_or_else(|| FaultKind::Impossible("adjacent tiles"))?;
        return list_of(m, tiles.iter().copied());
    }
    // No board is wider than this, and sums of coordinates stay in range.
    const FAR: i32 = 1 << 20;
    if a.abs_diff(0) > FAR as u32 || b.abs_diff(0) > FAR as u32 {
        return m.new_list(Kind::Plain, &[]);
    }
    let board = board(m, t)?;
    if let Some(spot) = spot {
        let found = board.geometry.jumps(spot.tile, a, b);
        return list_on(m, board, found.into_iter());
    }
    m.spend(8 * board.geometry.tiles.len());
    let found = board.geometry.jumps(at as u32 - board.first, a, b);
    list_of(m, found.into_iter().map(|t| t + board.first))
}
