//! Numbers and indices.

use crate::FaultKind;
use crate::ops::number::*;
use bytecode::word::{self, NULL};

#[test]
fn indices_are_truncated_and_bounded() {
    assert_eq!(index(word::number(1.9), 2), Ok(1));
    assert_eq!(index(word::number(-0.5), 2), Ok(0));
    assert_eq!(index(word::number(2.0), 2), Err(FaultKind::Index(2.0, 2).into()));
    assert_eq!(gap(word::number(2.0), 2), Ok(2));
    assert_eq!(index(NULL, 2), Err(FaultKind::Null.into()));
    assert_eq!(count(word::number(-3.0)), Ok(0));
}

#[test]
fn a_result_is_finite_or_a_fault() {
    assert_eq!(one(word::number(-1.0), f64::sqrt), Err(FaultKind::NotANumber.into()));
    assert_eq!(one(word::number(-2.5), f64::round), Ok(word::number(-3.0)));
    assert_eq!(two(word::number(2.0), NULL, f64::max), Err(FaultKind::Null.into()));
}
