//! Hashes of values and parts, so that what reads alike is found without being compared with all. They are the same on
//! every machine.

use super::{Part, Place, Typed};

/// Adds a word to a hash, as FxHash does (Firefox, rustc).
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x517C_C1B7_2722_0A95)
}

fn text(hash: u64, text: &str) -> u64 {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let hash = words.iter().fold(hash, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let rest = rest.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    mix(mix(hash, rest), text.len() as u64)
}

fn owner(owner: Option<u32>) -> u64 {
    owner.map_or(0, |owner| u64::from(owner) + 1)
}

impl Place {
    fn hashed(&self, hash: u64) -> u64 {
        match self {
            Place::Tile { board, owner: of, name } => text(text(mix(hash, owner(*of) << 1), board), name),
            Place::Zone { name, owner: of } => text(mix(hash, owner(*of) << 1 | 1), name),
        }
    }
}

impl Typed {
    fn hashed(&self, hash: u64) -> u64 {
        match self {
            Typed::Null => mix(hash, 0),
            Typed::Number(x) => mix(mix(hash, 1), x.to_bits()),
            Typed::Text(of) => text(mix(hash, 2), of),
            Typed::Bool(b) => mix(mix(hash, 3), u64::from(*b)),
            Typed::Seat(seat) => mix(mix(hash, 4), u64::from(*seat)),
            Typed::Case { of, name } => text(text(mix(hash, 5), of), name),
            Typed::Place(place) => place.hashed(mix(hash, 6)),
            Typed::Thing(id) => mix(mix(hash, 7), u64::from(*id)),
            Typed::Fact(class) => text(mix(hash, 8), class),
            Typed::Named(name) => text(mix(hash, 9), name),
            Typed::List(all) => all.iter().fold(mix(hash, 10), |hash, value| value.hashed(hash)),
            Typed::Table(all) => {
                all.iter().fold(mix(hash, 11), |hash, (key, value)| value.hashed(key.hashed(hash)))
            }
        }
    }
}

impl Part {
    pub(crate) fn hash(&self) -> u64 {
        self.hashed(0)
    }

    fn hashed(&self, hash: u64) -> u64 {
        match self {
            Part::Action { name, of } => text(text(mix(hash, 1), name), of.as_deref().unwrap_or_default()),
            Part::Value(value) => value.hashed(mix(hash, 2)),
            Part::Nth(n, part) => part.hashed(mix(mix(hash, 3), u64::from(*n))),
            Part::List(all) => all.iter().fold(mix(hash, 4), |hash, part| part.hashed(hash)),
        }
    }
}
