//! What is built in, by group; each group has a `call` that finds the function of an entry. The run loop calls into
//! here; nothing here calls back into scripts.

mod board;
mod case;
mod chance;
mod content;
mod edge;
pub(crate) mod frozen;
mod hash;
mod list;
mod number;
mod object;
mod path;
mod piece;
mod place;
pub(crate) mod player;
mod position;
mod set;
mod show;
mod spot;
mod stack;
pub(crate) mod table;
pub(crate) mod text;
mod tile;
mod tile_query;
mod zone;

#[cfg(test)]
mod tests;

pub(crate) use board::tiles_of;
pub(crate) use content::equal as content_is_equal;
pub use hash::mix;
pub(crate) use hash::words as hash_words;
pub use object::new_object;
pub(crate) use object::remove_object;
#[cfg(test)]
pub(crate) use place::{Named, move_piece};
pub(crate) use place::{pull, take_fixed};
pub(crate) use show::{tile_title, to_text};
pub(crate) use spot::object_at;
pub use table::put_player;

use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::layout::header;
use bytecode::word::NULL;
use language::catalogue::{Builtin, Group, group};

/// The receiver of a builtin, if it is a value, and its arguments in order; what is left out is null.
#[derive(Clone, Copy)]
struct Args<'a>(&'a [u64]);

impl std::ops::Index<usize> for Args<'_> {
    type Output = u64;

    #[inline]
    fn index(&self, i: usize) -> &u64 {
        self.0.get(i).unwrap_or(&NULL)
    }
}

/// Runs something built in. What `info` says depends on the group, see [`list`], [`table`] and below:
///
/// - boards, dice and enumerations are their index in `args[0]`; cases have their enumeration in `info`;
/// - `ListSortBy`: list, keys; `ListGroupBy`: list, keys, kind of key; `TableContains`: table, key, kind of key;
/// - edges and corners are their places;
/// - sets and `ListToSet` have in `info` whether the members are players;
/// - `TilePath`: tile, to, mask over all tiles, mask over the edges of its board; null allows all; of
///   a board that grows a mask over its `tiles()`;
/// - `TileDistance`: tile, to, mask over the edges of its board;
/// - `BoardLine`: board, through, length, owner;
/// - `BoardRegion`: board, from, and the owner (`info` 0), a mask over its tiles (`info` 1), nothing where tiles
///   must be empty (`info` 2), or the tile or null that is left out of those with a piece (`info` 3), then a mask
///   over its edges;
/// - zones of all players are the index of the first slot, an integer;
/// - `ZoneMove` takes one more argument where nobody learns the position, `ZoneAdd` and `ZoneAddAll` where the order was
///   chosen in secret: the player who chose it, or true;
/// - behind all that, what moves pieces takes false where the rules name them by where they lie, as the top one;
/// - `TurnPass` needs its player;
/// - `TileEdge`, `TileEdges` and `BoardEdges` take the list of live edges last, if there are graphs;
/// - `PositionOf`: pairs of a value and what it is, `info` of them.
///
/// What is called from here is never inlined, so that finding it saves no registers.
pub(crate) fn builtin(m: &mut Memory<'_>, id: Builtin, args: &[u64], info: u8) -> OpResult<u64> {
    let a = Args(args);
    match id.group() {
        Group::Free(id) => number::call(m, id, a, info),
        Group::List(id) => list::call(m, id, a, info),
        Group::Table(id) => table::call(m, id, a, info),
        Group::Stack(id) => stack::call(m, id, a),
        Group::Set(id) => set::call(m, id, a, info),
        Group::String(id) => text::call(m, id, a),
        Group::Tile(id) => tile::call(m, id, a),
        Group::Spot(id) => spot::call(m, id, a),
        Group::Object(id) => object::call(m, id, a),
        Group::Piece(id) => piece::call(m, id, a),
        Group::Zone(id) => zone::call(m, id, a),
        Group::Zones(group::Zones::ZonesOf) => zone::of(m, a[0], a[1]),
        Group::Board(id) => board::call(m, id, a, info),
        Group::Player(id) => player::call(m, id, a),
        Group::Players(id) => player::call_all(m, id),
        Group::Turn(id) => player::call_turn(m, id, a),
        Group::Phase(id) => player::call_phase(m, id, a),
        Group::Turns(group::Turns::TurnsUse) => player::use_turn(m, a[0], a[1]),
        Group::TurnValue(group::TurnValue::TurnName) => player::turn_name(m, a[0]),
        Group::Random(id) => chance::call(m, id, a),
        Group::Dice(id) => chance::call_dice(m, id, a),
        Group::Enum(id) => case::call_enum(m, id, a),
        Group::Case(id) => case::call(m, id, a, info),
    }
}

/// As [`builtin`], of one that draws from chance. Where another seed is given what it comes to is drawn by that, and all
/// that is drawn afterwards comes out as it would have.
#[cold]
#[inline(never)]
pub(crate) fn draw(
    m: &mut Memory<'_>,
    id: Builtin,
    args: &[u64],
    info: u8,
    other: Option<u64>,
) -> OpResult<u64> {
    let drawn = builtin(m, id, args, info)?;
    let Some(seed) = other else { return Ok(drawn) };
    let after = std::mem::replace(&mut m.words[header::RANDOM], seed);
    let drawn = builtin(m, id, args, info);
    m.words[header::RANDOM] = after;
    drawn
}

/// What something built in looks into, for those who ask who may know what it gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reads {
    /// What it is given, and nothing behind that.
    Arguments,
    /// The elements of what it is given too, which it compares.
    Elements,
    /// What lies on the tile that comes first.
    Tile,
    /// What lies on the board that comes first.
    Board,
    Everything,
}

/// What an entry looks into. Of groups that give nothing of things that lie somewhere all entries are alike.
pub(crate) fn reads(id: Builtin) -> Reads {
    match id.group() {
        Group::Free(id) => number::reads(id),
        Group::List(id) => list::reads(id),
        Group::Table(id) => table::reads(id),
        Group::Stack(id) => stack::reads(id),
        Group::Tile(id) => tile::reads(id),
        Group::Spot(id) => spot::reads(id),
        Group::Object(id) => object::reads(id),
        Group::Piece(id) => piece::reads(id),
        Group::Zone(id) => zone::reads(id),
        Group::Board(id) => board::reads(id),
        Group::Random(id) => chance::reads(id),
        Group::Set(_)
        | Group::String(_)
        | Group::Zones(_)
        | Group::Player(_)
        | Group::Players(_)
        | Group::Turn(_)
        | Group::Phase(_)
        | Group::Turns(_)
        | Group::TurnValue(_)
        | Group::Dice(_)
        | Group::Enum(_)
        | Group::Case(_) => Reads::Arguments,
    }
}

/// What an entry gives that is never called, since the program has an instruction or a loop for it.
fn not_called() -> OpResult<u64> {
    Err(FaultKind::Impossible("a builtin that is no call").into())
}
