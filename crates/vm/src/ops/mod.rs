//! What is built in, by group, and the one function that finds it. The run loop calls into here; nothing here
//! calls back into scripts.

pub mod board;
pub mod case;
pub mod chance;
pub mod edge;
mod hash;
pub mod list;
pub mod number;
pub mod object;
pub mod path;
pub mod piece;
pub mod place;
pub mod player;
mod position;
mod show;
pub mod stack;
pub mod table;
pub mod text;
pub mod tile;
mod tile_query;
pub mod zone;

pub use hash::words as hash_words;
pub use object::{is_class, new_object, remove_object};
pub use place::move_piece;
pub use show::to_text;

use self::tile_query::TileQuery;
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::layout::{header, seat};
use bytecode::program::Adjacency;
use bytecode::word::{self, NULL};
use language::catalogue::Builtin;

/// Runs something built in. `args` are the receiver, if it is a value, and the parameters in order; those left
/// out are null. What `info` says depends on the group, see [`list`], [`table`] and below:
///
/// - boards, dice and enumerations are their index in `args[0]`; cases have their enumeration in `info`;
/// - `ListSortBy`: list, keys; `ListGroupBy`: list, keys, kind of key; `TableContains`: table, key, kind of key;
/// - `TilePath`: tile, to, mask over all tiles; null allows all;
/// - `BoardLine`: board, through, length, and the owner (`info` 0), a mask over its tiles (`info` 1) or
///   nothing where tiles must be empty (`info` 2);
/// - `BoardRegion`: board, from, and the same;
/// - zones of all players are the index of the first slot, an integer;
/// - `TileRay` goes to the edge; `TurnPass` needs its player; `AllOf` takes the address of a list of live objects;
/// - `TileEdge`, `TileEdges` and `BoardEdges` take the list of live edges last;
/// - `PositionOf`: pairs of a value and what it is, `info` of them.
///
/// Entries that take a function are loops in the program and give a fault here.
pub fn builtin(m: &mut Memory<'_>, id: Builtin, args: &mut [u64], info: u8) -> OpResult<u64> {
    let a = |i: usize| args.get(i).copied().unwrap_or(NULL);
    match id {
        Builtin::Max => number::two(a(0), a(1), f64::max),
        Builtin::Min => number::two(a(0), a(1), f64::min),
        Builtin::Abs => number::one(a(0), f64::abs),
        Builtin::Floor => number::one(a(0), f64::floor),
        Builtin::Ceil => number::one(a(0), f64::ceil),
        Builtin::Round => number::one(a(0), f64::round),
        Builtin::Sqrt => number::one(a(0), f64::sqrt),
        Builtin::Forward => player::forward(m, a(0)),
        Builtin::FaultOf => text::fault(m, a(0)),
        Builtin::AllOf => list::copy(m, a(0)),
        Builtin::PositionOf => position::position(m, &args[..args.len().min(2 * usize::from(info))]),

        Builtin::ListLength | Builtin::ListLenght | Builtin::ListCount => {
            Ok(number::length(m.list_length(a(0))?))
        }
        Builtin::ListIsEmpty | Builtin::StackIsEmpty => Ok(word::bool(m.list_length(a(0))? == 0)),
        Builtin::ListContains => Ok(word::bool(list::find(m, a(0), a(1), info)?.is_some())),
        Builtin::ListIndexOf => list::index_of(m, a(0), a(1), info),
        Builtin::ListAdd => m.push(a(0), a(1)).map(|()| NULL),
        Builtin::ListAppend => list::append(m, a(0), a(1)),
        Builtin::ListInsert => list::insert(m, a(0), a(1), a(2)),
        Builtin::ListClear | Builtin::StackClear => m.set_length(a(0), 0).map(|()| NULL),
        Builtin::ListRemove => list::remove(m, a(0), a(1), info),
        Builtin::ListRemoveAt => list::remove_at(m, a(0), a(1)),
        Builtin::ListShuffle | Builtin::RandomShuffle => list::shuffle(m, a(0)),
        Builtin::ListCopy | Builtin::StackCopy => list::copy(m, a(0)),
        Builtin::ListSum => list::sum(m, a(0)),
        Builtin::ListMin => list::best(m, a(0), f64::min),
        Builtin::ListMax => list::best(m, a(0), f64::max),
        Builtin::ListSortBy => list::sort_by(m, a(0), a(1), info),
        Builtin::ListGroupBy => table::group_by(m, a(0), a(1), a(2), info),
        Builtin::ListFirst => list::first(m, a(0)),
        Builtin::ListLast | Builtin::StackTop => list::last(m, a(0)),
        Builtin::ListTake => list::take(m, a(0), a(1)),
        Builtin::ListDrop => list::drop(m, a(0), a(1)),
        Builtin::ListReverse => list::reverse(m, a(0)),
        Builtin::ListDistinct => list::distinct(m, a(0), info),
        Builtin::ListConcat => list::concat(m, a(0), a(1)),
        Builtin::ListWithout => list::without(m, a(0), a(1), info),
        Builtin::ListFlatten => list::flatten(m, a(0), info),
        Builtin::ListRandom | Builtin::RandomPick => list::random(m, a(0)),
        Builtin::ListFilter
        | Builtin::ListMap
        | Builtin::ListFlatMap
        | Builtin::ListAny
        | Builtin::ListAll
        | Builtin::ListMinBy
        | Builtin::ListMaxBy
        | Builtin::ListZip
        | Builtin::ListFold
        | Builtin::ZoneSearch => Err(FaultKind::Impossible("a builtin that is a loop")),

        Builtin::TableLength | Builtin::TableLenght => table::pairs(m, a(0)),
        Builtin::TableClear => table::clear(m, a(0)),
        Builtin::TableCopy => table::copy(m, a(0)),
        Builtin::TableContains => table::contains(m, a(0), a(1), a(2)),
        Builtin::TableKeys => table::keys(m, a(0), info),
        Builtin::TableValues => table::values(m, a(0)),

        Builtin::StackLength | Builtin::StackLenght => Ok(number::length(m.list_length(a(0))?)),
        Builtin::StackPush => stack::push(m, a(0), a(1)),
        Builtin::StackPushFront => stack::push_front(m, a(0), a(1)),
        Builtin::StackPop => stack::pop(m, a(0)),
        Builtin::StackPopFront => stack::pop_front(m, a(0)),

        Builtin::StringLength | Builtin::StringLenght => Ok(number::length(text::length(m, a(0))?)),
        Builtin::StringIsEmpty => Ok(word::bool(text::length(m, a(0))? == 0)),
        Builtin::StringContains => text::contains(m, a(0), a(1)),
        Builtin::StringIndexOf => text::index_of(m, a(0), a(1)),
        Builtin::StringSlice => text::slice(m, a(0), a(1), a(2)),
        Builtin::StringSplit => text::split(m, a(0), a(1)),
        Builtin::StringUpper => text::upper(m, a(0)),
        Builtin::StringLower => text::lower(m, a(0)),

        Builtin::TileX => tile::x(m, a(0)),
        Builtin::TileY => tile::y(m, a(0)),
        Builtin::TileName => tile::name(m, a(0)),
        Builtin::TileMark => tile::mark(m, a(0)),
        Builtin::TilePiece => tile::piece(m, a(0)),
        Builtin::TilePieces => tile::all_pieces(m, a(0)),
        Builtin::TileOwner => tile::owner(m, a(0)),
        Builtin::TileIsEmpty => tile::is_empty(m, a(0)),
        Builtin::TileStep => tile::step(m, a(0), a(1)),
        Builtin::TileSteps => tile::steps(m, a(0), a(1)),
        Builtin::TileRay => tile::ray(m, a(0), a(1)),
        Builtin::TileJumps => tile::jumps(m, a(0), a(1), a(2)),
        Builtin::TileNeighbors => tile::adjacent_list(m, a(0), Adjacency::NEIGHBORS),
        Builtin::TileOrthogonal => tile::adjacent_list(m, a(0), Adjacency::ORTHOGONAL),
        Builtin::TileDiagonal => tile::adjacent_list(m, a(0), Adjacency::DIAGONAL),
        Builtin::TileDistance => path::distance(m, a(0), a(1)),
        Builtin::TilePath => path::path(m, a(0), a(1), a(2)),

        Builtin::TileEdge => edge::between(m, a(0), a(1), a(2)),
        Builtin::TileEdges => edge::from_tile(m, a(0), a(1)),

        Builtin::ObjectOwner => object::owner(m, a(0)),
        Builtin::ObjectOwners => object::owners(m, a(0)),
        Builtin::ObjectAssign => object::assign(m, a(0), a(1)),
        Builtin::ObjectUnassign => object::unassign(m, a(0), a(1)),

        Builtin::PieceTile => piece::tile_of(m, a(0)),
        Builtin::PiecePlace => piece::place_of(m, a(0)),
        Builtin::PieceReveal => piece::reveal(m, a(0), a(1)),
        Builtin::PiecePutOn => board::place(m, a(0), a(1)),
        Builtin::PieceLift => piece::lift(m, a(0)),

        Builtin::ZoneAdd => zone::add(m, a(0), a(1)),
        Builtin::ZoneAddAll => zone::add_all(m, a(0), a(1)),
        Builtin::ZoneDraw => zone::draw(m, a(0), a(1), a(2)),
        Builtin::ZoneDeal => zone::deal(m, a(0), a(1), a(2)),
        Builtin::ZoneTop => list::last(m, a(0)),
        Builtin::ZoneBottom => list::first(m, a(0)),
        Builtin::ZonePeek => zone::peek(m, a(0), a(1)),
        Builtin::ZoneShuffle => zone::shuffle(m, a(0)),
        Builtin::ZoneCut => zone::cut(m, a(0), a(1), a(2)),
        Builtin::ZoneMove => zone::move_to(m, a(1), a(2), a(3)),
        Builtin::ZoneReveal => piece::reveal(m, a(1), a(2)),
        Builtin::ZoneOwner => zone::owner(m, a(0)),
        Builtin::ZonesOf => zone::of(m, a(0), a(1)),

        Builtin::BoardAt => board::at(m, a(0), a(1), a(2)),
        Builtin::BoardTile => board::named(m, a(0), a(1)),
        Builtin::BoardTiles => board::tiles(m, a(0), |_| true),
        Builtin::BoardRow => board::row(m, a(0), a(1)),
        Builtin::BoardColumn => board::column(m, a(0), a(1)),
        Builtin::BoardRows => board::rows(m, a(0)),
        Builtin::BoardColumns => board::columns(m, a(0)),
        Builtin::BoardPieces => board::pieces(m, a(0)),
        Builtin::BoardPlace => board::place(m, a(1), a(2)),
        Builtin::BoardLine => tile_query::line(m, a(0), a(1), a(2), &TileQuery::new(a(3), info)),
        Builtin::BoardRegion => tile_query::region(m, a(0), a(1), &TileQuery::new(a(2), info)),
        Builtin::BoardEdges => edge::of_board(m, a(0), a(1)),
        Builtin::BoardPosition => position::of_board(m, a(0)),
        Builtin::BoardIsFull => board::is_full(m, a(0)),

        Builtin::PlayerName => player::name(m, a(0)),
        Builtin::PlayerScore => player::seat(m, a(0), seat::SCORE),
        Builtin::PlayerIsOut => player::is_out(m, a(0)),
        Builtin::PlayerTeam => player::team(m, a(0)),
        Builtin::PlayersAll => player::all(m),
        Builtin::PlayersIn => player::still_in(m),
        Builtin::PlayersActive => m.at(header::ACTIVE),
        Builtin::TurnActive => m.at(header::TURN),
        Builtin::TurnPass => player::pass(m, a(0), a(1)),
        Builtin::PhaseActive => player::phase(m),
        Builtin::PhaseUse => player::use_phase(m, a(0)),
        Builtin::TurnsUse => player::use_turn(m, a(0), a(1)),
        Builtin::TurnName => player::turn_name(m, a(0)),

        Builtin::RandomRoll => chance::roll(m, a(0)),
        Builtin::DiceRoll => chance::roll_dice(m, a(0)),
        Builtin::DiceFaces => chance::faces(m, a(0)),
        Builtin::EnumAll => case::all(m, a(0)),
        Builtin::EnumNamed => case::named(m, a(0), a(1)),
        Builtin::CaseName => case::name(m, a(0), info),
        Builtin::CaseIndex => case::index(a(0)),
    }
}
