//! Enumerations and their cases.

use super::{Args, number};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::program::Enum;
use bytecode::word::{Kind, NULL};
use language::catalogue::group;

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Case, a: Args<'_>, info: u8) -> OpResult<u64> {
    use group::Case as C;
    match id {
        C::CaseName => name(m, a[0], info),
        C::CaseIndex => Ok(number::length(number::some(a[0])? as usize)),
    }
}

#[inline(never)]
pub(super) fn call_enum(m: &mut Memory<'_>, id: group::Enum, a: Args<'_>) -> OpResult<u64> {
    use group::Enum as E;
    match id {
        E::EnumAll => all(m, a[0]),
        E::EnumNamed => named(m, a[0], a[1]),
    }
}

fn enumeration<'a>(m: &Memory<'a>, e: u64) -> OpResult<&'a Enum> {
    m.program.enums.get(e as usize).ok_or_else(|| FaultKind::Impossible("enumeration").into())
}

pub(super) fn all(m: &mut Memory<'_>, e: u64) -> OpResult<u64> {
    let cases: Vec<u64> = (0..enumeration(m, e)?.cases.len() as u64).collect();
    m.new_list(Kind::Plain, &cases)
}

/// The case of that name, null if there is none.
pub(super) fn named(m: &Memory<'_>, e: u64, name: u64) -> OpResult<u64> {
    number::some(name)?;
    for (i, n) in enumeration(m, e)?.names.iter().enumerate() {
        m.spend(usize::from(i % 4 == 3));
        if m.equal_text(*n, name)? {
            return Ok(i as u64);
        }
    }
    Ok(NULL)
}

pub(super) fn name(m: &Memory<'_>, case: u64, e: u8) -> OpResult<u64> {
    number::some(case)?;
    let names = &enumeration(m, u64::from(e))?.names;
    names.get(case as usize).copied().ok_or_else(|| FaultKind::Impossible("case").into())
}
