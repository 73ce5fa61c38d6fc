//! Edges of graphs: the objects that stand for them, found in the list of live ones, since their ends may change. It
//! knows no directions.

use super::{board, spot, tile};
use crate::memory::{Memory, OpResult};
use bytecode::layout::object;
use bytecode::program::Board;
use bytecode::word::{self, Kind, NULL};
use language::shape::Shape;

/// The ends of an edge and whether it leads only one way, from its attributes.
fn read(m: &Memory<'_>, edge: u64) -> OpResult<(u64, u64, bool)> {
    let field = |i: usize| m.at(edge as usize + object::FIELDS + i);
    Ok((field(0)?, field(1)?, field(3)? == word::TRUE))
}

/// Where an edge leads from a tile; null if it does not touch it or leads only towards it.
fn other_end(m: &Memory<'_>, edge: u64, tile: u64) -> OpResult<u64> {
    Ok(match read(m, edge)? {
        (from, to, _) if from == tile => to,
        (from, to, false) if to == tile => from,
        _ => NULL,
    })
}

/// Whether the edges of a board are found by their ends, among the live ones, if there can be any.
fn is_graph(board: &Board, live: u64) -> bool {
    live != NULL && (board.spots.is_none() || matches!(board.shape, Shape::Graph { .. }))
}

/// The first edge from a tile to another, null if there is none.
pub(super) fn between(m: &mut Memory<'_>, from: u64, to: u64, live: u64) -> OpResult<u64> {
    tile::check(m, from)?;
    tile::check(m, to)?;
    if !is_graph(tile::board(m, from)?, live) {
        return spot::between(m, from, to);
    }
    m.spend(m.list_length(live)? / 4);
    for edge in m.elements(live)? {
        if other_end(m, *edge, from)? == to {
            return Ok(*edge);
        }
    }
    Ok(NULL)
}

/// The edges that lead away from a tile.
pub(super) fn from_tile(m: &mut Memory<'_>, from: u64, live: u64) -> OpResult<u64> {
    tile::check(m, from)?;
    if !is_graph(tile::board(m, from)?, live) {
        return spot::edges_of_tile(m, from);
    }
    collect(m, live, |m, edge| Ok(other_end(m, edge, from)? != NULL))
}

/// The edges that begin on a board.
pub(super) fn of_board(m: &mut Memory<'_>, b: u64, live: u64) -> OpResult<u64> {
    let board = board::get(m, b)?;
    if !is_graph(board, live) {
        return spot::all_of(m, board, true);
    }
    let first = u64::from(board.first);
    let tiles = first..first + board.geometry.tiles.len() as u64;
    collect(m, live, |m, edge| Ok(tiles.contains(&read(m, edge)?.0)))
}

fn collect(
    m: &mut Memory<'_>,
    live: u64,
    keep: impl Fn(&Memory<'_>, u64) -> OpResult<bool>,
) -> OpResult<u64> {
    m.spend(m.list_length(live)? / 4);
    let mut found = Vec::new();
    for edge in m.elements(live)? {
        if keep(m, *edge)? {
            found.push(*edge);
        }
    }
    m.new_list(Kind::Ref, &found)
}
