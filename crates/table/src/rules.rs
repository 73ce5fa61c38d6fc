//! The rules of a match as tables share them: the game within its limits, and its legend as text.

use engine::Game;
use std::sync::Arc;
use wire::{Raw, raw};

/// A game with what clients are told of it once.
#[derive(Clone, Debug)]
pub struct Rules(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    game: Arc<Game>,
    legend: Raw,
    hash: String,
}

impl Rules {
    /// The game must have the limits and options that the match was opened with.
    pub fn new(game: Arc<Game>) -> Rules {
        let legend = raw(&game.describe());
        let hash = format!("{:016x}", fnv(legend.get().as_bytes()));
        Rules(Arc::new(Inner { game, legend, hash }))
    }

    pub fn game(&self) -> &Arc<Game> {
        &self.0.game
    }

    /// What clients are told of the game once.
    pub fn legend(&self) -> &Raw {
        &self.0.legend
    }

    /// Of the legend, so that a client fetches it once.
    pub fn hash(&self) -> &str {
        &self.0.hash
    }
}

/// FNV-1a (Fowler, Noll, Vo 1991), 64 bits. It tells apart what no one has an interest in confusing.
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}
