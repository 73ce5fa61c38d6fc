//! Enumerations and their cases.

use super::number;
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::program::Enum;
use bytecode::word::{Kind, NULL};

fn enumeration<'a>(m: &Memory<'a>, e: u64) -> OpResult<&'a Enum> {
    m.program.enums.get(e as usize).ok_or(FaultKind::Impossible("enumeration"))
}

pub fn all(m: &mut Memory<'_>, e: u64) -> OpResult<u64> {
    let cases: Vec<u64> = (0..enumeration(m, e)?.cases.len() as u64).collect();
    m.new_list(Kind::Plain, &cases)
}

/// The case of that name, null if there is none.
pub fn named(m: &Memory<'_>, e: u64, name: u64) -> OpResult<u64> {
    number::some(name)?;
    for (i, n) in enumeration(m, e)?.names.iter().enumerate() {
        if m.equal_text(*n, name)? {
            return Ok(i as u64);
        }
    }
    Ok(NULL)
}

pub fn name(m: &Memory<'_>, case: u64, e: u8) -> OpResult<u64> {
    number::some(case)?;
    let names = &enumeration(m, u64::from(e))?.names;
    names.get(case as usize).copied().ok_or(FaultKind::Impossible("case"))
}

pub fn index(case: u64) -> OpResult<u64> {
    Ok(number::length(number::some(case)? as usize))
}
