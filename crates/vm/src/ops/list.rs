//! Lists: what `List` offers without a function, on anything that can be read as a list. It knows no zone.
//!
//! `info` says in bits 0..2 what the elements are, so that strings are compared by their text.

use super::{
    Args, not_called,
    number::{self, finite, length, number},
    table,
};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use ::base::Random;
use bytecode::layout::{Shape, header, list};
use bytecode::word::{self, Kind, NULL};
use language::catalogue::group;
use std::collections::BTreeSet;

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
        L::ListLast => last(m, a[0]),
        L::ListTake => take(m, a[0], a[1]),
        L::ListDrop => drop(m, a[0], a[1]),
        L::ListReverse => reverse(m, a[0]),
        L::ListDistinct => distinct(m, a[0], info),
        L::ListWithout => without(m, a[0], a[1], info),
        L::ListFlatten => flatten(m, a[0], info),
        L::ListRandom => random(m, a[0]),
        L::ListLength
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

/// Longer lists are compared through sorted sets.
const MAX_LINEAR: usize = 16;

pub(super) fn is_text(info: u8) -> bool {
    Kind::from_bits(u64::from(info)) == Kind::Text
}

pub(super) fn kind(m: &Memory<'_>, l: u64) -> OpResult<Kind> {
    Ok(list::kind(m.at(l as usize)?))
}

/// Where such an element first stands.
pub(super) fn find(m: &mut Memory<'_>, l: u64, w: u64, info: u8) -> OpResult<Option<usize>> {
    m.spend(m.list_length(l)? / 8);
    let elements = m.elements(l)?;
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

/// Copies elements of one list over those of another, which has room for them.
fn copy_into(m: &mut Memory<'_>, from: u64, part: std::ops::Range<usize>, to: u64, at: usize) -> OpResult {
    let source = list::data(m.at(from as usize + 1)?);
    let target = list::data(m.at(to as usize + 1)?) + at;
    let range = source + part.start..source + part.end;
    if range.end > m.words.len() || target + part.len() > m.words.len() {
        return Err(FaultKind::Impossible("list data"));
    }
    m.words.copy_within(range, target);
    Ok(())
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
    let w = *elements.get(i).ok_or(FaultKind::Impossible("list index"))?;
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

/// A new list with room for `n` elements, all null.
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
        return Err(FaultKind::TooMuchMemory);
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
    if elements.len() <= MAX_LINEAR && !is_text(info) {
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
    let kept = if others.len() <= MAX_LINEAR && !is_text(info) {
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

/// The elements by key, smallest first; equal keys keep their order. `info`: 0 numbers and players, 1 strings,
/// 2 cases.
pub(super) fn sort_by(m: &mut Memory<'_>, l: u64, keys: u64, info: u8) -> OpResult<u64> {
    let (elements, keys) = (m.elements(l)?, m.elements(keys)?);
    if elements.len() != keys.len() {
        return Err(FaultKind::Impossible("one key for each element"));
    }
    if keys.contains(&NULL) {
        return Err(FaultKind::Null);
    }
    let n = elements.len();
    let mut pairs: Vec<(u64, u64)> = keys.iter().copied().zip(elements.iter().copied()).collect();
    let sorted: Vec<u64> = match info & 3 {
        0 => {
            pairs.sort_by(|a, b| f64::from_bits(a.0).total_cmp(&f64::from_bits(b.0)));
            pairs.into_iter().map(|p| p.1).collect()
        }
        1 => {
            let mut texts = Vec::with_capacity(pairs.len());
            for (k, e) in pairs {
                let units = m.units(k)?;
                // All keys are in memory at once.
                m.spend(units.len());
                texts.push((units, e));
            }
            texts.sort_by(|a, b| a.0.cmp(&b.0));
            texts.into_iter().map(|p| p.1).collect()
        }
        _ => {
            pairs.sort_by_key(|p| p.0);
            pairs.into_iter().map(|p| p.1).collect()
        }
    };
    m.spend(n.saturating_mul(4));
    m.new_list(kind(m, l)?, &sorted)
}

#[cfg(test)]
mod tests {
    use crate::FaultKind;
    use crate::tests::{World, n, text};
    use bytecode::program::Show;
    use bytecode::word::{Kind, NULL};
    use language::catalogue::Builtin;

    const TEXT: u8 = Kind::Text as u8;

    /// What a builtin makes of the list `{ 3, 1, 3, 2 }`.
    fn check(id: Builtin, more: &[u64], expected: &str) {
        let mut w = World::new();
        let l = w.numbers(&[3.0, 1.0, 3.0, 2.0]);
        let args: Vec<u64> = std::iter::once(l).chain(more.iter().copied()).collect();
        let new = w.call(id, &args, 0).unwrap();
        assert_eq!(w.show_list(new, Show::Number), expected, "{id:?}");
        assert_eq!(w.show_list(l, Show::Number), "{ 3, 1, 3, 2 }", "{id:?} changes nothing");
    }

    /// What changing the list `{ 3, 1, 3, 2 }` leaves of it.
    fn check_change(id: Builtin, more: &[u64], expected: &str) {
        let mut w = World::new();
        let l = w.numbers(&[3.0, 1.0, 3.0, 2.0]);
        let args: Vec<u64> = std::iter::once(l).chain(more.iter().copied()).collect();
        assert_eq!(w.call(id, &args, 0), Ok(NULL));
        assert_eq!(w.show_list(l, Show::Number), expected, "{id:?}");
    }

    #[test]
    fn new_lists_leave_the_old_one_alone() {
        check(Builtin::ListCopy, &[], "{ 3, 1, 3, 2 }");
        check(Builtin::ListTake, &[n(2.9)], "{ 3, 1 }");
        check(Builtin::ListTake, &[n(-1.0)], "{ }");
        check(Builtin::ListDrop, &[n(3.0)], "{ 2 }");
        check(Builtin::ListDrop, &[n(9.0)], "{ }");
        check(Builtin::ListReverse, &[], "{ 2, 3, 1, 3 }");
        check(Builtin::ListDistinct, &[], "{ 3, 1, 2 }");
    }

    #[test]
    fn lists_change_in_place() {
        check_change(Builtin::ListAdd, &[n(7.0)], "{ 3, 1, 3, 2, 7 }");
        check_change(Builtin::ListInsert, &[n(1.0), n(7.0)], "{ 3, 7, 1, 3, 2 }");
        check_change(Builtin::ListInsert, &[n(4.0), n(7.0)], "{ 3, 1, 3, 2, 7 }");
        check_change(Builtin::ListRemove, &[n(3.0)], "{ 1, 3, 2 }");
        check_change(Builtin::ListRemove, &[n(9.0)], "{ 3, 1, 3, 2 }");
        check_change(Builtin::ListRemoveAt, &[n(3.9)], "{ 3, 1, 3 }");
        check_change(Builtin::ListClear, &[], "{ }");
    }

    #[test]
    fn a_list_can_be_appended_to_itself_and_joined_with_itself() {
        let mut w = World::new();
        let l = w.numbers(&[1.0, 2.0]);
        w.run(Builtin::ListAppend, &[l, l]);
        assert_eq!(w.show_list(l, Show::Number), "{ 1, 2, 1, 2 }");
        let lists = w.list(Kind::Ref, &[l, l]);
        let flat = w.run(Builtin::ListFlatten, &[lists]);
        assert_eq!(w.elements(flat).len(), 8);
    }

    #[test]
    fn indices_outside_are_faults_with_index_and_length() {
        let mut w = World::new();
        let l = w.numbers(&[1.0]);
        let fault = w.call(Builtin::ListRemoveAt, &[l, n(-2.0)], 0);
        assert_eq!(fault, Err(FaultKind::Index(-2.0, 1)));
        assert_eq!(w.call(Builtin::ListInsert, &[l, n(2.0), n(0.0)], 0), Err(FaultKind::Index(2.0, 1)));
        assert_eq!(w.call(Builtin::ListRemoveAt, &[l, NULL], 0), Err(FaultKind::Null));
        assert_eq!(w.call(Builtin::ListIsEmpty, &[NULL], 0), Err(FaultKind::Null));
    }

    #[test]
    fn numbers_are_summed_and_compared() {
        let mut w = World::new();
        let l = w.numbers(&[3.0, -1.5, 2.0]);
        let none = w.numbers(&[]);
        assert_eq!(w.run(Builtin::ListSum, &[l]), n(3.5));
        assert_eq!(w.run(Builtin::ListMin, &[l]), n(-1.5));
        assert_eq!(w.run(Builtin::ListMax, &[l]), n(3.0));
        assert_eq!(w.run(Builtin::ListSum, &[none]), n(0.0));
        assert_eq!(w.run(Builtin::ListMax, &[none]), NULL);
        assert_eq!(w.run(Builtin::ListFirst, &[none]), NULL);
        assert_eq!(w.run(Builtin::ListRandom, &[none]), NULL);
        let gap = w.list(Kind::Plain, &[n(1.0), NULL]);
        assert_eq!(w.call(Builtin::ListSum, &[gap], 0), Err(FaultKind::Null));
        let large = w.numbers(&[1e308, 1e308]);
        assert_eq!(w.call(Builtin::ListSum, &[large], 0), Err(FaultKind::NotANumber));
    }

    #[test]
    fn strings_are_found_by_their_text() {
        let mut w = World::new();
        let (long, same, short) = (w.text("a long string"), w.text("a long string"), text("b"));
        let l = w.list(Kind::Text, &[short, long, NULL, same]);
        assert_eq!(w.call(Builtin::ListIndexOf, &[l, same], TEXT), Ok(n(1.0)));
        assert_eq!(w.call(Builtin::ListIndexOf, &[l, NULL], TEXT), Ok(n(2.0)));
        assert_eq!(w.call(Builtin::ListContains, &[l, text("c")], TEXT), Ok(0));
        let distinct = w.call(Builtin::ListDistinct, &[l], TEXT).unwrap();
        assert_eq!(w.show_list(distinct, Show::Text), "{ b, a long string, null }");
        let other = w.list(Kind::Text, &[same]);
        let left = w.call(Builtin::ListWithout, &[l, other], TEXT).unwrap();
        assert_eq!(w.show_list(left, Show::Text), "{ b, null }");
        w.call(Builtin::ListRemove, &[l, same], TEXT).unwrap();
        assert_eq!(w.show_list(l, Show::Text), "{ b, null, a long string }");
    }

    #[test]
    fn long_lists_lose_what_is_double_too() {
        let mut w = World::new();
        let many: Vec<f64> = (0..100).map(|i| f64::from(i % 40)).collect();
        let (l, few) = (w.numbers(&many), w.numbers(&many[..30]));
        let distinct = w.run(Builtin::ListDistinct, &[l]);
        let left = w.run(Builtin::ListWithout, &[distinct, few]);
        assert_eq!(w.elements(distinct).len(), 40);
        assert_eq!(w.show_list(left, Show::Number), "{ 30, 31, 32, 33, 34, 35, 36, 37, 38, 39 }");
    }

    #[test]
    fn sorting_keeps_the_order_of_equal_keys() {
        let mut w = World::new();
        let l = w.numbers(&[1.0, 2.0, 3.0, 4.0]);
        let keys = w.numbers(&[2.0, -1.0, 2.0, 0.0]);
        let sorted = w.run(Builtin::ListSortBy, &[l, keys]);
        assert_eq!(w.show_list(sorted, Show::Number), "{ 2, 4, 1, 3 }");
        let long = w.text("b and more");
        let keys = w.list(Kind::Text, &[text("c"), long, text("a"), text("b")]);
        let sorted = w.call(Builtin::ListSortBy, &[l, keys], 1).unwrap();
        assert_eq!(w.show_list(sorted, Show::Number), "{ 3, 4, 2, 1 }");
        let keys = w.list(Kind::Plain, &[3, 0, NULL, 1]);
        assert_eq!(w.call(Builtin::ListSortBy, &[l, keys], 2), Err(FaultKind::Null));
    }

    #[test]
    fn shuffling_keeps_the_elements_and_follows_the_seed() {
        let shuffled = |seed: u64| {
            let mut w = World::new();
            w.words[bytecode::layout::header::RANDOM] = seed;
            let l = w.numbers(&[1.0, 2.0, 3.0, 4.0, 5.0]);
            w.run(Builtin::ListShuffle, &[l]);
            let mut elements = w.elements(l);
            let order = elements.clone();
            elements.sort_unstable();
            assert_eq!(elements, [1.0, 2.0, 3.0, 4.0, 5.0].map(n));
            order
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
    }

    #[test]
    fn a_filter_changes_no_list_of_the_game() {
        let mut w = World::new();
        let l = w.numbers(&[1.0]);
        let mut m = w.m();
        m.scratch_start = m.words.len();
        let refused = Err(FaultKind::ChangedInFilter);
        for (id, args) in [
            (Builtin::ListAdd, [l, n(1.0), NULL]),
            (Builtin::ListInsert, [l, n(0.0), n(1.0)]),
            (Builtin::ListRemove, [l, n(1.0), NULL]),
            (Builtin::ListRemoveAt, [l, n(0.0), NULL]),
            (Builtin::ListClear, [l, NULL, NULL]),
            (Builtin::ListAppend, [l, l, NULL]),
            (Builtin::ListShuffle, [l, NULL, NULL]),
            (Builtin::StackPop, [l, NULL, NULL]),
        ] {
            assert_eq!(crate::ops::builtin(&mut m, id, &args, 0), refused, "{id:?}");
        }
        let copy = crate::ops::builtin(&mut m, Builtin::ListCopy, &[l], 0).unwrap();
        assert_eq!(crate::ops::builtin(&mut m, Builtin::ListAdd, &[copy, l], 0), Ok(NULL));
    }
}
