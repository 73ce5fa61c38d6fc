//! Tables: pairs in order of insertion, three words each: kind of key, key, value.
//!
//! Up to [`SMALL`] pairs are searched one by one. A larger table holds a power of two of pairs, and behind
//! them two slots a pair for an index: open addressing, each slot half a word, the number of a pair plus 1. The
//! index holds only while there are more than [`SMALL`] pairs. Looking up and adding take constant time; removing
//! a pair takes time that grows with the table. References hash by address, so compaction rebuilds the index.
//!
//! The kind of key is a [`bytecode::layout::KeyKind`].

use super::{
    Args, Reads, content,
    hash::{mix, units},
    list, number,
};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::layout::{KeyKind, Shape, is_constant, list as head};
use bytecode::word::{self, Kind, NULL, Text};
use language::catalogue::group;

/// For the keys, `info` is what the values may point to, then the keys.
#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Table, a: Args<'_>, info: u8) -> OpResult<u64> {
    use group::Table as T;
    match id {
        T::TableLength | T::TableLenght => pairs(m, a[0]),
        T::TableClear => list::clear(m, a[0]),
        T::TableCopy => copy(m, a[0]),
        T::TableContains => Ok(word::bool(get(m, a[0], a[1], a[2] as u16)? != NULL)),
        T::TableKeys => column(m, a[0], 1, Kind::from_bits(u64::from(info >> 2))),
        T::TableValues => column(m, a[0], 2, list::kind(m, a[0])?),
    }
}

/// What an entry looks into.
#[rustfmt::skip]
pub(super) fn reads(id: group::Table) -> Reads {
    use group::Table as T;
    match id {
        T::TableLength | T::TableLenght | T::TableClear | T::TableCopy | T::TableContains | T::TableKeys
        | T::TableValues => Reads::Arguments,
    }
}

/// The kind of keys that are strings.
const TEXT: u64 = Kind::Text as u64;

/// Up to so many pairs, a table is searched from end to end.
pub(super) const SMALL: usize = 16;
/// The words of the smallest table with an index: 32 pairs of 3 words and 64 slots.
const MIN_INDEXED: usize = 128;

/// How many words a table for so many pairs takes.
pub(crate) fn capacity_for(pairs: usize) -> usize {
    if pairs <= SMALL { 3 * pairs } else { 4 * pairs.next_power_of_two().max(MIN_INDEXED / 4) }
}

#[derive(Clone, Copy)]
struct Open {
    at: usize,
    head: u64,
    pairs: usize,
    data: usize,
    capacity: usize,
}

impl Open {
    fn is_indexed(&self) -> bool {
        self.pairs > SMALL && self.capacity >= MIN_INDEXED
    }

    /// How many pairs fit without enlarging it.
    fn max_pairs(&self) -> usize {
        self.capacity / if self.capacity >= MIN_INDEXED { 4 } else { 3 }
    }

    fn pair(&self, i: usize) -> usize {
        self.data + 3 * i
    }

    /// The word of a slot of the index and how far it is shifted there.
    fn slot(&self, s: usize) -> (usize, u32) {
        (self.data + self.capacity / 4 * 3 + s / 2, 32 * (s as u32 & 1))
    }

    fn mask(&self) -> usize {
        self.capacity / 2 - 1
    }
}

fn open(m: &Memory<'_>, t: u64) -> OpResult<Open> {
    let at = t as usize;
    let (first, place) = (m.at(at)?, m.at(at + 1)?);
    let (capacity, data) = (head::capacity(place), head::data(place));
    let end = data + capacity;
    if end > m.words.len() && !is_constant(end as u64) {
        return Err(FaultKind::Impossible("table data").into());
    }
    Ok(Open { at, head: first, pairs: head::length(first) / 3, data, capacity })
}

fn hash(m: &Memory<'_>, key: u64, kind: u64) -> OpResult<usize> {
    let long = kind == TEXT && !matches!(word::text(key), Some(Text::Inline(..)));
    Ok(mix(kind, if long { units(&m.units(key)?) } else { key }) as usize)
}

fn is_pair(m: &Memory<'_>, pair: usize, key: u64, kind: u64) -> OpResult<bool> {
    let (k, w) = (m.word(pair), m.word(pair + 1));
    Ok(k == kind && (w == key || kind == TEXT && m.equal_text(w, key)?))
}

/// Whether two tables have the same keys, with equal values, whatever the order.
pub(super) fn same(m: &Memory<'_>, a: u64, b: u64, depth: u32) -> OpResult<bool> {
    let kind = list::kind(m, a)?;
    let (a, b) = (open(m, a)?, open(m, b)?);
    if a.pairs != b.pairs {
        return Ok(false);
    }
    m.spend(4 * a.pairs);
    m.within_reason()?;
    for pair in (0..a.pairs).map(|i| a.pair(i)) {
        let Some(other) = find(m, &b, m.word(pair + 1), m.word(pair))? else { return Ok(false) };
        if !content::same(m, kind, m.word(pair + 2), m.word(b.pair(other) + 2), depth + 1)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The pair of a key.
fn find(m: &Memory<'_>, t: &Open, key: u64, kind: u64) -> OpResult<Option<usize>> {
    if !t.is_indexed() {
        for i in 0..t.pairs {
            if is_pair(m, t.pair(i), key, kind)? {
                return Ok(Some(i));
            }
        }
        return Ok(None);
    }
    let mut s = hash(m, key, kind)? & t.mask();
    for _ in 0..=t.mask() {
        let (at, shift) = t.slot(s);
        let entry = (m.word(at) >> shift) as u32 as usize;
        if entry == 0 || entry > t.pairs {
            return Ok(None);
        }
        if is_pair(m, t.pair(entry - 1), key, kind)? {
            return Ok(Some(entry - 1));
        }
        s = (s + 1) & t.mask();
    }
    Ok(None)
}

fn put_slot(m: &mut Memory<'_>, t: &Open, i: usize) -> OpResult {
    let pair = t.pair(i);
    let mut s = hash(m, m.words[pair + 1], m.words[pair])? & t.mask();
    for _ in 0..=t.mask() {
        let (at, shift) = t.slot(s);
        if (m.words[at] >> shift) as u32 == 0 {
            m.words[at] |= (i as u64 + 1) << shift;
            return Ok(());
        }
        s = (s + 1) & t.mask();
    }
    Err(FaultKind::Impossible("full index").into())
}

/// Makes the index of a table anew, if it is large enough to have one.
pub(crate) fn rebuild(m: &mut Memory<'_>, t: u64) -> OpResult {
    let t = open(m, t)?;
    if !t.is_indexed() {
        return Ok(());
    }
    m.spend(t.pairs);
    let (first, end) = (t.slot(0).0, t.data + t.capacity);
    m.words[first..end].fill(0);
    (0..t.pairs).try_for_each(|i| put_slot(m, &t, i))
}

/// The words behind the pairs of a table that is made whole: room for more pairs, and the index.
pub(crate) fn behind(m: &Memory<'_>, pairs: &[u64]) -> OpResult<Vec<u64>> {
    let n = pairs.len() / 3;
    let capacity = capacity_for(n);
    if n <= SMALL {
        return Ok(Vec::new());
    }
    let (first, mask) = (capacity / 4 * 3 - pairs.len(), capacity / 2 - 1);
    let mut words = vec![0; capacity - pairs.len()];
    for (i, pair) in pairs.chunks_exact(3).enumerate() {
        let mut s = hash(m, pair[1], pair[0])? & mask;
        let slot = |s: usize| (first + s / 2, 32 * (s as u32 & 1));
        while (words[slot(s).0] >> slot(s).1) as u32 != 0 {
            s = (s + 1) & mask;
        }
        words[slot(s).0] |= (i as u64 + 1) << slot(s).1;
    }
    Ok(words)
}

/// The value for a key, null if there is none. A null key is a fault.
pub(crate) fn get(m: &Memory<'_>, t: u64, key: u64, kind: u16) -> OpResult<u64> {
    let t = open(m, t)?;
    if key == NULL {
        return Err(FaultKind::NullKey.into());
    }
    Ok(find(m, &t, key, u64::from(kind))?.map_or(NULL, |i| m.word(t.pair(i) + 2)))
}

/// Sets the value for a key; null removes the pair.
pub(crate) fn set(m: &mut Memory<'_>, t: u64, key: u64, value: u64, kind: u16) -> OpResult {
    let open = open(m, t)?;
    m.writable(t)?;
    if key == NULL {
        return Err(FaultKind::NullKey.into());
    }
    match find(m, &open, key, u64::from(kind))? {
        Some(i) if value == NULL => remove(m, t, &open, i),
        Some(i) => {
            m.words[open.pair(i) + 2] = value;
            Ok(())
        }
        None if value == NULL => Ok(()),
        None => add(m, t, open, [u64::from(kind), key, value]),
    }
}

/// Sets what a table says of a player.
pub fn put_player(m: &mut Memory<'_>, t: u64, player: u64, value: u64) -> OpResult {
    set(m, t, player, value, KeyKind::Number.to_bits())
}

fn add(m: &mut Memory<'_>, t: u64, mut o: Open, pair: [u64; 3]) -> OpResult {
    let full = o.pairs == o.max_pairs();
    if full {
        o = enlarge(m, &o)?;
    }
    let at = o.pair(o.pairs);
    m.words[at..at + 3].copy_from_slice(&pair);
    o.pairs += 1;
    m.words[o.at] = head::with_length(o.head, 3 * o.pairs);
    match o.is_indexed() {
        true if full || o.pairs == SMALL + 1 => rebuild(m, t),
        true => put_slot(m, &o, o.pairs - 1),
        false => Ok(()),
    }
}

fn enlarge(m: &mut Memory<'_>, o: &Open) -> OpResult<Open> {
    let capacity = capacity_for((2 * o.pairs).max(4));
    let data = m.allocate(capacity)?;
    m.spend(3 * o.pairs);
    m.words.copy_within(o.data..o.data + 3 * o.pairs, data);
    m.words[o.at + 1] = head::place(capacity, data);
    Ok(Open { data, capacity, ..*o })
}

fn remove(m: &mut Memory<'_>, t: u64, o: &Open, i: usize) -> OpResult {
    m.spend(o.pairs);
    m.words.copy_within(o.pair(i + 1)..o.pair(o.pairs), o.pair(i));
    m.words[o.at] = head::with_length(o.head, 3 * (o.pairs - 1));
    rebuild(m, t)
}

pub(super) fn pairs(m: &Memory<'_>, t: u64) -> OpResult<u64> {
    Ok(number::length(m.list_length(t)? / 3))
}

/// A new empty table.
pub(crate) fn new(m: &mut Memory<'_>, values: Kind) -> OpResult<u64> {
    m.new_collection(Shape::Table, values, &[])
}

pub(super) fn copy(m: &mut Memory<'_>, t: u64) -> OpResult<u64> {
    let o = open(m, t)?;
    let new = new(m, head::kind(o.head))?;
    let at = new as usize;
    let data = m.allocate(capacity_for(o.pairs))?;
    m.spend(3 * o.pairs);
    m.copy_words(o.data..o.data + 3 * o.pairs, data)?;
    m.words[at] = head::with_length(m.words[at], 3 * o.pairs);
    m.words[at + 1] = head::place(capacity_for(o.pairs), data);
    rebuild(m, new)?;
    Ok(new)
}

fn column(m: &mut Memory<'_>, t: u64, column: usize, kind: Kind) -> OpResult<u64> {
    let found: Vec<u64> = m.elements(t)?.iter().skip(column).step_by(3).copied().collect();
    m.new_list(kind, &found)
}

/// The elements grouped by key, keys in order of appearance. `key_kind` is the kind of key, an integer, and
/// `info` what the elements may point to.
pub(super) fn group_by(m: &mut Memory<'_>, l: u64, keys: u64, key_kind: u64, info: u8) -> OpResult<u64> {
    let (elements, keys) = (m.elements(l)?.to_vec(), m.elements(keys)?.to_vec());
    if elements.len() != keys.len() {
        return Err(FaultKind::Impossible("one key for each element").into());
    }
    let table = new(m, Kind::Ref)?;
    let (key_kind, of) = (key_kind as u16, Kind::from_bits(u64::from(info)));
    for (key, e) in keys.into_iter().zip(elements) {
        let mut group = get(m, table, key, key_kind)?;
        if group == NULL {
            group = m.new_list(of, &[])?;
            set(m, table, key, group, key_kind)?;
        }
        m.push(group, e)?;
    }
    Ok(table)
}
