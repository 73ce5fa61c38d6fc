//! Lists: what `List` offers without a function, on anything that can be read as a list. It knows no zone.
//!
//! `info` says in bits 0..2 what the elements are, so that strings are compared by their text, and in bit 2 whether they
//! are collections, which are compared by what they hold.

use super::{
    Args, Reads, content, not_called,
    number::{self, finite, length, number},
    set, table,
};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use ::base::Random;
use bytecode::layout::{Shape, header, list};
use bytecode::op::COLLECTIONS;
use bytecode::word::{self, Kind, NULL};
use language::catalogue::group;
use std::collections::BTreeSet;

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::List, a: Args<'_>, info: u8) -> OpResult<u64> {
    use group::List as L;
    match id {
        L::ListLenght | L::ListCount => Ok(number::length(m.list_length(a[0])?)),
        L::ListIsEmpty => is_empty(m, a[0]),
        L::ListContains => Ok(word::bool(find(m, a[0], a[1], info)?.is_some())),
        L::ListIndexOf => Ok(find(m, a[0], a[1], info)?.map_or(word::number(-1.0), length)),
        L::ListAdd => m.push(a[0], a[1]).map(|()| NULL),
        L::ListAppend => append(m, a[0], a[1]),
        L::ListInsert => insert(m, a[0], a[1], a[2]),
        L::ListClear => clear(m, a[0]),
        L::ListRemove => remove(m, a[0], a[1], info),
        L::ListRemoveAt => remove_at(m, a[0], a[1]),
        L::ListShuffle => shuffle(m, a[0]),
        L::ListCopy => copy(m, a[0]),
        L::ListSum => sum(m, a[0]),
        L::ListMin => best(m, a[0], f64::min),
        L::ListMax => best(m, a[0], f64::max),
        L::ListSortBy => sort_by(m, a[0], a[1], info),
        L::ListGroupBy => table::group_by(m, a[0], a[1], a[2], info),
        L::ListFirst => first(m, a[0]),
        L::ListTake => take(m, a[0], a[1]),
        L::ListDrop => drop(m, a[0], a[1]),
        L::ListReverse => reverse(m, a[0]),
        L::ListDistinct => distinct(m, a[0], info),
        L::ListWithout => without(m, a[0], a[1], info),
        L::ListFlatten => flatten(m, a[0], info),
        L::ListJoin => join(m, a[0], a[1]),
        L::ListToSet => set::of_list(m, a[0], info),
        L::ListRandom => random(m, a[0]),
        L::ListLength
        | L::ListLast
        | L::ListConcat
        | L::ListFilter
        | L::ListMap
        | L::ListFlatMap
        | L::ListAny
        | L::ListAll
        | L::ListMinBy
        | L::ListMaxBy
        | L::ListZip
        | L::ListFold => not_called(),
    }
}

/// What an entry looks into.
#[rustfmt::skip]
pub(super) fn reads(id: group::List) -> Reads {
    use group::List as L;
    match id {
        L::ListIndexOf | L::ListRemove | L::ListDistinct | L::ListWithout | L::ListGroupBy => Reads::Elements,
        L::ListLength | L::ListLenght | L::ListIsEmpty | L::ListContains | L::ListAdd | L::ListAppend
        | L::ListInsert | L::ListClear | L::ListRemoveAt | L::ListShuffle | L::ListCopy | L::ListTake
        | L::ListDrop | L::ListReverse | L::ListConcat | L::ListFlatten | L::ListJoin | L::ListToSet
        | L::ListRandom | L::ListFilter | L::ListMap | L::ListFlatMap | L::ListAny | L::ListAll
        | L::ListCount | L::ListSum | L::ListMin | L::ListMax | L::ListMinBy | L::ListMaxBy
        | L::ListSortBy | L::ListFirst | L::ListLast | L::ListZip | L::ListFold => Reads::Arguments,
    }
}

/// Longer lists are compared through sorted sets.
const MAX_LINEAR: usize = 16;

pub(super) fn is_text(info: u8) -> bool {
    Kind::from_bits(u64::from(info)) == Kind::Text
}

pub(super) fn kind(m: &Memory<'_>, l: u64) -> OpResult<Kind> {
    Ok(list::kind(m.at(l as usize)?))
}

/// Whether the elements are lists, stacks or tables.
fn holds_collections(info: u8) -> bool {
    info & COLLECTIONS != 0
}

/// Where a collection that holds the same first stands.
fn among(m: &Memory<'_>, elements: &[u64], w: u64) -> OpResult<Option<usize>> {
    for (i, e) in elements.iter().enumerate() {
        m.within_reason()?;
        if content::same(m, Kind::Ref, *e, w, 0)? {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

/// Where such an element first stands.
pub(super) fn find(m: &mut Memory<'_>, l: u64, w: u64, info: u8) -> OpResult<Option<usize>> {
    m.spend(m.list_length(l)? / 8);
    let elements = m.elements(l)?;
    if holds_collections(info) {
        return among(m, elements, w);
    }
    if !is_text(info) || !bytecode::word::is_long(w) {
        return Ok(elements.iter().position(|e| *e == w));
    }
    for (i, e) in elements.iter().enumerate() {
        if m.equal_text(*e, w)? {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

pub(super) fn append(m: &mut Memory<'_>, l: u64, other: u64) -> OpResult<u64> {
    let (before, more) = (m.list_length(l)?, m.list_length(other)?);
    m.spend(more);
    m.set_length(l, before + more)?;
    copy_into(m, other, 0..more, l, before)?;
    Ok(NULL)
}

/// Copies elements of one list over those of another, whose capacity suffices.
fn copy_into(m: &mut Memory<'_>, from: u64, part: std::ops::Range<usize>, to: u64, at: usize) -> OpResult {
    let source = list::data(m.at(from as usize + 1)?);
    let target = list::data(m.at(to as usize + 1)?) + at;
    m.copy_words(source + part.start..source + part.end, target)
}

/// Puts an element before the one at `i`, which is at most the length.
pub(super) fn insert_at(m: &mut Memory<'_>, l: u64, i: usize, w: u64) -> OpResult {
    m.push(l, w)?;
    m.spend((m.list_length(l)? - i) / 8);
    m.elements_mut(l)?[i..].rotate_right(1);
    Ok(())
}

pub(super) fn insert(m: &mut Memory<'_>, l: u64, i: u64, w: u64) -> OpResult<u64> {
    let i = number::gap(i, m.list_length(l)?)?;
    insert_at(m, l, i, w)?;
    Ok(NULL)
}

/// Takes the element at `i` out and gives it.
pub(super) fn take_at(m: &mut Memory<'_>, l: u64, i: usize) -> OpResult<u64> {
    let elements = m.elements_mut(l)?;
    let w = *elements.get(i).ok_or_else(|| FaultKind::Impossible("list index"))?;
    elements.copy_within(i + 1.., i);
    let length = elements.len() - 1;
    m.spend((length - i) / 8);
    m.set_length(l, length)?;
    Ok(w)
}

pub(super) fn remove(m: &mut Memory<'_>, l: u64, w: u64, info: u8) -> OpResult<u64> {
    m.writable(l)?;
    if let Some(i) = find(m, l, w, info)? {
        take_at(m, l, i)?;
    }
    Ok(NULL)
}

pub(super) fn remove_at(m: &mut Memory<'_>, l: u64, i: u64) -> OpResult<u64> {
    let i = number::index(i, m.list_length(l)?)?;
    take_at(m, l, i)?;
    Ok(NULL)
}

/// Fisher and Yates, from the end.
pub(super) fn shuffle(m: &mut Memory<'_>, l: u64) -> OpResult<u64> {
    let mut random = Random::new(m.at(header::RANDOM)?);
    m.spend(m.list_length(l)?);
    let elements = m.elements_mut(l)?;
    for i in (1..elements.len()).rev() {
        elements.swap(i, random.below(i as u64 + 1) as usize);
    }
    m.words[header::RANDOM] = random.state;
    Ok(NULL)
}

pub(super) fn random(m: &mut Memory<'_>, l: u64) -> OpResult<u64> {
    let mut random = Random::new(m.at(header::RANDOM)?);
    let elements = m.elements(l)?;
    let picked = elements.get(random.below(elements.len() as u64) as usize).copied();
    m.words[header::RANDOM] = random.state;
    Ok(picked.unwrap_or(NULL))
}

/// A new list of `n` elements, all null.
fn blank(m: &mut Memory<'_>, kind: Kind, n: usize) -> OpResult<u64> {
    m.spend(n);
    let at = m.allocate(list::HEAD + n)?;
    m.words[at] = list::head(Shape::List, kind, list::NO_ZONE, n);
    m.words[at + 1] = list::place(n, at + list::HEAD);
    Ok(at as u64)
}

/// A new list with the elements from `from` up to, not with, `to`.
pub(super) fn part(m: &mut Memory<'_>, l: u64, from: usize, to: usize) -> OpResult<u64> {
    let new = blank(m, kind(m, l)?, to - from)?;
    copy_into(m, l, from..to, new, 0)?;
    Ok(new)
}

pub(super) fn copy(m: &mut Memory<'_>, l: u64) -> OpResult<u64> {
    part(m, l, 0, m.list_length(l)?)
}

pub(super) fn take(m: &mut Memory<'_>, l: u64, n: u64) -> OpResult<u64> {
    let length = m.list_length(l)?;
    part(m, l, 0, number::count(n)?.min(length))
}

pub(super) fn drop(m: &mut Memory<'_>, l: u64, n: u64) -> OpResult<u64> {
    let length = m.list_length(l)?;
    part(m, l, number::count(n)?.min(length), length)
}

pub(super) fn reverse(m: &mut Memory<'_>, l: u64) -> OpResult<u64> {
    let new = copy(m, l)?;
    let data = list::data(m.at(new as usize + 1)?);
    m.words[data..].reverse();
    Ok(new)
}

/// `info` is what the inner elements are.
pub(super) fn flatten(m: &mut Memory<'_>, l: u64, info: u8) -> OpResult<u64> {
    let lists = m.elements(l)?.to_vec();
    let mut total = 0_usize;
    for inner in &lists {
        total = total.saturating_add(m.list_length(*inner)?);
    }
    if total > m.limit {
        return Err(FaultKind::TooMuchMemory.into());
    }
    let kind = lists.first().map_or(Ok(Kind::from_bits(u64::from(info))), |inner| kind(m, *inner))?;
    let new = blank(m, kind, total)?;
    let mut at = 0;
    for inner in lists {
        let n = m.list_length(inner)?;
        copy_into(m, inner, 0..n, new, at)?;
        at += n;
    }
    Ok(new)
}

/// The texts of a list in one, with another one between each two.
fn join(m: &mut Memory<'_>, l: u64, between: u64) -> OpResult<u64> {
    let (all, between) = (m.elements(l)?.to_vec(), m.units(between)?);
    let mut joined = Vec::new();
    for (i, text) in all.into_iter().enumerate() {
        if i > 0 {
            joined.extend_from_slice(&between);
        }
        joined.extend(m.units(text)?);
        m.spend(1);
        // A text takes a word for four units.
        if joined.len() / 4 > m.limit {
            return Err(FaultKind::TooMuchMemory.into());
        }
    }
    m.new_text(&joined)
}

/// What elements are compared by.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Word(u64),
    Text(Vec<u16>),
}

pub(super) fn key(m: &Memory<'_>, w: u64, text: bool) -> OpResult<Key> {
    if !text || w == NULL {
        return Ok(Key::Word(w));
    }
    let units = m.units(w)?;
    // All keys are in memory at once.
    m.spend(units.len());
    Ok(Key::Text(units))
}

pub(super) fn distinct(m: &mut Memory<'_>, l: u64, info: u8) -> OpResult<u64> {
    let elements = m.elements(l)?;
    let mut kept = Vec::new();
    if holds_collections(info) {
        for e in elements {
            if among(m, &kept, *e)?.is_none() {
                kept.push(*e);
            }
        }
    } else if elements.len() <= MAX_LINEAR && !is_text(info) {
        for e in elements {
            if !kept.contains(e) {
                kept.push(*e);
            }
        }
    } else {
        let mut seen = BTreeSet::new();
        for e in elements {
            if seen.insert(key(m, *e, is_text(info))?) {
                kept.push(*e);
            }
        }
    }
    m.spend(8 * m.list_length(l)?);
    m.new_list(kind(m, l)?, &kept)
}

pub(super) fn without(m: &mut Memory<'_>, l: u64, other: u64, info: u8) -> OpResult<u64> {
    let (elements, others) = (m.elements(l)?, m.elements(other)?);
    let kept = if holds_collections(info) {
        let mut kept = Vec::new();
        for e in elements {
            if among(m, others, *e)?.is_none() {
                kept.push(*e);
            }
        }
        kept
    } else if others.len() <= MAX_LINEAR && !is_text(info) {
        elements.iter().copied().filter(|e| !others.contains(e)).collect()
    } else {
        let mut out = BTreeSet::new();
        for e in others {
            out.insert(key(m, *e, is_text(info))?);
        }
        let mut kept = Vec::new();
        for e in elements {
            if !out.contains(&key(m, *e, is_text(info))?) {
                kept.push(*e);
            }
        }
        kept
    };
    m.spend(8 * m.list_length(l)?.saturating_add(m.list_length(other)?));
    m.new_list(kind(m, l)?, &kept)
}

pub(super) fn sum(m: &mut Memory<'_>, l: u64) -> OpResult<u64> {
    m.spend(m.list_length(l)? / 4);
    let mut sum = 0.0;
    for e in m.elements(l)? {
        sum += number(*e)?;
    }
    finite(sum)
}

/// The number that `better` prefers to all others, null for an empty list.
pub(super) fn best(m: &mut Memory<'_>, l: u64, better: impl Fn(f64, f64) -> f64) -> OpResult<u64> {
    m.spend(m.list_length(l)? / 4);
    let Some((first, rest)) = m.elements(l)?.split_first() else { return Ok(NULL) };
    let mut best = number(*first)?;
    for e in rest {
        best = better(best, number(*e)?);
    }
    finite(best)
}

pub(super) fn is_empty(m: &Memory<'_>, l: u64) -> OpResult<u64> {
    Ok(word::bool(m.list_length(l)? == 0))
}

pub(super) fn clear(m: &mut Memory<'_>, l: u64) -> OpResult<u64> {
    m.set_length(l, 0).map(|()| NULL)
}

pub(super) fn first(m: &Memory<'_>, l: u64) -> OpResult<u64> {
    Ok(m.elements(l)?.first().copied().unwrap_or(NULL))
}

pub(super) fn last(m: &Memory<'_>, l: u64) -> OpResult<u64> {
    Ok(m.elements(l)?.last().copied().unwrap_or(NULL))
}

/// The elements in the order of what their keys come to.
fn sorted_by<K: Ord>(elements: &[u64], keys: &[u64], key: impl Fn(u64) -> OpResult<K>) -> OpResult<Vec<u64>> {
    let mut pairs = Vec::with_capacity(elements.len());
    for (k, e) in keys.iter().zip(elements) {
        pairs.push((key(*k)?, *e));
    }
    pairs.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(pairs.into_iter().map(|p| p.1).collect())
}

/// The elements by key, smallest first; equal keys keep their order. `info`: 0 numbers and players, 1 strings,
/// 2 cases.
pub(super) fn sort_by(m: &mut Memory<'_>, l: u64, keys: u64, info: u8) -> OpResult<u64> {
    let (elements, keys) = (m.elements(l)?, m.elements(keys)?);
    if elements.len() != keys.len() {
        return Err(FaultKind::Impossible("one key for each element").into());
    }
    if keys.contains(&NULL) {
        return Err(FaultKind::Null.into());
    }
    let sorted = match info & 3 {
        0 => sorted_by(elements, keys, |k| Ok(number::ordered(word::to_number(k))))?,
        2 => sorted_by(elements, keys, Ok)?,
        _ => sorted_by(elements, keys, |k| key(m, k, true))?,
    };
    m.spend(sorted.len().saturating_mul(4));
    m.new_list(kind(m, l)?, &sorted)
}
