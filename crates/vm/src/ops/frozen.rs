//! Lists and tables that never change, since an object of a class of constants holds them.

use super::{list, table};
use crate::memory::{Memory, OpResult};
use bytecode::layout::{Shape, is_constant, list as head};
use bytecode::word::{Kind, NULL};

/// A copy, with copies of the lists and tables in it: whoever made it may go on changing it. Their types say how deep
/// they lie in one another.
pub(crate) fn frozen(m: &mut Memory<'_>, l: u64) -> OpResult<u64> {
    if l == NULL || is_constant(l) || head::is_frozen(m.at(l as usize)?) {
        return Ok(l);
    }
    let is_table = Shape::of(m.at(l as usize)?) == Some(Shape::Table);
    let copy = if is_table { table::copy(m, l)? } else { list::copy(m, l)? };
    if list::kind(m, copy)? == Kind::Ref {
        // Of a pair, the value stands behind its key and the kind of that.
        let (first, step) = if is_table { (2, 3) } else { (0, 1) };
        for i in (first..m.list_length(copy)?).step_by(step) {
            let part = m.elements(copy)?[i];
            if is_collection(m, part) {
                let part = frozen(m, part)?;
                m.elements_mut(copy)?[i] = part;
            }
        }
    }
    m.words[copy as usize] |= head::FROZEN;
    Ok(copy)
}

fn is_collection(m: &Memory<'_>, w: u64) -> bool {
    w != NULL && matches!(Shape::of(m.word(w as usize)), Some(Shape::List | Shape::Table))
}
