//! Perft: counting sequences of moves, which checks move generation against known numbers.

use super::{Position, Runner, Waiting};

/// The longest sequences of moves that are counted.
pub const MAX_PERFT_DEPTH: u32 = 100;

impl Runner<'_> {
    /// The number of move sequences of exactly that length. The position has been verified. Where the rules go wrong on
    /// the way, the position in which they did is the error.
    pub(crate) fn perft(&mut self, position: &Position, depth: u32) -> Result<u64, Box<Position>> {
        if depth == 0 {
            return Ok(1);
        }
        let mut listed = position.clone();
        if self.end_if_spent(&mut listed) {
            return Err(Box::new(listed));
        }
        if position.is_over() {
            return match position.waiting {
                Waiting::Faulty => Err(Box::new(listed)),
                _ => Ok(0),
            };
        }
        let Ok(mut candidates) = self.list(&mut listed) else { return Err(Box::new(listed)) };
        if depth == 1 {
            let count = self.count_legal(&mut listed, &mut candidates);
            return if listed.is_over() { Err(Box::new(listed)) } else { Ok(count as u64) };
        }
        let legal = self.legal(&mut listed, &mut candidates);
        if listed.is_over() {
            return Err(Box::new(listed));
        }
        let mut total: u64 = 0;
        for i in legal {
            let mut next = listed.clone();
            candidates.forget();
            candidates.make(i, &mut next.state.words);
            self.play(&mut next, candidates.get(i));
            self.verify(&mut next);
            total = total.saturating_add(self.perft(&next, depth - 1)?);
        }
        Ok(total)
    }
}
