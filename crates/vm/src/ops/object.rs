//! Objects: making and ending them, their classes and owners. It knows no place.

use super::{Args, Reads, number, place, spot, tile};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::layout::{header, list, object};
use bytecode::program::Class;
use bytecode::word::{self, Kind, NULL};
use language::catalogue::group;
use language::tree::Visibility;

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Object, a: Args<'_>) -> OpResult<u64> {
    use group::Object as O;
    match id {
        O::ObjectOwner => owner(m, a[0]),
        O::ObjectOwners => owners(m, a[0]),
        O::ObjectAssign => assign(m, a[0], a[1]),
        O::ObjectUnassign => unassign(m, a[0], a[1]),
    }
}

/// What an entry looks into.
#[rustfmt::skip]
pub(super) fn reads(id: group::Object) -> Reads {
    use group::Object as O;
    match id {
        O::ObjectOwner | O::ObjectOwners | O::ObjectAssign | O::ObjectUnassign => Reads::Arguments,
    }
}

/// The class of an object.
pub(super) fn class<'a>(m: &Memory<'a>, o: u64) -> OpResult<&'a Class> {
    let class = object::class(m.at(o as usize)?);
    m.program
        .classes
        .get(usize::from(class))
        .ok_or_else(|| FaultKind::Impossible("class of an object").into())
}

/// A new object whose attributes are null, in the lists of live objects. Events and objects that never change have no
/// number of their own.
pub fn new_object(m: &mut Memory<'_>, class: u16) -> OpResult<u64> {
    let program = m.program;
    let of = program.classes.get(usize::from(class)).ok_or_else(|| FaultKind::Impossible("class"))?;
    let at = m.allocate(usize::from(of.size).max(object::FIELDS))?;
    m.spend(usize::from(of.size));
    let made = m.at(header::MADE)?;
    m.words[at] = object::head(class, if of.is_event || of.is_const { u32::MAX } else { made as u32 });
    if of.visibility == Visibility::Group {
        m.words[at + object::OWNER] = 0;
    }
    if of.is_piece {
        m.words[at + object::KNOWN] = 0;
    }
    if !of.is_event && !of.is_const {
        m.words[header::MADE] = made + 1;
    }
    for live in &of.joins {
        m.push_fixed((program.layout.live + list::HEAD * usize::from(*live)) as u64, at as u64)?;
    }
    Ok(at as u64)
}

/// Ends an object: it leaves its place and the lists of live objects. Null does nothing. It may be open to all which one it
/// is.
pub(crate) fn remove_object(m: &mut Memory<'_>, o: u64, is_open: bool) -> OpResult {
    if o == NULL {
        return Ok(());
    }
    let named = if is_open { place::Named::Openly } else { place::Named::Otherwise };
    let of = class(m, o)?;
    if m.at(o as usize)? & object::REMOVED != 0 {
        return Ok(());
    }
    // What is on an edge or corner lies nowhere then.
    if let Some(place) = spot::place_of(m, of, o)? {
        for piece in tile::pieces(m, place)?.to_vec() {
            place::move_piece(m, (piece, named), NULL, None)?;
        }
    }
    if of.is_piece {
        if m.at(o as usize + object::PLACE)? == NULL {
            place::learn(m, o, place::EVERYBODY)?;
        }
        place::move_piece(m, (o, named), NULL, None)?;
    }
    let head = m.at(o as usize)?;
    m.words[o as usize] = head | object::REMOVED;
    let live = m.program.layout.live;
    of.joins.iter().try_for_each(|i| leave(m, (live + list::HEAD * usize::from(*i)) as u64, o))
}

/// Takes an object off a list of live ones, which stand there by their numbers.
fn leave(m: &mut Memory<'_>, live: u64, o: u64) -> OpResult {
    let serial = object::serial(m.at(o as usize)?);
    let serial_of = |e: &u64| m.words.get(*e as usize).map_or(0, |head| object::serial(*head));
    let objects = m.elements(live)?;
    match objects.binary_search_by_key(&serial, serial_of) {
        Ok(i) if objects[i] == o => place::take_fixed(m, live, i),
        _ => place::pull(m, live, o),
    }
}

fn is_group(m: &Memory<'_>, o: u64) -> OpResult<bool> {
    Ok(class(m, o)?.visibility == Visibility::Group)
}

/// The owner of an object, of a group its first member; null if there is none.
pub(super) fn owner(m: &Memory<'_>, o: u64) -> OpResult<u64> {
    let owner = m.at(o as usize + object::OWNER)?;
    if !is_group(m, o)? {
        return Ok(owner);
    }
    let members = owner as u32;
    Ok(if members == 0 { NULL } else { word::player(members.trailing_zeros()) })
}

pub(super) fn owners(m: &mut Memory<'_>, o: u64) -> OpResult<u64> {
    let owner = m.at(o as usize + object::OWNER)?;
    let players: Vec<u64> = match is_group(m, o)? {
        true => (0..32).filter(|p| owner >> p & 1 == 1).map(word::player).collect(),
        false => Some(owner).into_iter().filter(|w| *w != NULL).collect(),
    };
    m.new_list(Kind::Plain, &players)
}

/// What giving an object to a player takes, in fuel: everybody who looks on looks at it anew.
const OWNING: usize = 8;

/// Gives an object to a player, or to nobody if that is null.
pub(super) fn assign(m: &mut Memory<'_>, o: u64, player: u64) -> OpResult<u64> {
    m.spend(OWNING);
    if player == NULL {
        return unassign(m, o, NULL);
    }
    let group = is_group(m, o)?;
    let owner = &mut m.words[o as usize + object::OWNER];
    match group {
        true => *owner |= 1 << (number::number(player)? as u32 & 31),
        false => *owner = player,
    }
    Ok(NULL)
}

/// Takes a player out of the owners, or all of them if it is null.
pub(super) fn unassign(m: &mut Memory<'_>, o: u64, player: u64) -> OpResult<u64> {
    let group = is_group(m, o)?;
    let owner = &mut m.words[o as usize + object::OWNER];
    match group {
        true if player == NULL => *owner = 0,
        true => *owner &= !(1 << (number::number(player)? as u32 & 31)),
        false if player == NULL || player == *owner => *owner = NULL,
        false => {}
    }
    Ok(NULL)
}
