//! The chain over the steps of a match, by which a row that was lost or altered is found when the match is loaded.

use crate::rows::{Match, Step};
use sha2::{Digest, Sha256};

/// The first 8 bytes of the SHA-256 over the chain before and the row. It finds damage, not forgers: who can write rows
/// can write their chain, too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Chain(pub [u8; 8]);

impl Match {
    /// Where the chain of this match begins: what never changes of its row.
    pub fn root(&self) -> Chain {
        let mut hash = Fields::new();
        hash.number(self.id.0);
        hash.bytes(self.public.as_bytes());
        hash.bytes(&self.program);
        hash.bytes(self.options.as_bytes());
        hash.number(i64::from(self.players));
        hash.bytes(&self.seed);
        hash.bytes(self.limits.as_bytes());
        hash.number(i64::from(self.semantics));
        hash.chain()
    }
}

impl Step {
    /// The chain behind this step where that before it is given; the step's own `chain` is not looked at.
    pub fn follows(&self, before: Chain) -> Chain {
        let mut hash = Fields::new();
        hash.bytes(&before.0);
        hash.number(i64::from(self.n));
        hash.number(self.kind.number());
        hash.option(self.seat.map(|seat| i64::from(seat).to_le_bytes()).as_ref().map(<[u8; 8]>::as_slice));
        hash.option(self.candidate.map(i64::to_le_bytes).as_ref().map(<[u8; 8]>::as_slice));
        hash.option(self.text.as_deref().map(str::as_bytes));
        hash.number(self.at);
        hash.number(self.spent);
        hash.option(self.id.as_ref().map(<[u8; 16]>::as_slice));
        hash.option(self.fingerprint.map(u64::to_le_bytes).as_ref().map(<[u8; 8]>::as_slice));
        hash.chain()
    }
}

/// Fields one behind the other, each with its length, so that no two rows are the same bytes.
struct Fields(Sha256);

impl Fields {
    fn new() -> Fields {
        Fields(Sha256::new())
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn number(&mut self, number: i64) {
        self.0.update(number.to_le_bytes());
    }

    fn option(&mut self, bytes: Option<&[u8]>) {
        self.0.update([u8::from(bytes.is_some())]);
        self.bytes(bytes.unwrap_or_default());
    }

    fn chain(self) -> Chain {
        let mut first = [0; 8];
        first.copy_from_slice(&self.0.finalize()[..8]);
        Chain(first)
    }
}
