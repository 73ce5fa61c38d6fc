//! What is fuzzed: for each kind how a case is made from its number, and how it is run.
//! It does not know what becomes of a case that fails.

use crate::case::Case;
use crate::corpus::Corpus;
use crate::{protocol, saved, secrets, sizes, sources};
use base::Random;

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Kind {
    /// Mutated sources: checked, and played where they compile
    Sources,
    /// Mutated lines to a session of the engine protocol
    Protocol,
    /// Mutated saved matches
    Saved,
    /// Programs of unreasonable sizes: checked, and played where they compile
    Sizes,
    /// Programs that hide things: two matches that differ in these alone are told alike
    Secrets,
}

impl Kind {
    pub const ALL: [Kind; 5] = [Kind::Sources, Kind::Protocol, Kind::Saved, Kind::Sizes, Kind::Secrets];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Sources => "sources",
            Kind::Protocol => "protocol",
            Kind::Saved => "saved",
            Kind::Sizes => "sizes",
            Kind::Secrets => "secrets",
        }
    }

    /// The name of the first file of a case.
    pub fn main_file(self) -> &'static str {
        crate::corpus::MAIN
    }

    /// Case number `number` of a series, of the form of that name if it is one of sizes.
    pub fn make(self, corpus: &Corpus, seed: u64, number: u64, form: Option<&str>) -> Case {
        let seed = case_seed(seed, number);
        match self {
            Kind::Sources => sources::make(corpus, seed),
            Kind::Protocol => protocol::make(corpus, seed),
            Kind::Saved => saved::make(corpus, seed),
            Kind::Sizes => sizes::make(seed, form),
            Kind::Secrets => secrets::make(seed),
        }
    }

    /// What case number `number` may be where making it already ends the process.
    pub fn guesses(self, corpus: &Corpus, seed: u64, number: u64, form: Option<&str>) -> Vec<Case> {
        let seed = case_seed(seed, number);
        match self {
            Kind::Sources => (0..=sources::REDRAWS).map(|k| sources::drawn_after(corpus, seed, k)).collect(),
            Kind::Sizes => vec![sizes::make(seed, form)],
            _ => Vec::new(),
        }
    }

    /// Runs a case. Whether it came far: compiled, was accepted.
    pub fn run(self, case: &Case) -> bool {
        match self {
            Kind::Sources | Kind::Sizes => sources::run(case),
            Kind::Protocol => protocol::run(case),
            Kind::Saved => saved::run(case),
            Kind::Secrets => secrets::run(case),
        }
    }
}

fn case_seed(seed: u64, number: u64) -> u64 {
    Random::new(seed.wrapping_mul(0x9E37_79B9).wrapping_add(number)).word()
}
