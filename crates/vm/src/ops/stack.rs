//! Stacks: lists whose last element is the top.

use super::{Args, Reads, list, not_called, number};
use crate::memory::{Memory, OpResult};
use bytecode::word::NULL;
use language::catalogue::group;

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Stack, a: Args<'_>) -> OpResult<u64> {
    use group::Stack as S;
    match id {
        S::StackLength | S::StackLenght => Ok(number::length(m.list_length(a[0])?)),
        S::StackPush => push(m, a[0], a[1]),
        S::StackPushFront => push_front(m, a[0], a[1]),
        S::StackPop => pop(m, a[0]),
        S::StackPopFront => pop_front(m, a[0]),
        S::StackIsEmpty => list::is_empty(m, a[0]),
        S::StackClear => list::clear(m, a[0]),
        S::StackCopy => list::copy(m, a[0]),
        S::StackTop => not_called(),
    }
}

/// What an entry looks into.
#[rustfmt::skip]
pub(super) fn reads(id: group::Stack) -> Reads {
    use group::Stack as S;
    match id {
        S::StackLength | S::StackLenght | S::StackPush | S::StackPushFront | S::StackPop
        | S::StackPopFront | S::StackTop | S::StackIsEmpty | S::StackClear | S::StackCopy => Reads::Arguments,
    }
}

pub(super) fn push(m: &mut Memory<'_>, s: u64, w: u64) -> OpResult<u64> {
    m.list_length(s)?;
    if w != NULL {
        m.push(s, w)?;
    }
    Ok(NULL)
}

pub(super) fn push_front(m: &mut Memory<'_>, s: u64, w: u64) -> OpResult<u64> {
    m.list_length(s)?;
    if w != NULL {
        list::insert_at(m, s, 0, w)?;
    }
    Ok(NULL)
}

pub(super) fn pop(m: &mut Memory<'_>, s: u64) -> OpResult<u64> {
    let n = m.list_length(s)?;
    if n == 0 { Ok(NULL) } else { list::take_at(m, s, n - 1) }
}

pub(super) fn pop_front(m: &mut Memory<'_>, s: u64) -> OpResult<u64> {
    if m.list_length(s)? == 0 { Ok(NULL) } else { list::take_at(m, s, 0) }
}
