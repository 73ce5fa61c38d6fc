//! Strings, counted in UTF-16 units. Nothing here knows how other values are shown.

use super::{Args, number};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::word::{self, Kind, NULL, Text};
use language::catalogue::group;

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::String, a: Args<'_>) -> OpResult<u64> {
    use group::String as S;
    match id {
        S::StringLength | S::StringLenght => Ok(number::length(length(m, a[0])?)),
        S::StringIsEmpty => Ok(word::bool(length(m, a[0])? == 0)),
        S::StringContains => Ok(word::bool(position(m, a[0], a[1])?.is_some())),
        S::StringIndexOf => Ok(position(m, a[0], a[1])?.map_or(word::number(-1.0), number::length)),
        S::StringSlice => slice(m, a[0], a[1], a[2]),
        S::StringSplit => split(m, a[0], a[1]),
        S::StringUpper => map(m, a[0], str::to_uppercase),
        S::StringLower => map(m, a[0], str::to_lowercase),
    }
}

/// How many units there are.
pub(super) fn length(m: &Memory<'_>, s: u64) -> OpResult<usize> {
    match word::text(s).ok_or_else(|| FaultKind::Null)? {
        Text::Inline(n, _) => Ok(n),
        Text::Constant(i) => {
            Ok(m.program.strings.get(i).ok_or_else(|| FaultKind::Impossible("constant string"))?.len())
        }
        Text::Heap(at) => Ok((m.at(at)? >> 32) as usize),
    }
}

/// A fault in the author's words.
pub(super) fn fault(m: &Memory<'_>, text: u64, told: u64) -> OpResult<u64> {
    let text = m.string(text)?;
    let told = if told == NULL { text.clone() } else { m.string(told)? };
    Err(FaultKind::Said { text, told }.into())
}

/// Where the part first occurs (Knuth, Morris, Pratt 1977).
pub(super) fn find(text: &[u16], part: &[u16]) -> Option<usize> {
    if part.is_empty() {
        return Some(0);
    }
    let mut back = vec![0; part.len()];
    let mut k = 0;
    for i in 1..part.len() {
        while k > 0 && part[k] != part[i] {
            k = back[k - 1];
        }
        k += usize::from(part[k] == part[i]);
        back[i] = k;
    }
    k = 0;
    for (i, u) in text.iter().enumerate() {
        while k > 0 && part[k] != *u {
            k = back[k - 1];
        }
        k += usize::from(part[k] == *u);
        if k == part.len() {
            return Some(i + 1 - k);
        }
    }
    None
}

fn position(m: &mut Memory<'_>, s: u64, part: u64) -> OpResult<Option<usize>> {
    let (text, part) = (m.units(s)?, m.units(part)?);
    m.spend((text.len() + part.len()) / 4);
    Ok(find(&text, &part))
}

/// The units from `from` up to, not with, `to`, as far as there are any.
pub(super) fn slice(m: &mut Memory<'_>, s: u64, from: u64, to: u64) -> OpResult<u64> {
    let units = m.units(s)?;
    let from = number::count(from)?.min(units.len());
    let to = if to == NULL { units.len() } else { number::count(to)?.min(units.len()) };
    m.new_text(units.get(from..to).unwrap_or(&[]))
}

/// The parts between the separators; an empty separator stands between all units.
pub(super) fn split(m: &mut Memory<'_>, s: u64, by: u64) -> OpResult<u64> {
    let (text, by) = (m.units(s)?, m.units(by)?);
    m.spend(text.len());
    let mut parts = Vec::new();
    if by.is_empty() {
        for u in &text {
            parts.push(m.new_text(&[*u])?);
        }
    } else {
        let mut rest = &text[..];
        while let Some(i) = find(rest, &by) {
            parts.push(m.new_text(&rest[..i])?);
            rest = &rest[i + by.len()..];
        }
        parts.push(m.new_text(rest)?);
    }
    m.new_list(Kind::Text, &parts)
}

fn map(m: &mut Memory<'_>, s: u64, f: impl Fn(&str) -> String) -> OpResult<u64> {
    let text = f(&m.string(s)?);
    new(m, &text)
}

/// The word of a text of ours.
pub(crate) fn new(m: &mut Memory<'_>, text: &str) -> OpResult<u64> {
    m.new_text(&text.encode_utf16().collect::<Vec<u16>>())
}

/// The number that a string shows, written as TGDL writes numbers; null where it shows none.
pub(crate) fn to_number(m: &Memory<'_>, s: u64) -> OpResult<u64> {
    if s == NULL {
        return Ok(NULL);
    }
    let text = m.string(s)?;
    let plain = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-'));
    let parsed = text.parse::<f64>().ok().filter(|x| plain && x.is_finite());
    Ok(parsed.map_or(NULL, word::number))
}
