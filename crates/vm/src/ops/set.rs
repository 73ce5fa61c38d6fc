//! Sets of cases and of players: a word with a bit for each member.

use super::{Args, number};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::word::{self, Kind};
use language::catalogue::group;

/// `info` says whether the members are players, not cases.
#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Set, a: Args<'_>, info: u8) -> OpResult<u64> {
    use group::Set as S;
    let set = number::some(a[0])?;
    let players = info != 0;
    match id {
        S::SetLength => Ok(number::length(set.count_ones() as usize)),
        S::SetIsEmpty => Ok(word::bool(set == 0)),
        S::SetContains => Ok(word::bool(set & bit(a[1], players)? != 0)),
        S::SetWith => Ok(set | bit(a[1], players)?),
        S::SetWithout => Ok(set & !bit(a[1], players)?),
        S::SetUnion => Ok(set | number::some(a[1])?),
        S::SetIntersection => Ok(set & number::some(a[1])?),
        S::SetDifference => Ok(set & !number::some(a[1])?),
        S::SetIsSubset => Ok(word::bool(set & !number::some(a[1])? == 0)),
        S::SetToList => {
            let members: Vec<u64> = word::members(set, players).collect();
            m.new_list(Kind::Plain, &members)
        }
    }
}

/// The set of the elements of a list.
pub(super) fn of_list(m: &Memory<'_>, list: u64, info: u8) -> OpResult<u64> {
    let elements = m.elements(number::some(list)?)?.iter();
    m.spend(elements.len() / 4);
    elements.map(|member| bit(*member, info != 0)).try_fold(0, |set, bit| Ok(set | bit?))
}

/// The bit of a member.
fn bit(member: u64, is_player: bool) -> OpResult<u64> {
    let member = number::some(member)?;
    let index = if is_player { u64::from(word::to_player(member)) } else { member };
    1_u64.checked_shl(index as u32).ok_or_else(|| FaultKind::Impossible("a member of a set").into())
}
