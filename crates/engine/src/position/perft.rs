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
    /// position has been verified. Moves count as at decisions: those are left out that take too long to be tried, see
    /// [`crate::perft_and_left_out`].
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
        let is_last = depth == 1;
        let (mut candidates, count, legal) = self.as_at_a_decision(|runner| {
            let mut candidates = runner.list(&mut listed).unwrap_or_default();
            let (count, legal) = match is_last {
                true => (runner.count_legal(&mut listed, &mut candidates), Vec::new()),
                false => (0, runner.legal(&mut listed, &mut candidates)),
            };
            let is_known = listed.is_over() || !runner.end_if_spent(&mut listed);
            if is_known && count == 0 && legal.is_empty() && !listed.is_over() {
                runner.end_if_too_long(&mut listed);
            }
            (candidates, count, legal)
        });
        if listed.is_over() {
            return Err(PerftError::Faulty(Box::new(listed)));
        }
        let mut total = count as u64;
        for i in legal {
            let mut next = listed.clone();
            candidates.forget();
            let candidate = candidates.make(i, &mut next.state.words);
            self.as_at_a_decision(|runner| {
                runner.play(&mut next, candidate);
                runner.verify(&mut next);
            });
            total = total.saturating_add(self.perft(&next, depth - 1, most)?);
        }
        Ok(total)
    }
}
