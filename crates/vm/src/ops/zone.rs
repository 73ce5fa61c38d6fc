//! Zones: lists of pieces in the fixed part, the last piece on top. Moving is done by [`super::place`].

use super::{
    Args, Reads, list, not_called,
    number::{self, count, some},
    piece, place,
    place::Named,
    player,
};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::layout::{list as head, object};
use bytecode::word::{self, Kind, NULL};
use language::catalogue::group;

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Zone, a: Args<'_>) -> OpResult<u64> {
    use group::Zone as Z;
    match id {
        Z::ZoneAdd => {
            add(m, a[0], (a[1], Named::from(a[3])))?;
            in_secret_order(m, a[0], &[a[1]], a[2])
        }
        Z::ZoneAddAll if a[2] == NULL => add_all(m, a[0], (a[1], Named::from(a[3]))),
        Z::ZoneAddAll => {
            let pieces = m.elements(a[1])?.to_vec();
            add_all(m, a[0], (a[1], Named::Otherwise))?;
            in_secret_order(m, a[0], &pieces, a[2])
        }
        Z::ZoneDraw => draw(m, a[0], a[1], a[2]),
        Z::ZoneDeal => deal(m, a[0], a[1], a[2]),
        Z::ZoneBottom => list::first(m, a[0]),
        Z::ZonePeek => peek(m, a[0], a[1]),
        Z::ZoneShuffle => shuffle(m, a[0]),
        Z::ZoneCut => cut(m, a[0], a[1], a[2]),
        Z::ZoneMove => move_to(m, (a[1], Named::from(a[5])), a[2], a[3], a[4] != NULL),
        Z::ZoneReveal => piece::reveal(m, a[1], a[2]),
        Z::ZoneOwner => owner(m, a[0]),
        Z::ZoneTop | Z::ZoneSearch => not_called(),
    }
}

/// What an entry looks into.
#[rustfmt::skip]
pub(super) fn reads(id: group::Zone) -> Reads {
    use group::Zone as Z;
    match id {
        Z::ZoneAdd | Z::ZoneAddAll | Z::ZoneDraw | Z::ZoneDeal | Z::ZoneTop | Z::ZoneBottom
        | Z::ZonePeek | Z::ZoneShuffle | Z::ZoneCut | Z::ZoneMove | Z::ZoneReveal | Z::ZoneOwner
        | Z::ZoneSearch => Reads::Arguments,
    }
}

fn add(m: &mut Memory<'_>, zone: u64, piece: (u64, Named)) -> OpResult<u64> {
    place::move_piece(m, piece, some(zone)?, None)?;
    Ok(NULL)
}

/// The order of a list may follow from what is hidden, as that of all cards does: where it shows, whoever does not see
/// the zone and knows only some of the pieces cannot tell which of those that come together are these.
fn add_all(m: &mut Memory<'_>, zone: u64, (pieces, named): (u64, Named)) -> OpResult<u64> {
    let pieces = m.elements(pieces)?.to_vec();
    let (mut each, mut any) = (place::EVERYBODY, 0);
    let is_reordered = named == Named::Otherwise && place::reorder(m, zone, &pieces)?;
    for piece in &pieces {
        if !is_reordered {
            add(m, zone, (*piece, named))?;
        }
        let known = m.at(*piece as usize + object::KNOWN)?;
        (each, any) = (each & known, any | known);
    }
    if each != any && place::is_ordered(m, zone)? {
        let sees = place::sees(m, zone)?;
        for piece in pieces {
            place::forget(m, piece, each | sees)?;
        }
    }
    Ok(NULL)
}

/// These have come to a zone one after the other. Where their order was chosen in secret, only whoever chose it, a player
/// or true for somebody else, and whoever sees the zone knows where they lie.
fn in_secret_order(m: &mut Memory<'_>, zone: u64, pieces: &[u64], chosen_by: u64) -> OpResult<u64> {
    if chosen_by != NULL && place::is_ordered(m, zone)? {
        let chooser = if chosen_by == word::TRUE { 0 } else { 1 << (word::to_player(chosen_by) & 31) };
        let knowers = place::sees(m, zone)? | chooser;
        for piece in pieces {
            place::forget(m, *piece, knowers)?;
        }
        place::note_unseen(m, knowers, pieces.len());
    }
    Ok(NULL)
}

/// The `n` top pieces from the bottom up, or all if there are fewer.
fn top_pieces(m: &Memory<'_>, zone: u64, n: u64) -> OpResult<Vec<u64>> {
    let pieces = m.elements(zone)?;
    Ok(pieces[pieces.len() - count(n)?.min(pieces.len())..].to_vec())
}

pub(super) fn draw(m: &mut Memory<'_>, zone: u64, n: u64, to: u64) -> OpResult<u64> {
    let n = count(n)?.min(m.list_length(zone)?);
    let mut drawn = Vec::with_capacity(n);
    for _ in 0..n {
        let piece = list::last(m, zone)?;
        add(m, to, (piece, Named::ByPlace))?;
        drawn.push(piece);
    }
    m.new_list(Kind::Ref, &drawn)
}

/// Deals in rounds as long as pieces last; `to` is the slot of player 0's zone.
pub(super) fn deal(m: &mut Memory<'_>, zone: u64, n: u64, to: u64) -> OpResult<u64> {
    let stock = m.list_length(zone)?;
    let players = player::remaining(m)?;
    let rounds = count(n)?.min(stock);
    for p in players.iter().cycle().take(stock.min(rounds.saturating_mul(players.len()))) {
        let piece = list::last(m, zone)?;
        add(m, of(m, to, *p)?, (piece, Named::ByPlace))?;
    }
    Ok(NULL)
}

/// The zone of a player, where `first` is the slot of that of player 0.
#[inline(never)]
pub(super) fn of(m: &Memory<'_>, first: u64, p: u64) -> OpResult<u64> {
    let slot = some(first)? + u64::from(player::number(m, p)?);
    if slot >= m.program.slots.len() as u64 {
        return Err(FaultKind::Impossible("zone slot").into());
    }
    Ok(m.program.layout.zones as u64 + head::HEAD as u64 * slot)
}

pub(super) fn peek(m: &mut Memory<'_>, zone: u64, n: u64) -> OpResult<u64> {
    let mut pieces = top_pieces(m, zone, n)?;
    pieces.reverse();
    m.new_list(Kind::Ref, &pieces)
}

pub(super) fn shuffle(m: &mut Memory<'_>, zone: u64) -> OpResult<u64> {
    let scratch_start = std::mem::replace(&mut m.scratch_start, 0);
    let shuffled = list::shuffle(m, zone);
    m.scratch_start = scratch_start;
    let sees = place::sees(m, some(zone)?)?;
    for i in 0..m.list_length(zone)? {
        let piece = m.elements(zone)?[i];
        *m.words.get_mut(piece as usize + object::KNOWN).ok_or_else(|| FaultKind::Impossible("piece"))? =
            sees;
    }
    shuffled
}

/// Moves the `n` top pieces in one packet.
pub(super) fn cut(m: &mut Memory<'_>, zone: u64, n: u64, to: u64) -> OpResult<u64> {
    let stock = m.list_length(zone)?;
    let first = stock - count(n)?.min(stock);
    for _ in first..stock {
        // Each closes the gap that the one before it has left.
        let piece = m.elements(zone)?.get(first).copied().ok_or_else(|| FaultKind::Impossible("zone"))?;
        add(m, to, (piece, Named::ByPlace))?;
    }
    Ok(NULL)
}

/// Where the position is `unseen`, whoever does not see the zone knows of nothing there where it lies.
fn move_to(m: &mut Memory<'_>, piece: (u64, Named), to: u64, position: u64, unseen: bool) -> OpResult<u64> {
    let position = if position == NULL { None } else { Some(number::count(position)?) };
    let to = some(to)?;
    place::move_piece(m, piece, to, position)?;
    if unseen {
        let sees = place::sees(m, to)?;
        for piece in m.elements(to)?.to_vec() {
            place::forget(m, piece, sees)?;
        }
        place::note_unseen(m, sees, 1);
    }
    Ok(NULL)
}

pub(super) fn owner(m: &Memory<'_>, zone: u64) -> OpResult<u64> {
    let slot = head::zone(m.at(zone as usize)?) as usize;
    let (_, owner) = m.program.slots.get(slot).ok_or_else(|| FaultKind::Impossible("zone slot"))?;
    Ok(owner.map_or(NULL, word::player))
}
