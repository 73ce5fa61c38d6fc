//! Where pieces are: taking them out of tiles and zones, putting them in, and who knows them then.

use super::tile;
use crate::FaultKind;
use crate::growing::Spot;
use crate::memory::{Memory, OpResult};
use crate::trace::{Change, PieceMove};
use bytecode::layout::{list, object};
use bytecode::program::ZoneLayout;
use bytecode::word::{self, NULL};

use crate::sight;
/// All players and spectators, as bits.
pub(super) use crate::sight::EVERYBODY;

/// The zone that a place is, if it is no tile.
#[inline(always)]
pub(super) fn to_zone(m: &Memory<'_>, place: u64) -> Option<u64> {
    (place != NULL && !word::is_tile(place, m.program.tiles.count)).then_some(place)
}

/// Whether the rules name a piece that they move by where it lies: as the top one, say. Otherwise which one it is may
/// have been chosen in secret, drawn by chance or found by what is hidden, even where it happens to lie on top.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    ByPlace,
    /// All may know which one it is, though not by where it lies: it was chosen openly, or lies on a tile that was.
    Openly,
    Otherwise,
}

impl Named {
    /// As the last argument of what moves pieces says, see [`super::builtin`].
    pub(super) fn from(word: u64) -> Named {
        match word {
            NULL => Named::Otherwise,
            word::TRUE => Named::Openly,
            _ => Named::ByPlace,
        }
    }
}

/// Moves a piece: out of its place, into another (null: none), and remembers it for `Moved` if it is in a place
/// then. `position` counts from the bottom of a zone; without one it goes on top. A piece that is on the tile
/// already stays as it is, see [`stays`].
pub(crate) fn move_piece(
    m: &mut Memory<'_>,
    (piece, named): (u64, Named),
    to: u64,
    position: Option<usize>,
) -> OpResult {
    // A builtin may move very many.
    m.within_reason()?;
    let from = m.at(piece as usize + object::PLACE)?;
    let zone = to_zone(m, to);
    if to != NULL && m.at(piece as usize)? & object::REMOVED != 0 {
        return Err(FaultKind::Removed.into());
    }
    if zone.is_none() && to == from {
        return stays(m, (piece, named), to);
    }
    if zone.is_none() && to != NULL {
        check_capacity(m, to)?;
    }
    let seen = sees(m, to)?;
    let mut made = None;
    if m.trace.is_some() {
        made = Some(departure(m, piece, from, to)?);
    }
    if seen != EVERYBODY && (from != to || zone.is_some()) {
        lose_sight(m, (piece, named), (from, to), seen)?;
        if let Some(made) = &mut made {
            made.followed = m.at(piece as usize + object::KNOWN)?;
        }
        if to != NULL && zone.is_none() {
            forget(m, piece, seen)?;
        }
    }
    take_out(m, piece, from)?;
    match zone {
        Some(zone) => put_in_zone(m, piece, zone, position)?,
        None if to != NULL => put_on_tile(m, piece, to)?,
        None => {}
    }
    m.words[piece as usize + object::PLACE] = to;
    learn(m, piece, seen)?;
    if let Some(made) = made {
        note(m, made)?;
    }
    if m.program.moved.is_some() && to != NULL {
        m.moved.push([piece, from, to]);
    }
    Ok(())
}

/// A piece is put on the tile where it lies. Whoever does not see what lies there cannot tell that from a move and loses
/// sight of the same pieces: which tile it was put on may have been chosen in secret.
fn stays(m: &mut Memory<'_>, (piece, named): (u64, Named), at: u64) -> OpResult {
    let seen = sees(m, at)?;
    if at == NULL || seen == EVERYBODY {
        return Ok(());
    }
    let way = if m.trace.is_some() { Some(departure(m, piece, at, at)?) } else { None };
    lose_sight(m, (piece, named), (at, at), seen)?;
    if let Some(way) = way {
        let followed = m.at(piece as usize + object::KNOWN)?;
        note(m, PieceMove { followed, ..way })?;
    }
    Ok(())
}

/// Puts all pieces of a zone into another order, as moving each to the top does, one after the other; false, and nothing
/// is done, where they are not just these, or where somebody wants to know of each move.
pub(super) fn reorder(m: &mut Memory<'_>, zone: u64, pieces: &[u64]) -> OpResult<bool> {
    /// Of more it is not found out fast whether they are the same.
    const FEW: usize = 64;
    let there = m.elements(zone)?;
    let n = there.len();
    if n != pieces.len() || n > FEW || m.trace.is_some() || m.program.moved.is_some() {
        return Ok(false);
    }
    // Each piece stands once in its zone. It costs what taking each out singly does, or a match whose changes somebody
    // follows would end elsewhere: those that were taken already lie on top.
    let (mut met, mut cost) = (0_u64, 0);
    for piece in pieces {
        let Some(i) = there.iter().position(|there| there == piece) else { return Ok(false) };
        let below = (!met & ((1 << i) - 1)).count_ones() as usize;
        cost += (n - below) / 8 + (n - below) / 16;
        met |= 1 << i;
    }
    if met.count_ones() as usize != n {
        return Ok(false);
    }
    let (data, _) = extent(m, zone)?;
    m.words.get_mut(data..data + n).ok_or_else(|| FaultKind::Impossible("zone"))?.copy_from_slice(pieces);
    m.spend(cost);
    let seen = sees(m, zone)?;
    let is_followed = seen == EVERYBODY || n < 2 || !is_ordered(m, zone)?;
    for piece in pieces {
        if !is_followed {
            m.spend(n / 4);
            forget(m, *piece, seen)?;
        }
        learn(m, *piece, seen)?;
    }
    Ok(true)
}

/// Where a piece stands that is about to leave its place, and who knows it.
#[inline(never)]
fn departure(m: &Memory<'_>, piece: u64, from: u64, to: u64) -> OpResult<PieceMove> {
    let out_of = match to_zone(m, from) {
        Some(zone) => m.elements(zone)?.iter().rposition(|e| *e == piece).unwrap_or(0),
        None => 0,
    };
    let known = m.at(piece as usize + object::KNOWN)?;
    Ok(PieceMove { piece, from, to, out_of, into: 0, followed: known, known })
}

/// Notes a move that was made.
#[inline(never)]
fn note(m: &mut Memory<'_>, made: PieceMove) -> OpResult {
    let into = match to_zone(m, made.to) {
        Some(zone) => m.elements(zone)?.iter().rposition(|e| *e == made.piece).unwrap_or(0),
        None => 0,
    };
    let known = m.at(made.piece as usize + object::KNOWN)?;
    if let Some(trace) = &mut m.trace {
        trace.changes.push(Change::Moved(PieceMove { into, known, ..made }));
    }
    Ok(())
}

/// Where the last `n` pieces came to lie that moved is known to these alone, which nobody may be told before it is so.
pub(super) fn note_unseen(m: &mut Memory<'_>, but: u64, n: usize) {
    let changes = m.trace.iter_mut().flat_map(|trace| trace.changes.iter_mut().rev().take(n));
    for change in changes {
        if let Change::Moved(made) = change {
            made.known &= but;
        }
    }
}

/// Whoever sees neither where a piece comes from nor where it goes cannot tell which of several it was: to them it is
/// unknown from now on, and so are those that stay behind, also where it comes to lie elsewhere in the same zone. They
/// can follow one that the rules name as the top or bottom one of an ordered zone, and one that is the only one there. On
/// a board where a piece lies is what is hidden, so nobody can follow one from there, nor on to one that they do not see;
/// what stays behind is as it was where all may know which one went, and unknown where that would tell it.
#[inline(never)]
fn lose_sight(
    m: &mut Memory<'_>,
    (piece, named): (u64, Named),
    (from, to): (u64, u64),
    seen: u64,
) -> OpResult {
    let Some(zone) = to_zone(m, from) else {
        let witnesses = if from == NULL { EVERYBODY } else { seen | sees(m, from)? };
        if named == Named::Otherwise && witnesses != EVERYBODY {
            forget_board(m, from, witnesses)?;
        }
        return forget(m, piece, witnesses);
    };
    let witnesses = seen | sees(m, from)?;
    let (data, n) = extent(m, zone)?;
    if witnesses == EVERYBODY || n < 2 {
        return Ok(());
    }
    let is_at_end = m.at(data)? == piece || m.at(data + n - 1)? == piece;
    match is_ordered(m, zone)? {
        true if named == Named::ByPlace && is_at_end => return Ok(()),
        // Nothing has a position there.
        false if from == to => return Ok(()),
        _ => {}
    }
    m.spend(n / 4);
    for i in data..data + n {
        let at = m.at(i)? as usize + object::KNOWN;
        let known = m.at(at)?;
        m.words[at] = known & witnesses;
    }
    Ok(())
}

/// Only these still know what lies on the board of a tile, on its edges and on its corners.
fn forget_board(m: &mut Memory<'_>, tile: u64, but: u64) -> OpResult {
    let program = m.program;
    for board in program.whole_board(tile) {
        let tiles = board.tiles();
        m.spend(board.geometry.tiles.len() / 8);
        for tile in tiles {
            for i in 0..tile::pieces(m, tile)?.len() {
                let piece = tile::pieces(m, tile)?[i];
                forget(m, piece, but)?;
            }
        }
    }
    Ok(())
}

/// Only these still know the piece.
pub(super) fn forget(m: &mut Memory<'_>, piece: u64, but: u64) -> OpResult {
    let at = piece as usize + object::KNOWN;
    let known = m.at(at)?;
    m.words[at] = known & but;
    Ok(())
}

fn check_capacity(m: &Memory<'_>, to: u64) -> OpResult {
    // A tile that holds one piece, and none so far.
    if to < u64::from(m.program.tiles.count)
        && tile::is_single(m, to)
        && m.words.get(m.program.layout.tiles + to as usize) == Some(&NULL)
    {
        return Ok(());
    }
    let there = tile::pieces(m, to)?.len();
    let capacity = tile::board(m, to)?.capacity;
    if capacity.is_none_or(|c| there < c as usize) {
        return Ok(());
    }
    Err(FaultKind::NoRoom(tile::name_of(m, to)?).into())
}

#[inline(always)]
fn take_out(m: &mut Memory<'_>, piece: u64, from: u64) -> OpResult {
    if from == NULL {
        return Ok(());
    }
    if let Some(zone) = to_zone(m, from) {
        return pull(m, zone, piece);
    }
    if let Some(spot) = Spot::new(m.program, from) {
        return spot.take(m, piece);
    }
    let at = tile::word(m, from)?;
    match tile::is_single(m, from) {
        true => {
            m.words[at] = NULL;
            Ok(())
        }
        false => pull(m, m.words[at], piece),
    }
}

fn put_on_tile(m: &mut Memory<'_>, piece: u64, to: u64) -> OpResult {
    if let Some(spot) = Spot::new(m.program, to) {
        return spot.put(m, piece);
    }
    let at = tile::word(m, to)?;
    match tile::is_single(m, to) {
        true => {
            m.words[at] = piece;
            Ok(())
        }
        false => m.push_fixed(m.words[at], piece),
    }
}

#[inline(always)]
fn put_in_zone(m: &mut Memory<'_>, piece: u64, zone: u64, position: Option<usize>) -> OpResult {
    m.push_fixed(zone, piece)?;
    let Some(i) = position else { return Ok(()) };
    let (data, n) = extent(m, zone)?;
    m.spend(n / 8);
    m.words[data + i.min(n - 1)..data + n].rotate_right(1);
    Ok(())
}

/// Where the elements of a list begin, and how many there are.
#[inline(always)]
fn extent(m: &Memory<'_>, l: u64) -> OpResult<(usize, usize)> {
    let n = m.elements(l)?.len();
    Ok((list::data(m.at(l as usize + 1)?), n))
}

/// Takes the last such element out of a list of the fixed part; the order of the others stays.
#[inline(always)]
pub(crate) fn pull(m: &mut Memory<'_>, l: u64, w: u64) -> OpResult {
    let elements = m.elements(l)?;
    let Some(i) = elements.iter().rposition(|e| *e == w) else { return Ok(()) };
    let passed = elements.len() - i;
    m.spend(passed / 8);
    take_fixed(m, l, i)
}

/// Takes the element at `i` out of a list of the fixed part.
#[inline(always)]
pub(crate) fn take_fixed(m: &mut Memory<'_>, l: u64, i: usize) -> OpResult {
    let (data, n) = extent(m, l)?;
    m.spend((n - i) / 16);
    // Most are taken from the top.
    if i + 1 < n {
        m.words.copy_within(data + i + 1..data + n, data + i);
    }
    m.words[l as usize] = list::with_length(m.words[l as usize], n - 1);
    Ok(())
}

/// What a zone is, and whose.
#[inline(always)]
fn zone_info<'m>(m: &Memory<'m>, zone: u64) -> OpResult<(&'m ZoneLayout, Option<u32>)> {
    let slot = list::zone(m.at(zone as usize)?) as usize;
    let (of, owner) = m.program.slots.get(slot).ok_or_else(|| FaultKind::Impossible("zone slot"))?;
    let info = m.program.zones.get(usize::from(*of)).ok_or_else(|| FaultKind::Impossible("zone"))?;
    Ok((info, *owner))
}

pub(super) fn is_ordered(m: &Memory<'_>, zone: u64) -> OpResult<bool> {
    let (info, _) = zone_info(m, zone)?;
    Ok(info.ordered || info.deck)
}

/// Who sees what lies in a place, as bits.
#[inline(always)]
pub(super) fn sees(m: &Memory<'_>, place: u64) -> OpResult<u64> {
    let Some(zone) = to_zone(m, place) else {
        return Ok(if place == NULL { 0 } else { sight::sees_tile(m.program, place) });
    };
    let (info, owner) = zone_info(m, zone)?;
    Ok(sight::sees(info.seen, owner))
}

/// The players in `who` know the piece from now on.
#[inline(always)]
pub(super) fn learn(m: &mut Memory<'_>, piece: u64, who: u64) -> OpResult {
    let at = piece as usize + object::KNOWN;
    let known = m.at(at)?;
    m.words[at] = known | who;
    Ok(())
}
