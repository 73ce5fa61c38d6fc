//! The rest of a simulation, below the tree.

use super::arithmetic::gumbel;
use super::hashed::Hashed;
use super::{LEAST_CAP, Mean, Playouts, Search, Source, World, reply_to};
use crate::recipe::Replies;
use base::Random;

/// A playout that took so much fuel is broken off before its next move, whatever is left of it: whoever waits for a bot
/// waits for whole simulations.
const MAX_WORK: u64 = 20_000_000;

impl<S: Source> Search<S> {
    /// Plays to the end, to that of a deal, or for four times the usual length, as long as that is not too much work; gives
    /// how many moves that were.
    pub(super) fn play_out(&mut self) -> u32 {
        let (sum, ended) = self.lengths;
        let usual =
            sum.checked_div(ended).map_or_else(|| self.world.usual_length().unwrap_or(0), |n| n as u32);
        let whole = LEAST_CAP.max(4 * usual);
        let cap = self.recipe.cut.filter(|_| self.judges).unwrap_or(whole);
        let mut made = 0;
        let before = self.world.work();
        while made < cap && self.world.work() - before < MAX_WORK {
            let went_on = self.play_one();
            made += u32::from(went_on);
            if !went_on || self.world.is_new_deal(&self.root_scores) {
                self.lengths = (sum + u64::from(made), ended + 1);
                return made;
            }
        }
        self.broken_off += u64::from(cap == whole || made < cap);
        made
    }

    /// Makes a move, unless the match is over.
    fn play_one(&mut self) -> bool {
        match self.recipe.playouts {
            Playouts::Even => self.world.play_random(&mut self.random),
            Playouts::Named => self.play_preferring(|_, _| 1.0),
            Playouts::Mast { temperature, replies } => self.play_by_chance(temperature, replies),
        }
    }

    /// Makes a move as likely as `exp(mean / temperature)`: that for which the mean with Gumbel noise is largest (Gumbel
    /// 1954).
    pub(super) fn play_by_chance(&mut self, temperature: f32, replies: Option<Replies>) -> bool {
        let mut noise = Random::new(self.random.word());
        let never_made = self.never_made();
        let before = self.scratch.played.last().map(|(key, _)| *key);
        let replies = before.zip(replies);
        // Whatever noise gives stays below 1, at which nobody looks further.
        const SCALE: f32 = 0.125;
        self.play_preferring(move |mast, key| {
            let mean = mast.get(key).filter(|mean| mean.count > 0);
            let mut worth = mean.map_or(never_made, |mean| mean.sum / mean.count as f32);
            if let Some((before, Replies { prior })) = replies
                && let Some(reply) = mast.get(reply_to(before, key))
            {
                worth = (prior * worth + reply.sum) / (prior + reply.count as f32);
            }
            SCALE * (worth + temperature * gumbel(noise.word()))
        })
    }

    /// What a move counts for that was never made: as one that always won, so that it is made once; where nothing more is
    /// kept of moves, and so this may be made often, as much as all seats get on average.
    fn never_made(&self) -> f32 {
        if !self.mast.is_full() {
            return 1.0;
        }
        let shares = (self.simulations.max(1) * self.totals.len() as u64) as f64;
        (self.totals.iter().sum::<f64>() / shares) as f32
    }

    /// Makes the move that is worth most, the first one found in random order that is worth 1, and keeps its name.
    fn play_preferring(&mut self, mut worth: impl FnMut(&Hashed<Mean>, u64) -> f32) -> bool {
        let Search { world, mast, random, .. } = self;
        let made = world.play_preferred(random, &mut |key| worth(mast, key));
        self.scratch.played.extend(made);
        made.is_some()
    }
}
