//! The bot that chooses at random. It looks at nothing but how many moves there are.

use crate::{Bot, Decision};
use base::Random;

pub(crate) const NAME: &str = "random";

/// Chooses any legal move, all equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Uniform;

impl Bot for Uniform {
    fn choose(&mut self, decision: &Decision<'_>, random: &mut Random) -> usize {
        random.below(decision.moves().len() as u64) as usize
    }
}
