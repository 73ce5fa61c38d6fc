//! The rest of a simulation, below the tree.

use super::{LEAST_CAP, Search, Source, World};

impl<S: Source> Search<S> {
    /// Plays to the end, or for four times the usual length; gives how many moves that were. Payoffs stand in the world
    /// or, where it was broken off, have been estimated.
    pub(super) fn play_out(&mut self) -> u32 {
        let (sum, ended) = self.lengths;
        let usual = sum.checked_div(ended).unwrap_or(0) as u32;
        let cap = LEAST_CAP.max(4 * usual);
        let mut made = 0;
        while made < cap {
            let went_on = match self.random.below(10) < self.recipe.even_of_ten {
                true => self.world.play_random(&mut self.random),
                false => self.play_by_mean(),
            };
            if !went_on {
                self.lengths = (sum + u64::from(made), ended + 1);
                return made;
            }
            made += 1;
        }
        self.broken_off += 1;
        made
    }

    /// Makes the move that was worth most on average so far, in whatever position; moves that were never made count most.
    fn play_by_mean(&mut self) -> bool {
        let count = self.world.list();
        let Some(mover) = self.world.decider().filter(|_| count > 0) else { return false };
        let offset = self.random.below(count as u64) as usize;
        let mut best = (-1.0, offset, 0);
        for i in (offset..count).chain(0..offset) {
            let key = self.world.key(i);
            let mean = self.mast.get(key).filter(|mean| mean.count > 0);
            let value = mean.map_or(1.0, |mean| mean.sum / mean.count as f32);
            if value > best.0 {
                best = (value, i, key);
            }
            if value >= 1.0 {
                break;
            }
        }
        self.scratch.played.push((best.2, mover));
        self.world.play_listed(best.1);
        true
    }
}
