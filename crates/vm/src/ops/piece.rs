//! What pieces offer: where they are, showing and lifting them.

use super::{Args, Reads, board, not_called, number, place, spot};
use crate::memory::{Memory, OpResult};
use bytecode::layout::object;
use bytecode::word::NULL;
use language::catalogue::group;

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Piece, a: Args<'_>) -> OpResult<u64> {
    use group::Piece as P;
    match id {
        P::PiecePlace => m.at(a[0] as usize + object::PLACE),
        P::PieceEdge => spot::under(m, a[0], true),
        P::PieceCorner => spot::under(m, a[0], false),
        P::PieceReveal => reveal(m, a[0], a[1]),
        P::PiecePutOn => board::place(m, a[0], a[1], a[2]),
        P::PieceLift => place::move_piece(m, (a[0], place::Named::from(a[1])), NULL, None).map(|()| NULL),
        P::PieceTile => not_called(),
    }
}

/// What an entry looks into.
#[rustfmt::skip]
pub(super) fn reads(id: group::Piece) -> Reads {
    use group::Piece as P;
    match id {
        P::PieceTile | P::PieceEdge | P::PieceCorner | P::PiecePlace | P::PieceReveal | P::PiecePutOn
        | P::PieceLift => Reads::Arguments,
    }
}

/// Shows it to a player, or to everyone if that is null.
pub(super) fn reveal(m: &mut Memory<'_>, piece: u64, to: u64) -> OpResult<u64> {
    let who = match to {
        NULL => place::EVERYBODY,
        p => 1 << (number::number(p)? as u32 & 31),
    };
    place::learn(m, piece, who)?;
    Ok(NULL)
}
