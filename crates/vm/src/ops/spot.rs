//! Edges and corners that are places, by the numbers of those places: what lies at them. Edges of graphs that are none
//! are in [`super::edge`].

use super::{Args, Reads, not_called, tile};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use crate::slow_paths;
use bytecode::layout::object;
use bytecode::program::{Board, Class, Spots};
use bytecode::word::{Kind, NULL};
use language::catalogue::group;
use language::shape::{Shape, Spot};

/// How many edges are looked at for one unit of fuel.
const EDGES_PER_STEP: usize = 8;

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Spot, a: Args<'_>) -> OpResult<u64> {
    use group::Spot as S;
    match id {
        S::SpotTiles => tiles(m, a[0]),
        S::SpotEdges => edges(m, a[0]),
        S::SpotCorners => corners(m, a[0]),
        // What is on them is asked of their places.
        S::SpotName | S::SpotPiece | S::SpotPieces | S::SpotIsEmpty => not_called(),
    }
}

/// What an entry looks into.
#[rustfmt::skip]
pub(super) fn reads(id: group::Spot) -> Reads {
    use group::Spot as S;
    match id {
        S::SpotName | S::SpotPiece | S::SpotPieces | S::SpotIsEmpty | S::SpotTiles | S::SpotEdges
        | S::SpotCorners => Reads::Arguments,
    }
}

/// The board that an edge or corner is of, and which one it is; null is a fault.
fn spot<'a>(m: &Memory<'a>, place: u64) -> OpResult<(&'a Board, &'a Spots, Spot)> {
    let on = tile::board(m, place)?;
    let number = place as usize - on.first as usize;
    let of = on.of.and_then(|of| m.program.boards.get(usize::from(of)));
    let (of, spots) = of
        .and_then(|of| Some((of, of.spots.as_deref()?)))
        .ok_or_else(|| FaultKind::Impossible("board of an edge"))?;
    Ok((of, spots, if is_edges(on) { Spot::Edge(number) } else { Spot::Corner(number) }))
}

fn is_edges(board: &Board) -> bool {
    matches!(board.shape, Shape::Edges(_))
}

/// The objects of those that live, `first` being the place of the first of their kind; none where they are no places.
fn objects(m: &mut Memory<'_>, first: Option<u32>, numbers: impl Iterator<Item = u32>) -> OpResult<u64> {
    let mut found = Vec::new();
    if let Some(first) = first {
        for number in numbers {
            found.extend([object_at(m, u64::from(first + number))?].into_iter().filter(|o| *o != NULL));
        }
    }
    m.spend(found.len());
    m.new_list(Kind::Ref, &found)
}

/// The edge or corner that a place is; null if it was removed, or if the place is none.
pub(crate) fn object_at(m: &Memory<'_>, place: u64) -> OpResult<u64> {
    let tiles = &m.program.tiles;
    if !(u64::from(tiles.proper)..u64::from(tiles.count)).contains(&place) {
        return Ok(NULL);
    }
    let object = u64::from(tiles.objects.get(place as usize).copied().unwrap_or(u32::MAX));
    Ok(if m.at(object as usize)? & object::REMOVED == 0 { object } else { NULL })
}

/// The place that an edge or corner is; none if the object is no such.
pub(super) fn place_of(m: &Memory<'_>, class: &Class, o: u64) -> OpResult<Option<u64>> {
    let field = class.spot().map(|field| o as usize + usize::from(class.first_field) + field);
    Ok(field.map(|at| m.at(at)).transpose()?.filter(|place| *place != NULL))
}

/// The edge that a piece is on, or the corner; null if it is elsewhere.
pub(super) fn under(m: &Memory<'_>, piece: u64, edge: bool) -> OpResult<u64> {
    let place = m.at(piece as usize + object::PLACE)?;
    let object = object_at(m, place)?;
    let is_edge = object != NULL && is_edges(tile::board(m, place)?);
    Ok(if is_edge == edge { object } else { NULL })
}

fn spots<'a>(m: &Memory<'a>, t: u64) -> OpResult<Option<(&'a Board, &'a Spots, usize)>> {
    let board = tile::board(m, t)?;
    Ok(board.spots.as_deref().map(|spots| (board, spots, t as usize - board.first as usize)))
}

/// The edge between two tiles of a board of squares or hexes.
pub(super) fn between(m: &Memory<'_>, from: u64, to: u64) -> OpResult<u64> {
    let Some((board, spots, t)) = spots(m, from)? else { return Ok(NULL) };
    let next = to.wrapping_sub(u64::from(board.first));
    let adjacent = spots.sides.adjacency.get(t);
    let found = adjacent.and_then(|adjacent| adjacent.iter().find(|to| u64::from(to.0) == next));
    match (found, spots.edges) {
        (Some((_, _, edge)), Some(first)) => object_at(m, u64::from(first + edge)),
        _ => Ok(NULL),
    }
}

/// The edge on a side of a tile.
pub(super) fn side(m: &Memory<'_>, t: u64, direction: u64) -> OpResult<u64> {
    let Some(number) = slow_paths::direction(m.program, direction) else {
        return Err(slow_paths::unknown_direction(m, direction).into());
    };
    let Some((_, spots, t)) = spots(m, t)? else { return Ok(NULL) };
    let side = spots.sides_by_direction.get(number).copied().flatten();
    let edge = side.and_then(|side| spots.sides.edges_of.get(t)?.get(side));
    match (edge, spots.edges) {
        (Some(edge), Some(first)) => object_at(m, u64::from(first + edge)),
        _ => Ok(NULL),
    }
}

/// The edges round a tile of a board of squares or hexes.
pub(super) fn edges_of_tile(m: &mut Memory<'_>, t: u64) -> OpResult<u64> {
    let found = spots(m, t)?.map(|(_, spots, t)| (spots.edges, spots.sides.edges_of.get(t)));
    let (first, numbers) = found.unwrap_or_default();
    objects(m, first, numbers.into_iter().flatten().copied())
}

pub(super) fn corners_of_tile(m: &mut Memory<'_>, t: u64) -> OpResult<u64> {
    let found = spots(m, t)?.map(|(_, spots, t)| (spots.corners, spots.sides.corners_of.get(t)));
    let (first, numbers) = found.unwrap_or_default();
    objects(m, first, numbers.into_iter().flatten().copied())
}

/// All edges or corners of a board.
pub(super) fn all_of(m: &mut Memory<'_>, board: &Board, edges: bool) -> OpResult<u64> {
    let Some(spots) = board.spots.as_deref() else { return m.new_list(Kind::Ref, &[]) };
    let (first, n) = match edges {
        true => (spots.edges, spots.sides.edges.len()),
        false => (spots.corners, spots.sides.corners.len()),
    };
    objects(m, first, 0..n as u32)
}

fn tiles(m: &mut Memory<'_>, place: u64) -> OpResult<u64> {
    let (board, spots, spot) = spot(m, place)?;
    tile::list_of(m, spots.sides.tiles_at(spot).into_iter().map(|t| board.first + t))
}

fn edges(m: &mut Memory<'_>, place: u64) -> OpResult<u64> {
    let (_, spots, spot) = spot(m, place)?;
    // On a graph all edges are gone through.
    m.spend(spots.sides.edges.len() / EDGES_PER_STEP);
    objects(m, spots.edges, spots.sides.edges_at(spot).into_iter())
}

fn corners(m: &mut Memory<'_>, place: u64) -> OpResult<u64> {
    let (_, spots, spot) = spot(m, place)?;
    objects(m, spots.corners, spots.sides.corners_at(spot).into_iter())
}
