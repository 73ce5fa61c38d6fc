//! Small draws that mutations need, on the project's own random generator. It knows nothing of what is drawn.

use base::Random;

/// A source of draws.
pub struct Pool(pub Random);

impl Pool {
    pub fn new(seed: u64) -> Pool {
        let mut random = Random::new(seed ^ 0x5EED);
        random.word();
        Pool(random)
    }

    /// From 0 to `n - 1`; 0 where `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u64) as usize
    }

    /// In `a` of `b` cases.
    pub fn chance(&mut self, a: usize, b: usize) -> bool {
        self.below(b) < a
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    /// A stretch of up to `most` of `n` things.
    pub fn stretch(&mut self, n: usize, most: usize) -> std::ops::Range<usize> {
        let start = self.below(n);
        let length = 1 + self.below(most);
        start..(start + length).min(n)
    }
}
