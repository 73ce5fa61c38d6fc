//! What pieces offer: where they are, showing and lifting them.

use super::{number, place};
use crate::memory::{Memory, OpResult};
use bytecode::layout::object;
use bytecode::word::NULL;

pub fn place_of(m: &Memory<'_>, piece: u64) -> OpResult<u64> {
    m.at(piece as usize + object::PLACE)
}

pub fn tile_of(m: &Memory<'_>, piece: u64) -> OpResult<u64> {
    let place = place_of(m, piece)?;
    Ok(if place::to_zone(m, place).is_some() { NULL } else { place })
}

/// Shows it to a player, or to everyone if that is null.
pub fn reveal(m: &mut Memory<'_>, piece: u64, to: u64) -> OpResult<u64> {
    let who = match to {
        NULL => place::EVERYBODY,
        p => 1 << (number::number(p)? as u32 & 31),
    };
    place::learn(m, piece, who)?;
    Ok(NULL)
}

pub fn lift(m: &mut Memory<'_>, piece: u64) -> OpResult<u64> {
    place::move_piece(m, piece, NULL, None)?;
    Ok(NULL)
}
