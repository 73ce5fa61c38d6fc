//! What the codes of problems mean, gathered from every phase from reading to running. It knows none of the texts.

pub use base::Explanation;

/// What finding and reading files reports, and running what was compiled.
const FILES: &[Explanation] = include!(concat!(env!("OUT_DIR"), "/explanations.rs"));

/// All codes that can be explained, phase by phase, sorted within each.
pub fn all() -> impl Iterator<Item = &'static Explanation> {
    let dialects = dialects::ALL.iter().map(|dialect| dialect.explanations);
    dialects.chain(compiler::EXPLANATIONS).chain([FILES]).flatten()
}

/// What a code means.
pub fn explain(code: &str) -> Option<&'static Explanation> {
    all().find(|known| known.code == code)
}
