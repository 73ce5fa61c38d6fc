//! Numbers: reading arguments as numbers, and the free functions on them. It knows no collection.

use super::{Args, Reads, not_called, position, text};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::word::{self, NULL};
use language::catalogue::group;

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Free, a: Args<'_>, info: u8) -> OpResult<u64> {
    use group::Free as F;
    match id {
        F::Max => two(a[0], a[1], f64::max),
        F::Min => two(a[0], a[1], f64::min),
        F::Abs => one(a[0], f64::abs),
        F::Floor => one(a[0], f64::floor),
        F::Ceil => one(a[0], f64::ceil),
        F::Round => one(a[0], f64::round),
        F::Sqrt => one(a[0], f64::sqrt),
        F::FaultOf => text::fault(m, a[0], a[1]),
        F::PositionOf => position::position(m, &a.0[..a.0.len().min(2 * usize::from(info))]),
        F::Forward | F::AllOf => not_called(),
    }
}

/// What an entry looks into.
#[rustfmt::skip]
pub(super) fn reads(id: group::Free) -> Reads {
    use group::Free as F;
    match id {
        F::PositionOf => Reads::Everything,
        F::Max | F::Min | F::Abs | F::Floor | F::Ceil | F::Round | F::Sqrt | F::Forward | F::FaultOf
        | F::AllOf => Reads::Arguments,
    }
}

/// The number in a word that must not be null.
#[inline]
pub(super) fn number(w: u64) -> OpResult<f64> {
    if word::is_number(w) { Ok(word::to_number(w)) } else { Err(FaultKind::Null.into()) }
}

/// How many: truncated, nothing below zero.
pub(super) fn count(w: u64) -> OpResult<usize> {
    Ok(number(w)? as usize)
}

/// An index below `length`.
pub(super) fn index(w: u64, length: usize) -> OpResult<usize> {
    let i = number(w)?.trunc();
    if i >= 0.0 && i < length as f64 { Ok(i as usize) } else { Err(FaultKind::Index(i, length).into()) }
}

/// An index from 0 to `length` with `length`, as between elements.
pub(super) fn gap(w: u64, length: usize) -> OpResult<usize> {
    let i = number(w)?.trunc();
    if i >= 0.0 && i <= length as f64 { Ok(i as usize) } else { Err(FaultKind::Index(i, length).into()) }
}

/// The word of a result, which must be finite.
#[inline]
pub(super) fn finite(x: f64) -> OpResult<u64> {
    if x.is_finite() { Ok(word::number(x)) } else { Err(FaultKind::NotANumber.into()) }
}

/// A word that compares as the number does.
#[inline]
pub(super) fn ordered(x: f64) -> u64 {
    let bits = x.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

/// The word of a length.
#[inline]
pub(super) fn length(n: usize) -> u64 {
    word::number(n as f64)
}

/// The word, which must not be null.
#[inline]
pub(super) fn some(w: u64) -> OpResult<u64> {
    if w == NULL { Err(FaultKind::Null.into()) } else { Ok(w) }
}

/// What a function of two numbers gives.
pub(super) fn two(a: u64, b: u64, f: impl Fn(f64, f64) -> f64) -> OpResult<u64> {
    finite(f(number(a)?, number(b)?))
}

/// What a function of one number gives.
pub(super) fn one(x: u64, f: impl Fn(f64) -> f64) -> OpResult<u64> {
    finite(f(number(x)?))
}
