//! Perft: counting sequences of moves, which checks move generation against known numbers.

use super::{Awaited, Position, Runner};

/// The longest sequences of moves that are counted.
pub const MAX_PERFT_DEPTH: u32 = 100;

/// Why sequences were not counted.
pub(crate) enum PerftError {
    /// The position in which the rules went wrong.
    Faulty(Box<Position>),
    TooMany,
}

impl Runner<'_> {
    /// The number of move sequences of exactly that length, where moves are listed in no more than `most` positions. The
    /// position has been verified.
    pub(crate) fn perft(
        &mut self,
        position: &Position,
        depth: u32,
        most: &mut u64,
    ) -> Result<u64, PerftError> {
        if depth == 0 {
            return Ok(1);
        }
        *most = most.checked_sub(1).ok_or(PerftError::TooMany)?;
        let mut listed = position.clone();
        if self.end_if_spent(&mut listed) {
            return Err(PerftError::Faulty(Box::new(listed)));
        }
        if position.is_over() {
            return match position.awaited {
                Awaited::Faulty => Err(PerftError::Faulty(Box::new(listed))),
                _ => Ok(0),
            };
        }
        let Ok(mut candidates) = self.list(&mut listed) else {
            return Err(PerftError::Faulty(Box::new(listed)));
        };
        if depth == 1 {
            let count = self.count_legal(&mut listed, &mut candidates);
            return if listed.is_over() {
                Err(PerftError::Faulty(Box::new(listed)))
            } else {
                Ok(count as u64)
            };
        }
        let legal = self.legal(&mut listed, &mut candidates);
        if listed.is_over() {
            return Err(PerftError::Faulty(Box::new(listed)));
        }
        let mut total: u64 = 0;
        for i in legal {
            let mut next = listed.clone();
            candidates.forget();
            let candidate = candidates.make(i, &mut next.state.words);
            self.play(&mut next, candidate);
            self.verify(&mut next);
            total = total.saturating_add(self.perft(&next, depth - 1, most)?);
        }
        Ok(total)
    }
}
