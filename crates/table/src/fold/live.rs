//! A move that stands, as a match is made again from it. It knows no row.

use engine::record::{self, StepKind as Made};
use store::Millis;

/// A move that stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Live {
    pub(crate) seat: u32,
    pub(crate) candidate: usize,
    pub(crate) written: Vec<String>,
    /// Behind it chance is drawn from this seed: it is the last move that was copied from another match.
    pub(crate) reseed: Option<u64>,
    /// What its decision took.
    pub(super) spent: Millis,
    /// Whose clocks got the increment with it.
    pub(super) given: Vec<u32>,
}

impl Live {
    pub(crate) fn new(seat: u32, candidate: usize, written: Vec<String>, reseed: Option<u64>) -> Live {
        Live { seat, candidate, written, reseed, spent: 0, given: Vec::new() }
    }

    /// As the engine makes it again.
    pub(crate) fn step(&self) -> record::Step {
        let Live { seat, candidate, written, reseed, .. } = self.clone();
        record::Step { seat: Some(seat), kind: Made::Move { candidate, written, text: None }, reseed }
    }
}
