//! The rest of a simulation, below the tree.

use super::{LEAST_CAP, Search, Source, World};

impl<S: Source> Search<S> {
    /// Plays to the end, to that of a deal, or for four times the usual length; gives how many moves that were.
    pub(super) fn play_out(&mut self) -> u32 {
        let (sum, ended) = self.lengths;
        let usual =
            sum.checked_div(ended).map_or_else(|| self.world.usual_length().unwrap_or(0), |n| n as u32);
        let cap = LEAST_CAP.max(4 * usual);
        let mut made = 0;
        while made < cap {
            let went_on = match self.random.below(10) < self.recipe.even_of_ten {
                true => self.world.play_random(&mut self.random),
                false => self.play_by_mean(),
            };
            made += u32::from(went_on);
            if !went_on || self.world.is_new_deal(&self.root_scores) {
                self.lengths = (sum + u64::from(made), ended + 1);
                return made;
            }
        }
        self.broken_off += 1;
        made
    }

    /// Makes the move that was worth most on average so far, in whatever position; moves that were never made count most.
    fn play_by_mean(&mut self) -> bool {
        let Search { world, mast, random, .. } = self;
        let mut worth = |key: u64| {
            let mean = mast.get(key).filter(|mean| mean.count > 0);
            mean.map_or(1.0, |mean| mean.sum / mean.count as f32)
        };
        let made = world.play_preferred(random, &mut worth);
        self.scratch.played.extend(made);
        made.is_some()
    }
}
