//! When lists, stacks and tables are equal: where they hold equal things. It knows no types; what an address leads to says
//! what stands there.

use super::{list, table};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::layout::{Shape, list as head};
use bytecode::word::{Kind, NULL};

/// Lists inside of one another are compared no deeper than this.
const MAX_DEPTH: u32 = 200;

/// Whether two lists, stacks or tables hold equal things.
pub(crate) fn equal(m: &Memory<'_>, a: u64, b: u64) -> OpResult<bool> {
    same(m, Kind::Ref, a, b, 0)
}

/// Whether two words of a kind are equal, objects and zones where they are one and the same.
pub(super) fn same(m: &Memory<'_>, kind: Kind, a: u64, b: u64, depth: u32) -> OpResult<bool> {
    if a == b || a == NULL || b == NULL {
        return Ok(a == b);
    }
    match kind {
        Kind::Text => m.equal_text(a, b),
        Kind::Ref if depth > MAX_DEPTH => {
            Err(FaultKind::Other(format!("lists that are nested deeper than {MAX_DEPTH} are not compared"))
                .into())
        }
        Kind::Ref => {
            let (x, y) = (m.at(a as usize)?, m.at(b as usize)?);
            let is_zone = |w| head::zone(w) != head::NO_ZONE;
            match (Shape::of(x), Shape::of(y)) {
                (Some(Shape::List), Some(Shape::List)) if !is_zone(x) || !is_zone(y) => lists(m, a, b, depth),
                (Some(Shape::Table), Some(Shape::Table)) => table::same(m, a, b, depth),
                _ => Ok(false),
            }
        }
        _ => Ok(false),
    }
}

fn lists(m: &Memory<'_>, a: u64, b: u64, depth: u32) -> OpResult<bool> {
    let kind = list::kind(m, a)?;
    let (a, b) = (m.elements(a)?, m.elements(b)?);
    if a.len() != b.len() {
        return Ok(false);
    }
    m.spend(a.len());
    m.within_reason()?;
    for (x, y) in a.iter().zip(b) {
        if !same(m, kind, *x, *y, depth + 1)? {
            return Ok(false);
        }
    }
    Ok(true)
}
